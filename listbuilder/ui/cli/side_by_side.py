"""`match`: two lists side by side before a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.base.findings import capped
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, JsonFlag, ListReader, pair_code
from listbuilder.ui.cli.report_text import print_audience, roster_text, verdict
from listbuilder.ui.cli.terminal import heading, paragraph, print_json, say, style

if TYPE_CHECKING:
    from listbuilder.judging.validator import Report


def match(
    a: Annotated[Path, Argument(metavar="A", help="A list; or the word `seal` or `open`.")],
    b: Annotated[Path, Argument(metavar="B", help="The other list; the list to seal; or the file to open.")],
    reader: ListReader,
    code: Annotated[str | None, Argument(metavar="[CODE]", help="For `open`: your opponent's code.")] = None,
    slots: Annotated[
        list[str] | None, Option("--slots", metavar="SLOT", help="For `seal`: seal only this slot; may be repeated.")
    ] = None,
    out: Annotated[
        Path | None, Option("-o", "--output", metavar="FILE", help="For `seal`: the file to send later.")
    ] = None,
    secret: Annotated[
        bool, Option("--secret", help="Leave out what the players may not know about each other yet.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Compare two lists: points, models, what the game decides before it begins, and the odds.

    Examples: listbuilder match mine.yaml theirs.yaml | listbuilder match mine.yaml theirs.yaml --secret | listbuilder
    match seal mine.yaml --slots SLOT | listbuilder match open theirs.opening.json CODE. To choose in secret and reveal
    together: each player seals a list, you exchange the codes, then the files. `match open` checks that a file belongs
    to its code. `listbuilder odds` shows each attack with cover, range and conditions. Exit codes: 0 both lists are
    legal and fit together, 1 a list is illegal, or they do not fit, such as two attackers, or a file does not belong to
    its code, 3 a file can't be read.
    """
    from listbuilder.play import compare
    from listbuilder.play.odds.odds_summary import odds_lines
    from listbuilder.play.play_documents import match_document

    if str(a) in ("seal", "open"):
        from listbuilder.storage.processes.budget import within_budget

        with within_budget(str(b)):
            sealing = str(a) == "seal"
            status = seal_list(b, slots or [], out, reader, json) if sealing else open_list(b, code, reader, json)
        raise Exit(status)
    if code is not None or slots or out:
        raise click.BadParameter("CODE, --slots and --output are for `match seal` and `match open`")
    reports = reader.judge_pair(a, b)
    if secret:
        from listbuilder.judging.secrecy import conceal, new_salt

        reports = (conceal(reports[0], new_salt()), conceal(reports[1], new_salt()))
    lines = (*compare(*reports), *odds_lines(reports[0].force, reports[1].force))
    if json:
        print_json(match_document(reports, (str(a), str(b)), lines))
    else:
        say(match_text(reports, [(line.name, line.left, line.right, line.result) for line in lines]))
        for line in lines:
            if line.text:
                say(paragraph(f"{line.name}: {line.text}", "  ", "  "))
    print_audience(report.force for report in reports)
    raise Exit(pair_code(reports, fit=not any(line.fits is False for line in lines)))


def match_text(reports: tuple[Report, Report], rows: list[tuple[str, str, str, str]]) -> str:
    """The comparison, one line per subject, and the findings of both lists."""
    from listbuilder.catalogue import stamp
    from listbuilder.play import side_names

    titles = [report.force.document.name or report.force.document.file or "unnamed list" for report in reports]
    sides = side_names(reports[0].force, reports[1].force)
    game = reports[0].force.game
    parts = [heading(f"{game.name}: {titles[0]} against {titles[1]}")]
    parts += [paragraph(f"Catalogue {stamp(game)}.", "    ", "  ")] if game.below or game.event else []
    parts.append("")
    for name, left, right, result in [*rows, ("Verdict", *(verdict(report) for report in reports), "")]:
        same = left == right
        values = left if same else f"{sides[0]}: {left}  |  {sides[1]}: {right}"
        parts.append(paragraph(values, " " * 22, f"  {name:<18}  "))
        if result:
            parts.append(paragraph(result, " " * 24, " " * 20 + "→ "))
    parts.append("")
    for title, report in zip(titles, reports, strict=True):
        parts += [paragraph(f"{title}, {one.severity}: {one.message}", "  ", "  ") for one in capped(report.findings)]
    return "\n".join(parts).rstrip("\n")


# `match seal` and `match open`: two players reveal secret choices at the same time.


def seal_list(path: Path, slots: list[str], out: Path | None, reader: ListReader, json: bool) -> int:
    """Seal a list: print the code for the opponent, and write the file that opens it."""
    from listbuilder.desk.blind_exchange import grouped, opening_text
    from listbuilder.storage.files import check_target, write_bytes

    target = out or path.with_suffix(".opening.json")
    check_target(target, replace=False, inputs=[path])
    code, text = opening_text(reader.judge(path), tuple(dict.fromkeys(slots)))
    write_bytes(target, text.encode(), inputs=[path], private=True)
    if json:
        print_json({"code": code, "file": str(target), "slots": slots})
    else:
        say(f"{style(grouped(code), 'bold')}")
        say(
            paragraph(
                f"Exchange codes with your opponent first. Then send {target}; keep it secret until then.", "  ", ""
            )
        )
    return 0


def open_list(path: Path, code: str | None, reader: ListReader, json: bool) -> int:
    """Check the opponent's file against their code, and show its list."""
    from listbuilder.desk.blind_exchange import open_sealed

    if code is None:
        raise click.BadParameter("give the code that your opponent told you", param_hint="CODE")
    found = open_sealed(path, code, reader.referee)
    if json:
        print_json({"match": found.match, "code": found.code, "slots": list(found.slots)})
        return 0 if found.match else ILLEGAL
    word = style("MATCH", "bold", "green") if found.match else style("CHANGED", "bold", "red")
    fact = "This is what was sealed." if found.match else "The code was made from something else."
    say(paragraph(fact, "  ", f"{word}  "))
    say(roster_text(found.report.force))
    return 0 if found.match else ILLEGAL
