"""Play on the screen: what is ticked off is kept beside the list, never in it; groups and the list have cards too."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.loading import game_folders, load_game, shipped
from listbuilder.ui.screen.keys import PLAY_KEYS
from listbuilder.ui.screen.play_marks import Marks
from listbuilder.ui.screen.play_screen import PlayScreen
from listbuilder.ui.screen.screen_app import BuildApp
from listbuilder.ui.screen.widgets import Pane
from tests.support.screens import LARGE, SMALL, SQUAD, app_on, play, seen, squad_file

BAND = """\
game: stack-and-horde
models:
  - {unit: Fen Reeve, name: Tod, group: Vanguard}
  - {unit: Reedspear, group: Vanguard}
groups:
  - {name: Vanguard, kind: stack, leader: Tod}
"""


def gone(app: BuildApp) -> dict[str, int]:
    """What is ticked off."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen.marks.gone


def test_marks_are_made_undone_and_kept(tmp_path: Path) -> None:
    """Every key of play does what it says; the list is not touched, and the next time the marks are there."""
    path = squad_file(tmp_path)
    hit = "corin/boxes/HP"

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("t", "minus", "left")
        assert gone(app) == {hit: 2}
        assert "4 of 6" in seen(app) and "□□□□■■" in seen(app)
        await pilot.press("plus")
        assert gone(app) == {hit: 1}
        await pilot.press("2")
        assert gone(app) == {hit: 4}
        await pilot.press("0")
        assert "OUT" in seen(app) and "1 out" in seen(app)
        await pilot.press("enter", "down", "enter")
        assert gone(app) == {hit: 1}
        await pilot.press("n", "n", "N", "c", "enter")
        assert gone(app) == {hit: 1, "round": 1, "corin/is/Poison": 1}
        assert "round 2 of 4" in seen(app) and "Poison" in seen(app)
        await pilot.press("n", "n", "n", "n")
        assert "round 4 of 4" in seen(app)
        await pilot.press("N", "N")
        await pilot.press("X")
        assert not gone(app)
        await pilot.press("u")
        assert gone(app)["round"] == 1
        await pilot.press("r")
        assert "Reference" in seen(app)
        await pilot.press("escape", "question_mark")
        assert "Keys in play" in seen(app)
        await pilot.press("escape", "j", "k", "t")
        assert app.screen is app.screen_stack[0]

    play(app_on(path), keys, LARGE)
    assert path.read_text("utf-8") == SQUAD
    assert Marks(path).gone == {hit: 1, "round": 1, "corin/is/Poison": 1}
    assert not Marks(tmp_path / "other.yaml").gone


def test_every_key_of_play_is_bound_once() -> None:
    """No key does two things, and each has a sentence."""
    names = [key for one in PLAY_KEYS for key in one.keys.split(",")]
    assert len(names) == len(set(names))
    assert all(one.about for one in PLAY_KEYS)


@pytest.mark.sample(3)
@pytest.mark.parametrize("id", game_folders())
@pytest.mark.parametrize("size", [SMALL, (40, 12)], ids=str)
def test_every_game_is_played(id: str, size: tuple[int, int]) -> None:
    """In every game there is something to tick off, in a small window too."""
    app = app_on(min(shipped("catalogue").glob(f"{id}/lists/*.yaml")))

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("t", "down", "minus", "n")
        assert len(gone(app)) == 2
        assert "■" in seen(app) or size[0] < 60
        await pilot.press("X", "escape")

    play(app, keys, size)


def test_marks_that_can_not_be_read_or_kept_stop_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lies where marks are kept, play goes on and says so."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    marks = Marks(tmp_path / "a.yaml")
    marks.set("x", 2)
    for text in ("[]", "{", '{"marks": [1]}', '{"marks": {"a": "b", "c": -1}}', '{"marks": 7}'):
        marks.record.write_text(text, "utf-8")
        assert Marks(tmp_path / "a.yaml").gone == {}
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/nowhere")
    lost = Marks(tmp_path / "b.yaml")
    lost.set("x", 1)
    assert lost.gone == {"x": 1} and not lost.kept


