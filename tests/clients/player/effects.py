"""Effects: one record is played; who it is for, whether it may be, and what its verb does."""

from __future__ import annotations

from . import amounts, choices, people, tests, verbs
from .match import Match
from .values import Data
from .world import Bearer, Figure, Lasting, Voice

__all__ = ["perform", "play", "targets"]

STANDING = ("change", "treat", "ignore", "allow", "forbid")


def perform(match: Match, effect: Data, voice: Voice) -> None:
    """An effect whose moment has come: if its tests hold, it can be paid and the player wants it."""
    if not tests.hold(match, effect.get("if", []), voice) or not may_again(match, effect, voice):
        return
    if effect.get("pick"):
        voice.chosen = [one for one in people.select(match, effect["pick"], voice) if isinstance(one, Figure)]
        if not voice.chosen:
            return
    if effect.get("may") and not choices.wanted(match, effect, voice):
        return
    if not pay(match, effect.get("price", {}), voice):
        return
    if effect.get("uses"):
        match.spent.setdefault((id(voice.bearer), id(effect)), []).append(match.stamp())
    if effect.get("later"):
        match.later.append((effect, voice))
        return
    play(match, effect, voice)


def may_again(match: Match, effect: Data, voice: Voice) -> bool:
    """Whether an effect has not been used as often as it may be."""
    often = effect.get("uses")
    if not often:
        return True
    past = match.spent.get((id(voice.bearer), id(effect)), [])
    used = sum(match.during(stamp, often["per"]) for stamp in past)
    return used < amounts.amount(match, often["times"], voice)


def pay(match: Match, price: Data, voice: Voice) -> bool:
    """Pay a price, or nothing where it can't be paid."""
    owed = {name: int(amounts.amount(match, one, voice)) for name, one in price.items()}
    if any(match.owner(name, voice.bearer).counts[name] < one for name, one in owed.items()):
        return False
    for name, one in owed.items():
        match.owner(name, voice.bearer).counts[name] -= one
    return True


def play(match: Match, effect: Data, voice: Voice) -> None:
    """Do what a record says, at once or as long as it lasts."""
    if effect["do"] in STANDING and (effect.get("during") or effect.get("until") or effect["do"] != "change"):
        stay(match, effect, voice)
        return
    done = verbs.VERBS[effect["do"]](match, effect, voice)
    if done is None:
        match.tally.passed(effect)
    elif done:
        match.tally.played(effect)


def stay(match: Match, effect: Data, voice: Voice) -> None:
    """Put an effect in force; for whom is settled now where it names somebody."""
    affected = targets(match, effect, voice) if effect.get("to") else None
    if affected is None and not effect.get("during"):
        affected = [voice.about or voice.bearer]
    if affected == []:
        return
    until = effect.get("until") or [{"after": list(voice.scene.names)}] if voice.scene else effect.get("until", [])
    nth = max((moment.get("nth", 1) for moment in until), default=1)
    match.lasting.append(Lasting(effect, voice, until, affected, left=nth))
    match.tally.played(effect)


def targets(match: Match, effect: Data, voice: Voice) -> list[Bearer]:
    """Whom an effect is for; a point or a line is chosen first."""
    who = effect.get("to")
    if not who:
        return [voice.about or voice.bearer]
    of = who.get("of", {})
    if "point" in of:
        voice.spot = choices.aim(match, voice, amounts.amount(match, of["point"], voice))
    if "line" in of:
        voice.line = choices.aim_line(match, voice, amounts.amount(match, of["line"], voice))
    return people.select(match, who, voice)
