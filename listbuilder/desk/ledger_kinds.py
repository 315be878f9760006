"""The kinds of line in an event's ledger: one class each, with its typed fields, their checks and its reducer step.

The lines of a ledger go in, the state of the event comes out: no files, no clock, no randomness. Ids and file names
become paths, so unknown kinds, keys and values are refused.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import freeze_dict, record, replace
from listbuilder.base.wording import counted
from listbuilder.catalogue.event_pack import MOST_LISTS
from listbuilder.desk.players import ID
from listbuilder.desk.state import (
    Arrival,
    Entrant,
    Fault,
    ReportedResult,
    Round,
    RoundClock,
    State,
    TableGame,
    Team,
    TeamMatch,
    Version,
    clock_words,
    list_id,
    result_words,
)

CONTAINER = "several"
"""The owner of an arrival that holds the lists of several players."""
EVERYBODY = "everybody"
LARGEST = 10**9
VERSION_FLAGS = ("late", "sender", "together", "unsupported", "vouched")


@dataclass(frozen=True)
class ValueCheck:
    """A check on one value; `known_in` names collections of the reducer; one of them must contain it."""

    test: Callable[[Any], bool]
    known_in: tuple[str, ...] = ()

    def __call__(self, value: Any) -> bool:
        """Whether the value is valid."""
        return self.test(value)

    def leaves(self, value: Any) -> Iterator[tuple[ValueCheck, Any]]:
        """The value with its check."""
        yield self, value


@dataclass(frozen=True)
class ListCheck:
    """A check on a list: every item passes one check."""

    item: ValueCheck | ListCheck | RowCheck

    def __call__(self, value: Any) -> bool:
        """Whether the list is valid."""
        return isinstance(value, list) and all(map(self.item, value))

    def leaves(self, value: list[Any]) -> Iterator[tuple[ValueCheck, Any]]:
        """The values in the list, each with its check."""
        return (leaf for one in value for leaf in self.item.leaves(one))


@dataclass(frozen=True)
class RowCheck:
    """A check on a list with one check for each place; places after the first `required` are optional."""

    items: tuple[ValueCheck | ListCheck, ...]
    required: int

    def __call__(self, value: Any) -> bool:
        """Whether the row is valid."""
        if not isinstance(value, list) or not self.required <= len(value) <= len(self.items):
            return False
        return all(item(one) for item, one in zip(self.items, value, strict=False))

    def leaves(self, value: list[Any]) -> Iterator[tuple[ValueCheck, Any]]:
        """The values in the row, each with its check."""
        return (leaf for item, one in zip(self.items, value, strict=False) for leaf in item.leaves(one))


Check = ValueCheck | ListCheck | RowCheck


def named_in(check: Check) -> bool:
    """Whether a value is the id of a player or of a list."""
    return isinstance(check, ValueCheck) and "entrants" in check.known_in


def _matches(pattern: str) -> Callable[[Any], bool]:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def _whole(least: int = 1 - LARGEST, most: int = LARGEST - 1) -> Callable[[Any], bool]:
    # True is an int in Python, and JSON tells the two apart.
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


_is_id = _matches(ID.pattern)
_TEXT = ValueCheck(lambda value: isinstance(value, str))
_DIGEST = ValueCheck(_matches("[0-9a-f]{64}"))
_NUMBER, _COUNT, _POSITION = ValueCheck(_whole()), ValueCheck(_whole(0)), ValueCheck(_whole(1))
_PLAYER, _TEAM = ValueCheck(_is_id, ("entrants",)), ValueCheck(_is_id, ("teams",))
_LIST = ValueCheck(_is_id, ("entrants", "further"))
# A player, a team where teams are drawn, or nobody.
_SIDE = ValueCheck(lambda value: value == "" or _is_id(value), ("entrants", "teams"))

Text = Annotated[str, _TEXT]
Number = Annotated[int, _NUMBER]
Digest = Annotated[str, _DIGEST]
Count = Annotated[int, _COUNT]
Position = Annotated[int, _POSITION]
PlayerId = Annotated[str, _PLAYER]
TeamId = Annotated[str, _TEAM]
ListId = Annotated[str, _LIST]
SideId = Annotated[str, _SIDE]
FileName = Annotated[str, ValueCheck(_matches(r"\d{3,9}\.[a-z0-9]{1,8}"))]
ListsEach = Annotated[int, ValueCheck(_whole(0, MOST_LISTS))]
Ending = Annotated[str, ValueCheck(lambda value: value in ("win", "draw", "loss"))]
Scores = Annotated[list[int], ListCheck(_NUMBER)]
Names = Annotated[list[str], ListCheck(_TEXT)]
Players = Annotated[list[str], ListCheck(_PLAYER)]
Lists = Annotated[list[str], ListCheck(_LIST)]


class LedgerEntry(ABC):
    """What one line of the ledger records. A field that is None is left out of the line."""

    what: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    undoable: ClassVar[bool] = False

    def __init_subclass__(cls, what: str = "", says: str = "", undo: bool = False) -> None:
        """Name a kind; `says` describes an entry with its fields in braces, `undo` is whether it can be undone."""
        cls.what, cls.summary, cls.undoable = what, says, undo

    @classmethod
    @cache
    def checks(cls) -> Mapping[str, tuple[Check, bool]]:
        """The keys of the line, each with its check and whether it is required."""
        hints = get_type_hints(cls, include_extras=True)
        found = {}
        for one in fields(cls):  # type: ignore[arg-type]
            hint = hints[one.name]
            annotated = hint if get_origin(hint) is Annotated else get_args(hint)[0]
            found[one.name.replace("_", "-")] = (annotated.__metadata__[0], annotated is hint)
        return found

    @classmethod
    def fault(cls, data: Mapping[str, Any]) -> str:
        """What is wrong with the keys and values of a line, as the end of a sentence; empty if it is valid."""
        checks = cls.checks()
        for key, (check, required) in checks.items():
            if key not in data and required:
                return f"lacks `{key}`"
            if key in data and not check(data[key]):
                return f"has an invalid value under `{key}`"
        unknown = next((key for key in data if key not in checks), None)
        return f"has an unknown key `{unknown}`" if unknown is not None else ""

    @property
    def data(self) -> dict[str, Any]:
        """The entry as the keys and values of its line."""
        found = {name.replace("_", "-"): value for name, value in vars(self).items()}
        return {key: value for key, value in found.items() if value is not None}

    @property
    def reason(self) -> str:
        """Why it was done: the id of a reason, the words themselves in old ledgers, or nothing."""
        return getattr(self, "why", None) or ""

    def unknown_id(self, state: Reducer) -> str:
        """The first id in the entry that the state does not know; empty if it knows them all."""
        checks = self.checks()
        for key, value in self.data.items():
            for check, id in checks[key][0].leaves(value):
                known = [getattr(state, name) for name in check.known_in]
                if known and id not in ("", CONTAINER) and not any(id in some for some in known):
                    return str(id)
        return ""

    @abstractmethod
    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """Change the state as the entry says; LookupError if it does not fit the lines before it."""

    def undo_fault(self, state: State, line: LedgerLine, later: Sequence[LedgerLine]) -> str:
        """Why the entry can't be undone now; empty if it can. `later` are the lines after it."""
        return ""

    def describe(self, name_of: Callable[[str], str] = str) -> str:
        """The entry in words; `name_of` gives the names of players and lists for their ids."""
        checks = self.checks()
        words = {
            name: name_of(value) if value and named_in(checks[name.replace("_", "-")][0]) else value
            for name, value in vars(self).items()
        }
        return self.summary.format_map(words) + self.details()

    def details(self) -> str:
        """What the words of the entry end with, if its fields alone do not say it."""
        return ""


