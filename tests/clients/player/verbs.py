"""The verbs: what a record does. Each says whether it did it; None is for what this engine can't play."""

from __future__ import annotations

import math
from collections.abc import Callable

from . import amounts, choices, deeds, effects, going, harm, people, standing, tests
from .match import Match
from .values import Data
from .world import Bearer, Figure, Held, Lasting, Player, Voice

__all__ = ["VERBS"]

Verb = Callable[[Match, Data, Voice], bool | None]


def change(match: Match, effect: Data, voice: Voice) -> bool:
    """A stat becomes another, once and for all."""
    for one in effects.targets(match, effect, voice):
        for name in effect["what"]:
            now = amounts.printed(match, name, one, voice, "actor")
            new = amounts.amount(match, effect.get("by") or effect["as"], voice) + (now if "by" in effect else 0)
            found = amounts.result(match, name, one, voice.scene)
            if found:
                found[0].numbers[found[1]] = new
            elif isinstance(one, Figure) and name in one.stats:
                one.lost[name] = max(0, one.stats[name] - int(new))
            else:
                match.owner(name, one).counts[name] = int(new)
    return True


def damage(match: Match, effect: Data, voice: Voice) -> bool:
    """Everybody it is for takes damage; dice are rolled for each."""
    for one in effects.targets(match, effect, voice):
        if isinstance(one, Figure):
            made = amounts.amount(match, effect["amount"], voice)
            ignoring = tuple(effect.get("ignoring", ()))
            harm.hit(match, voice.bearer, one, harm.lower(match, one, made, ignoring), ignoring=ignoring)
    return True


def heal(match: Match, effect: Data, voice: Voice) -> bool:
    """Everybody it is for is healed."""
    for one in effects.targets(match, effect, voice):
        if isinstance(one, Figure) and one.alive:
            harm.heal(match, one, int(amounts.amount(match, effect["amount"], voice)), effect.get("what", []))
    return True


def kill(match: Match, effect: Data, voice: Voice) -> bool:
    """Everybody it is for is out."""
    for one in effects.targets(match, effect, voice):
        if isinstance(one, Figure) and one.alive:
            harm.kill(match, voice.bearer, one)
    return True


def act(match: Match, effect: Data, voice: Voice) -> bool | None:
    """Actions are taken now, at no price, perhaps with effects of their own."""
    takers = people.select(match, effect["by"], voice) if "by" in effect else [voice.about or voice.bearer]
    times = int(amounts.amount(match, effect["times"], voice)) if "times" in effect else 1
    done = False
    for figure in [one for one in takers if isinstance(one, Figure)]:
        for name in [*effect["what"]] * times:
            done = taken(match, effect, voice, figure, name) or done
    return done


def taken(match: Match, effect: Data, voice: Voice, figure: Figure, name: str) -> bool:
    """One action of one figure, on everybody that it is to be taken on."""
    held = deeds.action(match, figure, name)
    if held is None or not figure.alive or standing.forbidden(match, match.names(name), figure):
        return False
    extra = effect.get("with", [])
    match.passing.append((extra, Voice(figure, held)))
    allowed = deeds.reachable(match, figure, held)
    aims = people.select(match, effect["to"], voice) if "to" in effect else allowed[:1]
    if "to" in effect and set(effect["to"]) == {"role"}:
        aims = [one for one in aims if one in everybody(match, figure, held)]
    aims = [one for one in aims if not isinstance(one, Figure) or deeds.permitted(match, Voice(figure, held), one)]
    match.passing.pop()
    for one in aims:
        if figure.alive and (not isinstance(one, Figure) or one.alive):
            scene = deeds.deed(match, figure, held, one, extra, paid=True)
            if voice.scene and voice.scene.target in (None, figure):
                voice.scene.target = scene.target
    return bool(aims)


def everybody(match: Match, figure: Figure, held: Held) -> list[Bearer]:
    """Everybody whom an action could be taken on, not only those one would choose."""
    to = {key: one for key, one in held.entry.get("use", {}).get("to", {}).items() if key != "choose"}
    return list(people.select(match, to, Voice(figure, held))) if to else [figure]


def give(match: Match, effect: Data, voice: Voice) -> bool | None:
    """A condition, state, marker or resource is given."""
    often = amounts.amount(match, effect["amount"], voice) if "amount" in effect else 1
    if not often:
        return True
    for one in effects.targets(match, effect, voice):
        for name in effect["what"]:
            whose = match.owner(name, one)
            if "within" in effect and isinstance(one, Figure):
                take_up(match, name, one, amounts.amount(match, effect["within"], voice))
            fresh = "amount" in effect or whose.counts[name] <= 0
            whose.counts[name] += int(often) if fresh else 0
            capped(match, name, whose, voice)
            match.say(f"    {whose.title} has {name} {whose.counts[name]}")
            if effect.get("until"):
                match.lasting.append(Lasting(effect, voice, effect["until"], [whose], (name, int(often))))
    return True


def capped(match: Match, name: str, whose: Bearer, voice: Voice) -> None:
    """No more of a resource than there may be."""
    most = match.terms.get("resources", {}).get(name, {}).get("most")
    if most:
        whose.counts[name] = min(whose.counts[name], int(amounts.amount(match, most, voice)))


