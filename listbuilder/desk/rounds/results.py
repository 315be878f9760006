"""What every round was worth to every player: games as scored, byes, absences and lost games in, outcomes out.

A remedy `lose-round` turns the game of its round into a loss with nothing scored, `lose-all` every game of the player;
the opponent has won such a game and keeps what they scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from listbuilder.base.errors import EditError
from listbuilder.base.records import record, replace
from listbuilder.catalogue import Event
from listbuilder.desk.state import Entrant, Round, State, TableGame

Kind = Literal["win", "draw", "loss", "bye", "absent"]
LOSING: Mapping[Kind, Kind] = {"win": "loss", "draw": "draw", "loss": "win"}


@record
class RoundOutcome:
    """One round of one player: the opponent, how it ended, the points, and what both scored; a bye has no opponent.

    `list` is the one that was played; empty if a player brings several and it was not recorded.
    """

    round: int
    kind: Kind
    opponent: str = ""
    points: int = 0
    own: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()
    list: str = ""

    @property
    def played(self) -> bool:
        """Whether there was an opponent."""
        return bool(self.opponent)


def outcomes(state: State, event: Event) -> dict[str, list[RoundOutcome]]:
    """The outcomes of everybody who is in the event, round by round; games without a result are left out."""
    found: dict[str, list[RoundOutcome]] = {id: [] for id in state.entrants}
    for one in state.rounds:
        for game in one.games:
            if game.line:
                for outcome, id in zip(_game(state, event, one, game), (game.one, game.two), strict=True):
                    found[id].append(outcome)
        for id in one.byes:
            points = points_for(event, event.rounds.bye.result if event.rounds else "win")
            found[id].append(RoundOutcome(round=one.number, kind="bye", points=points))
        for id in one.absent:
            found[id].append(RoundOutcome(round=one.number, kind="absent"))
    return found


def points_of(entrant: Entrant, rounds: list[RoundOutcome], event: Event) -> int:
    """The tournament points of a player, penalties taken off."""
    costs = {one.id: one.points for one in event.penalties}
    return sum(one.points for one in rounds) + sum(costs.get(fault.id, 0) for fault in entrant.faults)


def points_for(event: Event, kind: str) -> int:
    """The tournament points of a way to end."""
    return {"win": event.result.win, "draw": event.result.draw, "loss": event.result.loss}[kind]


def _game(state: State, event: Event, one: Round, game: TableGame) -> tuple[RoundOutcome, RoundOutcome]:
    """Both sides of a game."""
    first, second = _lost(state.entrants[game.one], one.number), _lost(state.entrants[game.two], one.number)
    own, theirs = game.scores
    kind = _kind(game)
    if first or second:
        kind = "loss" if first and not second else "win" if second and not first else "loss"
        own, theirs = (_nothing(own) if first else own), (_nothing(theirs) if second else theirs)
    other: Kind = "loss" if first and second else LOSING[kind]
    played = bool(event.result.bands) and not game.words[0] and not first and not second
    lists = game.lists if state.each > 1 else (game.one, game.two)
    points = band_points(event, own[0], theirs[0]) if played else (points_for(event, kind), points_for(event, other))
    sides = (
        RoundOutcome(round=one.number, kind=kind, opponent=game.two, points=points[0], own=own, theirs=theirs),
        RoundOutcome(round=one.number, kind=other, opponent=game.one, points=points[1], own=theirs, theirs=own),
    )
    return replace(sides[0], list=lists[0]), replace(sides[1], list=lists[1])


def _lost(entrant: Entrant, round: int) -> bool:
    """Whether a remedy has taken a player's game of a round."""
    return any(
        one.remedy == "lose-all" or (one.remedy == "lose-round" and one.round == round) for one in entrant.faults
    )


def _nothing(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(0 for _ in scores)


def _kind(game: TableGame) -> Kind:
    """How a game ended for the first player: as it was entered, or by the first count."""
    if game.words[0]:
        return game.words[0]  # type: ignore[return-value]
    one, two = game.scores[0][0], game.scores[1][0]
    return "win" if one > two else "loss" if one < two else "draw"


def band_points(event: Event, one: int, two: int) -> tuple[int, int]:
    """Points by the lead; a game that ends level gives both half of what its band gives, rounded down."""
    lead = abs(one - two)
    found = [band for band in event.result.bands if band.bounds[0] <= lead]
    high, low = found[-1].gives
    if not lead:
        return (high + low) // 2, (high + low) // 2
    return (high, low) if one > two else (low, high)


def rounds_error(message: str, hint: str) -> EditError:
    """The error for something about rounds that can't be done; nothing was recorded."""
    return EditError.of("desk.rounds", message, hint)
