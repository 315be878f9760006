"""The files of a game folder as one raw mapping, with the file and line that every piece of it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from listbuilder.base.characters import on_one_line
from listbuilder.base.errors import ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import file_keys
from listbuilder.base.spelling import known_synonym, nearest
from listbuilder.base.wording import singular
from listbuilder.catalogue import Game
from listbuilder.loading.folders import files_of, read_part
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Path, Tree, read_bytes


def _holds(hint: Any) -> str:
    """What a key of game.yaml holds, as it is merged from several files: `text`, `list` or `map`."""
    several = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    found = next(one for one in several if one is not NoneType)
    return "text" if found is str else "list" if get_origin(found) is tuple else "map"


# From the types of `Game`: a key of game.yaml is declared there and nowhere else.
HOLDS = {name: _holds(hint) for name, hint in get_type_hints(Game).items() if name in file_keys(Game)}
PLAY = ("terms", "course", "use", "sequences")
PATCHES = ("change", "remove", "without")
HEAD = tuple(name for name, held in HOLDS.items() if held == "text")
MAPS = (*(name for name, held in HOLDS.items() if held == "map"), *PLAY)
LISTS = tuple(name for name, held in HOLDS.items() if held == "list" and name not in PATCHES)
DEEP = ("model", "list", "group", "terms")
ENTRY_KEYS = ("kind", "defaults", "entries")
SHOWN = 12  # how many known names a hint lists


@dataclass(frozen=True)
class Origin:
    """A place in a file of the game folder."""

    document: Document
    path: Path = ()

    def at(self, *steps: str | int) -> Origin:
        """A place further in."""
        return Origin(self.document, (*self.path, *steps))

    def problem(self, message: str, hint: str = "", code: str = "catalogue.value", **data: object) -> Finding:
        """A finding about this place; `data` is what its message is made of."""
        line = self.document.line(self.path) if self.document.lines else None
        return Finding(code=code, message=message, hint=hint, file=self.document.file, line=line, data=data)

    def unknown_key(self, key: str, known: Iterable[str]) -> Finding:
        """A finding about an unknown key."""
        names = list(known)
        near = known_synonym(key, names) or nearest(key, names)
        hint = f"Did you mean {near}?" if near else f"The keys are {', '.join(names)}." if names else "Remove it."
        return self.problem(f"Unknown key `{key}`.", hint, "catalogue.key", name=key, suggestion=near)

    def unknown_name(self, what: str, name: str, known: Iterable[str], otherwise: str = "", fact: str = "") -> Finding:
        """A finding about an unknown name; `otherwise` is the hint if no known name is similar."""
        names = list(known)
        near = nearest(name, names)
        listed = f"There are {', '.join(names[:SHOWN])}." if names else ""
        hint = f"Did you mean {near}?" if near else otherwise or listed
        fact = fact or f"There is no {what} `{name}`."
        return self.problem(fact, hint, "catalogue.reference", name=name, suggestion=near)


@dataclass(frozen=True)
class RawEntry:
    """An entry as written, with its file's defaults filled in."""

    kind: str
    data: dict[str, Tree]
    origin: Origin


