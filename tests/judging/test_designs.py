"""Games of our own invention, written from the guide alone, and lists on both sides of every limit in them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from listbuilder.ui.cli.app import app
from tests.support import fast_yaml
from tests.support.paths import DESIGNS

HERE = DESIGNS


class Case(NamedTuple):
    """A list, and what was worked out for it by hand."""

    game: str
    name: str
    verdict: list[str]
    codes: Counter[str]
    text: str


def read_cases(game: str) -> list[Case]:
    """The lists of a game: `--- what it is about | verdict and numbers | findings`, then the list."""
    found = []
    for part in re.split(r"^--- ", (HERE / f"{game}.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        name, verdict, codes = (one.strip() for one in head.split("|"))
        wanted = Counter(one.strip() for one in codes.split(",") if one.strip())
        found.append(Case(game, name, verdict.split(), wanted, text))
    return found


GAMES = ("brass-lance", "gale-convoy", "lantern-court", "thunderhoof", "tide-ledger", "windward")
CASES = [case for game in GAMES for case in read_cases(game)]


def codes_of(report: Report, wanted: Counter[str]) -> Counter[str]:
    """The findings, each by its code, and by its rule as well where that is asked for."""
    found: Counter[str] = Counter()
    for one in report.findings:
        full = f"{one.code} {one.rule}"
        found[full if wanted[full] else one.code] += 1
    return found


def number_of(report: Report, name: str) -> int:
    """A total by its currency, or a stat of a row: `mv[2]`."""
    if stat := re.fullmatch(r"(\w+)\[(\d+)\]", name):
        return report.force.rows[int(stat[2])].stats[stat[1]]
    return report.force.totals[name]


@pytest.mark.parametrize("case", CASES, ids=[f"{one.game}: {one.name}" for one in CASES])
def test_list_is_judged_as_by_hand(case: Case, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A list gets the verdict, the numbers and the findings that were worked out by hand, and no other."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    report = Referee(load_game(case.game, [HERE])).judge(read_list({"game": case.game, **fast_yaml.load(case.text)}))
    assert codes_of(report, case.codes) == case.codes, [one.message for one in report.findings]
    said, *numbers = case.verdict
    assert report.valid is (said == "legal")
    for one in numbers:
        name, _, value = one.rpartition("=")
        assert number_of(report, name or "points") == int(value), one


def said(*args: object) -> str:
    """What a command prints about these games."""
    return CliRunner().invoke(app, ["--catalogue", str(HERE), *map(str, args)]).output


def test_room_inside_an_entry_is_told_as_it_is() -> None:
    """`show` says how many a weapon holds of what, at least and at most."""
    assert "up to 1 of Front, Turret; up to 2 of Chain Shot, Fire Shot, Grape" in said("show", "gale-convoy", "cannon")
    assert "1 of Chain Shot, Fire Shot, Grape" in said("show", "gale-convoy", "mortar")


def test_kinds_are_called_by_their_plurals() -> None:
    """A kind that is a plural already stays one, and one in -ing becomes one."""
    told = said("show", "gale-convoy")
    assert all(word in told for word in ("  Goods\n", "  Arms\n", "  Facings\n", "  Companies\n"))


def test_differences_are_counted_in_the_own_currency(tmp_path: Path) -> None:
    """`diff` says by how many crowns two convoys differ."""
    lists = [tmp_path / "a.yaml", tmp_path / "b.yaml"]
    for file, unit in zip(lists, ("Skiff", "Lugger"), strict=True):
        file.write_text(f"game: gale-convoy\nname: {unit}\nmodels: [{{unit: {unit}}}]\n", "utf-8")
    assert "Skiff → Lugger: 20 → 35 crowns (+15)" in said("diff", *lists)


def test_text_that_a_comma_ends_is_told_as_such() -> None:
    """Between braces a comma ends a text, and what is left of it looks like a key."""
    row = fast_yaml.load("{unit: Lugger, notes: Slow, but sure}")
    report = Referee(load_game("gale-convoy", [HERE])).judge(read_list({"game": "gale-convoy", "models": [row]}))
    assert [(one.message, one.hint) for one in report.findings] == [
        ("`but sure` is read as a key: between braces, a comma ends a text.", "Put the whole text in quotes.")
    ]


def test_a_coordinate_that_a_comma_ends_is_told_as_such() -> None:
    """`tactic: Rally (4,7)` between braces leaves `7)`, which is no misspelt key."""
    group = fast_yaml.load("{name: V, kind: stack, leader: Reedspear, tactic: Rally (4,7)}")
    tree: dict[str, Any] = {
        "game": "stack-and-horde",
        "models": [{"unit": "Reedspear", "group": "V"}],
        "groups": [group],
    }
    report = Referee(load_game("stack-and-horde")).judge(read_list(tree))
    told = [(one.message, one.hint) for one in report.findings if one.code == "key.unknown"]
    assert told == [("`7)` is read as a key: between braces, a comma ends a text.", "Put the whole text in quotes.")]
