"""All attacks of one force on another: every attacker, weapon and target, or those that were chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from listbuilder.catalogue.effects.parts import Who
from listbuilder.catalogue.effects.sequence import CheckStep, DamageStep, Sequence
from listbuilder.documents.odds import AttackOdds, OddsCircumstance, OddsDocument, Outcome, SideOdds, chance_of
from listbuilder.errors import EditError
from listbuilder.force import Force, Model, Pick
from listbuilder.letters import whole_number
from listbuilder.odds.asking import forbidden, offer
from listbuilder.odds.borne import Fighter
from listbuilder.odds.dice import ONE, mixed, work
from listbuilder.odds.direct import DIRECT, direct_hits, without_odds
from listbuilder.odds.given import SIDES, Given, Side
from listbuilder.odds.policy import policy_of
from listbuilder.odds.reckoning import stage
from listbuilder.odds.sameness import attack_key
from listbuilder.odds.scene import Past, Scene, weapons_of
from listbuilder.odds.several import Pasts, deaths, hurt_in, one_after_the_other, several
from listbuilder.odds.steps import Shared
from listbuilder.odds.uncounted import uncounted
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
    counted = {name for one in attacks for name in one.counted}
    choosing = [
        several for scene in unlike.values() for (verb, _), several in scene.by_name.items() if verb == "choose"
    ]
    offers = {one.name for several in choosing for one in several} & counted
    asked = sorted(given.asked.values(), key=lambda one: (one.kind, one.word))
    return OddsDocument(
        game=left.game.id,
        attackers=left.document.name or "List A",
        targets=right.document.name or "List B",
        policy=(*policy_of(left.game, {scene.name: scene.sequence for scene in scenes}, again, offers), *more),
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
        without_odds=without_odds(left, attackers) if choice.weapon is None else (),
    )


def nothing(force: Force, attackers: list[Model], choice: Choice) -> str:
    """Why there is no attack to reckon."""
    if not attack_sequences(force):
        return f"{force.game.name} prints no attack with dice, so there are no odds to reckon."
    if choice.weapon is None:
        return "No attacker has anything to attack with."
    for gap in without_odds(force, attackers):
        if same_word(choice.weapon, gap.name):
            return f"{gap.name} has no odds: {gap.reason}."
    there = {
        pick.entry.name
        for model in attackers
        for one in attack_sequences(force).values()
        for pick in weapons_of(Fighter(force, model, None), one)
    }
    there |= {pick.entry.name for model in attackers for pick, _ in direct_hits(force, model)}
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
    left: Force, right: Force, attackers: list[Model], targets: list[Model], given: Given, weapon: str | None
) -> Iterator[Scene]:
    """Each attack that is wanted."""
    number = 0
    for name, sequence in attack_sequences(left).items():
        fit = [one for one in targets if sequence.to is None or meant(sequence.to, one)]
        answers = [Fighter(right, one, own) for one in fit for own in used(right, one, sequence, None, idle=True)]
        for actor in (Fighter(left, one, own) for one in attackers for own in used(left, one, sequence, weapon)):
            number += len(answers)
            bound(number, len(answers))
            yield from (stage(name, sequence, actor, target, given) for target in answers)
    there = [Fighter(right, one, None) for one in targets]
    for model in attackers:
        for pick, sequence in direct_hits(left, model):
            if not is_meant(pick, weapon):
                continue
            number += len(there)
            bound(number, len(there))
            yield from (stage(DIRECT, sequence, Fighter(left, model, pick), target, given) for target in there)


def bound(number: int, more: int) -> None:
    """Refuse too many attacks, and note the work of looking at some more."""
    if number > MOST:
        raise EditError(f"There are more than {MOST} attacks; choose an attacker or a target.")
    work(more * 3)  # to look at an attack at all takes as long as three outcomes


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
        pick for pick in weapons_of(Fighter(force, model, None), sequence) if is_meant(pick, wanted)
    ]
    if not idle:
        return found
    answers = [step for step in sequence.steps if answers_with(step)]
    return (found or [None]) if answers else [None]


def is_meant(pick: Pick, wanted: str | None) -> bool:
    """Whether a pick is what attacks are wanted with: called so, or anything where nothing was said."""
    return wanted is None or same_word(wanted, pick.entry.name) or wanted == pick.entry.id


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
            shared.attacks[key] = reckoned(scene, shared, often.attacks)
        else:
            offer(scene)
        known = shared.attacks[key]
        found[look] = changed(known, uncounted=uncounted(scene, known.counted)) if known.possible else known
    return tuple(changed(found[scene.look], **who(scene)) for scene in scenes)


def who(scene: Scene) -> dict[str, str]:
    """Who attacks whom."""
    actor, target = (scene.sides[side].model for side in SIDES)
    return {"attacker": title(actor), "attacker_id": actor.id, "target": title(target), "target_id": target.id}


def reckoned(scene: Scene, shared: Shared, attacks: int) -> AttackOdds:
    """The odds of one attack, from its first step to its last."""
    forbids = forbidden(scene, scene.events, {}, "actor")
    pasts = {Past(): ONE} if forbids else one_after_the_other(scene, shared, attacks)
    sides = hurt_in(scene)
    weapon, answer = (scene.sides[side].weapon for side in SIDES)
    return AttackOdds(
        sequence=scene.name,
        attacker="",
        attacker_id="",
        weapon=weapon.entry.name if weapon else None,
        target="",
        target_id="",
        answer=answer.entry.name if answer else None,
        attacks=attacks,
        possible=forbids is None,
        forbidden_by=forbids.name if forbids else None,
        hit=chance_of(sum((chance for past, chance in pasts.items() if past.hits), Fraction(0))),
        to_target=side_odds(scene, "target", pasts) if "target" in sides else None,
        to_attacker=side_odds(scene, "actor", pasts) if "actor" in sides else None,
        uncounted=(),
        counted=tuple(scene.counted),
    )


def title(model: Model) -> str:
    """What to call a model, with how many there are of it."""
    name = model.name or model.title
    return f"{model.count} × {name}" if model.count > 1 else name


def side_odds(scene: Scene, side: Side, pasts: Pasts) -> SideOdds:
    """What an attack, or so many of them, does to one of the two."""
    damage = mixed((past.lost[SIDES.index(side)], chance) for past, chance in pasts.items())
    health = scene.capacity(side)
    out = sum((p for n, p in damage.items() if n >= health), Fraction(0))
    for one in deaths(scene) if side == "actor" else ():
        scene.count(one)
        out = Fraction(1)
    return SideOdds(
        wound=chance_of(sum((p for n, p in damage.items() if n > 0), Fraction(0))),
        out=chance_of(out),
        mean=chance_of(sum((n * p for n, p in damage.items()), Fraction(0))),
        health=health,
        damage=tuple(Outcome(damage=n, chance=chance_of(p)) for n, p in sorted(damage.items())),
    )
