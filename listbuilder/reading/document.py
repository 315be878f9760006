"""What a read file becomes: a tree of plain values, the line of each node, and the limits it kept.

It must not know which format the file was written in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from listbuilder.reading.characters import show

__all__ = ["CATALOGUE_LIMITS", "LIST_LIMITS", "Document", "Limits", "Path", "Tree", "format_path"]

Tree: TypeAlias = "str | int | float | bool | dict[str, Tree] | list[Tree] | None"
Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True)
class Limits:
    """How big a document may be: bytes in all, levels of nesting, values in all, characters in one text."""

    bytes: int
    depth: int
    nodes: int
    scalar: int


LIST_LIMITS = Limits(bytes=256 * 1024, depth=24, nodes=20_000, scalar=4_000)
CATALOGUE_LIMITS = Limits(bytes=4 * 1024 * 1024, depth=24, nodes=400_000, scalar=8_000)


@dataclass(frozen=True)
class Document:
    """A file that was read; `lines` has the line of each node, for a mapping's value that of its key."""

    data: dict[str, Tree]
    lines: Mapping[Path, int]
    file: str | None = None

    def line(self, path: Path) -> int:
        """The line of a node, or of its nearest parent that is in the file."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return self.lines[()]


def format_path(path: Path) -> str:
    """A path as people write it: `models[2].gear[1]`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{show(step)}" for step in path)
    return "".join(steps).removeprefix(".")
