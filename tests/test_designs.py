"""Games of our own invention, written from the guide alone, and lists on both sides of every limit in them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from listbuilder.lists import read_list
from listbuilder.loader import load_game
from listbuilder.validator import Report, judge

HERE = Path(__file__).parent / "designs"


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
    report = judge(read_list({"game": case.game, **yaml.safe_load(case.text)}), load_game(case.game, [HERE]))
    assert codes_of(report, case.codes) == case.codes, [one.message for one in report.findings]
    said, *numbers = case.verdict
    assert report.valid is (said == "legal")
    for one in numbers:
        name, _, value = one.rpartition("=")
        assert number_of(report, name or "points") == int(value), one
