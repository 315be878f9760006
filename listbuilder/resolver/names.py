"""Names in a list file: the entry a player means, or a finding that says what they may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.catalogue import ENTRY_TYPES, Entry, Game
from listbuilder.finding import Finding
from listbuilder.reading import Path, format_path
from listbuilder.spelling import did_you_mean
from listbuilder.values import slug
from listbuilder.wording import either


def unknown_entry(kind: str, name: str) -> Entry:
    """A stand-in that keeps a name the catalogue does not know; it costs nothing and does nothing.

    A name of nothing but blanks can't be seen or printed, so that a mark stands for it.
    """
    return ENTRY_TYPES["option"](id=slug(name), kind=kind, name=name if name.strip() else "?", unknown=True)


def unknown_name(game: Game, kind: str, name: str, path: Path, slot: str) -> Finding:
    """The finding for a name that is not an entry of the slot's kind."""
    noun = game.kind_name(kind).lower()
    elsewhere = [other for other in game.names if other != kind and game.find(other, name)]
    places = [
        id for sheet in (game.model, game.list, game.group) for id, one in sheet.slots.items() if one.kind in elsewhere
    ]
    if places:
        hint = f"{name} goes under `{places[0]}:`, not `{slot}:`."
    else:
        known = [entry.name for entry in game.entries if entry.kind == kind]
        hint = did_you_mean(name, known) or f"`listbuilder show {game.id} {kind}` lists them."
    return Finding(
        code="name.unknown",
        message=f'{game.name} has no {noun} "{name}".',
        hint=hint,
        where=format_path(path),
        path=path,
        data={"name": name, "kind": kind, "slot": slot},
    )


def unclear_name(name: str, meant: Iterable[Entry], path: Path) -> Finding:
    """The finding for a name that could be several entries."""
    ids = [entry.id for entry in meant]
    return Finding(
        code="name.unclear",
        message=f'"{name}" can mean {either(ids)}.',
        hint=f"Write the id of the one that is meant, such as `{ids[0]}`.",
        where=format_path(path),
        path=path,
        data={"name": name, "ids": ids},
    )
