"""The parts of effects: amounts, who, where, tests and moments.

YAML may use short forms; here each part is always a full record, so that an engine handles one form only. The loader
checks the names in them.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from listbuilder.base.records import Refers, record
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import BadFormError, BadKeyError, Flag, Positive, Short, Whole, one_or_many
from listbuilder.catalogue.effects.printed_values import EXAMPLES, NAME, Written, is_value
from listbuilder.catalogue.query import Selector

ROLES = ("self", "actor", "target", "chosen", "owner", "opponent")
SIDES = ("friend", "own", "enemy", "other", "any")
ALL = "all"
Role = Literal["self", "actor", "target", "chosen", "owner", "opponent"]
Side = Literal["friend", "own", "enemy", "other", "any"]
Names = Annotated[tuple[str, ...], Short(one_or_many)]


class PlayTerm(Refers):
    """A mark on a field of an effect: the sorts of words that it may name."""


DEED = PlayTerm("actions", "events", "keywords")
HOLDABLE = PlayTerm("keywords", "things", "resources", "states")
IGNORABLE = PlayTerm("states", "numbers", "stats", "things", "rules", *DEED.sorts, "resources", "places")


@record
class Amount:
    """How much: `3`, `1d6`, the name of a value, stat, number or resource, `-x`, `target.hp`; or derived from these.

    In full: one of `value`, `of` (a name, or `all`; for a condition or marker, how many of it; for an action, how often
    it was done), `count` (how many fit), `held` (markers or places where one side has more models, `within` a distance
    of them) or `dice`. `whose` says whose number it is, by default the bearer's; for `held`, which models count. `in`
    is the period in which it is counted; `card` means the number on the card. Then, in this order: one for every
    `per`, `round`, `times`, `plus`, `min`, `max`.
    """

    value: Written | None = None
    """A number, dice, a distance or a roll."""
    of: Annotated[str | None, PlayTerm("own", "stats", "numbers", "resources", "fields", "keywords", "things")] = None
    """The name of a value, stat, number or resource; or all."""
    count: Who | None = None
    """How many fit."""
    held: Annotated[str | None, PlayTerm("things", "places")] = None
    """Markers near which one side has more models."""
    within: Amount | None = None
    """How near, for held."""
    dice: Written | None = None
    """What is rolled."""
    whose: Who | None = None
    """Whose number; default: the bearer's."""
    in_: Annotated[str | None, PlayTerm("periods")] = None
    """During which period it is counted."""
    card: Flag = False
    """Whether it is the number on the card, before anything in play."""
    per: Amount | None = None
    """One for each of this amount."""
    round: Literal["up", "down"] | None = None
    """Which way that is rounded; default: down."""
    times: Whole | Amount = 1
    """Multiplied by this."""
    plus: Amount | None = None
    """What is added."""
    min: Amount | None = None
    """The lower bound."""
    max: Amount | None = None
    """The upper bound."""

    @staticmethod
    def expand(data: object) -> object:
        """A literal, a name, a name with a sign; and `{of: {count: …}}` as one record."""
        if isinstance(data, str) and not is_value(data):
            found = re.fullmatch(rf"(-?)(?:({'|'.join(ROLES)})\.)?({NAME})", data)
            if found is None:
                raise ValueError(f"{data!r} is neither written like {EXAMPLES} nor a name")
            return {"of": found[3], **({"whose": found[2]} if found[2] else {}), **({"times": -1} if found[1] else {})}
        if isinstance(data, dict) and isinstance(data.get("of"), dict):
            return {**data["of"], **{key: one for key, one in data.items() if key != "of"}}
        return data if isinstance(data, dict) else {"value": data}

    def __post_init__(self) -> None:
        starts = [name for name in ("value", "of", "count", "held", "dice") if getattr(self, name) is not None]
        if len(starts) != 1:
            raise ValueError(
                f"an amount starts from one of value, of, count, held, dice; this has {' and '.join(starts) or 'none'}"
            )
        if self.within and not self.held:
            raise BadKeyError("within", "`within` goes with `held`")
        if self.round and not self.per:
            raise BadKeyError("round", "`round` goes with `per`")


