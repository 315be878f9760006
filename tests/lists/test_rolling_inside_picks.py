"""Slots inside picks are rolled for like any other: by `add`, `roll`, `new --random` and `r` on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

from listbuilder.building import AddPick, Place, apply, choices, open_bench, tracks, undo, with_rolls
from listbuilder.loading import load_game
from listbuilder.storage.reading import read_file, read_text
from listbuilder.ui.cli.app import app as cli
from listbuilder.ui.screen.play_screen import key_of
from listbuilder.ui.screen.screen_app import BuildApp
from tests.support import fast_yaml
from tests.support.screens import app_on, play, seen

FILES = {
    "game.yaml": """\
id: attic
name: Attic
edition: "1"
version: 1.0.0
text: What is in the box?
kinds: {box: {is: gear}, curse: {is: option}}
model:
  slots:
    unit: {kind: unit, min: 1, max: 1}
    boxes: {kind: box, max: 2}
formats: [{id: usual, name: Usual, limit: 40}]
""",
    "unit.yaml": "kind: unit\nentries: [{name: Finder, cost: 5}]\n",
    "box.yaml": """\
kind: box
entries:
  - {name: Hat Box, picks: {curse: {kind: curse, min: 1, max: 1, rolled: curses}}}
  - {name: Tin, picks: {picks: {kind: curse, max: 2, rolled: curses}}}
  - {name: Crate}
  - {name: Chest, picks: {inner: {kind: box, max: 1}}}
  - {name: Cracker, uses: 1 per game}
""",
    "curse.yaml": "kind: curse\nentries: [{name: Moths}, {name: Dust}, {name: Squeak}]\n",
    "table.yaml": "kind: table\nentries: [{name: Curses, dice: 1d6, rows: {1-2: Moths, 3-4: Dust, 5+: Squeak}}]\n",
}
LIST = """\
game: attic
models:
  - unit: Finder  # she found them
    boxes:
      - Hat Box  # from the aunt
      - Crate
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The folder of a game that rolls for what is inside a box, beside a list of it."""
    folder = tmp_path / "games" / "attic"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    (tmp_path / "list.yaml").write_text(LIST, "utf-8")
    return folder.parent


def run(games: Path, *words: str) -> str:
    """What a command says."""
    done = CliRunner().invoke(cli, ["--catalogue", str(games), *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_roll_fills_what_is_inside_and_keeps_comments(games: Path, tmp_path: Path) -> None:
    """Number and seed stand inside the pick; what is rolled is what the table has, so that nothing is wrong then."""
    path = tmp_path / "list.yaml"
    assert "Curses: a roll of " in run(games, "roll", str(path), "--seed", "3")
    text = path.read_text("utf-8")
    assert "# she found them" in text and "seed: 3" in text
    report = open_bench(read_file(path), load_game("attic", [games])).report
    assert not report.findings
    assert "Nothing changed" in run(games, "roll", str(path))


def test_what_is_added_is_rolled_for_inside(games: Path, tmp_path: Path) -> None:
    """`add` and `new --random` roll inside what a model brings along."""
    path = tmp_path / "list.yaml"
    run(games, "add", str(path), "Finder", "boxes=Hat Box,Tin", "--seed", "5")
    row = fast_yaml.load(path.read_text("utf-8"))["models"][1]
    assert row["boxes"][0]["picks"]["curse"][0]["seed"] == 5
    assert row["boxes"][1]["picks"][0]["seed"] > 5
    for seed in range(4):
        made = tmp_path / f"{seed}.yaml"
        made.write_text(run(games, "new", "attic", "--random", "--seed", str(seed)), "utf-8")
        run(games, "validate", str(made))


def test_what_is_picked_inside_a_pick_is_rolled_for(games: Path) -> None:
    """A box put in a chest comes rolled, as a box of the model does; a slot that is not there is left to be refused."""
    text = "game: attic\nmodels:\n  - {unit: Finder, boxes: [Chest]}\n"
    bench = open_bench(read_text(text), load_game("attic", [games]), text=text)
    at: Place = ("models", 0, "boxes", 0)
    after = apply(bench, with_rolls(bench, AddPick(at=at, slot="inner", entry="Hat Box"), 7))
    assert after.text and "seed: 7" in after.text and after.report.valid
    lost = AddPick(at=at, slot="outer", entry="Hat Box")
    assert with_rolls(bench, lost, 7) == lost
    gone = AddPick(at=("models", 0, "boxes", 3), slot="inner", entry="Hat Box")
    assert with_rolls(bench, gone, 7) == gone


def test_two_of_one_thing_are_ticked_off_apart(games: Path) -> None:
    """Each of two crackers has a mark of its own."""
    text = "game: attic\nmodels:\n  - {unit: Finder, boxes: [Cracker, Cracker]}\n"
    found = tracks(open_bench(read_text(text), load_game("attic", [games])))
    assert [(one.name, one.nth) for one in found] == [("Cracker", 0), ("Cracker", 1)]
    assert len({key_of(one) for one in found}) == 2


def test_r_rolls_the_slot_inside_a_pick(games: Path, tmp_path: Path) -> None:
    """On the screen the line of the inner slot is rolled for with `r`, and a box that is chosen comes rolled."""
    path = tmp_path / "list.yaml"
    path.write_text(LIST.replace("      - Crate\n", ""), "utf-8")
    document = read_file(path)
    bench = open_bench(document, load_game("attic", [games]), text=path.read_text("utf-8"))
    builder = app_on(path, load_game("attic", [games]))
    builder.bench = builder.opened = bench
    builder.file.accept(path.read_bytes())

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "home", "down", "down")
        assert app.here == "rolled" and "r rolls" in seen(app)
        await pilot.press("r")
        await pilot.pause()
        assert "Curses: a roll of " in seen(app)
        assert "# from the aunt" in path.read_text("utf-8")
        assert app.bench.report.valid
        await pilot.press("r")
        await pilot.pause()
        assert "nothing to roll for" in seen(app)
        await pilot.press("end", "home", "down", "down", "down", "enter", *"tin", "enter")
        await pilot.pause()
        assert path.read_text("utf-8").count("seed: ") == 2

    play(builder, keys)
    while builder.bench.past:
        builder.bench = undo(builder.bench)
    assert builder.bench.text == bench.text


def test_what_can_hold_its_own_kind_is_offered_whole(games: Path) -> None:
    """A trunk asks for a box inside it; it is offered with one that is no trunk again, and random lists end too."""
    box = games / "attic" / "box.yaml"
    box.write_text(box.read_text("utf-8") + "  - {name: Trunk, picks: {inner: {kind: box, min: 1, max: 1}}}\n", "utf-8")
    text = "game: attic\nmodels:\n  - {unit: Finder}\n"
    bench = open_bench(read_text(text), load_game("attic", [games]), text=text)
    found = {one.name: one for one in choices(bench, ("models", 0), "boxes").choices}
    assert found["Trunk"].standing in ("fits", "warns")
    for seed in range(6):
        assert "game: attic" in run(games, "new", "attic", "--random", "--seed", str(seed))
