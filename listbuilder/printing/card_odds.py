"""The odds on the back of a card: a model and an enemy list go in, tables of the chances of its attacks come out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.exchange.documents.odds_document import AttackOdds, OddsDocument
from listbuilder.judging.force import Force
from listbuilder.play.odds.odds_summary import left_out
from listbuilder.play.odds.policy import format_percent, sequence_label
from listbuilder.play.odds.steps import SharedResults
from listbuilder.play.odds.table import AttackFilter, odds_between
from listbuilder.printing.card_content import Block, Content, Item, Paragraph, ProfileRow, ProfileTable

ASSUMED = "In percent, without cover or the like."


def odds_back(force: Force, enemy: Force, content: Content, shared: SharedResults | None = None) -> Content:
    """The back of a model's card: the odds of each of its weapons against each model of an enemy list."""
    choice = AttackFilter(attacker=str(content.row + 1))
    found = odds_between(force, enemy, {}, choice, strict=False, shared=shared)
    last = Paragraph(" ".join((ASSUMED if found.attacks else "It has nothing to attack with.", *left_out(found))))
    blocks: tuple[Block, ...] = (*odds_tables(force, found), last)
    title = f"Odds against {found.targets}"
    return content._replace(title=title, cost="", stats=(), marks=(), group=None, art=None, blocks=blocks)


def odds_tables(force: Force, found: OddsDocument) -> Iterator[ProfileTable]:
    """A table for each attack with each weapon, with a row for each target."""
    for sequence, weapon in dict.fromkeys((one.sequence, one.weapon) for one in found.attacks):
        attacks = [one for one in found.attacks if (one.sequence, one.weapon) == (sequence, weapon)]
        title = ", ".join(part for part in (sequence_label(force.game, sequence), weapon) if part)
        yield ProfileTable(title, odds_columns(attacks[0]), tuple(odds_row(one) for one in attacks))


def odds_columns(one: AttackOdds) -> tuple[str, ...]:
    """The columns of an attack."""
    return ("hit", "wound", "out") if one.to_target else ("success",)


def odds_row(one: AttackOdds) -> ProfileRow:
    """The chances against one target."""
    name = f"{one.target} ({one.answer})" if one.answer else one.target
    if not one.possible:
        return ProfileRow(Item(name), ("no",) * len(odds_columns(one)))
    sides = (one.to_target.wound, one.to_target.out) if one.to_target else ()
    return ProfileRow(Item(name), tuple(format_percent(chance) for chance in (one.hit, *sides)))
