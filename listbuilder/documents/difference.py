"""Two lists compared by model, option and points; spelling, order and comments make no difference.

Two judged lists go in, a `Difference` comes out: a document with a schema, which is printed as text elsewhere.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any, ClassVar, Literal, NamedTuple

from listbuilder.catalogue import Sheet
from listbuilder.documents.judged import JudgedList, Row
from listbuilder.documents.report import OWN, Moved
from listbuilder.reading import Tree
from listbuilder.record import changed, record

DIFFERENCE = "1.0"
SKIPPED = ("models", "groups", "catalogue")


@record
class Change:
    """One key that differs."""

    key: str
    """The key in the list file."""
    removed: tuple[str, ...]
    """What only the first list has under it."""
    added: tuple[str, ...]
    """What only the second list has under it."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class RowChange:
    """One model or group that differs."""

    change: Literal["added", "removed", "changed"]
    """Whether it came, went or is another now."""
    model: str
    """What it is called."""
    count: int = 1
    """How many copies changed alike."""
    cost: Moved
    """What one copy costs; a group costs nothing itself."""
    options: tuple[Change, ...]
    """What differs on it."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class Difference:
    """All that differs between two lists, as `listbuilder diff --json` prints it."""

    same: bool
    """Whether nothing differs."""
    games: tuple[str, str]
    """The games of the two lists."""
    names: tuple[str, str]
    """The names of the two lists."""
    points: Moved
    """What they cost."""
    currency: str
    """What players call that: the first currency of the game."""
    list: tuple[Change, ...]
    """What differs on the lists themselves."""
    models: tuple[RowChange, ...]
    """The models that differ."""
    groups: tuple[RowChange, ...]
    """The groups that differ."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


class Copy(NamedTuple):
    """One miniature: its row without the count, its cost, and a text that tells it apart."""

    row: dict[str, Tree]
    cost: int | None
    key: str


def compare_lists(left: JudgedList, right: JudgedList) -> Difference:
    """What changed from the first list to the second."""
    own = changes(
        {key: value for key, value in left.tree.items() if key not in SKIPPED},
        {key: value for key, value in right.tree.items() if key not in SKIPPED},
    )
    models = compare_rows(copies(left, "models"), copies(right, "models"), left.game.model)
    groups = compare_rows(copies(left, "groups"), copies(right, "groups"), left.game.group)
    points = Moved(before=left.report.force.cost, after=right.report.force.cost)
    return Difference(
        same=not (own or models or groups or points.before != points.after),
        games=(left.game.name, right.game.name),
        names=(left.title, right.title),
        points=points,
        currency=left.game.points,
        list=own,
        models=models,
        groups=groups,
    )


def copies(judged: JudgedList, kind: str) -> list[Copy]:
    """Every model or group of a list, each copy by itself, without what is only the default said aloud."""
    sheet = judged.game.model if kind == "models" else judged.game.group
    defaults = {id: field.usual for id, field in sheet.fields.items() if field.usual is not None}
    found = []
    for at, row in enumerate(judged.rows(kind)):
        count = row.get("count", 1)
        own = {
            key: value for key, value in row.items() if key != "count" and value != [] and defaults.get(key) != value
        }
        cost = judged.cost(at) if kind == "models" else None
        found += [Copy(own, cost, json.dumps(own, sort_keys=True))] * (count if isinstance(count, int) else 1)
    return found


def compare_rows(left: list[Copy], right: list[Copy], sheet: Sheet) -> tuple[RowChange, ...]:
    """Pair what is the same, then what has the same name, then what is most alike; the rest came or went."""
    here, there = Counter(one.key for one in left), Counter(one.key for one in right)
    old = leave(left, here & there)
    new = leave(right, here & there)
    found: list[RowChange] = []
    for test in (same_name, same_head(sheet)):
        for one in list(old):
            near = [other for other in new if test(one.row, other.row)]
            if near:
                other = max(near, key=lambda other, one=one: SequenceMatcher(None, one.key, other.key).ratio())  # type: ignore[misc]
                old.remove(one)
                new.remove(other)
                found.append(row_change("changed", one, other))
    found += [row_change("removed", one, None) for one in old]
    found += [row_change("added", None, one) for one in new]
    return tuple(changed(change, count=number) for change, number in Counter(found).items())


def row_change(change: Literal["added", "removed", "changed"], old: Copy | None, new: Copy | None) -> RowChange:
    """What became of one model or group."""
    shown = new or old
    assert shown is not None
    return RowChange(
        change=change,
        model=label(shown.row),
        cost=Moved(before=old.cost if old else None, after=new.cost if new else None),
        options=changes(old.row if old else {}, new.row if new else {}),
    )


def leave(rows: list[Copy], gone: Counter[str]) -> list[Copy]:
    """The rows without those that the other list has as well."""
    left = Counter(gone)
    kept = []
    for one in rows:
        if left[one.key]:
            left[one.key] -= 1
        else:
            kept.append(one)
    return kept


def same_name(one: Row, other: Row) -> bool:
    """Whether two rows have the same name."""
    return "name" in one and str(one["name"]).casefold() == str(other.get("name", "")).casefold()


def same_head(sheet: Sheet) -> Any:
    """Whether two rows are the same sort of thing, as a test."""
    head = next(iter(sheet.slots), "")

    def test(one: Row, other: Row) -> bool:
        """Whether both have the same in the first slot."""
        return one.get(head) is not None and one.get(head) == other.get(head)

    return test


def label(row: Row) -> str:
    """What to call a row."""
    first = next((str(value) for key, value in row.items() if key != "name" and isinstance(value, str)), "model")
    return f"{row['name']} ({first})" if "name" in row else first


def changes(before: Mapping[str, Tree], after: Mapping[str, Tree]) -> tuple[Change, ...]:
    """The keys that differ, with what went and what came."""
    found = []
    for key in dict.fromkeys((*before, *after)):
        old, new = parts(before.get(key)), parts(after.get(key))
        gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
        if gone or come:
            found.append(Change(key=key, removed=tuple(gone.elements()), added=tuple(come.elements())))
    return tuple(found)


def parts(value: Tree) -> list[str]:
    """A value as the things in it."""
    if value is None:
        return []
    if isinstance(value, dict) and "entry" in value:
        inner = value.get("picks")
        return [f"{value['entry']} ({', '.join(map(str, inner if isinstance(inner, list) else [inner]))})"]
    if isinstance(value, dict):
        return [f"{key} {item:+d}" if type(item) is int else f"{key} {item}" for key, item in value.items()]
    if isinstance(value, list):
        return [part for item in value for part in parts(item)]
    return [("yes" if value else "no") if isinstance(value, bool) else str(value)]
