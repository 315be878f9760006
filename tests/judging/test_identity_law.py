"""What a list is: equal for every way to write it, different for every other list, whatever circles its links make."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.catalogue import Game
from listbuilder.judging.force import Force
from listbuilder.judging.resolver import resolve
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.ui.cli.app import app
from tests.support import fast_yaml

GAME: dict[str, Any] = {
    "id": "ring",
    "name": "Ring",
    "edition": "1",
    "version": "1.0.0",
    "text": "Everybody holds somebody.",
    "formats": [{"id": "small", "limit": 100}, {"id": "large", "limit": 200}],
    "model": {
        "slots": {
            "unit": {"kind": "unit", "min": 1, "max": 1},
            "gear": {"kind": "gear", "default": "rope"},
        },
        "fields": {
            "holds": {"type": "models"},
            "group": {"type": "group"},
            "deploy": {"type": "flag", "default": True},
            "size": {"type": "size", "min": 2},
        },
    },
    "group": {"fields": {"leader": {"type": "member"}}},
}
UNITS = [{"name": "Imp", "grants": {"slots": {"holds": 2}}}, {"name": "Ogre"}]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game whose models hold each other."""
    folder = tmp_path_factory.mktemp("games") / "ring"
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump(GAME, sort_keys=False), "utf-8")
    (folder / "unit.yaml").write_text(fast_yaml.dump({"kind": "unit", "entries": UNITS}), "utf-8")
    gear = {"kind": "gear", "entries": [{"name": "Rope"}, {"name": "Lamp"}]}
    (folder / "gear.yaml").write_text(fast_yaml.dump(gear), "utf-8")
    return check_folder(folder)


def force(game: Game, *models: dict[str, Any], **keys: Any) -> Force:
    """The force of some rows."""
    return resolve(read_list({"game": "ring", **keys, "models": list(models)}), game)


def ring(*names: str) -> list[dict[str, Any]]:
    """Models that each hold the next, and the last the first."""
    following = [*names[1:], names[0]]
    return [{"unit": "Imp", "name": name, "holds": [other]} for name, other in zip(names, following, strict=True)]


def test_ring_of_six_is_not_two_of_three(game: Game) -> None:
    """Circles are told apart by their length, under any names and in any order."""
    six = force(game, *ring(*"abcdef")).meaning
    assert six == force(game, *reversed(ring(*"uvwxyz"))).meaning
    assert six != force(game, *ring(*"abc"), *ring(*"def")).meaning


EQUAL: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]] = {
    "a default written or not": ([{"unit": "Imp"}], [{"unit": "imp", "gear": ["Rope"], "deploy": True, "size": 2}], {}),
    "a limit that the format has": ([{"unit": "Imp"}], [{"unit": "Imp"}], {"limit": 100, "format": "small"}),
    "counts split": ([{"unit": "Imp", "count": 3}], [{"unit": "Imp"}, {"unit": "Imp", "count": 2}], {}),
    "counts of picks": (
        [{"unit": "Imp", "gear": [{"entry": "Rope", "count": 2}]}],
        [{"unit": "Imp", "gear": ["Rope", "Rope"]}],
        {},
    ),
    "names, notes and ids": (
        [{"unit": "Imp"}],
        [{"unit": "Imp", "name": "Bo", "notes": "x", "id": "bo", "x-y": 1}],
        {},
    ),
}
OTHER: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]] = {
    "one more": ([{"unit": "Imp"}], [{"unit": "Imp", "count": 2}], {}),
    "a default declined": ([{"unit": "Imp"}], [{"unit": "Imp", "gear": "none"}], {}),
    "another size": ([{"unit": "Imp"}], [{"unit": "Imp", "size": 3}], {}),
    "another flag": ([{"unit": "Imp"}], [{"unit": "Imp", "deploy": False}], {}),
    "another format": ([{"unit": "Imp"}], [{"unit": "Imp"}], {"format": "large"}),
    "another limit": ([{"unit": "Imp"}], [{"unit": "Imp"}], {"limit": 99}),
    "another pick": ([{"unit": "Imp"}], [{"unit": "Imp", "gear": ["Rope", "Lamp"]}], {}),
    "nobody is held": (ring("a", "b"), [{"unit": "Imp", "holds": ["x"]}, {"unit": "Imp"}], {}),
}


