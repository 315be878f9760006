"""What players decide in between, and what is assumed of it, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from listbuilder.catalogue import Game
from listbuilder.catalogue.effects.sequence import PairStep, PoolStep, Sequence
from listbuilder.exchange.documents.odds_document import Chance
from listbuilder.play.odds.direct import DIRECT

MAY = "What a player may do with dice at no price is done; what must be used or paid counts only where that is said."
RANGE = "The target is in range and in sight, and nobody else is near, unless stated otherwise."


def describe_policy(
    game: Game, sequences: Mapping[str, Sequence], again: Collection[str] = (), offers: Collection[str] = ()
) -> tuple[str, ...]:
    """The sentences for some sequences; the pools in `again` have dice that may be rolled again.

    `offers` are the names of what lets somebody choose about dice.
    """
    found = [RANGE, MAY]
    found += [f"{name}: whoever may choose takes what costs least damage on average." for name in sorted(offers)]
    for name, sequence in sequences.items():
        found += [
            f"{sequence_label(game, name)}: {text}"
            for text in (*reroll_texts(sequence, again), *decision_texts(sequence))
        ]
        ruling = next((one for one in game.rulings if one.id == sequence.ruling), None)
        if ruling is not None:
            found.append(f"{sequence_label(game, name)}: not printed in full; the ruling {ruling.name!r} decides.")
        if sequence.choices:
            found.append(f"{sequence_label(game, name)}: {sequence.choices} None of that is counted.")
    return tuple(found)


def reroll_texts(sequence: Sequence, again: Collection[str]) -> Iterator[str]:
    """Which dice are rolled again, where some may be."""
    for step in sequence.steps:
        if isinstance(step, PoolStep) and step.pool in again:
            results = list(step.reach or step.faces or ())
            which = f"came out as {results[-1]}"
            if step.faces:
                which = f"show no {results[0]}, to do more damage; of these first those that stop none"
            yield f"where dice of {step.pool} may be rolled again, it is those that {which}."


def decision_texts(sequence: Sequence) -> Iterator[str]:
    """What is decided in the steps of a sequence."""
    for step in sequence.steps:
        if isinstance(step, PairStep) and step.chosen:
            yield f"the {'target' if step.chosen == 'target' else 'attacker'} stops as much damage as it can."
        elif isinstance(step, PairStep):
            first = "attacker" if step.turns == "actor" else "target"
            yield (
                f"from the {first} on, both strike or block in turn as well as can be: first to take the other out "
                "and not be taken out, then to do more damage than they take."
            )


def format_percent(chance: Chance) -> str:
    """A chance in three columns: never 0 or 100 unless it is exactly that."""
    if chance.exact in ("0", "1"):
        return "100" if chance.exact == "1" else "0"
    whole = round(chance.decimal * 100)
    return "<1" if whole < 1 else ">99" if whole > 99 else str(whole)


def sequence_label(game: Game, name: str) -> str:
    """What a game calls a sequence."""
    if name == DIRECT:
        return "Damage that never misses"
    found = game.printed(name)
    return f"{found[:1].upper()}{found[1:]}"
