"""From models to what a sheet says of them: statline, weapons with their values, everything else by name.

A force goes in, plain words come out, identical models together; how much room they take is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from listbuilder.catalogue import CardTable, Game
from listbuilder.judging.force import Contribution, Force, Model, Pick, apply_changes, describe_other_costs
from listbuilder.printing.card_content import NONE, Item, cell_of
from listbuilder.printing.card_style import facts_of, title_slot
from listbuilder.printing.entry_items import id_as_heading, item_of, meta_of, unfold_picks
from listbuilder.printing.model_cards import (
    decline_blocks,
    heading,
    held_by_slot,
    line_of,
    model_merge_key,
    slot_words,
    squad_of,
    tables_of,
    tick_blocks,
)

# Why a number is what it is, as people write sums: `HP 8 = 6 + 2 raised`. Changes go in, words come out.


def changed_stats(game: Game, model: Model) -> Iterator[Item]:
    """Each stat that something changed: what it was, and who made of it what it is."""
    for id, changes in model.changed_stats.items():
        start, now, stat = model.bases.get(id, 0), model.stats[id], game.stats[id]
        if start != now:
            words = sum_words(f"{start}{stat.suffix}", start, changes, stat.round == "up")
            if apply_changes(start, changes, stat.round == "up") != now:
                words += f", at {'least' if now == stat.minimum else 'most'} {now}{stat.suffix}"
            yield Item(f"{stat.name} {now}{stat.suffix}", "", (f"= {words}",))


def changed_fields(game: Game, pick: Pick, columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Each printed number of a pick that something changed, by the word of its column."""
    now = pick.changed_fields or {}
    for id, word in columns:
        printed, changes = pick.entry.field(id), pick.contributions(("field", id))
        if id in now and printed not in (None, now[id]):
            number = printed if isinstance(printed, int) else getattr(printed, "number", 0)
            words = sum_words(str(printed), number, changes, game.rounds_up(pick.entry.kind, id))
            yield f"{word} {now[id]} = {words}"


def sum_words(start: str, number: int, changes: Sequence[Contribution], up: bool) -> str:
    """A sum in words: `6 + 2 raised`, `(2 + 1 Boots) × 2 Elite`; limits only where they bite."""
    words = start
    for _, several in groupby(sorted(changes, key=lambda one: one.order), key=lambda one: one.order):
        here, before = list(several), ""
        if sets := [one for one in here if one.what == "set"]:
            highest = max(sets, key=lambda one: one.amount)
            words, before = f"{highest.amount} {highest.giver}", f" instead of {words}"
        words += "".join(added_words(one for one in here if one.what == "add"))
        for one in (one for one in here if one.what == "times"):
            factor = one.amount**one.times
            words = f"({words})" if " " in words else words
            words += f" × {factor} {one.giver}"
        words += before + limit_words(number, here, up)
        number = apply_changes(number, here, up)
    return words


def added_words(adds: Iterable[Contribution]) -> Iterator[str]:
    """What is added, that of one giver together: ` + 2 raised`, ` − 4 Block ×2`."""
    totals: dict[str, tuple[Fraction | int, int]] = {}
    for one in adds:
        amount, times = totals.get(one.giver, (0, 0))
        totals[one.giver] = amount + one.amount * one.times, times + one.times
    for giver, (amount, times) in totals.items():
        name = f"{giver} ×{times}" if times > 1 else giver
        yield f" {'−' if amount < 0 else '+'} {abs(amount)} {name}"


def limit_words(start: int, changes: Sequence[Contribution], up: bool) -> str:
    """That a number was rounded, and the least and most of it that made a difference: `, at least 1 Courage`."""
    rest = [one for one in changes if one.what not in ("least", "most")]
    words = ""
    if apply_changes(start, rest, True) != apply_changes(start, rest, False):
        words = f", rounded {'up' if up else 'down'}"
    for what in ("least", "most"):
        for one in (one for one in changes if one.what == what):
            if apply_changes(start, [*rest, one], up) != apply_changes(start, rest, up):
                words += f", at {what} {one.amount} {one.giver}"
            rest = [*rest, one]
    return words


