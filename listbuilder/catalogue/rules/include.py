"""The include rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.base.wording import join_names
from listbuilder.catalogue.phrasing import describe_needed, describe_things
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Owner

UNFIT = FindingTemplate("", "{name} is in the list, but without {wanted}.", "Give {model} {wanted}.")


@record
class Include(Rule):
    """Require certain entries somewhere in the list: on a model, on a group or inside a pick.

    Use it for "the captain must be in the crew"; add `where: {deploy: true}` for "and on the table".

        kind: include
        id: captain
        source: Building a crew
        entries: [captain]
        where: {deploy: true}
    """

    kind: Literal["include"] = "include"
    entries: Annotated[tuple[str, ...], Refers("entry")]
    """The required entries."""
    where: Selector | None = None
    """What must be true of at least one model that has the entry."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "A required entry is not in the list, or not as `where` asks.",
            "{name} must be in the list and is not.",
            "Add {name}.",
        )
    }

    @property
    def remedy_selector(self) -> Selector | None:
        return Selector(entry=self.entries)

    def describe(self, game: Game) -> str:
        on = f" on {describe_things(self.where, game, 'model')}" if self.where else ""
        return f"the list must have {join_names(game.printed(one) for one in self.entries)}{on}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for wanted in self.entries:
            name = force.game.printed(wanted)
            # In any slot and at any depth; what stands apart, such as a sideboard, is not in the list.
            having = [pick for pick in force.picks if pick.entry.id == wanted and pick.owner.part == "main"]
            if not having:
                yield self.finding("missing", force.root, {"name": name, "entry": wanted}, ("models",))
            elif self.where and not any(
                self.where.fits(pick.owner) if pick.model else self.where.fits_pick(pick) for pick in having
            ):
                owner = having[0].owner
                data = {
                    "name": name,
                    "entry": wanted,
                    "wanted": describe_needed(self.where, force.game),
                    "model": owner.label,
                }
                yield self.finding("missing", owner, data, words=UNFIT)
