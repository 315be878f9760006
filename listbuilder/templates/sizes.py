"""Sizes of cards, paper and type, and themes."""

from __future__ import annotations

from typing import Any, ClassVar

from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.templates.colours import PAPER, channels, contrast


@record
class CardSize:
    """A card in millimetres; `body` is the largest size of its text."""

    name: str
    width: float
    height: float
    body: float = 8
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Paper:
    """A sheet of paper in millimetres."""

    name: str
    width: float
    height: float
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Typeface:
    """Sizes of type in points: nothing is smaller than `floor`; text goes on to a back before it is under `steady`."""

    floor: float
    steady: float
    least_name: float
    contrast: float
    larger: float = 1
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Fontfiles:
    """A typeface of a template: TrueType files beside it, by style. A style that is left out has the nearest one."""

    regular: str
    bold: str = ""
    medium: str = ""
    italic: str = ""
    light: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

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
    ink: str
    muted: str
    line: str
    tint: str
    shade: str
    accent: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        for colour in filter(None, (self.ink, self.muted, self.line, self.tint, self.shade, self.accent)):
            channels(colour)

    def weak(self, least: float) -> list[str]:
        """The colours of text that do not stand out from paper or tint by the ratio `least`."""
        pairs = [(self.ink, "ink"), (self.muted, "muted")] + ([(self.accent, "accent")] if self.accent else [])
        return sorted(
            {name for colour, name in pairs for ground in (PAPER, self.tint) if contrast(colour, ground) < least}
        )
