"""`mend` finds the fewest changes that make a list legal, says only what is true, and writes what it showed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from listbuilder.building.generate import SearchJudge, apply_edits, describe_edits, mend
from listbuilder.catalogue import Game
from listbuilder.lists.document import parse_list
from listbuilder.lists.file_editor import EditStep, apply_edit, rebase_edit, value_at
from listbuilder.loading import load_game
from listbuilder.storage.reading import Tree, read_file
from tests.support.cli import run
from tests.support.paths import TESTS

GAMES = TESTS / "games"
FEW = 3
ILLEGAL = [
    path
    for path in sorted(GAMES.glob("*/illegal/*.yaml"))
    if path.read_text("utf-8").partition("\n")[0].count(";") < FEW
]
LEGAL = sorted(GAMES.glob("*/legal/*.yaml"))


def name(path: Path) -> str:
    """A case as a test id."""
    return f"{path.parents[1].name}/{path.stem}"


def opened(path: Path) -> tuple[dict[str, Any], Game]:
    """What a list file says, and its game."""
    document = read_file(path)
    return document.data, load_game(parse_list(document).game)


# The search


@pytest.mark.sample(25)
@pytest.mark.parametrize("path", ILLEGAL, ids=name)
def test_every_illegal_case_is_mended(path: Path) -> None:
    """Each way makes the list legal with as few edits as the first; brute force finds nothing shorter than two."""
    tree, game = opened(path)
    before = repr(tree)
    judge = SearchJudge(game)
    found = mend(tree, judge)
    assert repr(tree) == before
    assert found.all_single
    assert found.ways
    assert len({way.score.force.meaning for way in found.ways}) == len(found.ways)
    for way in found.ways:
        assert not judge.score(apply_edits(tree, way.edits)).errors
        assert len(way.edits) == len(found.ways[0].edits)
        assert all(describe_edits(tree, way.edits, game))
    if len(found.ways[0].edits) > 1:
        assert not any(judge.score(one).errors == 0 for one in neighbours(tree, game)), "one change would do"


@pytest.mark.sample(40)
@pytest.mark.parametrize("path", LEGAL, ids=name)
def test_legal_lists_need_no_mending(path: Path) -> None:
    """For a legal list there is nothing to do and nothing is tried."""
    tree, game = opened(path)
    found = mend(tree, SearchJudge(game))
    assert found.ways == ()
    assert found.tried == 0


def neighbours(tree: Mapping[str, Any], game: Game) -> Iterator[dict[str, Any]]:
    """Lists one change away, made without asking what is reasonable: whatever is there goes or becomes another."""
    for path, value in nodes(tree):
        if path[0] in ("game", "name", "limit"):
            continue
        if path not in (("models",), ("groups",)):
            yield apply_edit(tree, EditStep("drop", path))
        if isinstance(value, str):
            yield from (apply_edit(tree, EditStep("put", path, entry.name)) for entry in game.entries)
        if isinstance(value, list) and path != ("models",):
            yield from (apply_edit(tree, EditStep("add", path, entry.name)) for entry in game.entries)
        if isinstance(value, bool):
            yield apply_edit(tree, EditStep("put", path, not value))
        elif isinstance(value, int):
            yield from (apply_edit(tree, EditStep("put", path, number)) for number in range(1, value + 5))
    for at, row in enumerate(tree["models"]):
        for slot, spec in game.model.slots.items():
            if slot not in row:
                some = [entry.name for entry in game.entries if entry.kind == spec.kind]
                yield from (apply_edit(tree, EditStep("put", ("models", at, slot), one)) for one in some)
        if "count" not in row:
            yield from (apply_edit(tree, EditStep("put", ("models", at, "count"), number)) for number in range(2, 6))
    for row in tree["models"]:
        yield apply_edit(
            tree, EditStep("add", ("models",), {key: value for key, value in row.items() if key != "name"})
        )


def nodes(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every place of a tree."""
    if path:
        yield path, value
    items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from nodes(inner, (*path, key))


# Edits as values