@dataclass
class Parts:
    """Everything a game folder says, still unchecked; `unread` are findings about files that could not be read.

    `removed` is what an overlay or an event took out, by id, with the place that says so.
    """

    head: dict[str, Tree]
    origins: dict[Path, Origin]
    entries: list[RawEntry]
    problems: list[Finding]
    unread: list[Finding] = field(default_factory=list)
    removed: dict[str, Origin] = field(default_factory=dict)

    def origin(self, path: Path) -> Origin:
        """Where a piece of the head stands, or its nearest parent."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.origins:
                return self.origins[path[:length]].at(*path[length:])
        return Origin(Document({}, {}))


def read_parts(folders: list[FilePath], show: Callable[[FilePath], str]) -> Parts:
    """Read the folders of a game, the one it extends first."""
    parts = Parts({}, {}, [], [])
    # That module imports this one.
    from listbuilder.loading.patches import apply_patches

    for folder in folders:
        patches: list[Document] = []
        # Left out without a word, such a file would look like entries that have vanished.
        for path in sorted(folder.glob("*.yml")):
            hint = f"Rename it to {path.stem}.yaml."
            parts.problems.append(Origin(Document({}, {}, show(path))).problem("Only .yaml files are read.", hint))
        for path in files_of(folder):
            try:
                document = read_bytes(read_part(path), file=show(path), limits=CATALOGUE_LIMITS)
            except ListbuilderError as error:
                parts.unread += error.findings
            else:
                if stray := _stray_list(document, path):
                    parts.problems.append(stray)
                    continue
                parts.problems += _long_names(document.data, Origin(document))
                _merge(parts, document, is_game=path.name == "game.yaml")
                patches.append(document)
        # After all files of the folder: a patch may name what a later file declares.
        for document in patches:
            apply_patches(parts, document.data.get("change"), document.data.get("remove"), Origin(document))
    return parts


def _stray_list(document: Document, path: FilePath) -> Finding | None:
    """A finding about a list or an event among the files of a game; otherwise each of its keys would be reported."""
    if "game" not in document.data or path.name == "game.yaml":
        return None
    fact = f"{path.name} says `game:`, so it is a list or an event, not a part of a game."
    hint = "Move a starter list to the folder `lists`, and anything else into another folder."
    return Origin(document).at("game").problem(fact, hint, "catalogue.key")


def _long_names(value: Tree, origin: Origin) -> Iterator[Finding]:
    """A finding for each name that is more than one line: names are printed among other text."""
    if isinstance(value, list):
        for at, item in enumerate(value):
            yield from _long_names(item, origin.at(at))
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "name" and isinstance(item, str) and on_one_line(item) != item:
                yield origin.at(key).problem("A name is one line, without tabs.", "Write it on one line.")
            yield from _long_names(item, origin.at(key))


def _merge(parts: Parts, document: Document, is_game: bool) -> None:
    """Put one file's keys where they belong."""
    origin = Origin(document)
    known = (*(HEAD if is_game else ()), *MAPS, *LISTS, *ENTRY_KEYS, *PATCHES)
    if is_game:
        parts.origins[()] = origin
    for key, value in document.data.items():
        place = origin.at(key)
        if key not in known:
            # A file whose entries are under a wrong key counts as unread: references to them are no second mistake.
            lost = "kind" in document.data and "entries" not in document.data
            problem = place.unknown_key(key, known)
            if lost and isinstance(value, list):
                problem = replace(problem, hint="Did you mean entries?")
            elif isinstance(value, list) and not problem.data.get("suggestion"):
                hint = f"Things to pick stand in a file of their own, with `kind: {singular(key)}` and `entries`."
                problem = replace(problem, hint=hint)
            (parts.unread if lost else parts.problems).append(problem)
        elif key in HEAD:
            parts.head[key] = value
            parts.origins[(key,)] = place
        elif key in MAPS:
            _merge_map(parts, key, value, place)
        elif key in LISTS or key == "without":
            _merge_list(parts, key, value, place)
    if "entries" in document.data:
        _merge_entries(parts, document, origin)


def _merge_map(parts: Parts, key: str, value: Tree, place: Origin) -> None:
    if not isinstance(value, dict):
        parts.problems.append(place.problem(f"`{key}` must be keys and values."))
        return
    target = parts.head.setdefault(key, {})
    parts.origins.setdefault((key,), place)
    assert isinstance(target, dict)
    for name, item in value.items():
        # One level deeper, so that two files can each add slots or terms.
        if isinstance(item, dict) and isinstance(target.get(name), dict) and key in DEEP:
            inner = target[name]
            assert isinstance(inner, dict)
            for deep, one in item.items():
                inner[deep] = one
                parts.origins[key, name, deep] = place.at(name, deep)
        else:
            target[name] = item
            parts.origins[key, name] = place.at(name)


def _merge_list(parts: Parts, key: str, value: Tree, place: Origin) -> None:
    items = value if isinstance(value, list) else [value] if key in ("grants", "ban") else None
    if items is None:
        parts.problems.append(place.problem(f"`{key}` must be a list.", "Start each item with `- `."))
        return
    target = parts.head.setdefault(key, [])
    assert isinstance(target, list)
    for index, item in enumerate(items):
        parts.origins[key, len(target)] = place.at(index) if isinstance(value, list) else place
        target.append(item)


def _merge_entries(parts: Parts, document: Document, origin: Origin) -> None:
    kind, defaults, entries = (document.data.get(key) for key in ENTRY_KEYS)
    if not isinstance(kind, str):
        parts.unread.append(origin.at("entries").problem("A file with entries says their kind.", "Add `kind: …`."))
        return
    if not isinstance(entries, list) or not isinstance(defaults or {}, dict):
        parts.problems.append(origin.at("entries").problem("`entries` must be a list, `defaults` keys and values."))
        return
    base = defaults if isinstance(defaults, dict) else {}
    for index, entry in enumerate(entries):
        place = origin.at("entries", index)
        if isinstance(entry, dict):
            parts.entries.append(RawEntry(kind, {**base, **entry}, place))
        else:
            parts.problems.append(place.problem("An entry must be keys and values, such as `name: Medkit`."))


def file_and_line(one: Finding) -> str:
    """The place of a problem as `file:line`, without the folder."""
    return f"{(one.file or '').replace(chr(92), '/').rpartition('/')[2]}:{one.line}"
