"""Every case in `tests/rules` gives exactly the findings it names: a tiny game, a list, a verdict.

A case file holds `game` (what game.yaml holds, its head may be left out, and `entries`: blocks of one kind) and
`cases`: each has a `name`, a `list`, the findings it must `expect` (none listed means none allowed) and, where they
matter, an `event`, the `points`, the final `stats` of each model, and whom the findings are `from`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from listbuilder.catalogue import Game
from listbuilder.lists import read_list
from listbuilder.loader import check_folder
from listbuilder.loader.events import load_event
from listbuilder.rules import KINDS, STANDING
from listbuilder.validator import Report
from listbuilder.validator import judge as judge_list

FOLDER = Path(__file__).parent / "rules"
HEAD = {"id": "case", "name": "Case", "edition": "1", "version": "1.0.0", "text": "A game for one rule."}
FILES = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.yaml"))}
CASES = [
    pytest.param(stem, case, id=f"{stem}-{case['name']}")
    for stem, content in FILES.items()
    for case in content["cases"]
]
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


def write_game(content: dict[str, Any], root: Path) -> Game:
    """The game of a case file, written as a folder and loaded the way an author's folder is."""
    head = {**HEAD, **{key: value for key, value in content.items() if key != "entries"}}
    folder = root / str(head["id"])
    folder.mkdir()
    (folder / "game.yaml").write_text(yaml.safe_dump(head, sort_keys=False), "utf-8")
    for at, block in enumerate(content["entries"]):
        (folder / f"{block['kind']}-{at}.yaml").write_text(yaml.safe_dump(block, sort_keys=False), "utf-8")
    return check_folder(folder)


def judge(stem: str, case: dict[str, Any], root: Path) -> Report:
    """The verdict on the list of a case."""
    game = write_game(FILES[stem]["game"], root)
    event = None
    if "event" in case:
        pack = root / "event.yaml"
        pack.write_text(yaml.safe_dump(case["event"], sort_keys=False), "utf-8")
        if case["event"]["game"] != game.id:
            write_game({**FILES[stem]["game"], "id": case["event"]["game"]}, root)
        event = load_event(pack, [root])
    return judge_list(read_list({"game": game.id, **case["list"]}), game, event)


@pytest.mark.parametrize(("stem", "case"), CASES)
def test_case_gives_exactly_its_findings(stem: str, case: dict[str, Any], tmp_path: Path) -> None:
    """A list gets the findings its case names, each once and at its place, and no other."""
    report = judge(stem, case, tmp_path)
    found = Counter((one.code, one.where) for one in report.findings)
    assert found == Counter((one["code"], one["where"]) for one in case["expect"]), report.findings
    if "points" in case:
        assert report.force.cost == case["points"]
    if "stats" in case:
        assert [dict(model.stats) for model in report.force.models] == case["stats"]
    if "from" in case:
        assert {one.brought_by for one in report.findings} == {case["from"]}


@pytest.mark.parametrize(("stem", "case"), [one for one in CASES if one.values[1]["expect"]])  # type: ignore[index]
def test_finding_explains_itself(stem: str, case: dict[str, Any], tmp_path: Path) -> None:
    """A finding says what is wrong, what to do about it and, when a rule made it, which rule and who brought it."""
    for finding in judge(stem, case, tmp_path).findings:
        assert finding.message.endswith(".")
        assert finding.hint
        assert finding.code.partition(".")[0] not in {*KINDS, *STANDING} or (finding.rule and finding.brought_by)


@pytest.mark.parametrize("kind", [*KINDS, *STANDING])
def test_every_kind_has_cases_for_every_code(kind: str) -> None:
    """A kind has a case file with a legal list and with each finding the kind can make."""
    cases = FILES[kind]["cases"]
    expected = {one["code"] for case in cases for one in case["expect"]}
    codes = {**KINDS, **STANDING}[kind].codes
    assert {f"{kind}.{code}" for code in codes} <= expected
    assert any(not case["expect"] for case in cases)


@pytest.mark.parametrize("theme", [" ".join(theme.split()) for theme in THEMES.split(";")])
def test_every_promise_has_cases(theme: str) -> None:
    """What the engine promises to be able to say has a legal case and an illegal one, named after it."""
    cases = [case for one in FILES.values() for case in one["cases"] if case["name"].startswith(theme)]
    assert {bool(case["expect"]) for case in cases} == {True, False}


def test_case_names_are_unique() -> None:
    """No two cases of one file have the same name, so that a failure points at one of them."""
    for stem, content in FILES.items():
        twice = [name for name, count in Counter(case["name"] for case in content["cases"]).items() if count > 1]
        assert not twice, stem
