"""Questions of the data → quantities and conditions of ours.

A question is asked from a frame: at the list, at the holder of an entry (where limits are evaluated), or at the entry
itself (where grants are). What follows from the data alone, such as the faction when there is one, is answered here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Literal, NamedTuple, TypeAlias

from listbuilder.exchange.battlescribe.data_records import Comparing, ConditionSet, DataCondition, Question, Repetition
from listbuilder.exchange.battlescribe.linking import ChoiceGroup, Definition, LinkedGame
from listbuilder.storage.reading import Tree

Yaml: TypeAlias = dict[str, Tree]
LIST_SCOPES = ("force", "roster", "primary-catalogue")
TYPES = ("model", "unit", "upgrade")


ELSEWHERE = "it changes something else than what it stands on"


class NotSaidError(Exception):
    """Something that the language can't say, with the reason."""


class Frame(NamedTuple):
    """Where something is asked: at the list, at a holder of an entry (or one of them), or at the entry itself."""

    at: Literal["list", "holder", "self"]
    of: Definition | None = None
    holder: Definition | None = None


class Threshold(NamedTuple):
    """A number is at least so much."""

    number: Yaml
    least: int


class Logic(NamedTuple):
    """All or any of several conditions, or none of them."""

    word: Literal["all", "any", "not"]
    parts: tuple[Truth, ...]


Truth: TypeAlias = bool | Threshold | Logic


def conjunction(parts: Iterable[Truth]) -> Truth:
    """All of them; what is always true is left out."""
    left = [one for each in parts if each is not True for one in _flat(each, "all")]
    if any(one is False for one in left):
        return False
    return True if not left else left[0] if len(left) == 1 else Logic("all", tuple(left))


def _flat(truth: Truth, word: str) -> tuple[Truth, ...]:
    """The parts of what is joined by a word, or the thing itself."""
    return truth.parts if isinstance(truth, Logic) and truth.word == word else (truth,)


def disjunction(parts: Iterable[Truth]) -> Truth:
    """Any of them; what never is true is left out."""
    left = [one for each in parts if each is not False for one in _flat(each, "any")]
    if any(one is True for one in left):
        return True
    return False if not left else left[0] if len(left) == 1 else Logic("any", tuple(left))


def negation(one: Truth) -> Truth:
    """That something does not hold."""
    if isinstance(one, bool):
        return not one
    return one.parts[0] if isinstance(one, Logic) and one.word == "not" else Logic("not", (one,))


def condition_of(truth: Threshold | Logic) -> Yaml:
    """A condition as `when` has it."""
    if isinstance(truth, Threshold):
        return dict(truth.number) if truth.least == 1 else {**truth.number, "min": truth.least}
    if truth.word == "not":
        inner = truth.parts[0]
        if isinstance(inner, Threshold):
            return {**inner.number, "max": inner.least - 1}
        assert not isinstance(inner, bool)
        return {"not": condition_of(inner)}
    rows: list[Yaml] = []
    for one in truth.parts:
        assert not isinstance(one, bool)
        _put_condition(rows, condition_of(one), truth.word)
    return rows[0] if len(rows) == 1 else {truth.word: [*rows]}


def _put_condition(rows: list[Yaml], row: Yaml, word: str) -> None:
    """Add a condition to others; bounds of one number stand together, and what is there already is not said again."""
    if row in rows:
        return
    bare = {key: value for key, value in row.items() if key not in ("min", "max")}
    for at, other in enumerate(rows if word == "all" and "count" in row else ()):
        if (
            bare == {key: value for key, value in other.items() if key not in ("min", "max")}
            and "max" not in other
            and "max" in row
        ):
            rows[at] = {**bare, "min": other.get("min", 1), "max": row["max"]}
            return
    rows.append(row)


def bit_of(truth: Truth) -> Yaml:
    """A condition as a number, 1 where it holds and 0 where it does not."""
    if isinstance(truth, bool):
        return {"number": int(truth)}
    if isinstance(truth, Threshold):
        number = truth.number if set(truth.number) <= BARE else {"of": truth.number}
        return {**number, "most": 1} if truth.least == 1 else {**number, "less": truth.least - 1, "least": 0, "most": 1}
    if truth.word == "not":
        return {"number": 1, "less": bit_of(truth.parts[0])}
    bits = [bit_of(one) for one in truth.parts]
    total = total_of(bits)
    return {**total, "most": 1} if truth.word == "any" else {"of": total, "less": len(bits) - 1, "least": 0}


def total_of(numbers: list[Yaml]) -> Yaml:
    """The sum of some numbers, nested no deeper than needed."""
    if len(numbers) == 1:
        return numbers[0]
    half = len(numbers) // 2
    return {"of": total_of(numbers[:half]), "plus": total_of(numbers[half:])}


