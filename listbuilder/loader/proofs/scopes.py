"""Scopes: what looks at a group, a model or a part of the list can stand where there is one."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Entry, Grant, GroupField
from listbuilder.conditions import Condition
from listbuilder.finding import Finding
from listbuilder.loader.places import Place
from listbuilder.loader.proofs.case import Case
from listbuilder.loader.proofs.sheets import IDLE
from listbuilder.quantity import Quantity
from listbuilder.reading import Path
from listbuilder.rules import Rule

__all__ = ["scopes"]

RULES = (("rules",), ("roles",))  # a rule has parts of its own to look at
NO_GROUPS = "Add a field of type `group` to models, or say another part."


def scopes(case: Case) -> Iterator[Finding]:
    """Every key that names a part of the list which is never there."""
    for holder, place in case.holders():
        homes = case.stands(holder) if isinstance(holder, Entry) else frozenset({"model", "list", "group"})
        for record, path in case.records(holder):
            if not case.has_groups:
                yield from without_groups(record, path, place)
            elif isinstance(record, Quantity) and not record.inner and not case.game.group.of_type(GroupField):
                fact = "`inner` has no effect: no group stands in another."
                yield place((*path, "inner")).problem(fact, "Take it out.", IDLE)
            off = isinstance(holder, Entry) and "model" not in homes and path[:1] not in RULES
            if off and isinstance(record, Quantity | Condition) and record.in_ == "model":
                fact = "`in: model` finds nothing: this is never on a model."
                yield place((*path, "in")).problem(fact, "Write `in: list`.", "catalogue.rule")


def without_groups(record: object, path: Path, place: Place) -> Iterator[Finding]:
    """Keys about groups in a game that has none."""
    found: tuple[str, str] | None = None
    if isinstance(record, Quantity | Condition) and record.in_ == "group":
        found = ("in", "in: group")
    elif isinstance(record, Quantity) and record.count == "groups":
        found = ("count", "count: groups")
    elif isinstance(record, Quantity) and not record.inner:
        found = ("inner", "inner")
    elif isinstance(record, Grant) and record.to == "group":
        found = ("to", "to: group")
    elif isinstance(record, Grant) and record.in_ == "group":
        found = ("in", "in: group")
    elif isinstance(record, Rule) and getattr(record, "over", "") == "group":
        found = ("over", "over: group")
    elif isinstance(record, Rule):
        keys = [key for key in ("by", "same") if getattr(record, key, None) == "group"]
        found = (keys[0], f"{keys[0]}: group") if keys else None
    if found:
        yield place((*path, found[0])).problem(f"`{found[1]}` has no effect: there are no groups.", NO_GROUPS, IDLE)
