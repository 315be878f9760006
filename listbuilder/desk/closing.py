"""Delete a person's data, close the event. The lines of the ledger always stay."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import PurePath

from listbuilder.base.errors import EditError
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import open_parcels
from listbuilder.desk.intake.unpacking import texts_in
from listbuilder.desk.ledger import delete_reasons, lines_about
from listbuilder.desk.ledger_kinds import CONTAINER
from listbuilder.desk.players import write_players
from listbuilder.desk.signing import write_head
from listbuilder.desk.state import Entrant
from listbuilder.storage.files import make_folder


def originals_naming(desk: Desk, id: str) -> list[str]:
    """The originals without an owner, or of several people, that contain a player's name or contact."""
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

    The line in the ledger comes first, so that a run that was killed can be repeated. `originals` without an owner,
    or of several people, are deleted too.
    """
    entrant = desk.entrant(named)
    with desk.writer(now, closed=True) as ledger:
        for number in [_open_original(desk, given) for given in originals]:
            ledger.append(ledger_kinds.Owned(arrival=number, player=entrant.id))
        if not entrant.forgotten:
            ledger.append(ledger_kinds.Forgotten(player=entrant.id))
        ledger.flush()
        desk.adopt(ledger)
        gone = _delete(desk, entrant)
    desk.refresh()
    write_head(desk)
    return gone


def _delete(desk: Desk, entrant: Entrant) -> list[str]:
    """Delete the files of a person; what was deleted."""
    gone = []
    theirs = [one.id for one in desk.state.lists_of(entrant.id)]
    for arrival in desk.state.arrivals.values():
        path = desk.arrived / arrival.file
        if arrival.player in theirs and path.exists():
            # Some systems delete no file that is read-only.
            path.chmod(0o600)
            path.unlink()
            gone.append(f"arrived/{arrival.file}")
    for id in theirs:
        if (desk.lists / id).exists():
            shutil.rmtree(desk.lists / id)
            gone.append(f"lists/{id}/")
    # Whole folders: names stand in lists, standings and draws of others.
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


def _open_original(desk: Desk, given: str) -> int:
    """The number of an original without an owner, or of several people."""
    name = PurePath(given).name
    found = next((one for one in desk.state.arrivals.values() if one.file == name), None)
    if found is None or found.player not in ("", CONTAINER):
        fact = f"{given} is no original." if found is None else f"{given} is what {found.player} sent."
        raise EditError.of("desk.file", fact, "Name one that is nobody's, or that lists of several people came in.")
    return found.number


def close_event(desk: Desk, now: datetime) -> None:
    """Close the event: nothing more is recorded."""
    with desk.writer(now) as ledger:
        ledger.append(ledger_kinds.EventClosed())
