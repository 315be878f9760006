"""How many are meant: `2x Rope`, `x2 Rope`, `Rope x2`, `Rope (x2)`, `2 Ropes`, `two Ropes`. It knows no game."""

from __future__ import annotations

import re

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
LONGEST = 8


def split_count(text: str) -> tuple[int, str]:
    """How many are meant and of what; 1 where nothing is counted."""
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
    """The count before a name, `2x`, `x2` or `2 `, and the name; 0 where there is none."""
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
    name = rest[1:].strip() if times else rest
    return (int(text[:end]), name) if name and (name[0].isalnum() or name[0] in "\"'(") else (0, text)


def word_count(text: str) -> tuple[int, str]:
    """A count in words before a name, and the name; 0 where there is none."""
    if pair := PAIR.match(text):
        return 2, text[pair.end() :]
    first, _, rest = text.partition(" ")
    number = NUMBERS.get(first.lower(), 0) if rest.strip() else 0
    return (number, rest.strip()) if number else (0, text)
