"""Two validators that share nothing agree on random lists: verdict, points and finding codes."""

from __future__ import annotations

import pytest
from hypothesis import given, note, settings

from listbuilder import load_game, read_list, resolve, validate
from tests.oracle import Roster, Verdict, constellation, rogue
from tests.oracle.lists import constellation_lists, rogue_lists
from tests.support import fast_yaml
from tests.support.effort import rounds

settings.register_profile("oracle", max_examples=rounds(700, 120), deadline=None, database=None)
ORACLE = settings.get_profile("oracle")


def engine(roster: Roster) -> Verdict:
    """The verdict of the package, noted for a reader of the failure."""
    report = validate(resolve(read_list(roster), load_game(roster["game"])))
    note(fast_yaml.dump(roster, sort_keys=False))
    for finding in report.findings:
        note(f"{finding.severity} {finding.code} at {finding.where}: {finding.message}")
    found = {
        severity: frozenset(finding.code for finding in report.findings if finding.severity == severity)
        for severity in ("error", "warning")
    }
    return Verdict(report.valid, report.force.cost, found["error"], found["warning"])


@settings(ORACLE)
@given(rogue_lists())
def test_rogue_conflict_agrees(roster: Roster) -> None:
    """Both validators say the same of any Rogue Conflict list."""
    assert engine(roster) == rogue.judge(roster)


@settings(ORACLE)
@given(constellation_lists())
def test_constellation_warrior_agrees(roster: Roster) -> None:
    """Both validators say the same of any Constellation Warrior list."""
    assert engine(roster) == constellation.judge(roster)


RANK_COSTS = {name: row[0] for name, row in rogue.RANKS.items()}
UNIT_COSTS = {name: row[0] for name, row in constellation.UNITS.items()}
FREE = {name: 0 for names in rogue.ABILITIES.values() for name in names}


@pytest.mark.parametrize(
    ("game", "kind", "printed"),
    [
        ("rogue-conflict", "rank", RANK_COSTS),
        ("rogue-conflict", "weapon", rogue.WEAPONS),
        ("rogue-conflict", "armour", rogue.ARMOUR),
        ("rogue-conflict", "gear", rogue.GEAR),
        ("rogue-conflict", "ability", FREE),
        ("constellation-warrior", "unit", UNIT_COSTS),
        ("constellation-warrior", "weapon", constellation.WEAPONS),
        ("constellation-warrior", "ability", constellation.ABILITIES),
    ],
)
def test_names_and_costs_are_printed(game: str, kind: str, printed: dict[str, int]) -> None:
    """The catalogue has the names and costs of the rulebook, to the letter."""
    assert {entry.name: entry.cost for entry in load_game(game).entries if entry.kind == kind} == printed


def test_categories_are_printed() -> None:
    """Each ability of Rogue Conflict has the category that it is printed under."""
    abilities = [entry for entry in load_game("rogue-conflict").entries if entry.kind == "ability"]
    assert {entry.name: entry.category for entry in abilities} == {name: rogue.category_of(name) for name in FREE}


def test_cosmo_is_the_cost() -> None:
    """The bracket of a Constellation Warrior ability is both its points and its Cosmo."""
    abilities = [entry for entry in load_game("constellation-warrior").entries if entry.kind == "ability"]
    assert {entry.name: entry.field("cosmo") for entry in abilities} == constellation.ABILITIES
