"""A difference as lines for people, and as Markdown."""

from __future__ import annotations

from listbuilder.base.characters import on_one_line
from listbuilder.exchange.documents.difference import Difference, KeyDifference, RowChange
from listbuilder.exchange.formats.text.write_text import escape

# Words that say nothing without their key.
PLAIN = ("yes", "no")
SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def difference_lines(found: Difference) -> list[str]:
    """The difference line by line; a list that is the same has one."""
    if found.same:
        return [f"{found.names[0]} and {found.names[1]} are the same."]
    before, after = found.points.before or 0, found.points.after or 0
    lines = [f"{found.names[0]} → {found.names[1]}: {before} → {after} {found.currency} ({after - before:+d})"]
    lines += [f"~ {change.key}: {change_words(change)}" for change in found.list]
    lines += [line for row in (*found.models, *found.groups) for line in row_lines(row)]
    return [on_one_line(line) for line in lines]


def row_lines(row: RowChange) -> list[str]:
    """One model or group."""
    times = f"{row.count} × " if row.count > 1 else ""
    before, after = row.cost.before, row.cost.after
    price = after if before is None else before if after is None else None
    cost = f", {price}" if price else ""
    if before is not None and after is not None and before != after:
        cost = f", {before} → {after}"
    head = f"{SIGNS[row.change]} {times}{row.model}{cost}"
    if row.change == "changed":
        return [head, *(f"    {change.key}: {change_words(change)}" for change in row.options)]
    sides = [
        f"{change.key}: {one}" if one in PLAIN or one.isdigit() else one
        for change in row.options
        for one in (change.removed or change.added)
        if change.key != "name"
    ]
    return [f"{head}: {', '.join(sides)}"]


def change_words(change: KeyDifference) -> str:
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
