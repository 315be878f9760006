"""A paste taken apart into lines: quote marks, bullets, numbers, Markdown, emoji and code fences go, the words stay.

Text goes in, a `PastedLine` for each line comes out, with its number and what it looked like. It knows no game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from listbuilder.formats.text.tokens import is_quoted, squeeze

__all__ = ["PastedLine", "pasted_lines"]

FENCES = ("```", "~~~")
DECORATION = frozenset("-=_*~#|+.>` \t–—•")
HEADING = re.compile(r"#{1,6} ")
NUMBER = re.compile(r"(\d{1,3})(?:[.):](?=\s|$)|\ufe0f?\u20e3)")
BOX = re.compile(r"\[[ xX]\] ")
MARKS = re.compile(r"(\\.)|\*\*?|__|~~|`")
ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|~])")
KEPT_SIGNS = frozenset("\"'([{“‘„«")


@dataclass(frozen=True)
class PastedLine:
    """One line: `raw` as it was pasted, `body` without what stood around the words; `block` is its code fence."""

    number: int
    raw: str
    body: str
    indent: int = 0
    numbered: bool = False
    bulleted: bool = False
    heading: int = 0
    block: int = 0

    @cached_property
    def text(self) -> str:
        """The words of the line, ready to be taken apart: without marks, links, emoji and quotation marks around it."""
        return squeeze(_plain_marks(_without_ends(self.body)))

    @property
    def decoration(self) -> bool:
        """Whether it only sets lines apart: a rule, an underline, a code fence."""
        raw = self.raw.strip()
        return self.blank and raw != "" and (set(raw) <= DECORATION or raw.lstrip("> ").startswith(FENCES))

    @property
    def blank(self) -> bool:
        """Whether it says nothing."""
        return not any(char.isalnum() or char == '"' for char in self.body)


def pasted_lines(text: str) -> list[PastedLine]:
    """Every line of a text."""
    lines = text.split("\n")
    marked = any(HEADING.match(line.lstrip(" >")) for line in lines)
    return list(_lines(lines, marked))


def _lines(lines: list[str], marked: bool) -> Iterator[PastedLine]:
    block, inside = 0, False
    for number, raw in enumerate(lines, 1):
        rest = _unquoted(raw.replace("\t", "    ").rstrip())
        if rest.lstrip().startswith(FENCES) and _is_fence(rest.strip()):
            inside = not inside
            block += inside
            yield PastedLine(number, raw, "")
        else:
            yield _line(number, raw, rest, marked and not inside, block if inside else 0)


def _is_fence(text: str) -> bool:
    """Three signs or more, and one word at most behind them."""
    word = text.lstrip("`~")
    return "`" not in word and " " not in word.strip()


def _unquoted(text: str) -> str:
    """A line without the `>` of a quoted message before it."""
    while text.lstrip().startswith(">"):
        text = text.lstrip()[1:].removeprefix(" ")
    return text


def _line(number: int, raw: str, text: str, marked: bool, block: int) -> PastedLine:
    body = text.lstrip()
    indent = len(text) - len(body)
    level = HEADING.match(body) if marked else None
    heading = len(level[0]) - 1 if level else 0
    body, numbered, bulleted = _without_bullet(body[level.end() :] if level else body)
    if marked:
        # A single backslash at the end breaks the line; two are one that was meant.
        body = body[:-1] if (len(body) - len(body.rstrip("\\"))) % 2 else body
        body = ESCAPED.sub(r"\1", MARKS.sub(lambda found: found[1] or "", body)).replace("&amp;", "&")
    return PastedLine(number, raw, body.rstrip(), indent, numbered, bulleted, heading, block)


def _without_bullet(text: str) -> tuple[str, bool, bool]:
    """A line without numbers, bullets, boxes and emoji before its words, and which of these there were."""
    numbered = bulleted = False
    at = 0
    while at < len(text):
        number = NUMBER.match(text, at)
        box = BOX.match(text, at)
        char, after = text[at], text[at + 1 : at + 2]
        if number and not numbered:
            at, numbered = number.end(), True
        elif box:
            at, bulleted = box.end(), True
        elif char.isspace():
            at += 1
        elif char.isalnum() or char in KEPT_SIGNS or _begins_word(char, after):
            break
        else:
            at, bulleted = at + 1, True
    return text[at:], numbered, bulleted


def _begins_word(sign: str, after: str) -> bool:
    """Whether a sign belongs to the word behind it: the sign of a raise, or what makes a word bold."""
    return after.isdecimal() if sign in "+-" else sign in "\\*_`~" and after not in ("", " ")


def _without_ends(text: str) -> str:
    """A line without emoji behind it, and without quotation marks that only go around it."""
    end = len(text)
    while end and (text[end - 1] == " " or unicodedata.category(text[end - 1]) in ("Mn", "Sk", "So")):
        end -= 1
    text = text[:end]
    for left, right in ("“”", "‘’", "„“", "«»", "''"):
        if len(text) > 2 and text[0] == left and text[-1] == right:
            return text[1:-1].strip()
    text = text.lstrip("“„«‘") if text[:1] in "“„«‘" else text
    text = text.rstrip("”»") if text[-1:] in ("”", "»") else text
    return text.strip('"').strip() if text.count('"') == 1 and not is_quoted(text) and text.strip('"') != text else text


def _plain_marks(text: str) -> str:
    """A line without the signs that make words bold or slanted, and with links as their words alone."""
    if '"' in text or not any(sign in text for sign in "*_`~]"):
        return text
    text = MARKS.sub(lambda found: found[1] or "", text)
    while (middle := text.find("](")) > 0:
        start, end = text.rfind("[", 0, middle), text.find(")", middle)
        if start < 0 or end < 0:
            break
        text = text[:start] + text[start + 1 : middle] + text[end + 1 :]
    return text.strip()
