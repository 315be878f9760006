"""How far a game's rules are data: records, those in words only, and entries that need a word of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from listbuilder.base.records import record
from listbuilder.catalogue import Game
from listbuilder.catalogue.effects.playbook import Playbook
from listbuilder.catalogue.effects.verbs import Effect, Special
from listbuilder.loading.effects.effect_checks import all_effects
from listbuilder.loading.effects.effect_names import names_in_play


@record
class Coverage:
    """The figures of one game.

    `special` has the entries with a record in words only and its tag, `alone` those whose records use a term that
    nothing else uses, with the terms; `unused` are terms that nothing uses at all: a constant is there to be read.
    """

    entries: int
    records: int
    terms: int
    special: tuple[tuple[str, str], ...] = ()
    alone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unused: tuple[str, ...] = ()


def coverage_of(game: Game) -> Coverage:
    """How far the rules of a game are data."""
    book = game.playbook
    effects = {key: list(_effects(book, key)) for key in book.entries}
    terms = {name for _, words in book.terms.sorts() for name in words}
    users: dict[str, set[str]] = {name: set() for name in terms}
    for key, play in book.entries.items():
        for one in names_in_play(play):
            if one.name in users:
                users[one.name].add(_entry(key))
    common = (book.terms, book.course, *book.use.values(), *book.sequences.values())
    shared = {one.name for part in common for one in names_in_play(part)} | set(_set_up(game))
    alone: dict[str, tuple[str, ...]] = {}
    for name, several in sorted(users.items()):
        if len(several) == 1 and name not in shared:
            (key,) = several
            alone[key] = (*alone.get(key, ()), name)
    constants = {name for name, number in book.terms.numbers.items() if number.value is not None}
    names = {f"{entry.kind}/{entry.id}": entry.name for entry in game.entries}
    return Coverage(
        entries=len({_entry(key) for key in book.entries}),
        records=sum(len(several) for several in effects.values()),
        terms=len(terms),
        special=tuple(
            (names[_entry(key)], one.tag)
            for key, several in effects.items()
            for one in several
            if isinstance(one, Special)
        ),
        alone={names[key]: own for key, own in sorted(alone.items())},
        unused=tuple(sorted(name for name, several in users.items() if not several and name not in shared | constants)),
    )


def _set_up(game: Game) -> Iterator[str]:
    """The things and places that set-ups name."""
    mission = game.mission
    for layout in (mission.layout, *mission.layouts.values()) if mission else ():
        for piece in layout.pieces if layout else ():
            yield from (piece.what, piece.at)
        yield from (start.at for start in (layout.starts if layout else ()))


def _entry(key: str) -> str:
    """The key of the entry that a form belongs to."""
    return "/".join(key.split("/")[:2])


def _effects(book: Playbook, key: str) -> Iterator[Effect]:
    for one, _ in all_effects(book.entries[key].effects):
        yield one
