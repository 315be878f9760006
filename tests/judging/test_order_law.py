"""Order never matters: shuffled files, entries, slots, rows, picks and keys give the same verdict and numbers.

The games and rows are those of `tests/conformance`; rows are drawn and put together at random, legal or not.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.catalogue import Game
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from tests.support import cases, fast_yaml
from tests.support.effort import rounds

GAMES = [key for key in cases.CONFORMANCE if key.startswith(("numbers", "patterns"))]
Tree = Any


def pool(key: str) -> dict[str, list[Tree]]:
    """The rows and list keys that the cases of a game use."""
    content = cases.CONFORMANCE[key]
    lists = [content.get("base", {}), *(case["list"] for case in content["cases"] if "event" not in case)]
    return {
        "models": [row for one in lists for row in one.get("models", ())],
        "keys": [{name: one[name] for name in one if name not in ("models", "groups")} for one in lists],
    }


POOLS = {key: pool(key) for key in GAMES}


def drawn(key: str, dice: random.Random) -> Tree:
    """A list of some rows, with a group for every name that they use."""
    rows = [deepcopy(dice.choice(POOLS[key]["models"])) for _ in range(dice.randint(1, 6))]
    for row in rows:
        if "group" in row or dice.random() < 0.3:
            row["group"] = dice.choice(["A", "B"])
    names = sorted({row["group"] for row in rows if "group" in row})
    orders = {"numbers": "Hold", "patterns": "Saints Tooth"}
    groups: list[Tree] = [{"name": name} for name in names]
    if groups and dice.random() < 0.5:
        groups[0]["order"] = orders[key.partition("-")[0]]
    return {"game": "case", **dice.choice(POOLS[key]["keys"]), "models": rows, **({"groups": groups} if groups else {})}


def keys_shuffled(tree: Tree, dice: random.Random) -> Tree:
    """The same with the keys of every mapping in another order."""
    if isinstance(tree, list):
        return [keys_shuffled(one, dice) for one in tree]
    if not isinstance(tree, dict):
        return tree
    items = [(name, keys_shuffled(one, dice)) for name, one in tree.items()]
    dice.shuffle(items)
    return dict(items)


def respelled(raw: Tree, dice: random.Random) -> Tree:
    """The same list in other words: rows, picks and keys in another order, counts split, names in another case."""
    raw = deepcopy(raw)
    rows = []
    for row in raw["models"]:
        number = row.get("count", 1)
        first = dice.randint(1, number)
        parts = [first, number - first] if first < number else [number]
        rows += [{**deepcopy(row), "count": part} for part in parts]
    for row in rows:
        for name, value in row.items():
            if isinstance(value, list):
                spread = [again for one in value for again in copies(one, dice)]
                dice.shuffle(spread)
                row[name] = spread
            elif name == "unit":
                row[name] = dice.choice([value, value.upper(), value.lower(), value.lower().replace(" ", "-")])
    dice.shuffle(rows)
    raw["models"] = rows
    dice.shuffle(raw.setdefault("groups", []))
    if not raw["groups"]:
        del raw["groups"]
    return keys_shuffled(raw, dice)


def copies(pick: Tree, dice: random.Random) -> list[Tree]:
    """A pick with a count as so many picks, now and then."""
    if isinstance(pick, str):
        return [dice.choice([pick, {"entry": pick}, {"entry": pick, "count": 1}])]
    # What copies share is not there for each of them.
    if pick.get("count", 1) > 1 and not isinstance(pick.get("picks"), dict) and dice.random() < 0.5:
        return [{**deepcopy(pick), "count": 1} for _ in range(pick["count"])]
    return [pick]


def facts(report: Report) -> Tree:
    """What must not depend on any order; findings about one place by their codes alone."""
    force = report.force
    models = Counter(
        (json.dumps(row.stats, sort_keys=True), row.cost, row.size, row.part)
        for row in force.rows
        for _ in range(row.count)
    )
    codes = Counter(one.code for one in report.findings if not one.code.startswith(PER_ROW))
    rest = {one.code for one in report.findings}
    return report.valid, dict(force.totals), models, codes, rest, force.meaning


# A row of three that is wrong is one finding, three rows are three; picks likewise.
PER_ROW = (
    "needs.",
    "size.",
    "room.",
    "limit.",
    "picks.",
    "budget.",
    "agree.",
    "unique.",
    "offer.",
    "rolled.",
    "count.over",
)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Game]]:
    """Each game as it is written, and with everything in it shuffled."""
    made: dict[str, list[Game]] = {}
    for key in GAMES:
        made[key] = []
        for seed in range(3):
            content = deepcopy(cases.CONFORMANCE[key]["game"])
            if seed:
                content = shuffled_game(content, random.Random(seed))
            made[key].append(check_folder(written(content, tmp_path_factory.mktemp(f"{key[:7]}{seed}"))))
    return made


def written(content: Tree, root: Path) -> Path:
    """A game's folder; entries of one kind each in a file of their own."""
    head = {**cases.HEAD, **{key: value for key, value in content.items() if key != "entries"}}
    folder = root / "case"
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump(head, sort_keys=False), "utf-8")
    for at, block in enumerate(content["entries"]):
        (folder / f"part-{at}.yaml").write_text(fast_yaml.dump(block, sort_keys=False), "utf-8")
    return folder


