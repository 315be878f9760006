"""Who: everybody that a record of the schema means, seen from whoever bears the effect."""

from __future__ import annotations

from collections.abc import Iterator

from . import amounts, senses, terrain, tests
from .match import Match
from .selectors import fits_figure
from .values import Data
from .world import Bearer, Figure, Player, Voice

__all__ = ["TOUCH", "chosen", "is_one", "role", "select"]

TOUCH = 0.1
"""Figures so near touch each other."""


def role(match: Match, name: str, voice: Voice) -> list[Bearer]:
    """Whoever plays a part."""
    scene = voice.scene
    if name == "chosen":
        return list(voice.chosen)
    found: dict[str, Bearer | None] = {
        "self": voice.bearer,
        "actor": scene.actor if scene else None,
        "target": scene.target if scene else None,
    }
    sides = {"owner": voice.bearer.side, "opponent": 1 - voice.bearer.side}
    one = match.players[sides[name]] if name in sides else found[name]
    return [one] if one else []


def select(match: Match, who: Data, voice: Voice) -> list[Bearer]:
    """Everybody that a record means; with `choose` so many of them, the most promising first."""
    if set(who) == {"role"}:
        return role(match, who["role"], voice)
    start: list[Bearer] = role(match, who["role"], voice) if "role" in who else list(match.present())
    found = [one for one in start if fits(match, who, one, voice)]
    return chosen(match, who, found, voice)


def chosen(match: Match, who: Data, found: list[Bearer], voice: Voice) -> list[Bearer]:
    """With `choose`, so many of those found, the most promising first."""
    if "choose" in who:
        several = int(amounts.amount(match, who["choose"], voice))
        found = sorted(found, key=lambda one: promise(match, one, voice))[:several]
    return found


def promise(match: Match, one: Bearer, voice: Voice) -> tuple[float, float, str]:
    """The weakest first, then the nearest."""
    if not isinstance(one, Figure) or not isinstance(voice.bearer, Figure):
        return (0, 0, one.title)
    out = match.course["health"]["out"]
    return (one.stats[out] - one.lost[out], match.board.gap(one.spot, voice.bearer.spot), one.title)


def is_one(match: Match, who: Data, one: Bearer, voice: Voice) -> bool:
    """Whether somebody is meant; who is out still is what it was."""
    if set(who) == {"role"}:
        return one in role(match, who["role"], voice)
    return ("role" not in who or one in role(match, who["role"], voice)) and fits(match, who, one, voice)


def fits(match: Match, who: Data, one: Bearer, voice: Voice) -> bool:
    """Whether somebody is of the side, near enough, in the state and place that a record says."""
    if not sided(who.get("side"), one, voice.bearer):
        return False
    if isinstance(one, Player):
        return not {"within", "in", "where"} & set(who)
    assert isinstance(one, Figure)
    if not near(match, who, one, voice):
        return False
    if "seen" in who and who["seen"] is not any(
        isinstance(eye, Figure) and terrain.visible(match, eye, one)
        for eye in role(match, who.get("of", {}).get("role", "self"), voice)
    ):
        return False
    if not all(tests.state(match, name, one, voice) for name in who.get("is", ())):
        return False
    if not all(one.counts[name] > 0 or name in match.actions(one) for name in who.get("has", ())):
        return False
    if not all(senses.in_place(match, name, one, voice, who.get("wholly", False)) for name in who.get("in", ())):
        return False
    if "where" in who and not fits_figure(who["where"], one):
        return False
    if "not" in who and fits(match, who["not"], one, voice):
        return False
    return tests.hold(match, who.get("if", []), voice, one)


def sided(side: str | None, one: Bearer, bearer: Bearer) -> bool:
    """Whether somebody is of a side as the bearer sees it."""
    same = one.side == bearer.side
    return {
        None: True,
        "any": True,
        "own": same,
        "friend": same and one is not bearer,
        "enemy": not same,
        "other": one is not bearer,
    }[side]


def near(match: Match, who: Data, one: Figure, voice: Voice) -> bool:
    """Whether a figure is as near as a record says, to what it says."""
    of = who.get("of", {})
    if "line" in of:
        return senses.on_line(match, one, voice)
    if "within" not in who:
        return True
    far = amounts.amount(match, who["within"], voice)
    if "point" in of:
        return voice.spot is not None and match.board.apart(one.spot, voice.spot) - match.board.base / 2 <= far
    return any(gap <= far + TOUCH for gap in gaps(match, of, one, voice, who.get("wholly", False)))


def gaps(match: Match, of: Data, one: Figure, voice: Voice, wholly: bool) -> Iterator[float]:
    """How far a figure is from each thing that a record measures from."""
    board = match.board
    if "name" in of:
        extra = board.base / 2 if wholly else -board.base / 2
        yield from (
            max(0.0, board.apart(one.spot, marker.spot) + extra)
            for marker in match.markers
            if marker.name == of["name"]
        )
        return
    for other in role(match, of.get("role", "self"), voice):
        if isinstance(other, Figure):
            yield board.gap(one.spot, other.spot)
