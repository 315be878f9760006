"""Published forces share what is the same in them, and nothing else: two givers of one name are told apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import publish
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from tests.support import fast_yaml

HEAD: dict[str, Any] = {
    "id": "lions",
    "name": "Lions",
    "edition": "1",
    "version": "1.0.0",
    "text": "A game where a banner and an oath have one name.",
    "kinds": {"banner": {"is": "option"}, "oath": {"is": "option"}},
    "list": {"slots": {"banner": {"kind": "banner", "max": 1}, "oath": {"kind": "oath", "max": 1}}},
    "model": {"slots": {"unit": {"kind": "unit", "min": 1, "max": 1}, "gear": {"kind": "gear", "max": 0}}},
}
LION = {"name": "Lion", "text": "Roars.", "grants": {"entries": {"gear": ["mane"]}}}
ENTRIES = {
    "unit": [{"name": "Person", "text": "Walks."}],
    "gear": [{"name": "Mane", "text": "Warm."}],
    "banner": [LION],
    "oath": [LION],
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The toy game."""
    folder: Path = tmp_path_factory.mktemp("game") / "lions"
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump(HEAD, sort_keys=False), "utf-8")
    for kind, entries in ENTRIES.items():
        (folder / f"{kind}.yaml").write_text(fast_yaml.dump({"kind": kind, "entries": entries}), "utf-8")
    return check_folder(folder)


def test_givers_of_one_name_are_told_apart(game: Game) -> None:
    """What a banner gives says so, also where the oath of that name gave the same to such a model before."""
    found = []
    for slot in ("banner", "oath"):
        force = publish(Referee(game).judge(read_list({"game": "lions", slot: "Lion", "models": [{"unit": "Person"}]})))
        (mane,) = force.models[0].gear
        found.append((mane.giver, mane.given_by))
    assert found == [("Lion", "banner/lion"), ("Lion", "oath/lion")]
