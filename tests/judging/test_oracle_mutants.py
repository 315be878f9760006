"""A starter list with exactly one rule broken has exactly that one error, at the place where it was broken."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from listbuilder import load_game, read_list, resolve, validate
from tests.oracle import Roster
from tests.support import fast_yaml
from tests.support.paths import CATALOGUE

KESTREL = "rogue-conflict/kestrel-response-unit"
DOSSIER = "rogue-conflict/blue-dossier"
VIAL = "rogue-conflict/vial-street-irregulars"
SPARROWS = "constellation-warrior/seven-sparrows"
BEARS = "constellation-warrior/bear-watch"
PUPIL = "constellation-warrior/master-and-pupil"
GONE: Any = object()


class Mutant(NamedTuple):
    """A starter list, what to write where (or to leave out), and the error that must follow."""

    file: str
    path: str
    value: Any
    code: str
    where: str


MUTANTS = [
    Mutant(DOSSIER, "models[5].rank", GONE, "room.under", "models[5]"),
    Mutant(KESTREL, "models[4].weapon", GONE, "room.under", "models[4]"),
    Mutant(KESTREL, "models[4].weapon", ["Laser Rifle", "Slug Rifle"], "room.over", "models[4].weapon[1]"),
    Mutant(KESTREL, "models[4].rank", ["II", "I"], "room.over", "models[4].rank[1]"),
    Mutant(KESTREL, "models[0].armour", ["Medium", "Heavy"], "room.over", "models[0].armour[1]"),
    Mutant(KESTREL, "models[2].gear", ["Tracer Rounds", "Medkit"], "room.over", "models[2].gear[1]"),
    Mutant(KESTREL, "models[2].abilities", ["Spotter", "Vault"], "room.over", "models[2].abilities[1]"),
    Mutant(KESTREL, "models[0].abilities", ["Inspire", "Spotter"], "spread.over", "models[0].abilities[1]"),
    Mutant(KESTREL, "models[0].abilities", ["Vault", "vault"], "limit.over", "models[0].abilities[1]"),
    Mutant(KESTREL, "models[1].weapon", "Slug Rifle", "needs.missing", "models[1].gear[0]"),
    Mutant(KESTREL, "models[3].raise", {"acc": 2, "hp": 1}, "budget.over", "models[3].raise"),
    Mutant(KESTREL, "models[0].gear", GONE, "budget.over", "models[0].raise"),
    Mutant(KESTREL, "models[3].raise.dr", 1, "raise.fixed", "models[3].raise.dr"),
    Mutant(KESTREL, "models[3].raise.mv", -1, "raise.lowered", "models[3].raise.mv"),
    Mutant(KESTREL, "models[3].weapon", "Laser Lance", "name.unknown", "models[3].weapon"),
    Mutant(KESTREL, "models[3].gear", ["Deadeye"], "name.unknown", "models[3].gear[0]"),
    Mutant(KESTREL, "models[3].raise", {"luck": 1}, "name.unknown", "models[3].raise.luck"),
    Mutant(KESTREL, "models[3].wepon", "Slug Rifle", "key.unknown", "models[3].wepon"),
    Mutant(KESTREL, "models[4].count", 0, "key.range", "models[4].count"),
    Mutant(KESTREL, "format", "tiny", "name.unknown", "format"),
    Mutant(KESTREL, "limit", 244, "points.over", "models"),
    Mutant(VIAL, "models[0].abilities", ["Deep Pockets", "Inspire"], "spread.over", "models[0].abilities[1]"),
    Mutant(VIAL, "models[0].gear[3]", "Tactical Pockets", "limit.over", "models[0].gear[3]"),
    Mutant(VIAL, "models[0].gear[4]", "Medkit", "room.over", "models[0].gear[4]"),
    Mutant(SPARROWS, "models[2].weapon", "Short", "count.over", "models[2]"),
    Mutant(SPARROWS, "models[3].count", 10, "count.over", "models"),
    Mutant(SPARROWS, "models[3].unit", GONE, "room.under", "models[3]"),
    Mutant(SPARROWS, "models[2].abilities", ["Cautious", "Step"], "room.over", "models[2].abilities[1]"),
    Mutant(SPARROWS, "models[2].abilities", ["Step aside"], "name.unknown", "models[2].abilities[0]"),
    Mutant(SPARROWS, "models[0].weapon", ["Short", "Long"], "room.over", "models[0].weapon[1]"),
    Mutant(SPARROWS, "limit", 69, "points.over", "models"),
    Mutant(SPARROWS, "format", "medium", "points.over", "models"),
    Mutant(BEARS, "models[1].abilities", ["Step", "STEP"], "limit.over", "models[1].abilities[1]"),
    Mutant(BEARS, "models[1].unit", ["Soldier", "Novice"], "room.over", "models[1].unit[1]"),
    Mutant(BEARS, "models[1].gear", ["Medkit"], "key.unknown", "models[1].gear"),
    Mutant(PUPIL, "models[0].weapon", "Medium", "name.unknown", "models[0].weapon"),
]


def starter(file: str) -> Roster:
    """A starter list as data."""
    game, name = file.split("/")
    loaded: Roster = fast_yaml.load((CATALOGUE / game / "lists" / f"{name}.yaml").read_text("utf-8"))
    return loaded


def write(roster: Roster, path: str, value: object) -> None:
    """Put a value at a path such as `models[0].gear[1]`, at the end of a list where there is nothing yet."""
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)]
    here: Any = roster
    for step in steps[:-1]:
        here = here[step]
    last = steps[-1]
    if value is GONE:
        del here[last]
    elif isinstance(here, list) and last == len(here):
        here.append(value)
    else:
        here[last] = value


def errors(roster: Roster) -> list[tuple[str, str]]:
    """Code and place of every error."""
    report = validate(resolve(read_list(roster), load_game(roster["game"])))
    return [(finding.code, finding.where) for finding in report.findings if finding.severity == "error"]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: f"{one.file.split('/')[1]}-{one.code}-{one.path}")
def test_one_broken_rule_is_one_error(mutant: Mutant) -> None:
    """The list is legal with points to spare, and then has the one error that the change calls for."""
    roster = starter(mutant.file)
    assert errors(roster) == []
    if mutant.code != "points.over":
        roster["limit"] = 999
        assert errors(roster) == []
    write(roster, mutant.path, mutant.value)
    assert errors(roster) == [(mutant.code, mutant.where)]


@pytest.mark.parametrize(
    "file",
    [
        f"{path.parents[1].name}/{path.stem}"
        for game in ("constellation-warrior", "rogue-conflict")
        for path in sorted((CATALOGUE / game / "lists").glob("*.yaml"))
    ],
)
def test_one_point_below_its_cost_a_starter_list_is_illegal(file: str) -> None:
    """Each starter list is legal at a limit of exactly its points and over the limit at one fewer."""
    roster = starter(file)
    cost = resolve(read_list(roster), load_game(roster["game"])).cost
    assert errors(roster | {"limit": cost}) == []
    assert errors(roster | {"limit": cost - 1}) == [("points.over", "models")]
