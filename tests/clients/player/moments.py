"""Moments: whether one is now."""

from __future__ import annotations

from . import amounts, people, tests
from .match import Match
from .selectors import fits_held
from .values import Data
from .world import Bearer, Held, Scene, Voice

__all__ = ["chosen_by", "fits", "is_now", "selected"]


def is_now(match: Match, moment: Data, kind: str, scene: Scene, voice: Voice) -> bool:
    """Whether a moment is the one that has come: the start or end of a period, before or after an event."""
    said = moment.get(kind)
    if not said:
        return False
    if kind in ("start", "end"):
        return said in scene.names and period_fits(match, moment, scene, voice)
    return bool(scene.names & set(said)) and fits(match, moment, scene, voice)


def period_fits(match: Match, moment: Data, scene: Scene, voice: Voice) -> bool:
    """Whether it is the period of whom a moment says, and the one that it counts."""
    of = moment.get("of")
    if of and scene.actor not in people.select(match, of, voice):
        return False
    number = match.clock.get(next(iter(scene.names)), 1)
    return moment.get("nth") in (None, number) and number % moment.get("every", 1) == 0


def fits(match: Match, moment: Data, scene: Scene, voice: Voice) -> bool:
    """Whether a scene has the sides, the thing, the states and the die that a moment asks for."""
    inner = Voice(voice.bearer, voice.held, scene, voice.chosen, voice.about, voice.spot)
    if moment.get("by") and not chosen_by(match, moment["by"], scene.actor, inner):
        return False
    if moment.get("at") and not chosen_by(match, moment["at"], scene.target, inner):
        return False
    used = scene.answer if scene.answer and voice.bearer is scene.target else scene.held
    if moment.get("with") and not selected(moment["with"], used, voice.held):
        return False
    if moment.get("result") and scene.result not in moment["result"]:
        return False
    if moment.get("shows") and (scene.shows or 0) < amounts.amount(match, moment["shows"], inner):
        return False
    return all(tests.state(match, name, None, inner) for name in moment.get("is", ()))


def chosen_by(match: Match, who: Data, one: Bearer | None, voice: Voice) -> bool:
    """Whether somebody is one of those that a record says, now or when it still stood."""
    return one is not None and people.is_one(match, who, one, voice)


def selected(thing: Data, held: Held | None, own: Held | None) -> bool:
    """Whether an entry is the one that something is done with."""
    if thing.get("this"):
        origin = own.on_what if own and own.on_what else own
        return held is not None and origin in (held, held.on_what)
    return held is not None and fits_held(thing["where"], held)
