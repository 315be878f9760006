"""Every case of `tests/rules` and `tests/conformance` gives exactly what it names, in good words, and nothing else.

`tests/support/cases.py` says what a file holds. Beside `expect`, a case may have `points` or `totals` by currency, the
final `stats`, the printed `values` of picks by name and field, whom all findings are `from`, one message it `says`, and
a second list, `against`, with what each line of the comparison must say under `match`.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.findings import Finding
from listbuilder.catalogue.rules import KINDS
from listbuilder.catalogue.rules.implied import STANDING
from listbuilder.judging.validator import Report
from listbuilder.play.matchup import compare
from tests.support.cases import CONFORMANCE, RULES, TOLD, all_cases, judged, read_told, told

CASES = list(all_cases())
WRITTEN = read_told(TOLD.read_text("utf-8").splitlines(keepends=True))
BAD_ENGLISH = {
    "a number with the wrong noun": r"\b1 (?:points|models|picks|rows|groups|names)\b",
    "a wrong verb": r"\b1 \w+ are\b",
    "a wrong article": r"\ban (?:unit|use|one)\b|\ba (?:ability|armour|entry|order|option|elite)\b",
    "brackets in brackets": r"\([^()]*\([^()]*\)\)|\(\(",
    "a denial that nobody says": r"\bis not with\b|\b(?:must be|needs) not\b",
    "an empty range": r"from (\d+) to 0\b",
    "an empty place": r"\(\)|  | [.,:]|\{|\}(?!`)",
    "a word said twice": r"\b(with|of|in|that is|not|and) \1\b",
    "a count of nothing in particular": r"\b0 (?:models|picks|rows|groups)\b",
}
IDLE_HINT = r"^(?:Take out|Add) \d+(?: more)?\.|^Choose another|Take it out|Give it that"
"""Hints that leave open what to do with what."""
THEMES = """
two models that count as one pick; one model that counts as two; a slot opened by a condition;
one kind of weapon at most n times across the whole list; roster versus deployed subset;
share of the list rounded up; share of the list rounded down; at most n per category;
a companion of the same faction; required models present; required models deployed;
forbidden pair in one list; forbidden pair on one model; per-100-points allowance;
rule carried by the game; rule carried by the format; rule carried by an extended format;
rule carried by a mission role; rule carried by a coalition; rule carried by a unit over its model;
rule carried by a unit over the list; rule carried by an event
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize(("name", "of", "case"), CASES, ids=[name for name, _, _ in CASES])
def test_case_is_judged_right(name: str, of: str, case: dict[str, Any], tmp_path: Path) -> None:
    """A list gets the findings its case names and no other; each explains itself; every number and word is as told.

    `make corpus` writes what is told anew.
    """
    report = judged(of, case, tmp_path)
    check_findings(report, case)
    check_numbers(report, case)
    if "against" in case:
        lines = {one.name: one for one in compare(report, judged(of, case, tmp_path, "against"))}
        found = {name: [lines[name].left, lines[name].right, lines[name].result] for name in case["match"]}
        assert found == case["match"]
    for finding in report.findings:
        check_wording(finding)
    assert told(report) == WRITTEN.get(name)


def check_findings(report: Report, case: dict[str, Any]) -> None:
    """See that a report has the findings that a case expects, written as codes with rules or as codes with places."""
    plain = Counter(
        one.code if one.rule is None or "." in one.rule else f"{one.code} {one.rule}" for one in report.findings
    )
    placed = Counter((one.code, one.where) for one in report.findings)
    wanted = Counter(one if isinstance(one, str) else (one["code"], one["where"]) for one in case["expect"])
    assert wanted in (plain, placed), report.findings
    if "from" in case:
        assert {one.brought_by for one in report.findings} == {case["from"]}
    if "says" in case:
        assert case["says"] in [one.message for one in report.findings]


def check_numbers(report: Report, case: dict[str, Any]) -> None:
    """See that costs and stats are those of a case."""
    force = report.force
    if "points" in case:
        assert force.cost == case["points"]
    if "totals" in case:
        assert {name: force.totals[name] for name in case["totals"]} == case["totals"]
    stats = case.get("stats", {})
    if isinstance(stats, list):
        assert [dict(model.stats) for model in force.models] == stats
    else:
        for name, values in stats.items():
            assert [row.stats[name] for row in force.rows] == values
    for name, fields in case.get("values", {}).items():
        for field, wanted in fields.items():
            found = [one.field(field) for one in force.picks if one.entry.name == name]
            shown = [", ".join(one) if isinstance(one, tuple) else str(one) for one in found]
            assert shown == list(map(str, wanted if isinstance(wanted, list) else [wanted])), (name, field)


def check_wording(finding: Finding) -> None:
    """See that a finding says what is wrong, what to do about it and, when a rule made it, which and who brought it."""
    assert finding.message.endswith("."), finding.message
    message = re.sub(r"`[^`]*`", "`x`", finding.message)
    for slip, pattern in BAD_ENGLISH.items():
        assert not re.search(pattern, message), (slip, finding.message)
    assert finding.hint[0].isupper() or finding.hint[0] == "`"
    assert finding.hint.endswith((".", "?", "!")), finding.hint
    assert not re.search(IDLE_HINT, finding.hint), finding.hint
    assert finding.code.partition(".")[0] not in {*KINDS, *STANDING} or (finding.rule and finding.brought_by)


def test_nothing_is_told_of_cases_that_are_gone() -> None:
    """`told.txt` has every case there is, once, and no other; `make corpus` writes it anew."""
    assert list(WRITTEN) == [name for name, _, _ in CASES]


@pytest.mark.parametrize("kind", [*KINDS, *STANDING])
def test_every_kind_has_cases_for_every_code(kind: str) -> None:
    """A kind has a case file with a legal list and with each finding the kind can make."""
    cases = RULES[kind]["cases"]
    expected = {one["code"] for case in cases for one in case["expect"]}
    codes = {**KINDS, **STANDING}[kind].codes
    assert {f"{kind}.{code}" for code in codes} <= expected
    assert any(not case["expect"] for case in cases)


@pytest.mark.parametrize("theme", [" ".join(theme.split()) for theme in THEMES.split(";")])
def test_every_promise_has_cases(theme: str) -> None:
    """What the engine promises to be able to say has a legal case and an illegal one, named after it."""
    cases = [case for one in RULES.values() for case in one["cases"] if case["name"].startswith(theme)]
    assert {bool(case["expect"]) for case in cases} == {True, False}


def test_case_names_are_unique() -> None:
    """No two cases of one file of rules have the same name, and no two files have games of the same name."""
    for stem, content in RULES.items():
        twice = [name for name, count in Counter(case["name"] for case in content["cases"]).items() if count > 1]
        assert not twice, stem
    assert not set(RULES) & set(CONFORMANCE)
