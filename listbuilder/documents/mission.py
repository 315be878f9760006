"""A rolled mission as JSON: what `mission --json` prints, with all that its entries do in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from listbuilder.catalogue import stamp
from listbuilder.documents.catalogue_json import entry_document
from listbuilder.documents.dump import dump
from listbuilder.documents.table import Rows, Table
from listbuilder.force import loose
from listbuilder.record import changed

if TYPE_CHECKING:
    from listbuilder.play import MissionSheet

__all__ = ["mission_document"]


def mission_document(sheet: MissionSheet) -> dict[str, Any]:
    """What was drawn and what holds for every mission; `entries` has all that players then have, as in a force."""
    rows: Rows = {}
    table = Table(sheet.game)
    layouts = {id: dump(layout, sparse=True) for id, layout in sheet.roll.layouts.items()}
    drawn = []
    for entry in sheet.drawn:
        layout = {"layout": layouts[entry.id]} if entry.id in layouts else {}
        drawn.append({**entry_document(entry), "entry": table.add(rows, loose(entry)), **layout})
    return {
        "game": sheet.game.id,
        "catalogue": stamp(sheet.game),
        "seed": sheet.seed,
        "roll": dump(changed(sheet.roll, layouts={}), sparse=True),
        "drawn": drawn,
        "entries": dump(dict(sorted(rows.items()))),
    }
