"""Each entry of each shipped game is its own test, and the two games have as many entries as their rulebooks print."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from listbuilder import load_game
from listbuilder.catalogue import Entry, Game

CATALOGUE = Path(__file__).parents[1] / "catalogue"
FOLDERS = sorted(path.parent for path in CATALOGUE.glob("*/game.yaml"))
GAMES = {folder.name: load_game(folder.name) for folder in FOLDERS}
ENTRIES = [
    pytest.param(game, one, id=f"{game.id}/{one.kind}/{one.id}") for game in GAMES.values() for one in game.entries
]
RULINGS = [pytest.param(ruling, id=f"{game.id}/{ruling.id}") for game in GAMES.values() for ruling in game.rulings]
LONGEST = 300

COUNTS = {
    "rogue-conflict": {
        "rank": 5,
        "weapon": 15,
        "gear": 22,
        "armour": 2,
        "ability": 44,
        "condition": 2,
        "objective": 6,
    },
    "constellation-warrior": {"unit": 4, "ability": 27, "weapon": 2, "table": 2},
}


def given_ids(folder: Path) -> dict[tuple[str, str], str]:
    """The ids that the YAML of a game spells out, by kind and printed name."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(folder.glob("*.yaml")):
        data: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
        for entry in data.get("entries", []):
            kind = entry.get("kind", data.get("kind"))
            if "id" in entry:
                found[kind, str(entry["name"])] = entry["id"]
    return found


GIVEN = {folder.name: given_ids(folder) for folder in FOLDERS}


def id_of(name: str) -> str:
    """The id that the catalogue's README promises for a printed name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain.replace("'", "")))


def texts(entry: Entry) -> list[str]:
    """Everything a card may print for an entry: its text, or that of each of its forms."""
    forms = getattr(entry, "forms", ())
    return [entry.text, *(form.text for form in forms)] if entry.text else [form.text for form in forms]


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_entry(game: Game, entry: Entry) -> None:
    """It has the id of its name unless one is given, says what it does in short, and cites its section."""
    assert entry.id == GIVEN[game.id].get((entry.kind, entry.name), id_of(entry.name))
    assert texts(entry)
    assert all(text.strip() for text in texts(entry))
    assert all(len(text) <= LONGEST for text in texts(entry))
    assert entry.source.strip()
    for spelling in (entry.id, entry.id.upper(), entry.name, entry.name.lower(), entry.name.upper()):
        assert game.find(entry.kind, spelling) is entry
    for alias in entry.aliases:
        assert game.find(entry.kind, alias) is entry


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_catalogue_has_all_that_the_rulebook_prints(game: str) -> None:
    """The totals of the rulings are the totals of the catalogue."""
    found = Counter(entry.kind for entry in GAMES[game].entries if not entry.sample)
    assert {kind: found[kind] for kind in COUNTS[game]} == COUNTS[game]


def test_rogue_conflict_has_eleven_abilities_of_each_category() -> None:
    """The four categories are printed with eleven abilities each."""
    found = Counter(entry.category for entry in GAMES["rogue-conflict"].entries if entry.kind == "ability")
    assert found == {"Movement": 11, "Support": 11, "Offensive": 11, "Defensive": 11}


def test_panic_is_a_summary() -> None:
    """Panic is no condition but a rule of Rogue Conflict, so it is there as a summary."""
    assert GAMES["rogue-conflict"].find("condition", "Panic") is None
    assert GAMES["rogue-conflict"].find("summary", "Panic")


@pytest.mark.parametrize("ruling", RULINGS)
def test_ruling(ruling: Any) -> None:
    """A ruling has a name and says how it reads the rulebook."""
    assert ruling.name.strip()
    assert len(ruling.text.split()) > 3


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_rulings(game: str) -> None:
    """No rulebook leaves nothing open, and each game says how it is read."""
    assert GAMES[game].rulings
