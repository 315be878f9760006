"""The content of a sheet, independent of type size: findings, choices, models with their weapons, rules.

A judged list goes in, plain words come out, identical models together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from listbuilder.base.findings import capped
from listbuilder.base.wording import counted, join_names
from listbuilder.catalogue import CardTable, Game
from listbuilder.judging.force import Contribution, Force, Group, Model, Pick, apply_changes, describe_other_costs
from listbuilder.judging.secrecy import Reveal
from listbuilder.judging.validator import Report
from listbuilder.printing.card_content import NONE, Item, Items, Legend
from listbuilder.printing.card_style import CardStyle, facts_of, list_facts, title_slot
from listbuilder.printing.check_code import share_text
from listbuilder.printing.entry_items import (
    cell_of,
    id_as_heading,
    item_of,
    legend_of,
    meta_of,
    unfold_picks,
    with_counts,
    with_inner_picks,
)
from listbuilder.printing.model_cards import (
    decline_blocks,
    group_models,
    heading,
    held_by_slot,
    line_of,
    slot_words,
    spawned_force,
    squad_of,
    tables_of,
    tick_blocks,
)
from listbuilder.printing.reference_cards import RuleText, rules_in_use
from listbuilder.printing.sheet.sheet_options import SheetOptions, SheetStyle


class WeaponRow(NamedTuple):
    """A row of a table: a weapon, and head and value of each column."""

    table: str
    item: Item
    cells: tuple[tuple[str, str], ...]


class Fact(NamedTuple):
    """A labelled line of named things."""

    label: str
    items: tuple[Item, ...]


class Bundle(NamedTuple):
    """Identical models. `style_facts` decide colour and emblem; `called` is their name with a box for each of them."""

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


class RosterGroup(NamedTuple):
    """The models of one group, or those of none, each with its style."""

    title: str
    about: str
    bundles: tuple[tuple[Bundle, CardStyle], ...]


class SheetRoster(NamedTuple):
    """All that a sheet says; `code` is the text of its QR code, `style` has the colours and emblem of the list."""

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
        """All models of the list, and those that it brings into play later."""
        return [one for part in self.parts for one, _ in part.bundles]


def roster_of(report: Report, options: SheetOptions, sheet_style: SheetStyle) -> SheetRoster:
    """What the sheet of a list says."""
    force = report.force
    later = spawned_force(force)
    parts = [*parts_of(force, sheet_style)]
    parts += [one._replace(title="Brought into play") for one in (parts_of(later, sheet_style) if later else ())]
    arms = [list_weapon_row(force.game, pick, n) for pick, n in with_counts(with_inner_picks(force.entries))]
    return SheetRoster(
        report=report,
        style=sheet_style.style(list_facts(force)),
        # A share code has the whole list, also what is still secret; at an event the receipt proves it instead.
        code=share_text(report) if options.qr and force.seal is None and options.receipt is None else None,
        findings=findings(report, options.judge) if report.findings else None,
        choices=tuple(choices(force)),
        arms=tuple(arm for arm in arms if arm),
        parts=tuple(parts),
        legend=legend_of(item for part in parts for one, _ in part.bundles for item in one.items),
        judged=tuple(judge_blocks(report, options.reveals)) if options.judge else (),
        rules=tuple(rules_in_use(force, *([later] if later else []))) if options.appendix else (),
    )


def judge_blocks(report: Report, reveals: tuple[Reveal, ...]) -> Iterator[Items]:
    """What only a judge needs: the commitment, and each section of the rulebook with the entries it prints."""
    yield Items("Commitment", tuple(commitment(report.force, reveals)))
    sources: dict[str, dict[str, None]] = {}
    for pick in report.force.picks:
        if pick.entry.source:
            sources.setdefault(pick.entry.source, {})[pick.entry.name] = None
    if sources:
        yield Items("Where it is printed", tuple(Item(source, ", ".join(names)) for source, names in sources.items()))


def commitment(force: Force, reveals: tuple[Reveal, ...]) -> Iterator[Item]:
    """The seals that this list opens, and the digests of the list and the catalogue."""
    fitting = [one for one in reveals if one.opens(force)]
    for one in fitting:
        yield Item(f"Seal {one.seal}", f"This list is what was sealed. Salt {one.salt}.")
    if reveals and not fitting:
        yield Item("No seal fits", "What was sealed is another list, or the catalogue has changed since.")
    yield Item("List", force.meaning)
    yield Item("Catalogue", force.game.digest)


def findings(report: Report, judge: bool) -> Items:
    """The findings with their hints; for a judge with the rule and its source."""
    items = []
    for one in capped(report.findings):
        printed = ", ".join(part for part in (one.rule, one.source) if part) if judge else ""
        text = " ".join(part for part in (one.message, one.hint, f"({printed})" if printed else "") if part)
        # Most messages name the model themselves; a path in a file means nothing on paper.
        model = f", {one.model}" if one.model and one.model.casefold() not in one.message.casefold() else ""
        # Backticks around what is typed mean something only on a screen.
        items.append(Item(f"{one.severity.capitalize()}{model}:", text.replace("`", "")))
    return Items("Findings", tuple(items))


def choices(force: Force) -> Iterator[Fact]:
    """The picks of the list itself by slot, then its fields; of a secret only that it is one."""
    game = force.game
    for slot, spec in game.list.slots.items():
        picks = with_counts(pick for pick in force.entries if pick.slot == slot)
        if picks:
            yield Fact(id_as_heading(slot), tuple(chosen_item(force, pick, n) for pick, n in picks))
        elif spec.secret and force.seal is not None:
            yield Fact(id_as_heading(slot), (Item("Secret"),))
    for id, words in game.list.describe(force.values, True):
        yield Fact(id_as_heading(id), (Item(words[:1].upper() + words[1:]),))


def chosen_item(force: Force, pick: Pick, n: int) -> Item:
    """A pick by name with its meta words, and the names of what is inside it."""
    item = item_of(force.game, pick, n)
    if list_weapon_row(force.game, pick, n):
        return Item(item.name)
    inner = [f"{one.entry.name} ×{times}" if times > 1 else one.entry.name for one, times in unfold_picks(pick.picks)]
    meta = tuple(force.game.names_by_id.get(word, word) for word in (*item.meta, *inner))
    return Item(item.name, "", meta, item.boxes)


def parts_of(force: Force, sheet_style: SheetStyle) -> Iterator[RosterGroup]:
    """A part for each group, and one for the models in none."""

    def with_styles(models: Sequence[Model]) -> tuple[tuple[Bundle, CardStyle], ...]:
        return tuple((one, sheet_style.style(one.style_facts)) for one in bundles_of(force, models))

    for group in force.groups:
        title = f"{id_as_heading(group.kind or 'group')} {group.name}"
        yield RosterGroup(title, ". ".join(group_words(force, group)), with_styles(group.members))
    single = tuple(model for model in force.models if model.squad is None)
    if single:
        yield RosterGroup("Other models" if force.groups else "Models", "", with_styles(single))


def group_words(force: Force, group: Group) -> Iterator[str]:
    """The size of a group, the group around it, its fields and picks."""
    game = force.game
    yield counted(group.strength, "model")
    if group.within:
        yield f"Within {group.within.name}"
    for id, words in game.group.describe(group.values, True):
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


def bundles_of(force: Force, models: Iterable[Model]) -> list[Bundle]:
    """Models, identical ones together."""
    carried = carriers(force)
    priced = any(model.cost for model in force.rows)
    return [make_bundle(force, some[0], len(some), carried, priced) for some in group_models(force, models)]


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
    """What the sheet says about `n` models like this one."""
    game = force.game
    what = heading(game, model)
    posts = [id_as_heading(post) for post in game.group.posts if model.holds(post)]
    marks = [mark.name for mark in game.card.marks if mark.where.fits(model)]
    about = [*([what] if model.name else []), *squad_of(model), *posts, *marks, *line_of(force, model)]
    about += [word for word in unit_words(game, model) if word not in {pick.entry.name for pick in force.entries}]
    notes = [*describe_other_costs(game, {id: cost * n for id, cost in model.costs().items()})]
    notes += [*carried.get((model.name or "").casefold(), ()), *thresholds(game, model)]
    name = model.name or what
    # The stats of a unit that the catalogue does not know are no numbers.
    known = not any(pick.entry.unknown for pick in model.slots.get(title_slot(game), ()))
    stats = (
        f"{model.stats[id]}{stat.suffix}" if known and stat.shows(model.stats[id]) else NONE
        for id, stat in game.stats.items()
    )
    return Bundle(
        name=f"{n} × {name}" if n > 1 else name,
        about=without_repeats(about),
        notes=without_repeats(notes),
        style_facts=facts_of(force, model),
        stats=tuple(stats),
        cost=(f"{n} × {model.cost}" if n > 1 else str(model.cost)) if priced else "",
        arms=tuple(weapons_of_model(game, model, n)),
        facts=tuple(fact for fact in model_facts(game, model, n) if fact.items),
        called=Item(name, boxes=n),
    )


def without_repeats(words: Iterable[str]) -> tuple[str, ...]:
    """Words without repeats, in any case."""
    # Reversed twice, so that the first spelling of a word stays in its place.
    return tuple({word.casefold(): word for word in reversed(list(words))}.values())[::-1]


def unit_words(game: Game, model: Model) -> Iterator[str]:
    """The short printed values of what a model is, without its keywords."""
    for pick in model.slots.get(title_slot(game), ()):
        printed = {use.printed for use in pick.entry.keyword_uses}
        yield from (game.names_by_id.get(word, word) for word in meta_of(game, pick, (), "") if word not in printed)


def weapons_of_model(game: Game, model: Model, n: int) -> Iterator[WeaponRow]:
    """The rows of the tables of a card, with the values that this model has."""
    tables = tables_of(game)
    for slot, picks in held_by_slot(game, model).items():
        if slot in tables:
            for pick, times in unfold_picks(picks):
                yield weapon_row(game, pick, times, tables[slot], n, model.title)


def weapon_row(game: Game, pick: Pick, times: int, table: CardTable, copies: int, giver: str) -> WeaponRow:
    """One row: the values of its columns, and how grants changed them."""
    shown = table.columns
    item = item_of(game, pick, times, copies=copies, shown=shown, giver=giver)
    meta = (*meta_of(game, pick, (*shown, *game.card.badges), giver), *changed_fields(game, pick, shown.items()))
    cells = tuple((word, cell_of(pick.field(id))) for id, word in shown.items())
    return WeaponRow(id_as_heading(table.slot), item._replace(text="", meta=meta), cells)


def list_weapon_row(game: Game, pick: Pick, times: int) -> WeaponRow | None:
    """A pick of the list itself as a row of the first table with a column for it; None if it is no weapon."""
    for table in tables_of(game).values():
        if any(pick.field(id) is not None for id in table.columns):
            return weapon_row(game, pick, times, table, 1, "")
    return None


def model_facts(game: Game, model: Model, n: int) -> Iterator[Fact]:
    """Keywords of the unit, picks that are in no table, models that it names, decay, changes and costs."""
    keywords: dict[str, list[Item]] = {}
    for pick in model.slots.get(title_slot(game), ()):
        for use in pick.entry.keyword_uses:
            if not use.implied_by:
                keywords.setdefault(use.kind, []).append(Item(use.printed))
    for kind, items in keywords.items():
        yield Fact(game.kind_name(kind, many=True), tuple(items))
    for slot, picks in held_by_slot(game, model).items():
        if slot not in tables_of(game):
            found = (pick_item(game, one, times, n, model.title) for one, times in unfold_picks(picks))
            yield Fact(slot_words(game, slot, picks), tuple(found))
    for id in game.model.named:
        yield Fact(id_as_heading(id), tuple(Item(name) for name in model.field(id)))
    for decline in decline_blocks(game, model):
        turns = [
            Item(f"Turn {turn}", "", (", ".join(f"{stat} {values[at]}" for stat, values in decline.rows),))
            for at, turn in enumerate(decline.turns)
        ]
        yield Fact(decline.title, tuple(turns))
    yield Fact("Changed", tuple(changed_stats(game, model)))
    yield Fact(id_as_heading(game.points), tuple(cost_parts(game, model)))
    if model.notes:
        yield Fact("Notes", (Item("", model.notes),))


def pick_item(game: Game, pick: Pick, times: int, n: int, giver: str) -> Item:
    """A pick by name with its meta words; its text is among the rules."""
    item = item_of(game, pick, times, copies=n, giver=giver)
    return item._replace(text="", meta=meta_of(game, pick, game.card.badges, giver))


def thresholds(game: Game, model: Model) -> Iterator[str]:
    """From how many boxes left a mark applies, and what it does unless that is among the rules."""
    rules = {entry.name.casefold() for entry in game.entries}
    for track in (one for block in tick_blocks(game, model, 1) for one in block.tracks):
        if track.mark and track.after is not None and track.number > track.after:
            words = f"{track.mark} at {track.number - track.after} {track.label} or less"
            yield f"{words}: {track.text}" if track.text and track.mark.casefold() not in rules else words


def change_words(one: Contribution, pick: Pick) -> str:
    """A change to a price in short: `-2 Coat`, `×1/2 Elite`, `2 of 3 set to 0 Tinker`."""
    amount = one.amount * one.times if one.what == "add" else one.amount
    signs = {"add": f"{float(amount):+g}", "times": f"×{amount}", "set": f"set to {amount}"}
    limits = {"least": "at least", "most": "at most"}
    some = "" if one.copies is None else f"{one.copies} of {pick.count} "
    return f"{some}{signs.get(one.what) or f'{limits[one.what]} {amount}'} {one.giver}"


def cost_parts(game: Game, model: Model) -> Iterator[Item]:
    """The parts of a model's cost, if it has several, and what changed their prices."""
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


