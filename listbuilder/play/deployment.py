"""Who is deployed: the legal subsets of a list, counted and the best of them named, or why there is none.

A row of the file is deployed as a whole. Costs are counted by dynamic programming, so that thirty rows are no more
work than ten; each option that is offered has been judged by the validator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from listbuilder.catalogue import Game
from listbuilder.force import Force, Model
from listbuilder.record import record
from listbuilder.rules.points import Points
from listbuilder.validator import rules_in_force, validate

__all__ = ["Deployment", "can_deploy", "find_deployments"]

TRIES = 400


@record
class Deployment:
    """What can be deployed. `options` are rows of the file, the most points first; `reasons` say why there is none."""

    limit: int | None
    required: tuple[Model, ...]
    subsets: int
    options: tuple[tuple[Model, ...], ...]
    reasons: tuple[str, ...] = ()


def find_deployments(force: Force, most: int = 5) -> Deployment:
    """The subsets of a list that may be deployed."""
    rows = force.rows
    cost = {model.row: sum(one.cost for one in force.models if one.row == model.row) for model in rows}
    limit = deploy_limit(force)
    required = required_rows(force)
    free = [model for model in rows if model not in required]
    room = sum(cost.values()) if limit is None else limit - sum(cost[model.row] for model in required)
    if room < 0:
        names = ", ".join(model.label for model in required)
        reason = f"{names} must be deployed and cost {(limit or 0) - room}, but at most {limit} may be deployed."
        return Deployment(limit=limit, required=required, subsets=0, options=(), reasons=(reason,))
    costs = [cost[model.row] for model in free]
    top = min(room, sum(costs))
    accepted = errors(deployed(force, lambda model: True)) & errors(deployed(force, lambda model: False))
    options: list[tuple[Model, ...]] = []
    reasons: set[str] = set()
    for tried, chosen in enumerate(best_subsets(costs, top)):
        option = tuple(sorted((*required, *(free[at] for at in chosen)), key=lambda model: model.row))
        kept = {model.row for model in option}
        new = errors(deployed(force, lambda model, kept=kept: model.row in kept)) - accepted  # type: ignore[misc]
        if new:
            reasons = reasons or {message for _, message in new}
        else:
            options.append(option)
        if len(options) == most or tried >= TRIES:
            break
    return Deployment(
        limit=limit,
        required=required,
        subsets=count_subsets(costs, top) if options else 0,
        options=tuple(options),
        reasons=() if options else tuple(sorted(reasons)),
    )


def required_rows(force: Force) -> tuple[Model, ...]:
    """The rows that a rule wants on the table: leaving one on the bench breaks what holds when all are deployed."""
    everyone = {one for one in errors(deployed(force, lambda model: True)) if not one[0].startswith("points.")}
    found = []
    for row in force.rows:
        without = errors(deployed(force, lambda model, row=row: model.row != row.row))  # type: ignore[misc]
        if {one for one in without if not one[0].startswith("points.")} - everyone:
            found.append(row)
    return tuple(found)


def errors(force: Force) -> set[tuple[str, str]]:
    """The errors of a force, told apart by what they say."""
    return {(one.code, one.message) for one in validate(force).findings if one.severity == "error"}


def deploy_limit(force: Force) -> int | None:
    """The least that the points rules allow on the table."""
    found = [
        one.rule.max.number(force)
        for one in rules_in_force(force)
        if isinstance(one.rule, Points) and one.rule.max and one.rule.where and "deploy" in one.rule.where.fields
    ]
    return min((number for number in found if number is not None), default=None)


def deployed(force: Force, keep: Callable[[Model], bool]) -> Force:
    """The same force with other models deployed."""
    models = tuple(model._replace(values={**model.values, "deploy": keep(model)}) for model in force.models)
    return replace(force, models=models)


def count_subsets(costs: list[int], top: int) -> int:
    """How many subsets cost at most `top`."""
    ways = [1] + [0] * top
    for cost in costs:
        for total in range(top, cost - 1, -1):
            ways[total] += ways[total - cost]
    return sum(ways)


def best_subsets(costs: list[int], top: int) -> Iterator[tuple[int, ...]]:
    """Subsets that cost at most `top`, the dearest first, found without dead ends."""
    reach: list[set[int]] = [{0}]
    for cost in reversed(costs):
        reach.append(reach[-1] | {total + cost for total in reach[-1] if total + cost <= top})
    reach.reverse()

    def walk(at: int, left: int) -> Iterator[tuple[int, ...]]:
        if at == len(costs):
            yield ()
            return
        if left >= costs[at] and left - costs[at] in reach[at + 1]:
            yield from ((at, *rest) for rest in walk(at + 1, left - costs[at]))
        if left in reach[at + 1]:
            yield from walk(at + 1, left)

    for total in sorted(reach[0], reverse=True):
        yield from walk(0, total)


def can_deploy(game: Game) -> bool:
    """Whether a game tells deployed models from drafted ones."""
    field = game.model.fields.get("deploy")
    return field is not None and field.type == "flag"
