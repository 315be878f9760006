"""Nothing is lost: every line of a text is in the list, in a finding or kept, and nothing else is in the list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

from listbuilder.base.errors import DocumentError
from listbuilder.catalogue import Game
from listbuilder.exchange.formats.import_result import ImportedList
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.exchange.formats.list_files import list_text

__all__ = ["Outcome", "faults", "is_part", "outcome"]

WORD = re.compile(r"[^\W\d_]{2,}")
# Words around a list that say nothing about it, or say what is worked out: headings, totals, prices, counts.
AROUND = re.compile(
    "models?|groups?|units?|roster|squad|the|my|points?|pts?|each|total|cost|sum|grand|army|used|in|all|text|yaml|of|"
    "catalogue|nothing|game|br|amp|no|yes|not|deployed|deploy|two|three|four|five|count|ea|made|with|and|sample|content"
)
Outcome = tuple[str, list[str], list[str]]


def fold(text: str) -> str:
    """A text for comparing: no case, plain apostrophes and spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split())


def folded(tree: Any) -> Any:
    """A tree with every text folded."""
    if isinstance(tree, Mapping):
        return {key: folded(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [folded(value) for value in tree]
    return fold(tree) if isinstance(tree, str) else tree


def said(tree: Any) -> Iterator[str]:
    """Every text in a tree, keys included."""
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            yield str(key)
            yield from said(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from said(value)
    elif tree is not None:
        yield str(tree)


def game_words(game: Game) -> Iterator[str]:
    """What a list may say besides its entries: the game, formats, stats, keys, currencies."""
    yield from (game.name, game.id, *(word for one in game.formats for word in (one.id, one.name)))
    yield from (word for id, stat in game.stats.items() for word in (id, stat.name))
    yield from (word for id, one in game.currencies.items() for word in (id, one.name or ""))
    for sheet in (game.model, game.list, game.group):
        yield from (*sheet.slots, *sheet.fields, *(game.kind_name(slot.kind) for slot in sheet.slots.values()))


def outcome(
    text: str, source: Mapping[str, Any], game: Game, load: Callable[[str], Game], ids: Iterable[str], holds: str
) -> Outcome:
    """What became of a text made of a list: `ok`, `refused` or `wrong`, what is wrong, and what was said."""
    try:
        found = find_lists(text.encode(), load, list(ids))
    except DocumentError as error:
        return "refused", [], [f"{one.line}: {one.message}" for one in error.findings]
    status, findings, wrong = "ok", [], []
    try:
        trees = [one.read(False).tree for one in found]
        if holds == "same" and [folded(tree) for tree in trees] != [folded(source)]:
            wrong.append("another list:\n" + "\n".join(map(list_text, trees)))
    except DocumentError as error:
        status, findings = "refused", [f"{one.line}: {one.message} {one.hint}" for one in error.findings]
    lists = [one.read(True) for one in found]
    wrong += faults(text, lists, source, game)
    if holds != "any":
        wrong += [fault for part in lists for fault in made_up(part.tree, source)]
    return "wrong" if wrong else status, wrong, findings


def faults(text: str, lists: list[ImportedList], source: Mapping[str, Any], game: Game) -> list[str]:
    """What is lost of a text, and what became a name."""
    words = {word for one in lists for part in said(one.tree) for word in WORD.findall(fold(part))}
    words |= {word for part in game_words(game) for word in WORD.findall(fold(part))}
    gone = {one.line for part in lists for one in part.kept} | {one.line for part in lists for one in part.findings}
    gone |= {one.line for part in lists for one in part.notes}
    accounted = gone | {line for part in lists for line, _ in part.account}
    found: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip("\ufeff\r\n\t \u00a0>|") and number not in accounted:
            found.append(f"line {number} is not accounted for: {line!r}")
        lost = [word for word in WORD.findall(fold(line)) if word not in words and word.rstrip("s") not in words]
        lost = [word for word in lost if not AROUND.fullmatch(word)]
        if lost and number not in gone:
            found.append(f"line {number} lost {lost}: {line!r}")
    whole = fold(text)
    found += [f"not what was written: {one}" for part in lists for one in part.kept if fold(one.text) not in whole]
    mine, titles = list(own_names(source)), [str(source.get("name", ""))]
    for part in lists:
        found += [f"{name!r} became a name" for name in own_names(part.tree) if not is_one_of(name, mine)]
        title = str(part.tree.get("name", titles[0]))
        found += [] if is_one_of(title, titles) else [f"{title!r} became the list's name"]
    return found


def own_names(tree: Mapping[str, Any]) -> Iterator[str]:
    """The names of rows."""
    for kind in ("models", "groups"):
        yield from (str(row["name"]) for row in tree.get(kind) or () if isinstance(row, dict) and "name" in row)


def is_one_of(name: str, names: Iterable[str]) -> bool:
    """Whether a name is one of some, perhaps misspelt or with its words in another order."""
    return any(
        is_like(fold(name), fold(one)) or sorted(fold(name).split()) == sorted(fold(one).split()) for one in names
    )


def made_up(tree: Mapping[str, Any], source: Mapping[str, Any]) -> Iterator[str]:
    """Rows that say something that no row of the source does."""
    for kind in ("models", "groups"):
        left = [folded(row) for row in source.get(kind) or ()]
        for row in tree.get(kind) or ():
            whole = next((one for one in left if is_part(folded(row), one)), None)
            if whole is None:
                yield f"made up: {row}"
            else:
                left.remove(whole)


def is_part(row: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """Whether a row says nothing that the other does not; names that are kept may be misspelt or cut off."""
    for key, value in row.items():
        other = whole.get(key)
        if isinstance(value, list) and isinstance(other, list):
            left = list(other)
            for one in value:
                like = next((each for each in left if each == one or is_like(one, each)), None)
                if like is None:
                    return False
                left.remove(like)
        elif isinstance(value, dict) and isinstance(other, dict):
            if any(other.get(name) != number for name, number in value.items()):
                return False
        elif key != "name" and value != other and [value] != other and not is_like(value, other):
            return False
    return True


def is_like(value: Any, other: Any) -> bool:
    """Whether a name was kept as it was written: misspelt, or cut off."""
    both = isinstance(value, str) and isinstance(other, str)
    return both and (other.startswith(value) or SequenceMatcher(None, value, other).ratio() > 0.7)
