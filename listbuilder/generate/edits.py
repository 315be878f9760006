"""Steps: what changes at which place of a list. Pure functions on trees; no files, no game, no judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, cast

from listbuilder.reading import Path, Tree


class Step(NamedTuple):
    """One change: `put` a value at a place, `drop` what is there, or `add` an item to the list that is there.

    `insert` puts an item in front of the one at a place, `move` takes an item to the place that `value` has.
    """

    what: Literal["put", "drop", "add", "insert", "move"]
    path: Path
    value: Tree = None


def edited(tree: Mapping[str, Tree], edit: Step) -> dict[str, Tree]:
    """The tree after an edit; whatever the edit does not touch is shared with the tree before."""
    return cast("dict[str, Tree]", _changed(cast("Tree", tree), edit.path, edit))


def edited_all(tree: Mapping[str, Tree], edits: Iterable[Step]) -> dict[str, Tree]:
    """The tree after several edits, one after another."""
    made = dict(tree)
    for edit in edits:
        made = edited(made, edit)
    return made


def _changed(node: Tree, path: Path, edit: Step) -> Tree:
    if not path:
        return [*cast("list[Tree]", node), edit.value] if edit.what == "add" else edit.value
    step, rest = path[0], path[1:]
    if isinstance(node, list):
        at = int(step)
        if not rest and edit.what in ("insert", "move"):
            return _arranged(node, at, edit)
        kept = [] if edit.what == "drop" and not rest else [_changed(node[at], rest, edit)]
        return [*node[:at], *kept, *node[at + 1 :]]
    row = node if isinstance(node, dict) else {}
    if edit.what == "drop" and not rest:
        return {key: value for key, value in row.items() if key != step}
    return {**row, str(step): _changed(row.get(str(step)), rest, edit)}


def _arranged(items: list[Tree], at: int, edit: Step) -> Tree:
    if edit.what == "insert":
        return [*items[:at], edit.value, *items[at:]]
    others = [*items[:at], *items[at + 1 :]]
    to = cast("int", edit.value)
    return [*others[:to], items[at], *others[to:]]


def value_at(tree: Mapping[str, Tree], path: Path) -> Tree:
    """What stands at a place; None where there is nothing."""
    found = cast("Tree", tree)
    for step in path:
        if isinstance(found, list) and isinstance(step, int) and step < len(found):
            found = found[step]
        elif isinstance(found, dict):
            found = found.get(str(step))
        else:
            return None
    return found


def holds(new: Tree, old: Tree) -> bool:
    """Whether a value has all that another has, in the same places; a name may have become a pick with more in it."""
    if old is None or new == old:
        return True
    if isinstance(new, dict):
        said = old if isinstance(old, dict) else {"entry": old}
        return all(key in new and holds(new[key], value) for key, value in said.items())
    if isinstance(new, list):
        items = old if isinstance(old, list) else [old]
        return len(new) >= len(items) and all(map(holds, new, items))
    return False


def moved(edit: Step, before: Step) -> Step | None:
    """An edit as it reads when another is made before it; None when both are about the same place."""
    one, other = edit.path, before.path
    if edit.what == before.what == "add" and one == other:
        return edit
    same = min(len(one), len(other))
    if one[:same] == other[:same] and not (len(one) < len(other) and edit.what == "add"):
        inside = before.what == "add" and len(other) < len(one)
        return edit if inside else None
    at = len(other) - 1
    item = other[at]
    if before.what != "drop" or not isinstance(item, int) or len(one) <= at or one[:at] != other[:at]:
        return edit
    step = one[at]
    return edit._replace(path=(*one[:at], step - 1, *one[at + 1 :])) if isinstance(step, int) and step > item else edit


def together(edits: Iterable[Step]) -> tuple[Step, ...] | None:
    """Edits of one tree in an order in which none moves the place of a later one; None when two are about one place."""
    ordered = sorted(edits, key=lambda one: (one.what == "add", one.what == "drop", _backwards(one)))
    for at, edit in enumerate(ordered):
        if any(moved(edit, before) != edit for before in ordered[:at]):
            return None
    return tuple(ordered)


def _backwards(edit: Step) -> list[tuple[int, str]]:
    """The last item first, so that those before it keep their number."""
    return [(-step, "") if isinstance(step, int) else (0, step) for step in edit.path]


def possible(tree: Mapping[str, Tree], edit: Step) -> bool:
    """Whether the place of an edit is there: each item that its path goes through, and the list that it adds to."""
    for at, step in enumerate(edit.path):
        if isinstance(step, int):
            items = value_at(tree, edit.path[:at])
            if not isinstance(items, list) or step >= len(items):
                return False
    return edit.what != "add" or isinstance(value_at(tree, edit.path), list)
