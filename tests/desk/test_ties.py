"""Rankings of cups by chance, each reckoned a second time by code that shares nothing with ours."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import TypeAdapter

from listbuilder.base.records import replace
from listbuilder.catalogue import Event
from listbuilder.desk.rounds.pairing import draw
from listbuilder.desk.rounds.running import next_field
from listbuilder.desk.rounds.standings import outcomes, rank
from listbuilder.desk.state import Entrant, Fault, Round, State, TableGame
from tests.support.desk_oracle import Oracle

BANDS = [{"lead": "0-2", "gives": [10, 10]}, {"lead": "3-5", "gives": [13, 7]}, {"lead": "6+", "gives": [20, 1]}]
KEYS = ["opponents", "wins", "vp", "vp-lead", "kills", "kills-lead", "head-to-head"]


def pack_by(dice: random.Random) -> dict[str, Any]:
    """A pack by chance: results or bands, byes of every kind, keys in any order."""
    keys = dice.sample(KEYS, dice.randint(1, len(KEYS)))
    return {
        "name": "Cup",
        "game": "any",
        "penalties": [
            {"id": "late", "name": "Late", "points": -2},
            {"id": "wrong", "name": "Wrong", "points": -1, "remedies": ["correct", "lose-round", "lose-all"]},
        ],
        "rounds": {
            "count": 9,
            "bye": {"result": dice.choice(["win", "draw", "loss"]), "counts": dice.choice(["average", "zero"])},
        },
        "result": {"win": 5, "draw": 2, "loss": 1, **({"bands": BANDS} if dice.random() < 0.5 else {})},
        "counts": [{"id": "vp", "name": "Victory Points"}, {"id": "kills", "name": "Kills"}],
        "order": ["points", *keys, "lot"],
    }


def played(game: TableGame, line: int, dice: random.Random) -> TableGame:
    """A game with a result: scores, often level, or a word."""
    if dice.random() < 0.15:
        one = dice.choice(["win", "draw", "loss"])
        words = (one, {"win": "loss", "draw": "draw", "loss": "win"}[one])
        return replace(game, words=words, scores=((0, 0), (0, 0)), line=line)
    scores = tuple((dice.randint(0, 9), dice.randint(0, 2)) for _ in range(2))
    return replace(game, scores=scores, line=line)


def next_round(state: State, event: Event, dice: random.Random) -> State:
    """The state after one round more, drawn as the desk draws."""
    number = len(state.rounds) + 1
    made = draw(next_field(state, event, {}, f"seed {number} {dice.random()}"))
    games = tuple(played(TableGame(table=table, one=one, two=two), 1, dice) for table, one, two in made.games)
    drawn = {id for game in games for id in (game.one, game.two)} | {made.bye}
    absent = tuple(id for id in state.entrants if id not in drawn)
    one = Round(number=number, line=number, seed="", games=games, bye=made.bye, absent=absent)
    return replace(state, rounds=(*state.rounds, one))


def accident(state: State, number: int, dice: random.Random) -> State:
    """Somebody leaves, comes back, comes late or is penalised."""
    id = dice.choice(list(state.entrants))
    one = state.entrants[id]
    kind = dice.randrange(4)
    if kind == 0 and sum(not other.dropped for other in state.entrants.values()) > 4:
        one = replace(one, dropped=not one.dropped)
    elif kind == 1:
        id, one = f"late{number}", Entrant(id=f"late{number}", locked=1)
    elif kind == 2:
        one = replace(one, faults=(*one.faults, Fault(id="late", line=1, round=number)))
    else:
        remedy = dice.choice(["correct", "lose-round", "lose-all"])
        at = dice.randint(1, number)
        one = replace(one, faults=(*one.faults, Fault(id="wrong", line=1, round=at, remedy=remedy)))
    return replace(state, entrants={**state.entrants, id: one})


def results_of(state: State, event: Event) -> dict[str, Any]:
    """What the desk publishes: games, byes and penalties, and who is ranked."""
    worth = {one.id: one.points for one in event.penalties}
    return {
        "standings": [{"player": one.player} for one in rank(state, event)],
        "games": [
            {
                "round": one.number,
                "players": [game.one, game.two],
                "scores": [list(side) for side in game.scores],
                "said": list(game.words),
            }
            for one in state.rounds
            for game in one.games
        ],
        "byes": [{"player": one.bye} for one in state.rounds if one.bye],
        "penalties": [
            {"player": id, "points": worth[fault.id], "round": fault.round, "remedy": fault.remedy}
            for id, one in state.entrants.items()
            for fault in one.faults
        ],
    }


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(24))
def test_cups_by_chance(seed: int) -> None:
    """Byes, drops, late entries, draws, penalties, remedies, odd numbers, 5 to 200 players: both rank alike."""
    dice = random.Random(seed)
    size = (5, 200)[seed] if seed < 2 else dice.randint(5, 40)
    pack = pack_by(dice)
    event = TypeAdapter(Event).validate_python(pack)
    entrants = {f"p{at}": Entrant(id=f"p{at}", locked=1) for at in range(size)}
    state = State(event="ab" * 32, entrants=entrants)
    for number in range(1, 4 if size < 100 else 3):
        state = next_round(state, event, dice)
        for _ in range(dice.randint(0, 3)):
            state = accident(state, number, dice)
        found = [one.player for one in rank(state, event)]
        assert found == Oracle(results_of(state, event), pack, state.event).ranking()
        assert sum(len(rounds) for rounds in outcomes(state, event).values()) >= len(entrants)
