"""Damage outside every sequence: what an entry does to an enemy without a chance to miss, and what has no odds at all.

Picks go in. Out come sequences of a single step, calculated like any attack, or the reason why there are no odds.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.effects.parts import Amount, Who
from listbuilder.catalogue.effects.playbook import Health
from listbuilder.catalogue.effects.sequence import CheckStep, DamageStep, PairStep, PoolStep, Sequence, Summand
from listbuilder.catalogue.effects.verbs import Damage, Effect, Give, Kill, Push
from listbuilder.exchange.documents.odds_document import OddsGap
from listbuilder.judging.force import Force, Model, Pick
from listbuilder.play.odds.library import Library, library

DIRECT = "direct-damage"
"""What damage that never misses is called among the sequences of a game."""
NO_DAMAGE = "it does no damage"


def direct_hits(force: Force, model: Model) -> Iterator[tuple[Pick, Sequence]]:
    """What on a model can hurt an enemy outside every sequence, each with the sequence that it comes to."""
    books, seen = library(force.game), set[object]()
    for pick in model.inside:
        key = (pick.entry.key, str(pick.changed_fields))
        if key not in seen:
            seen.add(key)
            yield from ((pick, one) for one in sequences_of(books, pick))


def sequences_of(books: Library, pick: Pick) -> tuple[Sequence, ...]:
    """The sequences that the damage of a pick comes to; made once, so that equal attacks can be told to be equal."""
    key = (pick.entry.key, str(pick.changed_fields))
    if key not in books.direct:
        health = books.game.playbook.course.health
        effects = books.played.of(pick)[1] if health else ()
        found = (sequence_of(one, health) for one in effects if isinstance(one, Damage) and is_direct(books, one))
        books.direct[key] = tuple(found)
    return books.direct[key]


def sequence_of(effect: Damage, health: Health | None) -> Sequence:
    """Damage as the only step of a sequence, with whatever lowers all damage unless it is ignored."""
    assert health is not None
    lowers = [stat for stat in health.minus if stat not in effect.ignoring]
    minus = tuple(Summand(add=Amount(of=stat, whose=Who(role="target"))) for stat in lowers)
    step = DamageStep(
        damage="target",
        sum=(Summand(add=effect.amount),),
        minus=minus,
        min=health.min if minus else None,
        from_=health.from_,
    )
    return Sequence(steps=(step,))


def is_direct(books: Library, effect: Damage) -> bool:
    """Whether damage is done to an enemy at once, by using something or by an event outside every sequence."""
    plain = effect.amount.value is not None or effect.amount.dice is not None
    return plain and not effect.if_ and happens_at_once(books, effect) and reaches_enemy(effect)


def happens_at_once(books: Library, effect: Effect) -> bool:
    """Whether something happens when it is used, or with an event that no sequence raises."""
    if effect.later or not effect.when:
        return False
    return all(
        moment.use or (moment.kind in ("before", "after") and not raises_event(books, moment.after))
        for moment in effect.when
    )


def raises_event(books: Library, events: tuple[str, ...]) -> bool:
    """Whether a sequence raises one of some events."""
    found: set[str] = set()
    for name, sequence in books.game.playbook.sequences.items():
        found.add(name)
        for step in sequence.steps:
            if isinstance(step, CheckStep):
                found.add(step.check)
            elif isinstance(step, PairStep):
                found.add(step.strike or "")
            elif isinstance(step, PoolStep):
                found |= {step.pool, *(step.raises or {}).values()}
    for name, term in books.game.playbook.terms.actions.items():
        found |= {name} if found & {*term.any} else set()
    return not found.isdisjoint(events)


def reaches_enemy(effect: Effect) -> bool:
    """Whether whom it is done to can be an enemy that its bearer does it to."""
    to = effect.to
    if to is None or to.role in ("self", "owner", "actor"):
        return False
    if to.role == "chosen":
        return effect.pick is not None and effect.pick.side in ("enemy", "other", "any")
    return to.role in ("target", "opponent") or to.side in ("enemy", "other", "any") or to.side is None


def attacks_without_odds(force: Force, models: list[Model]) -> tuple[OddsGap, ...]:
    """What models and their side can do to an enemy that has no odds here, and why."""
    books, found = library(force.game), dict[str, OddsGap]()
    for pick in (*(pick for model in models for pick in model.inside), *force.root.inside):
        if pick.entry.name not in found:
            shared = not any(pick.owner is model for model in models)
            for effect in books.played.of(pick)[1]:
                if isinstance(effect, Damage) and is_direct(books, effect) and not shared:
                    continue
                reason = missing_odds_reason(books, effect, shared=shared)
                # Whatever has odds for its damage is no gap because of a push or a condition that comes with it.
                if reason and not (reason == NO_DAMAGE and sequences_of(books, pick)):
                    found.setdefault(pick.entry.name, OddsGap(name=pick.entry.name, reason=reason))
    return tuple(found.values())


def missing_odds_reason(books: Library, effect: Effect, *, shared: bool) -> str:
    """Why a record that is meant for enemies has no odds; nothing where it is meant for nobody else."""
    if isinstance(effect, Damage):
        if effect.to is None or effect.to.role in ("self", "owner"):
            return ""
        if effect.later or not happens_at_once(books, effect):
            return "" if not effect.later and is_raised_by_sequence(books, effect) else "it does its damage later"
        if shared or not reaches_enemy(effect):
            return "nobody attacks with it"
        return "it depends on a condition" if effect.if_ else "how much it does is not printed"
    if not reaches_enemy(effect):
        return ""
    if isinstance(effect, Give):
        harmful = [name for name in effect.what if name in books.harmful]
        if harmful:
            return f"{books.game.printed(harmful[0])} does its damage later"
        return NO_DAMAGE if happens_at_once(books, effect) and books.conditions_in(effect) else ""
    if isinstance(effect, Push | Kill) and happens_at_once(books, effect):
        return NO_DAMAGE if isinstance(effect, Push) else "it needs no damage"
    return ""


def is_raised_by_sequence(books: Library, effect: Effect) -> bool:
    """Whether a sequence raises what sets a record off: then it is part of the odds of that sequence."""
    return any(raises_event(books, (*moment.after, *moment.before)) for moment in effect.when)