@record
class LedgerLine:
    """One line of the ledger: its number, when and by whom it was written, its entry, and the hashes of the chain."""

    seq: int
    at: str
    by: str
    prev: str
    hash: str
    entry: LedgerEntry

    @property
    def what(self) -> str:
        """The kind of its entry."""
        return self.entry.what


class Reducer:
    """The state of an event while lines are applied to it, one after the other."""

    def __init__(self, lines: Iterable[LedgerLine]) -> None:
        self.values: dict[str, Any] = {"each": 1}
        self.entrants: dict[str, Entrant] = {}
        self.further: dict[str, Entrant] = {}
        self.arrivals: dict[int, Arrival] = {}
        self.rounds: list[Round] = []
        self.teams: dict[str, Team] = {}
        self.revealed: dict[str, frozenset[str]] = {}
        self.applied: list[LedgerLine] = []
        every = list(lines)
        # Undone lines are known before the first line is applied: skipping one is simple, and reversing its effects is
        # not.
        self.undone = frozenset(one.entry.line for one in every if isinstance(one.entry, Undone))
        for line in every:
            self.add(line)

    def add(self, line: LedgerLine) -> None:
        """Apply one more line; DocumentError if it does not fit the lines before it."""
        try:
            if line.seq not in self.undone:
                self.refuse_if(isinstance(line.entry, Opened) == bool(self.applied))
                # Applied first: the entry may be what makes the id known that it names.
                line.entry.apply(self, line)
                self.refuse_if(line.entry.unknown_id(self))
        except LookupError as error:
            message = f"Line {line.seq} of the ledger refers to something that no earlier line has."
            hint = "Restore the folder from a backup."
            raise DocumentError.of("desk.ledger", message, hint, line=line.seq) from error
        self.applied.append(line)

    def copy(self) -> Reducer:
        """Another reducer after the same lines."""
        made = Reducer(())
        made.__dict__.update({name: copy(value) for name, value in vars(self).items()})
        return made

    def after(self, lines: Sequence[LedgerLine]) -> Reducer:
        """The reducer after all lines of a ledger; those that were applied already are not applied again."""
        done = len(self.applied)
        new = lines[done:]
        same = done <= len(lines) and (not done or lines[done - 1].hash == self.applied[-1].hash)
        # A new `undone` changes what earlier lines did, so everything is applied again.
        if not same or any(isinstance(line.entry, Undone) for line in new):
            return Reducer(lines)
        made = self.copy()
        for line in new:
            made.add(line)
        return made

    def refuse_if(self, fault: object) -> None:
        """Refuse the line that is being applied."""
        if fault:
            raise LookupError(fault)

    def state(self) -> State:
        """The state as a frozen record. A player's further lists are dropped and forgotten with the player."""
        owners = {id: self.entrants[one.of] for id, one in self.further.items()}
        return State(
            entrants=dict(self.entrants),
            further={
                id: replace(one, dropped=owners[id].dropped, forgotten=owners[id].forgotten)
                for id, one in self.further.items()
            },
            arrivals=dict(self.arrivals),
            rounds=tuple(self.rounds),
            teams=dict(self.teams),
            revealed=dict(self.revealed),
            undone=self.undone,
            lines=len(self.applied),
            **self.values,
        )

    def add_further_lists(self, *players: str) -> None:
        """Give players as many lists as the pack asks for."""
        for id in players:
            for number in range(2, self.values["each"] + 1):
                one = Entrant(id=list_id(id, number), of=id, number=number)
                self.refuse_if(one.id in self.entrants)
                # `setdefault`: a list that was handed in before the pack asked for fewer keeps its versions.
                self.further.setdefault(one.id, one)

    def list(self, id: str) -> Entrant:
        """A list by its id, be it the first one of a player or a further one."""
        return self.further.get(id) or self.entrants[id]

    def change_round(self, number: int, draw: int, change: Callable[[Round], Round]) -> None:
        """Change a round if it is still the one of that draw."""
        for at, one in enumerate(self.rounds):
            if (one.number, one.line) == (number, draw):
                self.rounds[at] = change(one)

    def set(self, id: str, **changes: Any) -> None:
        """Change a player or a list."""
        (self.further if id in self.further else self.entrants)[id] = replace(self.list(id), **changes)

    def decide(self, id: str, number: int, **changes: Any) -> None:
        """Change a list because of one of its versions, which must exist."""
        self.refuse_if(self.list(id).version(number) is None)
        self.set(id, **changes)


