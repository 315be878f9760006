"""Each entry of each shipped game is its own test, and each game has as many entries as its rulebook prints."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from listbuilder import load_game
from listbuilder.catalogue import Entry, Game
from tests.support import fast_yaml
from tests.support.paths import CATALOGUE

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
    "demihuman-combat": {"tag": 22, "condition": 5, "terrain": 13, "mission": 9, "action": 5, "attack": 1, "unit": 0},
    "stack-and-horde": {
        "special": 15 + 6,
        "status": 4,
        "modifier": 8,
        "tactic": 5,
        "maneuver": 3,
        "target": 6,
        "situation": 2,
        "unit": 0,
    },
    "kill-team": {
        "weapon-rule": 22,
        "equipment": 10,
        "grenade": 4,
        "killzone": 3,
        "scouting-option": 3,
        "terrain-trait": 6,
        "action": 18,
        "primary-op": 3,
        "unit": 0,
        "team": 0,
        "tac-op": 0,
        "weapon": 0,
    },
}
REFERRED = {"Heavy", "Leadership", "Paragon", "Caster", "Thriller", "Bone Warlord"}
TWOS = {"Ladders", "Light Barricades", "Utility Grenades", "Explosive Grenades"}
AP = {"Fall Back": 2, "Ammo Resupply": 0, "Counteract": None}


def given_ids(folder: Path) -> dict[tuple[str, str], str]:
    """The ids that the YAML of a game spells out, by kind and printed name."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(folder.glob("*.yaml")):
        data: dict[str, Any] = fast_yaml.load(path.read_text("utf-8"))
        for entry in data.get("entries", []):
            kind = entry.get("kind", data.get("kind"))
            if "id" in entry:
                found[kind, str(entry["name"])] = entry["id"]
    return found


GIVEN = {folder.name: given_ids(folder) for folder in FOLDERS}


def id_of(name: str) -> str:
    """The id that the guide for authors promises for a printed name."""
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


def test_six_specials_are_only_referred_to() -> None:
    """The squad rules print fifteen specials and name six more, which are tagged so."""
    found = {one.name for one in GAMES["stack-and-horde"].entries if one.kind == "special" and "referred" in one.tags}
    assert found == REFERRED


@pytest.mark.parametrize("one", [one for one in GAMES["kill-team"].entries if one.kind in ("action", "equipment")])
def test_kill_team_numbers(one: Entry) -> None:
    """Actions cost 1 AP but for those printed otherwise; equipment comes once or twice, as printed."""
    if one.kind == "action":
        assert one.field("ap") == AP.get(one.name, 1)
    else:
        assert one.field("quantity") == (2 if one.name in TWOS else 1)


def test_demihuman_samples_are_enough() -> None:
    """Three factions of our own, each with four demihumans and two civilians at least, and three coalitions."""
    entries = [one for one in GAMES["demihuman-combat"].entries if one.sample]
    found = Counter((one.field("faction"), one.field("type")) for one in entries if one.kind == "unit")
    assert len({faction for faction, _ in found}) == 3
    assert all(number >= (4 if sort == "demihuman" else 2) for (_, sort), number in found.items())
    assert len(found) == 6
    coalitions = [one for one in entries if one.kind == "coalition"]
    assert len(coalitions) == 3
    assert all(one.rules and one.field("goals") and one.all_grants for one in coalitions)


def test_squad_samples_use_every_special() -> None:
    """At least twelve units of our own, and between them they have all the specials."""
    entries = GAMES["stack-and-horde"].entries
    units = [one for one in entries if one.kind == "unit" and one.sample]
    assert len(units) >= 12
    used = {use.keyword for one in units for use in one.keyword_uses}
    assert used == {one.id for one in entries if one.kind == "special"}


def test_kill_team_samples_use_every_weapon_rule() -> None:
    """Two teams of our own; their weapons and the printed grenades show every weapon rule at work."""
    entries = GAMES["kill-team"].entries
    assert len([one for one in entries if one.kind == "team" and one.sample]) == 2
    used = {use.keyword for one in entries if one.kind in ("weapon", "grenade") for use in one.keyword_uses}
    assert used == {one.id for one in entries if one.kind == "weapon-rule"}


def test_demihuman_samples_use_every_tag() -> None:
    """All 22 tags of the glossary are on some sample card."""
    entries = GAMES["demihuman-combat"].entries
    used = {use.keyword for one in entries if one.sample for use in one.keyword_uses}
    assert used >= {one.id for one in entries if one.kind == "tag"}
