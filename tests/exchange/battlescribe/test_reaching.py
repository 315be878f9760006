"""Modifiers that change something else than what they stand on, and limits that hang on forces and on the root."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.exchange.battlescribe.conversion import convert
from listbuilder.loading import check_folder
from tests.exchange.battlescribe.converted import SYSTEMS, codes_of, convert_into, judge_in


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return convert_into(tmp_path_factory.mktemp("reaching"), "tide-guard")


DIVER = "{unit: {entry: Diver, picks: {kit: [%s]}}}"


def test_the_folder_passes_the_check(game: Path) -> None:
    assert check_folder(game, thorough=True).name == "Tide Guard"


def test_what_hides_entries_inside_hides_them_there_and_nothing_else(game: Path) -> None:
    assert codes_of(judge_in(game, "models: [{unit: Diver}, {unit: {entry: Swabber, picks: {kit: [Boots]}}}]")) == []
    assert codes_of(judge_in(game, f"models: [{DIVER % 'boots'}]")) == ["picks.outside"]


def test_an_upgrade_changes_the_profile_of_what_holds_it(game: Path) -> None:
    force = judge_in(game, f"models: [{DIVER % 'Flare'}]").force
    shown = next(pick for pick in force.rows[0].inside if pick.entry.kind == "crew")
    assert (shown.field("nerve"), shown.field("skills"), shown.field("swim")) == (6, "Deep, Bright", "5+")


def test_a_category_added_to_the_root_counts_there(game: Path) -> None:
    two = f"models: [{DIVER % 'Flare'}, {{unit: {{entry: Swabber, picks: {{kit: [Flare]}}}}}}]"
    assert codes_of(judge_in(game, two)) == ["count.over wet-max"]


def test_costs_are_multiplied(game: Path) -> None:
    assert judge_in(game, "models: [{unit: Diver}]").force.cost == 30
    assert judge_in(game, "models: [{unit: Diver, count: 2}]").force.cost == 120


def test_a_force_limits_what_the_list_costs(game: Path) -> None:
    over = ["count.over patrol-shells-max"]
    assert codes_of(judge_in(game, "models: [{unit: {entry: Swabber, picks: {kit: [Boots]}}, count: 10}]")) == []
    assert codes_of(judge_in(game, "models: [{unit: {entry: Swabber, picks: {kit: [Boots]}}, count: 11}]")) == over
    assert (
        codes_of(judge_in(game, "models: [{unit: Diver}, {unit: {entry: Swabber, picks: {kit: [Boots]}}, count: 5}]"))
        == []
    )
    assert (
        codes_of(judge_in(game, "models: [{unit: Diver}, {unit: {entry: Swabber, picks: {kit: [Boots]}}, count: 6}]"))
        == over
    )


def test_a_limit_of_the_root_is_one_rule_of_each_root(game: Path) -> None:
    text = "".join(one.read_text() for one in game.glob("*.yaml"))
    assert text.count("diver-kit") == 1
    assert text.count("swabber-kit") == 1


def test_what_reaches_the_whole_list_is_not_said(game: Path) -> None:
    report = json.loads((game / "import.json").read_text())
    assert [one["of"] for one in report["outcomes"] if one["fate"] == "not said"] == ["Swabber"]


def test_a_limit_of_what_an_entry_holds_grows_with_what_it_holds(game: Path) -> None:
    assert codes_of(judge_in(game, f"models: [{DIVER % 'Flare'}]")) == []
    two = f"models: [{{unit: {{entry: Diver, picks: {{kit: [Flare]}}}}, count: 1}}, {DIVER % ''}]"
    assert "count.over diver-diver" in codes_of(judge_in(game, two))


def test_an_error_in_words_of_the_data_is_a_rule(game: Path) -> None:
    assert codes_of(judge_in(game, "models: [{unit: Swabber, count: 2}]")) == []
    report = judge_in(game, "models: [{unit: Swabber, count: 3}]")
    assert set(codes_of(report)) == {"count.over swabber-error"}
    assert "Beside three of a crew" in next(iter(report.findings)).message


def test_a_second_conversion_of_the_same_data_changes_nothing(game: Path) -> None:
    """Also where an entry is two: what stands on the list and what stands on units."""
    again = convert([SYSTEMS / game.name], game.name, before=json.loads((game / "import.json").read_text()))
    assert again.files == {one.name: one.read_text() for one in game.iterdir()}
    assert "flare-depot" in again.files["options.yaml"]
