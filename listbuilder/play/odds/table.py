"""All attacks of one force on another: every attacker, weapon and target, or those that were chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from listbuilder.base.characters import whole_number
from listbuilder.base.errors import EditError
from listbuilder.base.records import replace
from listbuilder.base.spelling import did_you_mean, same_word
from listbuilder.base.wording import join_names
from listbuilder.catalogue.effects.parts import Who
from listbuilder.catalogue.effects.sequence import CheckStep, DamageStep, Sequence
from listbuilder.exchange.documents.odds_document import (
    AttackOdds,
    DamageChance,
    OddsCircumstance,
    OddsDocument,
    SideOdds,
    exact_chance,
)
from listbuilder.judging.force import Force, Model, Pick
from listbuilder.play.odds.attack_numbers import make_scene
from listbuilder.play.odds.cache_keys import attack_key
from listbuilder.play.odds.circumstances import SIDES, Circumstances, Side
from listbuilder.play.odds.conditions import forbidding_effect, note_circumstances
from listbuilder.play.odds.dice import ONE, count_work, mix
from listbuilder.play.odds.direct import DIRECT, attacks_without_odds, direct_hits
from listbuilder.play.odds.multi_attacks import Pasts, attack_series, hurt_sides, run_series, self_kill_effects
from listbuilder.play.odds.policy import describe_policy
from listbuilder.play.odds.scene import AttackHistory, Scene, weapons_of
from listbuilder.play.odds.sources import Fighter
from listbuilder.play.odds.steps import SharedResults
from listbuilder.play.odds.uncounted import uncounted

MOST = 2_000
"""How many attacks there are at most; more have to be chosen from."""


class AttackFilter(NamedTuple):
    """Which attacks to compute; None means all."""

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
    choice: AttackFilter,
    *,
    strict: bool = True,
    shared: SharedResults | None = None,
) -> OddsDocument:
    """The odds of every attack of one force on another under stated circumstances; with `strict`, none is refused.

    `shared` is the cache of several calls for the same game and circumstances.
    """
    given, shared = Circumstances(words), shared or SharedResults()
    attackers, targets = find_rows(left, choice.attacker, "attacker"), find_rows(right, choice.target, "target")
    with shared.noted(left, right):
        scenes = list(build_scenes(left, right, attackers, targets, given, choice.weapon))
        if strict and not scenes:
            raise EditError(no_attack_reason(left, attackers, choice))
        # A list has many equal models: one scene of each look is computed, the others only get their own labels.
        unlike: dict[tuple[object, ...], Scene] = {}
        for scene in scenes:
            unlike.setdefault(scene.look, scene)
        attacks = compute_all(scenes, unlike, shared)
    given.check()
    more = dict.fromkeys(text for scene in unlike.values() if (text := attack_series(scene).text))
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
        policy=(*describe_policy(left.game, {scene.name: scene.sequence for scene in scenes}, again, offers), *more),
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
        without_odds=attacks_without_odds(left, attackers) if choice.weapon is None else (),
    )


def no_attack_reason(force: Force, attackers: list[Model], choice: AttackFilter) -> str:
    """Why there is no attack to calculate."""
    if not attack_sequences(force):
        return f"{force.game.name} prints no attack with dice, so there are no odds to calculate."
    if choice.weapon is None:
        return "No attacker has anything to attack with."
    for gap in attacks_without_odds(force, attackers):
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
    return f"No attacker has {choice.weapon!r}. {near or f'There are {join_names(sorted(there))}.'}"


def find_rows(force: Force, wanted: str | None, what: str) -> list[Model]:
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
    raise EditError(f"There is no {what} {wanted!r}. {near or f'There are {join_names(list(dict.fromkeys(known)))}.'}")


def build_scenes(
    left: Force, right: Force, attackers: list[Model], targets: list[Model], given: Circumstances, weapon: str | None
) -> Iterator[Scene]:
    """Each attack that is wanted."""
    number = 0
    for name, sequence in attack_sequences(left).items():
        fit = [one for one in targets if sequence.to is None or can_target(sequence.to, one)]
        answers = [
            Fighter(right, one, own) for one in fit for own in weapons_for(right, one, sequence, None, idle=True)
        ]
        for actor in (Fighter(left, one, own) for one in attackers for own in weapons_for(left, one, sequence, weapon)):
            number += len(answers)
            limit_attacks(number, len(answers))
            yield from (make_scene(name, sequence, actor, target, given) for target in answers)
    there = [Fighter(right, one, None) for one in targets]
    for model in attackers:
        for pick, sequence in direct_hits(left, model):
            if not weapon_matches(pick, weapon):
                continue
            number += len(there)
            limit_attacks(number, len(there))
            yield from (make_scene(DIRECT, sequence, Fighter(left, model, pick), target, given) for target in there)


def limit_attacks(number: int, more: int) -> None:
    """Refuse too many attacks, and note the work of looking at some more."""
    if number > MOST:
        raise EditError(f"There are more than {MOST} attacks; choose an attacker or a target.")
    # Looking at an attack at all takes as long as three outcomes.
    count_work(more * 3)


def can_target(who: Who, model: Model) -> bool:
    """Whether a sequence can be done to a model, by what is on it."""
    return who.where is None or who.where.fits(model)


def weapons_for(
    force: Force, model: Model, sequence: Sequence, wanted: str | None, *, idle: bool = False
) -> list[Pick | None]:
    """What a model can do a sequence with: each weapon that fits; nothing where it is done without."""
    if sequence.with_ is None:
        return [None] if wanted is None else []
    found: list[Pick | None] = [
        pick for pick in weapons_of(Fighter(force, model, None), sequence) if weapon_matches(pick, wanted)
    ]
    if not idle:
        return found
    answers = [step for step in sequence.steps if target_answers(step)]
    return (found or [None]) if answers else [None]


def weapon_matches(pick: Pick, wanted: str | None) -> bool:
    """Whether a pick is what attacks are wanted with: called so, or anything where nothing was said."""
    return wanted is None or same_word(wanted, pick.entry.name) or wanted == pick.entry.id


def target_answers(step: object) -> bool:
    """Whether a step reads what the target answers with."""
    return isinstance(step, DamageStep) and step.damage == "actor"


def compute_all(
    scenes: list[Scene], unlike: Mapping[tuple[object, ...], Scene], shared: SharedResults
) -> tuple[AttackOdds, ...]:
    """The odds of some attacks, those of the same attack by somebody else calculated once."""
    found: dict[object, AttackOdds] = {}
    for look, scene in unlike.items():
        # Looking at a record takes as long as two outcomes.
        count_work(len(scene.all_records) * 2)
        often = attack_series(scene)
        key = (attack_key(scene), often)
        if key not in shared.attacks:
            shared.attacks[key] = compute_odds(scene, shared, often.attacks)
        else:
            # A cached result asks nothing, but players must still be told what they could state.
            note_circumstances(scene)
        known = shared.attacks[key]
        found[look] = replace(known, uncounted=uncounted(scene, known.counted)) if known.possible else known
    return tuple(replace(found[scene.look], **attack_label(scene)) for scene in scenes)


def attack_label(scene: Scene) -> dict[str, str]:
    """Who attacks whom."""
    actor, target = (scene.sides[side].model for side in SIDES)
    return {
        "attacker": model_title(actor),
        "attacker_id": actor.id,
        "target": model_title(target),
        "target_id": target.id,
    }


def compute_odds(scene: Scene, shared: SharedResults, attacks: int) -> AttackOdds:
    """The odds of one attack, from its first step to its last."""
    forbids = forbidding_effect(scene, scene.events, {}, "actor")
    pasts = {AttackHistory(): ONE} if forbids else run_series(scene, shared, attacks)
    sides = hurt_sides(scene)
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
        hit=exact_chance(sum((chance for past, chance in pasts.items() if past.hits), Fraction(0))),
        to_target=side_odds(scene, "target", pasts) if "target" in sides else None,
        to_attacker=side_odds(scene, "actor", pasts) if "actor" in sides else None,
        uncounted=(),
        counted=tuple(scene.counted),
    )


def model_title(model: Model) -> str:
    """What to call a model, with how many there are of it."""
    name = model.name or model.title
    return f"{model.count} × {name}" if model.count > 1 else name


def side_odds(scene: Scene, side: Side, pasts: Pasts) -> SideOdds:
    """What an attack, or so many of them, does to one of the two."""
    damage = mix((past.lost[SIDES.index(side)], chance) for past, chance in pasts.items())
    health = scene.capacity(side)
    out = sum((p for n, p in damage.items() if n >= health), Fraction(0))
    for one in self_kill_effects(scene) if side == "actor" else ():
        scene.count(one)
        out = Fraction(1)
    return SideOdds(
        wound=exact_chance(sum((p for n, p in damage.items() if n > 0), Fraction(0))),
        out=exact_chance(out),
        mean=exact_chance(sum((n * p for n, p in damage.items()), Fraction(0))),
        health=health,
        damage=tuple(DamageChance(damage=n, chance=exact_chance(p)) for n, p in sorted(damage.items())),
    )
