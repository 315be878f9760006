"""Marks: what is drawn on a face, as plain data. Points, from the top left corner, downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from typing import Literal, NamedTuple

# A colour of the theme by its name (ink, muted, line, tint, shade, paper), or one such as #1b2733.
Colour = str
Style = Literal["light", "regular", "medium", "bold", "italic"]


class Text(NamedTuple):
    """One line of text; `y` is its baseline. With a `tag` it begins a part of the structure."""

    x: float
    y: float
    text: str
    size: float
    style: Style = "regular"
    colour: Colour = "ink"
    tag: str = ""


class LineMark(NamedTuple):
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float = 0.4
    colour: Colour = "line"
    dashed: bool = False


class Box(NamedTuple):
    """A rectangle, outlined, filled or both. `tick` boxes are there to be crossed off in play."""

    x: float
    y: float
    width: float
    height: float
    stroke: float = 0.5
    fill: Colour | None = None
    radius: float = 0
    tick: bool = False
    line: Colour = "line"


class Polygon(NamedTuple):
    """A closed outline of points; the marks of groups."""

    points: tuple[tuple[float, float], ...]
    filled: bool = False
    stroke: float = 0.7
    colour: Colour = "line"


class Figure(NamedTuple):
    """A drawing of one colour in a square: PDF operators over a square of side 1, from its lower left corner."""

    x: float
    y: float
    side: float
    path: str
    colour: Colour = "ink"
    alt: str = ""
    tag: str = ""


class Picture(NamedTuple):
    """An image in a window; `spot` is where all of it would lie, from the corner of the window."""

    x: float
    y: float
    width: float
    height: float
    image: bytes
    spot: tuple[float, float, float, float]
    alt: str = ""


class Sign(NamedTuple):
    """The sign of a group, by number; filled for whoever leads it."""

    number: int
    filled: bool = False


class Icon(NamedTuple):
    """A small drawing among words, as PDF operators over a square of side 1."""

    path: str
    colour: Colour = "ink"
    alt: str = ""


# Corners and first angle of regular outlines, each unlike the others in black and white; odd radii make a star.
OUTLINES = (
    (24, 0.0, 1.0),
    (4, 45.0, 1.12),
    (3, 90.0, 1.12),
    (4, 0.0, 1.12),
    (6, 0.0, 1.0),
    (3, -90.0, 1.12),
    (5, 90.0, 1.05),
)
STARS = ((5, 90.0, 0.45), (4, 90.0, 0.4), (6, 90.0, 0.55))


def sign_shape(sign: Sign, x: float, y: float, side: float) -> Polygon:
    """The outline of a sign in a square."""
    number = sign.number % (len(OUTLINES) + len(STARS))
    if number < len(OUTLINES):
        corners, first, scale = OUTLINES[number]
        polar = [(first + 360 * at / corners, scale) for at in range(corners)]
    else:
        corners, first, inner = STARS[number - len(OUTLINES)]
        polar = [(first + 180 * at / corners, 1.1 if at % 2 == 0 else 1.1 * inner) for at in range(2 * corners)]
    half = side / 2
    points = tuple(
        (x + half + half * reach * cos(radians(angle)), y + half - half * reach * sin(radians(angle)))
        for angle, reach in polar
    )
    return Polygon(points, sign.filled)


Mark = Text | LineMark | Box | Polygon | Figure | Picture


# Marks that belong together, and how far right and down they go.
Part = tuple[float, float, Sequence[Mark]]


class Face(NamedTuple):
    """One side of a card; `title` names it in the bookmarks, a `terse` one had no room for flavour."""

    width: float
    height: float
    parts: tuple[Part, ...]
    title: str = ""
    body: float = 0
    terse: bool = False

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks in their places."""
        return place_marks(self.parts)


def place_marks(parts: Iterable[Part]) -> tuple[Mark, ...]:
    """All marks of some parts in their places."""
    return tuple(translate(mark, x, y) for x, y, marks in parts for mark in marks)


def with_tag(marks: Sequence[Mark], tag: str) -> tuple[Mark, ...]:
    """Marks of which the first that is read, a text or a drawing with words for it, begins a part of the structure."""
    for at, mark in enumerate(marks):
        if isinstance(mark, Text) or (isinstance(mark, Figure) and mark.alt):
            return (*marks[:at], mark._replace(tag=tag), *marks[at + 1 :])
    return tuple(marks)


def translate(mark: Mark, x: float, y: float) -> Mark:
    """The same mark further right and down."""
    if isinstance(mark, LineMark):
        return mark._replace(x=mark.x + x, y=mark.y + y, to_x=mark.to_x + x, to_y=mark.to_y + y)
    if isinstance(mark, Polygon):
        return mark._replace(points=tuple((left + x, top + y) for left, top in mark.points))
    return mark._replace(x=mark.x + x, y=mark.y + y)