def take_up(match: Match, name: str, one: Figure, far: float) -> None:
    """A marker that lies near is taken off the table."""
    board = match.board
    near = [
        mark
        for mark in match.markers
        if mark.name == name and board.apart(mark.spot, one.spot) - board.base <= far + people.TOUCH
    ]
    for mark in near[:1]:
        match.markers.remove(mark)


def take(match: Match, effect: Data, voice: Voice) -> bool:
    """A condition, state, marker or resource is taken away; of several in one word, all."""
    often = amounts.amount(match, effect["amount"], voice) if "amount" in effect else math.inf
    for one in effects.targets(match, effect, voice):
        for name in choices.flat(match, effect["what"]):
            whose = match.owner(name, one)
            found = amounts.result(match, name, one, voice.scene)
            if found:
                found[0].numbers[found[1]] -= min(often, found[0].numbers[found[1]])
            else:
                whose.counts[name] -= int(min(often, whose.counts[name]))
    return True


def reroll(match: Match, effect: Data, voice: Voice) -> bool:
    """So many dice of the roll that was made are rolled again."""
    if voice.scene is None or (isinstance(voice.scene.actor, Player) and voice.scene.actor.side != voice.bearer.side):
        return False
    for name in effect["roll"]:
        if ("again", name) in voice.scene.numbers:
            voice.scene.numbers["again", name] += amounts.amount(match, effect["count"], voice)
    return True


def roll(match: Match, effect: Data, voice: Voice) -> bool:
    """A die decides, for everybody it is for."""
    for one in effects.targets(match, effect, voice):
        shown = int(amounts.amount(match, effect["dice"], voice))
        match.say(f"    {one.title} rolls {shown}")
        scene, before = voice.scene, voice.scene.shows if voice.scene else None
        if scene:
            scene.shows = shown
        for inner in outcome(match, effect, voice, shown):
            effects.perform(match, inner, Voice(voice.bearer, voice.held, scene, voice.chosen, about=one))
        if scene:
            scene.shows = before
    return True


def outcome(match: Match, effect: Data, voice: Voice, shown: int) -> list[Data]:
    """What happens on a roll."""
    for row, several in effect.get("rows", {}).items():
        low, _, high = row.partition("-")
        if int(low.rstrip("+")) <= shown and (row.endswith("+") or shown <= int(high or low)):
            return list(several)
    if "reach" in effect:
        good = shown >= amounts.amount(match, effect["reach"], voice)
    elif "under" in effect:
        good = shown < amounts.amount(match, effect["under"], voice)
    else:
        return []
    return list(effect.get("then" if good else "else", []))


def choose(match: Match, effect: Data, voice: Voice) -> bool:
    """One of several lists of effects: the first that does any good."""
    options = [one for one in effect["options"] if all(tests.hold(match, inner.get("if", []), voice) for inner in one)]
    good = [one for one in options if all(choices.promising(match, inner, voice) for inner in one)]
    chosen = choices.outlook(match, options, voice) or match.dice.choice(good or options or effect["options"])
    for inner in chosen:
        effects.perform(match, inner, voice)
    return True


def redirect(match: Match, effect: Data, voice: Voice) -> bool:
    """What goes on has another target; where nobody can be one, it does not happen."""
    scene = voice.scene
    assert scene is not None
    found = [one for one in people.select(match, effect["to"], voice) if isinstance(one, Figure) and one.alive]
    if not found:
        scene.cancelled = True
        return True
    legal = isinstance(scene.actor, Figure) and scene.held and found[0] in everybody(match, scene.actor, scene.held)
    if legal or set(effect["to"]) != {"role"}:
        match.say(f"    {found[0].title} is the target now")
        scene.target = found[0]
    return True


def cancel(match: Match, effect: Data, voice: Voice) -> bool:
    """What goes on does not happen, or so much of it; or a period of the figure that acts is over."""
    if "what" in effect:
        if voice.bearer is match.active:
            match.over.add(effect["what"])
        return True
    scene = voice.scene
    assert scene is not None
    if "amount" not in effect:
        scene.cancelled = True
        return True
    key = (id(voice.bearer), id(effect))
    past = match.spent.setdefault(key, [])
    used = sum(match.during(stamp, effect.get("per", "")) for stamp in past if effect.get("per"))
    left = int(min(amounts.amount(match, effect["amount"], voice) - used, scene.amount))
    scene.amount -= max(0, left)
    past += [match.stamp() for _ in range(max(0, left))]
    return True


def unknown(match: Match, effect: Data, voice: Voice) -> None:
    """What no rule of the schema can say, or what has no place on a plain board."""
    return


VERBS: dict[str, Verb] = {
    "act": act, "cancel": cancel, "change": change, "choose": choose, "damage": damage, "give": give, "heal": heal,
    "kill": kill, "move": going.move, "place": going.place, "push": going.push, "redirect": redirect,
    "reroll": reroll, "roll": roll, "special": unknown, "take": take, "turn": unknown,
}  # fmt: skip