# Why a number is what it is, as people write sums: `HP 8 = 6 + 2 raised`.


def changed_stats(game: Game, model: Model) -> Iterator[Item]:
    """Each changed stat, with its base and what changed it."""
    for id, changes in model.changed_stats.items():
        start, now, stat = model.bases.get(id, 0), model.stats[id], game.stats[id]
        if start != now:
            words = sum_words(f"{start}{stat.suffix}", start, changes, stat.round == "up")
            if apply_changes(start, changes, stat.round == "up") != now:
                words += f", at {'least' if now == stat.minimum else 'most'} {now}{stat.suffix}"
            yield Item(f"{stat.name} {now}{stat.suffix}", "", (f"= {words}",))


def changed_fields(game: Game, pick: Pick, columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Each changed value of a pick, by the head of its column."""
    now = pick.changed_fields or {}
    for id, word in columns:
        printed, changes = pick.entry.field(id), pick.contributions(("field", id))
        if id in now and (isinstance(now[id], str | tuple) or any(one.text for one in changes)):
            if printed != now[id]:
                givers = join_names(list(dict.fromkeys(one.giver for one in changes)))
                yield f"{word} {cell_of(now[id])}{f' instead of {cell_of(printed)}' if printed else ''} ({givers})"
        elif id in now and printed not in (None, now[id]):
            number = printed if isinstance(printed, int) else getattr(printed, "number", 0)
            words = sum_words(str(printed), number, changes, game.rounds_up(pick.entry.kind, id))
            yield f"{word} {now[id]} = {words}"


def sum_words(start: str, number: int, changes: Sequence[Contribution], up: bool) -> str:
    """A sum in words: `6 + 2 raised`, `(2 + 1 Boots) × 2 Elite`; limits only if they make a difference."""
    words = start
    for _, several in groupby(sorted(changes, key=lambda one: one.order), key=lambda one: one.order):
        here, before = list(several), ""
        if sets := [one for one in here if one.what == "set"]:
            # Of several values that are set the highest counts, as in the resolver.
            highest = max(sets, key=lambda one: one.amount)
            words, before = f"{highest.amount} {highest.giver}", f" instead of {words}"
        words += "".join(added_words(one for one in here if one.what == "add"))
        for one in (one for one in here if one.what == "times"):
            factor = one.amount**one.times
            words = f"({words}) × {factor} {one.giver}" if " " in words else f"{words} × {factor} {one.giver}"
        words += before + limit_words(number, here, up)
        number = apply_changes(number, here, up)
    return words


def added_words(adds: Iterable[Contribution]) -> Iterator[str]:
    """What is added, one term per giver: ` + 2 raised`, ` − 4 Block ×2`."""
    totals: dict[str, tuple[Fraction | int, int]] = {}
    for one in adds:
        amount, times = totals.get(one.giver, (0, 0))
        totals[one.giver] = amount + one.amount * one.times, times + one.times
    for giver, (amount, times) in totals.items():
        name = f"{giver} ×{times}" if times > 1 else giver
        yield f" {'−' if amount < 0 else '+'} {abs(amount)} {name}"


def limit_words(start: int, changes: Sequence[Contribution], up: bool) -> str:
    """Rounding, and the limits that make a difference: `, at least 1 Courage`."""
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
