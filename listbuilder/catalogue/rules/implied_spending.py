"""Standing rules about what a row spends and how large it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.findings import Severity
from listbuilder.base.records import record
from listbuilder.base.wording import counted, listed
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.judging.force import Force, Owner


@record
class Spend(Rule):
    """A model spends no more of a budget than it has.

    Written in game.yaml as the budget and the field that spends it, or as the cost of entries:

        budgets:
          stat-points: {name: stat points, unspent: warning}
    """

    kind: Literal["budget"] = "budget"
    budget: str
    noun: str
    field: str = ""
    unspent: Severity | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A model spends more of a budget than it has.",
            "{who} spends {spent} of {allowed} {noun}{steps}: {extra} too many.",
            "Save {extra}, or pick something that gives more.",
        ),
        "unspent": FindingTemplate(
            "A model leaves some of a budget unspent.",
            "{who} has {left} of {allowed} {noun} unspent.",
            "Spend {them}{under}.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for model in force.rows:
            allowance = model.budgets[self.budget]
            left = allowance.allowed - allowance.spent
            if not left:
                continue
            inside = (self.field,) if self.field else ()
            data = {
                "who": model.label,
                "spent": allowance.spent,
                "allowed": allowance.allowed,
                "noun": self.noun,
                "extra": -left,
                "left": left,
                "them": "it" if left == 1 else "them",
                "under": f" under `{self.field}`" if self.field else "",
            }
            if left < 0:
                yield self.finding("over", model, {**data, "steps": self.steps(force, model)}, inside)
            elif self.unspent:
                yield self.finding("unspent", model, data, inside, severity=self.unspent)

    def steps(self, force: Force, model: Owner) -> str:
        """What each thing costs of the budget, in brackets."""
        told = []
        field = force.game.model.fields.get(self.field)
        for stat, steps in getattr(model, "raises", {}).items():
            price = sum(price for _, price in field.spends({stat: steps})) if field else 0
            if price:
                told.append(f"{force.game.stats[stat].name} +{steps} costs {price}")
        spending: dict[str, list[int]] = {}
        for pick in model.inside:
            for number, price in pick.lots_in(self.budget):
                spending.setdefault(pick.entry.name, []).extend([price] * number if price else [])
        told += [
            f"{f'{len(many)} × ' * (len(many) > 1)}{name} costs {sum(many)}" for name, many in spending.items() if many
        ]
        return f" ({listed(told, 8)})" if told else ""


@record
class Size(Rule):
    """A row has as many miniatures as its unit allows.

    Written in game.yaml as the field; a unit may narrow it:

        size: {type: size, min: 3, max: 10}
    """

    kind: Literal["size"] = "size"
    field: str
    least: int = 1
    most: int | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A squad is larger than it may be.",
            "{who} has {found}, but at most {most} may be in it.",
            "Make it {extra} smaller, or split it.",
        ),
        "under": FindingTemplate(
            "A squad is smaller than it may be.",
            "{who} has {found}, but at least {least} must be in it.",
            "Make it {missing} larger.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for model in force.rows:
            own = next((pick.entry.size for pick in model.inside if pick.entry.size), None)
            least = own.min if own and own.min is not None else self.least
            most = own.max if own and own.max is not None else self.most
            data = {"who": model.label, "found": counted(model.size, "model"), "most": most, "least": least}
            inside = (self.field,) if self.field in force.document.models[model.row].keys else ()
            if model.size < least:
                yield self.finding("under", model, {**data, "missing": least - model.size}, inside)
            elif most is not None and model.size > most:
                yield self.finding("over", model, {**data, "extra": model.size - most}, inside)


# The standing rule about raised stats.


@record
class Raise(Rule):
    """Stats are raised only where the game sells raises, and never lowered.

    Written in game.yaml as a field of type `raise` with its `prices`:

        raise: {type: raise, budget: stat-points, prices: {hp: 1, mv: 1}}
    """

    kind: Literal["raise"] = "raise"
    field: str
    prices: Mapping[str, int]
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "fixed": FindingTemplate(
            "A stat is raised that can't be raised.",
            "{who} raises {stat}, which can't be raised.",
            "Raise {open} instead.",
        ),
        "lowered": FindingTemplate(
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
                yield self.finding("lowered" if stat in self.prices else "fixed", model, data, (self.field, stat))
