"""Tables in a pasted text, Markdown or copied from a spreadsheet: each row becomes the line that a person would type.

Lines and the names of a game go in, lines come out, each with the number and the words it had. Which column holds what
is asked of the game; a column that nobody knows has its cells read as names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from listbuilder.base.characters import whole_number
from listbuilder.base.values import slug
from listbuilder.exchange.formats.text.head import LIST_KEYS
from listbuilder.exchange.formats.text.line_reader import LineReader
from listbuilder.exchange.formats.text.paste import PastedLine
from listbuilder.exchange.formats.text.tokens import is_quoted, json_text

DIVIDER = frozenset("|:->= \t\r")
BAR = re.compile(r"(?<!\\)\|")
NAMES = frozenset({"name", "called", "character"})
NUMBERS = frozenset({"", "no", "nr", "number", "slot"})
COUNTS = frozenset({"count", "qty", "quantity", "amount", "x", "how-many"})
PRICES = frozenset(
    {"pts", "points", "point", "cost", "costs", "price", "each", "total", "sum", "pts-each", "total-pts"}
)
NOTHING = frozenset({"", "-", "–", "—", "none", "n/a", "na", "nothing", "."})
MOST_COLUMNS = 40


def with_tables(lines: list[PastedLine], model: LineReader, own: LineReader) -> list[PastedLine]:
    """The same lines, with the rows of tables as lines about models or about the list itself."""
    made: list[PastedLine] = []
    at = 0
    while at < len(lines):
        end = _table_end(lines, at, model)
        if end > at:
            made += _Table(lines[at:end], model, own).lines()
        else:
            made.append(lines[at])
        at = max(end, at + 1)
    return made


def _table_end(lines: list[PastedLine], at: int, model: LineReader) -> int:
    """Where a table that begins on a line ends; that line itself where none begins."""
    below = lines[at + 1].raw if at + 1 < len(lines) else ""
    barred = "|" in lines[at].raw and "|" in below and _is_divider(below)
    sign = "|" if barred else "\t"
    if not barred and not _is_tabbed(lines[at].raw, below, model):
        return at
    end = at + 1
    while end < len(lines) and sign in lines[end].raw and not lines[end].fence:
        end += 1
    return end


def _is_divider(line: str) -> bool:
    """Whether a line only stands between the words above the columns and the rows."""
    return "--" in line and set(line) <= DIVIDER


def _is_tabbed(line: str, below: str, model: LineReader) -> bool:
    """Whether a line is the first of a table from a spreadsheet: its words are columns, and as many cells are below."""
    cells = line.strip().split("\t")
    if len(cells) < 2 or not below.count("\t"):
        return False
    known = NAMES | COUNTS | PRICES | {"model", "models"}
    return all(slug(cell) in known or model.key(cell) or model.names.is_kind(cell) for cell in cells if slug(cell))


class _Table:
    """One table: the words above its columns, and its rows."""

    def __init__(self, lines: list[PastedLine], model: LineReader, own: LineReader) -> None:
        self.model, self.own = model, own
        self.head, *self.rows = lines
        self.columns = _cells(self.head)[:MOST_COLUMNS]
        firsts = [cells[0] for row in self.rows if not _is_divider(row.raw) and (cells := _cells(row))]
        numbers = [whole_number(cell) for cell in firsts if cell.isdecimal()]
        # A sign above the first column stands for places, which go up by one, or else for how many there are.
        self.counted = self.columns[:1] == ["#"] and numbers != list(range(1, len(numbers) + 1))

    def lines(self) -> Iterator[PastedLine]:
        """Every line of the table as a line of text."""
        if len(self.columns) == 2 and self.is_own():
            for row in (self.head, *self.rows):
                key = slug(_cells(row)[0])
                known = key in LIST_KEYS or key in self.own.names.keys
                yield self.line(row, ": ".join(_cells(row)[:2])) if known else self.heading(row)
            return
        yield self.heading(self.head, all(map(self.is_known, self.columns)))
        for row in self.rows:
            yield from [self.heading(row)] if _is_divider(row.raw) else self.row(row)

    def is_own(self) -> bool:
        """Whether it says things of the list itself, a key and its value in each row."""
        keys = [slug(cells[0]) for row in self.rows if (cells := _cells(row)) and not _is_divider(row.raw)]
        return bool(keys) and all(key in LIST_KEYS or key in self.own.names.keys for key in keys)

    def heading(self, row: PastedLine, known: bool = True) -> PastedLine:
        """The words above the columns, or the line below them; kept as a comment where a word is not understood."""
        return replace(row, body="", heading_of_table=known)

    def is_known(self, column: str) -> bool:
        """Whether the word above a column is understood."""
        key = slug(column) if any(map(str.isalnum, column)) else ""
        names = self.model.names
        known = NAMES | COUNTS | PRICES | NUMBERS | {"model", "models", "notes", slug(names.game.points)}
        return key in known or names.is_kind(column) or column.lower() in names.stats or self.key(column) is not None

    def key(self, column: str) -> str | None:
        """The key of a model that a column is for."""
        fields = self.model.names.sheet.fields
        return self.model.key(column) or next((id for id in fields if slug(column).startswith(id)), None)

    def line(self, row: PastedLine, text: str, indent: int = 0) -> PastedLine:
        """A row as a line of text."""
        return replace(row, body=text, indent=indent, numbered=False, bulleted=False, heading=0)

    def row(self, row: PastedLine) -> Iterator[PastedLine]:
        """A row as the line of a model, and its notes as a line below."""
        cells = _cells(row)
        said = {at: cell for at, cell in enumerate(cells) if cell.lower() not in NOTHING}
        if said and slug(next(iter(said.values()))).startswith("total"):
            numbers = [cell for cell in cells if any(map(str.isdecimal, cell))]
            yield self.line(row, f"Total: {numbers[-1] if numbers else 0} points")
            return
        name, count, notes, items = "", "", "", []
        for at, cell in said.items():
            column = self.columns[at] if at < len(self.columns) else "?"
            key = slug(column) if any(map(str.isalnum, column)) else ""
            if key in NAMES and not self.is_head(cell):
                name = cell if is_quoted(cell) else json_text(cell)
            elif key in COUNTS or (self.counted and at == 0):
                count = cell.strip("xX× ")
            elif key == "notes":
                notes = cell
            elif not (key in PRICES or key == slug(self.model.names.game.points) or (key in NUMBERS and at == 0)):
                items.append(self.item(column, cell))
        items += [f"count: {count}"] if count not in ("", "1") else []
        yield replace(self.line(row, f"{name}: " * bool(name) + ", ".join(items)), numbered=True)
        if notes:
            yield self.line(row, f"notes: {notes}", indent=row.indent + 3)

    def is_head(self, cell: str) -> bool:
        """Whether a cell says what a model is."""
        return any(slot == self.model.head for slot, _ in self.model.names.find(cell))

    def item(self, column: str, cell: str) -> str:
        """What a cell says: its key and the value, a stat and how far it is raised, or names alone."""
        if column.lower() in self.model.names.stats:
            return f"{column} {cell}"
        key = self.key(column)
        plain = key is None or (key in self.model.names.sheet.slots and self.model.names.find(cell))
        return cell if plain else f"{key}: {cell}"


def _cells(line: PastedLine) -> list[str]:
    """The cells of a line, without marks."""
    raw = line.raw.strip().lstrip("> ")
    if "|" in raw:
        raw = raw.removeprefix("|")
        raw = raw[:-1] if raw.endswith("|") and not raw.endswith("\\|") else raw
        parts = BAR.split(raw)
    else:
        parts = line.raw.strip("\r\n ").split("\t")
    return [replace(line, body=part.strip().replace("\\|", "|").replace("<br>", ", ")).text for part in parts]
