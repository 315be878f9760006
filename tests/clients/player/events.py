"""Events: what a moment sets off, and what it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from . import deeds, effects, moments, standing
from .match import Match
from .values import Data
from .world import Figure, Held, Lasting, Scene, Voice

__all__ = ["fire", "playing", "raised"]


@contextmanager
def playing(match: Match, scene: Scene) -> Iterator[Scene]:
    """Let a scene go on: before it, while it lasts, after it."""
    match.scenes.append(scene)
    try:
        fire(match, "before", scene)
        if not scene.cancelled:
            deeds.offered(match, scene, scene.actor)
        yield scene
        if not scene.cancelled:
            deeds.offered(match, scene, scene.target)
            fire(match, "after", scene)
    finally:
        match.scenes.remove(scene)


def raised(match: Match, sense: str, **parts: object) -> Scene:
    """An event with a sense happens and is over at once; nothing where the game has no word for it."""
    scene = Scene(match.meaning(sense), **parts)  # type: ignore[arg-type]
    if scene.names:
        with playing(match, scene):
            pass
    return scene


def fire(match: Match, kind: str, scene: Scene) -> None:
    """First everything that a moment sets off, the acting side first; then everything that it ends."""
    side = scene.actor.side if scene.actor else 0
    for effect, voice in list(triggered(match, kind, scene, side)):
        link = (id(voice.bearer), id(effect))
        gone = isinstance(voice.bearer, Figure) and not voice.bearer.alive
        if link in match.chain or (gone and voice.bearer is not scene.target):
            continue
        match.chain.add(link)
        effects.perform(match, effect, voice)
        match.chain.discard(link)
        if scene.cancelled and kind == "before" and not cancelling(effect):
            break
    due = [(effect, voice) for effect, voice in match.later if is_due(match, effect["later"], kind, scene, voice)]
    match.later = [one for one in match.later if one not in due]
    for effect, voice in due:
        effects.play(match, effect, voice)
    end(match, kind, scene)


def cancelling(effect: Data) -> bool:
    """Whether an effect stops what goes on; those written beside it still happen."""
    return bool(effect["do"] == "cancel")


def is_due(match: Match, moment: Data, kind: str, scene: Scene, voice: Voice) -> bool:
    """Whether what was put off happens now."""
    return moments.is_now(match, moment, kind, scene, voice)


def triggered(match: Match, kind: str, scene: Scene, side: int) -> Iterator[tuple[Data, Voice]]:
    """Every effect that waits for this moment."""
    dead = [scene.target] if scene.target and not scene.target.alive else []
    for bearer in [*match.bearers(side), *dead]:
        for held in match.held_by(bearer):
            if kind in held.waiting and held.works:
                yield from answering(match, held.waiting[kind], kind, scene, Voice(bearer, held, scene))
    for several, voice in match.passing:
        yield from answering(match, several, kind, scene, Voice(voice.bearer, voice.held, scene, voice.chosen))


def answering(match: Match, several: list[Data], kind: str, scene: Scene, voice: Voice) -> Iterator[tuple[Data, Voice]]:
    """Those of some effects whose moment it is, unless the rule they belong to does not count."""
    for effect in several:
        if any(moments.is_now(match, moment, kind, scene, voice) for moment in effect.get("when", [])):
            rule = effect.get("rule")
            if not (rule and scene.actor and standing.ignored(match, rule, scene.actor)):
                yield effect, Voice(voice.bearer, voice.held, scene, list(voice.chosen))


def end(match: Match, kind: str, scene: Scene) -> None:
    """What lasts until this moment is over."""
    for lasting in list(match.lasting):
        if lasting in match.lasting and any(ends(match, one, kind, scene, lasting.voice) for one in lasting.until):
            lasting.left -= 1
            if lasting.left <= 0:
                match.lasting.remove(lasting)
                give_back(lasting)
    for bearer in match.bearers():
        for held in bearer.held:
            if held.on and any(ends(match, one, kind, scene, Voice(bearer, held)) for one in lasts(held)):
                held.on = False


def ends(match: Match, moment: Data, kind: str, scene: Scene, voice: Voice) -> bool:
    """Whether a moment that ends something has come; how often it must come is counted by what lasts."""
    said = {key: one for key, one in moment.items() if key != "nth"}
    target = voice.scene.target if voice.scene else None
    speaking = Voice(voice.bearer, voice.held, scene, voice.chosen or ([target] if target else []))
    if moment.get("by") == {"role": "target"}:
        said = {**said, "by": {"role": "chosen"}}
    return moments.is_now(match, said, kind, scene, speaking)


def lasts(held: Held) -> list[Data]:
    """The moments that switch an entry off."""
    return list(held.entry.get("use", {}).get("lasts", []))


def give_back(lasting: Lasting) -> None:
    """Take what was given until now."""
    if lasting.given:
        name, count = lasting.given
        for one in lasting.affected or []:
            one.counts[name] = max(0, one.counts[name] - count)
