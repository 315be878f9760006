"""Forces for virtual tables: names, stats and rules on every model, nothing secret; vendor blocks stay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import import_force
from listbuilder.exchange.documents.force_document import dump_force, force_from_document, publish
from listbuilder.exchange.formats import write_list
from listbuilder.ui.cli.app import app
from tests.support.lists_made import GAMES, judged, made


def objects(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """The objects of a list on a table of Tabletop Simulator."""
    found: list[dict[str, Any]] = json.loads(write_list(judged(tree), "tts"))["ObjectStates"]
    return found


def actors(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """The actors of a list in Foundry."""
    found: list[dict[str, Any]] = json.loads(write_list(judged(tree), "foundry"))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_model_has_its_name_stats_and_rules(game: str) -> None:
    """Every model is an object and an actor with its title, each stat, and each entry with its text."""
    for seed in range(3):
        tree = made(game, seed)
        force = publish(judged(tree).report)
        pawns, people = objects(tree)[1:], actors(tree)
        assert len(pawns) == len(people) == len(force.models)
        for model, pawn, actor in zip(force.models, pawns, people, strict=True):
            assert pawn["Nickname"] == actor["name"] == model.title
            assert json.loads(pawn["GMNotes"])["stats"] == model.stats
            assert {id: one["value"] for id, one in actor["system"]["attributes"].items()} == model.stats
            held = [force.entries[pick.entry] for pick in model.picks()]
            assert [item["name"] for item in actor["items"]] == [entry.name for entry in held]
            assert all(entry.name in pawn["Description"] and entry.text in pawn["Description"] for entry in held)


def test_ids_are_stable_and_differ() -> None:
    """The same list has the same ids every time, and no two models share one."""
    tree = made("rogue-conflict", 1)
    assert objects(tree) == objects(tree)
    for ids in ([one["GUID"] for one in objects(tree)], [one["_id"] for one in actors(tree)]):
        assert len(set(ids)) == len(ids)
    assert all(len(one["_id"]) == 16 and one["_id"].isalnum() for one in actors(tree))


def test_secrets_stay_secret() -> None:
    """Two lists that differ only in what the game keeps secret are the same on a table."""
    tree = made("kill-team", 1)
    other = {**tree, "primary-op": "Kill" if tree["primary-op"] != "Kill" else "Crit"}
    for format in ("tts", "foundry"):
        assert write_list(judged(tree), format) == write_list(judged(other), format)


def test_texts_are_no_markup() -> None:
    """What a player writes is text in Foundry, which shows HTML."""
    tree = {
        "game": "rogue-conflict",
        "models": [{"rank": "I", "weapon": "Slug Pistol", "name": "<img src=x>", "notes": "<script>alert(1)</script>"}],
    }
    (actor,) = actors(tree)
    assert "<script" not in actor["system"]["biography"]
    assert "&lt;script&gt;" in actor["system"]["biography"]


def test_export_command_writes_both(tmp_path: Any) -> None:
    """`export --to tts` and `--to foundry` write JSON; an illegal list says so on its card."""
    path = tmp_path / "a.yaml"
    path.write_text("game: rogue-conflict\nmodels: [{weapon: Slug Pistol}]\n", "utf-8")
    for format in ("tts", "foundry"):
        done = CliRunner().invoke(app, ["export", str(path), "--to", format])
        assert done.exit_code == 0
        assert "NOT LEGAL" in done.output
        json.loads(done.output)


def test_forces_keep_a_vendor_block() -> None:
    """Keys of a force document that begin with x- come back as they were, read or imported."""
    document = {**dump_force(publish(judged(made("rogue-conflict", 1)).report)), "x-tool": {"seat": 3}}
    for force in (force_from_document(document), import_force(document)):
        assert force.extras == {"x-tool": {"seat": 3}}
        assert dump_force(force) == document
