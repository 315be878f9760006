"""Standing rules about slots: what room, limits and needs say is judged without the author writing a rule.

A slot is a slot wherever it is: of the list, a group, a model, or inside a pick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.findings import Severity
from listbuilder.base.records import record
from listbuilder.base.wording import either, listed, tallied
from listbuilder.catalogue.phrasing import describe_needed, has_asked_fields
from listbuilder.catalogue.query import Condition, Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, excluded_selector

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.catalogue import Entry
    from listbuilder.judging.force import Force, Owner, Pick

On = Literal["list", "model", "group"]


def owners(force: Force, on: On) -> Iterable[Owner]:
    """The rows whose sheet a slot is on."""
    return (force.root,) if on == "list" else force.groups if on == "group" else force.rows


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
    on: On = "model"
    closed_unless: Condition | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A slot holds more entries than there is room for.",
            "{who} has {number} under `{slot}` ({named}), but room for {room}.",
            "Take {extra} of them out{more}.",
        ),
        "under": FindingTemplate(
            "A slot that must be filled is not.",
            "{who} has {number} under `{slot}`, but needs {asked}.",
            "Add {missing} under `{slot}:`.",
        ),
        "unused": FindingTemplate(
            "A slot has room left that costs nothing to use.",
            "{who} has {number} under `{slot}`, but room for {room}.",
            "Pick {missing} more.",
        ),
        "closed": FindingTemplate(
            "A slot is used that is not open in this list.",
            "{who} has {named} under `{slot}`, which is open only {condition}.",
            "Take out {named}.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        slot, least, quiet, open_if = self.slot, self.least, self.unused is None, self.closed_unless
        for owner in owners(force, self.on):
            picks, room = owner.slots.get(slot, ()), owner.room.get(slot)
            if open_if is not None and not open_if.holds(force, owner):
                if picks:
                    told = {"named": tallied(pick.entry.name for pick in picks), "slot": slot, "who": owner.label}
                    yield self.finding("closed", picks[0], {**told, "condition": open_if.describe(force)})
                continue
            number = len(picks)
            if (
                number < least
                or (room is not None and (number > room or (number < room and not quiet)))
                or self.weighted
                or owner.repeated
            ):
                yield from self.judge(owner, picks, room)

    def judge(self, owner: Owner, picks: tuple[Pick, ...], room: int | None) -> Iterator[Finding]:
        """Compare what is there with the room for it."""
        number = sum(pick.count for pick in picks)
        if self.weighted:
            number = ceil(sum(pick.entry.weight[0] * pick.count for pick in picks))
        inside = (self.slot,) if picks or owner.up is None else ()
        data: dict[str, object] = {"who": owner.label, "slot": self.slot, "number": number or "nothing"}
        data |= {"room": room or "none", "named": self.told(picks)}
        if number < self.least:
            asked = f"{self.least}{' or more' * (room != self.least)}"
            yield self.finding("under", owner, {**data, "asked": asked, "missing": self.least - number}, inside)
        elif room is not None and number > room:
            more = ", or pick something that gives more room" * self.opens
            data |= {"extra": number - room, "more": more}
            yield self.finding("over", picks[min(max(room, 0), len(picks) - 1)], data)
        elif self.unused and room is not None and number < room:
            data |= {"missing": room - number}
            yield self.finding("unused", owner, data, inside, severity=self.unused)

    def told(self, picks: tuple[Pick, ...]) -> str:
        """The names of picks, and what some count as, which nobody could guess from the number."""
        names = tallied(pick.entry.name for pick in picks for _ in range(pick.count))
        odd = {pick.entry.name: pick.entry.counts for pick in picks if pick.entry.counts != 1} if self.weighted else {}
        return f"{names}; {listed(f'{name} counts as {counts}' for name, counts in odd.items())}" if odd else names


FORBIDDEN = FindingTemplate("", "{who} has {entry}, which this list may not take.", "Swap it for something else.")


@record
class Limit(Rule):
    """One model takes the same entry once, or as often as the entry's `limit` says.

    For example:

        {name: Extra Belt, limit: 2}
    """

    kind: Literal["limit"] = "limit"
    slot: str
    on: On = "model"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "One model has the same entry more often than the entry allows.",
            "{who} has {entry} {number} times, but it may be taken {often}.",
            "Keep {limit} and swap the rest for something else.",
        )
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for owner in force.doubled:
            if owner.sheet == self.on and (picks := owner.slots.get(self.slot)):
                yield from self.judge(force, owner, picks)

    def judge(self, force: Force, owner: Owner, picks: tuple[Pick, ...]) -> Iterator[Finding]:
        """Look for entries taken too often."""
        taken: dict[str, list[Pick]] = {}
        for pick in picks:
            taken.setdefault(pick.entry.id, []).append(pick)
        for found in taken.values():
            entry = found[0].entry
            number = sum(pick.count for pick in found)
            limit = entry.limit if isinstance(entry.limit, int) else entry.limit.evaluate(force, owner)
            if limit is None or number <= limit or entry.unknown:
                continue
            often = "once" if limit == 1 else f"{limit} times"
            data = {"who": owner.label, "entry": entry.name, "number": number, "often": often, "limit": limit}
            at = found[min(limit, len(found) - 1)]
            yield self.finding("over", at, data, words=None if limit else FORBIDDEN)


@record
class Needs(Rule):
    """An entry's `needs` must hold for the model that takes it, for the group, or for the list.

    For example:

        {name: Ballistic Shield, needs: {slot: weapon, tag: pistol}}
    """

    kind: Literal["needs"] = "needs"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "A model has an entry but lacks what that entry needs.",
            "{who} has {entry}, which {clause}.",
            "{remedy}, or take {entry} out.",
        )
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        demanding = bool(force.game.demanding_keywords)
        for pick in force.picks:
            own = pick.entry
            if own.needs is None and not (demanding and own.keyword_uses):
                continue
            for entry in (own, *force.game.demanding_keywords_of(own)):
                needs = entry.needs
                if needs is not None and not needs.fits(pick.owner):
                    wanted = describe_needed(needs, force.game)
                    data = {"who": pick.owner.label, "entry": entry.name, "needed": wanted}
                    data |= {"clause": f"needs {wanted}", "remedy": self.remedy(force, pick, needs)}
                    if unwanted := excluded_selector(needs):
                        data |= self.excluded(force, pick, unwanted)
                    yield self.finding("missing", pick, data, source=entry.source)

    def remedy(self, force: Force, pick: Pick, needs: Selector) -> str:
        """What to take, by name where the selector asks for something in a slot."""
        give = f"Give {pick.owner.label}" if pick.model else "Add"
        for name, values in needs.fields.items():
            if pick.model and values[0] is True:
                known = name in force.game.model.fields
                return f"Write `{name}: true` for {pick.model.label}" if known else f"Make {pick.model.label} {name}"
        for id, slot in force.game.model.slots.items():
            if id in needs.slot:
                fitting = [one.name for one in force.game.entries if one.kind == slot.kind and needs.could_fit(one, id)]
                if fitting:
                    return f"{give} {either(fitting, 3)}"
        bring = givers(force, needs)
        having = bring or havers(force, needs)
        names = either([one.name for one in having], 3)
        if are_bearers(having, force, pick):
            return f"Give it to {names} instead"
        return f"{give} {names if bring else describe_needed(needs, force.game)}"

    def excluded(self, force: Force, pick: Pick, unwanted: Selector) -> dict[str, str]:
        """What can't be beside it, by the names of those that are."""
        inner = unwanted.has if unwanted.has and unwanted == Selector(has=unwanted.has) else unwanted
        there = [one.entry.name for one in pick.owner.inside if one is not pick and inner.fits_pick(one)]
        said = tallied(there) or describe_needed(inner, force.game, "anything")
        word = "by" if pick.model and there == [pick.model.title] else "with"
        return {"clause": f"can't be had {word} {said}", "remedy": f"Swap {said} for something else"}


def givers(force: Force, needs: Selector) -> list[Entry]:
    """The entries that give a tag or a keyword which nothing has by itself."""
    if not needs.keyword and any(needs.could_fit(one) for one in force.game.entries):
        return []
    words = {*needs.tag, *needs.keyword}
    return [
        one
        for one in force.game.entries
        for grant in one.all_grants
        if words.intersection((*grant.tags, *(force.game.keywords_given[word].id for word in grant.keywords)))
    ]


def havers(force: Force, needs: Selector) -> list[Entry]:
    """The entries that are what is asked for."""
    fitting = [one for one in force.game.entries if needs.could_fit(one) and has_asked_fields(needs, one)]
    return [one for one in fitting if one.id not in needs.keyword]


def are_bearers(entries: list[Entry], force: Force, pick: Pick) -> bool:
    """Whether some entries are what a model is, and a pick is something else that such a model could have."""
    first = next(iter(force.game.model.slots.values()), None)
    if first is None or not pick.model or pick.entry.kind == first.kind:
        return False
    return {one.kind for one in entries} == {first.kind}
