"""A YAML text taken to pieces: text goes in, a tree whose pieces joined together are that text comes out.

Every character is in exactly one piece, so that a change to one piece leaves all others to the letter, and many
changes need one parse. The parser is the one that lists are read with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast
from unicodedata import normalize

import yaml

from listbuilder.lists.render import scalar
from listbuilder.reading import Tree
from listbuilder.reading.yaml_reader import PARSER

GAP = re.compile(r"(?:\s|(?<!\S)#[^\n]*)*")


@dataclass
class Scalar:
    """A single value as it is written, quotes and all."""

    text: str

    def parts(self) -> Iterator[str]:
        """Its text."""
        yield self.text


@dataclass
class Collection:
    """A mapping or a sequence: in brackets when `flow`, otherwise a block whose entries start at `column`.

    `foot` is what follows the last entry up to the closing bracket; a block has none.
    """

    kind: Literal["mapping", "sequence"]
    flow: bool
    column: int
    entries: list[Entry] = field(default_factory=list)
    opening: str = ""
    foot: str = ""

    def parts(self) -> Iterator[str]:
        """Its text, piece by piece."""
        yield self.opening
        for number, entry in enumerate(self.entries):
            if number and self.flow:
                yield ","
            yield from entry.parts()
        yield self.foot


Piece: TypeAlias = Scalar | Collection


@dataclass
class Entry:
    """A value with all that is written around it.

    `lead` is what stands before it: in brackets since the comma; in a block since the end of the line before, so that
    it begins with a line break unless the entry shares its line with a dash. `name` is the key with its colon, or the
    dash; `gap` parts it from the value. `tail` is what follows: in brackets up to the comma, in a block the line's end.
    """

    lead: str
    name: str
    key: str | None
    gap: str
    value: Piece
    tail: str = ""

    def parts(self) -> Iterator[str]:
        """Its text, piece by piece."""
        yield from (self.lead, self.name, self.gap)
        yield from self.value.parts()
        yield self.tail

    def last_tail(self) -> str:
        """What ends the last line of the entry: a block's own last line ends inside it."""
        inner = self.value
        if isinstance(inner, Collection) and not inner.flow and inner.entries:
            return inner.entries[-1].last_tail() + self.tail
        return self.tail


def flow_piece(value: Tree) -> Piece:
    """A new value on one line."""
    if isinstance(value, dict):
        made = [Entry(" ", f"{scalar(key)}:", key, " ", flow_piece(item)) for key, item in value.items()]
        piece = Collection("mapping", True, 0, made, "{", "}")
    elif isinstance(value, list):
        piece = Collection("sequence", True, 0, [Entry(" ", "", None, "", flow_piece(one)) for one in value], "[", "]")
    else:
        return Scalar(scalar(value))
    if piece.entries:
        piece.entries[0].lead = ""
    return piece


def mapping_piece(value: dict[str, Tree], column: int, newline: str) -> Collection:
    """A new mapping with one key a line, its first on the line it comes into."""
    lead = newline + " " * column
    made = [Entry(lead, f"{scalar(key)}:", key, " ", flow_piece(item)) for key, item in value.items()]
    made[0].lead = ""
    return Collection("mapping", False, column, made)


def rows_piece(value: list[Tree], column: int, newline: str) -> Collection:
    """A new list with one item a line, below its key."""
    lead = newline + " " * column
    return Collection("sequence", False, column, [Entry(lead, "-", None, " ", flow_piece(one)) for one in value])


def parse_pieces(text: str) -> Entry:
    """The tree of a text that was read before and is known to be well-formed; its root is an entry without a name."""
    node = cast("yaml.Node", yaml.compose(text, Loader=PARSER))
    value, end = _Taker(text).piece(node)
    root = Entry("", "", None, text[: node.start_mark.index], value, text[end:])
    _hand_over(root)
    return root


def _hand_over(owner: Entry) -> None:
    """Let the first entry of a block below its key have the lines before it, as every other entry has."""
    first, line = owner.value, owner.gap.find("\n")
    if isinstance(first, Collection) and not first.flow and first.entries and line >= 0:
        line -= owner.gap[line - 1 : line] == "\r"
        first.entries[0].lead = owner.gap[line:] + first.entries[0].lead
        owner.gap = owner.gap[:line]


