"""Find and read the lists in some bytes: rosters, pictures, share codes, list files, tables and text, with talk around.

`find_lists` tries the forms in an order that no form can be mistaken in: what says by its first bytes what it is comes
first, free text last. Reading each list is left to `FoundList.read`, so that one bad list does not spoil the others.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import is_force_document
from listbuilder.exchange.formats.cells import Cells, read_cells
from listbuilder.exchange.formats.code import MAX_CODE, code_in, read_code
from listbuilder.exchange.formats.csv_table import find_csv, read_csv
from listbuilder.exchange.formats.html_page import is_markup, page_text, read_html, without_breaks
from listbuilder.exchange.formats.import_result import ImportedList, KeptLine
from listbuilder.exchange.formats.qr import is_picture, read_qr
from listbuilder.exchange.formats.rosters import find_roster, is_roster
from listbuilder.exchange.formats.text.paste import strip_quote_marks
from listbuilder.exchange.formats.text.read_text import read_text
from listbuilder.exchange.formats.text.text_rows import typed_rows
from listbuilder.lists.canonical import canonical
from listbuilder.storage import reading
from listbuilder.storage.reading import (
    CATALOGUE_LIMITS,
    Document,
    Tree,
    clean_text,
    decode,
    read_bytes,
    refuse,
    refuse_one,
)

Load = Callable[[str], Game]
# Files that may be larger than a list, by their endings.
LARGE = (".jpeg", ".jpg", ".json", ".png", ".ros", ".rosz")
LIST_FILES = (".yaml", ".yml", ".json")
LARGE_FILES = dataclasses.replace(CATALOGUE_LIMITS, bytes=12 * 1024 * 1024)
# Characters without width that chats put between letters; no list may hold them, and no player typed them.
UNSEEN: dict[int, str | None] = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))
# Spaces of other widths that word processors and chats put in the place of plain ones.
UNSEEN |= dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")


@record
class FoundList:
    """One list in a source: its game, its first line, and a function that reads it (`True`: skip unknown lines)."""

    game: str
    line: int
    read: Callable[[bool], ImportedList]


def find_lists(
    raw: bytes,
    load: Load,
    ids: Iterable[str],
    game: str | None = None,
    file: str | None = None,
    folders: Mapping[str, Path] | None = None,
) -> tuple[FoundList, ...]:
    """Every list in some bytes; reading one gives it in canonical form, or DocumentError with every problem.

    `folders` are those of games: a roster of a game that was converted is a list of it.
    """
    if is_roster(raw):
        roster = find_roster(raw, file, load, folders or {})
        return (FoundList(game=str(roster.tree["game"]), line=1, read=lambda skip: roster),)
    if is_picture(raw):
        return tuple(_document_list(read_code(code), load) for code in read_qr(raw, file))
    text = decode(raw, file)
    code = code_in(text)
    if code and (whole := _whole_code(code, text)):
        return (_document_list(whole, load),)
    list_file = bool(file and file.lower().endswith(LIST_FILES))
    clean = clean_text(text.translate(UNSEEN), file)
    try:
        document = _whole_document(raw, text, file, list_file)
    except DocumentError:
        found = () if list_file else _embedded_lists(_unquoted_lines(clean), load, documents_in)
        if not found:
            raise
        return found
    if document:
        return (_document_list(document, load),)
    found = _lists_in_text(clean, load, list(ids), game)
    return tuple(replace(one, read=_with_file_in_findings(one.read, file)) for one in found)


def import_list(
    raw: bytes, load: Load, ids: Iterable[str], game: str | None = None, file: str | None = None
) -> dict[str, Tree]:
    """The one list in some bytes, without notes and kept lines."""
    return dict(import_one(raw, load, ids, game, file).tree)


def import_one(
    raw: bytes, load: Load, ids: Iterable[str], game: str | None = None, file: str | None = None
) -> ImportedList:
    """The one list in some bytes; where there are several, DocumentError."""
    found = find_lists(raw, load, ids, game, file)
    if len(found) > 1:
        hint = "Write each to a file of its own with `import --list all`."
        raise refuse_one("import.several", f"there are {len(found)} lists in this", hint, file, found[1].line)
    return found[0].read(False)


def _unquoted_lines(text: str) -> list[str]:
    return [strip_quote_marks(line) for line in text.split("\n")]


def _whole_code(code: str, text: str) -> Document | None:
    """The list in a share code; None where words behind the code may have been taken for a part of it."""
    try:
        return read_code(code)
    except DocumentError:
        if len(text.split()) > 1:
            return None
        raise


def _whole_document(raw: bytes, text: str, file: str | None, list_file: bool) -> Document | None:
    """The list that a whole file is, in YAML or JSON; None for other text."""
    head = text[:300]
    is_json = head.lstrip().startswith("{")
    # A published force is much larger than the list that is in it.
    limits = {"limits": CATALOGUE_LIMITS} if '"listbuilder-force"' in head else {}
    try:
        document = read_bytes(raw, file=file, **limits)
    except DocumentError:
        if list_file or is_json:
            raise
        return None
    if is_force_document(document.data):
        source = document.data.get("list")
        inner = source.get("document") if isinstance(source, dict) else None
        return Document(inner, {(): 1}, file) if isinstance(inner, dict) else None
    # A sentence with a colon behind it reads like a key; no key of a list has words in it.
    keyed = list_file or not any(" " in key for key in document.data)
    if keyed and isinstance(document.data.get("game"), str) and isinstance(document.data.get("models", []), list):
        return document
    if is_json:
        raise refuse_one("import.game", "this is JSON and no list: it does not say `game`", "Export it again.", file, 1)
    return None


def _lists_in_text(text: str, load: Load, ids: list[str], game: str | None) -> tuple[FoundList, ...]:
    """The lists in a text that is no list file as a whole."""
    page = is_markup(text)
    table = read_html(text) if page else None
    if table and (table[0] or game):
        return (_table_list(table[1], load(str(table[0] or game))),)
    lines = _unquoted_lines(text)
    place = None if page else find_csv(lines)
    if not place:
        text = page_text(text) if page else without_breaks(text)
        lines = _unquoted_lines(text)
        place = find_csv(lines)
    table = read_csv("\n".join(lines[place[0] : place[1]]), place[0]) if place else None
    if place and table and (table[0] or game):
        return (_table_list(table[1], load(str(table[0] or game)), _surrounding_lines(lines, range(*place))),)
    if found := _embedded_lists(lines, load, codes_in, documents_in):
        return found
    return tuple(FoundList(game=one.game.id, line=one.line, read=one.read) for one in read_text(text, load, ids, game))


def _document_list(document: Document, load: Load, kept: tuple[KeptLine, ...] = (), line: int = 1) -> FoundList:
    game = load(str(document.data.get("game")))

    def read(skip: bool) -> ImportedList:
        return ImportedList(tree=canonical(_with_typed_models(document, game), game), kept=kept)

    return FoundList(game=game.id, line=line, read=read)


def _with_typed_models(document: Document, game: Game) -> dict[str, Tree]:
    """The keys of a list file in which some models are lines of text, as people type them: `- 3x Archer, Long Bow`."""
    models = document.data.get("models")
    if not isinstance(models, list) or not any(isinstance(one, str) for one in models):
        return document.data
    rows: list[Tree] = []
    wrong: list[Finding] = []
    for at, one in enumerate(models):
        try:
            rows += typed_rows(game, one) if isinstance(one, str) else [one]
        except EditError as error:
            line = document.line(("models", at))
            told = ((found.message, found.hint) for found in error.findings)
            wrong += [
                Finding(code="import.name", message=message, hint=hint, line=line, file=document.file)
                for message, hint in told
            ]
    if wrong:
        raise refuse(wrong)
    return {**document.data, "models": rows}


def _table_list(rows: list[Cells], game: Game, talk: tuple[KeptLine, ...] = ()) -> FoundList:
    def read(skip: bool) -> ImportedList:
        found = read_cells(game, rows, skip)
        return replace(found, kept=(*talk, *found.kept))

    return FoundList(game=game.id, line=rows[0].line if rows else 1, read=read)


def _surrounding_lines(lines: list[str], inside: Container[int]) -> tuple[KeptLine, ...]:
    """The lines around a document that say something."""
    talk = [(at, line) for at, line in enumerate(lines) if at not in inside and any(map(str.isalnum, line))]
    return tuple(KeptLine(line=at + 1, text=line.strip()) for at, line in talk)


def _with_file_in_findings(read: Callable[[bool], ImportedList], file: str | None) -> Callable[[bool], ImportedList]:
    def placed(skip: bool) -> ImportedList:
        try:
            return read(skip)
        except DocumentError as error:
            findings = tuple(one.at(file or one.file, one.line) for one in error.findings)
            raise DocumentError(str(error), findings) from error

    return placed


# Share codes and list files inside other text: a chat around a code, YAML or JSON between code fences or talk.

CODE = re.compile(r"LB\d{1,3}-[A-Za-z0-9_-]{8,}")
CODE_PART = re.compile(r"[A-Za-z0-9_-]{8,}")
GAME_KEY = re.compile(r"[> ]*(?:game:|\{? ?\"game\" ?:|\{ *$|\{ *\"game\")")
YAML_LINE = re.compile(r"\s*$|\s|[-#}\]]|[a-z][a-z0-9-]*:")
# Each try parses what may be the rest of the text; a text with more starts than this is not made of lists.
MOST_TRIES = 20


class EmbeddedDocument(NamedTuple):
    """A document inside a text, and its lines from `start` to before `end`."""

    document: Document
    start: int
    end: int


def _embedded_lists(
    lines: list[str], load: Load, *finders: Callable[[list[str]], Iterator[EmbeddedDocument]]
) -> tuple[FoundList, ...]:
    """The documents in some lines; the talk before and behind them goes with the first."""
    pieces = sorted((piece for find in finders for piece in find(lines)), key=lambda piece: piece.start)
    inside = {at for piece in pieces for at in range(piece.start, piece.end)}
    talk = _surrounding_lines(lines, inside)
    return tuple(
        _document_list(piece.document, load, talk if piece.start == pieces[0].start else (), piece.start + 1)
        for piece in pieces
    )


def codes_in(lines: list[str]) -> Iterator[EmbeddedDocument]:
    """The share codes in some lines; one that is broken over lines is put together again."""
    at = 0
    known: set[str] = set()
    while at < len(lines):
        after = at + 1
        for found in CODE.finditer(lines[at]):
            parts, end = [found[0]], at + 1
            last = found.end() == len(lines[at].rstrip())
            while last and end < len(lines) and (part := _code_part(lines[end])):
                parts.append(part)
                end += 1
            piece = _joined_code(parts, at)
            after = max(after, piece.end)
            # A reply quotes the code that it answers.
            if (same := repr(piece.document.data)) not in known:
                known.add(same)
                yield piece
        at = after


def _code_part(line: str) -> str:
    """The part of a code that a line is, where it is one and begins no code itself."""
    bare = line.strip("> ")
    return bare if CODE_PART.fullmatch(bare) and not CODE.match(bare) else ""


def _joined_code(parts: list[str], at: int) -> EmbeddedDocument:
    """The code that the first of some parts make, without the signs that a chat puts around it."""
    first: DocumentError | None = None
    # The longest first: a word of the next line may look like the rest of the code.
    for size in range(len(parts), 0, -1):
        whole = "".join(parts[:size])[: MAX_CODE + 1]
        # Chats put underscores or dashes around what is slanted or struck.
        for code in dict.fromkeys([whole, whole.rstrip("_-")]):
            try:
                return EmbeddedDocument(read_code(code), at, at + size)
            except DocumentError as error:
                first = first or error
    assert first is not None
    raise DocumentError(str(first), tuple(one.at(one.file, at + 1) for one in first.findings)) from first


def documents_in(lines: list[str]) -> Iterator[EmbeddedDocument]:
    """The list files in some lines: from `game:` to the first line that can't be part of the file."""
    at = tried = 0
    while at < len(lines) and tried < MOST_TRIES:
        document = None
        if GAME_KEY.match(lines[at]):
            tried += 1
            end = at + 1
            while end < len(lines) and YAML_LINE.match(lines[end]) and not lines[end].startswith("```"):
                end += 1
            document = _list_document("\n".join(lines[at:end]))
        if document:
            yield EmbeddedDocument(document, at, end)
        at = end if document else at + 1


def _list_document(text: str) -> Document | None:
    try:
        document = reading.read_text(text)
    except DocumentError:
        return None
    models = document.data.get("models")
    return document if isinstance(document.data.get("game"), str) and isinstance(models, list) else None
