"""The rules that a game's sheets and entries stand for, without its author writing them as rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from listbuilder.catalogue import Game, Sheet
from listbuilder.catalogue.entry import Rank, Unit
from listbuilder.rules import Fit, Inside, Limit, Needs, Offer, Room, Rule, Sides

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
    # What a unit or rank counts as is a matter of counting models; it never fills two places of its own slot.
    weighted = {one.kind for one in game.entries if one.counts != 1 and not isinstance(one, Unit | Rank)}
    opened = {slot for entry in game.entries for grant in entry.effects for slot in grant.slots}
    sheets: dict[Literal["list", "model", "group"], Sheet] = {
        "list": game.list,
        "model": game.model,
        "group": game.group,
    }
    for on, sheet in sheets.items():
        for id, slot in sheet.slots.items():
            yield Room(
                id=id,
                source=slot.source,
                slot=id,
                least=slot.min,
                most=slot.max,
                unused=slot.unused,
                opens=id in opened,
                weighted=slot.kind in weighted,
                on=on,
            )
            if not slot.repeats:
                yield Limit(id=f"{id}-limit", source=slot.source, slot=id, on=on)
            if slot.where:
                yield Fit(id=f"{id}-fit", source=slot.source, slot=id, where=slot.where)


def field_rules(game: Game) -> Iterator[Rule]:
    """What a model's fields say: raises and their budgets, who names whom, groups."""
    for id, field in game.model.fields.items():
        yield from field.rules(id, game)
