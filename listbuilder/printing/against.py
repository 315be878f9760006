"""The odds on the back of a card: a model and an enemy list in, the chances of its attacks as blocks out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.documents.odds import AttackOdds, OddsDocument
from listbuilder.force import Force
from listbuilder.odds.policy import label, percent
from listbuilder.odds.steps import Shared
from listbuilder.odds.table import Choice, odds_between
from listbuilder.printing.content import Content, Item, Note, Profile, Table

ASSUMED = "In percent, without cover or the like."


def odds_back(force: Force, enemy: Force, content: Content, shared: Shared | None = None) -> Content:
    """The back of a model's card: what each of its weapons can do to each model of an enemy list."""
    choice = Choice(attacker=str(content.row + 1))
    found = odds_between(force, enemy, {}, choice, strict=False, shared=shared)
    head = f"Odds against {found.targets}"
    left = dict.fromkeys(name for one in found.attacks for name in one.uncounted)
    told = f"{ASSUMED} Not counted: {', '.join(left)}." if left else ASSUMED
    note = Note(told if found.attacks else "It has nothing to attack with.")
    plain = content._replace(title=head, cost="", stats=(), marks=(), group=None, art=None)
    return plain._replace(blocks=(*tables(force, found), note))


def tables(force: Force, found: OddsDocument) -> Iterator[Table]:
    """A table for each attack with each weapon: a row for each target."""
    for sequence, weapon in dict.fromkeys((one.sequence, one.weapon) for one in found.attacks):
        attacks = [one for one in found.attacks if (one.sequence, one.weapon) == (sequence, weapon)]
        title = ", ".join(part for part in (label(force.game, sequence), weapon) if part)
        yield Table(title, heads(attacks[0]), tuple(profile(one) for one in attacks))


def heads(one: AttackOdds) -> tuple[str, ...]:
    """The columns of an attack."""
    return ("hit", "wound", "out") if one.to_target else ("success",)


def profile(one: AttackOdds) -> Profile:
    """The chances against one target."""
    name = f"{one.target} ({one.answer})" if one.answer else one.target
    if not one.possible:
        return Profile(Item(name), ("no",) * len(heads(one)))
    sides = (one.to_target.wound, one.to_target.out) if one.to_target else ()
    return Profile(Item(name), tuple(percent(chance) for chance in (one.hit, *sides)))
