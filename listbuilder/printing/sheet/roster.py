"""What a sheet says, whatever the size of its type: findings, choices, models by group, rules. Worked out once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.finding import capped
from listbuilder.force import Force, Group, Model, Pick
from listbuilder.printing.check_code import share_text
from listbuilder.printing.content import Item, Items, Legend, legend_of
from listbuilder.printing.entries import in_words, item_of, spread, unfolded, with_counts
from listbuilder.printing.facts import list_facts
from listbuilder.printing.look import Dress
from listbuilder.printing.rulebook import RuleText, rules_in_use
from listbuilder.printing.sheet.dressing import Wardrobe
from listbuilder.printing.sheet.judge import judge_blocks
from listbuilder.printing.sheet.profiles import Arm, Bundle, Fact, arm_of, bundles_of
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.printing.spawned import spawned_force
from listbuilder.validator import Report
from listbuilder.wording import counted


class Part(NamedTuple):
    """Models that stand together, their group or all that are in none; each with what it wears."""

    title: str
    about: str
    bundles: tuple[tuple[Bundle, Dress], ...]


class Roster(NamedTuple):
    """All that a sheet says; `code` is what its QR code holds, `dress` what the list itself wears."""

    report: Report
    dress: Dress
    code: str | None
    findings: Items | None
    choices: tuple[Fact, ...]
    arms: tuple[Arm, ...]
    parts: tuple[Part, ...]
    legend: Legend
    judged: tuple[Items, ...]
    rules: tuple[RuleText, ...]

    @property
    def bundles(self) -> list[Bundle]:
        """All models of the list, and those that come into play later."""
        return [one for part in self.parts for one, _ in part.bundles]


def roster_of(report: Report, wishes: SheetWishes, wardrobe: Wardrobe) -> Roster:
    """What the sheet of a list says."""
    force = report.force
    more = spawned_force(force)
    parts = [*parts_of(force, wardrobe)]
    parts += [one._replace(title="Brought into play") for one in (parts_of(more, wardrobe) if more else ())]
    return Roster(
        report=report,
        dress=wardrobe.dress(list_facts(force)),
        code=share_text(report) if wishes.qr and force.seal is None and wishes.receipt is None else None,
        findings=findings(report, wishes.judge) if report.findings else None,
        choices=tuple(choices(force)),
        arms=tuple(arm for pick, n in with_counts(spread(force.entries)) if (arm := arm_of(force.game, pick, n))),
        parts=tuple(parts),
        legend=legend_of(item for part in parts for one, _ in part.bundles for item in one.items),
        judged=tuple(judge_blocks(report, wishes.reveals)) if wishes.judge else (),
        rules=tuple(rules_in_use(force, *([more] if more else []))) if wishes.appendix else (),
    )


def findings(report: Report, judge: bool) -> Items:
    """What is to be known about the list, each with what to do; for a judge with the rule and where it is printed."""
    items = []
    for one in capped(report.findings):
        printed = ", ".join(part for part in (one.rule, one.source) if part) if judge else ""
        text = " ".join(part for part in (one.message, one.hint, f"({printed})" if printed else "") if part)
        # Most messages name the model themselves; a path in a file says nothing to whoever has paper alone.
        said = f", {one.model}" if one.model and one.model.casefold() not in one.message.casefold() else ""
        # Ticks around what is typed mean something on a screen alone.
        items.append(Item(f"{one.severity.capitalize()}{said}:", text.replace("`", "")))
    return Items("Findings", tuple(items))


def choices(force: Force) -> Iterator[Fact]:
    """What was chosen for the list itself, slot by slot, then its own values; what is secret says only that."""
    game = force.game
    for slot, spec in game.list.slots.items():
        picks = with_counts(pick for pick in force.entries if pick.slot == slot)
        if picks:
            yield Fact(in_words(slot), tuple(chosen(force, pick, n) for pick, n in picks))
        elif spec.secret and force.seal is not None:
            yield Fact(in_words(slot), (Item("Secret"),))
    yield from (
        Fact(in_words(id), (Item(words[:1].upper() + words[1:]),)) for id, words in game.list.said(force.values, True)
    )


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


def parts_of(force: Force, wardrobe: Wardrobe) -> Iterator[Part]:
    """A part for each group and one for the models in none."""

    def dressed(models: Sequence[Model]) -> tuple[tuple[Bundle, Dress], ...]:
        return tuple((one, wardrobe.dress(one.wears)) for one in bundles_of(force, models))

    for group in force.groups:
        title = f"{in_words(group.kind or 'group')} {group.name}"
        yield Part(title, ". ".join(group_words(force, group)), dressed(group.members))
    loose = tuple(model for model in force.models if model.squad is None)
    if loose:
        yield Part("Other models" if force.groups else "Models", "", dressed(loose))


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
