"""Grants: what an entry changes or gives when it is picked, to whom, how often, and under which condition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from listbuilder.base.records import Refers, Text, record
from listbuilder.base.values import BadKeyError, Flag, Positive, Whole, fraction
from listbuilder.catalogue.query import Condition, Quantity, Selector

NONE = Quantity(number=0)
Step = tuple[int, str, Quantity | Fraction | str]
"""One operation on a value: its order, what it does, and by how much, or with which words."""
OWN_TARGETS = ("self", "holder", "inside")
"""Targets of a grant besides slots: its own pick, the one around it, all that are inside it or given by it."""


@record
class NumberChange:
    """A change to a number: `3` adds; or `{set: 8}`, `{add: 1}`, `{times: 1/2}`, `{least: 1}`, `{most: 6}`."""

    set: Quantity | None = None
    """The new value; the highest of several counts."""
    add: Quantity | Text | None = None
    """What is added."""
    times: Text | int | None = None
    """A factor, such as 1/2."""
    least: Quantity | None = None
    """The lower bound of the result."""
    most: Quantity | None = None
    """The upper bound of the result."""
    order: Whole = 0
    """Changes of a lower order are applied first; default 0."""
    operations: ClassVar[tuple[str, ...]] = ("set", "add", "times", "least", "most")

    @staticmethod
    def expand(data: object) -> object:
        """A bare number, or a value of the keyword such as `{x}`, is added."""
        return {"add": data} if isinstance(data, int | str) and not isinstance(data, bool) else data

    def __post_init__(self) -> None:
        if self.times is not None:
            fraction(self.times)
        if not self.says_something:
            raise ValueError(f"a change is a number, or one of {', '.join(f'`{one}`' for one in self.operations)}")

    @property
    def says_something(self) -> bool:
        """Whether there is an operation in it."""
        return any(getattr(self, one) is not None for one in self.operations)

    def steps(self) -> list[Step]:
        """The operations in it."""
        named = {"set": self.set, "add": self.add, "least": self.least, "most": self.most}
        # An amount that is still a name, such as the `x` of a keyword, has no effect until it is filled in.
        found: list[Step] = [
            (self.order, what, amount) for what, amount in named.items() if isinstance(amount, Quantity)
        ]
        return [*found, *([(self.order, "times", fraction(self.times))] if self.times is not None else [])]


@record
class ValueChange(NumberChange):
    """A change to a printed value: to its number, as for any number, or to its words.

    `{write: 5+}` replaces the value, `{append: ", Poison"}` adds to its end. In a text, the first number changes.
    """

    write: Text | None = None
    """The new value, as it is printed."""
    append: Text | None = None
    """What is added at the end; a list of words gets one more."""
    operations: ClassVar[tuple[str, ...]] = (*NumberChange.operations, "write", "append")

    def steps(self) -> list[Step]:
        """The operations in it."""
        words = (("write", self.write), ("append", self.append))
        return [*NumberChange.steps(self), *((self.order, what, text) for what, text in words if text is not None)]


@record
class LimitChange:
    """Changes to the limits of a rule; a bare change is for its maximum."""

    min: NumberChange | None = None
    """A change to the least."""
    max: NumberChange | None = None
    """A change to the most."""

    @staticmethod
    def expand(data: object) -> object:
        """A change alone is one to `max`."""
        return data if isinstance(data, dict) and data.keys() <= {"min", "max"} else {"max": data}


@record
class Only:
    """Which of several prices change: a number of the `cheapest` or of the `dearest`."""

    cheapest: Quantity | None = None
    """How many of the cheapest."""
    dearest: Quantity | None = None
    """How many of the dearest."""

    def __post_init__(self) -> None:
        if (self.cheapest is None) == (self.dearest is None):
            raise BadKeyError("only", "`only` is so many of the `cheapest`, or of the `dearest`")

    @property
    def number(self) -> Quantity:
        """How many."""
        # One of the two is always there; the third is for the type checker.
        return self.cheapest or self.dearest or NONE

    def rank(self, prices: tuple[int, ...]) -> tuple[int, ...]:
        """A sort key that puts the prices to change first."""
        # All currencies in their order: what costs the same in the first is told apart by the next.
        return prices if self.cheapest else tuple(-price for price in prices)


@record
class GivenEntry:
    """An entry that is given, so often: `medkit` or `{entry: rope, count: 2}`."""

    entry: Annotated[str, Refers("context")]
    """The entry that is given."""
    count: Positive = 1
    """How many."""

    @staticmethod
    def expand(data: object) -> object:
        """A name alone is given once."""
        return {"entry": data} if isinstance(data, str) else data


@record
class Grant:
    """Changes to numbers and things given for free.

    `stats`, `slots` (room), `budgets`, `limits` (of a rule) and `fields` (printed values and costs of what is in a
    slot, of the pick `self`, of its `holder`, or of all `inside` it) change numbers; `entries`, `keywords` and `tags`
    are given, `remove-tags` are taken away. `when` and `each` are evaluated at the pick that gives. `to` says who
    receives: its `model`, its `group`, the `list`, or models that fit a selector, with `in: group` only those of its
    group. With `once`, several givers give only once. `where` restricts `fields` and `remove-tags` to some picks,
    `only` restricts costs to some of them.
    """

    stats: Annotated[Mapping[str, NumberChange], Refers("stat")] = field(default_factory=dict)
    """Changes to stats."""
    slots: Annotated[Mapping[str, NumberChange], Refers("room")] = field(default_factory=dict)
    """Room in slots."""
    budgets: Annotated[Mapping[str, NumberChange], Refers("budget")] = field(default_factory=dict)
    """More to spend."""
    limits: Annotated[Mapping[str, LimitChange], Refers("rule")] = field(default_factory=dict)
    """Changes to the limits of rules, by their ids."""
    fields: Annotated[Mapping[str, Mapping[str, ValueChange]], Refers("slot or self")] = field(default_factory=dict)
    """Changes to printed values of what is in a slot; or of the pick `self`, its `holder`, or what it has `inside`."""
    entries: Annotated[Mapping[str, tuple[GivenEntry, ...]], Refers("sheet slot")] = field(default_factory=dict)
    """Entries for free, by slot."""
    keywords: Annotated[tuple[str, ...], Refers("context")] = ()
    """Keywords for free, as printed."""
    tags: tuple[Text, ...] = ()
    """Tags for free."""
    remove_tags: Annotated[tuple[str, ...], Refers("tag")] = ()
    """Tags that are taken away, whoever has them."""
    where: Selector | None = None
    """Which picks the changes under `fields` and `remove-tags` are for."""
    only: Only | None = None
    """Change only some of the costs under `fields`: the `cheapest` or `dearest` on each owner."""
    when: Condition | None = None
    """A condition, evaluated at the giver."""
    each: Quantity | None = None
    """How often: once for each of these."""
    to: Literal["model", "group", "list"] | Selector | None = None
    """Who receives: model, group, list, or models that a selector names."""
    in_: Literal["group"] | None = None
    """`group`: only those of the own group."""
    once: Flag = False
    """Whether several givers give it only once."""

    def __post_init__(self) -> None:
        if not (self.changes_numbers or self.gives):
            raise ValueError("a grant changes or gives something")
        if self.where and not (self.fields or self.remove_tags):
            raise BadKeyError("where", "`where` narrows `fields` or `remove-tags`; to choose who receives, write `to`")
        if self.only and (not self.fields or not self.fields.keys().isdisjoint(OWN_TARGETS)):
            raise BadKeyError("only", "`only` chooses among what is in a slot: it goes with `fields` that name slots")
        if self.in_ and not isinstance(self.to, Selector):
            raise BadKeyError("in", "`in: group` goes with a selector under `to`")
        if self.once and self.to is None:
            raise BadKeyError(
                "once", "`once` has no effect without `to`: only others can be given the same thing twice"
            )

    @property
    def gives(self) -> bool:
        """Whether it gives things, or takes tags away."""
        # Tags are taken away in the pass in which things are given.
        return bool(self.entries or self.keywords or self.tags or self.remove_tags)

    @property
    def changes_numbers(self) -> bool:
        """Whether it changes numbers."""
        return bool(self.stats or self.slots or self.budgets or self.limits or self.fields)

    def quantities(self) -> list[Quantity]:
        """Every quantity in it."""
        maps = [self.stats, self.slots, self.budgets, *self.fields.values()]
        changes = [change for one in maps for change in one.values()]
        changes += [one for limit in self.limits.values() for one in (limit.min, limit.max) if one]
        found = [amount for change in changes for _, _, amount in change.steps() if isinstance(amount, Quantity)]
        found += [self.each] if self.each else []
        found += [self.only.number] if self.only else []
        return found + (self.when.quantities() if self.when else [])
