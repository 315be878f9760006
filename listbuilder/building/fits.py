"""What fits: everything that can be added for the points that are left, and what spends exactly all of them."""

from __future__ import annotations

from listbuilder.base.records import record
from listbuilder.building.bench import Bench, try_edit
from listbuilder.building.fixes import Fix, edits_of, fix_of, own_keys
from listbuilder.building.generate import SearchJudge
from listbuilder.building.generate.fill import exact_ways, priced_additions
from listbuilder.building.generate.judge import STEPS, as_far
from listbuilder.lists.file_editor import EditStep

WORK = 600


@record
class Fits:
    """What is left (None without a limit), single things to add for it, and ways to spend it to the last point."""

    left: int | None
    single: tuple[Fix, ...]
    exact: tuple[Fix, ...]


def fits(bench: Bench, most: int = 10) -> Fits:
    """What can be added without breaking a rule, the dearest first, and what spends all that is left, up to threes."""
    bench = own_keys(bench)
    judge = SearchJudge(bench.game, bench.collection, bench.event)
    before = judge.score(bench.tree)
    left = None if before.force.limit is None else before.force.limit - before.cost
    if left is not None and left <= 0:
        return Fits(left=left, single=(), exact=())
    found: list[tuple[int, EditStep]] = []
    with judge.within(STEPS):
        for step, score in as_far(priced_additions(bench.tree, judge, before, work=WORK)):
            price = score.cost - before.cost
            if score.errors <= before.errors and (left is None or price <= left):
                found.append((price, step))
        exact = [way.edits for way in as_far(exact_ways(bench.tree, judge, before, left, False))] if left else []
    found.sort(key=lambda one: -one[0])
    single: list[tuple[EditStep, ...]] = [(step,) for _, step in found]
    return Fits(left=left, single=_fixes(bench, single[:most]), exact=_fixes(bench, exact[:most]))


def _fixes(bench: Bench, ways: list[tuple[EditStep, ...]]) -> tuple[Fix, ...]:
    edits = [(steps, edits_of(bench.tree, steps)) for steps in ways]
    return tuple(fix_of(bench, steps, edit, try_edit(bench, edit)) for steps, edit in edits)
