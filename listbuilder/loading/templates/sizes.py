"""Sizes of cards, paper and type, and themes."""

from __future__ import annotations

import re
from functools import cache

from listbuilder.base.records import record
from listbuilder.base.values import BadFormError

# Colours as `#rrggbb`: their channels, how far two stand apart, and what lies between them.


PAPER = "#ffffff"
FORM = re.compile(r"#[0-9a-fA-F]{6}")


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    if not FORM.fullmatch(colour):
        raise BadFormError(colour, "not a colour such as '#1b2733'")
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


@cache
def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21, as accessibility guidelines define it."""

    def light(colour: str) -> float:
        # Relative luminance as WCAG defines it.
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@cache
def mixed(colour: str, other: str, share: float) -> str:
    """A colour mixed with a share of another."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * share)):02x}" for a, b in pairs)


@cache
def readable(colour: str, least: float) -> str:
    """The colour, darkened until its contrast with paper is at least `least`."""
    share = 0.0
    while contrast(mixed(colour, "#000000", share), PAPER) < least and share < 1:
        share += 0.05
    return mixed(colour, "#000000", min(share, 1.0))


@record
class CardSize:
    """A card in millimetres; `body` is the largest size of its text."""

    name: str
    """What the size is called."""
    width: float
    """Its width in millimetres."""
    height: float
    """Its height in millimetres."""
    body: float = 8
    """The largest size of its text, in points."""


@record
class Paper:
    """A sheet of paper in millimetres."""

    name: str
    """What the paper is called."""
    width: float
    """Its width in millimetres."""
    height: float
    """Its height in millimetres."""


@record
class Typeface:
    """Sizes of type in points: nothing is smaller than `floor`; text goes on to a back before it is under `steady`."""

    floor: float
    """No type is smaller than this, in points."""
    steady: float
    """Text goes on to a back before it is smaller than this, in points."""
    least_name: float
    """Names are smaller than this only when they take four lines, in points."""
    contrast: float
    """How far text must stand out from its ground, as a ratio."""
    larger: float = 1
    """So many times the sizes of type in a layout."""


@record
class Fontfiles:
    """A typeface of a template: TrueType files beside it, by style. A style that is left out has the nearest one."""

    regular: str
    """The TrueType file of plain words."""
    bold: str = ""
    """That of bold words."""
    medium: str = ""
    """That of words between plain and bold."""
    italic: str = ""
    """That of slanted words."""
    light: str = ""
    """That of light words."""

    @property
    def named(self) -> dict[str, str]:
        """The files by style, as far as they are named."""
        all_ = {"bold": self.bold, "medium": self.medium, "italic": self.italic, "light": self.light}
        return {"regular": self.regular} | {style: name for style, name in all_.items() if name}

    def file(self, style: str) -> str:
        """The file for a style."""
        near = {"bold": "medium", "medium": "bold"}.get(style, style)
        return self.named.get(style) or self.named.get(near) or self.regular


@record
class Theme:
    """Colours on white paper, as `#rrggbb`; with an `accent` every card has that one, else each its own."""

    name: str
    """What the theme is called."""
    ink: str
    """The colour of text."""
    muted: str
    """The colour of text of less weight."""
    line: str
    """The colour of rules and boxes."""
    tint: str
    """The ground behind labels."""
    shade: str
    """The ground of boxes past a threshold."""
    accent: str = ""
    """One colour for all cards; left out, each has its own."""

    def __post_init__(self) -> None:
        for colour in filter(None, (self.ink, self.muted, self.line, self.tint, self.shade, self.accent)):
            channels(colour)

    def weak(self, least: float) -> list[str]:
        """The colours of text that do not stand out from paper or tint by the ratio `least`."""
        pairs = [(self.ink, "ink"), (self.muted, "muted")] + ([(self.accent, "accent")] if self.accent else [])
        return sorted(
            {name for colour, name in pairs for ground in (PAPER, self.tint) if contrast(colour, ground) < least}
        )
