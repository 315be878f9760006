"""Rosters of `tests/public` as lists: a force is a group, a selection a model, what is inside it picks."""

from __future__ import annotations

from typing import Any

from listbuilder.base.values import slug
from tests.support.public_words import Data

__all__ = ["list_of"]


def list_of(roster: list[Any]) -> Data:
    """A list: `{Patrol: [Goose, {Squad: [3 Trooper]}]}` for each force, with forces `inside` it and its `book`."""
    models: list[Data] = []
    groups: list[Data] = []
    for force in roster:
        place(force if isinstance(force, dict) else {force: []}, None, models, groups)
    return {"models": models, "groups": groups}


def place(force: Data, within: str | None, models: list[Data], groups: list[Data]) -> None:
    """One force with its selections, then the forces inside it."""
    about = {key: force[key] for key in ("book",) if key in force}
    ((kind, chosen),) = [(key, many) for key, many in force.items() if key not in ("inside", "book")]
    name = f"F{len(groups)}"
    groups.append({"name": name, "force": kind, **about, **({"within": within} if within else {})})
    for one in chosen or []:
        unit, inner = next(iter(one.items())) if isinstance(one, dict) else (one, None)
        number, unit = counted(unit)
        entry: Any = {"entry": unit, "picks": picked(inner)} if inner else unit
        models.append({"unit": entry, "group": name, **({"count": number} if number > 1 else {})})
    for inner_force in force.get("inside", []):
        place(inner_force if isinstance(inner_force, dict) else {inner_force: []}, name, models, groups)


def counted(said: str) -> tuple[int, str]:
    """`3 Trooper` as a number and a name."""
    number, _, name = said.partition(" ")
    return (int(number), name) if number.isdigit() else (1, said)


def picked(inner: Any) -> Data:
    """What stands inside a selection: a list for its own slot, or a mapping by group."""
    slots = inner if isinstance(inner, dict) else {"inside": inner}
    return {slug(slot): [pick(one) for one in many] for slot, many in slots.items()}


def pick(one: Any) -> Data:
    """One selection inside another, with its number and what is inside it."""
    name, inner = next(iter(one.items())) if isinstance(one, dict) else (one, None)
    number, name = counted(name)
    return {"entry": name, **({"count": number} if number > 1 else {}), **({"picks": picked(inner)} if inner else {})}
