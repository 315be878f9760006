"""Set cover over single edits: which of them would end every error together, if their effects add up.

Input: single edits, each with the score of the list after it. Output: sets of edits, smallest first. Effects of
independent faults do add up; the caller has to judge each set, because others may not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.building.generate.distance import place_of, touches
from listbuilder.building.generate.judge import Score, size_of
from listbuilder.lists.file_editor import EditStep
from listbuilder.storage.reading import Path

Key = tuple[str, str, Path]
# The limit of the list is a need of its own: an edit that ends another error may be what passes the limit.
LIMIT: Key = ("limit", "", ())
# How many partial sets are looked at for one size, and between how many prices of the same effect there is a choice.
NODES, PRICES, MANY = 3_000, 2, 24
UNREACHABLE = 1_000


def amounts(score: Score, edit: EditStep | None = None) -> Counter[Key]:
    """How much is wrong in which place, by the places of the list before an edit."""
    found: Counter[Key] = Counter()
    over = _over_limit(score)
    for one in score.wrong:
        if one is not over:
            found[one.code, one.rule or "", _before(place_of(one), edit)] += size_of(one)
    return found


def _over_limit(score: Score) -> Finding | None:
    """The finding that says that the list costs more than its limit."""
    extra = score.cost - score.force.limit if score.force.limit is not None else 0
    over = (one for one in score.wrong if one.code == "points.over" and one.data.get("extra") == extra)
    return next(over, None)


def _before(place: Path, edit: EditStep | None) -> Path:
    """Where a place was before an edit took an item from in front of it."""
    if edit is None or edit.what != "drop" or not isinstance(gone := edit.path[-1], int):
        return place
    at = len(edit.path) - 1
    if len(place) <= at or place[:at] != edit.path[:at]:
        return place
    step = place[at]
    return (*place[:at], step + 1, *place[at + 1 :]) if isinstance(step, int) and step >= gone else place


def error_reductions(before: Counter[Key], after: Counter[Key]) -> dict[Key, int]:
    """By how much each error is less; a rule that now complains in another place complains of the same thing."""
    less = {key: before[key] - after[key] for key in {*before, *after} if before[key] != after[key]}
    for new in [key for key in less if key not in before]:
        gone = [key for key in less if key[:2] == new[:2] and less[key] > 0]
        for old in sorted(gone, key=repr):
            same = min(less[old], -less[new])
            less[old] -= same
            less[new] += same
    return {key: change for key, change in less.items() if change}


Changes = tuple[tuple[int, int], ...]


class NeedReduction(NamedTuple):
    """Edits with the same effect: by how much any one of them reduces each need, by the need's number."""

    less: Changes
    edits: list[EditStep]


