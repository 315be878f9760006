"""From models to what a sheet says of them: statline, weapons with their values, everything else by name.

A force goes in, plain words come out, identical models together; how much room they take is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from listbuilder.catalogue import CardTable, Game
from listbuilder.force import Contribution, Force, Model, Pick
from listbuilder.force.totals import other_costs
from listbuilder.printing.content import NONE, Item, cell_of
from listbuilder.printing.entries import in_words, item_of, meta_of, unfolded
from listbuilder.printing.facts import facts_of, title_slot
from listbuilder.printing.holding import (
    declines,
    heading,
    held,
    line_of,
    sameness,
    slot_words,
    squad_of,
    tables_of,
    ticks,
)
from listbuilder.printing.sheet.changes import changed_fields, changed_stats


class Arm(NamedTuple):
    """A row of a table on a card: a weapon with the word and the value of each column, and what else it has."""

    table: str
    item: Item
    cells: tuple[tuple[str, str], ...]


class Fact(NamedTuple):
    """A line about a model: a word for what it is about, then named things."""

    label: str
    items: tuple[Item, ...]


class Bundle(NamedTuple):
    """Models that are the same: what they are, their stats, what they cost, their weapons, and facts.

    `wears` is what their colour and emblem go by, `called` their name with a box for each of them.
    """

    name: str
    about: tuple[str, ...]
    notes: tuple[str, ...]
    wears: Mapping[str, tuple[str, ...]]
    stats: tuple[str, ...]
    cost: str
    arms: tuple[Arm, ...]
    facts: tuple[Fact, ...]
    called: Item

    @property
    def items(self) -> Iterator[Item]:
        """Everything that it has by name."""
        yield from (arm.item for arm in self.arms)
        yield from (item for fact in self.facts for item in fact.items)


def bundles_of(force: Force, models: Iterable[Model]) -> list[Bundle]:
    """Some models of a list, identical ones together."""
    found: dict[object, list[Model]] = {}
    for model in models:
        found.setdefault(sameness(force, model), []).append(model)
    carried = carriers(force)
    priced = any(model.cost for model in force.rows)
    return [bundle(force, several[0], len(several), carried, priced) for several in found.values()]


def carriers(force: Force) -> dict[str, list[str]]:
    """Which models name another one, in words, by the name of that other: `Gus carries it`."""
    found: dict[str, list[str]] = {}
    for model in force.rows:
        for id in force.game.model.named:
            for name in model.field(id):
                words = f"{model.name or model.title} {id.replace('-', ' ')} it"
                found.setdefault(name.casefold(), []).append(words)
    return found


def bundle(force: Force, model: Model, n: int, carried: Mapping[str, list[str]], priced: bool) -> Bundle:
    """What the sheet says of one model, or of several that are the same."""
    game = force.game
    what = heading(game, model)
    marks = [mark.name for mark in game.card.marks if mark.where.fits(model)]
    about = [*([what] if model.name else []), *squad_of(model), *posts(game, model), *marks, *line_of(force, model)]
    about += [word for word in unit_words(game, model) if word not in {pick.entry.name for pick in force.entries}]
    notes = [*other_costs(game, {id: cost * n for id, cost in model.costs().items()})]
    notes += [*carried.get((model.name or "").casefold(), ()), *thresholds(game, model)]
    name = model.name or what
    return Bundle(
        name=f"{n} × {name}" if n > 1 else name,
        about=once(about),
        notes=once(notes),
        wears=facts_of(force, model),
        stats=tuple(statline(game, model)),
        cost=(f"{n} × {model.cost}" if n > 1 else str(model.cost)) if priced else "",
        arms=tuple(arms(game, model, n)),
        facts=tuple(fact for fact in facts(game, model, n) if fact.items),
        called=Item(name, boxes=n),
    )


def statline(game: Game, model: Model) -> Iterator[str]:
    """The values of the stats; of what the catalogue does not know there are none."""
    known = not any(pick.entry.unknown for pick in model.slots.get(title_slot(game), ()))
    for id, stat in game.stats.items():
        yield f"{model.stats[id]}{stat.suffix}" if known else NONE


def once(words: Iterable[str]) -> tuple[str, ...]:
    """Words without those that were said before, in any case."""
    return tuple({word.casefold(): word for word in reversed(list(words))}.values())[::-1]


def posts(game: Game, model: Model) -> Iterator[str]:
    """The posts that a model holds in its group."""
    return (in_words(post) for post in game.group.posts if model.holds(post))


def unit_words(game: Game, model: Model) -> Iterator[str]:
    """The short printed values of what a model is; its keywords have a line of their own."""
    for pick in model.slots.get(title_slot(game), ()):
        printed = {use.printed for use in pick.entry.uses_of}
        yield from (game.names_by_id.get(word, word) for word in meta_of(game, pick, (), "") if word not in printed)


def arms(game: Game, model: Model, n: int) -> Iterator[Arm]:
    """The rows of the tables of a card, with their values as they are on this model."""
    tables = tables_of(game)
    for slot, picks in held(game, model).items():
        if slot in tables:
            yield from (arm(game, pick, times, tables[slot], (n, model.title)) for pick, times in unfolded(picks))


def arm(game: Game, pick: Pick, times: int, table: CardTable, owner: tuple[int, str]) -> Arm:
    """One row: the values of its columns, those that grants changed beside the printed ones."""
    item = item_of(game, pick, times, copies=owner[0], shown=table.columns, giver=owner[1])
    cells = tuple((word, cell_of(pick.field(id))) for id, word in table.columns.items())
    before = changed_fields(game, pick, table.columns.items())
    return Arm(
        in_words(table.slot),
        item._replace(text="", meta=(*sort_of(game, pick, table.columns, owner[1]), *before)),
        cells,
    )


def sort_of(game: Game, pick: Pick, shown: Iterable[str], giver: str) -> tuple[str, ...]:
    """What sort of thing a pick is in words, its uses too; numbers in badges are apart."""
    return meta_of(game, pick, (*shown, *game.card.badges), giver)


def arm_of(game: Game, pick: Pick, times: int) -> Arm | None:
    """A pick of the list itself as a row of the first table that has a column for it; None for what is no weapon."""
    for table in tables_of(game).values():
        if any(pick.field(id) is not None for id in table.columns):
            return arm(game, pick, times, table, (1, ""))
    return None


def facts(game: Game, model: Model, n: int) -> Iterator[Fact]:
    """Keywords of what it is, picks that are in no table, whom it names, decay, changes and costs."""
    for kind, items in unit_keywords(game, model).items():
        yield Fact(game.kind_name(kind, many=True), tuple(items))
    tables = tables_of(game)
    for slot, picks in held(game, model).items():
        if slot not in tables:
            found = (named(game, one, times, n, model) for one, times in unfolded(picks))
            yield Fact(slot_words(game, slot, picks), tuple(found))
    for id in game.model.named:
        yield Fact(in_words(id), tuple(Item(name) for name in model.field(id)))
    yield from wear(game, model)
    yield Fact("Changed", tuple(changed_stats(game, model)))
    yield Fact(in_words(game.points), tuple(cost_parts(game, model)))
    if model.notes:
        yield Fact("Notes", (Item("", model.notes),))


def named(game: Game, pick: Pick, times: int, n: int, model: Model) -> Item:
    """A pick by name with what sort it is; its text is among the rules."""
    item = item_of(game, pick, times, copies=n, giver=model.title)
    return item._replace(text="", meta=sort_of(game, pick, (), model.title))


def unit_keywords(game: Game, model: Model) -> dict[str, list[Item]]:
    """The keywords of what a model is, by their kind."""
    found: dict[str, list[Item]] = {}
    for pick in model.slots.get(title_slot(game), ()):
        for use in pick.entry.uses_of:
            if not use.implied_by:
                found.setdefault(use.kind, []).append(Item(use.printed))
    return found


def thresholds(game: Game, model: Model) -> Iterator[str]:
    """From how many boxes left on a mark applies, and what it says there unless that is among the rules."""
    rules = {entry.name.casefold() for entry in game.entries}
    for track in (one for block in ticks(game, model, 1) for one in block.tracks):
        if track.mark and track.after is not None and track.number > track.after:
            words = f"{track.mark} at {track.number - track.after} {track.label} or less"
            yield f"{words}: {track.text}" if track.text and track.mark.casefold() not in rules else words


def wear(game: Game, model: Model) -> Iterator[Fact]:
    """Stats that decay, turn by turn."""
    for decline in declines(game, model):
        turns = [
            Item(f"Turn {turn}", "", (", ".join(f"{stat} {values[at]}" for stat, values in decline.rows),))
            for at, turn in enumerate(decline.turns)
        ]
        yield Fact(decline.title, tuple(turns))


def change_words(one: Contribution, pick: Pick) -> str:
    """One change to a price in short: `-2 Coat`, `×1/2 Elite`, `2 of 3 set to 0 Tinker`."""
    amount = one.amount * one.times if one.what == "add" else one.amount
    signs = {"add": f"{float(amount):+g}", "times": f"×{amount}", "set": f"set to {amount}"}
    limits = {"least": "at least", "most": "at most"}
    some = "" if one.copies is None else f"{one.copies} of {pick.count} "
    return f"{some}{signs.get(one.what) or f'{limits[one.what]} {amount}'} {one.giver}"


def cost_parts(game: Game, model: Model) -> Iterator[Item]:
    """What the cost of a model is made of, where that is more than one thing, and what changed a price."""
    paid: dict[str, int] = {}
    changed: dict[str, list[str]] = {}
    for pick in model.inside:
        name = heading(game, model) if pick.slot == title_slot(game) else pick.entry.name
        changes = pick.why(("cost", game.first_currency))
        if pick.cost or changes:
            paid[name] = paid.get(name, 0) + pick.cost
            changed.setdefault(name, []).extend(change_words(one, pick) for one in changes)
    if len(paid) > 1:
        for name, cost in paid.items():
            why = f" ({', '.join(dict.fromkeys(changed[name]))})" if changed[name] else ""
            yield Item("", f"{name} {cost}{why}")