@record
class Approved(LedgerEntry, what="approved", says="approved version {version} of {player}", undo=True):
    """The desk approves a version."""

    player: ListId
    version: Count

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The version counts; the one that came last no longer waits for a decision."""
        last = state.list(self.player).last
        settled = last.number if last else 0
        state.decide(self.player, self.version, approved=self.version, settled=settled, returned=0)


@record
class Back(LedgerEntry, what="back", says="{player} came back", undo=True):
    """A player who dropped out comes back."""

    player: PlayerId

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.set(self.player, dropped=False)


LATER_DRAW = "a later round was drawn"
NO_DRAW = "its draw was undone, so it has no effect"
BUILT_ON = "a later change of that round builds on it; undo that first"


def _standing_draw(state: State, number: int, line: LedgerLine) -> Round | None:
    """The draw that a line is or changes; None if it was undone."""
    return next((one for one in state.rounds if one.number == number and one.line <= line.seq), None)


def _draw_fault(state: State, number: int, line: LedgerLine) -> str:
    """Why a draw, or a change to one, can't be undone."""
    drawn = _standing_draw(state, number, line)
    if drawn is None:
        return NO_DRAW
    return "games of that round have results" if any(game.line for game in drawn.games) else ""


def _last_draw_fault(state: State, number: int, line: LedgerLine) -> str:
    later = state.rounds[-1].line != line.seq
    return LATER_DRAW if later else _draw_fault(state, number, line)


