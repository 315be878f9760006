"""A game converted from data of our own: it passes the check, judges and prices lists, and says what it left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.exchange.battlescribe.numbers import Terms, where_visible
from listbuilder.exchange.battlescribe.questions import Threshold
from listbuilder.loading import check_folder
from tests.exchange.battlescribe.converted import codes_of, convert_into, judge_in
from tests.support import fast_yaml

CASES = fast_yaml.load((Path(__file__).parent / "cases-lantern-watch.yaml").read_text())


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return convert_into(tmp_path_factory.mktemp("converted"), "lantern-watch")


def test_the_folder_passes_the_check(game: Path) -> None:
    assert check_folder(game, thorough=True).name == "Lantern Watch"


@pytest.mark.parametrize("case", CASES, ids=[one["name"] for one in CASES])
def test_lists_have_exactly_the_errors_and_the_cost_that_the_data_give(game: Path, case: dict[str, Any]) -> None:
    report = judge_in(game, case["list"])
    assert codes_of(report) == sorted(case.get("errors", []))
    assert report.force.cost == case.get("cost", report.force.cost)


def test_what_is_not_said_is_counted_placed_and_explained(game: Path) -> None:
    report = json.loads((game / "import.json").read_text())
    unsaid = [one for one in report["outcomes"] if one["fate"] == "not said" and one["sort"] == "modifier"]
    left = [(one["of"], one["what"], one["file"], one["why"]) for one in unsaid]
    assert left == [("Skipper", "ceil c-oil 2", "Smugglers.cat", "a cost is changed by `ceil`")]
    assert sum(report["counts"]["constraint"].values()) == 20
    text = (game / "import.md").read_text()
    assert "Skipper: ceil c-oil 2 (Smugglers.cat:9)" in text


def test_findings_and_show_say_where_something_is_approximate(game: Path) -> None:
    report = judge_in(game, "faction: Smugglers\nmodels: [{unit: Skipper}]")
    assert [one.severity for one in report.findings if one.rule == "approximate"] == ["info"]
    skipper = next(one for one in report.force.game.entries if one.id == "skipper")
    assert "ceil c-oil 2" in skipper.text


def test_what_the_data_always_hide_is_no_entry(game: Path) -> None:
    assert "Ghost" not in "".join(one.read_text() for one in game.glob("*.yaml"))


def test_ids_of_the_data_find_entries(game: Path) -> None:
    report = judge_in(game, "faction: cat-file-dockers\noptions: [e-permit]\nmodels: [{unit: e-foreman}]")
    assert codes_of(report) == []


def test_texts_can_be_left_out(tmp_path: Path) -> None:
    game = convert_into(tmp_path, "lantern-watch", texts=False)
    assert "Everybody within" not in "".join(one.read_text() for one in game.glob("*.*"))


def test_one_faction_alone_needs_no_choice_of_it(tmp_path: Path) -> None:
    game = convert_into(tmp_path, "lantern-watch", only=["Smugglers"])
    assert codes_of(judge_in(game, "models: [{unit: Skipper}]")) == []


def test_newer_data_keep_the_ids_of_an_earlier_conversion(tmp_path: Path) -> None:
    first = convert_into(tmp_path / "first", "lantern-watch")
    before = json.loads((first / "import.json").read_text())
    before["ids"] = {key: "old-hand" if one == "docker" else one for key, one in before["ids"].items()}
    second = convert_into(tmp_path / "second", "lantern-watch", before=before)
    assert json.loads((second / "import.json").read_text())["ids"] == before["ids"]


def test_nothing_is_said_that_changes_nothing() -> None:
    """The check refuses quantities that are always 0."""
    seen = Threshold({"count": "picks", "where": {"entry": "pennant"}, "in": "list"}, 1)
    assert where_visible(0, seen) == 0
    terms = Terms(3)
    terms.add(0, seen)
    assert terms.value() == 3
