"""A difference as lines for people, as Markdown, and as data."""

from __future__ import annotations

from typing import Any

from listbuilder.documents.difference import Change, Difference, RowChange
from listbuilder.formats.markdown import escape

__all__ = ["difference_document", "difference_lines", "difference_markdown"]

SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def difference_lines(found: Difference) -> list[str]:
    """The difference line by line; a list that is the same has one."""
    if found.same:
        return [f"{found.names[0]} and {found.names[1]} are the same."]
    before, after = found.points
    lines = [f"{found.names[0]} → {found.names[1]}: {before} → {after} points ({after - before:+d})"]
    lines += [f"~ {change.key}: {words(change)}" for change in found.own]
    lines += [line for row in (*found.models, *found.groups) for line in row_lines(row)]
    return lines


def row_lines(row: RowChange) -> list[str]:
    """One model or group."""
    times = f"{row.times} × " if row.times > 1 else ""
    price = row.after if row.before is None else row.before if row.after is None else None
    cost = f", {price}" if price else ""
    if row.before is not None and row.after is not None and row.before != row.after:
        cost = f", {row.before} → {row.after}"
    head = f"{SIGNS[row.kind]} {times}{row.label}{cost}"
    if row.kind == "changed":
        return [head, *(f"    {change.key}: {words(change)}" for change in row.changes)]
    sides = [one for change in row.changes for one in (change.removed or change.added) if change.key != "name"]
    return [f"{head}: {', '.join(sides)}"]


def words(change: Change) -> str:
    """What went and what came under one key."""
    if len(change.removed) == 1 and len(change.added) == 1:
        return f"{change.removed[0]} → {change.added[0]}"
    return ", ".join([*(f"-{one}" for one in change.removed), *(f"+{one}" for one in change.added)])


def difference_markdown(found: Difference) -> str:
    """The difference as a Markdown list."""
    first, *rest = difference_lines(found)
    lines = [f"**{escape(first)}**", ""]
    lines += [f"  - {escape(line.strip())}" if line.startswith("    ") else f"- {escape(line)}" for line in rest]
    return "\n".join(lines).rstrip() + "\n"


def difference_document(found: Difference) -> dict[str, Any]:
    """The difference as data."""
    return {
        "same": found.same,
        "games": list(found.games),
        "names": list(found.names),
        "points": {"before": found.points[0], "after": found.points[1]},
        "list": [change._asdict() for change in found.own],
        "models": [row_document(row) for row in found.models],
        "groups": [row_document(row) for row in found.groups],
    }


def row_document(row: RowChange) -> dict[str, Any]:
    """One model or group as data."""
    return {
        "change": row.kind,
        "model": row.label,
        "count": row.times,
        "cost": {"before": row.before, "after": row.after},
        "options": [change._asdict() for change in row.changes],
    }
