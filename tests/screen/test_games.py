"""The screen in games that roll, at events, and with a collection; what never fits is only counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.building import choices, open_bench, roster, slots
from listbuilder.building.choices import iter_choices, run_search
from listbuilder.loading import game_folders, load_game, shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.cli.build import open_file
from listbuilder.ui.cli.common import ListReader
from listbuilder.ui.screen.screen_app import BuildApp
from tests.lists.test_rolling import ENTRIES, GAME
from tests.support.screens import app_on, play, seen, squad_file


def test_dice_are_rolled_for_new_models_and_on_request(tmp_path: Path) -> None:
    """What a game leaves to dice is rolled when a model is added; `r` rolls once more, with number and seed."""
    folder = tmp_path / "games" / "mishap"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    for kind, entries in ENTRIES.items():
        (folder / f"{kind}.yaml").write_text(f"kind: {kind}\nentries: {entries}\n", "utf-8")
    path = tmp_path / "new.yaml"

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("a", "enter")
        await pilot.pause()
        assert "trait: {entry: " in path.read_text("utf-8") and "seed: " in path.read_text("utf-8")
        assert app.here == "rolled" and "r roll" in seen(app)
        await pilot.press("r")
        await pilot.pause()
        assert "Injuries: a roll of " in seen(app) and "injuries:" in path.read_text("utf-8")
        await pilot.press("u", "u")
        await pilot.pause()
        assert not app.bench.report.force.rows

    play(app_on(path, load_game("mishap", [tmp_path / "games"])), keys)


def test_an_event_and_a_collection_are_minded(tmp_path: Path) -> None:
    """What an event bans is never taken there, and what is not owned is a warning, as with `validate`."""
    pack, owned = tmp_path / "cup.yaml", tmp_path / "owned.yaml"
    pack.write_text("name: Cup\ngame: rogue-conflict\nlimit: 90\nban: [{entry: medkit}]\n", "utf-8")
    owned.write_text("game: rogue-conflict\nowned: {Slug Pistol: 1, Tactical Shield: 1}\n", "utf-8")
    bench, file = open_file(squad_file(tmp_path), None, ListReader(pack), owned)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        assert "of 90 points" in seen(app)
        assert any("Slug Pistol" in one.message for one in app.bench.report.findings if one.severity == "warning")
        await pilot.press("down", "2", "end", "home", "down", "down", "down", "enter", *"medkit")
        await pilot.pause()
        assert "more that can never be taken here" in seen(app)

    play(BuildApp(bench, file), keys)


@pytest.mark.parametrize("game", game_folders())
def test_what_is_folded_is_only_counted(game: str) -> None:
    """Without what a slot never takes, all other choices are the same to the letter."""
    document = read_file(min(shipped("catalogue").glob(f"{game}/lists/*.yaml")))
    bench = open_bench(document, load_game(game))
    at = roster(bench)[0].at
    for slot in slots(bench, at):
        if slot.open:
            every, few = choices(bench, at, slot.id), run_search(iter_choices(bench, at, slot.id, never=False))
            assert len(every.choices) == len(few.choices) + few.folded
            names = {one.name for one in few.choices}
            assert few.choices == tuple(one for one in every.choices if one.name in names)
