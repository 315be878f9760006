"""Fill an unfinished list: ways that only add, each a few edits; nothing that is in the list is changed or taken out.

A few additions that spend the most of what is left come first, then whole lists made from this one. Whatever warnings
a way leaves are ended by further additions, where that can be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations, combinations_with_replacement, islice, pairwise, product
from random import Random
from typing import NamedTuple, cast

from listbuilder.base.findings import Finding
from listbuilder.building.generate.distance import RemainingFindings, about, nearness, place_of, touches
from listbuilder.building.generate.judge import (
    SHORT,
    STEPS,
    Row,
    Score,
    SearchBudgetError,
    SearchJudge,
    until_exhausted,
)
from listbuilder.building.generate.mend import Way, mend
from listbuilder.building.generate.moves import NONE, all_edits, picks_in
from listbuilder.building.generate.random_lists import UnfillableError, fill_list
from listbuilder.building.generate.random_models import ModelMaker
from listbuilder.building.generate.row_maker import RowMaker, new_rows
from listbuilder.catalogue import Game, WordField
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import EditStep, apply_edit, apply_edits, contains_value, value_at
from listbuilder.lists.find_row import rows_of_kind
from listbuilder.storage.reading import Path, Tree

# The slots inside picks that have too little, filled step by step; nothing that is there is changed.


# Gaps filled at most: each step judges the list several times.
MOST = 40


def inner_gaps(tree: Mapping[str, Tree], judge: SearchJudge, before: Score) -> tuple[EditStep, ...]:
    """The steps that fill each slot inside a pick that has too little with the first entry that fits."""
    with judge.part(1 / 2):
        return tuple(until_exhausted(islice(_filling(tree, judge, before), MOST)))


def _filling(tree: Mapping[str, Tree], judge: SearchJudge, before: Score) -> Iterator[EditStep]:
    """One step after another."""
    while (found := _next_step(tree, judge, before)) is not None:
        step, before = found
        yield step
        tree = apply_edit(tree, step)


def _next_step(tree: Mapping[str, Tree], judge: SearchJudge, before: Score) -> tuple[EditStep, Score] | None:
    """The first step that makes a gap smaller and nothing worse, and the score after it."""
    for finding in (one for one in before.wrong if one.code == "picks.under"):
        for step in _steps_for(tree, before, finding):
            after = judge.score(apply_edit(tree, step))
            if after.errors <= before.errors and RemainingFindings(after.wrong).without(finding):
                return step, after
    return None


def _steps_for(tree: Mapping[str, Tree], before: Score, finding: Finding) -> list[EditStep]:
    """What can be put inside the pick that a finding is about, what is plain before what has more inside it."""
    place = place_of(finding)
    found = [step for step in all_edits(tree, before.force) if _adds_in(tree, step, place)]
    return sorted(found, key=lambda step: _names(step.value))


def _adds_in(tree: Mapping[str, Tree], step: EditStep, place: Path) -> bool:
    """Whether a step adds to a pick; the one pick of a slot may stand there without a list around it."""
    if step.what == "put":
        alone = place[-1:] == (0,) and step.path == place[:-1]
        inside = alone or step.path[: len(place)] == place
        return inside and contains_value(step.value, old := value_at(tree, step.path)) and step.value != old
    return step.what == "add" and step.path[: len(place)] == place


def _names(value: Tree) -> int:
    """How many names a value has in it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(map(_names, inner)) if inner else 1


# The most additions of one way, sums of prices looked at, lists judged, ways kept per sum, and whole lists made.
LARGEST, SUMS, CHECKS, EXACT, SEEDS = 5, 30_000, 500, 5, 3
# Sums below the exact one that are tried; for each of them, lists judged and combinations looked at.
SHORTEST, EACH, LOOKED_AT = 60, 150, 3_000
# The share of the steps for filling, the rest ends warnings; additions tried for one warning, and warnings ended.
TRY, TRIED, ENDED = 3 / 4, 150, 60
# The work for single additions, and that after which no other whole list is begun.
SINGLE, WORK = 2_000, 3_000


class Filling(NamedTuple):
    """The list as it was, what is left of its limit (None without one), and the ways to fill it.

    `wrong` are the errors that no addition ends: a list with one is not merely unfinished. A search that `gave_up`
    might have found other ways with more work.
    """

    before: Score
    left: int | None
    ways: tuple[Way, ...]
    wrong: tuple[Finding, ...] = ()
    gave_up: bool = False


def unfixable_by_adding(tree: Mapping[str, Tree], judge: SearchJudge, before: Score, keep: bool) -> tuple[Finding, ...]:
    """The errors that no single addition ends or makes smaller; errors that only ask for more are none of them."""
    left = [one for one in before.wrong if not one.code.endswith(SHORT)]
    with judge.part(1 / 2):
        for _, score in until_exhausted(
            priced_additions(tree, judge, before, keep) if left and not unread(before) else ()
        ):
            after = RemainingFindings(score.wrong)
            left = [one for one in left if not after.without(one)]
            if not left:
                break
    return tuple(left)


