"""Conditions: each is true of some list and false of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.records import yaml_key
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.entries import Keyword
from listbuilder.catalogue.query import Condition, Selector, value_test
from listbuilder.catalogue.rules.count import Count
from listbuilder.loading.proofs.bounds import at_most, bounds, fixed
from listbuilder.loading.proofs.case import IDLE, RULE, Case, On, PossiblePick
from listbuilder.loading.proofs.satisfy import MOST, can_be, inside_some, quick_answer, row_can, values_of
from listbuilder.loading.proofs.selector_proofs import around, of_condition, rule_around, scope_of
from listbuilder.loading.source_places import Place
from listbuilder.storage.reading import Path

ANYTHING = Selector()


class ConditionUse(NamedTuple):
    """Where a condition is written: in which holder, among which records, at which path."""

    holder: object
    records: Mapping[Path, object]
    path: Path

    def stands(self, case: Case) -> list[PossiblePick]:
        """The possible picks at which the condition is evaluated; none if it is evaluated at what a rule judges."""
        rule = rule_around(self.records, self.path)
        if not isinstance(self.holder, Entry) or isinstance(self.holder, Keyword) or (rule and rule[0].one_by_one):
            return []
        return [one for one in case.standing if one.entry is self.holder]


Atom = tuple[object, ...]
"""A part of a condition that is true or false by itself: a quantity within bounds, or something that is there."""


class ConditionCase(NamedTuple):
    """One way a list can be: the formats in force, the values of fields, and which parts of the condition hold."""

    formats: frozenset[str]
    values: Mapping[str, object]
    atoms: list[Atom]
    answers: tuple[bool, ...]

    def says(self, atom: Atom) -> bool:
        """Whether a part holds."""
        return self.answers[self.atoms.index(atom)]


def idle_conditions(case: Case) -> Iterator[Finding]:
    """Conditions that are never true, or always."""
    for holder, place in case.holders():
        records = {path: record for record, path in case.records(holder)}
        for path, record in records.items():
            if not isinstance(record, Condition):
                continue
            found = list(idle_quantity(case, record, ConditionUse(holder, records, path), place))
            yield from found
            # Parts of a condition are tried with the whole, so only the outermost is.
            if not found and not isinstance(around(records, path)[0], Condition):
                yield from idle_whole(case, record, ConditionUse(holder, records, path), place)


def idle_quantity(case: Case, record: Condition, at: ConditionUse, place: Place) -> Iterator[Finding]:
    """A quantity that can't reach its bounds, or is always within them."""
    if record.of is None:
        return
    low, high = bounds(case, record.of, scope_of(at.holder, at.records, at.path, record.of.in_) or "list")
    high = min([end for end in (high, allowed(case, record)) if end is not None], default=None)
    least = fixed(record.min) if record.min else None if record.max else 1
    most = fixed(record.max)
    if least is not None and ((high is not None and least > high) or (most is not None and least > most)):
        top = min(number for number in (high, most) if number is not None)
        fact = f"This is never true: it asks for {least}, and there are never more than {top}."
        yield place((*at.path, "min" if record.min else "count")).problem(fact, "Lower `min`.", RULE)
    elif at_most(least if least is not None else low, low) and (most is None or at_most(high, most)):
        fact = "This is always true, whatever the list."
        yield place((*at.path, "min" if record.min else "max")).problem(fact, "Correct it, or take it out.", IDLE)


def allowed(case: Case, record: Condition) -> int | None:
    """The most that a rule which always holds allows of what a condition counts in the list."""
    moved = case.moved_limits
    rules = [one for one in case.game.rules if isinstance(one, Count) and one.of == record.of and one.over == "list"]
    found = [fixed(one.max) for one in rules if one.when is None and one.severity == "error" and one.id not in moved]
    without = {id for format_ in case.game.formats for id in format_.without}
    # A rule with `by` counts each value separately, and one that a format switches off does not always hold.
    by = any(one.by is not None or one.id in without for one in rules)
    return None if by else min([one for one in found if one is not None], default=None)


def idle_whole(case: Case, condition: Condition, at: ConditionUse, place: Place) -> Iterator[Finding]:
    """A condition that contradicts itself, or that the rest of the game makes true or false for good."""
    answers = {holds(condition, world) for world in worlds(case, condition, at)}
    written = ("has", "value", "format", "all", "any", "not_", "some", "of")
    key = next(yaml_key(one) for one in written if getattr(condition, one))
    if True not in answers and answers:
        fact = "This is never true, whatever the list."
        yield place((*at.path, key)).problem(fact, "Correct it, or take out what hangs on it.", RULE)
    # Without answers there is no world to try, which proves nothing.
    elif False not in answers and answers and not asks_only_format(case, condition):
        fact = "This is always true, whatever the list."
        yield place((*at.path, key)).problem(fact, "Correct it, or take it out.", IDLE)


def asks_only_format(case: Case, condition: Condition) -> bool:
    """Whether a condition asks for the only format: more may be added later."""
    return len(case.game.formats) == 1 and any(one.format for one in condition.parts())