class Combiner:
    """Finds sets of edits whose effects together end every error; tries come in the order of preference."""

    def __init__(self, before: Score, tried: Iterable[tuple[EditStep, Score]], lenient: bool = False) -> None:
        self.before, self.lenient = before, lenient
        wrong = amounts(before)
        self.keys: list[Key] = sorted(wrong, key=repr)
        self.needs = [wrong[key] for key in self.keys]
        limit = before.force.limit
        if limit is not None:
            self.keys.append(LIMIT)
            # Below 0 it is what may still be spent: edits that cost points may use it up.
            self.needs.append(before.cost - limit)
        self.effects = self._effects(wrong, tried)
        self.by_need: list[list[int]] = [[] for _ in self.keys]
        self.most = [0] * len(self.keys)
        self.beside = [0] * len(self.keys)
        for at, effect in enumerate(self.effects):
            ended = [need for need, change in effect.less if change > 0]
            mask = sum(1 << need for need in ended)
            for need, change in effect.less:
                if change > 0:
                    self.by_need[need].append(at)
                    self.most[need] = max(self.most[need], change)
                    self.beside[need] |= mask

    def _effects(self, wrong: Counter[Key], tried: Iterable[tuple[EditStep, Score]]) -> list[NeedReduction]:
        """The edits by what they do; those that bring errors which no single edit is known to end are left out."""
        numbers = {key: at for at, key in enumerate(self.keys)}
        limited = LIMIT in numbers
        over = limited and self.needs[-1] > 0
        found: dict[Changes, dict[int, NeedReduction]] = defaultdict(dict)
        for edit, score in tried:
            after = amounts(score, edit)
            less = error_reductions(wrong, after)
            # What comes up where something else is still wrong may go with it.
            left = [key[2] for key in after if key in numbers and len(key[2]) > 1]
            less = {key: change for key, change in less.items() if key in numbers or not _touched(key[2], left)}
            new = [key for key in less if key not in numbers]
            if (new and not self.lenient) or score.force.limit != self.before.force.limit:
                continue
            for key in new:
                del less[key]
            ended = tuple(sorted((numbers[key], change) for key, change in less.items()))
            price = score.cost - self.before.cost if limited else 0
            if any(change > 0 for _, change in ended) or (over and price < 0):
                change = (*ended, (numbers[LIMIT], -price)) if price else ended
                found[ended].setdefault(price, NeedReduction(change, [])).edits.append(edit)
        return [effect for ended, prices in found.items() for effect in _few(prices, PRICES if ended else MANY)]

    @property
    def hopeless(self) -> bool:
        """Whether there is an error that no edit makes less."""
        return any(need > 0 and not most for need, most in zip(self.needs, self.most, strict=True))

    def relaxed(self) -> Iterator[list[int]]:
        """The needs with each one dropped in turn, because two edits may end together what neither ends alone."""
        for at, number in enumerate(self.needs):
            if number > 0:
                yield [*self.needs[:at], 0, *self.needs[at + 1 :]]

    def sets(self, size: int, needs: Sequence[int] | None = None) -> Iterator[list[list[EditStep]]]:
        """The sets of so many edits that would be enough: for each place in the set the edits to choose from.

        Preferred edits come first, then those that end the most errors. Last, side effects of edits on each other's
        errors are ignored, because together they may end more than each alone has shown.
        """
        for order, hopeful in ((None, False), (self._use, False), (self._use, True)):
            for several in self.by_need:
                several.sort(key=order)
            for chosen in self._search(tuple(needs or self.needs), size, (), -1, [NODES], hopeful):
                yield [self.effects[at].edits for at in chosen]

    def _use(self, at: int) -> tuple[float, ...]:
        """A sort key: edits that end most errors first."""
        shares = [min(change / self.needs[need], 1) for need, change in self.effects[at].less if self.needs[need] > 0]
        return (-sum(shares), at)

    def _search(
        self,
        needs: tuple[int, ...],
        size: int,
        chosen: tuple[int, ...],
        last: int,
        nodes: list[int],
        hopeful: bool,
    ) -> Iterator[tuple[int, ...]]:
        """The effects that end all needs; each need in turn, the one with the fewest edits first."""
        nodes[0] -= 1
        left = [at for at, number in enumerate(needs) if number > 0]
        if not left:
            # With fewer edits it was found before.
            if not size:
                yield chosen
            return
        if nodes[0] < 0 or self.least(needs) > size:
            return
        need = min(left, key=lambda one: (len(self.by_need[one]), one))
        several = self.by_need[need]
        # The same need again: from the last on, so that no set is found twice.
        for at in several[several.index(chosen[-1]) if need == last else 0 :]:
            effect = self.effects[at]
            # One effect several times takes as many different edits with it.
            if chosen.count(at) >= len(effect.edits):
                continue
            after = list(needs)
            for one, change in effect.less:
                after[one] -= change
                if hopeful and change < 0 and self.keys[one] is not LIMIT:
                    after[one] = needs[one]
            yield from self._search(tuple(after), size - 1, (*chosen, at), need, nodes, hopeful)

    def least(self, needs: Sequence[int] | None = None) -> int:
        """How many edits it takes at least, by their known effects."""
        left = self.needs if needs is None else needs
        each = [
            (-(-number // self.most[at]) if self.most[at] else UNREACHABLE, at)
            for at, number in enumerate(left)
            if number > 0
        ]
        # Needs that share no effect add up. Which of them are taken depends on the order, so the better of two orders
        # counts.
        return max(self._apart(sorted(each)), self._apart(sorted(each, reverse=True)))

    def _apart(self, each: Iterable[tuple[int, int]]) -> int:
        """The edits for needs of which no single edit ends two."""
        total = apart = 0
        for number, at in each:
            if not self.beside[at] & apart:
                apart |= 1 << at
                total += number
        return total


def _touched(place: Path, others: Iterable[Path]) -> bool:
    """Whether something is wrong in a place of a row."""
    return len(place) > 1 and any(touches(place, other) for other in others)


def _few(prices: dict[int, NeedReduction], most: int) -> list[NeedReduction]:
    """Of the effects that end the same needs, the cheapest and the preferred, `most` in all."""
    cheapest = sorted(prices)[: most // 2 or 1]
    preferred = [price for price in prices if price not in cheapest][: most - len(cheapest)]
    return [effect for price, effect in prices.items() if price in cheapest or price in preferred]