def unread(score: Score) -> bool:
    """Whether the reader of lists did not understand something, which no addition mends."""
    return not {*score.wrong}.isdisjoint(score.force.problems)


def fill(tree: Mapping[str, Tree], judge: SearchJudge, seed: int = 0, keep: bool = False, most: int = 8) -> Filling:
    """The ways to fill an unfinished list; with `keep`, its models get nothing either."""
    before = judge.score(tree)
    left = None if before.force.limit is None else before.force.limit - before.cost
    with judge.within(STEPS):
        wrong = unfixable_by_adding(tree, judge, before, keep)
        # Additions never help a list that was not understood or is over its limit. They may end other errors together.
        if wrong and (unread(before) or (left is not None and left < 0)):
            return Filling(before, left, (), wrong)
        found = list(until_exhausted(finished_ways(tree, judge, before, seed, keep)))
        if before.errors and not found and not unread(before):
            found = list(until_exhausted(completed(tree, judge, seed, keep)))
    different: dict[str, Way] = {}
    for way in sorted(found, key=order_of):
        # Two orders of one list are one way.
        different.setdefault(way.score.force.meaning, way)
    best = list(different.values())
    # Whole lists are made at random: that none was found proves nothing.
    unproven = bool(before.errors) and not best and not wrong
    return Filling(before, left, tuple(best[:most]), () if best else wrong, gave_up=judge.gave_up or unproven)


def completed(tree: Mapping[str, Tree], judge: SearchJudge, seed: int, keep: bool) -> Iterator[Way]:
    """The fewest additions that make a list legal, then those that spend most of the rest and end warnings."""
    finisher = Finisher(judge, seed, keep)
    with judge.part(TRY):
        ways = mend(tree, judge, may=lambda edit: only_adds(tree, edit, judge.game, keep)).ways
    for way in ways:
        best = way
        with judge.part(1 / 2):
            rest = left_of(way.score)
            more = next(until_exhausted(exact_ways(way.tree, judge, way.score, rest, keep)), None) if rest else None
        if more:
            best = Way((*way.edits, *more.edits), more.tree, more.score)
        yield next(until_exhausted(finisher.finish(best)), best)


def only_adds(tree: Mapping[str, Tree], edit: EditStep, game: Game, keep: bool) -> bool:
    """Whether an edit takes nothing away: it adds a row or pick, or a choice or group where there was none."""
    if keep and len(edit.path) > 1:
        return False
    if edit.what != "put":
        return edit.what == "add"
    sheet = {"models": game.model, "groups": game.group}.get(str(edit.path[0]), game.list)
    key = str(edit.path[2] if len(edit.path) > 2 and edit.path[0] in LIST.rows else edit.path[0])
    known = {*sheet.slots, *LIST.rows, game.model.group_key}
    old = value_at(tree, edit.path)
    return key in known and edit.value not in (old, NONE) and contains_value(edit.value, old)


def finished_ways(tree: Mapping[str, Tree], judge: SearchJudge, before: Score, seed: int, keep: bool) -> Iterator[Way]:
    """The ways to fill a list, each with the additions that end its warnings, as far as the budget allows."""
    finisher = Finisher(judge, seed, keep)
    with judge.part(TRY):
        ways = all_ways(tree, judge, before, seed, keep) if before.errors or left_of(before) else ()
        found = sorted(until_exhausted(ways), key=order_of)
    if not found and not before.errors:
        yield from finisher.finish(Way((), tree, before))
    for at, way in enumerate(found):
        try:
            yield from [*finisher.finish(way), way][:1]
        except SearchBudgetError:
            yield from [] if at else [way]
            return


def order_of(way: Way) -> tuple[int, ...]:
    """Which way comes first: what spends the most of a limit, what leaves the fewest warnings, what is short."""
    return (-way.score.cost if way.score.force.limit is not None else 0, way.score.warnings, len(way.edits))


