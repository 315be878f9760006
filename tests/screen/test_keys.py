"""Every key of the screen does what the help says of it, on the line it is shown on; a click does what a key does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.loading import load_game
from listbuilder.ui.screen import screen_app
from listbuilder.ui.screen.dialogs import TextDialog
from listbuilder.ui.screen.keys import KEYS, PICKER_KEYS, bar
from listbuilder.ui.screen.play_screen import PlayScreen
from listbuilder.ui.screen.screen_app import BuildApp
from listbuilder.ui.screen.widgets import LineList, Pane, Picker
from tests.support.screens import LARGE, SMALL, SQUAD, app_on, play, seen, settled, squad_file, typed

BAND = "game: stack-and-horde\nmodels:\n  - {unit: Fen Reeve, name: Tod}\n  - {unit: Reedspear}\n"


def picking(app: BuildApp) -> bool:
    """Whether the picker is open."""
    return app.screen_stack[0].has_class("picking")


def has(app: BuildApp, pane: str) -> bool:
    """Whether a pane has the keys."""
    return app.query_one(f"#{pane}").has_focus


def rows(app: BuildApp) -> int:
    """How many rows of models there are."""
    return len(app.bench.report.force.rows)


def at(app: BuildApp, pane: str = "roster") -> int:
    """The line that the bar is on."""
    return app.query_one(f"#{pane}", Pane).highlighted or 0


# For each action of the table: keys before it, and what is true after it and was not before.
DOES: dict[str, tuple[list[str], Callable[[BuildApp], bool]]] = {
    "choose": (["1"], lambda app: has(app, "detail")),
    "add": ([], picking),
    "step(1)": ([], lambda app: app.bench.report.force.rows[0].count == 2),
    "step(-1)": (["plus", "plus"], lambda app: app.bench.report.force.rows[0].count == 2),
    "roll": ([], lambda app: "nothing to roll for" in seen(app)),
    "copy": ([], lambda app: rows(app) == 3),
    "remove": ([], lambda app: rows(app) == 1),
    "limit": ([], lambda app: picking(app) and "format and limit" in seen(app)),
    "undo": (["c"], lambda app: rows(app) == 2 and bool(app.bench.future)),
    "redo": (["c", "u"], lambda app: rows(app) == 3),
    "fits": ([], lambda app: picking(app) and "what fits" in seen(app)),
    "next_finding": ([], lambda app: app.finding_shown),
    "fixes": ([], lambda app: picking(app) and "mend:" in seen(app)),
    "move_row(1)": ([], lambda app: app.bench.report.force.rows[1].name == "Corin"),
    "move_row(-1)": (["J"], lambda app: app.bench.report.force.rows[0].name == "Corin" and at(app) == 1),
    "add_group": ([], lambda app: "There is no group to add" in seen(app)),
    "name": ([], lambda app: "name:" in seen(app)),
    "search": (["2", "down"], picking),
    "focus_next": ([], lambda app: has(app, "detail")),
    "pane('roster')": (["2"], lambda app: has(app, "roster")),
    "pane('detail')": ([], lambda app: has(app, "detail")),
    "pane('card')": ([], lambda app: has(app, "card")),
    "card": ([], lambda app: app.query_one("#card").display and "3 Card" in seen(app)),
    "cards": ([], lambda app: app.file.path.with_name("squad-cards.pdf").exists()),
    "play": ([], lambda app: isinstance(app.screen, PlayScreen)),
    "code": ([], lambda app: "LB1-" in seen(app)),
    "reopen": (["c", "c"], lambda app: rows(app) == 2 and len(app.bench.past) == 3),
    "down": ([], lambda app: at(app) == 2),
    "up": ([], lambda app: at(app) == 0),
    "command_palette": ([], lambda app: "Search for commands" in seen(app)),
    "leave": ([], lambda app: app._exit),
    "help": ([], lambda app: isinstance(app.screen, TextDialog)),
}


def test_every_action_has_its_case() -> None:
    """Nothing is bound that is not tried here."""
    assert set(DOES) == {one.action for one in KEYS}


@pytest.mark.sample(12)
@pytest.mark.parametrize("key", [(key, one) for one in KEYS for key in one.keys.split(",")], ids=lambda key: key[0])
def test_a_key_does_what_the_help_says(key: tuple[str, object], tmp_path: Path) -> None:
    """Pressed on the first model, after what leads to it, a key makes true what was not."""
    pressed, one = key
    before, does = DOES[one.action]  # type: ignore[attr-defined]

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press(*before)
        await settled(app, pilot)
        assert not does(app)
        await pilot.press(pressed)
        await settled(app, pilot)
        assert does(app)

    play(app_on(squad_file(tmp_path)), keys)


def test_keys_of_the_picker(tmp_path: Path) -> None:
    """The arrows and pages move, enter takes, escape clears and closes; every one is in the table."""
    assert {one.action for one in PICKER_KEYS} == {
        "take",
        "move(-1)",
        "move(1)",
        "move(-8)",
        "move(8)",
        "mark",
        "escape",
    }

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "home", "down", "enter")
        await pilot.pause()
        offers = app.query_one("#offers", LineList)
        places = []
        for key in ("down", "pagedown", "up", "pageup"):
            await pilot.press(key)
            places.append(offers.highlighted)
        assert places == [1, 9, 8, 0]
        await pilot.press("enter")
        await pilot.pause()
        assert not picking(app) and not app.bench.past

    play(app_on(squad_file(tmp_path)), keys)


def test_the_bar_has_the_keys_for_the_line(tmp_path: Path) -> None:
    """What is shown at the bottom goes with the line, and the help begins with it."""

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        assert "c copy" in seen(app)
        await pilot.press("2", "home", "down")
        await pilot.pause()
        assert "c copy" not in seen(app) and "x take out" in seen(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "tab compare" in seen(app) and "undo" not in seen(app)
        await pilot.press("escape", "end")
        await pilot.pause()
        assert app.here == "raise"
        assert "+ more" in seen(app)

    play(app_on(squad_file(tmp_path)), keys)
    assert bar("row", 40).plain.endswith(" ? keys ")
    assert bar("row", 40).cell_length <= 40


def test_a_click_presses_the_key(tmp_path: Path) -> None:
    """The words of the bar and of the finding are buttons, a row and a choice are clicked like pressed."""

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        line = seen(app).splitlines()[23]
        await pilot.click("#bar", offset=(line.index("copy"), 0))
        await pilot.pause()
        assert rows(app) == 3
        await pilot.click("#roster", offset=(6, 6))  # below two rows of two lines each
        await pilot.pause()
        assert has(app, "detail") and app.at == ("models", 2)
        await pilot.click("#detail", offset=(16, 2))
        await pilot.pause()
        assert picking(app)
        await pilot.click("#offers", offset=(6, 3))
        await pilot.pause()
        assert not picking(app)
        assert app.bench.past[-1].words.startswith("Plasma Pistol instead of Slug Pistol")

    play(app_on(squad_file(tmp_path)), keys)


def test_a_typed_line_is_offered_before_it_is_taken(tmp_path: Path) -> None:
    """While a line is typed, the models it may mean stand there with their prices; the last name need not be whole."""
    path = tmp_path / "new.yaml"

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("a", "i", "v", "space", "p", "l", "a")
        await pilot.pause()
        shown = seen(app)
        assert "IV, Plasma Pistol" in shown and "IV, Plasma Rifle" in shown and "+35" in shown
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "Nothing is called that" not in shown

    play(app_on(path, load_game("rogue-conflict")), keys)
    assert "{rank: IV, weapon: Plasma Rifle}" in path.read_text("utf-8")


def test_enter_goes_on_to_what_is_open_and_keeps_what_is_held(tmp_path: Path) -> None:
    """After a choice the bar is on the next empty slot; what is held stays when it is taken again."""

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "home", "down", "down", "enter", "home", "down", "enter")
        await typed(pilot, "slug pistol")
        assert not app.bench.past and "Slug Pistol stays" in seen(app)
        await pilot.press("down", "enter")
        await typed(pilot, "heavy")
        assert app.query_one("#detail", Pane).target.key == "gear"  # type: ignore[union-attr]
        await pilot.press("up", "enter", "down", "enter")
        await pilot.pause()
        assert app.bench.past[-1].words.startswith("Heavy off")

    play(app_on(squad_file(tmp_path)), keys)


def test_groups_are_added_with_their_leader(tmp_path: Path) -> None:
    """In a game with groups the bar says how to add one, and who leads it is in it."""
    path = tmp_path / "band.yaml"
    path.write_text(BAND, "utf-8")

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        await pilot.pause()
        assert "g add a group" in seen(app)
        await pilot.press("g", "enter")
        await pilot.pause()
        assert app.bench.report.force.groups[0].rows

    play(app_on(path), keys, LARGE)


def test_the_palette_offers_what_the_row_can_take(tmp_path: Path) -> None:
    """Things for the row at hand are found by name, with their price, and taken at once."""

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"medium")
        await pilot.pause(0.5)
        assert "Medium for Corin  +5" in seen(app)
        await pilot.press("down", "enter")
        await settled(app, pilot)
        assert "armour: Medium" in app.file.path.read_text("utf-8")

    play(app_on(squad_file(tmp_path)), keys, SMALL)


def test_the_card_scrolls(tmp_path: Path) -> None:
    """`3` goes to the card, which moves by the arrows and by j and k."""
    path = tmp_path / "squad.yaml"
    gear = "abilities: [Inspire, Go for Cover], gear: [Cybernetic Implants]"
    path.write_text(SQUAD.replace("gear: Tactical Shield", gear), "utf-8")

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("3")
        await settled(app, pilot)
        card = app.query_one("#card")
        assert card.max_scroll_y > 0
        await pilot.press("j")
        await pilot.pause()
        assert card.scroll_y == 1
        await pilot.press("k", "v")
        await pilot.pause()
        assert card.scroll_y == 0 and not card.display and has(app, "roster")

    play(app_on(path), keys, (80, 16))


def test_keys_are_not_kept_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices that take a while are looked for between keys, and whoever types ahead gets what was meant."""
    monkeypatch.setattr(screen_app, "AT_ONCE", 0.0)
    monkeypatch.setattr(screen_app, "BETWEEN", 0.0)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "home", "down", "enter")
        assert picking(app) and "Looking" in seen(app)
        await pilot.press(*"laser", "space", *"pis", "enter")
        await pilot.pause()
        assert "weapon: Laser Pistol" in app.file.path.read_text("utf-8")
        await pilot.press("a", "escape")
        await pilot.pause()
        assert not picking(app) and app.query_one(Picker).coming is None

    play(app_on(squad_file(tmp_path)), keys)


def test_what_is_never_taken_is_looked_at_when_asked(tmp_path: Path) -> None:
    """Only its number is shown, until enter unfolds it with every reason."""
    path = tmp_path / "crew.yaml"
    path.write_text("game: kill-team\nteam: Saltglass Salvors\nmodels: [{unit: Harpooner}]\n", "utf-8")

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "home", "down", "enter", *"lens")
        await pilot.pause()
        assert "more that can never be taken here" in seen(app)
        await pilot.press("end", "enter")
        await pilot.pause()
        assert "× Burning Lens" in seen(app)

    play(app_on(path), keys)
