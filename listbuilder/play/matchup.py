"""Two lists side by side: two forces in, one line for each thing that the game compares out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.catalogue import Comparison
from listbuilder.force import Force
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
    drawn = [[pick.entry.id for pick in report.force.entries if pick.entry.is_mission] for report in (left, right)]
    if all(drawn) and drawn[0] != drawn[1]:
        yield Line(name="Missions", left="differ", right="differ", result="agree on one before you play")
    sides = [_mission(report) for report in (left, right)]
    if any(sides):
        yield Line(name="Mission asks", left=sides[0] or "nothing", right=sides[1] or "nothing")


def _mission(report: Report) -> str:
    """What the mission of one side asks for, met or not."""
    role = str(report.force.values.get("role"))
    missions = [pick.entry for pick in report.force.entries if pick.entry.is_mission]
    rules = [rule for entry in missions for rule in entry.rules]
    rules += [rule for entry in missions for name, side in entry.sides.items() if name == role for rule in side.rules]
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
    for id, field in left.game.list.fields.items():
        words = [field.say(force.values[id]) if id in force.values else "none" for force in (left, right)]
        if words != ["none", "none"]:
            yield Line(name=id.replace("-", " ").capitalize(), left=words[0], right=words[1])


def _points(force: Force) -> str:
    return f"{force.cost}" if force.limit is None else f"{force.cost} of {force.limit}"


def _line(one: Comparison, left: Force, right: Force) -> Line:
    """One comparison of the game's own."""
    if one.of is None:
        return _beaten(one, left, right)
    numbers = [one.of.reckon(force, force.root) or 0 for force in (left, right)]
    more = (one.plus.reckon(left, left.root) or 0) if one.plus else 0
    takes: dict[str, Callable[[list[int]], int]] = {"sum": sum, "highest": max, "lowest": min}
    result = ""
    if one.take == "difference":
        result = _difference(one, numbers, more, left, right)
    elif one.take != "both":
        result = str(takes[one.take](numbers) + more)
    return Line(name=one.name, left=str(numbers[0]), right=str(numbers[1]), result=result, text=one.text)


def _difference(one: Comparison, numbers: list[int], more: int, left: Force, right: Force) -> str:
    """The difference, and which side it goes to."""
    gap = abs(numbers[0] - numbers[1]) + more
    if one.to is None or numbers[0] == numbers[1]:
        return "none" if one.to else str(gap)
    first = (numbers[0] < numbers[1]) == (one.to == "fewer")
    return f"{gap} for {_name(left, 'A') if first else _name(right, 'B')}"


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
