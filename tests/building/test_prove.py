"""`catalogue prove` finds every flaw that is planted in a game, and none in the same game without them.

The games and their flaws are files in `proved/`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from listbuilder.building.prove import Claim, Prover
from listbuilder.judging.validator import Referee
from listbuilder.loading import check_case
from listbuilder.loading.templates import load_templates, template_folders
from listbuilder.printing.long_texts import too_long
from listbuilder.storage.reading import Document

FOLDER = Path(__file__).parent / "proved"
GAMES = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.yaml"))}
FLAWS = [(game, flaw) for game, data in GAMES.items() for flaw in data["flaws"]]
LONG = "A line of words that says little and takes much room on any card. " * 12


def write_game(folder: Path, game: str, flaws: list[str]) -> Path:
    """A game with some of its flaws."""
    files = dict(GAMES[game]["files"])
    for name in flaws:
        flaw = GAMES[game]["flaws"][name]
        text = files[flaw["in"]]
        if "replace" in flaw:
            old, new = flaw["replace"]
            assert old in text
            text = text.replace(old, new)
        files[flaw["in"]] = text + flaw.get("add", "").replace("TEXT", LONG)
    made = folder / game
    made.mkdir()
    for name, text in files.items():
        (made / name).write_text(text, "utf-8")
    return made


def prove_with(folder: Path, game: str, flaws: list[str]) -> list[Claim]:
    """The claims about a game with some of its flaws."""
    case = check_case(write_game(folder, game, flaws))
    texts = too_long(case.game.entries, load_templates(*template_folders(game, [folder])))
    return [*Prover(case, []).claims(), *(Claim("prove.text", "found", one.id, "") for one in texts)]


def found(claims: list[Claim]) -> list[str]:
    """What was found, with what it is about."""
    return sorted(f"{one.code} {one.about}" for one in claims if one.verdict == "found")
