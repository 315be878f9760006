"""The unique rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.catalogue.phrasing import describe_things
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Owner, Pick


@record
class Unique(Rule):
    """Allow each entry only once in the whole list.

    Use it for "each unit must be unique, other than units that cost 5". `slot` and `where` select the entries, `except`
    leaves some out. Entries that are given for free do not count.

        kind: unique
        id: no-twins
        source: Picking teams
        slot: unit
        except: {cost: 5}
    """

    kind: Literal["unique"] = "unique"
    slot: Annotated[str | None, Refers("slot")] = None
    """Picks in this slot."""
    where: Selector | None = None
    """Which picks the rule judges."""
    except_: Selector | None = None
    """Picks that may be repeated."""
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "repeated": FindingTemplate(
            "An entry that may be taken only once is in the list more often.",
            "{entry} is taken more than once, {first}.",
            "Keep one {entry} and replace the others.",
        )
    }

    def __post_init__(self) -> None:
        if self.slot is None and self.where is None:
            raise ValueError("say which entries are unique: `slot`, `where` or both")

    def describe(self, game: Game) -> str:
        slot = (self.slot,) if self.slot else ()
        things = describe_things(Selector(slot=slot).combine(self.where), game, "pick", True)
        spared = f", except {describe_things(self.except_, game, 'pick', True)}" if self.except_ else ""
        return f"{things} only once in the list{spared}"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        taken: dict[tuple[str, str], Pick] = {}
        slot = self.slot
        for pick in force.picks:
            if (slot is not None and pick.slot != slot) or not self.about(pick):
                continue
            # By kind and id: entries of two kinds may share an id.
            first = taken.setdefault((pick.entry.kind, pick.entry.id), pick)
            # Several copies of one row are a single pick.
            if first is not pick or pick.times > 1:
                label = first.owner.label
                before = f"first {'by' if first.model else 'in'} {label}"
                data = {
                    "entry": pick.entry.name,
                    "first": f"{pick.times} times by {label}" if first is pick else before,
                }
                yield self.finding("repeated", pick, data)

    def about(self, pick: Pick) -> bool:
        """Whether the rule judges a pick in its slot."""
        return (
            pick.given_by is None
            and not pick.entry.unknown
            and pick.owner.part == "main"
            and (self.where is None or self.where.fits_pick(pick))
            and not (self.except_ and self.except_.fits_pick(pick))
        )
