"""Judging for programs that judge many lists: the steps from a read document to a report, with games kept at hand."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from listbuilder.catalogue import Game
from listbuilder.errors import CatalogueError
from listbuilder.lists import parse_list
from listbuilder.loader import load_game
from listbuilder.loader.events import load_event
from listbuilder.loader.folders import VARIABLE
from listbuilder.reading import Document
from listbuilder.validator import Report, placed
from listbuilder.validator import judge as judge_list


def judge(document: Document, catalogues: Iterable[Path | str] = (), event: Game | None = None) -> Report:
    """The report on a list that was read."""
    parsed = parse_list(document)
    with placed(parsed):
        game = game_at_hand(parsed.game, catalogues)
    return judge_list(parsed, game, event)


def game_at_hand(name: str, catalogues: Iterable[Path | str] = ()) -> Game:
    """A game as `load_game` finds it; whether its files have changed is looked up once a second, not for every list."""
    folders = catalogue_folders(catalogues)
    try:
        return _kept(name, folders, os.environ.get(VARIABLE, ""), int(time.monotonic()))
    except OSError as error:
        message = f"The catalogue can't be read: {error.strerror}."
        raise CatalogueError.of("file.unreadable", message) from error


def event_at_hand(event: Path | str | Game | None, catalogues: Iterable[Path | str] = ()) -> Game | None:
    """The game as it is played at an event, if one is named by its file or was loaded before."""
    if event is None or isinstance(event, Game):
        return event
    return load_event(Path(event), catalogue_folders(catalogues))


def catalogue_folders(catalogues: Iterable[Path | str]) -> tuple[Path, ...]:
    """Folders of games; a single one must stand in a list too, for a text would be taken letter by letter."""
    if isinstance(catalogues, str | bytes | os.PathLike):
        raise TypeError(f"catalogues are several folders: say [{str(catalogues)!r}]")
    return tuple(Path(one) for one in catalogues)


@lru_cache(maxsize=64)
def _kept(name: str, catalogues: tuple[Path, ...], variable: str, second: int) -> Game:
    return load_game(name, catalogues)
