"""The list document: a player's file, typed as far as possible without its game; its built-in keys and its parser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from os import PathLike
from pathlib import Path as FilePath
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from listbuilder.base.characters import describe_foreign_letter, on_one_line, show
from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.base.records import FrozenDict, freeze_dict, freeze_tree, record, replace, unchecked
from listbuilder.base.spelling import spelled
from listbuilder.storage.data_reader import read_mapping
from listbuilder.storage.reading import (
    Document,
    Path,
    Tree,
    format_path,
    read_bytes,
    read_file,
    read_text,
    refuse_source,
)

R = TypeVar("R", "Row", "ListDocument")
MAX_COPIES = 300  # of a model
MAX_PICKS = 1000  # of one pick, such as rounds for a gun


@record
class Row:
    """A model or group. `keys` are the game's own keys, unparsed; `extras` are the `x-` keys of other tools."""

    id: str | None = None
    name: str | None = None
    count: int = 1
    notes: str | None = None
    art: str | None = None
    keys: Mapping[str, Tree] = field(default_factory=dict)
    extras: Mapping[str, Tree] = field(default_factory=dict)


@record
class ListDocument:
    """A list file. `problems` are the findings on wrong keys and types; the rest of the file is still parsed."""

    game: str
    name: str | None = None
    player: str | None = None
    format: str | None = None
    limit: int | None = None
    catalogue: str | None = None
    notes: str | None = None
    art: str | None = None
    models: tuple[Row, ...] = ()
    groups: tuple[Row, ...] = ()
    keys: Mapping[str, Tree] = field(default_factory=dict)
    extras: Mapping[str, Tree] = field(default_factory=dict)
    file: str | None = None
    lines: Mapping[Path, int] = field(default_factory=dict)
    problems: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        """The name of the list, or a placeholder."""
        return self.name or "Unnamed list"


def frozen_document(document: ListDocument) -> ListDocument:
    """The document with frozen mappings: the same object if they all are, otherwise a copy."""
    # Documents from `parse_list` are frozen; only those that code has put together need a copy.
    rows: tuple[Row | ListDocument, ...] = (document, *document.models, *document.groups)
    for row in rows:
        if type(row.keys) is not FrozenDict or type(row.extras) is not FrozenDict:
            break
    else:
        return document
    made = {"models": tuple(map(frozen_row, document.models)), "groups": tuple(map(frozen_row, document.groups))}
    return replace(frozen_row(document), **made)


def frozen_row(row: R) -> R:
    """A row or a list with frozen keys."""
    return replace(row, keys=freeze_tree(row.keys), extras=freeze_tree(row.extras))


# The built-in keys of lists and rows, the same in every game: order, bounds and meaning.


MAX_NAME, MAX_NOTES, MAX_ROWS, MAX_LIMIT = 80, 500, 200, 999_999_999


class OwnKey(NamedTuple):
    """A built-in key. `most` is the maximum length, number or count of rows; `least` the minimum number.

    `rare` keys are seldom set by hand.
    """

    text: str
    most: int = MAX_NAME
    holds: Literal["text", "number", "game", "rows"] = "text"
    rare: bool = False
    least: int = 1


@record
class OwnKeys:
    """The built-in keys of a list or row: `head` before the game's keys, `tail` after them, `rows` at the end."""

    head: Mapping[str, OwnKey]
    tail: Mapping[str, OwnKey]
    rows: Mapping[str, OwnKey] = field(default_factory=dict)

    @cached_property
    def all(self) -> Mapping[str, OwnKey]:
        """Every key in its order."""
        return {**self.head, **self.tail, **self.rows}

    @cached_property
    def texts(self) -> Mapping[str, int]:
        """The text keys with their maximum length."""
        return {key: one.most for key, one in self.all.items() if one.holds == "text"}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number keys with their maximum."""
        return {key: one.most for key, one in self.all.items() if one.holds == "number"}

    def around(self, added: Iterable[str]) -> list[str]:
        """The canonical order of keys with the game's keys in `added`; `rows` are not included."""
        return list(dict.fromkeys([*self.head, *added, *self.tail]))


LIST = OwnKeys(
    head={
        "game": OwnKey("The game: its id or name.", holds="game"),
        "name": OwnKey("What the list is called."),
        "player": OwnKey("Who plays it."),
        "format": OwnKey("Battle size; sets the {points} limit."),
        "limit": OwnKey("An agreed limit instead of the format's.", MAX_LIMIT, "number", least=0),
        "catalogue": OwnKey("The catalogue version the list was built against.", rare=True),
    },
    tail={
        "notes": OwnKey("Anything worth remembering.", MAX_NOTES),
        "art": OwnKey("An image file.", MAX_NOTES, rare=True),
    },
    rows={
        "models": OwnKey("The models, one item each.", MAX_ROWS, "rows"),
        "groups": OwnKey("Named groups of models.", MAX_ROWS, "rows"),
    },
)
ROW = OwnKeys(
    head={
        "id": OwnKey("What tells it from all others, however the list is ordered.", rare=True),
        "name": OwnKey("What the {what} is called."),
    },
    tail={
        "count": OwnKey("How many identical ones.", MAX_COPIES, "number"),
        "notes": OwnKey("Anything worth remembering.", MAX_NOTES),
        "art": OwnKey("An image file for its card.", MAX_NOTES, rare=True),
    },
)

