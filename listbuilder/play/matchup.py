"""Two lists side by side: two forces in, one line for each thing that the game compares out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.base.records import published, replace
from listbuilder.base.wording import as_words
from listbuilder.catalogue import Comparison
from listbuilder.judging.force import Force
from listbuilder.judging.roster_lines import picks_text
from listbuilder.judging.validator import Report

OPEN = "not decided"


@published
class ComparisonLine:
    """One thing that is compared."""

    name: str
    """What is compared."""
    left: str
    """What the first list has of it, in words."""
    right: str
    """What the second list has of it, in words."""
    result: str = ""
    """What follows from both, in words."""
    text: str = ""
    """What that is for."""
    numbers: tuple[int, ...] = ()
    """The values of the two sides, where they are numbers and known."""
    amount: int | None = None
    """The number that follows from them."""
    to: str | None = None
    """The side that has it."""
    fits: bool | None = None
    """Whether the two go together, where that is the question."""


def side_names(left: Force, right: Force) -> tuple[str, str]:
    """What to call the two sides: by their players, or else by their lists; told apart where that is the same."""
    found = [
        force.document.player or force.document.name or f"List {letter}"
        for force, letter in ((left, "A"), (right, "B"))
    ]
    if found[0].casefold() == found[1].casefold():
        lists = [force.document.name for force in (left, right)]
        found = [f"{name} ({own})" if own and own != name else name for name, own in zip(found, lists, strict=True)]
    if found[0].casefold() == found[1].casefold():
        found = [f"{name}, {letter}" for name, letter in zip(found, "AB", strict=True)]
    return found[0], found[1]


def compare(left: Report, right: Report) -> tuple[ComparisonLine, ...]:
    """Everything worth knowing before these two lists meet; both must be of one game."""
    own = (_line(one, left.force, right.force) for one in left.force.game.match)
    return (*_common(left.force, right.force), *_missions(left, right), *own)


def _missions(left: Report, right: Report) -> Iterator[ComparisonLine]:
    """Whether each side has what its mission and its role in it ask for."""
    sides = [_mission(report) for report in (left, right)]
    if any(sides):
        yield ComparisonLine(name="Mission asks", left=sides[0] or "nothing", right=sides[1] or "nothing")


def _mission(report: Report) -> str:
    """What the mission of one side asks for, met or not."""
    role = str(report.force.values.get("role"))
    missions = [pick.entry for pick in report.force.entries if pick.entry.is_mission]
    rules = [rule for entry in missions for rule in entry.rules]
    rules += [rule for entry in missions for name, side in entry.sides.items() if name == role for rule in side.rules]
    broken = {finding.rule for finding in report.findings}
    return " ".join(f"{rule.text or rule.id} {'Not met.' if rule.id in broken else 'Met.'}" for rule in rules)


def _common(left: Force, right: Force) -> Iterator[ComparisonLine]:
    """What every game compares."""
    if left.cost or right.cost:
        yield ComparisonLine(name=left.game.points.capitalize(), left=_points(left), right=_points(right))
    sizes = (left.size, right.size)
    yield ComparisonLine(name="Models", left=str(sizes[0]), right=str(sizes[1]), numbers=sizes)
    if "deploy" in left.game.model.fields:
        sides = [[model for model in force.models if model.values.get("deploy")] for force in (left, right)]
        yield _deployed("Deployed models", [len(side) for side in sides], left, right)
        costs = [sum(model.cost for model in side) for side in sides]
        yield _deployed(f"Deployed {left.game.points}", costs, left, right)
    compared = {key for one in left.game.match for key in (one.same, one.differ) if key}
    for slot in [slot for slot in left.game.list.slots if slot not in compared]:
        picks = [force.slots.get(slot, ()) for force in (left, right)]
        if any(picks):
            texts = [", ".join(picks_text(side)) or "none" for side in picks]
            yield ComparisonLine(name=as_words(slot).capitalize(), left=texts[0], right=texts[1])
    for field in [field for field in left.game.list.fields if field not in compared]:
        words = [choice_text(force, field) or "none" for force in (left, right)]
        if words != ["none", "none"]:
            yield ComparisonLine(name=as_words(field).capitalize(), left=words[0], right=words[1])


def _deployed(name: str, numbers: list[int], left: Force, right: Force) -> ComparisonLine:
    """What is on the table; a side that has not decided yet has no number."""
    texts = [
        OPEN if "deploy" in force.undecided else str(one) for one, force in zip(numbers, (left, right), strict=True)
    ]
    return ComparisonLine(name=name, left=texts[0], right=texts[1], numbers=() if OPEN in texts else tuple(numbers))


def _points(force: Force) -> str:
    return f"{force.cost}" if force.limit is None else f"{force.cost} of {force.limit}"


def _line(one: Comparison, left: Force, right: Force) -> ComparisonLine:
    """One comparison of the game's own."""
    if one.same or one.differ:
        return _fitting(one, left, right)
    if one.of is None:
        return _beaten(one, left, right)
    asked = {name for part in one.of.selectors() for deep in part.parts() for name in deep.fields}
    waits = [not asked.isdisjoint(force.undecided) for force in (left, right)]
    numbers = [one.of.evaluate(force, force.root) or 0 for force in (left, right)]
    texts = [OPEN if wait else str(number) for wait, number in zip(waits, numbers, strict=True)]
    if any(waits):
        return ComparisonLine(
            name=one.name, left=texts[0], right=texts[1], result="waits until both are deployed", text=one.text
        )
    more = (one.plus.evaluate(left, left.root) or 0) if one.plus else 0
    takes: dict[str, Callable[[list[int]], int]] = {"sum": sum, "highest": max, "lowest": min}
    line = ComparisonLine(name=one.name, left=texts[0], right=texts[1], text=one.text, numbers=tuple(numbers))
    if one.take == "difference":
        return _difference(one, line, more, left, right)
    if one.take == "both":
        return line
    amount = takes[one.take](numbers) + more
    return replace(line, result=str(amount), amount=amount)