def test_edits_leave_the_tree_alone() -> None:
    """Each sort of edit makes a new tree; the old one stays and the rest is shared."""
    tree: dict[str, Any] = {"models": [{"a": 1}, {"b": ["x"]}], "c": {"d": 2}}
    before = repr(tree)
    assert apply_edit(tree, EditStep("drop", ("models", 0)))["models"] == [{"b": ["x"]}]
    assert apply_edit(tree, EditStep("add", ("models", 1, "b"), "y"))["models"] == [{"a": 1}, {"b": ["x", "y"]}]
    assert apply_edit(tree, EditStep("put", ("e", "f"), 1))["e"] == {"f": 1}
    made = apply_edit(tree, EditStep("put", ("models", 0, "a"), 3))
    assert made["models"] == [{"a": 3}, {"b": ["x"]}]
    assert made["c"] is tree["c"]
    assert repr(tree) == before
    assert value_at(tree, ("models", 1, "b", 0)) == "x"
    assert value_at(tree, ("models", 5, "b")) is None


def test_edits_move_behind_others() -> None:
    """An edit after another finds its place again; two edits of one place do not go together."""
    gone = EditStep("drop", ("models", 1))
    assert rebase_edit(EditStep("drop", ("models", 2, "a")), gone) == EditStep("drop", ("models", 1, "a"))
    assert rebase_edit(EditStep("drop", ("models", 0)), gone) == EditStep("drop", ("models", 0))
    assert rebase_edit(EditStep("put", ("models", 1, "a"), 1), gone) is None
    assert rebase_edit(EditStep("add", ("models",), {}), gone) == EditStep("add", ("models",), {})
    assert rebase_edit(EditStep("put", ("models", 0, "a"), 1), EditStep("add", ("models",), {})) is not None


# The command

LIST = """\
# mine
game: rogue-conflict
limit: 100
models:
  # the medic
  - {rank: I, weapon: Slug Pistol, gear: [Medkit]} # keep
  - {rank: IV, weapon: Lazer Rifle} # typo
"""


def test_the_way_that_was_shown_is_written(tmp_path: Path) -> None:
    """`--take` writes what stood beside the number; comments stay and `undo` takes it back."""
    path = tmp_path / "a.yaml"
    path.write_text(LIST, "utf-8")
    shown = run("mend", path, code=1).output
    assert path.read_text("utf-8") == LIST
    assert "1. Replace Lazer Rifle of model 2 (IV) by Laser Rifle:" in shown
    ways = json.loads(run("mend", path, "--json", code=1).output)["ways"]
    assert ways[0]["changes"][0]["where"] == "models[1].weapon"
    output = run("mend", path, "--take", 1).output
    assert "legal" in output
    assert path.read_text("utf-8") == LIST.replace("Lazer", "Laser")
    assert "nothing to mend" in run("mend", path).output
    run("undo", path)
    assert path.read_text("utf-8") == LIST


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", ILLEGAL[::9], ids=name)
def test_each_way_can_be_written(path: Path, tmp_path: Path) -> None:
    """Whatever is shown can be taken: the file is legal then and costs what was said."""
    file = tmp_path / "a.yaml"
    for number, way in enumerate(json.loads(run("mend", path, "--json", code=1).output)["ways"][:4], 1):
        file.write_bytes(path.read_bytes())
        after = json.loads(run("mend", file, "--take", number, "--json").output)
        assert after["list"]["valid"]
        assert after["list"]["points"]["total"] == way["points"]["total"]
        assert after["taken"] == number


def test_more_than_there_are_is_refused(tmp_path: Path) -> None:
    """A way that is not there is wrong usage, and nothing is written."""
    path = tmp_path / "a.yaml"
    path.write_text("game: rogue-conflict\nformat: nonsense\nmodels: [{rank: I, weapon: Slug Pistol}]\n", "utf-8")
    assert "only" in run("mend", path, "--take", 50, code=2).output
    assert "nonsense" in path.read_text("utf-8")


def test_for_an_event(tmp_path: Path) -> None:
    """What an event asks for is mended too."""
    event, path = tmp_path / "cup.yaml", tmp_path / "a.yaml"
    event.write_text("game: rogue-conflict\nname: Cup\nlimit: 30\nban: [{entry: medkit}]\n", "utf-8")
    path.write_text("game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol, gear: [Medkit]}\n", "utf-8")
    assert "nothing to mend" in run("mend", path).output
    assert "Medkit" in run("mend", path, "--event", event, code=1).output
    run("mend", path, "--event", event, "--take", 1)
    run("validate", path, "--event", event)


@pytest.mark.parametrize("pick", [None, {"count": 1}, {"entry": None}], ids=str)
def test_a_pick_without_a_name_is_called_so(pick: Tree) -> None:
    """Words of an edit never say None."""
    game = load_game("rogue-conflict")
    edit = EditStep("put", ("models", 0, "weapon"), "Long Bow")
    assert "None" not in describe_edits({"models": [{"weapon": [pick]}]}, (edit,), game)[0]
