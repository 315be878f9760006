"""`catalogue new`: whatever an author answers, the game checks clean, its list is legal, prints and builds."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from listbuilder.building import open_bench
from listbuilder.judging.validator import Referee
from listbuilder.loading import check_folder, shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.cli.catalogue_new import LEAST, Answers, read_factions, read_stats, scaffold_files, write_game
from tests.support.cli import run

LIKES = ("squads", "vehicles", "campaign", "cards")
STATS = (None, "none", "Guts", "HP 3, Größe=2, Огонь: 1, Don't 4, On 5, 'x: y' -1")
FACTIONS = ("none", "Reds", "Reds, Sun & Moon, Огонь, Yes, O'Neil: Sons")
LIST = "lists/first-list.yaml"


@pytest.mark.sample(1)
@pytest.mark.parametrize("like", LIKES)
def test_every_answer_gives_a_clean_game_with_a_legal_list(like: str, tmp_path: Path) -> None:
    """All stats, limits and factions together: nothing to complain of, and every entry of the answers is there."""
    for at, (stats, points, factions) in enumerate(product(STATS, (LEAST, 37, 100, 999), FACTIONS)):
        folder = tmp_path / f"game-{at}"
        named = None if stats is None else read_stats(stats)
        answers = Answers(folder.name, "It's: a #1 game", named, points, read_factions(factions))
        write_game(folder, scaffold_files(like, answers))
        game = check_folder(folder, thorough=True)
        assert (game.name, game.formats[0].limit) == (answers.name, points)
        assert named is None or {one.name: one.base for one in game.stats.values()} == named
        assert tuple(one.name for one in game.entries if one.kind == "faction") == answers.factions
        report = Referee(game).judge(folder / LIST)
        assert [one.message for one in report.findings] == [], (stats, points, factions)


@pytest.mark.sample(1)
@pytest.mark.parametrize("like", LIKES)
def test_a_new_game_works_at_once(like: str, tmp_path: Path) -> None:
    """The commands that are printed next work as they stand, beside the game, without --catalogue."""
    told = run("catalogue", "new", "my-game", "--like", like, "--factions", "Reds, Blues", cwd=tmp_path).output
    commands = re.findall(r"^  listbuilder (.*)$", told, re.MULTILINE)
    assert [one.split()[0] for one in commands] == ["catalogue", "cards", "build"]
    assert "1 of 1 starter lists legal" in run(*commands[0].split(), cwd=tmp_path).output
    run(*commands[1].split(), cwd=tmp_path)
    assert (tmp_path / "my-game.pdf").read_bytes().startswith(b"%PDF")
    game = check_folder(tmp_path / "my-game")
    assert open_bench(read_file(tmp_path / "my-game" / LIST), game).report.valid
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in (tmp_path / "my-game").glob("**/*.yaml"))
    assert lines < 80


@pytest.mark.parametrize("like", LIKES)
def test_models_of_a_new_game_have_boxes_to_tick_off(like: str, tmp_path: Path) -> None:
    """One stat counts down in play, of the scaffold's and of those that an author names."""
    for name, stats in (("own", None), ("named", "Move 6, Wounds 4")):
        named = None if stats is None else read_stats(stats)
        write_game(tmp_path / name, scaffold_files(like, Answers(name, "Case", named, 100, ())))
        assert [one.boxes for one in check_folder(tmp_path / name).stats.values()].count(True) == 1


def test_editors_find_the_schema_that_each_file_names(tmp_path: Path) -> None:
    """The first line of each file leads to a schema in the folder, which the file fits."""
    run("catalogue", "new", "my-game", "--like", "cards", cwd=tmp_path)
    files = sorted((tmp_path / "my-game").glob("**/*.yaml"))
    for path in files:
        first = path.read_text("utf-8").splitlines()[0]
        assert first.startswith("# yaml-language-server: $schema=")
        assert (path.parent / first.partition("=")[2]).resolve().is_file()
    assert run("schema", "check", "my-game", cwd=tmp_path).stdout.count(": fits ") == len(files)
    run("--catalogue", ".", "schema", "my-game", "--write", "my-game/schemas", "--force", cwd=tmp_path)