def shuffled_game(content: Tree, dice: random.Random) -> Tree:
    """A game with its files, entries, rules, slots, stats and keys in another order; the first currency stays so."""
    money, formats = content["currencies"], content.get("formats")
    blocks = [{"kind": block["kind"], "entries": [entry]} for block in content["entries"] for entry in block["entries"]]
    dice.shuffle(blocks)
    dice.shuffle(content["rules"])
    made = keys_shuffled({**content, "entries": blocks}, dice)
    return {**made, "currencies": money, **({"formats": formats} if formats else {})}


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=rounds(60, 20), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_order_never_matters(games: dict[str, list[Game]], key: str, seed: int) -> None:
    """A list says the same however it, or its game, is written."""
    dice = random.Random(seed)
    raw = drawn(key, dice)
    plain, *others = games[key]
    first = Referee(plain).judge(read_list(raw))
    wanted = facts(first)
    for game in (plain, *others):
        again = Referee(game).judge(read_list(respelled(raw, dice)))
        assert facts(again) == wanted, [one.message for one in (*first.findings, *again.findings)]
    exact = Counter(one.code for one in first.findings)
    shuffled = keys_shuffled(raw, dice)
    dice.shuffle(shuffled["models"])
    assert Counter(one.code for one in Referee(others[0]).judge(read_list(shuffled)).findings) == exact


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=rounds(40, 15), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_one_row_more_is_another_list(games: dict[str, list[Game]], key: str, seed: int) -> None:
    """A list with one row more, or one pick more, has another meaning."""
    dice = random.Random(seed)
    raw = drawn(key, dice)
    more, picked = deepcopy(raw), deepcopy(raw)
    more["models"].append(deepcopy(dice.choice(raw["models"])))
    held = picked["models"][0].get("gear", [])
    picked["models"][0]["gear"] = [*(held if isinstance(held, list) else [held]), POOL_GEAR[key.partition("-")[0]]]
    plain, *others = (Referee(games[key][0]).judge(read_list(one)).force.meaning for one in (raw, more, picked))
    assert plain not in others


POOL_GEAR = {"numbers": "Stone", "patterns": "Torch"}


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=rounds(40, 15), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_ids_survive_reordering(games: dict[str, list[Game]], key: str, seed: int) -> None:
    """A model keeps its id wherever its row stands: what has an id is the same before and after."""
    dice = random.Random(seed)
    raw = drawn(key, dice)
    turned = {**raw, "models": dice.sample(raw["models"], len(raw["models"]))}
    first, second = (identified(Referee(games[key][0]).judge(read_list(one))) for one in (raw, turned))
    assert first == second


def identified(report: Report) -> dict[str, str]:
    """What each id stands for, in whatever order its picks stand: two rows that are the same may change places."""
    rows = report.force.document.models
    return {
        model.id: json.dumps(in_any_order(dict(rows[model.row].keys)), sort_keys=True) for model in report.force.models
    }


def in_any_order(value: Any) -> Any:
    """A value with every list in it sorted."""
    if isinstance(value, dict):
        return {key: in_any_order(one) for key, one in value.items()}
    return sorted(map(in_any_order, value), key=json.dumps) if isinstance(value, list) else value
