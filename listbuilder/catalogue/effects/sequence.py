"""Sequences: calculations and rolls in order, such as an attack, as steps over named numbers.

There are six kinds of step, recognised by their first key, and effects. A step that names a number, a pool or a check
declares it; effects can change it by that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from listbuilder.base.records import Source, record
from listbuilder.base.values import Flag, Positive, Short, Tagged
from listbuilder.catalogue.effects.parts import Amount, Names, PlayTerm, Tests, Who
from listbuilder.catalogue.effects.verbs import AnyEffect, Effect, need
from listbuilder.catalogue.query import Selector


@record
class Summand:
    """One part of a sum: a number, `target.dod`, `-actor.acc`; or `add` with `times`, for every `per`, or only `if`.

    Dice are rolled so many `times`.
    """

    add: Amount
    """What is added."""
    times: Amount | None = None
    """Multiplied by this."""
    per: Amount | None = None
    """Once for each of this amount."""
    if_: Tests = ()
    """Tests that must hold."""

    @staticmethod
    def expand(data: object) -> object:
        """An amount by itself is added."""
        return data if isinstance(data, dict) and "add" in data else {"add": data}


def summands(data: object) -> object:
    """A single part is a sum."""
    return data if isinstance(data, list | tuple) else [data]


Sum = Annotated[tuple[Summand, ...], Short(summands)]


@record
class Step:
    """A step; with `if` it is passed over where tests do not hold."""

    if_: Tests = ()
    """Tests that must hold."""


@record
class NumberStep(Step):
    """Names a sum."""

    number: str
    """The name of the sum."""
    sum: Sum
    """What is added up."""
    min: Amount | None = None
    """The lower bound."""
    max: Amount | None = None
    """The upper bound."""


@record
class RollStep(Step):
    """Adds up dice and a sum, and remembers what the die shows."""

    roll: str
    """The name of the roll."""
    dice: Amount
    """What is rolled."""
    sum: Sum = ()
    """What is added to the dice."""


@record
class PoolStep(Step):
    """Dice are read one by one into results: by the `faces` they show, or by the first bar they `reach`.

    `raises` names an event for each die that comes out as a result. `action` is what rolling these dice is: where it
    is forbidden, they are not rolled.
    """

    pool: str
    """The name of the pool."""
    dice: Amount
    """How many dice."""
    by: Literal["actor", "target"] = "actor"
    """Who rolls."""
    sides: Positive = 6
    """How many sides each die has."""
    reach: Annotated[Mapping[str, Amount] | None, PlayTerm("results")] = None
    """The bar of each result, the best first."""
    faces: Annotated[Mapping[str, tuple[int, ...]] | None, PlayTerm("results")] = None
    """The faces of each result."""
    raises: Annotated[Mapping[str, str] | None, PlayTerm("results")] = None
    """The event of each die that comes out as a result."""
    action: Annotated[str | None, PlayTerm("actions")] = None
    """What rolling them is: not rolled where it is forbidden."""

    def __post_init__(self) -> None:
        need((self.reach is None) != (self.faces is None), "`pool` says `reach` or `faces`, one of them", "pool")


@record
class CheckStep(Step):
    """Does a number `reach` another, or go `over` it? Then the event happens. `always` lists faces that decide."""

    check: Annotated[str, PlayTerm("events")]
    """The event that happens if it succeeds."""
    of: Annotated[str, PlayTerm("numbers")]
    """The number that is checked."""
    reach: Amount | None = None
    """What it must reach."""
    over: Amount | None = None
    """What it must go over."""
    always: Mapping[str, Flag] | None = None
    """Faces that decide by themselves, true or false."""

    def __post_init__(self) -> None:
        need((self.reach is None) != (self.over is None), "`check` says `reach` or `over`, one of them", "check")
        need(all(face.isdigit() for face in self.always or ()), "`always` has faces of the die", "always")


@record
class Rate:
    """How many results of one pool stop how many of the other. `action` is the name of that, if it has one."""

    stop: Annotated[Mapping[str, Positive], PlayTerm("results")]
    """Results that are stopped."""
    with_: Annotated[Mapping[str, Positive], PlayTerm("results")]
    """Results that stop them."""
    action: Annotated[str | None, PlayTerm("actions")] = None
    """What that is, where it has a name."""


@record
class PairStep(Step):
    """Results of one pool stop results of another at these `rates`, `chosen` by one side, or in `turns` from one on.

    In turns, a die stops dice of the other side or does its own damage, which raises the event `strike`.
    """

    pair: Annotated[str, PlayTerm("rolls")]
    """The pool that is stopped."""
    against: Annotated[str, PlayTerm("rolls")]
    """The pool that stops it."""
    rates: tuple[Rate, ...]
    """What stops what."""
    chosen: Literal["actor", "target"] | None = None
    """Who chooses."""
    turns: Literal["actor", "target"] | None = None
    """Who begins, where the sides choose in turn."""
    strike: Annotated[str | None, PlayTerm("events")] = None
    """The event of a die that does its damage, in turns."""

    def __post_init__(self) -> None:
        need((self.chosen is None) != (self.turns is None), "`pair` says `chosen` or `turns`, one of them", "pair")


@record
class DamageStep(Step):
    """A sum, `minus` a sum, at least `min`, where it `needs` an event; taken `from` these stats, in this order.

    Effects may change the damage, where there is some, by the name in `named`, and by that in `each` what one of a
    part of the sum does that is there several `times`.
    """

    damage: Literal["actor", "target"]
    """Who takes it."""
    sum: Sum
    """What is added up."""
    minus: Sum = ()
    """What is taken off."""
    min: Amount | None = None
    """The lower bound."""
    needs: Annotated[Names, PlayTerm("events")] = ()
    """The event without which there is none."""
    from_: tuple[Names, ...] = ()
    """The stats it is taken from, the first ones first."""
    named: str | None = None
    """The name by which effects change the damage, where there is some."""
    each: str | None = None
    """The name by which they change what one of several does."""


STEPS: dict[str, type] = {
    "number": NumberStep,
    "roll": RollStep,
    "pool": PoolStep,
    "check": CheckStep,
    "pair": PairStep,
    "damage": DamageStep,
    "do": Effect,
}


def kind_of(data: object) -> str | None:
    """The kind of a step, by the key it has."""
    if isinstance(data, dict):
        # `do` first: an effect may also have keys that are kinds of step, such as `roll`.
        return next((name for name in ("do", *STEPS) if name in data), None)
    return next((name for name, cls in STEPS.items() if isinstance(data, cls)), None)


AnyStep: TypeAlias = Annotated[Step | Effect, Tagged({**STEPS, "do": AnyEffect}, kind_of)]


@record
class Sequence:
    """Steps in their order. Where the rulebook does not print them, `printed: false` and the `ruling` that decides."""

    steps: tuple[AnyStep, ...]
    """The steps in their order."""
    with_: Selector | None = None
    """What it is done with, such as a weapon: a selector; otherwise with nothing."""
    to: Who | None = None
    """On whom, where not on everybody."""
    choices: str = ""
    """Decisions of the players between the steps, in words."""
    printed: Flag = True
    """Whether the rulebook prints it; a ruling decides otherwise."""
    ruling: Annotated[str | None, PlayTerm("rulings")] = None
    """The ruling that decides."""
    text: str = ""
    """In your own words."""
    source: Source = ""

    @staticmethod
    def expand(data: object) -> object:
        """A list alone is the steps."""
        return {"steps": data} if isinstance(data, list) else data

    def __post_init__(self) -> None:
        need(self.steps, "a sequence has steps")
        need(
            self.printed == (self.ruling is None),
            "a sequence that is not printed cites a `ruling`, one that is does not",
        )
