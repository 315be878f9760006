"""The bench: one list being built, with everything that was done to it and the verdict on it as it stands.

Frozen values and pure functions: each edit gives another bench. Nothing is read from disk or written to it; the text
of a file goes along, so that its comments stay through every edit, undo and redo.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from listbuilder.catalogue import Game
from listbuilder.collection import Collection, missing
from listbuilder.errors import DocumentError, EditError
from listbuilder.generate.edits import Step, edited_all
from listbuilder.lists.edit import Editor, same
from listbuilder.lists.formatting import spell_keys
from listbuilder.lists.read import parse_list
from listbuilder.reading import Document, Tree
from listbuilder.record import changed, record
from listbuilder.validator import Report, judge
from listbuilder.workbench.change import Change, Side, change_between
from listbuilder.workbench.edits import Edit, Many
from listbuilder.workbench.says import edit_words
from listbuilder.workbench.steps import spelt, steps_of, write_steps

DEPTH = 200


class Moment(NamedTuple):
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
    text: str | None = None
    file: str | None = None
    past: tuple[Moment, ...] = ()
    future: tuple[Moment, ...] = ()
    event: Game | None = None
    collection: Collection | None = None


class Trial(NamedTuple):
    """What an edit would make of a list: the steps it takes, the tree after them and the report on it."""

    steps: tuple[Step, ...]
    tree: Mapping[str, Tree]
    report: Report


def open_bench(
    document: Document,
    game: Game,
    event: Game | None = None,
    collection: Collection | None = None,
    text: str | None = None,
) -> Bench:
    """A list that was read, ready to be built on; `text` is that of its file, if edits shall keep its comments."""
    report = _judged(document.data, game, event, collection)
    bench = Bench(game=game, tree=document.data, report=report, event=event, collection=collection)
    return changed(bench, text=text, file=document.file)


def apply(bench: Bench, edit: Edit) -> Bench:
    """The bench after an edit. Illegal is fine; what is not there is refused with EditError.

    DocumentError says that the text of the file can't take this edit without losing something around it.
    """
    trial = tried(bench, edit)
    if not trial.steps:
        return bench
    words = edit_words(bench.tree, edit, bench.report.force)
    text = None if bench.text is None else _written(bench, trial)
    past = (*bench.past, Moment(bench.tree, bench.text, words))[-DEPTH:]
    return changed(bench, tree=trial.tree, report=trial.report, text=text, past=past, future=())


def undo(bench: Bench) -> Bench:
    """The bench before its last edit, which can be made again."""
    if not bench.past:
        raise EditError.of("edit.undo", "There is nothing to undo.", "Every edit from now on can be undone.")
    last = bench.past[-1]
    return _at(bench, last, bench.past[:-1], (*bench.future, Moment(bench.tree, bench.text, last.words)))


def redo(bench: Bench) -> Bench:
    """The bench with the edit that was undone last made again."""
    if not bench.future:
        raise EditError.of("edit.undo", "There is nothing to redo.", "Redo makes again what undo took back.")
    last = bench.future[-1]
    return _at(bench, last, (*bench.past, Moment(bench.tree, bench.text, last.words)), bench.future[:-1])


def _at(bench: Bench, moment: Moment, past: tuple[Moment, ...], future: tuple[Moment, ...]) -> Bench:
    report = _judged(moment.tree, bench.game, bench.event, bench.collection)
    return changed(bench, tree=moment.tree, text=moment.text, report=report, past=past, future=future)


def replaced(bench: Bench, document: Document, text: str | None, words: str) -> Bench:
    """The bench with another list of the same game on it, as one step of undo."""
    report = _judged(document.data, bench.game, bench.event, bench.collection)
    past = (*bench.past, Moment(bench.tree, bench.text, words))[-DEPTH:]
    return changed(bench, tree=document.data, text=text, report=report, past=past, future=())


def tried(bench: Bench, edit: Edit) -> Trial:
    """What an edit would make of the list; nothing is written anywhere."""
    tree, report = spelt(bench.tree, bench.report.force.game), bench.report
    steps: list[Step] = []
    for one in edit.edits if isinstance(edit, Many) else (edit,):
        taken = steps_of(one, tree, report.force)
        if taken:
            steps += taken
            tree = edited_all(tree, taken)
            report = _judged(tree, bench.game, bench.event, bench.collection)
    return Trial(tuple(steps), tree, report)


def preview(bench: Bench, edit: Edit) -> Change:
    """What an edit would change."""
    trial = tried(bench, edit)
    words = edit_words(bench.tree, edit, bench.report.force)
    return change_between(side(bench), Side(trial.tree, trial.report), words)


def changes(before: Bench, after: Bench) -> Change:
    """What is otherwise on one bench than on another of the same list."""
    return change_between(side(before), side(after), after.past[-1].words if after.past else "")


def compare(bench: Bench, edits: Sequence[Edit]) -> tuple[Change, ...]:
    """What each of some edits would change."""
    return tuple(preview(bench, edit) for edit in edits)


def side(bench: Bench) -> Side:
    """The list on a bench, to compare with another."""
    return Side(bench.tree, bench.report)


def _judged(tree: Mapping[str, Tree], game: Game, event: Game | None, collection: Collection | None) -> Report:
    """The report on a list; what a player does not own is a warning in it."""
    report = judge(parse_list(Document(dict(tree), {}, None)), game, event)
    short = tuple(missing(report.force, collection)) if collection else ()
    return changed(report, findings=(*report.findings, *short)) if short else report


def _written(bench: Bench, trial: Trial) -> str:
    """The text of the file with the steps of a trial made to it, comments and all."""
    assert bench.text is not None
    editor = Editor(bench.text.encode(), bench.file)
    spell_keys(editor, bench.report.force.game)
    write_steps(editor, trial.steps, bench.report.force.game)
    if not same(editor.tree, dict(trial.tree)):
        raise DocumentError.of("file.write", "the text of the file and its values would part", "Undo and try again.")
    return editor.text()
