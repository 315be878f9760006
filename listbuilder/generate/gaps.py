"""What picks of a list still ask for inside them, filled step by step; nothing that is there is changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from listbuilder.finding import Finding
from listbuilder.generate.choices import all_edits
from listbuilder.generate.edits import Step, edited, holds, value_at
from listbuilder.generate.judge import Judge, Score, as_far
from listbuilder.generate.places import Left, place_of
from listbuilder.reading import Path, Tree

# Of very long lists no more gaps are filled than this.
MOST = 40


def inner_gaps(tree: Mapping[str, Tree], judge: Judge, before: Score) -> tuple[Step, ...]:
    """The steps that put the first thing that fits into each slot inside a pick that has too little."""
    with judge.part(1 / 2):
        return tuple(as_far(islice(_filling(tree, judge, before), MOST)))


def _filling(tree: Mapping[str, Tree], judge: Judge, before: Score) -> Iterator[Step]:
    """One step after another."""
    while (found := _next_step(tree, judge, before)) is not None:
        step, before = found
        yield step
        tree = edited(tree, step)


def _next_step(tree: Mapping[str, Tree], judge: Judge, before: Score) -> tuple[Step, Score] | None:
    """The first step that makes a gap less and nothing worse, and the list after it."""
    for finding in (one for one in before.wrong if one.code == "picks.under"):
        for step in _steps_for(tree, before, finding):
            after = judge.score(edited(tree, step))
            if after.errors <= before.errors and Left(after.wrong).without(finding):
                return step, after
    return None


def _steps_for(tree: Mapping[str, Tree], before: Score, finding: Finding) -> list[Step]:
    """What can be put inside the pick that a finding is about, what is plain before what has more inside it."""
    place = place_of(finding)
    found = [step for step in all_edits(tree, before.force) if _adds_in(tree, step, place)]
    return sorted(found, key=lambda step: _names(step.value))


def _adds_in(tree: Mapping[str, Tree], step: Step, place: Path) -> bool:
    """Whether a step adds to a pick; the one pick of a slot may stand there without a list around it."""
    if step.what == "put":
        alone = place[-1:] == (0,) and step.path == place[:-1]
        inside = alone or step.path[: len(place)] == place
        return inside and holds(step.value, old := value_at(tree, step.path)) and step.value != old
    return step.what == "add" and step.path[: len(place)] == place


def _names(value: Tree) -> int:
    """How many names a value has in it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(map(_names, inner)) if inner else 1
