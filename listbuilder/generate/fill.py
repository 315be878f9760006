"""Fill an unfinished list: ways that only add, each a few edits; nothing that is in the list is changed or taken out.

A few additions that spend the most of what is left come first, then whole lists made from this one. Whatever warnings
a way leaves are ended by further additions, where that can be done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations, combinations_with_replacement, islice, pairwise, product
from random import Random
from typing import NamedTuple, cast

from listbuilder.catalogue import WordField
from listbuilder.finding import Finding
from listbuilder.generate.choices import all_edits, held_in
from listbuilder.generate.edits import Step, edited, edited_all, value_at
from listbuilder.generate.gaps import inner_gaps
from listbuilder.generate.judge import SHORT, STEPS, GaveUpError, Judge, Row, Score, as_far
from listbuilder.generate.lists import UnfillableError, fill_list
from listbuilder.generate.mend import Way
from listbuilder.generate.models import ModelMaker
from listbuilder.generate.places import Left, about, nearness, place_of, touches
from listbuilder.generate.rows import RowMaker, new_rows
from listbuilder.lists.own_keys import LIST
from listbuilder.lists.refer import rows
from listbuilder.reading import Tree

LARGEST, SUMS, CHECKS, EXACT, SEEDS = 5, 30_000, 500, 5, 3
# So many sums below what is left are tried where it can't be spent exactly, and each of them so often.
SHORTEST, EACH, LOOKED_AT = 60, 150, 3_000
# What of the steps is for filling; the rest ends warnings. So many additions are tried for one warning.
TRY, TRIED, ENDED = 3 / 4, 150, 60
# How much work the additions one by one may be, and how much may be done before no other whole list is begun.
SINGLE, WORK = 2_000, 3_000


class Filling(NamedTuple):
    """The list as it was, what is left of its limit (None without one), and the ways to fill it.

    `wrong` is what additions do not end: with something of that in it, a list is not merely unfinished. Whoever
    `gave_up` may have found other ways with more work.
    """

    before: Score
    left: int | None
    ways: tuple[Way, ...]
    wrong: tuple[Finding, ...] = ()
    gave_up: bool = False


def beyond_adding(tree: Mapping[str, Tree], judge: Judge, before: Score, keep: bool) -> tuple[Finding, ...]:
    """The errors that no single addition ends or makes less; what asks for more is none, nor what others pay back."""
    left = [one for one in before.wrong if not one.code.endswith(SHORT)]
    with judge.part(1 / 2):
        for _, score in as_far(priced_additions(tree, judge, before, keep) if left and not unread(before) else ()):
            after = Left(score.wrong)
            left = [one for one in left if not after.without(one)]
            if not left:
                break
    return tuple(left)


def unread(score: Score) -> bool:
    """Whether the reader of lists did not understand something, which no addition mends."""
    return not {*score.wrong}.isdisjoint(score.force.problems)


def fill(tree: Mapping[str, Tree], judge: Judge, seed: int = 0, keep: bool = False, most: int = 8) -> Filling:
    """The ways to fill a list that is unfinished; with `keep`, models that are there get nothing either."""
    before = judge.score(tree)
    left = None if before.force.limit is None else before.force.limit - before.cost
    with judge.within(STEPS):
        wrong = beyond_adding(tree, judge, before, keep)
        if wrong and (unread(before) or (left is not None and left < 0)):
            return Filling(before, left, (), wrong)
        found = list(as_far(finished_ways(tree, judge, before, seed, keep)))
    different: dict[str, Way] = {}
    for way in sorted(found, key=order_of):
        different.setdefault(way.score.force.meaning, way)  # two orders of one list are one way
    best = list(different.values())
    return Filling(before, left, tuple(best[:most]), () if best else wrong, gave_up=judge.gave_up)


def finished_ways(tree: Mapping[str, Tree], judge: Judge, before: Score, seed: int, keep: bool) -> Iterator[Way]:
    """What fills a list, and then what ends its warnings; a way whose warnings there is no time for comes alone."""
    finisher = Finisher(judge, seed, keep)
    with judge.part(TRY):
        ways = all_ways(tree, judge, before, seed, keep) if before.errors or left_of(before) else ()
        found = sorted(as_far(ways), key=order_of)
    if not found and not before.errors:
        yield from finisher.finish(Way((), tree, before))
    for at, way in enumerate(found):
        try:
            yield from [*finisher.finish(way), way][:1]
        except GaveUpError:
            yield from [] if at else [way]
            return


def order_of(way: Way) -> tuple[int, ...]:
    """Which way comes first: what spends the most of a limit, what leaves the fewest warnings, what is short."""
    return (-way.score.cost if way.score.force.limit is not None else 0, way.score.warnings, len(way.edits))


def all_ways(tree: Mapping[str, Tree], judge: Judge, before: Score, seed: int, keep: bool) -> Iterator[Way]:
    """What fills a list: what its picks lack inside them and no more, then what spends the rest, then whole lists."""
    gaps = () if keep else inner_gaps(tree, judge, before)
    whole = edited_all(tree, gaps)
    now = judge.score(whole) if gaps else before
    if gaps and not now.errors:
        yield Way(gaps, whole, now)
    with judge.part(1 / 2):
        exactly = list(as_far(exact_ways(whole, judge, now, rest, keep) if (rest := left_of(now)) else ()))
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
        way = Way(edits, made, judge.score(edited_all(tree, edits)))
        if way.score.errors or not edits:
            continue
        if number == seed and (rest := left_of(way.score)) and not exactly:
            with judge.part(1 / 2):
                closer = next(as_far(exact_ways(made, judge, way.score, rest, keep)), None)
            way = Way((*edits, *closer.edits), closer.tree, closer.score) if closer else way
        if before.errors or way.score.cost > before.cost or way.score.rank < before.rank:
            yield way


def left_of(score: Score) -> int:
    """What may still be spent; nothing without a limit."""
    return 0 if score.force.limit is None else max(score.force.limit - score.cost, 0)


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
    """Legal ways to spend as much of what is left as a few additions can; which costs fit is asked first.

    Ways that spend less than the first are not looked for.
    """
    by_cost: dict[int, list[Step]] = {}
    most = judge.spent + SINGLE
    with judge.part(1 / 2):
        for edit, score in as_far(priced_additions(tree, judge, before, keep)):
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
            if len({edit.path for edit in edits if edit.what == "put"}) < sum(edit.what == "put" for edit in edits):
                continue
            checks += 1
            made = edited_all(tree, edits)
            score = judge.score(made)
            if not score.errors and score.cost - before.cost == spent:
                found += 1
                yield Way(edits, made, score)
        if found:
            return


def one_by_one(edits: tuple[Step, ...]) -> tuple[Step, ...]:
    """Additions of which the first may be the first model of all; the others come behind it."""
    first = [edit for edit in edits if edit.what == "put" and edit.path == ("models",)]
    others = [edit for edit in edits if edit not in first]
    rows = [row for edit in first[1:] if isinstance(edit.value, list) for row in edit.value]
    return (*others, *first[:1], *(Step("add", ("models",), row) for row in rows))


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


def single_additions(
    tree: Mapping[str, Tree], judge: Judge, before: Score, keep: bool, maker: RowMaker | None = None
) -> Iterator[Step]:
    """Every edit that only adds: a model, or something for the list or for a model that has room for it."""
    maker = maker or RowMaker(tree, judge)
    for edit in all_edits(tree, before.force, new_rows(tree, maker)):
        if keep and len(edit.path) > 1:
            continue
        old = value_at(tree, edit.path)
        slots = {"models": judge.game.model, "groups": judge.game.group}.get(str(edit.path[0]), judge.game.list).slots
        key = str(edit.path[-1])
        more = edit.what == "put" and key in slots and held_in(edit.value)[: len(held_in(old))] == held_in(old)
        new = edit.what == "put" and edit.path == ("models",)
        if edit.what == "add" or new or (more and len(held_in(edit.value)) > len(held_in(old))):
            yield edit


def exact(by_cost: dict[int, list[Step]], left: int) -> Iterator[tuple[Step, ...]]:
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


def several(edits: list[Step], number: int) -> Iterator[tuple[Step, ...]]:
    """So many of some additions; different ones first, then the same model more than once."""
    yield from combinations(edits, number)
    if number > 1:
        models = [edit for edit in edits if edit.what == "add" and len(edit.path) == 1]
        again = combinations_with_replacement(models, number)
        yield from (some for some in again if any(one is other for one, other in pairwise(some)))


class Finisher:
    """Ends warnings of a legal list by additions that leave it legal; what could not be ended is not tried again."""

    def __init__(self, judge: Judge, seed: int, keep: bool) -> None:
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
                made = edited(way.tree, edit)
                score = self.judge.score(made)
                if not score.errors and score.warnings < way.score.warnings:
                    return Way((*way.edits, edit), made, score)
            self.endless.add(about(warning))
        return None

    def additions(self, way: Way, warning: Finding) -> Iterator[Step]:
        """What may end a warning: what its model has left to raise, then additions in its place, then all others."""
        place = place_of(warning)
        if place[:1] == ("models",) and len(place) > 1 and not self.keep:
            yield from self.raises(way.tree, int(place[1]))
        near = nearness([warning])
        # Whoever makes models does so once for all lists that have the same choices of their own.
        own = repr({key: value for key, value in way.tree.items() if key not in LIST.rows})
        maker = self.makers.setdefault(own, RowMaker(way.tree, self.judge))
        found = [*single_additions(way.tree, self.judge, way.score, self.keep, maker), *self.words(way.tree)]
        yield from sorted(found, key=lambda edit: (not touches(edit.path, place), not near(edit.path), len(edit.path)))

    def raises(self, tree: Mapping[str, Tree], at: int) -> Iterator[Step]:
        """What is left to raise on one model."""
        row = dict(cast("Row", rows(tree, "models")[at]))
        before = dict(row)
        ModelMaker(self.judge, dict(tree), Random(f"{self.seed}/{at}")).raise_stats(row)
        yield from (Step("put", ("models", at, key), row[key]) for key in row if row[key] != before.get(key))

    def words(self, tree: Mapping[str, Tree]) -> Iterator[Step]:
        """Words that the list itself may say and does not."""
        for id, field in self.judge.game.list.of_type(WordField).items():
            if tree.get(id) is None:
                yield from (Step("put", (id,), word) for word in field.of)
