"""Rules: each can be broken, each can be kept, none says what another says, and what it is about can be there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.catalogue import Entry, Slot
from listbuilder.conditions import Condition
from listbuilder.finding import Finding
from listbuilder.loader.places import Place
from listbuilder.loader.proofs.bounds import bounds, is_part
from listbuilder.loader.proofs.case import Case
from listbuilder.loader.proofs.fitting import fitting
from listbuilder.loader.proofs.sheets import IDLE
from listbuilder.quantity import Quantity
from listbuilder.record import changed
from listbuilder.rules import Points, Rule
from listbuilder.rules.companion import Companion
from listbuilder.rules.count import Count
from listbuilder.rules.include import Include
from listbuilder.rules.spread import Spread
from listbuilder.rules.together import Together
from listbuilder.rules.unique import Unique
from listbuilder.selectors import Selector

RULE = "catalogue.rule"
SAYS_WHAT = ("count", "points", "companion", "match")
Limited = Count | Points


def same_ids(case: Case) -> Iterator[Finding]:
    """Rules in force together that share an id: nobody could say which of them is meant."""
    for rule, place, others, _ in case.rules():
        if any(other.id == rule.id for other in others):
            yield place(("id",)).problem(f"Two rules have the id `{rule.id}`.", "Rename one.", RULE)


def repeated_rules(case: Case) -> Iterator[Finding]:
    """Rules that say nothing, what another says or less, or the opposite; grants may move a limit from where it is."""
    changed_limits = {id for grant, _, _ in case.grants() for id in grant.limits}
    for rule, place, others, _ in case.rules():
        if isinstance(rule, Limited) and says_nothing(rule):
            yield place(()).problem(
                f"Rule {rule.id} changes nothing: it has no `min`, `max` or `step`.", "Add one.", RULE
            )
        for other in others:
            if rule == replace(other, id=rule.id, source=rule.source, text=rule.text, what=rule.what):
                if not {rule.id, other.id} & changed_limits:
                    fact = f"Rule {rule.id} repeats another ({other.id})."
                    yield place(()).problem(fact, "Remove one of them.", RULE)
                break
            if isinstance(rule, Limited) and isinstance(other, Limited) and not {rule.id, other.id} & changed_limits:
                told = weaker(rule, other)
                if told:
                    yield place(told[0]).problem(told[1], "Remove one of them, or correct a number.", RULE)
                    break


def says_nothing(rule: Limited) -> bool:
    """Whether a rule asks for nothing: it has no limit."""
    step = rule.step if isinstance(rule, Count) else None
    return step in (None, 1) and rule.max is None and rule.min is None


def weaker(rule: Limited, other: Limited) -> tuple[tuple[str, ...], str] | None:
    """What is wrong with two limits on one quantity: one that adds nothing, or two that can't both be kept."""
    if not same_quantity(rule, other) or other.when is not None or other.severity != "error":
        return None
    least, most = fixed(rule.min), fixed(rule.max)
    floor, ceiling = fixed(other.min), fixed(other.max)
    for key, wanted, bound in (("min", least, ceiling), ("max", floor, most)):
        if wanted is not None and bound is not None and wanted > bound:
            return (key,), f"Rules {rule.id} and {other.id} can't both be kept: at least {wanted}, at most {bound}."
    if most is not None and rule.min is None and ceiling is not None and ceiling <= most:
        return ("max",), f"Rule {rule.id} can't be broken: {other.id} already allows no more than {ceiling}."
    if least is not None and rule.max is None and floor is not None and floor >= least:
        return ("min",), f"Rule {rule.id} can't be broken: {other.id} already asks for {floor}."
    return None


def same_quantity(rule: Limited, other: Limited) -> bool:
    """Whether two rules count the same, part by part."""
    if rule.of != other.of:
        return False
    parts = [
        (getattr(one, "over", "list"), getattr(one, "in_", None), getattr(one, "by", None)) for one in (rule, other)
    ]
    return parts[0] == parts[1]


def fixed(quantity: Quantity | None) -> int | None:
    """A limit that is a plain number."""
    return quantity.fixed if quantity else None


