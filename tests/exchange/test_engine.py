"""The import API: any list becomes a frozen force that says all an engine needs, or one documented error."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

import listbuilder
from listbuilder import EngineForce, force_from_document, import_force
from listbuilder.base.errors import DocumentError, IllegalListError, UnknownGameError
from listbuilder.catalogue.query import Selector
from listbuilder.exchange.documents.force_document import dump_force
from listbuilder.loading import game_folders, shipped
from tests.support import fast_yaml
from tests.support.paths import TESTS

STARTERS = sorted(shipped("catalogue").glob("*/lists/*.yaml"))
CASES = sorted((TESTS / "games").glob("*/*/*.yaml"))
SQUAD: dict[str, Any] = {
    "game": "rogue-conflict",
    "name": "Sector 7",
    "x-tool": {"colour": ["red", 1.5, None]},
    "models": [
        {
            "name": "Sgt. John Doe",
            "rank": "IV",
            "raise": {"hp": 2, "mv": 2, "acc": 1, "dod": 1},
            "abilities": ["Inspire", "Go for Cover"],
            "weapon": "Laser Rifle",
            "gear": ["Cybernetic Implants"],
            "armour": "Medium",
            "x-paint": "grey",
        },
        {"rank": "I", "weapon": "slug-pistol", "count": 3},
    ],
}


def squad(**changes: Any) -> dict[str, Any]:
    """A legal list with some keys changed."""
    return {**SQUAD, **changes}


each_starter = pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)


@each_starter
def test_starters_are_imported(path: Path) -> None:
    """Every starter list is imported, is legal, and its points are the sum of all parts."""
    force = import_force(path)
    assert isinstance(force, EngineForce)
    assert force.valid
    assert force.game.id == path.parents[1].name
    assert all(model.cost == sum(part.cost for part in model.breakdown) for model in force.models)
    assert force.cost == sum(model.cost for model in force.models) + sum(part.cost for part in force.points.breakdown)


@each_starter
def test_force_to_json_and_back_is_exact(path: Path) -> None:
    """Force → JSON → Force gives an equal force, and the same JSON to the letter."""
    force = import_force(path)
    text = json.dumps(dump_force(force))
    again = force_from_document(json.loads(text))
    assert again == force
    assert json.dumps(dump_force(again)) == text


@each_starter
def test_exported_force_is_imported_again(path: Path) -> None:
    """An exported force is a source like any other."""
    force = import_force(path)
    assert import_force(dump_force(force)) == force


@pytest.mark.sample(40)
@pytest.mark.parametrize("path", [path for path in CASES if path.parent.name == "illegal"], ids=lambda path: path.stem)
def test_illegal_lists_are_refused_with_every_finding(path: Path) -> None:
    """An illegal list raises, with its findings; asked for, it comes with `valid` false and the same findings."""
    with pytest.raises((IllegalListError, DocumentError)) as caught:
        import_force(path)
    assert any(finding.severity == "error" for finding in caught.value.findings)
    if caught.type is DocumentError:
        return
    force = import_force(path, allow_illegal=True)
    assert not force.valid
    assert [one.code for one in force.findings] == [one.code for one in caught.value.findings]
    assert force_from_document(json.loads(json.dumps(dump_force(force)))) == force


def test_every_kind_of_source_gives_the_same(tmp_path: Path) -> None:
    """A path, its name, bytes, text of either format and a mapping are one list: one force, one hash."""
    text = json.dumps(SQUAD)
    file = tmp_path / "squad.yaml"
    file.write_text(fast_yaml.dump(SQUAD), "utf-8")
    exported = tmp_path / "force.json"
    exported.write_text(json.dumps(dump_force(import_force(SQUAD))), "utf-8")
    sources: list[Any] = [
        file,
        str(file),
        text,
        text.encode(),
        bytearray(text.encode()),
        fast_yaml.dump(SQUAD),
        exported,
    ]
    assert {import_force(source).fingerprint for source in sources} == {import_force(SQUAD).fingerprint}
    assert all(import_force(source) == import_force(SQUAD) for source in sources)


def test_model_says_everything() -> None:
    """Rank, final stats, cost, typed weapon values, categories, activation and other tools' keys are all there."""
    force = import_force(SQUAD)
    doe = force.models[0]
    assert (doe.title, doe.cost, doe.rank and doe.rank.name) == ("Sgt. John Doe", 50, "IV")
    assert doe.extras == {"x-paint": "grey"}
    assert force.list.extras == {"x-tool": {"colour": ["red", 1.5, None]}}
    weapon = doe.weapons[0]
    assert weapon.name == "Laser Rifle"
    assert weapon.range is not None
    assert weapon.range.unit == "inches"
    assert weapon.damage is not None
    assert all(ability.category and ability.activation for ability in doe.abilities)
    assert [entry.name for entry in doe.armour] == ["Medium"]
    assert set(doe.stats) == {stat.id for stat in force.game.stats}
    assert {part.name for part in doe.breakdown} >= {"Laser Rifle", "Medium"}


def test_copies_have_stable_ids() -> None:
    """Each copy of a row is a model with an id of its own."""
    assert [model.id for model in import_force(SQUAD).models] == ["sgt-john-doe", "i", "i-2", "i-3"]


