"""How a game is played, read from its playbook: the turn sequence, printed tables, who wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from listbuilder.base.records import record
from listbuilder.base.wording import as_words, counted
from listbuilder.catalogue.effects.playbook import Victory
from listbuilder.catalogue.effects.terms import NumberTerm
from listbuilder.catalogue.entries import Entry, Table
from listbuilder.catalogue.game import Game


@record
class Stage:
    """One period of the turn sequence: its depth, its name, and what happens in it."""

    depth: int
    id: str
    name: str
    text: str
    source: str


def turn_sequence(game: Game) -> tuple[Stage, ...]:
    """The periods of a game in the order they are played, each before those inside it."""
    return tuple(_stages(game, "game", 0))


def _stages(game: Game, outer: str, depth: int) -> Iterator[Stage]:
    for id, one in game.playbook.terms.periods.items():
        if one.in_ == outer:
            word = as_words(id)
            name = counted(one.number, word) if one.number else word
            yield Stage(depth=depth, id=id, name=name, text=one.text, source=one.source)
            yield from _stages(game, id, depth + 1)


def constants_of(game: Game) -> Iterator[tuple[str, NumberTerm]]:
    """The numbers that the rulebook fixes, each by its printed name."""
    for id, number in game.playbook.terms.numbers.items():
        if number.value is not None:
            words = as_words(id)
            yield number.name or words[:1].upper() + words[1:], number


def tables_of(game: Game) -> tuple[Table, ...]:
    """The printed tables that are rolled on, in the order of the catalogue."""
    return tuple(entry for entry in game.entries if isinstance(entry, Table))


def victory_of(game: Game) -> Victory | None:
    """Who wins, if the rulebook says so."""
    return game.playbook.course.victory


def named_in_course(game: Game, names: Iterable[str]) -> tuple[Entry, ...]:
    """The entries that a line of the course names: by kind, by id or by `kind/id`."""
    known = {*names}
    return tuple(entry for entry in game.entries if {entry.kind, entry.id, "/".join(entry.key)} & known)


def holds_with(game: Game, entry: Entry, chosen: Collection[tuple[str, str]]) -> bool:
    """Whether an entry is in force with the choices of a list.

    It is not if it is a choice that was not made, or if its tags say that it belongs to such a choice.
    """
    choices = list_choices(game)
    if entry.kind in choices:
        return entry.key in chosen
    belongs = ({(kind, id) for id in ids.intersection(entry.tags)} for kind, ids in choices.items())
    return all(not keys.isdisjoint(chosen) for keys in belongs if keys)


@lru_cache(maxsize=32)
def list_choices(game: Game) -> Mapping[str, frozenset[str]]:
    """The ids of what a list chooses as a whole, by kind; choices inside choices included."""
    kinds = [slot.kind for slot in game.list.slots.values()]
    # `kinds` grows during the loop: choices may stand inside choices.
    for kind in kinds:
        inner = [slot.kind for entry in game.entries if entry.kind == kind for slot in entry.picks.values()]
        kinds += [one for one in dict.fromkeys(inner) if one not in kinds]
    return {kind: frozenset(entry.id for entry in game.entries if entry.kind == kind) for kind in kinds}