def test_a_list_finds_the_game_it_lies_beside(tmp_path: Path) -> None:
    """A list inside or beside the folder of its game needs no --catalogue, nor does a game that lies in the working
    folder; elsewhere the folders nearby are named."""
    run("catalogue", "new", "my-game", "--like", "squads", cwd=tmp_path)
    text = (tmp_path / "my-game" / LIST).read_text("utf-8")
    (tmp_path / "beside.yaml").write_text(text, "utf-8")
    far = tmp_path / "far" / "away"
    far.mkdir(parents=True)
    (far / "list.yaml").write_text(text, "utf-8")
    for name in ("beside.yaml", f"my-game/{LIST}", "my-game/lists"):
        assert "legal" in run("validate", name, cwd=tmp_path).output
    for command in (("show", "my-game"), ("rules", "my-game"), ("new", "my-game")):
        run(*command, cwd=tmp_path)
        run(*command, code=2, cwd=tmp_path / "far")
    told = run("show", "my-gane", code=2, cwd=tmp_path).output
    assert "Nearby there is my-game: say `--catalogue .`. Did you mean my-game?" in told
    told = run("validate", "far/away/list.yaml", code=None, cwd=tmp_path).output
    assert "Nearby there is my-game: say `--catalogue .`" in told


def test_a_copy_of_a_shipped_game_beside_its_list_is_not_passed_over(tmp_path: Path) -> None:
    """Two folders for the game of a list are reported: neither is taken silently."""
    from shutil import copytree

    source = next(iter(sorted(shipped("catalogue").iterdir())))
    copytree(source, tmp_path / source.name)
    some = next((tmp_path / source.name / "lists").iterdir())
    assert "are both the game" in run("validate", some, code=None).output
    run("catalogue", "new", "my-game", "--like", "squads", cwd=tmp_path)
    run("validate", f"my-game/{LIST}", cwd=tmp_path)


@pytest.mark.slow
def test_answers_may_come_through_a_pipe(tmp_path: Path) -> None:
    """One answer a line; what is left out has its usual value, and a wrong answer is refused."""
    run("catalogue", "new", "my-game", stdin="Our Game\n\n150\nReds, Blues\n", cwd=tmp_path)
    game = check_folder(tmp_path / "my-game")
    assert (game.name, game.formats[0].limit, list(game.stats)) == ("Our Game", 150, ["hp", "mv", "df"])
    assert [one.name for one in game.entries if one.kind == "faction"] == ["Reds", "Blues"]
    run("catalogue", "new", "usual", stdin="", cwd=tmp_path)
    assert check_folder(tmp_path / "usual").name == "Usual"
    assert "whole number from 20" in run("catalogue", "new", "odd", stdin="Odd\n\nmany\n", code=2, cwd=tmp_path).output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["My Game"], "my-game would do"),
        (["игра"], "small letters"),
        (["full"], "is there already"),
        (["new-one", "--stats", "HP, hp"], "is there twice"),
        (["new-one", "--points", "3"], "20"),
        (["new-one", "--factions", "!!"], "is no name"),
        (["new-one", "--like", "chess"], "squads"),
    ],
)
def test_answers_that_can_not_be_are_refused(words: list[str], says: str, tmp_path: Path) -> None:
    """Nothing is written then."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine", "utf-8")
    assert says in run("catalogue", "new", *words, code=2, cwd=tmp_path).output
    assert [one.name for one in tmp_path.iterdir()] == ["full"]


@pytest.mark.slow
@pytest.mark.parametrize("like", LIKES)
def test_a_new_game_is_proven(like: str, tmp_path: Path) -> None:
    """Nothing is found in it, and nothing is left open."""
    run("catalogue", "new", "my-game", "--like", like, cwd=tmp_path)
    told = run("catalogue", "prove", "my-game", cwd=tmp_path).output
    assert re.search(r"no finding, \d+ shown to be fine, 0 not proven", told)
