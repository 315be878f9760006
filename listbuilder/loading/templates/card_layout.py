"""Layouts: what stands where on a card, as named regions; and looks, which give a card its colour and emblem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Literal

from listbuilder.base.records import record
from listbuilder.base.values import BadKeyError, slug

COLOURS = ("ink", "muted", "line", "tint", "shade", "paper", "accent", "wash")
# Enough paper over a picture that black text on it stays readable.
UNDER_TEXT = 0.85
Show = Literal["", "name", "title", "cost", "emblem", "stats", "boxes", "art", "flow", "foot", "words", "icon"]


@record
class ByField:
    """One of several, by what a card says: `by` are fields in the order they are asked, `of` what each value gives."""

    by: tuple[str, ...]
    """Fields of a card, asked in this order."""
    of: Mapping[str, str] = field(default_factory=dict)
    """What each value of a field gives."""
    otherwise: str = ""
    """What any other value gives; left out, something is made up that goes with the value."""

    @cached_property
    def by_slug(self) -> dict[str, str]:
        """What each value gives, by the value in small letters and hyphens."""
        return {slug(key): value for key, value in self.of.items()}


@record
class Look:
    """The colour and the emblem of a card."""

    accent: str | ByField = ""
    """The colour of a card, or a choice of colours."""
    emblem: str | ByField = ""
    """The emblem of a card, or a choice of emblems."""


@record
class Region:
    """A part of a face. It shows something, or holds regions as `rows` or `columns`. Millimetres, type in points."""

    show: Show = ""
    """What stands here; `flow` is where weapons and rules go."""
    rows: tuple[str, ...] = ()
    """Regions inside it, one below the other."""
    columns: tuple[str, ...] = ()
    """Regions inside it, side by side."""
    width: float | None = None
    """Its width in millimetres, as a column; left out, as wide as what it shows."""
    height: float | None = None
    """Its height in millimetres; left out, as tall as what it shows."""
    grow: bool = False
    """Whether it takes what room is left."""
    own: bool = False
    """Whether it takes room only on cards that have something here, and only as much as they need."""
    pad: float | tuple[float, ...] = ()
    """Empty space inside it in millimetres: one number, two, or four from the top clockwise."""
    gap: float = 0
    """Space between the regions inside it, in millimetres."""
    fill: str | ByField = ""
    """The colour of its ground; one that touches the edge of the card bleeds."""
    line: str | ByField = ""
    """The colour of a line around it."""
    radius: float = 0
    """How round its corners are, in millimetres."""
    align: Literal["left", "centre", "right"] = "left"
    """Where what it shows stands."""
    size: float = 8
    """The size of its type, in points."""
    least: float = 0
    """The smallest that its values get before they take another row, in points."""
    label: float = 7
    """The size of small words in it, in points."""
    style: Literal["light", "regular", "medium", "bold", "italic"] = "regular"
    """The style of its type."""
    colour: str | ByField = "ink"
    """The colour of what it shows."""
    capitals: bool = False
    """Whether its words are in capitals."""
    down: bool = False
    """Whether stats stand one below the other."""
    headings: Literal["line", "band", "plain", "none"] = "line"
    """How headings in the flow look."""
    value: float = 0
    """The size of values in tables, in points."""
    empty: Literal["", "emblem"] = ""
    """What stands here on a card that has nothing for it."""
    words: str = ""
    """What it says, with {field} for what the card says."""
    icon: str = ""
    """The icon it shows."""
    focus: tuple[float, ...] = (50, 30)
    """The part of a picture that stays in view: from the left and from the top, from 0 to 100."""
    dim: float = 0
    """How much of a picture gives way to paper, from 0 to 1."""
    only_if: Mapping[str, bool | str | tuple[str, ...]] = field(default_factory=dict)
    """What a card must say for it to be there: fields with a value, several, or true for any."""
    from_: float = 0
    """It is there only on cards at least so many millimetres wide."""
    below: float = 0
    """It is there only on cards less than so many millimetres wide."""

    def __post_init__(self) -> None:
        if bool(self.show) + bool(self.rows) + bool(self.columns) > 1:
            raise ValueError("a region has one of `show`, `rows` and `columns`")
        if isinstance(self.pad, tuple) and len(self.pad) not in (0, 1, 2, 4):
            raise BadKeyError(
                "pad", "`pad` is one number, two (up and down, left and right) or four from the top clockwise"
            )
        if len(self.focus) != 2 or not all(0 <= one <= 100 for one in self.focus):
            raise BadKeyError(
                "focus", "`focus` is two shares of the picture from 0 to 100, from the left and from the top"
            )
        if not 0 <= self.dim <= 1:
            raise BadKeyError("dim", "`dim` is a share from 0 to 1")
        if self.fill == "art" and self.dim < UNDER_TEXT:
            raise BadKeyError("dim", f"`dim`: art under text is dimmed by {UNDER_TEXT} or more, or nobody can read it")

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
    """What the layout is called."""
    regions: Mapping[str, Region]
    """Its parts by name."""
    front: tuple[str, ...]
    """The regions on the front, from the top down."""
    next: tuple[str, ...]
    """The regions on further faces, from the top down."""
    back: tuple[str, ...]
    """The regions on the back of a card that has no more to say."""
    text: str = ""
    """What it is like, in a sentence."""
    extends: str = ""
    """The layout that it changes; its regions are changed by name."""
    made_for: float = 63
    """The width of card that its measures are for, in millimetres; others are larger or smaller."""
    body: float = 0
    """The largest size of its text, in points; left out, that of the size of card."""
    size: str = ""
    """The size of card used when nobody says otherwise."""
    landscape: bool = False
    """Whether cards lie on their side."""
    look: Look | None = None
    """Which colour and emblem a card has, instead of the game's."""
    plain: bool = False
    """Whether cards have no colour."""
    light: bool = False
    """Whether rules are set in light type, which takes less ink."""
