"""What fits in a `key=value` word while it is typed: keys, names of entries, and values for each key.

All of it comes from the workbench, with the price and the reason it gives: what `add` and `set` would make of the words
before is on the bench already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from listbuilder.cli.completion import Offer
from listbuilder.errors import EditError
from listbuilder.lists.refer import refer, row_at, rows
from listbuilder.lists.words import WORD, WordReader
from listbuilder.workbench.bench import Bench, apply
from listbuilder.workbench.choices import Choice, additions, choices
from listbuilder.workbench.edits import Add, Edit, Many, Place, Set
from listbuilder.workbench.find import find
from listbuilder.workbench.says import short_reason
from listbuilder.workbench.views import fields, slots

if TYPE_CHECKING:
    from listbuilder.reading import Tree


def word_offers(bench: Bench, model: str | None, typed: Sequence[str], word: str) -> Iterator[Offer]:
    """The offers for a word of `add`, or of `set` and `copy` where a model is named; `typed` are the words before."""
    game = bench.report.force.game
    match = WORD.fullmatch(word)
    if model is None and not typed and match is None:
        if game.group.slots or game.group.fields:
            yield Offer("group", "a group instead of a model")
        yield from key_offers(*typed_row(bench, model, typed))
        # The first word of a new model is what it is.
        yield from name_offers(bench, word) if word else priced(bench, additions(bench).choices)
        return
    bench, at = typed_row(bench, model, typed)
    if match is None:
        yield from key_offers(bench, at)
        first = next((slot.id for slot in slots(bench, at) if slot.open), None)
        if word:
            yield from name_offers(bench, word, at)
        elif first is not None:
            yield from priced(bench, choices(bench, at, first).choices)
        return
    reader = reader_at(bench, at)
    done, comma, _ = match["value"].rpartition(",")
    start = f"{match['key']}{match['op']}{done}{comma}"
    for offer in value_offers(bench, at, reader.parts(word)[0], match["op"], done):
        yield offer._replace(value=start + offer.value)


def typed_row(bench: Bench, model: str | None, typed: Sequence[str]) -> tuple[Bench, Place]:
    """The bench with the words before made to it, as far as they can be read, and the row that they are about."""
    game = bench.report.force.game
    if model is not None:
        at = refer(bench.tree, model, game)
        try:
            new = reader_at(bench, at).read(list(typed), row_at(bench.tree, at))
        except EditError:
            return bench, at
        edits: list[Edit] = [Set(at=at, key=key, value=value) for key, value in new.items()] if typed else []
        return apply(bench, Many(edits=tuple(edits))), at
    kind = "groups" if typed[:1] == ["group"] else "models"
    reader, words = WordReader(game, kind), list(typed[kind == "groups" :])
    try:
        made: Sequence[dict[str, Tree]] = reader.rows(words) if kind == "models" else [reader.read(words, {})]
    except EditError:
        made = [{}]
    after = apply(bench, Many(edits=tuple(Add(row=row, kind=kind) for row in made)))
    return after, (kind, len(rows(after.tree, kind)) - 1)


def reader_at(bench: Bench, at: Place) -> WordReader:
    """What reads words about a row, or about the list itself."""
    return WordReader(bench.report.force.game, str(at[0]) if at else "list")


def key_offers(bench: Bench, at: Place) -> Iterator[Offer]:
    """Keys, each to be followed by a value."""
    for slot in slots(bench, at):
        if slot.open:
            yield Offer(f"{slot.id}=", more=True)
    for field in fields(bench, at):
        yield Offer(f"{field.id}=", more=True)


def name_offers(bench: Bench, word: str, at: Place = ("models", 0)) -> Iterator[Offer]:
    """The names that a word begins, of all slots that are open."""
    reader = reader_at(bench, at)
    kinds = {slot.kind for slot in reader.open_slots.values()}
    for hit in find(bench, word).hits:
        if hit.entry is not None and hit.entry.kind in kinds:
            price = f"{hit.entry.cost} {reader.game.points}" if hit.entry.cost else ""
            yield Offer(reader.spelling(hit.entry), price)


def value_offers(bench: Bench, at: Place, key: str, op: str, done: str) -> Iterator[Offer]:
    """What fits behind a key, and behind the names that are there already; behind `-=`, what is held."""
    slot = next((one for one in slots(bench, at) if one.id == key), None)
    if slot is not None and op == "-=":
        yield from (Offer(one.name) for one in slot.held if one.nth is not None)
    elif slot is not None:
        held = [one for one in slot.held if one.nth is not None]
        if op == "=" and not done and len(held) == 1:
            yield from priced(bench, choices(bench, at, key, nth=0).choices)
        else:
            old = row_at(bench.tree, at).get(key) if op == "+=" else None
            value = reader_at(bench, at).change(key, op, done, old) if done else old
            found = choices(apply(bench, Set(at=at, key=key, value=value)), at, key, more=True).choices
            yield from priced(bench, (one for one in found if one.standing != "held"))
    for field in fields(bench, at):
        if field.id == key:
            yield from (Offer(f"{one.id}:", one.name, more=True) for one in field.raises)
            names = {one.id: one.name for one in bench.report.force.game.formats} if key == "format" else {}
            yield from (Offer(value, names.get(value, ""), more=value.endswith(":")) for value in field.options)


def priced(bench: Bench, found: Iterable[Choice]) -> Iterator[Offer]:
    """Choices that can be taken, with what the total moves by and what is against them."""
    game, before = bench.report.force.game, bench.report.force.cost
    reader = WordReader(game, "models")
    for one in found:
        if one.standing != "never" and one.entry is not None:
            total = before if one.standing == "held" else one.total
            price = [f"{total - before:+d} {game.points}"] if total != before else []
            reasons = [short_reason(one.reasons[0])] if one.standing == "not-now" else []
            yield Offer(reader.spelling(one.entry), ", ".join([*price, *reasons]))
