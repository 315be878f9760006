"""Deeds: using what one has, and the actions that everybody has, with what may be used meanwhile."""

from __future__ import annotations

from . import amounts, choices, effects, events, going, people, standing, steps, tests
from .match import Match
from .moments import fits, is_now
from .policies import POLICIES
from .selectors import fits_held
from .values import Data, Rows
from .world import Bearer, Figure, Held, Scene, Voice

__all__ = ["able", "again", "armed_with", "attacks", "deed", "offered", "offered_at", "permitted", "reachable"]


def use_of(held: Held) -> Data:
    """How an entry is used."""
    return dict(held.entry.get("use", {}))


def names_of(match: Match, held: Held) -> frozenset[str]:
    """The words for using an entry: its own where it is an action, and that of the action that using it is."""
    word = [held.sequence] if held.sequence else [held.entry["id"]] if held.entry["base"] == "keyword" else []
    kind = [use_of(held)["as"]] if use_of(held).get("as") else []
    return frozenset(name for one in (*word, *kind) for name in match.names(one))


def able(match: Match, figure: Figure, held: Held, scene: Scene | None = None) -> bool:
    """Whether a figure can use an entry now, by itself or while something goes on."""
    use, voice = use_of(held), Voice(figure, held)
    if "use" not in held.entry or not left(match, held, voice) or held.on:
        return False
    for name, one in use.get("price", {}).items():
        if match.owner(name, figure).counts[name] < amounts.amount(match, one, voice):
            return False
        if amounts.amount(match, one, voice) and standing.forbidden(match, frozenset([name]), figure):
            return False
    if standing.forbidden(match, names_of(match, held), figure) or not tests.hold(match, use.get("if", []), voice):
        return False
    return bool(reachable(match, figure, held)) and useful(match, figure, held, scene)


def left(match: Match, held: Held, voice: Voice) -> bool:
    """Whether an entry may be used once more."""
    often = use_of(held).get("uses")
    if not often:
        return True
    used = sum(match.during(stamp, often["per"]) for stamp in held.used)
    return used < amounts.amount(match, often["times"], voice)


def reachable(match: Match, figure: Figure, held: Held) -> list[Bearer]:
    """Whom a figure can use an entry on; itself where it says nobody."""
    to, voice = use_of(held).get("to"), Voice(figure, held)
    if not to:
        return [figure]
    found = people.select(match, {key: one for key, one in to.items() if key != "choose"}, voice)
    open_ = [one for one in found if not isinstance(one, Figure) or permitted(match, voice, one)]
    return people.chosen(match, to, open_, voice)


def permitted(match: Match, voice: Voice, target: Figure) -> bool:
    """Whether no record forbids that somebody does what they are about, or what goes on, to a figure."""
    held = voice.held
    if voice.scene and voice.scene.held and not (held and held.sequence):
        held = voice.scene.held
    if held is None:
        return True
    scene = Scene(names_of(match, held), actor=voice.bearer, target=target, held=held)
    match.scenes.append(scene)
    stopped = standing.stopped(match, scene.names, scene)
    match.scenes.remove(scene)
    return not stopped


def useful(match: Match, figure: Figure, held: Held, scene: Scene | None) -> bool:
    """Whether using an entry would do any good now."""
    voice = Voice(figure, held, scene or Scene(names_of(match, held), actor=figure, held=held))
    several = [one for one in held.entry.get("effects", []) if {"use": True} in one.get("when", [])]
    if waits_in_vain(match, figure, held):
        return False
    for effect in several:
        if effect["do"] == "place" and any(match.sense(one) == "on-terrain" for one in places(effect)):
            return False
        if effect.get("pick") and not people.select(match, effect["pick"], voice):
            return False
        if effect["do"] == "act" and not effect.get("later") and not actable(match, figure, effect, voice):
            return False
        if effect["do"] == "move" and not going.worthwhile(match, effect, voice):
            return False
        if effect["do"] in ("heal", "choose") and not redirected(match, figure, held):
            return choices.promising(match, effect, voice)
    return True


def places(effect: Data) -> list[str]:
    """Where an effect puts somebody."""
    return [name for test in effect.get("where", []) for name in test.get("in", ())]


def waits_in_vain(match: Match, figure: Figure, held: Held) -> bool:
    """Whether an entry waits, at a price, to act on an enemy, and nobody is there to act on."""
    waiting = [one for one in held.entry.get("effects", []) if one["do"] == "act" and one.get("price")]
    return bool(waiting) and not any(actable(match, figure, {"what": one["what"]}, Voice(figure)) for one in waiting)


def redirected(match: Match, figure: Figure, held: Held) -> bool:
    """Whether something would send the use of an entry to somebody else."""
    scene = Scene(names_of(match, held), actor=figure, held=held)
    found = events.triggered(match, "before", scene, figure.side)
    return any(effect["do"] == "redirect" for effect, _ in found)


