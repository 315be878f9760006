"""Formats, rulings and event packs: what comes on top of a game's own rules.

A pack is laid over the game before it is typed, like an overlay: `change` and `remove` are gone by then. The rest of it
is judged beside the game's own rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Annotated, Literal

from listbuilder.base.findings import Severity
from listbuilder.base.records import CardText, Id, PrintedName, Refers, Source, Text, record, replace
from listbuilder.base.values import BadFormError, BadKeyError, Count, Positive, Short, Whole, one_or_many
from listbuilder.base.wording import as_words
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.catalogue.rules import AnyRule, Rule


@record
class RuleChange:
    """What a format changes about a rule of the game."""

    min: Quantity | None = None
    """The least there may be, in this format."""
    max: Quantity | None = None
    """The most there may be, in this format."""
    severity: Severity | None = None
    """How bad it is to break the rule in this format."""
    text: CardText | None = None
    """The rule in your own words, instead of the printed ones."""

    def apply(self, rule: Rule) -> Rule:
        """The rule as it is in the format."""
        return replace(rule, **{key: value for key, value in vars(self).items() if value is not None})


@record
class Format:
    """A battle size: its limits (`limit` is that of the first currency) and the rules it adds to the game's."""

    id: Id
    name: PrintedName = ""
    text: CardText = ""
    limit: Count | None = None
    """The most points."""
    limits: Annotated[Mapping[str, Count], Refers("currency")] = field(default_factory=dict)
    """The most of each currency."""
    extends: Annotated[str | None, Refers("format")] = None
    """The format whose rules it has as well."""
    rules: tuple[AnyRule, ...] = ()
    """Rules that come into force with it."""
    change: Annotated[Mapping[str, RuleChange], Refers("rule")] = field(default_factory=dict)
    """Rules of the game that are different in it, by id: their `min`, `max`, `severity` or `text`."""
    without: Annotated[tuple[str, ...], Refers("rule")] = ()
    """Ids of the game's rules that are not in force."""
    source: Source = ""

    def __post_init__(self) -> None:
        if not self.name:
            # A record is frozen; until it is handed on, its dict is the way in.
            self.__dict__["name"] = as_words(self.id).capitalize()


@record
class Ruling:
    """How something that the rulebook leaves open is interpreted, and why."""

    id: Id
    name: PrintedName
    text: CardText
    about: Annotated[tuple[str, ...], Refers("subject")] = ()
    """Ids of the entries or rules it is about."""
    source: Source = ""


@record
class Accepted:
    """A finding of `catalogue prove` that is meant: it is reported as accepted, with the reason."""

    finding: Text
    """The code of the finding, such as prove.idle."""
    of: Text
    """The id of the entry, rule or format that the finding is about."""
    reason: Text
    """Why it is right as it is."""


# How an event is run: when lists are due and who sees them, rounds, results, penalties and the order of a ranking.


Audience = Literal["nobody", "opponent", "everybody"]
Remedy = Literal["correct", "lose-round", "lose-all"]
Shared = Literal["club", "nation", "team"]
Draw = Literal["random", "by-points"]
BOARDS = "boards"
"""What a ranking of teams calls the sum of a match's boards."""
MOST_LISTS = 9
"""The most lists that a player can bring: ids such as p07-2 have one digit for the list."""
DRAWN = "random"
"""What stands for a mission that is drawn."""
UNITS = {"m": "minutes", "h": "hours", "d": "days"}
# Not from strftime: its names depend on the locale of the machine.
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@record
class Showing:
    """Who may see a list when lists are locked, while rounds are played, and at the end."""

    lock: Audience = "nobody"
    """Who may see lists once they are locked."""
    round: Audience = "opponent"
    """Who may see lists while rounds are played."""
    end: Audience = "everybody"
    """Who may see lists at the end."""


@record
class ListTerms:
    """When lists are due, how long after that they still count as in time, and who may see them when."""

    due: Text | None = None
    """The deadline, with its time zone: 2026-05-01T20:00+02:00."""
    grace: Text = "0m"
    """How long after `due` a list is still in time: 30m, 2h, 1d."""
    show: Showing = Showing()
    """Who may see a list at each stage."""
    each: Count = 1
    """How many lists a player brings; list 2 of p07 is p07-2. With 0, the event is played without lists."""
    once: Annotated[tuple[str, ...], Refers("context")] = ()
    """Kinds of which no entry may be in two lists of a player."""
    same: Annotated[tuple[str, ...], Refers("context")] = ()
    """Kinds of which all lists of a player have the same entries."""

    def __post_init__(self) -> None:
        if self.due is not None:
            moment(self.due)
        # Only to raise on a wrong form, as `moment` above.
        duration(self.grace)
        if self.each > MOST_LISTS:
            raise BadKeyError("each", f"`each`: a player brings at most {MOST_LISTS} lists")

    @property
    def last(self) -> datetime | None:
        """The moment after which a list is late."""
        return moment(self.due) + duration(self.grace) if self.due is not None else None


