"""Sequences: what is reckoned and rolled one after the other, step by step."""

from __future__ import annotations

import math

from . import amounts, deeds, effects, events, harm, pairs, standing, tests
from .match import Match
from .values import Data, Rows, figure_of, parts_of
from .world import Bearer, Figure, Scene, Voice

__all__ = ["run"]

BOLDNESS = 2
"""Nobody raises one roll by more."""


def run(match: Match, sequence: Data, scene: Scene) -> None:
    """Play the steps of a sequence in a scene."""
    assert scene.actor is not None
    for name in match.short_periods:
        match.clock[name] = match.clock.get(name, 0) + 1
    for at, step in enumerate(sequence["steps"]):
        voice = Voice(scene.actor, scene.held, scene)
        if not tests.hold(match, step.get("if", []), voice):
            continue
        if "do" in step:
            effects.play(match, step, voice)
        elif "pair" in step:
            pairs.pair(match, step, scene, sequence["steps"][at + 1 :])
        else:
            kind = next(name for name in KINDS if name in step)
            KINDS[kind](match, step, scene, voice)


def added(match: Match, sums: Rows, voice: Voice) -> float:
    """A sum, of which some parts count only if something holds."""
    made = 0.0
    for one in sums:
        if tests.hold(match, one.get("if", []), voice):
            part = amounts.amount(match, one["add"], voice)
            part *= amounts.amount(match, one["times"], voice) if "times" in one else 1
            made += part // amounts.amount(match, one["per"], voice) if "per" in one else part
    return made


def number(match: Match, step: Data, scene: Scene, voice: Voice) -> None:
    """Name a sum; effects change it by that name."""
    assert scene.actor is not None
    base = added(match, step["sum"], voice)
    for part, one in (("actor", scene.actor), ("target", scene.target if scene.answer else None)):
        if one:
            made = amounts.changed(match, step["number"], one, base)
            made = max(made, amounts.amount(match, step["min"], voice)) if "min" in step else made
            made = min(made, amounts.amount(match, step["max"], voice)) if "max" in step else made
            scene.numbers[part, step["number"]] = made


def roll(match: Match, step: Data, scene: Scene, voice: Voice) -> None:
    """Roll dice and add a sum; remember what the die shows."""
    dice = step["dice"]
    value = dice.get("value") or match.terms["numbers"][dice["of"]]["value"]
    shown = parts_of(value, match.dice)
    scene.shows = shown[0]
    extra = added(match, step.get("sum", []), voice)
    made = sum(shown) + figure_of(value["bonus"], match.dice) + extra
    scene.numbers["actor", step["roll"]] = made
    scene.numbers["room", step["roll"]] = sum(value["sides"] - one for one in shown)
    match.say(f"    {step['roll']}: {'+'.join(map(str, shown))}{extra:+g} = {made:g}")


def pool(match: Match, step: Data, scene: Scene, voice: Voice) -> None:
    """Roll dice and read them one by one; who rolls them may use what works on rolls."""
    part = step.get("by", "actor")
    roller = scene.actor if part == "actor" else scene.target
    names = step.get("faces") or step["reach"]
    scene.numbers |= {(part, result): 0 for result in names}
    if part == "target" and not answers(match, step, scene):
        return
    often = int(amounts.amount(match, step["dice"], voice))
    unrolled = [one for one in turning(match, step) if "unrolled" in one[0]["from"]]
    for effect, other in unrolled:
        count = int(min(often, amounts.amount(match, effect["count"], other))) if "count" in effect else often
        scene.numbers[part, effect["into"]] += count
        often -= count
        match.tally.played(effect)
    shown = [match.dice.randint(1, step.get("sides", 6)) for _ in range(often)]
    match.say(f"    {roller.title if roller else part} rolls {step['pool']}: {shown}")
    if isinstance(roller, Figure):
        shown = deeds.again(match, roller, step, shown, scene)
        shown = rolled_again(match, roller, step, shown, voice)
    for result, count in read(match, step, shown, voice).items():
        scene.numbers[part, result] += count
    for effect, other in turning(match, step):
        turn(match, effect, other, scene, part)
    for result, event in step.get("raises", {}).items():
        for _ in range(int(scene.numbers[part, result])):
            one, other_one, held = scene.actor, scene.target, scene.held
            if part == "target":
                one, other_one, held = scene.target, scene.actor, scene.answer  # type: ignore[assignment]
            with events.playing(match, Scene(match.names(event), actor=one, target=other_one, held=held)):
                pass


def answers(match: Match, step: Data, scene: Scene) -> bool:
    """Whether the target may roll dice of its own, and has what they are of."""
    assert scene.target is not None
    if standing.stopped(match, match.meaning("answer"), scene):
        return False
    if "action" in step and pairs.barred(match, match.names(step["action"]), scene.target):
        return False
    printed = scene.held.entry.get("fields", {}) if scene.held else {}
    return not ("action" in step and step["dice"].get("of") in printed and scene.answer is None)


def turning(match: Match, step: Data) -> list[tuple[Data, Voice]]:
    """What turns dice of a roll in the scene that goes on: what is printed on something used first."""
    found = [
        (effect, voice)
        for effect, voice, lasting in standing.standing(match, "turn")
        if step["pool"] in effect["roll"] and standing.counts_for(match, effect, voice, lasting, None)
    ]
    return sorted(found, key=lambda one: one[1].held is None or one[1].held.on_what is None)


