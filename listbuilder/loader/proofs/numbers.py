"""The bounds of what is added up: stats, fields of the row, costs and printed numbers. Sound, not tight."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.catalogue import SizeField
from listbuilder.catalogue.order import all_grants
from listbuilder.loader.proofs.case import Case
from listbuilder.quantity import Quantity

Ends = tuple[int | None, int | None]


def numbers(case: Case, quantity: Quantity, scope: str) -> Ends:
    """The lowest and the highest that a sum, or one of the numbers, can be."""
    name = quantity.sum or quantity.highest or quantity.lowest or ""
    low, high = of_one(case, name)
    one = scope == "model" and quantity.where is None and not case.game.model.of_type(SizeField)
    if case.game.number_of(name)[0] in ("stat", "value"):
        if one:
            return low, high
        if quantity.sum is None:  # nobody at all has 0
            return None if low is None else min(low, 0), None if high is None else max(high, 0)
    elif quantity.sum is None and quantity.from_ != "models":
        return None if low is None else min(low, 0), high
    return 0 if low is not None and low >= 0 else None, 0 if high is not None and high <= 0 else None


def least_number(case: Case, name: str) -> int | None:
    """The lowest that a sum of such numbers can be."""
    low = of_one(case, name)[0]
    return 0 if low is not None and low >= 0 else None


def of_one(case: Case, name: str) -> Ends:
    """The lowest and the highest of one such number."""
    game = case.game
    kind, id = game.number_of(name)
    if kind == "stat":
        return game.stats[id].minimum, game.stats[id].maximum
    if kind == "value":
        fields = [sheet.fields[id] for _, sheet in case.sheets() if id in sheet.fields]
        lows = [field.ends[0] for field in fields if field.ends[0] is not None]
        highs = [field.ends[1] for field in fields if field.ends[1] is not None]
        if len(lows) < len(fields):
            return None, None
        return min(lows, default=0), max(highs) if len(highs) == len(fields) else None
    changed = {game.printed_number(one) for grant in all_grants(game) for few in grant.fields.values() for one in few}
    if (kind, id) in changed:
        return None, None
    if kind != "cost":
        printed = [number(entry.field(id)) for entry in game.entries]
        return min([0, *printed]), max([0, *printed])
    printed = [entry.price(id) for entry in game.entries]
    for cost in [offer.cost for entry in game.entries for few in entry.offers.values() for offer in few]:
        if isinstance(cost, Mapping):
            printed.append(cost.get(id, 0))
        elif id == game.first_currency:
            printed.append(cost or 0)
    return min([0, *printed]), max([0, *printed])


def number(value: object) -> int:
    """A printed number, 0 where there is none."""
    return value if type(value) is int else getattr(value, "number", 0) or 0
