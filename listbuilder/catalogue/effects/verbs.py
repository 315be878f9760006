"""The verbs of effects: twenty, and `special` for what they cannot express. Games add none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal, TypeAlias

from listbuilder.base.records import record
from listbuilder.base.values import BadKeyError, Flag, Short, Tagged, one_or_many
from listbuilder.catalogue.effects.parts import (
    DEED,
    HOLDABLE,
    IGNORABLE,
    Amount,
    Moment,
    Moments,
    Names,
    Often,
    PlayTerm,
    Spot,
    Tests,
    Who,
)
from listbuilder.catalogue.query import Selector

# What every effect has besides its verb.


def need(holds: object, words: str, key: str = "") -> None:
    """Raise a BadKeyError unless a requirement holds; the finding points at `key`."""
    if not holds:
        raise BadKeyError(key, words)


@record
class Effect:
    """What every effect may say: when, if, during what, to whom, how long, how often.

    Without `when` it is in force as long as its entry is.
    """

    do: str
    """The verb."""
    when: Moments = ()
    """The moment it happens: use, or the start, end, before or after of something. Always in force otherwise."""
    if_: Tests = ()
    """Tests that must hold."""
    during: Moments = ()
    """The actions or events in which it counts; default: all."""
    pick: Who | None = None
    """A choice that is made first; later words call it chosen."""
    to: Who | None = None
    """Whom it affects; default: the actor of what it counts during, or else the bearer."""
    until: Moments = ()
    """The moments that end it."""
    later: Moment | None = None
    """It happens not now but at the next such moment."""
    may: Flag = False
    """Whether the player decides."""
    uses: Often | None = None
    """How often, such as 1 per round."""
    price: Annotated[Mapping[str, Amount], PlayTerm("resources")] = field(default_factory=dict)
    """What it costs, by resource."""
    rule: Annotated[str | None, PlayTerm("rules")] = None
    """The named rule it belongs to, so that ignore can switch it off."""

    def __post_init__(self) -> None:
        for key, moments, kinds in (
            ("when", self.when, ("use", "start", "end", "before", "after")),
            ("until", self.until, ("start", "end", "before", "after")),
            ("during", self.during, ("event",)),
            ("later", (self.later,) if self.later else (), ("start", "end", "before", "after")),
        ):
            for one in moments:
                need(one.kind in kinds, f"`{key}` takes {' or '.join(kinds)}, not {one.kind}", key)
        need(not self.later or self.when, "`later` goes with `when`", "later")
        # A hook at the end, so that verbs need not repeat the checks above.
        self.check()

    def check(self) -> None:
        """What its own verb must say."""

    @property
    def lasts(self) -> bool:
        """Whether it stays in force, and is not done at once."""
        return not self.when or bool(self.during or self.until)


FORBIDDABLE = PlayTerm(*DEED.sorts, *HOLDABLE.sorts, "verbs")


@record
class Change(Effect):
    """A stat, a number of the attack, or a value of other entries (`where`) goes up, down (`by`) or becomes (`as`).

    `min` and `max` bound what comes out; `fixed`: nothing changes it further. The same change of several models adds
    up, once for each of them; with `stacks: true` that of one model adds up with itself too, with `stacks: false` it
    never adds up.
    """

    do: Literal["change"]
    what: Annotated[Names, PlayTerm("stats", "numbers", "resources", "values", "fields")]
    """What it affects, by name."""
    by: Amount | None = None
    """By how much."""
    as_: Amount | None = None
    """What it becomes."""
    where: Selector | None = None
    """Which entries' values: a selector."""
    min: Amount | None = None
    """The lower bound."""
    max: Amount | None = None
    """The upper bound."""
    stacks: Flag | None = None
    """true: it adds up with itself; false: it never adds up; else once for each model that has it."""
    fixed: Flag = False
    """Whether nothing changes it further."""

    def check(self) -> None:
        need((self.by is None) != (self.as_ is None), "`change` says `by` or `as`, one of them")


