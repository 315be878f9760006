"""A public suite of roster cases for list engines, case by case: the same errors and the same numbers.

`tests/public` has the cases by what they are about, each under the name that it has in WarHub/battlescribe-spec, in a
shorthand with names of our own. `public_cases.py` translates each into a game, `public_rosters.py` its rosters into
lists. One that `cannot` be said names the reason; one that is `refused` is a mistake that the check must name.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from tests.support import fast_yaml
from tests.support.cases import write_game
from tests.support.paths import TESTS
from tests.support.public_cases import game_of, rule_ids
from tests.support.public_rosters import list_of

FOLDER = TESTS / "public"
CASES: list[dict[str, Any]] = [
    {**case, "about": path.stem}
    for path in sorted(FOLDER.glob("*.yaml"))
    for case in fast_yaml.load(path.read_text("utf-8"))
]
SAID = [pytest.param(case, id=case["of"]) for case in CASES if "cannot" not in case]
WANTED, MOST_UNSAID = 312, 10


@pytest.mark.parametrize("case", SAID)
def test_case_is_the_same(case: dict[str, Any], tmp_path: Path) -> None:
    """Every state of a case has the errors that it names, and the totals and printed values."""
    folder = write_game({"name": case["of"], **game_of(case)}, tmp_path)
    if "refused" in case:
        with pytest.raises(CatalogueError) as caught:
            check_folder(folder, thorough=True)
        assert any(case["refused"] in one.message for one in caught.value.findings), caught.value.findings
        return
    game = check_folder(folder)
    for state in case["states"]:
        document = {
            "game": game.id,
            **list_of(state["list"]),
            **({"limit": state["limit"]} if "limit" in state else {}),
        }
        report = Referee(game).judge(read_list(document))
        found = rule_ids([(one.code, one.rule) for one in report.findings if one.severity == "error"])
        assert found == set(state.get("errors", ())), [one.message for one in report.findings]
        totals = {name: report.force.totals[name] for name in state.get("totals", ())}
        assert totals == state.get("totals", {}), state["list"]
        for entry, values in state.get("prints", {}).items():
            assert all(printed(report, entry, name) == value for name, value in values.items()), entry
        if "picks" in state:
            assert Counter(state["picks"]) == chosen(report)


def printed(report: Report, entry: str, name: str) -> object:
    """What is printed on an entry that is on the list: a number, where it comes from, or the keywords it has."""
    pick = next(one for one in report.force.picks if one.entry.name == entry)
    if name == "keywords":
        return [one.printed for one in pick.entry.keyword_uses]
    return pick.entry.source if name == "source" else pick.field(name)


def chosen(report: Report) -> Counter[str]:
    """How many there are of each entry that is no force."""
    found: Counter[str] = Counter()
    for pick in report.force.picks:
        if pick.entry.kind in ("unit", "part"):
            found[pick.entry.name] += pick.times
    return found


def test_enough_of_the_suite_is_here() -> None:
    """As many cases as the suite had are here, each once, and few of them can't be said."""
    assert len({case["of"] for case in CASES}) == len(CASES) >= WANTED
    assert len(CASES) - len(SAID) <= MOST_UNSAID
