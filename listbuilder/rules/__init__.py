"""Rule kinds. To add one: write its file, import it here, put it in `KINDS` and in `AnyRule`."""

from listbuilder.rules.agree import Agree
from listbuilder.rules.amount import Amount
from listbuilder.rules.base import Rule
from listbuilder.rules.choices import Fit, Inside, Sides
from listbuilder.rules.companion import Companion
from listbuilder.rules.count import Count
from listbuilder.rules.include import Include
from listbuilder.rules.link import Link
from listbuilder.rules.match import Match
from listbuilder.rules.points import Points
from listbuilder.rules.relations import Carry, Membership
from listbuilder.rules.spread import Spread
from listbuilder.rules.standing import Limit, Needs, Offer, Raise, Room, Spend
from listbuilder.rules.together import Together
from listbuilder.rules.unique import Unique

__all__ = [
    "KINDS",
    "STANDING",
    "Amount",
    "AnyRule",
    "Carry",
    "Fit",
    "Inside",
    "Limit",
    "Membership",
    "Needs",
    "Offer",
    "Raise",
    "Room",
    "Rule",
    "Sides",
    "Spend",
]

AnyRule = Agree | Companion | Count | Include | Link | Match | Points | Spread | Together | Unique

KINDS: dict[str, type[Rule]] = {
    "agree": Agree,
    "companion": Companion,
    "count": Count,
    "include": Include,
    "link": Link,
    "match": Match,
    "points": Points,
    "spread": Spread,
    "together": Together,
    "unique": Unique,
}

STANDING: dict[str, type[Rule]] = {
    "budget": Spend,
    "carry": Carry,
    "fit": Fit,
    "group": Membership,
    "limit": Limit,
    "needs": Needs,
    "offer": Offer,
    "picks": Inside,
    "raise": Raise,
    "role": Sides,
    "room": Room,
}
