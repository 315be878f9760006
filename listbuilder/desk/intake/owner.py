"""Whose a list is: the desk, an id in the file's name, the list itself or the sender says so; nothing is guessed."""

from __future__ import annotations

import re
from pathlib import PurePath

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.players import Player, same_name
from listbuilder.record import record
from listbuilder.spelling import did_you_mean

__all__ = ["Owner", "owner_of"]


@record
class Owner:
    """The id of a player, or why nobody can be named; `sender` where only the sender of a mail tells."""

    id: str = ""
    doubt: str = ""
    sender: bool = False


def owner_of(desk: Desk, parcel: Parcel, player: str) -> Owner:
    """Whose a parcel is, with the name that its list has under `player`."""
    players = [one for one in desk.players.values() if one.id in desk.state.entrants]
    in_name = set(re.split(r"[^a-z0-9]+", PurePath(parcel.label).stem.lower()))
    by_id = [one for one in players if one.id in in_name]
    by_list = [one for one in players if _called(one, player) or _called(one, parcel.named)]
    by_sender = [one for one in players if parcel.sender and one.contact.casefold() == parcel.sender.casefold()]
    told = {one.id for some in (by_id, by_list, by_sender) for one in some}
    if len(told) == 1:
        return Owner(id=told.pop(), sender=not by_id and not by_list)
    if told:
        return Owner(doubt=f"could be {' or '.join(sorted(told))}")
    said = player or parcel.named or parcel.sender
    if not said:
        return Owner(doubt="no player named")
    hint = did_you_mean(said, [one.name for one in players]).removeprefix("Did you mean ").rstrip("?")
    return Owner(doubt=f"nobody is called {said}" + (f"; perhaps {hint}" if hint else ""))


def _called(player: Player, said: str) -> bool:
    return bool(said) and (said == player.id or same_name(player.name, said) or same_name(player.shown, said))
