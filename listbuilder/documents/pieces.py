"""Pieces of a published force: what a pick costs, its keywords and fields, what changed a stat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.catalogue.asking import mission_texts
from listbuilder.documents.model import CostPart, EngineChange
from listbuilder.documents.values import publish_value
from listbuilder.force import Model, Pick
from listbuilder.quantity import Number

__all__ = ["changes_of", "costs_of", "fields_of", "key_of", "tags_of"]


def key_of(pick: Pick) -> tuple[object, ...]:
    """What a published pick depends on; the entry by its identity, for its game is kept as long as this."""
    now = tuple(sorted((name, str(value)) for name, value in pick.now.items())) if pick.now else None
    entry = (pick.entry.id, pick.entry.said) if pick.entry.said else id(pick.entry)
    inner = tuple(map(key_of, pick.picks)) if pick.picks else ()
    return (entry, pick.slot, tuple(pick.prices.items()), pick.rel, pick.granted_by, now, inner)


def changes_of(model: Model, number: Number) -> tuple[EngineChange, ...]:
    """What made a number of a model what it is."""
    return tuple(
        EngineChange(
            giver=one.giver,
            what=one.what,
            amount=int(one.amount) if one.amount == int(one.amount) else str(one.amount),
            times=one.times,
            order=one.order,
        )
        for one in model.why(number)
    )


def costs_of(pick: Pick) -> Iterator[CostPart]:
    """What a pick and those inside it cost, one by one."""
    if pick.cost:
        yield CostPart(slot=pick.slot, entry=pick.entry.id, name=pick.entry.name, cost=pick.cost)
    for one in pick.picks:
        yield from costs_of(one)


def tags_of(pick: Pick) -> Iterator[str]:
    """The tags of a pick and of those inside it."""
    yield from pick.entry.tags
    for one in pick.picks:
        yield from tags_of(one)


def fields_of(pick: Pick) -> dict[str, Any]:
    """The printed values of a pick, with every change."""
    own = {name: publish_value(pick.field(name)) for name in pick.entry.fields}
    texts = {"pack": pick.entry.field("pack"), **mission_texts(pick.entry)}
    return {**{name: text for name, text in texts.items() if text}, **own}
