"""The content of cards as plain words and numbers, independent of how much room it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

NONE = "–"


class Item(NamedTuple):
    """A named rule: `meta` has its category, values and the like, `boxes` are uses to cross off.

    `badges` are short numbers such as 1 AP, `depth` is the indentation.
    """

    name: str
    text: str = ""
    meta: tuple[str, ...] = ()
    boxes: int = 0
    badges: tuple[str, ...] = ()
    flavour: bool = False
    depth: int = 0


class Items(NamedTuple):
    """A list of named rules under a heading."""

    title: str
    items: tuple[Item, ...]


class ProfileRow(NamedTuple):
    """A row of a table: an item and its values."""

    item: Item
    cells: tuple[str, ...]


class ProfileTable(NamedTuple):
    """A table, such as that of weapons."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ProfileRow, ...]


class Boxes(NamedTuple):
    """A stat to cross off box by box; the `mark` applies after the first `after` boxes."""

    label: str
    number: int
    after: int | None = None
    mark: str = ""
    text: str = ""


class Ticks(NamedTuple):
    """All boxes of a model, a row for each copy."""

    tracks: tuple[Boxes, ...]
    copies: tuple[str, ...] = ("",)


class Decline(NamedTuple):
    """Stats that decay, turn by turn."""

    title: str
    turns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Paragraph(NamedTuple):
    """A paragraph; `quiet` ones are printed less prominently."""

    text: str
    title: str = ""
    quiet: bool = False


class WritingLines(NamedTuple):
    """Empty lines to write on."""

    lines: int


class GroupMark(NamedTuple):
    """The group of a model; `number` selects its sign, which is filled for the leader."""

    name: str
    number: int
    leads: bool


class Legend(NamedTuple):
    """A legend of the icons for these words, and of the boxes for uses."""

    words: tuple[str, ...] = ()
    boxes: bool = False


Block = Items | ProfileTable | Ticks | Decline | Paragraph | WritingLines | Legend


class Content(NamedTuple):
    """Everything on one card. `owner` is its name in messages, `facts` decide its colours and conditional regions.

    `row` is the model's index in the list, `back` the content of the other side, if it has its own.
    """

    owner: str
    name: str
    title: str = ""
    cost: str = ""
    unit_of_cost: str = ""
    marks: tuple[str, ...] = ()
    group: GroupMark | None = None
    stats: tuple[tuple[str, str], ...] = ()
    blocks: tuple[Block, ...] = ()
    art: str | None = None
    copies: int = 1
    sort: str = "model"
    row: int = -1
    back: Content | None = None
    facts: Mapping[str, tuple[str, ...]] = {}
