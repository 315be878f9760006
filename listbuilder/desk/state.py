"""The state of an event as the ledger records it: players, versions of lists, rounds and games, all frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime
from functools import cached_property
from typing import Any

from listbuilder.base.records import record, replace
from listbuilder.catalogue.event_pack import MOST_LISTS, moment


def list_id(player: str, number: int) -> str:
    """The id of a player's list: the player's own for the first, with the number appended for others."""
    return player if number == 1 else f"{player}-{number}"


def result_words(scores: Sequence[Sequence[int]], words: Sequence[str]) -> str:
    """A result in words, the first player's side first: `14 : 9`, `14, 2 : 9, 1`, `win : loss`."""
    sides = words if words[0] else [", ".join(map(str, side)) for side in scores]
    return " : ".join(sides)


def clock_words(seconds: int) -> str:
    """What a clock shows: `12:05`, or `-0:30` in overtime."""
    return f"{'-' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


STAGES = {2: "final", 4: "semifinals", 8: "quarterfinals"}


@record
class Version:
    """One list that a player handed in: its number, the arrival it came in, the line that says so and the verdict.

    `sender`: only the sender of a mail says whose it is; `together`: another list of the player came at the same time.
    `unsupported`: it names the player and was sent from another address. `vouched`: the desk or the player's own link
    says whose it is.
    """

    number: int
    arrival: int
    line: int
    at: str
    seal: str
    errors: int
    late: bool = False
    sender: bool = False
    together: bool = False
    unsupported: bool = False
    vouched: bool = False

    @property
    def doubts(self) -> list[str]:
        """Why somebody should look at it before approving it."""
        why = {
            "late": self.late,
            "only the sender says whose it is": self.sender,
            "sent from an address that is not the player's": self.unsupported,
            "came together with another list": self.together,
        }
        return [words for words, holds in why.items() if holds]


@record
class Arrival:
    """Something that arrived: its number, its hash and its owner, if known.

    `list`: it is a readable list; `read`: it became a version of that player's list.
    """

    number: int
    hash: str
    file: str
    at: str
    player: str = ""
    list: bool = False
    read: bool = False


@record
class Fault:
    """A penalty of a player: its id, line, round and remedy."""

    id: str
    line: int
    round: int
    remedy: str = ""


@record
class Entrant:
    """A player in the ledger: versions, decisions on them, penalties, and whether they left.

    `settled` is the last version at the time of an approval: if an earlier version was approved, it no longer waits for
    a decision. `link` is the keyed hash of the current personal link, `why` the reason for the last return, `checked`
    the verdict of the last recorded check. Where players bring several lists, each further one is an entrant too: `of`
    is its player, `number` which list it is. `present` has the line of the check-in of each day.
    """

    id: str
    of: str = ""
    number: int = 1
    versions: tuple[Version, ...] = ()
    approved: int = 0
    settled: int = 0
    returned: int = 0
    locked: int = 0
    late_allowed: bool = False
    dropped: bool = False
    left_after: int = 0
    forgotten: bool = False
    faults: tuple[Fault, ...] = ()
    link: str = ""
    why: str = ""
    checked: str = ""
    present: Mapping[int, int] = field(default_factory=dict)

    @property
    def last(self) -> Version | None:
        """The latest version."""
        return self.versions[-1] if self.versions else None

    @property
    def waits(self) -> bool:
        """Whether the last version waits for a decision."""
        decided = (self.approved, self.returned, self.locked)
        return self.last is not None and self.last.number not in decided and self.last.number > self.settled

    @property
    def standing(self) -> Version | None:
        """The version to show the player: the locked one, else the last, or an earlier one that the desk approved."""
        chosen = self.version(self.approved) if not self.waits and self.approved < self.settled else None
        returned = self.last is not None and self.last.number == self.returned
        return self.version(self.locked) or (None if returned else chosen) or self.last

    @property
    def player(self) -> str:
        """Whose list it is."""
        return self.of or self.id

    @property
    def doubts(self) -> list[str]:
        """Why somebody should look at the last version before it is approved.

        The sender of a mail can be forged, so an approved list is replaced only by what the player's own link or the
        desk vouches for.
        """
        if self.last is None:
            return []
        replaces = self.approved not in (0, self.last.number) and not self.last.vouched
        return self.last.doubts + [f"version {self.approved} is approved and would be replaced"] * replaces

    def version(self, number: int) -> Version | None:
        """A version by its number."""
        return next((one for one in self.versions if one.number == number), None)


@record
class Team:
    """A team in the ledger: the keyed hash of its name, and its players by seat."""

    id: str
    mark: str
    players: tuple[str, ...]


@record
class TeamMatch:
    """A match of two teams; `free` are the players of each side without an opponent."""

    number: int
    one: str
    two: str
    free: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@record
class ReportedResult:
    """A result as one of the players reported it, the first player's side first; `line` is the line that says so."""

    scores: tuple[tuple[int, ...], tuple[int, ...]]
    words: tuple[str, str]
    line: int

    def agrees(self, other: ReportedResult) -> bool:
        """Whether the other player reported the same."""
        return (self.scores, self.words) == (other.scores, other.words)

    @property
    def text(self) -> str:
        """The result in words."""
        return result_words(self.scores, self.words)


