"""The include rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.phrases import needed
from listbuilder.record import record
from listbuilder.rules.base import Rule, Words
from listbuilder.selectors import Selector

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Owner

UNFIT = Words("", "{name} is in the list, but without {wanted}.", "Give {model} {wanted}.")


@record
class Include(Rule):
    """Ask for certain entries: each of them must be somewhere in the list, on a model, in a group or inside a pick.

    Use for "the captain must be in the crew"; with `where: {deploy: true}` for "and on the table".

        kind: include
        id: captain
        source: Building a crew
        entries: [captain]
        where: {deploy: true}
    """

    kind: Literal["include"] = "include"
    entries: tuple[str, ...]
    where: Selector | None = None
    means: ClassVar[dict[str, str]] = {
        "entries": "Entries that must be there.",
        "where": "How they must be there.",
    }
    codes: ClassVar[dict[str, Words]] = {
        "missing": Words(
            "An entry that must be in the list is not, or not as required.",
            "{name} must be in the list and is not.",
            "Add {name}.",
        )
    }

    @property
    def wanted(self) -> Selector | None:
        return Selector(entry=self.entries)

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for wanted in self.entries:
            name = force.game.printed(wanted)
            having = [pick for pick in force.picks if pick.entry.id == wanted and pick.owner.part == "main"]
            if not having:
                yield self.problem("missing", force.root, {"name": name, "entry": wanted}, ("models",))
            elif self.where and not any(
                self.where.fits(pick.owner) if pick.model else self.where.fits_pick(pick) for pick in having
            ):
                owner = having[0].owner
                data = {"name": name, "entry": wanted, "wanted": needed(self.where, force.game), "model": owner.label}
                yield self.problem("missing", owner, data, words=UNFIT)