@record
class Penalty:
    """What something costs a player: tournament points, or a choice of remedies; a warning costs nothing."""

    id: Id
    name: Text
    """What it is called."""
    text: Text = ""
    """When it is given."""
    points: Whole = 0
    """Tournament points; below 0 to take some away."""
    remedies: tuple[Remedy, ...] = ()
    """What may be done about it: correct, lose-round, lose-all."""


@record
class Bye:
    """What a player without an opponent gets: a result, and for what is counted the average of their own games or 0."""

    result: Literal["win", "draw", "loss"] = "win"
    """As if the game were a win, a draw or a loss."""
    counts: Literal["average", "zero"] = "average"
    """What is counted: the average of the player's own games, or zero."""


@record
class Rounds:
    """The rounds: how many, how long, on how many tables, how they are drawn, and who is kept apart."""

    count: Positive
    """How many rounds."""
    minutes: Positive | None = None
    """How long a round lasts."""
    tables: Positive | None = None
    """How many tables there are."""
    first: Draw = "random"
    """How the first round is drawn: random, or by-points."""
    then: Draw = "by-points"
    """How later rounds are drawn: by-points, or random."""
    apart: tuple[Shared, ...] = ()
    """Players who share this do not meet in the first half of the rounds, if possible."""
    bye: Bye = Bye()
    """What a player without an opponent gets."""
    days: tuple[Positive, ...] = ()
    """How many rounds each day has, if the event lasts several days; further rounds are on the last day."""

    missions: Annotated[tuple[str, ...], Refers("context"), Short(one_or_many)] = ()
    """The mission of each round, by id or name; `random` draws one of the game's that was not played yet, also for all
    further rounds if it comes last."""
    cut: Positive | None = None
    """How many play on in a bracket after these rounds: 2, 4, 8, 16 and so on."""

    def __post_init__(self) -> None:
        # `n & (n - 1)` is 0 for powers of two only.
        if self.cut is not None and (self.cut < 2 or self.cut & (self.cut - 1)):
            raise BadKeyError("cut", "`cut` is 2, 4, 8, 16 or another power of two")

    def day_of(self, round: int) -> int:
        """The day of a round, from 1."""
        # Rounds beyond those listed are on the last day.
        ends = accumulate(self.days)
        return next((day for day, end in enumerate(ends, 1) if round <= end), max(len(self.days), 1))


@record
class Band:
    """What a lead is worth: `lead: 0-2`, `lead: 15+`; `gives` is for the winner and the loser."""

    lead: Text
    """From which lead to which: 0-2, 15+."""
    gives: tuple[Count, ...]
    """For the winner, and for the loser."""

    def __post_init__(self) -> None:
        if len(self.gives) != 2 or self.bounds[0] < 0:
            raise BadKeyError("gives", "`gives` is two numbers, for the winner and for the loser")

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The lowest and the highest lead; None is no upper bound."""
        found = re.fullmatch(r"(\d{1,6})(?:(\+)|-(\d{1,6}))?", self.lead.strip())
        if found is None or (found[3] and int(found[3]) < int(found[1])):
            raise BadFormError(self.lead, "not a lead such as 0-2 or 15+", "lead")
        return int(found[1]), None if found[2] else int(found[3] or found[1])


@record
class Result:
    """The tournament points of a game: for winning, drawing and losing, or by how far the winner leads."""

    win: Count = 3
    """Tournament points for a win."""
    draw: Count = 1
    """Tournament points for a draw."""
    loss: Count = 0
    """Tournament points for a loss."""
    bands: tuple[Band, ...] = ()
    """Tournament points by how far the winner leads; the above is then for games that were not played."""


@record
class Boards:
    """Team against team: who meets whom, what of the boards adds up, what a match is worth, and the order of teams."""

    by: Literal["seat", "choice"] = "seat"
    """Who meets whom: seat, the order of players.yaml, or choice, what the captains chose (`event pair --boards`)."""
    sum: Literal["points", "wins"] = "points"
    """What of the boards adds up for a team: their points, or their wins."""
    result: Result = Result(win=2, draw=1, loss=0)
    """The points of a match for a team: for winning, drawing and losing, or by the lead in that sum."""
    order: Annotated[tuple[str, ...], Refers("context")] = ("points", "boards", "opponents", "lot")
    """What the ranking of teams goes by: points, boards (the sum), wins, opponents, head-to-head, lot, or the id of a
    count, also with -lead."""


@record
class Teams:
    """Teams: how many players one has, kinds of which no entry may be in two lists of a team, and matches on boards."""

    size: Positive | None = None
    """How many players a team has."""
    once: Annotated[tuple[str, ...], Refers("context")] = ()
    """Kinds of which no entry may be in two lists of a team."""
    boards: Boards | None = None
    """Rounds are drawn team against team, and played on as many boards as a team has players."""


@record
class ScoreCount:
    """Something that both players score in a game, such as victory points; the first one decides who wins."""

    id: Id
    name: Text
    """What it is called."""
    max: Positive | None = None
    """The most that a game can give."""


def moment(text: str) -> datetime:
    """A moment with its time zone, or ValueError with an example."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise BadFormError(text, "not a moment such as 2026-05-01T20:00+02:00", "due") from None
    # A deadline without a zone would mean another moment on each machine.
    if found.tzinfo is None:
        raise BadKeyError("due", f"`due`: {text!r} has no time zone; write 2026-05-01T20:00+02:00, or Z for world time")
    return found


