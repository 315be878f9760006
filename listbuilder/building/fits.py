"""What fits: things that can be added for the points that are left, and what spends exactly all of them."""

from __future__ import annotations

from itertools import islice, zip_longest

from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.building.bench import Bench, try_edit
from listbuilder.building.fixes import Fix, edits_of, fix_of, own_keys
from listbuilder.building.generate import SearchJudge
from listbuilder.building.generate.fill import exact_ways, priced_additions
from listbuilder.building.generate.judge import until_exhausted
from listbuilder.lists.file_editor import EditStep

# The work for single additions and the steps for all: somebody waits for the answer, also in the browser's judge.
WORK, TRIED = 600, 6_000


@record
class Fits:
    """What is left (None without a limit), single things to add for it, and ways to spend it to the last point."""

    left: int | None
    single: tuple[Fix, ...]
    exact: tuple[Fix, ...]


def fits(bench: Bench, most: int = 10) -> Fits:
    """What can be added without breaking a rule, from dear to cheap, and what spends all that is left, up to threes."""
    bench = own_keys(bench)
    judge = SearchJudge(bench.game, bench.collection, bench.event)
    before = judge.score(bench.tree)
    left = None if before.force.limit is None else before.force.limit - before.cost
    if left is not None and left <= 0:
        return Fits(left=left, single=(), exact=())
    found: list[tuple[int, EditStep]] = []
    known = {_subject(one) for one in before.wrong}
    with judge.within(TRIED):
        priced = list(until_exhausted(priced_additions(bench.tree, judge, before, work=WORK)))
        for step, score in priced:
            price = score.cost - before.cost
            # One thing less that is missing does not outweigh a rule that is newly broken.
            broken = score.errors > before.errors or any(_subject(one) not in known for one in score.wrong)
            if not broken and (left is None or price <= left):
                found.append((price, step))
        exact = (
            [way.edits for way in until_exhausted(exact_ways(bench.tree, judge, before, left, False, priced))]
            if left
            else []
        )
    single: list[tuple[EditStep, ...]] = [(step,) for step in spread(found, most)]
    return Fits(left=left, single=_fixes(bench, single), exact=_fixes(bench, exact[:most]))


def _subject(finding: Finding) -> tuple[str, str]:
    """What a finding is about, whatever its numbers are."""
    return finding.code, finding.rule or finding.where


def spread(priced: list[tuple[int, EditStep]], most: int) -> list[EditStep]:
    """Some of the steps, the dearest first: as many prices as there are, and of each price different things, by turns.

    The first row of each sort is enough: the others differ only in what can be chosen for it later.
    """
    sorts: dict[object, tuple[int, EditStep]] = {}
    for price, step in sorted(priced, key=lambda one: -one[0]):
        sorts.setdefault(_sort(step), (price, step))
    prices: dict[int, list[EditStep]] = {}
    for price, step in sorts.values():
        prices.setdefault(price, []).append(step)
    prices = {price: _by_turns(steps) for price, steps in prices.items()}
    chosen = _evenly(sorted(prices, reverse=True), most)
    rounds = zip_longest(*(prices[price] for price in chosen))
    taken = {id(step) for step in islice((step for several in rounds for step in several if step is not None), most)}
    return [step for price in chosen for step in prices[price] if id(step) in taken]


def _sort(step: EditStep) -> object:
    """What a step adds: a model by what it is, anything else by what it is and where."""
    added = step.value[0] if isinstance(step.value, list) and len(step.path) == 1 and step.value else step.value
    if isinstance(added, dict) and len(step.path) <= 2:
        return str(step.path[0]), repr(next(iter(added.values()), None))
    return step.path, repr(added)


def _by_turns(steps: list[EditStep]) -> list[EditStep]:
    """The first thing for each place, then the second: or where all cost the same, one place would fill the answer."""
    places: dict[tuple[str, ...], list[EditStep]] = {}
    for step in steps:
        places.setdefault(tuple(part for part in step.path if isinstance(part, str)), []).append(step)
    return [step for several in zip_longest(*places.values()) for step in several if step is not None]


def _evenly(prices: list[int], most: int) -> list[int]:
    """So many of some numbers at even distances, the first and the last among them."""
    if len(prices) <= most or most < 2:
        return prices[:most]
    return [prices[round(at * (len(prices) - 1) / (most - 1))] for at in range(most)]


def _fixes(bench: Bench, ways: list[tuple[EditStep, ...]]) -> tuple[Fix, ...]:
    edits = [(steps, edits_of(bench.tree, steps)) for steps in ways]
    return tuple(fix_of(bench, steps, edit, try_edit(bench, edit)) for steps, edit in edits)
