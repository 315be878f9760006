"""The attacks of one use, one after the other: how many there are, and what each leaves to the next.

An attack meets what those before it left: lost health, what surviving them set off, what was used up in this round.
What the use itself costs its bearer comes before them, what follows when all of them are over comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from listbuilder.catalogue.effects.sequence import CheckStep, PoolStep
from listbuilder.catalogue.effects.verbs import Act, Change, Damage, Roll
from listbuilder.play.odds.attack_numbers import evaluate_amount
from listbuilder.play.odds.circumstances import OTHER, SIDES, Side
from listbuilder.play.odds.conditions import stated_uses, triggered_effects
from listbuilder.play.odds.dice import Dist, add_distributions, constant, count_work, mix
from listbuilder.play.odds.scene import LOST, STOPPED, AttackHistory, Scene
from listbuilder.play.odds.sources import ActiveEffect, may_refer_to
from listbuilder.play.odds.steps import HIT, SharedResults, run

Pasts: TypeAlias = dict[AttackHistory, Fraction]
"""What some attacks can have left, each with its chance."""


class AttackSeries(NamedTuple):
    """So many attacks, and what brings them."""

    attacks: int = 1
    name: str = ""

    @property
    def text(self) -> str:
        """What to say of it."""
        if self.attacks == 1:
            return ""
        return f"{self.name} brings {self.attacks} attacks, one after the other: the odds are of all of them together."


def attack_series(scene: Scene) -> AttackSeries:
    """How many attacks on the target one use brings."""
    found = AttackSeries()
    for one in scene.all_records:
        act = one.effect
        if not isinstance(act, Act) or act.times is None or one.side != "actor" or one.kind != "own" or act.by:
            continue
        if (act.to is None or may_refer_to(act.to, "target", one)) and stated_uses(scene, one):
            number = min(evaluate_amount(scene, act.times, one, {}))
            if number > found.attacks:
                found = AttackSeries(number, one.name)
    return found


def hurt_sides(scene: Scene) -> tuple[Side, ...]:
    """The sides that can be hurt: by the steps of the attack, by using something, or when it is over."""
    steps = {getattr(step, "damage", None) for step in scene.sequence.steps}
    rolls = {one.side for event in scene.end_events for one in scene.by_event.get(("roll", False, event), ())}
    own: set[Side] = {"actor"} if any(cost_effects(scene)) or any(self_kill_effects(scene)) else set()
    return tuple(side for side in SIDES if side in steps | rolls | own)


def cost_effects(scene: Scene) -> Iterator[ActiveEffect]:
    """The records that hurt the attacker for what it uses in this attack."""
    for one in scene.all_records:
        effect = one.effect
        own = one.side == "actor" and one.kind == "own" and (effect.to is None or effect.to.role == "self")
        used = isinstance(effect, Damage) and not effect.later and any(moment.use for moment in effect.when)
        if own and used and stated_uses(scene, one):
            yield one


def self_kill_effects(scene: Scene) -> Iterator[ActiveEffect]:
    """The records that take the attacker out when the attack is over."""
    for event in sorted(scene.events):
        for one in triggered_effects(scene, "kill", event, "actor", {}, ahead=False):
            if one.side == "actor" and (one.effect.to is None or one.effect.to.role == "self"):
                yield one


def run_series(scene: Scene, shared: SharedResults, attacks: int) -> Pasts:
    """What so many attacks can come to; whoever is out makes none and suffers none."""
    sides = hurt_sides(scene)
    pasts = self_damage_paid(scene)
    for _ in range(attacks):
        made: Pasts = {}
        for past, chance in pasts.items():
            scene.continue_after(past)
            over = any(scene.left(side) <= 0 for side in sides)
            for then, weight in [(past, Fraction(1))] if over else run_one(scene, shared, sides):
                made[then] = made.get(then, Fraction(0)) + chance * weight
        pasts = made
    made = {}
    for past, chance in pasts.items():
        scene.continue_after(past)
        for then, weight in run_aftermath(scene, sides):
            made[then] = made.get(then, Fraction(0)) + chance * weight
    scene.continue_after(AttackHistory())
    return made


def self_damage_paid(scene: Scene) -> Pasts:
    """What the attacker loses for what it uses, before any die is rolled."""
    lost = constant(0)
    for one in cost_effects(scene):
        assert isinstance(one.effect, Damage)
        scene.count(one)
        lost = add_distributions(lost, evaluate_amount(scene, one.effect.amount, one, {}))
    whole = scene.capacity("actor") if max(lost) else 0
    return {AttackHistory(lost=(number, 0)): chance for number, chance in cap(lost, whole).items()}


def cap(dist: Dist, most: int) -> Dist:
    """Damage that is no more than there was to lose."""
    return mix((min(number, most), chance) for number, chance in dist.items())


def run_one(scene: Scene, shared: SharedResults, sides: tuple[Side, ...]) -> Iterator[tuple[AttackHistory, Fraction]]:
    """What one attack leaves."""
    past, worlds = scene.past, run(scene, shared)
    columns = worlds.columns((HIT, *LOST.values(), *STOPPED.values()))
    # Without a check or pool nothing can miss.
    whole, sure = sum(columns.values()), not any(isinstance(one, CheckStep | PoolStep) for one in scene.sequence.steps)
    left = {side: scene.left(side) for side in sides}
    kept = {side: survival_health(scene, side) for side in sides}
    count_work(len(columns))
    for (hit, *numbers), ways in columns.items():
        lost = [0, 0]
        for at, side in enumerate(SIDES):
            # Damage past the last wound is none: otherwise worlds that end alike would be kept apart.
            lost[at] = min(numbers[at], left.get(side, 0))
            if side in sides and lost[at] == left[side]:
                lost[at] = max(left[side] - (kept[side] or 0), 0)
        yield (
            AttackHistory(
                attacks=past.attacks + 1,
                hits=past.hits + bool(hit or sure),
                lost=(past.lost[0] + lost[0], past.lost[1] + lost[1]),
                stopped=(past.stopped[0] + numbers[2], past.stopped[1] + numbers[3]),
            ),
            Fraction(ways, whole),
        )


def survival_health(scene: Scene, side: Side) -> int | None:
    """The health that a side is left with where something keeps it from being taken out now; else None."""
    ends, by = scene.health.ends, OTHER[side]
    saves = list(triggered_effects(scene, "cancel", ends, by, {}, ahead=True))
    if not saves:
        return None
    for one in saves:
        scene.count(one)
    for one in triggered_effects(scene, "change", ends, by, {}, ahead=True):
        if isinstance(one.effect, Change) and scene.health.out in one.effect.what and one.effect.as_ is not None:
            return min(evaluate_amount(scene, one.effect.as_, one, {}))
    return 1


def run_aftermath(scene: Scene, sides: tuple[Side, ...]) -> Iterator[tuple[AttackHistory, Fraction]]:
    """What is left when all attacks of a use are over: dice may hurt those who made or answered them."""
    past, found = scene.past, [(scene.past.lost, Fraction(1))]
    for at, side in enumerate(SIDES):
        if side in sides and scene.left(side) > 0:
            more = cap(self_damage_after(scene, side), scene.left(side))
            found = [
                ((lost[0] + number, lost[1]) if at == 0 else (lost[0], lost[1] + number), chance * weight)
                for lost, chance in found
                for number, weight in more.items()
            ]
    yield from ((past._replace(lost=lost), chance) for lost, chance in found)


def self_damage_after(scene: Scene, side: Side) -> Dist:
    """What a side does to itself by dice that are rolled when an attack is over."""
    found = constant(0)
    for event in sorted(scene.end_events):
        for one in triggered_effects(scene, "roll", event, side, {}, ahead=False):
            if one.side == side and isinstance(one.effect, Roll) and not one.effect.rows:
                scene.count(one)
                found = add_distributions(found, rolled_damage(scene, one, one.effect, side))
    return found


def rolled_damage(scene: Scene, one: ActiveEffect, roll: Roll, side: Side) -> Dist:
    """The damage that a die decides, to whoever rolls it."""
    shown = [name for name, term in scene.terms.numbers.items() if term.means == "shown"]
    bar = roll.reach if roll.reach is not None else roll.under
    assert bar is not None
    parts: list[tuple[int, Fraction]] = []
    for number, chance in evaluate_amount(scene, roll.dice, one, {}, side).items():
        world = dict.fromkeys(shown, number)
        needed = min(evaluate_amount(scene, bar, one, world, side))
        good = number >= needed if roll.reach is not None else number < needed
        harm = constant(0)
        for effect in roll.then if good else roll.else_:
            if isinstance(effect, Damage) and (effect.to is None or effect.to.role == "self"):
                harm = add_distributions(harm, evaluate_amount(scene, effect.amount, one, world, side))
        parts += [(lost, chance * weight) for lost, weight in harm.items()]
    return mix(parts)
