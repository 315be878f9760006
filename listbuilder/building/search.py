"""Search as a player types: names before texts, what fits before what does not, then the better match.

The letters that were found are marked. Case, accents and hyphens do not matter. The order of matches: the whole name,
its beginning, the beginning of a word in it, its initials, a tag or category, its text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.base.spelling import did_you_mean
from listbuilder.building.bench import Bench
from listbuilder.building.choices import Choice, Choices
from listbuilder.building.edits import Place
from listbuilder.building.summary import roster
from listbuilder.catalogue import Entry

Marks = tuple[tuple[int, int], ...]
WHOLE, START, WORD, INITIALS, KIN, TEXT = range(6)
# Texts contain nearly every one or two letters, so they are searched from three on.
SOME_LETTERS = 3
# What can be taken comes before what breaks a rule, and that before what the slot never takes.
TURN = {"held": 0, "fits": 0, "warns": 0, "needs": 0, "not-now": 1, "never": 2}


class NameMatch(NamedTuple):
    """How well words match, less is better, and where they are in the name."""

    rank: int
    marks: Marks


class Hit(NamedTuple):
    """Something found: a choice, a row of the list, or an entry of the catalogue; `marks` are parts of its name."""

    name: str
    marks: Marks
    choice: Choice | None = None
    at: Place | None = None
    entry: Entry | None = None


class SearchResult(NamedTuple):
    """What a search found, the best first; `hint` is a nearer spelling where it found nothing."""

    hits: tuple[Hit, ...]
    hint: str


def find(bench: Bench, words: str, within: Choices | None = None) -> SearchResult:
    """What the words mean among some choices, or among the rows of the list and all that is in the game."""
    found = list(_choices(words, within) if within else _all(bench, words))
    found.sort(key=lambda one: one[0])
    hits = tuple(hit for _, hit in found)
    names = [one.name for one in within.choices] if within else [one.name for one in bench.game.entries]
    return SearchResult(hits, "" if hits else did_you_mean(words.strip(), names))


def _choices(words: str, within: Choices) -> Iterator[tuple[tuple[int, ...], Hit]]:
    empty = not words.strip()
    for at, choice in enumerate(within.choices):
        match = match_entry(words, choice.entry, choice.name)
        if match is None:
            continue
        # Without words, held choices come first.
        turn = TURN[choice.standing] if not empty else -1 if choice.standing == "held" else TURN[choice.standing]
        # Somebody who types a name means it, whether it fits or not: matches in tags and texts come after all names.
        # Then comes what is nearest to being possible: in a full list, models that go with the chosen faction.
        against = len(choice.reasons) if empty and choice.standing == "not-now" else 0
        yield (match.rank > INITIALS, turn, match.rank, against, at), Hit(choice.name, match.marks, choice=choice)


def _all(bench: Bench, words: str) -> Iterator[tuple[tuple[int, ...], Hit]]:
    for at, row in enumerate(roster(bench)):
        match = match_text(words, row.label)
        if match:
            yield (match.rank, 0, at), Hit(row.label, match.marks, at=row.at)
    for at, entry in enumerate(bench.report.force.game.entries):
        match = match_entry(words, entry, entry.name)
        if match:
            yield (match.rank, 1, at), Hit(entry.name, match.marks, entry=entry)


def match_entry(words: str, entry: Entry | None, name: str) -> NameMatch | None:
    """How words match an entry: by its name, id and aliases, then by what is printed with it."""
    found = match_text(words, name)
    if found or entry is None:
        return found
    others = [match_text(words, other) for other in (entry.id, *entry.aliases)]
    best = min((one.rank for one in others if one), default=None)
    if best is not None:
        return NameMatch(best, ())
    wanted = fold(words)[0].split()
    kin = " ".join(fold(one)[0] for one in (*entry.tags, entry.category or ""))
    if all(word in f" {kin}" for word in (f" {one}" for one in wanted)):
        return NameMatch(KIN, ())
    text = f"{fold(name)[0]} {kin} {fold(entry.text)[0]}"
    able = len(words.strip()) >= SOME_LETTERS
    return NameMatch(TEXT, ()) if able and all(word in text for word in wanted) else None


def match_text(words: str, name: str) -> NameMatch | None:
    """How words match a name; every word must."""
    wanted = fold(words)[0].strip()
    text, places = fold(name)
    if not wanted:
        return NameMatch(WHOLE, ())
    if text.startswith(wanted):
        return NameMatch(WHOLE if text == wanted else START, _marks([(0, len(wanted))], places))
    spans = _words(wanted.split(), text)
    if spans:
        return NameMatch(WORD, _marks(spans, places))
    starts = [at for at, char in enumerate(text) if char != " " and (at == 0 or text[at - 1] == " ")]
    letters = "".join(text[at] for at in starts)
    if len(wanted) > 1 and letters.startswith(wanted):
        return NameMatch(INITIALS, _marks([(at, at + 1) for at in starts[: len(wanted)]], places))
    return None


def _words(wanted: list[str], text: str) -> list[tuple[int, int]]:
    """Where words of a text begin with some words, each word of the text with one of them; nothing if not all do."""
    free = [at for at, char in enumerate(text) if char != " " and (at == 0 or text[at - 1] == " ")]
    spans = []
    for word in wanted:
        at = next((at for at in free if text.startswith(word, at)), None)
        if at is None:
            return []
        free.remove(at)
        spans.append((at, at + len(word)))
    return spans


def fold(text: str) -> tuple[str, list[int]]:
    """A text in small plain letters with spaces for hyphens, and the place of each letter in the text itself."""
    made: list[str] = []
    places: list[int] = []
    for at, char in enumerate(text):
        for one in unicodedata.normalize("NFKD", char).casefold():
            if unicodedata.combining(one):
                continue
            made.append(one if one.isalnum() else " ")
            places.append(at)
    return "".join(made), places


def _marks(spans: list[tuple[int, int]], places: list[int]) -> Marks:
    return tuple(sorted((places[start], places[end - 1] + 1) for start, end in spans if end > start))
