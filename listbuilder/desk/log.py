"""The ledger for people: every line in words, and undo. An undone line stays; a new one cancels it."""

from __future__ import annotations

from datetime import datetime

from listbuilder.base.errors import EditError
from listbuilder.base.records import record
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger import lines_naming, read_reason
from listbuilder.desk.ledger_kinds import LedgerLine, Scored, Undone


@record
class LogLine:
    """A line of the ledger in words.

    `by` is the desk, or the id of a player who did it with the personal link. `undone_by` is the line that undid it, or
    0. `fixed` is why it can't be undone now; empty if it can.
    """

    seq: int
    at: str
    by: str
    what: str
    text: str
    why: str = ""
    undone_by: int = 0
    fixed: str = ""


def read_log(desk: Desk, about: str = "") -> list[LogLine]:
    """Every line in words, the oldest first; or only those that name a player."""
    lines = desk.chain.lines
    undone = {one.entry.line: one.seq for one in lines if isinstance(one.entry, Undone)}
    ids = [one.id for one in desk.state.lists_of(desk.entrant(about).id)] if about else []
    naming = lines_naming(lines, ids) if about else {one.seq for one in lines}
    return [_log_line(desk, one, undone.get(one.seq, 0)) for one in lines if one.seq in naming]


def _log_line(desk: Desk, line: LedgerLine, undone_by: int) -> LogLine:
    return LogLine(
        seq=line.seq,
        at=line.at,
        by=line.by,
        what=line.what,
        text=f"{line.entry.describe(desk.list_title)}{_players_at(desk, line)}",
        why=read_reason(desk.root, line.entry.reason),
        undone_by=undone_by,
        fixed=undo_fault(desk, line),
    )


def _players_at(desk: Desk, line: LedgerLine) -> str:
    """Who plays at the table of a result; the line has only the table."""
    entry, rounds = line.entry, desk.state.rounds
    if not isinstance(entry, Scored) or entry.round > len(rounds) or rounds[entry.round - 1].line > line.seq:
        return ""
    games = [game for game in rounds[entry.round - 1].games if game.table == entry.table]
    return "".join(f" ({desk.name_of(game.one)} – {desk.name_of(game.two)})" for game in games)


def undo(desk: Desk, seq: int, why: str, now: datetime) -> LedgerLine:
    """Undo a line of the ledger: the line stays, and a new one cancels it."""
    with desk.writer(now, closed=True) as ledger:
        lines = desk.chain.lines
        if not 1 <= seq <= len(lines):
            raise EditError.of("desk.undo", f"The ledger has lines 1 to {len(lines)}.", "Name one of them.")
        line = lines[seq - 1]
        fault = undo_fault(desk, line)
        if fault:
            raise EditError.of("desk.undo", f"Line {seq} ({line.what}) can't be undone: {fault}.", "")
        ledger.append(ledger_kinds.Undone(line=seq, why=why or None))
    return line


def undo_fault(desk: Desk, line: LedgerLine) -> str:
    """Why a line can't be undone; empty if it can."""
    if not line.entry.undoable:
        return "it records something that happened"
    if line.seq in desk.state.undone:
        return "it was undone already"
    return line.entry.undo_fault(desk.state, line, desk.chain.lines[line.seq :])