@record
class Often:
    """How often: `1 per round`, `{x} per game`."""

    times: Amount
    """How many times."""
    per: Annotated[str, PlayTerm("periods")]
    """The period."""

    @staticmethod
    def expand(data: object) -> object:
        """`{x} per round` in full."""
        if not isinstance(data, str):
            return data
        found = re.fullmatch(rf"(?:([1-9]\d?)|\{{({NAME})\}}) per ([a-z][a-z -]{{0,20}})", data)
        if found is None:
            raise BadFormError(data, example="1 per round or {x} per game")
        return {"times": int(found[1]) if found[1] else found[2], "per": found[3].replace(" ", "-")}


@record
class Spot:
    """Where: at a role, at a place or thing by name, or at a point or line that a player chooses."""

    role: Role | None = None
    """Who, by the part played: self, actor, target, chosen, owner or opponent."""
    name: Annotated[str | None, PlayTerm("places", "things", "states")] = None
    """A place or thing by name."""
    point: Amount | None = None
    """A point of the player's choice, this far away."""
    line: Amount | None = None
    """A straight line of the player's choice, this long."""

    @staticmethod
    def expand(data: object) -> object:
        """A role or a name."""
        return {"role" if data in ROLES else "name": data} if isinstance(data, str) else data

    def __post_init__(self) -> None:
        if sum(one is not None for one in (self.role, self.name, self.point, self.line)) != 1:
            raise ValueError("say a role, a place or thing, `point` or `line`")


@record
class Who:
    """Whom: a role or a side; or all models that fit a record, or with `choose` a number of them.

    The side `friend` is without the bearer, `own` with it, `other` is any but the bearer.
    """

    role: Role | None = None
    """Who, by the part played: self, actor, target, chosen, owner or opponent."""
    side: Side | None = None
    """Which side, seen from the bearer: friend, own, enemy, other or any."""
    within: Amount | None = None
    """How near."""
    of: Spot | None = None
    """What it is near to; default: the bearer."""
    seen: Flag | None = None
    """Whether it is in sight."""
    is_: Annotated[Names, PlayTerm("states")] = ()
    """States that must be."""
    has: Annotated[Names, HOLDABLE] = ()
    """Conditions, keywords or markers that must be there."""
    in_: Annotated[Names, PlayTerm("places")] = ()
    """The place it is in."""
    wholly: Flag = False
    """Whether all of it is there."""
    where: Selector | None = None
    """Which ones: a selector."""
    if_: Tests = ()
    """More tests."""
    not_: Who | None = None
    """This must not hold."""
    choose: Amount | None = None
    """How many of those that fit; default: everybody."""

    @staticmethod
    def expand(data: object) -> object:
        """A role or a side by its word."""
        if not isinstance(data, str):
            return data
        # No role is a side, so the word alone tells which is meant.
        if data in ROLES or data in SIDES:
            return {"role" if data in ROLES else "side": data}
        # Roles and sides are fixed words of the language, so a misspelt one can be answered here, without the game.
        near = did_you_mean(data, (*ROLES, *SIDES))
        raise BadFormError(data, f"none of {', '.join((*ROLES, *SIDES))}{f' ({near})' if near else ''}")

    def __post_init__(self) -> None:
        if self.role and self.side:
            raise ValueError("say a role or a side, not both")
        if self.of and not self.within:
            line = self.of.line or self.of.point
            if not line:
                raise BadKeyError("of", "`of` goes with `within`")
        if self.wholly and not self.in_ and not self.within:
            raise BadKeyError("wholly", "`wholly` goes with `in` or `within`")


