"""Selectors: small typed predicates over the tree, written as YAML.

What a selector says about entries is settled once for each entry; only what depends on the list is asked again. It
reads picks, models and groups by their attributes and knows neither games nor rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

from listbuilder.base.records import Refers, record, replace, yaml_key
from listbuilder.base.values import Flag, Short, Whole
from listbuilder.catalogue.query.phrasing import describe_predicate

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry, Game
    from listbuilder.judging.force import Force, Owner, Pick


# Tests of picks and of what carries them, put together: what selectors are made of.


T = TypeVar("T")
Scalar = str | int | bool
ValueTest = Callable[[object], bool]
PickTest = Callable[["Pick"], bool]
OwnerTest = Callable[["Owner"], bool]


def all_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """Whether something passes all of them."""
    first, *more = tests
    if not more:
        return first
    others = all_of(more)
    return lambda one: first(one) and others(one)


def any_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """Whether something passes one of them."""
    first, *more = tests
    if not more:
        return first
    others = any_of(more)
    return lambda one: first(one) or others(one)


def inside_test(test: PickTest) -> PickTest:
    """Whether some pick that holds a pick, at whatever height, passes a test."""

    def inside(pick: Pick) -> bool:
        above = pick.holder
        while above is not None:
            if test(above):
                return True
            above = above.holder
        return False

    return inside


def value_test(wanted: tuple[Scalar | Range, ...]) -> ValueTest:
    """Whether a value, or one of several, is among those wanted; true is not the number 1.

    Asked of names and texts, true means that something is said.
    """
    flags = frozenset(one for one in wanted if isinstance(one, bool))
    others = frozenset(one for one in wanted if isinstance(one, str | int) and not isinstance(one, bool))
    ranges = [one for one in wanted if not isinstance(one, str | int)]

    def test(value: object) -> bool:
        if value is None or isinstance(value, bool):
            return value in flags
        if isinstance(value, int):
            return value in others or any(one.contains(value) for one in ranges)
        if isinstance(value, tuple):
            return not others.isdisjoint(value) or (True in flags and bool(value))
        return str(value) in others or (True in flags and value != "")

    return test


def row_value_test(name: str, test: ValueTest, alone: bool) -> OwnerTest:
    """Whether a value of a row, such as a flag, passes a test.

    Unless it is asked `alone`, a model has the values of its group too, but for fields that models have themselves.
    """
    if alone:
        return lambda owner: test(owner.values.get(name))

    def has(owner: Owner) -> bool:
        value = owner.values.get(name)
        group = owner.group if value is None else None
        if group is not None and name not in group.up.model_fields:
            for around in (group, *group.chain):
                value = around.values.get(name) if value is None else value
        return test(value)

    return has


def own_values_test(
    wanted: Mapping[str, tuple[Scalar | Range, ...]],
    on_row: OwnerTest,
    less: Callable[[frozenset[str], bool], OwnerTest],
) -> OwnerTest:
    """A test of a row, or of a group or the list, whose own values may be meant; what is left is asked of picks there.

    Members of a group answer for themselves `alone`: what groups say there is asked of the group.
    """
    asked = {name: value_test(values) for name, values in wanted.items()}
    known: dict[tuple[frozenset[str], bool], OwnerTest] = {}

    def test(owner: Owner) -> bool:
        if not owner.wide:
            return on_row(owner)
        own = frozenset(name for name, one in asked.items() if one(owner.values.get(name)))
        key = (own, owner.group is not None)
        if key not in known:
            known[key] = less(*key)
        return known[key](owner)

    return test


def any_row_test(on_row: OwnerTest) -> OwnerTest:
    """Whether a row passes a test, or some row that stands in it."""
    return lambda owner: on_row(owner) or (owner.wide and any(map(on_row, owner.below)))


def pick_on_row_test(test: PickTest) -> OwnerTest:
    """Whether some pick on a row passes a test."""
    return lambda row: any(map(test, row.inside))


class EntryAnswers:
    """What each entry met so far answers to a selector, by its identity: entries outlive lists.

    An entry fits, does not, or leaves some words to its row, which is then asked a test.
    """

    __slots__ = ("asking", "by_entry", "fitting", "known")

    def __init__(self) -> None:
        self.by_entry: dict[int, bool | OwnerTest] = {}
        self.known: set[int] = set()
        self.fitting: set[int] = set()
        self.asking: dict[OwnerTest, set[int]] = {}

    def add(self, entry: Entry, answer: bool | OwnerTest) -> None:
        """Keep what an entry answers, unless the entry does not outlive the list."""
        if entry.unknown or entry.written_as:
            return
        self.by_entry[id(entry)] = answer
        self.known.add(id(entry))
        if answer is True:
            self.fitting.add(id(entry))
        elif answer is not False:
            self.asking.setdefault(answer, set()).add(id(entry))


def entry_on_row_test(answers: EntryAnswers, decided: Callable[[Entry], bool | OwnerTest]) -> OwnerTest:
    """The same where entries decide it: a row is looked at as the set of its entries, not pick by pick."""
    known, fitting, asking = answers.known, answers.fitting, answers.asking

    def on_row(row: Owner) -> bool:
        held = row.entry_ids or row.collect_entry_ids()
        if not held <= known:
            found = {decided(pick.entry) for pick in row.inside}
            return True in found or any(test(row) for test in found if not isinstance(test, bool))
        fits = not fitting.isdisjoint(held)
        for test, entries in asking.items():
            fits = fits or (not entries.isdisjoint(held) and test(row))
        return fits

    return on_row


@record
class Range:
    """From `min` to `max`, both included; written as one number when they are the same."""

    min: Whole | None = None
    """The least allowed."""
    max: Whole | None = None
    """The most allowed."""

    def __post_init__(self) -> None:
        if self.min is None and self.max is None:
            raise ValueError("say `min`, `max` or both")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"nothing is from {self.min} to {self.max}")

    def contains(self, number: int) -> bool:
        """Whether `number` is inside."""
        return (self.min is None or number >= self.min) and (self.max is None or number <= self.max)

    def __str__(self) -> str:
        if self.max is None:
            return f"{self.min} or more"
        return f"{self.max} or less" if self.min is None else f"{self.min}" + f" to {self.max}" * (self.min != self.max)


def exactly(data: object) -> object:
    """One number is a range that holds nothing else."""
    return {"min": data, "max": data} if type(data) is int else data


Bounds: TypeAlias = Annotated[Range, Short(exactly)]


@record
class Selector:
    """All words must hold for the same pick; asked about a model or a group, for one of the picks on it.

    `entry`, `kind`, `tag`, `category`, `keyword`, `cost` and the game's own fields are about the entry, `slot` is where
    it stands, `under` a pick that it is inside of, `given` whether it came for free, `has` and `group` are about who
    carries it. `all`, `any` and `not` put selectors together.
    """

    entry: Annotated[tuple[str, ...], Refers("entry")] = ()
    """One of these entries."""
    kind: Annotated[tuple[str, ...], Refers("kind")] = ()
    """Entries of these kinds."""
    slot: Annotated[tuple[str, ...], Refers("slot")] = ()
    """Picks in these slots."""
    tag: Annotated[tuple[str, ...], Refers("tag")] = ()
    """Entries with one of these tags."""
    category: Annotated[tuple[str, ...], Refers("category")] = ()
    """Entries of these categories."""
    keyword: Annotated[tuple[str, ...], Refers("keyword")] = ()
    """Entries with one of these keywords."""
    cost: Bounds | None = None
    """Entries of this cost."""
    group: Annotated[tuple[str, ...], Refers("kind of group")] = ()
    """Models in a group of this kind."""
    given: Flag | None = None
    """Whether it came for free."""
    under: Selector | None = None
    """The pick that holds it."""
    has: Selector | None = None
    """The model has such an entry."""
    all: tuple[Selector, ...] = ()
    """All of these hold."""
    any: tuple[Selector, ...] = ()
    """One of these holds."""
    not_: Selector | None = None
    """This does not hold."""
    fields: Annotated[Mapping[str, tuple[Scalar | Bounds, ...]], Refers("context")] = field(default_factory=dict)

    @staticmethod
    def expand(data: object) -> object:
        """YAML's short forms in full: one value for a list of one, other words under `fields`."""
        if not isinstance(data, dict):
            return data
        if not data:
            raise ValueError("an empty selector fits everything: leave it out, or say which are meant")
        out: dict[str, object] = {}
        own: dict[str, object] = {}
        for key, value in data.items():
            many = value if isinstance(value, list) or key in SINGLE else [value]
            if key in WORDS:
                out[key] = many
            else:
                own[key] = many
        return {**out, "fields": own} if own else out

    @cached_property
    def fits_pick(self) -> PickTest:
        """The test of one pick, wherever it stands."""
        tests = self.pick_tests()
        if owners := self.owner_tests():
            carried = all_of(owners)
            tests.append(lambda pick: carried(pick.owner))
        tests += [part.fits_pick for part in self.all]
        if self.any:
            tests.append(any_of([part.fits_pick for part in self.any]))
        if refused := self.not_.fits_pick if self.not_ else None:
            tests.append(lambda pick: not refused(pick))
        return all_of(tests)

    @cached_property
    def fits(self) -> OwnerTest:
        """The test of a whole model, a group with its members, or the list."""
        tests: list[OwnerTest] = []
        if words := self.pick_tests():
            on_row = self.any_pick_test(words)
            tests.append(
                own_values_test(self.fields, on_row, self.without_fields) if self.fields else any_row_test(on_row)
            )
        tests += self.owner_tests()
        tests += [part.fits for part in self.all]
        if self.any:
            tests.append(any_of([part.fits for part in self.any]))
        if refused := self.not_.fits if self.not_ else None:
            tests.append(lambda owner: not refused(owner))
        return all_of(tests)

    def combine(self, other: Selector | None) -> Selector:
        """What fits this and another, as one record where no word stands in both."""
        if other is None:
            return self
        mine, theirs = (
            {f.name for f in fields(one) if f.name != "fields" and getattr(one, f.name)} for one in (self, other)
        )
        if mine & theirs or self.fields.keys() & other.fields.keys():
            return Selector(all=(other, self))
        return replace(other, fields={**other.fields, **self.fields}, **{name: getattr(self, name) for name in mine})

    def any_pick_test(self, words: list[PickTest], alone: bool = False) -> OwnerTest:
        """Whether a pick on a row passes the words about picks; entries are asked at once where they decide it."""
        if len(words) == 1 and (self.is_on_entry or self.fields):
            return entry_on_row_test(self._answers[alone], lambda entry: self.match_entry(entry, alone))
        return pick_on_row_test(all_of(words))

    def without_fields(self, names: frozenset[str], alone: bool) -> OwnerTest:
        """The test of what is said of picks, without some words that the row itself has already passed."""
        rest = replace(self, fields={name: values for name, values in self.fields.items() if name not in names})
        words = rest.pick_tests(alone)
        return any_row_test(rest.any_pick_test(words, alone)) if words else lambda owner: True

    @cached_property
    def is_on_entry(self) -> bool:
        """Whether some word is about the entry alone."""
        return bool(self.entry or self.kind or self.tag or self.category or self.keyword or self.cost)

    @cached_property
    def _answers(self) -> tuple[EntryAnswers, EntryAnswers]:
        """What each entry met so far answers; the second is for rows that are asked alone."""
        return EntryAnswers(), EntryAnswers()

    def match_entry(self, entry: Entry, alone: bool = False) -> bool | OwnerTest:
        """Whether an entry has what is said about it; where a field is not printed on it, what its row is asked.

        A row that is asked `alone` does not answer with what its group says.
        """
        answers = self._answers[alone]
        found = answers.by_entry.get(id(entry))
        if found is None:
            found = self.matches_words(entry) and self.match_fields(entry, alone)
            answers.add(entry, found)
        return found

    def match_fields(self, entry: Entry, alone: bool) -> bool | OwnerTest:
        """The fields that an entry is asked for, those that it does not have left to its row."""
        asked = [(name, entry.field(name), value_test(values)) for name, values in self.fields.items()]
        if any(value is not None and not test(value) for _, value, test in asked):
            return False
        left = tuple(name for name, value, _ in asked if value is None)
        return self.row_test(left, alone) if left else True

    def row_test(self, names: tuple[str, ...], alone: bool) -> OwnerTest:
        """The fields that a row is asked for; the same test for all entries that leave it the same ones."""
        key = (names, alone)
        if key not in self._row_tests:
            self._row_tests[key] = all_of(
                [row_value_test(name, value_test(self.fields[name]), alone) for name in names]
            )
        return self._row_tests[key]

    @cached_property
    def _row_tests(self) -> dict[tuple[tuple[str, ...], bool], OwnerTest]:
        """What rows are asked, by the names of the fields."""
        return {}

    def matches_words(self, entry: Entry) -> bool:
        """The words about an entry, one by one."""
        return (
            (not self.entry or entry.id in self.entry)
            and (not self.kind or entry.kind in self.kind)
            and (not self.tag or not frozenset(self.tag).isdisjoint(entry.tags))
            and (not self.category or entry.category in self.category)
            and (not self.keyword or not frozenset(self.keyword).isdisjoint(entry.keyword_ids))
            and (self.cost is None or self.cost.contains(entry.cost))
        )

    def could_fit(self, entry: Entry, slot: str | None = None) -> bool:
        """Whether an entry could fit if it stood in a slot, as far as the entry itself can tell."""
        if self.match_entry(entry) is False or (slot is not None and self.slot and slot not in self.slot):
            return False
        if self.not_ and self.not_.is_about_entries and self.not_.could_fit(entry, slot):
            return False
        if self.any and not any(part.could_fit(entry, slot) for part in self.any):
            return False
        return all(part.could_fit(entry, slot) for part in self.all)

    @cached_property
    def is_about_entries(self) -> bool:
        """Whether an entry alone decides it, fields of the entry included."""
        inner = [*self.all, *self.any, *([self.not_] if self.not_ else [])]
        own = not (self.group or self.given is not None or self.under or self.has or self.slot)
        return own and all(part.is_about_entries for part in inner)

    def candidate_picks(self, force: Force) -> list[Pick] | None:
        """The picks of a force that may fit, found by their entries; None when all of them must be asked."""
        if not self.is_on_entry and not self.fields:
            return None
        known, found = self._answers[False].by_entry, []
        for key, picks in force._by_entry.items():
            fits = known.get(key)
            if self.match_entry(picks[0].entry) if fits is None else fits:
                found += picks
        return found

    def pick_tests(self, alone: bool = False) -> list[PickTest]:
        """The tests that look at the pick itself."""
        tests: list[PickTest] = []
        if self.is_on_entry or self.fields:
            known, decided = self._answers[alone].by_entry, self.match_entry

            def fits(pick: Pick) -> bool:
                found = known.get(id(pick.entry))
                found = decided(pick.entry, alone) if found is None else found
                return found if found is True or found is False else found(pick.owner)

            tests.append(fits)
        if slots := frozenset(self.slot):
            tests.append(lambda pick: pick.slot in slots)
        if self.given is not None:
            given = self.given
            tests.append(lambda pick: (pick.given_by is not None) is given)
        if self.under is not None:
            tests.append(inside_test(self.under.fits_pick))
        return tests

    def owner_tests(self) -> list[OwnerTest]:
        """The tests that look at the model or group that carries the pick."""
        tests: list[OwnerTest] = []
        if self.has:
            tests.append(self.has.fits)
        if groups := frozenset(self.group):
            tests.append(lambda owner: owner.group_kind in groups)
        return tests

    def parts(self) -> list[Selector]:
        """This selector and every one inside it."""
        inner = [*self.all, *self.any, *(part for part in (self.not_, self.has, self.under) if part)]
        return [self, *(deep for part in inner for deep in part.parts())]

    def describe(self, game: Game) -> str:
        """The selector in a player's words, as something is said to be."""
        return describe_predicate(self, game)


WORDS = frozenset(yaml_key(item.name) for item in fields(Selector)) - {"fields"}
SINGLE = frozenset({"cost", "given", "has", "not", "under"})
