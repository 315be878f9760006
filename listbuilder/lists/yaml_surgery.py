"""Edit YAML as text: change single values and keep every other character as it is.

The text is parsed into a tree of pieces. Every character belongs to exactly one piece, so changing one piece keeps all
others, comments and spacing included, and many changes need only one parse. This knows no lists and no games. Whoever
changes a text reads the result again and compares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast
from unicodedata import normalize

from yaml.events import CollectionEndEvent, CollectionStartEvent, MappingStartEvent, NodeEvent

from listbuilder.storage.reading import Path, Tree, resolve_plain

if TYPE_CHECKING:
    from yaml.events import Event

GAP = re.compile(r"(?:\s|(?<!\S)#[^\n]*)*")
PLAIN = re.compile(r"""[^\W_][\w .'’!&+/()"%-]*""")
# Words that our reader takes as text and other YAML readers as something else.
OTHER_READERS = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


def scalar_text(value: str | float | bool | None) -> str:
    """A scalar as YAML text that reads back as the same value, in flow and block style."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _string_text(value) if isinstance(value, str) else str(value)


# Large files say the same few words again and again.
@lru_cache(maxsize=8192)
def _string_text(value: str) -> str:
    plain = PLAIN.fullmatch(value) and not value.endswith(" ") and resolve_plain(value) == value
    return value if plain and value.lower() not in OTHER_READERS else json.dumps(value, ensure_ascii=False)


def flow_text(value: Tree) -> str:
    """Any value in flow style, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar_text(key)}: {flow_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow_text(item) for item in value) + "]"
    return scalar_text(value)


# Pieces


@dataclass
class Scalar:
    """A scalar as written, quotes included."""

    text: str

    def parts(self) -> Iterator[str]:
        """Its text."""
        yield self.text


@dataclass
class YamlCollection:
    """A mapping or a sequence: in brackets when `flow`, otherwise a block whose entries start at `column`.

    `foot` is what follows the last entry up to the closing bracket; a block has none.
    """

    kind: Literal["mapping", "sequence"]
    flow: bool
    column: int
    entries: list[YamlEntry] = field(default_factory=list)
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


Piece: TypeAlias = Scalar | YamlCollection


