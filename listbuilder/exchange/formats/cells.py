"""Lists as tables: every key of a list, model or group is a cell of text that reads back as the same value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.spelling import did_you_mean
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.formats.import_result import ImportedList, KeptLine
from listbuilder.exchange.formats.text.line_reader import LineReader, TextLine
from listbuilder.exchange.formats.text.name_lookup import NameTable
from listbuilder.exchange.formats.text.quoted_text import dequote, is_quoted, json_text
from listbuilder.exchange.formats.text.text_heading import free_value
from listbuilder.exchange.formats.text.write_text import TextWriter
from listbuilder.lists.canonical import canonical
from listbuilder.lists.document import LIST, own_keys
from listbuilder.storage.reading import Tree, refuse

KINDS = {"list": "list", "models": "model", "groups": "group"}


class Cells(NamedTuple):
    """One row of a table: what it is about, the line it stands on, and its cells by key."""

    kind: str
    line: int
    cells: Mapping[str, str]


class CellWriter:
    """Writes the cells of one list."""

    def __init__(self, judged: JudgedList) -> None:
        self.writer = TextWriter(judged)
        self.names = {"list": self.writer.list, "models": self.writer.model, "groups": self.writer.group}

    def cell(self, kind: str, key: str, value: Tree) -> str:
        """One value as text."""
        names = self.names[kind]
        field = names.sheet.fields.get(key)
        phrases = field.write_phrases(value, names.game) if field else []
        if phrases:
            return ", ".join(phrases)
        if key in names.sheet.slots or field:
            return self.writer.value_of(key, value, names)
        if key in own_keys(kind).texts:
            text = str(value)
            # Readers trim cells and join lines, so text that would change is quoted; so is what begins with a quote
            # already.
            return json_text(text) if text[:1] == '"' or text != " ".join(text.split()) else text
        return self.writer.rest(value)


def read_cells(game: Game, rows: list[Cells], skip: bool) -> ImportedList:
    """The list in the rows of a table; DocumentError for cells that can't be read, unless `skip` leaves them out."""
    tree: dict[str, Tree] = {}
    found: dict[str, list[Tree]] = {key: [] for key in LIST.rows}
    problems: list[Finding] = []
    kept: list[KeptLine] = []
    for row in rows:
        values, wrong = _row(game, row)
        problems += [problem for _, problem in wrong]
        kept += [
            KeptLine(line=row.line, text=text, section=row.kind, row=len(found.get(row.kind, ()))) for text, _ in wrong
        ]
        if row.kind == "list":
            tree.update(values)
        elif values or not wrong:
            found[row.kind].append(values)
    if problems and not skip:
        raise refuse(problems)
    whole = {**tree, "game": game.id, **{key: rows for key, rows in found.items() if rows}}
    account = tuple((row.line, f"a {KINDS[row.kind]}" if row.kind != "list" else "the list itself") for row in rows)
    return ImportedList(tree=canonical(whole, game), kept=tuple(kept), findings=tuple(problems), account=account)


def _row(game: Game, row: Cells) -> tuple[dict[str, Tree], list[tuple[str, Finding]]]:
    """The values of one row, and the cells that can't be read with what is wrong."""
    sheet = {"list": game.list, "models": game.model, "groups": game.group}[row.kind]
    own = own_keys(row.kind)
    reader = LineReader(NameTable(game, sheet), own.all)
    values: dict[str, Tree] = {}
    wrong: list[tuple[str, Finding]] = []
    for key, text in row.cells.items():
        name = key if key.startswith("x-") else reader.key(key) or ""
        line = TextLine()
        if not name:
            hint = did_you_mean(key, (*own.all, *sheet.slots, *sheet.fields)) or "Take the column out."
            line.problems.append((f"`{key}` is no key of a {KINDS[row.kind]}.", hint))
        elif name in sheet.slots or name in sheet.fields:
            reader.keyed(name, text, line)
        elif name in own.texts:
            line.keys[name] = dequote(text) if is_quoted(text) else text
        else:
            line.keys[name] = free_value(text)
        line.problems += [(f'"{one}" is nothing in {game.name}.', f"Check `{key}`.") for one in line.unknown]
        wrong += [
            (f"{key}: {text}", Finding(code="import.cell", message=fact, hint=hint, line=row.line))
            for fact, hint in line.problems
        ]
        values |= {} if line.problems else line.keys
    return values, wrong
