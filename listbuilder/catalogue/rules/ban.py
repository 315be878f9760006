"""Standing rules of overlays and events: what they ban, and what alone they allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.base.records import record
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.catalogue import Entry
    from listbuilder.judging.force import Force, Owner, Pick


@record
class Ban(Rule):
    """An event or an overlay takes entries out of play without taking them out of the catalogue.

    For example:

        ban: [{entry: plasma-lance}, {tag: titan}]
    """

    kind: Literal["ban"] = "ban"
    by: str
    where: tuple[Selector, ...]
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "taken": FindingTemplate(
            "The list has something that the event or overlay bans.",
            "{by} bans {entry}; {who} has {number}.",
            "Swap {entry} for something else.",
        ),
        "given": FindingTemplate(
            "Something that the event or overlay bans is given for free; what is given stays.",
            "{by} bans {entry}; {number} given by {giver} stays.",
            "Nothing needs to change: a ban is about what players pick.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        banned = [pick for pick in force.picks if any(one.fits_pick(pick) for one in self.where)]
        for pick in banned:
            if pick.given_by is None:
                yield self.finding("taken", pick, pick_data(self.by, pick))
        yield from self.stays(banned)

    def stays(self, picks: Iterable[Pick]) -> Iterator[Finding]:
        """One info for each entry and whatever gives it; given tags and keywords stand in no slot and are not said."""
        found: dict[tuple[str, str, str], list[Pick]] = {}
        for pick in picks:
            if pick.given_by is not None and pick.slot:
                found.setdefault((*pick.entry.key, pick.given_by), []).append(pick)
        for (_, _, giver), same in found.items():
            number = sum(pick.times for pick in same)
            data = {"by": self.by, "entry": same[0].entry.name, "giver": giver}
            data |= {"number": "the one" if number == 1 else f"each of the {number}"}
            yield self.finding("given", same[0], data, severity="info")


@record
class AllowOnly(Rule):
    """An event leaves only some entries in play: of each kind that it names something of, only what it names.

    For example:

        allow: [{kind: unit, category: core}]
    """

    kind: Literal["allow"] = "allow"
    by: str
    where: tuple[Selector, ...]
    kinds: tuple[str, ...]
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "outside": FindingTemplate(
            "The list has something that is not among what the event allows.",
            "{by} does not allow {entry}; {who} has {number}.",
            "Swap {entry} for something that is allowed.",
        )
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for pick in force.picks:
            if pick.given_by is not None or pick.entry.unknown or pick.entry.kind not in self.kinds:
                continue
            if not any(one.fits_pick(pick) for one in self.where):
                yield self.finding("outside", pick, pick_data(self.by, pick))


def pick_data(by: str, pick: Pick) -> dict[str, object]:
    """What to say of a pick that is out of play."""
    number = "one" if pick.times == 1 else str(pick.times)
    return {"by": by, "entry": pick.entry.name, "who": pick.owner.place, "number": number}


def kinds_named(selectors: tuple[Selector, ...], entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """The kinds that some selector names something of."""
    return tuple(sorted({one.kind for one in entries for selector in selectors if selector.could_fit(one)}))
