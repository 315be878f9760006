"""How many keys the same list of six models takes: on the screen at most half of what `add` and `set` need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.loading import load_game
from listbuilder.storage.reading import read_file
from listbuilder.ui.screen.screen_app import BuildApp
from tests.support.screens import app_on, play

SCRIPT = Path(sys.executable).with_name("listbuilder")
# A squad as somebody builds it who types whole names on the command line.
COMMANDS = [
    'listbuilder add six.yaml rank=IV weapon="Laser Rifle" armour=Heavy',
    "listbuilder set six.yaml 1 abilities=Vault,Inspire raise=acc:3",
    'listbuilder add six.yaml rank=III weapon="Plasma Pistol" gear="Tactical Shield"',
    "listbuilder set six.yaml 2 abilities=Vault raise=hp:4",
    'listbuilder add six.yaml rank=I weapon="Slug Rifle" armour=Medium',
    "listbuilder copy six.yaml 3",
    'listbuilder add six.yaml rank=I weapon="Slug Pistol" count=2',
]


def presses(line: str) -> list[str]:
    """The keys that type a text."""
    names = {" ": "space", "=": "equals_sign", ":": "colon", ",": "comma"}
    return [names.get(char, char) for char in line]


@pytest.mark.slow
def test_six_models_take_half_the_keys(tmp_path: Path) -> None:
    """Both ways make the same list; enter and every letter count."""
    typed, built = tmp_path / "six.yaml", tmp_path / "keys.yaml"
    typed.write_text("game: rogue-conflict\nname: six\n", "utf-8")
    for line in COMMANDS:
        subprocess.run(
            line.replace("listbuilder", str(SCRIPT), 1), shell=True, check=True, cwd=tmp_path, capture_output=True
        )
    keys = [
        *("a", *presses("iv laser r heavy vault ins raise=acc:3"), "enter"),
        *("a", *presses("iii plasma p tac sh vault raise=hp:4"), "enter"),
        *("a", *presses("i slug ri med"), "enter", "c"),
        *("a", *presses("i slug p x2"), "enter"),
    ]

    async def press(app: BuildApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await pilot.pause()

    play(app_on(built, load_game("rogue-conflict")), press)
    rows = [read_file(path).data["models"] for path in (typed, built)]
    assert rows[0] == rows[1]
    assert len(keys) <= sum(len(line) + 1 for line in COMMANDS) / 2
