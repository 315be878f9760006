"""From typed values back to the author's files: where short forms left steps out, the nearest line is found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from listbuilder.loading.raw_parts import Origin, Parts
from listbuilder.storage.reading import Path, Tree

Place = Callable[[Path], Origin]


def place_in(parts: Parts) -> Place:
    """The places of the head, whichever files its pieces come from."""

    def place(path: Path) -> Origin:
        for length in range(len(path), -1, -1):
            if path[:length] in parts.origins:
                return inside(parts.origins[path[:length]], path[length:])
        return parts.origin(())

    return place


def inside(origin: Origin, path: Path) -> Origin:
    """The place that a way through typed values leads to; steps that the author left out are passed over."""
    if path and (first := origin.at(path[0])).path != (*origin.path, path[0]):
        # A patch wrote this key, in another file.
        return inside(first, path[1:])
    data = _read(origin)
    # Entries take what they do not say from the `defaults` of their file.
    if path and isinstance(data, dict) and path[0] not in data and _has(origin.document.data.get("defaults"), path[0]):
        origin, data = Origin(origin.document, ("defaults",)), origin.document.data["defaults"]
    for step in path:
        if _has(data, step):
            origin = origin.at(step)
            data = data[step]  # type: ignore[index]
    return origin


def place_below(place: Place, *start: str | int) -> Place:
    """The places inside one part of something, such as one of its rules."""
    return lambda path: place((*start, *path))


def entry_place(origin: Origin) -> Place:
    """The places of one entry."""
    return partial(inside, origin)


def _read(origin: Origin) -> Tree:
    """What is written at a place."""
    data: Tree = origin.document.data
    for step in origin.path:
        if not _has(data, step):
            return None
        data = data[step]  # type: ignore[index]
    return data


def _has(data: Tree, step: str | int) -> bool:
    """Whether there is something one step further in."""
    if isinstance(data, dict):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)
