"""What a list comes to, and its rows in a line each: what a builder keeps in sight all the time."""

from __future__ import annotations

from collections import Counter

from listbuilder.base.records import record
from listbuilder.building.bench import Bench
from listbuilder.building.edits import Place
from listbuilder.building.generate.distance import place_of
from listbuilder.judging.force import Force, Group, Model, describe_totals, used_of
from listbuilder.judging.roster_lines import group_line, model_line


@record
class RowView:
    """A model or group: what it is called, what it is, what is on it in a line, what all copies cost, what is wrong."""

    at: Place
    label: str
    name: str | None
    title: str
    line: str
    count: int
    cost: int
    group: str | None
    errors: int
    warnings: int


@record
class Total:
    """One currency of the list; of a supply, what is used and what there is."""

    id: str
    name: str
    total: int
    limit: int | None
    left: int | None


@record
class Totals:
    """What a list comes to; `words` says it in a line."""

    total: int
    limit: int | None
    left: int | None
    points: str
    currencies: tuple[Total, ...]
    words: str
    models: int
    errors: int
    warnings: int
    valid: bool
    format: str | None
    format_name: str | None
    undo: str | None
    redo: str | None


def totals(bench: Bench) -> Totals:
    """What the list comes to, and what undo and redo would do."""
    force = bench.report.force
    severities = Counter(one.severity for one in bench.report.findings)
    currencies = tuple(
        Total(id=id, name=force.game.currency_name(id), total=total, limit=limit, left=_left(force, id))
        for id, (total, limit) in ((id, used_of(force, id)) for id in force.totals)
    )
    return Totals(
        total=force.cost,
        limit=force.limit,
        left=_left(force, force.game.first_currency),
        points=force.game.points,
        currencies=currencies,
        words=describe_totals(force, always=True),
        models=force.size,
        errors=severities["error"],
        warnings=severities["warning"],
        valid=bench.report.valid,
        format=force.format.id if force.format else None,
        format_name=force.format.name if force.format else None,
        undo=bench.past[-1].words if bench.past else None,
        redo=bench.future[-1].words if bench.future else None,
    )


def _left(force: Force, currency: str) -> int | None:
    return force.limits[currency] - force.totals[currency] if currency in force.limits else None


def costs_by_kind(force: Force) -> list[tuple[str, int]]:
    """What all things of each kind cost together, the dearest first; kinds without a cost are left out."""
    costs: Counter[str] = Counter()
    for pick in force.picks:
        costs[force.game.kind_name(pick.entry.kind)] += pick.cost
    return [(kind, cost) for kind, cost in costs.most_common() if cost]


def roster(bench: Bench) -> tuple[RowView, ...]:
    """Every model, then every group."""
    force = bench.report.force
    wrong = Counter((place_of(one)[:2], str(one.severity)) for one in bench.report.findings)
    models = (_row(force, one, wrong) for one in force.written)
    return (*models, *(_row(force, one, wrong) for one in force.groups))


def _row(force: Force, owner: Model | Group, wrong: Counter[tuple[Place, str]]) -> RowView:
    line = model_line(force, owner.row) if isinstance(owner, Model) else group_line(force, owner)
    return RowView(
        at=owner.path,
        label=owner.label,
        name=owner.name,
        title=owner.title if isinstance(owner, Model) else owner.kind or "group",
        line=line.text,
        count=owner.count,
        cost=line.cost,
        group=owner.squad.name if isinstance(owner, Model) and owner.squad else None,
        errors=wrong[owner.path, "error"],
        warnings=wrong[owner.path, "warning"],
    )
