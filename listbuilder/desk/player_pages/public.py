"""The public pages: the state of the event, and the files that the desk published."""

from __future__ import annotations

import re
from collections.abc import Mapping

from listbuilder.base.wording import counted
from listbuilder.desk.folder import Desk
from listbuilder.desk.messages import due_sentence
from listbuilder.desk.player_pages.markup import HTML, HtmlResponse, html, refusal, tag

# The only files of `out/` that are public.
PUBLIC = {
    "lists.html": "Lists",
    "standings.html": "Standings",
    "teams.html": "Standings of teams",
    "seals.txt": "Seals on all lists",
    "head.txt": "How far the ledger is, signed",
    "desk.pub": "The public key of the desk",
}
ROUND = re.compile(r"round-(\d{1,3})\.html")
TEXT = "text/plain; charset=utf-8"


def public(desk: Desk) -> HtmlResponse:
    """The page of the event."""
    state, event = desk.state, desk.event
    playing = [one for one in state.entrants.values() if not one.dropped and not one.forgotten]
    lists = [one for player in playing for one in state.lists_of(player.id)]
    here = counted(sum(one.last is not None for one in lists), "list")
    of = f" of {len(lists)}" if state.each > 1 else ""
    counts = f"{counted(len(playing), 'player')}{f', {here}{of} handed in' if state.each else ''}."
    stage = "Lists are locked." if state.locked else due_sentence(desk) if state.each else ""
    parts = [
        tag("h1", event.name),
        tag("p", f"{desk.game.name}. {counts} {stage}"),
        *(tag("p", one) for one in [event.text] if one),
    ]
    links = [tag("li", tag("a", words, href=f"/published/{name}")) for name, words in _names(desk)]
    parts += [tag("ul", *links)] if links else []
    if state.each:
        parts.append(tag("p", "Lists are handed in by the personal link that each player got from the desk."))
    parts.append(tag("p", f"Ledger: {counted(len(desk.chain.lines), 'line')}, head {desk.chain.code}.", class_="quiet"))
    return html(event.name, *parts)


def all_events(desks: Mapping[str, Desk]) -> HtmlResponse:
    """The page of several events that are served together."""
    items = [tag("li", tag("a", one.state.name, href=f"/{name}")) for name, one in desks.items()]
    return html("Events", tag("h1", "Events"), tag("ul", *items))


def published(desk: Desk, name: str) -> HtmlResponse:
    """A public file by its name, which must be in the list: it never becomes a path otherwise."""
    if name not in dict(_names(desk)):
        return refusal(404, "There is nothing here.")
    return HtmlResponse(body=(desk.out / name).read_bytes(), type=HTML if name.endswith(".html") else TEXT)


def _names(desk: Desk) -> list[tuple[str, str]]:
    """The public files that exist, and their titles."""
    there = (
        sorted(one.name for one in desk.out.iterdir() if one.is_file() and not one.is_symlink())
        if desk.out.is_dir()
        else []
    )
    rounds = [(name, f"Round {found[1]}") for name in there if (found := ROUND.fullmatch(name))]
    return [(name, words) for name, words in PUBLIC.items() if name in there] + rounds
