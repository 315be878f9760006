"""The terminal builder as people use it: by keys alone, killed, beside another writer, in small and large windows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.building import totals
from listbuilder.loading import game_folders, load_game, shipped
from listbuilder.ui.screen.keys import KEYS
from listbuilder.ui.screen.screen_app import BuildApp
from listbuilder.ui.screen.widgets import LineList, Pane
from tests.support.screens import LARGE, SQUAD, app_on, play, seen, settled, squad_file, toy_folder, typed

SCRIPT = Path(sys.executable).with_name("listbuilder")


@pytest.mark.sample(2)
@pytest.mark.parametrize("id", [*game_folders(), "tea-duel"])
def test_a_legal_list_by_keys_alone(id: str, tmp_path: Path) -> None:
    """In every game, a model is added and what is missing is mended, until the list is legal and saved."""
    path, toy = tmp_path / "new.yaml", toy_folder(tmp_path / "games")
    app = app_on(path, load_game(id, [toy]))

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("a", "enter")
        for _ in range(30):
            if app.bench.report.valid:
                break
            await pilot.press("f", "F")
            await settled(app, pilot)
            await pilot.press("enter")
            await pilot.pause()

    play(app, keys)
    assert app.bench.report.valid, [one.message for one in app.bench.report.findings]
    assert totals(app.bench).models >= 1
    done = subprocess.run(
        [SCRIPT, "validate", "--catalogue", str(toy), str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_keys_and_commands_write_the_same_bytes(tmp_path: Path) -> None:
    """What the screen writes is what `add`, `set`, `copy` and `move` write, comments and all."""
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    for path in (one, other):
        path.write_text(SQUAD, "utf-8")

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "home", "down", "enter")  # the weapon of the first model
        await typed(pilot, "laser pis")
        await pilot.press("1", "a")
        await typed(pilot, "III plasma pistol x2")
        await pilot.press("1", "home", "down", "down", "c", "n")
        await typed(pilot, "Pell")
        await pilot.press("1", "home", "down", "J")
        await pilot.pause()

    app = app_on(one)
    play(app, keys)
    commands = [
        ["set", "1", "weapon=Laser Pistol"],
        ["add", "III", "Plasma Pistol", "count=2"],
        ["copy", "2"],
        ["set", "3", "name=Pell"],
        ["move", "1", "2"],
    ]
    for name, *rest in commands:
        subprocess.run([SCRIPT, name, str(other), *rest], check=True, capture_output=True)
    assert one.read_text("utf-8") == other.read_text("utf-8")
    assert "# the boss" in one.read_text("utf-8")


def test_undo_goes_back_to_the_first_byte(tmp_path: Path) -> None:
    """Edits of every sort are undone one by one, and made again; the file follows each time."""
    path = squad_file(tmp_path)
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("c", "K", "plus")
        await pilot.pause()
        made = path.read_text("utf-8")
        assert made != SQUAD
        steps = len(app.bench.past)
        assert steps >= 3
        await pilot.press(*["u"] * (steps + 2))
        await pilot.pause()
        assert path.read_text("utf-8") == SQUAD
        assert "nothing to undo" in seen(app)
        await pilot.press(*["U"] * steps)
        await pilot.pause()
        assert path.read_text("utf-8") == made
        await pilot.press("R")
        await pilot.pause()
        assert path.read_text("utf-8") == SQUAD

    play(app, keys)


def test_the_picker_tells_prices_totals_and_reasons(tmp_path: Path) -> None:
    """Each choice has its price, the total then, and the validator's reason; what breaks a rule can be taken."""
    path = squad_file(tmp_path)
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "home", "down", "enter")
        await pilot.pause()
        shown = seen(app)
        assert "Laser Pistol" in shown and "held" in shown and "+5" in shown
        await typed(pilot, "heavy laser rifle")
        assert app.bench.report.errors == 1
        assert "needs a pistol" in seen(app)
        assert "1 error" in seen(app)
        await pilot.press("f")
        await pilot.pause()
        assert app.query_one("#detail", Pane).target.key == "gear"  # type: ignore[union-attr]
        await pilot.press("F")
        await settled(app, pilot)
        assert "mend:" in seen(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.bench.report.valid

    play(app, keys)


def test_escape_clears_and_then_closes(tmp_path: Path) -> None:
    """The first escape clears the search, the second leaves the picker; nothing is changed."""
    path = squad_file(tmp_path)
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("a", "z", "z")
        await pilot.press("escape")
        assert app.screen.has_class("picking")
        await pilot.press("escape")
        await pilot.pause()
        assert not app.screen.has_class("picking")
        assert app.query_one("#roster", Pane).has_focus

    play(app, keys)
    assert path.read_text("utf-8") == SQUAD


def test_a_change_outside_is_noticed_and_asked_about(tmp_path: Path) -> None:
    """Neither writer loses: the screen asks, takes the other list, and undo brings its own back."""
    path = squad_file(tmp_path)
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        theirs = SQUAD.replace("Corin", "Bett")
        path.write_text(theirs, "utf-8")
        await pilot.press("c")
        await pilot.pause()
        assert "changed outside" in seen(app)
        assert path.read_text("utf-8") == theirs
        await pilot.press("down", "enter")
        await pilot.pause()
        assert path.read_text("utf-8") == theirs
        await pilot.press("u")
        await pilot.pause()
        assert "Corin" in path.read_text("utf-8")
        path.write_text(theirs, "utf-8")
        app.check_outside_change()
        await pilot.pause()
        assert "changed outside" in seen(app)

    play(app, keys)


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (60, 16), (40, 12)], ids=lambda size: "x".join(map(str, size)))
def test_every_size_shows_the_list_and_its_verdict(size: tuple[int, int]) -> None:
    """From 60 by 16 both panes are there; below, the models and a note; the card is beside them in a wide window."""
    path = min(shipped("catalogue").glob("rogue-conflict/lists/*.yaml"))
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        shown = seen(app)
        assert "1 Models" in shown and "points" in shown
        assert ("2 " in shown and "weapon" in shown) is (size[0] >= 60 and size[1] >= 16)
        assert ("too small" in shown) is (size[0] < 60 or size[1] < 16)
        assert ("3 Card" in shown) is (size[0] >= 140)

    play(app, keys, size)


