"""Implied rules: what slots, entries, currencies, bans and events require without a rule in YAML.

`implied_rules` derives those of a game. The rules that a field implies stand with its type, in `catalogue/fields`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from listbuilder.base.findings import Finding, Severity
from listbuilder.base.records import record
from listbuilder.base.wording import be_phrase, join_choices, join_counted, join_names
from listbuilder.catalogue import Entry, Game, Offer, Slot
from listbuilder.catalogue.fields.flag import Decided
from listbuilder.catalogue.fields.members import Carry, Chosen, Membership
from listbuilder.catalogue.fields.number import Size
from listbuilder.catalogue.fields.raised_stats import Raise, Spend
from listbuilder.catalogue.phrasing import describe_needed, has_fields_of
from listbuilder.catalogue.query import Condition, Quantity, Selector
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, excluded_selector
from listbuilder.catalogue.rules.points import Points

if TYPE_CHECKING:
    from listbuilder.judging.force import Force, Owner, Pick


On = Literal["list", "model", "group"]


def owners(force: Force, on: On) -> Iterable[Owner]:
    """The rows that can have a slot of a model, a group or the list."""
    return (force.root,) if on == "list" else force.groups if on == "group" else force.rows


@record
class Room(Rule):
    """A slot holds as many entries as it has room for: from `min` to `max`, plus what grants add.

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
            "A slot that must be filled has too few entries.",
            "{who} has {number} under `{slot}`, but needs {asked}.",
            "Add {missing} under `{slot}:`.",
        ),
        "unused": FindingTemplate(
            "A slot has room left that costs nothing to use.",
            "{who} has {number} under `{slot}`, but room for {room}.",
            "Pick {missing} more.",
        ),
        "closed": FindingTemplate(
            "A slot is used that is closed in this list.",
            "{who} has {named} under `{slot}`, which is open only {condition}.",
            "Take out {named}.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        # Local names, because this loop runs over every row for every slot of the game.
        slot, least, quiet, open_if = self.slot, self.least, self.unused is None, self.closed_unless
        for owner in owners(force, self.on):
            picks, room = owner.slots.get(slot, ()), owner.room.get(slot)
            if open_if is not None and not open_if.holds(force, owner):
                if picks:
                    data = {"named": join_counted(pick.entry.name for pick in picks), "slot": slot, "who": owner.label}
                    yield self.finding("closed", picks[0], {**data, "condition": open_if.describe(force)})
                continue
            # Most rows are right: decide that from the counts alone before anything is put into words.
            number = len(picks)
            if (
                number < least
                or (room is not None and (number > room or (number < room and not quiet)))
                or self.weighted
                or owner.repeated
            ):
                yield from self.judge(owner, picks, room)

    def judge(self, owner: Owner, picks: tuple[Pick, ...], room: int | None) -> Iterator[Finding]:
        """Compare the number of picks with the room."""
        number = sum(pick.count for pick in picks)
        if self.weighted:
            number = ceil(sum(pick.entry.weight[0] * pick.count for pick in picks))
        inside = (self.slot,) if picks or owner.up is None else ()
        data: dict[str, object] = {"who": owner.label, "slot": self.slot, "number": number or "nothing"}
        data |= {"room": room or "none", "named": self.describe_picks(picks)}
        if number < self.least:
            asked = f"{self.least}{' or more' * (room != self.least)}"
            yield self.finding("under", owner, {**data, "asked": asked, "missing": self.least - number}, inside)
        elif room is not None and number > room:
            more = ", or pick something that gives more room" * self.opens
            data |= {"extra": number - room, "more": more}
            # Points at the first pick without room.
            yield self.finding("over", picks[min(max(room, 0), len(picks) - 1)], data)
        elif self.unused and room is not None and number < room:
            data |= {"missing": room - number}
            yield self.finding("unused", owner, data, inside, severity=self.unused)

    def describe_picks(self, picks: tuple[Pick, ...]) -> str:
        """The names of picks, with what some count as: the number alone does not show it."""
        names = describe_inner(picks)
        odd = {pick.entry.name: pick.entry.counts for pick in picks if pick.entry.counts != 1} if self.weighted else {}
        return f"{names}; {join_names(f'{name} counts as {counts}' for name, counts in odd.items())}" if odd else names


FORBIDDEN = FindingTemplate("", "{who} has {entry}, which this list may not take.", "Swap it for something else.")


@record
class Limit(Rule):
    """A model takes the same entry once, or up to the entry's `limit`.

    For example:

        {name: Extra Belt, limit: 2}
    """

    kind: Literal["limit"] = "limit"
    slot: str
    on: On = "model"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "A model has the same entry more often than its `limit` allows.",
            "{who} has {entry} {number} times, but it may be taken {often}.",
            "Keep {limit} and swap the rest for something else.",
        )
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        # `doubled` has only the rows with some entry twice: hardly any, so that most lists cost nothing here.
        for owner in force.doubled:
            if owner.sheet == self.on and (picks := owner.slots.get(self.slot)):
                yield from self.judge(force, owner, picks)

    def judge(self, force: Force, owner: Owner, picks: tuple[Pick, ...]) -> Iterator[Finding]:
        """Find entries that are taken too often."""
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
        # One pass for all entries: a rule for each entry that needs something would walk the list as often.
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
        """What to add, by name if possible."""
        # From the most exact remedy to the vaguest: a flag, entries for the slot, entries that grant it, entries that
        # are it.
        give = f"Give {pick.owner.label}" if pick.model else "Add"
        for name, values in needs.fields.items():
            if pick.model and values[0] is True:
                known = name in force.game.model.fields
                return f"Write `{name}: true` for {pick.model.label}" if known else f"Make {pick.model.label} {name}"
        for id, slot in force.game.model.slots.items():
            if id in needs.slot:
                fitting = [one.name for one in force.game.entries if one.kind == slot.kind and needs.could_fit(one, id)]
                if fitting:
                    return f"{give} {join_choices(fitting, 3)}"
        bring = entries_granting(force, needs)
        having = bring or entries_with(force, needs)
        names = join_choices([one.name for one in having], 3)
        if are_bearers(having, force, pick):
            return f"Give it to {names} instead"
        return f"{give} {names if bring else describe_needed(needs, force.game)}"

    def excluded(self, force: Force, pick: Pick, unwanted: Selector) -> dict[str, str]:
        """The wording for something that must not be there, with the names of what is."""
        inner = unwanted.has if unwanted.has and unwanted == Selector(has=unwanted.has) else unwanted
        there = [one.entry.name for one in pick.owner.inside if one is not pick and inner.fits_pick(one)]
        names = join_counted(there) or describe_needed(inner, force.game, "anything")
        word = "by" if pick.model and there == [pick.model.title] else "with"
        return {"clause": f"can't be had {word} {names}", "remedy": f"Swap {names} for something else"}


