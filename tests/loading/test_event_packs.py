"""Event packs: how an event is run is typed and checked, changes no list's identity, and packs extend each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.catalogue import Game
from listbuilder.judging.secrecy import secrets_of
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from listbuilder.loading.events import load_event
from listbuilder.printing.check_code import check_code
from tests.support import fast_yaml

PACK: dict[str, Any] = {
    "name": "Harbour Cup",
    "game": "constellation-warrior",
    "catalogue": "1.0.0",
    "limit": 40,
    "rules": [{"kind": "unique", "id": "no-twins", "source": "Cup rules", "slot": "unit"}],
    "rulings": [{"id": "ties", "name": "Ties", "text": "Nobody wins."}],
    "lists": {"due": "2026-05-01T20:00+02:00", "grace": "2h", "show": {"lock": "nobody", "end": "everybody"}},
    "penalties": [
        {"id": "late", "name": "Late list", "points": -2},
        {"id": "illegal", "name": "Illegal list", "remedies": ["correct", "lose-round", "lose-all"]},
    ],
    "rounds": {"count": 5, "minutes": 120, "tables": 30, "first": "random", "then": "by-points", "apart": ["club"]},
    "result": {"bands": [{"lead": "0-2", "gives": [10, 10]}, {"lead": "3+", "gives": [20, 0]}]},
    "counts": [{"id": "vp", "name": "Victory Points", "max": 20}],
    "order": ["points", "opponents", "vp-lead", "vp", "head-to-head", "lot"],
}
LIST: dict[str, Any] = {"game": "constellation-warrior", "models": [{"unit": "Novice"}]}


def load(folder: Path, name: str = "cup.yaml", **pack: Any) -> Game:
    """A pack from a file."""
    path = folder / name
    path.write_text(fast_yaml.dump({**PACK, **pack}, sort_keys=False), "utf-8")
    return load_event(path)


def problems(folder: Path, **pack: Any) -> str:
    """What is wrong with a pack, each with its line."""
    with pytest.raises(CatalogueError) as error:
        load(folder, **pack)
    assert all(one.file and one.line for one in error.value.findings)
    return " ".join(f"{one.message} {one.hint}" for one in error.value.findings)


def test_keys_are_typed(tmp_path: Path) -> None:
    """What the note on events shows as a pack is one, and comes out typed, fresh and from the cache."""
    for _ in range(2):
        event = load(tmp_path).event
        assert event is not None and event.rounds is not None and event.rounds.count == 5
        assert event.lists.last is not None and event.lists.last.isoformat() == "2026-05-01T22:00:00+02:00"
        assert event.result.bands[1].bounds == (3, None)
        assert event.lists.show.round == "opponent"


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a key": ({"ronds": {"count": 5}}, "Did you mean rounds?"),
    "a key inside": ({"rounds": {"count": 5, "tabels": 3}}, "Did you mean tables?"),
    "a tie-break": ({"order": ["points", "oponents"]}, "Did you mean opponents?"),
    "something behind the lot": ({"order": ["lot", "vp"]}, "Put `lot` last."),
    "no time zone": ({"lists": {"due": "2026-05-01T20:00"}}, "no time zone"),
    "no time": ({"lists": {"due": "Friday"}}, "not a moment"),
    "no length of time": ({"lists": {"grace": "two hours"}}, "30m, 2h or 1d"),
    "who sees": ({"lists": {"show": {"lock": "friends"}}}, "nobody"),
    "a band with an end": ({"result": {"bands": [{"lead": "0-9", "gives": [1, 1]}]}}, "`0+`"),
    "a gap between bands": (
        {"result": {"bands": [{"lead": "0-2", "gives": [1, 1]}, {"lead": "5+", "gives": [2, 0]}]}},
        "should begin at 3",
    ),
    "a band for one": ({"result": {"bands": [{"lead": "0+", "gives": [1]}]}}, "two numbers"),
    "bands of nothing": ({"counts": [], "order": ["points"]}, "nothing to lead in"),
    "a penalty twice": (
        {"penalties": [{"id": "a", "name": "A", "points": -1}, {"id": "a", "name": "B", "points": -2}]},
        "stands twice",
    ),
    "a secret": ({"secret": ["wepon"]}, "Did you mean weapon?"),
    "no rounds": ({"rounds": {"count": 0}}, "count"),
}


@pytest.mark.parametrize(("pack", "words"), WRONG.values(), ids=WRONG)
def test_mistakes_are_named(pack: dict[str, Any], words: str, tmp_path: Path) -> None:
    """Every mistake has its file and line, and a word that may have been meant."""
    assert words in problems(tmp_path, **pack)


def test_running_an_event_changes_no_list(tmp_path: Path) -> None:
    """Rounds, deadlines and penalties have no part in what a list is: the printed code stays. A limit has."""

    def code(**pack: Any) -> str:
        return check_code(
            Referee(load_game("constellation-warrior"), load(tmp_path, **pack)).judge(read_list(LIST)).force
        )

    first = code()
    assert code(rounds={"count": 3}, lists={}, penalties=[], order=["points"], rulings=[], text="New.") == first
    assert code(limit=41) != first


def test_event_keeps_a_slot_secret(tmp_path: Path) -> None:
    """What the pack names under `secret` is secret wherever lists are shown to opponents."""
    assert "weapon" not in secrets_of(load(tmp_path).model)
    assert "weapon" in secrets_of(load(tmp_path, secret=["weapon"]).model)


def test_packs_extend_each_other(tmp_path: Path) -> None:
    """A pack adds to the one it extends: its values win, its items come on top, names are its own."""
    load(tmp_path, "league.yaml", text="All season.", ban=[{"entry": "hero"}])
    top = tmp_path / "final.yaml"
    top.write_text("name: Final\nextends: league.yaml\nlimit: 30\nban: [{entry: expert}]\n", "utf-8")
    event = load_event(top).event
    assert event is not None and event.name == "Final" and event.text == "" and event.limit == 30
    assert len(event.ban) == 2 and event.rounds is not None and event.rounds.count == 5
    top.write_text("name: Final\nextends: league.yaml\nlimt: 30\n", "utf-8")
    with pytest.raises(CatalogueError) as error:
        load_event(top)
    assert (error.value.findings[0].file, error.value.findings[0].line) == (str(top), 3)


@pytest.mark.parametrize("said", ["final.yaml", "nowhere.yaml", "other.yaml", "broken.yaml"])
def test_extending_goes_wrong_aloud(said: str, tmp_path: Path) -> None:
    """A circle, a file that is not there, another game and a broken base are refused with file and line."""
    (tmp_path / "other.yaml").write_text("name: Other\ngame: kill-team\n", "utf-8")
    (tmp_path / "broken.yaml").write_text("name: Broken\ngame: constellation-warrior\nlimt: 3\n", "utf-8")
    path = tmp_path / "final.yaml"
    path.write_text(f"name: Final\ngame: constellation-warrior\nextends: {said}\n", "utf-8")
    with pytest.raises(CatalogueError) as error:
        load_event(path)
    found = error.value.findings[0]
    assert found.file == str(tmp_path / ("broken.yaml" if said == "broken.yaml" else "final.yaml")) and found.line
