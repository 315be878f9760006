"""What players decide in between, and what is assumed of it, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.catalogue import Game
from listbuilder.catalogue.effects.sequence import PairStep, Sequence
from listbuilder.documents.odds import Chance

__all__ = ["label", "percent", "policy_of"]

MAY = "What a player may do with dice at no price is done; what must be used or paid counts only where that is said."
RANGE = "The target is in range and in sight, and nobody else is near, unless said."


def policy_of(game: Game, sequences: Mapping[str, Sequence]) -> tuple[str, ...]:
    """The sentences for some sequences."""
    found = [RANGE, MAY]
    for name, sequence in sequences.items():
        found += [f"{label(game, name)}: {text}" for text in decisions(sequence)]
        if sequence.choices:
            found.append(f"{label(game, name)}: {sequence.choices} None of that is counted.")
    return tuple(found)


def decisions(sequence: Sequence) -> Iterator[str]:
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


def percent(chance: Chance) -> str:
    """A chance in three columns: never 0 or 100 unless it is exactly that."""
    if chance.exact in ("0", "1"):
        return "100" if chance.exact == "1" else "0"
    whole = round(chance.decimal * 100)
    return "<1" if whole < 1 else ">99" if whole > 99 else str(whole)


def label(game: Game, name: str) -> str:
    """What a game calls a sequence."""
    found = game.printed(name)
    return f"{found[:1].upper()}{found[1:]}"
