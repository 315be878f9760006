"""The published force: each entry once in a table, with its use and effects filled in, and whatever they refer to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from listbuilder.exchange.documents.force_document import force_document, force_from_document, publish
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import load_game, shipped
from tests.exchange.schema_files import schema_file
from tests.support import fast_yaml

LISTS = sorted(shipped("catalogue").glob("*/lists/*.yaml"))[::6]
HEAD = {
    "id": "toy",
    "name": "Toy",
    "edition": "1",
    "version": "1.0.0",
    "text": "Small.",
    "stats": {"hp": {"name": "HP", "base": 3}, "mv": {"name": "MV", "base": 5}},
    "kinds": {"mood": {"is": "keyword"}, "trick": {"is": "ability", "keywords": ["mood"]}},
    "model": {"slots": {"unit": {"kind": "unit"}, "tricks": {"kind": "trick"}}},
    "terms": {
        "periods": {"day": {"number": 4}, "turn": {"in": "day", "of": "model"}},
        "resources": {"action": {"each": "turn", "start": 2}, "cheer": {"per": "player", "keep": True}},
        "numbers": {"to-hit": "Added."},
    },
    "use": {"trick": {"price": {"action": 1}}},
}
ENTRIES = [
    {
        "kind": "unit",
        "entries": [
            {"name": "Hen", "text": "Clucks."},
            {"name": "Chick", "text": "Peeps.", "stats": {"hp": 1}, "sample": True},
        ],
    },
    {
        "kind": "mood",
        "entries": [
            {"name": "Sleepy", "text": "Slow.", "effects": {"do": "change", "what": "mv", "by": -2}},
            {
                "name": "Quick",
                "text": "Fast.",
                "forms": [
                    {
                        "form": "Quick {x}",
                        "x": "number",
                        "text": "{x} times.",
                        "use": {"price": {"action": 0}, "uses": "{x} per day"},
                        "effects": {"do": "change", "what": "to-hit", "by": "-x"},
                    }
                ],
            },
        ],
    },
    {
        "kind": "trick",
        "entries": [
            {
                "name": "Hatch",
                "text": "{more:Word} chick more.",
                "values": {"more": 1},
                "activation": "active",
                "keywords": ["Quick 2"],
                "use": {"price": {"cheer": 1}},
                "effects": [
                    {"when": "use", "do": "place", "what": "chick", "amount": "more"},
                    {"when": "use", "do": "give", "what": "sleepy", "to": "self"},
                ],
            },
            {"name": "Nap", "text": "Rests.", "activation": "passive"},
        ],
    },
]


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """A hen that hatches, twice on the list."""
    folder = tmp_path / "games" / "toy"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(fast_yaml.dump(HEAD, sort_keys=False), "utf-8")
    for at, one in enumerate(ENTRIES):
        (folder / f"{at}.yaml").write_text(fast_yaml.dump(one, sort_keys=False), "utf-8")
    row: dict[str, Any] = {"unit": "Hen", "tricks": ["Hatch", "Nap"]}
    document = read_list({"game": "toy", "models": [row, {**row, "name": "Bee"}]})
    return Referee(load_game("toy", [tmp_path / "games"])).judge(document)


def test_each_entry_stands_once(report: Report) -> None:
    """Picks name entries by their keys, and every key is there; the slots of a model name them as well."""
    force = publish(report)
    assert {pick.entry for pick in force.picks()} <= force.entries.keys()
    assert [model.slots["tricks"] for model in force.models] == [("trick/hatch", "trick/nap")] * 2
    assert json.dumps(force_document(report)).count("One chick more.") == 1


def test_what_is_referred_to_is_there(report: Report) -> None:
    """A unit that is put on the table with its whole statline, a condition that is given, a keyword with its values."""
    entries = publish(report).entries
    assert dict(entries["unit/chick"].stats) == {"hp": 1, "mv": 5}
    assert entries["unit/chick"].sample
    assert entries["mood/sleepy"].effects[0].do == "change"
    quick = entries["mood/quick/quick-2"]
    assert (quick.name, quick.text) == ("Quick 2", "2 times.")
    assert quick.effects[0].by.value == -2  # type: ignore[attr-defined]


def test_values_are_filled_into_effects(report: Report) -> None:
    """An engine finds numbers where the catalogue has names."""
    document = force_document(report)["entries"]["trick/hatch"]
    assert document["effects"][0] == {
        "do": "place",
        "when": [{"use": True}],
        "what": ["chick"],
        "amount": {"value": 1},
    }


def test_uses_are_laid_over_each_other(report: Report) -> None:
    """The kind's price, the keyword's on top, the entry's own last; what nobody uses has none."""
    entries = publish(report).entries
    use = entries["trick/hatch"].use
    assert use is not None and use.uses is not None
    assert {name: one.value for name, one in use.price.items()} == {"action": 0, "cheer": 1}
    assert (use.uses.times.value, use.uses.per) == (2, "day")
    assert entries["trick/nap"].use is None


def test_terms_and_sequences_are_published() -> None:
    """The constants and the turn sequence of a game, and its attack, once in each force."""
    path = next(path for path in LISTS if "rogue-conflict" in str(path))
    document = force_document(Referee(load_game("rogue-conflict")).judge(read_list(path)))
    assert document["terms"]["periods"]["round"]["number"] == 4
    assert document["terms"]["numbers"]["base-difficulty"]["value"] == 5
    assert [next(iter(step)) for step in document["sequences"]["attack"]["steps"]][-1] in ("damage", "if", "sum")


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_force_fits_its_schema_and_comes_back(path: Path) -> None:
    """The document is valid by the published schema, and reads back as the same records, effects included."""
    document = read_list(path)
    report = Referee(load_game(document.game)).judge(document)
    made: dict[str, Any] = json.loads(json.dumps(force_document(report)))
    jsonschema.Draft202012Validator(schema_file("force")).validate(made)
    assert force_from_document(made) == publish(report)


def test_what_says_nothing_is_left_out(report: Report) -> None:
    """Entries and picks have only keys that say something; the schema says which may be missing."""
    document = force_document(report)
    assert document["entries"]["trick/nap"] == {
        "id": "nap",
        "kind": "trick",
        "base": "ability",
        "name": "Nap",
        "text": "Rests.",
        "activation": "passive",
    }
    required = schema_file("force")["$defs"]["EnginePick"]["required"]
    assert required == ["entry", "id", "kind", "name", "slot"]
