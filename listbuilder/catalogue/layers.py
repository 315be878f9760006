"""What a catalogue is made of, in words: its version, and where it is an overlay or played at an event, that too."""

from __future__ import annotations

from listbuilder.catalogue.game import Game
from listbuilder.letters import on_one_line


def stamp(game: Game) -> str:
    """What lists and reports say of their catalogue: version, what is laid over what, the event it is played at."""
    return _worded(game, game.version)


def laid(game: Game) -> str:
    """The same as cards and sheets print it, beside other things."""
    return _worded(game, f"v{game.version}")


def _worded(game: Game, version: str) -> str:
    layers = f"{'+'.join((*game.below, game.id))} " if game.below else ""
    return f"{layers}{version}" + (f" · {on_one_line(game.event.name)}" if game.event else "")
