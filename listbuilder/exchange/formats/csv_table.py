"""A list as CSV for spreadsheets, one row for each model, and back; no cell can be taken for a formula."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator
from io import StringIO

from listbuilder.exchange.documents.judged import JsonRow as Row
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.cells import Cells, CellWriter
from listbuilder.lists.document import LIST, ROW

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "|", "%", "'")
# Columns that are no keys of a row: its list and game, what it is called, its costs, whether it has sample content.
DERIVED = ("list", "game", "part", "each", "total", "sample")
MAX_CELL = 8000
# One of these is in the first line of every table; all of its words are keys.
HEADS = frozenset({"part", "unit", "rank", "model"})
KEY = re.compile(r"[\w-]*|x-[^,;\t]*|[\w-]+ [\w-]+")


def write_csv(judged: JudgedList) -> str:
    """The list as CSV: a row for the list itself, one for each model and group, and the total."""
    writer = CellWriter(judged)
    own = {key: value for key, value in judged.tree.items() if key not in ("game", *LIST.rows)}
    rows = [("list", own, ""), *_rows(judged, "models", "model"), *_rows(judged, "groups", "group")]
    keys = list(dict.fromkeys([*ROW.head, *(key for _, row, _ in rows for key in row if key not in DERIVED)]))
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    marked = judged.report.force.has_samples
    table.writerow([*DERIVED[:3], *keys, *DERIVED[3:5], *(DERIVED[5:] if marked else ())])
    start = [guard_formula(judged.title), judged.game.id]
    samples = set(_samples(judged))
    for part, row, cost in rows:
        kind = {"l": "list", "m": "models", "g": "groups"}[part[0]]
        cells = [guard_formula(writer.cell(kind, key, row[key])) if key in row else "" for key in keys]
        count = row.get("count", 1)
        total = int(cost) * count if cost and isinstance(count, int) else ""
        table.writerow([*start, part, *cells, cost, total, *(["yes" if part in samples else ""] * marked)])
    table.writerow([*start, "total", *[""] * len(keys), "", judged.report.force.cost, *([""] * marked)])
    return out.getvalue()


def _samples(judged: JudgedList) -> Iterator[str]:
    """The names of the rows that have sample content."""
    force = judged.report.force
    yield from ["list"] * any(pick.entry.sample for pick in force.entries)
    yield from (f"model {row.row + 1}" for row in force.rows if any(pick.entry.sample for pick in row.entries))
    yield from (f"group {one.row + 1}" for one in force.groups if any(pick.entry.sample for pick in one.entries))


def _rows(judged: JudgedList, key: str, word: str) -> list[tuple[str, Row, str]]:
    """The rows of a section, each with its name and the cost of one copy."""
    return [
        (f"{word} {at + 1}", row, str(judged.cost(at)) if key == "models" else "")
        for at, row in enumerate(judged.rows(key))
    ]


def guard_formula(text: str) -> str:
    """Text that a spreadsheet shows and never runs: an apostrophe goes before what looks like a formula."""
    return f"'{text}" if _needs_guard(text) else text


def _needs_guard(text: str) -> bool:
    # Spreadsheets take wide forms of these signs, and signs behind spaces, for formulas as well.
    # The first characters decide, and normalising may make a text many times as long.
    start = unicodedata.normalize("NFKC", text[:40]).lstrip(" \u00a0\u3000")
    return start.startswith(FORMULA) or text.startswith(FORMULA)


def find_csv(lines: list[str]) -> tuple[int, int] | None:
    """Where the table of a list begins and ends among other lines; None where there is none."""
    for at, line in enumerate(lines):
        sign = _delimiter(line)
        keys = _keys(line, sign) if sign else []
        if HEADS & set(keys) and all(KEY.fullmatch(key) for key in keys):
            return at, _table_end(lines, at + 1, sign, len(keys) // 2)
    return None


def _table_end(lines: list[str], at: int, sign: str, few: int) -> int:
    """The line after a table: the first without cells. Line breaks in quoted cells and empty lines do not end it."""
    odd = False
    while at < len(lines):
        empty = not lines[at].strip()
        below = next((line for line in lines[at : at + 4] if line.strip()), "")
        goes_on = below.count(sign) >= max(1, few) if empty else sign in lines[at] and not lines[at].startswith("```")
        if not odd and not goes_on:
            break
        # An odd number of quotes opens or closes a cell that goes on in the next line.
        odd ^= lines[at].count('"') % 2 == 1
        at += 1
    return at


def _delimiter(line: str) -> str:
    """The delimiter of a table, by its first line; empty if that is no row."""
    sign = max(",;\t", key=line.count)
    return sign if line.count(sign) and len(line) < MAX_CELL else ""


def _keys(line: str, sign: str) -> list[str]:
    return [key.strip().lower() if not key.startswith("x-") else key for key in line.strip().split(sign)]


def read_csv(text: str, above: int = 0) -> tuple[str | None, list[Cells]] | None:
    """The game and the rows of a table; `above` counts the lines before it. None if it is no table."""
    head, _, rest = text.partition("\n")
    sign = _delimiter(head)
    keys = _keys(head, sign)
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(StringIO(rest), delimiter=sign)
    try:
        table = [(reader.line_num + above + 1, row) for row in reader if any(row)]
    except csv.Error:
        return None
    at = keys.index("game") if "game" in keys else MAX_CELL
    game = next((row[at].strip() for _, row in table if len(row) > at and row[at].strip()), None)
    return game, [made for line, row in table if (made := _cells(keys, line, row)) is not None]


def _cells(keys: list[str], line: int, row: list[str]) -> Cells | None:
    """One row of a table, its keys only; None for the row of totals."""
    # Not strict: rows may be shorter, as spreadsheets drop empty cells at the end, or longer.
    values = {key: _without_guard(text.strip()) for key, text in zip(keys, row, strict=False)}
    part = values.get("part", "model").partition(" ")[0]
    if part == "total":
        return None
    kind = {"list": "list", "group": "groups"}.get(part, "models")
    if not part or not any(text for key, text in values.items() if key not in DERIVED[:2]):
        return Cells(kind, line, {"row": ", ".join(text for text in row if text)})
    more = {f"column {at + 1}": text for at, text in enumerate(row) if at >= len(keys) and text.strip()}
    mine = {key: text for key, text in values.items() if text and key and key not in DERIVED}
    return Cells(kind, line, mine | more)


def _without_guard(text: str) -> str:
    return text[1:] if text[:1] == "'" and _needs_guard(text[1:]) else text