@dataclass
class YamlEntry:
    """A value with all the text around it.

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
        """The text that ends the last line of the entry; for a block value it is the tail of its last entry."""
        inner = self.value
        if isinstance(inner, YamlCollection) and not inner.flow and inner.entries:
            return inner.entries[-1].last_tail() + self.tail
        return self.tail


def flow_piece(value: Tree) -> Piece:
    """A piece for a new value in flow style."""
    if isinstance(value, dict):
        made = [YamlEntry(" ", f"{scalar_text(key)}:", key, " ", flow_piece(item)) for key, item in value.items()]
        piece = YamlCollection("mapping", True, 0, made, "{", "}")
    elif isinstance(value, list):
        piece = YamlCollection(
            "sequence", True, 0, [YamlEntry(" ", "", None, "", flow_piece(one)) for one in value], "[", "]"
        )
    else:
        return Scalar(scalar_text(value))
    if piece.entries:
        piece.entries[0].lead = ""
    return piece


def mapping_piece(value: dict[str, Tree], column: int, newline: str) -> YamlCollection:
    """A piece for a new block mapping; its first key goes on the current line."""
    lead = newline + " " * column
    made = [YamlEntry(lead, f"{scalar_text(key)}:", key, " ", flow_piece(item)) for key, item in value.items()]
    made[0].lead = ""
    return YamlCollection("mapping", False, column, made)


def rows_piece(value: list[Tree], column: int, newline: str) -> YamlCollection:
    """A piece for a new block list, one item a line, below its key."""
    lead = newline + " " * column
    return YamlCollection(
        "sequence", False, column, [YamlEntry(lead, "-", None, " ", flow_piece(one)) for one in value]
    )


# Parsing


# Parsed once for any number of changes: composing the text anew for each change took 21 s for 100 models, this 0.2 s.
def parse_pieces(text: str, events: list[Event]) -> YamlEntry:
    """Parse a text into pieces, using the events of its YAML parser. The root is an entry without a key.

    The parser saw the text without its first line break, and with every line end as `\\n`.
    """
    taker = _PieceParser(text, events)
    start = taker.start
    value, end = taker.piece()
    root = YamlEntry("", "", None, text[:start], value, text[end:])
    _give_lead_to_first_entry(root)
    return root


def _give_lead_to_first_entry(owner: YamlEntry) -> None:
    """Move the lines between a key and its block value to the lead of the first entry, as for every other entry."""
    first, line = owner.value, owner.gap.find("\n")
    if isinstance(first, YamlCollection) and not first.flow and first.entries and line >= 0:
        line -= owner.gap[line - 1 : line] == "\r"
        first.entries[0].lead = owner.gap[line:] + first.entries[0].lead
        owner.gap = owner.gap[:line]


class _PieceParser:
    """Parses a text into pieces, event by event. Methods that return a piece also return its end offset."""

    def __init__(self, text: str, events: list[Event]) -> None:
        self.text = text
        # Maps parser offsets to offsets in the text: `\r\n` is one character to the parser.
        places = [at for at, one in enumerate(text) if not (one == "\n" and text[at - 1 : at] == "\r")]
        # Without the first offset: the parser did not see the line break that was put in front.
        self.places: list[int] = [*places[1:], len(text), len(text)]
        self.events = [one for one in events if isinstance(one, NodeEvent | CollectionEndEvent)]
        self.at = 0

    @property
    def event(self) -> Any:
        """The next event."""
        return self.events[self.at]

    @property
    def start(self) -> int:
        """The offset where the next event starts."""
        return self.places[int(self.event.start_mark.index)]

    @property
    def end(self) -> int:
        """The offset where the next event ends."""
        return self.places[int(self.event.end_mark.index)]

    def piece(self) -> tuple[Piece, int]:
        """Parse the next node."""
        event, start, end = self.event, self.start, self.end
        column: int = event.start_mark.column
        self.at += 1
        if isinstance(event, CollectionStartEvent):
            kind: Literal["mapping", "sequence"] = "mapping" if isinstance(event, MappingStartEvent) else "sequence"
            made = YamlCollection(kind, bool(event.flow_style), column)
            return made, self.brackets(made, start) if made.flow else self.block(made, start)
        # The parser counts the blank lines and comments after a block scalar as part of it.
        while event.style in ("|", ">") and self.text[end - 1].isspace():
            end -= 1
        return Scalar(self.text[start:end]), end

    def block(self, made: YamlCollection, start: int) -> int:
        """Parse the entries of a block collection; returns its end."""
        end = start
        while not isinstance(self.event, CollectionEndEvent):
            if made.kind == "sequence":
                begin = self.dash(made.column, end if made.entries else start)
                entry, end = self.entry(self.text[end:begin], begin, begin + 1)
            else:
                entry, end = self.named(end)
            line = self.line_end(end)
            entry.tail, end = self.text[end:line], line
            _give_lead_to_first_entry(entry)
            made.entries.append(entry)
        self.at += 1
        return end

    def brackets(self, made: YamlCollection, start: int) -> int:
        """Parse the entries of a flow collection; returns its end. A single pair inside a list has no brackets."""
        made.opening = self.text[start] if self.text[start] in "[{" else ""
        end = place = start + len(made.opening)
        while not isinstance(self.event, CollectionEndEvent):
            if made.entries:
                comma = self.gap_end(end)
                made.entries[-1].tail, place = self.text[end:comma], comma + 1
            if made.kind == "sequence":
                entry, end = self.entry(self.text[place : self.start], self.start, self.start)
            else:
                entry, end = self.named(place)
            made.entries.append(entry)
        # A pair without brackets ends where its value does.
        close = max(self.end, end)
        made.foot = self.text[end:close]
        self.at += 1
        return close

    def named(self, place: int) -> tuple[YamlEntry, int]:
        """Parse a key with its value; its lead begins at `place`."""
        begin, end = self.start, self.end
        # Paths have keys in NFC, as the reader normalises them.
        key = normalize("NFC", str(self.event.value))
        self.at += 1
        colon = self.gap_end(end)
        return self.entry(self.text[place:begin], begin, colon + 1 if self.text[colon : colon + 1] == ":" else end, key)

    def entry(self, lead: str, begin: int, named: int, key: str | None = None) -> tuple[YamlEntry, int]:
        """Parse a value whose key or dash is `text[begin:named]`."""
        start = max(self.start, named)
        inner, end = self.piece()
        # An empty value has no position of its own; put it right behind its key.
        if isinstance(inner, Scalar) and not inner.text:
            start = end = named
        return YamlEntry(lead, self.text[begin:named], key, self.text[named:start], inner), end

    def gap_end(self, place: int) -> int:
        """The end of the whitespace and comments that begin at `place`."""
        found = GAP.match(self.text, place)
        assert found is not None
        return found.end()

    def dash(self, column: int, place: int) -> int:
        """The dash of the next item: the first `-` at `column`, at or after `place`, with only blanks before it."""
        if self.text[place : place + 1] == "-":
            return place
        while True:
            place = self.text.index("\n", place) + 1
            if self.text[place + column : place + column + 1] == "-" and not self.text[place : place + column].strip():
                return place + column

    def line_end(self, place: int) -> int:
        """The end of the line at `place`, before the line break."""
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        return end - 1 if self.text[end - 1 : end] == "\r" and end > place else end


# Changes


class Lead(NamedTuple):
    """The text before an entry of a block: unattached lines, the entry's own comment lines, its indentation."""

    fixed: str
    own: str
    indent: str


