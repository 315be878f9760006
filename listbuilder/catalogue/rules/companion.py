"""The companion rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.base.wording import as_words
from listbuilder.catalogue.phrasing import describe_needed, describe_things
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, common_values, describe_values, judged_parts

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Owner


@record
class Companion(Rule):
    """Require a companion in the list for each model of one sort.

    Use it for "a civilian needs a hero of its own faction". With `same`, the two must have the same value of that
    field; with `same: group` they must be in the same group. A model can be its own companion.

        kind: companion
        id: escort
        source: Picking teams
        where: {type: civilian}
        needs: {type: hero}
        same: faction
    """

    kind: Literal["companion"] = "companion"
    where: Selector
    """The models that need a companion."""
    needs: Selector
    """What the companion must be."""
    same: Annotated[str | None, Refers("shared field")] = None
    """A field in which the two must have the same value."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "A model lacks the companion that it needs in the list.",
            "{model} needs {needed}{shared} in the list; there is none.",
            "Add one{shared}, or take {model} out.",
        )
    }

    @property
    def over_what(self) -> str:
        return "model"

    @property
    def one_by_one(self) -> bool:
        return True

    @property
    def remedy_selector(self) -> Selector | None:
        return self.needs

    def describe(self, game: Game) -> str:
        same = f" of the same {as_words(self.same)}" if self.same else ""
        where, needs = describe_things(self.where, game, "model"), describe_needed(self.needs, game)
        return f"each {where} needs {needs}{same}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        asking = [part.owner for part in judged_parts(self, force, at) if self.where.fits(part.owner)]
        there = [one for one in force.rows if one.part == "main" and self.needs.fits(one)] if asking else []
        # Once for all, so that many models and companions are not compared pair by pair.
        theirs = {value for one in there for value in common_values(force, one, self.same)} if self.same else set()
        for model in asking:
            own = common_values(force, model, self.same) if self.same else []
            if not there or (self.same and theirs.isdisjoint(own)):
                mine = f" of the same {as_words(self.same)} ({describe_values(force, own)})" if self.same else ""
                wanted = self.what or describe_needed(self.needs, force.game)
                yield self.finding("missing", model, {"model": model.label, "needed": wanted, "shared": mine})
