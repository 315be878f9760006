"""The odds of two lists against each other in short: one line for each sort of attack, before a match."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from listbuilder.documents.odds import AttackOdds, OddsDocument, chance_of
from listbuilder.errors import EditError
from listbuilder.force import Force
from listbuilder.odds.policy import label, percent
from listbuilder.odds.steps import Shared
from listbuilder.odds.table import Choice, attack_sequences, odds_between
from listbuilder.play import Line

NOTE = "On average over every attacker, weapon and target, without cover or the like; `listbuilder odds` has them all."


def odds_lines(left: Force, right: Force) -> Iterator[Line]:
    """A line for each sort of attack of a game: what each side can do to the other."""
    if not attack_sequences(left):
        return
    try:
        shared = Shared()
        found = [odds_between(*pair, {}, Choice(), shared=shared) for pair in ((left, right), (right, left))]
    except EditError as error:
        yield Line(name="Odds", left=str(error), right=str(error))
        return
    missing = dict.fromkeys(name for one in found for attack in one.attacks for name in attack.uncounted)
    text = f"{NOTE} Not counted: {', '.join(missing)}." if missing else NOTE
    for at, name in enumerate(attack_sequences(left)):
        told = [in_short(one, name) for one in found]
        yield Line(name=f"{label(left.game, name)}, odds", left=told[0], right=told[1], text="" if at else text)


def in_short(found: OddsDocument, sequence: str) -> str:
    """The chances of one sort of attack on average, and the best of them."""
    attacks = [one for one in found.attacks if one.sequence == sequence and one.possible]
    if not attacks:
        return "nobody can"
    hit = mean(Fraction(one.hit.exact) for one in attacks)
    if attacks[0].to_target is None:
        return f"{hit} % succeed"
    sides = [one.to_target for one in attacks if one.to_target]
    wound, out = mean(Fraction(one.wound.exact) for one in sides), mean(Fraction(one.out.exact) for one in sides)
    best = max(attacks, key=worth)
    assert best.to_target is not None
    weapon = f" with {best.weapon}" if best.weapon else ""
    told = f"hit {hit} %, wound {wound} %, out {out} %"
    return f"{told}; best {best.attacker}{weapon} at {best.target}, out {percent(best.to_target.out)} %"


def mean(chances: Iterator[Fraction]) -> str:
    """The average of some chances, in percent."""
    several = list(chances)
    return percent(chance_of(sum(several, Fraction(0)) / len(several)))


def worth(one: AttackOdds) -> tuple[Fraction, Fraction]:
    """How good an attack is: what it takes out, then the damage it does."""
    assert one.to_target is not None
    return Fraction(one.to_target.out.exact), Fraction(one.to_target.mean.exact)
