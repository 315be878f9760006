"""What the commands that edit a list share: find the game, make the change, and say what came of it.

The file is parsed once and judged once before the change, and so is what is written. A finding that was there before
is counted and not printed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import click

from listbuilder.base.findings import capped
from listbuilder.base.wording import counted
from listbuilder.exchange.documents.edit_document import NOTHING, NOUNS, EditOutcome, FindingChanges
from listbuilder.judging.roster_lines import RosterLine, group_line, model_line
from listbuilder.ui.cli.commands import Argument
from listbuilder.ui.cli.common import folders, open_event, print_json
from listbuilder.ui.cli.report_text import finding_text, points_text, verdict_text
from listbuilder.ui.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.building import Bench, Edit
    from listbuilder.building.change import Rows
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force
    from listbuilder.judging.validator import Report
    from listbuilder.lists.file_editor import RewrittenFile
    from listbuilder.storage.reading import Path as TreePath

    Change = Callable[[Bench], tuple[Sequence[Edit], EditOutcome]]

ListFile = Annotated[Path, Argument(metavar="FILE", help="A list file, YAML or JSON.")]
RowName = Annotated[
    str,
    Argument(
        metavar="MODEL",
        help="Its number in the table of `validate`, its name, or what it is where there is one of them; "
        "a place such as groups[0]; `list` for the list itself.",
    ),
]


def make_change(
    context: click.Context,
    file: Path,
    change: Change,
    *,
    event: Path | None,
    json: bool,
    catalogues: list[Path] | None,
) -> None:
    """Edit a file and print what came of it; a list that is merely illegal is written like any other."""
    from listbuilder.building.bench import open_bench, plan_edit, write_steps
    from listbuilder.building.change import rows_between
    from listbuilder.building.edits import Many
    from listbuilder.lists import parse_list
    from listbuilder.lists.file_editor import EditedFile, Editor, rewrite_file
    from listbuilder.loading import load_game

    check_file(file)
    named = folders(context, catalogues)
    pack = open_event(event, named)
    outcome: list[Any] = []

    def edited(raw: bytes) -> str:
        editor = Editor(raw, str(file))
        bench = open_bench(editor.document, load_game(parse_list(editor.document).game, named), pack)
        edits, done = change(bench)
        steps, tree = plan_edit(bench, edits[0] if len(edits) == 1 else Many(edits=tuple(edits)))
        made = EditedFile(editor.before, editor.document)
        if steps:
            made = write_steps(editor, bench.report.force.game, steps, tree)
        # All work comes before the file is written: whatever ends it, the list is as it was.
        report = bench.referee.judge(made.document)
        rows = rows_between(bench.tree, tree)
        moved = {was: now for was, now in enumerate(rows["models"]) if now is not None}
        facts = (done, bench.report, report, moved, findings_changed(bench.report, report, rows), str(file))
        if json:
            from listbuilder.exchange.documents.edit_document import edit_document

            outcome.append(edit_document(*facts))
        else:
            outcome.append(edit_text(*facts, event))
        return made.text

    say_unnoted(rewrite_file(file, edited))
    if json:
        print_json(outcome[0])
    else:
        say(outcome[0])


def say_unnoted(written: RewrittenFile) -> None:
    """Say of an edit that it can't be taken back, where that is so."""
    if written.changed and not written.noted:
        say("This edit can't be taken back later, because the notes for `undo` can't be written.", error=True)


def bench_of(
    raw: bytes, file: Path, catalogues: list[Path], event: Game | None, collection: Path | None = None
) -> Bench:
    """What a list file holds, on the bench."""
    from listbuilder.building import open_bench
    from listbuilder.judging.collection import read_collection
    from listbuilder.lists import parse_list
    from listbuilder.lists.file_editor import decode_list_text
    from listbuilder.loading import load_game
    from listbuilder.storage.reading import read_bytes

    document = read_bytes(raw, file=str(file))
    game = load_game(parse_list(document).game, catalogues)
    owned = read_collection(collection, game) if collection else None
    return open_bench(document, game, event, owned, decode_list_text(raw))


def findings_changed(before: Report, after: Report, rows: Rows) -> FindingChanges:
    """What is new among the findings, what went and what stayed, as the workbench tells them apart."""
    from listbuilder.building.change import compare_findings

    new, gone = compare_findings(before.findings, after.findings, rows)
    fresh = {id(one) for one in new}
    return FindingChanges(new, gone, tuple(one for one in after.findings if id(one) not in fresh))


def check_file(file: Path) -> None:
    """Refuse what no edit can change, with what can be done instead."""
    from listbuilder.ui.cli.inputs import ROSTERS, TEXT

    if str(file) == "-":
        raise click.BadParameter("an edit changes a file; stdin is none", param_hint="FILE")
    if file.suffix.lower() in (*TEXT, *ROSTERS):
        command = f"listbuilder import {quote(str(file))} -o {quote(str(file.with_suffix('.yaml')))}"
        raise click.BadParameter(f"edits change YAML and JSON lists; `{command}` makes one", param_hint="FILE")


# As people read it


def edit_text(
    done: EditOutcome,
    before: Report,
    after: Report,
    moved: Mapping[int, int],
    changes: FindingChanges,
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


def row_text(done: EditOutcome, path: TreePath, before: Force, after: Force, moved: Mapping[int, int]) -> str:
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


def line_at(force: Force, path: TreePath) -> RosterLine:
    """The roster's line for a row."""
    at = int(path[1])
    in_groups = path[0] == "groups"
    # Rows behind the most that a list may have are kept in the file, and are no part of the force.
    if at >= len(force.groups) if in_groups else all(model.row != at for model in force.written):
        return RosterLine(str(at + 1), 0, "not judged, as the list has too many")
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
