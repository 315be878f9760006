"""Counts and prices in text lists, in the many forms that people use. Prices are compared with ours, never trusted."""

from __future__ import annotations

import re

from listbuilder.base.characters import whole_number
from listbuilder.base.records import record
from listbuilder.exchange.formats.text.quoted_text import DASHES, is_quoted

TIMES = "xX×✕"
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: number for number, word in enumerate(WORDS, 1)} | {"a": 1, "an": 1, "both": 2}
# The same in other languages that lists come in.
for _words in (
    "ein zwei drei vier fünf sechs sieben acht neun zehn",
    "un deux trois quatre cinq six sept huit neuf dix",
    "uno dos tres cuatro cinco seis siete ocho nueve diez",
    "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
):
    NUMBERS |= {word: number for number, word in enumerate(_words.split(), 1)}
NUMBERS |= {"eine": 1, "einen": 1, "une": 1, "una": 1, "jedna": 1, "dwie": 2}
PAIR = re.compile(r"(?:a )?pair of (?=\S)", re.IGNORECASE)
BEFORE = re.compile(rf"[{TIMES}] ?(\d{{1,3}})[ :]\s*(?=\S)")
BEHIND = re.compile(rf"(?:[{TIMES}] ?(\d{{1,3}})|(\d{{1,3}}) ?[{TIMES}])")
# What may stand between a number and a name.
PIECES = re.compile(r"(?:mal|times|stück|stk\.?|pcs\.?|pieces of) +(?=\S)", re.IGNORECASE)
LONGEST = 8


def split_count(text: str) -> tuple[int, str]:
    """The count in a text, 1 by default, and the rest of the text."""
    number, rest = leading_count(text)
    if number:
        return number, rest
    at = max(text.rfind(" ", 0, -2), 0)
    for start in (text.rfind(" ", 0, at), at):
        last = text[start + 1 :] if start > 0 else ""
        if number := lone_count(last):
            return number, text[:start].strip()
    return 1, text


def lone_count(text: str) -> int:
    """The number of a text that is a count and nothing else, `x4` or `(4x)`; 0 for any other."""
    bare = text[1:-1] if text[:1] + text[-1:] in ("()", "[]") else text
    found = BEHIND.fullmatch(bare) if len(bare) < LONGEST else None
    return int(found[1] or found[2]) if found else 0


def leading_count(text: str) -> tuple[int, str]:
    """The count before a name (`2x`, `x2` or `2 `) and the name; 0 if there is none."""
    before = BEFORE.match(text)
    if before and int(before[1]):
        return int(before[1]), text[before.end() :]
    end = 0
    while end < min(len(text), 4) and text[end].isdecimal():
        end += 1
    rest = text[end:].lstrip()
    spaced = text[end : end + 1].isspace()
    times = rest[:1] != "" and rest[0] in TIMES and not (spaced and rest[1:2].isalpha())
    if not 0 < end < 4 or not (times or spaced) or not int(text[:end]):
        return 0, text
    name = rest[1:].strip() if times else PIECES.sub("", rest)
    return (int(text[:end]), name) if name and (name[0].isalnum() or name[0] in "\"'([") else (0, text)


def word_count(text: str) -> tuple[int, str]:
    """A count in words before a name, and the name; 0 if there is none."""
    if pair := PAIR.match(text):
        return 2, text[pair.end() :]
    first, _, rest = text.partition(" ")
    number = NUMBERS.get(first.lower(), 0) if rest.strip() else 0
    return (number, PIECES.sub("", rest.strip())) if number else (0, text)


DIGIT = re.compile(r"\d")
RUNS = re.compile(r"\d+|[^\W\d_]+|\S")
DOTS = ("..", "…", "__")
# A price that was cut off.
UNCLOSED = re.compile(r" [\[(]\d{1,5}(?: [a-z]{0,4})?$")
POINTS = frozenset({"p", "pt", "pts", "point", "points"})
POINTS |= {"punkte", "punkt", "pkt", "puntos", "punti", "pontos", "punten", "punktów", "punkty", "poäng"}
EACH = frozenset({"ea", "each", "apiece"})
TOTALS = frozenset({"total", "totals", "points", "sum", "cost", "costs", "pts", "value"})
TOTALS |= {"size", "gesamt", "summe", "insgesamt", "suma", "totale", "somme", "razem"}
FILLING = {"grand", "army", "list", "used", "spent", "overall", "final", "in", "all", "the", "of", "my", "is", "/"}
FILLING |= {"limit", "max", "game", "von"}
BEFORE_PRICE = frozenset({"=", ":", "@", "|", *DASHES})
LONGEST = 40
FIRST = re.compile(r"([\[(<{]?) ?\+?\d{1,5} ?([^\W\d_]+)\.?(?: (?:ea|each|apiece)\b)? ?([\])>}]?)[ :|=@,–—-]*(?=\S)")
ARROW = re.compile(r"(?<!\S)(?:=+>|[-–—]+>|→|⇒|➔|➜|➡\ufe0f?) ?(?=\+?\d{1,5}(?: ?[^\W\d_]+\.?)?$)")
BRACKETS = {"]": "[", ")": "(", ">": "<", "}": "{"}


