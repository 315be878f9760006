"""Random lists are legal, spend their points, repeat with their seed and keep to a collection; `fill` only adds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.building.generate import SearchJudge, apply_edits, fill, fill_list, mend, random_list
from listbuilder.judging.collection import find_missing, read_collection
from listbuilder.judging.resolver import resolve
from listbuilder.judging.validator import Report, validate
from listbuilder.lists.document import parse_list
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import Document
from tests.support.cli import run
from tests.support.effort import rounds
from tests.support.unlike import write_game

FORMATS = [(id, one.id) for id in game_folders() for one in load_game(id).formats]
MANY = {"constellation-warrior": 100, "rogue-conflict": 100}


def judged(tree: dict[str, Any]) -> Report:
    """The verdict on a list."""
    return validate(resolve(parse_list(Document(tree, {}, None)), load_game(str(tree["game"]))))


@pytest.mark.parametrize(("game", "format"), FORMATS)
def test_random_lists_are_legal_and_full(game: str, format: str) -> None:
    """Lists by the hundred: no error, and at least 95 % of the points."""
    seeds = range(rounds(MANY.get(game, 50), 8))
    for seed in seeds:
        report = judged(random_list(load_game(game), seed, format))
        assert report.valid, (seed, [one.message for one in report.findings if one.severity == "error"])
        assert report.force.models
        limit = report.force.limit
        assert limit is None or report.force.cost >= 0.95 * limit, seed


@pytest.mark.parametrize(("game", "format"), FORMATS)
def test_seeds_repeat(game: str, format: str) -> None:
    """The same seed makes the same list, another seed another one."""
    book = load_game(game)
    assert random_list(book, 5, format) == random_list(book, 5, format)
    assert random_list(book, 5, format)["models"] != random_list(book, 6, format)["models"]


@pytest.mark.parametrize("game", game_folders())
def test_new_random_on_the_command_line(tmp_path: Path, game: str) -> None:
    """`new --random` writes a list that `validate` finds legal, twice the same for one seed."""
    one, two = tmp_path / "a.yaml", tmp_path / "b.yaml"
    run("new", game, "--random", "--seed", 3, one)
    run("new", game, "--random", "--seed", 3, "-o", two)
    assert one.read_text("utf-8") == two.read_text("utf-8")
    run("validate", one)
    run("new", game, "--seed", 3, code=2)


UNFINISHED = """\
# mine
game: rogue-conflict # g
models:
  - {name: Jax, rank: IV, weapon: Laser Rifle, gear: [Medkit]} # keep
