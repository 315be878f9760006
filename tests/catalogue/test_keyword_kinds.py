"""Two keywords of different kinds may have one id: each thing gets the play, grants and demands of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.exchange.documents.force_document import publish
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from listbuilder.printing.entry_items import explained_keywords
from tests.support import fast_yaml

HEAD: dict[str, Any] = {
    "id": "toy",
    "name": "Toy",
    "edition": "1",
    "version": "1.0.0",
    "text": "Small.",
    "stats": {"hp": {"name": "HP", "base": 3}, "mv": {"name": "MV", "base": 5}},
    "kinds": {
        "mood": {"is": "keyword"},
        "make": {"is": "keyword"},
        "trick": {"is": "ability", "keywords": ["mood"]},
        "tool": {"is": "gear", "keywords": ["make"]},
    },
    "model": {"slots": {"tricks": {"kind": "trick"}, "tools": {"kind": "tool"}}},
}
SAD = {"name": "Heavy", "text": "Sad.", "grants": {"stats": {"hp": 1}}}
SAD["effects"] = {"do": "change", "what": "mv", "by": -1}
IRON = {"name": "Heavy", "text": "Iron.", "grants": {"stats": {"mv": -2}}, "needs": {"slot": "tricks"}}
IRON["effects"] = {"do": "change", "what": "mv", "by": -4}
MOODS = {"kind": "mood", "entries": [SAD]}
MAKES = {"kind": "make", "entries": [IRON]}
TRICKS = {"kind": "trick", "entries": [{"name": "Sigh", "text": "Sighs.", "keywords": ["Heavy"]}]}
TOOLS = {"kind": "tool", "entries": [{"name": "Anvil", "text": "Waits.", "keywords": ["Heavy"]}]}


@pytest.fixture(params=[[MOODS, MAKES], [MAKES, MOODS]], ids=["moods first", "makes first"])
def games(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with the game, its two kinds of keywords in either order."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump(HEAD, sort_keys=False), "utf-8")
    for at, one in enumerate([*request.param, TRICKS, TOOLS]):
        (folder / f"{at}.yaml").write_text(fast_yaml.dump(one, sort_keys=False), "utf-8")
    return tmp_path


def judged(games: Path, **row: Any) -> Report:
    """A list of one model."""
    return Referee(load_game("toy", [games])).judge(read_list({"game": "toy", "models": [row]}))


def test_each_has_its_own_play(games: Path) -> None:
    """An engine finds both words, each with its own text and effects."""
    entries = publish(judged(games, tricks=["Sigh"], tools=["Anvil"])).entries
    found = {key: (one.text, one.effects[0].by.value) for key, one in entries.items() if one.base == "keyword"}  # type: ignore[attr-defined]
    assert found == {"mood/heavy": ("Sad.", -1), "make/heavy": ("Iron.", -4)}


def test_each_gives_and_asks_for_its_own(games: Path) -> None:
    """The grants and the needs of one word do not come with the other."""
    sad, iron = judged(games, tricks=["Sigh"]), judged(games, tools=["Anvil"])
    assert [dict(one.force.models[0].stats) for one in (sad, iron)] == [{"hp": 4, "mv": 5}, {"hp": 3, "mv": 3}]
    assert [[found.code for found in one.findings] for one in (sad, iron)] == [[], ["needs.missing"]]


def test_each_is_explained_as_its_own(games: Path) -> None:
    """A card of one thing explains the word that it prints."""
    game = load_game("toy", [games])
    assert [*explained_keywords(game, [game.by_id["tool", "anvil"]])] == [("make", "Heavy", "Iron.")]
    assert [*explained_keywords(game, [game.by_id["trick", "sigh"]])] == [("mood", "Heavy", "Sad.")]
