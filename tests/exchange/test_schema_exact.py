"""A list schema accepts exactly the lists that the reader understands: the same lists pass both, and no others."""

from __future__ import annotations

import copy
import re
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

from listbuilder import load_game, read_list, resolve
from listbuilder.base.errors import ListbuilderError
from listbuilder.catalogue import Game
from listbuilder.loading import game_folders, shipped
from listbuilder.storage.reading import read_file
from tests.exchange.schema_files import schema_file
from tests.support.effort import rounds

GAMES = sorted(game_folders())
STARTERS: dict[str, list[Any]] = {
    game: [read_file(path).data for path in sorted((shipped("catalogue") / game / "lists").glob("*.yaml"))]
    for game in GAMES
}
each_game = pytest.mark.parametrize("game", GAMES)


@lru_cache(maxsize=8)
def schema_of(game: str) -> Draft202012Validator:
    """The validator of a game's list schema."""
    return Draft202012Validator(schema_file(f"list-{game}"), registry=Registry())


def understood(data: dict[str, Any]) -> bool:
    """Whether the reader and the resolver understand every key, value and name of a list."""
    try:
        document = read_list(data)
        return not resolve(document, load_game(document.game)).problems
    except ListbuilderError:
        return False


def agree(game: str, data: dict[str, Any]) -> None:
    """Schema and reader say the same of a list."""
    errors = [error.message for error in schema_of(game).iter_errors(data)]
    assert (not errors) == understood(data), errors


def names(game: Game) -> st.SearchStrategy[str]:
    """Names of the game's entries in many spellings, some of them wrong."""
    known = sorted({spelling for kind in game.names.values() for spelling in kind if spelling.isascii()})
    ways = st.sampled_from(
        [
            str,
            str.upper,
            str.title,
            str.swapcase,
            lambda name: name.replace(" ", "-"),
            lambda name: re.sub("[^A-Za-z0-9']+", " _ ", name),
            lambda name: f" {name}! ",
            lambda name: name.replace("'", ""),
            lambda name: f"'{name[:1]}''{name[1:]}'",
            lambda name: name[:-1],
            lambda name: f"{name} x",
            lambda name: name.replace(" ", ""),
        ]
    )
    return st.builds(lambda way, name: way(name), ways, st.sampled_from(known))


def values(game: Game) -> st.SearchStrategy[Any]:
    """Values that a list may have or not."""
    words = [
        word for sheet in (game.model, game.list, game.group) for one in sheet.fields.values() for word in one.choices
    ]
    stats = [word for id, stat in game.stats.items() for word in (id, stat.name, stat.name.lower(), "xyz")]
    single = (
        names(game)
        | st.none()
        | st.booleans()
        | st.sampled_from([-1, 0, 1, 2, 5, 20, 21, 80, 1.5, "", "Any", "x" * 81, "x" * 501, *words])
    )
    pick = st.fixed_dictionaries(
        {"entry": names(game)}, optional={"picks": single | st.lists(names(game), max_size=3), "more": single}
    )
    raises = st.dictionaries(st.sampled_from(stats[::2]), single, max_size=2)
    return single | st.lists(single | pick, max_size=3) | pick | raises


@each_game
@settings(max_examples=rounds(120, 30), deadline=None)
@given(data=st.data())
def test_edited_lists(game: str, data: st.DataObject) -> None:
    """Starter lists with a few keys set to anything: schema and reader agree on each."""
    book = load_game(game)
    tree = copy.deepcopy(data.draw(st.sampled_from(STARTERS[game])))
    rows: list[Any] = [tree, *tree["models"][:4], *(tree.get("groups") or [])]
    sheets = (book.model, book.list, book.group)
    keys = [key for sheet in sheets for key in (*sheet.slots, *sheet.fields)]
    keys += ["name", "player", "format", "limit", "notes", "art", "catalogue", "groups", "x-a", "typo"]
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.sampled_from(rows))
        row[data.draw(st.sampled_from(keys))] = data.draw(values(book))
    agree(game, tree)


@each_game
@settings(max_examples=rounds(80, 20), deadline=None)
@given(data=st.data())
def test_every_slot_by_itself(game: str, data: st.DataObject) -> None:
    """One slot of one model or of the list, with names in every spelling."""
    book = load_game(game)
    sheet = data.draw(st.sampled_from([one for one in (book.model, book.list) if one.slots]))
    row = {data.draw(st.sampled_from(list(sheet.slots))): data.draw(values(book))}
    agree(game, {"game": game, **(row if sheet is book.list else {"models": [row]})})


@each_game
def test_every_spelling_is_accepted(game: str) -> None:
    """Every id, name and alias of every entry is accepted where the entry may stand, in every usual case."""
    book = load_game(game)
    for sheet, key in ((book.model, "models"), (book.list, None)):
        for slot, spec in sheet.slots.items():
            for spelling in book.names.get(spec.kind, {}):
                row = {slot: [spelling]}
                data = {"game": game, **({key: [row]} if key else row)}
                assert schema_of(game).is_valid(data), spelling
                assert understood(data), spelling


@each_game
@pytest.mark.parametrize("count", [None, 0, 1, 300, 301, 1.5, True, "3", [1]])
def test_counts(game: str, count: Any) -> None:
    """How many copies a row may have."""
    agree(game, {"game": game, "models": [{**STARTERS[game][0]["models"][0], "count": count}]})


@each_game
def test_empty_keys_say_nothing(game: str) -> None:
    """A key without a value is as good as none."""
    book = load_game(game)
    keys = [*book.list.slots, *book.list.fields, "name", "format", "limit", "models", "groups", "notes"]
    agree(game, {"game": game, **dict.fromkeys(keys)})
    agree(game, {"game": game, "models": [dict.fromkeys([*book.model.slots, *book.model.fields, "count", "name"])]})


@each_game
def test_every_key_has_a_hover(game: str) -> None:
    """Each key that a list may have explains itself in an editor."""
    schema = schema_file(f"list-{game}")
    rows = [schema, schema["properties"]["models"]["items"], schema["properties"]["groups"]["items"]]
    assert all(one.get("description") for row in rows for one in row["properties"].values())
