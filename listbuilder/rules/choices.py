"""Standing rules about choices: picks inside picks, slots that take only some entries, the role in a mission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule, few
from listbuilder.selectors import Selector

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Model, Pick


@record
class Inside(Rule):
    """An entry with `picks` of its own has as many as it asks for, of the sort it asks for.

    For example:

        {name: Grenade Belt, picks: {kind: grenade, min: 2, max: 2, repeats: true, where: {category: smoke}}}
    """

    kind: Literal["picks"] = "picks"
    codes: ClassVar[dict[str, str]] = {
        "under": "An entry that asks for choices of its own has too few.",
        "over": "An entry has more choices of its own than it allows.",
        "repeated": "A choice inside an entry is made twice.",
        "outside": "A choice inside an entry is not one it offers.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        for pick in force.entries:
            if pick.entry.picks:
                yield from self.judge(pick, pick.path, None)
        for model in force.rows:
            for pick in model.entries:
                if pick.entry.picks:
                    yield from self.judge(pick, f"{model.where}.{pick.path}", model)

    def judge(self, pick: Pick, place: str, model: Model | None) -> Iterator[Finding]:
        """The choices inside one pick."""
        slot, name = pick.entry.picks, pick.entry.name
        assert slot is not None
        number = len(pick.picks)
        asked = f"exactly {slot.min}" if slot.min == slot.max else f"at least {slot.min}"
        if number < slot.min:
            hint = f"Write `{{entry: {name}, picks: [...]}}` with {slot.min} of kind {slot.kind}."
            yield self.problem("under", f"{name} has {few(number, 'pick')} and needs {asked}.", hint, place, model)
        if slot.max is not None and number > slot.max:
            message = f"{name} has {few(number, 'pick')}, but at most {slot.max} allowed."
            yield self.problem("over", message, f"Take out {number - slot.max}.", f"{place}.picks[{slot.max}]", model)
        seen: set[str] = set()
        for at, inner in enumerate(pick.picks):
            where = f"{place}.picks[{at}]"
            if inner.entry.id in seen and not slot.repeats:
                message = f"{name} has {inner.entry.name} more than once."
                yield self.problem("repeated", message, "Choose another.", where, model)
            seen.add(inner.entry.id)
            if slot.where and not inner.entry.unknown and not slot.where.fits_pick(inner, None):
                message = f"{name} does not offer {inner.entry.name}; it must be {slot.where}."
                yield self.problem("outside", message, "Choose another.", where, model)


@record
class Fit(Rule):
    """A slot with `where` takes only entries that fit it.

    For example:

        gear: {kind: gear, max: 1, where: {not: {tag: heavy}}}
    """

    kind: Literal["fit"] = "fit"
    slot: str
    where: Selector
    codes: ClassVar[dict[str, str]] = {"outside": "An entry does not fit the slot it is in."}

    def check(self, force: Force) -> Iterator[Finding]:
        test = self.where.fits_pick
        for pick in force.slots.get(self.slot, ()):
            if not pick.entry.unknown and not test(pick, None):
                yield self.outside(pick, pick.path, None)
        for model in force.rows:
            for pick in model.slots.get(self.slot, ()):
                if not pick.entry.unknown and not test(pick, model):
                    yield self.outside(pick, f"{model.where}.{pick.path}", model)

    def outside(self, pick: Pick, place: str, model: Model | None) -> Finding:
        """The finding for one entry."""
        message = f"{pick.entry.name} does not fit `{self.slot}`; it must be {self.where}."
        return self.problem("outside", message, f"Choose another {self.slot}.", place, model)


@record
class Sides(Rule):
    """A list says which role it plays in a mission that has roles, and only then.

    For example:

        mission: rescue
        role: defender
    """

    kind: Literal["role"] = "role"
    codes: ClassVar[dict[str, str]] = {
        "missing": "The mission has roles and the list does not say which it plays.",
        "idle": "The list names a role that its mission does not have.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        role = force.values.get("role")
        missions = [pick.entry for pick in force.entries if hasattr(pick.entry, "roles")]
        roles = [name for entry in missions for name in getattr(entry, "roles", {})]
        if roles and role is None:
            yield self.problem(
                "missing",
                f"{missions[0].name} has the roles {' and '.join(roles)}; the list names none.",
                f"Add `role: {roles[0]}`, so that what the role asks for can be checked.",
                "mission",
                severity="warning",
            )
        elif role is not None and role not in roles:
            mission = missions[0].name if missions else "no mission"
            yield self.problem(
                "idle",
                f"The list plays {role}, but has {mission}, which has no such role.",
                "Remove `role:`.",
                "role",
                severity="warning",
            )
