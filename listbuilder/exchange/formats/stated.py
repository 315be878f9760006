"""What a text states about a list beside what the list comes to: an import and its report go in, doubts come out.

A price or a total that a player wrote is never trusted and never ignored: where it differs, that is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.findings import Finding
from listbuilder.exchange.formats.import_result import ImportedList, StatedPoints
from listbuilder.judging.validator import Report


def import_doubts(imported: ImportedList, report: Report) -> tuple[Finding, ...]:
    """The readings to check and the points that differ, by line."""
    doubts = [*imported.notes, *(found for one in imported.stated if (found := _difference(one, report)))]
    return tuple(sorted(doubts, key=lambda one: one.line or 0))


def _difference(stated: StatedPoints, report: Report) -> Finding | None:
    """What to say of points that are not those of the list."""
    reasons = list(_reasons(stated, report))
    if not reasons:
        return None
    hint = "Check which of them is right."
    if stated.size:
        hint = f"If {stated.price.points} is an agreed limit, write `limit: {stated.price.points}`."
    return Finding(code="import.price", severity="warning", message=" ".join(reasons), hint=hint, line=stated.line)


def _reasons(stated: StatedPoints, report: Report) -> Iterator[str]:
    force, price = report.force, stated.price
    word = force.game.points
    limit = force.limit
    if stated.row is not None:
        models = [model for model in force.models if model.row == stated.row]
        if models and not _is_cost(price.points, price.each, models[0].cost, len(models)):
            yield f"The text states {price.points} {word}; this costs {models[0].cost}{' each' * (len(models) > 1)}."
        return
    if price.points != force.cost and not (stated.size and price.of is None and price.points == limit):
        yield f"The text states {price.points} {word}; the list costs {force.cost}."
    if price.of is not None and price.of != limit:
        yield f"The text states a limit of {price.of} {word}; it is {'none' if limit is None else limit}."


def _is_cost(points: int, each: bool, cost: int, count: int) -> bool:
    return points in ((cost,) if each else (cost, cost * count))
