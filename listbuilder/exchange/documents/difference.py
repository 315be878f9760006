"""Compare two lists by model, option and points, ignoring spelling, order and comments.

Two judged lists go in, a `Difference` comes out, as a record and as lines of text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any, Literal, NamedTuple

from listbuilder.base.characters import on_one_line
from listbuilder.base.records import published, replace
from listbuilder.catalogue import RowSchema
from listbuilder.exchange.documents.judged import JsonRow as Row
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.documents.report_document import BeforeAfter
from listbuilder.exchange.formats.text.write_text import escape
from listbuilder.storage.reading import Tree

DIFFERENCE = "1.0"
SKIPPED = ("models", "groups", "catalogue")


@published
class KeyDifference:
    """One key that differs."""

    key: str
    """The key in the list file."""
    removed: tuple[str, ...]
    """What only the first list has under it."""
    added: tuple[str, ...]
    """What only the second list has under it."""


@published
class RowChange:
    """One model or group that differs."""

    change: Literal["added", "removed", "changed"]
    """Whether it came, went or is another now."""
    model: str
    """What it is called."""
    count: int = 1
    """How many copies changed alike."""
    cost: BeforeAfter
    """What one copy costs; a group costs nothing itself."""
    options: tuple[KeyDifference, ...]
    """What differs on it."""


@published
class Difference:
    """All that differs between two lists, as `listbuilder diff --json` prints it."""

    same: bool
    """Whether nothing differs."""
    games: tuple[str, str]
    """The games of the two lists."""
    names: tuple[str, str]
    """The names of the two lists."""
    points: BeforeAfter
    """What they cost."""
    currency: str
    """What players call that: the first currency of the game."""
    list: tuple[KeyDifference, ...]
    """What differs on the lists themselves."""
    models: tuple[RowChange, ...]
    """The models that differ."""
    groups: tuple[RowChange, ...]
    """The groups that differ."""


class ModelCopy(NamedTuple):
    """One copy of a row: its keys without the count, its cost, and its keys as JSON for comparison."""

    row: dict[str, Tree]
    cost: int | None
    key: str


def compare_lists(left: JudgedList, right: JudgedList) -> Difference:
    """What changed from the first list to the second."""
    own = key_differences(own_keys(left), own_keys(right), usual_values(right.game.list))
    models = compare_rows(split_copies(left, "models"), split_copies(right, "models"), left.game.model)
    groups = compare_rows(split_copies(left, "groups"), split_copies(right, "groups"), left.game.group)
    points = BeforeAfter(before=left.report.force.cost, after=right.report.force.cost)
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


def own_keys(judged: JudgedList) -> dict[str, Tree]:
    """What a list says of itself."""
    return {key: value for key, value in judged.tree.items() if key not in SKIPPED}


def usual_values(sheet: RowSchema) -> dict[str, Any]:
    """What the fields of a sheet have where a list says nothing."""
    return {id: field.default_value for id, field in sheet.fields.items() if field.default_value is not None}


def split_copies(judged: JudgedList, kind: str) -> list[ModelCopy]:
    """One ModelCopy for each copy of each row, without empty values and written-out defaults."""
    defaults = usual_values(judged.game.model if kind == "models" else judged.game.group)
    found = []
    for at, row in enumerate(judged.rows(kind)):
        count = row.get("count", 1)
        own = {
            key: value for key, value in row.items() if key != "count" and value != [] and defaults.get(key) != value
        }
        cost = judged.cost(at) if kind == "models" else None
        found += [ModelCopy(own, cost, json.dumps(own, sort_keys=True))] * (count if isinstance(count, int) else 1)
    return found


def compare_rows(left: list[ModelCopy], right: list[ModelCopy], sheet: RowSchema) -> tuple[RowChange, ...]:
    """Pair equal rows, then rows with the same name, then the most similar ones; the rest were added or removed."""
    here, there = Counter(one.key for one in left), Counter(one.key for one in right)
    old = without_common_rows(left, here & there)
    new = without_common_rows(right, here & there)
    found: list[RowChange] = []
    # Names first: a renamed unit is a rarer change than other options under the same name.
    for test in (same_name, head_comparer(sheet)):
        for one in list(old):
            near = [other for other in new if test(one.row, other.row)]
            if near:
                other = max(near, key=lambda other, one=one: SequenceMatcher(None, one.key, other.key).ratio())  # type: ignore[misc]
                old.remove(one)
                new.remove(other)
                found.append(row_change("changed", one, other, usual_values(sheet)))
    found += [row_change("removed", one, None, {}) for one in old]
    found += [row_change("added", None, one, {}) for one in new]
    return tuple(replace(change, count=number) for change, number in Counter(found).items())


def row_change(
    change: Literal["added", "removed", "changed"],
    old: ModelCopy | None,
    new: ModelCopy | None,
    usual: Mapping[str, Any],
) -> RowChange:
    """The change record of one model or group; `usual` is what it has under a key that it does not say."""
    shown = new or old
    assert shown is not None
    return RowChange(
        change=change,
        model=row_label(shown.row),
        cost=BeforeAfter(before=old.cost if old else None, after=new.cost if new else None),
        options=key_differences(old.row if old else {}, new.row if new else {}, usual),
    )


def without_common_rows(rows: list[ModelCopy], gone: Counter[str]) -> list[ModelCopy]:
    """The rows without those that both lists have."""
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


def head_comparer(sheet: RowSchema) -> Any:
    """A predicate: whether two rows have the same entry in the first slot."""
    head = next(iter(sheet.slots), "")

    def test(one: Row, other: Row) -> bool:
        """Whether both have the same in the first slot."""
        return one.get(head) is not None and one.get(head) == other.get(head)

    return test


def row_label(row: Row) -> str:
    """A label for a row."""
    first = next((str(value) for key, value in row.items() if key != "name" and isinstance(value, str)), "model")
    return f"{row['name']} ({first})" if "name" in row else first


def key_differences(
    before: Mapping[str, Tree], after: Mapping[str, Tree], usual: Mapping[str, Any]
) -> tuple[KeyDifference, ...]:
    """The keys that differ, with the removed and added values; `usual` has those of keys that one side does not say."""
    found = []
    for key in dict.fromkeys((*before, *after)):
        old, new = (value_items(side.get(key, usual.get(key))) for side in (before, after))
        gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
        if gone or come:
            found.append(KeyDifference(key=key, removed=tuple(gone.elements()), added=tuple(come.elements())))
    return tuple(found)


def value_items(value: Tree) -> list[str]:
    """The items of a value, as text."""
    if value is None:
        return []
    if isinstance(value, dict) and "entry" in value:
        count = value.get("count")
        return [pick_words(value)] * (count if isinstance(count, int) else 1)
    if isinstance(value, dict):
        return [f"{key} {item:+d}" if type(item) is int else f"{key} {item}" for key, item in value.items()]
    if isinstance(value, list):
        return [part for item in value for part in value_items(item)]
    return [("yes" if value else "no") if isinstance(value, bool) else str(value)]


def pick_words(pick: Mapping[str, Tree]) -> str:
    """A pick with what is inside it, and how it was rolled."""
    picks = pick.get("picks")
    inside = [one for slot in (picks.values() if isinstance(picks, dict) else [picks]) for one in value_items(slot)]
    if "rolled" in pick:
        inside += [f"rolled {pick['rolled']}", *([f"seed {pick['seed']}"] if "seed" in pick else [])]
    return f"{pick['entry']} ({', '.join(inside)})" if inside else str(pick["entry"])


# A difference as lines for people, and as Markdown.


# Words that say nothing without their key.
PLAIN = ("yes", "no")
SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def difference_lines(found: Difference) -> list[str]:
    """The difference line by line; a list that is the same has one."""
    if found.same:
        return [f"{found.names[0]} and {found.names[1]} are the same."]
    before, after = found.points.before or 0, found.points.after or 0
    lines = [f"{found.names[0]} → {found.names[1]}: {before} → {after} {found.currency} ({after - before:+d})"]
    lines += [f"~ {change.key}: {change_words(change)}" for change in found.list]
    lines += [line for row in (*found.models, *found.groups) for line in row_lines(row)]
    return [on_one_line(line) for line in lines]


def row_lines(row: RowChange) -> list[str]:
    """One model or group."""
    times = f"{row.count} × " if row.count > 1 else ""
    before, after = row.cost.before, row.cost.after
    price = after if before is None else before if after is None else None
    cost = f", {price}" if price else ""
    if before is not None and after is not None and before != after:
        cost = f", {before} → {after}"
    head = f"{SIGNS[row.change]} {times}{row.model}{cost}"
    if row.change == "changed":
        return [head, *(f"    {change.key}: {change_words(change)}" for change in row.options)]
    sides = [
        f"{change.key}: {one}" if one in PLAIN or one.isdigit() else one
        for change in row.options
        for one in (change.removed or change.added)
        if change.key != "name"
    ]
    return [f"{head}: {', '.join(sides)}"]


def change_words(change: KeyDifference) -> str:
    """What went and what came under one key."""
    if len(change.removed) == 1 and len(change.added) == 1:
        return f"{change.removed[0]} → {change.added[0]}"
    return ", ".join([*(f"-{one}" for one in change.removed), *(f"+{one}" for one in change.added)])


def difference_markdown(found: Difference) -> str:
    """The difference as a Markdown list."""
    first, *rest = difference_lines(found)
    lines = [f"**{escape(first)}**", ""]
    lines += [f"  - {escape(line.strip())}" if line.startswith("    ") else f"- {escape(line)}" for line in rest]
    return "\n".join(lines).rstrip() + "\n"
