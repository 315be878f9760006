"""`catalogue import`: a game folder from the data of BattleScribe and the tools that read its files."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Literal

import click

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ForceFlag, JsonFlag, OutputFiles
from listbuilder.ui.cli.terminal import Progress, paragraph, print_json, say, style

MOST_REASONS = 8


def import_(
    sources: Annotated[
        list[Path],
        Argument(metavar="SOURCE...", help="Files (.gst, .cat, .gstz, .catz, .json), folders or ZIPs."),
    ],
    output: Annotated[Path, Option("-o", "--output", metavar="DIR", help="The folder of the game, named as its id.")],
    only: Annotated[
        list[str] | None, Option("--only", metavar="FACTION", help="Convert only this faction; may be repeated.")
    ] = None,
    texts: Annotated[
        Literal["all", "none"], Option(help="Whether to keep the texts of rules, which are their publishers'.")
    ] = "all",
    json: JsonFlag = False,
    force: ForceFlag = False,
) -> None:
    """Convert the game data of another list builder into a game folder.

    Give the game system and its catalogues: the files, the folder that they are in (such as a clone of a data
    repository), or a ZIP file of it. The data stay their authors'; the folder is for your own use. The report import.md
    in the folder tells what was carried over, approximated or not said, and why. Convert newer data into the same
    folder with --force: ids stay.

    Examples: listbuilder catalogue import game-data -o my-games/skyfall | listbuilder catalogue import Sky.gst
    Reds.cat -o my-games/skyfall --texts none | listbuilder catalogue import data.zip -o my-games/reds --only Reds
    """
    from listbuilder.exchange.battlescribe.conversion import convert
    from listbuilder.exchange.battlescribe.conversion_record import RECORD, REPORT, read_record

    check_output(output, force)
    before = read_record(output)
    with Progress("converting the data"):
        made = convert(sources, output.name, only or (), texts == "all", before)
    writing = OutputFiles(force, sources)
    writing.check(*(output / name for name in made.files))
    output.mkdir(parents=True, exist_ok=True)
    # Files that the last conversion made and this one does not; cases are the author's own.
    for old in output.glob("*.yaml") if before else ():
        if old.name not in made.files and old.name != "tests.yaml":
            old.unlink()
    for name, text in made.files.items():
        writing.write(output / name, text)
    if json:
        print_json(made.report)
        return
    say(f"Converted {style(made.name)} into {style(str(output))}: {len(made.files) - 2} files.")
    print_counts(made.report)
    say(f"{style(REPORT)} tells what became of everything; {style(RECORD)} is for rosters and the next conversion.")
    say("Next:")
    say(style(f"  listbuilder catalogue check {quote(str(output))}"))
    say(style(f"  listbuilder --catalogue {quote(str(output.parent))} new {output.name} first-list.yaml"))


def check_output(output: Path, force: bool) -> None:
    """Refuse a folder whose name can be no id, or that has something else in it."""
    from listbuilder.base.values import slug

    wanted = slug(output.name)
    if output.name != wanted or not wanted.isascii() or not wanted:
        hint = f"; {output.with_name(wanted)} would do" if wanted and wanted.isascii() else ""
        fact = "the folder's name is the id of the game: small letters, digits and hyphens"
        raise click.BadParameter(f"{fact}{hint}", param_hint="-o")
    if output.exists() and (not output.is_dir() or (any(output.iterdir()) and not force)):
        raise click.BadParameter(f"{output} is there already; --force converts into it again", param_hint="-o")


def print_counts(report: Any) -> None:
    """Say how much was carried over, and the most frequent reasons why something was not."""
    for sort, counts in report["counts"].items():
        reached = sum(counts.values()) - counts["not reached"]
        carried = counts["carried"] + counts["no effect"]
        if reached:
            rest = [f"{counts[one]} {word}" for one, word in WORDS.items() if counts[one]]
            also = f" ({', '.join(rest)})" if rest else ""
            say(f"  {sort}s: {carried} of {reached} carried over{also}")
    reasons: dict[str, int] = {}
    for one in report["outcomes"]:
        if one["fate"] == "not said" and one["sort"] != "condition":
            reasons[one["why"]] = reasons.get(one["why"], 0) + 1
    for why, number in sorted(reasons.items(), key=lambda one: -one[1])[:MOST_REASONS]:
        say(paragraph(f"not said, {number} times: {why}", "    ", ""))


WORDS = {"names only": "change only names", "near": "approximated", "not said": "not said"}
