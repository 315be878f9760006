"""Laws that hold for any list, whatever the verdict: what must not change it, and which way it may change.

The lists are of the five games, of those invented in `designs`, and of all the small games in `conformance`.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.base.characters import HIDDEN, foreign_letter
from listbuilder.base.values import slug
from listbuilder.catalogue import Game, Grant
from listbuilder.catalogue.evaluation_order import numbers_changed
from listbuilder.catalogue.fields import ModelsField
from listbuilder.catalogue.query import Quantity
from listbuilder.catalogue.rules.base import Rule
from listbuilder.judging.validator import Report
from listbuilder.loading import check_folder
from listbuilder.loading.references import records_in
from tests.judging import test_designs
from tests.oracle import Roster, demihuman, kill_team, stack
from tests.oracle.lists import GAMES
from tests.support import cases, fast_yaml
from tests.support.effort import rounds

LAW = settings(max_examples=rounds(50, 8), deadline=None, database=None)
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=80).filter(
    lambda name: not HIDDEN.search(name) and not foreign_letter(name)
)
MADE: dict[str, Callable[[random.Random], Roster]] = {
    "demihuman-combat": demihuman.make,
    "kill-team": kill_team.make,
    "stack-and-horde": stack.make,
}
Lists = st.SearchStrategy[tuple[str, Roster]]


def mixed(rosters: dict[str, list[Roster]]) -> Lists:
    """Lists of the tests with rows of others among theirs, each with the name of its game."""

    @st.composite
    def lists(draw: st.DrawFn) -> tuple[str, Roster]:
        game = draw(st.sampled_from(sorted(rosters)))
        roster = draw(st.sampled_from(rosters[game]))
        rows = [row for one in rosters[game] for row in one.get("models", ())]
        more = draw(st.lists(st.sampled_from(rows), max_size=3)) if rows else []
        return game, deepcopy(roster) | {"models": [*deepcopy(roster.get("models", [])), *map(deepcopy, more)]}

    return lists()


def rolled(make: Callable[[random.Random], Roster]) -> st.SearchStrategy[Roster]:
    """Random lists that a function makes."""
    return st.integers(0, 10**6).map(lambda seed: make(random.Random(seed)))


def designed(game: str) -> list[Roster]:
    """The lists of a game of our own invention."""
    return [{"game": game, **fast_yaml.load(case.text)} for case in test_designs.read_cases(game)]


def small(content: dict[str, Any]) -> list[Roster]:
    """The lists of a game in `conformance`."""
    lists = [case["list"] for case in content["cases"] if "event" not in case]
    return [{"game": "case", **cases.laid_over(content.get("base", {}), one)} for one in lists]


LISTS: dict[str, Lists] = {
    **{game: st.tuples(st.just(game), rosters) for game, rosters in GAMES.items()},
    **{game: st.tuples(st.just(game), rolled(make)) for game, make in MADE.items()},
    **{game: mixed({game: designed(game)}) for game in test_designs.GAMES},
    "conformance": mixed({key: small(content) for key, content in cases.CONFORMANCE.items()}),
}
each_game = pytest.mark.parametrize("game", sorted(LISTS))


@cache
def book(game: str) -> Game:
    """A game, loaded once."""
    if game not in cases.CONFORMANCE:
        return load_game(game, [test_designs.HERE])
    with tempfile.TemporaryDirectory() as folder:
        return check_folder(cases.write_game(cases.CONFORMANCE[game]["game"], Path(folder)))


def judged(game: str, source: Roster | str) -> Report:
    """The report on a list, with the list noted for a reader of the failure."""
    note(source if isinstance(source, str) else fast_yaml.dump(source, sort_keys=False))
    return validate(resolve(read_list(source), book(game)))


def outcome(report: Report) -> tuple[bool, dict[str, int], Counter[str]]:
    """Verdict, totals and how often each code occurs."""
    return report.valid, dict(report.force.totals), Counter(finding.code for finding in report.findings)


def places(report: Report) -> list[tuple[str, str, str]]:
    """Every finding with its place."""
    return [(finding.severity, finding.code, finding.where) for finding in report.findings]


@each_game
@LAW
@given(data=st.data())
def test_order_of_models_does_not_matter(game: str, data: st.DataObject) -> None:
    """The same models in another order have the same verdict, totals and codes."""
    game, roster = data.draw(LISTS[game])
    shuffled = roster | {"models": data.draw(st.permutations(roster["models"]))}
    assert outcome(judged(game, shuffled)) == outcome(judged(game, roster))


@each_game
@LAW
@given(data=st.data())
def test_count_is_short_for_rows(game: str, data: st.DataObject) -> None:
    """`count: n` and n rows have the same verdict, totals and set of codes; a name is on each of the rows.

    The list itself names nobody: one of three in a row may be meant by what it is, of three rows it is unclear which.
    """
    game, drawn = data.draw(LISTS[game])
    roster = {key: value for key, value in drawn.items() if key not in book(game).list.of_type(ModelsField)}
    rows = [row for one in roster["models"] for row in split(one)]
    short, long = outcome(judged(game, roster)), outcome(judged(game, roster | {"models": rows}))
    assert (short[:2], set(short[2])) == (long[:2], set(long[2]))


def split(row: Roster) -> Iterator[Roster]:
    """A row as rows of one, some of which say so; one that can be named, or whose number can't be read, as it is."""
    count = row.get("count", 1)
    if "name" in row or type(count) is not int or not 1 < count < 100:
        yield row
        return
    for number in range(count):
        yield {key: value for key, value in row.items() if key != "count"} | ({"count": 1} if number % 2 else {})


