"""Games as they are kept in the cache: the same as from their files, with entries that are unpacked on demand."""

from __future__ import annotations

import pickle

import pytest

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.base.records import REST, pack, replace
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.entries import Unit
from listbuilder.loading.compiled import pack_game, unpack_game
from tests.support.lists_made import GAMES
from tests.support.paths import CATALOGUE


def packed(one: Entry) -> bool:
    return REST in vars(one)


@pytest.fixture
def game() -> Game:
    return unpack_game(pack_game(load_game(GAMES[0])))


@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_back(name: str) -> None:
    """A compiled game says the same as the one it was made of, about all entries together and about each."""
    game = load_game(name)
    made = unpack_game(pack_game(game))
    assert made.facts == game.facts
    assert [pack(one) for one in made.entries] == [pack(one) for one in game.entries]
    assert [type(one) for one in made.entries] == [type(one) for one in game.entries]
    assert pack(made) == pack(game)


def test_only_the_entries_of_a_list_are_unpacked() -> None:
    """Judging a list of a compiled game leaves what is not in the list packed."""
    game = unpack_game(pack_game(load_game("kill-team")))
    path = min((CATALOGUE / "kill-team" / "lists").glob("*.yaml"))
    validate(resolve(read_list(path), game))
    assert sum(map(packed, game.entries)) > 0.8 * len(game.entries)


def test_packed_entries_are_like_others(game: Game) -> None:
    """Whatever is done with a packed entry first, it is an entry like any other then."""
    plain = {one.key: one for one in load_game(GAMES[0]).entries}
    units = [one for one in game.entries if isinstance(one, Unit)]
    assert all(map(packed, units))
    first, second, third, fourth = units[:4]
    assert hash(first) == hash(plain[first.key])
    assert second == plain[second.key]
    assert pickle.loads(pickle.dumps(third)) == plain[third.key]
    assert replace(fourth, name="Other").cost == plain[fourth.key].cost
    assert not any(map(packed, (first, second, third, fourth)))
