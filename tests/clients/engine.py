# ruff: noqa: T201
"""A small engine: import a force, say who acts in which order and how many hits each model takes.

    python engine.py squad.yaml

It plays any game: a stat that is ticked off during play is what a model lives by, and the fastest model acts first.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from listbuilder import EngineForce, EngineModel, import_force
from listbuilder.base.errors import ListbuilderError

LIFE = ("hp", "wounds", "hits", "health")
SPEED = ("initiative", "mv", "move", "movement", "speed")


class Fighter(NamedTuple):
    """A model in play."""

    id: str
    title: str
    life: int
    speed: int
    best: str


def fighters(force: EngineForce) -> list[Fighter]:
    """The models that take part, in turn order: the fastest first, then as in the list."""
    life, speed = life_of(force), first_stat(force, SPEED)
    made = [
        Fighter(model.id, model.title, model.stats.get(life, 0), model.stats.get(speed, 0), best_weapon(model))
        for model in force.models
        if model.deploy
    ]
    return sorted(made, key=lambda fighter: -fighter.speed)


def life_of(force: EngineForce) -> str:
    """The stat that is ticked off, or one with a usual name."""
    return next((stat.id for stat in force.game.stats if stat.boxes), "") or first_stat(force, LIFE)


def first_stat(force: EngineForce, names: tuple[str, ...]) -> str:
    """The first stat of the game with one of these ids or names."""
    return next((stat.id for stat in force.game.stats if stat.id in names or stat.name.lower() in names), "")


def best_weapon(model: EngineModel) -> str:
    """The weapon that reaches farthest, with its printed damage."""
    weapons = sorted(model.weapons, key=lambda weapon: -(weapon.range.value if weapon.range else 0))
    if not weapons:
        return "-"
    damage = weapons[0].damage
    return f"{weapons[0].name} {damage.text}" if damage else weapons[0].name


def main(source: str) -> int:
    """Import, and print the turn order."""
    try:
        force = import_force(source)
    except ListbuilderError as error:
        for finding in error.findings:
            print(f"{finding.code}: {finding.message}", file=sys.stderr)
        return 1
    print(f"{force.game.name}: {force.name} ({force.cost} {force.points.name})")
    for turn, fighter in enumerate(fighters(force), 1):
        print(f"{turn}. {fighter.id} {fighter.title}: {fighter.life} life, speed {fighter.speed}, {fighter.best}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
