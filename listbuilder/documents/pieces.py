"""Pieces of a published force: what a pick costs, its keywords and fields, what changed a stat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from listbuilder.catalogue.asking import mission_texts
from listbuilder.documents.entry import EnginePick
from listbuilder.documents.model import CostChange, CostPart, EngineChange
from listbuilder.documents.values import publish_value
from listbuilder.force import Contribution, Force, Model, Owner, Pick
from listbuilder.rules.link import named_models

OWN = frozenset(["unit", "rank", "weapon", "ability", "gear", "armour"])


def key_of(pick: Pick) -> tuple[object, ...]:
    """What a published pick depends on; the entry by its identity, for its game is kept as long as this."""
    entry = pick.entry
    own = pick.prices is entry.prices
    if own and pick.now is None and pick.rel == 1 and pick.giver is None and not (pick.picks or entry.said):
        return (id(entry), pick.slot)  # as nearly all are: chosen once, and just as it is printed
    prices = (
        None if own else (tuple(pick.prices.items()), *((number, *pick.why(number)) for number in pick.changes or ()))
    )
    by = row_key(pick.giver) if isinstance(pick.giver, Pick) else None
    return (*row_key(pick), pick.slot, prices, pick.rel, pick.given_by, by, tuple(map(key_of, pick.picks)))


def row_key(pick: Pick) -> tuple[object, object]:
    """What the row of a pick in the table depends on."""
    entry = pick.entry
    now = tuple(sorted((name, str(value)) for name, value in pick.now.items())) if pick.now else None
    return ((entry.id, entry.said) if entry.said else id(entry), now)


def links_of(force: Force, owner: Owner) -> dict[str, tuple[str, ...]]:
    """The ids of the models that the values of a model or of the list name, by key."""
    found: dict[str, tuple[str, ...]] = {}
    for key in force.game.sheets[owner.sheet].links:
        if owner is force.root:
            meant = [model for model in force.models if model.values.get(key) is True]
        else:
            rows = {row.row for _, row in named_models(force, owner, key)}
            meant = [model for model in force.models if model.row in rows]
        if meant:
            found[key] = tuple(model.id for model in meant)
    return found


def changes_of(model: Model) -> dict[str, tuple[EngineChange, ...]]:
    """What made each stat of a model that was changed what it is."""
    return {stat: tuple(map(change_of, changes)) for stat, changes in model.changed_stats.items()}


@lru_cache(maxsize=4096)
def change_of(one: Contribution) -> EngineChange:
    """One of them; the same ones come again and again, and records are frozen and can be shared."""
    return EngineChange(giver=one.giver, what=one.what, amount=amount_of(one), times=one.times, order=one.order)


def amount_of(one: Contribution) -> int | str:
    """By how much it changes a number; a share as text."""
    return int(one.amount) if one.amount == int(one.amount) else str(one.amount)


def costs_of(pick: Pick, currency: str) -> Iterator[CostPart]:
    """What a pick and those inside it cost in a currency, one by one, with what changed the price."""
    changes = pick.why(("cost", currency)) if pick.changes else ()
    if pick.cost or changes:
        told = tuple(
            CostChange(
                giver=one.giver,
                what=one.what,
                amount=amount_of(one),
                times=one.times,
                order=one.order,
                copies=one.copies,
            )
            for one in changes
        )
        yield CostPart(slot=pick.slot, entry=pick.entry.id, name=pick.entry.name, cost=pick.cost, changes=told)
    for one in pick.picks:
        yield from costs_of(one, currency)


def tags_of(pick: Pick) -> Iterator[str]:
    """The tags of a pick and of those inside it."""
    yield from pick.entry.tags
    for one in pick.picks:
        yield from tags_of(one)


def fields_of(pick: Pick) -> dict[str, Any]:
    """The printed values of a pick, with every change."""
    own = {name: publish_value(pick.field(name)) for name in pick.entry.fields}
    texts = {"pack": pick.entry.field("pack"), **mission_texts(pick.entry, pick.worded)}
    return {**{name: text for name, text in texts.items() if text}, **own}


def by_kind(bases: Mapping[str, tuple[EnginePick, ...]]) -> dict[str, Any]:
    """What a model has, by the fields that it is published under."""
    return {
        "unit": bases["unit"][0] if "unit" in bases else None,
        "rank": bases["rank"][0] if "rank" in bases else None,
        "weapons": bases.get("weapon", ()),
        "abilities": bases.get("ability", ()),
        "gear": bases.get("gear", ()),
        "armour": bases.get("armour", ()),
        "options": others(bases),
    }


def others(bases: Mapping[str, tuple[EnginePick, ...]]) -> tuple[EnginePick, ...]:
    """What a model has besides its unit, its rank, weapons, abilities, gear and armour; a second unit or rank too."""
    found = [pick for base, several in bases.items() if base not in OWN for pick in several]
    return (*found, *(pick for base in ("unit", "rank") for pick in bases.get(base, ())[1:]))