@each_game
@LAW
@given(data=st.data())
def test_yaml_and_json_say_the_same(game: str, data: st.DataObject) -> None:
    """A list as YAML text, as JSON text and as data gets the same findings in the same places."""
    game, roster = data.draw(LISTS[game])
    by_data = judged(game, roster)
    for text in (fast_yaml.dump(roster, sort_keys=False), json.dumps(roster), json.dumps(roster, indent=1)):
        by_text = judged(game, text)
        assert outcome(by_text) == outcome(by_data)
        assert sorted(places(by_text)) == sorted(places(by_data))


@cache
def looking_at_limit(game: str) -> frozenset[str]:
    """The rules that may ask for more where a limit is higher: those that look at it for more than what is the most."""
    known = list(records_in(book(game)))
    rules = {path: one.id for one, path in known if isinstance(one, Rule)}
    looking = [path for one, path in known if isinstance(one, Quantity) and one.limit]
    return frozenset(
        id
        for path, id in rules.items()
        for way in looking
        if way[: len(path)] == path and (way[len(path)] != "max" or {"less", "percent-of"} & {*way})
    )


@each_game
@LAW
@given(data=st.data())
def test_higher_limit_makes_nothing_wrong(game: str, data: st.DataObject) -> None:
    """Whatever is wrong under a higher limit was so before, but for rules that ask for a share of the limit.

    Which one is the first too many may be another, for a higher limit may leave room for more.
    """
    game, roster = data.draw(LISTS[game])
    limit = data.draw(st.integers(0, 500))
    before, after = (judged(game, roster | {"limit": one}) for one in (limit, limit + data.draw(st.integers(1, 500))))
    asking = looking_at_limit(game)
    wrong = [
        Counter((one.code, one.rule) for one in report.findings if one.severity == "error" and one.rule not in asking)
        for report in (before, after)
    ]
    assert wrong[1] <= wrong[0]
    assert after.force.totals == before.force.totals


@cache
def moving_prices(game: str) -> frozenset[str]:
    """The entries that change what something costs by looking at others, or for others."""
    return frozenset(one.id for one in book(game).entries if any(moves_prices(grant, game) for grant in one.all_grants))


def moves_prices(grant: Grant, game: str) -> bool:
    """Whether a grant changes prices beyond its own row, or by what stands beyond it."""
    looks = [several for number, several in numbers_changed(book(game), grant) if number[0] == "cost"]
    parts = [part for several in looks for one in several for part in one.parts()]
    near = grant.to is None and all(part.in_ in ("model", "pick") or part.number is not None for part in parts)
    asks = grant.when is not None and any(part.has for part in grant.when.parts())
    return bool(looks) and (asks or not near)


@each_game
@LAW
@given(data=st.data())
def test_removing_a_model_saves_its_cost(game: str, data: st.DataObject) -> None:
    """Without one of its rows a list costs less by exactly what those models cost, unless prices hang on others."""
    game, roster = data.draw(LISTS[game])
    assume(roster["models"])
    at = data.draw(st.integers(0, len(roster["models"]) - 1))
    before = judged(game, roster)
    assume(not any(pick.entry.id in moving_prices(game) for pick in before.force.picks))
    after = judged(game, roster | {"models": [row for row_at, row in enumerate(roster["models"]) if row_at != at]})
    # A slot of the list itself may be open, with a default in it, only while that model is there.
    assume([pick.entry.id for pick in before.force.entries] == [pick.entry.id for pick in after.force.entries])
    saved = sum(row.cost * row.count for row in before.force.rows if row.row == at and row.part == "main")
    assert after.force.cost == before.force.cost - saved


@each_game
@LAW
@given(data=st.data())
def test_names_of_models_are_free(game: str, data: st.DataObject) -> None:
    """Names of models, even the same or empty ones, change neither findings nor points where nobody is named."""
    game, roster = data.draw(LISTS[game])
    mark = "~" if any("name" in row for row in roster["models"]) else ""
    # A member without a name may be named by its unit: a name of its own would take that away.
    named = {slug(str(value)) for group in roster.get("groups", []) for value in group.values()}
    renamed = [
        row if slug(str(row.get("unit", ""))) in named else {"name": mark + data.draw(NAMES)} | row
        for row in roster["models"]
    ]
    before, after = judged(game, roster), judged(game, roster | {"models": renamed})
    assert outcome(after) == outcome(before)
    assert places(after) == places(before)
