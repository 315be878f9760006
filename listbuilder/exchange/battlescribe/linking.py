"""Link game data: records → definitions, each selection once, with the slots that it holds and the factions it serves.

A link that adds nothing leads to the definition of its target. One that adds something (costs, profiles, choices) makes
a variant with an id of its own. What a link limits is kept with its placement: there, not on the entry, it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from listbuilder.exchange.battlescribe.data_files import GameData
from listbuilder.exchange.battlescribe.data_records import (
    CategoryUse,
    DataConstraint,
    DataFile,
    DataInfo,
    DataInfoGroup,
    DataInfoLink,
    DataModifier,
    DataNode,
    DataPlace,
    DataProfile,
    DataRule,
)

DEEPEST = 40
# How deep in an upgrade models are looked for.
NEAR = 3
ZERO = Fraction(0)


@dataclass(eq=False)
class ChoiceGroup:
    """A group where it stands: its own record and those of the links to it."""

    nodes: tuple[DataNode, ...]
    members: list[Placement] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.nodes[-1].name if self.nodes[-1].name != "Unnamed" else self.nodes[0].name

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.nodes)

    @property
    def default(self) -> str:
        return next((one.default for one in reversed(self.nodes) if one.default), "")


@dataclass(eq=False)
class Placement:
    """A definition in a slot of its holder: what the link there says, and the groups it stands in, the outermost first.

    `nodes` are the records that are asked for limits here: the entry's own and the links'.
    """

    definition: Definition
    nodes: tuple[DataNode, ...]
    groups: tuple[ChoiceGroup, ...]
    holder: Definition | None


@dataclass(eq=False)
class SlotPlan:
    """A slot of a definition: a group, entries that stand alone, or one entry that is there from the start."""

    name: str
    placements: list[Placement]
    group: ChoiceGroup | None = None
    id: str = ""


@dataclass(eq=False)
class Definition:
    """A selection that lists can have, once, wherever it stands."""

    nodes: tuple[DataNode, ...]
    kind: str
    on_list: bool
    name: str
    slots: list[SlotPlan] = field(default_factory=list)
    placements: list[Placement] = field(default_factory=list)
    factions: dict[str, None] = field(default_factory=dict)
    id: str = ""
    ids: tuple[str, ...] = ()
    holders: frozenset[Definition] = frozenset()
    sent: list[DataModifier] = field(default_factory=list)

    def settle(self) -> None:
        """Note what follows from the placements: the ids under which the data know it, and what may hold it."""
        links = [node.id for one in self.placements for node in one.nodes]
        self.ids = tuple(dict.fromkeys([*(one.id for one in reversed(self.nodes)), *links]))
        self.holders = frozenset(one.holder for one in self.placements if one.holder)

    @property
    def type(self) -> str:
        return next((one.type for one in self.nodes if one.sort == "entry"), "upgrade")

    @property
    def costs(self) -> dict[str, Fraction]:
        made: dict[str, Fraction] = {}
        for node in self.nodes:
            for id, value in node.costs.items():
                made[id] = made.get(id, ZERO) + value
        return made

    @property
    def categories(self) -> dict[str, CategoryUse]:
        """The categories by their ids."""
        return {one.target: one for node in self.nodes for one in node.categories}

    @property
    def modifiers(self) -> list[DataModifier]:
        """The modifiers of its own, and those that others send to it."""
        return [*(one for node in self.nodes for one in node.modifiers), *self.sent]

    @property
    def place(self) -> DataPlace:
        return self.nodes[-1].place


@dataclass
class Info:
    """A profile or a rule that a definition shows, with what may hide it."""

    shown: DataProfile | DataRule
    modifiers: tuple[DataModifier, ...]
    hidden: bool
    name: str = ""


@dataclass
class LinkProblem:
    """Something that is wrong with the data themselves."""

    place: DataPlace
    message: str


class LinkedGame:
    """The definitions that the factions of a game can reach."""

    def __init__(self, data: GameData, only: Iterable[str] = ()) -> None:
        self.data = data
        self.noted: dict[tuple[DataPlace, str], LinkProblem] = {}
        self.files = {one.id: one for one in data.files}
        self.by_file = {one.place.file: one for one in data.files}
        self.nodes: dict[str, dict[str, DataNode]] = {}
        self.infos: dict[str, dict[str, DataProfile | DataRule | DataInfoGroup]] = {}
        for one in data.files:
            self.index(one)
        self.everywhere: dict[str, DataNode] = {}
        for nodes in self.nodes.values():
            for id, node in nodes.items():
                self.everywhere.setdefault(id, node)
        wanted = {one.lower() for one in only}
        every = [one for one in data.catalogues if not one.library] or [data.system]
        self.factions = [one for one in every if not wanted or one.name.lower() in wanted]
        self.reached_files: dict[str, tuple[DataFile, ...]] = {}
        self.definitions: list[Definition] = []
        self.known: dict[tuple[int, str, str, bool], Definition] = {}
        self.open: list[int] = []
        self.roots: list[Definition] = []
        for faction in self.factions:
            self.add_faction(faction)

    @property
    def problems(self) -> tuple[LinkProblem, ...]:
        """What is wrong with the data, each once, however many factions meet it."""
        return tuple(self.noted.values())

    # Indices

    def index(self, file: DataFile) -> None:
        """Note the ids of a file; one that is used twice is a problem of the data."""
        nodes: dict[str, DataNode] = {}
        for top in (*file.shared, *file.roots):
            for node in top.walk():
                if node.id in nodes:
                    self.problem(node.place, f"the id {node.id} is used twice; the first counts")
                nodes.setdefault(node.id, node)
        self.nodes[file.id] = nodes
        infos: dict[str, DataProfile | DataRule | DataInfoGroup] = {}
        for info in (file.shared_info, file.info):
            self.index_info(info, infos)
        self.infos[file.id] = infos

    def index_info(self, info: DataInfo, found: dict[str, DataProfile | DataRule | DataInfoGroup]) -> None:
        every: list[DataProfile | DataRule | DataInfoGroup] = [*info.profiles, *info.rules, *info.groups]
        for one in every:
            found.setdefault(one.id, one)
        for group in info.groups:
            self.index_info(group.info, found)

    def problem(self, place: DataPlace, message: str) -> None:
        self.noted.setdefault((place, message), LinkProblem(place, message))

    def scope_of(self, file: DataFile) -> tuple[DataFile, ...]:
        """A file with those whose shared entries it may use: imported ones to any depth, and the system."""
        if file.id not in self.reached_files:
            found = {file.id: file}
            queue = list(file.imports)
            while queue:
                link = queue.pop(0)
                other = self.files.get(link.target)
                if other is None:
                    self.problem(link.place, f"the catalogue {link.name or link.target} is not here")
                elif other.id not in found:
                    found[other.id] = other
                    queue += other.imports
            found.setdefault(self.data.system.id, self.data.system)
            self.reached_files[file.id] = tuple(found.values())
        return self.reached_files[file.id]

    def target(self, link: DataNode) -> DataNode | None:
        """What a link leads to, through other links if need be; None, with a problem noted, if it leads nowhere."""
        for file in self.scope_of(self.by_file[link.place.file]):
            if found := self.nodes[file.id].get(link.target):
                return found
        if link.target in self.everywhere:
            return self.everywhere[link.target]
        self.problem(link.place, f"{link.name}: nothing has the id {link.target} that this links to")
        return None

    def info_target(self, link: DataInfoLink) -> DataProfile | DataRule | DataInfoGroup | None:
        for file in self.scope_of(self.by_file[link.place.file]):
            if found := self.infos[file.id].get(link.target):
                return found
        self.problem(link.place, f"{link.name}: nothing has the id {link.target} that this links to")
        return None

    # Definitions

    def add_faction(self, faction: DataFile) -> None:
        for node in self.roots_of(faction, set()):
            self.add_root(node, faction, ())

    def roots_of(self, file: DataFile, seen: set[str]) -> Iterator[DataNode]:
        """What a catalogue offers: its own, the system's, and that of the catalogues it imports with their offers."""
        if file.id in seen:
            return
        seen.add(file.id)
        yield from file.roots
        for link in file.imports:
            if link.roots and link.target in self.files:
                yield from self.roots_of(self.files[link.target], seen)
        yield from self.roots_of(self.data.system, seen)

    def add_root(self, node: DataNode, faction: DataFile, around: tuple[DataNode, ...]) -> None:
        chain = self.chain(node)
        if chain is None:
            return
        if chain[0].sort == "group":
            for child in self.children_of(chain):
                if len(around) < DEEPEST:
                    self.add_root(child, faction, (*around, *chain))
            return
        on_list = self.is_upgrade(chain)
        made = self.define(chain, "option" if on_list else "unit", on_list, root=True)
        if made is None:
            return
        if made not in self.roots:
            self.roots.append(made)
            made.placements.append(Placement(made, chain, (), None))
        made.factions[faction.id] = None

    def is_upgrade(self, chain: tuple[DataNode, ...], depth: int = 0) -> bool:
        """Whether what stands at the top of a list is no unit: an upgrade without models near its top."""
        if chain[0].sort == "entry" and chain[0].type != "upgrade":
            return False
        inner = (self.chain(child) for child in self.children_of(chain)) if depth < NEAR else ()
        return all(self.is_upgrade(one, depth + 1) for one in inner if one)

    def chain(self, node: DataNode) -> tuple[DataNode, ...] | None:
        """An entry or group with the links that led to it, itself first."""
        found = [node]
        while found[0].sort == "link":
            target = self.target(found[0])
            if target is None:
                return None
            if any(target is one for one in found) or len(found) > DEEPEST:
                self.problem(node.place, f"{node.name}: the links go round in a circle")
                return None
            found.insert(0, target)
        return tuple(found)

    def children_of(self, chain: tuple[DataNode, ...]) -> list[DataNode]:
        return [child for node in chain for child in node.children]

    def define(self, chain: tuple[DataNode, ...], kind: str, on_list: bool, root: bool = False) -> Definition | None:
        """The definition of an entry as some links lead to it."""
        adding = tuple(one for one in chain[1:] if root or adds_something(one, chain[0]))
        key = (id(chain[0]), " ".join(one.id for one in adding), kind, on_list)
        if id(chain[0]) in self.open or len(self.open) > DEEPEST:
            self.problem(chain[-1].place, f"{chain[0].name}: it holds itself, or is nested too deeply")
            return None
        if key in self.known:
            return self.known[key]
        self.open.append(id(chain[0]))
        made = Definition(nodes=(chain[0], *adding), kind=kind, on_list=on_list, name=chain[-1].name)
        if made.name == "Unnamed":
            made.name = chain[0].name
        self.known[key] = made
        self.plan_slots(made)
        self.definitions.append(made)
        self.open.pop()
        return made

    def plan_slots(self, made: Definition) -> None:
        """The slots of a definition, by its groups and by the entries that stand alone."""
        alone: list[Placement] = []
        for child in self.children_of(made.nodes):
            chain = self.chain(child)
            if chain is None:
                continue
            if chain[0].sort == "group":
                group = ChoiceGroup(chain)
                if members := self.members_of(made, group, (group,)):
                    made.slots.append(SlotPlan(group.name, members, group))
            elif placement := self.placement(made, chain, ()):
                alone.append(placement)
        fixed = [one for one in alone if least_of(one.nodes) > 0]
        free = [one for one in alone if one not in fixed]
        made.slots += [SlotPlan(one.definition.name, [one]) for one in fixed]
        if free:
            made.slots.append(SlotPlan("Options", free))

    def members_of(self, made: Definition, group: ChoiceGroup, path: tuple[ChoiceGroup, ...]) -> list[Placement]:
        """The placements in a group and the groups within it."""
        found: list[Placement] = []
        for child in self.children_of(group.nodes):
            chain = self.chain(child)
            if chain is None:
                continue
            if chain[0].sort == "group":
                if any(chain[0] is one.nodes[0] for one in path) or len(path) > DEEPEST:
                    self.problem(child.place, f"{child.name}: the group holds itself")
                    continue
                inner = ChoiceGroup(chain)
                found += self.members_of(made, inner, (*path, inner))
            elif placement := self.placement(made, chain, path):
                found.append(placement)
        return found

    def placement(
        self, holder: Definition, chain: tuple[DataNode, ...], path: tuple[ChoiceGroup, ...]
    ) -> Placement | None:
        made = self.define(chain, "option", holder.on_list)
        if made is None:
            return None
        placement = Placement(made, chain, path, holder)
        made.placements.append(placement)
        for group in path:
            group.members.append(placement)
        return placement

    # Profiles and rules

    def infos_of(self, nodes: Iterable[DataNode]) -> list[Info]:
        """The profiles and rules of some records, with those that they link to."""
        return [one for node in nodes for one in self.unfold(node.info, (), False, 0)]

    def unfold(self, info: DataInfo, modifiers: tuple[DataModifier, ...], hidden: bool, depth: int) -> Iterator[Info]:
        every: list[DataProfile | DataRule] = [*info.profiles, *info.rules]
        for one in every:
            yield Info(one, (*one.modifiers, *modifiers), hidden or one.hidden)
        for group in info.groups:
            yield from self.unfold(group.info, (*group.modifiers, *modifiers), hidden or group.hidden, depth + 1)
        for link in info.links:
            target = self.info_target(link)
            around = (*link.modifiers, *modifiers)
            if isinstance(target, DataInfoGroup):
                if depth < DEEPEST:
                    inner = (*target.modifiers, *around)
                    yield from self.unfold(target.info, inner, hidden or link.hidden or target.hidden, depth + 1)
            elif target:
                yield Info(target, (*target.modifiers, *around), hidden or link.hidden or target.hidden, link.name)


def adds_something(link: DataNode, target: DataNode) -> bool:
    """Whether a link makes another entry of its target, and does not only limit or hide it where it stands."""
    own = {"hidden", *(one.id for one in link.constraints)}
    has = {one.target for one in target.categories}
    return bool(
        any(link.costs.values())
        or link.info
        or link.children
        or any(one.target not in has for one in link.categories)
        or any(one.field not in own for one in link.modifiers)
        or link.reaching
    )


def least_of(nodes: Iterable[DataNode]) -> Fraction:
    """The least number of an entry in its parent, before modifiers."""
    return max((one.asks.value for node in nodes for one in node.constraints if is_least(one)), default=ZERO)


def is_least(one: DataConstraint) -> bool:
    """Whether a constraint says the least number in the parent."""
    return one.type == "min" and one.asks.field == "selections" and one.asks.scope == "parent" and not one.asks.percent
