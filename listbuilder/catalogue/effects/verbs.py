"""The verbs: what a record of play does. Twenty, and `special` for what they can't say; a game adds none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from listbuilder.catalogue.effects.effect import Effect, need
from listbuilder.catalogue.effects.parts import Amount, Names, Spot, Tests, Who
from listbuilder.record import record
from listbuilder.selectors import Selector
from listbuilder.values import Flag, Short, one_or_many

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@record
class Change(Effect):
    """A stat, a number of the attack, or a value of other entries (`where`) goes up, down (`by`) or becomes (`as`).

    `min` and `max` bound what comes out; `fixed`: nothing changes it further. The same change of several models adds
    up, once for each of them; with `stacks: true` that of one model adds up with itself too, with `stacks: false` it
    never adds up.
    """

    do: Literal["change"]
    what: Names
    by: Amount | None = None
    as_: Amount | None = None
    where: Selector | None = None
    min: Amount | None = None
    max: Amount | None = None
    stacks: Flag | None = None
    fixed: Flag = False

    def check(self) -> None:
        need((self.by is None) != (self.as_ is None), "`change` says `by` or `as`, one of them")


@record
class Treat(Effect):
    """One state or thing counts `as` another, or `like` another entry, `for` some."""

    do: Literal["treat"]
    what: Names
    as_: Names = ()
    like: str | None = None
    for_: Who | None = None

    def check(self) -> None:
        need(bool(self.as_) != bool(self.like), "`treat` says `as` or `like`, one of them")


@record
class Ignore(Effect):
    """A state, number, thing or named rule does not count."""

    do: Literal["ignore"]
    what: Names


@record
class Damage(Effect):
    """Takes health; `ignoring` what would lower it."""

    do: Literal["damage"]
    amount: Amount
    ignoring: Names = ()


@record
class Heal(Effect):
    """Gives health back, or `what` stat it says, up to what is on the card."""

    do: Literal["heal"]
    amount: Amount
    what: Names = ()


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
    direction: Literal["away", "towards", "straight", "up", "down"] | None = None
    of: Spot | None = None
    ends: Tests = ()
    prefer: Tests = ()


@record
class Push(Going):
    """Moves by force."""

    do: Literal["push"]


@record
class Move(Going):
    """Moves by choice; `ignoring` what would be in the way."""

    do: Literal["move"]
    ignoring: Names = ()


@record
class Place(Effect):
    """Puts a model, marker or terrain somewhere: `within` so far `of` something, the bearer unless said.

    `where` tests the place, `by` says who puts it there.
    """

    do: Literal["place"]
    what: Names
    amount: Amount | None = None
    within: Amount | None = None
    of: Spot | None = None
    where: Tests = ()
    by: Who | None = None


@record
class Act(Effect):
    """Takes actions now, at no price: `by` somebody else, `to` somebody, with effects for these actions only."""

    do: Literal["act"]
    what: Names
    times: Amount | None = None
    by: Who | None = None
    ends: Tests = ()
    with_: Effects = ()


@record
class Give(Effect):
    """A condition, state, marker, keyword or resource; victory points too.

    With `within`, it is a marker that lies so near whoever gets it, and is taken off the table.
    """

    do: Literal["give"]
    what: Names
    amount: Amount | None = None
    within: Amount | None = None


@record
class Take(Effect):
    """A condition, state, marker, keyword or resource, away."""

    do: Literal["take"]
    what: Names
    amount: Amount | None = None


@record
class Allow(Effect):
    """An action or event that is otherwise not possible."""

    do: Literal["allow"]
    what: Names


@record
class Forbid(Effect):
    """An action, event, condition, resource or verb, `except` some."""

    do: Literal["forbid"]
    what: Names
    except_: Names = ()


@record
class Reroll(Effect):
    """Dice of a roll: so many, `all`, or those that show the `same`."""

    do: Literal["reroll"]
    roll: Names
    count: Amount
    from_: Names = ()


@record
class Turn(Effect):
    """Results of a roll into others; `unrolled` into a result; a result into `nothing`."""

    do: Literal["turn"]
    roll: str
    from_: Names
    into: str
    count: Amount | None = None


@record
class Roll(Effect):
    """A die decides: what it must `reach` or stay `under`, and what happens `then` or `else`; or a table of `rows`.

    A row is a number or a span, `1-3`, `4+`; values may stand in it: `1-{half-to}`.
    """

    do: Literal["roll"]
    dice: Amount
    reach: Amount | None = None
    under: Amount | None = None
    then: Effects = ()
    else_: Effects = ()
    rows: Mapping[str, Effects] = field(default_factory=dict)
    by: Who | None = None

    def check(self) -> None:
        bars = (self.reach is not None) + (self.under is not None) + bool(self.rows)
        need(bars == 1, "`roll` says `reach`, `under` or `rows`, one of them")
        need(self.rows or self.then or self.else_, "`roll` says what happens: `then`, `else` or `rows`")


@record
class Choose(Effect):
    """One of several lists of effects, chosen `by` the bearer's player unless said."""

    do: Literal["choose"]
    options: tuple[Effects, ...]
    by: Who | None = None

    def check(self) -> None:
        need(len(self.options) > 1, "`choose` has at least two `options`")


@record
class Redirect(Effect):
    """The event has another target, `to` whom it says."""

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
    per: str | None = None
    what: str | None = None

    def check(self) -> None:
        need(self.when or self.during, "`cancel` says `when`: before which event")
        need(not (self.what and self.amount), "`cancel` says `what` period is over, or an `amount` of the event")


@record
class Special(Effect):
    """What these verbs can't say: a tag for engines, a sentence for people. `catalogue check` counts them."""

    do: Literal["special"]
    tag: str
    text: str


VERBS: dict[str, type[Effect]] = {
    verb.__name__.lower(): verb
    for verb in (
        Act, Allow, Cancel, Change, Choose, Damage, Forbid, Give, Heal, Ignore, Kill,
        Move, Place, Push, Redirect, Reroll, Roll, Special, Take, Treat, Turn,
    )
}  # fmt: skip


class _ByVerb:
    """Lets pydantic read an effect by its verb."""

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        choices = {name: handler.generate_schema(cls) for name, cls in VERBS.items()}
        return core_schema.tagged_union_schema(choices, discriminator="do")


AnyEffect: TypeAlias = Annotated[Effect, _ByVerb()]
Effects: TypeAlias = Annotated[tuple[AnyEffect, ...], Short(one_or_many)]
