"""Marks: what is drawn on a face, as plain data. Points from the top left corner, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import cos, radians, sin
from typing import Literal, NamedTuple

# A millimetre in points.
MM = 72 / 25.4
# A colour of the theme by name (ink, muted, line, tint, shade, paper), or a value such as #1b2733.
Colour = str
Style = Literal["light", "regular", "medium", "bold", "italic"]


class Text(NamedTuple):
    """One line of text with its baseline at `y`. A `tag` starts a new element of the PDF's structure tree."""

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
    """A rectangle with an outline, a fill or both. `tick` boxes are crossed off in play."""

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
    """A closed outline."""

    points: tuple[tuple[float, float], ...]
    filled: bool = False
    stroke: float = 0.7
    colour: Colour = "line"


class Figure(NamedTuple):
    """A drawing of one colour in a square; `path` has PDF operators over a unit square, from its lower left corner."""

    x: float
    y: float
    side: float
    path: str
    colour: Colour = "ink"
    alt: str = ""
    tag: str = ""


class Picture(NamedTuple):
    """An image in a window; `spot` is the place of the whole image, relative to the corner of the window."""

    x: float
    y: float
    width: float
    height: float
    image: bytes
    spot: tuple[float, float, float, float]
    alt: str = ""


Mark = Text | LineMark | Box | Polygon | Figure | Picture
# Marks, and how far right and down they are moved.
Part = tuple[float, float, Sequence[Mark]]


class Sign(NamedTuple):
    """The sign of a group, by number; filled for its leader."""

    number: int
    filled: bool = False


class Icon(NamedTuple):
    """A small drawing among words; `path` has PDF operators over a unit square."""

    path: str
    colour: Colour = "ink"
    alt: str = ""


class Face(NamedTuple):
    """One side of a card; `title` is its bookmark, a `terse` one had no room for flavour."""

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


def translate(mark: Mark, x: float, y: float) -> Mark:
    """The same mark, moved right and down."""
    if isinstance(mark, LineMark):
        return mark._replace(x=mark.x + x, y=mark.y + y, to_x=mark.to_x + x, to_y=mark.to_y + y)
    if isinstance(mark, Polygon):
        return mark._replace(points=tuple((left + x, top + y) for left, top in mark.points))
    return mark._replace(x=mark.x + x, y=mark.y + y)


def with_tag(marks: Sequence[Mark], tag: str) -> tuple[Mark, ...]:
    """Marks with a tag on the first one that a screen reader reads: text, or a drawing with an alternative text."""
    for at, mark in enumerate(marks):
        if isinstance(mark, Text) or (isinstance(mark, Figure) and mark.alt):
            return (*marks[:at], mark._replace(tag=tag), *marks[at + 1 :])
    return tuple(marks)


# Corners, first angle and radius of the signs of groups. They must differ in black and white. Stars have two radii.
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


# QR codes are vector boxes, one for each run of dark modules.
# White modules around a code, as the standard asks.
QUIET = 4
# A module is this large, so that cheap phone cameras read it.
PITCH = 0.6 * MM
# Texts up to this length get the stronger error correction M.
SHORT = 150


@lru_cache(maxsize=64)
def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a QR code, row by row."""
    from reportlab.graphics.barcode import qrencoder  # type: ignore[import-untyped]

    level = qrencoder.QRErrorCorrectLevel.M if len(text) <= SHORT else qrencoder.QRErrorCorrectLevel.L
    code = qrencoder.QRCode(None, level)
    code.addData(qrencoder.QR8bitByte(text.encode().decode("latin-1")))
    code.make()
    numbers = range(code.getModuleCount())
    return tuple(tuple(bool(code.isDark(row, column)) for column in numbers) for row in numbers)


def qr_side(text: str, most: float) -> float:
    """The side of a QR code with its quiet zone, at most `most`."""
    return min((len(qr_modules(text)) + 2 * QUIET) * PITCH, most)


def qr_marks(text: str, x: float, y: float, side: float) -> Iterator[Box]:
    """A QR code in a square, which includes the quiet zone."""
    rows = qr_modules(text)
    step = side / (len(rows) + 2 * QUIET)
    for at, row in enumerate(rows):
        for dark, run in groupby(range(len(row)), key=row.__getitem__):
            columns = list(run)
            if dark:
                left = x + (QUIET + columns[0]) * step
                # A little taller than a module: some viewers show hairlines between boxes that only touch.
                yield Box(left, y + (QUIET + at) * step, len(columns) * step, step * 1.02, 0, "ink")
