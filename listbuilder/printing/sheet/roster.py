"""What stands above the rules of a sheet: findings, the list's own choices, and its models, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.finding import capped
from listbuilder.force import Force, Group, Pick
from listbuilder.printing.content import Item, Items, Legend
from listbuilder.printing.entries import in_words, item_of, spread, unfolded, with_counts
from listbuilder.printing.rows import Setting
from listbuilder.printing.sheet.blocks import plan_for
from listbuilder.printing.sheet.dressing import Wardrobe
from listbuilder.printing.sheet.profiles import Bundle, Fact, arm_of, bundles_of
from listbuilder.printing.sheet.rows import Section, block_section, facts_section, legend_section, models_section
from listbuilder.printing.spawned import spawned_force
from listbuilder.validator import Report
from listbuilder.wording import counted

__all__ = ["choices", "roster_sections"]


def roster_sections(report: Report, setting: Setting, wardrobe: Wardrobe, judge: bool = False) -> Iterator[Section]:
    """Findings, then the models, what their icons mean, and notes; choices stand in the head."""
    force = report.force
    if report.findings:
        yield block_section(setting, findings(report, judge))
    more = spawned_force(force)
    parts = [*parts_of(force), *(one._replace(title="Brought into play") for one in (parts_of(more) if more else []))]
    bundles = [bundle for part in parts for bundle in part.bundles]
    heads = [stat.name for stat in force.game.stats.values()]
    plan = plan_for(setting, heads, force.game.points, bundles)
    yield from (models_section(plan, wardrobe, part.title, part.about, part.bundles) for part in parts)
    if bundles:
        yield legend_section(setting, legend_of(bundles))
    else:
        yield block_section(setting, Items("Models", (Item("", "This list has none."),)))
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


class Part(NamedTuple):
    """Models that stand together: their group, or all that are in none."""

    title: str
    about: str
    bundles: list[Bundle]


def parts_of(force: Force) -> Iterator[Part]:
    """A part for each group and one for the models in none."""
    for group in force.groups:
        title = f"{in_words(group.kind or 'group')} {group.name}"
        yield Part(title, ". ".join(group_words(force, group)), bundles_of(force, group.members))
    loose = tuple(model for model in force.models if model.squad is None)
    if loose:
        yield Part("Other models" if force.groups else "Models", "", bundles_of(force, loose))


def legend_of(bundles: Sequence[Bundle]) -> Legend:
    """Every word on models that an icon may stand for."""
    items = [arm.item for one in bundles for arm in one.arms]
    items += [item for one in bundles for fact in one.facts for item in fact.items]
    words = dict.fromkeys(word.casefold() for item in items for word in item.meta)
    return Legend(tuple(words), any(item.boxes for item in items))


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
