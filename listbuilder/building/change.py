"""What an edit changes: points, findings, stats and room, of the row it is about and of all others.

Two judged lists go in. Two findings are the same if their code, rule and place are, also if their row has moved. Their
messages are not compared, because the numbers in them change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.building.edits import Place
from listbuilder.building.generate.distance import place_of
from listbuilder.building.generate.judge import size_of
from listbuilder.judging.force import Force, Owner
from listbuilder.judging.validator import Report
from listbuilder.lists.document import LIST
from listbuilder.lists.find_row import rows_of_kind as rows_of
from listbuilder.storage.reading import Tree

Rows = Mapping[str, tuple[int | None, ...]]
Numbers = Mapping[str, tuple[int | None, int | None]]


class Side(NamedTuple):
    """A list on one side of a comparison: its tree and the report on it."""

    tree: Mapping[str, Tree]
    report: Report


class Shift(NamedTuple):
    """The numbers of one row that changed, before and after, by name; the place is that after the edit."""

    at: Place
    numbers: Numbers


@record
class EditResult:
    """What an edit changed; `others` are changed rows that it did not edit, `rows` says where each old row is now."""

    words: str
    points: tuple[int, int]
    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    stats: tuple[Shift, ...]
    room: tuple[Shift, ...]
    others: tuple[Place, ...]
    rows: Rows


def change_between(before: Side, after: Side, words: str = "") -> EditResult:
    """What changed from one list to another of the same game."""
    rows = rows_between(before.tree, after.tree)
    new, gone = compare_findings(before.report.findings, after.report.findings, rows)
    pairs = list(_pairs(before.report.force, after.report.force, rows))
    stats = [_shift(at, _stats(one), _stats(other)) for at, one, other in pairs]
    room = [_shift(at, _room(one), _room(other)) for at, one, other in pairs]
    moved = {shift.at for shift in (*stats, *room) if shift.numbers}
    moved |= {at for at, one, other in pairs if one and other and one.costs() != other.costs()}
    written = {at for at, one, other in pairs if one is None or other is None or _written(before, after, one, other)}
    return EditResult(
        words=words,
        points=(before.report.force.cost, after.report.force.cost),
        new=new,
        gone=gone,
        stats=tuple(shift for shift in stats if shift.numbers),
        room=tuple(shift for shift in room if shift.numbers),
        others=tuple(sorted(moved - written, key=str)),
        rows=rows,
    )


# Rows


def rows_between(before: Mapping[str, Tree], after: Mapping[str, Tree]) -> Rows:
    """Where each row of a list is in the list that was made of it; None for one that is gone."""
    return {kind: _matched(rows_of(before, kind), rows_of(after, kind)) for kind in LIST.rows}


def _matched(before: Sequence[Tree], after: Sequence[Tree]) -> tuple[int | None, ...]:
    """Pairs of rows: identical objects, which an edit keeps where it can, then equal ones, then the most alike."""
    now = {id(row): at for at, row in enumerate(after)}
    found = {at: now[id(row)] for at, row in enumerate(before) if id(row) in now}
    for alike in (_equal, _likeness):
        left = [at for at in range(len(before)) if at not in found]
        free = [at for at in range(len(after)) if at not in found.values()]
        for at in left:
            best = max(free, key=lambda one: (alike(before[at], after[one]), -abs(one - at)), default=None)
            if best is not None and alike(before[at], after[best]) > 0:
                found[at] = best
                free.remove(best)
    return tuple(found.get(at) for at in range(len(before)))


def _equal(one: Tree, other: Tree) -> float:
    return float(one == other)


def _likeness(one: Tree, other: Tree) -> float:
    """How much two rows have in common: the share of keys with equal values, something for a name or for any key."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return 0.5
    keys = {*one, *other}
    same = sum(key in one and key in other and one[key] == other[key] for key in keys)
    named = one.get("name") is not None and one.get("name") == other.get("name")
    return (0.1 + same / len(keys) if keys else 1.0) + named


# Findings


