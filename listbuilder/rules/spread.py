"""The spread rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule, names
from listbuilder.values import Positive

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Pick


@record
class Spread(Rule):
    """Cap how many different entries in one slot share a value, such as their category.

    Use for "one ability from each category". A second copy of the same entry does not count again: whether it may
    be taken twice is what the entry's `limit` says.

        kind: spread
        id: one-of-each
        source: Abilities
        slot: abilities
        by: category
        max: 1
    """

    kind: Literal["spread"] = "spread"
    slot: str
    by: str
    max: Positive
    codes: ClassVar[dict[str, str]] = {"over": "Too many entries in one slot share a category."}

    @property
    def judges_models(self) -> bool:
        return True

    def check(self, force: Force) -> Iterator[Finding]:
        for model in force.rows:
            picks = model.slots.get(self.slot, ())
            if len(picks) <= self.max or len({pick.entry.field(self.by) for pick in picks}) == len(picks):
                continue
            for value, found in self.shares(picks).items():
                if len(found) > self.max:
                    extra = found[self.max]
                    yield self.problem(
                        "over",
                        f"{model.label} has {len(found)} {value} {self.slot} ({names([p.entry.name for p in found])}), "
                        f"but at most {self.max} of one {self.by} allowed.",
                        f"Keep {self.max} of them, or pick one of another {self.by}.",
                        f"{model.where}.{extra.path}",
                        model,
                    )

    def shares(self, picks: tuple[Pick, ...]) -> dict[str, list[Pick]]:
        """The first pick of each different entry, by the value they share."""
        found: dict[str, list[Pick]] = {}
        seen: set[str] = set()
        for pick in picks:
            value = pick.entry.field(self.by)
            if value is not None and pick.entry.id not in seen:
                seen.add(pick.entry.id)
                found.setdefault(str(value), []).append(pick)
        return found
