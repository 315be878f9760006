"""Senses: what a word means on a flat board, for the words that say so. Nobody stands on terrain."""

from __future__ import annotations

from collections.abc import Callable

from . import amounts, deeds, standing, terrain, tests
from .board import Spot
from .match import Match
from .values import Data
from .world import Bearer, Figure, Piece, Scene, Voice

__all__ = ["area", "behind", "held_places", "in_place", "measured", "on_line", "seen"]


def seen(match: Match, term: Data, subject: Bearer | None, voice: Voice) -> bool:
    """Whether a state with a sense is there."""
    sense = term.get("means")
    scene = voice.scene or (match.scenes[-1] if match.scenes else None)
    asked: dict[str, Callable[[], bool]] = {
        "screened": lambda: cover(match, scene, subject) == "screened",
        "covered": lambda: cover(match, scene, subject) == "covered",
        "half-range": lambda: half_range(match, scene, voice),
        "off-turn": lambda: scene is not None and scene.actor is not match.active,
        "last-action": lambda: scene is not None and scene.last,
        "has-moved": lambda: isinstance(subject, Figure) and moved_now(match, subject),
        "flanked": lambda: isinstance(subject, Figure) and flanked(match, subject),
        "sheltered": lambda: bool(sheltering(match, term, scene, subject)),
        "only-behind": lambda: only_behind(match, term, scene, subject),
        "crossed": lambda: on_way(match, scene, subject, voice, terrain.screens),
        "seen-through": lambda: on_way(match, scene, subject, voice, terrain.through_gaps),
        "allowed": lambda: isinstance(subject, Figure) and deeds.permitted(match, voice, subject),
        "first-target": lambda: first_target(match, term),
        "within-event": lambda: any(one.names & set(term["about"]) for one in match.scenes),
        "second": lambda: subject is not None and subject.side != match.first,
        "off-board": lambda: False,
        "above": lambda: False,
    }
    return asked[sense]() if sense in asked else False


def ends_of(scene: Scene | None, subject: Bearer | None) -> tuple[Figure, Figure] | None:
    """Whoever acts, and somebody else whom a line goes to."""
    if scene and isinstance(scene.actor, Figure) and isinstance(subject, Figure) and subject is not scene.actor:
        return scene.actor, subject
    return None


def sheltering(match: Match, term: Data, scene: Scene | None, subject: Bearer | None) -> list[Piece]:
    """The terrain that shelters a figure, as near to it as the term says."""
    ends = ends_of(scene, subject)
    far = amounts.amount(match, {"of": term["about"][0]}, Voice(ends[1])) if ends else 0
    return terrain.shelters(match, *ends, far) if ends else []


def only_behind(match: Match, term: Data, scene: Scene | None, subject: Bearer | None) -> bool:
    """Whether all that a line to a figure crosses has some keyword."""
    ends = ends_of(scene, subject)
    found = [piece for piece in match.pieces if ends and terrain.screens(match, *ends, piece)]
    return all({one.entry["id"] for one in piece.held} & {*term["about"]} for piece in found)


def on_way(
    match: Match,
    scene: Scene | None,
    subject: Bearer | None,
    voice: Voice,
    fits: Callable[[Match, Figure, Figure, Piece], bool],
) -> bool:
    """Whether the terrain that bears an effect is in the way of a line."""
    ends = ends_of(scene, subject)
    return ends is not None and isinstance(voice.bearer, Piece) and fits(match, *ends, voice.bearer)


def first_target(match: Match, term: Data) -> bool:
    """Whether the first target of the action that goes on is in a state."""
    inner = match.scenes[-1] if match.scenes else None
    first = next((one for one in match.scenes if inner and one.names & inner.names and one.target), None)
    if first is None or first.actor is None or first is inner:
        return False
    voice = Voice(first.actor, first.held, first)
    return all(tests.state(match, name, first.target, voice) for name in term["about"])


def cover(match: Match, scene: Scene | None, subject: Bearer | None) -> str:
    """What the line from whoever acts to a figure meets: models on a plain board, and what they are treated as."""
    if scene is None or not isinstance(scene.actor, Figure) or not isinstance(subject, Figure):
        return ""
    if subject is scene.actor or any(standing.ignored(match, name, scene.actor) for name in match.meaning("obstacle")):
        return ""
    found = ""
    for other in match.present():
        if match.board.crosses(scene.actor.spot, subject.spot, other.spot) and blocks(match, other, scene.actor):
            found = hidden_by(match, other, subject) or found or "screened"
    return found


def blocks(match: Match, other: Figure, actor: Figure) -> bool:
    """Whether a figure is in the way of a line; on squares only enemies are."""
    return other.side != actor.side or not match.board.squares


