"""What the tests of the terminal builder share: a list, the builder on it, keys pressed, and what is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from textwrap import dedent
from typing import Any

from textual.pilot import Pilot

from listbuilder.building import open_bench
from listbuilder.catalogue import Game
from listbuilder.loading import load_game
from listbuilder.storage.reading import read_bytes, read_text
from listbuilder.ui.screen.list_file import ListFile
from listbuilder.ui.screen.screen_app import BuildApp
from tests.project.test_toy_game import FILES

__all__ = ["LARGE", "SMALL", "SQUAD", "app_on", "play", "seen", "settled", "squad_file", "toy_folder", "typed"]

LARGE, SMALL = (140, 40), (80, 24)
Play = Callable[[BuildApp, "Pilot[None]"], Coroutine[Any, Any, None]]
SQUAD = """\
# our squad
game: rogue-conflict
name: Night Watch  # for Friday
models:
  # the boss
  - {name: Corin, rank: II, weapon: Slug Pistol, gear: Tactical Shield}
  - {rank: I, weapon: Slug Pistol}  # cheap
"""


def squad_file(folder: Path) -> Path:
    """The file of a small squad in a folder."""
    path = folder / "squad.yaml"
    path.write_text(SQUAD, "utf-8")
    return path


def toy_folder(folder: Path) -> Path:
    """A folder with a game unlike all others."""
    for name, text in FILES.items():
        path = folder / "tea-duel" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")
    return folder


def app_on(path: Path, game: Game | None = None) -> BuildApp:
    """The builder on a file, or on a new one of a game."""
    if game is None:
        raw = path.read_bytes()
        document = read_bytes(raw)
        return BuildApp(
            open_bench(document, load_game(str(document.data["game"])), text=raw.decode()), ListFile(path, raw)
        )
    text = f"game: {game.id}\nname: {path.stem}\n"
    return BuildApp(open_bench(read_text(text), game, text=text), ListFile(path, None))


def play(app: BuildApp, keys: Play, size: tuple[int, int] = SMALL) -> None:
    """Run the builder without a terminal and press keys."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await keys(app, pilot)

    asyncio.run(run())


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a text and press enter."""
    names = {" ": "space", "=": "equals_sign", "'": "apostrophe"}
    await pilot.press(*(names.get(char, char) for char in text))
    await pilot.press("enter")
    await pilot.pause()


def seen(app: BuildApp) -> str:
    """Every text that is drawn."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


async def settled(app: BuildApp, pilot: Pilot[None]) -> None:
    """Wait for what is looked for beside the keys."""
    await app.workers.wait_for_complete()
    await pilot.pause()