@record
class Treat(Effect):
    """One state or thing counts `as` another, or `like` another entry, `for` some."""

    do: Literal["treat"]
    what: Annotated[Names, PlayTerm("states", "things", "places", "roles", *DEED.sorts)]
    """What it affects, by name."""
    as_: Annotated[Names, PlayTerm("states", "things", "places", *DEED.sorts)] = ()
    """What it becomes."""
    like: Annotated[str | None, PlayTerm("entries")] = None
    """The entry that it counts like."""
    for_: Who | None = None
    """For whom it counts so."""

    def check(self) -> None:
        need(bool(self.as_) != bool(self.like), "`treat` says `as` or `like`, one of them")


@record
class Ignore(Effect):
    """A state, number, thing or named rule does not count."""

    do: Literal["ignore"]
    what: Annotated[Names, IGNORABLE]
    """What it affects, by name."""


@record
class Damage(Effect):
    """Takes health; `ignoring` what would lower it."""

    do: Literal["damage"]
    amount: Amount
    """How much."""
    ignoring: Annotated[Names, IGNORABLE] = ()
    """What does not count for it."""


@record
class Heal(Effect):
    """Restores health, or the stat in `what`, up to the number on the card."""

    do: Literal["heal"]
    amount: Amount
    """How much."""
    what: Annotated[Names, PlayTerm("stats", "resources")] = ()
    """What it affects, by name."""


@record
class Kill(Effect):
    """Removes a model."""

    do: Literal["kill"]


@record
class Going(Effect):
    """How far, in which direction `of` what, and what must (`ends`) or should (`prefer`) hold at the end.

    Without `of`, a direction is seen from the point or line that `to` chose, from the bearer where it chose none.
    """

    amount: Amount
    """How much."""
    direction: Literal["away", "towards", "straight", "up", "down"] | None = None
    """In which direction."""
    of: Spot | None = None
    """What it is measured from."""
    ends: Tests = ()
    """What must hold where it ends."""
    prefer: Tests = ()
    """What should hold where it ends, if it can."""


@record
class Push(Going):
    """Moves by force."""

    do: Literal["push"]


@record
class Move(Going):
    """Moves by choice; `ignoring` what would be in the way."""

    do: Literal["move"]
    ignoring: Annotated[Names, IGNORABLE] = ()
    """What does not count for it."""


@record
class Place(Effect):
    """Puts a model, marker or terrain `within` a distance `of` something, by default of the bearer.

    `where` tests the place, `by` says who puts it there.
    """

    do: Literal["place"]
    what: Annotated[Names, PlayTerm("own", "things", "states", "entries", "roles")]
    """What it affects, by name."""
    amount: Amount | None = None
    """How much."""
    within: Amount | None = None
    """How far away at most."""
    of: Spot | None = None
    """From what that is measured; default: the bearer."""
    where: Tests = ()
    """Tests of the place."""
    by: Who | None = None
    """Who puts it there."""


@record
class Act(Effect):
    """Takes actions now, free of charge: `by` whom, `to` whom, and `with` effects for these actions only."""

    do: Literal["act"]
    what: Annotated[Names, PlayTerm("actions", "keywords")]
    """What it affects, by name."""
    times: Amount | None = None
    """How many times."""
    by: Who | None = None
    """Who does or decides it."""
    ends: Tests = ()
    """What must hold where it ends."""
    with_: Effects = ()
    """What it is done with."""


@record
class Give(Effect):
    """A condition, state, marker, keyword or resource; victory points too.

    With `within`, it is a marker that lies that near to the receiver, and is taken off the table.
    """

    do: Literal["give"]
    what: Annotated[Names, PlayTerm("own", *HOLDABLE.sorts, "numbers")]
    """What it affects, by name."""
    amount: Amount | None = None
    """How much."""
    within: Amount | None = None
    """How near the marker lies that is taken off the table."""


@record
class Take(Effect):
    """A condition, state, marker, keyword or resource, away."""

    do: Literal["take"]
    what: Annotated[Names, PlayTerm("own", *HOLDABLE.sorts, "numbers")]
    """What it affects, by name."""
    amount: Amount | None = None
    """How much."""


@record
class Allow(Effect):
    """An action or event that is otherwise not possible."""

    do: Literal["allow"]
    what: Annotated[Names, PlayTerm(*DEED.sorts, "things", "places", "states")]
    """What it affects, by name."""


