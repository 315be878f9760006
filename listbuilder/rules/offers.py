"""The standing rule about offers: what a unit offers for a slot is judged without the author writing a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.record import record
from listbuilder.rules.base import Rule, Words
from listbuilder.wording import either

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry, Offer
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Owner, Pick

Told = dict[tuple[int, int, str], str]
"""What is offered, in words: by the offers, by who gives them where that tells, and by the kind of what is offered."""


@record
class Offers(Rule):
    """Whoever offers something for a slot allows nothing else in that slot.

    For example:

        {name: Scout, offers: {weapons: [bow, knife, {entry: net, cost: 2}]}}
    """

    kind: Literal["offer"] = "offer"
    codes: ClassVar[dict[str, Words]] = {
        "outside": Words(
            "A model has something that its unit does not offer.",
            "{who} has {entry}, which {offerer} {offers}.",
            "Choose {offered}.",
        )
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        told: Told = {}
        for giver in force.picks:
            for slot, offers in giver.entry.offers.items() if giver.entry.offers else ():
                always = giver.entry.always_offered[slot]
                for pick in force.offered_by(giver, slot):
                    if pick.entry.id not in always and not pick.entry.unknown:
                        yield from self.judge(force, giver, pick, offers, told)

    def judge(self, force: Force, giver: Pick, pick: Pick, offers: tuple[Offer, ...], told: Told) -> Iterator[Finding]:
        """Whether one pick is among what is offered; what that is was `told` before, where the same is offered."""
        named = [one for one in offers if one.allows(pick.entry) and (one.where is None or one.where.fits_pick(pick))]
        if any(offer.when is None or offer.when.holds(force, giver) for offer in named):
            return
        only = f"offers only {named[0].when.say(force)}" if named and named[0].when else ""
        key = (id(offers), id(giver) if any(one.when for one in offers) else 0, pick.entry.kind)
        if key not in told:
            told[key] = either([one.name for one in self.open(force, giver, pick, offers)], 12) or "nothing else"
        data = {
            "who": pick.owner.label,
            "entry": pick.entry.name,
            "offerer": giver.entry.name,
            "offers": only or "does not offer",
            "offered": told[key],
        }
        yield self.problem("outside", pick, data, source=giver.entry.source)

    def open(self, force: Force, giver: Pick, pick: Pick, offers: tuple[Offer, ...]) -> Iterator[Entry]:
        """The entries that are offered in this list."""
        offers = tuple(one for one in offers if one.when is None or one.when.holds(force, giver))
        for entry in force.game.entries:
            if entry.kind == pick.entry.kind and any(offer.allows(entry) for offer in offers):
                yield entry