def actable(match: Match, figure: Figure, effect: Data, voice: Voice) -> bool:
    """Whether the first action that an effect lets one take can be taken."""
    first = action(match, figure, effect["what"][0])
    if first is None or standing.forbidden(match, names_of(match, first), figure):
        return False
    if not tests.hold(match, use_of(first).get("if", []), Voice(figure, first)):
        return False
    return bool(people.select(match, effect["to"], voice) if "to" in effect else reachable(match, figure, first))


def action(match: Match, figure: Figure, name: str) -> Held | None:
    """The action of a name; of a word for several, the one that a player likes best of those that can be taken."""
    going_on = match.scenes[-1] if match.scenes else None
    if going_on and going_on.actor is figure and going_on.held and going_on.held.sequence == name:
        return going_on.held
    mine = match.actions(figure)
    several = [one for one in mine if name in match.names(one)] or match.terms.get("actions", {}).get(name, {}).get(
        "any", [name]
    )
    found = [one for each in several if each in mine for one in armed_with(match, figure, mine[each])]
    found = found or armed(match, figure, several) or [bare(one) for one in several if is_bare(match, one)]
    ready = [
        one
        for one in found
        if tests.hold(match, use_of(one).get("if", []), Voice(figure, one)) and reachable(match, figure, one)
    ]
    ready = [one for one in ready if not moves(one) or useful(match, figure, one, None)] or ready
    liking = POLICIES[match.policies[figure.side]].weight
    return max(ready, key=lambda one: liking(match, one), default=next(iter(found), None))


def moves(held: Held) -> bool:
    """Whether an action is a move."""
    return any(effect["do"] == "move" for effect in held.entry.get("effects", []))


def is_bare(match: Match, name: str) -> bool:
    """Whether an action is a sequence alone, with no entry and nothing it is done with."""
    return name in match.sequences and "with" not in match.sequences[name]


def bare(name: str) -> Held:
    """An action that is a sequence alone."""
    return Held(name, {"id": name, "name": name, "base": "keyword", "kind": "", "use": {}})


def armed_with(match: Match, figure: Figure, held: Held) -> list[Held]:
    """An action with each thing it can be done with; the action itself if it needs nothing."""
    sequence = match.sequences.get(held.entry["id"], {}) if held.entry["base"] == "keyword" else {}
    if "with" not in sequence:
        return [held]
    return [one_with(held, tool) for tool in figure.held if fits_held(sequence["with"], tool)]


def one_with(held: Held, tool: Held) -> Held:
    """An action with one thing: how it is used is said by the action, by the thing and by what is printed on it."""
    use = {**use_of(held)}
    said = [one.entry["use"]["uses"] for one in tool.keywords if "uses" in one.entry.get("use", {})]
    if "uses" in tool.entry:
        said.append({**tool.entry["uses"], "times": {"value": tool.entry["uses"]["times"]}})
    used = tool.used if said else held.used
    use |= {"uses": said[0]} if said else {}
    entry = {
        **tool.entry,
        "name": f"{held.entry['name']}, {tool.entry['name']}",
        "use": use,
        "effects": held.entry.get("effects", []),
    }
    return Held(tool.key, entry, tool.pick, sequence=held.entry["id"], on_what=tool, used=used)


def attacks(match: Match, figure: Figure) -> list[Held]:
    """What a figure can attack with."""
    return [one for held in figure.held for one in armed_with(match, figure, held) if one.on_what]


def answered(match: Match, sequence: Data, target: Bearer | None) -> Held | None:
    """What the target of a sequence answers with: what hits hardest of all that fits."""
    if (
        not isinstance(target, Figure)
        or "with" not in sequence
        or not any("action" in one for one in sequence["steps"])
    ):
        return None
    found = [one for one in target.held if fits_held(sequence["with"], one)]
    return max(found, key=lambda one: one.entry.get("fields", {}).get(dice_name(sequence), 0), default=None)


def dice_name(sequence: Data) -> str:
    """The number that says how many dice an answer has."""
    return next((one["dice"].get("of", "") for one in sequence["steps"] if "action" in one and "dice" in one), "")


def armed(match: Match, figure: Figure, names: list[str]) -> list[Held]:
    """What a figure has to do a sequence with, where no entry is the action itself; the strongest in reach first."""
    made = []
    for name in [one for one in names if match.sequences.get(one, {}).get("with")]:
        for held in [one for one in figure.held if one.pick and fits_held(match.sequences[name]["with"], one)]:
            aims = people.select(match, {"side": "enemy", "within": {"of": "range"}}, Voice(figure, held))
            if aims and not stopped_attack(match, figure, held, name, aims[0]):
                made.append(attack_with(held, name))
    return sorted(made, key=lambda one: -sum(number for number in one.entry["fields"].values() if type(number) is int))


def attack_with(held: Held, name: str) -> Held:
    """An entry as the action that a sequence is."""
    use = {"to": {"side": "enemy", "within": {"of": "range"}, "choose": {"value": 1}}}
    return Held(held.key, {**held.entry, "use": use}, held.pick, sequence=name)


