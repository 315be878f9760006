"""What a card holds, before anyone asks how much room it takes: plain words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

NONE = "–"


def cell_of(value: object) -> str:
    """A value in a cell of a table; a dash where there is none."""
    return NONE if value is None else str(value)


class Item(NamedTuple):
    """A named rule: `meta` says what sort it is, `boxes` are uses to cross off, `badges` short numbers such as 1 AP.

    `depth` is how far inside others it stands.
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
    """A row of a table: the item and its printed values."""

    item: Item
    cells: tuple[str, ...]


class ProfileTable(NamedTuple):
    """Weapons and the like: named rows with one value in each column."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ProfileRow, ...]


class Boxes(NamedTuple):
    """A stat to cross off box by box; from the box `after` on, `mark` applies."""

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
    """Stats turn by turn, as they wear away."""

    title: str
    turns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Paragraph(NamedTuple):
    """A plain paragraph; `quiet` ones step back."""

    text: str
    title: str = ""
    quiet: bool = False


class WritingLines(NamedTuple):
    """Empty lines to write on."""

    title: str
    lines: int


class GroupMark(NamedTuple):
    """The group a model is in: its shape goes by `number`, and is filled for whoever leads."""

    name: str
    number: int
    leads: bool


class Legend(NamedTuple):
    """What the icons on the cards of a list mean, of these words; with a box where there are uses to cross off."""

    words: tuple[str, ...] = ()
    boxes: bool = False


def legend_of(items: Iterable[Item]) -> Legend:
    """What icons may need explaining: every word that says what sort of thing something is."""
    items = list(items)
    words = dict.fromkeys(word.casefold() for item in items for word in item.meta)
    return Legend(tuple(words), any(item.boxes for item in items))


Block = Items | ProfileTable | Ticks | Decline | Paragraph | WritingLines | Legend


class Content(NamedTuple):
    """Everything on one card. `owner` is what messages call it, `facts` are what its colours and conditions go by.

    `row` is the model's place in the list, `back` what goes on the other side, where that is something of its own.
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
