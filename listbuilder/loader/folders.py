"""Where games live: the shipped catalogue, folders from the environment, folders the user names."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["digest_of", "files_of", "game_folders", "shipped"]

VARIABLE = "LISTBUILDER_CATALOGUE"


def shipped(name: str) -> Path:
    """A folder that travels with the package: `catalogue`, `templates` or `schemas`."""
    inside = Path(__file__).resolve().parent.parent / "shipped" / name
    return inside if inside.is_dir() else Path(__file__).resolve().parents[2] / name


def game_folders(extra: Iterable[Path] = ()) -> dict[str, Path]:
    """Every game by id; a folder named later never hides one named earlier."""
    named = [Path(part) for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    found: dict[str, Path] = {}
    for root in (shipped("catalogue"), *named, *extra):
        if (root / "game.yaml").is_file():
            found.setdefault(root.resolve().name, root)
            continue
        folders = sorted(root.iterdir()) if root.is_dir() else []
        for folder in folders:
            if (folder / "game.yaml").is_file():
                found.setdefault(folder.name, folder)
    return found


def files_of(folder: Path) -> list[Path]:
    """The YAML files of a game, game.yaml first."""
    return sorted(folder.glob("*.yaml"), key=lambda path: (path.name != "game.yaml", path.name))


def digest_of(folders: Iterable[Path]) -> str:
    """A hash of every file's name and content: the same catalogue to the letter has the same digest."""
    found = hashlib.sha256()
    for folder in folders:
        for path in files_of(folder):
            found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()