def all_ways(tree: Mapping[str, Tree], judge: SearchJudge, before: Score, seed: int, keep: bool) -> Iterator[Way]:
    """The ways to fill a list: its picks' missing inner choices, then what spends the rest, then whole lists."""
    gaps = () if keep else inner_gaps(tree, judge, before)
    whole = apply_edits(tree, gaps)
    now = judge.score(whole) if gaps else before
    if gaps and not now.errors:
        yield Way(gaps, whole, now)
    with judge.part(1 / 2):
        exactly = list(until_exhausted(exact_ways(whole, judge, now, rest, keep) if (rest := left_of(now)) else ()))
    yield from (way._replace(edits=(*gaps, *way.edits)) for way in exactly)
    for number in range(seed, seed + SEEDS):
        if number > seed and judge.spent > WORK:
            break
        try:
            made = fill_list(whole, judge, number, keep, WORK)
        except UnfillableError:
            if judge.gave_up:
                return
            raise
        edits = tuple(additions(tree, made))
        way = Way(edits, made, judge.score(apply_edits(tree, edits)))
        if way.score.errors or not edits:
            continue
        if number == seed and (rest := left_of(way.score)) and not exactly:
            with judge.part(1 / 2):
                closer = next(until_exhausted(exact_ways(made, judge, way.score, rest, keep)), None)
            way = Way((*edits, *closer.edits), closer.tree, closer.score) if closer else way
        if before.errors or way.score.cost > before.cost or way.score.rank < before.rank:
            yield way


def left_of(score: Score) -> int:
    """What may still be spent; nothing without a limit."""
    return 0 if score.force.limit is None else max(score.force.limit - score.cost, 0)


def additions(tree: Mapping[str, Tree], made: Mapping[str, Tree]) -> Iterator[EditStep]:
    """The edits that turn a list into a longer one that begins with it."""
    for key, value in made.items():
        if key not in LIST.rows and value != tree.get(key):
            yield EditStep("put", (key,), value)
    for kind in LIST.rows:
        old, new = rows_of_kind(tree, kind), rows_of_kind(made, kind)
        for at, row in enumerate(old):
            after = new[at] if at < len(new) else row
            if isinstance(row, dict) and isinstance(after, dict):
                changed = [key for key in after if after[key] != row.get(key)]
                yield from (EditStep("put", (kind, at, key), after[key]) for key in changed)
        first = new[:1] if new and not isinstance(tree.get(kind), list) else []
        yield from (EditStep("put", (kind,), [row]) for row in first)
        yield from (EditStep("add", (kind,), row) for row in new[len(old) + len(first) :])


def exact_ways(
    tree: Mapping[str, Tree],
    judge: SearchJudge,
    before: Score,
    left: int,
    keep: bool,
    priced: Iterable[tuple[EditStep, Score]] | None = None,
) -> Iterator[Way]:
    """Legal ways to spend as much of what is left as a few additions can; which costs fit is asked first.

    Ways that spend less than the first are not looked for. `priced` are the additions, where they were judged before.
    """
    by_cost: dict[int, list[EditStep]] = {}
    most = judge.spent + SINGLE
    with judge.part(1 / 2):
        for edit, score in until_exhausted(priced_additions(tree, judge, before, keep) if priced is None else priced):
            if 0 < score.cost - before.cost <= left:
                by_cost.setdefault(score.cost - before.cost, []).append(edit)
    checks = 0
    for spent in range(left, max(left - SHORTEST, 0), -1):
        found, end = 0, checks + EACH
        for edits in map(one_by_one, islice(exact(by_cost, spent), LOOKED_AT)):
            if checks > CHECKS or judge.spent > most + SINGLE:
                return
            if found == EXACT or checks > end:
                break
            # Two edits that write the same key would overwrite each other.
            if len({edit.path for edit in edits if edit.what == "put"}) < sum(edit.what == "put" for edit in edits):
                continue
            checks += 1
            made = apply_edits(tree, edits)
            score = judge.score(made)
            if not score.errors and score.cost - before.cost == spent:
                found += 1
                yield Way(edits, made, score)
        if found:
            return


def one_by_one(edits: tuple[EditStep, ...]) -> tuple[EditStep, ...]:
    """Additions in an order in which they can be made: if the list has no models yet, one creates the key."""
    first = [edit for edit in edits if edit.what == "put" and edit.path == ("models",)]
    others = [edit for edit in edits if edit not in first]
    rows = [row for edit in first[1:] if isinstance(edit.value, list) for row in edit.value]
    return (*others, *first[:1], *(EditStep("add", ("models",), row) for row in rows))


def priced_additions(
    tree: Mapping[str, Tree], judge: SearchJudge, before: Score, keep: bool = False, work: int = SINGLE
) -> Iterator[tuple[EditStep, Score]]:
    """Every edit that only adds, judged; of a very long list, as many as the judge may be asked."""
    most = judge.spent + work
    # Whole models first: what is left of a very long list after so much work is not looked at.
    for edit in sorted(single_additions(tree, judge, before, keep), key=lambda one: len(one.path)):
        if judge.spent > most:
            return
        yield edit, judge.score(apply_edit(tree, edit))


