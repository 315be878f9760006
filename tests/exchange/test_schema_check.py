"""`schema check`: any document against its published schema, with file and line, and exit codes for CI."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from listbuilder.loading import game_folders, shipped
from listbuilder.ui.cli.app import app

SQUAD = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol}\n"
GOOD = {
    "squad.yaml": (SQUAD, "list-rogue-conflict"),
    "event.yaml": ("game: rogue-conflict\nname: Cup\nwithout: [squad-size]\n", "event"),
    "owned.yaml": ("game: rogue-conflict\nowned: {Slug Pistol: 3, armour: {Medium: 1}}\n", "collection"),
    "deluxe/game.yaml": ("id: deluxe\nextends: rogue-conflict\n", "overlay"),
    "deluxe/weapons.yaml": ("kind: weapon\nentries: [{name: Spoon, cost: 1}]\n", "entries"),
    "look.yaml": ("margin: 5\n", "template"),
}
BAD = {
    "list": ("game: rogue-conflict\nmodels:\n  - rank: I\n    wepon: Slug Pistol\n", 4, "Did you mean weapon?"),
    "name": ("game: rogue-conflict\nmodels:\n  - rank: I\n    weapon: Slug Pistle\n", 4, "Did you mean"),
    "type": ("game: rogue-conflict\nlimit: many\nmodels: []\n", 2, "a whole number"),
    "event": ("game: rogue-conflict\nwithout: [a]\n", 1, "`name` is missing"),
    "collection": ("game: rogue-conflict\nowned:\n  Slug Pistol: lots\n", 3, "can't be"),
    "entries": ("kind: weapon\nentries:\n  - {cost: 1}\n", 3, "`name` is missing"),
    "template": ("margin: 5\nsizes:\n  poker: {name: Poker, width: wide, height: 88, body: 8}\n", 3, "wide"),
}


def run(*args: object, code: int = 0) -> Result:
    """Run a command in this process; it must end with the code."""
    result = CliRunner().invoke(app, ["schema", "check", *[str(arg) for arg in args]])
    assert result.exit_code == code, result.output + str(result.exception)
    return result


@pytest.mark.parametrize("name", GOOD)
def test_each_document_is_known_by_its_content(name: str, tmp_path: Path) -> None:
    """A document that fits is named with its schema."""
    text, schema = GOOD[name]
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    assert f"fits urn:listbuilder:{schema}:" in run(path).output


@pytest.mark.parametrize("case", BAD)
def test_what_does_not_fit_is_named_with_its_line(case: str, tmp_path: Path) -> None:
    """Exit code 1, with file, line and what would fit."""
    text, line, words = BAD[case]
    path = tmp_path / "a.yaml"
    path.write_text(text, "utf-8")
    said = " ".join(run(path, code=1).stderr.split())
    assert f"a.yaml:{line}:" in said
    assert words in said


def test_forces_and_reports(tmp_path: Path) -> None:
    """What `export --to engine` and `validate --json` print fits; with a key less it does not."""
    squad, force, report = tmp_path / "s.yaml", tmp_path / "force.json", tmp_path / "report.json"
    squad.write_text(SQUAD, "utf-8")
    runner = CliRunner()
    force.write_text(runner.invoke(app, ["export", str(squad), "--to", "engine"]).stdout, "utf-8")
    report.write_text(runner.invoke(app, ["validate", str(squad), "--json"]).stdout, "utf-8")
    said = run(force, report).output
    assert "listbuilder:force:" in said and "listbuilder:report:" in said
    for path, key in ((force, "points"), (report, "summary")):
        data = json.loads(path.read_text("utf-8"))
        del data[key]
        path.write_text(json.dumps(data), "utf-8")
        run(path, "--as", path.stem, code=1)


def test_shipped_files_fit() -> None:
    """Every file of every shipped game and template fits."""
    run(*game_folders().values(), shipped("templates"))


def test_exit_codes_and_json(tmp_path: Path) -> None:
    """The worst file decides: 1 for what does not fit, 3 for what can't be read or told; JSON has all of them."""
    good, bad, broken, strange = (tmp_path / f"{name}.yaml" for name in ("a", "b", "c", "d"))
    good.write_text(SQUAD, "utf-8")
    bad.write_text(BAD["type"][0], "utf-8")
    broken.write_text("a: [", "utf-8")
    strange.write_text("hello: world\n", "utf-8")
    run(good, bad, code=1)
    assert "--as" in run(strange, code=3).stderr
    data = json.loads(run(tmp_path, "--json", code=3).stdout)
    assert [one["valid"] for one in data["files"]] == [True, False, False, False]
    assert data["files"][1]["findings"][0]["line"] == 2
    assert data["summary"] == {"files": 4, "valid": 1, "left_out": []}
    run(code=2)
    run(good, "--as", "lst", code=2)
    run(tmp_path / "none.yaml", code=3)
