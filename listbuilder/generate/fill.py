"""Fill an unfinished list: ways that only add, each a few edits; nothing that is in the list is changed or taken out.

Single additions, pairs and threes that cost exactly what is left come first, then whole lists made from this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, combinations_with_replacement, islice, product
from typing import NamedTuple

from listbuilder.finding import Finding
from listbuilder.generate.choices import all_edits, held_in
from listbuilder.generate.edits import Step, edited, edited_all, value_at
from listbuilder.generate.gaps import inner_gaps
from listbuilder.generate.judge import SHORT, STEPS, Judge, Score, as_far
from listbuilder.generate.lists import UnfillableError, fill_list
from listbuilder.generate.mend import Way
from listbuilder.generate.places import Left
from listbuilder.generate.rows import RowMaker, new_rows
from listbuilder.lists.own_keys import LIST
from listbuilder.lists.refer import rows
from listbuilder.reading import Tree

LARGEST, SUMS, CHECKS, EXACT, SEEDS = 3, 100_000, 300, 5, 3
# How much work the additions one by one may be, and how much may be done before no other whole list is begun.
SINGLE, WORK = 2_000, 3_000


class Filling(NamedTuple):
    """The list as it was, what is left of its limit (None without one), and the ways to fill it.

    `wrong` is what no addition makes less: with something of that in it, a list is not merely unfinished. Whoever
    `gave_up` may have found other ways with more work.
    """

    before: Score
    left: int | None
    ways: tuple[Way, ...]
    wrong: tuple[Finding, ...] = ()
    gave_up: bool = False


def beyond_adding(tree: Mapping[str, Tree], judge: Judge, before: Score, keep: bool) -> tuple[Finding, ...]:
    """The errors that no single addition ends or makes less; what asks for more is none, nor what others pay back."""
    unread = not {*before.wrong}.isdisjoint(before.force.problems)
    left = [one for one in before.wrong if not one.code.endswith(SHORT)]
    with judge.part(1 / 2):
        for _, score in as_far(priced_additions(tree, judge, before, keep) if left and not unread else ()):
            after = Left(score.wrong)
            left = [one for one in left if not after.without(one)]
            if not left:
                break
    return tuple(left)


def fill(tree: Mapping[str, Tree], judge: Judge, seed: int = 0, keep: bool = False, most: int = 8) -> Filling:
    """The ways to fill a list that is unfinished; with `keep`, models that are there get nothing either."""
    before = judge.score(tree)
    left = None if before.force.limit is None else before.force.limit - before.cost
    with judge.within(STEPS):
        wrong = beyond_adding(tree, judge, before, keep)
        if wrong or (left is not None and left <= 0 and not before.errors):
            return Filling(before, left, (), wrong)
        found = list(as_far(all_ways(tree, judge, before, seed, keep)))
    different: dict[str, Way] = {}
    for way in found:
        different.setdefault(way.score.force.meaning, way)  # two orders of one list are one way
    best = sorted(different.values(), key=lambda way: (-way.score.cost if left else 0, len(way.edits)))
    return Filling(before, left, tuple(best[:most]), gave_up=judge.gave_up)


def all_ways(tree: Mapping[str, Tree], judge: Judge, before: Score, seed: int, keep: bool) -> Iterator[Way]:
    """What fills a list: what its picks lack inside them and no more, then what spends the rest, then whole lists."""
    gaps = () if keep else inner_gaps(tree, judge, before)
    whole = edited_all(tree, gaps)
    now = judge.score(whole) if gaps else before
    rest = None if now.force.limit is None else now.force.limit - now.cost
    if gaps and not now.errors:
        yield Way(gaps, whole, now)
    with judge.part(1 / 2):
        exactly = list(as_far(exact_ways(whole, judge, now, rest, keep) if rest and rest > 0 else ()))
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
        score = judge.score(edited_all(tree, edits))
        if edits and not score.errors and (before.errors or score.cost > before.cost or score.rank < before.rank):
            yield Way(edits, made, score)


def additions(tree: Mapping[str, Tree], made: Mapping[str, Tree]) -> Iterator[Step]:
    """The edits that make a list of another that begins with it."""
    for key, value in made.items():
        if key not in LIST.rows and value != tree.get(key):
            yield Step("put", (key,), value)
    for kind in LIST.rows:
        old, new = rows(tree, kind), rows(made, kind)
        for at, row in enumerate(old):
            after = new[at] if at < len(new) else row
            if isinstance(row, dict) and isinstance(after, dict):
                changed = [key for key in after if after[key] != row.get(key)]
                yield from (Step("put", (kind, at, key), after[key]) for key in changed)
        first = new[:1] if new and not isinstance(tree.get(kind), list) else []
        yield from (Step("put", (kind,), [row]) for row in first)
        yield from (Step("add", (kind,), row) for row in new[len(old) + len(first) :])


def exact_ways(tree: Mapping[str, Tree], judge: Judge, before: Score, left: int, keep: bool) -> Iterator[Way]:
    """Legal ways to spend exactly what is left with one, two or three additions; which costs fit is asked first."""
    by_cost: dict[int, list[Step]] = {}
    most = judge.spent + SINGLE
    with judge.part(1 / 2):
        for edit, score in as_far(priced_additions(tree, judge, before, keep)):
            if 0 < score.cost - before.cost <= left:
                by_cost.setdefault(score.cost - before.cost, []).append(edit)
    found = 0
    for checks, edits in enumerate(exact(by_cost, left)):
        if checks > CHECKS or found == EXACT or judge.spent > most + SINGLE:
            return
        if len({edit.path for edit in edits if edit.what == "put"}) < sum(edit.what == "put" for edit in edits):
            continue
        made = edited_all(tree, edits)
        score = judge.score(made)
        if not score.errors and score.cost - before.cost == left:
            found += 1
            yield Way(edits, made, score)


def priced_additions(
    tree: Mapping[str, Tree], judge: Judge, before: Score, keep: bool = False, work: int = SINGLE
) -> Iterator[tuple[Step, Score]]:
    """Every edit that only adds, judged; of a very long list, as many as the judge may be asked."""
    most = judge.spent + work
    # Whole models first: what is left of a very long list after so much work is not looked at.
    for edit in sorted(single_additions(tree, judge, before, keep), key=lambda one: len(one.path)):
        if judge.spent > most:
            return
        yield edit, judge.score(edited(tree, edit))


def single_additions(tree: Mapping[str, Tree], judge: Judge, before: Score, keep: bool) -> Iterator[Step]:
    """Every edit that only adds: a model, or something for the list or for a model that has room for it."""
    maker = RowMaker(tree, judge)
    for edit in all_edits(tree, before.force, new_rows(tree, maker)):
        if keep and len(edit.path) > 1:
            continue
        old = value_at(tree, edit.path)
        slots = judge.game.model.slots if edit.path[0] == "models" else judge.game.list.slots
        key = str(edit.path[-1])
        more = edit.what == "put" and key in slots and held_in(edit.value)[: len(held_in(old))] == held_in(old)
        new = edit.what == "put" and edit.path == ("models",)
        if edit.what == "add" or new or (more and len(held_in(edit.value)) > len(held_in(old))):
            yield edit


def exact(by_cost: dict[int, list[Step]], left: int) -> Iterator[tuple[Step, ...]]:
    """The additions, pairs and threes of them that cost exactly so much."""
    dearest = sorted(by_cost, reverse=True)
    for size in range(LARGEST):
        for some in islice(combinations_with_replacement(dearest, size), SUMS):
            # The last is the cheapest, and there is one price that it can have.
            last = left - sum(some)
            if last in by_cost and last <= min(some, default=last):
                costs = (*some, last)
                parts = [combinations(by_cost[cost], costs.count(cost)) for cost in dict.fromkeys(costs)]
                yield from (tuple(one for part in chosen for one in part) for chosen in product(*parts))
