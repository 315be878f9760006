"""Layouts: what stands where on a card, as named regions; and looks, which give a card its colour and emblem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Literal

from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import slug

COLOURS = ("ink", "muted", "line", "tint", "shade", "paper", "accent", "wash")
UNDER_TEXT = 0.85
Show = Literal["", "name", "title", "cost", "emblem", "stats", "boxes", "art", "flow", "foot", "words", "icon"]


@record
class ByField:
    """One of several, by what a card says: `by` are fields in the order they are asked, `of` what each value gives."""

    by: tuple[str, ...]
    of: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @cached_property
    def by_slug(self) -> dict[str, str]:
        """What each value gives, by the value in small letters and hyphens."""
        return {slug(key): value for key, value in self.of.items()}


@record
class Look:
    """The colour and the emblem of a card."""

    accent: str | ByField = ""
    emblem: str | ByField = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Region:
    """A part of a face. It shows something, or holds regions as `rows` or `columns`. Millimetres, type in points."""

    show: Show = ""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    width: float | None = None
    height: float | None = None
    grow: bool = False
    own: bool = False
    pad: float | tuple[float, ...] = ()
    gap: float = 0
    fill: str | ByField = ""
    line: str | ByField = ""
    radius: float = 0
    align: Literal["left", "centre", "right"] = "left"
    size: float = 8
    least: float = 0
    label: float = 7
    style: Literal["light", "regular", "medium", "bold", "italic"] = "regular"
    colour: str | ByField = "ink"
    capitals: bool = False
    down: bool = False
    headings: Literal["line", "band", "plain", "none"] = "line"
    value: float = 0
    empty: Literal["", "emblem"] = ""
    words: str = ""
    icon: str = ""
    focus: tuple[float, ...] = (50, 30)
    dim: float = 0
    only_if: Mapping[str, bool | str | tuple[str, ...]] = field(default_factory=dict)
    from_: float = 0
    below: float = 0
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if bool(self.show) + bool(self.rows) + bool(self.columns) > 1:
            raise ValueError("a region has one of `show`, `rows` and `columns`")
        if isinstance(self.pad, tuple) and len(self.pad) not in (0, 1, 2, 4):
            raise ValueError("`pad` is one number, two (up and down, left and right) or four from the top clockwise")
        if len(self.focus) != 2 or not all(0 <= one <= 100 for one in self.focus):
            raise ValueError("`focus` is two shares of the picture from 0 to 100, from the left and from the top")
        if not 0 <= self.dim <= 1:
            raise ValueError("`dim` is a share from 0 to 1")
        if self.fill == "art" and self.dim < UNDER_TEXT:
            raise ValueError(f"`dim`: art under text is dimmed by {UNDER_TEXT} or more, or nobody can read it")

    @property
    def padding(self) -> tuple[float, float, float, float]:
        """From the top clockwise."""
        pad = self.pad if isinstance(self.pad, tuple) else (self.pad,)
        pad = pad or (0.0,)
        top, right, bottom, left = pad if len(pad) == 4 else (pad * (4 // len(pad)))[:4]
        return top, right, bottom, left


@record
class CardLayout:
    """A card: its regions by name, and which of them stack up on its front, on further faces and on plain backs."""

    name: str
    regions: Mapping[str, Region]
    front: tuple[str, ...]
    next: tuple[str, ...]
    back: tuple[str, ...]
    text: str = ""
    extends: str = ""
    made_for: float = 63
    body: float = 0
    size: str = ""
    landscape: bool = False
    look: Look | None = None
    plain: bool = False
    light: bool = False
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
