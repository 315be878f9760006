"""The rules that a game's sheets and entries stand for, without its author writing them as rules."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Game
from listbuilder.rules import Carry, Fit, Inside, Limit, Membership, Needs, Offer, Raise, Room, Rule, Sides, Spend

__all__ = ["standing_rules"]


def standing_rules(game: Game) -> Iterator[Rule]:
    """Every standing rule that can matter in a game."""
    yield from slot_rules(game)
    yield from field_rules(game)
    if any(entry.needs for entry in game.entries):
        yield Needs(id="needs")
    if any(getattr(entry, "offers", None) for entry in game.entries):
        yield Offer(id="offers")
    if any(entry.picks for entry in game.entries):
        yield Inside(id="picks")
    if any(getattr(entry, "roles", None) for entry in game.entries):
        yield Sides(id="roles")


def slot_rules(game: Game) -> Iterator[Rule]:
    """What slots say: their room, no entry twice, only what fits."""
    for sheet, on_list in ((game.list, True), (game.model, False)):
        for id, slot in sheet.slots.items():
            yield Room(id=id, source=slot.source, slot=id, least=slot.min, unused=slot.unused, on_list=on_list)
            if not slot.repeats:
                yield Limit(id=f"{id}-limit", source=slot.source, slot=id, on_list=on_list)
            if slot.where:
                yield Fit(id=f"{id}-fit", source=slot.source, slot=id, where=slot.where)


def field_rules(game: Game) -> Iterator[Rule]:
    """What fields say: raises and their budgets, who names whom, groups."""
    for id, field in game.model.fields.items():
        if field.type == "raise":
            yield Raise(id=id, source=field.source, field=id, prices=field.prices)
        if field.type == "raise" and field.budget:
            budget = game.budgets[field.budget]
            yield Spend(
                id=field.budget,
                source=budget.source,
                budget=field.budget,
                noun=budget.name,
                field=id,
                unspent=budget.unspent,
            )
        if field.type == "models":
            yield Carry(id=id, source=field.source, field=id)
    if any(field.type == "group" for field in game.model.fields.values()):
        fields = game.group.fields.items()
        posts = tuple(id for id, field in fields if field.type == "member")
        yield Membership(id="groups", posts=posts, required=tuple(id for id, field in fields if field.required))
