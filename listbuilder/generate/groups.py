"""Put models into groups: of several ways to divide them and to choose who leads, the one with the least against it."""

from __future__ import annotations

from random import Random
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.generate.judge import Judge, Row

WAYS = 2
NAMES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


def has_groups(game: Game) -> bool:
    """Whether a game divides its models into groups."""
    return game.model.group_key is not None and bool(game.group.fields or game.group.slots)


def group_models(tree: dict[str, Any], judge: Judge, random: Random, kept: int) -> dict[str, Any]:
    """The same list with its models from number `kept` on in groups, where that leaves less to be said against it."""
    best, least = tree, weight(judge, tree)
    most = min(len(NAMES), len(tree["models"]) - kept)
    for parts in sorted([*range(1, most + 1)] * WAYS):
        if parts > 1 and least == (0, 0):
            break
        made = divide(tree, judge, random, kept, parts)
        heavy = weight(judge, made)
        if heavy < least:
            best, least = made, heavy
    return best


def weight(judge: Judge, tree: dict[str, Any]) -> tuple[int, int]:
    """What is against a list: errors first, then everything else that could be said of it."""
    score = judge.score(tree)
    return (score.errors, score.warnings + score.infos)


def divide(tree: dict[str, Any], judge: Judge, random: Random, kept: int, parts: int) -> dict[str, Any]:
    """One way to divide the models into so many groups."""
    key = judge.game.model.group_key
    assert key is not None
    rows: list[Row] = [dict(row) for row in tree["models"]]
    order = list(range(kept, len(rows)))
    random.shuffle(order)
    groups: list[Row] = []
    for at in range(parts):
        members = order[at::parts]
        for one in members:
            rows[one] = {**rows[one], key: NAMES[at]}
        groups.append(describe({**tree, "models": rows}, groups, NAMES[at], members, judge, random))
    return {**tree, "models": rows, "groups": groups}


def describe(
    tree: dict[str, Any], before: list[Row], name: str, members: list[int], judge: Judge, random: Random
) -> Row:
    """A group with the words it must say and the members it must name, the best of them first."""
    group: Row = {"name": name}
    for id, field in judge.game.group.fields.items():
        if field.required and field.choices:
            tries = [{**group, id: word} for word in random.sample(field.choices, len(field.choices))]
        elif field.required and id in judge.game.group.posts:
            label(tree["models"], members)
            tries = [{**group, id: tree["models"][at]["name"]} for at in random.sample(members, min(len(members), 8))]
        else:
            continue
        group = min(tries, key=lambda one: judge.score({**tree, "groups": [*before, one]}).rank)
    return group


def label(rows: list[Row], members: list[int]) -> None:
    """Give the models of a group names, so that the group can name one of them."""
    taken = {row["name"] for row in rows if "name" in row}
    for at in members:
        if "name" not in rows[at]:
            first = next((str(value) for key, value in rows[at].items() if isinstance(value, str)), "Model")
            number = next(n for n in range(1, len(rows) + 2) if f"{first} {n}" not in taken)
            taken.add(f"{first} {number}")
            rows[at] = {"name": f"{first} {number}", **rows[at]}