def compare_findings(
    before: Iterable[Finding], after: Iterable[Finding], rows: Rows
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The findings that came or got worse, and those that went; places of the list before are carried over."""
    old, now = list(before), list(after)
    sizes: dict[tuple[object, ...], list[int]] = {}
    for one in old:
        sizes.setdefault(about(one, rows), []).append(size_of(one))
    for known in sizes.values():
        # Of several findings about one thing each is compared with the largest that is left, so that one that stayed is
        # not taken for a new one.
        known.sort()
    new = []
    for one in now:
        known = sizes.get(about(one, {}), [])
        if known and known[-1] >= size_of(one):
            known.pop()
        else:
            new.append(one)
            del known[-1:]
    left = Counter(about(one, {}) for one in now)
    gone = []
    for one in old:
        key = about(one, rows)
        left[key] -= 1
        if left[key] < 0:
            gone.append(one)
    return tuple(new), tuple(gone)


def about(finding: Finding, rows: Rows) -> tuple[object, ...]:
    """What a finding is about: its code, its rule, its row by its present number, and its slot.

    An empty slot has no place in the file, so the finding's data name it.
    """
    place = place_of(finding)
    if not place or place[0] not in LIST.rows:
        return (finding.code, finding.rule, finding.brought_by, *place[:1])
    row = place[1] if len(place) > 1 else None
    moved = rows.get(str(place[0]), ())
    if isinstance(row, int) and row < len(moved):
        row = moved[row]
    slot = place[2] if len(place) > 2 else finding.data.get("slot")
    return (finding.code, finding.rule, finding.brought_by, place[0], row, slot)


# Numbers


def _pairs(before: Force, after: Force, rows: Rows) -> Iterable[tuple[Place, Owner | None, Owner | None]]:
    """The list itself and every row of it, before and after; None for a row that is not there."""
    yield (), before.root, after.root
    for kind in LIST.rows:
        old = {one.path[1]: one for one in (before.groups if kind == "groups" else before.written)}
        new = {one.path[1]: one for one in (after.groups if kind == "groups" else after.written)}
        came_from = {now: was for was, now in enumerate(rows[kind]) if now is not None}
        for at, one in new.items():
            yield (kind, at), old.get(came_from[int(at)]) if at in came_from else None, one


def _written(before: Side, after: Side, one: Owner, other: Owner) -> bool:
    """Whether the file says something else of a row, or of the list itself."""
    if not one.path:
        own = ({key: value for key, value in side.tree.items() if key not in LIST.rows} for side in (before, after))
        return next(own) != next(own)
    return _row(before, one) != _row(after, other)


def _row(side: Side, owner: Owner) -> Tree:
    found = rows_of(side.tree, str(owner.path[0]))
    return found[int(owner.path[1])] if int(owner.path[1]) < len(found) else None


def _stats(owner: Owner | None) -> Mapping[str, int | None]:
    model = owner.model if owner else None
    return dict(model.stats) if model else {}


def _room(owner: Owner | None) -> Mapping[str, int | None]:
    return owner.room if owner else {}


def _shift(at: Place, before: Mapping[str, int | None], after: Mapping[str, int | None]) -> Shift:
    """What moved between two sets of numbers of one row; a row that came has nothing to compare with."""
    if not before or not after:
        return Shift(at, {})
    keys = dict.fromkeys([*before, *after])
    pairs = {key: (before.get(key), after.get(key)) for key in keys}
    return Shift(at, {key: pair for key, pair in pairs.items() if pair[0] != pair[1]})


def short_reason(finding: Finding) -> str:
    """A finding in as few words as say it: the facts, without the rule that is quoted before them."""
    for key, word in (("extra", "too many"), ("missing", "too few")):
        if type(finding.data.get(key)) is int and finding.code.endswith((".over", ".under")):
            return f"{finding.data[key]} {word}"
    fact = finding.message.split(". ", 1)[-1]
    who = f"{finding.model} has "
    return fact[len(who) :] if finding.model and fact.lower().startswith(who.lower()) else fact
