"""The content of a sheet, independent of type size: findings, choices, models by group, rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.base.findings import capped
from listbuilder.base.wording import counted
from listbuilder.judging.force import Force, Group, Model, Pick
from listbuilder.judging.secrecy import Reveal
from listbuilder.judging.validator import Report
from listbuilder.printing.card_content import Item, Items, Legend, legend_of
from listbuilder.printing.card_style import CardStyle, list_facts
from listbuilder.printing.check_code import share_text
from listbuilder.printing.entry_items import id_as_heading, item_of, unfold_picks, with_counts, with_inner_picks
from listbuilder.printing.rule_texts import RuleText, rules_in_use
from listbuilder.printing.sheet.profiles import Bundle, Fact, WeaponRow, bundles_of, list_weapon_row
from listbuilder.printing.sheet.sheet_options import SheetOptions
from listbuilder.printing.sheet.sheet_style import SheetStyle
from listbuilder.printing.spawned import spawned_force

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
        for id, words in game.list.describe(force.values, True)
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
