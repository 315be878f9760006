"""Drawings of one colour: icons and emblems as paths in YAML, made into PDF operators over a square of side 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from math import cos, pi, sin

from listbuilder.base.records import record
from listbuilder.base.values import BadKeyError

TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}
PART = re.compile(r"\s*([MLHVCZ])([^A-Za-z]*)")
# Control points at this share of the radius make four cubic curves a circle, to within 0.03 %.
ROUND = 0.5523
CURVES = {"m": "M", "l": "L", "c": "C", "h": "Z"}


@record
class Drawing:
    """A drawing in a square of side `box`, from the top left: outlines, discs and rings; `words` are what an icon says.

    A path is written with M, L, H, V, C and Z and absolute numbers; what it encloses twice is left out. A circle is
    `[x, y, radius]`, a ring `[x, y, radius, inner radius]`.
    """

    box: float = 24
    """The side of the square it is drawn in."""
    paths: tuple[str, ...] = ()
    """Outlines, with M, L, H, V, C and Z and absolute numbers."""
    circles: tuple[tuple[float, ...], ...] = ()
    """Discs [x, y, radius] and rings [x, y, radius, inner radius]."""
    words: tuple[str, ...] = ()
    """The words that it stands for on a card."""

    def __post_init__(self) -> None:
        if self.box <= 0:
            raise BadKeyError("box", "`box` is the side of a square, such as 24")
        if not self.paths and not self.circles:
            raise ValueError("say `paths`, `circles` or both")
        for circle in self.circles:
            if len(circle) not in (3, 4) or circle[2] <= 0:
                raise BadKeyError("circles", "`circles` are written [x, y, radius] or [x, y, radius, inner radius]")
        # A path that can't be drawn is refused when it is read, not when a card is printed.
        assert self.operators

    @cached_property
    def operators(self) -> str:
        """What draws it in a PDF."""
        parts = [path_operators(path, self.box) for path in self.paths]
        parts += [circle_operators(circle, self.box) for circle in self.circles]
        return " ".join(f"{part} f*" for part in parts)


def path_operators(path: str, box: float) -> str:
    """An outline as PDF operators."""
    return " ".join(steps(path, box))


def steps(path: str, box: float) -> Iterator[str]:
    """The operators of an outline, one by one; raises BadKeyError where it can't be read."""
    at, x, y = 0, 0.0, 0.0
    if not path.lstrip().startswith("M"):
        raise BadKeyError("paths", f"`paths`: {path[:20]!r} does not begin with M")
    while path[at:].strip():
        found = PART.match(path, at)
        if found is None:
            raise BadKeyError("paths", f"`paths`: {path[at : at + 20]!r} is none of M, L, H, V, C, Z with numbers")
        letter, numbers = found[1], [float(one) for one in re.findall(r"[-+]?(?:\d*\.\d+|\d+)", found[2])]
        takes = TAKES[letter]
        if len(numbers) % takes if takes else numbers:
            raise BadKeyError("paths", f"`paths`: {letter} takes {takes} numbers, not {len(numbers)}")
        at = found.end()
        if letter == "Z":
            yield "h"
        for start in range(0, len(numbers), takes or 1):
            one = numbers[start : start + takes]
            full = [one[0], y] if letter == "H" else [x, one[0]] if letter == "V" else one
            x, y = full[-2:]
            operator = "c" if letter == "C" else "m" if letter == "M" and start == 0 else "l"
            yield f"{placed(full, box)} {operator}"


def placed(numbers: list[float], box: float) -> str:
    """Points in the square of side 1, upwards as PDF counts."""
    return " ".join(f"{n / box if at % 2 == 0 else 1 - n / box:.4g}" for at, n in enumerate(numbers))


def circle_operators(circle: tuple[float, ...], box: float) -> str:
    """A disc or a ring as PDF operators."""
    x, y, *radii = circle
    return " ".join(round_path(x, y, radius, box) for radius in radii if radius)


def round_path(x: float, y: float, r: float, box: float) -> str:
    """A circle of four curves."""
    k = r * ROUND
    curves = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    return " ".join([f"{placed([x + r, y], box)} m", *(f"{placed(list(one), box)} c" for one in curves), "h"])


def made_emblem(number: int) -> Drawing:
    """A default emblem: a ring around a star whose shape depends on the number."""
    points, depth = 3 + number % 6, (0.42, 0.6, 0.78)[number // 6 % 3]
    corners = []
    for at in range(2 * points):
        reach = 7.5 if at % 2 == 0 else 7.5 * depth
        angle = pi * at / points - pi / 2
        corners.append(f"{12 + reach * cos(angle):.2f} {12 + reach * sin(angle):.2f}")
    return Drawing(paths=(f"M {corners[0]} L {' '.join(corners[1:])} Z",), circles=((12, 12, 11.5, 10.2),))


def outline_paths(operators: str) -> list[str]:
    """PDF operators as SVG paths, one for each outline; their letters come before their numbers."""
    paths = []
    for part in operators.split("f*"):
        path, numbers = [], list[str]()
        for word in part.split():
            if word in CURVES:
                path.append(f"{CURVES[word]}{' '.join(numbers)}")
                numbers = []
            else:
                numbers.append(word)
        if path:
            paths.append(" ".join(path))
    return paths
