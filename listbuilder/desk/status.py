"""The status of every list, and the next steps of the desk as commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from listbuilder.base.records import record
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.verdicts import Clash, clashes
from listbuilder.desk.rounds.top_cut import rounds_in_all
from listbuilder.desk.state import Arrival, Entrant, State

Word = Literal["nothing", "unread", "not legal", "returned", "legal", "approved", "locked", "plays", "dropped", "gone"]


@record
class Standing:
    """The status of a list: a word, the version it is about, doubts about that version, penalties and checks.

    `against` are the lists with which it can't be approved.
    """

    player: str
    word: Word
    version: int = 0
    late: bool = False
    sender: bool = False
    doubts: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    paid: bool = False
    penalties: tuple[str, ...] = ()
    checked: str = ""


def standing_of(state: State, entrant: Entrant, paid: bool = False, shared: Sequence[Clash] = ()) -> Standing:
    """The status of a list; `shared` are its conflicts with other lists."""
    last = entrant.last
    number = entrant.locked or (last.number if last else 0)
    # An earlier version was approved when a later one had come already: that approval is what counts.
    if not entrant.locked and entrant.approved and not entrant.waits and entrant.returned != number:
        number = entrant.approved
    late, open_ = bool(last and last.late), entrant.waits or bool(last and last.number == entrant.returned)
    doubts = tuple(entrant.doubts) if open_ else ("late",) * late
    word = _word(state, entrant)
    if word in ("legal", "not legal"):
        doubts += tuple(one.words for one in shared)
    if word == "legal" and any(one.settled for one in shared):
        word = "not legal"
    return Standing(
        player=entrant.id,
        word=word,
        version=number,
        late=late,
        sender=bool(last and last.sender and open_),
        doubts=doubts,
        against=tuple(one.mate for one in shared),
        paid=paid,
        penalties=tuple(one.id for one in entrant.faults),
        checked=entrant.checked,
    )


def _word(state: State, entrant: Entrant) -> Word:
    last = entrant.last
    if entrant.forgotten or entrant.dropped:
        return "gone" if entrant.forgotten else "dropped"
    if not state.each:
        return "plays"
    if last is None:
        return "unread" if unread_of(state, entrant.id) else "nothing"
    if entrant.locked and entrant.locked >= last.number:
        return "locked"
    if last.number == entrant.returned:
        return "returned"
    if not entrant.waits:
        return "approved"
    return "not legal" if last.errors else "legal"


def standings_of(desk: Desk) -> list[Standing]:
    """The status of every list, by id."""
    players = desk.players
    paid = {id for id, one in players.items() if one.paid}
    shared = clashes(desk)
    return [
        standing_of(desk.state, one, one.player in paid, shared.get(one.id, ())) for one in desk.state.lists.values()
    ]


def handed_in(state: State) -> dict[str, tuple[int, int]]:
    """How many lists each active player handed in, of how many; empty if players bring one."""
    playing = [one.id for one in state.entrants.values() if state.each > 1 and not one.dropped and not one.forgotten]
    lists = {id: state.lists_of(id) for id in playing}
    return {id: (sum(one.last is not None for one in some), len(some)) for id, some in lists.items()}


def unowned(state: State) -> list[Arrival]:
    """The lists without an owner."""
    return [one for one in state.arrivals.values() if one.list and not one.read and not one.player]


def unread(state: State) -> list[Arrival]:
    """The arrivals without an owner that are no readable list."""
    return [one for one in state.arrivals.values() if not one.list and not one.player]


def unread_of(state: State, id: str) -> list[Arrival]:
    """The arrivals of a player that are no readable list."""
    return [one for one in state.arrivals.values() if one.player == id and not one.list]


def refused(state: State) -> list[Arrival]:
    """The lists that came from players without any list after intake was closed, and were not taken in."""
    some = [one for one in state.arrivals.values() if one.list and not one.read and one.player]
    return [one for one in some if state.lists[one.player].last is None]


def next_steps(desk: Desk) -> list[str]:
    """What the desk should do next, as commands."""
    state, rows = desk.state, standings_of(desk)
    words = {one.word for one in rows}
    # Three suffice: the next run names the others.
    steps = [f"listbuilder event intake --player ID arrived/{one.file}" for one in unowned(state)[:3]]
    if not rows:
        return ["listbuilder event players signup.csv"]
    legal = [one for one in rows if one.word == "legal"]
    if any(not one.doubts for one in legal):
        steps.append("listbuilder event approve --all-legal")
    elif legal:
        # Of two lists that clash, the first is named: it is for the desk to choose.
        first = [one for at, one in enumerate(legal) if not {other.player for other in legal[:at]} & {*one.against}]
        steps.append(f"listbuilder event approve {' '.join(desk.list_label(one.player) for one in first)}")
    if "not legal" in words:
        steps.append("listbuilder event return --all-illegal")
    if "approved" in words:
        steps.append("listbuilder event lock")
    if not state.locked and words & {"nothing", "unread"}:
        steps.append("listbuilder event advanced messages")
    if state.locked and state.missing and not state.closed:
        lacks = state.lists[state.missing[0]]
        late = f"listbuilder event intake --player {desk.list_label(lacks.id)} --late WHY FILE"
        steps.append(f"{late}, or listbuilder event drop {lacks.player}")
    return steps + _round_steps(desk)


def _round_steps(desk: Desk) -> list[str]:
    """The next steps of the rounds."""
    state, rounds = desk.state, desk.event.rounds
    if (state.each and not state.locked) or state.closed or rounds is None:
        return []
    unset = [match.number for one in state.rounds[-1:] for match in one.unset]
    if unset:
        return [f"listbuilder event pair --boards {unset[0]} A B …"]
    open_ = [game for one in state.rounds for game in one.games if not game.line]
    if open_:
        unset_lists = [game.table for game in open_ if state.each > 1 and not any(game.lists)]
        plays = [f"listbuilder event score --lists {unset_lists[0]} 1 2"] if unset_lists else []
        return [*plays, f"listbuilder event score {open_[0].table} A B"]
    whole = len(state.rounds) >= rounds_in_all(state, desk.event)
    return ["listbuilder event standings"] if whole else ["listbuilder event pair"]