"""


def test_fill_only_adds(tmp_path: Path) -> None:
    """An unfinished list becomes legal and full; its own lines and comments stay."""
    path = tmp_path / "a.yaml"
    path.write_text(UNFINISHED, "utf-8")
    output = run("fill", path, "--seed", 4, "--take", 1).output
    assert "legal" in output
    after = path.read_text("utf-8")
    assert after.startswith("# mine\ngame: rogue-conflict # g\nmodels:\n  - {name: Jax, rank: IV, weapon: Laser Rifle,")
    assert "# keep" in after
    verdict = json.loads(run("validate", path, "--json").output)["lists"][0]
    assert verdict["valid"]
    assert verdict["points"]["total"] >= 238


@pytest.mark.parametrize("game", game_folders())
def test_half_a_list_is_filled(game: str) -> None:
    """The first two models of a random list, filled again, make a legal list that still begins with them."""
    book = load_game(game)
    for seed in range(5):
        whole = random_list(book, seed)
        half = {**{key: value for key, value in whole.items() if key != "groups"}, "models": whole["models"][:2]}
        half["models"] = [{key: value for key, value in row.items() if key != "group"} for row in half["models"]]
        filled = fill_list(half, SearchJudge(book), seed)
        assert filled["models"][:2] == half["models"]
        report = judged(filled)
        assert report.valid, [one.message for one in report.findings if one.severity == "error"]
        limit = report.force.limit
        assert limit is None or report.force.cost >= 0.95 * limit


@pytest.mark.slow
def test_ways_spend_what_is_left_and_only_add() -> None:
    """Each way is legal, keeps what was there to the letter and costs what it says; some leave nothing."""
    book = load_game("rogue-conflict")
    tree = {**random_list(book, 2), "limit": 0}
    spent = judged({key: value for key, value in tree.items() if key != "limit"}).force.cost
    for extra in (5, 15, 25):
        tree["limit"] = spent + extra
        for keep in (False, True):
            found = fill(tree, SearchJudge(book), keep=keep)
            assert found.left == extra
            assert found.ways or keep
            assert keep or found.ways[0].score.cost == spent + extra
            for way in found.ways:
                report = judged(apply_edits(tree, way.edits))
                assert report.valid
                assert report.force.cost == way.score.cost > spent
                assert_only_added(tree, apply_edits(tree, way.edits), keep)


def assert_only_added(tree: dict[str, Any], made: dict[str, Any], keep: bool) -> None:
    """Whatever was in a list is still in it; with `keep`, its models are the same."""
    for old, new in zip(tree["models"], made["models"], strict=False):
        assert not keep or old == new
        for key, value in old.items():
            many = value if isinstance(value, list) else [value]
            assert key == "raise" or new[key] == value or new[key][: len(many)] == many


def test_fill_leaves_alone_what_is_illegal(tmp_path: Path) -> None:
    """A list with something wrong in it is for `mend`, and nothing is written."""
    path = tmp_path / "a.yaml"
    text = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Lazer Rifle}\n"
    path.write_text(text, "utf-8")
    assert "listbuilder mend" in run("fill", path, "--take", 1, code=1).output
    assert path.read_text("utf-8") == text


def test_fill_says_when_nothing_is_left(tmp_path: Path) -> None:
    """A legal list that has spent everything gets nothing."""
    path = tmp_path / "a.yaml"
    text = "game: rogue-conflict\nlimit: 15\nmodels:\n  - {rank: I, weapon: Slug Pistol}\n"
    path.write_text(text, "utf-8")
    assert "No points are left" in run("fill", path).output
    assert path.read_text("utf-8") == text


def test_fill_and_new_for_an_event(tmp_path: Path) -> None:
    """What an event bans is not taken, and its limit is the one to spend."""
    event, path, other = tmp_path / "cup.yaml", tmp_path / "a.yaml", tmp_path / "b.yaml"
    event.write_text("game: rogue-conflict\nname: Cup\nlimit: 60\nban: [{kind: gear}]\n", "utf-8")
    path.write_text("game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol}\n", "utf-8")
    run("fill", path, "--event", event, "--take", 1)
    run("new", "rogue-conflict", "--random", "--seed", 1, "--event", event, other)
    for one in (path, other):
        verdict = json.loads(run("validate", one, "--event", event, "--json").output)["lists"][0]
        assert verdict["points"]["limit"] == 60
        assert verdict["points"]["total"] > 50


@pytest.mark.parametrize(("format", "seeds"), [("fair", 10), ("war", 3)])
def test_a_game_unlike_the_others(tmp_path: Path, format: str, seeds: int) -> None:
    """Squads, two currencies, growing limits, defaults, groups and a bench: every seed makes a legal list."""
    book = load_game("harvest-war", [write_game(tmp_path)])
    for seed in range(rounds(seeds, 1)):
        tree = random_list(book, seed, format)
        assert not SearchJudge(book).score(tree).errors, seed


@pytest.mark.slow
def test_a_game_unlike_the_others_is_mended_and_filled(tmp_path: Path) -> None:
    """Half of a list is filled again, and one with something wrong in it is mended."""
    book = load_game("harvest-war", [write_game(tmp_path)])
    tree = random_list(book, 3, "fair")
    judge = SearchJudge(book)
    wrong = {**tree, "models": [{**tree["models"][0], "weapon": "Pitchfork"}, *tree["models"][1:]]}
    ways = mend(wrong, judge).ways
    assert ways
    assert not any(judge.score(apply_edits(wrong, way.edits)).errors for way in ways)
    # Wagons first: without their beds, something is wrong and not only missing.
    order = sorted(tree["models"], key=lambda row: row["unit"] != "Wagon")
    rows = [{key: value for key, value in row.items() if key != "group"} for row in order[:6]]
    half = {**{key: value for key, value in tree.items() if key != "groups"}, "models": rows}
    assert fill(half, judge).ways


COLLECTION = """\
game: rogue-conflict
owned:
  weapon: {Slug Pistol: 2, laser-rifle: 3, Plasma Lancer: 2}
  Medkit: 1
"""


def test_validate_warns_about_what_is_missing(tmp_path: Path) -> None:
    """What a list has more of than the collection is a warning with both numbers; the list stays legal."""
    owned, path = tmp_path / "collection.yaml", tmp_path / "a.yaml"
    owned.write_text(COLLECTION, "utf-8")
    path.write_text("game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol, count: 5}\n", "utf-8")
    verdict = json.loads(run("validate", path, "--collection", owned, "--json").output)["lists"][0]
    short = [one for one in verdict["findings"] if one["code"] == "collection.short"]
    assert verdict["valid"]
    assert [one["message"] for one in short] == ["Slug Pistol: the list has 5, the collection 2."]


def test_random_and_fill_keep_to_the_collection(tmp_path: Path) -> None:
    """Nothing that is not owned is taken; what the collection does not mention is free."""
    owned = tmp_path / "collection.yaml"
    owned.write_text(COLLECTION, "utf-8")
    book = load_game("rogue-conflict")
    collection = read_collection(owned, book)
    for seed in range(3):
        tree = random_list(book, seed, collection=collection)
        assert not list(find_missing(judged(tree).force, collection))
    path = tmp_path / "a.yaml"
    run("new", "rogue-conflict", "--random", "--seed", 1, "--collection", owned, path)
    run("remove", path, 1)
    run("fill", path, "--collection", owned, "--take", 1)
    assert "collection.short" not in run("validate", path, "--collection", owned).output


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("game: kill-team\nowned: {}\n", "not for"),
        ("game: rogue-conflict\nowned: {Slug Pistl: 1}\n", "Slug Pistol"),
        ("game: rogue-conflict\nowned: {Medkit: -1}\n", "0 to 999"),
        ("game: rogue-conflict\nowned: [Medkit]\n", "names and numbers"),
        ("game: rogue-conflict\nownd: {}\n", "owned"),
    ],
)
def test_wrong_collection_is_refused(tmp_path: Path, text: str, word: str) -> None:
    """A collection that can't be understood is refused with its line and what is near."""
    path = tmp_path / "c.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(DocumentError) as caught:
        read_collection(path, load_game("rogue-conflict"))
    assert any(word in f"{one.message} {one.hint}" for one in caught.value.findings)
    assert all(one.line for one in caught.value.findings)