def entries_granting(force: Force, needs: Selector) -> list[Entry]:
    """The entries that grant a tag or keyword, if no entry has it by itself."""
    if not needs.keyword and any(needs.could_fit(one) for one in force.game.entries):
        return []
    words = {*needs.tag, *needs.keyword}
    return [
        one
        for one in force.game.entries
        for grant in one.all_grants
        if words.intersection((*grant.tags, *(force.game.keywords_given[word].id for word in grant.keywords)))
    ]


def entries_with(force: Force, needs: Selector) -> list[Entry]:
    """The entries that are what is needed."""
    fitting = [one for one in force.game.entries if needs.could_fit(one) and has_fields_of(needs, one)]
    return [one for one in fitting if one.id not in needs.keyword]


def are_bearers(entries: list[Entry], force: Force, pick: Pick) -> bool:
    """Whether the entries are what a model is, and the pick is something that such a model has."""
    first = next(iter(force.game.model.slots.values()), None)
    if first is None or not pick.model or pick.entry.kind == first.kind:
        return False
    return {one.kind for one in entries} == {first.kind}


class InnerSlot(NamedTuple):
    """What a pick holds in one of its own slots, and the room there; None is unlimited."""

    pick: Pick
    id: str
    slot: Slot
    inner: list[Pick]
    room: int | None

    @property
    def number(self) -> int:
        """How many choices that is, by their weights."""
        return ceil(sum(one.entry.weight[0] * one.count for one in self.inner))


MISSIONLESS = FindingTemplate("", "The list plays {role}, but has no mission.", "Remove `role:`, or add a mission.")


