"""The spread rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.base.values import Positive
from listbuilder.base.wording import as_words, join_names
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Owner, Pick


@record
class Spread(Rule):
    """Limit how many different entries in one slot share a value, such as their category.

    Use it for "one ability from each category". A second copy of an entry does not count again: its `limit` says
    whether it may be taken twice. The slot can be one of models, of groups or of the list.

        kind: spread
        id: one-of-each
        source: Abilities
        slot: abilities
        by: category
        max: 1
    """

    kind: Literal["spread"] = "spread"
    slot: Annotated[str, Refers("slot")]
    """The slot that the rule judges."""
    by: Annotated[str, Refers("entry field")]
    """The field whose values are counted separately."""
    max: Positive
    """How many entries may share a value."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "Too many entries in one slot share a category.",
            "{who} has {number} {value} {slot} ({named}), but may have at most {most} of one {by}.",
            "Keep {most} of them, or pick one of another {by}.",
        )
    }

    @property
    def over_what(self) -> str:
        return "model"

    def describe(self, game: Game) -> str:
        return f"at most {self.max} under `{self.slot}` with the same {as_words(self.by)}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for owner in (at, *at.below):
            for value, found in self.shares(owner.slots.get(self.slot, ())).items():
                if len(found) > self.max:
                    data = {
                        "who": owner.label,
                        "number": len(found),
                        "value": value,
                        "slot": self.slot,
                        "named": join_names(pick.entry.name for pick in found),
                        "most": self.max,
                        "by": self.by,
                    }
                    yield self.finding("over", found[self.max], data)

    def shares(self, picks: tuple[Pick, ...]) -> dict[str, list[Pick]]:
        """The first pick of each different entry, by the value they share."""
        found: dict[str, list[Pick]] = {}
        seen: set[str] = set()
        for pick in picks:
            value = pick.entry.field(self.by)
            # A second copy is for its `limit` to judge.
            if value is not None and pick.entry.id not in seen:
                seen.add(pick.entry.id)
                found.setdefault(str(value), []).append(pick)
        return found