@record
class Price:
    """Points that a text states: `245 of 250` has both numbers; `bare` when no word such as `pts` stands with them."""

    points: int
    of: int | None = None
    each: bool = False
    bare: bool = False


def trailing_price(text: str, unit: str = "") -> Price | None:
    """The price that `without_points` takes off a text."""
    rest = without_points(text, unit)
    return read_price(text.strip()[len(rest) :], unit) if rest != text.strip() else None


def read_price(text: str, unit: str = "") -> Price | None:
    """The points that a text states, whatever stands around the numbers."""
    runs = RUNS.findall(text.lower())
    places = [at for at, run in enumerate(runs) if run.isdecimal() and len(run) < 8]
    if not places:
        return None
    first = places[0]
    share = runs[first + 1 : first + 2] in (["of"], ["/"], ["von"]) and first + 2 in places
    words = {run for run in runs if run.isalpha()}
    return Price(
        points=int(runs[first]),
        of=int(runs[first + 2]) if share else None,
        each=bool(EACH & words),
        bare=not words & {*POINTS, unit.lower(), *EACH},
    )


def without_points(text: str, unit: str = "") -> str:
    """A text without the points behind it: `[50]`, `(20 pts)`, `- 20 points`, `= 35pts`; `unit` is the game's word."""
    text = text.strip()
    if not DIGIT.search(text) or is_quoted(text):
        return text
    plain = _without_dots(ARROW.sub("= ", text).rstrip(" .,;"))
    if UNCLOSED.search(plain):
        return UNCLOSED.sub("", plain)
    bare, _, last = plain.rpartition(" ")
    plain = bare.rstrip() if last.lower() in EACH and bare[-1:] in BRACKETS else plain
    if plain[-1:] in BRACKETS:
        at = plain.rfind(BRACKETS[plain[-1]])
        return plain[:at].rstrip(" -–—:=,|@") if at >= 0 and is_points(plain[at + 1 : -1], unit, bare=True) else text
    words = plain.rsplit(" ", 4)
    for size in (4, 3, 2, 1):
        if len(words) > size and is_points(" ".join(words[-size:]), unit):
            return " ".join(words[:-size]).rstrip(" -–—:=,|@")
    return text


def without_first_points(text: str, unit: str = "") -> str:
    """A text without the points before it: `38 pts: Hero`, `(38 points) Hero`; a number alone may be a count."""
    found = FIRST.match(text)
    if not found or found[2].lower() not in {*POINTS, unit.lower()} or BRACKETS.get(found[3], "") != found[1]:
        return text
    return text[found.end() :]


def price_for_each(text: str, unit: str = "") -> int | None:
    """The number of the price behind a text, where that is for each of several."""
    runs = RUNS.findall(text[len(without_points(text, unit)) :].lower())
    return next((whole_number(run) for run in runs if run.isdecimal()), None) if EACH.intersection(runs) else None


def _without_dots(text: str) -> str:
    """A text with one sign before the number behind it, where dots lead to that."""
    bare = text.rstrip("0123456789")
    name = bare.rstrip(" ")
    return f"{name.rstrip('._… ')} = {text[len(bare) :]}" if bare != text and name.endswith(DOTS) else text


def is_points(text: str, unit: str = "", bare: bool = False) -> bool:
    """Whether a text is a price: `20 pts`, `- 20`, `+5 points each`, `95/250 points`; with `bare` a number alone."""
    if len(text) > LONGEST:
        return False
    bare = bare or (text[:1] in BEFORE_PRICE and (text[1:2] == " " or text[0] in "=@"))
    runs = [run for run in RUNS.findall(text.lower()) if run != "."]
    while runs and (runs[0] == "+" or runs[0] in BEFORE_PRICE):
        runs = runs[1:]
    if not runs or not runs[0].isdecimal():
        return False
    share = runs[1:2] in (["of"], ["/"]) and len(runs) > 2 and runs[2].isdecimal()
    words = runs[3:] if share else runs[1:]
    each = bool(words) and words[-1] in EACH
    words = words[:-1] if each else words
    return len(words) == 1 and (words[0] in POINTS or words[0] == unit.lower()) if words else bare or each


def is_total(text: str) -> bool:
    """Whether a line only says what the list costs: `Total: 95/250 points`, `250 pts`, `Points used: 95`."""
    if len(text) > LONGEST:
        return False
    runs = [run for run in RUNS.findall(text.lower()) if run.isalnum() or run == "/"]
    total_words = [run for run in runs if run in TOTALS or run in POINTS]
    rest = [run for run in runs if run not in total_words and run not in FILLING]
    return (
        bool(rest) and len(rest) <= 2 and all(run.isdecimal() for run in rest) and (bool(total_words) or len(runs) > 2)
    )
