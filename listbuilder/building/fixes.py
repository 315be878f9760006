"""Fixes for a finding: single edits near it, each tried before it is offered.

A bench and one of its findings go in. Fixes come out: the finding is gone and there is no new error. If no edit does
that, those that come nearest: the finding is gone and something must be filled next, or it is smaller. Filling what is
missing is preferred to doing without it. The edits that change the least come first. The number of tries is bounded, so
that the answer is quick; `mend` takes its time for the fewest changes that make the whole list legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, zip_longest

from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.building.bench import Bench, Trial, side, try_edit
from listbuilder.building.change import EditResult, Side, about, change_between, compare_findings, rows_between
from listbuilder.building.edits import Add, Edit, Many, Remove, Set, row_edit, spell_own_names
from listbuilder.building.generate import Filling, Mending, SearchJudge, Way, describe_edits, fill, mend
from listbuilder.building.generate.distance import nearness, place_of, roughness, suitable, touches
from listbuilder.building.generate.judge import SHORT, size_of
from listbuilder.building.generate.moves import all_edits, more_groups
from listbuilder.building.generate.row_maker import RowMaker, new_rows, other_rows
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import EditStep, apply_edit, value_at
from listbuilder.storage.reading import Tree

# Edits that are tried, and edits among which they are chosen.
TRIES, LOOKED_AT = 120, 4_000
# Added to the size of what is left of a finding: a fix that ends it and asks for something else is always better.
PARTLY = 1_000
# After so many fixes nothing better is looked for.
ENOUGH = 12


@record
class Fix:
    """An edit that helps, in words, with what it changes."""

    words: str
    edit: Edit
    change: EditResult


@record
class Mends:
    """What was found out about mending a list, and each way as one edit."""

    found: Mending
    ways: tuple[Fix, ...]


@record
class Fills:
    """What was found out about completing a list, and each way as one edit."""

    found: Filling
    ways: tuple[Fix, ...]


def fixes(bench: Bench, finding: Finding, most: int = 5) -> tuple[Fix, ...]:
    """Edits that end a finding of the list and bring no error, the best first."""
    bench = own_keys(bench)
    found: list[tuple[tuple[float, ...], EditStep, Edit, Trial]] = []
    turns: Counter[tuple[object, ...]] = Counter()
    for step in islice(_candidates(bench, finding), TRIES):
        edit = edit_of(bench.tree, step)
        trial = try_edit(bench, edit)
        opens = _opens(bench, finding, trial)
        # Taking something out that is missing afterwards is no help.
        if opens is not None and (step.what != "drop" or not 0 < opens < PARTLY):
            moved = abs(trial.report.force.cost - bench.report.force.cost)
            warnings = sum(one.severity == "warning" for one in trial.report.findings)
            # Filling what is missing comes before changing something else. Then places take turns, so that one slot
            # with many entries does not fill the answer.
            helps = finding.code.endswith(SHORT) and _adds(bench.tree, step)
            order = (not helps, opens, turns[step[:2]], roughness(bench.tree, step), warnings, moved)
            turns[step[:2]] += 1
            found.append((order, step, edit, trial))
        if sum(not order[1] for order, *_ in found) >= ENOUGH:
            break
    found.sort(key=lambda one: one[0])
    found = [one for one in found if one[0][:2] == found[0][0][:2]]
    different = {repr(trial.tree): (step, edit, trial) for _, step, edit, trial in reversed(found)}
    best = list(reversed(different.values()))[:most]
    return tuple(fix_of(bench, (step,), edit, trial) for step, edit, trial in best)


def _adds(tree: Mapping[str, Tree], step: EditStep) -> bool:
    """Whether a step takes nothing from what is there."""
    return step.what in ("add", "insert") or (step.what == "put" and value_at(tree, step.path) is None)


def _candidates(bench: Bench, finding: Finding) -> Iterator[EditStep]:
    """Changes that may end a finding, one for each place in turn: in its place, on its row, then elsewhere."""
    place, force = place_of(finding), bench.report.force
    near, suits = nearness([finding]), suitable([finding])
    wide = len(place) < 2 or place[0] not in LIST.rows
    maker = RowMaker(bench.tree, SearchJudge(bench.game, event=bench.event))
    counts = frozenset({size_of(finding)} - {1})
    rows = new_rows(bench.tree, maker, counts) if wide and not finding.code.endswith(".over") else ()
    others = () if wide else other_rows(bench.tree, maker)
    steps = islice(chain(all_edits(bench.tree, force, rows), others), LOOKED_AT)

    def order(step: EditStep) -> tuple[float, ...]:
        return (not near(step.path), not touches(step.path, place), not suits(step), roughness(bench.tree, step))

    places: dict[tuple[object, ...], list[EditStep]] = {}
    ordered = sorted(steps, key=order)
    if finding.code.endswith(SHORT):
        if wide:
            yield from islice(more_groups(bench.tree, force), TRIES // 4)
        yield from islice(
            (step for step in ordered if _adds(bench.tree, step) and touches(step.path, place)), TRIES // 2
        )
    for step in ordered:
        places.setdefault(step[:2], []).append(step)
    for several in zip_longest(*places.values()):
        yield from (step for step in several if step is not None)


def _opens(bench: Bench, finding: Finding, trial: Trial) -> int | None:
    """How far a trial is from ending a finding for good; None where the finding is no less or another error comes.

    Nothing is best, then the fewest errors that only ask for more, then the least of the finding that is left.
    """
    rows = rows_between(bench.tree, trial.tree)
    new, gone = compare_findings(bench.report.findings, trial.report.findings, rows)
    wrong = [one for one in new if one.severity == "error"]
    if not all(one.code.endswith(SHORT) for one in wrong):
        return None
    if any(about(one, {}) == about(finding, {}) for one in gone):
        return len(wrong)
    left = [size_of(one) for one in trial.report.findings if about(one, {}) == about(finding, rows)]
    return PARTLY + min(left) if left and min(left) < size_of(finding) and not wrong else None


def fix_of(bench: Bench, steps: Iterable[EditStep], edit: Edit, trial: Trial) -> Fix:
    """A fix that was tried."""
    phrases = describe_edits(bench.tree, tuple(steps), bench.report.force.game)
    words = "; ".join(dict.fromkeys(phrases))
    described = Many(edits=edit.edits if isinstance(edit, Many) else (edit,), words=words)
    return Fix(words=words, edit=described, change=change_between(side(bench), Side(trial.tree, trial.report), words))


def mends(bench: Bench, most: int = 5) -> Mends:
    """The fewest edits that make the whole list legal; this may take seconds."""
    bench = own_keys(bench)
    found = mend(bench.tree, SearchJudge(bench.game, bench.collection, bench.event), most)
    return Mends(found=found, ways=fixes_of(bench, found.ways))


def fills(bench: Bench, seed: int = 0, keep: bool = False, most: int = 8) -> Fills:
    """The ways to complete an unfinished list that only add; with `keep`, models that are there get nothing either."""
    bench = own_keys(bench)
    found = fill(bench.tree, SearchJudge(bench.game, bench.collection, bench.event), seed, keep, most)
    return Fills(found=found, ways=fixes_of(bench, found.ways))


def fixes_of(bench: Bench, ways: Iterable[Way]) -> tuple[Fix, ...]:
    """Each way as a fix with one edit."""
    edits = [(way.edits, edits_of(bench.tree, way.edits)) for way in ways]
    return tuple(fix_of(bench, steps, edit, try_edit(bench, edit)) for steps, edit in edits)


# From steps to edits


def edits_of(tree: Mapping[str, Tree], steps: Iterable[EditStep]) -> Edit:
    """One edit for several steps, each in the list that those before it made."""
    made: list[Edit] = []
    for step in steps:
        edit = edit_of(tree, step)
        made += edit.edits if isinstance(edit, Many) else (edit,)
        tree = apply_edit(tree, step)
    return _one(tuple(made))


def edit_of(tree: Mapping[str, Tree], step: EditStep) -> Edit:
    """The edit that does what a step does."""
    path, kind = step.path, str(step.path[0])
    if kind not in LIST.rows:
        return Set(at=(), key=kind, value=apply_edit(tree, step).get(kind))
    if len(path) == 1:
        rows = step.value if isinstance(step.value, list) else [step.value]
        adds = [Add(row=row, kind=kind) for row in rows if isinstance(row, dict)]
        # Nothing can be added to a value that is no list, so it goes first.
        first = [Set(at=(), key=kind)] if not isinstance(tree.get(kind), list | None) else []
        return Set(at=(), key=kind) if step.what == "drop" else _one((*first, *adds))
    at = (kind, path[1])
    if len(path) == 2 and step.what == "drop":
        return Remove(at=at)
    old, new = value_at(tree, at), value_at(apply_edit(tree, step), at)
    made: Mapping[str, Tree] = new if isinstance(new, dict) else {}
    if not isinstance(old, dict):
        return Many(edits=(Remove(at=at), Add(row=made, kind=kind, to=int(path[1]))))
    return row_edit(at, old, made)


def _one(edits: tuple[Edit, ...]) -> Edit:
    return edits[0] if len(edits) == 1 else Many(edits=edits)


def own_keys(bench: Bench) -> Bench:
    """The bench with every key under its own name, which is how edits write and findings call them."""
    return replace(bench, tree=spell_own_names(bench.tree, bench.report.force.game))
