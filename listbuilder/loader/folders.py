"""Where games live: the shipped catalogue, folders from the environment, folders the user names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["game_folders", "shipped"]

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
