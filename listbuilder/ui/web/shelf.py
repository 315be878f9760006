"""Where a judge finds games, events, starter lists and card templates: in folders, or in one packed file of a site."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from listbuilder.base.errors import UnknownGameError
from listbuilder.base.findings import Finding
from listbuilder.base.records import pack, unpacker
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import slug
from listbuilder.catalogue import Game
from listbuilder.storage.reading import Tree
from listbuilder.ui.web.answers import RefusedError

if TYPE_CHECKING:
    from listbuilder.loading.templates import Templates


class Shelf(Protocol):
    """What the builder needs besides the list itself."""

    @property
    def ids(self) -> list[str]:
        """The ids of all games."""

    def load(self, name: str) -> Game:
        """A game as a list names it, by id or printed name; UnknownGameError if there is none."""

    def event(self, name: str | None) -> Game | None:
        """A game as an event changes it; None without a name."""

    def starters(self, id: str) -> list[Mapping[str, Tree]]:
        """The starter lists of a game."""

    def templates(self, id: str) -> Templates:
        """The templates for cards of a game."""


class FolderShelf:
    """Games in folders, read again when their files change."""

    def __init__(self, catalogues: Iterable[Path] = (), events: Iterable[Game] = ()) -> None:
        self.catalogues = tuple(catalogues)
        self.events = {slug(game.event.name): game for game in events if game.event}

    @property
    def ids(self) -> list[str]:
        from listbuilder.loading import game_folders

        return list(game_folders(self.catalogues))

    def load(self, name: str) -> Game:
        from listbuilder.exchange.engine.importer import cached_game

        return cached_game(name, self.catalogues)

    def event(self, name: str | None) -> Game | None:
        found: Game | None = find_event(self.events, name)
        return found

    def starters(self, id: str) -> list[Mapping[str, Tree]]:
        from listbuilder.storage.reading import read_file

        return [read_file(path).data for path in self._starter_files(id)]

    def has_starters(self, id: str) -> bool:
        """Whether a game has starter lists; they are not read."""
        return bool(self._starter_files(id))

    def _starter_files(self, id: str) -> list[Path]:
        from listbuilder.loading import game_folders

        return sorted((game_folders(self.catalogues)[id] / "lists").glob("*.yaml"))

    def templates(self, id: str) -> Templates:
        from listbuilder.loading.templates import load_templates, template_folders

        return load_templates(*template_folders(id, self.catalogues))


class PackedShelf:
    """Games in one JSON document that `pack_shelf` made. A game is unpacked when it is first asked for."""

    def __init__(self, text: str) -> None:
        packed = json.loads(text)
        self._games: dict[str, str] = packed["games"]
        self._names: dict[str, str] = packed["names"]
        self._events: dict[str, str] = packed["events"]
        self._starters: dict[str, list[Mapping[str, Tree]]] = packed["starters"]
        self._templates: dict[str, str] = packed["templates"]
        # Compiled values are frozen, so every list can share them.
        self._unpack = cache(_unpack_game)
        self._unpack_templates = cache(_unpack_templates)

    @property
    def ids(self) -> list[str]:
        return list(self._games)

    def load(self, name: str) -> Game:
        id = slug(name) if isinstance(name, str) else ""
        id = self._names.get(id, id)
        if id not in self._games:
            message = f"There is no game {str(name)[:80]!r} on this page."
            hint = did_you_mean(id, self._games) or f"The games are {', '.join(self._games)}."
            finding = Finding(code="game.unknown", message=message, hint=hint, where="game", path=("game",))
            raise UnknownGameError(message, (finding,))
        return self._unpack(self._games[id])

    def event(self, name: str | None) -> Game | None:
        found = find_event(self._events, name)
        return None if found is None else self._unpack(found)

    def starters(self, id: str) -> list[Mapping[str, Tree]]:
        return self._starters[id]

    def templates(self, id: str) -> Templates:
        return self._unpack_templates(self._templates[id])


def pack_shelf(shelf: Shelf, ids: Iterable[str], events: Iterable[Game] = ()) -> str:
    """Some games and events of a shelf as the JSON text that `PackedShelf` reads."""
    ids = list(ids)
    games = {id: shelf.load(id) for id in ids}
    packed = {
        "games": {id: _dump(pack(game)) for id, game in games.items()},
        "names": {slug(game.name): id for id, game in games.items()},
        "events": {slug(game.event.name): _dump(pack(game)) for game in events if game.event},
        "starters": {id: shelf.starters(id) for id in ids},
        "templates": {id: _dump(pack(shelf.templates(id))) for id in ids},
    }
    return _dump(packed)


def starters_document(shelf: Shelf, id: str) -> dict[str, Any]:
    """The starter lists of a game, each with its name."""
    return {"lists": [{"name": str(one.get("name", "")), "list": one} for one in shelf.starters(id)]}


def find_event(events: Mapping[str, Any], name: str | None) -> Any:
    """An event by its name; None without a name."""
    if name is None:
        return None
    if slug(name) not in events:
        raise RefusedError(404, "event.unknown", "There is no event of that name here; GET / lists them.")
    return events[slug(name)]


def _unpack_game(text: str) -> Game:
    from listbuilder.loading.compiled import restore

    game: Game = json.loads(text, object_hook=restore)
    return game


def _unpack_templates(text: str) -> Templates:
    from listbuilder.loading.templates.template_reader import CLASSES

    templates: Templates = json.loads(text, object_hook=unpacker(CLASSES))
    return templates


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
