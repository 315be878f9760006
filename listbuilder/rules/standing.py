"""Standing rules: what slots, limits, needs, offers and budgets say is judged without the author writing a rule."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.finding import Severity
from listbuilder.record import record
from listbuilder.rules.base import Rule, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from listbuilder.finding import Finding
    from listbuilder.force import Force, Model, Pick
    from listbuilder.selectors import Selector


@record
class Room(Rule):
    """A slot holds as many entries as it has room for: its `min` and `max`, plus what was granted.

    Written in game.yaml as the slot itself:

        gear: {kind: gear, min: 0, max: 1, unused: warning}
    """

    kind: Literal["room"] = "room"
    slot: str
    least: int = 0
    unused: Severity | None = None
    opens: bool = False
    weighted: bool = False
    on: Literal["list", "model", "group"] = "model"
    most: int | None = None
    codes: ClassVar[dict[str, str]] = {
        "over": "A slot holds more entries than there is room for.",
        "under": "A slot that must be filled is not.",
        "unused": "A slot has room left that costs nothing to use.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        slot, least, quiet = self.slot, self.least, self.unused is None
        if self.on == "list":
            yield from self.judge(force.slots.get(slot, ()), force.room.get(slot), "the list", "", None)
        elif self.on == "group":
            for group in force.groups:
                yield from self.judge(group.slots.get(slot, ()), self.most, group.name, f"{group.where}.", None)
        else:
            for model in force.rows:
                picks, room = model.slots.get(slot, ()), model.room[slot]
                number = len(picks)
                if (
                    number < least
                    or (room is not None and (number > room or (number < room and not quiet)))
                    or self.weighted
                ):
                    yield from self.judge(picks, room, model.label, f"{model.where}.", model)

    def judge(
        self, picks: tuple[Pick, ...], room: int | None, who: str, place: str, model: Model | None
    ) -> Iterator[Finding]:
        """Compare what is there with the room for it."""
        number = ceil(sum(pick.entry.weight for pick in picks)) if self.weighted else len(picks)
        here = place + self.slot if picks else place.rstrip(".") or self.slot
        if number < self.least:
            asked = f"{self.least}{' or more' * (room != self.least)}"
            message = f"{who} has {number or 'nothing'} under `{self.slot}`, but needs {asked}."
            yield self.problem("under", message, f"Add {self.least - number} under `{self.slot}:`.", here, model)
        elif room is not None and number > room:
            listed = names([pick.entry.name for pick in picks])
            yield self.problem(
                "over",
                f"{who} has {number} under `{self.slot}` ({listed}), but room for {room or 'none'}.",
                f"Take out {number - room}{', or pick something that gives more room' * self.opens}.",
                place + picks[min(max(room, 0), len(picks) - 1)].path,
                model,
            )
        elif self.unused and room is not None and number < room:
            message = f"{who} has {number} under `{self.slot}`, but room for {room}."
            yield self.problem("unused", message, f"Pick {room - number} more.", here, model, self.unused)


@record
class Limit(Rule):
    """One model takes the same entry once, or as often as the entry's `limit` says.

    For example:

        {name: Extra Belt, limit: 2}
    """

    kind: Literal["limit"] = "limit"
    slot: str
    on: Literal["list", "model", "group"] = "model"
    codes: ClassVar[dict[str, str]] = {"over": "One model has the same entry more often than the entry allows."}

    def check(self, force: Force) -> Iterator[Finding]:
        if self.on == "list":
            yield from self.judge(force.slots.get(self.slot, ()), "", None)
        elif self.on == "group":
            for group in force.groups:
                yield from self.judge(group.slots.get(self.slot, ()), f"{group.where}.", None)
        else:
            for model in force.rows:
                picks = model.slots.get(self.slot, ())
                if len(picks) > 1 and len({pick.entry.id for pick in picks}) < len(picks):
                    yield from self.judge(picks, f"{model.where}.", model)

    def judge(self, picks: tuple[Pick, ...], place: str, model: Model | None) -> Iterator[Finding]:
        """Look for entries taken too often."""
        taken: dict[str, list[Pick]] = {}
        for pick in picks:
            taken.setdefault(pick.entry.id, []).append(pick)
        for found in taken.values():
            entry = found[0].entry
            if len(found) > entry.limit and not entry.unknown:
                yield self.problem(
                    "over",
                    f"{model.label if model else place.rstrip('.') or 'the list'} has {entry.name} {len(found)} times, "
                    f"but it may be taken {'once' if entry.limit == 1 else f'{entry.limit} times'}.",
                    f"Keep {entry.limit} and swap the rest for something else.",
                    place + found[entry.limit].path,
                    model,
                )


@record
class Needs(Rule):
    """An entry's `needs` must hold for the model that takes it.

    For example:

        {name: Ballistic Shield, needs: {slot: weapon, tag: pistol}}
    """

    kind: Literal["needs"] = "needs"
    codes: ClassVar[dict[str, str]] = {"missing": "A model has an entry but lacks what that entry needs."}

    def check(self, force: Force) -> Iterator[Finding]:
        for pick in force.entries:
            needs = pick.entry.needs
            if needs is None or any(needs.fits_pick(one, None) for one in force.entries):
                continue
            if not any(needs.fits(model) for model in force.models):
                message, hint = (
                    f"{pick.entry.name} needs {needs} in the list.",
                    f"Add it, or take {pick.entry.name} out.",
                )
                yield self.problem("missing", message, hint, pick.path).from_source(pick.entry.source)
        for model in force.rows:
            for pick in model.entries:
                needs = pick.entry.needs
                if needs is not None and not needs.fits(model):
                    finding = self.problem(
                        "missing",
                        f"{model.label}: {pick.entry.name} needs {needs}.",
                        f"{self.remedy(force, needs)}, or take {pick.entry.name} out.",
                        f"{model.where}.{pick.path}",
                        model,
                    )
                    yield finding.from_source(pick.entry.source)

    def remedy(self, force: Force, needs: Selector) -> str:
        """What to give the model, by name where the selector asks for something in a slot."""
        for id, slot in force.game.model.slots.items():
            if id in needs.slot:
                entries = [entry for entry in force.game.entries if entry.kind == slot.kind]
                fitting = [entry.name for entry in entries if needs.fits_entry(entry, id)]
                if fitting:
                    return f"Give it {' or '.join(fitting[:3])}{' or the like' * (len(fitting) > 3)}"
        return f"Give it {needs}"


@record
class Spend(Rule):
    """A model spends no more of a budget than it has.

    Written in game.yaml as the budget and the field that spends it:

        budgets:
          stat-points: {name: stat points, unspent: warning}
    """

    kind: Literal["budget"] = "budget"
    budget: str
    noun: str
    field: str
    unspent: Severity | None = None
    codes: ClassVar[dict[str, str]] = {
        "over": "A model spends more of a budget than it has.",
        "unspent": "A model leaves some of a budget unspent.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        for model in force.rows:
            allowance = model.budgets[self.budget]
            left = allowance.allowed - allowance.spent
            if left < 0:
                yield self.problem(
                    "over",
                    f"{model.label} spends {allowance.spent} of {allowance.allowed} {self.noun}: {-left} too many.",
                    f"Lower `{self.field}` by {-left} {self.noun}, or pick something that gives more.",
                    f"{model.where}.{self.field}",
                    model,
                )
            elif left and self.unspent:
                yield self.problem(
                    "unspent",
                    f"{model.label} has {left} of {allowance.allowed} {self.noun} unspent.",
                    f"Spend them under `{self.field}`.",
                    f"{model.where}.{self.field}",
                    model,
                    self.unspent,
                )


@record
class Raise(Rule):
    """Stats are raised only where the game sells raises, and never lowered.

    Written in game.yaml as a field of type `raise` with its `prices`:

        raise: {type: raise, budget: stat-points, prices: {hp: 1, mv: 1}}
    """

    kind: Literal["raise"] = "raise"
    field: str
    prices: Mapping[str, int]
    codes: ClassVar[dict[str, str]] = {
        "fixed": "A stat is raised that can't be raised.",
        "lowered": "A stat is lowered; stats only go up.",
    }

    def check(self, force: Force) -> Iterator[Finding]:
        for model in force.rows:
            for stat, steps in model.raises.items():
                if not steps or (steps > 0 and stat in self.prices):
                    continue
                place = f"{model.where}.{self.field}.{stat}"
                name = force.game.stats[stat].name
                if stat not in self.prices:
                    open_stats = names([force.game.stats[one].name for one in self.prices])
                    yield self.problem(
                        "fixed",
                        f"{model.label} raises {name}, which can't be raised.",
                        f"Raise {open_stats} instead.",
                        place,
                        model,
                    )
                elif steps < 0:
                    yield self.problem(
                        "lowered",
                        f"{model.label} lowers {name} by {-steps}; stats are only raised.",
                        f"Remove `{stat}: {steps}`.",
                        place,
                        model,
                    )


@record
class Offer(Rule):
    """A unit with `offers` for a slot takes nothing else in that slot.

    For example:

        {name: Scout, offers: {weapons: [bow, knife]}}
    """

    kind: Literal["offer"] = "offer"
    codes: ClassVar[dict[str, str]] = {"outside": "A model has something that its unit does not offer."}

    def check(self, force: Force) -> Iterator[Finding]:
        for model in force.rows:
            for owner in model.entries:
                for slot, offered in (getattr(owner.entry, "offers", None) or {}).items():
                    for pick in model.slots.get(slot, ()):
                        if pick.entry.id not in offered and not pick.entry.unknown:
                            printed = [force.game.entry_name(force.game.model.slots[slot].kind, one) for one in offered]
                            yield self.problem(
                                "outside",
                                f"{model.label}: {owner.entry.name} can't take {pick.entry.name}.",
                                f"Choose from {names(printed, 12)}.",
                                f"{model.where}.{pick.path}",
                                model,
                            ).from_source(owner.entry.source)