def turn(match: Match, effect: Data, voice: Voice, scene: Scene, part: str) -> None:
    """Results become others, or nothing."""
    left = amounts.amount(match, effect["count"], voice) if "count" in effect else math.inf
    for name in effect["from"]:
        count = min(left, scene.numbers.get((part, name), 0))
        if count:
            scene.numbers[part, name] -= count
            left -= count
            if (part, effect["into"]) in scene.numbers:
                scene.numbers[part, effect["into"]] += count
            match.say(f"    {count:g} {name} into {effect['into']}")
    match.tally.played(effect)


def rolled_again(match: Match, roller: Figure, step: Data, shown: list[int], voice: Voice) -> list[int]:
    """Dice of a pool after what stands lets the side that rolled roll them again: those of the lowest result."""
    for effect, other, lasting in list(standing.standing(match, "reroll")):
        if step["pool"] not in effect["roll"] or other.bearer.side != roller.side:
            continue
        if not standing.counts_for(match, effect, other, lasting, None):
            continue
        bad = sorted(shown)[: low_dice(match, step, shown, voice)]
        much = effect["count"]
        same = max(map(bad.count, bad), default=0) if much.get("of") == "same" else None
        count = int(min(len(bad), amounts.amount(match, much, other) if same is None else same))
        if not count or not effects.pay(match, effect.get("price", {}), other):
            continue
        again = sorted(bad, key=bad.count)[-count:] if same else bad[:count]
        for die in again:
            shown.remove(die)
        fresh = [match.dice.randint(1, step.get("sides", 6)) for _ in again]
        match.say(f"    {other.bearer.title} rolls {again} again: {fresh}")
        match.tally.played(effect)
        shown = shown + fresh
    return shown


def low_dice(match: Match, step: Data, shown: list[int], voice: Voice) -> int:
    """How many dice came out as the lowest result."""
    if "faces" in step:
        return sum(die not in next(iter(step["faces"].values())) for die in shown)
    return list(read(match, step, shown, voice).values())[-1]


def read(match: Match, step: Data, shown: list[int], voice: Voice) -> dict[str, int]:
    """How many dice came out how: by the faces they show, or by the first bar they reach."""
    if "faces" in step:
        return {name: sum(faces.count(die) for die in shown) for name, faces in step["faces"].items()}
    bars = {name: amounts.amount(match, bar, voice) for name, bar in step["reach"].items()}
    first = [next((name for name, bar in bars.items() if die >= bar), "") for die in shown]
    return {name: first.count(name) for name in bars}


def check(match: Match, step: Data, scene: Scene, voice: Voice) -> None:
    """Whether a number reaches another, or some face decides; then the event happens."""
    made = scene.numbers["actor", step["of"]]
    lift(match, scene, step["of"], scene.actor, amounts.amount(match, step.get("reach") or step["over"], voice) - made)
    made = scene.numbers["actor", step["of"]]
    against = step.get("reach", {}).get("of")
    bar = amounts.amount(match, step.get("reach") or step["over"], voice)
    lift(match, scene, against, scene.target, made - bar + 1)
    bar = amounts.amount(match, step.get("reach") or step["over"], voice)
    good = made >= bar if "reach" in step else made > bar
    good = step.get("always", {}).get(str(scene.shows), good)
    names = match.names(step["check"])
    if good and not standing.stopped(match, names, scene):
        scene.raised.add(step["check"])
        inner = Scene(names, actor=scene.actor, target=scene.target, held=scene.held, shows=scene.shows)
        with events.playing(match, inner):
            match.say(f"    {step['check']} against {bar:g}")
    else:
        match.say(f"    no {step['check']} against {bar:g}")


def lift(match: Match, scene: Scene, roll: str | None, whose: Bearer | None, lack: float) -> None:
    """A player raises a roll by what it lacks, if a resource is for that, there is enough and the faces allow it."""
    room = scene.numbers.get(("room", roll or ""), 0)
    for name, spec in match.terms.get("resources", {}).items():
        if spec.get("spent") == "raise" and whose and roll and 0 < lack <= min(room, BOLDNESS):
            owner = match.owner(name, whose)
            if owner.counts[name] >= lack:
                owner.counts[name] -= int(lack)
                scene.numbers["actor", roll] += lack
                match.say(f"    {owner.title} raises {roll} by {lack:g}")


def damage(match: Match, step: Data, scene: Scene, voice: Voice) -> None:
    """Reckon damage and deal it."""
    target = scene.target if step["damage"] == "target" else scene.actor
    if not isinstance(target, Figure) or not set(step.get("needs", ())) <= scene.raised:
        return
    other = scene.actor if target is scene.target else scene.target
    for made in hits(match, step, scene):
        harm.hit(match, other, target, made, scene.shows, each=step.get("each", ""))


def hits(match: Match, step: Data, scene: Scene) -> list[float]:
    """The damage of a step: in one, or `each` hit by itself."""
    assert scene.actor is not None
    voice = Voice(scene.actor, scene.held, scene)
    if "each" in step:
        several = [one for one in step["sum"] if tests.hold(match, one.get("if", []), voice)]
        return [
            amounts.amount(match, one["times"], voice)
            for one in several
            for _ in range(int(amounts.amount(match, one["add"], voice)))
        ]
    made = added(match, step["sum"], voice) - added(match, step.get("minus", []), voice)
    return [max(made, amounts.amount(match, step["min"], voice)) if "min" in step else made]


KINDS = {"number": number, "roll": roll, "pool": pool, "check": check, "damage": damage}
