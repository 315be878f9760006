"""Offered prices: what an entry costs on an owner that offers it for another price than the printed one."""

from __future__ import annotations

from listbuilder.catalogue import Game, Offer
from listbuilder.force import Force, Pick

__all__ = ["set_prices"]


def set_prices(force: Force) -> None:
    """Give every pick the price that it is offered for; the lowest where several offer it. What is given stays free."""
    found: dict[int, tuple[Pick, list[dict[str, int]]]] = {}
    for giver in force.picks:
        for slot, offers in giver.entry.offers.items():
            priced = [offer for offer in offers if offer.cost is not None]
            for pick in force.offered_by(giver, slot) if priced else ():
                prices = [price_of(force.game, offer) for offer in priced if offer.allows(pick.entry)]
                if prices and pick.given_by is None:
                    found.setdefault(id(pick), (pick, []))[1].extend(prices)
    for pick, prices in found.values():
        pick.prices = min(prices, key=lambda one: [one.get(id, 0) for id in force.game.currencies])
        pick.price = pick.prices.get(force.game.first_currency, 0)


def price_of(game: Game, offer: Offer) -> dict[str, int]:
    """The price of an offer by currency."""
    if isinstance(offer.cost, int):
        return {game.first_currency: offer.cost} if offer.cost else {}
    return {name: price for name, price in (offer.cost or {}).items() if price}
