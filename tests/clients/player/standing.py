"""Effects that are in force now: of entries and conditions, of what was set off and lasts, of the action going on."""

from __future__ import annotations

from collections.abc import Iterator

from . import moments, people, tests
from .match import Match
from .values import Data
from .world import Bearer, Lasting, Scene, Voice

__all__ = ["counts_for", "forbidden", "granted", "ignored", "standing", "stopped"]


def standing(match: Match, verb: str) -> Iterator[tuple[Data, Voice, Lasting | None]]:
    """Every effect with a verb that is in force, whether or not it counts here."""
    for bearer in match.bearers():
        for held in match.held_by(bearer):
            if verb in held.always and held.works:
                for effect in held.always[verb]:
                    yield effect, Voice(bearer, held), None
    for one in match.lasting:
        if one.effect["do"] == verb and not one.given:
            yield one.effect, one.voice, one
    for effects, voice in match.passing:
        for effect in effects:
            if effect["do"] == verb and not effect.get("when"):
                yield effect, voice, None


def counts_for(match: Match, effect: Data, voice: Voice, lasting: Lasting | None, whose: Bearer | None) -> bool:
    """Whether an effect that is in force counts now, for somebody."""
    scene = scene_of(match, effect, voice)
    if effect.get("during") and scene is None:
        return False
    asked = Voice(voice.bearer, voice.held, scene or voice.scene, voice.chosen, voice.about, voice.spot)
    if not affects(match, effect, asked, lasting, whose) or switched_off(match, effect, asked):
        return False
    return tests.hold(match, effect.get("if", []), asked)


def switched_off(match: Match, effect: Data, voice: Voice) -> bool:
    """Whether the rule that an effect belongs to does not count, for its bearer or for whoever acts."""
    rule, actor = effect.get("rule"), voice.scene.actor if voice.scene else None
    return bool(rule) and any(ignored(match, str(rule), one) for one in {voice.bearer, actor} if one)


def scene_of(match: Match, effect: Data, voice: Voice) -> Scene | None:
    """The innermost scene that an effect counts during."""
    for scene in reversed(match.scenes):
        for moment in effect.get("during", []):
            if scene.names & set(moment["event"]):
                return scene if moments.fits(match, moment, scene, voice) else None
    return None


def affects(match: Match, effect: Data, voice: Voice, lasting: Lasting | None, whose: Bearer | None) -> bool:
    """Whether somebody is whom an effect is about: `to`, else who does what it counts during, else the bearer."""
    if whose is None:
        return True
    if lasting and lasting.affected is not None:
        return whose in lasting.affected
    if effect.get("to"):
        return whose in people.select(match, effect["to"], voice)
    if any(moment.get("by") for moment in effect.get("during", [])):
        return voice.scene is not None and voice.scene.actor is whose
    return voice.bearer is whose


def ignored(match: Match, name: str, whose: Bearer | None) -> bool:
    """Whether something does not count for somebody."""
    scene = match.scenes[-1] if match.scenes else None
    if scene and name in scene.ignoring:
        return True
    if ("ignore", name) not in match.tally.spoken:
        return False
    for effect, voice, lasting in standing(match, "ignore"):
        if name in effect["what"] and counts_for(match, effect, voice, lasting, whose):
            match.tally.played(effect)
            return True
    return False


def granted(match: Match, name: str, whose: Bearer | None) -> bool:
    """Whether an effect gives somebody a state as long as what goes on lasts."""
    if ("give", name) not in match.tally.spoken:
        return False
    for effect, voice, lasting in standing(match, "give"):
        if name in effect["what"] and effect.get("during") and counts_for(match, effect, voice, lasting, whose):
            match.tally.played(effect)
            return True
    return False


def forbidden(match: Match, names: frozenset[str], whose: Bearer) -> bool:
    """Whether somebody may not do something now."""
    if not any(("forbid", name) in match.tally.spoken for name in names):
        return False
    for effect, voice, lasting in standing(match, "forbid"):
        if names & set(effect["what"]) and counts_for(match, effect, voice, lasting, whose):
            match.tally.played(effect)
            return True
    return False


def stopped(match: Match, names: frozenset[str], scene: Scene) -> bool:
    """Whether an event may not happen in a scene."""
    for effect, voice, lasting in standing(match, "forbid"):
        if names & set(effect["what"]):
            whose = None if effect.get("during") else scene.actor
            if counts_for(match, effect, voice, lasting, whose):
                match.tally.played(effect)
                return True
    return False