def worlds(case: Case, condition: Condition, at: ConditionUse) -> Iterator[ConditionCase]:
    """Every combination of facts about a list that a condition distinguishes; none if there are too many."""
    parts = condition.parts()
    chains = formats_at(case.game, at) if any(one.format for one in parts) else [frozenset[str]()]
    names = sorted({name for one in parts for name in one.value})
    domains = [values_under(case, name, parts, at) for name in names]
    atoms: list[Atom] = []
    for atom in (atom for one in parts for atom in atoms_of(one)):
        if atom not in atoms:
            atoms.append(atom)
    allowed = [can_answer(case, atom, at) for atom in atoms]
    sizes = [len(chains), *(len(few) for few in domains), *(len(few) for few in allowed)]
    # Too many to try: nothing is claimed.
    if prod(sizes) > MOST:
        return
    for formats, values, answers in product(chains, product(*domains), product(*allowed)):
        yield ConditionCase(formats, dict(zip(names, values, strict=True)), atoms, answers)


def holds(condition: Condition, world: ConditionCase) -> bool:
    """Whether a condition is true in a world."""
    return (
        all(world.says(atom) for atom in atoms_of(condition))
        and (not condition.format or not world.formats.isdisjoint(condition.format))
        and all(value_test(wanted)(world.values[name]) for name, wanted in condition.value.items())
        and all(holds(one, world) for one in condition.all)
        and (not condition.any or any(holds(one, world) for one in condition.any))
        and not (condition.not_ and holds(condition.not_, world))
        and (not condition.some or may_be_so_many(condition, [holds(one, world) for one in condition.some].count(True)))
    )


def may_be_so_many(condition: Condition, number: int) -> bool:
    """Whether `number` of `some` may be within bounds; a bound that depends on the list may be anything."""
    least, most = fixed(condition.min), fixed(condition.max)
    return (least is None or number >= least) and (most is None or number <= most)


def atoms_of(condition: Condition) -> Iterator[Atom]:
    """The parts of a condition, without those inside it."""
    if condition.of:
        yield condition.of, condition.min, condition.max
    yield from ((one, None) for one in (condition.min, condition.max) if condition.some and one and one.fixed is None)
    if condition.has:
        yield condition.has, condition.in_


def formats_at(game: Game, at: ConditionUse) -> list[frozenset[str]]:
    """The formats that may be in force, each with those it extends and alone; a format's own rules hold in it alone.

    That all formats extend one does not make asking for that one idle: the next format may stand by itself.
    """
    chains = [frozenset(one.id for one in game.format_chain(format_)) for format_ in game.formats]
    chains += [frozenset({format_.id}) for format_ in game.formats]
    if isinstance(at.holder, Game) and at.path[0] == "formats":
        own = game.formats[int(at.path[1])].id
        return [chain for chain in chains if own in chain]
    return chains or [frozenset()]


def values_under(case: Case, name: str, parts: list[Condition], at: ConditionUse) -> list[object]:
    """The values that matter of those that models, groups or the list can have under a name."""
    wanted = [value for one in parts for value in one.value.get(name, ())]
    here = {"list", "model"} if isinstance(at.holder, Game) and at.path[0] == "model" else {"list"}
    always = any(
        on in here and name in sheet.fields and sheet.fields[name].default_value is not None
        for on, sheet in case.sheets()
    )
    # Without a default, having no value is a possibility too.
    found: list[object] = [] if always else [None]
    for _, sheet in case.sheets():
        if name in sheet.fields:
            found += [one for one in values_of(sheet.fields[name], wanted) if one not in found]
    return found


def can_answer(case: Case, atom: Atom, at: ConditionUse) -> list[bool]:
    """The possible answers of a part of a condition, true first."""
    selector, in_ = atom[0], atom[1]
    # What holds a pick, and quantities, are not searched: both answers are taken to be possible.
    if not isinstance(selector, Selector) or in_ == "holder":
        return [True, False]
    if in_ == "pick":
        return [True, False] if can_be_inside(case, selector, at) else [False]
    return [wanted for wanted in (True, False) if can_have(case, selector, in_, wanted, at)]  # type: ignore[arg-type]


def can_be_inside(case: Case, selector: Selector, at: ConditionUse) -> bool:
    """Whether a pick that fits can be inside the pick at which a condition is evaluated."""
    holders = at.stands(case)
    if not holders or rule_around(at.records, at.path):
        return True
    itself = Selector(entry=(holders[0].entry.id,), kind=(holders[0].entry.kind,))
    inside = [one for one in case.standing if one in holders or inside_some(case, itself, one)]
    return any(quick_answer(selector, one) is not False for one in inside)


def can_have(case: Case, selector: Selector, in_: On | None, wanted: bool, at: ConditionUse) -> bool:
    """Whether what a condition asks for can be present, or absent, where the condition is evaluated."""
    stands = at.stands(case)
    for stand in stands:
        if in_ in (None, stand.on):
            if can_be(case, stand.on, (ANYTHING, stand), [(selector, wanted)]):
                return True
        elif in_ != "model":
            itself = Selector(entry=(stand.entry.id,), kind=(stand.entry.kind,))
            if row_can(case, in_, (itself, True), (selector, wanted)):
                return True
    if stands:
        return False
    condition = Condition(has=selector, in_=in_)
    uses = of_condition(case, at.holder, at.records, at.path, condition)
    return any(row_can(case, on, (selector, wanted)) for use in uses for on in use.on)
