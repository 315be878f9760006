"""One line for a whole model: names go to the slots that know them, `x2` is a count, `key=value` says the rest.

A bench, a place and a line go in, an edit comes out; what could mean two things is refused and never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from listbuilder.base.errors import EditError
from listbuilder.building.bench import Bench
from listbuilder.building.edits import Add, Edit, Many, Place, row_at, row_edit, spell_own_names
from listbuilder.building.search import match_text
from listbuilder.exchange.formats.text.counts_and_prices import lone_count
from listbuilder.exchange.formats.text.line_reader import LineReader
from listbuilder.exchange.formats.text.name_lookup import ShortNames
from listbuilder.exchange.formats.text.text_rows import typed_rows
from listbuilder.lists.document import LIST
from listbuilder.lists.key_values import WORD, WordReader


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
        made = typed_rows(game, line) if kind == "models" else [reader.read(words, {})]
        adds = tuple(Add(row=row, kind=kind) for row in made)
        return adds[0] if len(adds) == 1 else Many(edits=adds)
    tree = spell_own_names(bench.tree, game)
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
    # From the right: the shortest ending first, because it is most likely the name that is being typed.
    for split in range(len(words) - 1, 0, -1):
        before, begun = " ".join(words[:split]), " ".join(words[split:])
        found = [(match.rank, at) for at, name in enumerate(names) if (match := match_text(begun, name))]
        for name in (names[at] for _, at in sorted(found)):
            made = f'{before} "{name}"'
            with suppress(EditError):
                yield made, quick(bench, at, made)


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
    """Plain words with those of one name put together and written out, as in any text that is imported."""
    line = LineReader(ShortNames(reader.game, reader.sheet))
    for name in [words[0]] if len(words) == 1 and WORD.fullmatch(words[0]) else line.run(" ".join(words)) or words:
        found = line.names.find(name)
        exact = any(reader.knows(slot, name) for slot in reader.sheet.slots.values())
        if count := lone_count(name):
            yield f"count={count}"
        else:
            yield reader.spelling(found[0][1]) if len(found) == 1 and not exact else name
