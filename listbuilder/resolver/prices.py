"""What a pick costs: the price that its owner offers it for, and what grants make of it, for all copies or for some."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.catalogue import Game, Offer
from listbuilder.force import Contribution, Force, Pick, added


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


def set_price(game: Game, pick: Pick, name: str, changes: Sequence[Contribution]) -> None:
    """Give a pick its price in a currency; where some changes are for some copies only, each lot has one."""
    up = name not in game.currencies or game.currencies[name].round == "up"
    start, lots = pick.price_in(name), []
    below = 0
    for edge in sorted({pick.count, *(one.copies for one in changes if one.copies is not None)}):
        here = [one for one in changes if one.copies is None or one.copies >= edge]
        lots.append(((edge - below) * pick.rel // pick.count, added(start, here, up)))
        below = edge
    price = lots[-1][1]
    pick.prices = {**pick.prices, name: price}
    if len(lots) > 1:
        pick.lots = {**(pick.lots or {}), name: tuple(lots)}
    if name == game.first_currency:
        pick.price = price
        pick.paid = pick.cost_in(name) if len(lots) > 1 else None
