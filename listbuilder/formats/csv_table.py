"""A list as CSV for spreadsheets, one row for each model; no cell can be taken for a formula."""

from __future__ import annotations

import csv
import unicodedata
from io import StringIO

from listbuilder.documents.judged import JudgedList, Row
from listbuilder.reading import Tree

__all__ = ["cell", "write_csv"]

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "|", "%")


def write_csv(judged: JudgedList) -> str:
    """The list as CSV."""
    sheet = judged.game.model
    keys = [*sheet.slots, *sheet.fields]
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(["list", "game", "model", "name", "count", *keys, "each", "total", "notes"])
    for at, row in enumerate(judged.rows("models")):
        table.writerow([cell(judged.title), cell(judged.game.name), at + 1, *cells(row, keys, judged.cost(at))])
    force = judged.report.force
    table.writerow([cell(judged.title), cell(judged.game.name), "total", "", len(force.models)])
    blank: list[str | int] = [""] * (len(keys) + 1)
    table.writerow([cell(judged.title), cell(judged.game.name), "points", "", "", *blank, force.cost])
    return out.getvalue()


def cells(row: Row, keys: list[str], cost: int) -> list[str | int]:
    """One model: its name and count, a cell for each slot and field, what one and all cost."""
    count = row.get("count", 1)
    times = count if isinstance(count, int) else 1
    own = [cell(plain(row.get(key))) for key in keys]
    return [cell(plain(row.get("name"))), times, *own, cost, cost * times, cell(plain(row.get("notes")))]


def plain(value: Tree) -> str:
    """A value as a person would write it in a cell."""
    if isinstance(value, list):
        return "; ".join(plain(one) for one in value)
    if isinstance(value, dict) and "entry" in value:
        return f"{value['entry']} ({plain(value.get('picks'))})"
    if isinstance(value, dict):
        return "; ".join(f"{key} {number}" for key, number in value.items())
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def cell(text: str) -> str:
    """Text that a spreadsheet shows and never runs: an apostrophe goes before what looks like a formula."""
    start = unicodedata.normalize("NFKC", text).lstrip(" \u00a0\u3000")
    return f"'{text}" if start.startswith(FORMULA) or text.startswith(FORMULA) else text
