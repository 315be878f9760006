"""The companion rule."""

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
class Companion(Rule):
    """Ask for company: each model of one sort needs one of another sort in the list.

    Use for "a civilian needs a hero of its own faction". With `same`, the two must share that field; `same: group`
    asks for one in the same group. A model that is what it needs is company enough.

        kind: companion
        id: escort
        source: Picking teams
        where: {type: civilian}
        needs: {type: hero}
        same: faction
    """

    kind: Literal["companion"] = "companion"
    where: Selector
    needs: Selector
    same: str | None = None
    codes: ClassVar[dict[str, str]] = {"missing": "A model lacks the companion it needs in the list."}

    def check(self, force: Force) -> Iterator[Finding]:
        asking = [model for model in force.rows if self.where.fits(model)]
        there = [model for model in force.models if self.needs.fits(model)] if asking else []
        shared = {value for model in there for value in model.field(self.same)} if self.same else set()
        for model in asking:
            own = model.field(self.same) if self.same else ()
            if not there or (self.same and shared.isdisjoint(own)):
                mine = f" of the same {self.same} ({', '.join(own)})" if self.same else ""
                yield self.problem(
                    "missing",
                    f"{model.label} needs {self.what or f'a model ({self.needs})'}{mine} in the list; there is none.",
                    f"Add one{mine}, or take {model.label} out.",
                    model.where,
                    model,
                )
