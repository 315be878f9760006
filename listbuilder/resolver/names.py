"""Names in a list file: the entry a player means, or a finding that says what they may have meant."""

from __future__ import annotations

from listbuilder.catalogue import ENTRY_TYPES, Entry, Game
from listbuilder.finding import Finding
from listbuilder.spelling import did_you_mean
from listbuilder.values import slug

__all__ = ["unknown_entry", "unknown_name"]


def unknown_entry(kind: str, name: str) -> Entry:
    """A stand-in that keeps a name the catalogue does not know; it costs nothing and does nothing."""
    return ENTRY_TYPES["option"](id=slug(name), kind=kind, name=name, unknown=True)


def unknown_name(game: Game, kind: str, name: str, where: str, slot: str) -> Finding:
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
    article = "an" if noun[:1] in "aeiou" else "a"
    return Finding(
        code="name.unknown", message=f'"{name}" is not {article} {noun} in {game.name}.', hint=hint, where=where
    )
