"""What an edit did, as people read it: the row that changed, the new total, and what is new among the findings.

The reports before and after go in. A finding that was there before is counted and not printed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from listbuilder.cli.report_text import finding_text, points_text, verdict_text
from listbuilder.cli.terminal import paragraph, style
from listbuilder.documents.edit import NOTHING, NOUNS, Changes, Done
from listbuilder.finding import capped
from listbuilder.force.lines import Line, group_line, model_line
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force
    from listbuilder.reading import Path as TreePath
    from listbuilder.validator import Report


def edit_text(
    done: Done,
    before: Report,
    after: Report,
    moved: Mapping[int, int],
    changes: Changes,
    file: str,
    event: Path | None = None,
) -> str:
    """An edit in a few lines; `moved` says where the models that stayed were and are."""
    if done == NOTHING:
        return style(f"Nothing changed: {file} says that already.")
    parts = [row_text(done, path, before.force, after.force, moved) for path in done.paths]
    parts.append(total_text(before, after, file))
    parts += [finding_text(one) for one in capped(changes.new)]
    for one in changes.solved:
        parts.append(paragraph(one.message, "    ", "  solved: ").replace("solved", style("solved", "green"), 1))
    if changes.older:
        look = f"validate {quote(file)}" + (f" --event {quote(str(event))}" if event else "")
        parts.append(paragraph(older_text(changes.older, look), "    ", "  "))
    return "\n".join(parts)


def row_text(done: Done, path: TreePath, before: Force, after: Force, moved: Mapping[int, int]) -> str:
    """One row: its number, what it costs and what is on it."""
    keys = f"{' and '.join(filter(None, (', '.join(done.keys[:-1]), done.keys[-1])))} of " if done.keys else ""
    if not path:
        return style(f"{done.verb} {keys}the list.")
    line = line_at(before if done.gone else after, path)
    head = f"{done.verb} {keys}{NOUNS[str(path[0])]} {int(path[1]) + 1}"
    if line.cost:
        head += f", {line.cost} {after.game.points}"
    was = next((old for old, new in moved.items() if new == path[1]), None)
    if done.verb == "Changed" and path[0] == "models" and was is not None:
        cost = line_at(before, ("models", was)).cost
        head += f" ({cost} before)" if cost != line.cost else ""
    return paragraph(f"{head}: {line.text}", "  ", "")


def line_at(force: Force, path: TreePath) -> Line:
    """The roster's line for a row."""
    at = int(path[1])
    in_groups = path[0] == "groups"
    # Rows behind the most that a list may have are kept in the file, and are no part of the force.
    if at >= len(force.groups) if in_groups else all(model.row != at for model in force.written):
        return Line(str(at + 1), 0, "not judged, as the list has too many")
    return group_line(force, force.groups[at]) if in_groups else model_line(force, at)


def total_text(before: Report, after: Report, file: str) -> str:
    """The total and the verdict, with how much the total moved."""
    change = after.force.cost - before.force.cost
    moved = f"{abs(change)} {'more' if change > 0 else 'less'}" if change else ""
    size = counted(after.force.size, "model")
    return verdict_text(f"{file}: {points_text(after, moved)}, {size}: ", after)


def older_text(older: tuple[Finding, ...], look: str) -> str:
    """How many findings are as they were, and how to see them."""
    counts = Counter(str(one.severity) for one in older)
    nouns = {"error": "errors", "warning": "warnings", "info": "remarks"}
    parts = [counted(counts[severity], f"older {noun}") for severity, noun in nouns.items() if counts[severity]]
    verb = "remains" if len(older) == 1 else "remain"
    them = "it" if len(older) == 1 else "them"
    return f"{' and '.join(parts)} {verb}: `listbuilder {look}` shows {them}."
