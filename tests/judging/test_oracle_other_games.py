"""Three more games read twice: a plain validator of the printed rules and the package agree on random lists.

`python -m tests.judging.test_oracle_other_games 5000` tries so many of each, with other seeds.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import cache

import pytest

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import publish
from tests.oracle import Roster, Verdict, demihuman, kill_team, stack

SIDES: dict[str, tuple[Callable[[random.Random], Roster], Callable[[Roster], Verdict]]] = {
    "demihuman-combat": (demihuman.make, demihuman.judge),
    "kill-team": (kill_team.make, kill_team.judge),
    "stack-and-horde": (stack.make, stack.judge),
}
TRIES = 150


@cache
def book(game: str) -> Game:
    """A game, loaded once."""
    return load_game(game)


def differences(game: str, seed: int) -> list[object]:
    """Where the two readings of one random list differ; nothing where they agree."""
    make, judge = SIDES[game]
    roster = make(random.Random(seed))
    report = validate(resolve(read_list(roster), book(game)))
    found = {
        severity: frozenset(one.code for one in report.findings if one.severity == severity)
        for severity in ("error", "warning")
    }
    ours = Verdict(report.valid, report.force.cost, found["error"], found["warning"])
    theirs = judge(roster)
    if ours != theirs:
        return [seed, roster, ours, theirs]
    if game == "stack-and-horde" and report.valid:
        shown = {
            row.row: tuple(row.stats[id] for id in ("combat", "defense", "hits", "move")) for row in report.force.rows
        }
        wanted = {at: stack.stats(row) for at, row in enumerate(roster["models"])}
        if shown != wanted:
            return [seed, roster, shown, wanted]
    return []


@pytest.mark.parametrize("game", sorted(SIDES))
def test_both_readings_agree(game: str) -> None:
    """Verdict, total, errors, warnings and stats are the same, for legal lists and for lists with a fault."""
    assert [found for seed in range(TRIES) if (found := differences(game, seed))] == []


def test_models_that_are_named_are_marked_one_by_one() -> None:
    """Of each row as many copies as the list names or needs, in the force and in what an engine gets."""
    legal = 0
    for seed in range(TRIES):
        roster = demihuman.make_rescue(random.Random(seed))
        report = validate(resolve(read_list(roster), book("demihuman-combat")))
        assert (report.valid, seed) == (demihuman.judge(roster).legal, seed)
        marked = [(one.row, one.copy) for one in report.force.models if one.values["rescuees"]]
        assert (sorted(marked), seed) == (sorted(demihuman.copies_named(roster, "rescuees", set())), seed)
        published = publish(report)
        wanted = tuple(one.id for one in published.models if (one.row, one.copy) in marked)
        assert published.links.get("rescuees", ()) == wanted
        assert wanted == tuple(one.id for one in published.models if one.values["rescuees"])
        legal += report.valid
    assert TRIES // 10 < legal < TRIES * 9 // 10


@pytest.mark.parametrize("game", sorted(SIDES))
def test_random_lists_are_legal_and_illegal(game: str) -> None:
    """Enough of both, so that agreeing means something."""
    make, judge = SIDES[game]
    legal = sum(judge(make(random.Random(seed))).legal for seed in range(TRIES))
    assert TRIES // 10 < legal < TRIES * 9 // 10


@pytest.mark.parametrize(
    ("game", "kind", "printed"),
    [
        ("demihuman-combat", "unit", {name: card[0] for name, card in demihuman.UNITS.items()}),
        ("stack-and-horde", "unit", {name: card.upkeep for name, card in stack.CARDS.items()}),
        ("kill-team", "unit", dict.fromkeys(kill_team.OPERATIVES, 0)),
        ("kill-team", "equipment", dict.fromkeys(kill_team.EQUIPMENT, 0)),
    ],
)
def test_names_and_costs_are_printed(game: str, kind: str, printed: dict[str, int]) -> None:
    """The catalogue has the names and costs of the tables, to the letter."""
    assert {entry.name: entry.cost for entry in book(game).entries if entry.kind == kind} == printed


if __name__ == "__main__":
    wrong = [
        found for game in SIDES for seed in range(10**6, 10**6 + int(sys.argv[1])) if (found := differences(game, seed))
    ]
    for one in wrong[:10]:
        sys.stdout.write("\n  ".join(map(str, one)) + "\n")
    sys.stdout.write(f"{int(sys.argv[1])} lists of each game, {len(wrong)} differences\n")
