"""Personal links: 128 random bits for each player.

The ledger only has a keyed hash of them, so that nobody who reads the folder can open a page. A lost link is replaced
by a new one, and the old one stops working.
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
"""The path of personal pages."""
TABLE = "/t/"
"""The path of what the code on a table opens."""
BYTES = 16
DOMAIN = b"listbuilder link 1"


@record
class PlayerLink:
    """A new link of a player and the message about it. A link is known only when it is made."""

    player: str
    address: str
    message: Message


def make_links(
    desk: Desk, named: list[str], url: str, now: datetime, deliver: Callable[[list[PlayerLink]], None]
) -> list[PlayerLink]:
    """Make new links for some players, or for all who have none; earlier links stop working.

    `deliver` writes them to a file. If it fails, nothing is recorded and the earlier links still work.
    """
    made = []
    with desk.writer(now):
        # Opening the ledger records players who are new in the file.
        pass
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
    """Disable the links of some players; their ids."""
    if not named:
        raise EditError.of("desk.player", "Nobody is named.", "Name the players whose links are to end.")
    with desk.writer(now) as ledger:
        some = [one for one in dict.fromkeys(desk.entrant(name).id for name in named) if desk.entrant(one).link]
        for id in some:
            ledger.append(ledger_kinds.Unlinked(player=id))
    return some


def list_at(desk: Desk, token: str) -> Entrant | None:
    """The list that a link leads to: the player's first, or the one with the number after a dot."""
    link, dot, number = token.partition(".")
    holder = holder_of(desk, link)
    lists = desk.state.lists_of(holder.id) if holder else []
    return next((one for one in lists if str(one.number) == (number if dot else "1")), None)


def whole_link(token: str) -> str:
    """A link without the number of a list."""
    return token.partition(".")[0]


def holder_of(desk: Desk, token: str) -> Entrant | None:
    """The player of a link. Every link is compared in constant time, so that timing reveals nothing."""
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


def table_slips(desk: Desk, url: str, paper: str = "a4", font: Path | None = None) -> bytes:
    """A PDF with a slip for each table of the hall: its number and a QR code that opens its page."""
    from listbuilder.desk.event_booklet import print_options
    from listbuilder.printing.booklet import LinkSlip, print_link_slips
    from listbuilder.printing.pdf_canvas import Properties

    rounds, playing = desk.event.rounds, sum(not one.dropped for one in desk.state.entrants.values())
    drawn = [game.table for one in desk.state.rounds for game in one.games]
    last = max([rounds.tables or 0 if rounds else 0, playing // 2, *drawn])
    text = (desk.event.name, "Scan this with the phone that you checked in with: your game, the clock, the result.")
    slips = [LinkSlip(f"Table {table}", text, f"{url.rstrip('/')}{TABLE}{table}") for table in range(1, last + 1)]
    title = f"{desk.event.name}: tables"
    if not slips:
        raise EditError.of("desk.rounds", "There are no tables yet.", "Sign players up first.")
    return print_link_slips(slips, print_options(paper, font), Properties(title))