@record
class Seating(LedgerEntry):
    """Who meets whom in a round. A game is a table, two players and its match; a match has the players without games.

    `bye` is a player, or a team where teams play; `away` are the players of that team.
    """

    games: Annotated[list[list[Any]], ListCheck(RowCheck((_COUNT, _PLAYER, _PLAYER, _COUNT), 3))]
    bye: SideId
    absent: Players
    away: Players | None = None
    matches: (
        Annotated[
            list[list[Any]], ListCheck(RowCheck((_COUNT, _TEAM, _TEAM, ListCheck(_PLAYER), ListCheck(_PLAYER)), 5))
        ]
        | None
    ) = None

    def refuse_bye(self, state: Reducer) -> None:
        """Refuse a bye of a player where teams are drawn, or of a team where players are."""
        state.refuse_if(self.bye not in ("", *(state.teams if self.matches else state.entrants)))

    def seats(self, before: tuple[TableGame, ...] = ()) -> dict[str, Any]:
        """The fields of the round; games that were in it before keep their results."""
        kept = {(game.table, game.one, game.two): game for game in before}
        rows = [(*row, 0) if len(row) == 3 else tuple(row) for row in self.games]
        games = tuple(
            kept.get((table, one, two)) or TableGame(table=table, one=one, two=two, match=match)
            for table, one, two, match in rows
        )
        matches = tuple(
            TeamMatch(number=number, one=one, two=two, free=(tuple(first), tuple(second)))
            for number, one, two, first, second in self.matches or ()
        )
        away, absent = tuple(self.away or ()), tuple(self.absent)
        return {"games": games, "matches": matches, "bye": self.bye, "away": away, "absent": absent}


@record
class BoardsChanged(Seating, what="boards", says="changed boards of round {round}", undo=True):
    """Who meets whom in the matches of the current round is changed; the line has the whole round as it is then."""

    round: Count
    draw: Count
    why: Text | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The round is seated anew, unless it was drawn again since."""
        now = state.rounds[-1] if state.rounds else None
        self.refuse_bye(state)
        if now is not None and now.line == self.draw:
            state.rounds[-1] = replace(now, **self.seats(now.games))

    def undo_fault(self, state: State, line: LedgerLine, later: Sequence[LedgerLine]) -> str:
        """A later change of the same round builds on this one."""
        fault = _draw_fault(state, self.round, line)
        standing = (one.entry for one in later if one.seq not in state.undone)
        built_on = any(isinstance(one, BoardsChanged) and one.draw == self.draw for one in standing)
        return fault or (BUILT_ON if built_on else "")


@record
class Checked(LedgerEntry, what="checked", says="check: {verdict}", undo=True):
    """Somebody compared a list with what was locked."""

    verdict: Text
    player: ListId | None = None
    version: Count | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        if self.player is not None:
            state.set(self.player, checked=self.verdict)


@record
class CheckedIn(LedgerEntry, what="checked-in", says="{player} checked in", undo=True):
    """A player is there, on the first or a later day."""

    player: PlayerId
    day: Position

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        present = state.entrants[self.player].present
        state.set(self.player, present=freeze_dict({**present, self.day: line.seq}))


@record
class ClockSet(LedgerEntry, what="clock", says="clock of round {round}", undo=True):
    """How many seconds the clock of a round shows at the time of the line, and whether it runs from then on."""

    round: Position
    draw: Position
    seconds: Number
    running: Count

    def details(self) -> str:
        return f": {clock_words(self.seconds)}, {'runs' if self.running else 'stopped'}"

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The round has this clock, unless it was drawn again since."""
        clock = RoundClock(seconds=self.seconds, at=line.at, running=bool(self.running))
        state.change_round(self.round, self.draw, lambda one: replace(one, clock=clock))


