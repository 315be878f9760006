"""Circles: a change in force that reads the number it changes, a treatment that asks for the state it treats."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.effects.effect import Effect
from listbuilder.catalogue.effects.parts import Amount
from listbuilder.catalogue.effects.verbs import Act, Change, Choose, Roll, Treat
from listbuilder.finding import Finding
from listbuilder.loader.effects.names import names_in_play
from listbuilder.loader.effects.reading import Piece
from listbuilder.loader.named import records_in
from listbuilder.reading import Path

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


def circles(pieces: list[Piece]) -> Iterator[Finding]:
    """A finding for each record that waits for itself, alone or with others that are in force."""
    lasting = [(one, path, piece) for piece in pieces for one, path in all_effects(piece.play.effects) if one.lasts]
    reads: dict[str, set[str]] = {}
    for one, _, _ in lasting:
        if isinstance(one, Change):
            for name in one.what:
                reads.setdefault(name, set()).update(numbers_read(one))
    for one, path, piece in lasting:
        if isinstance(one, Change) and (round_ := [name for name in one.what if waits(name, reads, numbers_read(one))]):
            fact = f"This changes {round_[0]} and reads it, itself or by way of other changes."
            hint = "Read another number, or the one on the card with `card: true`."
            yield piece.place((*path, "what")).problem(fact, hint, CIRCLE)
        if isinstance(one, Treat) and (asked := set(one.what) & states_asked(one)):
            fact = f"This treats {min(asked)} and asks for it."
            yield piece.place((*path, "what")).problem(fact, "Ask for another state.", CIRCLE)


def numbers_read(effect: Effect) -> set[str]:
    """The numbers that an effect looks at as play has made them."""
    return {one.of for one, _ in records_in(effect) if isinstance(one, Amount) and one.of and not one.card}


def waits(name: str, reads: dict[str, set[str]], first: set[str]) -> bool:
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
