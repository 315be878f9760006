"""What an edit prints: the row that changed, the new total, what is new or solved, and how much is as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.base.findings import Finding
from listbuilder.building.change import compare_findings
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from listbuilder.storage import yaml_reader
from listbuilder.ui.cli.app import app
from tests.support import fast_yaml
from tests.support.cli import run

SQUAD = """\
game: rogue-conflict
name: Squad
models:
  - {name: Jax, rank: I, weapon: Slug Pistol, gear: [Medkit, Energy Blade]}
  - {rank: II, weapon: Laser Rifle, abilities: Deadeye, raise: {acc: 1}}
  - {rank: I, weapon: Slug Pistol, count: 3}
"""
GANG = """\
game: demihuman-combat
models:
  - {unit: Silt}
  - {unit: Stall Hand}
  - {unit: Newt, name: Stan}
  - {unit: Newt}
"""


@pytest.fixture
def squad(tmp_path: Path) -> Path:
    """A list with one thing wrong: too much gear on its first model."""
    path = tmp_path / "squad.yaml"
    path.write_text(SQUAD, "utf-8")
    return path


@pytest.fixture
def gang(tmp_path: Path) -> Path:
    """A list of named and nameless models, some of one unit."""
    path = tmp_path / "gang.yaml"
    path.write_text(GANG, "utf-8")
    return path


def test_change_shows_the_model_the_total_and_the_new_finding(squad: Path) -> None:
    """Only what the edit brought is printed in full; what was wrong before is counted."""
    out = run("set", squad, 2, "weapon=Laser Pistol", "gear=Medkit,Energy Blade").stdout
    assert "Changed weapon and gear of model 2, 35 points (30 before): II, Laser Pistol, Medkit, " in out.replace(
        "\n", " "
    )
    assert "of 250 points (5 more), 5 models: NOT LEGAL, 2 errors" in out
    assert "Model 2 (II) has 2 under `gear`" in out
    assert "Jax has 2" not in out
    assert "1 older error remains: `listbuilder validate" in out


def test_what_is_mended_is_said(squad: Path) -> None:
    """A finding that is gone is called solved, and nothing older remains."""
    out = run("set", squad, "Jax", "gear-=Medkit").stdout
    assert "solved: Jax has 2 under `gear`" in out
    assert ": legal" in out
    assert "older" not in out


def test_models_that_only_move_up_have_nothing_new(squad: Path) -> None:
    """Taking out a model renumbers the others; their findings are the same as before."""
    run("set", squad, "3", "gear=Medkit,Energy Blade")
    out = run("remove", squad, "2").stdout
    assert "Removed model 2, 30 points: II, Laser Rifle, Deadeye, Acc +1\n" in out
    assert "has 2 under" not in out
    assert "2 older errors remain" in out
    moved = run("move", squad, "2", "1").stdout
    assert "Moved model 2; it is now model 1, 75 points: 3 × I, Slug Pistol, Medkit, Energy Blade\n" in moved
    assert "2 older errors and 1 older warning remain" in moved


def test_added_and_copied_models_are_shown_with_their_number(squad: Path) -> None:
    """A new model prints the number to call it by from now on."""
    assert "Added model 4, 15 points: I, Slug Pistol\n" in run("add", squad, "I", "Slug Pistol").stdout
    assert "Added model 2, 25 points: Rob: I, Slug Pistol, Medkit, Energy Blade\n" in (
        run("copy", squad, "Jax", "name=Rob").stdout
    )


def test_list_and_group_edits_say_what_they_are_about(squad: Path, tmp_path: Path) -> None:
    """The list itself and groups are named as such."""
    assert "Changed name and limit of the list.\n" in run("set", squad, "list", "name=B", "limit=100").stdout
    path = tmp_path / "band.yaml"
    path.write_text("game: stack-and-horde\nmodels: [{unit: Fen Reeve, name: Tod, group: Van}]\n", "utf-8")
    out = run("add", path, "group", "name=Van", "kind=stack", "leader=Tod").stdout
    assert "Added group 1: Van: 1 model, tactic: Hold, kind: stack, leader: Tod\n" in out


def test_edit_that_changes_nothing_says_so(squad: Path) -> None:
    """Setting what is there already leaves the file and says that nothing changed."""
    before = squad.read_bytes()
    assert "Nothing changed" in run("set", squad, "Jax", "rank=I").stdout
    assert squad.read_bytes() == before


def test_changed_numbers_are_one_finding_not_two() -> None:
    """A finding that now says another number stays the same one; it is shown again where it got worse."""
    before = Finding(code="points.over", message="260 points", where="models", rule="limit", data={"extra": 10})
    after = Finding(code="points.over", message="255 points", where="models", rule="limit", data={"extra": 5})
    assert compare_findings((before,), (after,), {}) == ((), ())
    assert compare_findings((after,), (before,), {}) == ((before,), ())
    assert compare_findings((before, before), (before,), {}) == ((), (before,))


def test_unit_is_enough_where_there_is_one(gang: Path) -> None:
    """A model without a name is called by what it is, in any spelling that the game knows."""
    out = run("remove", gang, "stall hand").stdout
    assert "Removed model 2" in out
    assert len(read_list(gang).models) == 3


def test_unit_of_several_is_refused_with_their_numbers(gang: Path) -> None:
    """Nothing is guessed: each model that could be meant is named with its number, and the file stays."""
    before = gang.read_bytes()
    said = run("remove", gang, "Newt", code=2).stderr
    assert '"Newt" could be 3 (Stan: Newt) or 4 (Newt). Choose one by its number, such as 3.' in " ".join(said.split())
    assert gang.read_bytes() == before


def test_number_that_is_also_a_name(gang: Path) -> None:
    """A model called 1 and the first model are told apart by their places."""
    run("set", gang, "4", "name=1")
    said = run("set", gang, "1", "name=X", code=2).stderr
    assert "models[0] (Silt) or models[3] (1: Newt)" in said
    run("set", gang, "models[3]", "name=X")


def test_unknown_row_says_what_there_is(gang: Path) -> None:
    """A misspelt unit or name is offered in its right spelling."""
    assert "Did you mean Stall Hand?" in run("remove", gang, "Stal Hand", code=2).stderr
    assert "a number from 1 to 4" in run("remove", gang, "9", code=2).stderr


def test_edits_are_judged_for_an_event(squad: Path, tmp_path: Path) -> None:
    """With `--event` the organiser's limit and rules count in what an edit and an undo say."""
    pack = tmp_path / "cup.yaml"
    pack.write_text("name: Cup\ngame: rogue-conflict\nlimit: 100\n", "utf-8")
    out = run("add", squad, "I", "Slug Pistol", "--event", pack).stdout
    assert "115 of 100 points (15 more), 6 models: NOT LEGAL" in out
    assert "115 points, but the limit is 100: 15 too many." in out
    assert f"--event {pack}` shows it." in out
    assert "100 of 100 points" in run("undo", squad, "--event", pack).stdout
    assert "115 of 100 points" in run("redo", squad, "--event", pack).stdout
    run("remove", squad, "1", "--event", tmp_path / "nosuch.yaml", code=3)
    assert len(read_list(squad).models) == 4