BARE = frozenset({"count", "where", "in", "sum", "from", "limit", "number"})


def product(truth: Truth, number: Yaml, most: int) -> Yaml:
    """A number where a condition holds, else 0."""
    if truth is True:
        return number
    missing: Yaml = {"of": bit_of(negation(truth)), "per": 1, "give": most}
    return {"of": number, "less": missing, "least": 0}


@dataclass
class Vocabulary:
    """What the ids of the data are called in the game: definitions, tags, currencies, factions and types of force."""

    game: LinkedGame
    scales: dict[str, int]
    currencies: dict[str, str]
    factions: dict[str, str]
    forces: dict[str, str]
    categories: dict[str, str]
    used_tags: dict[str, None] = field(default_factory=dict)
    roots: frozenset[Definition] = frozenset()
    by_id: dict[str, list[Definition]] = field(default_factory=dict)
    groups: dict[str, list[Definition]] = field(default_factory=dict)
    with_category: dict[str, list[Definition]] = field(default_factory=dict)
    # Caches of what follows from these.
    matches: dict[str, frozenset[Definition]] = field(default_factory=dict)
    ancestors: dict[Definition, frozenset[Definition]] = field(default_factory=dict)

    def refresh(self) -> None:
        """Index the definitions that are left."""
        self.by_id, self.with_category, self.matches, self.ancestors = {}, {}, {}, {}
        groups: dict[str, dict[Definition, None]] = {}
        self.roots = frozenset(self.game.roots)
        for one in self.game.definitions:
            one.settle()
            for id in one.ids:
                self.by_id.setdefault(id, []).append(one)
            added = [each.value for each in one.modifiers if each.field == "category" and each.type == "add"]
            for id in dict.fromkeys([*one.categories, *added]):
                self.with_category.setdefault(id, []).append(one)
            for slot in one.slots:
                for placement in slot.placements:
                    for group in placement.groups:
                        for id in group.ids:
                            groups.setdefault(id, {})[placement.definition] = None
        self.groups = {id: [*members] for id, members in groups.items()}

    def tag(self, category: str) -> str:
        self.used_tags[self.categories[category]] = None
        return self.categories[category]


