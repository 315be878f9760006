"""A game as it is played at an event: the pack is read and laid over its game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from listbuilder.catalogue import Game
from listbuilder.errors import CatalogueError, UnknownGameError
from listbuilder.finding import Finding
from listbuilder.loader.folders import digest_of
from listbuilder.reading import CATALOGUE_LIMITS, read_file

__all__ = ["load_event"]


def load_event(path: Path, catalogues: Iterable[Path] = ()) -> Game:
    """The game of an event pack with the pack laid over it, or CatalogueError with every problem."""
    from listbuilder.loader import game_chain

    document = read_file(path, limits=CATALOGUE_LIMITS)
    name = document.data.get("game")
    if not isinstance(name, str):
        message = "The event names no game."
        finding = Finding(
            code="catalogue.missing", message=message, hint="Add `game: …`.", file=str(path), line=document.line(())
        )
        raise CatalogueError(message, (finding,))
    try:
        chain, _ = game_chain(name, catalogues)
    except UnknownGameError as error:
        where = {"file": str(path), "line": document.line(("game",))}
        raise UnknownGameError(str(error), tuple(replace(one, **where) for one in error.findings)) from None  # type: ignore[arg-type]
    return _load(chain, digest_of(chain, document.data), path)


@lru_cache(maxsize=16)
def _load(chain: tuple[Path, ...], digest: str, path: Path) -> Game:
    from listbuilder.loader import compiled, compiled_key

    key = compiled_key(chain, digest)
    game = compiled.load(key)
    if game is None:
        from listbuilder.loader.assemble import assemble

        game = assemble(list(chain), event=read_file(path, limits=CATALOGUE_LIMITS))
        compiled.store(key, game)
    return game