def test_text_lists_are_not_edited_but_imported(tmp_path: Path) -> None:
    """A list in a text is refused with the command that makes an editable one of it."""
    path = tmp_path / "pasted.txt"
    path.write_text("Rogue Conflict\n1. I, Slug Pistol\n", "utf-8")
    said = " ".join(run("add", path, "I", code=2).stderr.split())
    assert f"listbuilder import {path} -o {tmp_path / 'pasted.yaml'}" in said


def test_set_takes_no_second_model(tmp_path: Path) -> None:
    """A name behind the first model that is another model of the list is refused, and not made what the first is."""
    path = tmp_path / "gang.yaml"
    text = "game: demihuman-combat\nmodels:\n  - {unit: Silt}\n  - {unit: Eel Jack}\n  - {unit: Newt, name: Bo}\n"
    path.write_text(text, "utf-8")
    for second in ("Eel Jack", "Bo", "2"):
        result = CliRunner().invoke(app, ["set", str(path), "Silt", second, "deploy=no"])
        assert result.exit_code == 2
        assert path.read_text("utf-8") == text
    assert 'unit="Eel Jack"' in CliRunner().invoke(app, ["set", str(path), "Silt", "Eel Jack"]).stderr
    assert CliRunner().invoke(app, ["set", str(path), "Silt", "unit=Eel Jack"]).exit_code == 0


@pytest.mark.parametrize(
    "words", [["1", "name=Bob"], ["1", "name=Bob", "gear+=Medkit", "rank=II"], ["list", "limit=9"]]
)
def test_set_parses_and_judges_once(squad: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is parsed once and judged once before the change; what is written, once each as well."""
    load_game("rogue-conflict")
    before = squad.read_text("utf-8")
    parsed, judged = [], []
    parser, judge = yaml_reader.PARSER, Referee.judge

    def counted_parser(text: str) -> Any:
        parsed.append(text)
        return parser(text)

    def counted_judge(self: Referee, source: Any) -> Report:
        judged.append(source)
        return judge(self, source)

    monkeypatch.setattr(yaml_reader, "PARSER", counted_parser)
    monkeypatch.setattr(Referee, "judge", counted_judge)
    run("set", squad, *words)
    assert parsed == [before, squad.read_text("utf-8")]
    assert [one.data for one in judged] == [fast_yaml.load(text) for text in parsed]
