"""Words of a shell's command line: read up to the cursor as the shell would, and written so that it reads them back."""

from __future__ import annotations

import re
from typing import NamedTuple

SPACE = " \t\n"
# What a double quote leaves special.
SPECIAL = '"\\$`'


class Typed(NamedTuple):
    """A line up to the cursor: whole words, the word at the cursor, the quote that is open there.

    `fixed` is the part of the last word that the shell leaves alone when it puts a completion in: all before the last
    character at which it breaks words, or before the open quote.
    """

    words: tuple[str, ...]
    last: str
    quote: str = ""
    fixed: str = ""


def read_line(line: str, breaks: str = "") -> Typed:
    """The words of a line; `breaks` are the characters at which the shell's own line editor breaks them further."""
    words: list[str] = []
    word, quote, fixed, inside = "", "", 0, False
    at = 0
    while at < len(line):
        char = line[at]
        at += 1
        if quote:
            if char == quote:
                quote, fixed = "", len(word)
            elif char == "\\" and quote == '"' and line[at : at + 1] and line[at] in SPECIAL:
                word, at = word + line[at], at + 1
            else:
                word += char
        elif char in SPACE:
            words += [word] if inside or word else []
            word, fixed, inside = "", 0, False
        elif char == "\\":
            word, at, inside = word + line[at : at + 1], at + 1, True
        elif char in "'\"":
            quote, fixed, inside = char, len(word), True
        else:
            word += char
            fixed = len(word) if char in breaks else fixed
    return Typed(tuple(words), word, quote, word[:fixed])


def quoted(word: str, quote: str = "") -> str:
    """A word, or the rest of one behind an open quote, as the shell takes it."""
    if quote == "'":
        return word.replace("'", "'\\''")
    if quote:
        return re.sub(r'(["\\$`])', r"\\\1", word)
    return re.sub(r"([^\w@%+=:,./-])", r"\\\1", word)
