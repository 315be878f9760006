"""Pictures of the terminal builder: scenes played on a starter list and kept as SVG; run with `make pictures`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot

from listbuilder.ui.screen.screen_app import BuildApp
from tests.support.paths import CATALOGUE, ROOT
from tests.support.screens import app_on, play, settled

__all__ = ["KEPT", "SCENES", "Scene", "picture"]

KEPT = ROOT / ".pictures"
LIST = CATALOGUE / "rogue-conflict" / "lists" / "the-quiet-watch.yaml"


class Scene(NamedTuple):
    """A picture: the size of the window, and the keys that lead to it."""

    size: tuple[int, int]
    keys: tuple[str, ...]


SCENES = {
    # The one in the README: what a weapon costs, what changes, and why not.
    "screen": Scene((100, 28), (*["down"] * 4, "2", "home", "down", "enter", *["down"] * 4)),
    "screen-wrong": Scene(
        (80, 24), (*["down"] * 4, "2", "home", "down", "enter", *"heavy", "space", *"laser", "space", "l", "enter", "f")
    ),
    "screen-card": Scene((140, 36), ("down", "2", "down", "enter", "down", "down")),
}


def picture(scene: Scene) -> str:
    """The scene as SVG, the same from run to run: no fonts from elsewhere, and ids that do not depend on the hour."""
    drawn: list[str] = []

    async def keys(app: BuildApp, pilot: Pilot[None]) -> None:
        for key in scene.keys:
            await pilot.press(key)
            await settled(app, pilot)
        drawn.append(app.export_screenshot(title="listbuilder build quiet-watch.yaml", simplify=True))

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "quiet-watch.yaml"
        file.write_bytes(LIST.read_bytes())
        play(app_on(file), keys, scene.size)
    plain = re.sub(r"@font-face \{.*?\}\s*", "", drawn[0], flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", plain).rstrip() + "\n"


if __name__ == "__main__":
    for name, scene in SCENES.items():
        (KEPT / f"{name}.svg").write_text(picture(scene), "utf-8")
