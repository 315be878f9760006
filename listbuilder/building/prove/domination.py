"""Options that a neighbour dominates: it costs no less, none of its numbers is higher, the other can be had instead.

Only what can be compared exactly is compared. Keywords, effects, choices and rules must be the same, and no selector
may tell the two apart. Where only texts differ, or somebody may have both, it is not proven. For targets of rolls, such
as 4+, lower counts as more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.base.records import replace
from listbuilder.base.values import Dice, Distance, RollTarget, Split, Uses
from listbuilder.base.wording import as_words, join_names
from listbuilder.catalogue import Entry, Grant
from listbuilder.catalogue.effects.playbook import play_key
from listbuilder.catalogue.entries import short_values
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.points import Points
from listbuilder.catalogue.rules.spread import Spread
from listbuilder.catalogue.rules.unique import Unique
from listbuilder.loading.proofs.case import Case

# What has no order must be equal.
SAME = (
    "kind",
    "tags",
    "category",
    "counts",
    "keywords",
    "needs",
    "picks",
    "forms",
    "offers",
    "rules",
    "size",
    "values",
)


class Printed(NamedTuple):
    """A value as it is printed, and as numbers of which none may be lower; without numbers it must be the same."""

    shown: str
    numbers: tuple[float, ...] = ()

    def covers(self, other: Printed) -> bool:
        """Whether it is the same or more."""
        if not self.numbers or len(self.numbers) != len(other.numbers):
            return self == other
        return all(mine >= theirs for mine, theirs in zip(self.numbers, other.numbers, strict=True))


def dominated(case: Case) -> Iterator[tuple[Entry, str, str, bool]]:
    """Every entry that a neighbour dominates, the fact, what to do, and whether it is proven."""
    compare = EntryComparison(case)
    for kind in dict.fromkeys(one.entry.kind for one in case.standing if one.chosen and one.slot):
        few = [one for one in case.game.entries if one.kind == kind]
        for worse in few:
            found = [(doubts, one) for one in few if (doubts := compare.doubts(one, worse)) is not None]
            if found:
                doubts, better = min(found, key=lambda one: len(one[0]))
                fact = f"{compare.describe(better, worse)} {' '.join(doubts)}".strip()
                yield worse, fact, f"Make {worse.name} cheaper or better, or take it out.", not doubts


def could_count(rule: Count, entry: Entry, slot: str) -> bool:
    """Whether a rule may count an entry in a slot, or whoever has it."""
    of = rule.of.of or rule.of
    return of.count != "picks" or of.where is None or of.where.could_fit(entry, slot)


class EntryComparison:
    """Compares entries of one game."""

    def __init__(self, case: Case) -> None:
        self.case, self.game = case, case.game
        written = [record for _, _, record, _ in case.written()]
        self.selectors = [one for one in written if isinstance(one, Selector)]
        sums = [one for one in written if isinstance(one, Quantity)]
        self.summed = {name for one in sums for name in (one.sum, one.highest, one.lowest, one.different) if name}
        rules = [one.rule for one in case.rules()]
        self.summed |= {one.field for one in rules if isinstance(one, Points) and one.field != "cost"}
        # Where a rule asks for spending, a dear option may be what somebody wants.
        self.spending = any(one.min and one.of.sum for one in rules if isinstance(one, Points | Count))
        self.values: dict[int, dict[str, Printed] | None] = {}

    def doubts(self, better: Entry, worse: Entry) -> list[str] | None:
        """What leaves open whether somebody gains by choosing the worse of two entries; None if somebody does."""
        if any(getattr(better, key) != getattr(worse, key) for key in SAME) or better.sides or worse.sides:
            return None
        mine, theirs = self.printed(better), self.printed(worse)
        if better is worse or mine is None or theirs is None or mine.keys() != theirs.keys() or mine == theirs:
            return None
        if not all(mine[name].covers(theirs[name]) for name in mine):
            return None
        if any(
            mine[name] != theirs[name] for name in mine if name in self.summed or (self.spending and "cost" in name)
        ):
            return None
        # Any selector of the game may decide for whom something holds, so both must look the same to each of them.
        if any(one.match_entry(better) != one.match_entry(worse) for one in self.selectors):
            return None
        if self.play(better) != self.play(worse) or not self.replaceable(better, worse):
            return None
        found = []
        if texts_of(better) != texts_of(worse):
            # What is a text alone can't be compared at all.
            if not any(one.numbers for name, one in mine.items() if name != "limit" and not name.startswith("cost in")):
                return None
            found.append("Whether its text makes up for that is not proven.")
        if self.beside(better):
            found.append(f"Whether somebody wants it beside {better.name} is not proven.")
        return found

    def beside(self, better: Entry) -> bool:
        """Whether there is a slot for several different things, in which the worse may be what is left to take."""
        return any(
            slot.kind == better.kind
            and not slot.repeats
            and not (slot.max == 1 if isinstance(on, Entry) else id in self.case.singles[on])
            for on, id, slot, _ in self.case.slots()
        )

    def replaceable(self, better: Entry, worse: Entry) -> bool:
        """Whether the better can stand wherever the worse does, however often, at no higher price."""
        case = self.case
        slots = {"entry", *(id for _, id, slot, _ in case.slots() if slot.kind == better.kind)}
        for one in case.rules():
            rule = one.rule
            if isinstance(rule, Count) and not any(
                could_count(rule, pick, id) for pick in (better, worse) for id in slots
            ):
                continue
            scarce = isinstance(rule, Unique) and (rule.slot is None or rule.slot in slots)
            split = rule.by if isinstance(rule, Count | Spread) else None
            # Where each may be had once or so often per value, the worse is what is left when the better is taken.
            if scarce or (split and (split in slots or better.field(split) is not None)):
                return False
            # Where different entries are counted, having both is worth something.
            if isinstance(rule, Count) and (rule.of.count == "entries" or rule.of.different):
                return False
        return not {better.id, worse.id} & case.given and all(
            self.offered_alike(giver, better, worse) for giver in self.game.entries
        )

    def offered_alike(self, giver: Entry, better: Entry, worse: Entry) -> bool:
        """Whether whoever is offered the worse is offered the better for no other price."""
        for offers in giver.offers.values():
            mine, theirs = ([one for one in offers if one.allows(entry)] for entry in (better, worse))
            terms = [[(one.cost, one.default, one.when) for one in few] for few in (mine, theirs)]
            if terms[0] != terms[1]:
                return False
        return True

    def printed(self, entry: Entry) -> dict[str, Printed] | None:
        """Everything printed on an entry; None where its grants are not plain numbers."""
        if id(entry) not in self.values:
            self.values[id(entry)] = self.read(entry)
        return self.values[id(entry)]

    def read(self, entry: Entry) -> dict[str, Printed] | None:
        """The values of an entry by name."""
        game = self.game
        if not isinstance(entry.limit, int):
            return None
        found = {"limit": Printed(str(entry.limit), (entry.limit,))}
        for id in (*game.currencies, *game.budgets):
            found[f"cost in {game.currency_name(id)}"] = Printed(str(entry.price(id)), (-entry.price(id),))
        for id, value in entry.stats.items():
            found[game.stats[id].name] = self.stat(id, value)
        for name, one in {**entry.fields, **short_values(entry)}.items():
            found[as_words(name)] = printed_value(one)
        for at, grant in enumerate(entry.grants):
            changes = self.granted(grant)
            if changes is None:
                return None
            found |= {f"grant {at + 1}: {name}": one for name, one in changes.items()}
        return found

    def stat(self, id: str, value: int) -> Printed:
        """The value of a stat; one that is printed like 4+ is better if it is lower."""
        suffix = self.game.stats[id].suffix
        return Printed(f"{value}{suffix}", (-value if suffix.startswith("+") else value,))

    def granted(self, grant: Grant) -> dict[str, Printed] | None:
        """What a grant adds; None where that is no plain number."""
        # A grant of nothing is refused, so a tag stands in for the numbers that were taken out.
        rest = replace(grant, stats={}, slots={}, budgets={}, tags=(*grant.tags, "…"))
        found = {"rest": Printed(repr(rest))}
        for key in ("stats", "slots", "budgets"):
            for id, change in getattr(grant, key).items():
                add = change.add
                if not isinstance(add, Quantity) or add.fixed is None or change != type(change)(add=add):
                    return None
                found[as_words(id)] = (
                    self.stat(id, add.fixed) if key == "stats" else Printed(str(add.fixed), (add.fixed,))
                )
        return found

    def play(self, entry: Entry) -> object:
        """What an entry does in play."""
        return self.game.playbook.entries.get(play_key(entry.kind, entry.id))

    def describe(self, better: Entry, worse: Entry) -> str:
        """The fact, with the numbers that differ."""
        mine, theirs = self.printed(better) or {}, self.printed(worse) or {}
        differ = [
            f"{name} {theirs[name].shown} against {mine[name].shown}" for name in mine if mine[name] != theirs[name]
        ]
        return f"{worse.name} costs no less than {better.name} and has no more of anything: {join_names(differ)}."


def printed_value(value: object) -> Printed:
    """A printed value, as numbers where it has some."""
    if isinstance(value, RollTarget):
        return Printed(str(value), (-value.value,))
    if isinstance(value, Dice):
        return Printed(str(value), (value.count, value.sides, value.bonus))
    if isinstance(value, Split):
        return Printed(str(value), (value.normal, value.critical))
    if isinstance(value, Distance):
        return Printed(str(value), (value.value,))
    if isinstance(value, Uses):
        return Printed(str(value))
    return Printed(str(value), (value,) if type(value) is int else ())


def texts_of(entry: Entry) -> str:
    """The text that a player reads; flavour has no effect."""
    return "" if entry.flavour else entry.text
