"""What fits in a `key=value` word while it is typed: keys, names of entries, and values for each key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from listbuilder.cli.completion import Offer
from listbuilder.lists.refer import refer, rows
from listbuilder.lists.slots import open_slots
from listbuilder.lists.words import WORD, WordReader, named

if TYPE_CHECKING:
    from listbuilder.catalogue import Game, Slot
    from listbuilder.reading import Path, Tree

__all__ = ["word_offers"]


def word_offers(
    tree: Mapping[str, Tree], game: Game, model: str | None, typed: Sequence[str], word: str
) -> Iterator[Offer]:
    """The offers for a word of `add`, or of `set` and `copy` where a model is named; `typed` are the words before."""
    grouped = bool(game.group.slots or game.group.fields)
    path = refer(tree, model, game) if model else ("groups",) if typed[:1] == ["group"] else ("models",)
    reader = WordReader(game, str(path[0]) if path else "list")
    match = WORD.fullmatch(word)
    if match is None:
        if grouped and model is None and not typed:
            yield Offer("group", "a group instead of a model")
        yield from bare_offers(reader, word)
        return
    key = reader.parts(word)[0]
    done, comma, _ = match["value"].rpartition(",")
    start = f"{match['key']}{match['op']}{done}{comma}"
    for offer in value_offers(reader, key, match["op"], row_at(tree, path), tree):
        yield offer._replace(value=start + offer.value)


def bare_offers(reader: WordReader, word: str) -> Iterator[Offer]:
    """Keys, each to be followed by a value, and names of entries: of the first slot, or of all once one is begun."""
    slots = open_slots(reader.game, reader.sheet)
    for key in reader.keys:
        if key not in reader.sheet.slots or key in slots:
            yield Offer(f"{key}=", more=True)
    for slot in list(slots.values())[: None if word else 1]:
        yield from entry_offers(reader, slot)


def value_offers(
    reader: WordReader, key: str, op: str, row: Mapping[str, Tree], tree: Mapping[str, Tree]
) -> Iterator[Offer]:
    """What fits behind a key; behind `-=`, what is there."""
    there = row.get(key)
    if op == "-=" and isinstance(there, list):
        yield from (Offer(named(item)) for item in there)
    elif key in reader.sheet.slots:
        yield from entry_offers(reader, reader.sheet.slots[key])
    elif key in reader.sheet.fields:
        models, groups = names(tree, "models"), names(tree, "groups")
        for value in reader.sheet.fields[key].offers(reader.game, models, groups):
            yield Offer(value, more=value.endswith(":"))
    elif key == "format":
        yield from (Offer(one.id, one.name) for one in reader.game.formats)


def entry_offers(reader: WordReader, slot: Slot) -> Iterator[Offer]:
    """The entries of a slot with what they cost."""
    for entry in reader.entries(slot):
        yield Offer(reader.spelling(entry), f"{entry.cost} {reader.game.points}" if entry.cost else "")


def row_at(tree: Mapping[str, Tree], path: Path) -> Mapping[str, Tree]:
    """The row that is changed, or the list itself; nothing for one that is not there yet."""
    if len(path) == 1:
        return {}
    row = rows(tree, str(path[0]))[int(path[1])] if path else tree
    return row if isinstance(row, dict) else dict(tree) if not path else {}


def names(tree: Mapping[str, Tree], kind: str) -> list[str]:
    """What the rows of a kind are called."""
    found = [row.get("name") for row in rows(tree, kind) if isinstance(row, dict)]
    return [str(name) for name in found if name is not None]