def test_strange_names_are_only_text(tmp_path: Path) -> None:
    """Markup, escapes and directions in a stranger's list are shown as letters."""
    path = tmp_path / "odd.yaml"
    name = "[bold]x[/] [@click=app.leave]go[/] [/nope"
    path.write_text(
        f"game: rogue-conflict\nname: '{name}'\nmodels:\n  - {{name: '{name}', rank: I, weapon: '[red]gun[/]'}}\n",
        "utf-8",
    )
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        shown = seen(app)
        assert "[bold]x[/]" in shown
        assert "[red]gun[/]" in shown
        await pilot.press("f", "F")
        await settled(app, pilot)
        await pilot.press("escape", "escape", "n")
        await pilot.pause()
        await typed(pilot, "[link]")
        assert "[link]" in path.read_text("utf-8")
        await pilot.press("ctrl+p")
        await pilot.press(*"go to")
        await pilot.pause()
        assert app.is_running

    play(app, keys, LARGE)


def test_palette_help_code_and_cards(tmp_path: Path) -> None:
    """The palette finds actions, the help has every key, the code and the cards come out."""
    path = squad_file(tmp_path)
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        shown = seen(app)
        for key in KEYS[:8]:
            assert key.about.split("`")[0][:40] in shown
        await pilot.press("escape", "y")
        await pilot.pause()
        assert "LB1-" in seen(app)
        await pilot.press("escape", "p")
        await pilot.pause()
        assert (tmp_path / "squad-cards.pdf").read_bytes().startswith(b"%PDF")
        await pilot.press("w")
        await settled(app, pilot)
        assert "what fits for" in seen(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.bench.past

    play(app, keys, LARGE)


def test_two_choices_are_compared(tmp_path: Path) -> None:
    """Tab marks two choices, and what differs stands side by side."""
    path = squad_file(tmp_path)
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "home", "down", "enter", "down", "tab", "down", "tab")
        await pilot.pause()
        assert "Compare" in seen(app)

    play(app, keys)


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    """Exit code 2 and a line about what to use instead; a broken file ends with 3 before."""
    done = subprocess.run([SCRIPT, "build", str(squad_file(tmp_path))], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr


def test_the_bar_is_seen_without_colours(tmp_path: Path) -> None:
    """A sign stands where the bar is, and goes with it."""
    path = squad_file(tmp_path)
    app = app_on(path)

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press("down")
        await pilot.pause()
        rows = [line for line in seen(app).splitlines() if line.startswith("│ >")]
        assert len(rows) == 1
        assert app.query_one("#roster", LineList).highlighted == 2

    play(app, keys)


def until(master: int, done: Callable[[bytes], bool], seconds: float = 60.0) -> bytes:
    """Read what a terminal shows until it is enough."""
    shown, end = b"", time.monotonic() + seconds
    while not done(shown) and time.monotonic() < end:
        if select.select([master], [], [], 0.1)[0]:
            shown += os.read(master, 65536)
    return shown


def test_killed_in_the_middle_nothing_is_lost(tmp_path: Path) -> None:
    """In a real terminal: an edit is on disk before the next key, and `undo` takes it back after a kill."""
    path = squad_file(tmp_path)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    streams = {"stdin": slave, "stdout": slave, "stderr": slave}
    child = subprocess.Popen([SCRIPT, "build", str(path)], env=environment, start_new_session=True, **streams)  # type: ignore[call-overload]
    try:
        assert b"keys" in until(master, lambda shown: b"keys" in shown)
        os.write(master, b"c")
        until(master, lambda _: path.read_text("utf-8") != SQUAD)
    finally:
        child.kill()
        child.wait()
        os.close(master)
        os.close(slave)
    assert path.read_text("utf-8").count("Tactical Shield") == 2
    assert subprocess.run([SCRIPT, "undo", str(path)], capture_output=True, check=False).returncode == 0
    assert path.read_text("utf-8") == SQUAD


def test_validate_never_loads_textual(tmp_path: Path) -> None:
    """What judges, edits or prints does not wait for the screen."""
    code = (
        "import sys\nfrom listbuilder.ui.cli.app import app\n"
        f"app(['set', {str(squad_file(tmp_path))!r}, '1', 'name=Bo'], standalone_mode=False)\n"
        "sys.exit(any(name.partition('.')[0] == 'textual' for name in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_weapons_are_seen_at_80_columns(tmp_path: Path) -> None:
    """A row that is too long for its pane shows what was chosen for it on a second line."""

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        assert re.search(r"Corin: II .*\n.* {5}Slug Pistol, Tactical", seen(app))
        assert "I, Slug Pistol" in seen(app)  # as it fits, on one line

    play(app_on(squad_file(tmp_path)), keys)


def test_a_resize_keeps_the_card(tmp_path: Path) -> None:
    """The card stays while there is room, stays hidden when it was, and still shows the choice at hand."""

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        card = app.query_one("#card")
        await pilot.resize_terminal(110, 30)
        await pilot.pause()
        assert card.display
        await pilot.press("v")
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        assert not card.display
        await pilot.press("v", "a")
        await pilot.pause()
        assert "Card as it would be" in seen(app)
        await pilot.resize_terminal(150, 40)
        await pilot.pause()
        assert "Card as it would be" in seen(app)

    play(app_on(squad_file(tmp_path)), keys, LARGE)
