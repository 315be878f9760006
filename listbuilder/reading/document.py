"""What a read file becomes: a tree of plain values, the line of each node, and the limits it kept.

It must not know which format the file was written in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from listbuilder.reading.characters import show

Tree: TypeAlias = "str | int | float | bool | dict[str, Tree] | list[Tree] | None"
LineTree: TypeAlias = "int | tuple[int, dict[str, LineTree] | list[LineTree]]"
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


class Lines(Mapping[Path, int]):
    """The line of each node by its path. They are kept as a tree beside the data: few paths are ever asked for."""

    def __init__(self, root: LineTree, count: int) -> None:
        self._root = root
        self._count = count

    def __getitem__(self, path: Path) -> int:
        found: LineTree = self._root
        try:
            for step in path:
                found = found[1][step]  # type: ignore[index]
        except (IndexError, TypeError):
            raise KeyError(path) from None
        return found[0] if isinstance(found, tuple) else found

    def __iter__(self) -> Iterator[Path]:
        ahead: list[tuple[Path, LineTree]] = [((), self._root)]
        while ahead:
            path, found = ahead.pop()
            yield path
            inside = found[1] if isinstance(found, tuple) else []
            steps = inside.items() if isinstance(inside, dict) else enumerate(inside)
            ahead += reversed([((*path, step), one) for step, one in steps])

    def __len__(self) -> int:
        return self._count


@dataclass(frozen=True)
class Document:
    """A file that was read; `lines` has the line of each node, for a mapping's value that of its key.

    `plain` says that every text in it was seen to be printable ASCII, so that nothing can hide in one.
    """

    data: dict[str, Tree]
    lines: Mapping[Path, int]
    file: str | None = None
    plain: bool = False

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
