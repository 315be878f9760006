"""Rule kinds. To add one: write its file, import it here, put it in `KINDS` and in `AnyRule`."""

from listbuilder.catalogue.rules.agree import Agree
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.catalogue.rules.companion import Companion
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.include import Include
from listbuilder.catalogue.rules.link import Link
from listbuilder.catalogue.rules.match import Match
from listbuilder.catalogue.rules.points import Points
from listbuilder.catalogue.rules.spread import Spread
from listbuilder.catalogue.rules.together import Together
from listbuilder.catalogue.rules.unique import Unique

__all__ = ["KINDS", "AnyRule", "FindingTemplate", "Points", "Rule"]

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