@record
class Forbid(Effect):
    """An action, event, condition, resource or verb, `except` some."""

    do: Literal["forbid"]
    what: Annotated[Names, FORBIDDABLE]
    """What it affects, by name."""
    except_: Annotated[Names, FORBIDDABLE] = ()
    """What is left out."""


@record
class Reroll(Effect):
    """Dice of a roll: so many, `all`, or those that show the `same`."""

    do: Literal["reroll"]
    roll: Annotated[Names, PlayTerm("rolls")]
    """The roll."""
    count: Amount
    """How many dice; all, or those that show the same."""
    from_: Annotated[Names, PlayTerm("results")] = ()
    """The results it is about."""


@record
class Turn(Effect):
    """Results of a roll into others; `unrolled` into a result; a result into `nothing`."""

    do: Literal["turn"]
    roll: Annotated[str, PlayTerm("rolls")]
    """The roll."""
    from_: Annotated[Names, PlayTerm("results")]
    """The results it is about."""
    into: Annotated[str, PlayTerm("results")]
    """The result it becomes."""
    count: Amount | None = None
    """How many dice; all, or those that show the same."""


@record
class Roll(Effect):
    """A die decides: what it must `reach` or stay `under`, and what happens `then` or `else`; or a table of `rows`.

    A row is a number or a span, `1-3`, `4+`; values may stand in it: `1-{half-to}`.
    """

    do: Literal["roll"]
    dice: Amount
    """What is rolled."""
    reach: Amount | None = None
    """The number to reach."""
    under: Amount | None = None
    """The number to stay under."""
    then: Effects = ()
    """What happens then."""
    else_: Effects = ()
    """What happens otherwise."""
    rows: Mapping[str, Effects] = field(default_factory=dict)
    """What happens, by what the die shows."""
    by: Who | None = None
    """Who does or decides it."""

    def check(self) -> None:
        bars = (self.reach is not None) + (self.under is not None) + bool(self.rows)
        need(bars == 1, "`roll` says `reach`, `under` or `rows`, one of them")
        need(self.rows or self.then or self.else_, "`roll` says what happens: `then`, `else` or `rows`")


@record
class Choose(Effect):
    """One of several lists of effects, chosen `by` a player, by default the bearer's."""

    do: Literal["choose"]
    options: tuple[Effects, ...]
    """Lists of effects, of which one is chosen."""
    by: Who | None = None
    """Who does or decides it."""

    def check(self) -> None:
        need(len(self.options) > 1, "`choose` has at least two `options`")


@record
class Redirect(Effect):
    """Gives the event another target, in `to`."""

    do: Literal["redirect"]

    def check(self) -> None:
        need(self.to and self.when, "`redirect` says `to` whom, and `when`: before which event")


@record
class Cancel(Effect):
    """The event does not happen, or so much of it, `per` period where it is no more than that.

    With `what`, this period of whom it affects is over at once, such as the activation under way.
    """

    do: Literal["cancel"]
    amount: Amount | None = None
    """How much."""
    per: Annotated[str | None, PlayTerm("periods")] = None
    """In which period."""
    what: Annotated[str | None, PlayTerm("periods")] = None
    """What it affects, by name."""

    def check(self) -> None:
        need(self.when or self.during, "`cancel` says `when`: before which event")
        need(not (self.what and self.amount), "`cancel` says `what` period is over, or an `amount` of the event")


@record
class Special(Effect):
    """What the other verbs cannot express: a tag for engines, a sentence for people. `catalogue check` counts them."""

    do: Literal["special"]
    tag: str
    """A word for engines."""
    text: str
    """In your own words."""


VERBS: dict[str, type[Effect]] = {
    verb.__name__.lower(): verb
    for verb in (
        Act, Allow, Cancel, Change, Choose, Damage, Forbid, Give, Heal, Ignore, Kill,
        Move, Place, Push, Redirect, Reroll, Roll, Special, Take, Treat, Turn,
    )
}  # fmt: skip


AnyEffect: TypeAlias = Annotated[Effect, Tagged(VERBS, "do")]
Effects: TypeAlias = Annotated[tuple[AnyEffect, ...], Short(one_or_many)]
