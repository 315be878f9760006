"""How an event is run: when lists are due and who sees them, rounds, results, penalties and the order of a ranking.

None of it has a part in judging a list; the event desk reads it.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal

from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import Count, Positive, Whole

Audience = Literal["nobody", "opponent", "everybody"]
Remedy = Literal["correct", "lose-round", "lose-all"]
Shared = Literal["club", "nation", "team"]
Draw = Literal["random", "by-points"]
BOARDS = "boards"
"""What a ranking of teams calls the sum of a match's boards."""
MOST_LISTS = 9
"""How many lists a player can bring: the number of one is a single digit."""
UNITS = {"m": "minutes", "h": "hours", "d": "days"}
# Ours: what the system calls them depends on where it stands.
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@record
class Showing:
    """Who may see a list when lists are locked, while rounds are played, and at the end."""

    lock: Audience = "nobody"
    round: Audience = "opponent"
    end: Audience = "everybody"
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class ListTerms:
    """When lists are due, how long after that they still count as in time, and who may see them when.

    `each` is how many a player brings. Of the kinds under `once`, no entry may be in two lists of a player; of those
    under `same`, all lists of a player have the same entries.
    """

    due: str | None = None
    grace: str = "0m"
    show: Showing = Showing()
    each: Positive = 1
    once: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if self.due is not None:
            moment(self.due)
        duration(self.grace)
        if self.each > MOST_LISTS:
            raise ValueError(f"`each`: a player brings at most {MOST_LISTS} lists")

    @property
    def last(self) -> datetime | None:
        """The moment after which a list is late."""
        return moment(self.due) + duration(self.grace) if self.due is not None else None


@record
class Penalty:
    """What something costs a player: tournament points, or a choice of remedies; a warning costs nothing."""

    id: str
    name: str
    text: str = ""
    points: Whole = 0
    remedies: tuple[Remedy, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Bye:
    """What a player without an opponent gets: a result, and for what is counted the average of their own games or 0."""

    result: Literal["win", "draw", "loss"] = "win"
    counts: Literal["average", "zero"] = "average"
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Rounds:
    """The rounds: how many, how long, on how many tables, how they are drawn, and who is kept apart."""

    count: Positive
    minutes: Positive | None = None
    tables: Positive | None = None
    first: Draw = "random"
    then: Draw = "by-points"
    apart: tuple[Shared, ...] = ()
    bye: Bye = Bye()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Band:
    """What a lead is worth: `lead: 0-2`, `lead: 15+`; `gives` is for the winner and the loser."""

    lead: str
    gives: tuple[Count, ...]
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if len(self.gives) != 2 or self.bounds[0] < 0:
            raise ValueError("`gives` is two numbers, for the winner and for the loser")

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The least lead and the most, which may be without end."""
        found = re.fullmatch(r"(\d{1,6})(?:(\+)|-(\d{1,6}))?", self.lead.strip())
        if found is None or (found[3] and int(found[3]) < int(found[1])):
            raise ValueError(f"`lead`: {self.lead!r} is not a lead such as 0-2 or 15+")
        return int(found[1]), None if found[2] else int(found[3] or found[1])


@record
class Result:
    """The tournament points of a game: for winning, drawing and losing, or by how far the winner leads."""

    win: Count = 3
    draw: Count = 1
    loss: Count = 0
    bands: tuple[Band, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Boards:
    """Team against team: who meets whom, what of the boards adds up, what a match is worth, and the order of teams."""

    by: Literal["seat", "choice"] = "seat"
    sum: Literal["points", "wins"] = "points"
    result: Result = Result(win=2, draw=1, loss=0)
    order: tuple[str, ...] = ("points", "boards", "opponents", "lot")
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Teams:
    """Teams: how many players one has, kinds of which no entry may be in two lists of a team, and matches on boards."""

    size: Positive | None = None
    once: tuple[str, ...] = ()
    boards: Boards | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class ScoreCount:
    """Something that both players score in a game, such as victory points; the first one decides who wins."""

    id: str
    name: str
    max: Positive | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


def moment(text: str) -> datetime:
    """A moment with its time zone, or ValueError with an example."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"`due`: {text!r} is not a moment such as 2026-05-01T20:00+02:00") from None
    if found.tzinfo is None:
        raise ValueError(f"`due`: {text!r} has no time zone; write 2026-05-01T20:00+02:00, or Z for world time")
    return found


def moment_words(text: str) -> str:
    """A moment as people say it, with its time zone: `Friday, 1 May 2026, 20:00 (UTC+02:00)`."""
    at = moment(text)
    return f"{DAYS[at.weekday()]}, {at.day} {MONTHS[at.month - 1]} {at.year}, {at:%H:%M} ({at.tzname()})"


def duration(text: str) -> timedelta:
    """How long something lasts: `30m`, `2h`, `1d`."""
    found = re.fullmatch(r"(\d{1,4})([mhd])", text)
    if found is None:
        raise ValueError(f"`grace`: {text!r} is not a time such as 30m, 2h or 1d")
    return timedelta(**{UNITS[found[2]]: int(found[1])})
