"""Copies of one row are models by themselves: who leads, who is named, and what tells them apart."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.exchange.documents.force_document import publish
from listbuilder.judging.roster_lines import roster_lines
from listbuilder.judging.validator import Report
from listbuilder.play import find_deployments
from listbuilder.printing.model_cards import model_contents
from listbuilder.ui.cli.app import app


def judged(game: str, **tree: Any) -> Report:
    """The report on a list."""
    return validate(resolve(read_list({"game": game, **tree}), load_game(game)))


def squad(leader: str, *rows: dict[str, Any]) -> Report:
    """A stack of some rows."""
    group = {"name": "Van", "kind": "stack", "leader": leader}
    models = [{"group": "Van", **row} for row in rows]
    return judged("stack-and-horde", models=models, groups=[group])


@pytest.mark.parametrize(("name", "leader"), [("Tod", "Tod"), ("Tod", "TOD"), (None, "Reedspear"), (None, "reedspear")])
def test_first_copy_of_a_row_leads(name: str | None, leader: str) -> None:
    """In the force, in the published group and on the cards, merged or not; a row without a name goes by its unit."""
    row = {"unit": "Reedspear", "count": 3, **({"name": name} if name else {})}
    report = squad(leader, {"unit": "Peatcutter"}, row)
    assert report.valid
    force = report.force
    assert [(one.row, one.copy) for one in force.models if one.values["leader"]] == [(1, 0)]
    published = publish(report)
    leaders = [one for one in published.models if one.posts]
    assert [(one.row, one.copy, one.values["leader"]) for one in leaders] == [(1, 0, True)]
    assert dict(published.groups[0].posts) == {"leader": leaders[0].id}
    for merge in (True, False):
        cards = [(one.copies, bool(one.group and one.group.leads)) for one in model_contents(force, merge, texts=False)]
        assert sum(copies for copies, leads in cards if leads) == 1
        assert sum(copies for copies, _ in cards) == 4
    assert any("leader (1 of 3)" in line.text for line in roster_lines(force))


def test_vip_is_one_copy() -> None:
    """Naming a row of two marks one of them, and links say which."""
    rows = [{"unit": "Fledgling"}, {"unit": "Pigeon Feeder", "count": 2}]
    report = judged("demihuman-combat", mission="Assassination", role="defender", vip="pigeon feeder", models=rows)
    assert report.valid
    published = publish(report)
    marked = [one.id for one in published.models if one.values["vip"]]
    assert len(marked) == 1
    assert published.links["vip"] == tuple(marked)


@pytest.mark.parametrize(
    ("benched", "hint"),
    [
        (True, "Take Ann out of `vip`, or write `deploy: true` at Ann."),
        (False, "Take Ann out of `vip` and name another model."),
    ],
)
def test_somebody_named_who_is_not_meant(benched: bool, hint: str) -> None:
    """The way out is to drop the name or to deploy the model; nobody else has to go."""
    unit = "Pigeon Feeder" if benched else "Fledgling"
    rows = [{"unit": "Fledgling"}, {"unit": "Pigeon Feeder"}, {"unit": unit, "name": "Ann", "deploy": not benched}]
    report = judged("demihuman-combat", mission="Assassination", role="defender", vip="Ann", models=rows)
    assert [(one.code, one.hint) for one in report.findings] == [("match.missing", hint)]


def test_somebody_named_for_nothing() -> None:
    """A VIP that the mission has no use for loses the name, not the place in the list."""
    report = judged("demihuman-combat", vip="Newt", models=[{"unit": "Newt", "deploy": True}])
    assert [(one.code, one.hint) for one in report.findings] == [
        ("count.over", "Take model 1 (Newt) out of `vip`."),
    ]


def test_spelling_does_not_tell_models_apart() -> None:
    """As many ways to deploy, however the unit and the name are written."""
    ways = set()
    for one, other in (("Newt", "Newt"), ("Newt", "newt"), ("NEWT", "newt")):
        rows = [{"unit": one}, {"unit": other}, {"unit": "Mother Lock"}]
        rows += [{"unit": one, "name": f"Ann {one}"}, {"unit": other, "name": f"ANN {other}"}]
        ways.add(find_deployments(judged("demihuman-combat", models=rows).force).subsets)
    assert ways == {2 * 3 * 3}


def test_bench_has_none_of_those_that_are_named(tmp_path: Path) -> None:
    """Of a row of six the four Rescuees go on the table; the two others may stay."""
    path = tmp_path / "team.yaml"
    path.write_text(
        "game: demihuman-combat\nmission: Rescue\nrole: defender\nrescuees: Newts\nmodels:\n"
        "  - {unit: Mother Lock}\n  - {unit: Tansy Pike}\n  - {unit: Lock Angler, name: Newts, count: 6}\n",
        "utf-8",
    )
    said = CliRunner().invoke(app, ["deploy", str(path)]).output
    assert "Always: 4 × Newts (rescuees)." in said
    assert "5 × Newts (rescuees: 4), model 1" not in said
    assert "On the bench: Newts.\n" in said


def test_event_bans_what_is_picked(tmp_path: Path) -> None:
    """Given copies stay, and an info says whose they are."""
    pack = tmp_path / "cup.yaml"
    pack.write_text("name: Cup\ngame: rogue-conflict\nban: [{entry: medkit}]\n", "utf-8")
    path = tmp_path / "squad.yaml"
    path.write_text(
        "game: rogue-conflict\nmodels:\n  - {rank: III, weapon: slug-pistol, abilities: [Combat Medic], count: 5}\n",
        "utf-8",
    )
    result = CliRunner().invoke(app, ["validate", str(path), "--event", str(pack)])
    assert result.exit_code == 0
    assert "info: Cup bans Medkit; each of the 10 given by Combat Medic stays." in result.output
    path.write_text(path.read_text("utf-8").replace("count", "gear: Medkit, count"), "utf-8")
    result = CliRunner().invoke(app, ["validate", str(path), "--event", str(pack)])
    assert result.exit_code == 1
    assert Counter(word for word in result.output.split() if word.startswith("[ban.")) == {
        "[ban.taken]": 1,
        "[ban.given]": 1,
    }


@pytest.mark.parametrize("written", ["[jump-back, jump-back]", "[Jump back, jump-back]"])
def test_an_id_is_one_ability_wherever_it_is_written(tmp_path: Path, written: str) -> None:
    """Formatting, text, code and edits keep an id where the printed name would mean another ability too."""
    path = tmp_path / "band.yaml"
    path.write_text(f"game: constellation-warrior\nmodels:\n  - {{unit: Soldier, abilities: {written}}}\n", "utf-8")
    run = CliRunner().invoke
    run(app, ["fmt", str(path)])
    assert run(app, ["validate", str(path)]).exit_code == 1
    for form in ("text", "code", "yaml", "json", "one-line"):
        made = run(app, ["export", str(path), "--to", form]).stdout
        again = tmp_path / f"{form}.yaml"
        run(app, ["import", "-", "-o", str(again)], input=made)
        said = run(app, ["validate", str(again)])
        assert said.exit_code == 1, (form, made)
        assert "[limit.over]" in said.output, (form, made)


def test_a_printed_name_twice_is_both_abilities_wherever_it_is_written(tmp_path: Path) -> None:
    """The same for the name that means both."""
    path = tmp_path / "band.yaml"
    path.write_text(
        "game: constellation-warrior\nmodels:\n  - {unit: Soldier, abilities: [Jump back, jump back]}\n", "utf-8"
    )
    run = CliRunner().invoke
    for form in ("text", "code", "yaml", "json", "one-line"):
        made = run(app, ["export", str(path), "--to", form]).stdout
        again = tmp_path / f"{form}.yaml"
        run(app, ["import", "-", "-o", str(again)], input=made)
        assert run(app, ["validate", str(again)]).exit_code == 0, (form, made)
    run(app, ["fmt", str(path)])
    assert "[Jump back, Jump back strike]" in path.read_text("utf-8")