@record
class Test:
    """What must hold; all of it, of the bearer unless `who` says of whom.

    `is`: a state. `has`: a condition, keyword or marker. `did`, `was`: what it did or what was done to it, `in` a
    period. `number` with `min`, `max`, `under` or `over`. `some`: a model fits. `in`: a place. `with`: what the event
    is done with, such as a weapon, fits. `any`: one of these holds. `not`: this does not.
    """

    # pytest would collect a class of this name.
    __test__ = False
    who: Who | None = None
    """Of whom; default: the bearer."""
    is_: Annotated[Names, PlayTerm("states")] = ()
    """States that must be."""
    has: Annotated[Names, HOLDABLE] = ()
    """Conditions, keywords or markers that must be there."""
    did: Annotated[Names, DEED] = ()
    """What it did."""
    was: Annotated[Names, DEED] = ()
    """What was done to it."""
    in_: Annotated[Names, PlayTerm("places")] = ()
    """The place it is in; beside did and was, the period."""
    number: Amount | None = None
    """A number, between bounds."""
    min: Amount | None = None
    """The lower bound."""
    max: Amount | None = None
    """The upper bound."""
    under: Amount | None = None
    """Less than this."""
    over: Amount | None = None
    """More than this."""
    some: Who | None = None
    """Somebody fits."""
    with_: Selector | None = None
    """What the event is done with fits: a selector."""
    any: tuple[Test, ...] = ()
    """One of these."""
    not_: Tests = ()
    """This must not hold."""

    def __post_init__(self) -> None:
        bounds = (self.min, self.max, self.under, self.over)
        if (self.number is None) != all(one is None for one in bounds):
            raise BadKeyError("number", "`number` goes with `min`, `max`, `under` or `over`")
        asked = (self.is_, self.has, self.did, self.was, self.in_, self.number, self.some, self.with_)
        if not any((*asked, self.any, self.not_)):
            raise ValueError("a test says is, has, did, was, in, number, some, with, any or not")


Tests = Annotated[tuple[Test, ...], Short(one_or_many)]


KINDS = ("use", "start", "end", "before", "after", "event")


@record
class Thing:
    """The weapon or entry that something is done with: `this` one itself, an id, or what a selector says."""

    this: Flag = False
    """The entry itself."""
    where: Selector | None = None
    """Which ones: a selector."""

    @staticmethod
    def expand(data: object) -> object:
        """`this`, an id, a selector."""
        if data == "this":
            return {"this": True}
        if isinstance(data, dict) and data.keys() <= {"this", "where"}:
            return data
        return {"where": {"entry": data} if isinstance(data, str) else data}


@record
class Moment:
    """The `start` or `end` of a period, `before` or `after` an action or event, the `use` of the entry; or a while."""

    use: Flag = False
    """The use of the entry."""
    start: Annotated[str | None, PlayTerm("periods")] = None
    """The start of a period."""
    end: Annotated[str | None, PlayTerm("periods")] = None
    """The end of a period."""
    before: Annotated[Names, DEED] = ()
    """Before an action or event."""
    after: Annotated[Names, DEED] = ()
    """After an action or event."""
    event: Annotated[Names, DEED] = ()
    """While this action or event lasts."""
    by: Who | None = None
    """Who does it."""
    at: Who | None = None
    """Whom it is done to."""
    with_: Thing | None = None
    """What it is done with."""
    is_: Annotated[Names, PlayTerm("states")] = ()
    """A state of the event."""
    shows: Amount | None = None
    """What the natural die shows at least."""
    result: Annotated[Names, PlayTerm("results")] = ()
    """What came out."""
    of: Who | None = None
    """Whose period."""
    nth: Positive | None = None
    """Which one."""
    every: Positive | None = None
    """How many there are from one to the next."""

    @staticmethod
    def expand(data: object) -> object:
        """`use` alone; another word is an event that lasts."""
        if data == "use":
            return {"use": True}
        return {"event": data} if isinstance(data, str | list) else data

    def __post_init__(self) -> None:
        said = [name for name in KINDS if getattr(self, name)]
        if len(said) != 1:
            raise ValueError(f"a moment is one of {', '.join(KINDS)}; this has {' and '.join(said) or 'none'}")
        if self.of and not (self.start or self.end):
            raise BadKeyError("of", "`of` says whose period: it goes with `start` or `end`")

    @property
    def kind(self) -> str:
        """Which of the kinds of moment it is."""
        return next(name for name in KINDS if getattr(self, name))


Moments = Annotated[tuple[Moment, ...], Short(one_or_many)]
