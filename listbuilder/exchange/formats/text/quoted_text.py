"""Small pieces of text lists: quoting, and splitting outside quotes and brackets. It knows no game.

Everything here reads a line once from one end to the other, so that no text takes more than linear time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from listbuilder.base.errors import DocumentError
from listbuilder.storage.reading import Tree, read_text

STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
# Spaces that a chat may have put there; those that are part of a name are written so that they stay.
SPACES = re.compile(r"[^\S ]")
BRACKETS = re.compile(r"[()\[\]{}]")
OPEN, CLOSE, DASHES, FRESH = "([{", ")]}", "-–—", " ,:;([{|"
BETWEEN = frozenset({"with", "and", "w/", "&", "+", "/", "//", *DASHES})
# Between names without a sign: what people write for these in a hurry or in other languages.
LINKS = BETWEEN | {"w", "plus", "mit", "und", "avec", "et", "con", "y", "oraz", "a", "an", "the", "|", "="}


def json_text(value: Tree) -> str:
    """A text in double quotes, or any other value as JSON, on one line."""
    return SPACES.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def is_quoted(text: str) -> bool:
    """Whether a text is one quoted string."""
    return text[:1] == '"' and STRING.fullmatch(text) is not None


def dequote(text: str) -> str:
    """A quoted text without its quotes; other text as it is."""
    if not is_quoted(text):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        return text


def json_value(text: str) -> Tree:
    """The value that some JSON is, within the limits of a list file; ValueError for anything else."""
    try:
        found = read_text(f'{{"value": {text}}}', file="value.json").data
    except DocumentError as error:
        raise ValueError(str(error)) from error
    if set(found) != {"value"}:
        raise ValueError("more than one value")
    return found["value"]


def bracket_depth(text: str) -> int:
    """How many brackets of a text stand inside each other at most."""
    depth = most = 0
    for found in BRACKETS.finditer(text):
        depth = max(depth + (1 if found[0] in OPEN else -1), 0)
        most = max(most, depth)
    return most


def top_level_positions(text: str, signs: str, nested: bool = True) -> Iterator[int]:
    """The positions of some characters outside quotes and, if `nested`, outside brackets; one pass, in order."""
    if not any(sign in text for sign in signs):
        return
    depth, after = 0, 0
    for found in _marks(signs).finditer(text):
        at, char = found.start(), found[0]
        if at < after:
            continue
        if char == '"' and (at == 0 or text[at - 1] in FRESH) and (match := STRING.match(text, at)):
            after = match.end()
            continue
        depth = max(depth + (char in OPEN) - (char in CLOSE), 0) if nested else 0
        if char in signs and not depth:
            yield at


@lru_cache(maxsize=32)
def _marks(signs: str) -> re.Pattern[str]:
    """What may matter when some signs are looked for: they themselves, quotes and brackets."""
    return re.compile(f'[{re.escape(signs + OPEN + CLOSE)}"]')


def find_top_level(text: str, signs: str, nested: bool = True) -> int:
    """The first position of some characters outside quotes and, if `nested`, outside brackets; -1 if none."""
    return next(top_level_positions(text, signs, nested), -1)


def split_top_level(text: str, sign: str = ",", nested: bool = True) -> list[str]:
    """The parts of a text between signs that stand outside quotes and brackets."""
    cuts = [-1, *top_level_positions(text, sign, nested), len(text)]
    parts = (text[start + 1 : end].strip() for start, end in pairwise(cuts))
    return [part for part in parts if part]


def comma_separated_names(text: str) -> list[str]:
    """The names in a text with commas between them."""
    return [dequote(one) for one in split_top_level(text)]


def squeeze(text: str) -> str:
    """Collapse spaces outside quotes."""
    made: list[str] = []
    start = at = 0
    fresh = True
    while at < len(text):
        match = STRING.match(text, at) if text[at] == '"' and fresh else None
        if match:
            made += [_single(text[start:at]), match[0]]
            start = at = match.end()
            fresh = False
            continue
        fresh = text[at] in FRESH
        at += 1
    return "".join([*made, _single(text[start:])]).strip()


def _single(text: str) -> str:
    inner = " ".join(text.split())
    return f"{' ' * text[:1].isspace()}{inner}{' ' * (inner != '' and text[-1:].isspace())}"


def split_pieces(text: str) -> list[str]:
    """The parts between `with`, `and`, `w/`, `&`, `+`, `/`, dashes and semicolons; what is in brackets stays whole."""
    parts: list[list[str]] = [[]]
    for chunk in split_top_level(text, ";"):
        depth, quoted = 0, False
        for word in chunk.split(" "):
            if not depth and not quoted and word.lower() in BETWEEN:
                parts.append([])
            else:
                parts[-1].append(word)
            depth = max(depth + sum(word.count(one) for one in OPEN) - sum(word.count(one) for one in CLOSE), 0)
            quoted ^= word.count('"') % 2 == 1
        parts.append([])
    return [" ".join(part) for part in parts if any(part)]


def singular_forms(text: str) -> list[str]:
    """What a plural may be the plural of."""
    low = text.lower()
    endings = {"ies": ("y",), "ves": ("f", "fe"), "es": ("",), "s": ("",), "men": ("man",)}
    return [text[: -len(end)] + new for end, news in endings.items() if low.endswith(end) for new in news]
