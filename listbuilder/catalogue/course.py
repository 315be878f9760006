"""How a game is played, asked of the game: the turn sequence, the printed tables, who wins."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.effects.course import Victory
from listbuilder.catalogue.effects.terms import NumberTerm
from listbuilder.catalogue.entry import Table
from listbuilder.catalogue.game import Game
from listbuilder.record import record
from listbuilder.spelling import as_words
from listbuilder.wording import counted


@record
class Stage:
    """One period of the turn sequence: how deep it stands in others, what it is called, and what happens in it."""

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
    """Who wins, where the rulebook says."""
    return game.playbook.course.victory
