"""Verbs that put somebody or something elsewhere: move, push, place."""

from __future__ import annotations

import math

from . import amounts, choices, effects, moving, people, senses, standing, terrain, tests
from .board import Spot
from .match import Match
from .values import Data
from .world import Figure, Marker, Scene, Voice

__all__ = ["move", "place", "push", "worthwhile"]


def move(match: Match, effect: Data, voice: Voice) -> bool:
    """Whoever it is for goes where it wants, or in the direction that is said."""
    for one in effects.targets(match, effect, voice):
        if isinstance(one, Figure) and one.alive and not standing.forbidden(match, frozenset(["move"]), one):
            far = reach(match, effect, voice, one)
            goal = (
                directed(match, effect, voice, one, far)
                if effect.get("direction")
                else target_spot(match, effect, voice, one, far)
            )
            scene = Scene(frozenset(), actor=one, ignoring=tuple(effect.get("ignoring", ())))
            match.scenes.append(scene)
            came = moving.go(match, one, goal, far)
            match.scenes.remove(scene)
            if came:
                match.say(f"    {one.title} moves {came:.3g}")
    return True


def reach(match: Match, effect: Data, voice: Voice, one: Figure) -> float:
    """How far a move goes: what it says, but no farther than an effect lets a figure move at all."""
    far = amounts.amount(match, effect["amount"], voice)
    most = [name for name, term in match.terms.get("numbers", {}).items() if term.get("means") == "farthest"]
    return min([far, *(amounts.changed(match, name, one, far) for name in most)])


def worthwhile(match: Match, effect: Data, voice: Voice) -> bool:
    """Whether there is anywhere to go: nobody spends an action on a move of 0."""
    one = voice.about or voice.bearer
    if effect.get("to") or effect.get("direction") or not isinstance(one, Figure):
        return True
    far = reach(match, effect, voice, one)
    return far > 0 and target_spot(match, effect, voice, one, far) != one.spot


WAYS = (0, 0.3, -0.3, 0.6, -0.6, 1.0, -1.0, 1.4, -1.4)
"""How far a figure turns away from the straight way to get around something."""
ROOM = 2.0
"""Friends keep so many inches from each other where they can."""


def best_stop(match: Match, effect: Data, voice: Voice, one: Figure, far: float) -> Spot:
    """The stop nearest to its goal where what must hold at the end does, and not in a crowd."""
    goal, here, board = choices.goal(match, one), one.spot, match.board
    foe = choices.foe(match, one)
    goals = [goal, *([foe.spot] if foe else [])]
    found: list[tuple[float, Spot]] = []
    scene = Scene(frozenset(), actor=one, ignoring=tuple(effect.get("ignoring", ())))
    match.scenes.append(scene)
    for at in goals:
        for way in WAYS:
            for spot in moving.stops(match, one, turned(here, at, far, way), far):
                one.spot = spot
                if tests.hold(match, effect.get("ends", []), Voice(one, voice.held, voice.scene), one):
                    crowd = sum(
                        board.gap(other.spot, spot) < ROOM
                        for other in match.present()
                        if other is not one and other.side == one.side
                    )
                    found.append((board.apart(spot, at) - board.apart(here, at) + crowd, spot))
                one.spot = here
    match.scenes.remove(scene)
    value, spot = min(found, default=(0.0, here))
    must = not tests.hold(match, effect.get("ends", []), Voice(one, voice.held, voice.scene), one)
    return spot if found and (must or value < -0.5) else here


def turned(here: Spot, goal: Spot, far: float, way: float) -> Spot:
    """A spot so far away, so much to the left of the way to a goal; the goal itself where that is nearer."""
    angle = math.atan2(goal.y - here.y, goal.x - here.x) + way
    length = min(far, math.hypot(goal.x - here.x, goal.y - here.y)) if way == 0 else far
    return Spot(here.x + length * math.cos(angle), here.y + length * math.sin(angle))


def target_spot(match: Match, effect: Data, voice: Voice, one: Figure, far: float) -> Spot:
    """Where a figure goes: to a friend where it must end beside one, otherwise to its goal."""
    if not match.board.squares and (match.pieces or not any("some" in test for test in effect.get("ends", ["some"]))):
        return best_stop(match, effect, voice, one, far)
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
    centre = centre_of(match, effect, voice)
    if centre is None:
        return None
    for name in effect["what"]:
        if name == "self" and isinstance(voice.bearer, Figure):
            return place_self(match, effect, voice, voice.bearer, centre)
        often = amounts.amount(match, effect["amount"], voice) if "amount" in effect else 1
        unit = next((one for one in match.entries.values() if one["base"] == "unit" and one["id"] == name), None)
        if unit:
            match.figures += [match.newcomer(unit, voice.bearer.side, beside(match, centre)) for _ in range(int(often))]
            match.say(f"    {unit['name']} comes")
            return None  # Nothing in the data of a force says what it fights with.
        if name in match.table.get("shapes", {}):
            for _ in range(int(often)):
                raised(match, name, effect, voice)
            continue
        match.markers += [Marker(name, centre, voice.bearer.side) for _ in range(int(often))]
        match.say(f"    {name} is put down")
    return True


def raised(match: Match, name: str, effect: Data, voice: Voice) -> None:
    """Terrain that is put down: by the spot that is said, where nobody stands."""
    shape = match.table["shapes"][name]
    wide, deep = shape["size"]
    for _ in range(20):
        centre = centre_of(match, effect, voice) or Spot(0, 0)
        ahead = match.board.toward(centre, Spot(centre.x, match.board.deep / 2), match.board.base)
        match.raise_piece(name, shape, Spot(ahead.x - wide / 2, ahead.y - deep / 2))
        piece = match.pieces[-1]
        others = [other for other in match.pieces if other is not piece]
        if not any(terrain.inside(match.board, piece, one.spot) for one in match.present()) and not any(
            terrain.overlap(piece, other) for other in others
        ):
            match.say(f"    {name} is put down")
            return
        match.pieces.pop()


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
    where = [name for test in effect.get("where", []) for name in test.get("in", ())]
    for name in [*where, *([of["name"]] if "name" in of else [])]:
        corners = senses.area(match, name, voice.bearer.side)
        if corners:
            low, high = corners
            if low == high:
                return low
            return Spot(match.dice.uniform(low.x + 1, high.x - 1), match.dice.uniform(low.y + 1, high.y - 1))
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
