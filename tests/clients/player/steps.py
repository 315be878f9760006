"""Sequences: what is reckoned and rolled one after the other, step by step."""

from __future__ import annotations

from . import amounts, deeds, effects, events, harm, standing, tests
from .match import Match
from .values import Data, Rows, figure_of, parts_of
from .world import Bearer, Figure, Scene, Voice

__all__ = ["run"]

BOLDNESS = 2
"""Nobody raises one roll by more."""


def run(match: Match, sequence: Data, scene: Scene) -> None:
    """Play the steps of a sequence in a scene."""
    assert scene.actor is not None
    for step in sequence["steps"]:
        voice = Voice(scene.actor, scene.held, scene)
        if not tests.hold(match, step.get("if", []), voice):
            continue
        if "do" in step:
            effects.play(match, step, voice)
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
    made = amounts.changed(match, step["number"], scene.actor, added(match, step["sum"], voice))
    made = max(made, amounts.amount(match, step["min"], voice)) if "min" in step else made
    made = min(made, amounts.amount(match, step["max"], voice)) if "max" in step else made
    scene.numbers["actor", step["number"]] = made


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
    if part == "target" and standing.stopped(match, match.meaning("answer"), scene):
        for result in step.get("faces") or step["reach"]:
            scene.numbers[part, result] = 0
        return
    often = int(amounts.amount(match, step["dice"], voice))
    shown = [match.dice.randint(1, step.get("sides", 6)) for _ in range(often)]
    match.say(f"    {roller.title if roller else part} rolls {step['pool']}: {shown}")
    if isinstance(roller, Figure):
        shown = deeds.again(match, roller, step, shown, scene)
    for result, count in read(match, step, shown, voice).items():
        scene.numbers[part, result] = count


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
    made = added(match, step["sum"], voice) - added(match, step.get("minus", []), voice)
    made = max(made, amounts.amount(match, step["min"], voice)) if "min" in step else made
    other = scene.actor if target is scene.target else scene.target
    harm.hit(match, other, target, made, scene.shows)


KINDS = {"number": number, "roll": roll, "pool": pool, "check": check, "damage": damage}