def test_granted_entries_are_marked() -> None:
    """What something else gave for free is marked, and says who gave it."""
    granted = [
        entry for path in STARTERS for model in import_force(path).models for entry in model.gear if entry.granted
    ]
    assert granted
    assert all(entry.giver and entry.cost == 0 for entry in granted)


def test_what_is_inside_a_pick_is_its_own() -> None:
    """Lists that differ only in what a pick holds are published each with its own, one after the other and back."""
    path = shipped("catalogue") / "kill-team" / "lists" / "first-frost.yaml"
    data = fast_yaml.load(path.read_text("utf-8"))
    for inner in [["Smoke Grenade"] * 2, ["Stun Grenade"] * 2, ["Smoke Grenade", "Stun Grenade"]] * 2:
        data["equipment"] = [{"entry": "Utility Grenades", "picks": [*inner]}]
        (pick,) = import_force(data, allow_illegal=True).slots["equipment"]
        assert [one.name for one in pick.picks] == inner


def test_force_is_frozen_and_can_be_sent() -> None:
    """Neither records nor their mappings can be changed; a force can be pickled."""
    force = import_force(SQUAD)
    with pytest.raises(FrozenInstanceError):
        force.valid = False  # type: ignore[misc]
    with pytest.raises(TypeError):
        force.models[0].stats["hp"] = 99  # type: ignore[index]
    assert pickle.loads(pickle.dumps(force)) == force


def test_hash_knows_the_content_only() -> None:
    """The order of keys does not matter to the hash; the content does, and the fingerprint tells as well."""
    turned = dict(reversed(list(SQUAD.items())))
    assert import_force(turned).list.hash == import_force(SQUAD).list.hash
    other = import_force(squad(name="Sector 8"))
    assert other.list.hash != import_force(SQUAD).list.hash
    assert other.fingerprint != import_force(SQUAD).fingerprint


def test_unknown_names_become_placeholders_when_asked() -> None:
    """A name the catalogue does not know is refused, or kept as an entry that is marked, and never passes as legal."""
    data = squad(models=[{"rank": "I", "weapon": "Sonic Lance"}])
    with pytest.raises(IllegalListError) as caught:
        import_force(data)
    assert [one.code for one in caught.value.findings if one.severity == "error"] == ["name.unknown"]
    force = import_force(data, placeholders=True)
    assert [entry.name for entry in force.placeholders] == ["Sonic Lance"]
    assert force.models[0].weapons[0].unknown
    assert not force.valid
    assert import_force(dump_force(force), placeholders=True) == force


def test_placeholders_excuse_no_other_error() -> None:
    """Models without a placeholder are still judged."""
    data = squad(models=[{"rank": "I", "weapon": "Sonic Lance"}, {"rank": "I"}])
    with pytest.raises(IllegalListError):
        import_force(data, placeholders=True)


@pytest.mark.parametrize("game", sorted(game_folders()))
def test_unknown_units_become_placeholders(game: str) -> None:
    """In every game, a list whose first model is of an unknown kind can still be imported."""
    path = next(path for path in STARTERS if path.parents[1].name == game)
    data = fast_yaml.load(path.read_text("utf-8"))
    slot = next(iter(listbuilder.load_game(game).model.slots))
    data["models"][0][slot] = "Nobody Knows This"
    force = import_force(data, placeholders=True, allow_illegal=True)
    assert force.placeholders[0].name == "Nobody Knows This"


def test_forged_numbers_are_refused() -> None:
    """An exported force whose numbers were edited, or that another catalogue made, is not imported."""
    document = dump_force(import_force(SQUAD))
    document["models"][0]["stats"]["hp"] = 99
    with pytest.raises(DocumentError) as changed:
        import_force(document)
    assert changed.value.findings[0].code == "force.changed"
    document["catalogue"]["digest"] = "0" * 64
    with pytest.raises(DocumentError) as stale:
        import_force(document)
    assert stale.value.findings[0].code == "force.stale"
    assert force_from_document(document).models[0].stats["hp"] == 99


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"schema": "3.0"}, "force.version"),
        ({"schema": None}, "force.version"),
        ({"models": 7}, "force.shape"),
        ({"valid": "yes"}, "force.shape"),
        ({"document": "other"}, "force.shape"),
    ],
)
def test_documents_that_are_no_force(change: dict[str, Any], code: str) -> None:
    """A document of another version or shape is refused by name."""
    with pytest.raises(DocumentError) as caught:
        force_from_document({**dump_force(import_force(SQUAD)), **change})
    assert caught.value.findings[0].code == code


def test_unknown_game_says_which_there_are() -> None:
    """A game that nobody has is its own error."""
    with pytest.raises(UnknownGameError) as caught:
        import_force({"game": "chess"})
    assert caught.value.findings[0].code == "game.unknown"


def test_selector_is_sent_without_what_it_cached() -> None:
    """A record that has answered questions can be pickled as before: its cached functions are left out."""
    selector = Selector(tag=("pistol",))
    assert callable(selector.fits_pick)
    assert pickle.loads(pickle.dumps(selector)) == selector
