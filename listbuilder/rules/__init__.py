"""Rule kinds. To add one: write its file, import it here, put it in `KINDS` and in `AnyRule`."""

from listbuilder.rules.agree import Agree
from listbuilder.rules.ban import Allow, Ban
from listbuilder.rules.base import Rule, Words
from listbuilder.rules.choices import Fit, Inside, Rolled, Sides
from listbuilder.rules.companion import Companion
from listbuilder.rules.count import Count
from listbuilder.rules.include import Include
from listbuilder.rules.link import Link
from listbuilder.rules.match import Match
from listbuilder.rules.offers import Offers
from listbuilder.rules.points import Points
from listbuilder.rules.raising import Raise
from listbuilder.rules.relations import Carry, Membership
from listbuilder.rules.spending import Size, Spend
from listbuilder.rules.spread import Spread
from listbuilder.rules.standing import Limit, Needs, Room
from listbuilder.rules.table import Chosen, Decided
from listbuilder.rules.together import Together
from listbuilder.rules.unique import Unique

__all__ = [
    "KINDS",
    "STANDING",
    "Agree",
    "Allow",
    "AnyRule",
    "Ban",
    "Carry",
    "Chosen",
    "Decided",
    "Fit",
    "Inside",
    "Limit",
    "Membership",
    "Needs",
    "Offers",
    "Points",
    "Raise",
    "Rolled",
    "Room",
    "Rule",
    "Sides",
    "Size",
    "Spend",
    "Words",
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
    "allow": Allow,
    "ban": Ban,
    "budget": Spend,
    "carry": Carry,
    "chosen": Chosen,
    "decided": Decided,
    "fit": Fit,
    "group": Membership,
    "limit": Limit,
    "needs": Needs,
    "offer": Offers,
    "picks": Inside,
    "raise": Raise,
    "role": Sides,
    "rolled": Rolled,
    "room": Room,
    "size": Size,
}
