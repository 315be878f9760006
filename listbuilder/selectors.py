"""Selectors: small typed predicates over the tree, written as YAML.

What a selector says about entries is settled once for each entry; only what depends on the list is asked again. It
reads picks, models and groups by their attributes and knows neither games nor rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from listbuilder.phrases import predicate
from listbuilder.predicates import (
    Answers,
    OwnerTest,
    PickTest,
    Scalar,
    all_of,
    among,
    any_of,
    has_value,
    is_inside,
    some_entry,
    some_pick,
    there,
    with_own_values,
)  # fmt: skip
from listbuilder.record import changed, record
from listbuilder.values import Flag, Short, Whole, tidied, yaml_key

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

    from listbuilder.catalogue import Entry, Game
    from listbuilder.force import Force, Pick

CONFIG = {"extra": "forbid", "alias_generator": yaml_key}


@record
class Range:
    """From `min` to `max`, both included; written as one number when they are the same."""

    min: Whole | None = None
    max: Whole | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if self.min is None and self.max is None:
            raise ValueError("say `min`, `max` or both")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"nothing is from {self.min} to {self.max}")

    def holds(self, number: int) -> bool:
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

    entry: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    slot: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    keyword: tuple[str, ...] = ()
    cost: Bounds | None = None
    group: tuple[str, ...] = ()
    given: Flag | None = None
    under: Selector | None = None
    has: Selector | None = None
    all: tuple[Selector, ...] = ()
    any: tuple[Selector, ...] = ()
    not_: Selector | None = None
    fields: Mapping[str, tuple[Scalar | Bounds, ...]] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy, handler, source)

    @cached_property
    def fits_pick(self) -> PickTest:
        """The test of one pick, wherever it stands."""
        tests = self.pick_words()
        if owners := self.owner_words():
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
        if words := self.pick_words():
            on_row = self.some(words)
            tests.append(with_own_values(self.fields, on_row, self.less) if self.fields else there(on_row))
        tests += self.owner_words()
        tests += [part.fits for part in self.all]
        if self.any:
            tests.append(any_of([part.fits for part in self.any]))
        if refused := self.not_.fits if self.not_ else None:
            tests.append(lambda owner: not refused(owner))
        return all_of(tests)

    def beside(self, other: Selector | None) -> Selector:
        """What fits this and another, as one record where no word stands in both."""
        if other is None:
            return self
        mine, theirs = (
            {f.name for f in fields(one) if f.name != "fields" and getattr(one, f.name)} for one in (self, other)
        )
        if mine & theirs or self.fields.keys() & other.fields.keys():
            return Selector(all=(other, self))
        return changed(other, fields={**other.fields, **self.fields}, **{name: getattr(self, name) for name in mine})

    def some(self, words: list[PickTest], alone: bool = False) -> OwnerTest:
        """Whether a pick on a row passes the words about picks; entries are asked at once where they decide it."""
        if len(words) == 1 and (self.tells_entries or self.fields):
            return some_entry(self.answers[alone], lambda entry: self.decided(entry, alone))
        return some_pick(all_of(words))

    def less(self, names: frozenset[str], alone: bool) -> OwnerTest:
        """The test of what is said of picks, without some words that the row itself has already passed."""
        rest = changed(self, fields={name: values for name, values in self.fields.items() if name not in names})
        words = rest.pick_words(alone)
        return there(rest.some(words, alone)) if words else lambda owner: True

    @cached_property
    def tells_entries(self) -> bool:
        """Whether some word is about the entry alone."""
        return bool(self.entry or self.kind or self.tag or self.category or self.keyword or self.cost)

    @cached_property
    def answers(self) -> tuple[Answers, Answers]:
        """What each entry met so far answers; the second is for rows that are asked alone."""
        return Answers(), Answers()

    def decided(self, entry: Entry, alone: bool = False) -> bool | OwnerTest:
        """Whether an entry has what is said about it; where a field is not printed on it, what its row is asked.

        A row that is asked `alone` does not answer with what its group says.
        """
        answers = self.answers[alone]
        found = answers.by_entry.get(id(entry))
        if found is None:
            found = self.asks(entry) and self.asks_fields(entry, alone)
            answers.learn(entry, found)
        return found

    def asks_fields(self, entry: Entry, alone: bool) -> bool | OwnerTest:
        """The fields that an entry is asked for, those that it does not have left to its row."""
        asked = [(name, entry.field(name), among(values)) for name, values in self.fields.items()]
        if any(value is not None and not test(value) for _, value, test in asked):
            return False
        left = tuple(name for name, value, _ in asked if value is None)
        return self.asks_row(left, alone) if left else True

    def asks_row(self, names: tuple[str, ...], alone: bool) -> OwnerTest:
        """The fields that a row is asked for; the same test for all entries that leave it the same ones."""
        key = (names, alone)
        if key not in self.row_tests:
            self.row_tests[key] = all_of([has_value(name, among(self.fields[name]), alone) for name in names])
        return self.row_tests[key]

    @cached_property
    def row_tests(self) -> dict[tuple[tuple[str, ...], bool], OwnerTest]:
        """What rows are asked, by the names of the fields."""
        return {}

    def asks(self, entry: Entry) -> bool:
        """The words about an entry, one by one."""
        return (
            (not self.entry or entry.id in self.entry)
            and (not self.kind or entry.kind in self.kind)
            and (not self.tag or not frozenset(self.tag).isdisjoint(entry.tags))
            and (not self.category or entry.category in self.category)
            and (not self.keyword or not frozenset(self.keyword).isdisjoint(entry.keyword_ids))
            and (self.cost is None or self.cost.holds(entry.cost))
        )

    def could_fit(self, entry: Entry, slot: str | None = None) -> bool:
        """Whether an entry could fit if it stood in a slot, as far as the entry itself can tell."""
        if self.decided(entry) is False or (slot is not None and self.slot and slot not in self.slot):
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

    def entries_of(self, force: Force) -> list[Pick] | None:
        """The picks of a force that may fit, found by their entries; None when all of them must be asked."""
        if not self.tells_entries and not self.fields:
            return None
        known, found = self.answers[False].by_entry, []
        for key, picks in force.by_entry.items():
            fits = known.get(key)
            if self.decided(picks[0].entry) if fits is None else fits:
                found += picks
        return found

    def pick_words(self, alone: bool = False) -> list[PickTest]:
        """The tests that look at the pick itself."""
        tests: list[PickTest] = []
        if self.tells_entries or self.fields:
            known, decided = self.answers[alone].by_entry, self.decided

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
            tests.append(is_inside(self.under.fits_pick))
        return tests

    def owner_words(self) -> list[OwnerTest]:
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

    def say(self, game: Game) -> str:
        """The selector in a player's words, as something is said to be."""
        return predicate(self, game)


WORDS = frozenset(yaml_key(item.name) for item in fields(Selector)) - {"fields"}
SINGLE = frozenset({"cost", "given", "has", "not", "under"})


def tidy(data: object) -> object:
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
