"""What an opponent may not know stays hidden in every way out, and the seal proves later what it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from listbuilder.cli.app import app
from listbuilder.documents.dump import dump
from listbuilder.documents.publish import publish
from listbuilder.documents.reveals import read_reveals, reveal_of, write_reveals
from listbuilder.lists import read_list
from listbuilder.loader import load_game, shipped
from listbuilder.secrecy import conceal, new_salt, seal_of
from listbuilder.validator import Report, judge

LISTS = {path.stem: path for path in sorted(shipped("catalogue").glob("*/lists/*.yaml"))}
TEAMS = [path for path in LISTS.values() if path.parents[1].name == "kill-team"]
SQUADS = [path for path in LISTS.values() if path.parents[1].name == "stack-and-horde"]


def report_on(tree: dict[str, Any]) -> Report:
    return judge(read_list(tree), load_game(tree["game"]))


def tree_of(path: Path) -> dict[str, Any]:
    tree: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return tree


def shown(tree: dict[str, Any]) -> Any:
    """All that an engine would get of a concealed list, without its seal."""
    document: Any = dump(publish(conceal(report_on(tree), "salt")))
    document["list"].pop("seal")
    return document


@pytest.mark.parametrize("path", TEAMS, ids=lambda path: path.stem)
def test_secrets_leave_no_trace(path: Path) -> None:
    """Lists that differ in their secrets alone look the same to the letter, whatever follows from the secrets."""
    tree = tree_of(path)
    game = load_game("kill-team")
    names = {slot: [one.name for one in game.entries if one.kind == kind] for slot, kind in SECRET.items()}
    looks = {
        json.dumps(shown({**tree, "tac-op": tac, "scouting": scouting, "primary-op": primary}), sort_keys=True)
        for tac in names["tac-op"]
        for scouting in names["scouting"]
        for primary in names["primary-op"]
        if report_on({**tree, "tac-op": tac, "scouting": scouting, "primary-op": primary}).valid
    }
    assert len(looks) == 1


SECRET = {"tac-op": "tac-op", "scouting": "scouting-option", "primary-op": "primary-op"}


def test_pick_that_only_a_secret_allows_is_hidden() -> None:
    """A fifth piece of equipment would tell that the scouting option is the one that allows it."""
    tree = tree_of(TEAMS[0])
    four = ["Ammo Cache", "Comms Device", "Light Barricades", "Razor Wire"]
    plain = {**tree, "equipment": four, "scouting": "Ploy"}
    more = {**tree, "equipment": [*four, "Heavy Barricade"], "scouting": "Equip"}
    assert report_on(plain).valid
    assert report_on(more).valid
    assert shown(plain) == shown(more)


@pytest.mark.parametrize("path", SQUADS, ids=lambda path: path.stem)
def test_leaders_and_orders_are_hidden(path: Path) -> None:
    """Nothing of who leads a squad or what its orders are is in what an opponent gets."""
    report = report_on(tree_of(path))
    assert any(group.posts for group in report.force.groups)
    hidden = conceal(report, new_salt()).force
    for group in hidden.groups:
        assert not group.posts
        assert not group.slots.get("tactic")
        assert not {"leader", "target"} & group.values.keys()
    assert hidden.cost == report.force.cost


def test_verdict_is_that_of_the_whole_list() -> None:
    """A list that is illegal only because of a secret is said to be, and not why."""
    tree = tree_of(TEAMS[0])
    report = report_on({**tree, "tac-op": ["Bar the Gate", "Bar the Gate"]})
    assert not report.valid
    concealed = conceal(report, new_salt())
    assert [one.code for one in concealed.findings] == ["secret.illegal"]


def test_seals_are_salted_and_open(tmp_path: Path) -> None:
    """The same list has another seal each time; its reveal file opens it, another list's does not."""
    report = report_on(tree_of(TEAMS[0]))
    one, two = new_salt(), new_salt()
    assert seal_of(report.force, one) != seal_of(report.force, two)
    path = tmp_path / "mine.reveal.json"
    path.write_text(write_reveals([reveal_of(report, one)]), "utf-8")
    (reveal,) = read_reveals(path)
    assert reveal.opens(report.force)
    other = report_on({**tree_of(TEAMS[0]), "scouting": "Equip"})
    assert other.force.meaning != report.force.meaning
    assert not reveal.opens(other.force)


def test_commands(tmp_path: Path) -> None:
    """`sheet --secret` writes what `reveal` opens; a changed list, a wrong seal and another file are told."""
    run = CliRunner().invoke
    sheet = tmp_path / "for-opponent.pdf"
    assert run(app, ["sheet", str(TEAMS[0]), "-o", str(sheet), "--secret"]).exit_code == 0
    kept = tmp_path / "for-opponent.reveal.json"
    told = run(app, ["reveal", str(kept), "--json"])
    (found,) = json.loads(told.stdout)["seals"]
    assert found["fits"]
    assert found["secrets"]
    assert run(app, ["reveal", str(kept), "--seal", found["seal"]]).exit_code == 0
    assert run(app, ["reveal", str(kept), "--seal", "0" * 20]).exit_code == 1
    data = json.loads(kept.read_text("utf-8"))
    data["lists"][0]["list"]["scouting"] = "Equip"
    kept.write_text(json.dumps(data), "utf-8")
    assert run(app, ["reveal", str(kept)]).exit_code == 1
    kept.write_text("{}", "utf-8")
    assert run(app, ["reveal", str(kept)]).exit_code == 3
    assert run(app, ["sheet", str(TEAMS[0]), "-o", "-", "--secret"]).exit_code == 2


@pytest.mark.parametrize("to", ["text", "json", "yaml", "code", "csv", "html", "markdown", "engine"])
def test_exports_hide_them_too(to: str, tmp_path: Path) -> None:
    """No format of a concealed list has a word of its secrets."""
    tree = tree_of(TEAMS[0])
    out = tmp_path / "out"
    result = CliRunner().invoke(app, ["export", str(TEAMS[0]), "--to", to, "--secret", "-o", str(out)])
    assert result.exit_code == 0, result.output
    text = out.read_text("utf-8")
    assert tree["tac-op"] not in text
    assert tree["tac-op"].lower().replace(" ", "-") not in text
