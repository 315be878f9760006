"""Read a list: a file, text or mapping in, a `ListDocument` out. Wrong keys and types become its problems.

Only a document that can't be read at all, or that names no game, raises. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path as FilePath

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.letters import on_one_line, told_letter
from listbuilder.lists.document import MAX_COPIES, ListDocument, Row
from listbuilder.lists.own_keys import LIST, OwnKeys, own_keys
from listbuilder.reading import Document, Path, Tree, format_path, read_bytes, read_file, read_text
from listbuilder.reading.characters import show
from listbuilder.reading.mapping import read_mapping
from listbuilder.reading.refusal import refuse_source
from listbuilder.record import changed, made_of
from listbuilder.spelling import spelled

UNSAID = vars(Row())


def read_list(source: FilePath | str | bytes | Mapping[str, Tree], *, file: str | None = None) -> ListDocument:
    """The list in a file (a path), in text (bytes, or a string of several lines) or in parsed data (a mapping).

    Raises DocumentError when it can't be read; whatever else is wrong is among its problems.
    """
    if isinstance(source, Mapping):
        return parse_list(read_mapping(source, file=file))
    if isinstance(source, bytes):
        return parse_list(read_bytes(source, file=file))
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        return parse_list(read_text(source, file=file))
    if not isinstance(source, str | PathLike):
        raise refuse_source(source, "a path, bytes, text or a mapping", file)
    return parse_list(read_file(FilePath(source)))


def parse_list(document: Document) -> ListDocument:
    """The list that a parsed document holds."""
    return _Parser(document).list()


class _Parser:
    """Turns one document into a list, gathering problems on the way."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Finding] = []

    def list(self) -> ListDocument:
        """The whole list."""
        data = self.document.data
        game = data.get("game")
        if not isinstance(game, str) or not game.strip():
            said = f"`game` is {spelled(game)}, which is no game." if game is not None else "The list names no game."
            problem = self.problem(
                "key.missing",
                ("game",),
                said,
                "Add a line such as `game: <id>`; `listbuilder games` lists them.",
            )
            raise DocumentError(problem.message, (problem,))
        if not self.document.plain:
            self.look_at(data, ())
        texts = {key: self.text(data, (), key, most) for key, most in LIST.texts.items()}
        rest = {key: value for key, value in data.items() if key not in LIST.all}
        rows = {key: self.rows(key, one.most) for key, one in LIST.rows.items()}
        self.count_copies(rows["models"])
        for key in LIST.rows:
            self.tell_apart(key, rows[key])
        return ListDocument(
            game=game,
            **texts,
            limit=self.number(data, (), "limit", LIST.all["limit"].least, LIST.numbers["limit"]),
            models=rows["models"],
            groups=rows["groups"],
            keys={key: value for key, value in rest.items() if not key.startswith("x-")},
            extras={key: value for key, value in rest.items() if key.startswith("x-")},
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
        return tuple([self.row(item, (key, index), own) for index, item in enumerate(raw[:most])])

    def tell_apart(self, key: str, rows: Sequence[Row]) -> None:
        """Written ids are kept as they are, so each may be written once."""
        seen: set[str] = set()
        for index, row in enumerate(rows):
            if row.id is None:
                continue
            if row.id in seen:
                what = f"Another of the {key} has the id `{row.id}`."
                found = self.problem("id.repeated", (key, index, "id"), what, "Give one of them another id.")
                self.problems.append(changed(found, severity="warning"))
            seen.add(row.id)

    def row(self, item: Tree, path: Path, own: OwnKeys) -> Row:
        """One model or group."""
        if not isinstance(item, dict):
            self.add(
                "key.type",
                path,
                f"{format_path(path)} must be keys and values, such as `name: Tod`.",
                "Write `- {key: value}` or one `key: value` a line.",
            )
            return Row(count=0)
        said: dict[str, Tree] = {}
        keys: dict[str, Tree] = {}
        extras: dict[str, Tree] = {}
        known = own.all
        for key, value in item.items():
            if key in known:
                said[key] = value
            elif key.startswith("x-"):
                extras[key] = value
            else:
                keys[key] = value
        if not said:
            return made_of(Row, {**UNSAID, "keys": keys, "extras": extras})
        texts = {key: self.text(said, path, key, most) for key, most in own.texts.items() if key in said}
        count = self.count(said, path, own)
        return made_of(Row, {**UNSAID, **texts, "count": count, "keys": keys, "extras": extras})

    def count(self, item: Mapping[str, Tree], path: Path, own: OwnKeys) -> int:
        """How many identical ones a row stands for; nobody where that can't be read."""
        if item.get("count") is None or "count" not in own.all:
            return 1
        return (
            self.number(
                item, path, "count", own.all["count"].least, own.numbers["count"], " Until then it counts as nothing."
            )
            or 0
        )

    def text(self, data: Mapping[str, Tree], path: Path, key: str, most: int) -> str | None:
        """A text of limited length; numbers are taken as they are spelt, and blanks alone are nothing."""
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
            self.add(
                "key.range",
                (*path, key),
                f"`{key}` has {len(str(value))} characters; {most} is the most.",
                "Shorten it.",
            )
        return on_one_line(str(value)[:most]) if key != "notes" else str(value)[:most]

    def number(
        self, data: Mapping[str, Tree], path: Path, key: str, least: int, most: int, until: str = ""
    ) -> int | None:
        """A whole number within bounds; `until` says what holds where it is none."""
        value = data.get(key)
        if value is None:
            return None
        if type(value) is not int:
            self.add(
                "key.type",
                (*path, key),
                f"`{key}` must be a whole number from {least} to {most}, not {spelled(value)}.",
                f"Write `{key}: {least}` or more.{until}",
            )
        elif not least <= value <= most:
            self.add(
                "key.range",
                (*path, key),
                f"`{key}` must be from {least} to {most}, not {value}.",
                f"Write a number from {least} to {most}.{until}",
            )
        else:
            return value
        return None

    def count_copies(self, models: tuple[Row, ...]) -> None:
        """Refuse lists that no table could hold."""
        copies = sum(row.count for row in models)
        if copies > MAX_COPIES:
            self.add(
                "key.range", ("models",), f"The list has {copies} models; {MAX_COPIES} is the most.", "Split the list."
            )

    def look_at(self, value: Mapping[str, Tree] | Sequence[Tree], path: Path) -> None:
        """Look at every name and value for what a reader of the list could not see; notes are read as they are."""
        steps: Iterable[tuple[str | int, Tree]] = value.items() if isinstance(value, Mapping) else enumerate(value)
        for step, item in steps:
            if isinstance(step, str):
                self.one_line(step, path, step)
                if step == "notes" or step.startswith("x-"):
                    continue
            if isinstance(item, str):
                self.one_line(item, path, step)
            elif isinstance(item, dict | list):
                self.look_at(item, (*path, step))

    def one_line(self, text: str, above: Path, step: str | int) -> None:
        """Names and values are one line, of letters that are what they look like."""
        if text.isascii() and text.isprintable():
            return
        path = (*above, step)
        shown = show(text, 40)
        if on_one_line(text) != text:
            self.add("key.line", path, f'"{shown}" has a line break or a tab in it.', "Write it on one line.")
        if (message := told_letter(text, shown)) is not None:
            hint = "Type it again on your own keyboard, unless it is meant."
            self.problems.append(changed(self.problem("name.letters", path, message, hint), severity="warning"))

    def add(self, code: str, path: Path, message: str, hint: str) -> None:
        """Note a problem."""
        self.problems.append(self.problem(code, path, message, hint))

    def problem(self, code: str, path: Path, message: str, hint: str) -> Finding:
        """A problem with its place in the file."""
        line = self.document.line(path) if self.document.lines else None
        return Finding(
            code=code, message=message, hint=hint, where=format_path(path), file=self.document.file, line=line
        )
