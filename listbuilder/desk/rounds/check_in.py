"""Check-in: who is there, day by day, as the desk or the players themselves say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from listbuilder.catalogue import Event
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger import BY
from listbuilder.desk.rounds.standings import is_playing, rounds_error
from listbuilder.desk.state import State


def current_day(state: State, event: Event) -> int:
    """The day of the round that is played; once it has all results, of the next."""
    last = state.rounds[-1] if state.rounds else None
    number = len(state.rounds) + (last is None or last.done)
    return event.rounds.day_of(number) if event.rounds else 1


def check_in(desk: Desk, named: Sequence[str], now: datetime, by: str = BY) -> list[str]:
    """Check players in for the current day; who is new. `by` is the player's id if it is done by the personal link."""
    with desk.writer(now) as ledger:
        day, new = current_day(desk.state, desk.event), []
        for entrant in map(desk.entrant, named):
            if entrant.dropped or entrant.forgotten:
                raise rounds_error(f"{desk.name_of(entrant.id)} ({entrant.id}) has left.", "See `event drop --back`.")
            if day not in entrant.present and entrant.id not in new:
                ledger.append(ledger_kinds.CheckedIn(player=entrant.id, day=day), by)
                new.append(entrant.id)
    return new


def present_today(state: State, event: Event) -> list[str]:
    """Those who checked in today."""
    day = current_day(state, event)
    return [one.id for one in state.entrants.values() if day in one.present]


def not_checked_in(state: State, event: Event) -> list[str]:
    """The players who have not left and did not check in today."""
    here = set(present_today(state, event))
    active = [one.id for one in state.entrants.values() if not one.dropped and not one.forgotten]
    return [id for id in active if id not in here]


def missing_at_draw(state: State, event: Event) -> list[str]:
    """The players who would be drawn and did not check in, if anybody did today."""
    used = present_today(state, event)
    return [id for id in not_checked_in(state, event) if is_playing(state, id)] if used else []
