"""Colours as `#rrggbb`: their channels, how far two stand apart, and what lies between them."""

from __future__ import annotations

import re
from functools import cache

PAPER = "#ffffff"
FORM = re.compile(r"#[0-9a-fA-F]{6}")


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    if not FORM.fullmatch(colour):
        raise ValueError(f"{colour!r} is not a colour such as '#1b2733'")
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


@cache
def contrast(one: str, other: str) -> float:
    """How far two colours stand apart, from 1 to 21, as accessibility guidelines measure it."""

    def light(colour: str) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@cache
def mixed(colour: str, other: str, share: float) -> str:
    """A colour with so much of another in it."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * share)):02x}" for a, b in pairs)


@cache
def readable(colour: str, least: float) -> str:
    """The colour, darker where it must be to stand out from paper by that ratio."""
    share = 0.0
    while contrast(mixed(colour, "#000000", share), PAPER) < least and share < 1:
        share += 0.05
    return mixed(colour, "#000000", min(share, 1.0))
