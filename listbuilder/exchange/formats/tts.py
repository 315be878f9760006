"""A list as a saved object of Tabletop Simulator: a pawn for each model, with its name, stats and rules to read.

The file goes into `Saves/Saved Objects`. Pawns stand in for miniatures: the object that a player puts in their place
keeps name and description by copy and paste. Scripts find the numbers in `GMNotes`, as JSON.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from listbuilder.catalogue import stamp
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.force_records import EngineModel
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.virtual_table import TableForce, stable_id

HEX = "0123456789abcdef"
ACROSS, APART = 10, 2.0


class TableObject(NamedTuple):
    """Something on the table: its kind, which part of the force it is, what people and scripts read."""

    kind: str
    part: str
    name: str
    text: str
    notes: dict[str, Any]


def write_tts(judged: JudgedList) -> str:
    """The force as a saved object."""
    table = TableForce(judged)
    objects = [_card(table, judged.title), *(_pawn(table, model, at) for at, model in enumerate(table.force.models))]
    saved = {"SaveName": judged.title, "GameMode": "", "Note": "", "Rules": "", "LuaScript": "", "XmlUI": ""}
    return json.dumps({**saved, "ObjectStates": objects}, ensure_ascii=False, indent=2) + "\n"


def _card(table: TableForce, title: str) -> dict[str, Any]:
    """A card with what the list is and has as a whole."""
    lines = [table.summary(), *(table.text(pick) for pick in table.own())]
    notes = {"game": table.force.game.id, "catalogue": stamp(table.game), "valid": table.force.valid}
    return _object(table, TableObject("Notecard", "list", title, "\n".join(lines), notes), 0.0, -APART)


def _pawn(table: TableForce, model: EngineModel, at: int) -> dict[str, Any]:
    """One model."""
    stats = "  ".join(f"{name} {printed}" for _, name, _, printed in table.stats(model))
    lines = [stats, *(table.text(pick) for pick in model.picks())]
    lines += [f"Group: {model.group}"] if model.group else []
    lines += [] if model.deploy else ["Not deployed"]
    lines += [model.notes] if model.notes else []
    notes = {"id": model.id, "cost": model.cost, "stats": dict(model.stats), "values": dump(model.values)}
    row, column = divmod(at, ACROSS)
    pawn = TableObject("PlayerPawn", model.id, model.title, "\n".join(filter(None, lines)), notes)
    made = _object(table, pawn, column * APART, row * APART)
    return {**made, "Tags": [*model.tags, *([] if model.deploy else ["not deployed"])]}


def _object(table: TableForce, thing: TableObject, x: float, z: float) -> dict[str, Any]:
    """An object as the game saves it."""
    place = {"posX": x, "posY": 1.0, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {
        "GUID": stable_id(table.force, thing.part, HEX, 6),
        "Name": thing.kind,
        "Transform": {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
        "Nickname": thing.name,
        "Description": thing.text,
        "GMNotes": json.dumps(thing.notes, ensure_ascii=False),
        "ColorDiffuse": {"r": 0.6, "g": 0.6, "b": 0.6},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
