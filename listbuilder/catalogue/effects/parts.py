"""What records of play are put together from: how much, who, where, and what must hold.

Each is written short or in full in YAML, and always a record here, so that an engine meets one form. They hold each
other, so they stand in one file. Names in them are checked by the loader.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from listbuilder.catalogue.effects.values import EXAMPLES, NAME, Written, is_written
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.spelling import did_you_mean
from listbuilder.values import Flag, Short, Whole, one_or_many, tidied

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

ROLES = ("self", "actor", "target", "chosen", "owner", "opponent")
SIDES = ("friend", "own", "enemy", "other", "any")
ALL = "all"
Role = Literal["self", "actor", "target", "chosen", "owner", "opponent"]
Side = Literal["friend", "own", "enemy", "other", "any"]
Names = Annotated[tuple[str, ...], Short(one_or_many)]


@record
class Amount:
    """How much: `3`, `1d6`, the name of a value, stat, number or resource, `-x`, `target.hp`; or reckoned from these.

    In full: one of `value`, `of` (a name, or `all`; of a condition or marker, how many of it; of an
    action, how often it was done), `count` (how many fit),
    `held` (markers or places where one side has more models, `within` a distance of them) or `dice`. `whose` says
    whose number it is, the bearer's otherwise; of `held`, which models count. `in` says during which period it is
    counted, `card` that it is the one on the card. Then in this order: one for every `per`, `round`, `times`, `plus`,
    `min`, `max`.
    """

    value: Written | None = None
    of: str | None = None
    count: Who | None = None
    held: str | None = None
    within: Amount | None = None
    dice: Written | None = None
    whose: Who | None = None
    in_: str | None = None
    card: Flag = False
    per: Amount | None = None
    round: Literal["up", "down"] | None = None
    times: Whole | Amount = 1
    plus: Amount | None = None
    min: Amount | None = None
    max: Amount | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_amount, handler, source)

    def __post_init__(self) -> None:
        starts = [name for name in ("value", "of", "count", "held", "dice") if getattr(self, name) is not None]
        if len(starts) != 1:
            raise ValueError(
                f"an amount starts from one of value, of, count, held, dice; this has {' and '.join(starts) or 'none'}"
            )
        if self.within and not self.held:
            raise ValueError("`within` goes with `held`")
        if self.round and not self.per:
            raise ValueError("`round` goes with `per`")


def tidy_amount(data: object) -> object:
    """A literal, a name, a name with a sign; and `{of: {count: …}}` as one record."""
    if isinstance(data, str) and not is_written(data):
        found = re.fullmatch(rf"(-?)(?:({'|'.join(ROLES)})\.)?({NAME})", data)
        if found is None:
            raise ValueError(f"{data!r} is neither written like {EXAMPLES} nor a name")
        return {"of": found[3], **({"whose": found[2]} if found[2] else {}), **({"times": -1} if found[1] else {})}
    if isinstance(data, dict) and isinstance(data.get("of"), dict):
        return {**data["of"], **{key: one for key, one in data.items() if key != "of"}}
    return data if isinstance(data, dict) else {"value": data}


@record
class Often:
    """How often: `1 per round`, `{x} per game`."""

    times: Amount
    per: str
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_often, handler, source)


def tidy_often(data: object) -> object:
    """`{x} per round` in full."""
    if not isinstance(data, str):
        return data
    found = re.fullmatch(rf"(?:([1-9]\d?)|\{{({NAME})\}}) per ([a-z][a-z -]{{0,20}})", data)
    if found is None:
        raise ValueError(f"{data!r} is not written like 1 per round or {{x}} per game")
    return {"times": int(found[1]) if found[1] else found[2], "per": found[3].replace(" ", "-")}


@record
class Spot:
    """Where: whoever has a role, a place or thing by name, a point or a line of so much that one chooses."""

    role: Role | None = None
    name: str | None = None
    point: Amount | None = None
    line: Amount | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_spot, handler, source)

    def __post_init__(self) -> None:
        if sum(one is not None for one in (self.role, self.name, self.point, self.line)) != 1:
            raise ValueError("say a role, a place or thing, `point` or `line`")


def tidy_spot(data: object) -> object:
    """A role or a name."""
    return {"role" if data in ROLES else "name": data} if isinstance(data, str) else data


@record
class Who:
    """Whom: a role, or a side; or everybody who fits a record, and with `choose` so many of them.

    `friend` is without the bearer, `own` with it, `other` is any but the bearer. `within` is a distance `of` something,
    the bearer unless said; `seen`: in sight of it. `is`, `has` and `in` ask for states, for conditions, keywords and
    markers, and for places, `wholly` inside them; `where` is a selector, `if` more tests, `not` the contrary.
    """

    role: Role | None = None
    side: Side | None = None
    within: Amount | None = None
    of: Spot | None = None
    seen: Flag | None = None
    is_: Names = ()
    has: Names = ()
    in_: Names = ()
    wholly: Flag = False
    where: Selector | None = None
    if_: Tests = ()
    not_: Who | None = None
    choose: Amount | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_who, handler, source)

    def __post_init__(self) -> None:
        if self.role and self.side:
            raise ValueError("say a role or a side, not both")
        if self.of and not self.within:
            line = self.of.line or self.of.point
            if not line:
                raise ValueError("`of` goes with `within`")
        if self.wholly and not self.in_ and not self.within:
            raise ValueError("`wholly` goes with `in` or `within`")


def tidy_who(data: object) -> object:
    """A role or a side by its word."""
    if not isinstance(data, str):
        return data
    if data in ROLES or data in SIDES:
        return {"role" if data in ROLES else "side": data}
    near = did_you_mean(data, (*ROLES, *SIDES))
    raise ValueError(f"{data!r} is none of {', '.join((*ROLES, *SIDES))}{f' ({near})' if near else ''}")


@record
class Test:
    """What must hold; all of it, of the bearer unless `who` says of whom.

    `is`: a state. `has`: a condition, keyword or marker. `did`, `was`: what it did or what was done to it, `in` a
    period. `number` with `min`, `max`, `under` or `over`. `some`: somebody fits. `in`: a place. `with`: what the event
    is done with, such as a weapon, fits. `any`: one of these holds. `not`: this does not.
    """

    __test__ = False
    who: Who | None = None
    is_: Names = ()
    has: Names = ()
    did: Names = ()
    was: Names = ()
    in_: Names = ()
    number: Amount | None = None
    min: Amount | None = None
    max: Amount | None = None
    under: Amount | None = None
    over: Amount | None = None
    some: Who | None = None
    with_: Selector | None = None
    any: tuple[Test, ...] = ()
    not_: Tests = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        bounds = (self.min, self.max, self.under, self.over)
        if (self.number is None) != all(one is None for one in bounds):
            raise ValueError("`number` goes with `min`, `max`, `under` or `over`")
        asked = (self.is_, self.has, self.did, self.was, self.in_, self.number, self.some, self.with_)
        if not any((*asked, self.any, self.not_)):
            raise ValueError("a test says is, has, did, was, in, number, some, with, any or not")


Tests = Annotated[tuple[Test, ...], Short(one_or_many)]
