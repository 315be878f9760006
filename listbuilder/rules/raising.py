"""The standing rule about raised stats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule, Words
from listbuilder.wording import listed

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Owner


@record
class Raise(Rule):
    """Stats are raised only where the game sells raises, and never lowered.

    Written in game.yaml as a field of type `raise` with its `prices`:

        raise: {type: raise, budget: stat-points, prices: {hp: 1, mv: 1}}
    """

    kind: Literal["raise"] = "raise"
    field: str
    prices: Mapping[str, int]
    codes: ClassVar[dict[str, Words]] = {
        "fixed": Words(
            "A stat is raised that can't be raised.",
            "{who} raises {stat}, which can't be raised.",
            "Raise {open} instead.",
        ),
        "lowered": Words(
            "A stat is lowered; stats only go up.",
            "{who} lowers {stat} by {steps}; stats are only raised.",
            "Remove `{id}: -{steps}`.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for model in force.rows:
            for stat, steps in model.raises.items():
                if not steps or (steps > 0 and stat in self.prices):
                    continue
                data = {
                    "who": model.label,
                    "stat": force.game.stats[stat].name,
                    "id": stat,
                    "steps": -steps,
                    "open": listed([force.game.stats[one].name for one in self.prices]),
                }
                yield self.problem("lowered" if stat in self.prices else "fixed", model, data, (self.field, stat))
