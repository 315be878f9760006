"""Edit a list file in place: comments, order and spelling stay as the player wrote them; JSON stays JSON.

Every change is made to the parsed values and to the text; before anything is written the text is read again and must
say exactly what the values say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from listbuilder.errors import DocumentError
from listbuilder.lists.guard import digest, locked, write_unchanged
from listbuilder.lists.history import remember
from listbuilder.reading import Path, Tree, read_bytes, read_text
from listbuilder.reading.source import read_raw


class Editor:
    """A list file that is being edited: `tree` holds its values; `text` is the file with every change made.

    `document`, `raw` and `before` are what was read, whatever is changed afterwards.
    """

    def __init__(self, raw: bytes, file: str | None = None) -> None:
        self.file = file
        self.raw = raw
        self.document = read_bytes(raw, file=file)
        self.tree: dict[str, Tree] = deepcopy(self.document.data)
        self.before = text_of(raw)
        self.json = self.is_json()
        self.yaml: Any = None
        if not self.json:
            from listbuilder.lists.surgery import YamlText

            self.yaml = YamlText(self.before)

    def is_json(self) -> bool:
        """Whether the file is strict JSON and not YAML that looks like it."""
        try:
            json.loads(self.before)
        except ValueError:
            return False
        return True

    def at(self, path: Path) -> Any:
        """The value at a path."""
        found: Any = self.tree
        for step in path:
            found = found[step]
        return found

    def assign(self, path: Path, value: Tree, order: Iterable[str] = ()) -> None:
        """Give a key a value, changing only what differs; a new key goes where `order` has it."""
        parent = self.at(path[:-1])
        old = parent.get(path[-1]) if isinstance(parent, dict) else parent[path[-1]]
        if isinstance(old, dict) and isinstance(value, dict) and old and value:
            for key in [key for key in old if key not in value]:
                self.drop((*path, key))
            for key, item in value.items():
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
        """Turn one list into another: what both begin and end with stays, the items between are changed one by one."""
        before, after = ([json.dumps(item, sort_keys=True) for item in side] for side in (old, new))
        start = common(before, after)
        end = common(before[start:][::-1], after[start:][::-1])
        low, high = len(before) - end, len(after) - end
        for at in reversed(range(max(high, start), low)):
            self.drop((*path, at))
        for at in range(max(low, start), high):
            self.insert(path, at, new[at])
        for at in range(start, min(low, high)):
            if before[at] != after[at]:
                self.assign((*path, at), new[at])

    def put(self, path: Path, value: Tree, parent: dict[str, Tree], order: Iterable[str]) -> None:
        """Give a key a value as a whole."""
        if self.yaml:
            keys = list(order)
            before = keys[: keys.index(str(path[-1]))] if str(path[-1]) in keys else []
            places = [at for at, key in enumerate(parent) if key in before]
            self.yaml.put(path, value, max(places) if places else None)
        new = str(path[-1]) not in parent
        parent[str(path[-1])] = deepcopy(value)
        if self.json and new:
            self.sort_in(parent, str(path[-1]), list(order))

    def sort_in(self, parent: dict[str, Tree], key: str, order: list[str]) -> None:
        """Put a new key of a JSON object behind the last of those that come before it."""
        before = order[: order.index(key)] if key in order else list(parent)
        keys = [one for one in parent if one != key]
        at = max((keys.index(one) + 1 for one in before if one in keys), default=len(keys))
        items = {one: parent[one] for one in [*keys[:at], key, *keys[at:]]}
        parent.clear()
        parent.update(items)

    def drop(self, path: Path) -> None:
        """Take out a key or an item."""
        if self.yaml:
            self.yaml.drop(path)
        del self.at(path[:-1])[path[-1]]

    def insert(self, path: Path, at: int, value: Tree) -> None:
        """Put an item into a list that is there; at its end when `at` is beyond it."""
        if self.yaml:
            self.yaml.insert(path, at, value)
        self.at(path).insert(at, deepcopy(value))

    def move(self, path: Path, source: int, target: int) -> None:
        """Put an item of a list in another place."""
        items = self.at(path)
        if self.yaml:
            self.yaml.move(path, source, target)
        items.insert(target, items.pop(source))

    def rename(self, path: Path, key: str) -> None:
        """Give a key of a mapping another name."""
        if self.yaml:
            self.yaml.rename(path, key)
        row = self.at(path[:-1])
        items = {key if one == path[-1] else one: value for one, value in row.items()}
        row.clear()
        row.update(items)

    def reorder(self, path: Path, order: list[str]) -> None:
        """Put the keys of a mapping in another order."""
        if self.yaml:
            self.yaml.reorder(path, order)
        row = self.at(path)
        items = {key: row[key] for key in order}
        row.clear()
        row.update(items)

    def text(self) -> str:
        """The edited file; it says what `tree` says, or nothing is given back."""
        if self.json:
            found = re.match(r"\s*\{\r?\n([ \t]+)", self.before)
            indent: str | int | None = found[1] if found else 2 if "\n" in self.before.strip() else None
            text = json.dumps(self.tree, ensure_ascii=False, indent=indent)
            return text + ("\n" if self.before.endswith("\n") else "")
        if same(read_text(self.yaml.text, file=self.file).data, self.tree):
            return str(self.yaml.text)
        message = "this change can't be made to the file without touching the rest of it"
        hint = "Make the change in an editor, or put one key on each line first."
        raise DocumentError.of("file.write", message, hint, file=self.file)


def common(one: list[str], other: list[str]) -> int:
    """How many items two lists begin with that are the same."""
    found = 0
    while found < min(len(one), len(other)) and one[found] == other[found]:
        found += 1
    return found


def same(one: Tree, other: Tree) -> bool:
    """Whether two trees hold the same values of the same types, keys in any order."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def text_of(raw: bytes) -> str:
    """The text of a list file; lines that end as they did on old computers end like all others once it is edited."""
    return re.sub("\r(?!\n)", "\n", raw.decode("utf-8-sig"))


class Rewritten(NamedTuple):
    """What a list file holds now, whether that is something else than before, and whether `undo` can take it back."""

    text: str
    changed: bool
    noted: bool


def edit_file(path: FilePath, change: Callable[[Editor], None]) -> Rewritten:
    """Make a change to a list file under its lock; the old file is kept on any error."""

    def edited(raw: bytes) -> str:
        editor = Editor(raw, str(path))
        change(editor)
        return editor.text()

    return rewrite_file(path, edited)


def rewrite_file(path: FilePath, change: Callable[[bytes], str]) -> Rewritten:
    """Put another text in the place of what a list file holds, under its lock; it can be taken back with `undo`."""
    read_raw(path)
    with locked(path):
        raw = read_raw(path)
        text = change(raw)
        changed = text != text_of(raw)
        noted = changed and remember(path, raw, text.encode())
        if changed:
            write_unchanged(path, text, digest(raw))
    return Rewritten(text, changed, noted)


def split_rows(editor: Editor, key: str, numbers: Mapping[int, int]) -> None:
    """Set a flag for so many copies of each model: false is written; true, its default, where nothing else is.

    A row of which some copies have it and others not becomes two.
    """
    rows = editor.tree.get("models")
    counts = [row.get("count", 1) if isinstance(row, dict) else 1 for row in rows] if isinstance(rows, list) else []
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
    if counts and all(numbers.get(at, 0) >= int(str(size)) for at, size in enumerate(counts)):
        editor.assign(("models", 0, key), True)
