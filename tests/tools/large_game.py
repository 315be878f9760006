"""Write a large game, as conversions of other tools' data are: `python -m tests.tools.large_game FOLDER 2500`.

Factions with units of their own, options in nested groups, weapons as tables of words, shared rules over tags, changes
under conditions. Everything is made from numbers, the same each time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

UNITS = 40
"""How many units a faction has."""
EACH_UNIT = 4
"""How many entries a unit comes to: itself, two options that only it has, and a weapon."""
RULES = 300
TEXT = "One of many, with as many words as such entries have: it may move, shoot and hold a place, and says how."


def write_large_game(folder: Path, entries: int) -> Path:
    """A game of about so many entries, files for each faction, and a legal list of it."""
    folder.mkdir(parents=True)
    factions = max(1, entries // (UNITS * EACH_UNIT + 1))
    _write(folder / "game.yaml", _head(folder.name, factions))
    for number in range(factions):
        for block in _faction(number):
            _write(folder / f"faction-{number}-{block['kind']}.yaml", block)
    (folder / "lists").mkdir()
    _write(folder / "lists" / "starter.yaml", _starter(folder.name))
    return folder


class _Plain(yaml.CSafeDumper):
    """YAML without anchors, which game files may not have."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _write(path: Path, data: Any) -> None:
    path.write_text(yaml.dump(data, Dumper=_Plain, sort_keys=False, width=1000), "utf-8")


def _head(id: str, factions: int) -> dict[str, Any]:
    """The head: stats, slots, and rules that many entries share by their tags."""
    shared = [
        {"kind": "count", "id": f"share-{at}", "of": {"count": "models", "where": {"tag": f"role-{at}"}}, "max": 3}
        for at in range(min(RULES, factions * UNITS))
    ]
    return {
        "id": id, "name": "Large", "edition": "1", "version": "0.1.0", "text": "A game as large as they get.",
        "stats": {name: {"name": name.upper(), "base": 3} for name in ("mv", "ws", "to", "wo")},
        "kinds": {
            "unit": {"fields": {"army": "word"}},
            "weapon": {"fields": {"shots": "word", "skill": "word", "traits": "words"}},
            "army": {"is": "option", "name": "Army"}, "part": {"is": "option"},
        },
        "list": {"slots": {"army": {"kind": "army", "min": 1, "max": 1}}},
        "model": {"slots": {"unit": {"kind": "unit", "min": 1, "max": 1}}},
        "formats": [{"id": "battle", "name": "Battle", "limit": 2000}],
        "rules": [{"kind": "agree", "id": "own-army", "slot": "unit", "field": "army", "with": "army"}, *shared],
    }  # fmt: skip


def _faction(number: int) -> Iterator[dict[str, Any]]:
    """The entries of one faction, by kind."""
    army, units = f"army-{number}", range(number * UNITS, (number + 1) * UNITS)
    yield {"kind": "army", "entries": [{"name": f"Army {number}", "id": army, "text": TEXT}]}
    yield {"kind": "unit", "entries": [_unit(army, number, at) for at in units]}
    yield {
        "kind": "part",
        "entries": [
            {
                "name": f"{word} of {at}",
                "id": f"{word.lower()}-{at}",
                "cost": 3,
                "text": TEXT,
                "tags": [f"for-{at}"],
                "grants": [{"fields": {"holder": {"cost": 2}}, "when": {"has": {"tag": f"role-{at % RULES}"}}}],
            }
            for at in units
            for word in ("Banner", "Charm")
        ],
    }
    yield {
        "kind": "weapon",
        "entries": [
            {
                "name": f"Gun {at}",
                "cost": 2,
                "tags": [f"for-{at}"],
                "shots": "2",
                "skill": "4+",
                "traits": ["Assault", "Heavy"],
                "text": TEXT,
            }
            for at in units
        ],
    }


def _unit(army: str, number: int, at: int) -> dict[str, Any]:
    """A unit with three groups of options inside it."""
    own = {"tag": f"for-{at}"}
    return {
        "name": f"Unit {at}",
        "cost": 40 + at % 60,
        "army": army,
        "tags": [f"role-{at % RULES}", ("line", "elite", "heavy")[at % 3]],
        "text": TEXT,
        "stats": {"mv": 4 + at % 5},
        "picks": {
            "gun": {"kind": "weapon", "max": 2, "repeats": True, "where": own, "default": f"gun-{at}"},
            "parts": {"kind": "part", "max": 2, "where": own},
        },
        "grants": [{"fields": {"inside": {"skill": {"write": "3+"}}}, "when": {"has": {"entry": f"banner-{at}"}}}],
        "rules": [
            {
                "kind": "count",
                "id": f"guns-{at}",
                "over": "pick",
                "of": {"count": "picks", "where": {"kind": "weapon"}},
                "in": {"entry": f"unit-{at}"},
                "max": 2,
            }
        ],
    }


def _starter(id: str) -> dict[str, Any]:
    """Eight models of the first faction."""
    rows = [{"unit": f"unit-{at}", "count": 1} for at in range(7)]
    return {
        "game": id,
        "army": "army-0",
        "models": [*rows, {"unit": {"entry": "unit-7", "picks": {"parts": ["banner-7"]}}}],
    }


if __name__ == "__main__":
    write_large_game(Path(sys.argv[1]), int(sys.argv[2]))
