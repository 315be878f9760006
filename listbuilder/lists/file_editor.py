"""Edit lists: an `EditStep` is one change at one path, applied to a tree of values or to a list file.

On a tree it is a pure function. In a file, comments, order and spelling stay as the player wrote them, and JSON stays
JSON: every change is applied to the parsed values and to the text. Before anything is written, the text is parsed again
and must equal the values. The previous content is kept for `undo`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from pathlib import Path as FilePath
from typing import Any, Literal, NamedTuple, cast

from listbuilder.base.errors import DocumentError
from listbuilder.storage.edit_history import digest, locked, record_edit, write_unchanged
from listbuilder.storage.reading import Document, Path, Tree, read_parsed, read_raw, read_text


class EditStep(NamedTuple):
    """One change: `put` a value at a path, `drop` what is there, or `add` an item to the list at the path.

    `insert` puts an item before the one at the path; `move` moves the item at the path to index `value`.
    """

    what: Literal["put", "drop", "add", "insert", "move"]
    path: Path
    value: Tree = None


def apply_edit(tree: Mapping[str, Tree], edit: EditStep) -> dict[str, Tree]:
    """The tree after an edit. Unchanged parts are shared with the original, which is not modified."""
    return cast("dict[str, Tree]", _apply_at(cast("Tree", tree), edit.path, edit))


def apply_edits(tree: Mapping[str, Tree], edits: Iterable[EditStep]) -> dict[str, Tree]:
    """The tree after several edits, applied in order."""
    made = dict(tree)
    for edit in edits:
        made = apply_edit(made, edit)
    return made


def _apply_at(node: Tree, path: Path, edit: EditStep) -> Tree:
    if not path:
        return [*cast("list[Tree]", node), edit.value] if edit.what == "add" else edit.value
    step, rest = path[0], path[1:]
    if isinstance(node, list):
        at = int(step)
        if not rest and edit.what in ("insert", "move"):
            return _insert_or_move(node, at, edit)
        # New lists and mappings along the path only; all else is shared, since a search makes thousands of such trees.
        kept = [] if edit.what == "drop" and not rest else [_apply_at(node[at], rest, edit)]
        return [*node[:at], *kept, *node[at + 1 :]]
    row = node if isinstance(node, dict) else {}
    if edit.what == "drop" and not rest:
        return {key: value for key, value in row.items() if key != step}
    return {**row, str(step): _apply_at(row.get(str(step)), rest, edit)}


def _insert_or_move(items: list[Tree], at: int, edit: EditStep) -> Tree:
    if edit.what == "insert":
        return [*items[:at], edit.value, *items[at:]]
    others = [*items[:at], *items[at + 1 :]]
    to = cast("int", edit.value)
    return [*others[:to], items[at], *others[to:]]


def value_at(tree: Mapping[str, Tree], path: Path) -> Tree:
    """The value at a path, or None."""
    found = cast("Tree", tree)
    for step in path:
        if isinstance(found, list) and isinstance(step, int) and step < len(found):
            found = found[step]
        elif isinstance(found, dict):
            found = found.get(str(step))
        else:
            return None
    return found


def contains_value(new: Tree, old: Tree) -> bool:
    """Whether `new` contains all of `old` at the same paths. A name may have become a pick with that name."""
    if old is None or new == old:
        return True
    if isinstance(new, dict):
        # An edit may add inner picks to a plain name.
        as_pick = old if isinstance(old, dict) else {"entry": old}
        return all(key in new and contains_value(new[key], value) for key, value in as_pick.items())
    if isinstance(new, list):
        items = old if isinstance(old, list) else [old]
        return len(new) >= len(items) and all(map(contains_value, new, items))
    return False


def rebase_edit(edit: EditStep, before: EditStep) -> EditStep | None:
    """`edit` with its path adjusted for `before` being applied first; None if the two conflict."""
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


def combine_edits(edits: Iterable[EditStep]) -> tuple[EditStep, ...] | None:
    """The edits in an order in which none shifts the path of a later one; None if two conflict."""
    # New values first, then drops from the end, then additions at the end: none of these shifts a path of a later one.
    ordered = sorted(edits, key=lambda one: (one.what == "add", one.what == "drop", _last_item_first(one)))
    for at, edit in enumerate(ordered):
        if any(rebase_edit(edit, before) != edit for before in ordered[:at]):
            return None
    return tuple(ordered)


def _last_item_first(edit: EditStep) -> list[tuple[int, str]]:
    """A sort key that puts later items first, so that earlier ones keep their index."""
    return [(-step, "") if isinstance(step, int) else (0, step) for step in edit.path]


def is_applicable(tree: Mapping[str, Tree], edit: EditStep) -> bool:
    """Whether the path of an edit exists in the tree, and is a list if the edit adds to it."""
    for at, step in enumerate(edit.path):
        if isinstance(step, int):
            items = value_at(tree, edit.path[:at])
            if not isinstance(items, list) or step >= len(items):
                return False
    return edit.what != "add" or isinstance(value_at(tree, edit.path), list)


# In a file


class Editor:
    """A list file being edited: `tree` holds its values, `text` the file with every change.

    `document` and `before` are the original document and text.
    """

    def __init__(self, raw: bytes, file: str | None = None) -> None:
        self.file = file
        self.document, events = read_parsed(raw, file=file)
        # A copy, because the document is what the result is compared with.
        self.tree: dict[str, Tree] = deepcopy(self.document.data)
        self.before = decode_list_text(raw)
        self.yaml: Any = None
        if events is not None:
            from listbuilder.lists.yaml_surgery import YamlText

            self.yaml = YamlText(self.before, events)

    def at(self, path: Path) -> Any:
        """The value at a path."""
        found: Any = self.tree
        for step in path:
            found = found[step]
        return found

    def assign(self, path: Path, value: Tree, order: Iterable[str] = ()) -> None:
        """Set the value at a path, changing only what differs. `order` gives the position of a new key."""
        parent = self.at(path[:-1])
        old = parent.get(path[-1]) if isinstance(parent, dict) else parent[path[-1]]
        if isinstance(old, dict) and isinstance(value, dict) and old and value:
            for key in [key for key in old if key not in value]:
                self.drop((*path, key))
            for key, item in value.items():
                # By type too: in Python 1, 1.0 and True are equal.
                if old.get(key) != item or type(old.get(key)) is not type(item):
                    self.assign((*path, key), item, value)
        elif isinstance(old, list) and isinstance(value, list) and old and value:
            self.assign_items(path, old, value)
        elif isinstance(parent, list):
            if self.yaml:
                self.yaml.replace(path, value)
            parent[int(path[-1])] = deepcopy(value)
        else:
            self.put(path, value, parent, order)

    def assign_items(self, path: Path, old: list[Tree], new: list[Tree]) -> None:
        """Turn one list into another: the common prefix and suffix stay, the items between are changed one by one."""
        # As JSON: in Python 1, 1.0 and True are equal.
        before, after = ([json.dumps(item, sort_keys=True) for item in side] for side in (old, new))
        start = common_prefix_length(before, after)
        end = common_prefix_length(before[start:][::-1], after[start:][::-1])
        low, high = len(before) - end, len(after) - end
        # From the end, so that the indexes before it stay valid.
        for at in reversed(range(max(high, start), low)):
            self.drop((*path, at))
        for at in range(max(low, start), high):
            self.insert(path, at, new[at])
        for at in range(start, min(low, high)):
            if before[at] != after[at]:
                self.assign((*path, at), new[at])

    def put(self, path: Path, value: Tree, parent: dict[str, Tree], order: Iterable[str]) -> None:
        """Set or replace the value of a key in a mapping."""
        if self.yaml:
            keys = list(order)
            before = keys[: keys.index(str(path[-1]))] if str(path[-1]) in keys else []
            places = [at for at, key in enumerate(parent) if key in before]
            self.yaml.put(path, value, max(places) if places else None)
        new = str(path[-1]) not in parent
        parent[str(path[-1])] = deepcopy(value)
        if self.yaml is None and new:
            self.sort_in(parent, str(path[-1]), list(order))

    def sort_in(self, parent: dict[str, Tree], key: str, order: list[str]) -> None:
        """Move a new key of a JSON object behind the last key that precedes it in `order`."""
        before = order[: order.index(key)] if key in order else list(parent)
        keys = [one for one in parent if one != key]
        at = max((keys.index(one) + 1 for one in before if one in keys), default=len(keys))
        items = {one: parent[one] for one in [*keys[:at], key, *keys[at:]]}
        parent.clear()
        parent.update(items)

    def drop(self, path: Path) -> None:
        """Remove a key or an item."""
        if self.yaml:
            self.yaml.drop(path)
        del self.at(path[:-1])[path[-1]]

    def insert(self, path: Path, at: int, value: Tree) -> None:
        """Insert an item into an existing list; at the end if `at` is beyond it."""
        if self.yaml:
            self.yaml.insert(path, at, value)
        self.at(path).insert(at, deepcopy(value))

    def move(self, path: Path, source: int, target: int) -> None:
        """Move an item of a list to another index."""
        items = self.at(path)
        if self.yaml:
            self.yaml.move(path, source, target)
        items.insert(target, items.pop(source))

    def rename(self, path: Path, key: str) -> None:
        """Rename a key of a mapping."""
        if self.yaml:
            self.yaml.rename(path, key)
        row = self.at(path[:-1])
        items = {key if one == path[-1] else one: value for one, value in row.items()}
        row.clear()
        row.update(items)

    def reorder(self, path: Path, order: list[str]) -> None:
        """Reorder the keys of a mapping."""
        if self.yaml:
            self.yaml.reorder(path, order)
        row = self.at(path)
        items = {key: row[key] for key in order}
        row.clear()
        row.update(items)

    def make(self, step: EditStep, order: Callable[[Path], Iterable[str]] = lambda _: ()) -> None:
        """Apply one step, creating missing parent mappings. `order` gives the key order at a path."""
        path, value = step.path, step.value
        if step.what == "drop":
            self.drop(path)
        elif step.what == "add":
            self.insert(path, len(self.at(path)), value)
        elif step.what == "insert":
            self.insert(path[:-1], int(path[-1]), value)
        elif step.what == "move":
            self.move(path[:-1], int(path[-1]), cast("int", value))
        else:
            # A missing parent is made together with its value: the text has no place to put a key into yet.
            while len(path) > 1 and value_at(self.tree, path[:-1]) is None:
                value, path = {str(path[-1]): value}, path[:-1]
            self.assign(path, value, order(path))

    def text(self) -> str:
        """The text of the edited file; raises DocumentError if it would not parse to `tree`."""
        return self.result().text

    def result(self) -> EditedFile:
        """The edited text and the document parsed from it; raises DocumentError if that differs from `tree`."""
        text = self.json_text() if self.yaml is None else str(self.yaml.text)
        if text == self.before:
            return EditedFile(text, self.document)
        # The text is edited piece by piece; reading it again proves that it says what was meant and nothing else
        # changed.
        document = read_text(text, file=self.file)
        if equal_values(document.data, self.tree):
            return EditedFile(text, document)
        message = "this change can't be made without changing other parts of the file"
        hint = "Make the change in an editor, or put one key on each line first."
        raise DocumentError.of("file.write", message, hint, file=self.file)

    def json_text(self) -> str:
        """The tree as JSON, with the indentation of the original file."""
        # JSON is written anew, since it has no comments to lose; only its indentation is kept.
        found = re.match(r"\s*\{\r?\n([ \t]+)", self.before)
        indent: str | int | None = found[1] if found else 2 if "\n" in self.before.strip() else None
        text = json.dumps(self.tree, ensure_ascii=False, indent=indent)
        return text + ("\n" if self.before.endswith("\n") else "")


class EditedFile(NamedTuple):
    """The text of an edited file and the document parsed from it."""

    text: str
    document: Document


def common_prefix_length(one: list[str], other: list[str]) -> int:
    """The length of the common prefix of two lists."""
    found = 0
    while found < min(len(one), len(other)) and one[found] == other[found]:
        found += 1
    return found


def equal_values(one: Tree, other: Tree) -> bool:
    """Whether two trees have equal values of equal types; the order of keys does not matter."""
    # As JSON: in Python 1, 1.0 and True are equal.
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def decode_list_text(raw: bytes) -> str:
    """The text of a list file without its byte order mark; lone `\\r` line ends become `\\n`."""
    return re.sub("\r(?!\n)", "\n", raw.decode("utf-8-sig").removeprefix("\ufeff"))


class RewrittenFile(NamedTuple):
    """The new text of a list file, whether it changed, and whether `undo` can revert it."""

    text: str
    changed: bool
    noted: bool


def edit_file(path: FilePath, change: Callable[[Editor], None]) -> RewrittenFile:
    """Edit a list file under its lock. On any error the file stays as it was."""

    def rewrite(raw: bytes) -> str:
        editor = Editor(raw, str(path))
        change(editor)
        return editor.text()

    return rewrite_file(path, rewrite)


def rewrite_file(path: FilePath, change: Callable[[bytes], str]) -> RewrittenFile:
    """Replace the text of a list file under its lock, recording the old one for `undo`."""
    # Read before locking: a missing or unreadable file gets the reader's error, not the lock's.
    read_raw(path)
    with locked(path):
        raw = read_raw(path)
        text = change(raw)
        changed = text != decode_list_text(raw)
        # Recorded first: if it fails or the program is killed, the file is still as it was.
        noted = changed and record_edit(path, raw, text.encode())
        if changed:
            write_unchanged(path, text, digest(raw))
    return RewrittenFile(text, changed, noted)


def split_rows(editor: Editor, key: str, numbers: Mapping[int, int]) -> None:
    """Set a flag for `numbers[row]` copies of each model. False is written out; true is the default and left out.

    A row with both kinds of copies is split in two. If all are true, the first row says so.
    """
    rows = editor.tree.get("models")
    counts = [row.get("count", 1) if isinstance(row, dict) else 1 for row in rows] if isinstance(rows, list) else []
    # From the end, because rows are inserted.
    for at in reversed(range(len(counts))):
        number, size, place = numbers.get(at, 0), int(str(counts[at])), ("models", at)
        if number == 0:
            editor.assign((*place, key), False)
        elif key in editor.at(place):
            editor.drop((*place, key))
        if 0 < number < size:
            rest = {**editor.at(place), "count": size - number, key: False}
            rest = {name: value for name, value in rest.items() if (name, value) != ("count", 1)}
            editor.insert(("models",), at + 1, rest)
            editor.assign((*place, "count"), number)
    # A flag that no row has counts as undecided.
    if counts and all(numbers.get(at, 0) >= int(str(size)) for at, size in enumerate(counts)):
        editor.assign(("models", 0, key), True)
