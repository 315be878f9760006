"""The rules that a game's sheets, entries and currencies stand for, without its author writing them as rules."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Game
from listbuilder.catalogue.entries import Rank, Unit
from listbuilder.catalogue.evaluation_order import all_grants
from listbuilder.catalogue.query import Quantity
from listbuilder.catalogue.rules import (
    AllowOnly,
    Ban,
    Fit,
    Inside,
    Limit,
    Needs,
    Offers,
    Points,
    Rolled,
    Room,
    Rule,
    Sides,
    Spend,
)
from listbuilder.catalogue.rules.ban import kinds_named
from listbuilder.catalogue.rules.implied_slots import On


def standing_rules(game: Game) -> Iterator[Rule]:
    """Every standing rule that can matter in a game."""
    yield from currency_rules(game)
    yield from slot_rules(game)
    yield from field_rules(game)
    if any(entry.needs for entry in game.entries):
        yield Needs(id="needs")
    if any(entry.offers for entry in game.entries):
        yield Offers(id="offers")
    if any(entry.picks for entry in game.entries):
        yield Inside(id="picks")
    for entry, id, slot in ((one, id, slot) for one in game.entries for id, slot in one.picks.items()):
        if slot.rolled:
            yield Rolled(id=f"{entry.id}-roll", source=slot.source, slot=id, table=slot.rolled, inside=entry.key)
    if any(entry.sides for entry in game.entries):
        yield Sides(id="roles")
    if game.ban:
        yield Ban(id="ban", by=game.name, where=game.ban)


def currency_rules(game: Game) -> Iterator[Rule]:
    """A currency with a limit in force is judged, unless the author wrote that rule with words of their own."""
    said = {game.currency_id(one.field) for one in game.rules if isinstance(one, Points) and one.is_whole_limit}
    for id, currency in game.currencies.items():
        if id not in said:
            most = Quantity(limit=id)
            yield Points(id=f"{id}-limit", source=currency.source, text=currency.text, field=id, max=most)


def slot_rules(game: Game) -> Iterator[Rule]:
    """What slots say: their room, no entry twice, only what fits."""
    # What a unit or rank counts as is a matter of counting models; it never fills two places of its own slot.
    weighted = {one.kind for one in game.entries if one.counts != 1 and not isinstance(one, Unit | Rank)}
    opened = {slot for grant in all_grants(game) for slot in grant.slots}
    sheets: tuple[On, ...] = ("list", "model", "group")
    for on in sheets:
        for id, slot in getattr(game, on).slots.items():
            yield Room(
                id=id,
                source=slot.source,
                slot=id,
                least=slot.min,
                unused=slot.unused,
                opens=id in opened,
                weighted=slot.kind in weighted,
                on=on,
                closed_unless=slot.when,
            )
            if not slot.repeats:
                yield Limit(id=f"{id}-limit", source=slot.repeat_source or slot.source, slot=id, on=on)
            if slot.where:
                yield Fit(id=f"{id}-fit", source=slot.source, slot=id, where=slot.where, on=on)
            if slot.rolled:
                yield Rolled(id=f"{id}-roll", source=slot.source, slot=id, table=slot.rolled, on=on)


def field_rules(game: Game) -> Iterator[Rule]:
    """What fields say, and the budgets that nothing but entries spend from."""
    said: set[str] = set()
    for id, field in (*((id, game.list.fields[id]) for id in game.list.named), *game.model.fields.items()):
        for rule in field.rules(id, game):
            said |= {rule.budget} if isinstance(rule, Spend) else set()
            yield rule
    for id, budget in game.budgets.items():
        if id not in said:
            yield Spend(id=id, source=budget.source, budget=id, noun=budget.name, unspent=budget.unspent)


def event_rules(game: Game) -> Iterator[Rule]:
    """What the event at hand bans and allows."""
    event = game.event
    if event and event.ban:
        yield Ban(id="ban", by=event.name, where=event.ban)
    if event and event.allow:
        kinds = kinds_named(event.allow, game.entries)
        yield AllowOnly(id="allow", by=event.name, where=event.allow, kinds=kinds)
