"""Sequences: what is reckoned and rolled one after the other, such as an attack, in steps over named numbers.

Six kinds of step, told by their first word, and effects. Whoever names a number, a pool or a check in a step has
declared it: effects may change it by that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from listbuilder.catalogue.effects.effect import Effect, need
from listbuilder.catalogue.effects.parts import Amount, Names, Tests, Who
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Flag, Positive, Short, tidied

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@record
class Summand:
    """One part of a sum: a number, `target.dod`, `-actor.acc`; or `add` with `times`, for every `per`, or only `if`.

    Dice are rolled so many `times`.
    """

    add: Amount
    times: Amount | None = None
    per: Amount | None = None
    if_: Tests = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_summand, handler, source)


def tidy_summand(data: object) -> object:
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
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class NumberStep(Step):
    """Names a sum."""

    number: str
    sum: Sum
    min: Amount | None = None
    max: Amount | None = None


@record
class RollStep(Step):
    """Adds up dice and a sum, and remembers what the die shows."""

    roll: str
    dice: Amount
    sum: Sum = ()


@record
class PoolStep(Step):
    """Dice are read one by one into results: by the `faces` they show, or by the first bar they `reach`.

    `raises` names an event for each die that comes out as a result. `action` is what rolling these dice is: where it
    is forbidden, they are not rolled.
    """

    pool: str
    dice: Amount
    by: Literal["actor", "target"] = "actor"
    sides: Positive = 6
    reach: Mapping[str, Amount] | None = None
    faces: Mapping[str, tuple[int, ...]] | None = None
    raises: Mapping[str, str] | None = None
    action: str | None = None

    def __post_init__(self) -> None:
        need((self.reach is None) != (self.faces is None), "`pool` says `reach` or `faces`, one of them")


@record
class CheckStep(Step):
    """Does a number `reach` another, or go `over` it? Then the event happens. `always` lists faces that decide."""

    check: str
    of: str
    reach: Amount | None = None
    over: Amount | None = None
    always: Mapping[str, Flag] | None = None

    def __post_init__(self) -> None:
        need((self.reach is None) != (self.over is None), "`check` says `reach` or `over`, one of them")
        need(all(face.isdigit() for face in self.always or ()), "`always` has faces of the die")


@record
class Rate:
    """So many results that are stopped, with so many of the other pool. `action` is what that is, if it has a name."""

    stop: Mapping[str, Positive]
    with_: Mapping[str, Positive]
    action: str | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class PairStep(Step):
    """Results of one pool stop results of another at these `rates`, `chosen` by one side, or in `turns` from one on.

    In turns, a die stops dice of the other side or does its own damage, which raises the event `strike`.
    """

    pair: str
    against: str
    rates: tuple[Rate, ...]
    chosen: Literal["actor", "target"] | None = None
    turns: Literal["actor", "target"] | None = None
    strike: str | None = None

    def __post_init__(self) -> None:
        need((self.chosen is None) != (self.turns is None), "`pair` says `chosen` or `turns`, one of them")


@record
class DamageStep(Step):
    """A sum, `minus` a sum, at least `min`, where it `needs` an event; taken `from` these stats, in this order.

    Effects may change the damage, where there is some, by the name in `named`, and by that in `each` what one of a
    part of the sum does that is there several `times`.
    """

    damage: Literal["actor", "target"]
    sum: Sum
    minus: Sum = ()
    min: Amount | None = None
    needs: Names = ()
    from_: tuple[Names, ...] = ()
    named: str | None = None
    each: str | None = None


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
    """Which kind of step it is: what it begins with."""
    if isinstance(data, dict):
        return next((name for name in ("do", *STEPS) if name in data), None)
    return next((name for name, cls in STEPS.items() if isinstance(data, cls)), None)


class _ByWord:
    """Lets pydantic read a step by its word."""

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        choices = {name: handler.generate_schema(cls) for name, cls in STEPS.items() if name != "do"}
        verbs = {name: handler.generate_schema(cls) for name, cls in VERBS.items()}
        choices["do"] = core_schema.tagged_union_schema(verbs, discriminator="do")
        return core_schema.tagged_union_schema(choices, discriminator=kind_of)


AnyStep: TypeAlias = Annotated[Step | Effect, _ByWord()]


@record
class Sequence:
    """Steps in their order. Where the rulebook does not print them, `printed: false` and the `ruling` that decides.

    `with` says what it is done with, such as a weapon: one of the entries that fit; otherwise with nothing. `to` says
    on whom, where not on everybody. `choices` is what players decide in between and no step says.
    """

    steps: tuple[AnyStep, ...]
    with_: Selector | None = None
    to: Who | None = None
    choices: str = ""
    printed: Flag = True
    ruling: str | None = None
    text: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(lambda data: {"steps": data} if isinstance(data, list) else data, handler, source)

    def __post_init__(self) -> None:
        need(self.steps, "a sequence has steps")
        need(
            self.printed == (self.ruling is None),
            "a sequence that is not printed cites a `ruling`, one that is does not",
        )