@record
class Inside(Rule):
    """An entry with `picks` has the right number of choices of the right sort.

    For example:

        {name: Grenade Belt, picks: {kind: grenade, min: 2, max: 2, repeats: true, where: {category: smoke}}}
    """

    kind: Literal["picks"] = "picks"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "under": FindingTemplate(
            "An entry has fewer choices of its own than its minimum.",
            "{entry} has {found} and needs {asked}.",
            "Write `{{entry: {entry}, picks: {example}}}` with {least} {kind}.",
        ),
        "over": FindingTemplate(
            "An entry has more choices of its own than it allows.",
            "{entry} has {found} ({named}), but may have at most {most}.",
            "Take {extra} of them out.",
        ),
        "repeated": FindingTemplate(
            "A choice inside an entry is made too often.",
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
            "An entry has choices that are closed in this list.",
            "{entry} has {named}, which is open only {condition}.",
            "Take out {named}.",
        ),
    }

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for pick in force.picks:
            # Nobody chooses what is inside a given entry.
            if pick.entry.picks and pick.given_by is None:
                for id, slot in pick.entry.picks.items():
                    yield from self.judge(force, pick, id, slot)

    def judge(self, force: Force, pick: Pick, id: str, slot: Slot) -> Iterator[Finding]:
        """The choices in one slot of a pick."""
        held = InnerSlot(pick, id, slot, [one for one in pick.picks if one.slot == id], force.room_in(pick, id))
        if slot.when and not slot.when.holds(force, pick):
            if held.inner:
                data = {"entry": pick.entry.name, "named": join_counted(one.entry.name for one in held.inner)}
                yield self.finding("closed", held.inner[0], {**data, "condition": slot.when.describe(force)})
            return
        # Nothing is put into words for a slot that holds what it should.
        if held.number < slot.min or (held.room is not None and held.number != held.room):
            yield from self.counted(force, held)
        yield from self.each(force, held)

    def counted(self, force: Force, held: InnerSlot) -> Iterator[Finding]:
        """The findings for too few, too many or unused choices."""
        pick, id, slot, inner, most = held
        number = held.number
        kind = force.game.kind_name(slot.kind, number != 1).lower()
        data = {"entry": pick.entry.name, "found": f"{number or 'no'} {kind}", "least": slot.min, "most": most}
        if number < slot.min:
            asked = f"exactly {slot.min}" if slot.min == most else f"at least {slot.min}"
            example = "[…]" if id == "picks" else f"{{{id}: […]}}"
            kind = force.game.kind_name(slot.kind, slot.min > 1).lower()
            data |= {"asked": asked, "example": example, "kind": kind, "missing": slot.min - number}
            yield self.finding("under", pick, data)
        if most is not None and number > most:
            first = inner[min(most, len(inner) - 1)]
            yield self.finding("over", first, {**data, "extra": number - most, "named": describe_inner(inner)})
        elif most is not None and slot.unused and slot.min <= number < most:
            yield self.finding("unused", pick, {**data, "missing": most - number}, severity=slot.unused)

    def each(self, force: Force, held: InnerSlot) -> Iterator[Finding]:
        """Each choice is allowed, and not made too often."""
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
                yield self.finding("outside", one, {**data, "wanted": be_phrase(slot.where.describe(force.game))})


def describe_inner(picks: Iterable[Pick]) -> str:
    """The names of choices, each as often as it is made."""
    return join_counted(pick.entry.name for pick in picks for _ in range(pick.count))


def others(force: Force, pick: Pick, where: Selector | None, picks: Iterable[Pick]) -> str:
    """The remedy for a pick that does not fit: other entries by name."""
    taken = {one.entry.id for one in picks}
    fits = [
        entry.name
        for entry in force.game.entries
        if entry.kind == pick.entry.kind and entry.id not in taken and (where is None or where.could_fit(entry))
    ]
    return f"Choose {join_choices(fits)}" if fits else f"Take out {pick.entry.name}"


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
                    data = {
                        "entry": pick.entry.name,
                        "slot": self.slot,
                        "wanted": be_phrase(self.where.describe(force.game)),
                    }
                    remedy = others(force, pick, self.where, owner.slots[self.slot])
                    yield self.finding("outside", pick, {**data, "remedy": remedy})