GROUP = OwnKeys(head=ROW.head, tail={key: one for key, one in ROW.tail.items() if key != "count"})
"""A group is identified by its name, so it has no count."""


def own_keys(kind: str) -> OwnKeys:
    """The built-in keys of a row under `models` or `groups`; otherwise those of the list."""
    return {"models": ROW, "groups": GROUP}.get(kind, LIST)


# Parsing: a file, text or mapping goes in, a `ListDocument` comes out. Wrong keys and types become its problems.


# The values of a row that says nothing. Rows are made without their constructor, since lists have many.
UNSAID = vars(Row())
Source: TypeAlias = "FilePath | str | bytes | Mapping[str, Tree]"


def read_list(source: Source, *, file: str | None = None) -> ListDocument:
    """The list in a file (a path), in text (bytes, or a string of several lines) or in parsed data (a mapping).

    Raises DocumentError if it can't be read. Anything else that is wrong is in `problems`.
    """
    if isinstance(source, Mapping):
        return parse_list(read_mapping(source, file=file))
    if isinstance(source, bytes):
        return parse_list(read_bytes(source, file=file))
    # A path has no line break; JSON on one line has its bracket.
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        return parse_list(read_text(source, file=file))
    if not isinstance(source, str | PathLike):
        raise refuse_source(source, "a path, bytes, text or a mapping", file)
    return parse_list(read_file(FilePath(source)))


def parse_list(document: Document) -> ListDocument:
    """The list in a parsed document."""
    return _Parser(document).list()


