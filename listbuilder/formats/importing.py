"""Take lists in, whatever they are written in: share codes, JSON, YAML or text, alone or with talk around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from listbuilder.catalogue import Game
from listbuilder.errors import DocumentError
from listbuilder.formats.code import code_in, read_code
from listbuilder.formats.imported import Imported
from listbuilder.formats.text.read import read_text
from listbuilder.lists.canonical import canonical
from listbuilder.reading import Document, Tree, read_bytes
from listbuilder.reading.decoding import clean_text, decode
from listbuilder.reading.refusal import refuse_one
from listbuilder.record import record

__all__ = ["Found", "find_lists", "import_list"]

Load = Callable[[str], Game]
# Signs without width that chats put between letters; no list may hold them, and no player typed them.
UNSEEN = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))


@record
class Found:
    """One list in a source: what it is for, where it begins, and how to read it."""

    game: str
    line: int
    read: Callable[[bool], Imported]


def find_lists(
    raw: bytes, load: Load, ids: Iterable[str], game: str | None = None, file: str | None = None
) -> tuple[Found, ...]:
    """Every list in some bytes; reading one gives it in canonical form, or DocumentError with every problem."""
    text = decode(raw, file)
    code = code_in(text)
    if code:
        return (_document(read_code(code), load),)
    try:
        document = read_bytes(raw, file=file)
    except DocumentError:
        document = None
        if (file and file.lower().endswith((".yaml", ".yml", ".json"))) or text.lstrip().startswith("{"):
            raise
    if document and isinstance(document.data.get("game"), str) and isinstance(document.data.get("models", []), list):
        return (_document(document, load),)
    found = read_text(clean_text(text.translate(UNSEEN), file), load, ids, game)
    return tuple(Found(game=one.game.id, line=one.line, read=_placed(one.read, file)) for one in found)


def import_list(
    raw: bytes, load: Load, ids: Iterable[str], game: str | None = None, file: str | None = None
) -> dict[str, Tree]:
    """The one list in some bytes; where there are several, DocumentError."""
    found = find_lists(raw, load, ids, game, file)
    if len(found) > 1:
        hint = "Write each to a file of its own with `import --list all`."
        raise refuse_one("import.several", f"there are {len(found)} lists in this", hint, file, found[1].line)
    return dict(found[0].read(False).tree)


def _document(document: Document, load: Load) -> Found:
    game = load(str(document.data.get("game")))
    return Found(game=game.id, line=1, read=lambda skip: Imported(tree=canonical(document.data, game)))


def _placed(read: Callable[[bool], Imported], file: str | None) -> Callable[[bool], Imported]:
    """The same, with the file's name in every finding."""

    def placed(skip: bool) -> Imported:
        try:
            return read(skip)
        except DocumentError as error:
            raise DocumentError(
                str(error), tuple(one.at(file or one.file, one.line) for one in error.findings)
            ) from error

    return placed
