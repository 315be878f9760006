"""Translate linked data → a game: its entries, its rules, and what became of everything the data say.

One small function translates each construct. What can't be said is noted in the report and on the entry, never raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, lcm
from typing import TypeAlias

from listbuilder.base.values import ascii_id, slug
from listbuilder.exchange.battlescribe.data_records import (
    DataConstraint,
    DataForce,
    DataModifier,
    DataNode,
    DataProfile,
)
from listbuilder.exchange.battlescribe.linking import ChoiceGroup, Definition, Info, LinkedGame, Placement, SlotPlan
from listbuilder.exchange.battlescribe.numbers import NO_LIMIT, SIGNS, Value, modified_value, where_visible
from listbuilder.exchange.battlescribe.outcomes import Outcome, OutcomeLedger, describe_constraint, describe_modifier
from listbuilder.exchange.battlescribe.profile_tables import ProfileTable, plain_text, profile_tables
from listbuilder.exchange.battlescribe.questions import (
    ELSEWHERE,
    TYPES,
    Asker,
    Frame,
    NotSaidError,
    Truth,
    Vocabulary,
    Yaml,
    bit_of,
    condition_of,
    conjunction,
    disjunction,
    group_where,
    negation,
)
from listbuilder.exchange.battlescribe.reaching import NAMES, Reach, change_far_values, send_modifiers
from listbuilder.storage.reading import Tree

LIST_WIDE = ("force", "roster", "primary-catalogue")
POINTS = ("pts", "points", "pt", "point")
LONGEST_NOTE = 600


@dataclass
class GameParts:
    """A game in parts, as it is written: game.yaml, and entries by kind with the factions that each serves."""

    head: dict[str, Tree] = field(default_factory=dict)
    rules: list[Yaml] = field(default_factory=list)
    entries: list[EntryPart] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    vocabulary: dict[str, Tree] = field(default_factory=dict)


@dataclass
class EntryPart:
    """One entry: its kind, what it says, the factions that can have it, and what is written above it as a comment."""

    kind: str
    content: dict[str, Tree]
    factions: tuple[str, ...] = ()
    comment: str = ""


def translate(game: LinkedGame, texts: bool = True, known: Mapping[str, str] | None = None) -> GameParts:
    """The parts of a game. `known` are the ids of an earlier conversion, which stay."""
    return _Translator(game, texts, known or {}).parts()


class _Translator:
    """Holds what the functions for the constructs share."""

    def __init__(self, game: LinkedGame, texts: bool, known: Mapping[str, str]) -> None:
        self.game, self.texts, self.known = game, texts, known
        self.ledger = OutcomeLedger(game.data.files)
        self.taken: set[str] = set()
        self.ids: dict[str, str] = {}
        # What the names of entries are read as; no id of another may be the same.
        self.plain = {ascii_id(one.name, "entry") for one in game.definitions}
        self.scales = self.cost_scales()
        currencies = self.name_currencies()
        files = game.data.files
        factions = {one.id: self.unique(one.name, f"faction {one.id}") for one in game.factions}
        found = _forces(force for file in files for force in file.forces if not force.hidden)
        self.forces = list({one.id: one for one in found}.values())
        forces = {one.id: self.unique(one.name, f"force {one.id}") for one in self.forces}
        categories = {one.id: one.name for file in files for one in file.categories}
        tags: dict[str, str] = {}
        for id, name in categories.items():
            tag = ascii_id(name, "category")
            tags[id] = tag if tag not in tags.values() and tag not in TYPES else f"{tag}-{len(tags)}"
        self.category_names = categories
        self.words = Vocabulary(game, self.scales, currencies, factions, forces, tags)
        self.words.refresh()
        self.asker = Asker(self.words)
        self.made: dict[Definition, EntryPart] = {}
        self.rules: list[Yaml] = []
        self.hidden: dict[str, tuple[Yaml, list[str]]] = {}
        self.notes: dict[Definition, dict[str, None]] = {}
        # The ids of rules, with the last number that each was given as a base.
        self.rule_ids: dict[str, int] = {}
        self.said_rules: set[str] = set()
        self.claimed: dict[tuple[str, str], Definition] = {}
        self.pending: dict[Definition, list[Yaml]] = {}
        self.tags: dict[Definition, dict[str, None]] = {}
        self.late_grants: dict[Definition, list[Yaml]] = {}
        self.priced: dict[Definition, list[DataModifier]] = {}
        self.orders: dict[tuple[Definition, str, str], int] = {}
        self.shown_infos: dict[Definition, list[Info]] = {}
        self.far_values: list[tuple[Definition, DataModifier, Reach]] = []
        self.reach: dict[Definition, dict[str, None]] = {}
        self.types = {one.id: one for file in files for one in file.profile_types}

    # Names

    def unique(self, name: str, key: str, holder: str = "") -> str:
        """An id for a name: the one of an earlier conversion, the name alone, with its holder's, or with a number.

        `key` finds it in the next conversion; things that share one, such as a profile in two states, are numbered.
        """
        first, turn = key, 1
        while key in self.ids:
            turn += 1
            key = f"{first} #{turn}"
        old = self.known.get(key)
        base = ascii_id(name, "entry")
        names = [*([old] if old else []), base, *([f"{base}-{ascii_id(holder, 'x')}"] if holder else [])]
        number = 2
        while names[0] in self.taken or (names[0] != base and names[0] != old and names[0] in self.plain):
            names.pop(0)
            if not names:
                names.append(f"{base}-{number}")
                number += 1
        self.taken.add(names[0])
        self.ids[key] = names[0]
        return names[0]

    def vocabulary(self) -> dict[str, Tree]:
        """What ids of the data that are no entries mean: costs with their names and scales, categories and the like."""
        costs: dict[str, Tree] = {
            id: {"currency": self.words.currencies[id], "name": one.name, "scale": self.scales.get(id, 1)}
            for id, one in self.cost_types.items()
        }
        return {
            "costs": costs,
            "categories": {**self.category_names},
            "factions": {**self.words.factions},
            "sources": {one.id: one.nodes[0].id for one in self.made},
            "types": {one.id: one.type for one in self.made if one.type != USUAL_TYPES[one.kind]},
            "paths": {
                f"{each.holder.id if each.holder else ''}/{one.id}": path
                for one in self.made
                for each in one.placements
                if "::" in (path := path_of(each))
            },
            "forces": {one.id: {"id": self.words.forces[one.id], "name": one.name} for one in self.forces},
        }

    def rule_id(self, name: str) -> str:
        base = made = ascii_id(name, "rule")
        number = self.rule_ids.get(base, 1)
        while made in self.rule_ids:
            number += 1
            made = f"{base}-{number}"
        self.rule_ids[base] = number
        self.rule_ids.setdefault(made, 1)
        return made

    def cost_scales(self) -> dict[str, int]:
        """By what each cost is multiplied, so that all are whole."""
        found: dict[str, list[Fraction]] = {}
        for one in self.game.definitions:
            for node in one.nodes:
                for id, value in node.costs.items():
                    found.setdefault(id, []).append(value)
                for modifier in node.modifiers:
                    if modifier.field in found and modifier.type in ("set", *SIGNS):
                        found[modifier.field].append(_fraction(modifier.value))
        return {id: lcm(1, *(one.denominator for one in values)) for id, values in found.items()}

    def name_currencies(self) -> dict[str, str]:
        """The currencies by the ids of the data: points first, then the others that anything costs."""
        types = [one for file in self.game.data.files for one in file.cost_types]
        spent = {id for one in self.game.definitions for id, value in one.costs.items() if value}
        spent |= {one.field for each in self.game.definitions for one in each.modifiers}
        used = [one for one in types if one.id in spent] or types[:1]
        used.sort(key=lambda one: one.name.lower().strip() not in POINTS)
        self.cost_types = {one.id: one for one in used}
        made: dict[str, str] = {}
        for one in used:
            id = ascii_id(one.name, "cost")
            made[one.id] = id if id not in made.values() else f"{id}-{len(made)}"
        return made

    # The whole

    def parts(self) -> GameParts:
        """Everything, in the order in which one thing needs another."""
        send_modifiers(self)
        self.prune()
        self.reach = self.factions_of()
        for one in self.game.definitions:
            holder = next((each.holder.name for each in one.placements if each.holder), "")
            one.id = self.unique(one.name, " ".join([one.kind, *(each.id for each in one.nodes)]), holder)
        for one in self.game.definitions:
            for slot in one.slots:
                slot.id = _free(ascii_id(slot.name, "options"), {each.id for each in one.slots if each is not slot})
        self.tables = profile_tables(self)
        for one in self.game.definitions:
            self.made[one] = self.entry(one)
        change_far_values(self)
        for one in self.game.definitions:
            self.limits(one)
        self.category_rules()
        self.hidden_rules()
        self.finish_notes()
        head = self.head()
        entries = [
            *(
                EntryPart("faction", {"name": one.name, "id": self.words.factions[one.id], "aliases": [one.id]})
                for one in self.game.factions
            ),
            *(
                EntryPart("force", {"name": one.name, "id": self.words.forces[one.id], "aliases": [one.id]})
                for one in self.forces
            ),
        ]
        if len(self.game.factions) < 2:
            entries = [one for one in entries if one.kind != "faction"]
        if len(self.forces) < 2:
            entries = [one for one in entries if one.kind != "force"]
        entries += [self.with_tags(definition, part) for definition, part in self.made.items()]
        self.open_slots()
        entries += [part for table in self.tables.values() for part in table.entries]
        return GameParts(head, self.rules, entries, list(self.ledger.outcomes()), self.ids, self.vocabulary())

    def open_slots(self) -> None:
        """Take out the selectors of slots that all options fit, which the check refuses."""
        every = {one.id for one in self.made if one.kind == "option"}
        for part in self.made.values():
            picks = part.content.get("picks", {})
            assert isinstance(picks, dict)
            for slot in picks.values():
                assert isinstance(slot, dict)
                where = slot["where"]
                assert isinstance(where, dict)
                ids = where["entry"]
                if {*(ids if isinstance(ids, list) else [ids])} == every:
                    del slot["where"]

    def force_name(self, one: DataForce) -> str:
        """The name of a type of force, with its file's where another has the same."""
        same = [each for each in self.forces if slug(each.name) == slug(one.name)]
        file = next((each.name for each in self.game.data.files if each.place.file == one.place.file), "")
        return one.name if len(same) == 1 else f"{one.name} ({file} {same.index(one) + 1})"

    def prune(self) -> None:
        """Take out what the data always hide."""
        for one in self.game.definitions:
            for slot in one.slots:
                slot.placements = [each for each in slot.placements if not self.always_hidden(each)]
            one.slots = [slot for slot in one.slots if slot.placements]
        self.game.roots[:] = [one for one in self.game.roots if not any(map(self.always_hidden, one.placements[:1]))]
        reached: dict[Definition, None] = {}
        queue = list(self.game.roots)
        while queue:
            one = queue.pop()
            if one not in reached:
                reached[one] = None
                queue += [each.definition for slot in one.slots for each in slot.placements]
        self.game.definitions[:] = [one for one in self.game.definitions if one in reached]
        live = {each for one in reached for slot in one.slots for each in slot.placements}
        for one in reached:
            one.placements = [each for each in one.placements if each in live or each.holder is None]
            for slot in one.slots:
                for each in slot.placements:
                    for group in each.groups:
                        group.members = [member for member in group.members if member in live]
        self.words.refresh()

    def always_hidden(self, placement: Placement) -> bool:
        """Whether an entry is hidden here in every list."""
        frame = Frame("holder" if placement.holder else "list", placement.definition, placement.holder)
        return self.hidden_truth([placement.nodes, *(each.nodes for each in placement.groups)], frame, True) is True

    def factions_of(self) -> dict[Definition, dict[str, None]]:
        """The factions that can have each definition."""
        made: dict[Definition, dict[str, None]] = {}
        for root in self.game.roots:
            queue, seen = [root], set()
            while queue:
                one = queue.pop()
                if one in seen:
                    continue
                seen.add(one)
                made.setdefault(one, {}).update(root.factions)
                queue += [each.definition for slot in one.slots for each in slot.placements]
        return made

    # Entries

    def entry(self, one: Definition) -> EntryPart:
        """A definition as an entry."""
        content: dict[str, Tree] = {"name": one.name, "id": one.id, **self.cost(one)}
        if primary := next((use for use in one.categories.values() if use.primary), None):
            content["category"] = self.category_names.get(primary.target, primary.name) or "Units"
        if aliases := self.aliases(one):
            content["aliases"] = [*aliases]
        if one in self.game.roots and len(self.game.factions) > 1:
            content["factions"] = [self.words.factions[id] for id in one.factions]
        if one.slots:
            content["picks"] = {slot.id: self.slot(one, slot) for slot in one.slots}
        grants = [*self.shown(one), *self.cost_changes(one), *self.category_changes(one)]
        if grants:
            content["grants"] = [*grants]
        for modifier in one.modifiers:
            self.other_modifier(one, modifier)
        return EntryPart(one.kind, content)

    def aliases(self, one: Definition) -> list[str]:
        """The ids of the data that find a definition; each finds one of its kind, the plain one before its variants."""
        if not self.claimed:
            for each in sorted(self.game.definitions, key=lambda each: len(each.nodes)):
                for id in each.ids:
                    self.claimed.setdefault((each.kind, id), each)
        return [id for id in one.ids if self.claimed[one.kind, id] is one]

    def cost(self, one: Definition) -> dict[str, Tree]:
        """What an entry costs, in whole numbers."""
        costs = {
            self.words.currencies[id]: floor(value * self.scales.get(id, 1))
            for id, value in self.costs(one).items()
            if value and id in self.words.currencies
        }
        first = next(iter(self.words.currencies.values()), "points")
        if set(costs) <= {first}:
            return {"cost": costs[first]} if costs else {}
        return {"cost": {**costs}}

    def slot(self, one: Definition, slot: SlotPlan) -> Yaml:
        """A slot of an entry, as far as its group limits it."""
        ids: list[Tree] = [*dict.fromkeys(each.definition.id for each in slot.placements)]
        made: Yaml = {"kind": "option", "where": {"entry": ids[0] if len(ids) == 1 else ids}}
        group = slot.group
        if group is None:
            return made
        frame = Frame("holder", slot.placements[0].definition, one)
        least, most = self.group_limits(one, group, frame)
        hidden = self.hidden_truth([group.nodes], frame)
        if hidden not in (True, False):
            shown = negation(hidden)
            assert not isinstance(shown, bool)
            made["when"] = condition_of(shown)
        if isinstance(least, int):
            if least > 0:
                made["min"] = least
        elif least is not None:
            self.holder_rule(one, f"{one.name} {group.name} least", group_where(group), {"min": least})
        if most is not None:
            made["max"] = most
        default = next(
            (each for each in slot.placements if group.default and group.default in each.definition.ids), None
        )
        if default and "min" in made and default.groups == (group,):
            made["default"] = default.definition.id
        for inner in dict.fromkeys(each for placement in slot.placements for each in placement.groups[1:]):
            self.inner_group(one, inner, frame)
        return made

    def group_limits(self, one: Definition, group: ChoiceGroup, frame: Frame) -> tuple[Value | None, Value | None]:
        """The least and the most of a group in its holder; its other limits become rules."""
        least: Value | None = None
        most: Value | None = None
        for node in group.nodes:
            for constraint in node.constraints:
                asks = constraint.asks
                try:
                    if asks.percent:
                        raise NotSaidError("a percentage of what is there")
                    if asks.field != "selections" or asks.scope != "parent":
                        self.wide_limit(one, constraint, node.modifiers, group_where(group), frame, group.name)
                        continue
                    modifiers = self.modifiers_of(group.nodes)
                    value = modified_value(self.asker, self.ledger, constraint, modifiers, frame)
                    self.ledger.note(constraint, "carried")
                    if value is None:
                        continue
                    if constraint.type == "max":
                        most = value if most is None else _stricter(most, value)
                    elif constraint.type == "min":
                        least = value if least is None else _larger(least, value)
                    else:
                        raise NotSaidError(f"limits of the type {constraint.type} are unknown")
                except NotSaidError as error:
                    self.not_said(constraint, str(error), one)
        for node in group.nodes:
            for modifier in node.modifiers:
                self.group_modifier(one, group, modifier)
        return least, most

    def group_modifier(self, one: Definition, group: ChoiceGroup, modifier: DataModifier) -> None:
        """Modifiers of a group that change neither its limits nor whether it is hidden."""
        limits = {each.id for node in group.nodes for each in node.constraints}
        if modifier.field in NAMES:
            self.ledger.note(modifier, "names only")
        elif modifier.field not in {"hidden", *limits}:
            self.not_said(modifier, f"it changes {modifier.field} of a group", one)

    def inner_group(self, one: Definition, group: ChoiceGroup, frame: Frame) -> None:
        """A group inside a group: one slot holds both, so its limits are rules of the holder."""
        least, most = self.group_limits(one, group, frame)
        bounds: Yaml = {}
        if least not in (None, 0):
            bounds["min"] = least
        if most is not None:
            bounds["max"] = most
        if bounds and group.members:
            self.holder_rule(one, f"{one.name} {group.name}", group_where(group), bounds)

    def modifiers_of(self, nodes: Iterable[DataNode]) -> list[DataModifier]:
        return [modifier for node in nodes for modifier in node.modifiers]

    def holder_rule(self, one: Definition, name: str, where: Yaml, bounds: Yaml, when: Yaml | None = None) -> None:
        """A rule that is asked of each such holder."""
        rule: Yaml = {
            "kind": "count",
            "id": self.rule_id(name),
            "over": "pick",
            "in": {"entry": one.id},
            "of": {"count": "picks", "where": where},
            **bounds,
        }
        if when:
            rule["when"] = when
        self.add_rule(one, rule)

    def add_rule(self, one: Definition, rule: Yaml) -> None:
        """A rule that is in force when an entry is picked, unless it has another that says the same."""
        content = self.made[one].content if one in self.made else None
        if content is None:
            self.pending.setdefault(one, []).append(rule)
            return
        said = f"{one.id} {_without_id(rule)}"
        if said in self.said_rules:
            return
        self.said_rules.add(said)
        rules = content.setdefault("rules", [])
        assert isinstance(rules, list)
        rules.append(rule)

    # What is hidden

    def hidden_truth(self, groups: Iterable[Iterable[DataNode]], frame: Frame, quiet: bool = False) -> Truth:
        """When any of some things is hidden, as far as that can be said; what can't is noted unless it is `quiet`."""
        found: list[Truth] = []
        for nodes in groups:
            for node in nodes:
                truth: Truth = node.hidden
                for modifier in node.modifiers:
                    if modifier.field != "hidden":
                        continue
                    try:
                        holds = self.asker.truth(modifier.when, frame)
                        truth = (
                            disjunction([truth, holds])
                            if modifier.value == "true"
                            else conjunction([truth, negation(holds)])
                        )
                        self.ledger.note(modifier, "no effect" if isinstance(holds, bool) and not holds else "carried")
                    except NotSaidError as error:
                        if not quiet:
                            self.not_said(modifier, str(error), frame.of)
                        elif modifier.value == "false":
                            truth = False
                found.append(truth)
        return disjunction(found)

    # Limits of entries

    def limits(self, one: Definition) -> None:
        """How often an entry can be taken: in its holders, in the list, and when."""
        part = self.made[one]
        for rule in self.pending.pop(one, []):
            self.add_rule(one, rule)
        if one in self.game.roots:
            self.root_limits(one)
        if not any(each.holder for each in one.placements):
            return
        found = [(each, *self.limit_at(one, each)) for each in one.placements if each.holder]
        loosest_limit = self.loosest_limit([most for _, most, _ in found])
        room = max(self.room(each) for each in one.placements if each.holder)
        shown = min(loosest_limit, room) if isinstance(loosest_limit, int) else loosest_limit
        if shown != 1:
            part.content["limit"] = shown
        for placement, most, least in found:
            holder = placement.holder
            assert holder is not None
            if most != loosest_limit:
                self.holder_rule(holder, f"{holder.name} {one.name} most", {"entry": one.id}, {"max": most})
            self.least_at(one, holder, placement, least)

    def loosest_limit(self, values: list[Value]) -> Value:
        """The limit of an entry that no place is stricter than: what all say, or the highest number."""
        if all(one == values[0] for one in values):
            return values[0]
        return max([one if isinstance(one, int) else NO_LIMIT for one in values])

    def room(self, placement: Placement) -> int:
        """How much room there is in the slot of a place, as far as that is a plain number."""
        assert placement.holder is not None
        slot = next(each for each in placement.holder.slots if placement in each.placements)
        picks = self.made[placement.holder].content["picks"]
        assert isinstance(picks, dict)
        made = picks[slot.id]
        most = made.get("max") if isinstance(made, dict) else None
        return most if isinstance(most, int) else NO_LIMIT

    def limit_at(self, one: Definition, placement: Placement) -> tuple[Value, Value | None]:
        """The most and the least of an entry in one of its places."""
        frame = Frame("holder", one, placement.holder)
        least: Value | None = None
        most: Value | None = None
        modifiers = self.modifiers_of(placement.nodes)
        for node in placement.nodes:
            for constraint in node.constraints:
                asks = constraint.asks
                try:
                    if asks.percent:
                        raise NotSaidError("a percentage of what is there")
                    if asks.field != "selections" or asks.scope != "parent":
                        self.entry_limit(one, placement, constraint, modifiers, frame)
                        continue
                    value = modified_value(self.asker, self.ledger, constraint, modifiers, frame)
                    self.ledger.note(constraint, "carried")
                    if value is None:
                        continue
                    if constraint.type == "max":
                        most = value if most is None else _stricter(most, value)
                    elif constraint.type == "min":
                        least = value if least is None else _larger(least, value)
                    else:
                        raise NotSaidError(f"limits of the type {constraint.type} are unknown")
                except NotSaidError as error:
                    self.not_said(constraint, str(error), one)
        most = self.while_hidden(one, placement, frame, most)
        if isinstance(most, int) and most == 0:
            most = {"number": 0}
        return (NO_LIMIT if most is None else most), least

    def while_hidden(self, one: Definition, placement: Placement, frame: Frame, most: Value | None) -> Value | None:
        """A limit that takes into account when the entry, or a group it is in, is hidden."""
        groups = [placement.nodes, *(group.nodes for group in placement.groups[1:])]
        hidden = self.hidden_truth(groups, frame)
        return most if hidden is False else where_visible(most, hidden)

    def least_at(self, one: Definition, holder: Definition, placement: Placement, least: Value | None) -> None:
        """The least of an entry in its holder: of a slot of its own, or a rule."""
        if least is None or (isinstance(least, int) and least <= 0):
            return
        slot = next(each for each in holder.slots if placement in each.placements)
        content = self.made[holder].content["picks"]
        assert isinstance(content, dict)
        made = content[slot.id]
        assert isinstance(made, dict)
        hidden = self.hidden_truth([placement.nodes], Frame("holder", one, holder))
        if slot.group is None and len(slot.placements) == 1 and isinstance(least, int):
            made["min"] = least
            limit = self.made[one].content.get("limit", 1)
            if isinstance(limit, int):
                made["max"] = limit
            if hidden is False:
                made["default"] = one.id if least == 1 else {"entry": one.id, "count": least}
            else:
                shown = negation(hidden)
                assert not isinstance(shown, bool)
                made["when"] = condition_of(shown)
            return
        when = None
        if not isinstance(hidden, bool):
            shown = negation(hidden)
            assert not isinstance(shown, bool)
            when = condition_of(shown)
        self.holder_rule(holder, f"{holder.name} {one.name} least", {"entry": one.id}, {"min": least}, when)

    def entry_limit(
        self,
        one: Definition,
        placement: Placement,
        constraint: DataConstraint,
        modifiers: list[DataModifier],
        frame: Frame,
    ) -> None:
        """A limit of an entry in another scope than its holder."""
        ids = self.same_entry(one, placement, constraint)
        where: Yaml = {"entry": ids[0] if len(ids) == 1 else [*ids]}
        self.wide_limit(one, constraint, modifiers, where, frame, one.name)

    def same_entry(self, one: Definition, placement: Placement, constraint: DataConstraint) -> list[str]:
        """The ids of what a limit of an entry counts: wherever the data link to it."""
        node = next(each for each in placement.nodes if any(constraint is mine for mine in each.constraints))
        found = self.words.by_id.get(node.id, [one]) if constraint.shared else [one]
        return sorted({each.id for each in found})

    def wide_limit(
        self,
        one: Definition,
        constraint: DataConstraint,
        modifiers: Iterable[DataModifier],
        where: Yaml,
        frame: Frame,
        name: str,
    ) -> None:
        """A limit over the list, or over something that holds the entry at any height."""
        asks = constraint.asks
        if constraint.type not in ("min", "max"):
            raise NotSaidError(f"limits of the type {constraint.type} are unknown")
        if asks.percent:
            raise NotSaidError("a percentage of what is there")
        of = self.counted(constraint, where)
        wide = (
            asks.scope in LIST_WIDE
            or asks.scope in self.words.forces
            or (asks.scope == "parent" and one in self.game.roots)
        )
        if wide:
            if asks.field == "selections" and not asks.deep and one not in self.game.roots:
                self.ledger.note(
                    constraint, "no effect", "it counts what stands at the top of a list, and this never does"
                )
                return
            value = modified_value(self.asker, self.ledger, constraint, modifiers, Frame("list", one))
            self.ledger.note(constraint, "carried")
            if value is not None and (constraint.type == "max" or not isinstance(value, int) or value > 0):
                self.list_limit(one, constraint, of, value, name)
            return
        above = self.asker.scope_nodes(frame, asks.scope)
        if not above:
            raise NotSaidError("its scope is nothing that holds it")
        self.ledger.note(constraint, "carried")
        for holder in sorted(above, key=lambda each: each.id):
            at = Frame("list", one)
            if holder is one:
                at = Frame("self", one)
                of = of if asks.field == "selections" else {"sum": self.words.currencies[asks.field]}
            elif holder in one.holders:
                at = Frame("holder", one, holder)
            value = modified_value(self.asker, self.ledger, constraint, modifiers, at)
            if value is None:
                continue
            rule: Yaml = {"kind": "count", "id": self.rule_id(f"{holder.name} {name}"), "over": "pick"}
            rule |= {"in": {"entry": holder.id}, "of": of, constraint.type: value}
            self.add_rule(holder, rule)

    def counted(self, constraint: DataConstraint, where: Yaml) -> Yaml:
        """What a limit is about: how many, or what they cost."""
        if constraint.asks.field == "selections":
            return {"count": "picks", "where": where}
        currency = self.words.currencies.get(constraint.asks.field)
        if currency is None:
            raise NotSaidError(f"it limits {constraint.asks.field}")
        return {"sum": currency, "where": where, "from": "picks"}

    def list_limit(self, one: Definition, constraint: DataConstraint, of: Yaml, value: Value, name: str) -> None:
        """A limit over the whole list; those that only say "at most so many" share one rule."""
        where = of["where"]
        if (
            constraint.type == "max"
            and isinstance(value, int)
            and of.get("count")
            and where == {"entry": one.id}
            and value > 0
        ):
            tag = f"at-most-{value}"
            self.words.used_tags[tag] = None
            self.tags.setdefault(one, {})[tag] = None
            return
        rule: Yaml = {"kind": "count", "id": self.rule_id(f"{name} in the list {constraint.type}"), "of": of}
        rule[constraint.type] = value
        if constraint.type == "min":
            self.least_in_list(one, rule)
        else:
            self.add_list_rule(rule)

    def add_list_rule(self, rule: Yaml) -> None:
        """A rule of the game, unless another says the same."""
        said = _without_id(rule)
        if said not in self.said_rules:
            self.said_rules.add(said)
            self.rules.append(rule)

    def least_in_list(self, one: Definition, rule: Yaml) -> None:
        """At least so many in the list: for the factions that can have it, where it is not hidden."""
        if one not in self.game.roots:
            for holder in sorted(one.holders, key=lambda each: each.id):
                self.add_rule(holder, {**rule, "id": self.rule_id(f"{holder.name} {rule['id']}")})
            return
        truths: list[Truth] = []
        hidden = self.hidden_truth([one.nodes], Frame("list", one))
        truths.append(negation(hidden))
        if len(self.game.factions) > 1 and len(one.factions) < len(self.game.factions):
            ids: list[Tree] = [self.words.factions[id] for id in one.factions]
            rule_when: Yaml = {"has": {"entry": ids[0] if len(ids) == 1 else ids}, "in": "list"}
        else:
            rule_when = {}
        shown = conjunction(truths)
        if shown is False:
            return
        if not isinstance(shown, bool):
            rule_when = {"all": [rule_when, condition_of(shown)]} if rule_when else condition_of(shown)
        self.add_list_rule({**rule, **({"when": rule_when} if rule_when else {})})

    def root_limits(self, one: Definition) -> None:
        """The limits of what stands at the top of a list."""
        placement = next(each for each in one.placements if each.holder is None)
        frame = Frame("list", one)
        modifiers = self.modifiers_of(placement.nodes)
        for node in placement.nodes:
            for constraint in node.constraints:
                try:
                    self.entry_limit(one, placement, constraint, modifiers, frame)
                except NotSaidError as error:
                    self.not_said(constraint, str(error), one)
        hidden = self.hidden_truth([placement.nodes], frame)
        if not isinstance(hidden, bool):
            when = condition_of(hidden)
            self.hidden.setdefault(repr(when), (when, []))[1].append(one.id)

    def hidden_rules(self) -> None:
        """One rule for all that is hidden under the same condition."""
        for when, ids in self.hidden.values():
            where: Yaml = {"entry": ids[0] if len(ids) == 1 else [*ids]}
            name = self.rule_id(f"not available {ids[0]}")
            rule: Yaml = {"kind": "count", "id": name, "of": {"count": "picks", "where": where}, "max": 0, "when": when}
            self.rules.append(rule)

    # Categories

    def category_rules(self) -> None:
        """The limits of categories, of the categories themselves and in each type of force."""
        for file in self.game.data.files:
            for category in file.categories:
                for constraint in category.constraints:
                    self.category_limit(category.id, constraint, category.modifiers, None)
        for force in self.forces:
            for use in force.categories:
                for constraint in use.constraints:
                    self.category_limit(use.target, constraint, use.modifiers, force)
            for constraint in force.constraints:
                self.force_limit(force, constraint)
            for modifier in (*force.modifiers, *(each for use in force.categories for each in use.modifiers)):
                self.plain_modifier(modifier)

    def force_limit(self, force: DataForce, constraint: DataConstraint) -> None:
        """What a list with a type of force may cost; how many forces there are is settled, since a list is one."""
        currency = self.words.currencies.get(constraint.asks.field)
        if currency is None or constraint.asks.percent or constraint.type not in ("min", "max"):
            self.ledger.note(constraint, "no effect", "a list is one force")
            return
        value = modified_value(self.asker, self.ledger, constraint, force.modifiers, Frame("list"))
        self.ledger.note(constraint, "carried")
        if value is None or (constraint.type == "min" and isinstance(value, int) and value <= 0):
            return
        rule: Yaml = {
            "kind": "count",
            "id": self.rule_id(f"{force.name} {currency} {constraint.type}"),
            "of": {"sum": currency, "in": "list"},
            constraint.type: value,
        }
        if len(self.forces) > 1:
            rule["when"] = {"has": {"entry": self.words.forces[force.id]}, "in": "list"}
        self.add_list_rule(rule)

    def category_limit(
        self, id: str, constraint: DataConstraint, modifiers: tuple[DataModifier, ...], force: DataForce | None
    ) -> None:
        """At least or at most so many of a category."""
        try:
            self.say_category_limit(id, constraint, modifiers, force)
        except NotSaidError as error:
            self.not_said(constraint, str(error), None)

    def say_category_limit(
        self, id: str, constraint: DataConstraint, modifiers: tuple[DataModifier, ...], force: DataForce | None
    ) -> None:
        asks = constraint.asks
        members = self.words.with_category.get(id, [])
        if not any(one in self.game.roots for one in members) and not (asks.deep and members):
            self.ledger.note(constraint, "no effect", "nothing that a list can have is of the category")
            return
        if asks.percent:
            raise NotSaidError("a percentage of what is there")
        if asks.scope not in (*LIST_WIDE, "parent", "self") and asks.scope not in self.words.forces:
            raise NotSaidError(f"a category is limited in the scope {asks.scope}")
        where: Yaml = {"tag": self.words.tag(id)}
        if not asks.deep and any(one not in self.game.roots for one in members):
            where["slot"] = ["unit", "options"] if any(one.on_list for one in members) else "unit"
        value = modified_value(self.asker, self.ledger, constraint, modifiers, Frame("list"))
        self.ledger.note(constraint, "carried")
        if value is None or (constraint.type == "min" and isinstance(value, int) and value <= 0):
            return
        name = self.category_names.get(id, "category")
        within = f"{force.name} " if force and len(self.forces) > 1 else ""
        rule: Yaml = {
            "kind": "count",
            "id": self.rule_id(f"{within}{name} {constraint.type}"),
            "of": self.counted(constraint, where),
        }
        rule["what"] = name
        rule[constraint.type] = value
        if within and force:
            rule["when"] = {"has": {"entry": self.words.forces[force.id]}, "in": "list"}
        self.add_list_rule(rule)

    # Modifiers

    def cost_changes(self, one: Definition) -> list[Yaml]:
        """What changes the cost of an entry, in the order of the data; what always does is in its cost already."""
        made: list[Yaml] = []
        order: ChangeOrder = {}
        for modifier in one.modifiers:
            currency = self.words.currencies.get(modifier.field)
            if currency is None or any(modifier is each for each in self.priced.get(one, ())):
                continue
            try:
                grant = self.cost_change(one, modifier, currency, order)
                self.ledger.note(modifier, "carried" if grant else "no effect")
                made += [grant] if grant else []
            except NotSaidError as error:
                self.not_said(modifier, str(error), one)
        return made

    def costs(self, one: Definition) -> dict[str, Fraction]:
        """The costs of an entry after the changes that always hold and come before all others."""
        costs, open_ = dict(one.costs), set[str]()
        for modifier in one.modifiers:
            if modifier.field not in self.words.currencies or modifier.field in open_:
                continue
            try:
                always = self.asker.truth(modifier.when, Frame("self", one)) is True and not modifier.repeats
            except NotSaidError:
                always = False
            if not always or modifier.type not in ("set", *SIGNS):
                open_.add(modifier.field)
                continue
            amount = _fraction(modifier.value)
            old = costs.get(modifier.field, Fraction(0))
            costs[modifier.field] = amount if modifier.type == "set" else old + amount * SIGNS[modifier.type]
            self.priced.setdefault(one, []).append(modifier)
            self.ledger.note(modifier, "carried")
        return costs

    def cost_change(self, one: Definition, modifier: DataModifier, currency: str, order: ChangeOrder) -> Yaml | None:
        frame = Frame("self", one)
        holds = self.asker.truth(modifier.when, frame)
        if holds is False:
            return None
        amount = _fraction(modifier.value)
        if modifier.type not in ("set", "multiply", *SIGNS):
            raise NotSaidError(f"a cost is changed by `{modifier.type}`")
        amount *= self.scales.get(modifier.field, 1) if modifier.type != "multiply" else 1
        if amount != floor(amount):
            raise NotSaidError("a cost is changed by a fraction")
        change: Yaml
        grant: Yaml = {}
        if modifier.type in SIGNS:
            total = self.asker.repeated(modifier.repeats, frame, 1)
            change = {"add": int(amount) * SIGNS[modifier.type]}
            if isinstance(total, int):
                change["add"] = int(amount) * SIGNS[modifier.type] * total
                if not change["add"]:
                    return None
            else:
                grant["each"] = total
        elif modifier.repeats:
            raise NotSaidError("a cost is set repeatedly")
        else:
            change = {"set": int(amount)} if modifier.type == "set" else {"times": int(amount)}
        if at := order_of_change(order, currency, change):
            change["order"] = at
        key = "cost" if currency == next(iter(self.words.currencies.values())) else currency
        bare = change["add"] if set(change) == {"add"} else change
        grant = {"fields": {"self": {key: bare}}, **grant}
        if not isinstance(holds, bool):
            grant["when"] = condition_of(holds)
        return grant

    def category_changes(self, one: Definition) -> list[Yaml]:
        """Categories that an entry has under a condition, as tags."""
        made: list[Yaml] = []
        for modifier in one.modifiers:
            if modifier.field != "category":
                continue
            if modifier.type in ("set-primary", "unset-primary"):
                self.ledger.note(modifier, "names only")
                continue
            try:
                holds = self.asker.truth(modifier.when, Frame("self", one))
                if holds is False:
                    self.ledger.note(modifier, "no effect")
                    continue
                if modifier.type not in CATEGORY_CHANGES or modifier.value not in self.words.categories:
                    raise NotSaidError("a category is changed that nothing declares")
                grant: Yaml = {CATEGORY_CHANGES[modifier.type]: [self.words.tag(modifier.value)]}
                if modifier.type == "remove":
                    if modifier.value not in one.categories:
                        self.ledger.note(modifier, "no effect", "it never has that category")
                        continue
                    grant["where"] = {"entry": one.id}
                if not isinstance(holds, bool):
                    grant["when"] = condition_of(holds)
                made.append(grant)
                self.ledger.note(modifier, "carried")
            except NotSaidError as error:
                self.not_said(modifier, str(error), one)
        return made

    def other_modifier(self, one: Definition, modifier: DataModifier) -> None:
        """Modifiers of what is neither cost, category, limit nor hidden."""
        limits = {each.id for placement in one.placements for node in placement.nodes for each in node.constraints}
        limits |= {each.id for node in one.nodes for each in node.constraints}
        if modifier.field in self.words.currencies or modifier.field in {"hidden", "category", *limits}:
            return
        if modifier.field in NAMES:
            self.ledger.note(modifier, "names only")
            return
        if modifier.field == "error":
            self.own_error(one, modifier)
            return
        if table := next((each for each in self.tables.values() if modifier.field in each.type.columns), None):
            self.value_change(one, modifier, table)
            return
        self.not_said(modifier, f"it changes {modifier.field}", one)

    def own_error(self, one: Definition, modifier: DataModifier) -> None:
        """An error that the data word themselves: a rule that is broken wherever its condition holds."""
        try:
            holds = self.asker.truth(modifier.when, Frame("self", one))
            if isinstance(holds, bool):
                raise NotSaidError("it is an error in every list" if holds else "")
        except NotSaidError as error:
            if str(error):
                self.not_said(modifier, str(error), one)
            else:
                self.ledger.note(modifier, "no effect", "its condition never holds here")
            return
        rule: Yaml = {"kind": "count", "id": self.rule_id(f"{one.name} error"), "over": "pick"}
        rule |= {"in": {"entry": one.id}, "of": bit_of(holds), "max": 0}
        if self.texts and modifier.value:
            rule["text"] = plain_text(modifier.value)
        self.add_rule(one, rule)
        self.ledger.note(modifier, "carried")

    def value_change(
        self, one: Definition, modifier: DataModifier, table: ProfileTable, only: list[Info] | None = None
    ) -> None:
        """A change of a printed value: of some profiles, or of all that the entry itself shows."""
        try:
            grant = table.change(self, one, modifier, only)
        except NotSaidError as error:
            self.not_said(modifier, str(error), one)
            return
        self.ledger.note(modifier, "carried" if grant else "no effect")
        if grant:
            self.late_grants.setdefault(one, []).append(grant)

    def plain_modifier(self, modifier: DataModifier) -> None:
        """A modifier of something that is only there to be read; limits were noted before."""
        if id(modifier) not in self.ledger.fates:
            if modifier.field in NAMES or modifier.field == "hidden":
                self.ledger.note(modifier, "names only")
            else:
                self.ledger.note(modifier, "not said", f"it changes {modifier.field} of something that is not picked")

    # Profiles and rules

    def shown(self, one: Definition) -> list[Yaml]:
        """The profiles and rules that an entry shows, given where it stands; some only under a condition."""
        made: dict[str, tuple[Truth, dict[str, list[Tree]]]] = {}
        for info in self.game.infos_of(one.nodes):
            holds = negation(self.info_hidden(one, info))
            if holds is False:
                continue
            table = self.tables.get(info.shown.type if isinstance(info.shown, DataProfile) else "")
            if table is None:
                continue
            table.on_list, table.on_models = table.on_list or one.on_list, table.on_models or not one.on_list
            slots = made.setdefault(repr(holds), (holds, {}))[1]
            given = slots.setdefault(table.slot(one.on_list), [])
            id = table.put(info)
            if id not in given:
                given.append(id)
            self.shown_infos.setdefault(one, []).append(info)
            self.info_modifiers(one, info, table)
        grants: list[Yaml] = []
        for holds, slots in made.values():
            grant: Yaml = {"entries": {slot: [*ids] for slot, ids in slots.items()}}
            if one.on_list:
                grant["to"] = "list"
            if not isinstance(holds, bool):
                grant["when"] = condition_of(holds)
            grants.append(grant)
        return grants

    def info_hidden(self, one: Definition, info: Info) -> Truth:
        """When a profile or a rule is hidden."""
        truth: Truth = info.hidden
        for modifier in info.modifiers:
            if modifier.field == "hidden":
                try:
                    if modifier.elsewhere:
                        raise NotSaidError(ELSEWHERE)
                    holds = self.asker.truth(modifier.when, Frame("self", one))
                    if modifier.value == "true":
                        truth = disjunction([truth, holds])
                    else:
                        truth = conjunction([truth, negation(holds)])
                    self.ledger.note(modifier, "no effect" if holds is False else "carried")
                except NotSaidError as error:
                    self.not_said(modifier, str(error), one)
        return truth

    def info_modifiers(self, one: Definition, info: Info, table: ProfileTable) -> None:
        """What changes the words or numbers of a profile or a rule that is shown."""
        for modifier in info.modifiers:
            if modifier.field in NAMES:
                self.ledger.note(modifier, "names only")
            elif modifier.elsewhere:
                self.not_said(modifier, ELSEWHERE, one)
            elif modifier.field != "hidden":
                self.value_change(one, modifier, table, [info])

    # What is not said

    def not_said(self, thing: DataConstraint | DataModifier, why: str, one: Definition | None) -> None:
        """Note something that can't be said, in the report and on the entry."""
        self.ledger.note(thing, "not said", why)
        if one is not None:
            words = describe_constraint(thing) if isinstance(thing, DataConstraint) else describe_modifier(thing)
            self.notes.setdefault(one, {})[f"{words} ({why})"] = None

    def finish_notes(self) -> None:
        """Put what is not said on the entries, and the last grants behind the others."""
        for one, grants in self.late_grants.items():
            content = self.made[one].content
            content["grants"] = [*content.get("grants", []), *grants]  # type: ignore[misc]
        for one, notes in self.notes.items():
            if one in self.made:
                text = "; ".join(notes)
                self.made[one].comment = f"not said: {text[:LONGEST_NOTE]}"
                self.tags.setdefault(one, {})[APPROXIMATE] = None

    def with_tags(self, one: Definition, part: EntryPart) -> EntryPart:
        """An entry with the tags that something asks for, its factions and its note."""
        content = part.content
        tags = [
            self.words.categories[id] for id in one.categories if self.words.categories.get(id) in self.words.used_tags
        ]
        tags += [one.type] if one.type in self.words.used_tags else []
        tags += list(self.tags.get(one, ()))
        if tags:
            content["tags"] = [*dict.fromkeys(tags)]
        if part.comment:
            content["text"] = f"Not converted: {part.comment.removeprefix('not said: ')}"
        part.factions = tuple(self.reach.get(one, ()))
        part.content = {key: content[key] for key in ORDER if key in content}
        return part

    # game.yaml

    def head(self) -> dict[str, Tree]:
        """What stands in game.yaml."""
        system = self.game.data.system
        tables = [one for one in self.tables.values() if one.entries]
        on_list = any(one.on_list for one in self.game.definitions)
        model: dict[str, Tree] = {"unit": {"kind": "unit", "min": 1, "max": 1}}
        model |= {one.slot(False): {"kind": one.kind, "max": 0} for one in tables if one.on_models}
        whole: dict[str, Tree] = {}
        if len(self.game.factions) > 1:
            whole["faction"] = {"kind": "faction", "min": 1, "max": 1}
        if len(self.forces) > 1:
            whole["force"] = {"kind": "force", "min": 1, "max": 1, "default": self.words.forces[self.forces[0].id]}
        if on_list:
            ids = sorted(one.id for one in self.game.roots if one.on_list)
            for one in self.game.roots:
                if one.on_list:
                    self.tags.setdefault(one, {})[OF_LIST] = None
            whole["options"] = (
                {"kind": "option", "repeats": True, "where": {"tag": OF_LIST}} if ids else {"kind": "option"}
            )
        whole |= {one.slot(True): {"kind": one.kind, "max": 0} for one in tables if one.on_list}
        rules = self.shared_rules()
        self.rules[:0] = rules
        kinds: dict[str, Tree] = {
            "unit": {"name": "Unit", "fields": {"factions": "words"}},
            "option": {"is": "option", "name": "Option", "fields": {"factions": "words"}},
            **({"faction": {"is": "option", "name": "Faction"}} if "faction" in whole else {}),
            **({"force": {"is": "option", "name": "Force"}} if "force" in whole else {}),
            **{one.kind: one.spec() for one in tables},
        }
        if "faction" not in whole:
            kinds |= {"unit": {"name": "Unit"}, "option": {"is": "option", "name": "Option"}}
        columns: list[Tree] = [
            {"slot": one.slot(False), "columns": one.columns} for one in tables if one.columns and one.on_models
        ]
        plain: list[Tree] = [one.slot(False) for one in tables if not one.columns and one.on_models]
        return {
            "id": "",
            "name": system.name,
            "version": f"0.{int(system.revision or 0) if system.revision.isdecimal() else 0}.0",
            "text": f"Converted from the data of {system.name}, revision {system.revision or 'unknown'}.",
            "currencies": {self.words.currencies[id]: self.currency(id) for id in self.words.currencies}
            or {"points": {"name": "points"}},
            "kinds": kinds,
            "model": {"slots": model},
            **({"list": {"slots": whole}} if whole else {}),
            "card": {"title": "unit", "tables": columns, "texts": plain},
        }

    def currency(self, id: str) -> Yaml:
        """A currency, with its limit where the data have one."""
        one, scale = self.cost_types[id], self.scales.get(id, 1)
        name = one.name.strip() or "points"
        limit: Yaml = {"limit": floor(one.limit * scale)} if one.limit >= 0 else {}
        return {"name": f"{name} / {scale}" if scale > 1 else name, **limit}

    def shared_rules(self) -> list[Yaml]:
        """The rules that many entries share, each over a tag."""
        made: list[Yaml] = []
        if len(self.game.factions) > 1:
            made.append(
                {
                    "kind": "agree",
                    "id": self.rule_id("own faction"),
                    "slot": "unit",
                    "field": "factions",
                    "with": "faction",
                }
            )
            if any(one.on_list for one in self.game.roots):
                made.append(
                    {
                        "kind": "agree",
                        "id": self.rule_id("own options"),
                        "slot": "options",
                        "field": "factions",
                        "with": "faction",
                    }
                )
        limits = sorted({tag for tags in self.tags.values() for tag in tags if tag.startswith("at-most-")})
        for tag in limits:
            number = int(tag.removeprefix("at-most-"))
            made.append(
                {
                    "kind": "count",
                    "id": self.rule_id(tag),
                    "of": "picks",
                    "where": {"tag": tag},
                    "by": "entry",
                    "max": number,
                }
            )
        if any(APPROXIMATE in tags for tags in self.tags.values()):
            made.append(
                {
                    "kind": "count",
                    "id": self.rule_id("approximate"),
                    "of": "picks",
                    "where": {"tag": APPROXIMATE},
                    "by": "entry",
                    "max": 0,
                    "severity": "info",
                    "text": "Some of what the data say of this is not judged; its text tells what.",
                }
            )
        return made


