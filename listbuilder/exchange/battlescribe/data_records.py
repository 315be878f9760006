"""What game data of BattleScribe say, as records: the format's own words, nothing resolved and nothing judged.

A `DataNode` is anything that holds selections: an entry, a group, or a link to one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from listbuilder.base.records import record


@record
class DataPlace:
    """Where something stands: its file and line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@record
class Question:
    """What conditions, repeats and constraints ask: how much of a field, in which scope, of which child."""

    field: str
    scope: str
    value: Fraction
    child: str = "any"
    percent: bool = False
    deep: bool = False


@record
class Comparing:
    """A condition: a question and how its answer is compared, or whether something is an instance of something."""

    type: str
    asks: Question


@record
class ConditionSet:
    """Conditions of which all or any must hold."""

    type: Literal["and", "or"]
    parts: tuple[DataCondition, ...]


DataCondition: TypeAlias = Comparing | ConditionSet
ALWAYS = ConditionSet(type="and", parts=())


@record
class Repetition:
    """A modifier is applied `times` for each `asks.value` of what it asks."""

    asks: Question
    times: int
    up: bool = False


@record
class DataModifier:
    """A change of a field under a condition; those in groups have the conditions of the groups as well.

    `scope` and `affects` say what it changes where that is not what it stands on; `join` is put before what it appends.
    """

    type: str
    field: str
    value: str
    when: ConditionSet
    repeats: tuple[Repetition, ...]
    place: DataPlace
    scope: str = ""
    affects: str = ""
    join: str = " "

    @property
    def elsewhere(self) -> bool:
        """Whether it changes something else than what it stands on."""
        return bool(self.scope or self.affects)


@record
class DataConstraint:
    """The least or the most of what it asks."""

    id: str
    type: str
    asks: Question
    shared: bool
    place: DataPlace


@record
class DataProfile:
    """A row of a table: values by the ids of their characteristics."""

    id: str
    name: str
    type: str
    hidden: bool
    values: Mapping[str, str]
    modifiers: tuple[DataModifier, ...]
    place: DataPlace


@record
class DataRule:
    """A rule in words."""

    id: str
    name: str
    text: str
    hidden: bool
    modifiers: tuple[DataModifier, ...]
    place: DataPlace


@record
class DataInfoLink:
    """A link to a shared profile, rule or group of those."""

    id: str
    target: str
    name: str
    hidden: bool
    modifiers: tuple[DataModifier, ...]
    place: DataPlace


@record
class DataInfo:
    """Profiles and rules that stand together, with the groups and links among them."""

    profiles: tuple[DataProfile, ...] = ()
    rules: tuple[DataRule, ...] = ()
    links: tuple[DataInfoLink, ...] = ()
    groups: tuple[DataInfoGroup, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.profiles or self.rules or self.links or self.groups)


@record
class DataInfoGroup:
    """A named group of profiles and rules."""

    id: str
    name: str
    hidden: bool
    modifiers: tuple[DataModifier, ...]
    info: DataInfo
    place: DataPlace


@record
class CategoryUse:
    """A category that an entry has or a force has room for."""

    id: str
    target: str
    name: str
    primary: bool
    constraints: tuple[DataConstraint, ...]
    modifiers: tuple[DataModifier, ...]
    place: DataPlace


@record
class DataNode:
    """A selection entry, a group of them, or a link to either (`target`); `reaching` ones change something else."""

    sort: Literal["entry", "group", "link"]
    id: str
    name: str
    type: str
    target: str
    hidden: bool
    default: str
    costs: Mapping[str, Fraction]
    constraints: tuple[DataConstraint, ...]
    modifiers: tuple[DataModifier, ...]
    categories: tuple[CategoryUse, ...]
    info: DataInfo
    children: tuple[DataNode, ...]
    place: DataPlace
    reaching: tuple[DataModifier, ...] = ()

    def walk(self) -> Iterator[DataNode]:
        """This and all that is inside it, without what links lead to."""
        yield self
        for one in self.children:
            yield from one.walk()


@record
class DataForce:
    """A type of force with its categories; forces may stand within others."""

    id: str
    name: str
    hidden: bool
    constraints: tuple[DataConstraint, ...]
    modifiers: tuple[DataModifier, ...]
    categories: tuple[CategoryUse, ...]
    within: tuple[DataForce, ...]
    place: DataPlace


@record
class DataCategory:
    """A category with limits of its own."""

    id: str
    name: str
    hidden: bool
    constraints: tuple[DataConstraint, ...]
    modifiers: tuple[DataModifier, ...]
    place: DataPlace


@record
class CostType:
    """What selections cost; a negative limit is none."""

    id: str
    name: str
    limit: Fraction


@record
class ProfileType:
    """A table, with the names of its columns by their ids."""

    id: str
    name: str
    columns: Mapping[str, str]


@record
class CatalogueLink:
    """Another catalogue whose shared entries this one uses, and perhaps offers what that one offers."""

    target: str
    name: str
    roots: bool
    place: DataPlace


@record
class DataFile:
    """A game system or a catalogue."""

    id: str
    name: str
    is_system: bool
    system: str
    library: bool
    revision: str
    imports: tuple[CatalogueLink, ...]
    cost_types: tuple[CostType, ...]
    profile_types: tuple[ProfileType, ...]
    categories: tuple[DataCategory, ...]
    forces: tuple[DataForce, ...]
    roots: tuple[DataNode, ...]
    shared: tuple[DataNode, ...]
    info: DataInfo
    shared_info: DataInfo
    place: DataPlace
