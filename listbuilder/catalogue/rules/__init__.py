"""Rule kinds. To add one: write its file, import it here, put it in `KINDS` and in `AnyRule`."""

from listbuilder.catalogue.rules.agree import Agree
from listbuilder.catalogue.rules.ban import AllowOnly, Ban
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.catalogue.rules.companion import Companion
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.implied_choices import Fit, Inside, Offers, Rolled, Sides
from listbuilder.catalogue.rules.implied_deployment import Chosen, Decided
from listbuilder.catalogue.rules.implied_relations import Carry, Membership
from listbuilder.catalogue.rules.implied_slots import Limit, Needs, Room
from listbuilder.catalogue.rules.implied_spending import Raise, Size, Spend
from listbuilder.catalogue.rules.include import Include
from listbuilder.catalogue.rules.link import Link
from listbuilder.catalogue.rules.match import Match
from listbuilder.catalogue.rules.points import Points
from listbuilder.catalogue.rules.spread import Spread
from listbuilder.catalogue.rules.together import Together
from listbuilder.catalogue.rules.unique import Unique

__all__ = [
    "KINDS",
    "STANDING",
    "Agree",
    "AllowOnly",
    "AnyRule",
    "Ban",
    "Carry",
    "Chosen",
    "Decided",
    "FindingTemplate",
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
    "allow": AllowOnly,
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
