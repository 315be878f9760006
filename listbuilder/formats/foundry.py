"""A list as actors of Foundry Virtual Tabletop, in the shape of its Simple Worldbuilding system, which fits any game.

The file is a list that `Actor.createDocuments` takes: an actor for each model, with stats as attributes and everything
it has as items. `flags.listbuilder` has what a module for one game needs to do better.
"""

from __future__ import annotations

import json
import string
from html import escape
from typing import Any

from listbuilder.catalogue import stamp
from listbuilder.documents.dump import dump
from listbuilder.documents.judged import JudgedList
from listbuilder.documents.model import EngineEntry, EngineModel
from listbuilder.formats.on_table import TableForce, entry_text, stable_id

__all__ = ["write_foundry"]

LETTERS = string.ascii_letters + string.digits


def write_foundry(judged: JudgedList) -> str:
    """The force as actors."""
    table = TableForce(judged)
    actors = [_actor(table, model) for model in table.force.models]
    return json.dumps(actors, ensure_ascii=False, indent=2) + "\n"


def _actor(table: TableForce, model: EngineModel) -> dict[str, Any]:
    """One model."""
    force = table.force
    attributes = {
        id: {"label": name, "dtype": "Number", "value": number, "group": ""}
        for id, name, number, _ in table.stats(model)
    }
    boxes = [model.stats[stat.id] for stat in force.game.stats if stat.boxes and stat.id in model.stats]
    health = boxes[0] if boxes else 1
    own = [table.summary(), *(entry_text(entry) for entry in table.own())]
    about = [*(entry_text(entry) for entry in table.entries(model)), model.notes or "", *own]
    flags = {
        "game": force.game.id,
        "catalogue": stamp(table.game),
        "id": model.id,
        "cost": model.cost,
        "deploy": model.deploy,
        "group": model.group,
        "values": dump(model.values),
        "x": dump(model.extras),
    }
    return {
        "_id": stable_id(force, model.id, LETTERS, 16),
        "name": model.title,
        "type": "character",
        "system": {
            "biography": "".join(f"<p>{escape(line)}</p>" for line in about if line),
            "health": {"value": health, "min": 0, "max": health},
            "attributes": attributes,
            "groups": {},
        },
        "items": [_item(table, model, entry, at) for at, entry in enumerate(table.entries(model))],
        "prototypeToken": {"name": model.title, "actorLink": True},
        "flags": {"listbuilder": flags},
    }


def _item(table: TableForce, model: EngineModel, entry: EngineEntry, at: int) -> dict[str, Any]:
    """Something that a model has."""
    about = {"id": entry.id, "kind": entry.kind, "slot": entry.slot, "cost": entry.cost, "granted": entry.granted}
    numbers = {"range": dump(entry.range), "damage": dump(entry.damage), "keywords": dump(entry.keywords)}
    return {
        "_id": stable_id(table.force, f"{model.id} {at}", LETTERS, 16),
        "name": entry.name,
        "type": "item",
        "system": {
            "description": f"<p>{escape(entry_text(entry))}</p>",
            "quantity": 1,
            "weight": 0,
            "attributes": {},
            "groups": {},
        },
        "flags": {"listbuilder": {**about, **numbers, "type": table.kinds.get(entry.kind, entry.kind)}},
    }
