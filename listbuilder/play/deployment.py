"""Who is deployed: the legal subsets of a list, counted and the best of them named, or why there is none.

A row of the file is deployed as a whole. Costs are counted by dynamic programming, so that thirty rows are no more
work than ten; each option that is offered has been judged by the validator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, count, islice
from typing import NamedTuple

from listbuilder.catalogue import FlagField, Game
from listbuilder.force import Force, Model
from listbuilder.quantity import Quantity
from listbuilder.record import changed, record
from listbuilder.resolver import resolve
from listbuilder.rules import Rule
from listbuilder.rules.include import Include
from listbuilder.rules.points import Points
from listbuilder.selectors import Selector
from listbuilder.validator import rules_in_force, validate

__all__ = ["Deployment", "can_deploy", "find_deployments"]

STEPS = 50_000
TRIES = 400


@record
class Deployment:
    """What can be deployed. `options` are rows of the file, the most points first; `reasons` say why there is none.

    `subsets` counts the ways that keep the limit and have every required entry; None where other rules have a say.
    """

    limit: int | None
    required: tuple[Model, ...]
    subsets: int | None
    options: tuple[tuple[Model, ...], ...]
    reasons: tuple[str, ...] = ()


class Demand(NamedTuple):
    """An entry that must be on the table, and the rows that have it."""

    entry: str
    rows: frozenset[int]


def find_deployments(force: Force, most: int = 5) -> Deployment:
    """The subsets of a list that may be deployed."""
    rows = tuple(row for row in force.rows if row.copy == 0)
    costs = [sum(one.cost * one.count for one in force.rows if one.row == model.row) for model in rows]
    limit = table_limit(force)
    top = sum(costs) if limit is None else min(limit, sum(costs))
    demands, exact = demands_of(force)
    required = tuple(rows[next(iter(demand.rows))] for demand in demands if len(demand.rows) == 1)
    fixed = errors(deployed(force, lambda model: True)) & errors(deployed(force, lambda model: False))
    reasons = [*sorted(message for _, message in fixed), *impossible(rows, costs, demands, top)]
    options: list[tuple[Model, ...]] = []
    if not reasons:
        tries = islice(best_subsets(costs, top, demands), TRIES)
        legal = (chosen for chosen in tries if not errors(taken(force, chosen)))
        options = [tuple(rows[at] for at in sorted(chosen)) for chosen in islice(legal, most)]
        reasons = [] if options else ["No choice that was tried keeps every rule."]
    ways = count_ways(costs, top, demands) if exact and options else None if options else 0
    return Deployment(limit=limit, required=required, subsets=ways, options=tuple(options), reasons=tuple(reasons))


def demands_of(force: Force) -> tuple[list[Demand], bool]:
    """The entries that must be deployed, and whether no other rule looks at who is deployed."""
    demands, exact = [], True
    for one in rules_in_force(force):
        rule = one.rule
        if not any("deploy" in part.fields for part in selectors_of(rule)):
            continue
        if isinstance(rule, Include):
            demands += [
                Demand(id, frozenset(row.row for row in force.rows if any(pick.entry.id == id for pick in row.entries)))
                for id in rule.entries
            ]
        exact = exact and isinstance(rule, Include | Points)
    return demands, exact


def selectors_of(rule: Rule) -> Iterator[Selector]:
    """Every selector that a rule looks through."""
    values = [value for one in vars(rule).values() for value in (one if isinstance(one, tuple) else (one,))]
    found = [one for one in values if isinstance(one, Selector)]
    found += [one for value in values if isinstance(value, Quantity) for one in value.selectors()]
    yield from (part for one in found for part in one.parts())


def impossible(rows: tuple[Model, ...], costs: list[int], demands: list[Demand], top: int) -> list[str]:
    """Why no subset can have every required entry within the limit, or nothing."""
    if not rows:
        return ["The list has no models."]
    cheapest = {min(demand.rows, key=lambda row: costs[row]) for demand in demands if len(demand.rows) == 1}
    cost = sum(costs[row] for row in cheapest)
    if cost <= top:
        return []
    names = ", ".join(rows[row].label for row in sorted(cheapest))
    return [f"{names} must be deployed and cost {cost}, but at most {top} may be deployed."]


def table_limit(force: Force) -> int | None:
    """The least that the points rules allow on the table."""
    found = [
        one.rule.max.reckon(force, force.root)
        for one in rules_in_force(force)
        if isinstance(one.rule, Points) and one.rule.max and one.rule.where and "deploy" in one.rule.where.fields
    ]
    return min((number for number in found if number is not None), default=None)


def deployed(force: Force, keep: Callable[[Model], bool]) -> Force:
    """The same force with other models deployed."""
    kept = {row.row for row in force.rows if keep(row)}
    rows = tuple(changed(row, keys={**row.keys, "deploy": at in kept}) for at, row in enumerate(force.document.models))
    return resolve(changed(force.document, models=rows), force.game)


def taken(force: Force, rows: frozenset[int]) -> Force:
    """The same force with just these rows deployed."""
    return deployed(force, lambda model: model.row in rows)


def errors(force: Force) -> set[tuple[str, str]]:
    """The errors of a force, told apart by what they say."""
    return {(one.code, one.message) for one in validate(force).findings if one.severity == "error"}


def count_ways(costs: list[int], top: int, demands: list[Demand]) -> int:
    """How many subsets cost at most `top` and have every demand, by inclusion and exclusion."""
    total = 0
    for size in range(len(demands) + 1):
        for left_out in combinations(demands, size):
            banned = frozenset().union(*(demand.rows for demand in left_out))
            total += (-1) ** size * count_subsets([cost for at, cost in enumerate(costs) if at not in banned], top)
    return total


def count_subsets(costs: list[int], top: int) -> int:
    """How many subsets cost at most `top`."""
    ways = [1] + [0] * top
    for cost in costs:
        for total in range(top, cost - 1, -1):
            ways[total] += ways[total - cost]
    return sum(ways)


def best_subsets(costs: list[int], top: int, demands: list[Demand]) -> Iterator[frozenset[int]]:
    """Subsets with every demand that cost at most `top`, the dearest first; gives up after so many steps."""
    reach: list[set[int]] = [{0}]
    for cost in reversed(costs):
        reach.append(reach[-1] | {total + cost for total in reach[-1] if total + cost <= top})
    reach.reverse()
    steps = count(1)

    def walk(at: int, left: int, chosen: frozenset[int]) -> Iterator[frozenset[int]]:
        open_demands = [demand for demand in demands if not demand.rows & chosen]
        if next(steps) > STEPS or any(max(demand.rows, default=-1) < at for demand in open_demands):
            return
        if at == len(costs):
            yield chosen
            return
        if left >= costs[at] and left - costs[at] in reach[at + 1]:
            yield from walk(at + 1, left - costs[at], chosen | {at})
        if left in reach[at + 1]:
            yield from walk(at + 1, left, chosen)

    for total in sorted(reach[0], reverse=True):
        yield from walk(0, total, frozenset())


def can_deploy(game: Game) -> bool:
    """Whether a game tells deployed models from drafted ones."""
    return "deploy" in game.model.of_type(FlagField)
