"""The unique rule."""

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
class Unique(Rule):
    """Let each entry of a slot be taken once in the whole list.

    Use for "each unit must be unique, other than units that cost 5". `where` says which entries the rule is about,
    `except` which are free of it.

        kind: unique
        id: no-twins
        source: Picking teams
        slot: unit
        except: {cost: 5}
    """

    kind: Literal["unique"] = "unique"
    slot: str
    where: Selector | None = None
    except_: Selector | None = None
    codes: ClassVar[dict[str, str]] = {"repeated": "An entry that may be taken once is on the list more often."}

    def check(self, force: Force) -> Iterator[Finding]:
        first: dict[str, str] = {}
        for model in force.models:
            for pick in model.slots.get(self.slot, ()):
                if pick.entry.unknown or (self.where and not self.where.fits_pick(pick, model)):
                    continue
                if self.except_ and self.except_.fits_pick(pick, model):
                    continue
                if pick.entry.id in first:
                    yield self.problem(
                        "repeated",
                        f"{pick.entry.name} is taken more than once (first as {first[pick.entry.id]}).",
                        f"Keep one {pick.entry.name} and replace the others.",
                        f"{model.where}.{pick.path}",
                        model,
                    )
                else:
                    first[pick.entry.id] = model.label
