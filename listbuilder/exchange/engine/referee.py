"""Make referees that judge lists of any game. Loaded games are cached and checked for changes once a second."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from listbuilder.base.errors import CatalogueError
from listbuilder.catalogue import Game
from listbuilder.judging.collection import CollectionSource
from listbuilder.judging.validator import Referee
from listbuilder.loading import load_game
from listbuilder.loading.events import load_event
from listbuilder.loading.folders import VARIABLE


def make_referee(
    catalogues: Iterable[Path | str] = (), event: Game | None = None, collection: CollectionSource | None = None
) -> Referee:
    """A referee that loads games from the given catalogue folders and the built-in ones."""
    folders = catalogue_folders(catalogues)
    return Referee(lambda name: cached_game(name, folders), event, collection)


def cached_game(name: str, catalogues: Iterable[Path | str] = ()) -> Game:
    """The game that `load_game` returns, cached. Files are checked for changes once a second, not for every list."""
    folders = catalogue_folders(catalogues)
    try:
        return _load_cached(name, folders, os.environ.get(VARIABLE, ""), int(time.monotonic()))
    except OSError as error:
        message = f"The catalogue can't be read: {error.strerror}."
        raise CatalogueError.of("file.unreadable", message) from error


def load_event_option(event: Path | str | Game | None, catalogues: Iterable[Path | str] = ()) -> Game | None:
    """The game of an event: None as it is, a loaded event as it is, an event pack loaded from its path."""
    if event is None or isinstance(event, Game):
        return event
    return load_event(Path(event), catalogue_folders(catalogues))


def catalogue_folders(catalogues: Iterable[Path | str]) -> tuple[Path, ...]:
    """The folders as paths. Raises TypeError for a single path, since a string would be iterated by letter."""
    if isinstance(catalogues, str | bytes | os.PathLike):
        raise TypeError(f"catalogues must be a list of folders: write [{str(catalogues)!r}]")
    return tuple(Path(one) for one in catalogues)


@lru_cache(maxsize=64)
def _load_cached(name: str, catalogues: tuple[Path, ...], variable: str, second: int) -> Game:
    return load_game(name, catalogues)