def hidden_by(match: Match, other: Figure, subject: Figure) -> str:
    """What a figure counts as for somebody behind it, where an effect says so of the figure itself."""
    for effect, voice, _ in standing.standing(match, "treat"):
        if "self" in effect["what"] and voice.bearer is other and subject.side == other.side and subject is not other:
            match.tally.played(effect)
            return next((str(match.sense(name)) for name in effect.get("as", ())), "")
    return ""


def half_range(match: Match, scene: Scene | None, voice: Voice) -> bool:
    """Whether the target is within half of the range."""
    if scene is None or not isinstance(scene.actor, Figure) or scene.target is None:
        return False
    far = amounts.number(match, "range", scene.actor, Voice(scene.actor, None, scene))
    return match.board.gap(scene.actor.spot, scene.target.spot) <= far / 2


def moved_now(match: Match, figure: Figure) -> bool:
    """Whether a figure has moved in the shortest period that is running."""
    period = list(match.terms["periods"])[-1]
    return any(far and match.during(stamp, period) for far, stamp in figure.moves) and figure is match.active


def flanked(match: Match, figure: Figure) -> bool:
    """Whether enemies stand on opposite sides of a figure, right next to it."""
    near = {
        (round(one.spot.x - figure.spot.x), round(one.spot.y - figure.spot.y))
        for one in match.present()
        if one.side != figure.side and match.board.gap(one.spot, figure.spot) <= 1
    }
    return any((-x, -y) in near for x, y in near)


def measured(match: Match, name: str, whose: Bearer, voice: Voice) -> float:
    """A number that the board or the game so far answers; conditions and markers are counted."""
    sense = match.sense(name)
    scene = voice.scene or (match.scenes[-1] if match.scenes else None)
    if sense == "distance" and scene and isinstance(scene.actor, Figure) and scene.target:
        return match.board.gap(scene.actor.spot, scene.target.spot)
    if sense == "terrain-apart" and scene and isinstance(voice.bearer, Piece):
        both = [one for one in (scene.actor, scene.target) if isinstance(one, Figure)]
        return max(0.0, min(terrain.near(voice.bearer, one.spot) for one in both) - match.board.base / 2)
    if sense == "shown" and scene:
        return scene.shows or 0
    if sense == "destroyed":
        return sum(float(one.model["cost"]) for one in match.figures if one.side != whose.side and not one.alive)
    return whose.counts[name]


def in_place(match: Match, name: str, figure: Figure, voice: Voice, wholly: bool) -> bool:
    """Whether a figure is in a place, seen from the bearer."""
    sense, side = match.sense(name), voice.bearer.side
    zones = [match.board.zone_of(one, figure.spot, wholly) for one in (side, 1 - side)]
    known = {"own-zone": zones[0], "enemy-zone": zones[1], "outside-zones": not any(zones)}
    corners = None if sense in known else area(match, name, side)
    if corners:
        return all(low <= at <= high for at, low, high in zip(figure.spot, *corners, strict=True))
    return known.get(str(sense), False)


def area(match: Match, name: str, side: int) -> tuple[Spot, Spot] | None:
    """The corners of a place of one side: by its sense, or by what the table says."""
    board = match.board
    if match.sense(name) == "own-zone":
        low = 0.0 if side == 0 else board.deep - board.zone
        return Spot(0, low), Spot(board.wide, low + board.zone)
    if match.sense(name) == "centre":
        return (Spot(board.wide // 2, board.deep // 2),) * 2
    corners = match.table.get("areas", {}).get(name)
    return (Spot(*corners[side][:2]), Spot(*corners[side][2:])) if corners else None


def held_places(match: Match, name: str, far: float, side: int, counted: list[Bearer]) -> int:
    """How many markers or places of a name one side has more figures at than the other, of those that count."""
    board = match.board
    figures = [one for one in counted if isinstance(one, Figure)]
    if match.sense(name) == "quarter":
        groups = [[one for one in figures if board.quarter(one.spot) == at] for at in range(4)]
    else:
        spots = [marker.spot for marker in match.markers if marker.name == name]
        groups = [[one for one in figures if board.apart(one.spot, spot) - board.base / 2 <= far] for spot in spots]
    return sum(2 * sum(one.side == side for one in group) > len(group) for group in groups)


def on_line(match: Match, figure: Figure, voice: Voice) -> bool:
    """Whether a figure stands in the line that the bearer has chosen."""
    if voice.line is None or not isinstance(voice.bearer, Figure) or figure is voice.bearer:
        return False
    near = match.board.apart(figure.spot, voice.line) <= match.board.base / 2
    return near or match.board.crosses(voice.bearer.spot, voice.line, figure.spot)


def behind(match: Match, actor: Figure, target: Figure) -> Spot:
    """The spot on the far side of a target, right next to it."""
    step = 1.0 if match.board.squares else match.board.base
    far = match.board.apart(actor.spot, target.spot) + step
    return match.board.toward(actor.spot, target.spot, far)
