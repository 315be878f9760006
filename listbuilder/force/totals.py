"""What a list comes to in words: every currency with its limit, the parts that do not count, the game's own headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from listbuilder.wording import summed

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.force.force import Force

__all__ = ["other_costs", "total_words"]


def total_words(force: Force, moved: str = "", always: bool = False) -> str:
    """`120 of 250 points, 4 of 6 command (and 30 in sideboard), Beds 3`; `moved` goes behind the first currency.

    A currency that the list has nothing to do with is left out, and the first too unless `always`.
    """
    game, first = force.game, force.game.first_currency
    words = []
    for id, total in force.totals.items():
        limit = f" of {force.limits[id]}" if id in force.limits else ""
        if total or limit or (always and id == first):
            words.append(f"{total}{limit} {game.currency_name(id)}{moved if id == first else ''}")
    apart = [f"{costs[first]} in {part}" for part, costs in force.parts.items() if part != "main" and costs[first]]
    told = ", ".join(words) + (f" (and {', '.join(apart)})" if apart else "")
    headers = [f"{header.name} {header.of.reckon(force, force.root) or 0}" for header in game.headers]
    return ", ".join(word for word in (told, *headers) if word)


def other_costs(game: Game, costs: Mapping[str, int]) -> Iterator[str]:
    """What something costs beside the first currency, in the short words where there are some: `25 tons`, `2 CP`."""
    for id, currency in game.currencies.items():
        if id != game.first_currency and costs.get(id):
            yield summed(costs[id], currency.short or game.currency_name(id))
