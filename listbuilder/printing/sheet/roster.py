"""What stands above the rules of a sheet: findings, the list's own choices, and its models, group by group."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.finding import capped
from listbuilder.force import Force, Group, Model, Pick
from listbuilder.printing.content import Item, Items
from listbuilder.printing.entries import in_words, item_of, spread, unfolded, with_counts
from listbuilder.printing.rows import Setting
from listbuilder.printing.sheet.profiles import Fact, arm_of, bundles_of
from listbuilder.printing.sheet.rows import Section, block_section, facts_section, models_section
from listbuilder.printing.spawned import spawned_force
from listbuilder.validator import Report
from listbuilder.wording import counted

__all__ = ["roster_sections"]


def roster_sections(report: Report, setting: Setting, judge: bool = False) -> Iterator[Section]:
    """Findings, choices, then the models."""
    force = report.force
    if report.findings:
        yield block_section(setting, findings(report, judge))
    yield from choices(force, setting)
    yield from model_sections(force, setting)
    if more := spawned_force(force):
        yield next(model_sections(more, setting, "Brought into play"))
    if force.document.notes:
        yield block_section(setting, Items("Notes", (Item("", force.document.notes),)))


def findings(report: Report, judge: bool) -> Items:
    """What is to be known about the list, each with what to do; for a judge with the rule and where it is printed."""
    items = []
    for one in capped(report.findings):
        printed = ", ".join(part for part in (one.rule, one.source) if part) if judge else ""
        text = " ".join(part for part in (one.message, one.hint, f"({printed})" if printed else "") if part)
        items.append(Item(f"{one.severity.capitalize()}: {one.model or in_words(one.where) or 'List'}", text))
    return Items("Findings", tuple(items))


def choices(force: Force, setting: Setting) -> Iterator[Section]:
    """What was chosen for the list itself, slot by slot, then its own values; what is secret says only that."""
    game = force.game
    facts = []
    for slot, spec in game.list.slots.items():
        picks = with_counts(pick for pick in force.entries if pick.slot == slot)
        if picks:
            facts.append(Fact(in_words(slot), tuple(chosen(force, pick, n) for pick, n in picks)))
        elif spec.secret and force.seal is not None:
            facts.append(Fact(in_words(slot), (Item("Secret"),)))
    facts += [Fact(in_words(id), (Item(words),)) for id, words in game.list.said(force.values, True)]
    arms = [arm for pick, n in with_counts(spread(force.entries)) if (arm := arm_of(game, pick, n))]
    if facts:
        yield facts_section(setting, "Choices", facts, arms)


def chosen(force: Force, pick: Pick, n: int) -> Item:
    """A pick by name with what sort it is, and the names of what is inside it."""
    item = item_of(force.game, pick, n)
    if arm_of(force.game, pick, n):
        return Item(item.name)
    inner = [f"{one.entry.name} ×{times}" if times > 1 else one.entry.name for one, times in inside(pick)]
    return Item(
        item.name, "", tuple(force.game.names_by_id.get(word, word) for word in (*item.meta, *inner)), item.boxes
    )


def inside(pick: Pick) -> list[tuple[Pick, int]]:
    """What is inside a pick."""
    return list(unfolded(pick.picks))


def model_sections(force: Force, setting: Setting, title: str = "Models") -> Iterator[Section]:
    """A section for each group and one for the models in none; a list without models says so."""
    priced = any(model.cost for model in force.rows)
    heads = [*(stat.name for stat in force.game.stats.values()), *([in_words(force.game.points)] if priced else [])]
    heads = heads if priced else [*heads, ""]

    def section(title: str, about: str, models: tuple[Model, ...]) -> Section:
        return models_section(setting, title, about, heads, bundles_of(force, models))

    for group in force.groups:
        title = f"{in_words(group.kind or 'group')} {group.name}"
        yield section(title, ". ".join(group_words(force, group)), group.members)
    loose = tuple(model for model in force.models if model.squad is None)
    if loose:
        yield section("Other models" if force.groups else title, "", loose)
    elif not force.models:
        yield block_section(setting, Items("Models", (Item("", "This list has none."),)))


def group_words(force: Force, group: Group) -> Iterator[str]:
    """What there is to know about a group: its size, what it stands in, its orders."""
    game = force.game
    yield counted(group.strength, "model")
    if group.within:
        yield f"Within {group.within.name}"
    for id, words in game.group.said(group.values, True):
        if id != "kind":
            yield f"{in_words(id)}: {words}"
    for slot, spec in game.group.slots.items():
        picks = with_counts(group.slots.get(slot, ()))
        if picks:
            yield f"{in_words(slot)}: {', '.join(chosen(force, pick, n).name for pick, n in picks)}"
        elif spec.secret and force.seal is not None:
            yield f"{in_words(slot)}: secret"
    for id, field in game.group.fields.items():
        if field.secret and force.seal is not None:
            yield f"{in_words(id)}: secret"
