"""Moves and pushes: from spot to spot, past whoever stands there, with what that sets off on the way."""

from __future__ import annotations

from . import events, people, standing, terrain, tests
from .board import Spot
from .match import Match
from .world import Figure, Scene, Voice

__all__ = ["go", "put", "stops"]


def go(match: Match, figure: Figure, goal: Spot, far: float, *, forced: bool = False, through: bool = False) -> float:
    """Move a figure towards a spot, so far at most and until something is in the way; how far it came."""
    if figure.spot == goal or far <= 0:
        return 0
    scene = Scene(match.meaning("movement"), actor=figure, ignoring=ignoring(match))
    with events.playing(match, scene):
        return 0 if scene.cancelled else along(match, figure, goal, far, forced, through)


def along(match: Match, figure: Figure, goal: Spot, far: float, forced: bool, through: bool) -> float:
    """The way itself, and what it sets off."""
    events.raised(match, "exposed", actor=figure)
    if not figure.alive:
        return 0
    moved = walk(match, figure, goal, far, forced) if match.board.squares else slide(match, figure, goal, far, through)
    if moved:
        figure.moves.append((0 if forced else moved, match.stamp()))
    if forced and moved + 0.01 < min(far, match.board.apart(figure.spot, goal) + moved) and jammed(match, figure, goal):
        events.raised(match, "blocked", actor=figure)
    return moved


def jammed(match: Match, figure: Figure, goal: Spot) -> bool:
    """Whether somebody stands in the way of a figure."""
    step = match.board.toward(figure.spot, goal, 1.0)
    return any(other.spot == step for other in match.present() if other is not figure)


def walk(match: Match, figure: Figure, goal: Spot, far: float, forced: bool) -> float:
    """Square by square; enemies next to it see it leave and come."""
    made = 0
    while made < int(far) and figure.spot != goal and figure.alive:
        step = free_step(match, figure, goal, forced)
        if step is None:
            break
        before = neighbours(match, figure)
        if not forced:
            for enemy in before:
                events.raised(match, "zone-left", actor=figure, target=enemy, ignoring=ignoring(match))
                if not figure.alive:
                    return made
        figure.spot, made = step, made + 1
        for enemy in neighbours(match, figure):
            if enemy not in before and figure.alive:
                events.raised(match, "zone-entered", actor=figure, target=enemy)
    return made


def ignoring(match: Match) -> tuple[str, ...]:
    """What the move that goes on takes no notice of."""
    return tuple(name for scene in match.scenes for name in scene.ignoring)


def neighbours(match: Match, figure: Figure) -> list[Figure]:
    """The enemies right next to a figure."""
    return [one for one in match.present() if one.side != figure.side and match.board.gap(one.spot, figure.spot) <= 1]


def free_step(match: Match, figure: Figure, goal: Spot, forced: bool) -> Spot | None:
    """The next square on the way: straight when pushed, otherwise the nearest free one that comes closer."""
    board = match.board
    taken = {one.spot for one in match.present() if one is not figure}
    straight = board.toward(figure.spot, goal, 1.0)
    if forced:
        return straight if straight not in taken and board.inside(straight) else None
    around = [Spot(figure.spot.x + x, figure.spot.y + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    open_ = [one for one in around if one not in taken and board.inside(one)]
    closer = [one for one in open_ if board.apart(one, goal) < board.apart(figure.spot, goal)]
    return min(closer, key=lambda one: (one != straight, one), default=None)


def slide(match: Match, figure: Figure, goal: Spot, far: float, through: bool) -> float:
    """Straight on by inches, as far as nobody is in the way; then whom it meets."""
    board, start = match.board, figure.spot
    through = through or any(standing.ignored(match, name, figure) for name in match.meaning("obstacle"))
    others = [one for one in match.present() if one is not figure]
    touched = [one for one in others if board.gap(one.spot, start) <= people.TOUCH]
    if match.pieces or match.near_events:
        figure.spot = next(reversed(stops(match, figure, goal, far)), start)
        come_near(match, figure, start)
    else:
        figure.spot = straight(match, figure, goal, far, through)
    for one in others:
        if one not in touched and board.gap(one.spot, figure.spot) <= people.TOUCH and figure.alive and one.alive:
            events.raised(match, "meets", actor=figure, target=one)
    return board.apart(start, figure.spot)


def straight(match: Match, figure: Figure, goal: Spot, far: float, through: bool) -> Spot:
    """The farthest free spot on the way on a plain board."""
    board, start = match.board, figure.spot
    others = [one for one in match.present() if one is not figure]
    length = min(far, board.apart(start, goal))
    while length > 0.05:
        spot = board.clamped(board.toward(start, goal, length))
        apart = all(board.apart(spot, one.spot) >= board.base - 0.01 for one in others)
        if apart and (through or not any(board.crosses(start, spot, one.spot) for one in others)):
            return spot
        length -= 0.05
    return start


STEP = 0.5
"""Ways are looked at every so many inches."""


def stops(match: Match, figure: Figure, goal: Spot, far: float) -> list[Spot]:
    """Where a figure can stop on the straight way to a spot: until terrain is in the way, or it may come no nearer."""
    board, start, found = match.board, figure.spot, []
    others = [one for one in match.present() if one is not figure]
    length = min(far, board.apart(start, goal))
    far_out = [STEP * at for at in range(1, int(length / STEP) + 1)]
    for out in [*far_out, length]:
        spot = board.toward(start, goal, out)
        free = board.inside(spot) and terrain.fits(match, spot)
        if not free or any(one.side != figure.side and board.apart(spot, one.spot) < board.base for one in others):
            break
        if any(stopped(match, figure, start, spot, one) for one in others):
            break
        if all(board.apart(spot, one.spot) >= board.base - 0.01 for one in others):
            found.append(spot)
    return found


def comes_within(match: Match, far: float, start: Spot, spot: Spot, goal: Spot) -> bool:
    """Whether a move from one spot to another comes so near to a third."""
    return match.board.gap(start, goal) > far >= match.board.gap(spot, goal)


def stopped(match: Match, figure: Figure, start: Spot, spot: Spot, other: Figure) -> bool:
    """Whether a move may not come to a spot because of somebody there."""
    if other.side == figure.side:
        return False
    for names, term, far in match.near_events:
        scene = Scene(names, actor=figure, target=other)
        if (
            len(term["about"]) == 1
            and comes_within(match, far, start, spot, other.spot)
            and tests.hold(match, term.get("if", []), Voice(figure, None, scene))
            and standing.stopped(match, scene.names, scene)
        ):
            return True
    return False


def come_near(match: Match, figure: Figure, start: Spot) -> None:
    """What coming near to markers sets off."""
    for names, term, far in match.near_events:
        for marker in match.markers:
            if marker.name in term["about"] and comes_within(match, far, start, figure.spot, marker.spot):
                with events.playing(match, Scene(names, actor=figure)):
                    match.say(f"    {figure.title} comes near to {marker.name}")
                break


def put(match: Match, figure: Figure, spot: Spot) -> bool:
    """Put a figure down, where there is room: there, or right beside it."""
    board = match.board
    step = 1.0 if board.squares else board.base
    offers = [spot, *(Spot(spot.x + x * step, spot.y + y * step) for x in (-1, 0, 1) for y in (-1, 0, 1))]
    for one in offers:
        room = all(
            board.apart(one, other.spot) >= (1 if board.squares else board.base) - 0.01
            for other in match.present()
            if other is not figure
        )
        if room and board.inside(one):
            figure.spot = one
            return True
    return False
