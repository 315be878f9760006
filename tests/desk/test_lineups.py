"""Teams by name: players of a team swapped by their names, and names, matches and lists looked at once a report."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake import verdicts
from listbuilder.desk.intake.verdicts import judge_alone
from listbuilder.desk.reports import ranking
from listbuilder.desk.reports.ranking import ranking_report
from listbuilder.desk.rounds.team_ranking import match_table
from tests.desk.test_teams import team_cup
from tests.support.desk_setup import LEGAL, cup, data, put, run


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six teams of two after two rounds."""
    folder = team_cup(tmp_path_factory.mktemp("teams") / "cup", ("Red", "Blue", "Green", "Gold", "Grey", "Pink"), 2)
    for _ in range(2):
        words = [word for game in data(folder, "pair")["games"] for word in (game["table"], 3, 4)]
        run(folder, "score", *words)
    return folder


def test_names_and_matches_are_reckoned_once(drawn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ranking hashes the name of each team a few times, however many matches were played."""
    seen: Counter[str] = Counter()
    mark, table = Desk.keyed_hash, match_table

    def marked(desk: Desk, raw: bytes) -> str:
        seen["mark"] += 1
        return mark(desk, raw)

    def reckoned(*given: Any) -> Any:
        seen["table"] += 1
        return table(*given)

    monkeypatch.setattr(Desk, "keyed_hash", marked)
    monkeypatch.setattr(ranking, "match_table", reckoned)
    ranking_report(Desk(drawn))
    assert seen["mark"] <= 3 * 6 and seen["table"] == 1


def test_swap_by_name(drawn: Path) -> None:
    """Mates are named as people name them; who is neither player nor team is said."""
    before = data(drawn, "pair")["games"]
    after = data(drawn, "pair", "--swap", "red a", "Red B", "--why", "captain")["games"]
    sides = [[id for game in games for id in game["players"] if id in ("p01", "p02")] for games in (before, after)]
    assert sides[0] == sides[1][::-1]
    assert 'no player "Red C"' in run(drawn, "pair", "--swap", "Red C", "Red A", "--why", "x", code=2).stderr
    assert 'no team "Red A"' in run(drawn, "pair", "--swap", "Red A", "Blue", "--why", "x", code=2).stderr


def test_each_list_of_a_team_is_judged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five mates whose lists wait: five lists are judged, not twenty-five."""
    people = tuple((f"Player {letter}", "") for letter in "ABCDE")
    folder = cup(tmp_path / "cup", people, teams={"size": 5, "once": ["unit"]})
    text = (folder / "players.yaml").read_text("utf-8")
    (folder / "players.yaml").write_text(text.replace("name: Player", "team: Red, name: Player"), "utf-8")
    for at in range(1, 6):
        put(folder, f"p0{at}.yaml", LEGAL)
    run(folder, "intake", code=None)
    judged: list[tuple[str, int]] = []
    alone = judge_alone

    def noted(desk: Desk, id: str, version: int) -> Any:
        judged.append((id, version))
        return alone(desk, id, version)

    monkeypatch.setattr(verdicts, "judge_alone", noted)
    found = verdicts.clashes(Desk(folder))
    assert {id: len(some) for id, some in found.items()} == {f"p0{at}": 4 for at in range(1, 6)}
    assert sorted(judged) == [(f"p0{at}", 1) for at in range(1, 6)]