@pytest.mark.parametrize(("one", "other", "keys"), EQUAL.values(), ids=EQUAL)
def test_same_list(game: Game, one: list[dict[str, Any]], other: list[dict[str, Any]], keys: dict[str, Any]) -> None:
    """Two ways to write one list have one meaning, in YAML and in JSON."""
    meaning = force(game, *one).meaning
    assert force(game, *other, **keys).meaning == meaning
    raw = {"game": "ring", **keys, "models": other}
    for text in (json.dumps(raw), fast_yaml.dump(raw)):
        assert resolve(read_list(fast_yaml.load(text)), game).meaning == meaning


@pytest.mark.parametrize(("one", "other", "keys"), OTHER.values(), ids=OTHER)
def test_another_list(game: Game, one: list[dict[str, Any]], other: list[dict[str, Any]], keys: dict[str, Any]) -> None:
    """Lists that differ in anything that matters differ in meaning."""
    assert force(game, *one).meaning != force(game, *other, **keys).meaning


def test_who_leads_matters_and_how_they_are_called_does_not(game: Game) -> None:
    """A group is told by its members and its leader, not by names."""

    def squad(name: str, leader: str, others: str) -> Force:
        rows = [{"unit": "Ogre", "name": leader, "group": name}, {"unit": "Imp", "name": others, "group": name.upper()}]
        return force(game, *rows, groups=[{"name": name, "leader": leader}])

    assert squad("Van", "Al", "Bo").meaning == squad("Rear", "Cy", "Di").meaning
    rows = [{"unit": "Ogre", "name": "Al", "group": "Van"}, {"unit": "Imp", "name": "Bo", "group": "Van"}]
    other = force(game, *rows, groups=[{"name": "Van", "leader": "Bo"}])
    assert other.meaning != squad("Van", "Al", "Bo").meaning


def test_large_groups_with_leaders_take_no_time(game: Game) -> None:
    """A hundred equal members of a led group are told apart by nothing, and that is found at once."""
    rows: list[dict[str, Any]] = [
        {"unit": "Ogre", "name": "Al", "group": "Van"},
        {"unit": "Imp", "count": 100, "group": "Van"},
    ]
    assert force(game, *rows, groups=[{"name": "Van", "leader": "Al"}]).meaning


def test_ids_stay_with_their_group(game: Game) -> None:
    """Of two rows that say the same in two groups, each keeps its id when they change places."""
    rows = [{"unit": "Imp", "group": "Van"}, {"unit": "Imp", "group": "Rear"}]
    groups = [{"name": "Van"}, {"name": "Rear"}]
    one = {model.squad.name: model.id for model in force(game, *rows, groups=groups).models if model.squad}
    turned = force(game, *reversed(rows), groups=groups).models
    assert one == {model.squad.name: model.id for model in turned if model.squad}
    assert len(set(one.values())) == 2


def test_written_id_is_kept(game: Game) -> None:
    """What is written as `id` is the id, wherever the row stands and however it is called."""
    rows = [{"unit": "Imp", "id": "first-imp"}, {"unit": "Imp", "id": "imp-2"}, {"unit": "Imp"}, {"unit": "Imp"}]
    assert [model.id for model in force(game, *rows).models] == ["first-imp", "imp-2", "imp", "imp-3"]
    assert sorted(model.id for model in force(game, *reversed(rows)).models) == ["first-imp", "imp", "imp-2", "imp-3"]


@pytest.mark.parametrize(
    "words",
    [["set", "FILE", "2", "weapon=Laser Rifle"], ["move", "FILE", "2", "1"], ["remove", "FILE", "1"], ["fmt", "FILE"]],
)
def test_editing_keeps_the_id(words: list[str], tmp_path: Path) -> None:
    """Whatever command edits a list, a row keeps the id that is written at it."""
    path = tmp_path / "list.yaml"
    path.write_text(
        "game: rogue-conflict\nmodels:\n- {rank: I, weapon: Slug Pistol}\n- {id: mine, rank: II}\n", "utf-8"
    )
    result = CliRunner().invoke(app, [str(path) if word == "FILE" else word for word in words])
    assert result.exit_code in (0, 1), result.output
    rows = fast_yaml.load(path.read_text("utf-8"))["models"]
    assert [row.get("id") for row in rows if row["rank"] == "II"] == ["mine"]
