"""`event meta`: what was taken and how it fared."""

from __future__ import annotations

from pathlib import Path

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, open_desk
from listbuilder.cli.terminal import paragraph, say, table

EPILOG = """Examples: listbuilder event meta. What fewer than five lists have is put together, so that nobody's
list shows. It needs lists that were revealed to everybody. out/field.html has the same with bars."""


def meta(context: typer.Context, folder: Folder = Path(), json: JsonFlag = False, catalogue: Catalogues = None) -> None:
    """Show what was taken by how many, and how they fared."""
    from listbuilder.desk.reports.field import field_page, taken_in
    from listbuilder.errors import EditError
    from listbuilder.files import write_text

    desk = open_desk(context, folder, catalogue)
    if not any("everybody" in to for to in desk.state.revealed.values()):
        raise EditError.of("desk.sealed", "No list was shown to everybody.", "Say `listbuilder event reveal` first.")
    rows, costs = taken_in(desk)
    desk.out.mkdir(exist_ok=True)
    write_text(desk.out / "field.html", field_page(desk, rows, costs), replace=True)
    if json:
        keys = ("kind", "name", "lists", "copies", "games")
        told = [{key: vars(one)[key] for key in keys} | {"won": one.rate and round(one.rate, 3)} for one in rows]
        print_json({"lists": len(costs), "taken": told, "page": str(desk.out / "field.html")})
        return
    cells = [
        (one.kind, str(one.lists or ""), str(one.copies), "" if one.rate is None else f"{one.rate:.0%}", one.name)
        for one in rows
    ]
    say(table(cells, ("KIND", "LISTS", "IN ALL", "WON", "NAME"), "  "))
    say(paragraph(f"{len(costs)} lists. The page with bars: {desk.out / 'field.html'}", "  ", ""))
