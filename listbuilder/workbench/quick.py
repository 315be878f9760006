"""One line for a whole model: names go to the slots that know them, `x2` is a count, `key=value` says the rest.

A bench, a place and a line go in, an edit comes out; what could mean two things is refused and never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

from listbuilder.errors import EditError
from listbuilder.lists.own_keys import LIST
from listbuilder.lists.words import WORD, WordReader
from listbuilder.reading import Tree
from listbuilder.workbench.bench import Bench
from listbuilder.workbench.edits import Add, Edit, Many, Place, Set
from listbuilder.workbench.find import fold, match_text
from listbuilder.workbench.steps import row_at, spelt

TIMES = re.compile(r"(?:[x×](\d{1,3})|(\d{1,3})[x×])", re.IGNORECASE)
LONGEST = 8  # words in a name


def quick(bench: Bench, at: Place, line: str) -> Edit:
    """The edit that a line asks for: new models at `("models",)`, or else changes to the row or the list there."""
    game = bench.report.force.game
    adding = len(at) == 1 and at[0] in LIST.rows
    kind = str(at[0]) if at else "list"
    reader = WordReader(game, kind)
    words = words_of(reader, line)
    if not words:
        raise EditError.of("edit.word", "The line says nothing.", "Type a name, or `key=value`.")
    if adding:
        made = reader.rows(words) if kind == "models" else [reader.read(words, {})]
        adds = tuple(Add(row=row, kind=kind) for row in made)
        return adds[0] if len(adds) == 1 else Many(edits=adds)
    tree = spelt(bench.tree, game)
    old = row_at(tree, at) if at else tree
    return row_edit(at, old, reader.read(words, old))


def quick_lines(bench: Bench, at: Place, line: str) -> Iterator[tuple[str, Edit]]:
    """The lines that a line may become, each with its edit: itself, or with its last name written out."""
    try:
        yield line.strip(), quick(bench, at, line)
        return
    except EditError:
        words = line.split()
    reader = WordReader(bench.report.force.game, str(at[0]) if at else "list")
    slots = reader.open_slots.values()
    names = list(dict.fromkeys(reader.spelling(entry) for slot in slots for entry in reader.entries(slot)))
    for split in range(len(words) - 1, 0, -1):
        before, begun = " ".join(words[:split]), " ".join(words[split:])
        found = [(match.rank, at) for at, name in enumerate(names) if (match := match_text(begun, name))]
        for name in (names[at] for _, at in sorted(found)):
            made = f'{before} "{name}"'
            with suppress(EditError):
                yield made, quick(bench, at, made)


def row_edit(at: Place, old: Mapping[str, Tree], new: Mapping[str, Tree]) -> Edit:
    """What makes a row another one, as one edit."""
    edits = row_edits(at, old, new)
    return edits[0] if len(edits) == 1 else Many(edits=edits)


def row_edits(at: Place, old: Mapping[str, Tree], new: Mapping[str, Tree]) -> tuple[Set, ...]:
    """What makes a row another one, key by key."""
    gone = [Set(at=at, key=key) for key in old if key not in new]
    come = [
        Set(at=at, key=key, value=value)
        for key, value in new.items()
        if key not in old or old[key] != value or type(old[key]) is not type(value)
    ]
    return (*gone, *come)


def words_of(reader: WordReader, line: str) -> list[str]:
    """The words of a line as `add` takes them: names of several words together, counts as `count=2`."""
    return [word for part in _parts(line) for word in _joined(reader, part)]


def _parts(line: str) -> Iterator[list[str]]:
    """The line in pieces: what is in quotes or behind `=` is one word by itself, plain words stand together."""
    plain: list[str] = []
    for found in re.finditer(r'"([^"]*)"|([^\s"=]+[+-]?=)(?:"([^"]*)"|(\S*))|(\S+)', line.replace(",", " , ")):
        quoted, key, long, short, word = found.groups()
        if word == ",":
            yield plain
            plain = []
        elif word is not None:
            plain.append(word)
        else:
            yield plain
            yield [quoted if key is None else f"{key}{long if long is not None else short}"]
            plain = []
    yield plain


def _joined(reader: WordReader, words: list[str]) -> Iterator[str]:
    """Plain words with those of one name put together, the longest name first."""
    at = 0
    while at < len(words):
        if times := TIMES.fullmatch(words[at]):
            yield f"count={times[1] or times[2]}"
            at += 1
            continue
        if WORD.fullmatch(words[at]):
            yield words[at]
            at += 1
            continue
        sizes = range(min(LONGEST, len(words) - at), 0, -1)
        meant = ((size, _name(reader, " ".join(words[at : at + size]))) for size in sizes)
        size, name = next(((size, name) for size, name in meant if name is not None), (1, words[at]))
        yield name
        at += size


def _name(reader: WordReader, words: str) -> str | None:
    """The name that some words are, or the only one that begins so, or else the only one whose words do."""
    slots = reader.open_slots
    if any(reader.knows(slot, words) for slot in slots.values()):
        return words
    known = {entry.name for slot in slots.values() for entry in reader.entries(slot)}
    begin = [name for name in known if fold(name)[0].startswith(fold(words)[0])]
    meant = begin or [name for name in known if _in_order(words, name)]
    return meant[0] if len(meant) == 1 and len(words) > 1 else None


def _in_order(words: str, name: str) -> bool:
    """Whether some words begin words of a name, one after the other."""
    parts = iter(fold(name)[0].split())
    return all(any(part.startswith(word) for part in parts) for word in fold(words)[0].split())
