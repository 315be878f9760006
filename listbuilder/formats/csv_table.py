"""A list as CSV for spreadsheets, one row for each model, and back; no cell can be taken for a formula."""

from __future__ import annotations

import csv
import unicodedata
from io import StringIO

from listbuilder.documents.judged import JudgedList, Row
from listbuilder.formats.cells import Cells, CellWriter
from listbuilder.lists.own_keys import LIST, ROW

__all__ = ["cell", "read_csv", "write_csv"]

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "|", "%", "'")
# Columns that are worked out from the others: the name of the list on every row, numbers and prices.
DERIVED = ("list", "game", "part", "each", "total")
MAX_CELL = 8000


def write_csv(judged: JudgedList) -> str:
    """The list as CSV: a row for the list itself, one for each model and group, and the total."""
    writer = CellWriter(judged)
    own = {key: value for key, value in judged.tree.items() if key not in ("game", *LIST.rows)}
    rows = [("list", own, ""), *_rows(judged, "models", "model"), *_rows(judged, "groups", "group")]
    keys = list(dict.fromkeys([*ROW.head, *(key for _, row, _ in rows for key in row if key not in DERIVED)]))
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow([*DERIVED[:3], *keys, *DERIVED[3:]])
    start = [cell(judged.title), judged.game.id]
    for part, row, cost in rows:
        kind = {"l": "list", "m": "models", "g": "groups"}[part[0]]
        said = [cell(writer.cell(kind, key, row[key])) if key in row else "" for key in keys]
        count = row.get("count", 1)
        total = int(cost) * count if cost and isinstance(count, int) else ""
        table.writerow([*start, part, *said, cost, total])
    table.writerow([*start, "total", *[""] * len(keys), "", judged.report.force.cost])
    return out.getvalue()


def _rows(judged: JudgedList, key: str, word: str) -> list[tuple[str, Row, str]]:
    """The rows of a section with what they are called and what one costs."""
    return [
        (f"{word} {at + 1}", row, str(judged.cost(at)) if key == "models" else "")
        for at, row in enumerate(judged.rows(key))
    ]


def cell(text: str) -> str:
    """Text that a spreadsheet shows and never runs: an apostrophe goes before what looks like a formula."""
    return f"'{text}" if _needs_guard(text) else text


def _needs_guard(text: str) -> bool:
    start = unicodedata.normalize("NFKC", text[:40]).lstrip(" \u00a0\u3000")
    return start.startswith(FORMULA) or text.startswith(FORMULA)


def read_csv(text: str) -> tuple[str | None, list[Cells]] | None:
    """The game and the rows of a table; None for a text that is no table of a list."""
    head = text.partition("\n")[0]
    sign = max(",;\t", key=head.count)
    if not head.count(sign):
        return None
    reader = csv.reader(StringIO(text), delimiter=sign)
    csv.field_size_limit(MAX_CELL)
    try:
        keys = [key.strip().lower() if not key.startswith("x-") else key for key in next(reader)]
        if not {"part", "unit", "rank", "model"} & set(keys):
            return None
        table = [(reader.line_num, row) for row in reader if any(row)]
    except csv.Error:
        return None
    games = {row[keys.index("game")].strip() for _, row in table if "game" in keys and len(row) > keys.index("game")}
    return next(iter(games), None), [made for line, row in table if (made := _cells(keys, line, row)) is not None]


def _cells(keys: list[str], line: int, row: list[str]) -> Cells | None:
    """One row of a table, without what is worked out from the rest; None for the total."""
    said = {key: _without_guard(text.strip()) for key, text in zip(keys, row, strict=False)}
    part = said.get("part", "model").partition(" ")[0]
    if part == "total":
        return None
    kind = {"list": "list", "group": "groups"}.get(part, "models")
    return Cells(kind, line, {key: text for key, text in said.items() if text and key and key not in DERIVED})


def _without_guard(text: str) -> str:
    return text[1:] if text[:1] == "'" and _needs_guard(text[1:]) else text
