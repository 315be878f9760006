"""What became of each constraint, modifier and condition of the data: carried over, approximated, or not said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from listbuilder.base.records import record, replace
from listbuilder.exchange.battlescribe.data_records import (
    CategoryUse,
    ConditionSet,
    DataCategory,
    DataCondition,
    DataConstraint,
    DataFile,
    DataForce,
    DataInfo,
    DataInfoLink,
    DataModifier,
    DataNode,
    DataPlace,
    DataProfile,
    DataRule,
)

Fate: TypeAlias = Literal["carried", "no effect", "names only", "near", "not said", "not reached"]
FATES: tuple[Fate, ...] = ("carried", "no effect", "names only", "near", "not said", "not reached")
# Where a thing is translated in several places, the worst that became of it counts.
WORSE = {fate: rank for rank, fate in enumerate(("no effect", "names only", "carried", "near", "not said"))}


@record
class Outcome:
    """What became of one thing; `what` says it in words, `entry` is whose it is."""

    sort: Literal["constraint", "modifier", "condition"]
    fate: Fate
    why: str
    what: str
    entry: str
    place: DataPlace


class OutcomeLedger:
    """What became of everything, by the record of it."""

    def __init__(self, files: Iterable[DataFile]) -> None:
        self.everything: dict[int, tuple[DataConstraint | DataModifier, str]] = {}
        for file in files:
            for name, one in _things_of(file):
                self.everything[id(one)] = (one, name)
        self.fates: dict[int, tuple[Fate, str]] = {}
        self.copies: dict[int, tuple[DataModifier, DataModifier]] = {}

    def note(self, one: DataConstraint | DataModifier, fate: Fate, why: str = "") -> None:
        """Note what became of something, or of what it is a copy of."""
        _, one = self.copies.get(id(one), (one, one))
        old = self.fates.get(id(one))
        if old is None or WORSE[fate] > WORSE[old[0]]:
            self.fates[id(one)] = (fate, why)

    def copy(self, one: DataModifier, when: ConditionSet) -> DataModifier:
        """A modifier as it changes what it is sent to; what becomes of that becomes of the modifier."""
        made = replace(one, when=when, scope="", affects="")
        self.copies[id(made)] = (made, one)
        return made

    def outcomes(self) -> Iterator[Outcome]:
        """Everything in the order of the files; conditions share the fate of their modifier."""
        for key, (one, name) in self.everything.items():
            fate, why = self.fates.get(key, ("not reached", ""))
            if isinstance(one, DataConstraint):
                yield Outcome(
                    sort="constraint", fate=fate, why=why, what=describe_constraint(one), entry=name, place=one.place
                )
                continue
            yield Outcome(sort="modifier", fate=fate, why=why, what=describe_modifier(one), entry=name, place=one.place)
            for _ in range(count_conditions(one.when) + len(one.repeats)):
                yield Outcome(
                    sort="condition", fate=fate, why=why, what="of that modifier", entry=name, place=one.place
                )


def share_said(outcomes: Iterable[Outcome]) -> dict[str, Counter[Fate]]:
    """How many of each sort had which fate."""
    made: dict[str, Counter[Fate]] = {"constraint": Counter(), "modifier": Counter(), "condition": Counter()}
    for one in outcomes:
        made[one.sort][one.fate] += 1
    return made


def count_conditions(one: DataCondition) -> int:
    """How many conditions there are in one."""
    return sum(map(count_conditions, one.parts)) if isinstance(one, ConditionSet) else 1


def describe_constraint(one: DataConstraint) -> str:
    """A constraint in the words of the data."""
    return f"{one.type} {float(one.asks.value):g}{'%' * one.asks.percent} {one.asks.field} in {one.asks.scope}"


def describe_modifier(one: DataModifier) -> str:
    """A modifier in the words of the data."""
    return f"{one.type} {one.field} {one.value}".strip()


Thing: TypeAlias = DataConstraint | DataModifier
Named = tuple[str, Thing]
Owner: TypeAlias = DataNode | DataCategory | DataForce | CategoryUse


def _limits_of(name: str, one: Owner) -> list[Named]:
    """The constraints and modifiers of something, under a name."""
    reaching = one.reaching if isinstance(one, DataNode) else ()
    every: list[Thing] = [*one.constraints, *one.modifiers, *reaching]
    return [(name, each) for each in every]


def _things_of(file: DataFile) -> Iterator[Named]:
    """Every constraint and modifier of a file, with the name of what has it."""
    for node in (*file.roots, *file.shared):
        for one in node.walk():
            yield from _things_on(one)
    for info in (file.info, file.shared_info):
        yield from _things_in(info)
    for category in file.categories:
        yield from _limits_of(category.name, category)
    forces = list(file.forces)
    while forces:
        force = forces.pop()
        forces += force.within
        yield from _limits_of(force.name, force)
        for use in force.categories:
            yield from _limits_of(use.name or force.name, use)


def _things_on(node: DataNode) -> Iterator[Named]:
    yield from _limits_of(node.name, node)
    for use in node.categories:
        yield from _limits_of(node.name, use)
    yield from _things_in(node.info)


def _things_in(info: DataInfo) -> Iterator[Named]:
    every: list[DataProfile | DataRule | DataInfoLink] = [*info.profiles, *info.rules, *info.links]
    for one in every:
        yield from ((one.name, modifier) for modifier in one.modifiers)
    for group in info.groups:
        yield from ((group.name, modifier) for modifier in group.modifiers)
        yield from _things_in(group.info)
