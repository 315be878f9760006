"""The checks of what a game says about play: every word is known, every value used, nothing goes round in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.asking import activation_of
from listbuilder.catalogue.course import named_in_course
from listbuilder.catalogue.effects.playbook import Playbook
from listbuilder.catalogue.effects.texts import places_in
from listbuilder.finding import Finding
from listbuilder.loader.effects.amounts import used_amounts
from listbuilder.loader.effects.circles import CIRCLE, circles, waits
from listbuilder.loader.effects.names import names_in_play
from listbuilder.loader.effects.reading import Piece
from listbuilder.loader.effects.texts import texts_of
from listbuilder.loader.effects.words import Words, own_values
from listbuilder.loader.entries import PLAYED
from listbuilder.loader.parts import RawEntry
from listbuilder.loader.places import Place, entry_place
from listbuilder.loader.references import References


def check_play(
    game: Game,
    book: Playbook,
    pieces: list[Piece],
    entries: list[tuple[Entry, RawEntry]],
    place: Place,
    references: References,
) -> Iterator[Finding]:
    """Every problem of a playbook."""
    words = Words(game, book)
    yield from _same_names(book, place)
    for kind in book.use:
        references.known("kind", kind, place(("use", kind)))
    yield from _unknown(words, book.terms, set(), lambda path: place(("terms", *path)))
    yield from _unknown(words, book.course, set(), lambda path: place(("course", *path)))
    yield from _shared_ids(game, book, place)
    for kind, use in book.use.items():
        yield from _unknown(words, use, set(), lambda path, kind=kind: place(("use", kind, *path)))  # type: ignore[misc]
    yield from _unknown(words, book.sequences, set(), lambda path: place(("sequences", *path)))
    references.check(book.sequences, lambda path: place(("sequences", *path)))
    references.check(book.use, lambda path: place(("use", *path)))
    references.check(book.terms, lambda path: place(("terms", *path)))
    for piece in pieces:
        yield from _unknown(words, piece.play, own_values(piece.entry, piece.form), piece.place)
        references.check(piece.play, piece.place)
        yield from _twice(piece)
    yield from circles(pieces)
    for id in book.terms.periods:
        if waits(id, {name: {one.in_} for name, one in book.terms.periods.items()}, {book.terms.periods[id].in_}):
            fact = f"The period `{id}` is part of itself, alone or by way of others."
            yield place(("terms", "periods", id, "in")).problem(fact, "Say which period it is in.", CIRCLE)
    for entry, raw in entries:
        yield from _values(words, entry, raw, [piece for piece in pieces if piece.entry.id == entry.id])


def _same_names(book: Playbook, place: Place) -> Iterator[Finding]:
    """Two constants of one name, which nobody could tell apart on a card."""
    known: dict[str, str] = {}
    for id, number in book.terms.numbers.items():
        first = known.setdefault(number.name.casefold(), id) if number.name else id
        if first != id:
            fact = f"The numbers `{first}` and `{id}` are both called {number.name}."
            at = place(("terms", "numbers", id, "name"))
            yield at.problem(fact, "Call one of them something else.", "catalogue.id")


def _shared_ids(game: Game, book: Playbook, place: Place) -> Iterator[Finding]:
    """Ids in the course that stand for entries of several kinds."""
    for line in ("models", "players", "table"):
        for name in getattr(book.course, line):
            keys = ["/".join(entry.key) for entry in named_in_course(game, [name]) if entry.kind != name]
            if len(keys) > 1:
                fact = f"`{name}` could be {' or '.join(keys)}."
                yield place(("course", line)).problem(fact, f"Write `{keys[0]}`, for example.", "catalogue.reference")


def _unknown(words: Words, value: object, own: set[str], place: Place) -> Iterator[Finding]:
    """Words that are none, or none that may stand there."""
    for one in names_in_play(value):
        if wrong := words.wrong(one.sorts, one.name, own, place(one.path)):
            yield wrong


def _twice(piece: Piece) -> Iterator[Finding]:
    """What the entry prints already: how often it works, and that it works by itself."""
    entry, use = piece.entry, piece.play.use
    if use is None or piece.form:
        return
    if use.uses and "uses" in entry.record_names:  # type: ignore[attr-defined]
        fact = f"How often {entry.name} works is written `uses` on the entry itself."
        yield piece.place(("use", "uses")).problem(fact, "Take it out of `use`.", "catalogue.value")
    if activation_of(entry) == "passive":
        fact = f"{entry.name} is passive: nobody uses it."
        yield piece.place(("use",)).problem(fact, "Take `use` out, or write `activation: active`.", "catalogue.value")


def _values(words: Words, entry: Entry, raw: RawEntry, pieces: list[Piece]) -> Iterator[Finding]:
    """A value named like a term or printed number, and one that nobody uses."""
    at = entry_place(raw.origin)
    if not pieces and any(key in raw.data for key in PLAYED):
        return  # what could not be read may use them
    used = _used(entry, raw.data, pieces)
    known = {*entry.values, *own_values(entry, ""), *words.terms.numbers}
    misspelt = any(name not in known for text in _texts(raw.data) for name, _ in places_in(text))
    for name in entry.values:
        if name in words.terms_of:
            fact = f"The value `{name}` is called like one of the {words.terms_of[name]} of the game."
            yield at(("values", name)).problem(fact, "Call it something else.", "catalogue.id")
        elif name not in used and not misspelt:
            fact = f"Nobody uses the value `{name}`."
            hint = f"Write {{{name}}} in a text, use it in an effect or a grant, or take it out."
            yield at(("values", name)).problem(fact, hint, "catalogue.idle")


def _used(entry: Entry, data: Mapping[str, Any], pieces: list[Piece]) -> set[str]:
    """The values of an entry that its texts, grants and effects name."""
    raw = {key: one for key, one in data.items() if isinstance(one, str)}
    texts = [*(text for _, text in texts_of(entry)), *raw.values(), *_texts(data)]
    found = {name for text in texts for name, _ in places_in(text)} | used_amounts(data)
    return found | {one.name for piece in pieces for one in names_in_play(piece.play)}


def _texts(data: object) -> Iterator[str]:
    """Every text in raw data: those that were filled have lost their places."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for one in data.values() if isinstance(data, dict) else data:
            yield from _texts(one)
