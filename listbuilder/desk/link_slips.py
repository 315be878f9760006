"""Personal links on paper: a slip for each player with a QR code, to cut and hand out at the door."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from listbuilder.desk.folder import Desk
from listbuilder.desk.links import Link
from listbuilder.desk.messages import due_words
from listbuilder.desk.paper import wishes_for
from listbuilder.printing.draw import Properties
from listbuilder.printing.link_slips import LinkSlip, print_link_slips


def link_slips(desk: Desk, links: Sequence[Link], paper: str, font: Path | None) -> bytes:
    """The PDF of slips with the links that were just made, by name."""
    title = f"{desk.event.name}: links"
    due = due_words(desk) if desk.event.lists.due else ""
    told = (
        f"{desk.event.name}. Hand in your list here, with any browser; later the page says your table and opponent.",
        *([due] if due else []),
        "The link is yours alone: whoever has it can see your list and hand in for you.",
    )
    ordered = sorted(links, key=lambda one: desk.name_of(one.player).casefold())
    slips = [LinkSlip(f"{desk.name_of(one.player)} ({one.player})", told, one.address) for one in ordered]
    return print_link_slips(slips, wishes_for(paper, font), Properties(title))
