"""The clock of the current round: started, paused, set, extended. Every change is a line of the ledger."""

from __future__ import annotations

from datetime import datetime

from listbuilder.catalogue import Event
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.rounds.standings import rounds_error
from listbuilder.desk.state import Round, RoundClock, State

LONGEST = 24 * 60
"""The most minutes that a clock can be set to."""


def clock_of(state: State, event: Event) -> RoundClock | None:
    """The clock of the current round; before its start, it stands at the minutes of the pack. None without either."""
    one = state.rounds[-1] if state.rounds else None
    minutes = event.rounds.minutes if event.rounds else None
    if one is None:
        return None
    return one.clock or (RoundClock(seconds=60 * minutes) if minutes else None)


def start_clock(desk: Desk, now: datetime) -> RoundClock:
    """Let the clock run from what it shows."""
    return _change(desk, now, running=True)


def pause_clock(desk: Desk, now: datetime) -> RoundClock:
    """Stop the clock where it is."""
    return _change(desk, now, running=False)


def set_clock(desk: Desk, minutes: int, now: datetime) -> RoundClock:
    """Set the minutes that are left; a clock that runs goes on running."""
    return _change(desk, now, seconds=60 * minutes)


def add_minutes(desk: Desk, minutes: int, now: datetime) -> RoundClock:
    """Give a round more minutes, or take some away."""
    return _change(desk, now, more=60 * minutes)


def _change(
    desk: Desk, now: datetime, running: bool | None = None, seconds: int | None = None, more: int = 0
) -> RoundClock:
    with desk.writer(now) as ledger:
        if not desk.state.rounds:
            raise rounds_error("No round was drawn.", "Run `listbuilder event pair`.")
        one, known = desk.state.rounds[-1], clock_of(desk.state, desk.event)
        if known is None and seconds is None:
            raise rounds_error(
                "The pack has no `minutes` for a round.", "Run `listbuilder event advanced clock set 90`."
            )
        known = known or RoundClock(seconds=0)
        left = (known.left(now) if seconds is None else seconds) + more
        runs = known.running if running is None else running
        if abs(left) > 60 * LONGEST:
            raise rounds_error(f"A clock shows at most {LONGEST} minutes.", "Set fewer.")
        # Starting a clock that runs is no change, so it writes no line.
        if one.clock is None or runs is not known.running or seconds is not None or more:
            ledger.append(_entry(one, left, runs))
    found = clock_of(desk.state, desk.event)
    assert found is not None
    return found


def _entry(one: Round, seconds: int, running: bool) -> ledger_kinds.ClockSet:
    return ledger_kinds.ClockSet(round=one.number, draw=one.line, seconds=seconds, running=int(running))
