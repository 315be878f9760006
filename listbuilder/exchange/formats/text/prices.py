"""Prices and totals in text lists, in the many forms that people give them. They are worked out anew, never read."""

from __future__ import annotations

import re

from listbuilder.base.characters import whole_number
from listbuilder.base.records import record
from listbuilder.exchange.formats.text.tokens import DASHES, is_quoted

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
    plain = _without_dots(text.rstrip(" .,;"))
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
    bare = bare or (text[:1] in BEFORE_PRICE and text[1:2] == " ")
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
