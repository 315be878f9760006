"""Who is meant by a role or a side, as the bearer of a record sees it; states and tests are asked elsewhere."""

from __future__ import annotations

from listbuilder.catalogue.effects.parts import Who
from listbuilder.odds.borne import Borne
from listbuilder.odds.given import OTHER, SIDES, Side


def role_side(role: str | None, one: Borne | None) -> Side | None:
    """The side that a role means; in what followed from an earlier event, the roles are those of that event."""
    if role in SIDES and (one is None or not is_past(one)):
        return role
    if one is None or role is None or role == "chosen":
        return None
    if role in ("self", "owner"):
        return one.side
    if role == "opponent":
        return OTHER[one.side]
    mine = any(moment.by is not None and moment.by.role == "self" for moment in one.effect.when)
    return one.side if (role == "actor") == mine else OTHER[one.side]


def is_past(one: Borne) -> bool:
    """Whether a record followed from something that happened before this attack."""
    return one.act is None and any(moment.kind in ("after", "before") for moment in one.effect.when)


def could(who: Who | None, side: Side, one: Borne) -> bool:
    """Whether one of the two models can be meant, by role and side alone."""
    if who is None:
        return True
    if who.role == "chosen":
        return could(one.effect.pick, side, one) if one.effect.pick else True
    if who.role == "self" and one.kind != "own":
        return False
    if who.role:
        return role_side(who.role, one) == side
    mine, own = side == one.side, side == one.side and one.kind == "own"
    sides = {"friend": mine and not own, "own": mine, "enemy": not mine, "other": not own, "any": True}
    return sides[who.side] if who.side else True
