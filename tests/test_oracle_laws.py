"""Laws that hold for any list, whatever the verdict: what must not change it, and which way it may change."""

from __future__ import annotations

import json
from collections import Counter

import pytest
import yaml
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st
from oracle import Roster
from oracle.lists import GAMES

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.letters import HIDDEN, foreign_letter
from listbuilder.validator import Report

LAW = settings(max_examples=50, deadline=None, database=None)
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=80).filter(
    lambda name: not HIDDEN.search(name) and not foreign_letter(name)
)
each_game = pytest.mark.parametrize("game", sorted(GAMES))


def judged(source: Roster | str) -> Report:
    """The report on a list, with the list noted for a reader of the failure."""
    note(source if isinstance(source, str) else yaml.safe_dump(source, sort_keys=False))
    document = read_list(source)
    return validate(resolve(document, load_game(document.game)))


def outcome(report: Report) -> tuple[bool, int, Counter[str]]:
    """Verdict, points and how often each code occurs."""
    return report.valid, report.force.cost, Counter(finding.code for finding in report.findings)


def places(report: Report) -> list[tuple[str, str, str]]:
    """Every finding with its place."""
    return [(finding.severity, finding.code, finding.where) for finding in report.findings]


@each_game
@LAW
@given(data=st.data())
def test_order_of_models_does_not_matter(game: str, data: st.DataObject) -> None:
    """The same models in another order have the same verdict, points and codes."""
    roster = data.draw(GAMES[game])
    shuffled = roster | {"models": data.draw(st.permutations(roster["models"]))}
    assert outcome(judged(shuffled)) == outcome(judged(roster))


@each_game
@LAW
@given(data=st.data())
def test_count_is_short_for_rows(game: str, data: st.DataObject) -> None:
    """`count: n` and n rows have the same verdict, points and set of codes."""
    roster = data.draw(GAMES[game])
    rows = [{**row, "count": 1} for row in roster["models"] for _ in range(row.get("count", 1))]
    for row in rows[::2]:
        del row["count"]
    short, long = outcome(judged(roster)), outcome(judged(roster | {"models": rows}))
    assert (short[:2], set(short[2])) == (long[:2], set(long[2]))


@each_game
@LAW
@given(data=st.data())
def test_yaml_and_json_say_the_same(game: str, data: st.DataObject) -> None:
    """A list as YAML text, as JSON text and as data gets the same findings in the same places."""
    roster = data.draw(GAMES[game])
    by_data = judged(roster)
    for text in (yaml.safe_dump(roster, sort_keys=False), json.dumps(roster), json.dumps(roster, indent=1)):
        by_text = judged(text)
        assert outcome(by_text) == outcome(by_data)
        assert sorted(places(by_text)) == sorted(places(by_data))


@each_game
@LAW
@given(data=st.data())
def test_higher_limit_takes_nothing_away(game: str, data: st.DataObject) -> None:
    """Under a higher limit a list has the findings it had, except perhaps for being over the limit."""
    roster = data.draw(GAMES[game])
    before = judged(roster)
    assert before.force.limit is not None
    after = judged(roster | {"limit": before.force.limit + data.draw(st.integers(1, 500))})
    assert after.valid >= before.valid
    rest = [place for place in places(before) if place[1] != "points.over"]
    assert [place for place in places(after) if place[1] != "points.over"] == rest


@each_game
@LAW
@given(data=st.data())
def test_removing_a_model_saves_its_cost(game: str, data: st.DataObject) -> None:
    """Without one of its rows a list costs less by exactly what those models cost."""
    roster = data.draw(GAMES[game])
    assume(roster["models"])
    at = data.draw(st.integers(0, len(roster["models"]) - 1))
    before = judged(roster)
    after = judged(roster | {"models": [row for row_at, row in enumerate(roster["models"]) if row_at != at]})
    saved = sum(model.cost for model in before.force.models if model.row == at)
    assert saved >= 0
    assert after.force.cost == before.force.cost - saved


@each_game
@LAW
@given(data=st.data())
def test_names_of_models_are_free(game: str, data: st.DataObject) -> None:
    """Names of models, even the same or empty ones, change neither findings nor points."""
    roster = data.draw(GAMES[game])
    renamed = [row | {"name": data.draw(NAMES)} for row in roster["models"]]
    before, after = judged(roster), judged(roster | {"models": renamed})
    assert outcome(after) == outcome(before)
    assert places(after) == places(before)
