"""The match rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule
from listbuilder.selectors import Selector

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force


@record
class Match(Rule):
    """Ask of every pick of one sort that the model that carries it fits a selector.

    Use for "shooting skills are wasted without a range weapon" (a warning) or "only crews may take a cannon".

        kind: match
        id: scope
        source: Gear
        where: {entry: scope}
        needs: {slot: weapon, tag: rifle}
    """

    kind: Literal["match"] = "match"
    where: Selector
    needs: Selector
    codes: ClassVar[dict[str, str]] = {"missing": "A pick sits on a model that lacks what the pick asks for."}

    @property
    def judges_models(self) -> bool:
        return True

    def check(self, force: Force) -> Iterator[Finding]:
        test, fits = self.where.fits_pick, self.needs.fits
        for model in force.rows:
            for pick in model.entries:
                if test(pick, model) and not fits(model):
                    needed = self.what or str(self.needs)
                    yield self.problem(
                        "missing",
                        f"{model.label} has {pick.entry.name} but lacks {needed}.",
                        f"Give it {needed}, or swap {pick.entry.name} for something else.",
                        f"{model.where}.{pick.path}",
                        model,
                    )