def test_the_list_and_its_groups_have_cards(tmp_path: Path) -> None:
    """The list shows what costs how much, a group who is in it; while choosing, as it would be."""
    path = tmp_path / "band.yaml"
    path.write_text(BAND, "utf-8")

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        shown = seen(app)
        assert "By model" in shown and "By kind" in shown and "█" in shown
        await pilot.press("down", "down", "down")
        shown = seen(app)
        assert "VANGUARD" in shown and "In it" in shown and "leader Tod" in shown
        await pilot.press("2", "home", "enter", "down")
        assert "Card as it would be" in seen(app)
        await pilot.press("escape", "g")
        await pilot.pause()
        assert "Card as it would be" in seen(app)

    play(app_on(path), keys, LARGE)


def test_an_empty_list_has_nobody_to_play_with(tmp_path: Path) -> None:
    """It says so."""

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        assert "nobody to play with" in seen(app)

    play(app_on(tmp_path / "new.yaml", load_game("rogue-conflict")), keys)


def test_a_group_has_the_keys_that_work_on_it(tmp_path: Path) -> None:
    """Copies are not counted of groups, so that the bar does not offer it, and the key says what to do instead."""
    path = tmp_path / "band.yaml"
    path.write_text(BAND, "utf-8")

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("end", "up")
        assert app.here == "group"
        shown = seen(app)
        assert "+ more" not in shown and "c copy" in shown and "Vanguard: 2 models" in shown
        await pilot.press("plus")
        assert "one of each group" in seen(app)
        assert path.read_text("utf-8") == BAND
        await pilot.press("question_mark")
        assert "All other keys" in seen(app)

    play(app_on(path), keys, LARGE)


def test_a_game_without_points_shows_none_beside_its_models() -> None:
    """Where nothing costs anything there is no column of noughts."""
    app = app_on(min(shipped("catalogue").glob("kill-team/lists/*.yaml")))

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        assert not [line for line in app.query_one("#roster", Pane).lines if line.right]

    play(app, keys)


def test_what_changed_outside_is_shown_line_by_line(tmp_path: Path) -> None:
    """The question says what differs, as `diff` does, and not only when the totals do."""
    path = squad_file(tmp_path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        path.write_text(SQUAD.replace("Night Watch", "Day Watch").replace("name: Corin", "name: Bett"), "utf-8")
        app.check_outside_change()
        await pilot.pause()
        assert "Day Watch" in seen(app) and "Bett" in seen(app)
        await pilot.press("enter")
        path.write_text(SQUAD.replace("# cheap", "# free"), "utf-8")
        app.check_outside_change()
        await pilot.pause()
        assert "Only its comments or its layout differ" in seen(app)

    play(app_on(path), keys)


def test_the_bar_fits_a_window_that_became_smaller(tmp_path: Path) -> None:
    """After a resize the help is still at the end of the bar, here and in play; brackets in a name stay brackets."""
    path = tmp_path / "a.yaml"
    path.write_text(SQUAD.replace("Corin", '"[b]Corin[/]"'), "utf-8")

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        assert "2 [b]Corin[/]" in seen(app)
        await pilot.press("down")
        await pilot.pause()
        assert "no room" in seen(app) and "room 0 of 0" not in seen(app)
        for key in ("1", "t"):
            await pilot.press(key)
            await pilot.resize_terminal(60, 20)
            await pilot.pause()
            assert seen(app).splitlines()[-1].rstrip().endswith("? keys")
            await pilot.resize_terminal(*SMALL)
            await pilot.pause()

    play(app_on(path), keys)


def test_marks_that_stay_the_same_are_no_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What changes nothing can't be undone; the step before it can."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    marks = Marks(tmp_path / "list.yaml")
    marks.set("a", 1)
    marks.set("a", 1)
    marks.set("b", 0)
    assert marks.undo()
    assert marks.gone == {}
    assert not marks.undo()
