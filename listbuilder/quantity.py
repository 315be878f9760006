"""Quantities: the one way to say how many. A count or a sum over part of the tree, and what is reckoned from it.

A quantity is data that rules, limits, conditions, grants, matches and headers hold; it reads the force by its
attributes and puts itself into words. It knows neither games nor rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.gathering import (
    Scope,
    Thing,
    amounts,
    at_once,
    different_values,
    groups,
    models,
    of_models,
    picks,
    scope_of,
    weighed,
)
from listbuilder.phrases import NOUNS, origin
from listbuilder.record import changed, record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Count, Flag, Positive, Whole, fraction, tidied, yaml_key
from listbuilder.wording import listed

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

    from listbuilder.force import Force, Node

Number = tuple[str, str]
"""What can be settled: `("stat", "hp")`, `("cost", "points")`, `("field", "range")`, `("room", "gear")` …"""
Counted = Literal["models", "rows", "picks", "groups", "entries"]
BASES = ("count", "sum", "highest", "lowest", "limit", "number", "of")


@record
class Quantity:
    """How many: `3`, `limit`, `models`, `{count: picks, where: {tag: heavy}}`, `{share: 25%, of: limit}`.

    One base (`count`, `sum`, `highest`, `lowest`, `limit`, `number`, `of`); which things (`where`, `from`, `in`,
    `inner`, `part`; `different` counts the values they have; `printed` is before every grant, `until: 0` before changes
    of a later order); and what is reckoned from it, in this order: `percent-of`, `share`, `per` with `give`, `round`,
    `plus`, `less`, `least`, `most`. With `where`, a `sum`, `highest` or `lowest` of what picks cost or print needs
    `from`: whole models that fit, or only the picks that do.
    """

    count: Counted | None = None
    sum: str | None = None
    highest: str | None = None
    lowest: str | None = None
    limit: str | None = None
    number: Whole | None = None
    of: Quantity | None = None
    where: Selector | None = None
    from_: Literal["models", "picks"] | None = None
    in_: Scope | None = None
    inner: Flag = True
    part: str = "main"
    different: str | None = None
    printed: Flag = False
    until: Count | None = None
    percent_of: Quantity | None = None
    share: str | int | None = None
    per: Positive | None = None
    give: Whole | None = None
    round: Literal["up", "down"] | None = None
    plus: Quantity | None = None
    less: Quantity | None = None
    least: Whole | None = None
    most: Whole | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy, handler, source)

    def __post_init__(self) -> None:
        bases = [name for name in BASES if getattr(self, name) is not None]
        if len(bases) != 1:
            raise ValueError(f"a quantity has exactly one of {', '.join(BASES)}; this has {listed(bases) or 'none'}")
        if self.share is not None:
            fraction(self.share)
        if self.count == "entries" and self.different is not None:
            raise ValueError(
                "`count: entries` counts different ones; `different` stands beside models, rows, picks, groups"
            )
        for key, company in COMPANY.items():
            if getattr(self, key) not in (None, EMPTY[key]) and not any(
                getattr(self, one) is not None for one in company
            ):
                said = " or ".join(f"`{yaml_key(one)}`" for one in company)
                raise ValueError(f"`{yaml_key(key)}` has no effect without {said}")

    @cached_property
    def fixed(self) -> int | None:
        """The number itself, where it is nothing but a number."""
        return self.number if self.number is not None and self == plain(self.number) else None

    @cached_property
    def ratio(self) -> Fraction:
        """The share as a fraction."""
        return fraction(self.share if self.share is not None else 1)

    def reckon(self, force: Force, at: Node, part: Node | None = None) -> int | None:
        """The quantity as asked at a place; `part` is what a rule judges. None: there is no such limit."""
        if self.fixed is not None:
            return self.fixed
        if self.limit is not None and self.bare:
            return force.limits.get(force.game.currency_id(self.limit))
        scope = self.scope(force, at, part)
        if self.known_at_once and scope is not None and (known_sum := at_once(self, force, scope)) is not None:
            return known_sum
        key = (id(self), id(scope), id(at) if self.leans else 0)
        known = force.reckoned.get(key)
        if known is not None:
            return known[1]
        value = self.exact(force, at, scope, part)
        # The quantity itself is kept beside its value: as long as it is, nothing else can have its identity.
        force.reckoned[key] = (self, value)
        return value

    @cached_property
    def known_at_once(self) -> bool:
        """Whether it is a sum that may be there already, so that remembering it would take longer than asking again."""
        return self.sum is not None and self.where is None and self.bare

    @cached_property
    def leans(self) -> bool:
        """Whether some quantity inside this one depends on more of the place than this one's scope."""
        inner = self.parts()[1:]
        return any(one.in_ for one in inner) or bool(self.in_ and inner)

    def exact(self, force: Force, at: Node, scope: Node | None, part: Node | None) -> int | None:
        """Base, percentage, share, so many for each, rounding, plus, less, bounds: in that order."""
        base = self.base(force, at, scope, part)
        return base if base is None else self.from_base(base, force, at, part)

    def from_base(self, base: int, force: Force, at: Node, part: Node | None) -> int:
        """What is reckoned from a base."""
        if self.bare:
            return base
        value, parts = base, 1  # a fraction: whole numbers are several times as fast as `Fraction`
        if self.percent_of:
            whole = self.percent_of.reckon(force, at, part)
            value, parts = (100 * base, whole) if whole else (0, 1)
        if self.share is not None:
            value, parts = value * self.ratio.numerator, parts * self.ratio.denominator
        if self.per is not None:
            value, parts = self.rounded(value, parts * self.per) * (1 if self.give is None else self.give), 1
        number = self.rounded(value, parts)
        for more, sign in ((self.plus, 1), (self.less, -1)):
            if more is not None:
                number += sign * (more.reckon(force, at, part) or 0)
        number = number if self.least is None else max(number, self.least)
        return number if self.most is None else min(number, self.most)

    @cached_property
    def bare(self) -> bool:
        """Whether nothing is reckoned from its base."""
        reckoned = (self.percent_of, self.share, self.per, self.plus, self.less, self.least, self.most)
        return all(one is None for one in reckoned)

    @cached_property
    def upward(self) -> Quantity:
        """The same for a comparison with a most: a bare percentage is compared as it is, so 33 1/3 is over 33."""
        plain_percentage = self.percent_of and self.share is None and self.per is None and self.round is None
        return changed(self, round="up") if plain_percentage else self

    @property
    def counts_things(self) -> bool:
        """Whether it counts things one by one: taking one out makes it one less."""
        return self.count not in (None, "entries") and self.different is None and self.percent_of is None

    def rounded(self, value: int, parts: int) -> int:
        """A fraction as a whole number; down unless said."""
        return -(-value // parts) if self.round == "up" else value // parts

    def scope(self, force: Force, at: Node, part: Node | None) -> Node | None:
        """The part of the tree it looks at: what `in` says, else what is judged, else the list."""
        return scope_of(self.in_, force, at) if self.in_ else part or force.root

    def base(self, force: Force, at: Node, scope: Node | None, part: Node | None) -> int | None:
        """What everything else is reckoned from."""
        if self.number is not None:
            return self.number
        if self.of is not None:
            return self.of.reckon(force, at, part)
        if self.limit is not None:
            return force.limits.get(force.game.currency_id(self.limit))
        if scope is None:
            return 0
        quick = at_once(self, force, scope) if self.where is None else of_models(self, force, scope)
        return self.total(force, self.collect(force, scope)) if quick is None else quick

    def total(self, force: Force, things: Iterable[Thing]) -> int:
        """What some things come to: how many, by what each counts as, or what their numbers add up to."""
        if self.of is not None:
            return self.of.total(force, things)
        if self.different is not None:
            return len(different_values(force, things, self.different))
        if self.count == "entries":
            return len({(node.entry.kind, node.entry.id) for node, *_ in things})  # type: ignore[attr-defined]
        if self.count == "groups":
            return sum(1 for _ in things)
        if self.count is not None:
            return weighed((node.weight, times) for node, _, times in things)  # type: ignore[attr-defined]
        if self.sum is not None:
            return sum(amount * times for _, amount, times in things)
        choose = max if self.highest is not None else min
        return choose((amount for _, amount, _ in things), default=0)

    def collect(self, force: Force, scope: Node | None) -> list[Thing]:
        """What is counted or added up: each thing with its number and how often it is there."""
        if self.of is not None:
            return self.of.collect(force, scope)
        if scope is None:
            return []
        if self.count is None:
            return list(amounts(self, force, scope))
        if self.count == "groups":
            return [(group, 1, 1) for group in groups(self, force, scope)]
        if self.count in ("picks", "entries"):
            return [(pick, 1, pick.times_in(scope)) for pick in picks(self, force, scope)]
        return [(model, 1, times) for model, times in models(self, force, scope)]

    # What it looks at, and how it is said

    def parts(self) -> list[Quantity]:
        """This quantity and every one inside it."""
        inner = [one for one in (self.of, self.percent_of, self.plus, self.less) if one]
        return [self, *(deep for one in inner for deep in one.parts())]

    def narrowed(self, to: Selector) -> Quantity:
        """The same for one value of what a rule counts apart: wherever it says `in: value`, only what fits."""
        inner = {name: getattr(self, name) for name in ("of", "percent_of", "plus", "less")}
        change: dict[str, Any] = {name: one.narrowed(to) for name, one in inner.items() if one}
        if self.in_ == "value":
            change |= {"in_": None, "where": to.beside(self.where)}
        return changed(self, **change) if change else self

    @cached_property
    def by_value(self) -> bool:
        """Whether some of it is reckoned for each value that a rule counts apart."""
        return any(one.in_ == "value" for one in self.parts())

    def selectors(self) -> list[Selector]:
        """The selectors in it."""
        return [one.where for one in self.parts() if one.where]

    def say(self, force: Force, at: Node, part: Node | None = None) -> str:
        """Where the number comes from, or nothing for a plain number: `1/4 of 11 models, rounded up`."""
        return origin(self, force, at, part)


EMPTY: dict[str, object] = {one.name: one.default for one in fields(Quantity)}
ADDED = ("sum", "highest", "lowest")
COMPANY: dict[str, tuple[str, ...]] = {
    "give": ("per",),
    "round": ("share", "per", "percent_of"),
    "from_": ("where",),
    "different": ("count",),
    **dict.fromkeys(("where", "in_", "inner", "part"), ("count", *ADDED)),
    **dict.fromkeys(("printed", "until"), ADDED),
}


def plain(number: int) -> Quantity:
    """The quantity that is a number."""
    return Quantity(number=number)


def tidy(data: object) -> object:
    """YAML's short forms in full: a number, `limit`, `models` and the like."""
    if isinstance(data, int) and not isinstance(data, bool):
        return {"number": data}
    if data == "limit":
        return {"limit": "cost"}
    if isinstance(data, str) and data in NOUNS:
        return {"count": data}
    return data
