"""Text lists in: lines as a person typed or pasted them, a list tree out, or every problem with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

from listbuilder.catalogue import Game
from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.formats.markdown import unmark
from listbuilder.formats.text.items import Line, LineReader
from listbuilder.formats.text.naming import Names
from listbuilder.formats.text.tokens import dequote, find_top, is_quoted, split_top, without_points
from listbuilder.lists.canonical import canonical
from listbuilder.lists.own_keys import LIST, ROW
from listbuilder.reading import Tree
from listbuilder.values import slug

__all__ = ["read_text_list"]

MAX_TEXT, MAX_LINE, MAX_PROBLEMS = 256 * 1024, 4000, 20
LIST_KEYS = (*LIST.head, *LIST.tail)
SECTIONS = {
    **dict.fromkeys(("model", "models", "roster", "unit", "units", "squad", "list", "team", "band"), "models"),
    **dict.fromkeys(("group", "groups"), "groups"),
}
SHAPE = re.compile(r"(?P<indent>\s*)(?:(?P<number>\d{1,3}[.)])\s+|(?P<bullet>[-*•–—>+])\s+)?(?P<body>.*)")
JSON = re.compile(r"[{\[]|(?:true|false|null|-?\d+(?:\.\d+)?)$")
TOTAL = re.compile(
    r"(?:(?:grand )?total|points|sum|cost)\W*\d+(?:\s*(?:/|of)\s*\d+)?\s*\w*\W*"
    r"|\d+(?:\s*(?:/|of)\s*\d+)?\s*(?:pts?|points?|total)?\W*",
    re.IGNORECASE,
)


def read_text_list(
    text: str, load: Callable[[str], Game], ids: Iterable[str], game: str | None = None
) -> dict[str, Tree]:
    """The list that a text describes; `game` says which game it is for where the text does not."""
    if len(text) > MAX_TEXT:
        raise DocumentError(
            "the text is too long for a list", (_finding("file.too-large", "The text is too long.", "Shorten it."),)
        )
    if re.match(r"\s*#+\s", text) or "\n#" in text:
        text = unmark(text)
    lines = text.splitlines()
    if len([line for line in lines if line.strip()]) == 1 and find_top(text, "|", nested=False) >= 0:
        lines = split_top(text, "|", nested=False)
    return _TextReader(load(game or _game_in(lines, list(ids))), lines).read()


def _game_in(lines: list[str], ids: list[str]) -> str:
    """The one game that a text names."""
    for line in lines:
        words = slug(line.partition(",")[0].partition(":")[2] or line.partition(",")[0]) if not is_quoted(line) else ""
        if words in ids:
            return words
    said = {id for line in lines if not is_quoted(line.strip()) for id in ids if f"-{id}-" in f"-{slug(line)}-"}
    if len(said) == 1:
        return said.pop()
    fact = f"The text names {' and '.join(sorted(said))}." if said else "The text does not say which game it is for."
    raise DocumentError(fact, (_finding("import.game", fact, f"Say --game with one of {', '.join(ids)}.", 1),))


class _TextReader:
    """Reads one text."""

    def __init__(self, game: Game, lines: list[str]) -> None:
        self.game = game
        self.lines = lines
        self.model = LineReader(Names(game, game.model))
        self.group = LineReader(Names(game, game.group))
        self.own = LineReader(Names(game, game.list), LIST_KEYS)
        self.tree: dict[str, Tree] = {"game": game.id}
        self.rows: dict[str, list[dict[str, Tree]]] = {kind: [] for kind in LIST.rows}
        self.section = "models"
        self.row: dict[str, Tree] | None = None
        self.row_line, self.indent, self.blank, self.headed = 0, 0, False, False
        self.problems: list[Finding] = []

    def read(self) -> dict[str, Tree]:
        """The whole list."""
        for number, line in enumerate(self.lines, 1):
            if not re.search(r'[\w"]', line):
                self.blank = self.blank or not line.strip()
                continue
            if len(line) > MAX_LINE:
                self.problems.append(_finding("import.line", "The line is too long.", "Break it up.", number))
            elif len(self.problems) < MAX_PROBLEMS:
                self.line(number, line.replace("\t", "    ").rstrip())
            self.blank = False
        self.close()
        if self.problems:
            raise DocumentError("the text can't be read as a list", tuple(self.problems))
        rows = {key: list(rows) for key, rows in self.rows.items() if rows}
        return canonical({**self.tree, **rows}, self.game)  # type: ignore[dict-item]

    def line(self, number: int, text: str) -> None:
        """One line that says something."""
        shape = SHAPE.fullmatch(text)
        assert shape is not None
        body = shape["body"].strip()
        if self.heading(body) or self.key_line(body, number) or TOTAL.fullmatch(body):
            return
        started = any(self.rows.values()) or self.row is not None
        if not started and (self.game_line(body) or self.title(body, shape["number"])):
            return
        reader = self.group if self.section == "groups" else self.model
        self.row_text(reader, body, number, len(shape["indent"]), shape["number"] is not None)

    def heading(self, body: str) -> bool:
        """A heading such as `Models` begins a section."""
        word = slug(without_points(body.strip(":=*# ")))
        kinds = {slug(self.game.kind_name(slot.kind, many=True)) for slot in self.game.model.slots.values()}
        section = SECTIONS.get(word) or ("models" if word in kinds else None)
        if section is None or (is_quoted(body) or self.model.names.exact(body)):
            return False
        self.close()
        self.section, self.headed = section, True
        return True

    def key_line(self, body: str, number: int) -> bool:
        """`Key: value` of the list, or of the row above where the key is one of its own."""
        at = find_top(body, ":")
        key = slug(body[:at]) if at > 0 and not body.startswith('"') else ""
        value = body[at + 1 :].strip()
        if self.row is not None or any(self.rows.values()):
            if (key in LIST.tail or body.startswith("x-")) and self.row is not None:
                self.row[body[:at].strip() if body.startswith("x-") else key] = self.free(value)
                return True
            return False
        if body.startswith("x-") and at > 0:
            self.tree[body[:at].strip()] = self.free(value)
            return True
        if key in LIST_KEYS:
            self.list_key(key, value, number)
            return True
        found = self.own.names.keys.get(key)
        if not found:
            return False
        line = Line()
        self.own.keyed(found, value, line)
        self.note(line, number, self.own)
        self.tree.update(line.keys)
        return True

    def list_key(self, key: str, value: str, number: int) -> None:
        """One of the keys that every list may have."""
        if key == "game":
            self.game_line(value)
        elif key == "limit" and re.search(r"\d", value):
            self.tree[key] = int(re.sub(r"\D.*", "", value.strip()) or 0)
        elif key == "format":
            bare = dequote(value) if is_quoted(value) else re.sub(r"\s*[\[(].*$", "", value)
            found = self.game.format(bare)
            self.tree[key] = found.id if found else bare
        else:
            self.tree[key] = self.free(value) if key in LIST.tail else dequote(value)

    def free(self, value: str) -> Tree:
        """A text as it stands; in quotes or as JSON where it was written so."""

        if (
            is_quoted(value)
            or value[:1] in "{["
            or value in ("true", "false", "null")
            or re.fullmatch(r"-?\d+(\.\d+)?", value)
        ):
            try:
                found: Tree = json.loads(value)
            except ValueError:
                return value
            return found
        return value

    def game_line(self, body: str) -> bool:
        """The line with the game, its format and the total."""
        parts = split_top(body)
        if (
            is_quoted(body)
            or not parts
            or slug(parts[0].partition(":")[2] or parts[0]) not in (self.game.id, slug(self.game.name))
        ):
            return False
        for part in parts[1:]:
            found = self.game.format(part)
            if found:
                self.tree["format"] = found.id
        return True

    def title(self, body: str, number: str | None) -> bool:
        """The first line that is no model, no entry and no key is the name of the list."""
        if "name" in self.tree or number or self.headed:
            return False
        if is_quoted(body):
            self.tree["name"] = dequote(body)
            return True
        if find_top(body, ",:") >= 0:
            return False
        battle = self.game.format(re.sub(r"[\s–—-]+$", "", without_points(body)))
        if battle:
            self.tree["format"] = battle.id
            return True
        line = self.model.read(body)
        if line.keys or line.problems or not line.unknown:
            return self.list_picks(body)
        if self.list_picks(body):
            return True
        bare = without_points(body)
        self.tree["name"] = bare or body
        return True

    def list_picks(self, body: str) -> bool:
        """A line of nothing but entries of the list itself."""
        line = self.own.read(body)
        if not line.keys or line.unknown or line.problems or self.model.names.find(body):
            return False
        self.tree.update(line.keys)
        return True

    def row_text(self, reader: LineReader, body: str, number: int, indent: int, numbered: bool) -> None:
        """A line about a model or group: a new one, or more of the one above."""
        line = reader.read(body)
        if self.goes_on(reader, line, indent, numbered):
            self.note(line, number, reader)
            self.merge(line)
            return
        self.close()
        self.indent, self.row_line, self.row = indent, number, {}
        line = (reader.after_dash(without_points(body)) if line.unknown and line.name is None else None) or line
        alone = len(line.unknown) == 1 and not line.keys
        if line.leading and line.unknown and line.name is None and (reader.head in line.keys or alone):
            line.name = dequote(line.unknown.pop(0))
        self.note(line, number, reader)
        if not line.keys and line.name and not numbered and reader is self.model:
            self.row["?"] = body
        self.merge(line)

    def goes_on(self, reader: LineReader, line: Line, indent: int, numbered: bool) -> bool:
        """Whether a line belongs to the row above."""
        if self.row is None or (numbered and indent <= self.indent) or line.name is not None:
            return False
        if reader.head in line.keys:
            bare = "?" in self.row and not set(self.row) - {"?", "name", "count"}
            return reader.head not in self.row and (indent > self.indent or bare) and not self.blank
        alone = not line.keys and line.unknown
        return indent > self.indent or (not self.blank and not alone)

    def merge(self, line: Line) -> None:
        """Put what a line says into the open row."""
        assert self.row is not None
        if line.name is not None:
            self.row["name"] = line.name
        if line.count is not None:
            self.row["count"] = line.count
        for key, value in line.keys.items():
            old = self.row.get(key)
            if isinstance(old, list) and isinstance(value, list):
                self.row[key] = [*old, *value]
            elif isinstance(old, dict) and isinstance(value, dict):
                self.row[key] = {**old, **value}
            else:
                self.row[key] = value

    def close(self) -> None:
        """End the open row; a name with nothing below it was no name."""
        if self.row is None:
            return
        body = self.row.pop("?", None)
        reader = self.group if self.section == "groups" else self.model
        if body is not None and not self.row.keys() - ROW.all.keys():
            message, hint = reader.explain(str(body))
            self.problems.append(_finding("import.name", message, hint, self.row_line))
        self.rows[self.section].append(self.row)
        self.row = None

    def note(self, line: Line, number: int, reader: LineReader) -> None:
        """Keep the problems of a line."""
        for text in line.unknown[: max(MAX_PROBLEMS - len(self.problems), 0)]:
            message, hint = reader.explain(text)
            self.problems.append(_finding("import.name", message, hint, number))
        for message, hint in line.problems:
            self.problems.append(_finding("import.ambiguous", message, hint, number))


def _finding(code: str, message: str, hint: str, line: int | None = None) -> Finding:
    return Finding(code=code, message=message, hint=hint, line=line, file="<text>")
