"""Verbs that put somebody or something elsewhere: move, push, place."""

from __future__ import annotations

from . import amounts, choices, effects, moving, people, senses, standing
from .board import Spot
from .match import Match
from .values import Data
from .world import Figure, Marker, Scene, Voice

__all__ = ["move", "place", "push"]


def move(match: Match, effect: Data, voice: Voice) -> bool:
    """Whoever it is for goes where it wants, or in the direction that is said."""
    for one in effects.targets(match, effect, voice):
        if isinstance(one, Figure) and one.alive and not standing.forbidden(match, frozenset(["move"]), one):
            far = amounts.amount(match, effect["amount"], voice)
            goal = (
                directed(match, effect, voice, one, far) if effect.get("direction") else target_spot(match, effect, one)
            )
            scene = Scene(frozenset(), actor=one, ignoring=tuple(effect.get("ignoring", ())))
            match.scenes.append(scene)
            came = moving.go(match, one, goal, far)
            match.scenes.remove(scene)
            if came:
                match.say(f"    {one.title} moves {came:.3g}")
    return True


def target_spot(match: Match, effect: Data, one: Figure) -> Spot:
    """Where a figure goes: to a friend where it must end beside one, otherwise to its goal."""
    for test in effect.get("ends", []):
        if "some" in test:
            found = [other for other in match.present() if people.sided(test["some"].get("side"), other, one)]
            near = min(found, key=lambda other: match.board.gap(one.spot, other.spot), default=None)
            return near.spot if near else one.spot
    return choices.goal(match, one)


def directed(match: Match, effect: Data, voice: Voice, one: Figure, far: float) -> Spot:
    """Straight away from something, or straight towards it."""
    of = effect.get("of", {})
    found = [other for other in people.role(match, of.get("role", "self"), voice) if isinstance(other, Figure)]
    origin = voice.spot if voice.spot and not of else found[0].spot if found else one.spot
    if effect["direction"] == "towards":
        return origin
    if origin == one.spot:
        origin = Spot(one.spot.x - 1, one.spot.y)
    return match.board.toward(origin, one.spot, match.board.apart(origin, one.spot) + far)


def push(match: Match, effect: Data, voice: Voice) -> bool:
    """Whoever it is for is moved by force."""
    for one in effects.targets(match, effect, voice):
        if isinstance(one, Figure) and one.alive and one is not voice.bearer:
            far = amounts.amount(match, effect["amount"], voice)
            home = Spot(one.spot.x, 0 if one.side == 0 else match.board.deep)
            goal = directed(match, effect, voice, one, far) if effect.get("direction") else home
            came = moving.go(match, one, goal, far, forced=True)
            match.say(f"    {one.title} is moved {came:.3g}")
    return True


def place(match: Match, effect: Data, voice: Voice) -> bool | None:
    """A marker is put down, or the bearer itself somewhere else."""
    if any(match.sense(name) == "on-terrain" for test in effect.get("where", []) for name in test.get("in", ())):
        return None
    here = voice.bearer.spot if isinstance(voice.bearer, Figure) else Spot(0, 0)
    centre = centre_of(match, effect, voice) or here
    for name in effect["what"]:
        if name == "self" and isinstance(voice.bearer, Figure):
            return place_self(match, effect, voice, voice.bearer, centre)
        often = amounts.amount(match, effect["amount"], voice) if "amount" in effect else 1
        unit = next((one for one in match.entries.values() if one["base"] == "unit" and one["id"] == name), None)
        if unit:
            match.figures += [match.newcomer(unit, voice.bearer.side, beside(match, centre)) for _ in range(int(often))]
            match.say(f"    {unit['name']} comes")
            continue
        match.markers += [Marker(name, centre, voice.bearer.side) for _ in range(int(often))]
        match.say(f"    {name} is put down")
    return True


def beside(match: Match, spot: Spot) -> Spot:
    """The nearest free place at a spot."""
    step = 1.0 if match.board.squares else match.board.base
    around = [Spot(spot.x + x * step, spot.y + y * step) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    free = [
        one for one in around if all(match.board.apart(one, other.spot) >= step - 0.01 for other in match.present())
    ]
    return next((one for one in free if match.board.inside(one)), spot)


def centre_of(match: Match, effect: Data, voice: Voice) -> Spot | None:
    """What a place is measured from."""
    of = effect.get("of", {})
    if "name" in of:
        own = [one for one in match.markers if one.name == of["name"] and one.owner == voice.bearer.side]
        return own[-1].spot if own else None
    found = [one for one in people.role(match, of.get("role", "self"), voice) if isinstance(one, Figure)]
    return found[0].spot if found else None


def place_self(match: Match, effect: Data, voice: Voice, one: Figure, centre: Spot) -> bool:
    """The bearer is put down: behind somebody, or as far towards its goal as it may."""
    target = voice.scene.target if voice.scene else None
    tests_in = [name for test in effect.get("where", []) for name in test.get("in", ())]
    if any(match.sense(name) == "behind" for name in tests_in) and target:
        return moving.put(match, one, senses.behind(match, one, target)) or True
    far = amounts.amount(match, effect["within"], voice) if "within" in effect else 0
    goal = choices.goal(match, one)
    spot = match.board.toward(centre, goal, min(far, match.board.apart(centre, goal)))
    return moving.put(match, one, match.board.clamped(spot)) or True
