"""The points rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.amount import Amount
from listbuilder.rules.base import Rule
from listbuilder.selectors import Selector

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force


@record
class Points(Rule):
    """Keep the points of the list, or of some of its models, within a limit.

    Use for "up to 250 points" and for "deploy at most 70 of them". `max: limit` is the limit of the format or the
    one the players agreed. `field` adds up another printed number instead of the cost.

        kind: points
        id: crew-points
        source: Building a crew
        max: limit
    """

    kind: Literal["points"] = "points"
    max: Amount | None = None
    min: Amount | None = None
    where: Selector | None = None
    field: str | None = None
    codes: ClassVar[dict[str, str]] = {
        "over": "The models cost more than the limit allows.",
        "under": "The models cost less than the rule asks for.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        total = self.total(force)
        noun = self.what or force.game.points
        most = self.max.number(force) if self.max else None
        least = self.min.number(force) if self.min else None
        if most is not None and total > most:
            yield self.problem(
                "over",
                f"{total} {noun}, but the limit is {most}: {total - most} too many.",
                self.remedy(total - most, noun),
                "models",
            )
        if least is not None and total < least:
            yield self.problem(
                "under",
                f"{total} {noun}, but at least {least} are needed: {least - total} short.",
                f"Add {least - total} more {noun}.",
                "models",
            )

    def remedy(self, excess: int, noun: str) -> str:
        """How to save points: take out, or where only some models count, keep some of those back."""
        flags = [name for name, values in self.where.fields.items() if values == (True,)] if self.where else []
        back = f"Write `{flags[0]}: false` for some models, or take" if flags else "Take"
        return f"{back} out or swap for something cheaper until {excess} {noun} are saved."

    def total(self, force: Force) -> int:
        """The sum over the models the rule is about."""
        if self.where is None and self.field is None:
            return force.cost
        fits = self.where.fits if self.where else lambda model: True
        models = [model for model in force.models if fits(model)]
        if self.field is None:
            return sum(model.cost for model in models)
        found = (pick.field(self.field) for model in models for pick in model.entries)
        return sum(value for value in found if isinstance(value, int))
