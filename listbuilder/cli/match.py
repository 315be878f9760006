"""`match`: two lists side by side before a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag, folders, print_json
from listbuilder.cli.report_text import verdict
from listbuilder.cli.terminal import heading, paragraph, say
from listbuilder.cli.two_lists import exit_code, judge_two
from listbuilder.finding import capped

if TYPE_CHECKING:
    from listbuilder.validator import Report

EPILOG = """Examples: listbuilder match mine.yaml theirs.yaml | listbuilder match mine.yaml theirs.yaml --secret |
listbuilder match seal mine.yaml --slots plan | listbuilder match open theirs.opening.json CODE. Where both choose
in secret and show together, each seals, both tell their codes, then both send their files: `match open` says
whether a file is what its code was made from (exit code 1 if not).
`listbuilder odds` has each attack by itself, with cover, range and conditions.
Exit codes: 0 both are legal and fit together, 1 one is illegal or they do not fit, such as two attackers,
or a killzone that only one of them names."""


def match(
    context: typer.Context,
    a: Annotated[Path, typer.Argument(metavar="A", help="One list; or `seal`, or `open`.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="The other; or the list to seal, or the file to open.")],
    code: Annotated[str | None, typer.Argument(metavar="[CODE]", help="For `open`: the code you were told.")] = None,
    slots: Annotated[
        list[str] | None, typer.Option("--slots", metavar="SLOT", help="For `seal`: only these; may be repeated.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="For `seal`: the file that opens it.")
    ] = None,
    secret: Annotated[
        bool, typer.Option("--secret", help="Leave out what the players may not know of each other yet.")
    ] = False,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Compare two lists: their points and models, what else the game decides before it begins, and their odds."""
    from listbuilder.documents.match import match_document
    from listbuilder.odds.summary import odds_lines
    from listbuilder.play import compare

    if str(a) in ("seal", "open"):
        from listbuilder.cli.match_seal import open_list, seal_list
        from listbuilder.workers.findings import within_budget

        named = folders(context, catalogue)
        with within_budget(str(b)):
            sealing = str(a) == "seal"
            told = seal_list(b, slots or [], out, named, json) if sealing else open_list(b, code, named, json)
        raise typer.Exit(told)
    if code is not None or slots or out:
        raise typer.BadParameter("CODE, --slots and --output are for `match seal` and `match open`")
    reports = judge_two(context, a, b, event, catalogue)
    if secret:
        from listbuilder.secrecy import conceal, new_salt

        reports = (conceal(reports[0], new_salt()), conceal(reports[1], new_salt()))
    lines = (*compare(*reports), *odds_lines(reports[0].force, reports[1].force))
    if json:
        print_json(match_document(reports, (str(a), str(b)), lines))
    else:
        say(match_text(reports, [(line.name, line.left, line.right, line.result) for line in lines]))
        for line in lines:
            if line.text:
                say(paragraph(f"{line.name}: {line.text}", "  ", "  "))
    raise typer.Exit(exit_code(reports, fit=not any(line.fits is False for line in lines)))


def match_text(reports: tuple[Report, Report], rows: list[tuple[str, str, str, str]]) -> str:
    """The comparison, a line for each thing, with the findings of both lists."""
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
        told = left if same else f"{sides[0]}: {left}  |  {sides[1]}: {right}"
        parts.append(paragraph(told, " " * 22, f"  {name:<18}  "))
        if result:
            parts.append(paragraph(result, " " * 24, " " * 20 + "→ "))
    parts.append("")
    for title, report in zip(titles, reports, strict=True):
        parts += [paragraph(f"{title}, {one.severity}: {one.message}", "  ", "  ") for one in capped(report.findings)]
    return "\n".join(parts).rstrip("\n")
