"""Standing rules about choices: picks inside picks, slots that take only some entries, rolls, the role in a mission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from listbuilder.record import record
from listbuilder.rules.base import Rule, Words
from listbuilder.rules.standing import On, owners
from listbuilder.selectors import Selector
from listbuilder.wording import be, either, listed, tallied

if TYPE_CHECKING:
    from listbuilder.catalogue import Slot
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Owner, Pick


class Held(NamedTuple):
    """What a pick holds in one of its own slots, and the room there; None is without end."""

    pick: Pick
    id: str
    slot: Slot
    inner: list[Pick]
    room: int | None

    @property
    def number(self) -> int:
        """How many choices that is, by what each counts as."""
        return ceil(sum(one.entry.weigh[0] * one.count for one in self.inner))


MISSIONLESS = Words("", "The list plays {role}, but has no mission.", "Remove `role:`, or add a mission.")


@record
class Inside(Rule):
    """An entry with `picks` of its own has as many as it asks for, of the sort it asks for.

    For example:

        {name: Grenade Belt, picks: {kind: grenade, min: 2, max: 2, repeats: true, where: {category: smoke}}}
    """

    kind: Literal["picks"] = "picks"
    codes: ClassVar[dict[str, Words]] = {
        "under": Words(
            "An entry that asks for choices of its own has too few.",
            "{entry} has {found} and needs {asked}.",
            "Write `{{entry: {entry}, picks: {example}}}` with {least} {kind}.",
        ),
        "over": Words(
            "An entry has more choices of its own than it allows.",
            "{entry} has {found} ({named}), but may have at most {most}.",
            "Take {extra} of them out.",
        ),
        "repeated": Words(
            "A choice inside an entry is made more often than it may be.",
            "{entry} has {inner} more than {often}.",
            "{remedy}.",
        ),
        "outside": Words(
            "A choice inside an entry is not one it offers.",
            "{entry} does not offer {inner}; it must {wanted}.",
            "{remedy}.",
        ),
        "unused": Words(
            "An entry has room left for choices of its own.",
            "{entry} has {found}, but room for {most}.",
            "Choose {missing} more.",
        ),
        "closed": Words(
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
        held = Held(pick, id, slot, [one for one in pick.picks if one.slot == id], force.room_in(pick, id))
        if slot.when and not slot.when.holds(force, pick):
            if held.inner:
                told = {"entry": pick.entry.name, "named": tallied(one.entry.name for one in held.inner)}
                yield self.problem("closed", held.inner[0], {**told, "condition": slot.when.say(force)})
            return
        if held.number < slot.min or (held.room is not None and held.number != held.room):
            yield from self.counted(force, held)
        yield from self.each(force, held)

    def counted(self, force: Force, held: Held) -> Iterator[Finding]:
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
            yield self.problem("under", pick, {**data, **told})
        if most is not None and number > most:
            first = inner[min(most, len(inner) - 1)]
            yield self.problem("over", first, {**data, "extra": number - most, "named": told_of(inner)})
        elif most is not None and slot.unused and slot.min <= number < most:
            yield self.problem("unused", pick, {**data, "missing": most - number}, severity=slot.unused)

    def each(self, force: Force, held: Held) -> Iterator[Finding]:
        """Every choice by itself: not too often, and of the right sort."""
        pick, slot, inner = held.pick, held.slot, held.inner
        seen: dict[str, int] = {}
        for one in inner:
            seen[one.entry.id] = seen.get(one.entry.id, 0) + one.count
            limit = one.entry.limit if isinstance(one.entry.limit, int) else one.entry.limit.reckon(force, pick)
            repeated = limit is not None and seen[one.entry.id] > limit and not slot.repeats
            outside = slot.where and not one.entry.unknown and not slot.where.fits_pick(one)
            if not repeated and not outside:
                continue
            remedy = others(force, one, slot.where, inner)
            data = {"entry": pick.entry.name, "inner": one.entry.name, "remedy": remedy}
            if repeated:
                yield self.problem("repeated", one, {**data, "often": "once" if limit == 1 else f"{limit} times"})
            if outside and slot.where:
                yield self.problem("outside", one, {**data, "wanted": be(slot.where.say(force.game))})


def told_of(picks: Iterable[Pick]) -> str:
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
    codes: ClassVar[dict[str, Words]] = {
        "outside": Words(
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
                    data = {"entry": pick.entry.name, "slot": self.slot, "wanted": be(self.where.say(force.game))}
                    remedy = others(force, pick, self.where, owner.slots[self.slot])
                    yield self.problem("outside", pick, {**data, "remedy": remedy})


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
    codes: ClassVar[dict[str, Words]] = {
        "missing": Words(
            "Something in a slot that is rolled for has no roll.",
            "{entry} is rolled for on {table}; the list does not say which roll it was.",
            "Roll with `listbuilder roll`, or write `{{entry: {entry}, rolled: …}}`.",
        ),
        "differs": Words(
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
                    yield self.problem("missing", pick, data, severity="warning")
                    continue
                right = table.row(pick.rolled[0])
                meant = force.game.find(pick.entry.kind, right) if right else None
                if meant is not pick.entry:
                    data |= {"rolled": str(pick.rolled[0]), "right": meant.name if meant else "nothing"}
                    yield self.problem("differs", pick, data)

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
    codes: ClassVar[dict[str, Words]] = {
        "missing": Words(
            "The mission has roles and the list does not say which it plays.",
            "{mission} has the roles {roles}; the list names none.",
            "Add `role: {first}`, so that what the role asks for can be checked.",
        ),
        "idle": Words(
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
            yield self.problem("missing", force.root, data, (missions[0].slot,), severity="warning")
        elif role is not None and role not in roles:
            data = {"mission": missions[0].entry.name if missions else "no mission", "role": role}
            words = None if missions else MISSIONLESS
            yield self.problem("idle", force.root, data, ("role",), severity="warning", words=words)
