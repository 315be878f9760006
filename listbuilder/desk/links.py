"""Personal links: 128 random bits for each player. The ledger has a keyed hash of them only, so that nobody who reads
the folder can open a page; whoever lost a link gets a new one, and the old one opens nothing.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from listbuilder.base.errors import EditError
from listbuilder.base.records import record
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.messages import Message, due_sentence, message_to
from listbuilder.desk.seal import from_code, to_code
from listbuilder.desk.state import Entrant

PLACE = "/l/"
"""Where the pages of personal links begin."""
BYTES = 16
DOMAIN = b"listbuilder link 1"


@record
class PlayerLink:
    """The link of a player, known only when it is made, and the message that brings it."""

    player: str
    address: str
    message: Message


def make_links(
    desk: Desk, named: list[str], url: str, now: datetime, deliver: Callable[[list[PlayerLink]], None]
) -> list[PlayerLink]:
    """New links for some players, or for all who have none; a link from before opens nothing any more.

    `deliver` writes them down: where it fails nothing is recorded, and the links from before still open.
    """
    made = []
    with desk.writer(now):
        pass  # whoever is in the file and not in the ledger is noted
    with desk.writer(now) as ledger:
        for entrant in _chosen(desk, named):
            token = secrets.token_bytes(BYTES)
            ledger.append(ledger_kinds.Linked(player=entrant.id, mark=_mark(desk, token)))
            address = f"{url.rstrip('/')}{PLACE}{to_code(token)}"
            message = message_to(desk, entrant.id, "link", link=address)
            made.append(PlayerLink(player=entrant.id, address=address, message=message))
        deliver(made)
    return made


def revoke_links(desk: Desk, named: list[str], now: datetime) -> list[str]:
    """Let the links of some players open nothing any more; whose they were."""
    if not named:
        raise EditError.of("desk.player", "Nobody is named.", "Name the players whose links are to end.")
    with desk.writer(now) as ledger:
        some = [one for one in dict.fromkeys(desk.entrant(name).id for name in named) if desk.entrant(one).link]
        for id in some:
            ledger.append(ledger_kinds.Unlinked(player=id))
    return some


def list_at(desk: Desk, token: str) -> Entrant | None:
    """The list that a link leads to: the player's first, or the one whose number stands behind a dot."""
    link, dot, number = token.partition(".")
    holder = holder_of(desk, link)
    lists = desk.state.lists_of(holder.id) if holder else []
    return next((one for one in lists if str(one.number) == (number if dot else "1")), None)


def whole_link(token: str) -> str:
    """A link without the number of a list behind it."""
    return token.partition(".")[0]


def holder_of(desk: Desk, token: str) -> Entrant | None:
    """Whose a link is; every link is compared in full, so that the time it takes tells nothing."""
    raw = from_code(token, BYTES) if len(token) <= 2 * BYTES else None
    mark = _mark(desk, raw or b"")
    found = None
    for entrant in desk.state.entrants.values():
        if hmac.compare_digest(entrant.link.encode(), mark.encode()) and raw is not None:
            found = entrant
    return found


def _mark(desk: Desk, token: bytes) -> str:
    return desk.keyed_hash(DOMAIN + token)


def _chosen(desk: Desk, named: list[str]) -> list[Entrant]:
    if named:
        some = [desk.entrant(one) for one in dict.fromkeys(desk.entrant(name).id for name in named)]
    else:
        some = [one for one in desk.state.entrants.values() if not one.link and not one.dropped and not one.forgotten]
    gone = next((one.id for one in some if one.forgotten), None)
    if gone:
        raise EditError.of("desk.player", f"{gone} was forgotten.", "Sign the player up anew.")
    return some


def link_slips(desk: Desk, links: Sequence[PlayerLink], paper: str, font: Path | None) -> bytes:
    """A PDF with a slip for each player, sorted by name: a QR code and the link, to cut and hand out at the door."""
    from listbuilder.desk.event_booklet import print_options
    from listbuilder.printing.booklet import LinkSlip, print_link_slips
    from listbuilder.printing.pdf_canvas import Properties

    title = f"{desk.event.name}: links"
    text = (
        f"{desk.event.name}. Hand in your list here, with any browser; later the page shows your table and opponent.",
        *([due_sentence(desk)] if desk.event.lists.due else []),
        "The link is yours alone: whoever has it can see your list and hand in for you.",
    )
    ordered = sorted(links, key=lambda one: desk.name_of(one.player).casefold())
    slips = [LinkSlip(f"{desk.name_of(one.player)} ({one.player})", text, one.address) for one in ordered]
    return print_link_slips(slips, print_options(paper, font), Properties(title))
