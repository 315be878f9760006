"""The ways to spend exactly the points that are left: single options, pairs and threes of them, or one more model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple, cast

from listbuilder.catalogue import Game
from listbuilder.collection import Collection
from listbuilder.generate.judge import Judge, Row, Score
from listbuilder.generate.models import ModelMaker
from listbuilder.reading import Tree

__all__ = ["Way", "spend_exactly"]

LARGEST, CHECKS = 3, 400


class Option(NamedTuple):
    """One thing to add: to the model in a row, or a whole new model where there is no row."""

    row: int | None
    slot: str
    name: str
    cost: int
    model: Row


class Way(NamedTuple):
    """Options that together cost exactly what is left."""

    options: tuple[Option, ...]
    models: list[Row]

    def text(self, names: Mapping[int, str]) -> str:
        """The way in words; `names` has what each row is called."""
        words = [
            f"{one.name} for {names.get(one.row, f'model {one.row + 1}')} ({one.cost})"
            if one.row is not None
            else f"a new model: {one.name} ({one.cost})"
            for one in self.options
        ]
        return ", ".join(words)


def spend_exactly(
    tree: Mapping[str, Any], game: Game, most: int = 10, collection: Collection | None = None
) -> tuple[int, list[Way]]:
    """The points left and the legal ways to spend exactly that, those with the fewest options first."""
    judge = Judge(game, collection)
    now = judge.score(tree)
    left = 0 if now.force.limit is None else now.force.limit - now.cost
    if left <= 0:
        return max(left, 0), []
    options = sorted({(o.row, o.slot, o.name): o for o in all_options(tree, judge, now, left)}.values(), key=order)
    found: list[Way] = []
    for checks, chosen in enumerate(exact(options, left)):
        models = apply(tree, chosen, game)
        score = judge.score({**tree, "models": cast("Tree", models)})
        if score.errors <= now.errors and score.cost - now.cost == left:
            found.append(Way(chosen, models))
        if len(found) == most or checks > CHECKS:
            break
    return left, found


def exact(options: list[Option], left: int) -> Iterator[tuple[Option, ...]]:
    """The options, pairs and threes of them that cost exactly so much; which costs go together is asked first."""
    by_cost: dict[int, list[Option]] = {}
    for one in options:
        by_cost.setdefault(one.cost, []).append(one)
    for size in range(1, LARGEST + 1):
        for costs in combinations_with_replacement(sorted(by_cost, reverse=True), size):
            if sum(costs) != left:
                continue
            parts = [combinations(by_cost[cost], costs.count(cost)) for cost in dict.fromkeys(costs)]
            yield from (tuple(one for part in chosen for one in part) for chosen in product(*parts))


def order(one: Option) -> tuple[int, int, str]:
    """Dear options first, then by the place in the list."""
    return (-one.cost, -1 if one.row is None else one.row, one.name)


def all_options(tree: Mapping[str, Any], judge: Judge, now: Score, left: int) -> Iterator[Option]:
    """Every single thing that may be added and costs no more than is left."""
    maker = ModelMaker(judge, dict(tree), Random(0))
    for model in now.force.rows:
        row = tree["models"][model.row]
        copies = sum(1 for one in now.force.models if one.row == model.row)
        for id, slot in maker.sheet.slots.items():
            room = model.room.get(id)
            if room is not None and len(model.slots.get(id, ())) >= room:
                continue
            for entry in maker.options(row, id, slot, model):
                if 0 < entry.cost * copies <= left:
                    yield Option(model.row, id, entry.name, entry.cost * copies, row)
    for head in maker.heads():
        for spend in (0.0, 0.5):
            made = maker.make(head, spend)
            cost = maker.alone(made).force.models[0].cost if made else 0
            if made and 0 < cost <= left:
                yield Option(None, "models", ", ".join(words(made)), cost, made)


def words(row: Row) -> Iterator[str]:
    """What a model has, in words."""
    for key, value in row.items():
        if isinstance(value, dict):
            yield from (f"{stat} +{steps}" for stat, steps in value.items())
        else:
            yield from (str(one) for one in (value if isinstance(value, list) else [value]) if key != "deploy")


def apply(tree: Mapping[str, Any], chosen: tuple[Option, ...], game: Game) -> list[Row]:
    """The models with some options added."""
    models: list[Row] = [dict(row) for row in tree["models"]]
    for one in chosen:
        if one.row is None:
            models.append(dict(one.model))
            continue
        held = models[one.row].get(one.slot)
        names = [*(held if isinstance(held, list) else [] if held is None else [held]), one.name]
        single = game.model.slots[one.slot].max == 1 and held is None
        models[one.row][one.slot] = names[0] if single else names
    return models