def _difference(one: Comparison, line: ComparisonLine, more: int, left: Force, right: Force) -> ComparisonLine:
    """The difference, and which side it goes to."""
    first, second = line.numbers
    gap = abs(first - second) + more
    if one.to is None:
        return replace(line, result=str(gap), amount=gap)
    if first == second:
        return replace(line, result="none", amount=0)
    to = side_names(left, right)[0 if (first < second) == (one.to == "fewer") else 1]
    return replace(line, result=f"{gap} for {to}", amount=gap, to=to)


def _fitting(one: Comparison, left: Force, right: Force) -> ComparisonLine:
    """Whether both sides have the same, or not the same; one that is silent where the other speaks does not fit."""
    key = one.same or one.differ or ""
    texts = [choice_text(force, key) for force in (left, right)]
    line = ComparisonLine(name=one.name, left=texts[0] or "none", right=texts[1] or "none", text=one.text)
    if not any(texts):
        return line
    if not all(texts):
        missing = side_names(left, right)[texts.index("")]
        which = (
            f"it is {texts[0] or texts[1]} for both" if one.same else f"it must be another than {texts[0] or texts[1]}"
        )
        return replace(line, result=f"{missing} does not say; {which}", fits=False)
    fits = (texts[0] == texts[1]) == bool(one.same)
    wanted = "agree on one before you play" if one.same else "both are the same; one of you changes"
    return replace(line, result="fits" if fits else wanted, fits=fits)


def choice_text(force: Force, key: str) -> str:
    """What a list has in a slot or a field of its own."""
    if key in force.slots:
        return ", ".join(pick.entry.name for pick in force.slots[key])
    value = force.values.get(key)
    return "" if value is None else force.game.list.fields[key].describe(value)


def _beaten(one: Comparison, left: Force, right: Force) -> ComparisonLine:
    """Which side's pick beats the other's."""
    sides = [force.slots.get(one.slot or "", ()) for force in (left, right)]
    ids = [side[0].entry.id if side else "" for side in sides]
    names = [side[0].entry.name if side else "none" for side in sides]
    if not all(ids):
        result = f"open: {one.slot} is not chosen on both sides"
    elif one.beats.get(ids[0]) == ids[1]:
        result = side_names(left, right)[0]
    elif one.beats.get(ids[1]) == ids[0]:
        result = side_names(left, right)[1]
    else:
        result = one.tie or "even"
    to = result if result in side_names(left, right) else None
    return ComparisonLine(name=one.name, left=names[0], right=names[1], result=result, text=one.text, to=to)
