"""`fill` and `mend` build with the workbench, as every builder does; what others pay back is merely unfinished."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.building import apply, fills, fits, fixes, mends, open_bench
from listbuilder.loading import load_game
from listbuilder.storage.reading import read_file, read_text
from listbuilder.ui.cli.app import app
from tests.support import fast_yaml

FERRY = {
    "game.yaml": """\
id: ferry
name: Ferry
edition: "1"
version: 1.0.0
text: Who rides must be rowed.
currencies: {coins: {name: coins}, seats: {name: seats}}
model: {slots: {unit: {kind: unit, min: 1, max: 1}}}
formats: [{id: usual, name: Usual, limit: 30, limits: {seats: 0}}]
""",
    "units.yaml": """\
kind: unit
entries:
  - {name: Rider, cost: {coins: 4, seats: 2}}
  - {name: Giant, cost: {coins: 9, seats: 70}}
  - {name: Rower, cost: {coins: 3, seats: -1}}
""",
}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A game in which some models give back what others take."""
    folder = tmp_path / "games" / "ferry"
    folder.mkdir(parents=True)
    for name, text in FERRY.items():
        (folder / name).write_text(text, "utf-8")
    return folder.parent


def run(games: Path, *words: object, code: int = 0) -> str:
    """What a command says."""
    done = CliRunner().invoke(app, ["--catalogue", str(games), *map(str, words)])
    assert done.exit_code == code, done.output
    return done.output


def test_an_overrun_that_others_pay_back_is_filled(games: Path, tmp_path: Path) -> None:
    """Two riders lack rowers, and nothing is wrong with them otherwise; comments stay when they come."""
    path = tmp_path / "a.yaml"
    path.write_text("game: ferry\nmodels:\n  - unit: Rider  # ours\n  - unit: Rider\n", "utf-8")
    assert "not merely unfinished" not in run(games, "fill", path, code=1)
    run(games, "fill", path, "--take", 1)
    text = path.read_text("utf-8")
    rows: list[Any] = fast_yaml.load(text)["models"]
    assert [row["unit"] for row in rows[:2]] == ["Rider", "Rider"] and "# ours" in text
    assert sum(row["unit"] == "Rower" for row in rows) >= 4
    run(games, "validate", path)


def test_an_overrun_that_nobody_pays_back_is_for_mend(games: Path, tmp_path: Path) -> None:
    """Coins that are spent twice never come back, whatever is added; so it is said, and nothing is written."""
    path = tmp_path / "a.yaml"
    text = "game: ferry\nmodels: [{unit: Rower, count: 11}]\n"
    path.write_text(text, "utf-8")
    assert "not merely unfinished" in run(games, "fill", path, "--take", 1, code=1)
    assert path.read_text("utf-8") == text
    path.write_text("game: ferry\nmodels: [{unit: Giant}]\n", "utf-8")
    assert "No way to add anything was found" in run(games, "fill", path, code=1)


ODD = {
    "models: 5": "key.type",
    "models: [5, {rank: I, weapon: Slug Pistol}]": "key.type",
    "models: [{rank: I, weapon: Slug Pistol, armor: Heavi}]": "name.unknown",
    "models: [{rank: [I], weapon: {a: 1}}]": "key.type",
    "format: 9\ngroups: 3": "key.type",
}


@pytest.mark.parametrize("content", ODD)
def test_what_stands_oddly_in_a_file_is_mended_on_the_bench(content: str) -> None:
    """Wrong types and other spellings of keys have fixes that can be made, and whole ways that make the list legal."""
    text = f"game: rogue-conflict\n{content}\n"
    bench = open_bench(read_text(text), load_game("rogue-conflict"), text=text)
    wrong = next(one for one in bench.report.findings if one.code == ODD[content])
    assert fixes(bench, wrong)
    for fix in fixes(bench, wrong):
        assert apply(bench, fix.edit).report.errors < bench.report.errors
    ways = mends(bench, 3).ways
    assert ways and all(apply(bench, one.edit).report.valid for one in ways)


def test_taking_a_way_writes_what_the_bench_writes(games: Path, tmp_path: Path) -> None:
    """`fill --take` and `mend --take` write the very bytes that the workbench makes of the same way."""
    game = load_game("rogue-conflict")
    for command, text in (
        ("mend", "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistole, armor: Medium}  # hers\n"),
        (
            "fill",
            "game: rogue-conflict\nlimit: 40\nmodels:\n  - {rank: I, weapon: Slug Pistol, armor: Medium}  # hers\n",
        ),
    ):
        for number in (1, 2):
            path = tmp_path / "a.yaml"
            path.write_text(text, "utf-8")
            bench = open_bench(read_file(path), game, text=text)
            ways = mends(bench, 8).ways if command == "mend" else fills(bench).ways
            run(games, command, path, "--take", number)
            assert path.read_text("utf-8") == apply(bench, ways[number - 1].edit).text
            assert "# hers" in path.read_text("utf-8") and "armor" not in path.read_text("utf-8")


def test_what_fits_is_found_for_other_spellings() -> None:
    """A key under another name does not keep anything from being offered."""
    text = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol, armor: Medium}\n"
    bench = open_bench(read_text(text), load_game("rogue-conflict"), text=text)
    found = fits(bench).single
    assert found and all(apply(bench, one.edit).report.errors <= bench.report.errors for one in found)