def single_additions(
    tree: Mapping[str, Tree], judge: SearchJudge, before: Score, keep: bool, maker: RowMaker | None = None
) -> Iterator[EditStep]:
    """Every edit that only adds: a model, or something for the list or for a model that has room for it."""
    maker = maker or RowMaker(tree, judge)
    for edit in all_edits(tree, before.force, new_rows(tree, maker)):
        if keep and len(edit.path) > 1:
            continue
        old = value_at(tree, edit.path)
        slots = {"models": judge.game.model, "groups": judge.game.group}.get(str(edit.path[0]), judge.game.list).slots
        key = str(edit.path[-1])
        more = edit.what == "put" and key in slots and picks_in(edit.value)[: len(picks_in(old))] == picks_in(old)
        new = edit.what == "put" and edit.path == ("models",)
        if edit.what == "add" or new or (more and len(picks_in(edit.value)) > len(picks_in(old))):
            yield edit


def exact(by_cost: dict[int, list[EditStep]], left: int) -> Iterator[tuple[EditStep, ...]]:
    """The additions, pairs, threes and so on of them that cost exactly so much."""
    dearest = sorted(by_cost, reverse=True)
    sums = chain.from_iterable(combinations_with_replacement(dearest, size) for size in range(LARGEST))
    for some in islice(sums, SUMS):
        # The last is the cheapest, and there is one price that it can have.
        last = left - sum(some)
        if last in by_cost and last <= min(some, default=last):
            costs = (*some, last)
            parts = [several(by_cost[cost], costs.count(cost)) for cost in dict.fromkeys(costs)]
            yield from (tuple(one for part in chosen for one in part) for chosen in product(*parts))


def several(edits: list[EditStep], number: int) -> Iterator[tuple[EditStep, ...]]:
    """So many of some additions; different ones first, then the same model more than once."""
    yield from combinations(edits, number)
    if number > 1:
        models = [edit for edit in edits if edit.what == "add" and len(edit.path) == 1]
        again = combinations_with_replacement(models, number)
        yield from (some for some in again if any(one is other for one, other in pairwise(some)))


class Finisher:
    """Ends warnings of a legal list by additions that leave it legal; a warning that could not be ended is skipped."""

    def __init__(self, judge: SearchJudge, seed: int, keep: bool) -> None:
        self.judge, self.seed, self.keep = judge, seed, keep
        self.endless: set[tuple[str, str, str]] = set()
        self.makers: dict[str, RowMaker] = {}

    def finish(self, way: Way) -> Iterator[Way]:
        """The way with as many additions more as end warnings; nothing where none does."""
        yield from list(islice(self.nearer(way), ENDED))[-1:]

    def nearer(self, way: Way) -> Iterator[Way]:
        """The way with one addition more that leaves fewer warnings, with two, and so on."""
        while better := self.better(way):
            way = better
            yield way

    def better(self, way: Way) -> Way | None:
        """The way with one addition that leaves fewer warnings and brings no error."""
        for warning in way.score.findings:
            if warning.severity != "warning" or about(warning) in self.endless:
                continue
            for edit in islice(self.additions(way, warning), TRIED):
                made = apply_edit(way.tree, edit)
                score = self.judge.score(made)
                if not score.errors and score.warnings < way.score.warnings:
                    return Way((*way.edits, edit), made, score)
            self.endless.add(about(warning))
        return None

    def additions(self, way: Way, warning: Finding) -> Iterator[EditStep]:
        """What may end a warning: what its model has left to raise, then additions in its place, then all others."""
        place = place_of(warning)
        if place[:1] == ("models",) and len(place) > 1 and not self.keep:
            yield from self.raises(way.tree, int(place[1]))
        near = nearness([warning])
        # New models depend on the list's own choices only, so one maker serves all lists that share these.
        own = repr({key: value for key, value in way.tree.items() if key not in LIST.rows})
        maker = self.makers.setdefault(own, RowMaker(way.tree, self.judge))
        found = [*single_additions(way.tree, self.judge, way.score, self.keep, maker), *self.words(way.tree)]
        yield from sorted(found, key=lambda edit: (not touches(edit.path, place), not near(edit.path), len(edit.path)))

    def raises(self, tree: Mapping[str, Tree], at: int) -> Iterator[EditStep]:
        """What is left to raise on one model."""
        row = dict(cast("Row", rows_of_kind(tree, "models")[at]))
        before = dict(row)
        ModelMaker(self.judge, dict(tree), Random(f"{self.seed}/{at}")).raise_stats(row)
        yield from (EditStep("put", ("models", at, key), row[key]) for key in row if row[key] != before.get(key))

    def words(self, tree: Mapping[str, Tree]) -> Iterator[EditStep]:
        """Words that the list itself may say and does not."""
        for id, field in self.judge.game.list.of_type(WordField).items():
            if tree.get(id) is None:
                yield from (EditStep("put", (id,), word) for word in field.of)
