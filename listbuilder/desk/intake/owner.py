"""Whose a list is, and which of several: the desk, a name, the list itself or a mail says so; nothing is guessed."""

from __future__ import annotations

import re
from pathlib import PurePath

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.reading import Reading
from listbuilder.desk.players import Player, same_name
from listbuilder.desk.records import list_id
from listbuilder.record import changed, record
from listbuilder.spelling import did_you_mean

NUMBER = re.compile(r"(?<![a-z0-9])list[ _-]?([1-9])(?![a-z0-9])", re.IGNORECASE)
NUMBERED = re.compile(r"(?:-|,? *list *)[1-9]$", re.IGNORECASE)
"""What stands behind a player's name where a list says which one it is."""


@record
class Owner:
    """The id of a list, or why none can be named; `sender` where only the sender of a mail tells whose it is.

    `unsupported`: it came from an address that is not the player's. `vouched`: the desk or the player's own link says
    whose it is. `names` is what to say for the lists that it could be, where the player is known.
    """

    id: str = ""
    doubt: str = ""
    sender: bool = False
    unsupported: bool = False
    vouched: bool = False
    names: tuple[str, ...] = ()


def owner_of(desk: Desk, parcel: Parcel, player: str) -> Owner:
    """Whose a parcel is, with the name that its list has under `player`."""
    players = [one for one in desk.players.values() if one.id in desk.state.entrants]
    in_name = set(re.split(r"[^a-z0-9]+", PurePath(parcel.label).stem.lower()))
    by_id = [one for one in players if one.id in in_name]
    named = NUMBERED.sub("", player) if desk.state.each > 1 else player
    by_list = [one for one in players if _called(one, named) or _called(one, parcel.named)]
    senders = {parcel.sender, *parcel.carriers}
    by_sender = [one for one in players if any(same_address(one.contact, sender) for sender in senders)]
    told = {one.id for some in (by_id, by_list, by_sender) for one in some}
    if len(told) == 1:
        id = told.pop()
        supported = all(same_address(desk.players[id].contact, sender) for sender in parcel.carriers)
        return Owner(id=id, sender=not by_id and not by_list, unsupported=not supported)
    if told:
        return Owner(doubt=f"could be {' or '.join(sorted(told))}")
    said = player or parcel.named or parcel.sender
    if not said:
        return Owner(doubt="no player named")
    hint = did_you_mean(said, [one.name for one in players]).removeprefix("Did you mean ").rstrip("?")
    return Owner(doubt=f"nobody is called {said}" + (f"; perhaps {hint}" if hint else ""))


def which_list(desk: Desk, owner: Owner, parcel: Parcel, reading: Reading, said: int = 0) -> Owner:
    """Which list of its player a parcel is, where one brings several; `said` is what the desk says."""
    if not owner.id or desk.state.each == 1:
        return owner
    names = tuple(desk.list_names(owner.id))
    told = {said} if said else _numbers(owner.id, parcel, reading)
    number = told.pop() if len(told) == 1 else 0
    if 1 <= number <= len(names):
        return changed(owner, id=list_id(owner.id, number))
    who = f"{desk.name_of(owner.id)} ({owner.id}) brings {len(names)} lists, and"
    some = " and ".join(f"list {one}" for one in sorted(told | {number} - {0}))
    doubt = f"{who} it is called {some}" if some else f"{who} nothing says which it is"
    return changed(owner, id="", doubt=doubt, names=names)


def _numbers(player: str, parcel: Parcel, reading: Reading) -> set[int]:
    """The numbers by which a list is called: `p07-2` or `list 2` in a file's name, a subject, or the list itself."""
    called = reading.report.force.document.name if reading.report else ""
    texts = (PurePath(parcel.label).stem, parcel.about, reading.player, called or "")
    ways = (NUMBER, re.compile(rf"(?<![a-z0-9]){re.escape(player)}[-_]([1-9])(?![a-z0-9])", re.IGNORECASE))
    return {int(found) for text in texts for way in ways for found in way.findall(text)}


def same_address(one: str, other: str) -> bool:
    """Whether two mail addresses are the same; only ASCII letters may differ in case, so that no lookalike passes."""
    return bool(one) and one.strip().encode().lower() == other.strip().encode().lower()


def _called(player: Player, said: str) -> bool:
    return bool(said) and (said == player.id or same_name(player.name, said) or same_name(player.shown, said))
