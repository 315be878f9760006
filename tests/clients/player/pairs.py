"""Pairs: dice of one roll stop dice of another, all at once or by turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from . import events, harm, standing, steps
from .match import Match
from .values import Data, Rows
from .world import Bearer, Figure, Scene

__all__ = ["pair"]

PARTS = ("actor", "target")
OUT = 100.0
"""What it is worth to take somebody out, in damage."""

Dice = tuple[int, ...]


class Move(NamedTuple):
    """A die that is used: to strike with a result, or to stop by a rate."""

    strike: str
    rate: int
    left: tuple[Dice, Dice]


def pair(match: Match, step: Data, scene: Scene, rest: Rows) -> None:
    """Play a pair step; what follows it says what each die does."""
    if "turns" in step:
        by_turns(match, step, scene, rest)
    else:
        at_once(match, step, scene, rest)


def results(step: Data) -> list[str]:
    """The results that a pair step speaks of."""
    return list(dict.fromkeys(name for rate in step["rates"] for key in ("stop", "with") for name in rate[key]))


def dice_of(scene: Scene, part: str, names: list[str]) -> Dice:
    """How many dice of each result a side has."""
    return tuple(int(scene.numbers.get((part, name), 0)) for name in names)


def keep(scene: Scene, part: str, names: list[str], dice: Dice) -> None:
    """Put down how many dice of each result a side has left."""
    scene.numbers |= {(part, name): count for name, count in zip(names, dice, strict=True)}


def worth(match: Match, scene: Scene, rest: Rows, part: str, names: list[str]) -> list[float]:
    """What one die of each result does by the steps that follow."""
    kept, made = dict(scene.numbers), []
    hurts = PARTS[1 - PARTS.index(part)]
    for name in names:
        keep(scene, part, names, tuple(int(one == name) for one in names))
        made.append(sum(sum(steps.hits(match, one, scene)) for one in rest if one.get("damage") == hurts))
    scene.numbers = kept
    return made


def stopped(rate: Data, names: list[str], dice: Dice, against: Dice) -> tuple[Dice, Dice] | None:
    """What two sides have left once dice of the second were used by a rate; nothing where they can't be."""
    used = tuple(count - rate["with"].get(name, 0) for name, count in zip(names, against, strict=True))
    left = tuple(count - rate["stop"].get(name, 0) for name, count in zip(names, dice, strict=True))
    return (left, used) if min(*used, *left) >= 0 else None


def at_once(match: Match, step: Data, scene: Scene, rest: Rows) -> None:
    """One side chooses what its dice stop: as much damage as it can."""
    names = results(step)
    harms = worth(match, scene, rest, "actor", names)

    def ends(dice: Dice, against: Dice) -> Iterator[Dice]:
        yield dice
        for rate in step["rates"]:
            after = stopped(rate, names, dice, against)
            if after:
                yield from ends(*after)

    def harm_of(dice: Dice) -> float:
        return sum(count * one for count, one in zip(dice, harms, strict=True))

    best = min(ends(*(dice_of(scene, part, names) for part in PARTS)), key=harm_of)
    keep(scene, "actor", names, best)
    match.say(f"    not stopped: {dict(zip(names, best, strict=True))}")


def by_turns(match: Match, step: Data, scene: Scene, rest: Rows) -> None:
    """Both use one die after the other, to strike or to stop one, until nobody has any or somebody is out."""
    names, turn = results(step), PARTS.index(step["turns"])
    both = [scene.actor, scene.target]
    out = match.course["health"]["out"]
    while all(isinstance(one, Figure) and one.alive for one in both):
        figures = [one for one in both if isinstance(one, Figure)]
        dice = (dice_of(scene, "actor", names), dice_of(scene, "target", names))
        if not any(map(any, dice)):
            break
        if any(dice[turn]):
            harms = [worth(match, scene, rest, part, names) for part in PARTS]
            health = (figures[0].stats[out] - figures[0].lost[out], figures[1].stats[out] - figures[1].lost[out])
            move = best(rates_of(match, step, figures), names, harms, dice, health, turn)
            for part, left in zip(PARTS, move.left, strict=True):
                keep(scene, part, names, left)
            if move.strike:
                each = next((one["each"] for one in rest if "each" in one), "")
                strike(match, step, scene, turn, move.strike, harms[turn][names.index(move.strike)], each)
            else:
                match.say(f"    {figures[turn].title} blocks: {step['rates'][move.rate]['stop']}")
        turn = 1 - turn
    for part in PARTS:
        keep(scene, part, names, tuple(0 for _ in names))


def rates_of(match: Match, step: Data, figures: list[Figure]) -> list[list[tuple[int, Data]]]:
    """The rates that each side may use, with their place."""
    return [
        [
            (at, rate)
            for at, rate in enumerate(step["rates"])
            if not ("action" in rate and barred(match, match.names(rate["action"]), one))
        ]
        for one in figures
    ]


def barred(match: Match, names: frozenset[str], one: Figure) -> bool:
    """Whether a figure, or its player, may not do something now."""
    whose: list[Bearer] = [one, match.players[one.side]]
    return any(standing.forbidden(match, names, each) for each in whose)


def best(
    rates: list[list[tuple[int, Data]]],
    names: list[str],
    harms: list[list[float]],
    dice: tuple[Dice, Dice],
    health: tuple[float, float],
    turn: int,
) -> Move:
    """The move that is best if both go on like that: to take out and not to be taken out, then to do more damage."""

    def moves(dice: tuple[Dice, Dice], turn: int) -> list[Move]:
        made = []
        own = dice[turn]
        for at, name in enumerate(names):
            if own[at]:
                used = (*own[:at], own[at] - 1, *own[at + 1 :])
                made.append(Move(name, -1, (used, dice[1]) if turn == 0 else (dice[0], used)))
        for at, rate in rates[turn]:
            after = stopped(rate, names, dice[1 - turn], own)
            if after:
                made.append(Move("", at, (after[1], after[0]) if turn == 0 else after))
        return made

    @cache
    def value(dice: tuple[Dice, Dice], health: tuple[float, float], turn: int) -> float:
        offers = [] if min(health) <= 0 else moves(dice, turn) or moves(dice, 1 - turn)
        if not offers:
            return OUT * ((health[1] <= 0) - (health[0] <= 0)) + health[0] - health[1]
        who = turn if any(dice[turn]) else 1 - turn
        return (max, min)[who](after(one, health, who) for one in offers)

    def after(move: Move, health: tuple[float, float], turn: int) -> float:
        harm = harms[turn][names.index(move.strike)] if move.strike else 0
        left = (health[0], health[1] - harm) if turn == 0 else (health[0] - harm, health[1])
        return value(move.left, left, 1 - turn)

    return (max, min)[turn](moves(dice, turn), key=lambda one: after(one, health, turn))


def strike(match: Match, step: Data, scene: Scene, turn: int, result: str, hurt: float, each: str) -> None:
    """A die does its damage at once, and whatever a strike sets off happens."""
    both = [one for one in (scene.actor, scene.target) if isinstance(one, Figure)]
    one, other, held = both[turn], both[1 - turn], (scene.held, scene.answer)[turn]
    names = match.names(step["strike"]) if "strike" in step else frozenset()
    match.say(f"    {one.title} strikes: {result}")
    with events.playing(match, Scene(names, actor=one, target=other, held=held, result=result)):
        harm.hit(match, one, other, hurt, each=each)