USUAL_TYPES = {"unit": "model", "option": "upgrade"}
"""What the data call most entries of each kind."""


def path_of(placement: Placement) -> str:
    """How rosters name what stands somewhere: the ids of the links to it, the outermost first, and its own."""
    links = [node.id for group in placement.groups for node in reversed(group.nodes[1:])]
    own, *rest = dict.fromkeys(node.id for node in placement.nodes)
    return "::".join([*links, *reversed(rest), own])


ChangeOrder: TypeAlias = dict[str, tuple[int, bool]]
"""For each currency, the order of its last change, and whether more can be added in the same order."""


def order_of_change(order: ChangeOrder, currency: str, change: Yaml) -> int:
    """The order of the next change of a cost: in one order, what is set comes first and then all that is added."""
    adds = "add" in change
    last, more = order.get(currency, (-1, False))
    order[currency] = (last if adds and more else last + 1, "times" not in change)
    return order[currency][0]


CATEGORY_CHANGES = {"add": "tags", "remove": "remove-tags"}
APPROXIMATE, OF_LIST = "approximate", "of-the-list"
ORDER = (
    "name", "id", "cost", "category", "factions", "tags", "limit", "text", "aliases", "grants", "picks", "rules",
)  # fmt: skip


def _without_id(rule: Yaml) -> str:
    """What a rule says, whatever it is called."""
    return repr({key: value for key, value in rule.items() if key != "id"})


def _free(id: str, taken: set[str]) -> str:
    """A slot's id that no other slot of the entry has; `picks` is the word for a single slot."""
    base = id if id not in ("picks", "self") else f"{id}-2"
    made, number = base, 2
    while made in taken:
        made, number = f"{base}-{number}", number + 1
    return made


def _forces(forces: Iterable[DataForce]) -> Iterable[DataForce]:
    for one in forces:
        yield one
        yield from _forces(one.within)


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise NotSaidError(f"a number is set to {text or 'nothing'}") from None


def _stricter(one: Value, other: Value) -> Value:
    if isinstance(one, int) and isinstance(other, int):
        return min(one, other)
    raise NotSaidError("two limits of one thing, both changing")


def _larger(one: Value, other: Value) -> Value:
    if isinstance(one, int) and isinstance(other, int):
        return max(one, other)
    raise NotSaidError("two limits of one thing, both changing")
