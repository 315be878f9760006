"""The bench: one list being built, with everything that was done to it and the verdict on it as it stands.

Frozen values and pure functions: each edit gives another bench. Nothing is read from disk or written to it; the text
of a file goes along, so that its comments stay through every edit, undo and redo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.records import record, replace
from listbuilder.building.change import EditResult, Side, change_between
from listbuilder.building.edits import (
    AddPick,
    Drop,
    Edit,
    Many,
    Swap,
    edit_words,
    make_steps,
    spell_own_names,
    steps_of,
)
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.exchange.formats.code import write_code
from listbuilder.judging.collection import CollectionSource
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists.canonical import spell_keys
from listbuilder.lists.file_editor import EditedFile, Editor, EditStep, apply_edits, equal_values
from listbuilder.storage.reading import Document, Tree

# Steps of undo that are kept.
DEPTH = 200


class Snapshot(NamedTuple):
    """A list as it was: its values, the text of its file if it has one, and what was done next, or undone, in words."""

    tree: Mapping[str, Tree]
    text: str | None
    words: str


@record
class Bench:
    """A list on the bench: `game` is that of no event, `file` its name in messages; of `past` the last is nearest."""

    game: Game
    tree: Mapping[str, Tree]
    report: Report
    referee: Referee
    text: str | None = None
    file: str | None = None
    past: tuple[Snapshot, ...] = ()
    future: tuple[Snapshot, ...] = ()

    @property
    def event(self) -> Game | None:
        """The game as it is played at the event that the list is for."""
        return self.referee.event

    @property
    def collection(self) -> CollectionSource | None:
        """What the player owns."""
        return self.referee.collection


class Trial(NamedTuple):
    """What an edit would make of a list: the steps it takes, the tree after them and the report on it."""

    steps: tuple[EditStep, ...]
    tree: Mapping[str, Tree]
    report: Report


def open_bench(
    document: Document,
    game: Game,
    event: Game | None = None,
    collection: CollectionSource | None = None,
    text: str | None = None,
) -> Bench:
    """A list that was read, ready to be built on; `text` is that of its file, if edits shall keep its comments."""
    referee = Referee(game, event, collection)
    report = referee.judge(without_lines(document.data))
    return Bench(game=game, tree=document.data, report=report, referee=referee, text=text, file=document.file)


def apply(bench: Bench, edit: Edit) -> Bench:
    """The bench after an edit. Illegal is fine; what is not there is refused with EditError.

    DocumentError says that the text of the file can't take this edit without losing something around it.
    """
    trial = try_edit(bench, edit)
    if not trial.steps:
        return bench
    words = edit_words(bench.tree, edit, bench.report.force)
    text = bench.text
    if text is not None:
        text = write_steps(Editor(text.encode(), bench.file), bench.report.force.game, trial.steps, trial.tree).text
    past = (*bench.past, Snapshot(bench.tree, bench.text, words))[-DEPTH:]
    return replace(bench, tree=trial.tree, report=trial.report, text=text, past=past, future=())


def undo(bench: Bench) -> Bench:
    """The bench before its last edit, which can be made again."""
    if not bench.past:
        raise EditError.of("edit.undo", "There is nothing to undo.", "Every edit from now on can be undone.")
    last = bench.past[-1]
    return _at(bench, last, bench.past[:-1], (*bench.future, Snapshot(bench.tree, bench.text, last.words)))


def redo(bench: Bench) -> Bench:
    """The bench with the edit that was undone last made again."""
    if not bench.future:
        raise EditError.of("edit.undo", "There is nothing to redo.", "Redo makes again what undo took back.")
    last = bench.future[-1]
    return _at(bench, last, (*bench.past, Snapshot(bench.tree, bench.text, last.words)), bench.future[:-1])


def _at(bench: Bench, moment: Snapshot, past: tuple[Snapshot, ...], future: tuple[Snapshot, ...]) -> Bench:
    report = bench.referee.judge(without_lines(moment.tree))
    return replace(bench, tree=moment.tree, text=moment.text, report=report, past=past, future=future)


def replace_list(bench: Bench, document: Document, text: str | None, words: str) -> Bench:
    """The bench with another list of the same game on it, as one step of undo."""
    report = bench.referee.judge(without_lines(document.data))
    past = (*bench.past, Snapshot(bench.tree, bench.text, words))[-DEPTH:]
    return replace(bench, tree=document.data, text=text, report=report, past=past, future=())


def plan_edit(bench: Bench, edit: Edit) -> tuple[tuple[EditStep, ...], Mapping[str, Tree]]:
    """The steps of an edit and the tree after them.

    Only what a slot holds depends on the force, so the list is judged in between where such an edit follows another.
    """
    tree, force, stale = spell_own_names(bench.tree, bench.report.force.game), bench.report.force, False
    steps: list[EditStep] = []
    for one in edit.edits if isinstance(edit, Many) else (edit,):
        if stale and isinstance(one, AddPick | Drop | Swap):
            force, stale = bench.referee.judge(without_lines(tree)).force, False
        if taken := steps_of(one, tree, force):
            steps += taken
            tree, stale = apply_edits(tree, taken), True
    return tuple(steps), tree


def try_edit(bench: Bench, edit: Edit) -> Trial:
    """What an edit would make of the list; nothing is written anywhere."""
    steps, tree = plan_edit(bench, edit)
    return Trial(steps, tree, bench.referee.judge(without_lines(tree)) if steps else bench.report)


def preview(bench: Bench, edit: Edit) -> EditResult:
    """What an edit would change."""
    trial = try_edit(bench, edit)
    words = edit_words(bench.tree, edit, bench.report.force)
    return change_between(side(bench), Side(trial.tree, trial.report), words)


def changes(before: Bench, after: Bench) -> EditResult:
    """The changes between two states of the same list."""
    return change_between(side(before), side(after), after.past[-1].words if after.past else "")


def compare(bench: Bench, edits: Sequence[Edit]) -> tuple[EditResult, ...]:
    """What each of some edits would change."""
    return tuple(preview(bench, edit) for edit in edits)


def side(bench: Bench) -> Side:
    """The list on a bench, to compare with another."""
    return Side(bench.tree, bench.report)


def without_lines(tree: Mapping[str, Tree]) -> Document:
    """A list being built as a document without line numbers: they change with every edit, so no finding names one."""
    return Document(dict(tree), {}, None)


def write_steps(editor: Editor, game: Game, steps: Iterable[EditStep], tree: Mapping[str, Tree]) -> EditedFile:
    """An open file after some steps, comments kept; `tree` has the values that it must have then."""
    spell_keys(editor, game)
    make_steps(editor, steps, game)
    # Text and values are edited by two paths: a file must never get other values than those that were judged.
    if not equal_values(editor.tree, dict(tree)):
        raise DocumentError.of(
            "file.write", "the text of the file would no longer match its values", "Undo and try again."
        )
    return editor.result()


# A list as a share code, the same for the same list.


def share(bench: Bench) -> str | None:
    """The share code of the list on a bench; None for one that is too long for a code."""
    return share_code(bench.report)


def share_code(report: Report) -> str | None:
    """The share code of a list; None for one that is too long for a code."""
    try:
        return write_code(list_from_report(report)).strip()
    except DocumentError:
        return None
