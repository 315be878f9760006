"""The content of a sheet, independent of type size: findings, choices, models by group, rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from listbuilder.base.findings import capped
from listbuilder.base.wording import counted
from listbuilder.catalogue import CardTable, Game
from listbuilder.judging.force import Contribution, Force, Group, Model, Pick, apply_changes
from listbuilder.judging.force.force import describe_other_costs
from listbuilder.judging.secrecy import Reveal
from listbuilder.judging.validator import Report
from listbuilder.printing.card_content import NONE, Item, Items, Legend, cell_of, legend_of
from listbuilder.printing.card_style import CardStyle, facts_of, list_facts, title_slot
from listbuilder.printing.check_code import share_text
from listbuilder.printing.entry_items import (
    id_as_heading,
    item_of,
    meta_of,
    unfold_picks,
    with_counts,
    with_inner_picks,
)
from listbuilder.printing.model_cards import (
    decline_blocks,
    heading,
    held_by_slot,
    line_of,
    model_merge_key,
    slot_words,
    spawned_force,
    squad_of,
    tables_of,
    tick_blocks,
)
from listbuilder.printing.reference_cards import RuleText, rules_in_use
from listbuilder.printing.sheet.sheet_options import SheetOptions, SheetStyle

# What only a judge needs on a sheet: where everything is printed, and what the list was committed to.


def judge_blocks(report: Report, reveals: tuple[Reveal, ...]) -> Iterator[Items]:
    """The commitment, then the sections of the rulebook with what in the list is printed there."""
    yield Items("Commitment", tuple(commitment(report, reveals)))
    if items := tuple(sources(report)):
        yield Items("Where it is printed", items)


def commitment(report: Report, reveals: tuple[Reveal, ...]) -> Iterator[Item]:
    """The seals that this list opens, and what identifies the list and the catalogue to the letter."""
    force = report.force
    fitting = [one for one in reveals if one.opens(force)]
    for one in fitting:
        yield Item(f"Seal {one.seal}", f"This list is what was sealed. Salt {one.salt}.")
    if reveals and not fitting:
        yield Item("No seal fits", "What was sealed is another list, or the catalogue has changed since.")
    yield Item("List", force.meaning)
    yield Item("Catalogue", force.game.digest)


def sources(report: Report) -> Iterator[Item]:
    """Each section of the rulebook with the entries of the list that it prints, in the order of the list."""
    found: dict[str, dict[str, None]] = {}
    for pick in report.force.picks:
        if pick.entry.source:
            found.setdefault(pick.entry.source, {})[pick.entry.name] = None
    yield from (Item(source, ", ".join(names)) for source, names in found.items())


class RosterGroup(NamedTuple):
    """Models that stand together, their group or all that are in none; each with its style."""

    title: str
    about: str
    bundles: tuple[tuple[Bundle, CardStyle], ...]


class SheetRoster(NamedTuple):
    """All that a sheet says; `code` is what its QR code holds, `style` has the colours and emblem of the list."""

    report: Report
    style: CardStyle
    code: str | None
    findings: Items | None
    choices: tuple[Fact, ...]
    arms: tuple[WeaponRow, ...]
    parts: tuple[RosterGroup, ...]
    legend: Legend
    judged: tuple[Items, ...]
    rules: tuple[RuleText, ...]

    @property
    def bundles(self) -> list[Bundle]:
        """All models of the list, and those that come into play later."""
        return [one for part in self.parts for one, _ in part.bundles]


def roster_of(report: Report, options: SheetOptions, sheet_style: SheetStyle) -> SheetRoster:
    """What the sheet of a list says."""
    force = report.force
    more = spawned_force(force)
    parts = [*parts_of(force, sheet_style)]
    parts += [one._replace(title="Brought into play") for one in (parts_of(more, sheet_style) if more else ())]
    return SheetRoster(
        report=report,
        style=sheet_style.style(list_facts(force)),
        code=share_text(report) if options.qr and force.seal is None and options.receipt is None else None,
        findings=findings(report, options.judge) if report.findings else None,
        choices=tuple(choices(force)),
        arms=tuple(
            arm
            for pick, n in with_counts(with_inner_picks(force.entries))
            if (arm := list_weapon_row(force.game, pick, n))
        ),
        parts=tuple(parts),
        legend=legend_of(item for part in parts for one, _ in part.bundles for item in one.items),
        judged=tuple(judge_blocks(report, options.reveals)) if options.judge else (),
        rules=tuple(rules_in_use(force, *([more] if more else []))) if options.appendix else (),
    )


def findings(report: Report, judge: bool) -> Items:
    """What is to be known about the list, each with what to do; for a judge with the rule and where it is printed."""
    items = []
    for one in capped(report.findings):
        printed = ", ".join(part for part in (one.rule, one.source) if part) if judge else ""
        text = " ".join(part for part in (one.message, one.hint, f"({printed})" if printed else "") if part)
        # Most messages name the model themselves; a path in a file says nothing to whoever has paper alone.
        model = f", {one.model}" if one.model and one.model.casefold() not in one.message.casefold() else ""
        # Ticks around what is typed mean something on a screen alone.
        items.append(Item(f"{one.severity.capitalize()}{model}:", text.replace("`", "")))
    return Items("Findings", tuple(items))


def choices(force: Force) -> Iterator[Fact]:
    """What was chosen for the list itself, slot by slot, then its own values; what is secret says only that."""
    game = force.game
    for slot, spec in game.list.slots.items():
        picks = with_counts(pick for pick in force.entries if pick.slot == slot)
        if picks:
            yield Fact(id_as_heading(slot), tuple(chosen_item(force, pick, n) for pick, n in picks))
        elif spec.secret and force.seal is not None:
            yield Fact(id_as_heading(slot), (Item("Secret"),))
    yield from (
        Fact(id_as_heading(id), (Item(words[:1].upper() + words[1:]),))
        for id, words in game.list.said(force.values, True)
    )


def chosen_item(force: Force, pick: Pick, n: int) -> Item:
    """A pick by name with what sort it is, and the names of what is inside it."""
    item = item_of(force.game, pick, n)
    if list_weapon_row(force.game, pick, n):
        return Item(item.name)
    inner = [f"{one.entry.name} ×{times}" if times > 1 else one.entry.name for one, times in inner_items(pick)]
    return Item(
        item.name, "", tuple(force.game.names_by_id.get(word, word) for word in (*item.meta, *inner)), item.boxes
    )


def inner_items(pick: Pick) -> list[tuple[Pick, int]]:
    """What is inside a pick."""
    return list(unfold_picks(pick.picks))


def parts_of(force: Force, sheet_style: SheetStyle) -> Iterator[RosterGroup]:
    """A part for each group and one for the models in none."""

    def with_styles(models: Sequence[Model]) -> tuple[tuple[Bundle, CardStyle], ...]:
        return tuple((one, sheet_style.style(one.style_facts)) for one in bundles_of(force, models))

    for group in force.groups:
        title = f"{id_as_heading(group.kind or 'group')} {group.name}"
        yield RosterGroup(title, ". ".join(group_words(force, group)), with_styles(group.members))
    loose = tuple(model for model in force.models if model.squad is None)
    if loose:
        yield RosterGroup("Other models" if force.groups else "Models", "", with_styles(loose))


def group_words(force: Force, group: Group) -> Iterator[str]:
    """What there is to know about a group: its size, what it stands in, its orders."""
    game = force.game
    yield counted(group.strength, "model")
    if group.within:
        yield f"Within {group.within.name}"
    for id, words in game.group.said(group.values, True):
        if id != "kind":
            yield f"{id_as_heading(id)}: {words}"
    for slot, spec in game.group.slots.items():
        picks = with_counts(group.slots.get(slot, ()))
        if picks:
            yield f"{id_as_heading(slot)}: {', '.join(chosen_item(force, pick, n).name for pick, n in picks)}"
        elif spec.secret and force.seal is not None:
            yield f"{id_as_heading(slot)}: secret"
    for id, field in game.group.fields.items():
        if field.secret and force.seal is not None:
            yield f"{id_as_heading(id)}: secret"


# From models to what a sheet says of them: statline, weapons with their values, everything else by name.

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
