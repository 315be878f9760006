"""Terms: the words of a game, declared once. Their texts tell the author of an engine what to implement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from listbuilder.catalogue.effects.parts import Amount, Names, Tests
from listbuilder.catalogue.effects.senses import Sense
from listbuilder.catalogue.effects.values import Written, is_written
from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import Flag, Positive, Short, one_or_many, tidied

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@record
class Term:
    """A word: a `text`, or `any` of other words, or a state that is there `if` tests hold.

    `means` says which of the things that any table has it is.
    """

    text: str = ""
    any: Names = ()
    if_: Tests = ()
    means: Sense | None = None
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(lambda data: {"text": data} if isinstance(data, str) else data, handler, source)

    def __post_init__(self) -> None:
        if not (self.text or self.any or self.if_ or self.means):
            raise ValueError("a term says `text`, `any`, `if` or `means`")


@record
class NumberTerm:
    """A number of the game: one that play makes, with a `text`, or a constant of the rulebook, with a `value`.

    The `name` of a constant is what cards and `show` call it; without one that is made of its id.
    `of` is a printed value of the weapon in use that has two numbers, `part` which of them this is.
    `means` says which number of any table it is.
    """

    name: str = ""
    text: str = ""
    value: Written | None = None
    of: str | None = None
    part: Literal["first", "second"] | None = None
    means: Sense | None = None
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_number, handler, source)

    def __post_init__(self) -> None:
        if not self.text and self.value is None:
            raise ValueError("a number says `text`, `value` or both")
        if self.name and self.value is None:
            raise ValueError("`name` is of a constant, which has a `value`")
        if (self.of is None) != (self.part is None):
            raise ValueError("`of` and `part` go together")


def tidy_number(data: object) -> object:
    """A value as it is written, or a text."""
    return data if isinstance(data, dict) else {"value" if is_written(data) else "text": data}


@record
class Period:
    """A stretch of play `in` another, the game unless said: how many there are, whose each is, who goes when.

    Periods that stand in the same one follow each other as they are written. `order`: the sides `alternate` one by
    one, one after the other (`sides`), or `together`. `first` says who begins, in the first of them, the second and so
    on: a `roll`-off, what the two lists chose (`match`), who deployed first (`deployer`), who was first out of
    activations in the one before (`finisher`), whose opponent acted last (`waiter`).
    """

    in_: str = "game"
    number: Positive | None = None
    of: Literal["model", "group", "player"] | None = None
    order: Literal["alternate", "sides", "together"] | None = None
    first: Annotated[tuple[Literal["roll", "match", "deployer", "finisher", "waiter"], ...], Short(one_or_many)] = ()
    text: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(lambda data: {"text": data} if isinstance(data, str) else data, handler, source)


@record
class RollTerm:
    """A roll, with what can come out of it."""

    results: tuple[str, ...] = ()
    dice: Written | None = None
    text: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_roll, handler, source)


def tidy_roll(data: object) -> object:
    """Results alone, or a text."""
    return {"results": data} if isinstance(data, list) else {"text": data} if isinstance(data, str) else data


@record
class Resource:
    """What is spent in play: whose it is, how much there is to `start` each period, what is gained, the `most` of it.

    Without `keep`, what is left at the end of the period is lost.
    """

    per: Literal["model", "group", "player"] = "model"
    each: str | None = None
    start: Amount | None = None
    gain: Amount | None = None
    most: Amount | None = None
    keep: Flag = False
    text: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Terms:
    """All words of a game by what they are; stats, keywords and conditions are terms without being declared here."""

    periods: Mapping[str, Period] = field(default_factory=dict)
    actions: Mapping[str, Term] = field(default_factory=dict)
    events: Mapping[str, Term] = field(default_factory=dict)
    numbers: Mapping[str, NumberTerm] = field(default_factory=dict)
    rolls: Mapping[str, RollTerm] = field(default_factory=dict)
    states: Mapping[str, Term] = field(default_factory=dict)
    resources: Mapping[str, Resource] = field(default_factory=dict)
    things: Mapping[str, Term] = field(default_factory=dict)
    places: Mapping[str, Term] = field(default_factory=dict)
    rules: Mapping[str, Term] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def sorts(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The words of each sort."""
        return ((one.name, getattr(self, one.name)) for one in fields(self))
