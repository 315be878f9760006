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
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.force_records import EngineModel, EnginePick
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.virtual_table import TableForce, stable_id

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
    own = [table.summary(), *(table.text(pick) for pick in table.own())]
    about = [*(table.text(pick) for pick in model.picks()), model.notes or "", *own]
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
        "items": [_item(table, model, pick, at) for at, pick in enumerate(model.picks())],
        "prototypeToken": {"name": model.title, "actorLink": True},
        "flags": {"listbuilder": flags},
    }


def _item(table: TableForce, model: EngineModel, pick: EnginePick, at: int) -> dict[str, Any]:
    """Something that a model has."""
    about = {"id": pick.id, "kind": pick.kind, "slot": pick.slot, "cost": pick.cost, "granted": pick.granted}
    numbers = {"range": dump(pick.range), "damage": dump(pick.damage), "keywords": dump(pick.keywords)}
    return {
        "_id": stable_id(table.force, f"{model.id} {at}", LETTERS, 16),
        "name": pick.name,
        "type": "item",
        "system": {
            "description": f"<p>{escape(table.text(pick))}</p>",
            "quantity": 1,
            "weight": 0,
            "attributes": {},
            "groups": {},
        },
        "flags": {"listbuilder": {**about, **numbers, "type": table.kinds.get(pick.kind, pick.kind)}},
    }
