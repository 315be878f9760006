"""Conditions: what `when` asks of a list before a grant, a rule, a slot or an offer holds.

A condition is asked at a place in the tree: its own pick, model or group. It is data, and says itself in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from listbuilder.base.records import Refers, record, yaml_key
from listbuilder.base.values import BadKeyError
from listbuilder.base.wording import either
from listbuilder.catalogue.query.phrasing import describe_amount, describe_needed
from listbuilder.catalogue.query.quantities import DEFAULTS, Part, Quantity, find_scope
from listbuilder.catalogue.query.selectors import Bounds, Scalar, Selector, ValueTest, value_test

if TYPE_CHECKING:
    from listbuilder.judging.force import Force, Node


@record
class Condition:
    """A quantity with `min` or `max`, `has`, `format`, `value`, or several of these under `all`, `any`, `not`."""

    of: Quantity | None = None
    """A quantity; its keys may also stand here."""
    min: Quantity | None = None
    """The least allowed."""
    max: Quantity | None = None
    """The most allowed."""
    has: Selector | None = None
    """Something that fits is there."""
    in_: Part | None = None
    """Where it is looked for: pick, model, group or list."""
    format: Annotated[tuple[str, ...], Refers("format")] = ()
    """The list is of one of these formats."""
    value: Annotated[Mapping[str, tuple[Scalar | Bounds, ...]], Refers("context")] = field(default_factory=dict)
    """Fields of the list, group or model have these values."""
    all: tuple[Condition, ...] = ()
    """All of these hold."""
    any: tuple[Condition, ...] = ()
    """One of these holds."""
    not_: Condition | None = None
    """This does not hold."""
    also: ClassVar[tuple[str, ...]] = tuple(map(yaml_key, DEFAULTS))

    @staticmethod
    def expand(data: object) -> object:
        """YAML's short form in full: the keys of a quantity stand beside `min` and `max`."""
        if not isinstance(data, dict):
            return data
        out: dict[str, object] = {}
        quantity: dict[str, object] = {}
        reckoned = any(key in data for key in DERIVING_KEYS)
        has = "has" in data
        for key, value in data.items():
            own = key in OWN or (key == "in" and has)
            if (own and not (key == "of" and reckoned)) or key not in QUANTITY:
                out[key] = _as_list(key, value)
            else:
                quantity[key] = value
        return {**out, "of": quantity} if quantity else out

    def __post_init__(self) -> None:
        said = [self.of, self.has, self.format, self.value, self.all, self.any, self.not_]
        if not any(said):
            raise ValueError("a condition says a quantity, `has`, `format`, `value`, `all`, `any` or `not`")
        if (self.min or self.max) and not self.of:
            raise BadKeyError("min", "`min` and `max` need a quantity, such as `count: models`")
        if self.in_ and not self.has:
            raise BadKeyError("in", "`in` goes with `has` or with a quantity")

    def holds(self, force: Force, at: Node, part: Node | None = None) -> bool:
        """Whether it is true, asked at a place; all that it says must be."""
        return (
            (self.of is None or self.is_within_bounds(force, at, part))
            and (self.has is None or self.finds_match(force, at))
            and (not self.format or any(one.id in self.format for one in force.formats))
            and (not self.value_tests or all(test(_nearest_value(force, at, name)) for name, test in self.value_tests))
            and (not self.all or all(one.holds(force, at, part) for one in self.all))
            and (not self.any or any(one.holds(force, at, part) for one in self.any))
            and (self.not_ is None or not self.not_.holds(force, at, part))
        )

    @cached_property
    def value_tests(self) -> tuple[tuple[str, ValueTest], ...]:
        """What each field is asked."""
        return tuple((name, value_test(wanted)) for name, wanted in self.value.items())

    def is_within_bounds(self, force: Force, at: Node, part: Node | None) -> bool:
        """Whether the quantity is within its bounds; at least 1 where it has none."""
        assert self.of is not None
        number, high = self.of.evaluate(force, at, part), self.of.rounded_up.evaluate(force, at, part)
        if number is None or high is None:
            return False
        least = self.min.evaluate(force, at, part) if self.min else None
        most = self.max.evaluate(force, at, part) if self.max else None
        if self.min is None and self.max is None:
            return number >= 1
        return (least is None or number >= least) and (most is None or high <= most)

    def finds_match(self, force: Force, at: Node) -> bool:
        """Whether something that fits is on the model, or wherever `in` says."""
        assert self.has is not None
        scope = find_scope(self.in_, force, at) if self.in_ else at.model or at.owner
        if scope is None or scope.pick is None:
            return scope is not None and self.has.fits(scope.owner)
        return any(self.has.fits_pick(pick) for pick in scope.picks_of(force))

    def parts(self) -> list[Condition]:
        """This condition and every one inside it."""
        inner = [*self.all, *self.any, *([self.not_] if self.not_ else [])]
        return [self, *(deep for one in inner for deep in one.parts())]

    def quantities(self) -> list[Quantity]:
        """The quantities it reckons."""
        return [one for part in self.parts() for one in (part.of, part.min, part.max) if one]

    def describe(self, force: Force, refused: bool = False) -> str:
        """The condition in words, as they stand behind "only": `with Bell on the model`; `refused`: its opposite."""
        game = force.game
        with_ = "without" if refused else "with"
        said = [self.describe_bounds(force, refused)] if self.of else []
        if self.has:
            said.append(f"{with_} {describe_needed(self.has, game)} {PLACES[self.in_ or 'model']}")
        told = [one.name for one in game.formats if one.id in self.format]
        said += [f"in {'any format but' if refused else 'the format'} {either(told)}"] if told else []
        said += [f"{with_} `{name}: {either([str(one) for one in wanted])}`" for name, wanted in self.value.items()]
        said += [_join([one.describe(force, refused) for one in self.all], refused)] if self.all else []
        said += [_join([one.describe(force, refused) for one in self.any], not refused)] if self.any else []
        said += [self.not_.describe(force, not refused)] if self.not_ else []
        return _join(said, refused)

    def describe_bounds(self, force: Force, refused: bool) -> str:
        """The quantity with its bounds: `with at least 3 models`, or its opposite: `with fewer than 3 models`."""
        assert self.of is not None
        low, high = ("fewer than", "more than") if refused else ("at least", "at most")
        bounds = [(word, one) for word, one in ((low, self.min), (high, self.max)) if one]
        numbers = [(word, one.evaluate(force, force.root) or 0) for word, one in bounds] or [(low, 1)]
        return _join(
            [f"with {word} {describe_amount(self.of, force.game, number)}" for word, number in numbers], refused
        )


def _join(said: list[str], one_will_do: bool) -> str:
    """Several phrases that must all hold, or of which one is enough."""
    return either(said) if one_will_do else " and ".join(said)


def _nearest_value(force: Force, at: Node, name: str) -> object:
    """A value of the model, the group or the list, the nearest first."""
    for owner in (at.model, at.group, force.root):
        if owner is not None and name in owner.values:
            return owner.values[name]
    return None


PLACES = {
    "pick": "inside it",
    "holder": "beside it",
    "model": "on the model",
    "group": "in the group",
    "list": "in the list",
}
OWN = frozenset({"of", "min", "max", "has", "format", "value", "all", "any", "not"})
QUANTITY = frozenset(map(yaml_key, DEFAULTS))
DERIVING_KEYS = ("share", "per", "percent-of", "plus", "less")


def _as_list(key: str, value: object) -> object:
    """One value for a list of one."""
    if key == "format" and isinstance(value, str):
        return [value]
    if key == "value" and isinstance(value, dict):
        return {name: one if isinstance(one, list) else [one] for name, one in value.items()}
    return value
