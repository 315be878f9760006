"""Who plays: `players.yaml`, the only file of an event with personal data.

A file goes in, players come out, and the other way round. Everything else at the desk knows a player by an id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.spelling import did_you_mean
from listbuilder.lists.yaml_surgery import flow_text
from listbuilder.storage.files import write_text
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, read_file

CONSENTS = ("name", "list")
ID = re.compile(r"[a-z][a-z0-9-]{0,31}")
MOST_TEXT = 120


@record
class Player:
    """A player: `shown` is the name for others to see, `consent` what may be published: the name, the list."""

    id: str
    name: str
    shown: str = ""
    contact: str = ""
    club: str = ""
    nation: str = ""
    team: str = ""
    paid: bool = False
    consent: tuple[str, ...] = ()

    @property
    def public(self) -> str:
        """What the public may call the player."""
        return (self.shown or self.name) if "name" in self.consent else f"Player {self.id.removeprefix('p')}"


KEYS = tuple(one.name for one in fields(Player))


def same_name(one: str, other: str) -> bool:
    """Whether two names are one, in any case and with any spaces."""
    return bool(one.split()) and one.casefold().split() == other.casefold().split()


def read_players(path: Path) -> dict[str, Player]:
    """The players of an event by their ids, or DocumentError with every mistake."""
    document = read_file(path, limits=CATALOGUE_LIMITS)
    problems: list[Finding] = []
    rows = document.data.get("players") or []
    strays = [key for key in document.data if key != "players"]
    problems += [_problem(document, (key,), f"Unknown key `{key}`.", "The only key is players.") for key in strays]
    found: dict[str, Player] = {}
    if not isinstance(rows, list):
        problems.append(_problem(document, ("players",), "`players` must be a list.", "Start each player with `- `."))
        rows = []
    for at, row in enumerate(rows):
        one = _player(document, at, row, problems)
        if one is not None and one.id in found:
            problems.append(_problem(document, ("players", at), f"Two players have the id {one.id}.", "Change one."))
        elif one is not None:
            found[one.id] = one
    if problems:
        raise DocumentError(f"{path} has {len(problems)} mistake(s).", tuple(problems))
    return found


def _player(document: Document, at: int, row: Tree, problems: list[Finding]) -> Player | None:
    path = ("players", at)
    if not isinstance(row, dict):
        problems.append(_problem(document, path, "A player is keys and values.", "Write `{id: p01, name: …}`."))
        return None
    before = len(problems)
    for key, value in row.items():
        fault = _fault(key, value)
        if fault:
            problems.append(_problem(document, (*path, key), *fault))
    lacking = [key for key in ("id", "name") if not row.get(key)]
    problems += [_problem(document, path, f"`{key}` is missing.", f"Add `{key}: …`.") for key in lacking]
    if len(problems) > before:
        return None
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Player(**values)


def _fault(key: str, value: Tree) -> tuple[str, str] | None:
    """What is wrong with one key of a player."""
    if key not in KEYS:
        return f"Unknown key `{key}`.", did_you_mean(key, KEYS) or f"The keys are {', '.join(KEYS)}."
    if key == "paid":
        return None if isinstance(value, bool) else ("`paid` must be true or false.", "")
    if key == "consent":
        wrong = [one for one in value if one not in CONSENTS] if isinstance(value, list) else [value]
        return (
            (f"`consent` can't be {wrong[0]!r}.", "Write `consent: [name, list]`, or one of them.") if wrong else None
        )
    if not isinstance(value, str) or len(value) > MOST_TEXT or "\n" in value:
        return f"`{key}` must be a text of one line.", "Put it in quotes."
    if key == "id" and not ID.fullmatch(value):
        return f"The id {value!r} can't be used.", "Write small letters, digits and hyphens, such as p07."
    return None


def write_players(path: Path, players: Iterable[Player]) -> None:
    """Put the players into their file."""
    write_text(path, players_text(players), replace=True, private=True)


def players_text(players: Iterable[Player]) -> str:
    """The file of players, one a line."""
    rows = [f"  - {flow_text(_said(one))}" for one in players]
    head = "# Who plays. The only file of this event with personal data.\n"
    return head + ("players:\n" + "\n".join(rows) if rows else "players: []") + "\n"


def _said(player: Player) -> dict[str, Tree]:
    """The keys of a player that say something."""
    own: Mapping[str, Any] = vars(player)
    return {key: list(own[key]) if isinstance(own[key], tuple) else own[key] for key in KEYS if own[key]}


def _problem(document: Document, path: tuple[str | int, ...], message: str, hint: str) -> Finding:
    return Finding(code="desk.players", message=message, hint=hint, file=document.file, line=document.line(path))
