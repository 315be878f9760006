"""Small pieces of text lists: quoting, splitting outside quotes and brackets, counts, points. It knows no game."""

from __future__ import annotations

import json
import re

__all__ = ["SAFE", "count_of", "dequote", "find_top", "is_quoted", "quote", "singular", "split_top", "without_points"]

STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
SAFE = re.compile(r"[^\W\d_](?:[\w .'’!&-]*[\w.'’!])?")
COUNTED = re.compile(r"(?:\b[xX×]\s?\d+|\d\s?[xX×])$| - | with | and ", re.IGNORECASE)
POINTS = re.compile(
    r"\s*(?:[\[(]\s*\+?\d+(?:\s*(?:of|/)\s*\d+)?\s*[^\W\d]*\.?(?:\s+each)?\s*[\])]"
    r"|[-–—:=]?\s*\b\d+\s*(?:pts?\.?|points?|ea\.?)(?:\s+each)?)\s*$",
    re.IGNORECASE,
)
BEFORE = re.compile(r"(\d{1,3})\s*(?:[xX×]\s*|\s)(?=\S)")
BEHIND = re.compile(r"(?<=\S)(?:\s+|\s*\()[xX×]\s?(\d{1,3})\)?$|\s+(\d{1,3})[xX×]$")


def quote(text: str) -> str:
    """A text that reads back as itself: bare where nothing in it could mean something else."""
    return text if SAFE.fullmatch(text) and not COUNTED.search(text) else json.dumps(text, ensure_ascii=False)


def is_quoted(text: str) -> bool:
    """Whether a text is one quoted string."""
    return STRING.fullmatch(text) is not None


def dequote(text: str) -> str:
    """A quoted text without its quotes; other text as it is."""
    if not is_quoted(text):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        return text


def find_top(text: str, signs: str, nested: bool = True) -> int:
    """The place of the first of some signs outside quotes, and outside brackets where these are `nested`, or -1."""
    at, depth, fresh = 0, 0, True
    while at < len(text):
        char = text[at]
        match = STRING.match(text, at) if char == '"' and fresh else None
        if match:
            at = match.end()
            fresh = False
            continue
        depth = max(depth + (char in "([{") - (char in ")]}"), 0) if nested else 0
        if char in signs and not depth:
            return at
        fresh = char in " ,:;([{|"
        at += 1
    return -1


def split_top(text: str, sign: str = ",", nested: bool = True) -> list[str]:
    """The parts of a text between signs that stand outside quotes and brackets."""
    parts: list[str] = []
    while (at := find_top(text, sign, nested)) >= 0:
        parts.append(text[:at].strip())
        text = text[at + 1 :]
    return [part for part in [*parts, text.strip()] if part]


def without_points(text: str) -> str:
    """A text without the points behind it: `[50]`, `(20 pts)`, `- 20 points`."""
    return text if is_quoted(text) else POINTS.sub("", text).strip()


def count_of(text: str) -> tuple[int, str]:
    """How many are meant and of what: `2x Rope`, `Rope x2`, `2 Ropes`."""
    match = BEFORE.match(text)
    if match and int(match[1]):
        return int(match[1]), text[match.end() :].strip()
    behind = BEHIND.search(text)
    number = int(behind[1] or behind[2]) if behind else 0
    return (number, text[: behind.start()].strip()) if behind and number else (1, text)


def singular(text: str) -> list[str]:
    """What a plural may be the plural of."""
    found = []
    if text.lower().endswith("ies"):
        found.append(text[:-3] + "y")
    if text.lower().endswith("ves"):
        found += [text[:-3] + "f", text[:-3] + "fe"]
    if text.lower().endswith("es"):
        found.append(text[:-2])
    if text.lower().endswith("s"):
        found.append(text[:-1])
    if text.lower().endswith("men"):
        found.append(text[:-3] + "man")
    return found
