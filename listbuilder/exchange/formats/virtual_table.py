"""A list on a virtual table: Tabletop Simulator and Foundry, made from the records that engines get.

What the game keeps secret is left out, with all that follows from it: everybody at a table can read what lies on it.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from listbuilder.catalogue import print_stamp, stamp
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.force_document import publish
from listbuilder.exchange.documents.force_records import EngineModel, EnginePick
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.judging.secrecy import conceal, keeps_secrets, new_salt

HEX, LETTERS = "0123456789abcdef", string.ascii_letters + string.digits
# A longer text field of an entry is a rule, not a value to show in brackets.
LONGEST_VALUE = 20
PAWNS_IN_A_ROW, PAWN_DISTANCE = 10, 2.0


class TableForce:
    """A published force with the words for its models."""

    def __init__(self, judged: JudgedList) -> None:
        self.game = judged.game
        report = judged.report
        if report.force.seal is None and keeps_secrets(self.game):
            report = conceal(report, new_salt())
        self.force = publish(report)

    def stable_id(self, part: str, alphabet: str, length: int) -> str:
        """A stable id for a part of the force. It is not made of the fingerprint, which covers secrets."""
        force = self.force
        known = f"{force.game.id}/{force.list.player}/{force.list.name}/{part}"
        # Not random: importing the list again must replace its objects on the table and not add others.
        number = int.from_bytes(hashlib.sha256(known.encode("utf-8", "surrogatepass")).digest(), "big")
        return "".join(alphabet[number // len(alphabet) ** at % len(alphabet)] for at in range(length))

    def stats(self, model: EngineModel) -> Iterator[tuple[str, str, int, str]]:
        """The statline: id, printed name, number, and as it is printed."""
        for stat in self.force.game.stats:
            if stat.id in model.stats:
                number = model.stats[stat.id]
                yield stat.id, stat.name, number, f"{number}{stat.suffix}"

    def text(self, pick: EnginePick) -> str:
        """A pick with its numbers, keywords, choices and rule: `Rifle (24", 2d6): Reload.`"""
        entry = self.force.entries[pick.entry]
        numbers = [value.text for value in (entry.range, entry.damage) if value]
        fields = [
            f"{name} {_value_text(value)}"
            for name, value in entry.fields.items()
            if not isinstance(value, str) or len(value) < LONGEST_VALUE
        ]
        keywords = [use.printed for use in entry.keywords if use.implied is None]
        brackets = ", ".join([*numbers, *fields, *keywords, *(one.name for one in pick.picks)])
        uses = f" {entry.uses.text}." if entry.uses else ""
        head = f"{entry.name} ({brackets})" if brackets else entry.name
        return f"{head}: {entry.text}{uses}" if entry.text or uses else head

    def about_list(self) -> list[str]:
        """The list in a line with its game, cost and verdict, then what was picked for it as a whole."""
        force = self.force
        limit = "" if force.points.limit is None else f" of {force.points.limit}"
        verdict = "legal" if force.valid else "NOT LEGAL"
        total = f"{force.points.total}{limit} {force.points.name}"
        summary = f"{force.game.name} {print_stamp(self.game)}, {total}, {len(force.models)} models, {verdict}"
        return [summary, *(self.text(pick) for picks in force.slots.values() for pick in picks)]


def _value_text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(getattr(value, "text", value))


def write_tts(judged: JudgedList) -> str:
    """A saved object of Tabletop Simulator: a card for the list and a pawn for each model.

    The file goes into `Saves/Saved Objects`. Pawns stand in for miniatures: the object that a player puts in their
    place keeps name and description by copy and paste. Scripts find the numbers in `GMNotes`, as JSON.
    """
    table = TableForce(judged)
    notes = {"game": table.game.id, "catalogue": stamp(table.game), "valid": table.force.valid}
    card = _tts_object(table.stable_id("list", HEX, 6), "Notecard", judged.title, table.about_list(), notes)
    card["Transform"] |= {"posZ": -PAWN_DISTANCE}
    pawns = [_tts_pawn(table, model, at) for at, model in enumerate(table.force.models)]
    saved = {"SaveName": judged.title, "GameMode": "", "Note": "", "Rules": "", "LuaScript": "", "XmlUI": ""}
    return json.dumps({**saved, "ObjectStates": [card, *pawns]}, ensure_ascii=False, indent=2) + "\n"


def _tts_pawn(table: TableForce, model: EngineModel, at: int) -> dict[str, Any]:
    """One model; they stand in rows."""
    lines = ["  ".join(f"{name} {printed}" for _, name, _, printed in table.stats(model))]
    lines += [table.text(pick) for pick in model.picks()]
    lines += [f"Group: {model.group}" if model.group else "", "" if model.deploy else "Not deployed", model.notes or ""]
    notes = {"id": model.id, "cost": model.cost, "stats": dict(model.stats), "values": dump(model.values)}
    pawn = _tts_object(table.stable_id(model.id, HEX, 6), "PlayerPawn", model.title, filter(None, lines), notes)
    row, column = divmod(at, PAWNS_IN_A_ROW)
    pawn["Transform"] |= {"posX": column * PAWN_DISTANCE, "posZ": row * PAWN_DISTANCE}
    return {**pawn, "Tags": [*model.tags, *([] if model.deploy else ["not deployed"])]}


def _tts_object(id: str, kind: str, name: str, lines: Iterable[str], notes: dict[str, Any]) -> dict[str, Any]:
    """An object as the game saves it."""
    place = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {
        "GUID": id,
        "Name": kind,
        "Transform": {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
        "Nickname": name,
        "Description": "\n".join(lines),
        "GMNotes": json.dumps(notes, ensure_ascii=False),
        "ColorDiffuse": {"r": 0.6, "g": 0.6, "b": 0.6},
        "Locked": False,
        **dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), True),
        **dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), ""),
    }


def write_foundry(judged: JudgedList) -> str:
    """Actors of Foundry Virtual Tabletop, in the shape of its Simple Worldbuilding system, which fits any game.

    The file is a list that `Actor.createDocuments` takes: an actor for each model, with stats as attributes and
    everything it has as items. `flags.listbuilder` has what a module for one game needs to do better.
    """
    table = TableForce(judged)
    actors = [_foundry_actor(table, model) for model in table.force.models]
    return json.dumps(actors, ensure_ascii=False, indent=2) + "\n"


def _foundry_actor(table: TableForce, model: EngineModel) -> dict[str, Any]:
    """One model."""
    attributes = {
        id: {"label": name, "dtype": "Number", "value": number, "group": ""}
        for id, name, number, _ in table.stats(model)
    }
    boxes = (model.stats[stat.id] for stat in table.force.game.stats if stat.boxes and stat.id in model.stats)
    health = next(boxes, 1)
    about = [*(table.text(pick) for pick in model.picks()), model.notes or "", *table.about_list()]
    flags = {
        "game": table.game.id,
        "catalogue": stamp(table.game),
        "id": model.id,
        "cost": model.cost,
        "deploy": model.deploy,
        "group": model.group,
        "values": dump(model.values),
        "x": dump(model.extras),
    }
    return {
        "_id": table.stable_id(model.id, LETTERS, 16),
        "name": model.title,
        "type": "character",
        "system": {
            "biography": "".join(f"<p>{escape(line)}</p>" for line in about if line),
            "health": {"value": health, "min": 0, "max": health},
            "attributes": attributes,
            "groups": {},
        },
        "items": [_foundry_item(table, f"{model.id} {at}", pick) for at, pick in enumerate(model.picks())],
        "prototypeToken": {"name": model.title, "actorLink": True},
        "flags": {"listbuilder": flags},
    }


def _foundry_item(table: TableForce, part: str, pick: EnginePick) -> dict[str, Any]:
    """Something that a model has."""
    about = {"id": pick.id, "kind": pick.kind, "slot": pick.slot, "cost": pick.cost, "granted": pick.granted}
    numbers = {"range": dump(pick.range), "damage": dump(pick.damage), "keywords": dump(pick.keywords)}
    description = f"<p>{escape(table.text(pick))}</p>"
    return {
        "_id": table.stable_id(part, LETTERS, 16),
        "name": pick.name,
        "type": "item",
        "system": {"description": description, "quantity": 1, "weight": 0, "attributes": {}, "groups": {}},
        "flags": {"listbuilder": {**about, **numbers, "type": table.game.kind_name(pick.kind)}},
    }
