"""The include rule."""

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
class Include(Rule):
    """Ask for certain entries: each of them must be somewhere in the list.

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
    codes: ClassVar[dict[str, str]] = {"missing": "An entry that must be in the list is not, or not as required."}

    def check(self, force: Force) -> Iterator[Finding]:
        printed = {entry.id: entry.name for entry in force.game.entries}
        for wanted in self.entries:
            name = printed.get(wanted, wanted)
            having = [model for model in force.models if any(pick.entry.id == wanted for pick in model.entries)]
            if not having and any(pick.entry.id == wanted for pick in force.entries):
                continue
            if not having:
                yield self.problem("missing", f"{name} must be in the list and is not.", f"Add {name}.", "models")
            elif self.where and not any(self.where.fits(model) for model in having):
                yield self.problem(
                    "missing",
                    f"{name} is in the list, but not with {self.where}.",
                    f"Change {having[0].label} so that it has {self.where}.",
                    having[0].where,
                    having[0],
                )
