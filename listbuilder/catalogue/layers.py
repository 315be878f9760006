"""What a catalogue is made of, in words: its version, and where it is an overlay or played at an event, that too."""

from __future__ import annotations

from listbuilder.catalogue.game import Game

__all__ = ["laid", "stamp"]


def stamp(game: Game) -> str:
    """What lists say under `catalogue`: the version, and for an overlay what is laid over what."""
    return f"{'+'.join((*game.below, game.id))} {game.version}" if game.below else game.version


def laid(game: Game) -> str:
    """The catalogue as reports, cards and sheets print it, with the event that it is played at."""
    layers = f"{'+'.join((*game.below, game.id))} " if game.below else ""
    return f"{layers}v{game.version}" + (f" · {game.event.name}" if game.event else "")