class _Parser:
    """Parses one document into a list and collects problems."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Finding] = []

    def list(self) -> ListDocument:
        """The whole list."""
        data = self.document.data
        game = data.get("game")
        if not isinstance(game, str) or not game.strip():
            message = "The list names no game." if game is None else f"`game` is {spelled(game)}, which is not a game."
            hint = "Add a line such as `game: <id>`; `listbuilder games` lists them."
            # Not a mere problem: without its game nothing else in a list can be judged.
            raise DocumentError(message, (self.problem("key.missing", ("game",), message, hint),))
        # Texts of a plain document were seen to be printable ASCII when they were read.
        if not self.document.plain:
            self.check_characters(data, ())
        texts = {key: self.text(data, (), key, most) for key, most in LIST.texts.items()}
        rest = {key: value for key, value in data.items() if key not in LIST.all}
        rows = {key: self.rows(key, one.most) for key, one in LIST.rows.items()}
        # Each row has its own bound; many rows together could still be too many.
        copies = sum(row.count for row in rows["models"])
        if copies > MAX_COPIES:
            message = f"The list has {copies} models; {MAX_COPIES} is the most."
            self.add("key.range", ("models",), message, "Split the list.")
        for key in LIST.rows:
            self.check_unique_ids(key, rows[key])
        return ListDocument(
            game=game,
            **texts,
            limit=self.number(data, (), "limit", LIST.all["limit"]),
            models=rows["models"],
            groups=rows["groups"],
            keys=freeze_tree({key: value for key, value in rest.items() if not key.startswith("x-")}),
            extras=freeze_tree({key: value for key, value in rest.items() if key.startswith("x-")}),
            file=self.document.file,
            lines=self.document.lines,
            problems=tuple(self.problems),
        )

    def rows(self, key: str, most: int) -> tuple[Row, ...]:
        """The rows under `models` or `groups`."""
        raw = self.document.data.get(key)
        if raw is None:
            return ()
        if not isinstance(raw, list):
            self.add("key.type", (key,), f"`{key}` must be a list, one item each.", "Start each item with `- `.")
            return ()
        if len(raw) > most:
            self.add("key.range", (key,), f"`{key}` has {len(raw)} rows; {most} is the most.", "Split the list.")
        own = own_keys(key)
        # The first rows are still judged, so that one finding does not hide all others.
        return tuple([self.row(item, (key, index), own) for index, item in enumerate(raw[:most])])

    def check_unique_ids(self, key: str, rows: Sequence[Row]) -> None:
        """Report repeated ids: written ids are kept as they are, so they must be unique."""
        seen: set[str] = set()
        for index, row in enumerate(rows):
            if row.id is None:
                continue
            if row.id in seen:
                what = f"Another of the {key} has the id `{row.id}`."
                found = self.problem("id.repeated", (key, index, "id"), what, "Give one of them another id.")
                self.problems.append(replace(found, severity="warning"))
            seen.add(row.id)

    def row(self, item: Tree, path: Path, own: OwnKeys) -> Row:
        """One model or group."""
        if not isinstance(item, dict):
            message = f"{format_path(path)} must be keys and values, such as `name: Tod`."
            self.add("key.type", path, message, "Write `- {key: value}` or one `key: value` a line.")
            # A row all the same, so that later rows keep their index; it counts as no models.
            return Row(count=0)
        own_values: dict[str, Tree] = {}
        keys: dict[str, Tree] = {}
        extras: dict[str, Tree] = {}
        known = own.all
        for key, value in item.items():
            if key in known:
                own_values[key] = value
            elif key.startswith("x-"):
                extras[key] = freeze_tree(value)
            else:
                # Most values are plain text, which is frozen already.
                keys[key] = value if type(value) is str else freeze_tree(value)
        inside = {"keys": FrozenDict(keys), "extras": freeze_dict(extras)}
        # Most rows have only keys of the game.
        if not own_values:
            return unchecked(Row, {**UNSAID, **inside})
        texts = {key: self.text(own_values, path, key, most) for key, most in own.texts.items() if key in own_values}
        count = self.count(own_values, path, own)
        return unchecked(Row, {**UNSAID, **texts, "count": count, **inside})

    def count(self, item: Mapping[str, Tree], path: Path, own: OwnKeys) -> int:
        """The count of a row; 1 by default, 0 if it can't be read."""
        if item.get("count") is None or "count" not in own.all:
            return 1
        return self.number(item, path, "count", own.all["count"], " Until then it counts as nothing.") or 0

    def text(self, data: Mapping[str, Tree], path: Path, key: str, most: int) -> str | None:
        """A text of limited length. Numbers are taken as spelt; blank text counts as empty."""
        value = data.get(key)
        if isinstance(value, str) and value.isspace():
            return ""
        if type(value) is str and self.document.plain and len(value) <= most:
            return value
        if value is None:
            return None
        if isinstance(value, bool | dict | list):
            self.add("key.type", (*path, key), f"`{key}` must be text.", f'Put it in quotes: `{key}: "…"`.')
            return None
        if len(str(value)) > most:
            message = f"`{key}` has {len(str(value))} characters; {most} is the most."
            self.add("key.range", (*path, key), message, "Shorten it.")
        # Notes may have several lines.
        return on_one_line(str(value)[:most]) if key != "notes" else str(value)[:most]

    def number(self, data: Mapping[str, Tree], path: Path, key: str, own: OwnKey, until: str = "") -> int | None:
        """A whole number within bounds, or None. `until` is added to the hint if it is invalid."""
        value, least, most = data.get(key), own.least, own.most
        if value is None:
            return None
        # `true` is an int too, but not a number that a player writes.
        if type(value) is not int:
            message = f"`{key}` must be a whole number from {least} to {most}, not {spelled(value)}."
            self.add("key.type", (*path, key), message, f"Write `{key}: {least}` or more.{until}")
            return None
        if least <= value <= most:
            return value
        message = f"`{key}` must be from {least} to {most}, not {value}."
        self.add("key.range", (*path, key), message, f"Write a number from {least} to {most}.{until}")
        return None

    def check_characters(self, value: Mapping[str, Tree] | Sequence[Tree], path: Path) -> None:
        """Check every key and value for invisible or misleading characters. Notes and `x-` keys are exempt."""
        steps: Iterable[tuple[str | int, Tree]] = value.items() if isinstance(value, Mapping) else enumerate(value)
        for step, item in steps:
            if isinstance(step, str):
                self.check_line(step, path, step)
                if step == "notes" or step.startswith("x-"):
                    continue
            if isinstance(item, str):
                self.check_line(item, path, step)
            elif isinstance(item, dict | list):
                self.check_characters(item, (*path, step))

    def check_line(self, text: str, above: Path, step: str | int) -> None:
        """Report line breaks, tabs and look-alike letters in a name or value."""
        if text.isascii() and text.isprintable():
            return
        path = (*above, step)
        shown = show(text, 40)
        if on_one_line(text) != text:
            self.add("key.line", path, f'"{shown}" has a line break or a tab in it.', "Write it on one line.")
        if (message := describe_foreign_letter(text, shown)) is not None:
            hint = "Type it again on your own keyboard, unless it is meant."
            self.problems.append(replace(self.problem("name.letters", path, message, hint), severity="warning"))

    def add(self, code: str, path: Path, message: str, hint: str) -> None:
        """Add a problem."""
        self.problems.append(self.problem(code, path, message, hint))

    def problem(self, code: str, path: Path, message: str, hint: str) -> Finding:
        """A finding with its path and line in the file."""
        read = self.document
        line, where = read.line(path) if read.lines else None, format_path(path)
        return Finding(code=code, message=message, hint=hint, where=where, file=read.file, line=line)
