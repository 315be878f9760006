"""Offered prices: what an entry costs on an owner that offers it for another price than the printed one."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.catalogue import Entry, Game, Offer
from listbuilder.force import Force, Pick

__all__ = ["set_prices"]


def set_prices(force: Force) -> None:
    """Give every pick the price that its owner, or the pick that holds it, offers it for; the lowest of several."""
    for owner in (force.root, *force.groups, *force.rows):
        for pick in owner.inside:
            holders = [pick.up.entry] if isinstance(pick.up, Pick) else [one.entry for one in owner.entries]
            offers = [offer for entry in holders for offer in offers_of(entry, pick)]
            prices = [priced(force.game, offer) for offer in offers if offer.cost is not None]
            if prices:
                pick.prices = min(prices, key=lambda one: [one.get(id, 0) for id in force.game.currencies])
                pick.price = pick.prices.get(force.game.first_currency, 0)


def offers_of(entry: Entry, pick: Pick) -> Iterable[Offer]:
    """The offers of an entry that a pick in a slot takes up."""
    return (offer for offer in entry.offers.get(pick.slot, ()) if offer.allows(pick.entry))


def priced(game: Game, offer: Offer) -> dict[str, int]:
    """The price of an offer by currency."""
    if isinstance(offer.cost, int):
        return {game.first_currency: offer.cost} if offer.cost else {}
    return {name: price for name, price in (offer.cost or {}).items() if price}