def idle_rules(case: Case) -> Iterator[Finding]:
    """Rules that can't be broken or can't be kept, and keys of theirs that nobody reads."""
    always = tuple(rule for rule in case.game.rules if rule.when is None)
    for rule, place, _, _ in case.rules():
        if rule.what and rule.kind not in SAYS_WHAT:
            fact = f"`what` has no effect in a rule of kind {rule.kind}: it names entries itself."
            yield place(("what",)).problem(fact, "Say it in `text`.", IDLE)
        if isinstance(rule, Points) and rule.repeats_limit and rule not in always:
            fact = "`max` has no effect: the limit is judged without a rule, in every list."
            yield place(("max",)).problem(fact, "Take it out.", IDLE)
        elif isinstance(rule, Limited):
            yield from impossible(case, rule, place, always)
        elif isinstance(rule, Unique):
            yield from never_twice(case, rule, place)
        elif isinstance(rule, Spread):
            yield from never_spread(case, rule, place)
        elif isinstance(rule, Include):
            yield from never_included(case, rule, place)
        elif isinstance(rule, Together):
            yield from named_twice(rule, place)
        elif isinstance(rule, Companion) and rule.where == rule.needs and rule.same is None:
            fact = f"Rule {rule.id} can't be broken: who needs company is what it needs."
            yield place(("needs",)).problem(fact, "Name other company.", RULE)
    yield from idle_conditions(case)
    yield from without_nothing(case)


def impossible(case: Case, rule: Limited, place: Place, always: tuple[Rule, ...]) -> Iterator[Finding]:
    """A limit that no list can break, or none can keep."""
    least, most = fixed(rule.min), fixed(rule.max)
    if any(rule.id in grant.limits for grant, _, _ in case.grants()):
        return
    over = getattr(rule, "over", "list")
    beside = tuple(one for one in always if one is not rule)
    low, high = bounds(case, rule.of, over, beside) if getattr(rule, "by", None) is None else (0, None)
    (asked, asked_most) = bounds(case, rule.min, over, beside) if rule.min else (None, None)
    (allowed_least, allowed) = bounds(case, rule.max, over, beside) if rule.max else (None, None)
    if least is not None and most is not None and least > most:
        fact = f"Rule {rule.id} can't be kept: at least {least}, but at most {most}."
        yield place(("min",)).problem(fact, "Swap the two numbers, or correct one.", RULE)
    elif rule.min and rule.max and crossed(rule.min, rule.max):
        fact = f"Rule {rule.id} can't be kept: the least is always above the most."
        yield place(("min",)).problem(fact, "Swap the two numbers, or correct one.", RULE)
    elif asked is not None and high is not None and asked > high:
        fact = f"Rule {rule.id} can't be kept: it asks for {asked}, and no list can have more than {high}."
        yield place(("min",)).problem(fact, "Lower `min`.", RULE)
    elif allowed is not None and low is not None and low > allowed:
        fact = f"Rule {rule.id} can't be kept: it allows {allowed}, and every list has at least {low}."
        yield place(("max",)).problem(fact, "Raise `max`.", RULE)
    elif rule.min and part_of(case, rule.of, rule.min) and rule.min.ratio > 1:
        fact = f"Rule {rule.id} can't be kept: it asks for more than all there is."
        yield place(("min",)).problem(fact, "Lower `share`.", RULE)
    elif rule.max and not rule.min and part_of(case, rule.of, rule.max) and rule.max.ratio >= 1:
        fact = f"Rule {rule.id} can't be broken: it allows all there is."
        yield place(("max",)).problem(fact, "Lower `share`.", RULE)
    elif allowed is not None and allowed < 0 and rule.of.count:
        yield place(("max",)).problem(f"Rule {rule.id} can't be kept: nothing is below 0.", "Raise `max`.", RULE)
    elif rule.min is None or at_most(asked_most, low):
        if rule.max and at_most(high, allowed_least):
            fact = f"Rule {rule.id} can't be broken: no list can have more than {high}."
            yield place(("max",)).problem(fact, "Lower `max`, or take the rule out.", RULE)
        elif rule.min and rule.max is None:
            fact = f"Rule {rule.id} can't be broken: every list has at least {low}."
            yield place(("min",)).problem(fact, "Raise `min`, or take the rule out.", RULE)


def crossed(least: Quantity, most: Quantity) -> bool:
    """Whether two limits differ by nothing but their number, and the least has the higher one."""
    if least.number is None or most.number is None:
        return False
    return changed(least, number=most.number) == most and least.number > most.number


def part_of(case: Case, of: Quantity, limit: Quantity) -> bool:
    """Whether a limit is a share of the whole that something is a part of."""
    whole = limit.of
    alone = limit.share is not None and not (limit.per or limit.plus or limit.less or limit.least or limit.most)
    return bool(whole and alone and of.bare and is_part(case, changed(of, percent_of=whole)))


def at_most(one: int | None, other: int | None) -> bool:
    """Whether one bound is known to be no higher than another."""
    return one is not None and other is not None and one <= other


