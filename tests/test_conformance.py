"""What list engines must be able to say: tiny games in `tests/conformance`, lists, and exactly what follows from them.

A file holds a `game` and `cases`, or several `games` of one file each with its own. A case's `list` is laid over the
`base` of its game, rows under `models` and `groups` added to those there. It names the codes it must `expect` (none
listed means none allowed) and, where they matter, `totals` by currency, the `stats` of each model and the `event`. A
second list, `against`, is laid over the base as well, and `match` has what each line of the comparison must say.
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
from listbuilder.play.matchup import compare
from listbuilder.validator import Report, judge

FOLDER = Path(__file__).parent / "conformance"
HEAD = {"id": "case", "name": "Case", "edition": "1", "version": "1.0.0", "text": "A game for one question."}
FILES = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.yaml"))}
GAMES = {
    f"{stem}-{one['game'].get('name', at)}": one
    for stem, content in FILES.items()
    for at, one in enumerate(content.get("games", [content]))
}
CASES = [pytest.param(key, case, id=f"{key}-{case['name']}") for key, one in GAMES.items() for case in one["cases"]]
LOADED: dict[str, Game] = {}


def write_game(content: dict[str, Any], root: Path) -> Path:
    """A folder as an author writes it."""
    head = {**HEAD, **{key: value for key, value in content.items() if key != "entries"}}
    folder = root / str(head["id"])
    folder.mkdir()
    (folder / "game.yaml").write_text(yaml.safe_dump(head, sort_keys=False), "utf-8")
    for at, block in enumerate(content.get("entries", ())):
        (folder / f"{block['kind']}-{at}.yaml").write_text(yaml.safe_dump(block, sort_keys=False), "utf-8")
    return folder


def laid_over(base: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """The list of a case: its keys over those of the base, its rows added."""
    rows = {key: [*base.get(key, ()), *case.get(key, ())] for key in ("models", "groups")}
    return {**base, **case, **{key: many for key, many in rows.items() if many}}


def judged(key: str, case: dict[str, Any], root: Path, which: str = "list") -> Report:
    """The verdict on the list of a case, or on the one against it."""
    content = GAMES[key]
    if key not in LOADED:
        LOADED[key] = check_folder(write_game(content["game"], root))
    game, event = LOADED[key], None
    if "event" in case:
        if not (root / game.id).exists():
            write_game(content["game"], root)
        pack = root / "event.yaml"
        pack.write_text(yaml.safe_dump({"game": game.id, **case["event"]}, sort_keys=False), "utf-8")
        event = load_event(pack, [root])
    return judge(read_list({"game": game.id, **laid_over(content.get("base", {}), case[which])}), game, event)


@pytest.mark.parametrize(("key", "case"), CASES)
def test_case_is_judged_right(key: str, case: dict[str, Any], tmp_path: Path) -> None:
    """A list gets the findings its case names and no other, and its numbers are those of the case."""
    report = judged(key, case, tmp_path)
    found = Counter(
        one.code if one.rule is None or "." in one.rule else f"{one.code} {one.rule}" for one in report.findings
    )
    wanted = Counter(case["expect"])
    assert found == wanted, [one.message for one in report.findings]
    if "totals" in case:
        totals = report.force.totals
        assert {name: totals[name] for name in case["totals"]} == case["totals"]
    for name, values in case.get("stats", {}).items():
        assert [row.stats[name] for row in report.force.rows] == values
    if "against" in case:
        lines = {one.name: one for one in compare(report, judged(key, case, tmp_path, "against"))}
        assert {name: [lines[name].left, lines[name].right, lines[name].result] for name in case["match"]} == case[
            "match"
        ]
    if "says" in case:
        assert case["says"] in [one.message for one in report.findings]