class WeaponRow(NamedTuple):
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

    `style_facts` decide their colour and emblem, `called` their name with a box for each of them.
    """

    name: str
    about: tuple[str, ...]
    notes: tuple[str, ...]
    style_facts: Mapping[str, tuple[str, ...]]
    stats: tuple[str, ...]
    cost: str
    arms: tuple[WeaponRow, ...]
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
        found.setdefault(model_merge_key(force, model), []).append(model)
    carried = carriers(force)
    priced = any(model.cost for model in force.rows)
    return [make_bundle(force, several[0], len(several), carried, priced) for several in found.values()]


def carriers(force: Force) -> dict[str, list[str]]:
    """Which models name another one, in words, by the name of that other: `Gus carries it`."""
    found: dict[str, list[str]] = {}
    for model in force.rows:
        for id in force.game.model.named:
            for name in model.field(id):
                words = f"{model.name or model.title} {id.replace('-', ' ')} it"
                found.setdefault(name.casefold(), []).append(words)
    return found


def make_bundle(force: Force, model: Model, n: int, carried: Mapping[str, list[str]], priced: bool) -> Bundle:
    """What the sheet says of one model, or of several that are the same."""
    game = force.game
    what = heading(game, model)
    marks = [mark.name for mark in game.card.marks if mark.where.fits(model)]
    about = [*([what] if model.name else []), *squad_of(model), *posts_of(game, model), *marks, *line_of(force, model)]
    about += [word for word in unit_words(game, model) if word not in {pick.entry.name for pick in force.entries}]
    notes = [*describe_other_costs(game, {id: cost * n for id, cost in model.costs().items()})]
    notes += [*carried.get((model.name or "").casefold(), ()), *thresholds(game, model)]
    name = model.name or what
    return Bundle(
        name=f"{n} × {name}" if n > 1 else name,
        about=without_repeats(about),
        notes=without_repeats(notes),
        style_facts=facts_of(force, model),
        stats=tuple(statline(game, model)),
        cost=(f"{n} × {model.cost}" if n > 1 else str(model.cost)) if priced else "",
        arms=tuple(weapons_of_model(game, model, n)),
        facts=tuple(fact for fact in model_facts(game, model, n) if fact.items),
        called=Item(name, boxes=n),
    )


def statline(game: Game, model: Model) -> Iterator[str]:
    """The values of the stats; of what the catalogue does not know there are none."""
    known = not any(pick.entry.unknown for pick in model.slots.get(title_slot(game), ()))
    for id, stat in game.stats.items():
        yield f"{model.stats[id]}{stat.suffix}" if known else NONE


def without_repeats(words: Iterable[str]) -> tuple[str, ...]:
    """Words without those that were said before, in any case."""
    return tuple({word.casefold(): word for word in reversed(list(words))}.values())[::-1]


def posts_of(game: Game, model: Model) -> Iterator[str]:
    """The posts that a model holds in its group."""
    return (id_as_heading(post) for post in game.group.posts if model.holds(post))


def unit_words(game: Game, model: Model) -> Iterator[str]:
    """The short printed values of what a model is; its keywords have a line of their own."""
    for pick in model.slots.get(title_slot(game), ()):
        printed = {use.printed for use in pick.entry.keyword_uses}
        yield from (game.names_by_id.get(word, word) for word in meta_of(game, pick, (), "") if word not in printed)


def weapons_of_model(game: Game, model: Model, n: int) -> Iterator[WeaponRow]:
    """The rows of the tables of a card, with their values as they are on this model."""
    tables = tables_of(game)
    for slot, picks in held_by_slot(game, model).items():
        if slot in tables:
            yield from (
                weapon_row(game, pick, times, tables[slot], (n, model.title)) for pick, times in unfold_picks(picks)
            )


def weapon_row(game: Game, pick: Pick, times: int, table: CardTable, owner: tuple[int, str]) -> WeaponRow:
    """One row: the values of its columns, those that grants changed beside the printed ones."""
    item = item_of(game, pick, times, copies=owner[0], shown=table.columns, giver=owner[1])
    cells = tuple((word, cell_of(pick.field(id))) for id, word in table.columns.items())
    before = changed_fields(game, pick, table.columns.items())
    return WeaponRow(
        id_as_heading(table.slot),
        item._replace(text="", meta=(*sort_of(game, pick, table.columns, owner[1]), *before)),
        cells,
    )


def sort_of(game: Game, pick: Pick, shown: Iterable[str], giver: str) -> tuple[str, ...]:
    """What sort of thing a pick is in words, its uses too; numbers in badges are apart."""
    return meta_of(game, pick, (*shown, *game.card.badges), giver)


def list_weapon_row(game: Game, pick: Pick, times: int) -> WeaponRow | None:
    """A pick of the list itself as a row of the first table that has a column for it; None for what is no weapon."""
    for table in tables_of(game).values():
        if any(pick.field(id) is not None for id in table.columns):
            return weapon_row(game, pick, times, table, (1, ""))
    return None


def model_facts(game: Game, model: Model, n: int) -> Iterator[Fact]:
    """Keywords of what it is, picks that are in no table, whom it names, decay, changes and costs."""
    for kind, items in unit_keywords(game, model).items():
        yield Fact(game.kind_name(kind, many=True), tuple(items))
    tables = tables_of(game)
    for slot, picks in held_by_slot(game, model).items():
        if slot not in tables:
            found = (pick_item(game, one, times, n, model) for one, times in unfold_picks(picks))
            yield Fact(slot_words(game, slot, picks), tuple(found))
    for id in game.model.named:
        yield Fact(id_as_heading(id), tuple(Item(name) for name in model.field(id)))
    yield from decay_facts(game, model)
    yield Fact("Changed", tuple(changed_stats(game, model)))
    yield Fact(id_as_heading(game.points), tuple(cost_parts(game, model)))
    if model.notes:
        yield Fact("Notes", (Item("", model.notes),))


def pick_item(game: Game, pick: Pick, times: int, n: int, model: Model) -> Item:
    """A pick by name with what sort it is; its text is among the rules."""
    item = item_of(game, pick, times, copies=n, giver=model.title)
    return item._replace(text="", meta=sort_of(game, pick, (), model.title))


def unit_keywords(game: Game, model: Model) -> dict[str, list[Item]]:
    """The keywords of what a model is, by their kind."""
    found: dict[str, list[Item]] = {}
    for pick in model.slots.get(title_slot(game), ()):
        for use in pick.entry.keyword_uses:
            if not use.implied_by:
                found.setdefault(use.kind, []).append(Item(use.printed))
    return found


def thresholds(game: Game, model: Model) -> Iterator[str]:
    """From how many boxes left on a mark applies, and what it says there unless that is among the rules."""
    rules = {entry.name.casefold() for entry in game.entries}
    for track in (one for block in tick_blocks(game, model, 1) for one in block.tracks):
        if track.mark and track.after is not None and track.number > track.after:
            words = f"{track.mark} at {track.number - track.after} {track.label} or less"
            yield f"{words}: {track.text}" if track.text and track.mark.casefold() not in rules else words


def decay_facts(game: Game, model: Model) -> Iterator[Fact]:
    """Stats that decay, turn by turn."""
    for decline in decline_blocks(game, model):
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
        changes = pick.contributions(("cost", game.first_currency))
        if pick.cost or changes:
            paid[name] = paid.get(name, 0) + pick.cost
            changed.setdefault(name, []).extend(change_words(one, pick) for one in changes)
    if len(paid) > 1:
        for name, cost in paid.items():
            why = f" ({', '.join(dict.fromkeys(changed[name]))})" if changed[name] else ""
            yield Item("", f"{name} {cost}{why}")
