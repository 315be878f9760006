"""Which characters a text may hold, and how to show a doubtful one.

Text goes in, NFC text or a `Problem` comes out. It must not know where the text came from.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.letters import HIDDEN, on_one_line

MARKS_IN_A_ROW = 4

_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Problem(NamedTuple):
    """What is wrong with a text, ready for a finding."""

    code: str
    message: str
    hint: str


def show(text: str, longest: int = 60) -> str:
    """Text for a message: on one line, each doubtful character escaped, cut when long."""
    cut = text if len(text) <= longest else text[: longest - 3] + "..."
    return on_one_line(cut)


def find_forbidden(text: str) -> Iterator[tuple[int, Problem]]:
    """Each character no text may hold, with its place."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return  # as nearly every text is; the search below takes ten times as long
    for match in HIDDEN.finditer(text):
        yield match.start(), _forbidden(match.group())


def check_text(text: str) -> str | Problem:
    """The text in NFC, or its first problem."""
    if (match := HIDDEN.search(text)) is not None:
        return _forbidden(match.group())
    if text.isascii():
        return text
    # Normalising sorts each run of marks in quadratic time, so that a long run must be refused first.
    if _longest_run_of_marks(text) > MARKS_IN_A_ROW:
        message = f"a text has more than {MARKS_IN_A_ROW} accents or marks on one letter"
        return Problem("file.combining-marks", message, "Remove the extra marks.")
    return unicodedata.normalize("NFC", text)


def _forbidden(char: str) -> Problem:
    number = f"U+{ord(char):04X}"
    if "\ud800" <= char <= "\udfff":
        message = f"a text has half of a character ({number})"
        return Problem("file.control-character", message, "Type the character again, or remove it.")
    if char in _DIRECTION:
        kind = "hidden text-direction character"
    else:
        kind = "control character" if unicodedata.category(char) == "Cc" else "hidden character"
    return Problem("file.control-character", f"a text has a {kind} ({number})", "Remove it: retype the text around it.")


def _longest_run_of_marks(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char)[0] == "M" else 0
        longest = max(longest, run)
    return longest