@record
class Rolled(Rule):
    """The entry in a slot that is rolled for is the one that the table gives for the roll.

    Written in game.yaml as the slot. `listbuilder roll` writes the number and the seed beside the entry:

        trait: {kind: trait, max: 1, rolled: trait-table}
    """

    kind: Literal["rolled"] = "rolled"
    slot: str
    table: str
    on: On = "model"
    inside: tuple[str, str] | None = None
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "An entry in a slot that is rolled for has no roll.",
            "{entry} is rolled for on {table}; the list does not say which roll it was.",
            "Roll with `listbuilder roll`, or write `{{entry: {entry}, rolled: …}}`.",
        ),
        "differs": FindingTemplate(
            "An entry in a slot that is rolled for is not what the roll gives.",
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
                    # Only a warning: the roll may have been made at the table.
                    yield self.finding("missing", pick, data, severity="warning")
                    continue
                right = table.row(pick.rolled[0])
                # By name: rows of a table are printed names.
                meant = force.game.find(pick.entry.kind, right) if right else None
                if meant is not pick.entry:
                    data |= {"rolled": str(pick.rolled[0]), "right": meant.name if meant else "nothing"}
                    yield self.finding("differs", pick, data)

    def rolled(self, force: Force) -> Iterator[Iterable[Pick]]:
        """The picks in the slot, on each row or inside each pick of the entry that has the slot."""
        if self.inside is None:
            yield from (owner.slots.get(self.slot, ()) for owner in owners(force, self.on))
            return
        for pick in force.picks:
            if (pick.entry.kind, pick.entry.id) == self.inside:
                yield [one for one in pick.picks if one.slot == self.slot]


@record
class Sides(Rule):
    """A list names its role if its mission has roles, and only then.

    For example:

        mission: rescue
        role: defender
    """

    kind: Literal["role"] = "role"
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "missing": FindingTemplate(
            "The mission has roles, and the list names none.",
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
                "roles": join_names(roles),
                "first": roles[0],
            }
            yield self.finding("missing", force.root, data, (missions[0].slot,), severity="warning")
        elif role is not None and role not in roles:
            data = {"mission": missions[0].entry.name if missions else "no mission", "role": role}
            words = None if missions else MISSIONLESS
            yield self.finding("idle", force.root, data, ("role",), severity="warning", words=words)


@record
class Offers(Rule):
    """An entry that offers something for a slot allows nothing else in that slot.

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
        # Listing what is offered takes long in a large game, and the same offers are often broken many times.
        known: dict[tuple[int, int, str], str] = {}
        for giver, offers, pick, fitting in self.outside(force):
            key = (id(offers), id(giver) if any(one.when for one in offers) else 0, pick.entry.kind)
            if key not in known:
                known[key] = self.describe_offered(force, giver, offers, pick.entry.kind)
            condition = fitting[0].when.describe(force) if fitting and fitting[0].when else ""
            data = {
                "who": pick.owner.label,
                "entry": pick.entry.name,
                "offerer": giver.entry.name,
                "offers": f"offers only {condition}" if condition else "does not offer",
                "offered": known[key],
            }
            yield self.finding("outside", pick, data, source=giver.entry.source)

    def outside(self, force: Force) -> Iterator[tuple[Pick, tuple[Offer, ...], Pick, list[Offer]]]:
        """The picks that are not offered: who makes which offers, the pick, and the offers that fit but do not hold."""
        for giver in force.picks:
            for slot, offers in giver.entry.offers.items() if giver.entry.offers else ():
                # Most picks are offered by id and without a condition; a set answers for them.
                always = giver.entry.always_offered[slot]
                for pick in force.offered_by(giver, slot):
                    if pick.entry.id in always or pick.entry.unknown:
                        continue
                    allowed = (one for one in offers if one.allows(pick.entry))
                    fitting = [one for one in allowed if one.where is None or one.where.fits_pick(pick)]
                    if not any(one.when is None or one.when.holds(force, giver) for one in fitting):
                        yield giver, offers, pick, fitting

    def describe_offered(self, force: Force, giver: Pick, offers: tuple[Offer, ...], kind: str) -> str:
        """The names of the entries that are offered in this list."""
        valid = [one for one in offers if one.when is None or one.when.holds(force, giver)]
        fitting = (entry for entry in force.game.entries if entry.kind == kind)
        return (
            join_choices([one.name for one in fitting if any(offer.allows(one) for offer in valid)], 12)
            or "nothing else"
        )


@record
class Ban(Rule):
    """An event or overlay forbids entries without removing them from the catalogue.

    For example:

        ban: [{entry: plasma-lance}, {tag: titan}]
    """

    kind: Literal["ban"] = "ban"
    by: str
    where: tuple[Selector, ...]
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "taken": FindingTemplate(
            "The list has an entry that the event or overlay bans.",
            "{by} bans {entry}; {who} has {number}.",
            "Swap {entry} for something else.",
        ),
        "given": FindingTemplate(
            "An entry that the event or overlay bans is given for free, and stays.",
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
        """One info per entry and giver. Given tags and keywords are in no slot and get none."""
        found: dict[tuple[str, str, str], list[Pick]] = {}
        for pick in picks:
            # A ban is about what players pick.
            if pick.given_by is not None and pick.slot:
                found.setdefault((*pick.entry.key, pick.given_by), []).append(pick)
        for (_, _, giver), same in found.items():
            number = sum(pick.times for pick in same)
            data = {"by": self.by, "entry": same[0].entry.name, "giver": giver}
            data |= {"number": "the one" if number == 1 else f"each of the {number}"}
            yield self.finding("given", same[0], data, severity="info")


@record
class AllowOnly(Rule):
    """An event allows only some entries: of each kind that it names, only the entries that it names.

    For example:

        allow: [{kind: unit, category: core}]
    """

    kind: Literal["allow"] = "allow"
    by: str
    where: tuple[Selector, ...]
    kinds: tuple[str, ...]
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "outside": FindingTemplate(
            "The list has an entry that the event does not allow.",
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
    """The data of a finding about a forbidden pick."""
    number = "one" if pick.times == 1 else str(pick.times)
    return {"by": by, "entry": pick.entry.name, "who": pick.owner.place, "number": number}


def kinds_named(selectors: tuple[Selector, ...], entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """The kinds of which some selector names an entry."""
    return tuple(sorted({one.kind for one in entries for selector in selectors if selector.could_fit(one)}))


def implied_rules(game: Game) -> Iterator[Rule]:
    """Every implied rule that can matter in a game."""
    # Only rules that can matter, because each of them is run for every list.
    yield from currency_rules(game)
    yield from slot_rules(game)
    yield from field_rules(game)
    facts = game.facts
    if facts.some_need:
        yield Needs(id="needs")
    if facts.some_offer:
        yield Offers(id="offers")
    if facts.some_hold:
        yield Inside(id="picks")
    for entry in map(game.by_id.__getitem__, facts.rolled):
        for id, slot in entry.picks.items():
            if slot.rolled:
                yield Rolled(id=f"{entry.id}-roll", source=slot.source, slot=id, table=slot.rolled, inside=entry.key)
    if facts.some_have_sides:
        yield Sides(id="roles")
    if game.ban:
        yield Ban(id="ban", by=game.name, where=game.ban)


def currency_rules(game: Game) -> Iterator[Rule]:
    """The limit of each currency, unless the author wrote a rule for it."""
    # A rule of the author's own has better words; two findings for one limit would be too many.
    written = {game.currency_id(one.field) for one in game.rules if isinstance(one, Points) and one.is_whole_limit}
    for id, currency in game.currencies.items():
        if id not in written:
            most = Quantity(limit=id)
            yield Points(id=f"{id}-limit", source=currency.source, text=currency.text, field=id, max=most)


def slot_rules(game: Game) -> Iterator[Rule]:
    """The rules of slots: room, repeats, what fits, rolls."""
    sheets: tuple[On, ...] = ("list", "model", "group")
    for on in sheets:
        for id, slot in getattr(game, on).slots.items():
            yield Room(
                id=id,
                source=slot.source,
                slot=id,
                least=slot.min,
                unused=slot.unused,
                opens=id in game.facts.opened_slots,
                weighted=slot.kind in game.facts.weighted_kinds,
                on=on,
                closed_unless=slot.when,
            )
            if not slot.repeats:
                yield Limit(id=f"{id}-limit", source=slot.repeat_source or slot.source, slot=id, on=on)
            if slot.where:
                yield Fit(id=f"{id}-fit", source=slot.source, slot=id, where=slot.where, on=on)
            if slot.rolled:
                yield Rolled(id=f"{id}-roll", source=slot.source, slot=id, table=slot.rolled, on=on)


def field_rules(game: Game) -> Iterator[Rule]:
    """The rules of fields, and of budgets that only entries spend from."""
    covered: set[str] = set()
    for id, field in (*((id, game.list.fields[id]) for id in game.list.named), *game.model.fields.items()):
        for rule in field.rules(id, game):
            covered |= {rule.budget} if isinstance(rule, Spend) else set()
            yield rule
    for id, budget in game.budgets.items():
        if id not in covered:
            yield Spend(id=id, source=budget.source, budget=id, noun=budget.name, unspent=budget.unspent)


def event_rules(game: Game) -> Iterator[Rule]:
    """What the game's event bans and allows."""
    event = game.event
    if event and event.ban:
        yield Ban(id="ban", by=event.name, where=event.ban)
    if event and event.allow:
        kinds = kinds_named(event.allow, game.entries)
        yield AllowOnly(id="allow", by=event.name, where=event.allow, kinds=kinds)


STANDING: dict[str, type[Rule]] = {
    "allow": AllowOnly,
    "ban": Ban,
    "budget": Spend,
    "carry": Carry,
    "chosen": Chosen,
    "decided": Decided,
    "fit": Fit,
    "group": Membership,
    "limit": Limit,
    "needs": Needs,
    "offer": Offers,
    "picks": Inside,
    "raise": Raise,
    "role": Sides,
    "rolled": Rolled,
    "room": Room,
    "size": Size,
}
