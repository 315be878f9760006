"""The keys that lists of every game have are said once: their order and bounds are the same for whoever asks."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import listbuilder
from listbuilder.exchange.schemas.list_schema import list_schema
from listbuilder.lists import read_list
from listbuilder.lists.canonical import canonical
from listbuilder.lists.document import LIST, ROW, ListDocument, Row, own_keys
from listbuilder.lists.key_values import WordReader
from listbuilder.loading import game_folders, load_game

GAMES = sorted(game_folders())
PACKAGE = Path(listbuilder.__file__).parent
# A table of its own has columns of its own.
TABLES = {"formats/csv_table.py"}


def test_documents_hold_exactly_these() -> None:
    """A document has a place for each key, besides what the game adds and where it was read."""
    found = {one.name for one in fields(ListDocument)} - {"keys", "extras", "file", "lines", "problems"}
    assert found == set(LIST.all)
    assert {one.name for one in fields(Row)} - {"keys", "extras"} == set(ROW.all)


@pytest.mark.parametrize("game", GAMES)
def test_schema_offers_them_in_order(game: str) -> None:
    """A game's schema has each key with its sentence, in the same order, before what the game adds."""
    schema = list_schema(load_game(game))
    row = schema["properties"]["models"]["items"]["properties"]
    for keys, found in ((LIST, schema["properties"]), (ROW, row)):
        assert [*found][: len(keys.all)] == [*keys.all]
        assert all(found[key]["description"].endswith(".") and "{" not in found[key]["description"] for key in keys.all)


@pytest.mark.parametrize("game", GAMES)
def test_words_and_canonical_form_agree(game: str) -> None:
    """A key that is typed goes where the canonical order has it."""
    book = load_game(game)
    whole: dict[str, Any] = dict.fromkeys(WordReader(book, "list").keys, "x")
    row: dict[str, Any] = dict.fromkeys(WordReader(book, "models").keys, "x")
    made = canonical({"x-tool": 1, "models": [dict(reversed(row.items()))], **dict(reversed(whole.items()))}, book)
    assert [*made] == ["game", *whole, "x-tool", "models"]
    rows: Any = made["models"]
    assert [*rows[0]] == [*row]


@pytest.mark.parametrize("kind", ["list", "models", "groups"])
@pytest.mark.parametrize("over", [0, 1])
def test_bounds(kind: str, over: int) -> None:
    """At its bound a value is taken, one beyond it is named at its place."""
    keys = own_keys(kind)
    row: dict[str, Any] = {key: "x" * (most + over) for key, most in keys.texts.items()}
    row |= {key: -1 if over else most for key, most in keys.numbers.items()}
    tree: dict[str, Any] = {"game": "any", **({kind: [row]} if kind != "list" else row)}
    where = "" if kind == "list" else f"{kind}[0]."
    found = {one.where for one in read_list(tree).problems if one.code == "key.range"} - {"models"}
    assert found == ({f"{where}{key}" for key in (*keys.texts, *keys.numbers)} if over else set())


@pytest.mark.parametrize("over", [0, 1])
def test_rows(over: int) -> None:
    """So many rows are taken, and one more is named."""
    for key, one in LIST.rows.items():
        problems = read_list({"game": "any", key: [{} for _ in range(one.most + over)]}).problems
        assert [one.where for one in problems] == [key] * over


def test_nobody_lists_them_again() -> None:
    """No other module writes three of the keys in a row."""
    known = {*LIST.all, *ROW.all} - {"name", "models"}
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        label = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Tuple | ast.List | ast.Set):
                words = [one.value for one in node.elts if isinstance(one, ast.Constant)]
                if len(known.intersection(map(str, words))) > 2 and label not in TABLES:
                    found.append(f"{label}:{node.lineno}")
    assert not found
