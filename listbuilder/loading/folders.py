"""Where games live: the shipped catalogue, folders from the environment, folders the user names."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

from listbuilder.base.errors import CatalogueError, DocumentError
from listbuilder.catalogue.event_pack import RUNNING
from listbuilder.storage.files import real_path
from listbuilder.storage.reading import CATALOGUE_LIMITS, Tree, read_raw

VARIABLE = "LISTBUILDER_CATALOGUE"
MOST_FILES = 2_000
CASES = "tests.yaml"
"""Lists with the verdicts that their author expects, beside the files of a game."""
# Folders upwards, and entries of one folder, that are looked at.
NEAR, MOST_NEAR = 3, 1000


def shipped(name: str) -> Path:
    """A folder that travels with the package: `catalogue`, `templates` or `schemas`."""
    inside = Path(__file__).resolve().parent.parent / "shipped" / name
    # In a checkout they are at the top of the repository; a wheel has them inside the package.
    return inside if inside.is_dir() else Path(__file__).resolve().parents[2] / name


def game_folders(extra: Iterable[Path] = ()) -> dict[str, Path]:
    """Every game by id. Two folders for one game, or a folder that is not there, are an error and never a guess."""
    # An empty part would be the working folder.
    named = [Path(part) for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    found: dict[str, Path] = {}
    for root in (shipped("catalogue"), *named, *extra):
        for folder in _games_in(root):
            id = real_path(folder).name
            # The same folder may be named twice, also through a link.
            if id in found and real_path(found[id]) != real_path(folder):
                raise CatalogueError.of(
                    "catalogue.id",
                    f"{folder} and {found[id]} are both the game {id}.",
                    "Rename one, or let it `extend` the other.",
                )
            found[id] = folder
    return found


def _games_in(root: Path) -> list[Path]:
    """The folders of games in a folder, or itself where it is one."""
    hint = f"Check --catalogue and {VARIABLE}."
    try:
        if not root.is_dir():
            raise CatalogueError.of("catalogue.id", f"{root} is not a folder of games.", hint)
        some = [root] if (root / "game.yaml").is_file() else sorted(root.iterdir())
        return [folder for folder in some if (folder / "game.yaml").is_file()]
    except OSError as error:
        raise CatalogueError.of("catalogue.id", f"{root} can't be looked into: {error.strerror}.", hint) from error


def near_games(place: Path) -> dict[str, Path]:
    """The games around a file or folder, by id: the one it is inside of and those beside that, or those beside itself.

    The path may come from a stranger: one that can't be read has no games near it.
    """
    try:
        start = real_path(place)
        start = start if os.path.isdir(start) else start.parent
        inside = next((one for one in (start, *start.parents[:NEAR]) if is_game(one)), None)
        beside = [Path(one.path) for one in islice(os.scandir(inside.parent if inside else start), MOST_NEAR)]
    except (OSError, ValueError):
        return {}
    return {one.name: one for one in sorted({*beside, *([inside] if inside else [])}) if is_game(one)}


def is_game(folder: Path) -> bool:
    """Whether a folder is that of a game; one that can't be looked at is none."""
    return os.path.isfile(f"{folder}/game.yaml")  # noqa: PTH113


def files_of(folder: Path) -> list[Path]:
    """The YAML files of a game, game.yaml first, without its cases."""
    # One level only: lists and templates lie in folders below.
    every = (path for path in folder.glob("*.yaml") if path.name != CASES)
    found = sorted(every, key=lambda path: (path.name != "game.yaml", path.name))
    if len(found) > MOST_FILES:
        raise CatalogueError.of(
            "catalogue.id", f"{folder} has {len(found)} files; a game has at most {MOST_FILES}.", "Put them together."
        )
    return found


def digest_of(folders: Iterable[Path], event: Mapping[str, Tree] | None = None) -> str:
    """A hash of every file's name and content, and of what an event changes in them; how it is run is no part of it."""
    found = hashlib.sha256()
    for folder in folders:
        for path in files_of(folder):
            # Names and contents apart, so that moving text from one file to another changes the digest.
            found.update(os.fsencode(path.name) + b"\0" + read_part(path) + b"\0")
    if event is not None:
        found.update(canonical_bytes({key: value for key, value in event.items() if key not in RUNNING}))
    return found.hexdigest()


def canonical_bytes(tree: Mapping[str, Tree]) -> bytes:
    """The content of a document in one form, without comments, quotes and the order of keys."""
    return json.dumps(tree, sort_keys=True).encode()


def read_part(path: Path) -> bytes:
    """The bytes of a file of a game; pipes, devices and files that are too large are refused."""
    try:
        return read_raw(path, limits=CATALOGUE_LIMITS)
    except DocumentError as error:
        raise CatalogueError(str(error), error.findings) from error