@record
class EventClosed(LedgerEntry, what="closed", says="closed the event", undo=True):
    """The event is over."""

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.values["closed"] = True


@record
class CutDrawn(Seating, what="cut", says="drew round {round} of the bracket", undo=True):
    """A round of the bracket is drawn."""

    round: Count
    missions: Names | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.refuse_if(self.round != len(state.rounds) + 1 or self.matches or self.bye or not self.games)
        terms: dict[str, Any] = {"missions": tuple(self.missions or ()), "cut": 2 * len(self.games)}
        state.rounds.append(Round(number=self.round, line=line.seq, seed=line.prev, **terms, **self.seats()))

    def undo_fault(self, state: State, line: LedgerLine, later: Sequence[LedgerLine]) -> str:
        """Only the last draw can go, and only before its first result."""
        return _last_draw_fault(state, self.round, line)


@record
class Dropped(LedgerEntry, what="dropped", says="{player} dropped out", undo=True):
    """A player leaves the event."""

    player: PlayerId

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.set(self.player, dropped=True, left_after=len(state.rounds))


@record
class Forgotten(LedgerEntry, what="forgotten", says="forgot {player}"):
    """A person's data is deleted."""

    player: PlayerId

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The lists are gone; what was played stays."""
        cleared: dict[str, Any] = dict.fromkeys(("approved", "settled", "returned", "locked"), 0)
        cleared |= {"versions": (), "link": "", "why": ""}
        state.set(self.player, forgotten=True, **cleared)
        further = [one.id for one in state.further.values() if one.of == self.player]
        state.further |= {id: replace(state.further[id], **cleared) for id in further}


@record
class Judged(LedgerEntry, what="judged", says="read arrival {arrival} as version {version} of {player}"):
    """An arrival was read as a version of a player's list. The flags are explained at `Version`."""

    player: ListId
    version: Count
    arrival: Count
    seal: Digest
    errors: Count
    late: Count
    sender: Count | None = None
    together: Count | None = None
    unsupported: Count | None = None
    vouched: Count | None = None

    def details(self) -> str:
        return f": {counted(self.errors, 'error')}" if self.errors else ": legal"

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        entrant, arrival = state.list(self.player), state.arrivals[self.arrival]
        state.arrivals[arrival.number] = replace(arrival, player=entrant.id, read=True)
        known: dict[str, Any] = {name: bool(getattr(self, name)) for name in VERSION_FLAGS}
        known |= {"number": self.version, "arrival": arrival.number, "line": line.seq, "at": arrival.at}
        version = Version(seal=self.seal, errors=self.errors, **known)
        state.set(entrant.id, versions=(*entrant.versions, version))


@record
class Keyed(LedgerEntry, what="keyed", says="made the desk's key"):
    """The desk signs from now on; `key` is its public key."""

    key: Digest

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.values["key"] = self.key


@record
class LateAllowed(LedgerEntry, what="late-allowed", says="allowed {player} to hand in late", undo=True):
    """A player may hand in after the deadline, and after the lock."""

    player: ListId
    why: Text

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.set(self.player, late_allowed=True)


def _lock_fault(state: State) -> str:
    return "rounds were drawn or lists shown since" if state.rounds or state.revealed else ""


