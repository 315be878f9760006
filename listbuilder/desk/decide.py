"""Decisions on lists: approve them, or give them back with the reason. A desk in, lines and messages out."""

from __future__ import annotations

from datetime import datetime

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.across import clashes, compares, judge_version
from listbuilder.desk.messages import Message
from listbuilder.desk.records import Entrant, Version
from listbuilder.desk.seal import seal_code
from listbuilder.desk.state import Folding
from listbuilder.desk.status import standing_of
from listbuilder.desk.telling import receipt_of, tell_approved, tell_returned
from listbuilder.errors import EditError
from listbuilder.record import record

BESIDE = "not legal beside the lists of others"
"""Why a list that was legal when it came is not approved: one that was approved since has something against it."""


@record
class Decision:
    """What was decided about one player's list: the version, its receipt and code, and the message about it."""

    player: str
    version: int
    message: Message
    receipt: str = ""
    code: str = ""


def chosen_players(desk: Desk, named: list[str], every: bool, legal: bool) -> list[str]:
    """The players that are named, or all whose last list is legal, or not, and waits for a decision."""
    if named:
        return list(dict.fromkeys(one.id for name in named for one in _meant(desk, name)))
    if not every:
        raise EditError.of("desk.player", "Nobody is named.", "Name players, or say it of all with the option.")
    waiting = [one for one in desk.state.lists.values() if one.waits and not one.dropped]
    found = [one for one in waiting if one.last and (one.last.errors == 0) is legal]
    if not legal:
        settled = [id for id, some in clashes(desk).items() if any(one.settled for one in some)]
        return [one.id for one in waiting if one in found or one.id in settled]
    # What is doubtful is approved by name only: it was looked at then.
    return [one.id for one in found if not one.doubts]


def _meant(desk: Desk, named: str) -> list[Entrant]:
    """The lists that are named: one, or of a player who brings several those that wait, or else all that came."""
    some = desk.lists_named(named)
    came = [one for one in some if one.last]
    return [one for one in came if one.waits or (one.last and one.last.number == one.returned)] or came or some[:1]


def left_alone(desk: Desk) -> dict[str, list[str]]:
    """Whose legal list waits for somebody to look at it, and why."""
    waiting = [one for one in desk.state.lists.values() if standing_of(desk.state, one).word == "legal"]
    return {one.id: one.doubts or [BESIDE] for one in waiting}


def approve(desk: Desk, named: list[str], every: bool, now: datetime, number: int = 0) -> list[Decision]:
    """Take the last version of some players, or version `number` of one list; a list that is not legal is refused, and
    nothing is noted then.
    """
    made = []
    with desk.writer(now) as pen:
        folding = Folding(pen.chain.lines) if compares(desk) else None
        for id in chosen_players(desk, named, every, legal=True):
            version = _numbered(desk, id, number) if number else _last(desk, id)
            report = judge_version(desk, id, version.number)
            if not report.valid and every and not named:
                continue  # a list that was approved since has something against it
            if not report.valid:
                hint = f"Give it back with `listbuilder event return {desk.spoken(id)}`, or change the pack."
                raise EditError.of("desk.illegal", f"The list of {desk.spoken(id)} is not legal.", hint)
            pen.note("approved", player=id, version=version.number)
            if folding is not None:
                folding.add(pen.chain.lines[-1])
                desk.take_over(pen, folding.state())  # the next list is judged beside this one
            receipt, code = receipt_of(desk, version), seal_code(version.seal)
            message = tell_approved(desk, id, version)
            made.append(Decision(player=id, version=version.number, message=message, receipt=receipt, code=code))
    return made


def give_back(desk: Desk, named: list[str], every: bool, why: str, now: datetime) -> list[Decision]:
    """Give the last version of some players back, each with its report; a legal one only with a reason."""
    made = []
    with desk.writer(now) as pen:
        for id in chosen_players(desk, named, every, legal=False):
            version = _last(desk, id)
            if version.number == desk.state.lists[id].locked:
                hint = "Let the player hand in another with `intake --player ID --late WHY`."
                raise EditError.of("desk.locked", f"The list of {desk.spoken(id)} is locked.", hint)
            report = judge_version(desk, id, version.number)
            if report.valid and not why:
                raise EditError.of(
                    "desk.player", f"The list of {desk.spoken(id)} is legal.", "Say why it comes back: --why."
                )
            pen.note("returned", player=id, version=version.number, **({"why": why} if why else {}))
            made.append(
                Decision(player=id, version=version.number, message=tell_returned(desk, id, version, report, why))
            )
    return made


def _numbered(desk: Desk, id: str, number: int) -> Version:
    """A version by its number."""
    found = desk.state.lists[id].version(number)
    if found is None:
        count = len(desk.state.lists[id].versions)
        message = f"There is no version {number} of the list of {desk.spoken(id)}."
        raise EditError.of("desk.player", message, f"It has versions 1 to {count}." if count else "Nothing came yet.")
    return found


def _last(desk: Desk, id: str) -> Version:
    entrant = desk.state.lists[id]
    if entrant.last is None:
        raise EditError.of(
            "desk.player", f"There is no list of {desk.spoken(id)}.", "Take one in with `listbuilder event intake`."
        )
    return entrant.last