def stopped_attack(match: Match, figure: Figure, held: Held, name: str, aim: Bearer) -> bool:
    """Whether some rule forbids an attack on somebody."""
    scene = Scene(match.names(name), actor=figure, target=aim if isinstance(aim, Figure) else None, held=held)
    match.scenes.append(scene)
    stopped = standing.stopped(match, scene.names, scene)
    match.scenes.remove(scene)
    return stopped


def deed(
    match: Match,
    figure: Figure,
    held: Held,
    target: Bearer | None = None,
    extra: Rows | None = None,
    paid: bool = False,
) -> Scene:
    """Use an entry or take an action: pay, say so, let others answer, do it."""
    voice = Voice(figure, held)
    if not paid:
        effects.pay(match, use_of(held).get("price", {}), voice)
    if not (paid and held.on_what):
        held.used.append(match.stamp())
    names = names_of(match, held)
    aimed = target if isinstance(target, Figure) else None
    sequence = match.sequences.get(held.sequence or held.entry["id"], {})
    answer = answered(match, sequence, aimed)
    scene = Scene(names, actor=figure, target=aimed, held=held, answer=answer, last=not paid and spent(match, figure))
    inner = any(one.held is held for one in match.scenes)
    told = f" on {aimed.title}" if aimed and aimed is not figure else ""
    match.say(f"  {figure.title}: {held.entry['name']}{told}")
    if extra:
        match.passing.append((extra, Voice(figure, held, scene)))
    with events.playing(match, scene):
        if not scene.cancelled:
            held.on = bool(use_of(held).get("lasts"))
            switched(match, scene, held)
            if sequence and figure.alive:
                steps.run(match, sequence, scene)
            figure.did.append((names, match.stamp()))
            if scene.target:
                scene.target.was.append((names, match.stamp()))
    if extra:
        match.passing.pop()
    if held.on_what and not inner and not scene.cancelled:
        for one, thing in ((figure, held), (scene.target, answer)):
            if one and one.alive and thing:
                events.raised(match, "attack-over", actor=one, held=thing)
    return scene


def spent(match: Match, figure: Figure) -> bool:
    """Whether a figure has nothing left to act with."""
    own = [
        name
        for name, one in match.terms.get("resources", {}).items()
        if one.get("each") and one.get("per", "model") == "model"
    ]
    return not any(figure.counts[name] for name in own)


def switched(match: Match, scene: Scene, held: Held) -> None:
    """What an entry does when it is used."""
    assert scene.actor is not None
    voice = Voice(scene.actor, held, scene)
    for effect in held.entry.get("effects", []):
        if {"use": True} in effect.get("when", []):
            effects.perform(match, effect, voice)


def offered(match: Match, scene: Scene, figure: Bearer | None, rolls: str = "") -> None:
    """One side may use what says that it is used while this goes on; what works on a roll waits for it."""
    if not isinstance(figure, Figure) or not figure.alive or (scene.target is scene.actor and not rolls):
        return
    for held in [one for one in figure.held if one.entry.get("use", {}).get("at")]:
        about = [one.get("roll", []) for one in held.entry.get("effects", []) if one["do"] == "reroll"]
        if bool(rolls) != bool(about) or (rolls and not any(rolls in names for names in about)):
            continue
        inside = any(
            set(one.get("event", ())) & scene.names and fits(match, one, scene, Voice(figure, held))
            for one in use_of(held)["at"]
        )
        if inside and able(match, figure, held, scene) and match.dice.random() < 0.6:
            deed_within(match, figure, held, scene)


def offered_at(match: Match, kind: str, scene: Scene) -> None:
    """Everybody may use what says that it is used when a period starts or ends."""
    for figure in list(match.present()):
        for held in [one for one in figure.held if one.entry.get("use", {}).get("at")]:
            voice = Voice(figure, held, scene)
            now = any(is_now(match, one, kind, scene, voice) for one in use_of(held)["at"] if one.get(kind))
            if now and able(match, figure, held, scene) and match.dice.random() < 0.6:
                deed_within(match, figure, held, scene)


def deed_within(match: Match, figure: Figure, held: Held, scene: Scene) -> None:
    """Use an entry while something goes on; it speaks of that scene."""
    effects.pay(match, use_of(held).get("price", {}), Voice(figure, held))
    held.used.append(match.stamp())
    figure.did.append((names_of(match, held), match.stamp()))
    match.say(f"  {figure.title}: {held.entry['name']}")
    held.on = bool(use_of(held).get("lasts"))
    voice = Voice(figure, held, scene)
    for effect in held.entry.get("effects", []):
        if {"use": True} in effect.get("when", []):
            effects.perform(match, effect, voice)


def again(match: Match, figure: Figure, step: Data, shown: list[int], scene: Scene) -> list[int]:
    """Dice of a pool after what works on rolls: the worst are rolled again."""
    scene.numbers["again", step["pool"]] = 0
    offered(match, scene, figure, rolls=step["pool"])
    count = int(min(scene.numbers["again", step["pool"]], len(shown)))
    kept = sorted(shown)[count:]
    fresh = [match.dice.randint(1, step.get("sides", 6)) for _ in range(count)]
    if count:
        match.say(f"    again: {fresh}")
    return kept + fresh
