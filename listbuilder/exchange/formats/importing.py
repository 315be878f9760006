"""Take lists in, whatever they are written in: codes, JSON, YAML, CSV, HTML, text, QR codes, with talk around them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Container, Iterable

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import record, replace
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_json import is_force_document
from listbuilder.exchange.formats.cells import Cells, read_cells
from listbuilder.exchange.formats.code import code_in, read_code
from listbuilder.exchange.formats.csv_table import find_csv, read_csv
from listbuilder.exchange.formats.embedded import EmbeddedDocument, codes_in, documents_in
from listbuilder.exchange.formats.html_page import is_markup, page_text, read_html, without_breaks
from listbuilder.exchange.formats.import_result import ImportedList, KeptLine
from listbuilder.exchange.formats.qr import is_picture, read_qr
from listbuilder.exchange.formats.rosters.roster import is_roster
from listbuilder.exchange.formats.rosters.roster_game import import_roster
from listbuilder.exchange.formats.text.paste import strip_quote_marks
from listbuilder.exchange.formats.text.read_text import read_text
from listbuilder.lists.canonical import canonical
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, clean_text, decode, read_bytes, refuse_one

Load = Callable[[str], Game]
# Files that may be larger than a list, by their endings.
LARGE = (".jpeg", ".jpg", ".json", ".png", ".ros", ".rosz")
LIST_FILES = (".yaml", ".yml", ".json")
LARGE_FILES = dataclasses.replace(CATALOGUE_LIMITS, bytes=12 * 1024 * 1024)
# Signs without width that chats put between letters; no list may hold them, and no player typed them.
UNSEEN: dict[int, str | None] = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))
# Spaces of other widths that word processors and chats put in the place of plain ones.
UNSEEN |= dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")


@record
class FoundList:
    """One list in a source: what it is for, where it begins, and how to read it."""

    game: str
    line: int
    read: Callable[[bool], ImportedList]


def find_lists(
    raw: bytes, load: Load, ids: Iterable[str], game: str | None = None, file: str | None = None
) -> tuple[FoundList, ...]:
    """Every list in some bytes; reading one gives it in canonical form, or DocumentError with every problem."""
    if is_roster(raw):
        roster = import_roster(raw, file)
        return (FoundList(game=str(roster.tree["game"]), line=1, read=lambda skip: roster),)
    return _find(raw, load, list(ids), game, file)


def _find(raw: bytes, load: Load, ids: list[str], game: str | None, file: str | None) -> tuple[FoundList, ...]:
    """The same, with names as they were written."""
    if is_picture(raw):
        return tuple(_document(read_code(code), load) for code in read_qr(raw, file))
    text = decode(raw, file)
    code = code_in(text)
    if code and (whole := _code(code, text)):
        return (_document(whole, load),)
    lines = [*map(strip_quote_marks, clean_text(text.translate(UNSEEN), file).split("\n"))]
    try:
        document = _whole_document(raw, text, file)
    except DocumentError:
        pieces = [] if file and file.lower().endswith(LIST_FILES) else [*documents_in(lines)]
        if not pieces:
            raise
        return tuple(_embedded_list(piece, pieces, lines, load) for piece in pieces)
    if document:
        return (_document(document, load),)
    found = _in_text(clean_text(text.translate(UNSEEN), file), load, ids, game)
    return tuple(replace(one, read=_with_file_in_findings(one.read, file)) for one in found)


def import_list(
    raw: bytes, load: Load, ids: Iterable[str], game: str | None = None, file: str | None = None
) -> dict[str, Tree]:
    """The one list in some bytes, without what an import says besides."""
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


def _code(code: str, text: str) -> Document | None:
    """The list in a share code; None where words behind the code may have been taken for a part of it."""
    try:
        return read_code(code)
    except DocumentError:
        if len(text.split()) > 1:
            return None
        raise


def _whole_document(raw: bytes, text: str, file: str | None) -> Document | None:
    """The list that a whole file is, in YAML or JSON; None for other text."""
    head = text[:300]
    limits = {"limits": CATALOGUE_LIMITS} if '"listbuilder-force"' in head else {}
    try:
        document = read_bytes(raw, file=file, **limits)
    except DocumentError:
        if (file and file.lower().endswith(LIST_FILES)) or head.lstrip().startswith("{"):
            raise
        return None
    if is_force_document(document.data):
        source = document.data.get("list")
        inner = source.get("document") if isinstance(source, dict) else None
        return Document(inner, {(): 1}, file) if isinstance(inner, dict) else None
    fits = isinstance(document.data.get("game"), str) and isinstance(document.data.get("models", []), list)
    # A sentence with a colon behind it reads like a key; no key of a list has words in it.
    fits = fits and (bool(file and file.lower().endswith(LIST_FILES)) or not any(" " in key for key in document.data))
    if not fits and head.lstrip().startswith("{"):
        raise refuse_one("import.game", "this is JSON and no list: it does not say `game`", "Export it again.", file, 1)
    return document if fits else None


def _in_text(text: str, load: Load, ids: list[str], game: str | None) -> tuple[FoundList, ...]:
    """The lists in a text that is no list file as a whole."""
    page = is_markup(text)
    table = read_html(text) if page else None
    if table and (table[0] or game):
        return (_table(table[1], load(str(table[0] or game))),)
    text = page_text(text) if page else without_breaks(text)
    lines = [*map(strip_quote_marks, text.split("\n"))]
    place = find_csv(lines)
    table = read_csv("\n".join(lines[place[0] : place[1]]), place[0]) if place else None
    if place and table and (table[0] or game):
        return (_table(table[1], load(str(table[0] or game)), _surrounding_lines(lines, range(*place))),)
    pieces = [*codes_in(lines), *documents_in(lines)]
    if pieces:
        return tuple(_embedded_list(piece, pieces, lines, load) for piece in sorted(pieces, key=lambda one: one.start))
    return tuple(FoundList(game=one.game.id, line=one.line, read=one.read) for one in read_text(text, load, ids, game))


def _document(document: Document, load: Load, kept: tuple[KeptLine, ...] = (), line: int = 1) -> FoundList:
    game = load(str(document.data.get("game")))
    return FoundList(
        game=game.id, line=line, read=lambda skip: ImportedList(tree=canonical(document.data, game), kept=kept)
    )


def _table(rows: list[Cells], game: Game, talk: tuple[KeptLine, ...] = ()) -> FoundList:
    def read(skip: bool) -> ImportedList:
        found = read_cells(game, rows, skip)
        return replace(found, kept=(*talk, *found.kept))

    return FoundList(game=game.id, line=rows[0].line if rows else 1, read=read)


def _surrounding_lines(lines: list[str], inside: Container[int]) -> tuple[KeptLine, ...]:
    """The lines around a document that say something."""
    talk = [(at, line) for at, line in enumerate(lines) if at not in inside and any(map(str.isalnum, line))]
    return tuple(KeptLine(line=at + 1, text=line.strip()) for at, line in talk)


def _embedded_list(piece: EmbeddedDocument, pieces: list[EmbeddedDocument], lines: list[str], load: Load) -> FoundList:
    """A document in a text; the talk before and behind it goes with the first."""
    inside = {at for one in pieces for at in range(one.start, one.end)}
    first = min(one.start for one in pieces) == piece.start
    return _document(piece.document, load, _surrounding_lines(lines, inside) if first else (), piece.start + 1)


def _with_file_in_findings(read: Callable[[bool], ImportedList], file: str | None) -> Callable[[bool], ImportedList]:
    """The same, with the file's name in every finding."""

    def placed(skip: bool) -> ImportedList:
        try:
            return read(skip)
        except DocumentError as error:
            raise DocumentError(
                str(error), tuple(one.at(file or one.file, one.line) for one in error.findings)
            ) from error

    return placed
