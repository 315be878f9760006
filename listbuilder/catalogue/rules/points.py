"""The points rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.base.values import BadKeyError
from listbuilder.base.wording import summed
from listbuilder.catalogue.phrasing import describe_range
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Owner


@record
class Points(Rule):
    """Limit the cost of the list, or of a part of it.

    Use it for "up to 250 points" or "deploy at most 70 of them". `max: limit` is the limit of the format, or the one
    that the players agreed on. `field` adds up another currency or a printed number instead of points. With `where`,
    `from` says whether to add up whole models that fit, or only the picks that fit.

        kind: points
        id: crew-points
        source: Building a crew
        max: limit
    """

    kind: Literal["points"] = "points"
    max: Quantity | None = None
    """The most it may cost."""
    min: Quantity | None = None
    """The least it must cost."""
    where: Selector | None = None
    """Which ones: a selector."""
    from_: Literal["models", "picks"] | None = None
    """Whether whole models that fit are added up, or only the picks that fit."""
    field: Annotated[str, Refers("number")] = "cost"
    """A currency or printed number to add up instead of points."""
    part: Annotated[str, Refers("part")] = "main"
    """The part of the list that counts: main (the default), the name of another part, or all."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "The models that the rule counts cost more than the limit allows.",
            "{found}, but the limit is {most}{why}: {extra} too many.",
            "{remedy}.",
        ),
        "under": FindingTemplate(
            "The models that the rule counts cost less than required.",
            "{found}, but at least {least}{why} are needed: {missing} short.",
            "Spend {more} more.",
        ),
    }

    def __post_init__(self) -> None:
        if self.where and not self.from_:
            raise BadKeyError(
                "where", "`where` needs `from: models` (whole models that fit) or `from: picks` (only what fits)"
            )
        if self.from_ and not self.where:
            raise BadKeyError("from", "`from` has no effect without `where`")

    @cached_property
    def of(self) -> Quantity:
        """What is added up."""
        return Quantity(sum=self.field, where=self.where, from_=self.from_, part=self.part)

    @property
    def is_whole_limit(self) -> bool:
        """Whether it always limits the whole list to its limit."""
        return self.when is None and self.repeats_limit

    @property
    def repeats_limit(self) -> bool:
        """Whether its `max` is the limit of the whole list, which is judged even without a rule."""
        return self.where is None and self.part == "main" and self.max == Quantity(limit="cost")

    def describe(self, game: Game) -> str:
        return describe_range(self.of, self.min, self.max, game, self.what)

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        root = force.root
        most = force.limit_for(self.id, "max", self.max, root)
        least = force.limit_for(self.id, "min", self.min, root)
        if most is None and least is None:
            return
        total = self.of.evaluate(force, root) or 0
        # Most lists keep their limits; nothing is put into words for them.
        if (most is None or total <= most) and (least is None or total >= least):
            return
        noun = self.what or force.game.number_name(self.field)
        currency = force.game.currencies.get(force.game.currency_id(self.field))
        # In messages as in totals: what is used of what there is, so both sides grow by the supply.
        if currency and currency.supply and self.where is None and most is not None:
            given = force.supplied(force.game.currency_id(self.field))
            total, most = total + given, most + given
        made_up = "" if currency and currency.supply else self.breakdown(force, total)
        data = {"number": total, "noun": noun, "found": summed(total, noun) + made_up}
        if most is not None and self.max and total > most:
            why = self.max.describe(force, root)
            extra = {"most": most, "extra": total - most, "why": f" ({why})" if why else ""}
            yield self.finding("over", root, {**data, **extra, "remedy": self.remedy(total - most, noun)}, ("models",))
        if least is not None and self.min and total < least:
            why = self.min.describe(force, root)
            missing = {"least": least, "missing": least - total, "why": f" ({why})" if why else ""}
            missing["more"] = summed(least - total, noun)
            yield self.finding("under", root, {**data, **missing}, ("models",))

    def breakdown(self, force: Force, total: int) -> str:
        """What is spent and what is given, if something has a negative cost: the total alone does not show it."""
        things = self.of.collect(force, force.root)
        given = -sum(amount * times for _, amount, times in things if amount < 0)
        return f" ({total + given} spent, {given} given)" if given else ""

    def remedy(self, excess: int, noun: str) -> str:
        """How to save points: take something out or, if only some models count, keep some of those back."""
        flags = [name for name, values in self.where.fields.items() if values == (True,)] if self.where else []
        back = f"Write `{flags[0]}: false` for some models, or take" if flags else "Take"
        saved = f"{summed(excess, noun)} {'is' if excess == 1 else 'are'} saved"
        return f"{back} something out, or swap it for something cheaper, until {saved}"
