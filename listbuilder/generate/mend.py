"""Mend a list: the fewest changes that make it legal, found by trying them against the judge, fewest first.

Every single change is tried before two are, so that it is known whether one is enough. Independent faults are mended
by sets of single changes whose effects add up, fewest first; dependent ones by one change after another. Where that
takes three or more, every pair is tried, too. Work is bounded by how much the judge is asked, and what is kept by how
long it is, so that the same list is always mended in the same ways and no list takes for ever; what was left out is
said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from listbuilder.generate.choices import all_edits
from listbuilder.generate.combine import Combiner
from listbuilder.generate.edits import Step, edited, edited_all, moved, possible, together
from listbuilder.generate.judge import SHORT, STEPS, Judge, Score, size_of, work_of
from listbuilder.generate.places import Left, about, nearness, place_of, promise, roughness, suitable, touches
from listbuilder.generate.rows import RowMaker, new_rows, other_rows
from listbuilder.lists.own_keys import LIST
from listbuilder.reading import Path, Tree

# What all of it may take, and of that single changes and what is put together of them: a second or so.
ALL, SINGLE, FURTHER, KEPT = 3_600, 2_400, 1_000, 2_500
# What is spent on finding more pairs behind the first.
MORE = 300
# So many edits are thought of at most, and so many in the time that it takes to judge one small list.
EDITS, FOR_ONE = 20_000, 50
BEAM, HELPFUL, FOCUS, TRIED, DEEPER, DEEPEST = 4, 12, 3, 120, 6, 24
SETS, ALIKE, VARIED, MORE_ALIKE = 40, 4, 30, 16
Fault = tuple[str, str, str]


class Way(NamedTuple):
    """Edits, the tree that they make of the list, and what the judge says of it."""

    edits: tuple[Step, ...]
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


def mend(tree: Mapping[str, Tree], judge: Judge, most: int = 8) -> Mending:
    """The ways to make a list legal with the fewest changes; none where it is legal already or nothing was found."""
    search = _Search(tree, judge)
    if not search.before.errors:
        return Mending(search.before, (), True, True, 0, 0)
    with judge.within(STEPS):
        ways = search.single() or search.several()
        if min((len(way.edits) for way in ways), default=DEEPEST) > 2:
            ways = search.pairs() or ways
    best = tuple(search.best(ways, most))
    return Mending(search.before, best, search.all_single, search.all_pairs, search.least, judge.asked)


class _Search:
    """One search for ways to mend a list."""

    def __init__(self, tree: Mapping[str, Tree], judge: Judge) -> None:
        self.judge = judge
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

    # One change

    def single(self) -> list[Way]:
        """Every way with one change."""
        most = self.judge.spent + SINGLE
        ways: list[Way] = []
        near = nearness(self.before.wrong)
        for edit in self.edits(self.start) if self.least < DEEPEST else ():
            if self.over(most):
                self.complete = False
                break
            # What a reader did not understand stays so until something is changed in that very place.
            if not all(touches(edit.path, path) for path in self.fixed) and not near(edit.path):
                continue
            # The same list again, as when one of two twins goes, is another edit to put together with others.
            way = self.again(edit) or self.step(self.start, edit)
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

    def edits(self, way: Way) -> list[Step]:
        """Every edit of a list, those in places that something is wrong with first."""
        counts = {size_of(one) for one in way.score.wrong if one.code.endswith(".under")}
        maker = self.maker(way.tree)
        rows = new_rows(way.tree, maker, frozenset(one for one in counts if 1 < one <= 10))
        found = list(islice(chain(all_edits(way.tree, way.score.force, rows), other_rows(way.tree, maker)), EDITS))
        self.complete = self.complete and maker.all_made and len(found) < EDITS
        self.judge.spent += len(found) // FOR_ONE
        return sorted(found, key=promise(way.score.wrong))

    def maker(self, tree: Mapping[str, Tree]) -> RowMaker:
        """Who makes models for a list; the same for every list with the same choices of its own."""
        key = repr({key: value for key, value in tree.items() if key not in LIST.rows})
        return self.makers.setdefault(key, RowMaker(tree, self.judge))

    def step(self, way: Way, edit: Step) -> Way | None:
        """A way with one more edit; None where the same list was tried before."""
        made = edited(way.tree, edit)
        key = hash(repr(made))
        if key in self.seen:
            return None
        self.seen.add(key)
        return Way((*way.edits, edit), made, self.judge.score(made))

    def again(self, edit: Step) -> Way | None:
        """A single edit that makes a list which another one made before."""
        made = edited(self.start.tree, edit)
        score = self.scores.get(hash(repr(made)))
        return Way((edit,), made, score) if score else None

    def over(self, most: float) -> bool:
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
                if self.over(most):
                    return ways
                way = self.step(first, edit) if self.may_do(first.edits[0], edit) else None
                if way is not None and not way.score.errors:
                    most = min(most, self.judge.spent + MORE) if not ways else most
                    ways.append(way)
        self.all_pairs = self.complete and not self.wants_models
        return ways

    def may_do(self, first: Step, second: Step) -> bool:
        """Whether two edits are in every place that the reader did not understand; a row that goes moves the others."""
        if first.what == "drop" and len(first.path) == 2:
            return True
        return all(touches(first.path, path) or touches(second.path, path) for path in self.fixed)

    # Several changes

    def several(self) -> list[Way]:
        """Ways with as few changes as can be put together, each of which brings the list nearer to legal."""
        most = self.judge.spent + FURTHER
        if self.least >= DEEPEST:
            return []
        tries = sorted(self.tries, key=self.preference)
        combiner = Combiner(self.before, ((way.edits[0], way.score) for way in tries))
        ways = [] if combiner.hopeless else self.combined(combiner, most)
        fewest = min((len(way.edits) for way in ways), default=DEEPEST)
        if fewest <= max(2, self.least, combiner.least()):
            return ways
        chained = self.chained(most, fewest)
        return [way for way in chained if len(way.edits) < fewest] or ways

    def combined(self, combiner: Combiner, most: int) -> list[Way]:
        """Ways of single changes that are enough together because each has its own effect, the fewest first."""
        ways: list[Way] = []
        first = max(2, self.least, combiner.least())
        for size in range(first, min(first + DEEPER, DEEPEST)):
            for choices in islice(combiner.sets(size), SETS):
                if self.over(most):
                    return ways
                for way in islice(self.varied(choices, most), MORE_ALIKE):
                    most = min(most, self.judge.spent + MORE) if not ways else most
                    ways.append(way)
            if ways:
                return ways
        return []

    def varied(self, choices: list[list[Step]], most: int) -> Iterator[Way]:
        """The ways with one edit of each choice; where the first are not enough together, others where it fails."""
        chosen = [several[choices[:at].count(several) % len(several)] for at, several in enumerate(choices)]
        now = self.whole(chosen)
        for _ in range(len(choices) + 1):
            better = None
            for way in self.others(chosen, choices, now, most):
                if not way.score.errors:
                    yield way
                elif now is not None and way.score.distance < now.score.distance and better is None:
                    better = way
            if now is None or not now.score.errors or better is None:
                return
            now, chosen = better, list(better.edits)

    def others(self, chosen: list[Step], choices: list[list[Step]], now: Way | None, most: int) -> Iterator[Way]:
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
                if self.over(most):
                    return
                way = self.whole([*chosen[:at], edit, *chosen[at + 1 :]]) if edit is not chosen[at] else None
                if way is not None:
                    yield way

    def whole(self, edits: Iterable[Step]) -> Way | None:
        """The list as it was with some edits; None where two are about one place or it was tried before."""
        ordered = together(edits)
        if ordered is None:
            return None
        made = edited_all(self.start.tree, ordered)
        key = hash(repr(made))
        if key in self.seen:
            return None
        self.seen.add(key)
        return Way(ordered, made, self.judge.score(made))

    def chained(self, most: int, deepest: int) -> list[Way]:
        """Ways that end one error after another, each change made in the list that those before it left."""
        helpful = self.helpful()
        self.seen = set()
        beam = sorted(self.tries, key=self.order)[:BEAM]
        for _ in range(2, deepest):
            made: list[Way] = []
            for way in beam:
                made += self.further(way, helpful, most)
            if ways := [way for way in made if not way.score.errors]:
                return [self.shorter(way) for way in sorted(ways, key=self.order)]
            beam = sorted(made, key=self.order)[:BEAM]
            if not beam or self.over(most):
                return []
        return []

    def helpful(self) -> dict[Fault, list[Step]]:
        """For each error the single edits that make it less, the best few."""
        found: dict[Fault, list[Step]] = {}
        for way in sorted(self.tries, key=self.order):
            after = Left(way.score.wrong)
            for wrong in self.before.wrong:
                if after.without(wrong) and len(several := found.setdefault(about(wrong), [])) < HELPFUL:
                    several.append(way.edits[0])
        return found

    def further(self, way: Way, helpful: Mapping[Fault, list[Step]], most: int) -> list[Way]:
        """A way with one more edit that ends an error: what did so in the list as it was, or else any near it."""
        made: list[Way] = []
        for finding in sorted(way.score.wrong, key=lambda one: one.code.endswith(SHORT))[:FOCUS]:
            known = [*self.still(way, helpful.get(about(finding), ()))]
            made = self.steps(way, known, most)
            if any(one.score.distance < way.score.distance for one in made):
                return made
            near, suits = nearness([finding]), suitable([finding])
            edits = sorted((one for one in self.edits(way) if near(one.path)), key=lambda one: not suits(one))
            made += self.steps(way, edits[:TRIED], most)
            if any(one.score.distance < way.score.distance for one in made):
                return made
        return made

    def still(self, way: Way, edits: Iterable[Step]) -> Iterator[Step]:
        """Edits of the list as it was, as they read after a way."""
        for edit in edits:
            now: Step | None = edit
            for before in way.edits:
                now = moved(now, before) if now is not None else None
            if now is not None and possible(way.tree, now):
                yield now

    def steps(self, way: Way, edits: Iterable[Step], most: int) -> list[Way]:
        """A way with each of some edits, as long as the judge may be asked."""
        made = (self.step(way, edit) for edit in edits if not self.over(most))
        return [one for one in made if one is not None]

    def shorter(self, way: Way) -> Way:
        """A way without the edits that it can do without, as long as the judge may be asked."""
        for skipped in range(len(way.edits)):
            if self.over(self.end):
                return way
            edits = (*way.edits[:skipped], *way.edits[skipped + 1 :])
            made = self.replayed(edits)
            if made is not None and not (score := self.judge.score(made)).errors:
                return self.shorter(Way(edits, made, score))
        return way

    def replayed(self, edits: Iterable[Step]) -> Mapping[str, Tree] | None:
        """The list as it was with some edits; None where the place of one is not there."""
        made = self.start.tree
        for edit in edits:
            if not possible(made, edit):
                return None
            made = edited(made, edit)
        return made

    # Which is best

    def order(self, way: Way) -> tuple[float, ...]:
        """What comes first: nearer to legal, fewer edits, gentler ones, nearer to what was written and to its cost."""
        score = way.score
        return (
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
        turns = [(turn, way) for several in places.values() for turn, way in enumerate(several)]
        fewest = min((len(way.edits) for _, way in turns), default=0)
        found: dict[str, Way] = {}
        for _, way in sorted(turns, key=lambda one: one[0]):
            if len(way.edits) == fewest and len(found) < most:
                found.setdefault(way.score.force.meaning, way)  # two spellings of one list are one way
        return sorted(found.values(), key=self.order)
