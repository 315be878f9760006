"""Take a list in, whatever it is written in: a share code, JSON, YAML or text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from listbuilder.catalogue import Game
from listbuilder.errors import DocumentError
from listbuilder.formats.code import code_in, read_code
from listbuilder.formats.text.read import read_text_list
from listbuilder.lists.canonical import canonical
from listbuilder.reading import Tree, read_bytes
from listbuilder.reading.decoding import clean_text, decode

__all__ = ["import_list"]


def import_list(
    raw: bytes, load: Callable[[str], Game], ids: Iterable[str], game: str | None = None, file: str | None = None
) -> dict[str, Tree]:
    """The canonical list in some bytes, or DocumentError with every problem and its line."""
    text = decode(raw, file)
    code = code_in(text)
    if code:
        document = read_code(code)
        return canonical(document.data, load(str(document.data.get("game"))))
    try:
        tree = read_bytes(raw, file=file).data
    except DocumentError:
        tree = {}
        if (file and file.lower().endswith((".yaml", ".yml", ".json"))) or text.lstrip().startswith("{"):
            raise
    if isinstance(tree.get("game"), str) and isinstance(tree.get("models", []), list):
        return canonical(tree, load(str(tree["game"])))
    try:
        return read_text_list(clean_text(text, file), load, ids, game)
    except DocumentError as error:
        placed = tuple(one.at(file or one.file, one.line) for one in error.findings)
        raise DocumentError(str(error), placed) from error