class _Taker:
    """Takes one text to pieces by the places of its nodes; each piece comes with the place where it ends."""

    def __init__(self, text: str) -> None:
        self.text = text

    def piece(self, node: yaml.Node) -> tuple[Piece, int]:
        """Any node."""
        start, end = node.start_mark.index, node.end_mark.index
        if isinstance(node, yaml.ScalarNode):
            # A block text runs on over the empty lines and comments behind it.
            while node.style in ("|", ">") and self.text[end - 1].isspace():
                end -= 1
            return Scalar(self.text[start:end]), end
        collection = cast("yaml.CollectionNode", node)
        return (self.brackets if collection.flow_style else self.block)(collection, start)

    def block(self, node: yaml.CollectionNode, start: int) -> tuple[Piece, int]:
        """A mapping or sequence of lines."""
        made = Collection(_kind(node), False, node.start_mark.column)
        end = start
        for key, value in _children(node):
            begin = key.start_mark.index if key else self.dash(made.column, end if made.entries else start)
            named = begin + 1 if key is None else self.name_end(key)
            entry, end = self.entry(self.text[end:begin], begin, named, key, value)
            line = self.line_end(end)
            entry.tail, end = self.text[end:line], line
            _hand_over(entry)
            made.entries.append(entry)
        return made, end

    def brackets(self, node: yaml.CollectionNode, start: int) -> tuple[Piece, int]:
        """A mapping or sequence in brackets; a single pair inside a list has none."""
        opening = self.text[start] if self.text[start] in "[{" else ""
        made = Collection(_kind(node), True, node.start_mark.column, [], opening)
        end = place = start + len(opening)
        for key, value in _children(node):
            if made.entries:
                comma = GAP.match(self.text, end).end()  # type: ignore[union-attr]
                made.entries[-1].tail, place = self.text[end:comma], comma + 1
            begin = (key or value).start_mark.index
            named = begin if key is None else self.name_end(key)
            entry, end = self.entry(self.text[place:begin], begin, named, key, value)
            made.entries.append(entry)
        close = max(node.end_mark.index, end)
        made.foot = self.text[end:close]
        return made, close

    def name_end(self, key: yaml.Node) -> int:
        """The place behind a key's colon; behind the key where there is none."""
        colon = GAP.match(self.text, key.end_mark.index).end()  # type: ignore[union-attr]
        return colon + 1 if self.text[colon : colon + 1] == ":" else cast("int", key.end_mark.index)

    def entry(self, lead: str, begin: int, named: int, key: yaml.Node | None, value: yaml.Node) -> tuple[Entry, int]:
        """One key with its value, or one item, from the places where it begins and where its name ends."""
        inner, end = self.piece(value)
        start = max(value.start_mark.index, named)
        # A value that is not written at all is nowhere: it is right behind its name.
        if isinstance(inner, Scalar) and not inner.text:
            start = end = named
        # The reader gives names in NFC, however they are typed.
        name = None if key is None else normalize("NFC", str(key.value))
        return Entry(lead, self.text[begin:named], name, self.text[named:start], inner), end

    def dash(self, column: int, place: int) -> int:
        """The dash of the next item at or after a place: the first at its column that no comment hides."""
        if self.text[place : place + 1] == "-":
            return place
        while True:
            place = self.text.index("\n", place) + 1
            if self.text[place + column : place + column + 1] == "-" and not self.text[place : place + column].strip():
                return place + column

    def line_end(self, place: int) -> int:
        """The end of the line of a place, before the line break."""
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        return end - 1 if self.text[end - 1 : end] == "\r" and end > place else end


def _kind(node: yaml.CollectionNode) -> Literal["mapping", "sequence"]:
    return "mapping" if isinstance(node, yaml.MappingNode) else "sequence"


def _children(node: yaml.CollectionNode) -> Iterator[tuple[yaml.Node | None, yaml.Node]]:
    """The values of a node with their keys; an item of a sequence has none."""
    if isinstance(node, yaml.MappingNode):
        yield from node.value
    else:
        yield from ((None, item) for item in node.value)
