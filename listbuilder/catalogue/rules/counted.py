"""What a rule has counted: the names of things, and the first that is too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.base.wording import listed
from listbuilder.catalogue.query import Quantity, Selector, Thing, values_of

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Node, Owner


def describe_things_counted(of: Quantity, things: list[Thing], part: Node) -> str:
    """Who or what is meant: models by their names, picks by theirs and whose they are, sums with each amount."""
    told: dict[str, int] = {}
    for node, number, times in things:
        pick = node.pick
        if pick is None or (of.sum and of.from_ == "models" and node.model):
            label = node.owner.label
        else:
            label = pick.entry.name if node.owner is part.owner else pick.label
        told[label] = told.get(label, 0) + (number * times if of.sum else times)
    if of.sum:
        return listed(f"{label} {number}" for label, number in told.items())
    return listed(f"{number} × {label}" if number > 1 else label for label, number in told.items())


def describe_weights(of: Quantity, things: list[Thing]) -> str:
    """What counts as more or less than one, which nobody could guess from the number."""
    if of.count not in ("models", "rows", "picks"):
        return ""
    odd = {
        pick.entry.name: pick.entry.counts
        for node, *_ in things
        for pick in node.owner.inside
        if pick.entry.key == node.weight[1]  # type: ignore[attr-defined]
    }
    return f" ({listed(f'{name} counts as {counts}' for name, counts in odd.items())})" if odd else ""


def first_excess(things: list[Thing], most: int, part: Node, exact: bool) -> tuple[Node, tuple[str, ...]]:
    """The first thing that is too many, or the part that has too many."""
    if part.up is not None:
        return part, ()
    if not exact or not things:
        return part, ("models",)
    left = most
    for node, _, times in things:
        left -= times
        if left < 0:
            return node, () if node.up is not None else ("models",)
    return things[-1][0], ()


def naming_field(where: Selector | None, game: Game) -> str | None:
    """The field of the list that names the models which a selector asks for, where it asks for such."""
    parts = (where, *where.all) if where else ()
    asked = {id for part in parts for id, values in part.fields.items() if values == (True,)}
    return next((id for id in game.list.named if id in asked), None)


def common_values(force: Force, model: Owner, name: str) -> list[str]:
    """What two models may have in common: a group, also one that nobody describes, what a slot holds, or a field."""
    return [*model.field(name)] if name == "group" else values_of(force, model, name)


def describe_values(force: Force, values: list[str]) -> str:
    """What a model has of that, entries by their names."""
    return listed(force.game.names_by_id.get(one, one) for one in values) or "none"
