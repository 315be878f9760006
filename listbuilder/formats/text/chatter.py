"""Whether a line that is no part of a list is talk around it: only then it may be kept without a word of complaint."""

from __future__ import annotations

from listbuilder.formats.text.counts import count_of
from listbuilder.formats.text.items import LineReader
from listbuilder.formats.text.paste import PastedLine
from listbuilder.formats.text.tokens import find_top, pieces_of
from listbuilder.values import slug

ENDS = ("?", "!", ".", "…", ")")
FEW, MANY = 4, 9


def is_chatter(line: PastedLine, reader: LineReader) -> bool:
    """Whether a line reads like talk, and nothing in it like a model that somebody misspelt."""
    text = line.text
    words = text.split()
    asks = text.endswith(("?", "!"))
    if line.numbered or (line.bulleted and not asks) or _is_counted(text, reader):
        return False
    bracketed = text[:1] == "(" and text[-1:] == ")"
    talks = len(words) >= FEW or text[-1:] in ("?", "!", ".", ",", "…", ":") or "://" in text or bracketed
    if not talks or reader.names.is_near(text):
        return False
    sentence = asks or len(words) >= MANY or (len(words) > FEW and text[-1:] in ENDS)
    return sentence or not (_is_near(text, reader) or _has_name(text, reader))


def _is_counted(text: str, reader: LineReader) -> bool:
    """Whether a price or a count stands with it, as with a model."""
    return reader.without_points(text) != text or count_of(text)[0] > 1


def _is_near(text: str, reader: LineReader) -> bool:
    """Whether a part of a line may be an entry misspelt."""
    parts = [piece for piece in pieces_of(text.replace(",", ";").replace(":", ";")) if slug(piece)]
    return any(reader.names.is_near(part.strip("().,!")) for part in parts)


def _has_name(text: str, reader: LineReader) -> bool:
    """Whether a line has the name of an entry among its words: of any behind a colon, else of what a model is."""
    whole = f"-{slug(text)}-"
    names = reader.names.all if find_top(text, ":") >= 0 else reader.head_names
    return any(f"-{slug(name)}{more}-" in whole for name in names for more in ("", "s", "es"))
