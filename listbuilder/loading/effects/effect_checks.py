"""The checks of what a game says about play: every word is known, every value used, nothing goes round in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.effects.parts import Amount
from listbuilder.catalogue.effects.playbook import Playbook
from listbuilder.catalogue.effects.printed_values import places_in
from listbuilder.catalogue.effects.verbs import Act, Change, Choose, Effect, Roll, Treat
from listbuilder.catalogue.entries import activation_of
from listbuilder.catalogue.turn_sequence import named_in_course
from listbuilder.loading.effects.amounts import used_amounts
from listbuilder.loading.effects.effect_names import Vocabulary, names_in_play, own_values
from listbuilder.loading.effects.read_effects import EffectSource
from listbuilder.loading.effects.text_checks import texts_of
from listbuilder.loading.raw_entries import PLAYED
from listbuilder.loading.raw_parts import RawEntry
from listbuilder.loading.references import References, records_in
from listbuilder.loading.source_places import Place, entry_place
from listbuilder.storage.reading import Path

# Circles: a change in force that reads the number it changes, a treatment that asks for the state it treats.


CIRCLE = "catalogue.circle"


def all_effects(effects: tuple[Effect, ...], path: Path = ("effects",)) -> Iterator[tuple[Effect, Path]]:
    """Effects with those inside them, each with the way to it."""
    for at, one in enumerate(effects):
        here = (*path, at)
        yield one, here
        if isinstance(one, Act):
            yield from all_effects(one.with_, (*here, "with"))
        elif isinstance(one, Choose):
            for n, option in enumerate(one.options):
                yield from all_effects(option, (*here, "options", n))
        elif isinstance(one, Roll):
            yield from all_effects(one.then, (*here, "then"))
            yield from all_effects(one.else_, (*here, "else"))
            for row, several in one.rows.items():
                yield from all_effects(several, (*here, "rows", row))


def effect_cycles(pieces: list[EffectSource]) -> Iterator[Finding]:
    """A finding for each record that waits for itself, alone or with others that are in force."""
    lasting = [(one, path, piece) for piece in pieces for one, path in all_effects(piece.play.effects) if one.lasts]
    reads: dict[str, set[str]] = {}
    for one, _, _ in lasting:
        if isinstance(one, Change):
            for name in one.what:
                reads.setdefault(name, set()).update(numbers_read(one))
    for one, path, piece in lasting:
        if isinstance(one, Change) and (
            round_ := [name for name in one.what if depends_on(name, reads, numbers_read(one))]
        ):
            fact = f"This changes {round_[0]} and reads it, itself or by way of other changes."
            hint = "Read another number, or the one on the card with `card: true`."
            yield piece.place((*path, "what")).problem(fact, hint, CIRCLE)
        if isinstance(one, Treat) and (asked := set(one.what) & states_asked(one)):
            fact = f"This treats {min(asked)} and asks for it."
            yield piece.place((*path, "what")).problem(fact, "Ask for another state.", CIRCLE)


def numbers_read(effect: Effect) -> set[str]:
    """The numbers that an effect looks at as play has made them."""
    return {one.of for one, _ in records_in(effect) if isinstance(one, Amount) and one.of and not one.card}


def depends_on(name: str, reads: dict[str, set[str]], first: set[str]) -> bool:
    """Whether a number is among those read, or those that these read in turn."""
    seen, open_ = set(), list(first)
    while open_:
        one = open_.pop()
        if one == name:
            return True
        if one not in seen:
            seen.add(one)
            open_ += reads.get(one, ())
    return False


def states_asked(effect: Effect) -> set[str]:
    """The states that an effect asks for."""
    return {one.name for one in names_in_play(effect) if one.path[-1] == "is"}


def check_play(
    game: Game,
    book: Playbook,
    pieces: list[EffectSource],
    entries: list[tuple[Entry, RawEntry]],
    place: Place,
    references: References,
) -> Iterator[Finding]:
    """Every problem of a playbook."""
    words = Vocabulary(game, book)
    yield from _same_names(book, place)
    for kind in book.use:
        references.check_name("kind", kind, place(("use", kind)))
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
        yield from _repeated_use(piece)
    yield from effect_cycles(pieces)
    for id in book.terms.periods:
        if depends_on(id, {name: {one.in_} for name, one in book.terms.periods.items()}, {book.terms.periods[id].in_}):
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


def _unknown(words: Vocabulary, value: object, own: set[str], place: Place) -> Iterator[Finding]:
    """Words that are none, or none that may stand there."""
    for one in names_in_play(value):
        if wrong := words.wrong(one.sorts, one.name, own, place(one.path)):
            yield wrong


def _repeated_use(piece: EffectSource) -> Iterator[Finding]:
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


def _values(words: Vocabulary, entry: Entry, raw: RawEntry, pieces: list[EffectSource]) -> Iterator[Finding]:
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


def _used(entry: Entry, data: Mapping[str, Any], pieces: list[EffectSource]) -> set[str]:
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
