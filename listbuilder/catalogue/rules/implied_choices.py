"""Standing rules about choices: picks inside picks, slots that take only some entries, rolls, the role in a mission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from listbuilder.base.records import record
from listbuilder.base.wording import be, either, listed, tallied
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule
from listbuilder.catalogue.rules.implied_slots import On, owners

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.catalogue import Entry, Offer, Slot
    from listbuilder.judging.force import Force, Owner, Pick


class InnerSlot(NamedTuple):
    """What a pick holds in one of its own slots, and the room there; None is without end."""

    pick: Pick
    id: str
    slot: Slot
    inner: list[Pick]
    room: int | None

    @property
    def number(self) -> int:
        """How many choices that is, by what each counts as."""
        return ceil(sum(one.entry.weight[0] * one.count for one in self.inner))


MISSIONLESS = FindingTemplate("", "The list plays {role}, but has no mission.", "Remove `role:`, or add a mission.")


@record
class Inside(Rule):
    """An entry with `picks` of its own has as many as it asks for, of the sort it asks for.

    For example:

        {name: Grenade Belt, picks: {kind: grenade, min: 2, max: 2, repeats: true, where: {category: smoke}}}
    """

    kind: Literal["picks"] = "picks"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "under": FindingTemplate(
            "An entry that asks for choices of its own has too few.",
            "{entry} has {found} and needs {asked}.",
            "Write `{{entry: {entry}, picks: {example}}}` with {least} {kind}.",
        ),
        "over": FindingTemplate(
            "An entry has more choices of its own than it allows.",
            "{entry} has {found} ({named}), but may have at most {most}.",
            "Take {extra} of them out.",
        ),
        "repeated": FindingTemplate(
            "A choice inside an entry is made more often than it may be.",
            "{entry} has {inner} more than {often}.",
            "{remedy}.",
        ),
        "outside": FindingTemplate(
            "A choice inside an entry is not one it offers.",
            "{entry} does not offer {inner}; it must {wanted}.",
            "{remedy}.",
        ),
        "unused": FindingTemplate(
            "An entry has room left for choices of its own.",
            "{entry} has {found}, but room for {most}.",
            "Choose {missing} more.",
        ),
        "closed": FindingTemplate(
            "An entry has choices that are not open in this list.",
            "{entry} has {named}, which is open only {condition}.",
            "Take out {named}.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for pick in force.picks:
            if pick.entry.picks and pick.given_by is None:  # what is given comes as it is
                for id, slot in pick.entry.picks.items():
                    yield from self.judge(force, pick, id, slot)

    def judge(self, force: Force, pick: Pick, id: str, slot: Slot) -> Iterator[Finding]:
        """The choices in one slot of a pick."""
        held = InnerSlot(pick, id, slot, [one for one in pick.picks if one.slot == id], force.room_in(pick, id))
        if slot.when and not slot.when.holds(force, pick):
            if held.inner:
                told = {"entry": pick.entry.name, "named": tallied(one.entry.name for one in held.inner)}
                yield self.finding("closed", held.inner[0], {**told, "condition": slot.when.describe(force)})
            return
        if held.number < slot.min or (held.room is not None and held.number != held.room):
            yield from self.counted(force, held)
        yield from self.each(force, held)

    def counted(self, force: Force, held: InnerSlot) -> Iterator[Finding]:
        """So many choices where more or fewer are asked for or could be had."""
        pick, id, slot, inner, most = held
        number = held.number
        kind = force.game.kind_name(slot.kind, number != 1).lower()
        data = {"entry": pick.entry.name, "found": f"{number or 'no'} {kind}", "least": slot.min, "most": most}
        if number < slot.min:
            asked = f"exactly {slot.min}" if slot.min == most else f"at least {slot.min}"
            example = "[…]" if id == "picks" else f"{{{id}: […]}}"
            kind = force.game.kind_name(slot.kind, slot.min > 1).lower()
            told = {"asked": asked, "example": example, "kind": kind, "missing": slot.min - number}
            yield self.finding("under", pick, {**data, **told})
        if most is not None and number > most:
            first = inner[min(most, len(inner) - 1)]
            yield self.finding("over", first, {**data, "extra": number - most, "named": describe_inner(inner)})
        elif most is not None and slot.unused and slot.min <= number < most:
            yield self.finding("unused", pick, {**data, "missing": most - number}, severity=slot.unused)

    def each(self, force: Force, held: InnerSlot) -> Iterator[Finding]:
        """Every choice by itself: not too often, and of the right sort."""
        pick, slot, inner = held.pick, held.slot, held.inner
        seen: dict[str, int] = {}
        for one in inner:
            seen[one.entry.id] = seen.get(one.entry.id, 0) + one.count
            limit = one.entry.limit if isinstance(one.entry.limit, int) else one.entry.limit.evaluate(force, pick)
            repeated = limit is not None and seen[one.entry.id] > limit and not slot.repeats
            outside = slot.where and not one.entry.unknown and not slot.where.fits_pick(one)
            if not repeated and not outside:
                continue
            remedy = others(force, one, slot.where, inner)
            data = {"entry": pick.entry.name, "inner": one.entry.name, "remedy": remedy}
            if repeated:
                yield self.finding("repeated", one, {**data, "often": "once" if limit == 1 else f"{limit} times"})
            if outside and slot.where:
                yield self.finding("outside", one, {**data, "wanted": be(slot.where.describe(force.game))})


def describe_inner(picks: Iterable[Pick]) -> str:
    """What is there, by name."""
    return tallied(pick.entry.name for pick in picks for _ in range(pick.count))


def others(force: Force, pick: Pick, where: Selector | None, picks: Iterable[Pick]) -> str:
    """What else could stand in the place of a pick, by name."""
    taken = {one.entry.id for one in picks}
    fits = [
        entry.name
        for entry in force.game.entries
        if entry.kind == pick.entry.kind and entry.id not in taken and (where is None or where.could_fit(entry))
    ]
    return f"Choose {either(fits)}" if fits else f"Take out {pick.entry.name}"


@record
class Fit(Rule):
    """A slot with `where` takes only entries that fit it.

    For example:

        gear: {kind: gear, max: 1, where: {not: {tag: heavy}}}
    """

    kind: Literal["fit"] = "fit"
    slot: str
    where: Selector
    on: On = "model"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "outside": FindingTemplate(
            "An entry does not fit the slot it is in.",
            "{entry} does not fit `{slot}`; it must {wanted}.",
            "{remedy}.",
        )
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        test = self.where.fits_pick
        for owner in owners(force, self.on):
            for pick in owner.slots.get(self.slot, ()):
                if not pick.entry.unknown and not test(pick):
                    data = {"entry": pick.entry.name, "slot": self.slot, "wanted": be(self.where.describe(force.game))}
                    remedy = others(force, pick, self.where, owner.slots[self.slot])
                    yield self.finding("outside", pick, {**data, "remedy": remedy})


@record
class Rolled(Rule):
    """What is in a slot that is rolled for is what the table has for the roll.

    Written in game.yaml as the slot; `listbuilder roll` writes the number and the seed beside the entry:

        trait: {kind: trait, max: 1, rolled: trait-table}
    """

    kind: Literal["rolled"] = "rolled"
    slot: str
    table: str
    on: On = "model"
    inside: tuple[str, str] | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "Something in a slot that is rolled for has no roll.",
            "{entry} is rolled for on {table}; the list does not say which roll it was.",
            "Roll with `listbuilder roll`, or write `{{entry: {entry}, rolled: …}}`.",
        ),
        "differs": FindingTemplate(
            "Something in a slot that is rolled for is not what the roll gives.",
            "A roll of {rolled} on {table} gives {right}, not {entry}.",
            "Write {right}, or the number that was rolled.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        table = next((one for one in force.game.entries if one.id == self.table and hasattr(one, "row")), None)
        for picks in self.rolled(force):
            for pick in picks:
                if table is None or pick.entry.unknown:
                    continue
                data = {"entry": pick.entry.name, "table": table.name}
                if pick.rolled is None or pick.rolled[0] is None:
                    yield self.finding("missing", pick, data, severity="warning")
                    continue
                right = table.row(pick.rolled[0])
                meant = force.game.find(pick.entry.kind, right) if right else None
                if meant is not pick.entry:
                    data |= {"rolled": str(pick.rolled[0]), "right": meant.name if meant else "nothing"}
                    yield self.finding("differs", pick, data)

    def rolled(self, force: Force) -> Iterator[Iterable[Pick]]:
        """What is in the slot, on every row or inside every copy of the entry that has it."""
        if self.inside is None:
            yield from (owner.slots.get(self.slot, ()) for owner in owners(force, self.on))
            return
        for pick in force.picks:
            if (pick.entry.kind, pick.entry.id) == self.inside:
                yield [one for one in pick.picks if one.slot == self.slot]


@record
class Sides(Rule):
    """A list says which role it plays in a mission that has roles, and only then.

    For example:

        mission: rescue
        role: defender
    """

    kind: Literal["role"] = "role"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "The mission has roles and the list does not say which it plays.",
            "{mission} has the roles {roles}; the list names none.",
            "Add `role: {first}`, so that what the role asks for can be checked.",
        ),
        "idle": FindingTemplate(
            "The list names a role that its mission does not have.",
            "The list plays {role}, but has {mission}, which has no such role.",
            "Remove `role:`.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        role = force.values.get("role")
        missions = [pick for pick in force.root.inside if pick.entry.is_mission]
        roles = [name for pick in missions for name in pick.entry.sides]
        if roles and role is None:
            data: dict[str, object] = {
                "mission": missions[0].entry.name,
                "roles": listed(roles),
                "first": roles[0],
            }
            yield self.finding("missing", force.root, data, (missions[0].slot,), severity="warning")
        elif role is not None and role not in roles:
            data = {"mission": missions[0].entry.name if missions else "no mission", "role": role}
            words = None if missions else MISSIONLESS
            yield self.finding("idle", force.root, data, ("role",), severity="warning", words=words)


# The standing rule about offers: what a unit offers for a slot is judged without the author writing a rule.


Told = dict[tuple[int, int, str], str]
"""What is offered, in words: by the offers, by who gives them where that tells, and by the kind of what is offered."""


@record
class Offers(Rule):
    """Whoever offers something for a slot allows nothing else in that slot.

    For example:

        {name: Scout, offers: {weapons: [bow, knife, {entry: net, cost: 2}]}}
    """

    kind: Literal["offer"] = "offer"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "outside": FindingTemplate(
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
        only = f"offers only {named[0].when.describe(force)}" if named and named[0].when else ""
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
        yield self.finding("outside", pick, data, source=giver.entry.source)

    def open(self, force: Force, giver: Pick, pick: Pick, offers: tuple[Offer, ...]) -> Iterator[Entry]:
        """The entries that are offered in this list."""
        offers = tuple(one for one in offers if one.when is None or one.when.holds(force, giver))
        for entry in force.game.entries:
            if entry.kind == pick.entry.kind and any(offer.allows(entry) for offer in offers):
                yield entry