def moment_words(text: str) -> str:
    """A moment in words, with its time zone: `Friday, 1 May 2026, 20:00 (UTC+02:00)`."""
    at = moment(text)
    return f"{DAYS[at.weekday()]}, {at.day} {MONTHS[at.month - 1]} {at.year}, {at:%H:%M} ({at.tzname()})"


def duration(text: str) -> timedelta:
    """How long something lasts: `30m`, `2h`, `1d`."""
    found = re.fullmatch(r"(\d{1,4})([mhd])", text)
    if found is None:
        raise BadFormError(text, "not a time such as 30m, 2h or 1d", "grace")
    return timedelta(**{UNITS[found[2]]: int(found[1])})


RUNNING = frozenset(
    {"catalogue", "counts", "follows", "lists", "order", "penalties", "result", "rounds", "rulings", "teams", "text"}
)
"""Keys about running the event, which do not affect how a list is judged."""


@record
class Event:
    """An event: its game, format and limits, rules on top of the game's, rules it does without, bans and allowances."""

    name: Text
    """What the event is called."""
    game: Text
    """The game it is for."""
    text: Text = ""
    """What players should know about it."""
    catalogue: Text | None = None
    """The version of the game that it is played with."""
    format: Annotated[str | None, Refers("format")] = None
    """The only format."""
    limit: Count | None = None
    """The event's own limit of the first currency."""
    limits: Annotated[Mapping[str, Count], Refers("currency")] = field(default_factory=dict)
    """The most of each currency."""
    rules: tuple[AnyRule, ...] = ()
    """Rules on top of the game's."""
    without: Annotated[tuple[str, ...], Refers("rule")] = ()
    """Ids of the game's rules that are not in force."""
    ban: Annotated[tuple[Selector, ...], Short(one_or_many)] = ()
    """Entries that may not be taken."""
    allow: Annotated[tuple[Selector, ...], Short(one_or_many)] = ()
    """Of the kinds named here, only these may be taken."""
    rulings: tuple[Ruling, ...] = ()
    """House rulings: how the event reads what the rulebook leaves open."""
    secret: Annotated[tuple[str, ...], Refers("context")] = ()
    """Slots and fields that opponents may not see before the end, on top of the game's own."""
    lists: ListTerms = ListTerms()
    """When lists are due, who may see them, and how many a player brings."""
    penalties: tuple[Penalty, ...] = ()
    """What something costs a player."""
    teams: Teams | None = None
    """Teams: how many players one has, what only one list of a team may have, matches on boards."""
    follows: Text | None = None
    """The folder of the stage before, from this one: every list contains the list that was locked there."""
    rounds: Rounds | None = None
    """How many rounds there are and how they are drawn."""
    result: Result = Result()
    """The tournament points of a game."""
    counts: tuple[ScoreCount, ...] = ()
    """What both players score in a game; the first decides who wins."""
    order: Annotated[tuple[str, ...], Refers("context")] = ("points", "opponents", "lot")
    """What the ranking goes by, the first before the second: points, wins, opponents, head-to-head, lot, or the id of
    a count, also with -lead."""