class Asker:
    """Turns questions into quantities."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words

    # Conditions

    def truth(self, condition: DataCondition, frame: Frame) -> Truth:
        """A condition, as far as it is not decided by the data alone."""
        if isinstance(condition, ConditionSet):
            parts = [self.truth(one, frame) for one in condition.parts]
            return conjunction(parts) if condition.type == "and" else disjunction(parts)
        compare = COMPARING.get(condition.type)
        if condition.type in ("instanceOf", "notInstanceOf"):
            found = self.instance(condition.asks, frame)
            return found if condition.type == "instanceOf" else negation(found)
        if compare is None:
            raise NotSaidError(f"conditions of the type {condition.type or 'none'} are unknown")
        if condition.asks.percent:
            raise NotSaidError("a condition that asks for a percentage")
        return compare(self, condition, frame)

    def at_least(self, question: Question, least: Fraction, frame: Frame) -> Truth:
        """Whether the answer to a question is at least so much."""
        number = self.number(question, frame)
        wanted = ceil(least * self.scale(question))
        if isinstance(number, int):
            return number >= wanted
        return True if wanted <= 0 and question.field == "selections" else Threshold(number, wanted)

    def scale(self, question: Question) -> int:
        return self.words.scales.get(question.field.removeprefix("limit::"), 1)

    def instance(self, question: Question, frame: Frame) -> Truth:
        """Whether what a scope names is an instance of an entry, a category, a catalogue or a type of force."""
        child, scope, words = question.child, question.scope, self.words
        if child in words.factions:
            return self.in_list(words.factions, child)
        if child in words.forces:
            return self.in_list(words.forces, child)
        if child in words.game.files:
            return False
        if scope in ("force", "roster"):
            return self.at_least(question, Fraction(1), frame)
        if frame.of is None:
            raise NotSaidError(f"an instance in the scope {scope} is asked of the list")
        if scope == "primary-catalogue":
            return False
        if scope == "primary-category":
            uses = frame.of.categories.values()
            return any(one.primary and one.target == child for one in uses)
        wanted = self.matching(child)
        if scope in ("self", *frame.of.ids):
            return frame.of in wanted
        if scope == "ancestor":
            return self.ancestor(frame, wanted)
        nodes = self.scope_nodes(frame, scope)
        if nodes <= wanted:
            return True
        if not nodes & wanted:
            return False
        return Threshold(self.counted(wanted & nodes, self.part(frame, scope)), 1)

    def in_list(self, names: dict[str, str], id: str) -> Truth:
        """Whether the list has a faction or a type of force; the only one there is goes without saying."""
        return (
            True if len(names) == 1 else Threshold({"count": "picks", "where": {"entry": names[id]}, "in": "list"}, 1)
        )

    def ancestor(self, frame: Frame, wanted: frozenset[Definition]) -> Truth:
        """Whether one of some definitions holds an entry, at any height."""
        holders = self.above(frame)
        found = holders.union(*map(self.ancestors, holders)) & wanted
        if not found:
            return False
        if all(self.always_under(one, found, 0) for one in holders):
            return True
        if found <= holders:
            part = "pick" if frame.at == "holder" else "holder"
        elif all(one.kind == "unit" for one in found):
            part = "model"
        else:
            raise NotSaidError("it depends on what holds it at a distance")
        return Threshold(self.counted(found, part), 1)

    def above(self, frame: Frame) -> frozenset[Definition]:
        """What may hold the entry of a frame."""
        if frame.holder:
            return frozenset([frame.holder])
        return frame.of.holders if frame.of else frozenset()

    def ancestors(self, one: Definition, depth: int = 0) -> frozenset[Definition]:
        """Whatever may hold a definition, at any height."""
        known = self.words.ancestors
        if one not in known:
            known[one] = frozenset()
            known[one] = one.holders.union(*(self.ancestors(each, depth + 1) for each in one.holders))
        return known[one]

    def always_under(self, one: Definition, wanted: frozenset[Definition], depth: int) -> bool:
        """Whether every way from the top to a definition goes through one of some others, or it is one."""
        if one in wanted:
            return True
        above = one.holders
        return bool(above) and depth < 20 and all(self.always_under(each, wanted, depth + 1) for each in above)

    # Numbers

    def number(self, question: Question, frame: Frame) -> Yaml | int:
        """How much of something there is in a scope."""
        words = self.words
        if question.field == "forces":
            return 1 if question.child in ("any", *words.forces) else 0
        if question.field.startswith("limit::"):
            currency = words.currencies.get(question.field.removeprefix("limit::"))
            if currency is None:
                raise NotSaidError("it asks for the limit of a cost that nothing declares")
            return {"limit": currency}
        part = self.part(frame, question.scope)
        if question.field == "selections":
            if question.child == "any":
                raise NotSaidError("it counts selections of every sort")
            return self.selections(question, frame, part)
        currency = words.currencies.get(question.field)
        if currency is None:
            raise NotSaidError(f"it asks for a field {question.field} that nothing declares")
        if question.child == "any":
            return {"sum": currency, "in": part}
        found = self.matching(question.child)
        return {"sum": currency, **self.where(found, question.child), "from": "picks", "in": part} if found else 0

    def selections(self, question: Question, frame: Frame, part: str) -> Yaml | int:
        child, words = question.child, self.words
        if child in words.forces or child in words.factions:
            return int(self.instance(question, frame) is True)
        found = self.matching(child)
        if part == "list" and not question.deep:
            found = frozenset(one for one in found if one in words.roots)
        elif not question.deep and frame.of is not None:
            nodes = self.scope_nodes(frame, question.scope)
            direct = {
                one for node in nodes for slot in node.slots for each in slot.placements for one in [each.definition]
            }
            found = frozenset(found & direct)
        if part != "list" and frame.of is not None and self.scope_nodes(frame, question.scope) & found:
            raise NotSaidError("it counts inside something that it counts as well")
        return self.counted(found, part, child, question.deep) if found else 0

    def counted(self, found: frozenset[Definition], part: str, child: str = "", deep: bool = True) -> Yaml:
        return {"count": "picks", **self.where(found, child if deep else ""), "in": part}

    def where(self, found: frozenset[Definition], child: str = "") -> Yaml:
        """A selector of some definitions: by a tag where a category says which, else by their ids."""
        if child in self.words.categories:
            return {"where": {"tag": self.words.tag(child)}}
        if child in TYPES:
            self.words.used_tags[child] = None
            return {"where": {"tag": child}}
        ids: list[Tree] = [*sorted(one.id for one in found)]
        return {"where": {"entry": ids[0] if len(ids) == 1 else ids}}

    def matching(self, child: str) -> frozenset[Definition]:
        """The definitions that an id means: an entry, a group, a category or a type."""
        known = self.words.matches
        if child not in known:
            known[child] = frozenset(self.find_matching(child))
        return known[child]

    def find_matching(self, child: str) -> Iterable[Definition]:
        words = self.words
        if child in TYPES:
            return (one for one in words.game.definitions if one.type == child)
        return next((known[child] for known in (words.by_id, words.with_category, words.groups) if child in known), ())

    # Scopes

    def part(self, frame: Frame, scope: str) -> str:
        """The part of a list that a scope means, seen from a frame."""
        words, of = self.words, frame.of
        if scope in LIST_SCOPES or scope in words.forces or scope in words.game.files:
            return "list"
        if of is None:
            raise NotSaidError(f"the scope {scope} is asked of the list")
        nodes = self.scope_nodes(frame, scope)
        if not nodes:
            if scope in ("parent", "self") or scope in words.categories:
                return "list"
            raise NotSaidError("its scope is nothing that holds it")
        if frame.at == "list":
            raise NotSaidError("a limit of the list hangs on what holds the entry")
        if nodes == {of}:
            if frame.at == "self":
                return "pick"
            raise NotSaidError("its own choices decide how often it can be taken")
        if nodes <= self.above(frame):
            return "pick" if frame.at == "holder" else "holder"
        if all(one.kind == "unit" for one in nodes):
            return "model"
        above = frozenset(up for one in self.above(frame) for up in one.holders)
        if frame.at == "holder" and nodes <= above:
            return "holder"
        raise NotSaidError("its scope is neither the entry, nor what holds it, nor its unit")

    def scope_nodes(self, frame: Frame, scope: str) -> frozenset[Definition]:
        """The definitions that a scope may mean for an entry; none: the list."""
        words, of = self.words, frame.of
        if of is None or scope in LIST_SCOPES:
            return frozenset()
        if scope == "self" or scope in of.ids:
            return frozenset([of])
        holders = self.above(frame)
        if scope == "parent" or scope in words.groups:
            return holders
        if scope == "root-entry":
            starts = holders if frame.holder else {of, *holders}
            return frozenset(one for each in starts for one in (each, *self.ancestors(each)) if one in words.roots)
        wanted = self.matching(scope)
        found = frozenset(one for each in holders for one in self.nearest(each, wanted, 0))
        return frozenset([of]) if of in wanted and not found and scope not in words.by_id else found

    def nearest(self, one: Definition, wanted: frozenset[Definition], depth: int) -> frozenset[Definition]:
        """The nearest of some definitions from an entry upwards, on every way to the top."""
        if one in wanted:
            return frozenset([one])
        if depth > 20:
            return frozenset()
        return frozenset(found for up in one.holders for found in self.nearest(up, wanted, depth + 1))

    # Repeats

    def repeated(self, repeats: tuple[Repetition, ...], frame: Frame, amount: int) -> Yaml | int:
        """How much a modifier adds in all, by its repeats."""
        if not repeats:
            return amount
        if len(repeats) > 1:
            parts = [self.repeated((one,), frame, amount) for one in repeats]
            whole: list[Yaml] = [{"number": one} if isinstance(one, int) else one for one in parts]
            return total_of(whole)
        one = repeats[0]
        if one.asks.percent or one.asks.value <= 0:
            raise NotSaidError("it is repeated for a percentage")
        number = self.number(one.asks, frame)
        per = one.asks.value * self.scale(one.asks)
        if per != floor(per):
            raise NotSaidError("it is repeated for a fraction")
        if isinstance(number, int):
            times = ceil(Fraction(number) / per) if one.up else floor(Fraction(number) / per)
            return times * one.times * amount
        give = one.times * amount
        if not give:
            return 0
        return {
            **number,
            "per": int(per),
            **({"give": give} if give != 1 else {}),
            **({"round": "up"} if one.up and per > 1 else {}),
        }


Compare: TypeAlias = Callable[[Asker, Comparing, Frame], Truth]


def _above(asker: Asker, one: Comparing, frame: Frame) -> Truth:
    """More than a value: at least the next whole number, in the smallest unit that is counted."""
    scale = asker.scale(one.asks)
    return asker.at_least(one.asks, Fraction(floor(one.asks.value * scale) + 1, scale), frame)


def _least(asker: Asker, one: Comparing, frame: Frame) -> Truth:
    return asker.at_least(one.asks, one.asks.value, frame)


def _equal(asker: Asker, one: Comparing, frame: Frame) -> Truth:
    return conjunction([_least(asker, one, frame), negation(_above(asker, one, frame))])


COMPARING: dict[str, Compare] = {
    "atLeast": _least,
    "atMost": lambda asker, one, frame: negation(_above(asker, one, frame)),
    "equalTo": _equal,
    "greaterThan": _above,
    "lessThan": lambda asker, one, frame: negation(_least(asker, one, frame)),
    "notEqualTo": lambda asker, one, frame: negation(_equal(asker, one, frame)),
}


def group_where(group: ChoiceGroup) -> Yaml:
    """A selector of the members of a group."""
    ids: list[Tree] = [*dict.fromkeys(one.definition.id for one in group.members)]
    return {"entry": ids[0] if len(ids) == 1 else ids}
