"""Two lists side by side: two forces in, one line for each thing that the game compares out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Comparison
from listbuilder.force import Force, Model, Pick
from listbuilder.record import record
from listbuilder.validator import Report

__all__ = ["Line", "compare"]


@record
class Line:
    """One line of the comparison: a value for each side, and what follows from them."""

    name: str
    left: str
    right: str
    result: str = ""
    text: str = ""


def compare(left: Report, right: Report) -> tuple[Line, ...]:
    """Everything worth knowing before these two lists meet; both must be of one game."""
    own = (_line(one, left.force, right.force) for one in left.force.game.match)
    return (*_common(left.force, right.force), *_missions(left, right), *own)


def _missions(left: Report, right: Report) -> Iterator[Line]:
    """Whether each side has what its mission and its role in it ask for."""
    drawn = [
        [pick.entry.id for pick in report.force.entries if hasattr(pick.entry, "roles")] for report in (left, right)
    ]
    if all(drawn) and drawn[0] != drawn[1]:
        yield Line(name="Missions", left="differ", right="differ", result="agree on one before you play")
    sides = [_mission(report) for report in (left, right)]
    if any(sides):
        yield Line(name="Mission asks", left=sides[0] or "nothing", right=sides[1] or "nothing")


def _mission(report: Report) -> str:
    """What the mission of one side asks for, met or not."""
    role = str(report.force.values.get("role"))
    missions = [pick.entry for pick in report.force.entries if hasattr(pick.entry, "roles")]
    rules = [rule for entry in missions for rule in entry.rules]
    rules += [
        rule
        for entry in missions
        for name, side in getattr(entry, "roles", {}).items()
        if name == role
        for rule in side.rules
    ]
    broken = {finding.rule for finding in report.findings}
    return " ".join(f"{rule.text or rule.id} {'Not met.' if rule.id in broken else 'Met.'}" for rule in rules)


def _common(left: Force, right: Force) -> Iterator[Line]:
    """What every game compares."""
    if left.cost or right.cost:
        yield Line(name=left.game.points.capitalize(), left=_points(left), right=_points(right))
    yield Line(name="Models", left=str(len(left.models)), right=str(len(right.models)))
    if "deploy" in left.game.model.fields:
        sides = [[model for model in force.models if model.values.get("deploy")] for force in (left, right)]
        costs = [sum(model.cost for model in side) for side in sides]
        yield Line(name="Deployed models", left=str(len(sides[0])), right=str(len(sides[1])))
        yield Line(name=f"Deployed {left.game.points}", left=str(costs[0]), right=str(costs[1]))
    for slot in left.game.list.slots:
        picks = [force.slots.get(slot, ()) for force in (left, right)]
        if any(picks):
            texts = [", ".join(pick.entry.name for pick in side) or "none" for side in picks]
            yield Line(name=slot.replace("-", " ").capitalize(), left=texts[0], right=texts[1])
    for field in left.game.list.fields:
        words = [str(force.values.get(field, "none")) for force in (left, right)]
        if words != ["none", "none"]:
            yield Line(name=field.replace("-", " ").capitalize(), left=words[0], right=words[1])


def _points(force: Force) -> str:
    return f"{force.cost}" if force.limit is None else f"{force.cost} of {force.limit}"


def _line(one: Comparison, left: Force, right: Force) -> Line:
    """One comparison of the game's own."""
    if one.each is not None:
        return Line(name=one.name, left=str(one.each), right=str(one.each), text=one.text)
    if one.count is not None:
        return _counted(one, left, right)
    if one.highest is not None:
        values = [_highest(one, force) for force in (left, right)]
        return Line(
            name=one.name, left=str(values[0]), right=str(values[1]), result=str(max(values) + one.plus), text=one.text
        )
    return _beaten(one, left, right)


def _counted(one: Comparison, left: Force, right: Force) -> Line:
    """A count on both sides, and the difference for the side it goes to."""
    numbers = [_count(one, force) for force in (left, right)]
    gap = abs(numbers[0] - numbers[1])
    if one.to is None or gap == 0:
        result = "none" if one.to else ""
    else:
        first = (numbers[0] < numbers[1]) == (one.to == "fewer")
        result = f"{gap} for {_name(left, 'A') if first else _name(right, 'B')}"
    return Line(name=one.name, left=str(numbers[0]), right=str(numbers[1]), result=result, text=one.text)


def _count(one: Comparison, force: Force) -> int:
    if one.count == "models":
        return sum(1 for model in force.models if one.where is None or one.where.fits(model))
    picks: list[tuple[Pick, Model | None]] = [(pick, None) for pick in force.entries]
    picks += [(pick, model) for model in force.models for pick in model.entries]
    return sum(1 for pick, model in picks if one.where is None or one.where.fits_pick(pick, model))


def _highest(one: Comparison, force: Force) -> int:
    """The highest stat of a side before what some slots change."""
    assert one.highest is not None
    return max((_base(model, one.highest, one.without, force) for model in force.models), default=0)


def _base(model: Model, stat: str, without: tuple[str, ...], force: Force) -> int:
    kept = [pick for pick in model.entries if pick.slot not in without]
    value = force.game.stats[stat].base or 0
    for pick in kept:
        value = getattr(pick.entry, "stats", {}).get(stat, value)
    return value + sum(int(grant.stats.get(stat, 0)) for pick in kept for grant in pick.entry.effects)


def _beaten(one: Comparison, left: Force, right: Force) -> Line:
    """Which side's pick beats the other's."""
    sides = [force.slots.get(one.slot or "", ()) for force in (left, right)]
    ids = [side[0].entry.id if side else "" for side in sides]
    names = [side[0].entry.name if side else "none" for side in sides]
    if not all(ids):
        result = f"open: {one.slot} is not chosen on both sides"
    elif one.beats.get(ids[0]) == ids[1]:
        result = _name(left, "A")
    elif one.beats.get(ids[1]) == ids[0]:
        result = _name(right, "B")
    else:
        result = one.tie or "even"
    return Line(name=one.name, left=names[0], right=names[1], result=result, text=one.text)


def _name(force: Force, side: str) -> str:
    return f"{side}, {force.document.name}" if force.document.name else side
