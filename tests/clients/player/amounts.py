"""Amounts: how much a record comes to, and every number of a game with all that changes it."""

from __future__ import annotations

import math

from . import people, senses, standing
from .match import Match
from .values import Data, figure_of
from .world import Bearer, Figure, Player, Scene, Voice

__all__ = ["amount", "changed", "number", "result"]


def amount(match: Match, data: Data, voice: Voice) -> float:
    """How much: where it starts from, then one for every so much, times, plus, at least, at most."""
    made = start(match, data, voice)
    if "per" in data:
        per = amount(match, data["per"], voice)
        made = math.ceil(made / per) if data.get("round") == "up" else made // per
    made *= int(data.get("times", 1))
    if "plus" in data:
        made += amount(match, data["plus"], voice)
    if "min" in data:
        made = max(made, amount(match, data["min"], voice))
    if "max" in data:
        made = min(made, amount(match, data["max"], voice))
    return made


def start(match: Match, data: Data, voice: Voice) -> float:
    """What an amount starts from."""
    if "value" in data:
        return figure_of(data["value"], match.dice)
    if "dice" in data:
        return figure_of(data["dice"], match.dice)
    if "count" in data:
        return len(people.select(match, data["count"], voice))
    if "held" in data:
        far = amount(match, data["within"], voice) if "within" in data else 0
        counted = people.select(match, {**data.get("whose", {}), "side": "any"}, voice)
        return senses.held_places(match, data["held"], far, voice.bearer.side, counted)
    if data["of"] == "all":
        return math.inf
    whose = people.select(match, data["whose"], voice) if "whose" in data else [voice.about or voice.bearer]
    if "in" in data:
        return sum(history(match, data["of"], data["in"], one) for one in whose)
    part = data.get("whose", {}).get("role", "actor")
    return sum(number(match, data["of"], one, voice, part=part, card=data.get("card", False)) for one in whose)


def history(match: Match, name: str, period: str, one: Bearer) -> float:
    """How far somebody moved in a period, or how often it did something."""
    if not isinstance(one, Figure):
        return 0
    if match.sense(name) == "moved":
        return sum(far for far, stamp in one.moves if match.during(stamp, period))
    return sum(name in names for names, stamp in one.did if match.during(stamp, period))


def number(match: Match, name: str, whose: Bearer, voice: Voice, *, part: str = "actor", card: bool = False) -> float:
    """A number of somebody as it is now: a stat, a resource, a constant, a printed number, a result."""
    if card:
        own = whose.stats.get(name) if isinstance(whose, Figure) else None
        return (printed_on(match, name, whose, voice) or 0) if own is None else own
    if standing.ignored(match, name, whose):
        return 0
    return changed(match, name, whose, printed(match, name, whose, voice, part))


def printed(match: Match, name: str, whose: Bearer, voice: Voice, part: str) -> float:
    """A number before anything in play changes it."""
    scene = voice.scene or (match.scenes[-1] if match.scenes else None)
    found_in = result(match, name, whose, scene, part)
    if found_in:
        return found_in[0].numbers[found_in[1]]
    if isinstance(whose, Figure) and name in whose.stats:
        return whose.stats[name] - whose.lost[name]
    if name in match.terms.get("resources", {}):
        return match.owner(name, whose).counts[name]
    found = printed_on(match, name, whose, voice)
    if found is not None:
        return found
    if name in ("range", "damage") and isinstance(whose, Figure):
        return figure_of(next((pick[name] for pick in whose.model["weapons"] if pick.get(name)), None), match.dice)
    if name == "cost":
        return float(whose.model["cost"]) if isinstance(whose, Figure) and whose.alive else 0
    if "value" in match.terms.get("numbers", {}).get(name, {}):
        return figure_of(match.terms["numbers"][name]["value"], match.dice)
    return senses.measured(match, name, whose, voice)


def result(
    match: Match, name: str, whose: Bearer, scene: Scene | None, part: str = "actor"
) -> tuple[Scene, tuple[str, str]] | None:
    """Where a result of somebody is put down: in the scene, or in one that goes on around it."""
    for one in (scene, *reversed(match.scenes)):
        for side in (part_of(one, whose), part) if one else ():
            if one and (side, name) in one.numbers:
                return one, (side, name)
    return None


def part_of(scene: Scene, whose: Bearer) -> str:
    """Whether somebody, or the player of somebody, is the target of a scene or acts in it."""
    if whose is scene.actor or scene.target is None or whose is not scene.target:
        ours = scene.target is not None and isinstance(whose, Player) and whose.side == scene.target.side
        return "target" if ours else "actor"
    return "target"


def printed_on(match: Match, name: str, whose: Bearer, voice: Voice) -> float | None:
    """A number on what somebody uses now, or one of its two parts where a term says so."""
    scene = voice.scene or (match.scenes[-1] if match.scenes else None)
    term = match.terms.get("numbers", {}).get(name, {})
    answered = scene.answer if scene and scene.answer and whose is scene.target else None
    for held in (answered, voice.held, scene.held if scene else None):
        if held and "part" in term:
            value = held.pick.get(term["of"]) or held.entry.get(term["of"]) or {}
            parts = [one for one in value.values() if isinstance(one, int)]
            if len(parts) > 1:
                return float(parts[("first", "second").index(term["part"])])
        for place in ("values", "fields"):
            if held and name in held.entry.get(place, {}):
                return figure_of(held.entry[place][name], match.dice)
    return None


def changed(match: Match, name: str, whose: Bearer, base: float) -> float:
    """A number with every change that is in force; one that does not stack counts once."""
    made, seen = base, set()
    if ("change", name) not in match.tally.spoken:
        return made
    for effect, voice, lasting in standing.standing(match, "change"):
        if name not in effect["what"] or (id(effect) in seen and not effect.get("stacks")):
            continue
        if not standing.counts_for(match, effect, voice, lasting, whose):
            continue
        seen.add(id(effect))
        match.tally.played(effect)
        by = amount(match, effect.get("by") or effect["as"], voice)
        made = made + by if "by" in effect else by
        if "min" in effect:
            made = max(made, amount(match, effect["min"], voice))
        if "max" in effect:
            made = min(made, amount(match, effect["max"], voice))
    return made