@record
class LateLocked(LedgerEntry, what="late-locked", says="locked version {version} of {player}", undo=True):
    """One more list is locked after the others."""

    player: ListId
    version: Count
    seal: Digest

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.decide(self.player, self.version, locked=self.version, late_allowed=False)

    def undo_fault(self, state: State, line: LedgerLine, later: Sequence[LedgerLine]) -> str:
        """Nothing may depend on the lock yet."""
        return _lock_fault(state)


@record
class Linked(LedgerEntry, what="linked", says="made a personal link for {player}"):
    """A player has a new personal link; an earlier one no longer works. `mark` is its keyed hash."""

    player: PlayerId
    mark: Digest

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.set(self.player, link=self.mark)


@record
class Locked(LedgerEntry, what="locked", says="locked the lists", undo=True):
    """Intake is closed; the approved version of each list counts. Catalogue and pack are pinned."""

    catalogue: Text
    pack: Digest
    lists: Annotated[list[list[Any]], ListCheck(RowCheck((_LIST, _COUNT, _DIGEST), 3))]
    missing: Lists

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        pinned = {"catalogue": self.catalogue, "pack": self.pack}
        state.values |= {"locked": line.seq, "locked_at": line.at, "pinned": pinned}
        for id, number, _ in self.lists:
            state.decide(id, number, locked=number, late_allowed=False)

    def undo_fault(self, state: State, line: LedgerLine, later: Sequence[LedgerLine]) -> str:
        """Nothing may depend on the lock yet."""
        return _lock_fault(state)


@record
class Opened(LedgerEntry, what="opened", says="opened the event"):
    """The event begins. `number` is random, so that two events of one name differ."""

    game: Text
    name: Text
    number: Text

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The hash of this line identifies the event."""
        state.values |= {"event": line.hash, "game": self.game, "name": self.name}


@record
class Owned(LedgerEntry, what="owned", says="arrival {arrival} is of {player}"):
    """The owner of an arrival that is no new version becomes known."""

    arrival: Count
    player: ListId

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.arrivals[self.arrival] = replace(state.arrivals[self.arrival], player=self.player)


@record
class PackChanged(LedgerEntry, what="pack", says="the pack changed"):
    """The pack as it is from now on: its hash, and how many lists each player brings."""

    digest: Digest
    each: ListsEach | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """Players have as many lists as it asks for. A list that was handed in is kept if it asks for fewer."""
        each = 1 if self.each is None else self.each
        state.values |= {"pack": self.digest, "each": each}
        state.further = {id: one for id, one in state.further.items() if one.versions or one.number <= each}
        state.add_further_lists(*state.entrants)


@record
class Paired(Seating, what="paired", says="drew round {round}", undo=True):
    """A round is drawn: the games, and everything the draw was computed from.

    `top` is 1 if the game with the most points is at table 1, which it is not in ledgers of older versions.
    """

    round: Count
    seed: Digest
    points: Annotated[list[list[Any]], ListCheck(RowCheck((_SIDE, _NUMBER), 2))]
    apart: Annotated[list[list[str]], ListCheck(ListCheck(_SIDE))]
    by_points: Count
    boards: Count | None = None
    choice: Count | None = None
    top: Count | None = None
    missions: Names | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        self.refuse_bye(state)
        state.refuse_if(self.round != len(state.rounds) + 1)
        terms: dict[str, Any] = {"boards": self.boards or 0, "choice": bool(self.choice)}
        terms["missions"] = tuple(self.missions or ())
        state.rounds.append(Round(number=self.round, line=line.seq, seed=self.seed, **terms, **self.seats()))

    def undo_fault(self, state: State, line: LedgerLine, later: Sequence[LedgerLine]) -> str:
        """Only the last draw can go, and only before its first result."""
        return _last_draw_fault(state, self.round, line)


@record
class Penalised(LedgerEntry, what="penalty", says="penalty {penalty} for {player}", undo=True):
    """A player gets a penalty of the pack."""

    player: PlayerId
    penalty: Text
    round: Count
    remedy: Text | None = None

    def details(self) -> str:
        return f" in round {self.round}{f': {self.remedy}' if self.remedy else ''}"

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        fault = Fault(id=self.penalty, line=line.seq, round=self.round, remedy=self.remedy or "")
        state.set(self.player, faults=(*state.entrants[self.player].faults, fault))


@record
class Played(LedgerEntry, what="plays", says="lists played at table {table} of round {round}", undo=True):
    """Which of their lists both players put on a table; `draw` is the line of the round."""

    round: Position
    draw: Position
    table: Count
    lists: Annotated[list[str], RowCheck((_LIST, _LIST), 2)]

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The game has its lists, unless others sit at the table since."""
        lists = [state.list(id) for id in self.lists]
        state.refuse_if(not all(one.locked for one in lists))
        pair, ids = tuple(one.player for one in lists), tuple(one.id for one in lists)

        def played(now: Round) -> Round:
            there = [(game.one, game.two) for game in now.games if game.table == self.table]
            return now.with_game(self.table, lists=ids) if pair in there else now

        state.change_round(self.round, self.draw, played)


