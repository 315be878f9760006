"""All attacks of one force on another: every attacker, weapon and target, or those that were chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from listbuilder.catalogue.effects.parts import Who
from listbuilder.catalogue.effects.sequence import CheckStep, DamageStep, Sequence
from listbuilder.documents.odds import AttackOdds, OddsCircumstance, OddsDocument, Outcome, SideOdds, chance_of
from listbuilder.errors import EditError
from listbuilder.force import Force, Model, Pick
from listbuilder.letters import whole_number
from listbuilder.odds.asking import forbidden, offer, triggered
from listbuilder.odds.borne import Fighter
from listbuilder.odds.dice import work
from listbuilder.odds.given import OTHER, SIDES, Given, Side
from listbuilder.odds.policy import policy_of
from listbuilder.odds.reckoning import rolled_often, stage
from listbuilder.odds.sameness import attack_key
from listbuilder.odds.scene import LOST, Scene, weapons_of
from listbuilder.odds.several import several
from listbuilder.odds.steps import HIT, Shared, run
from listbuilder.odds.uncounted import uncounted
from listbuilder.odds.worlds import Worlds
from listbuilder.record import changed
from listbuilder.spelling import did_you_mean, same_word
from listbuilder.wording import listed

MOST = 2_000
"""How many attacks there are at most; more have to be chosen from."""


class Choice(NamedTuple):
    """Which attacks are wanted: nothing said means all."""

    attacker: str | None = None
    weapon: str | None = None
    target: str | None = None


def attack_sequences(force: Force) -> dict[str, Sequence]:
    """The sequences of a game that come to something: damage, or a check."""
    return {
        name: one
        for name, one in force.game.playbook.sequences.items()
        if any(isinstance(step, DamageStep | CheckStep) for step in one.steps)
    }


def odds_between(
    left: Force,
    right: Force,
    words: dict[tuple[str | None, str], int],
    choice: Choice,
    *,
    strict: bool = True,
    shared: Shared | None = None,
) -> OddsDocument:
    """The odds of every attack of one force on another under stated circumstances; with `strict`, none is refused.

    What is `shared` with other lists of the game under the same circumstances is not reckoned again.
    """
    given, shared = Given(words), shared or Shared()
    attackers, targets = named(left, choice.attacker, "attacker"), named(right, choice.target, "target")
    with shared.noted(left, right):
        scenes = list(staged(left, right, attackers, targets, given, choice.weapon))
        if strict and not scenes:
            raise EditError(nothing(left, attackers, choice))
        unlike: dict[tuple[object, ...], Scene] = {}
        for scene in scenes:
            unlike.setdefault(scene.look, scene)
        attacks = reckoned_all(scenes, unlike, shared)
    given.check()
    more = dict.fromkeys(text for scene in unlike.values() if (text := several(scene).text))
    again = {name for scene in unlike.values() for verb, name in scene.by_name if verb == "reroll"}
    asked = sorted(given.asked.values(), key=lambda one: (one.kind, one.word))
    return OddsDocument(
        game=left.game.id,
        attackers=left.document.name or "List A",
        targets=right.document.name or "List B",
        policy=(*policy_of(left.game, {scene.name: scene.sequence for scene in scenes}, again), *more),
        circumstances=tuple(
            OddsCircumstance(
                word=one.word,
                kind=one.kind,
                text=one.text,
                given=given.words.get((one.side, one.name), given.words.get((None, one.name), 0)),
            )
            for one in asked
        ),
        attacks=attacks,
    )


def nothing(force: Force, attackers: list[Model], choice: Choice) -> str:
    """Why there is no attack to reckon."""
    if not attack_sequences(force):
        return f"{force.game.name} prints no attack with dice, so there are no odds to reckon."
    if choice.weapon is None:
        return "No attacker has anything to attack with."
    there = {
        pick.entry.name
        for model in attackers
        for one in attack_sequences(force).values()
        for pick in weapons_of(Fighter(force, model, None), one)
    }
    near = did_you_mean(choice.weapon, there)
    return f"No attacker has {choice.weapon!r}. {near or f'There are {listed(sorted(there))}.'}"


def named(force: Force, wanted: str | None, what: str) -> list[Model]:
    """The rows of a force, or the one that is called so: by name, by title, by number."""
    rows = [row for row in force.rows if row.values.get("deploy") is not False]
    if wanted is None:
        return rows
    number = whole_number(wanted)
    if number is not None and 1 <= number <= len(force.rows):
        return [force.rows[number - 1]]
    found = [row for row in rows if same_word(wanted, row.name or "") or same_word(wanted, row.title)]
    if found:
        return found
    known = [name for row in rows for name in (row.name, row.title) if name]
    near = did_you_mean(wanted, known)
    raise EditError(f"There is no {what} {wanted!r}. {near or f'There are {listed(list(dict.fromkeys(known)))}.'}")


def staged(
    left: Force, right: Force, attackers: Iterable[Model], targets: list[Model], given: Given, weapon: str | None
) -> Iterator[Scene]:
    """Each attack that is wanted."""
    number = 0
    for name, sequence in attack_sequences(left).items():
        there = [one for one in targets if sequence.to is None or meant(sequence.to, one)]
        answers = [Fighter(right, one, own) for one in there for own in used(right, one, sequence, None, idle=True)]
        for actor in (Fighter(left, one, own) for one in attackers for own in used(left, one, sequence, weapon)):
            number += len(answers)
            if number > MOST:
                raise EditError(f"There are more than {MOST} attacks; choose an attacker or a target.")
            work(len(answers) * 3)  # to look at an attack at all takes as long as three outcomes
            yield from (stage(name, actor, target, given) for target in answers)


def meant(who: Who, model: Model) -> bool:
    """Whether a sequence can be done to a model, by what is on it."""
    return who.where is None or who.where.fits(model)


def used(
    force: Force, model: Model, sequence: Sequence, wanted: str | None, *, idle: bool = False
) -> list[Pick | None]:
    """What a model can do a sequence with: each weapon that fits; nothing where it is done without."""
    if sequence.with_ is None:
        return [None] if wanted is None else []
    found: list[Pick | None] = [
        pick
        for pick in weapons_of(Fighter(force, model, None), sequence)
        if wanted is None or same_word(wanted, pick.entry.name) or wanted == pick.entry.id
    ]
    if not idle:
        return found
    answers = [step for step in sequence.steps if answers_with(step)]
    return (found or [None]) if answers else [None]


def answers_with(step: object) -> bool:
    """Whether a step reads what the target answers with."""
    return isinstance(step, DamageStep) and step.damage == "actor"


def reckoned_all(
    scenes: list[Scene], unlike: Mapping[tuple[object, ...], Scene], shared: Shared
) -> tuple[AttackOdds, ...]:
    """The odds of some attacks, those of the same attack by somebody else reckoned once."""
    found: dict[object, AttackOdds] = {}
    for look, scene in unlike.items():
        work(len(scene.brought) * 2)  # to look at a record takes as long as two outcomes
        often = several(scene)
        key = (attack_key(scene), often)
        if key not in shared.attacks:
            shared.attacks[key] = reckoned(scene, shared, 1 if often.alone else often.attacks)
        else:
            offer(scene)
        found[look] = changed(shared.attacks[key], uncounted=uncounted(scene, shared.attacks[key].counted))
    return tuple(changed(found[scene.look], **who(scene)) for scene in scenes)


def who(scene: Scene) -> dict[str, str]:
    """Who attacks whom."""
    actor, target = (scene.sides[side].model for side in SIDES)
    return {"attacker": title(actor), "attacker_id": actor.id, "target": title(target), "target_id": target.id}


def reckoned(scene: Scene, shared: Shared, attacks: int) -> AttackOdds:
    """The odds of one attack, from its first step to its last."""
    forbids = forbidden(scene, scene.events, {}, "actor")
    worlds = Worlds((), {}) if forbids else run(scene, shared)
    hits = worlds.counts(HIT)
    hit = Fraction(sum(ways for yes, ways in hits.items() if yes), sum(hits.values()) or 1)
    sides = {step.damage for step in scene.sequence.steps if isinstance(step, DamageStep)}
    weapon, answer = (scene.sides[side].weapon for side in SIDES)
    return AttackOdds(
        sequence=scene.name,
        attacker="",
        attacker_id="",
        weapon=weapon.entry.name if weapon else None,
        target="",
        target_id="",
        answer=answer.entry.name if "actor" in sides and answer else None,
        attacks=attacks,
        possible=forbids is None,
        forbidden_by=forbids.name if forbids else None,
        hit=chance_of(1 - (1 - hit) ** attacks),
        to_target=side_odds(scene, "target", worlds, attacks) if "target" in sides else None,
        to_attacker=side_odds(scene, "actor", worlds, attacks) if "actor" in sides else None,
        uncounted=(),
        counted=tuple(scene.counted),
    )


def title(model: Model) -> str:
    """What to call a model, with how many there are of it."""
    name = model.name or model.title
    return f"{model.count} × {name}" if model.count > 1 else name


def side_odds(scene: Scene, side: Side, worlds: Worlds, attacks: int) -> SideOdds:
    """What an attack, or so many of them, does to one of the two."""
    lost = worlds.counts(LOST[side])
    whole = sum(lost.values())
    damage = rolled_often({n: Fraction(ways, whole) for n, ways in lost.items()}, attacks)
    health = scene.capacity(side)
    saved = any(triggered(scene, "cancel", scene.health.ends, OTHER[side], {}, ahead=True))
    out = Fraction(0) if saved else sum((p for n, p in damage.items() if n >= health), Fraction(0))
    for one in triggered(scene, "cancel", scene.health.ends, OTHER[side], {}, ahead=True):
        scene.count(one)
    return SideOdds(
        wound=chance_of(sum((p for n, p in damage.items() if n > 0), Fraction(0))),
        out=chance_of(out),
        mean=chance_of(sum((n * p for n, p in damage.items()), Fraction(0))),
        health=health,
        damage=tuple(Outcome(damage=n, chance=chance_of(p)) for n, p in sorted(damage.items())),
    )
