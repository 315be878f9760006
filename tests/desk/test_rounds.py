"""A cup from `new` to `close`, and the day's accidents: every standing is reckoned a second time by other code."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from listbuilder.desk.ledger import read_chain
from tests.support import fast_yaml
from tests.support.desk_oracle import Oracle
from tests.support.desk_setup import GAME, LEGAL, OTHER, PEOPLE, cup, data, lines, put, run

PACK: dict[str, Any] = {
    "penalties": [
        {"id": "late", "name": "Late list", "points": -2},
        {"id": "illegal", "name": "Illegal list", "remedies": ["correct", "lose-round", "lose-all"]},
    ],
    "rounds": {"count": 5, "apart": ["club"], "bye": {"result": "win", "counts": "average"}},
    "result": {"win": 3, "draw": 1, "loss": 0},
    "counts": [{"id": "vp", "name": "Victory Points", "max": 20}, {"id": "kills", "name": "Kills"}],
    "order": ["points", "opponents", "head-to-head", "wins", "vp-lead", "kills", "vp", "lot"],
}


def ready(folder: Path, number: int, **pack: Any) -> Path:
    """An event with so many players whose lists are locked."""
    names = tuple((f"Player {chr(65 + at // 26)}{chr(97 + at % 26)}", f"Club {at % 9}") for at in range(number))
    made = cup(folder, names, **{**PACK, **pack})
    for at in range(1, number + 1):
        put(made, f"p{at:02}.yaml", {"game": GAME, "limit": 30 + at, "models": [{"unit": "Novice"}]})
    assert data(made, "intake")["summary"]["legal"] == number
    run(made, "approve", "--all-legal")
    run(made, "lock")
    return made


def play(folder: Path, dice: random.Random) -> dict[str, Any]:
    """Draw a round and score every game of it."""
    drawn = data(folder, "pair")
    words: list[object] = []
    for game in drawn["games"]:
        one, two = dice.choice([(14, 9), (8, 8), (3, 20), (11, 10), (10, 11)])
        words += [game["table"], f"{one},{dice.randint(0, 3)}", f"{two},{dice.randint(0, 3)}"]
    assert data(folder, "score", *words)["open"] == []
    return drawn


def second_opinion(folder: Path) -> list[str]:
    """The order of players as the other implementation has it."""
    data(folder, "standings")
    pack = fast_yaml.load((folder / "event.yaml").read_text("utf-8"))
    first = read_chain((folder / "ledger.jsonl").read_bytes()).lines[0].hash
    results = json.loads((folder / "out/results.json").read_text("utf-8"))
    return Oracle(results, pack, first).ranking()


def order(folder: Path) -> list[str]:
    """The order of players as the desk has it."""
    return [one["player"] for one in data(folder, "standings")["standings"]]


@pytest.mark.slow
def test_cup_of_sixty(tmp_path: Path) -> None:
    """Sixty-one players, five rounds, a drop, a penalty, a correction and a swap: all standings agree, all is whole."""
    dice = random.Random(7)
    folder = ready(tmp_path / "cup", 61)
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for number in range(1, 6):
        drawn = play(folder, dice)
        now = {frozenset(game["players"]) for game in drawn["games"]}
        assert not now & met
        met |= now
        byes += [drawn["bye"]] if drawn["bye"] else []
        if number == 1:
            clubs = {
                row["id"]: row["club"]
                for row in fast_yaml.load((folder / "players.yaml").read_text("utf-8"))["players"]
            }
            assert not [pair for pair in now if len({clubs[id] for id in pair}) == 1]
        if number == 2:
            run(folder, "penalty", "p05", "late")
            run(folder, "drop", "p09")
            run(folder, "score", 1, "20,0", "0,0", "--round", 1)
        assert order(folder) == second_opinion(folder)
    assert len(byes) == len(set(byes)) == 2
    run(folder, "reveal")
    run(folder, "publish")
    found = data(folder, "standings")["standings"]
    assert len(found) == 61 and all(one["decided"] for one in found[1:])
    assert data(folder, "check")["ok"]
    run(folder, "close")
    run(folder, "pair", code=2)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(4))
def test_second_implementation_agrees(seed: int, tmp_path: Path) -> None:
    """With bands, other orders and odd numbers, both implementations rank alike after every round."""
    dice = random.Random(seed)
    bands = [{"lead": "0-2", "gives": [10, 10]}, {"lead": "3-5", "gives": [13, 7]}, {"lead": "6+", "gives": [20, 1]}]
    keys = ["opponents", "wins", "vp", "vp-lead", "kills-lead", "head-to-head"]
    dice.shuffle(keys)
    result = {"win": 12, "draw": 10, "loss": 4, **({"bands": bands} if seed % 2 else {})}
    folder = ready(tmp_path / "cup", 7 + seed, result=result, order=["points", *keys, "lot"])
    for _ in range(3):
        play(folder, dice)
        assert order(folder) == second_opinion(folder)


def test_what_decided_is_said(tmp_path: Path) -> None:
    """Each place says which key decided against the one above; who is level to the last shares the place."""
    folder = ready(tmp_path / "cup", 4, order=["points", "vp"])
    for game in data(folder, "pair")["games"]:
        run(folder, "score", game["table"], "10,0", f"{5 + game['table']},0")
    found = data(folder, "standings")["standings"]
    assert [one["rank"] for one in found] == [1, 1, 3, 4]
    assert [one["decided"] for one in found] == ["", "", "points", "vp"]
    text = run(folder, "standings").stdout
    assert "Victory Points" in text and "DECIDED BY" in text


def test_penalty_preview(tmp_path: Path) -> None:
    """Every remedy is shown with the games concerned and who moves; nothing is noted before one is chosen."""
    dice = random.Random(1)
    folder = ready(tmp_path / "cup", 6)
    drawn = data(folder, "pair")
    for game in drawn["games"]:
        run(folder, "score", game["table"], "15,2", "5,0")
    winner, loser = drawn["games"][0]["players"]
    before = len(lines(folder))
    found = {one["remedy"]: one for one in data(folder, "penalty", winner, "illegal", "--preview")["remedies"]}
    assert set(found) == {"correct", "lose-round", "lose-all"} and len(lines(folder)) == before
    assert not found["correct"]["moved"] and found["lose-round"]["rounds"] == [1]
    moved = {one["player"]: (one["points"], one["points_after"]) for one in found["lose-round"]["moved"]}
    assert moved[winner] == (3, 0) and moved[loser] == (0, 3)
    assert "needs a remedy" in run(folder, "penalty", winner, "illegal", code=2).stderr
    run(folder, "penalty", winner, "illegal", "--remedy", "lose-all")
    play(folder, dice)
    points = {one["player"]: one["points"] for one in data(folder, "standings")["standings"]}
    assert points[winner] == 0
    assert "Did you mean late?" in run(folder, "penalty", winner, "lat", code=2).stderr


def test_results_that_can_not_be(tmp_path: Path) -> None:
    """A table that is not there, scores over the most, words that do not fit, a draw before all is scored: refused."""
    folder = ready(tmp_path / "cup", 4)
    assert "No round" in run(folder, "score", 1, "1,0", "2,0", code=2).stderr
    run(folder, "pair")
    for words in (
        ("9", "1,0", "1,0"),
        ("1", "1,0"),
        ("one", "1,0", "1,0"),
        ("1", "21,0", "1,0"),
        ("1", "1", "1,0"),
        ("1", "win", "win"),
        ("1", "x", "y"),
    ):
        run(folder, "score", *words, code=2)
    assert "Tables without a result: 1, 2" in run(folder, "pair", code=2).stderr
    run(folder, "score", 1, "draw", "draw")
    run(folder, "score", 2, "5,0", "4,0")
    assert sorted(one["points"] for one in data(folder, "standings")["standings"]) == [0, 1, 1, 3]


def test_one_pair_changes_and_not_the_draw(tmp_path: Path) -> None:
    """Somebody leaves after the draw: the player without an opponent takes the place, with a reason in the ledger."""
    folder = ready(tmp_path / "cup", 5)
    drawn = data(folder, "pair")
    gone = drawn["games"][0]["players"][0]
    assert f"--swap {gone} {drawn['bye']}" in run(folder, "drop", gone).stdout
    run(folder, "pair", "--swap", gone, drawn["bye"], code=2)
    after = data(folder, "pair", "--swap", gone, drawn["bye"], "--why", "left")
    assert drawn["bye"] in after["games"][0]["players"] and after["games"][1:] == drawn["games"][1:]
    for game in after["games"]:
        run(folder, "score", game["table"], "5,0", "4,0")
    assert gone in data(folder, "pair")["absent"]
    assert data(folder, "check")["ok"]
    run(folder, "drop", gone, "--back")
    run(folder, "drop", gone, "--back", code=2)


def test_late_entry_plays_from_the_next_round_on(tmp_path: Path) -> None:
    """Who comes after the first round has no points from it, and is drawn."""
    folder = cup(tmp_path / "cup", PEOPLE, **PACK)
    for at, id in enumerate(("p01", "p02"), 1):
        put(folder, f"{id}.yaml", {**LEGAL, "limit": 40 + at})
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    play(folder, random.Random(1))
    put(folder, "x.yaml", OTHER)
    run(folder, "intake", "--player", "p03", "--late", "walk-in")
    run(folder, "approve", "p03")
    run(folder, "lock", code=1)
    assert "p03" in str(data(folder, "pair"))


def test_forged_draw_is_seen(tmp_path: Path) -> None:
    """Whoever writes another draw with a chain that fits is found out, because every draw is reckoned again."""
    folder = ready(tmp_path / "cup", 8)
    run(folder, "pair")
    from listbuilder.desk.ledger import Chain, next_line
    from listbuilder.desk.ledger_kinds import parse_entry

    raw, chain = b"", Chain()
    for one in lines(folder):
        said = {key: value for key, value in one.items() if key not in ("at", "by", "what", "seq", "prev", "sum")}
        if one["what"] == "paired":
            first, second = said["games"][0], said["games"][1]
            first[1], second[1] = second[1], first[1]
        entry = parse_entry(one["what"], said)
        assert not isinstance(entry, str)
        line, chain = next_line(chain, one["at"], one["by"], entry)
        raw += line
    (folder / "ledger.jsonl").write_bytes(raw)
    found = data(folder, "check", code=3)["findings"]
    assert [one["code"] for one in found] == ["desk.draw", "desk.posted"]
    assert found[0]["line"] == len(lines(folder))


def test_undo_of_draws_and_results(tmp_path: Path) -> None:
    """A draw can be taken back while nothing of it is scored, a result any time."""
    folder = ready(tmp_path / "cup", 4)
    run(folder, "pair")
    seq = len(lines(folder))
    run(folder, "score", 1, "5,0", "4,0")
    assert "have results" in run(folder, "undo", seq, code=2).stderr
    run(folder, "undo", seq + 1)
    run(folder, "undo", seq)
    assert data(folder, "pair")["round"] == 1
    assert data(folder, "check")["ok"]


def test_undo_of_a_draw_takes_its_swaps_along(tmp_path: Path) -> None:
    """A swap belongs to the draw it was made in; it can be taken back until a game of that round has a result."""
    folder = ready(tmp_path / "cup", 4)
    one, two = (game["players"][0] for game in data(folder, "pair")["games"])
    drawn = len(lines(folder))
    run(folder, "pair", "--swap", one, two, "--why", "came together")
    run(folder, "undo", drawn)
    assert "has no effect" in run(folder, "undo", drawn + 1, code=2).stderr
    again = data(folder, "pair")
    assert data(folder, "check")["ok"]
    one, two = (game["players"][0] for game in again["games"])
    run(folder, "pair", "--swap", one, two, "--why", "came together")
    swapped = len(lines(folder))
    for game in again["games"]:
        run(folder, "score", game["table"], "5,0", "4,0")
    run(folder, "pair")
    assert "a later round was drawn" in run(folder, "undo", swapped, code=2).stderr


def test_opponents_see_each_other_in_their_round(tmp_path: Path) -> None:
    """While rounds are played, the pack lets opponents see each other's lists, and nobody else's."""
    folder = ready(tmp_path / "cup", 4)
    one, two = data(folder, "pair")["games"][0]["players"]
    others = [id for id in ("p01", "p02", "p03", "p04") if id not in (one, two)]
    assert "do not play each other" in run(folder, "reveal", "--to", one, "--to", others[0], code=2).stderr
    assert data(folder, "reveal", "--to", one, "--to", two)["messages"] == 2
    assert "Novice" in (folder / f"out/messages/{one}-opponent.txt").read_text("utf-8")
    assert not (folder / f"out/messages/{others[0]}-opponent.txt").exists()
    assert [line for line in lines(folder) if line["what"] == "revealed"][-1]["lists"] == [one, two]


def test_bye_does_not_lead_the_first_round(tmp_path: Path) -> None:
    """Whoever had no opponent stands behind those who won, even if only the lot decides."""
    folder = ready(tmp_path / "cup", 5, counts=[], order=["points", "opponents", "lot"])
    drawn = data(folder, "pair")
    run(folder, "score", 1, "win", "loss", 2, "win", "loss")
    winners = [game["players"][0] for game in drawn["games"]]
    assert set(order(folder)[:2]) == set(winners) and order(folder)[2] == drawn["bye"]
    assert second_opinion(folder) == order(folder)


def test_top_match_is_at_table_one(tmp_path: Path) -> None:
    """The leaders meet at table 1 in every later round, although they have sat there before."""
    folder = ready(tmp_path / "cup", 8)
    dice = random.Random(3)
    for _ in range(3):
        play(folder, dice)
        points = {one["player"]: one["points"] for one in data(folder, "standings")["standings"]}
    sums = {game["table"]: sum(points[id] for id in game["players"]) for game in data(folder, "pair")["games"]}
    assert sums[1] == max(sums.values())
    assert data(folder, "check")["ok"]
