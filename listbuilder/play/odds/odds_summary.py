"""The odds of two lists against each other in short: one line for each sort of attack, before a match."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from listbuilder.base.errors import EditError
from listbuilder.exchange.documents.odds_document import AttackOdds, OddsDocument, exact_chance
from listbuilder.judging.force import Force
from listbuilder.play import ComparisonLine
from listbuilder.play.odds.direct import DIRECT
from listbuilder.play.odds.policy import format_percent, sequence_label
from listbuilder.play.odds.steps import SharedResults
from listbuilder.play.odds.table import AttackFilter, attack_sequences, odds_between

NOTE = "On average over every attacker, weapon and target, without cover or the like; `listbuilder odds` has them all."


def odds_lines(left: Force, right: Force) -> Iterator[ComparisonLine]:
    """A line for each sort of attack of a game, damage that never misses included: what each side does to the other."""
    try:
        shared = SharedResults()
        pairs = ((left, right), (right, left))
        found = [odds_between(*pair, {}, AttackFilter(), strict=False, shared=shared) for pair in pairs]
    except EditError as error:
        yield ComparisonLine(name="Odds", left=str(error), right=str(error))
        return
    used = {attack.sequence for one in found for attack in one.attacks}
    names = [*attack_sequences(left), *({DIRECT} & used)]
    text = " ".join((NOTE, *left_out(*found)))
    if not names and any(one.without_odds for one in found):
        yield ComparisonLine(name="Odds", left="nobody can", right="nobody can", text=text)
    for at, name in enumerate(names):
        summaries = [summarise(one, name) for one in found]
        yield ComparisonLine(
            name=f"{sequence_label(left.game, name)}, odds",
            left=summaries[0],
            right=summaries[1],
            text="" if at else text,
        )


def left_out(*found: OddsDocument) -> Iterator[str]:
    """What is not part of the numbers, in a sentence each: effects, and whole attacks with the reason."""
    if missing := dict.fromkeys(name for one in found for attack in one.attacks for name in attack.uncounted):
        yield f"Not counted: {', '.join(missing)}."
    if gaps := dict.fromkeys(f"{gap.name} ({gap.reason})" for one in found for gap in one.without_odds):
        yield f"No odds: {', '.join(gaps)}."


def summarise(found: OddsDocument, sequence: str) -> str:
    """The chances of one sort of attack on average, and the best of them."""
    attacks = [one for one in found.attacks if one.sequence == sequence and one.possible]
    if not attacks:
        return "nobody can"
    hit = mean_percent(Fraction(one.hit.exact) for one in attacks)
    if attacks[0].to_target is None:
        return f"{hit} % succeed"
    sides = [one.to_target for one in attacks if one.to_target]
    wound = mean_percent(Fraction(one.wound.exact) for one in sides)
    out = mean_percent(Fraction(one.out.exact) for one in sides)
    best = max(attacks, key=attack_rank)
    assert best.to_target is not None
    weapon = f" with {best.weapon}" if best.weapon else ""
    chances = f"hit {hit} %, wound {wound} %, out {out} %"
    return f"{chances}; best {best.attacker}{weapon} at {best.target}, out {format_percent(best.to_target.out)} %"


def mean_percent(chances: Iterator[Fraction]) -> str:
    """The average of some chances, in percent."""
    several = list(chances)
    return format_percent(exact_chance(sum(several, Fraction(0)) / len(several)))


def attack_rank(one: AttackOdds) -> tuple[Fraction, Fraction]:
    """How good an attack is: what it takes out, then the damage it does."""
    assert one.to_target is not None
    return Fraction(one.to_target.out.exact), Fraction(one.to_target.mean.exact)
