"""`event meta`: what was taken and how it fared."""

from __future__ import annotations

from pathlib import Path

import typer

from listbuilder.cli.common import Catalogues, FontFile, ForceFlag, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, ReportFile, open_desk
from listbuilder.cli.terminal import paragraph, say, table
from listbuilder.wording import counted

EPILOG = """Examples: listbuilder event meta | listbuilder event meta --report field.csv. What fewer than five
lists have is put together, so that nobody's list shows. It needs lists that were revealed to everybody.
out/field.html has the same with plots, which lie beside it as SVG: what was taken, what lists cost, and which share
of games was won, with the range in which the true share lies in 95 of 100 cases."""


def meta(
    context: typer.Context,
    report: ReportFile = None,
    font: FontFile = None,
    folder: Folder = Path(),
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Show what was taken by how many, and how they fared."""
    from listbuilder.desk.reports.field import field_page, field_plots, field_report, table_of, taken_in
    from listbuilder.desk.reports.files import write_report
    from listbuilder.errors import EditError
    from listbuilder.files import make_folder, write_text

    desk = open_desk(context, folder, catalogue)
    if not any("everybody" in to for to in desk.state.revealed.values()):
        raise EditError.of("desk.sealed", "No list was shown to everybody.", "Say `listbuilder event reveal` first.")
    rows, costs = taken_in(desk)
    plots = field_plots(desk, rows, costs)
    make_folder(desk.out)
    files = {**plots, "field.html": field_page(desk, rows, plots, len(costs))}
    for name, text in files.items():
        write_text(desk.out / name, text, replace=True, private=True)
    made = field_report(desk, rows, len(costs))
    if report is not None:
        write_report(report, made, force, font)
    if json:
        print_json({**made.data, "page": str(desk.out / "field.html"), "files": sorted(files)})
        return
    say(table([(row[0], *row[2:], row[1]) for row in table_of(rows)], ("KIND", "LISTS", "IN ALL", "WON", "NAME"), "  "))
    told = f"{' '.join(made.notes)} The page: {desk.out / 'field.html'}, and {counted(len(plots), 'plot')} as SVG."
    say(paragraph(told, "  ", ""))