@record
class TableGame:
    """One game of a round: its table, its players and their scores; without a result, `line` is 0.

    Where teams play teams, `match` is its match, and `one` is of the first team. Where players bring several lists,
    `lists` are those that both play; they are empty until that is recorded. `reports` are the results that the first
    and the second player reported.
    """

    table: int
    one: str
    two: str
    scores: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    words: tuple[str, str] = ("", "")
    line: int = 0
    match: int = 0
    lists: tuple[str, str] = ("", "")
    reports: tuple[ReportedResult | None, ReportedResult | None] = (None, None)

    @property
    def disputed(self) -> bool:
        """Whether the players reported different results, and the desk has not decided yet."""
        one, two = self.reports
        return not self.line and one is not None and two is not None and not one.agrees(two)


@record
class RoundClock:
    """The clock of a round: the seconds that were left at a moment, below 0 in overtime, and whether it runs."""

    seconds: int
    at: str = ""
    running: bool = False

    def left(self, now: datetime) -> int:
        """The seconds that are left now."""
        return self.seconds - (int((now - moment(self.at)).total_seconds()) if self.running else 0)


@record
class Round:
    """A round: its games, who has none, and its seed; `bye` is a player, or a team in a team event.

    `away` are the players of a team without an opponent, `boards` is how many a match has, `choice` whether captains
    choose who meets whom. `clock` is None until somebody sets or starts it. `missions` are ids of the game's. `cut` is
    how many are left in the bracket; 0 while everybody plays.
    """

    number: int
    line: int
    seed: str
    games: tuple[TableGame, ...]
    bye: str = ""
    absent: tuple[str, ...] = ()
    matches: tuple[TeamMatch, ...] = ()
    away: tuple[str, ...] = ()
    boards: int = 0
    choice: bool = False
    clock: RoundClock | None = None
    missions: tuple[str, ...] = ()
    cut: int = 0

    @property
    def stage(self) -> str:
        """What a round of the bracket is called; empty for others."""
        return STAGES.get(self.cut) or (f"round of {self.cut}" if self.cut else "")

    @property
    def title(self) -> str:
        """The round with its stage: `round 6, semifinals`."""
        return f"round {self.number}, {self.stage}" if self.cut else f"round {self.number}"

    @property
    def byes(self) -> tuple[str, ...]:
        """The players without an opponent."""
        if self.matches:
            return (*(id for one in self.matches for side in one.free for id in side), *self.away)
        return (self.bye,) if self.bye else ()

    def with_game(self, table: int, **changes: Any) -> Round:
        """The round after a change to the game at a table."""
        games = tuple(replace(game, **changes) if game.table == table else game for game in self.games)
        return replace(self, games=games)

    def with_swap(self, one: str, two: str) -> Round:
        """The round with two players swapped; which lists they play and what they reported is unset again."""
        other = {one: two, two: one}
        games = tuple(
            TableGame(
                table=game.table, one=other.get(game.one, game.one), two=other.get(game.two, game.two), match=game.match
            )
            if {game.one, game.two} & {one, two}
            else game
            for game in self.games
        )
        # Somebody without a place takes that of the other, who is absent then.
        seated = {id for game in self.games for id in (game.one, game.two)} | {self.bye}
        come = {one, two} - seated
        absent = tuple(sorted({*self.absent} - come | {other[id] for id in come})) if come else self.absent
        return replace(self, games=games, bye=other.get(self.bye, self.bye), absent=absent)

    def games_of(self, match: TeamMatch) -> list[TableGame]:
        """The games of a match, board by board."""
        return [game for game in self.games if game.match == match.number]

    def game_of(self, id: str) -> TableGame | None:
        """The game of a player."""
        return next((game for game in self.games if id in (game.one, game.two)), None)

    @property
    def done(self) -> bool:
        """Whether every game has a result."""
        return not self.unset and all(game.line for game in self.games)

    @property
    def unset(self) -> list[TeamMatch]:
        """The matches whose captains have not chosen yet."""
        return [one for one in self.matches if self.choice and not self.games_of(one)]


@record
class State:
    """The state of an event.

    `entrants` are the players, each with the first list; `further` the other lists where a player brings `each`.
    """

    event: str = ""
    game: str = ""
    name: str = ""
    pack: str = ""
    entrants: Mapping[str, Entrant] = field(default_factory=dict)
    further: Mapping[str, Entrant] = field(default_factory=dict)
    each: int = 1
    arrivals: Mapping[int, Arrival] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    teams: Mapping[str, Team] = field(default_factory=dict)
    locked: int = 0
    locked_at: str = ""
    pinned: Mapping[str, str] = field(default_factory=dict)
    revealed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    published: tuple[str, ...] = ()
    closed: bool = False
    key: str = ""
    undone: frozenset[int] = frozenset()
    lines: int = 0

    @cached_property
    def lists(self) -> Mapping[str, Entrant]:
        """Every list by id, those of a player in sequence."""
        return {one.id: one for id in self.entrants for one in self.lists_of(id)} if self.further else self.entrants

    def lists_of(self, id: str) -> list[Entrant]:
        """The lists of a player."""
        names = (list_id(id, number) for number in range(2, MOST_LISTS + 1)) if self.further else ()
        return [self.entrants[id], *(self.further[name] for name in names if name in self.further)]

    @property
    def missing(self) -> list[str]:
        """The lists of active players that are not approved."""
        playing = [one for one in self.lists.values() if self.each and not one.forgotten and not one.dropped]
        return [one.id for one in playing if not one.approved]
