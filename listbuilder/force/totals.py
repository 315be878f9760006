"""What a list comes to in words: every currency with its limit, the parts that do not count, the game's own headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from listbuilder.wording import summed

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.force.force import Force


def total_words(force: Force, moved: str = "", always: bool = False) -> str:
    """`120 of 250 points (and 30 in sideboard), 4 of 6 command, Beds 3`; `moved` goes behind the first currency.

    A currency that the list has nothing to do with is left out, and the first too unless `always`.
    """
    game, first = force.game, force.game.first_currency
    words = []
    for id, total in force.totals.items():
        limit = f" of {force.limits[id]}" if id in force.limits else ""
        apart = [f"{costs[id]} in {part}" for part, costs in force.parts.items() if part != "main" and costs[id]]
        if total or limit or apart or (always and id == first):
            aside = [moved] * (id == first and moved != "") + [f"and {', '.join(apart)}"] * bool(apart)
            words.append(f"{total}{limit} {game.currency_name(id)}" + (f" ({', '.join(aside)})" if aside else ""))
    headers = [f"{header.name} {header.of.reckon(force, force.root) or 0}" for header in game.headers]
    return ", ".join([*words, *headers])


def other_costs(game: Game, costs: Mapping[str, int]) -> Iterator[str]:
    """What something costs beside the first currency, in the short words where there are some: `25 tons`, `2 CP`."""
    for id, currency in game.currencies.items():
        if id != game.first_currency and costs.get(id):
            yield summed(costs[id], currency.short or game.currency_name(id))