@record
class Published(LedgerEntry, what="published", says="published lists"):
    """These lists are public."""

    lists: Lists

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.values["published"] = tuple(self.lists)


@record
class Received(LedgerEntry, what="received", says="arrival {arrival} came in"):
    """Something came in: its keyed hash, its file, and whether it can be read as a list. `came` is the stated time."""

    arrival: Count
    hash: Digest
    file: FileName
    list: Count
    player: ListId | None = None
    came: Text | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.arrivals[self.arrival] = Arrival(
            number=self.arrival,
            hash=self.hash,
            file=self.file,
            at=line.at,
            player=self.player or "",
            list=bool(self.list),
        )


@record
class Returned(LedgerEntry, what="returned", says="returned version {version} of {player}", undo=True):
    """The desk returns a version to its player."""

    player: ListId
    version: Count
    why: Text | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The version no longer counts; an earlier approved one still does."""
        entrant = state.list(self.player)
        approved = 0 if entrant.approved == self.version else entrant.approved
        state.decide(entrant.id, self.version, returned=self.version, approved=approved, why=self.reason)


@record
class Revealed(LedgerEntry, what="revealed", says="showed lists"):
    """Lists are shown to some players, or to everybody if none is named; `full` is 1 if secrets are included."""

    lists: Lists
    to: Players
    full: Count

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        for id in self.lists:
            state.revealed[id] = state.revealed.get(id, frozenset()) | frozenset(self.to or [EVERYBODY])


@record
class GameResult(LedgerEntry):
    """The result of a game, as scores or in words, the side of the table's first player first."""

    round: Position
    table: Count
    one: Scores
    two: Scores
    word: Ending | None = None
    word_two: Ending | None = None

    @property
    def scores(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The scores of both."""
        return tuple(self.one), tuple(self.two)

    @property
    def words(self) -> tuple[str, str]:
        """The result in words for both; empty if there are scores."""
        return self.word or "", self.word_two or ""

    def details(self) -> str:
        return f": {result_words(self.scores, self.words)}"


@record
class Reported(
    GameResult, what="reported", says="{player} reported the result of table {table} in round {round}", undo=True
):
    """A player reports the result of a game against an opponent; it counts once both report the same."""

    draw: Position
    player: PlayerId
    opponent: PlayerId

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The game has the report, unless others sit at the table since, or the desk entered a result."""
        state.refuse_if(not all(self.scores) and not all(self.words))
        report = ReportedResult(scores=self.scores, words=self.words, line=line.seq)
        state.change_round(self.round, self.draw, lambda now: self._reported(now, report))

    def _reported(self, now: Round, report: ReportedResult) -> Round:
        game = now.game_of(self.player)
        # A report may have been sent before a swap; it is about a game that does not exist any more.
        if game is None or game.line or {game.one, game.two} != {self.player, self.opponent}:
            return now
        one, two = game.reports
        reports = (report, two) if game.one == self.player else (one, report)
        other = reports[1] if game.one == self.player else reports[0]
        counts = other is not None and report.agrees(other)
        result = {"scores": report.scores, "words": report.words, "line": report.line} if counts else {}
        return now.with_game(game.table, reports=reports, **result)


@record
class Scored(GameResult, what="scored", says="result of table {table} in round {round}", undo=True):
    """The desk enters a result; a later line for the same table corrects it."""

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        now = state.rounds[self.round - 1]
        state.refuse_if(self.table not in [game.table for game in now.games])
        state.refuse_if(not all(self.scores) and not all(self.words))
        changed = now.with_game(self.table, scores=self.scores, words=self.words, line=line.seq)
        state.rounds[self.round - 1] = changed


@record
class SignedUp(LedgerEntry, what="player", says="{player} signed up"):
    """A player signs up."""

    player: PlayerId

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.refuse_if(self.player in state.further)
        state.entrants.setdefault(self.player, Entrant(id=self.player))
        state.add_further_lists(self.player)


@record
class Swapped(LedgerEntry, what="swapped", says="swapped {one} and {two} in round {round}", undo=True):
    """Two players of the current round change places."""

    one: PlayerId
    two: PlayerId
    round: Count
    why: Text

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """Each has the other's place, unless that draw was undone."""
        if len(state.rounds) >= self.round:
            state.rounds[-1] = state.rounds[-1].with_swap(self.one, self.two)

    def undo_fault(self, state: State, line: LedgerLine, later: Sequence[LedgerLine]) -> str:
        """The games of the two must have no results, and no later swap may have moved others into their places."""
        drawn = _standing_draw(state, self.round, line)
        if drawn is None:
            return NO_DRAW
        if drawn != state.rounds[-1]:
            return LATER_DRAW
        standing = (one.entry for one in later if one.seq not in state.undone)
        if any(isinstance(one, Swapped) for one in standing):
            return BUILT_ON
        games = [drawn.game_of(id) for id in (self.one, self.two)]
        return "a game of the two has a result" if any(game and game.line for game in games) else ""


@record
class TeamSeated(LedgerEntry, what="team", says="seated team {team}"):
    """A team has these players from now on, by seat; `mark` is the keyed hash of its name."""

    team: TeamId
    mark: Digest
    players: Players

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.teams[self.team] = Team(id=self.team, mark=self.mark, players=tuple(self.players))


@record
class Undone(LedgerEntry, what="undone", says="undid line {line}"):
    """An earlier line no longer has any effect."""

    line: Position
    why: Text | None = None

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        """The earlier line was skipped already; it must be one that can be undone."""
        state.refuse_if(not state.applied[self.line - 1].entry.undoable)


@record
class Unlinked(LedgerEntry, what="unlinked", says="revoked the link of {player}"):
    """A player's link no longer works."""

    player: PlayerId

    def apply(self, state: Reducer, line: LedgerLine) -> None:
        state.set(self.player, link="")


KINDS: Mapping[str, type[LedgerEntry]] = {
    "approved": Approved,
    "back": Back,
    "boards": BoardsChanged,
    "checked": Checked,
    "checked-in": CheckedIn,
    "clock": ClockSet,
    "closed": EventClosed,
    "cut": CutDrawn,
    "dropped": Dropped,
    "forgotten": Forgotten,
    "judged": Judged,
    "keyed": Keyed,
    "late-allowed": LateAllowed,
    "late-locked": LateLocked,
    "linked": Linked,
    "locked": Locked,
    "opened": Opened,
    "owned": Owned,
    "pack": PackChanged,
    "paired": Paired,
    "penalty": Penalised,
    "player": SignedUp,
    "plays": Played,
    "published": Published,
    "received": Received,
    "reported": Reported,
    "returned": Returned,
    "revealed": Revealed,
    "scored": Scored,
    "swapped": Swapped,
    "team": TeamSeated,
    "undone": Undone,
    "unlinked": Unlinked,
}


def parse_entry(what: str, data: Mapping[str, Any]) -> LedgerEntry | str:
    """The entry of a line, or what is wrong with it."""
    kind = KINDS.get(what)
    if kind is None:
        return f"is of an unknown kind `{what}`"
    return kind.fault(data) or kind(**{key.replace("-", "_"): value for key, value in data.items()})


def replay(lines: Iterable[LedgerLine]) -> State:
    """The state after some lines; lines that were undone are skipped."""
    return Reducer(lines).state()
