"""Selectors: small typed predicates over entries and models, written as YAML.

A selector is data; its two tests are put together once and then only called. It reads picks and models by their
attributes and knows neither games nor rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from listbuilder.values import Whole, tidied, yaml_key

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

    from listbuilder.catalogue import Entry
    from listbuilder.force import Model, Pick

from listbuilder.record import record

__all__ = ["Range", "Selector"]

Scalar = str | int | bool
PickTest = Callable[["Pick", "Model | None"], bool]
ModelTest = Callable[["Model"], bool]
CONFIG = {"extra": "forbid", "alias_generator": yaml_key}


@record
class Range:
    """From `min` to `max`, both included; written as one number when they are the same."""

    min: Whole | None = None
    max: Whole | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def holds(self, number: int) -> bool:
        """Whether `number` is inside."""
        return (self.min is None or number >= self.min) and (self.max is None or number <= self.max)


@record
class Selector:
    """All words must hold for the same entry; asked about a model, for one of its entries."""

    entry: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    slot: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    keyword: tuple[str, ...] = ()
    cost: Range | None = None
    group: tuple[str, ...] = ()
    has: Selector | None = None
    all: tuple[Selector, ...] = ()
    any: tuple[Selector, ...] = ()
    not_: Selector | None = None
    fields: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy, handler, source)

    @cached_property
    def fits_pick(self) -> PickTest:
        """The test of one pick on one model; list-level picks have no model."""
        tests = [*self.entry_words(), *(_carrier(word) for word in self.model_words())]
        tests += [part.fits_pick for part in self.all]
        if self.any:
            tests.append(_any([part.fits_pick for part in self.any]))
        if self.not_:
            tests.append(_not(self.not_.fits_pick))
        return _all(tests)

    def fits_entry(self, entry: Entry, slot: str) -> bool:
        """Whether an entry would fit if it were picked in a slot, as far as the entry itself can tell."""
        candidate: Any = SimpleNamespace(entry=entry, slot=slot)
        return all(word(candidate, None) for word in self.entry_words())

    @cached_property
    def fits(self) -> ModelTest:
        """The test of a whole model."""
        tests: list[ModelTest] = []
        if words := self.entry_words():
            tests.append(_some_pick(_all(words)))
        tests += self.model_words()
        tests += [part.fits for part in self.all]
        if parts := [part.fits for part in self.any]:
            tests.append(lambda model: any(part(model) for part in parts))
        if self.not_:
            refused = self.not_.fits
            tests.append(lambda model: not refused(model))
        return tests[0] if len(tests) == 1 else lambda model: all(test(model) for test in tests)

    def entry_words(self) -> list[PickTest]:
        """The tests that look at the entry itself."""
        named = {"kind": self.kind, "category": self.category}
        tests: list[PickTest] = [_attribute(word, frozenset(wanted)) for word, wanted in named.items() if wanted]
        if ids := frozenset(self.entry):
            tests.append(lambda pick, model: pick.entry.id in ids)
        if slots := frozenset(self.slot):
            tests.append(lambda pick, model: pick.slot in slots)
        if tags := frozenset(self.tag):
            tests.append(lambda pick, model: not tags.isdisjoint(pick.entry.tags))
        if words := frozenset(self.keyword):
            tests.append(lambda pick, model: not words.isdisjoint(pick.entry.keyword_ids))
        if cost := self.cost:
            tests.append(lambda pick, model: cost.holds(pick.entry.cost))
        tests += [_field(name, frozenset(values)) for name, values in self.fields.items()]
        return tests

    def model_words(self) -> list[ModelTest]:
        """The tests that look at the model that carries the entry."""
        tests: list[ModelTest] = []
        if self.has:
            tests.append(self.has.fits)
        if groups := frozenset(self.group):
            tests.append(lambda model: model.group_kind in groups)
        return tests

    def parts(self) -> list[Selector]:
        """This selector and every one inside it."""
        inner = [*self.all, *self.any, *(part for part in (self.not_, self.has) if part)]
        return [self, *(deep for part in inner for deep in part.parts())]

    def __str__(self) -> str:
        """The selector in a player's words, for messages."""
        printed = [id.replace("-", " ").title() for id in (*self.entry, *self.keyword)]
        words = [*printed, *self.tag, *self.category, *self.kind]
        if self.slot:
            words = [f"{' or '.join(words) or 'a'} {' or '.join(self.slot)}"]
        words += [_told(name, values) for name, values in self.fields.items()]
        words += [f"in a {' or '.join(self.group)}"] if self.group else []
        if self.cost:
            words.append(f"cost {self.cost.min if self.cost.min == self.cost.max else self.cost}")
        words += [f"with {self.has}"] if self.has else []
        words += [" and ".join(map(str, self.all))] if self.all else []
        words += [" or ".join(map(str, self.any))] if self.any else []
        words += [f"not {self.not_}"] if self.not_ else []
        return ", ".join(words) or "anything"


def _told(name: str, values: tuple[Scalar, ...]) -> str:
    """A field word: a flag by its name alone, anything else with its values."""
    if values == (True,):
        return f"`{name}`"
    return f"no `{name}`" if values == (False,) else f"{name} {' or '.join(map(str, values))}"


WORDS = frozenset(yaml_key(item.name) for item in fields(Selector)) - {"fields"}
SINGLE = frozenset({"cost", "has", "not"})


def tidy(data: object) -> object:
    """YAML's short forms in full: one value for a list of one, other words under `fields`."""
    if not isinstance(data, dict):
        return data
    out: dict[str, object] = {}
    own: dict[str, object] = {}
    for key, value in data.items():
        if key == "cost" and isinstance(value, int):
            value = {"min": value, "max": value}
        many = value if isinstance(value, list) or key in SINGLE else [value]
        if key in WORDS:
            out[key] = many
        else:
            own[key] = many
    return {**out, "fields": own} if own else out


def _all(tests: list[PickTest]) -> PickTest:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda pick, model: first(pick, model) and second(pick, model)
    return lambda pick, model: all(test(pick, model) for test in tests)


def _any(tests: list[PickTest]) -> PickTest:
    return lambda pick, model: any(test(pick, model) for test in tests)


def _not(test: PickTest) -> PickTest:
    return lambda pick, model: not test(pick, model)


def _attribute(name: str, wanted: frozenset[str]) -> PickTest:
    return lambda pick, model: getattr(pick.entry, name) in wanted


def _field(name: str, wanted: frozenset[Scalar]) -> PickTest:
    """A field of the entry, or else one of the model, such as a flag."""

    def test(pick: Pick, model: Model | None) -> bool:
        value = pick.entry.field(name)
        if value is None and model is not None:
            value = model.values.get(name)
        if isinstance(value, tuple):
            return not wanted.isdisjoint(value)
        return (value if isinstance(value, str | int | None) else str(value)) in wanted

    return test


def _some_pick(test: PickTest) -> ModelTest:
    def some(model: Model) -> bool:
        for pick in model.entries:  # noqa: SIM110  a plain loop, as this is where validation spends its time
            if test(pick, model):
                return True
        return False

    return some


def _carrier(test: ModelTest) -> PickTest:
    return lambda pick, model: model is not None and test(model)
