"""What a rule has counted: the values that things fall under, their names, and the first that is too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.quantity import Quantity, Thing
from listbuilder.wording import listed

if TYPE_CHECKING:
    from listbuilder.force import Force, Node

__all__ = ["named", "place", "values_of", "weighed"]


def values_of(force: Force, node: Node, by: str) -> list[str]:
    """The values that a thing is counted under."""
    owner, pick = node.owner, node.pick
    if by == "group":
        return [owner.group.name] if owner.group else []
    if pick is not None:
        if by == "entry":
            return [pick.entry.id]
        value = pick.field(by)
        value = owner.values.get(by) if value is None else value
        many = value if isinstance(value, tuple) else () if value is None else (value,)
        return [str(one) for one in many]
    if by == "entry":
        first = next((picks for picks in owner.slots.values() if picks), ())
        return [first[0].entry.id] if first else []
    if by in owner.slots or force.game.model.holds(by):
        return sorted({one.entry.id for one in owner.slots.get(by, ())})
    return list(dict.fromkeys(owner.field(by)))


def named(of: Quantity, things: list[Thing], part: Node) -> str:
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


def weighed(of: Quantity, things: list[Thing]) -> str:
    """What counts as more or less than one, which nobody could guess from the number."""
    if of.count not in ("models", "rows", "picks"):
        return ""
    picks = [pick for node, *_ in things for pick in ([node.pick] if node.pick else node.owner.inside)]
    odd = {pick.entry.name: pick.entry.counts for pick in picks if pick.entry.counts != 1}
    return f" ({listed(f'{name} counts as {counts}' for name, counts in odd.items())})" if odd else ""


def place(things: list[Thing], most: int, part: Node, exact: bool) -> tuple[Node, tuple[str, ...]]:
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
