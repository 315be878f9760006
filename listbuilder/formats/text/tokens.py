"""Small pieces of text lists: quoting, splitting outside quotes and brackets, counts, points. It knows no game.

Everything here reads a line once from one end to the other: no pattern can be made to try again and again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from listbuilder.errors import DocumentError
from listbuilder.reading import Tree, read_text

__all__ = [
    "SAFE",
    "count_of",
    "depth_of",
    "dequote",
    "find_top",
    "is_quoted",
    "is_total",
    "json_text",
    "json_value",
    "leading_count",
    "pieces_of",
    "quote",
    "singular",
    "split_top",
    "squeeze",
    "without_points",
]

STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
SAFE = re.compile(r"[^\W\d_](?:[\w .'’!&-]*[\w.'’!])?")
BRACKETS = re.compile(r"[()\[\]{}]")
DIGIT = re.compile(r"\d")
RUNS = re.compile(r"\d+|[^\W\d_]+|\S")
OPEN, CLOSE, DASHES, TIMES, FRESH = "([{", ")]}", "-–—", "xX×", " ,:;([{|"
BETWEEN = frozenset({"with", "and", "w/", "&", "+", "/", *DASHES})
POINTS = frozenset({"pt", "pts", "point", "points", "ea", "each"})
TOTALS = frozenset({"total", "points", "sum", "cost", "pts"})
LONGEST_POINTS = 40


def quote(text: str) -> str:
    """A text that reads back as itself: bare where nothing in it could mean something else."""
    words = text.split(" ")
    odd = "" in words or any(word.lower() in BETWEEN for word in words) or count_of(text)[0] != 1
    return text if SAFE.fullmatch(text) and not odd and without_points(text) == text else json_text(text)


def json_text(text: str) -> str:
    """A text in double quotes."""
    return json.dumps(text, ensure_ascii=False)


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


def depth_of(text: str) -> int:
    """How many brackets of a text stand inside each other at most."""
    depth = most = 0
    for found in BRACKETS.finditer(text):
        depth = max(depth + (1 if found[0] in OPEN else -1), 0)
        most = max(most, depth)
    return most


def tops(text: str, signs: str, nested: bool = True) -> Iterator[int]:
    """The places of some signs outside quotes, and outside brackets where these are `nested`; one pass, in order."""
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


def find_top(text: str, signs: str, nested: bool = True) -> int:
    """The place of the first of some signs outside quotes, and outside brackets where these are `nested`, or -1."""
    return next(tops(text, signs, nested), -1)


def split_top(text: str, sign: str = ",", nested: bool = True) -> list[str]:
    """The parts of a text between signs that stand outside quotes and brackets."""
    cuts = [-1, *tops(text, sign, nested), len(text)]
    parts = (text[start + 1 : end].strip() for start, end in pairwise(cuts))
    return [part for part in parts if part]


def squeeze(text: str) -> str:
    """A text with one space where there were many; what is in quotes stays as it is."""
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


def pieces_of(text: str) -> list[str]:
    """The parts between `with`, `and`, `w/`, `&`, `+`, `/`, dashes and semicolons; what is in brackets stays whole."""
    parts: list[list[str]] = [[]]
    for chunk in split_top(text, ";"):
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


def without_points(text: str, unit: str = "") -> str:
    """A text without the points behind it: `[50]`, `(20 pts)`, `- 20 points`, `= 35pts`; `unit` is the game's word."""
    text = text.strip()
    if not DIGIT.search(text) or is_quoted(text):
        return text
    if text[-1:] in ("]", ")"):
        at = max(text.rfind("["), text.rfind("("))
        return text[:at].rstrip() if at >= 0 and is_points(text[at + 1 : -1], unit, bare=True) else text
    words = text.rsplit(" ", 4)
    for size in (4, 3, 2, 1):
        if len(words) > size and is_points(" ".join(words[-size:]), unit):
            return " ".join(words[:-size]).rstrip(" -–—:=,")
    return text


def is_points(text: str, unit: str = "", bare: bool = False) -> bool:
    """Whether a text is a price: `20 pts`, `+5 points each`, `95/250 points`; with `bare` also a number alone."""
    if len(text) > LONGEST_POINTS:
        return False
    runs = [run for run in RUNS.findall(text.lower()) if run != "."]
    while runs and runs[0] in ("+", "=", ":", *DASHES):
        runs = runs[1:]
    if not runs or not runs[0].isdecimal():
        return False
    share = runs[1:2] in (["of"], ["/"]) and len(runs) > 2 and runs[2].isdecimal()
    words = runs[3:] if share else runs[1:]
    if words[-1:] == ["each"] and len(words) > 1:
        words = words[:-1]
    return len(words) == 1 and (words[0] in POINTS or words[0] == unit.lower()) if words else bare


def is_total(text: str) -> bool:
    """Whether a line only says what the list costs: `Total: 95/250 points`, `250 pts`."""
    if len(text) > LONGEST_POINTS:
        return False
    runs = [run for run in RUNS.findall(text.lower()) if run.isalnum() or run == "/"]
    said = [run for run in runs if run in TOTALS or run in POINTS or run == "grand"]
    rest = [run for run in runs if run not in said and run not in ("of", "/")]
    return bool(rest) and len(rest) <= 2 and all(run.isdecimal() for run in rest) and (bool(said) or len(runs) > 2)


def count_of(text: str) -> tuple[int, str]:
    """How many are meant and of what: `2x Rope`, `Rope x2`, `Rope (x2)`, `2 Ropes`."""
    number, rest = leading_count(text)
    if number:
        return number, rest
    before, _, last = text.rpartition(" ")
    last = last[1:-1] if last[:1] == "(" and last[-1:] == ")" else last
    digits = last.strip(TIMES) if len(last) > 1 and (last[0] in TIMES) != (last[-1] in TIMES) else ""
    if before.strip() and digits.isdecimal() and len(digits) == len(last) - 1 <= 3 and int(digits):
        return int(digits), before.strip()
    return 1, text


def leading_count(text: str) -> tuple[int, str]:
    """The count before a name, `2x` or `2 `, and the name; 0 where there is none."""
    end = 0
    while end < min(len(text), 4) and text[end].isdecimal():
        end += 1
    rest = text[end:].lstrip()
    spaced = text[end : end + 1].isspace()
    times = rest[:1] != "" and rest[0] in TIMES and not (spaced and rest[1:2].isalpha())
    if not 0 < end < 4 or not (times or spaced) or not int(text[:end]):
        return 0, text
    name = rest[1:].strip() if times else rest
    return (int(text[:end]), name) if name else (0, text)


def singular(text: str) -> list[str]:
    """What a plural may be the plural of."""
    low = text.lower()
    endings = {"ies": ("y",), "ves": ("f", "fe"), "es": ("",), "s": ("",), "men": ("man",)}
    return [text[: -len(end)] + new for end, news in endings.items() if low.endswith(end) for new in news]
