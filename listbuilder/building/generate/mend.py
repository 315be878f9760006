"""Search for the fewest changes that make a list legal.

1. Try every single change.
2. Combine single changes whose effects add up (`combine`), smallest sets first. This solves independent faults.
3. Start again from the best incomplete sets, because a change may uncover an error that another one hid.
4. If the best solution has three or more changes, try every pair.

The number of judged lists is bounded, so results are deterministic. `Mending` states which steps were exhaustive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from listbuilder.building.generate.combine import Combiner
from listbuilder.building.generate.distance import (
    RemainingFindings,
    about,
    nearness,
    place_of,
    promise,
    roughness,
    suitable,
    touches,
)
from listbuilder.building.generate.judge import SHORT, STEPS, Row, Score, SearchJudge, size_of, work_of
from listbuilder.building.generate.moves import all_edits
from listbuilder.building.generate.needs import needs_of
from listbuilder.building.generate.row_maker import RowMaker, new_rows, other_rows
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import EditStep, apply_edit, apply_edits, combine_edits, is_applicable, rebase_edit
from listbuilder.storage.reading import Path, Tree

# Budgets in units of judge work: the whole search, single changes, combinations, and the size of what is kept.
ALL, SINGLE, FURTHER, KEPT = 4_600, 2_400, 1_500, 2_500
# Budget for alternatives after the first solution.
MORE = 300
# The most edits generated for one list, and how many of them cost as much as judging one small list.
EDITS, FOR_ONE = 20_000, 50
# Widths of the search: lists kept per round, edits per error, errors looked at, edits tried, set sizes.
BEAM, HELPFUL, FOCUS, TRIED, DEEPER, DEEPEST = 4, 12, 3, 120, 6, 24
# Sets judged per size, alternatives per edit where nothing is wrong any more and where something is, ways kept per set.
SETS, ALIKE, VARIED, MORE_ALIKE = 40, 4, 30, 16
# How often the search starts again from incomplete sets.
ROUNDS = 4
Fault = tuple[str, str, str]


class Way(NamedTuple):
    """Edits, the tree that they make of the list, and what the judge says of it."""

    edits: tuple[EditStep, ...]
    tree: Mapping[str, Tree]
    score: Score


class Mending(NamedTuple):
    """What was found: the list as it was, the ways to make it legal, and whether every change and pair was tried.

    Pairs are tried only where no single change and no pair of helpful ones makes the list legal; what `least` changes
    are too few for is known without trying.
    """

    before: Score
    ways: tuple[Way, ...]
    all_single: bool
    all_pairs: bool
    least: int
    tried: int


def mend(
    tree: Mapping[str, Tree], judge: SearchJudge, most: int = 8, may: Callable[[EditStep], bool] | None = None
) -> Mending:
    """The ways to make a list legal with the fewest changes; none where it is legal already or nothing was found.

    With `may`, only such changes of the list as it is count.
    """
    search = _Search(tree, judge, may)
    if not search.before.errors:
        return Mending(search.before, (), True, True, 0, 0)
    with judge.within(STEPS):
        ways = search.single() or search.multi_edit_ways()
        # Combining knows single changes only. A pair may help although neither change does, so fewer may still be
        # possible.
        if min((len(way.edits) for way in ways), default=DEEPEST) > 2:
            ways = search.pairs() or ways
    best = tuple(search.best(ways, most))
    return Mending(search.before, best, search.all_single, search.all_pairs, search.least, judge.asked)


class _Search:
    """One search for ways to mend a list."""

    def __init__(
        self, tree: Mapping[str, Tree], judge: SearchJudge, may: Callable[[EditStep], bool] | None = None
    ) -> None:
        self.judge, self.may = judge, may
        self.end = judge.spent + ALL
        self.start = Way((), tree, judge.score(tree))
        self.before = self.start.score
        self.complete = self.all_single = self.all_kept = True
        self.all_pairs = False
        self.tries: list[Way] = []
        self.kept = 0
        self.seen: set[int] = set()
        self.scores: dict[int, Score] = {}
        self.makers: dict[str, RowMaker] = {}
        self.partial: list[Way] = []
        self.bound = 0

    # One change

    def single(self) -> list[Way]:
        """Every way with one change."""
        most = self.judge.spent + SINGLE
        ways: list[Way] = []
        near = nearness(self.before.wrong)
        for edit in self.edits(self.start) if self.least < DEEPEST else ():
            if self.is_over_budget(most):
                self.complete = False
                break
            # What a reader did not understand stays so until something is changed in that very place.
            if not all(touches(edit.path, path) for path in self.fixed) and not near(edit.path):
                continue
            # The same list again, as when one of two twins goes, is another edit to put together with others.
            way = self.known_way(edit) or self.step(self.start, edit)
            if way is not None and way.score.errors:
                self.keep(way)
            elif way is not None:
                ways.append(way)
        self.all_single = (self.complete and (bool(ways) or not self.wants_models)) or self.least > 1
        return ways

    @cached_property
    def wants_models(self) -> bool:
        """Whether a model more may be what is missing: only plain ones are tried, and one with more on it may do."""
        asking = (one for one in self.before.wrong if one.code.endswith((*SHORT, ".missing")))
        return any(place in ((), ("models",)) or place[0] == "groups" for place in map(place_of, asking))

    @cached_property
    def fixed(self) -> list[Path]:
        """The places that the reader of lists did not understand."""
        return [place_of(one) for one in self.before.force.problems if one.severity == "error" and one.where]

    @cached_property
    def least(self) -> int:
        """How many changes it takes at least: one for each row or key that the reader did not understand."""
        return len({path[:2] if path[0] in LIST.rows else path[:1] for path in self.fixed})

    def keep(self, way: Way) -> None:
        """Keep a way that is not enough by itself; where there are too many, the better half."""
        self.tries.append(way)
        self.scores[hash(repr(way.tree))] = way.score
        self.kept += work_of(repr(way.tree))
        if self.kept > KEPT:
            self.tries = sorted(self.tries, key=self.order)[: len(self.tries) // 2 + 1]
            self.scores = {hash(repr(one.tree)): one.score for one in self.tries}
            self.kept //= 2
            self.all_kept = False

    def edits(self, way: Way) -> list[EditStep]:
        """Every edit of a list, those in places that something is wrong with first."""
        # Where seven models are missing, one row of seven is one edit; seven rows of one would be out of reach.
        counts = {size_of(one) for one in way.score.wrong if one.code.endswith(".under")}
        maker = self.maker(way.tree)
        made = new_rows(way.tree, maker, frozenset(one for one in counts if 1 < one <= 10))
        rows = sorted(made, key=self.row_rank(way, maker))
        every = chain(all_edits(way.tree, way.score.force, rows), other_rows(way.tree, maker))
        found = list(islice(filter(self.may, every) if self.may else every, EDITS))
        self.complete = self.complete and maker.all_made and len(found) < EDITS
        # Making edits takes time too, also where none of them is judged.
        self.judge.spent += len(found) // FOR_ONE
        return sorted(found, key=promise(way.score.wrong, self.judge.game.model.group_key))

    def row_rank(self, way: Way, maker: RowMaker) -> Callable[[Row], tuple[bool, bool]]:
        """A sort key for new models: those that a rule asks for first, then those in groups with errors."""
        game, needs = self.judge.game, needs_of(way.score)
        head, key = maker.head or "", game.model.group_key or ""
        kind = game.model.slots[head].kind if head else ""
        asked = {one.id for one in game.entries if one.kind == kind and needs.is_needed(one, head)}
        wrong = {place_of(one)[1:2] for one in way.score.wrong if place_of(one)[:1] == ("groups",)}
        short = {group.name for at, group in enumerate(way.score.force.groups) if (at,) in wrong}

        def rank(row: Row) -> tuple[bool, bool]:
            entry = game.find(kind, str(row.get(head)))
            return (bool(asked) and (entry is None or entry.id not in asked), bool(short) and row.get(key) not in short)

        return rank

    def maker(self, tree: Mapping[str, Tree]) -> RowMaker:
        """The maker of models for a list; shared by all lists with the same choices of their own."""
        key = repr({key: value for key, value in tree.items() if key not in LIST.rows})
        return self.makers.setdefault(key, RowMaker(tree, self.judge))

    def step(self, way: Way, edit: EditStep) -> Way | None:
        """A way with one more edit; None where the same list was tried before."""
        made = apply_edit(way.tree, edit)
        key = hash(repr(made))
        if key in self.seen:
            return None
        self.seen.add(key)
        return Way((*way.edits, edit), made, self.judge.score(made))

    def known_way(self, edit: EditStep) -> Way | None:
        """A single edit that makes a list which another one made before."""
        made = apply_edit(self.start.tree, edit)
        score = self.scores.get(hash(repr(made)))
        return Way((edit,), made, score) if score else None

    def is_over_budget(self, most: float) -> bool:
        """Whether the judge was asked for more than so many steps, or may be asked no more at all."""
        return self.judge.spent > most or self.judge.exhausted

    # Two changes

    def pairs(self) -> list[Way]:
        """Every way with two changes, as long as the judge may be asked; what brings the list nearer to legal first."""
        most = self.end
        ways: list[Way] = []
        self.all_pairs = self.least > 2
        if self.all_pairs or not (self.complete and self.all_kept):
            return []
        for first in sorted(self.tries, key=self.order):
            if self.fixed and not any(touches(first.edits[0].path, path) for path in self.fixed):
                continue
            for edit in self.edits(first):
                if self.is_over_budget(most):
                    return ways
                way = self.step(first, edit) if self.covers_unread(first.edits[0], edit) else None
                if way is not None and not way.score.errors:
                    most = min(most, self.judge.spent + MORE) if not ways else most
                    ways.append(way)
        self.all_pairs = self.complete and not self.wants_models
        return ways

    def covers_unread(self, first: EditStep, second: EditStep) -> bool:
        """Whether two edits are in every place that the reader did not understand; a row that goes moves the others."""
        if first.what == "drop" and len(first.path) == 2:
            return True
        return all(touches(first.path, path) or touches(second.path, path) for path in self.fixed)

    # Several changes

    def multi_edit_ways(self) -> list[Way]:
        """The shortest ways found by combining single changes and then ending the errors that those uncover."""
        most = self.judge.spent + FURTHER
        if self.least >= DEEPEST:
            return []
        ways = self.combined(self.start, self.tries, most, DEEPEST)
        fewest = min((len(way.edits) for way in ways), default=DEEPEST)
        if self.bound < fewest < DEEPEST:
            ways = self.relaxed(most, fewest) or ways
            fewest = len(ways[0].edits)
        # A single edit that ends every error and only uncovers others is a good starting point, too.
        wrong = {about(one) for one in self.before.wrong}
        self.partial += [way for way in self.tries if wrong.isdisjoint(map(about, way.score.wrong))][:BEAM]
        for _ in range(ROUNDS if fewest > max(2, self.least, self.bound) else 0):
            bases, self.partial = sorted(self.partial, key=self.order)[:BEAM], []
            for base in bases:
                if len(base.edits) + 1 >= fewest or self.is_over_budget(most):
                    continue
                tries = self.promising_steps(base, most)
                found = [way for way in tries if not way.score.errors] or self.combined(base, tries, most, fewest)
                # A change that uncovered an error may not be needed any more once that one is mended.
                shorter = [self.shorter(way) for way in found if len(way.edits) < fewest]
                fewest = min([fewest, *(len(way.edits) for way in shorter)])
                ways = [way for way in (*ways, *shorter) if len(way.edits) == fewest]
        return ways or self.chained(most + MORE, DEEPEST)

    def promising_steps(self, base: Way, most: int) -> list[Way]:
        """The way extended by each of the most promising edits for its remaining errors."""
        return self.steps(base, self.edits(base)[:TRIED], most)

    def combined(self, base: Way, tries: list[Way], most: int, fewest: int) -> list[Way]:
        """Legal ways made of edits whose effects add up, shortest first; incomplete ones are kept in `partial`.

        The second, lenient pass also uses edits that uncover other errors.
        """
        tried = [(way.edits[-1], way.score) for way in sorted(tries, key=self.preference)]
        ways: list[Way] = []
        for lenient in (False, True):
            combiner = Combiner(base.score, tried, lenient)
            if combiner.hopeless:
                continue
            if found := self.sets(base, combiner, most, fewest):
                ways, fewest = found, len(found[0].edits)
            if base is self.start:
                self.bound = combiner.least()
        return ways

    def relaxed(self, most: int, fewest: int) -> list[Way]:
        """Shorter ways from sets that ignore one error, which two edits may end only together."""
        tried = [(way.edits[-1], way.score) for way in sorted(self.tries, key=self.preference)]
        combiner = Combiner(self.start.score, tried)
        for size in range(2, fewest):
            for needs in combiner.relaxed() if size >= self.least else ():
                for choices in islice(combiner.sets(size, needs) if combiner.least(needs) <= size else (), ALIKE):
                    if self.is_over_budget(most):
                        return []
                    if ways := list(islice(self.varied(self.start, choices, most), MORE_ALIKE)):
                        return ways
        return []

    def sets(self, base: Way, combiner: Combiner, most: int, fewest: int) -> list[Way]:
        """The legal ways among the sets of a combiner, smallest first."""
        ways: list[Way] = []
        first = max(2, combiner.least(), self.least if base is self.start else 0)
        for size in range(first, min(first + DEEPER, fewest - len(base.edits))):
            for choices in islice(combiner.sets(size), SETS):
                if self.is_over_budget(most):
                    return ways
                for way in islice(self.varied(base, choices, most), MORE_ALIKE):
                    most = min(most, self.judge.spent + MORE) if not ways else most
                    ways.append(way)
            if ways:
                return ways
        return []

    def varied(self, base: Way, choices: list[list[EditStep]], most: int) -> Iterator[Way]:
        """The ways with one edit of each choice; where the first are not enough together, others where it fails."""
        chosen = [several[choices[:at].count(several) % len(several)] for at, several in enumerate(choices)]
        now = self.extended(base, chosen)
        for _ in range(len(choices) + 1):
            better = None
            for way in self.others(base, chosen, choices, now, most):
                if not way.score.errors:
                    yield way
                elif now is not None and way.score.distance < now.score.distance and better is None:
                    better = way
            if now is None or not now.score.errors or better is None:
                return
            now, chosen = better, list(better.edits[len(base.edits) :])

    def others(
        self, base: Way, chosen: list[EditStep], choices: list[list[EditStep]], now: Way | None, most: int
    ) -> Iterator[Way]:
        """A set of edits, then those that differ in one of them, which is in a place that is still wrong."""
        if now is None:
            return
        if not now.score.errors:
            yield now
        places = [place_of(one) for one in now.score.wrong]
        for at, several in enumerate(choices):
            if places and not any(touches(chosen[at].path, place) for place in places):
                continue
            for edit in islice(several, VARIED if places else ALIKE):
                if self.is_over_budget(most):
                    return
                way = self.extended(base, [*chosen[:at], edit, *chosen[at + 1 :]]) if edit is not chosen[at] else None
                if way is not None:
                    yield way

    def extended(self, base: Way, edits: Iterable[EditStep]) -> Way | None:
        """A way with some edits more; None where two are about one place or the list was tried before."""
        ordered = combine_edits(edits)
        if ordered is None:
            return None
        made = apply_edits(base.tree, ordered)
        key = hash(repr(made))
        if key in self.seen:
            return None
        self.seen.add(key)
        way = Way((*base.edits, *ordered), made, self.judge.score(made))
        if way.score.errors:
            self.partial.append(way)
        return way

    def chained(self, most: int, deepest: int) -> list[Way]:
        """Ways that end one error after another, each change made in the list that those before it left."""
        helpful = self.helpful()
        # Lists that were tried before and not legal are steps on the way here.
        self.seen = set()
        beam = sorted(self.tries, key=self.order)[:BEAM]
        for _ in range(2, deepest):
            made: list[Way] = []
            for way in beam:
                made += self.next_ways(way, helpful, most)
            if ways := [way for way in made if not way.score.errors]:
                return [self.shorter(way) for way in sorted(ways, key=self.order)]
            beam = sorted(made, key=self.order)[:BEAM]
            if not beam or self.is_over_budget(most):
                return []
        return []

    def helpful(self) -> dict[Fault, list[EditStep]]:
        """For each error the single edits that make it less, the best few."""
        found: dict[Fault, list[EditStep]] = {}
        for way in sorted(self.tries, key=self.order):
            after = RemainingFindings(way.score.wrong)
            for wrong in self.before.wrong:
                if after.without(wrong) and len(several := found.setdefault(about(wrong), [])) < HELPFUL:
                    several.append(way.edits[0])
        return found

    def next_ways(self, way: Way, helpful: Mapping[Fault, list[EditStep]], most: int) -> list[Way]:
        """A way with one more edit that ends an error: what did so in the list as it was, or else any near it."""
        made: list[Way] = []
        # What is short comes last: mending other errors often takes something out again.
        for finding in sorted(way.score.wrong, key=lambda one: one.code.endswith(SHORT))[:FOCUS]:
            known = [*self.rebased(way, helpful.get(about(finding), ()))]
            made = self.steps(way, known, most)
            if any(one.score.distance < way.score.distance for one in made):
                return made
            near, suits = nearness([finding]), suitable([finding])
            edits = sorted((one for one in self.edits(way) if near(one.path)), key=lambda one: not suits(one))
            made += self.steps(way, edits[:TRIED], most)
            if any(one.score.distance < way.score.distance for one in made):
                return made
        return made

    def rebased(self, way: Way, edits: Iterable[EditStep]) -> Iterator[EditStep]:
        """Edits of the list as it was, as they read after a way."""
        for edit in edits:
            now: EditStep | None = edit
            for before in way.edits:
                now = rebase_edit(now, before) if now is not None else None
            if now is not None and is_applicable(way.tree, now):
                yield now

    def steps(self, way: Way, edits: Iterable[EditStep], most: int) -> list[Way]:
        """A way with each of some edits, as long as the judge may be asked."""
        made = (self.step(way, edit) for edit in edits if not self.is_over_budget(most))
        return [one for one in made if one is not None]

    def shorter(self, way: Way) -> Way:
        """A way without the edits that it can do without, as long as the judge may be asked."""
        for skipped in range(len(way.edits)):
            if self.is_over_budget(self.end):
                return way
            edits = (*way.edits[:skipped], *way.edits[skipped + 1 :])
            made = self.replayed(edits)
            if made is not None and not (score := self.judge.score(made)).errors:
                return self.shorter(Way(edits, made, score))
        return way

    def replayed(self, edits: Iterable[EditStep]) -> Mapping[str, Tree] | None:
        """The list as it was with some edits; None where the place of one is not there."""
        made = self.start.tree
        for edit in edits:
            if not is_applicable(made, edit):
                return None
            made = apply_edit(made, edit)
        return made

    # Which is best

    def order(self, way: Way) -> tuple[float, ...]:
        """What comes first: nearer to legal, fewer edits, gentler ones, nearer to what was written and to its cost."""
        score = way.score
        return (
            # Sums of the same numbers in another order differ in the last digits and must still compare equal.
            round(score.distance, 6),
            len({about(one) for one in self.before.wrong} & {about(one) for one in score.wrong}),
            len(way.edits),
            sum(roughness(self.start.tree, edit) for edit in way.edits),
            max(score.warnings - self.before.warnings, 0),
            abs(score.cost - self.before.cost),
        )

    def preference(self, way: Way) -> tuple[float, ...]:
        """What comes first among edits with the same effect: gentler ones, nearer to what was written and its cost."""
        return self.order(way)[3:]

    def best(self, ways: Iterable[Way], most: int) -> list[Way]:
        """The best ways, first one for each place that can be changed, then the next for each."""
        places: dict[tuple[object, ...], list[Way]] = {}
        different = {repr(way.tree): way for way in ways}
        for way in sorted(different.values(), key=self.order):
            places.setdefault(tuple((edit.what, edit.path) for edit in way.edits), []).append(way)
        # In turns, so that eight weapons for one model do not hide that another model could change instead.
        turns = [(turn, way) for several in places.values() for turn, way in enumerate(several)]
        fewest = min((len(way.edits) for _, way in turns), default=0)
        found: dict[str, Way] = {}
        for _, way in sorted(turns, key=lambda one: one[0]):
            if len(way.edits) == fewest and len(found) < most:
                # Two spellings of one list are one way.
                found.setdefault(way.score.force.meaning, way)
        return sorted(found.values(), key=self.order)
