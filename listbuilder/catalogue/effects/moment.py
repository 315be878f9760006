"""Moments: when something happens, while what, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from listbuilder.base.records import record
from listbuilder.base.values import BadKeyError, Flag, Positive, Short, one_or_many
from listbuilder.catalogue.effects.parts import DEED, Amount, Names, PlayTerm, Who
from listbuilder.catalogue.query import Selector

if TYPE_CHECKING:
    pass

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
