"""Grants: what an entry changes or gives when it is picked, to whom, how often, and what that hangs on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.conditions import Condition
from listbuilder.quantity import Quantity
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Flag, Positive, Whole, fraction, tidied

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

NONE = Quantity(number=0)
Step = tuple[int, str, Quantity | Fraction]
"""One operation on a number: its order, what it does, and by how much."""


@record
class Change:
    """A change to a number: `3` adds; or `{set: 8}`, `{add: 1}`, `{times: 1/2}`, `{least: 1}`, `{most: 6}`."""

    set: Quantity | None = None
    add: Quantity | str | None = None
    times: str | int | None = None
    least: Quantity | None = None
    most: Quantity | None = None
    order: Whole = 0
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_change, handler, source)

    def __post_init__(self) -> None:
        if self.times is not None:
            fraction(self.times)
        if not any(one is not None for one in (self.set, self.add, self.times, self.least, self.most)):
            raise ValueError("a change is a number, or one of `set`, `add`, `times`, `least`, `most`")

    def steps(self) -> list[Step]:
        """The operations, by what they do."""
        named = {"set": self.set, "add": self.add, "least": self.least, "most": self.most}
        found: list[Step] = [
            (self.order, what, amount) for what, amount in named.items() if isinstance(amount, Quantity)
        ]
        return [*found, *([(self.order, "times", fraction(self.times))] if self.times is not None else [])]


def tidy_change(data: object) -> object:
    """A bare number, or a value of the keyword such as `{x}`, is added."""
    return {"add": data} if isinstance(data, int | str) and not isinstance(data, bool) else data


@record
class LimitChange:
    """Changes to the limits of a rule; a bare change is for its maximum."""

    min: Change | None = None
    max: Change | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_limit, handler, source)


def tidy_limit(data: object) -> object:
    """A change alone is one to `max`."""
    return data if isinstance(data, dict) and data.keys() <= {"min", "max"} else {"max": data}


@record
class Only:
    """Which of several prices change: so many of the `cheapest`, or of the `dearest`."""

    cheapest: Quantity | None = None
    dearest: Quantity | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if (self.cheapest is None) == (self.dearest is None):
            raise ValueError("`only` is so many of the `cheapest`, or of the `dearest`")

    @property
    def number(self) -> Quantity:
        """How many."""
        return self.cheapest or self.dearest or NONE

    def rank(self, prices: tuple[int, ...]) -> tuple[int, ...]:
        """What prices are sorted by, so that those that change come first."""
        return prices if self.cheapest else tuple(-price for price in prices)


@record
class Given:
    """An entry that is given, so often: `medkit` or `{entry: rope, count: 2}`."""

    entry: str
    count: Positive = 1
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(lambda data: {"entry": data} if isinstance(data, str) else data, handler, source)


@record
class Grant:
    """Changes to numbers and things given for free.

    `stats`, `slots` (room), `budgets`, `limits` (of a named rule) and `fields` (printed numbers and costs of what is
    in a slot, or of the pick `self`) change numbers; `entries`, `keywords` and `tags` are given. `when` is asked and
    `each` reckoned where the giving pick stands; `to` says who receives: the own `model`, `group`, the `list`, or
    models a selector names, with `in: group` only those of the own group. `once`: however many give it. `where`
    narrows `fields` to some picks, and `only` costs to so many of them.
    """

    stats: Mapping[str, Change] = field(default_factory=dict)
    slots: Mapping[str, Change] = field(default_factory=dict)
    budgets: Mapping[str, Change] = field(default_factory=dict)
    limits: Mapping[str, LimitChange] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, Change]] = field(default_factory=dict)
    entries: Mapping[str, tuple[Given, ...]] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    where: Selector | None = None
    only: Only | None = None
    when: Condition | None = None
    each: Quantity | None = None
    to: Literal["model", "group", "list"] | Selector | None = None
    in_: Literal["group"] | None = None
    once: Flag = False
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if not (self.changes_numbers or self.gives):
            raise ValueError("a grant changes or gives something")
        if self.where and not self.fields:
            raise ValueError("`where` narrows `fields`; to choose who receives, write `to`")
        if self.only and (not self.fields or "self" in self.fields):
            raise ValueError("`only` chooses among what is in a slot: it goes with `fields` that name slots")
        if self.in_ and not isinstance(self.to, Selector):
            raise ValueError("`in: group` goes with a selector under `to`")
        if self.once and self.to is None:
            raise ValueError("`once` has no effect without `to`: only others can be given the same thing twice")

    @property
    def gives(self) -> bool:
        """Whether it gives things."""
        return bool(self.entries or self.keywords or self.tags)

    @property
    def changes_numbers(self) -> bool:
        """Whether it changes numbers."""
        return bool(self.stats or self.slots or self.budgets or self.limits or self.fields)

    def quantities(self) -> list[Quantity]:
        """Every quantity it reckons."""
        maps = [self.stats, self.slots, self.budgets, *self.fields.values()]
        changes = [change for one in maps for change in one.values()]
        changes += [one for limit in self.limits.values() for one in (limit.min, limit.max) if one]
        found = [amount for change in changes for _, _, amount in change.steps() if isinstance(amount, Quantity)]
        found += [self.each] if self.each else []
        found += [self.only.number] if self.only else []
        return found + (self.when.quantities() if self.when else [])