def never_twice(case: Case, rule: Unique, place: Place) -> Iterator[Finding]:
    """A rule of uniqueness about a slot of the list that holds one can't be broken."""
    slot = case.game.list.slots.get(rule.slot or "")
    elsewhere = [id for on, id, _, _ in case.slots() if id == rule.slot and on != "list"]
    if slot and not elsewhere and single(case, rule.slot or "", slot):
        fact = f"Rule {rule.id} can't be broken: the list's slot `{rule.slot}` holds one."
        yield place(("slot",)).problem(fact, "Take the rule out.", RULE)


def single(case: Case, id: str, slot: Slot, room: int = 1) -> bool:
    """Whether a slot never holds more than so many."""
    return isinstance(slot.max, int) and slot.max <= room and id not in case.opened | case.filled


def never_spread(case: Case, rule: Spread, place: Place) -> Iterator[Finding]:
    """A spread that the room of its slot can exceed."""
    slots = [slot for _, id, slot, _ in case.slots() if id == rule.slot]
    if slots and all(single(case, rule.slot, slot, rule.max) for slot in slots):
        fact = f"Rule {rule.id} can't be broken: `{rule.slot}` has room for no more than {rule.max}."
        yield place(("max",)).problem(fact, "Lower `max`, or take the rule out.", RULE)


def never_included(case: Case, rule: Include, place: Place) -> Iterator[Finding]:
    """An entry that must be in the list can stand somewhere in it."""
    for at, id in enumerate(rule.entries):
        named = [entry for entry in case.game.entries if entry.id == id]
        if not any(case.homes.get(entry.kind) or entry.id in case.given for entry in named):
            fact = f"Rule {rule.id} can't be kept: no slot holds {case.game.printed(id)}."
            yield place(("entries", at)).problem(fact, "Name another entry, or add a slot for it.", RULE)


def named_twice(rule: Together, place: Place) -> Iterator[Finding]:
    """Things that stand together, or never do, are different ones."""
    key = "never" if rule.never else "always"
    named = rule.never or rule.always
    for at, one in enumerate(named):
        if one in named[:at]:
            fact = f"Rule {rule.id} names the same twice under `{key}`."
            yield place((key, at)).problem(fact, "Name another thing, or take it out.", RULE)


def idle_conditions(case: Case) -> Iterator[Finding]:
    """Conditions that are never true."""
    for holder, place in case.holders():
        for record, path in case.records(holder):
            if isinstance(record, Condition) and record.of:
                low, high = bounds(case, record.of, "list")
                least = fixed(record.min) if record.min else None if record.max else 1
                most = fixed(record.max)
                if least is not None and ((high is not None and least > high) or (most is not None and least > most)):
                    fact = (
                        f"This is never true: it asks for {least}, and there are never more than {min_of(high, most)}."
                    )
                    key = "min" if record.min else "count"
                    yield place((*path, key)).problem(fact, "Lower `min`.", RULE)
                elif at_most(least if least is not None else low, low) and (most is None or at_most(high, most)):
                    fact = "This is always true, whatever the list."
                    yield place((*path, "min" if record.min else "max")).problem(
                        fact, "Correct it, or take it out.", IDLE
                    )
            if isinstance(record, Condition) and looks_at_itself(record, holder) and path[0] == "grants":
                fact = "This is always so: what asks it is there itself."
                yield place((*path, "has")).problem(fact, "Name another thing, or take it out.", IDLE)
            if isinstance(record, Selector) and record.has and not fitting(case, record.has):
                yield place((*path, "has")).problem("Nothing fits this selector.", "Correct it.", RULE)


def looks_at_itself(condition: Condition, holder: object) -> bool:
    """Whether an entry asks for nothing but itself."""
    return isinstance(holder, Entry) and condition.has == Selector(entry=(holder.id,))


def min_of(one: int | None, other: int | None) -> int:
    """The smaller of two bounds, of which one is there."""
    return min(number for number in (one, other) if number is not None)


def without_nothing(case: Case) -> Iterator[Finding]:
    """A format does without rules that would hold in it otherwise."""
    game = case.game
    for at, format_ in enumerate(game.formats):
        own = {rule.id for rule in format_.rules}
        others = {rule.id for one in game.formats if one not in game.format_chain(format_) for rule in one.rules}
        always = {rule.id for rule in game.rules}
        for n, id in enumerate(format_.without):
            if id in own:
                fact = f"{format_.id} has the rule {id} and does without it."
                yield case.head(("formats", at, "without", n)).problem(fact, "Take one of them out.", RULE)
            elif id in others - always:
                fact = f"The rule {id} is another format's: {format_.id} is without it anyway."
                yield case.head(("formats", at, "without", n)).problem(fact, "Take it out.", IDLE)
            elif id in format_.without[:n]:
                yield case.head(("formats", at, "without", n)).problem(f"{id} stands there twice.", "Keep one.", IDLE)
