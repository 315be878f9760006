"""Moments: when something happens, while what, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from listbuilder.catalogue.effects.parts import Amount, Names, Who
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Flag, Positive, Short, one_or_many, tidied

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

KINDS = ("use", "start", "end", "before", "after", "event")


@record
class Thing:
    """The weapon or entry that something is done with: `this` one itself, an id, or what a selector says."""

    this: Flag = False
    where: Selector | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_thing, handler, source)


def tidy_thing(data: object) -> object:
    """`this`, an id, a selector."""
    if data == "this":
        return {"this": True}
    if isinstance(data, dict) and data.keys() <= {"this", "where"}:
        return data
    return {"where": {"entry": data} if isinstance(data, str) else data}


@record
class Moment:
    """The `start` or `end` of a period, `before` or `after` an action or event, the `use` of the entry; or a while.

    `event` is a while: as long as this action or event lasts. `by` and `at` are the two sides of an event, `with` is
    what it is done with, `is` a state of the event, `shows` the least that the natural die shows, `result` what came
    out; `of` says whose period, `nth` which one, `every` how many there are from one to the next.
    """

    use: Flag = False
    start: str | None = None
    end: str | None = None
    before: Names = ()
    after: Names = ()
    event: Names = ()
    by: Who | None = None
    at: Who | None = None
    with_: Thing | None = None
    is_: Names = ()
    shows: Amount | None = None
    result: Names = ()
    of: Who | None = None
    nth: Positive | None = None
    every: Positive | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(tidy_moment, handler, source)

    def __post_init__(self) -> None:
        said = [name for name in KINDS if getattr(self, name)]
        if len(said) != 1:
            raise ValueError(f"a moment is one of {', '.join(KINDS)}; this has {' and '.join(said) or 'none'}")
        if self.of and not (self.start or self.end):
            raise ValueError("`of` says whose period: it goes with `start` or `end`")

    @property
    def kind(self) -> str:
        """Which of the kinds of moment it is."""
        return next(name for name in KINDS if getattr(self, name))


def tidy_moment(data: object) -> object:
    """`use` alone; another word is an event that lasts."""
    if data == "use":
        return {"use": True}
    return {"event": data} if isinstance(data, str | list) else data


Moments = Annotated[tuple[Moment, ...], Short(one_or_many)]
