"""What is here: the page at `/` for people, and the same as data for programs that ask for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from listbuilder import __version__
from listbuilder.catalogue import Game
from listbuilder.service.answers import json_bytes


class Address(NamedTuple):
    """An address of the service."""

    method: str
    path: str
    about: str


def wants_json(accept: str) -> bool:
    """Whether a client asks for JSON; a browser names HTML as well, and one that takes anything gets the page."""
    return "json" in accept and "html" not in accept


def event_names(events: Iterable[Game]) -> dict[str, str]:
    """The events that lists can be judged for, each with its game."""
    return {game.event.name: game.id for game in events if game.event}


def index_json(addresses: list[Address], events: Mapping[str, str]) -> bytes:
    """The addresses and the events as data."""
    listed = [address._asdict() for address in addresses]
    played = [{"name": name, "game": game} for name, game in events.items()]
    return json_bytes({"service": "listbuilder", "version": __version__, "addresses": listed, "events": played})


def index_page(addresses: list[Address], games: list[tuple[str, str]], events: Mapping[str, str]) -> bytes:
    """The addresses, the games and the events as a plain page without scripts, styles or pictures."""
    rows = "".join(f"<tr><td>{one.method}<td>{_link(one)}<td>{escape(one.about)}\n" for one in addresses)
    items = "".join(f'<li><a href="/games/{escape(id)}">{escape(name)}</a>\n' for id, name in games)
    played = "".join(f"<li>{escape(name)}, of {escape(game)}\n" for name, game in events.items())
    told = f"<h2>Events</h2>\n<p>A request names one as <code>event</code>.\n<ul>\n{played}</ul>\n" if played else ""
    page = f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>listbuilder</title>
<h1>listbuilder {escape(__version__)}</h1>
<p><strong><a href="/build/">Build a list</a></strong>: on a phone or a large screen, offline too.
<h2>For programs</h2>
<p>This service judges lists for skirmish games and imports them as resolved forces;
<a href="/openapi.json">openapi.json</a> describes it in full.
<table>
<tr><th>Method<th>Address<th>What it does
{rows}</table>
<h2>Games</h2>
<ul>
{items}</ul>
{told}</html>
"""
    return page.encode()


def _link(address: Address) -> str:
    path = escape(address.path)
    return f'<a href="{path}">{path}</a>' if address.method == "GET" and "{" not in path else f"<code>{path}</code>"
