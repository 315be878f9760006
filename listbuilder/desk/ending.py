"""Taking back, forgetting, closing: what was noted stays, and what is personal can go."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import PurePath

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import open_parcels
from listbuilder.desk.intake.unpacking import texts_in
from listbuilder.desk.ledger import Line
from listbuilder.desk.players import write_players
from listbuilder.desk.reasons import delete_reasons, lines_about
from listbuilder.desk.records import Entrant, State
from listbuilder.desk.shapes import CONTAINER, UNDOABLE
from listbuilder.desk.signing.heads import write_head
from listbuilder.errors import EditError
from listbuilder.files import make_folder


def undo(desk: Desk, seq: int, why: str, now: datetime) -> Line:
    """Take back what a line of the ledger did; the line stays, and a new one says that it counts for nothing."""
    with desk.writer(now, closed=True) as pen:
        lines = desk.chain.lines
        if not 1 <= seq <= len(lines):
            raise EditError.of("desk.undo", f"The ledger has lines 1 to {len(lines)}.", "Name one of them.")
        line = lines[seq - 1]
        fault = _fault(desk.state, line) or _built_on(desk, line)
        if fault:
            raise EditError.of("desk.undo", f"Line {seq} ({line.what}) can't be taken back: {fault}.", "")
        pen.note("undone", line=seq, **({"why": why} if why else {}))
    return line


def _fault(state: State, line: Line) -> str:
    """Why a line can't be taken back; nothing where it can."""
    if line.what not in UNDOABLE:
        return "what it says has happened"
    if line.seq in state.undone:
        return "it was taken back already"
    if line.what in ("locked", "late-locked") and (state.rounds or state.revealed):
        return "rounds were drawn or lists shown since"
    if line.what == "paired" and state.rounds[-1].line != line.seq:
        return "a later round was drawn"
    return _drawn_fault(state, line) if line.what in ("boards", "paired", "swapped") else ""


def _built_on(desk: Desk, line: Line) -> str:
    """Why a change of boards can't be taken back: each says how the whole round is then."""
    if line.what != "boards":
        return ""
    later = (one for one in desk.chain.lines[line.seq :] if one.what == "boards" and one.seq not in desk.state.undone)
    same = any(one.said["draw"] == line.said["draw"] for one in later)
    return "a later change of that round builds on it, take that back first" if same else ""


def _drawn_fault(state: State, line: Line) -> str:
    """Why a draw or a change to it can't be taken back."""
    drawn = next((one for one in state.rounds if one.number == line.said["round"] and one.line <= line.seq), None)
    if drawn is None:
        return "its draw was taken back, so it counts for nothing"
    return "games of that round have results" if any(game.line for game in drawn.games) else ""


def still_named(desk: Desk, id: str) -> list[str]:
    """The originals of nobody, or of several people, that have a player's name or contact in them."""
    player = desk.players.get(id)
    words = [word.casefold() for word in (player.name, player.contact) if word] if player else []
    open_ = [one.file for one in desk.state.arrivals.values() if one.player in ("", CONTAINER)]
    paths = [desk.arrived / file for file in open_ if words and (desk.arrived / file).is_file()]
    return [
        f"arrived/{path.name}"
        for path in paths
        for parcel in open_parcels([path], desk.arrived)
        if any(word in text for text in texts_in(parcel) for word in words)
    ]


def forget(desk: Desk, named: str, originals: list[str], now: datetime) -> list[str]:
    """Delete a person: the row in players.yaml, originals, lists and salts, and all of `out/` and `judge/`.

    The line in the ledger comes first: a person who is half deleted is deleted by the next try. `originals` of nobody,
    or of several people, go too.
    """
    entrant = desk.entrant(named)
    with desk.writer(now, closed=True) as pen:
        for number in [_open_original(desk, said) for said in originals]:
            pen.note("owned", arrival=number, player=entrant.id)
        if not entrant.forgotten:
            pen.note("forgotten", player=entrant.id)
        pen.write()
        desk.take_over(pen)
        gone = _delete(desk, entrant)
    desk.refresh()
    write_head(desk)
    return gone


def _delete(desk: Desk, entrant: Entrant) -> list[str]:
    """Delete what is a person's, and say what it was."""
    gone = []
    theirs = [one.id for one in desk.state.lists_of(entrant.id)]
    for arrival in desk.state.arrivals.values():
        path = desk.arrived / arrival.file
        if arrival.player in theirs and path.exists():
            path.chmod(0o600)  # some systems delete no file that is read-only
            path.unlink()
            gone.append(f"arrived/{arrival.file}")
    for id in theirs:
        if (desk.lists / id).exists():
            shutil.rmtree(desk.lists / id)
            gone.append(f"lists/{id}/")
    for folder in (desk.out, desk.judge):
        if folder.exists():
            shutil.rmtree(folder)
            gone.append(f"{folder.name}/ (can be made again)")
    make_folder(desk.out)
    player = desk.players.get(entrant.id)
    words = (player.name, player.contact) if player else ()
    gone += delete_reasons(desk.root, lines_about(desk.chain.lines, [entrant.id, *theirs]), words)
    if entrant.id in desk.players:
        write_players(desk.players_file, [one for one in desk.players.values() if one.id != entrant.id])
        gone.append(f"{entrant.id} in players.yaml")
    return gone


def _open_original(desk: Desk, said: str) -> int:
    """The number of an original that is nobody's, or several people's."""
    name = PurePath(said).name
    found = next((one for one in desk.state.arrivals.values() if one.file == name), None)
    if found is None or found.player not in ("", CONTAINER):
        fact = f"{said} is no original." if found is None else f"{said} is what {found.player} sent."
        raise EditError.of("desk.file", fact, "Name one that is nobody's, or that lists of several people came in.")
    return found.number


def close_event(desk: Desk, now: datetime) -> None:
    """The end: nothing more is noted."""
    with desk.writer(now) as pen:
        pen.note("closed")
