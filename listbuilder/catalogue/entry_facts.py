"""Facts about all entries of a game taken together.

They are stored with the compiled game, so that judging a list does not unpack entries that are not in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeVar

from listbuilder.base.records import record
from listbuilder.catalogue.entries import Entry, Keyword, Rank, Unit
from listbuilder.catalogue.evaluation_order import all_grants, evaluation_levels, grant_steps
from listbuilder.catalogue.game import Game
from listbuilder.catalogue.query import Number, Quantity

T = TypeVar("T")
Key = tuple[str, str]
"""The kind and the id of an entry."""


@record
class EntryFacts:
    """Answers to questions about all entries; `ranks` are the numbers that change, each with its level."""

    ranks: tuple[tuple[str, str, int], ...]
    non_additive: tuple[Number, ...]
    opened_slots: tuple[str, ...]
    given_tags: tuple[str, ...]
    default_slots: tuple[str, ...]
    weighted_kinds: tuple[str, ...]
    rolled: tuple[Key, ...]
    demanding: tuple[Key, ...]
    with_forms: tuple[Key, ...]
    weighted: bool
    some_need: bool
    some_offer: bool
    some_hold: bool
    some_bring_rules: bool
    some_have_sides: bool
    some_have_stats: bool
    some_spend: bool
    some_price: bool
    some_hide: bool
    limits_computed: bool
    prices_chosen: bool


def facts_of(game: Game) -> EntryFacts:
    """Compute the facts of a game; this unpacks all its entries."""
    entries, every = game.entries, (*game.entries, *game.given_keywords)
    grants = list(all_grants(game))
    ranks = ((*number, rank) for rank, level in enumerate(evaluation_levels(game)) for number in level)
    return EntryFacts(
        ranks=tuple(ranks),
        non_additive=_distinct(non_additive_numbers(game)),
        opened_slots=_distinct(slot for grant in grants for slot in grant.slots),
        given_tags=_distinct(tag for grant in grants for tag in grant.tags),
        default_slots=_distinct(
            slot for one in entries for slot, many in one.offers.items() if any(o.default for o in many)
        ),
        # The `counts` of a unit or rank is for counting models: it never fills two places of its own slot.
        weighted_kinds=_distinct(one.kind for one in entries if one.counts != 1 and not isinstance(one, Unit | Rank)),
        rolled=tuple(one.key for one in entries if any(slot.rolled for slot in one.picks.values())),
        demanding=tuple(one.key for one in entries if isinstance(one, Keyword) and (one.needs or one.rules)),
        with_forms=tuple(one.key for one in entries if one.forms and not isinstance(one, Keyword)),
        weighted=any(one.counts != 1 for one in entries),
        some_need=any(one.needs for one in entries),
        some_offer=any(one.offers for one in entries),
        some_hold=any(one.picks for one in entries),
        some_bring_rules=any(map(_brings_rules, every)),
        some_have_sides=any(one.sides for one in entries),
        some_have_stats=any(one.stats for one in every),
        some_spend=any(name in game.budgets for one in entries for name in one.prices),
        some_price=any(o.cost is not None for one in entries for many in one.offers.values() for o in many),
        some_hide=any(slot.secret for one in entries for slot in one.picks.values()),
        limits_computed=any(isinstance(one.limit, Quantity) for one in entries),
        prices_chosen=any(grant.only for grant in grants),
    )


def _distinct(found: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(found))


def _brings_rules(one: Entry) -> bool:
    """Whether an entry brings rules in; keywords are entries themselves."""
    return bool(one.rules) or any(role.rules for role in one.sides.values())


def non_additive_numbers(game: Game) -> Iterator[Number]:
    """The numbers that are not only added to, and room that a grant may reduce: it is clamped at 0 in the end."""
    for grant in all_grants(game):
        for number, _, (_, what, amount) in grant_steps(game, grant):
            if what != "add" or (number[0] == "room" and _may_be_negative(amount)):
                yield number


def _may_be_negative(amount: Quantity | Fraction | str) -> bool:
    """Whether an addition may be negative."""
    fixed = amount.fixed if isinstance(amount, Quantity) else amount
    return fixed is None or (not isinstance(fixed, str) and fixed < 0)