class YamlText:
    """A well-formed, already parsed YAML text that takes one change after another."""

    def __init__(self, text: str, events: list[Event]) -> None:
        self.newline = "\r\n" if "\r\n" in text else "\n"
        # With a leading line break, the first entry needs no special case: every entry follows a line.
        self.root = parse_pieces(self.newline + text, events)

    @property
    def text(self) -> str:
        """The text with all changes."""
        return "".join(self.root.parts())[len(self.newline) :]

    def entry(self, path: Path) -> YamlEntry:
        """The entry at a path; the root for `()`."""
        found = self.root
        for step in path:
            inside = cast("YamlCollection", found.value)
            if inside.kind == "mapping":
                found = next(one for one in inside.entries if one.key == str(step))
            else:
                found = inside.entries[cast("int", step)]
        return found

    def collection(self, path: Path) -> YamlCollection:
        """The mapping or sequence at a path."""
        return cast("YamlCollection", self.entry(path).value)

    def put(self, path: Path, value: Tree, after: int | None = None) -> None:
        """Set the value of a key. A new key goes behind entry number `after`, or last."""
        owner, key = self.entry(path[:-1]), str(path[-1])
        mapping = cast("YamlCollection", owner.value)
        if any(one.key == key for one in mapping.entries):
            self.replace(path, value)
            return
        at = len(mapping.entries) if after is None else min(after + 1, len(mapping.entries))
        made = YamlEntry(" ", f"{scalar_text(key)}:", key, " ", flow_piece(value))
        # An empty mapping is `{}` or nothing at all: neither has a column to line up with.
        if not mapping.entries:
            owner.value = flow_piece({key: value})
        elif mapping.flow:
            # Text between a value and its comma stays before the next comma.
            before = mapping.entries[at - 1]
            made.tail, before.tail = before.tail, ""
            mapping.entries.insert(at, made)
        else:
            made.lead = self.newline + " " * mapping.column
            if is_list_of_mappings(value):
                made.gap, made.value = "", rows_piece(cast("list[Tree]", value), mapping.column + 2, self.newline)
            mapping.entries.insert(at, made)

    def replace(self, path: Path, value: Tree) -> None:
        """Replace a value."""
        entry, parent = self.entry(path), self.collection(path[:-1])
        old = entry.value
        block = isinstance(old, YamlCollection) and not old.flow
        if is_list_of_mappings(value) and parent.kind == "mapping" and not parent.flow:
            entry.gap = entry.gap.rstrip() if "#" in entry.gap else ""
            entry.value = rows_piece(cast("list[Tree]", value), parent.column + 2, self.newline)
        elif block:
            between = entry.gap + cast("YamlCollection", old).entries[0].lead
            entry.tail = (between.rstrip() if "#" in between else "") + entry.last_tail()
            entry.gap, entry.value = " ", flow_piece(value)
        else:
            written = not isinstance(old, Scalar) or old.text
            entry.gap = entry.gap if written or entry.gap.endswith(" ") or not entry.name else f"{entry.gap} "
            entry.value = flow_piece(value)

    def rename(self, path: Path, key: str) -> None:
        """Rename a key of a mapping."""
        entry = self.entry(path)
        entry.key, entry.name = key, f"{scalar_text(key)}:"

    def drop(self, path: Path) -> None:
        """Remove a key or an item, with the rest of its line."""
        owner = self.entry(path[:-1])
        parent = cast("YamlCollection", owner.value)
        by_key = (at for at, one in enumerate(parent.entries) if one.key == str(path[-1]))
        at = next(by_key) if parent.kind == "mapping" else cast("int", path[-1])
        if parent.flow:
            self.drop_flow(parent, at)
        elif len(parent.entries) == 1:
            self.empty(owner, parent)
        else:
            self.drop_block(parent, at)

    def drop_flow(self, parent: YamlCollection, at: int) -> None:
        """Remove an entry of a flow collection with one comma; comments around it stay."""
        entry = parent.entries.pop(at)
        before = parent.entries[at - 1] if at else None
        if at < len(parent.entries):
            behind = parent.entries[at]
            behind.lead = entry.lead + (entry.tail if "#" in entry.tail else "") + behind.lead.removeprefix(" ")
            return
        comma = GAP.match(parent.foot).end()  # type: ignore[union-attr]
        if parent.foot[comma : comma + 1] == ",":
            kept = parent.foot[:comma] if "#" in parent.foot[:comma] else ""
            parent.foot = entry.lead + kept + parent.foot[comma + 1 :].removeprefix(" ")
        elif before and "#" not in before.tail + entry.lead:
            before.tail = ""
            return
        else:
            parent.foot = entry.lead + parent.foot
        if before:
            parent.foot, before.tail = f"{before.tail},{parent.foot}", ""

    def drop_block(self, parent: YamlCollection, at: int) -> None:
        """Remove an entry of a block: its lines, but no comment above or below it."""
        entry = parent.entries.pop(at)
        behind = parent.entries[at] if at < len(parent.entries) else None
        # A comment above an entry may be about several entries, so it outlives the one that is dropped.
        end, *kept = entry.lead.split("\n")[: max(entry.lead.count("\n"), 1)]
        # Comments of entries dropped earlier behind this one are in its tail, each on its own line.
        kept += entry.tail.split("\n")[1:]
        if "\n" in entry.lead and behind:
            behind.lead = "\n".join([end, *kept, *behind.lead.split("\n")[1:]])
        elif "\n" in entry.lead and kept:
            parent.entries[at - 1].tail += "\n".join([end, *kept]).removesuffix("\r")
        elif "\n" not in entry.lead and behind and "#" not in entry.last_tail() + behind.lead:
            behind.lead = ""

    def empty(self, owner: YamlEntry, parent: YamlCollection) -> None:
        """Remove the only entry of a block, leaving empty brackets."""
        entry = parent.entries[0]
        between = owner.gap + entry.lead
        owner.tail = entry.last_tail() + owner.tail
        if owner is self.root:
            owner.gap = between
        else:
            owner.gap, owner.tail = " ", (between.rstrip() if "#" in between else "") + owner.tail
        owner.value = flow_piece({} if parent.kind == "mapping" else [])

    def insert(self, path: Path, at: int, value: Tree) -> None:
        """Insert an item at index `at`, in the style of its neighbour."""
        parent = self.collection(path)
        items = parent.entries
        if not items:
            self.replace(path, [value])
        elif parent.flow:
            made = YamlEntry(" ", "", None, "", flow_piece(value))
            if at < len(items):
                made.lead, items[at].lead = items[at].lead, " "
            else:
                at = len(items)
            items.insert(at, made)
        else:
            self.insert_block(parent, min(at, len(items)), value)

    def insert_block(self, parent: YamlCollection, at: int, value: Tree) -> None:
        """Insert an item into a block; the item that follows keeps its comments."""
        items = parent.entries
        near = items[max(at - 1, 0)].value
        line = self.newline + " " * parent.column
        made = YamlEntry(line, "-", None, " ", flow_piece(value))
        wide = isinstance(near, YamlCollection) and near.kind == "mapping" and not near.flow
        if wide and isinstance(value, dict) and value:
            column = cast("YamlCollection", near).column
            # As far from the dash as the neighbour's first key.
            made.gap = " " * (column - parent.column - 1)
            made.value = mapping_piece(value, column, self.newline)
        if at < len(items):
            lead = split_lead(items[at].lead)
            made.lead = lead.fixed + lead.indent
            items[at].lead = self.newline + lead.own + lead.indent if lead.fixed else line
        items.insert(at, made)

    def move(self, path: Path, source: int, target: int) -> None:
        """Move item `source` of a list to index `target`; in a block, with the comments right above it."""
        parent = self.collection(path)
        order = list(range(len(parent.entries)))
        order.insert(target, order.pop(source))
        self.arrange(parent, [parent.entries[at] for at in order], 0)

    def reorder(self, path: Path, order: list[str]) -> None:
        """Reorder the entries of a mapping, each with its comments; unattached lines between them stay.

        The comments above the first stay on top: they are about the whole.
        """
        parent = self.collection(path)
        by_key = {one.key: one for one in parent.entries}
        self.arrange(parent, [by_key[key] for key in order], 1)

    def arrange(self, parent: YamlCollection, order: list[YamlEntry], first: int) -> None:
        """Put the entries of a collection in a new order; those before `first` leave their comments in place."""
        places = parent.entries
        if parent.flow:
            frames = [(one.lead, one.tail) for one in places]
            for entry, frame in zip(order, frames, strict=True):
                entry.lead, entry.tail = frame
        else:
            leads = {id(one): split_lead(one.lead, at >= first) for at, one in enumerate(places)}
            frames = [(leads[id(one)].fixed, leads[id(one)].indent) for one in places]
            for entry, (fixed, indent) in zip(order, frames, strict=True):
                own = leads[id(entry)].own
                entry.lead = fixed + own + indent if fixed or not own else own.lstrip(" ") + " " * parent.column
        parent.entries = order


def split_lead(lead: str, own: bool = True) -> Lead:
    """Split a lead. Comment lines right above the entry are its own if `own`."""
    lines = lead.split("\n")
    start = len(lines) - 1
    # A blank line ends the search: comments above it are about the whole list.
    while own and start > 1 and lines[start - 1].strip().startswith("#"):
        start -= 1
    return Lead("".join(f"{one}\n" for one in lines[:start]), "".join(f"{one}\n" for one in lines[start:-1]), lines[-1])


def is_list_of_mappings(value: Tree) -> bool:
    """Whether a value is a list of mappings, which is written one item a line."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)
