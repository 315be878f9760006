"""The companion rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.phrases import needed
from listbuilder.record import record
from listbuilder.rules.base import Rule, Words, parts
from listbuilder.rules.things import said, shared
from listbuilder.selectors import Selector
from listbuilder.spelling import as_words

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Owner


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
    means: ClassVar[dict[str, str]] = {
        "where": "The models that need company.",
        "needs": "What each of them needs beside it.",
    }
    codes: ClassVar[dict[str, Words]] = {
        "missing": Words(
            "A model lacks the companion it needs in the list.",
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
    def wanted(self) -> Selector | None:
        return self.needs

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        asking = [part.owner for part in parts(self, force, at) if self.where.fits(part.owner)]
        there = [one for one in force.rows if one.part == "main" and self.needs.fits(one)] if asking else []
        theirs = {value for one in there for value in shared(force, one, self.same)} if self.same else set()
        for model in asking:
            own = shared(force, model, self.same) if self.same else []
            if not there or (self.same and theirs.isdisjoint(own)):
                mine = f" of the same {as_words(self.same)} ({said(force, own)})" if self.same else ""
                wanted = self.what or needed(self.needs, force.game)
                yield self.problem("missing", model, {"model": model.label, "needed": wanted, "shared": mine})
