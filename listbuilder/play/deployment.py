"""Who is deployed: the legal ways to deploy a list, counted and the best of them named, or why there is none.

Models that are the same are interchangeable: only how many of them go on the table is a choice, also of the copies of
one row. Ways are counted by dynamic programming; each that is offered has been judged by the validator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import NamedTuple

from listbuilder.base.records import record, replace
from listbuilder.catalogue import Game
from listbuilder.catalogue.rules import Points, Rule
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.include import Include
from listbuilder.catalogue.rules.match import Match
from listbuilder.judging.force import Force, Model
from listbuilder.judging.identity import canonical_links, row_form
from listbuilder.judging.resolver import resolve
from listbuilder.judging.validator import rules_in_force, validate

# Steps of the walk through all ways, and ways that are judged.
STEPS = 50_000
TRIES = 400
FLAG = "deploy"


class CountedRow(NamedTuple):
    """A row of the list, and how many of its copies are meant."""

    model: Model
    number: int


@record
class Deployment:
    """What can be deployed. `options` say how many of each row, the most points first; `reasons` why there is none.

    `subsets` counts the ways that differ, of those that keep the limit and have all that must be there; None where
    other rules have a say. `required` is what every way has.
    """

    limit: int | None
    required: tuple[CountedRow, ...]
    subsets: int | None
    options: tuple[tuple[CountedRow, ...], ...]
    reasons: tuple[str, ...] = ()


class Lot(NamedTuple):
    """Models that are the same: their rows, how many they are, what one costs, how many must be on the table.

    `sizes` has how many copies each row is.
    """

    rows: tuple[Model, ...]
    number: int
    cost: int
    must: int
    sizes: Mapping[int, int]

    @property
    def label(self) -> str:
        """What to call one of them."""
        return self.rows[0].label


class Demand(NamedTuple):
    """So many of some lots must be on the table."""

    least: int
    lots: frozenset[int]


def find_deployments(force: Force, most: int = 5) -> Deployment:
    """The ways in which a list may be deployed."""
    lots = lots_of(force)
    limit, everything = table_limit(force), sum(lot.cost * lot.number for lot in lots)
    top = everything if limit is None else min(limit, everything)
    demands, exact = demands_of(force, lots)
    needed = [least_of(at, lot, demands, lots) for at, lot in enumerate(lots)]
    required = tuple(part for lot, number in zip(lots, needed, strict=True) for part in split_lot(lot, number))
    # Errors that are there with everybody on the table and with nobody can't be ended by any choice in between.
    fixed = error_set(with_deployed(force, all_rows(force))) & error_set(with_deployed(force, {}))
    reasons = [*sorted(message for _, message in fixed), *impossible_reason(lots, needed, top)]
    options: list[tuple[CountedRow, ...]] = []
    if not reasons:
        tries = (chosen_rows(lots, numbers) for numbers in islice(best_ways(lots, top, demands), TRIES))
        legal = (option for option in tries if not error_set(with_deployed(force, rows_of(option))))
        options = list(islice(legal, most))
        reasons = [] if options else ["No choice that was tried keeps every rule."]
    ways = count_ways(lots, top, demands) if exact and options else None if options else 0
    return Deployment(limit=limit, required=required, subsets=ways, options=tuple(options), reasons=tuple(reasons))


def lots_of(force: Force) -> list[Lot]:
    """The models of a list, those that are the same together, however they are spelled."""
    found: dict[tuple[object, ...], list[Model]] = {}
    free = frozenset([FLAG, *force.game.list.named, *force.game.group.posts])
    for row in force.rows:
        name = row.name.casefold() if row.name else None
        same = (name, row.art, row.notes, row_form(row, force, free), canonical_links(row, force))
        found.setdefault(same, []).append(row)
    lots = []
    for rows in found.values():
        must = sum(row.count for row in rows if any(row.values.get(key) is True for key in force.game.list.named))
        firsts = {row.row: row for row in reversed(rows)}
        ordered = tuple(firsts[number] for number in sorted(firsts))
        sizes: Counter[int] = Counter()
        for row in rows:
            sizes[row.row] += row.count
        lots.append(Lot(ordered, sum(sizes.values()), rows[0].cost, must, sizes))
    return lots


def demands_of(force: Force, lots: list[Lot]) -> tuple[list[Demand], bool]:
    """What must be deployed, and whether no other rule looks at who is."""
    there = with_deployed(force, all_rows(force))
    demands, exact = [Demand(lot.must, frozenset([at])) for at, lot in enumerate(lots) if lot.must], True
    for one in rules_in_force(there):
        if FLAG not in one.rule.tested_fields:
            continue
        found = list(demands_by(one.rule, there, lots))
        demands += found
        named = isinstance(one.rule, Match) and not one.rule.tested_fields.isdisjoint(force.game.list.named)
        # Counting knows limits and minimums only; with any other rule about who is deployed its number would be too
        # high.
        exact = exact and (bool(found) or named or isinstance(one.rule, Points) or one.rule.severity != "error")
    return demands, exact


def demands_by(rule: Rule, there: Force, lots: list[Lot]) -> Iterator[Demand]:
    """What one rule asks to be on the table, where everybody is."""
    if rule.severity != "error":
        return
    if isinstance(rule, Include):
        for id in rule.entries:
            having = {row.row for row in there.rows if any(pick.entry.id == id for pick in row.entries)}
            yield Demand(1, lots_with(lots, having))
    elif (
        isinstance(rule, Count)
        and rule.min
        and not rule.max
        and rule.of.count == "models"
        and rule.of.where
        and not rule.of.different
    ):
        least = rule.min.evaluate(there, there.root) or 0
        fitting = {row.row for row in there.rows if rule.of.where.fits(row)}
        yield Demand(least, lots_with(lots, fitting))


def lots_with(lots: list[Lot], rows: set[int]) -> frozenset[int]:
    """The lots that have one of some rows."""
    return frozenset(at for at, lot in enumerate(lots) if any(row.row in rows for row in lot.rows))


def least_of(at: int, lot: Lot, demands: list[Demand], lots: list[Lot]) -> int:
    """How many of a lot every way must have."""
    found = lot.must
    for demand in demands:
        if at in demand.lots:
            others = sum(lots[other].number for other in demand.lots if other != at)
            found = max(found, demand.least - others)
    return min(found, lot.number)


def impossible_reason(lots: list[Lot], needed: list[int], top: int) -> list[str]:
    """Why no way can have all that must be there within the limit, or nothing."""
    if not lots:
        return ["The list has no models."]
    cost = sum(lot.cost * number for lot, number in zip(lots, needed, strict=True))
    if cost <= top:
        return []
    names = ", ".join(lot.label for lot, number in zip(lots, needed, strict=True) if number)
    return [f"{names} must be deployed and cost {cost}, but at most {top} may be deployed."]


def table_limit(force: Force) -> int | None:
    """The least that the points rules allow on the table."""
    found = [
        one.rule.max.evaluate(force, force.root)
        for one in rules_in_force(force)
        if isinstance(one.rule, Points) and one.rule.max and FLAG in one.rule.tested_fields
    ]
    return min((number for number in found if number is not None), default=None)


def all_rows(force: Force) -> Mapping[int, int]:
    """Every row with all of its copies."""
    return Counter(model.row for model in force.models)


def rows_of(option: tuple[CountedRow, ...]) -> Mapping[int, int]:
    """How many copies of each row an option has."""
    return {part.model.row: part.number for part in option}


def with_deployed(force: Force, numbers: Mapping[int, int]) -> Force:
    """The same force with just so many copies of each row deployed; the rest of a row stands behind all others."""
    rows, rest = [], []
    for at, row in enumerate(force.document.models):
        on = numbers.get(at, 0)
        rows.append(replace(row, count=on or row.count, keys={**row.keys, FLAG: on > 0}))
        if 0 < on < row.count:
            rest.append(replace(row, count=row.count - on, keys={**row.keys, FLAG: False}))
    return resolve(replace(force.document, models=(*rows, *rest)), force.game)


def error_set(force: Force) -> set[tuple[str, str]]:
    """The errors of a force, told apart by what they say."""
    return {(one.code, one.message) for one in validate(force).findings if one.severity == "error"}


def split_lot(lot: Lot, number: int) -> Iterator[CountedRow]:
    """So many of a lot, as copies of its rows, the first rows first."""
    for row in lot.rows:
        copies = lot.sizes[row.row]
        taken = min(copies, number)
        if taken:
            yield CountedRow(row, taken)
        number -= taken


def chosen_rows(lots: list[Lot], numbers: tuple[int, ...]) -> tuple[CountedRow, ...]:
    """So many of each lot, in the order of the file."""
    found = [part for lot, number in zip(lots, numbers, strict=True) for part in split_lot(lot, number)]
    return tuple(sorted(found, key=lambda part: part.model.row))


def count_ways(lots: list[Lot], top: int, demands: list[Demand]) -> int:
    """How many ways cost at most `top` and have all that is demanded; the same in number is the same way."""
    states: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(demands)): 1}
    for at, lot in enumerate(lots):
        grown: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (cost, had), ways in states.items():
            for number in range(lot.number + 1):
                total = cost + number * lot.cost
                if total > top:
                    break
                met = tuple(
                    min(one + number, demand.least) if at in demand.lots else one
                    for one, demand in zip(had, demands, strict=True)
                )
                grown[total, met] += ways
        states = dict(grown)
    goal = tuple(demand.least for demand in demands)
    return sum(ways for (_, had), ways in states.items() if had == goal)


def best_ways(lots: list[Lot], top: int, demands: list[Demand]) -> Iterator[tuple[int, ...]]:
    """Ways with all that is demanded that cost at most `top`, the dearest first; gives up after so many steps."""
    # reach[n] are the totals that the lots from n on can cost. The walk below follows only paths that end at the wanted
    # total, so that the dearest ways come first without sorting all of them.
    reach: list[set[int]] = [{0}]
    for lot in reversed(lots):
        sums = {total + number * lot.cost for total in reach[-1] for number in range(lot.number + 1)}
        reach.append({total for total in sums if total <= top})
    reach.reverse()
    steps = count(1)

    def short(at: int, taken: tuple[int, ...]) -> bool:
        """Whether a demand can't be met any more."""
        for demand in demands:
            had = sum(taken[lot] for lot in demand.lots if lot < at)
            if had + sum(lots[lot].number for lot in demand.lots if lot >= at) < demand.least:
                return True
        return False

    def walk(at: int, left: int, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if next(steps) > STEPS or short(at, taken):
            return
        if at == len(lots):
            yield taken
            return
        for number in range(lots[at].number, -1, -1):
            spent = number * lots[at].cost
            if spent <= left and left - spent in reach[at + 1]:
                yield from walk(at + 1, left - spent, (*taken, number))

    for total in sorted(reach[0], reverse=True):
        yield from walk(0, total, ())


def can_deploy(game: Game) -> bool:
    """Whether a game tells deployed models from drafted ones."""
    return FLAG in game.model.fields
