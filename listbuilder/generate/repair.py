"""Bring a list that is being made nearer to legal by small random steps, each better than the last to the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from listbuilder.generate.choices import all_edits
from listbuilder.generate.edits import Step, edited
from listbuilder.generate.judge import Judge, as_far
from listbuilder.generate.places import nearness, suitable
from listbuilder.generate.rows import RowMaker, new_rows, other_rows
from listbuilder.reading import Tree

TRIES, EACH = 1500, 300


def repair(
    tree: Mapping[str, Tree], judge: Judge, random: Random, may: Callable[[Step], bool], tries: int = TRIES
) -> dict[str, Tree]:
    """The list after as many steps as bring it nearer to legal; only edits that `may` allows are made."""
    return [dict(tree), *as_far(nearer(tree, judge, random, may, tries))][-1]


def nearer(
    tree: Mapping[str, Tree], judge: Judge, random: Random, may: Callable[[Step], bool], tries: int
) -> Iterator[dict[str, Tree]]:
    """The list after one step nearer to legal, after two, and so on."""
    maker = RowMaker(tree, judge)
    now, score = dict(tree), judge.score(tree)
    end = judge.asked + tries
    while score.errors and judge.asked < end:
        rows = [*new_rows(now, maker)]
        edits = [edit for edit in (*all_edits(now, score.force, rows), *other_rows(now, maker)) if may(edit)]
        random.shuffle(edits)
        near, suits = nearness(score.wrong), suitable(score.wrong)
        edits.sort(key=lambda edit: (not near(edit.path), not suits(edit)))
        for edit in [*edits[: EACH // 2], *random.sample(edits, min(EACH // 2, len(edits)))]:
            made = edited(now, edit)
            trial = judge.score(made)
            if trial.distance < score.distance - 1e-9:
                now, score = made, trial
                yield now
                break
        else:
            return
