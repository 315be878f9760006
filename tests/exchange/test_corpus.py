"""The conformance corpus is fresh, complete, small, and means what its names say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder import import_force
from listbuilder.exchange.documents.force_document import dump_force
from listbuilder.loading import game_folders, load_game
from tests.tools.corpus_make import CORPUS, VERSION, corpus_text, given

GAMES = sorted(game_folders())


def corpus(game: str) -> dict[str, Any]:
    """The corpus of a game."""
    found: dict[str, Any] = json.loads((CORPUS / f"{game}.json").read_text("utf-8"))
    return found


def whole(value: Any, entries: list[Any]) -> Any:
    """Corpus data with its entries back in place, as another program would do it."""
    if isinstance(value, list):
        return [whole(item, entries) for item in value]
    if not isinstance(value, dict):
        return value
    if "entry#" in value:
        return whole(entries[value["entry#"]], entries)
    return {key: whole(item, entries) for key, item in value.items()}


@pytest.mark.parametrize("game", GAMES)
def test_corpus_is_fresh(game: str) -> None:
    """Judged again, every list gives to the letter what the file says; `make corpus` makes it anew."""
    cases = {one["case"]: one["list"] for one in corpus(game)["cases"]}
    assert corpus_text(load_game(game), cases) == (CORPUS / f"{game}.json").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_corpus_has_every_list_there_is(game: str) -> None:
    """Every starter list and every tested list is in it as it is now."""
    cases = {one["case"]: one["list"] for one in corpus(game)["cases"]}
    hand = {name: data for name, data in cases.items() if not name.startswith("broken/")}
    assert hand == given(game, game_folders()[game])


@pytest.mark.parametrize("game", GAMES)
def test_names_say_what_is_expected(game: str) -> None:
    """Starters and legal lists are valid, illegal ones are not, and each broken one has the finding it is named for."""
    for one in corpus(game)["cases"]:
        kind, _, name = one["case"].partition("/")
        if kind == "broken":
            code, _, rule = name.partition(" ")
            assert (code, rule) in {(found["code"], found["rule"] or "") for found in one["report"]["findings"]}
        else:
            assert one["report"]["valid"] == (kind != "illegal"), one["case"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
def test_forces_can_be_put_together(game: str) -> None:
    """By the README alone, a force of the corpus is the force that is imported."""
    found = corpus(game)
    for one in found["cases"]:
        if one["force"] is not None:
            force = dump_force(import_force(one["list"], allow_illegal=True))
            made = whole(one["force"], found["entries"])
            made["list"]["document"] = force["list"]["document"]
            assert {**force, **made} == force


def test_corpus_is_versioned_and_small() -> None:
    """There is a file for each game and no other, each with its version, and all together are about 2.5 MB at most."""
    files = sorted(CORPUS.glob("*.json"))
    assert [path.stem for path in files] == GAMES
    assert {corpus(game)["corpus"] for game in GAMES} == {VERSION}
    assert sum(path.stat().st_size for path in files) < 2_600_000
    assert (Path(CORPUS) / "README.md").is_file()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_broken(game: str) -> None:
    """Each rule that the game, its formats or its entries carry is broken by some list."""
    book = load_game(game)
    roles = [role for entry in book.entries for role in getattr(entry, "roles", {}).values()]
    carriers: list[Any] = [book, *book.formats, *book.entries, *roles]
    rules = {rule.id for carrier in carriers for rule in carrier.rules}
    assert rules <= {finding["rule"] for one in corpus(game)["cases"] for finding in one["report"]["findings"]}
