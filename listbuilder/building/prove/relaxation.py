"""A game as linear constraints that every legal list of one format keeps.

What is not understood exactly is left out, so the constraints allow more lists than the rules do: if they allow none,
there is none. Lists with an agreed `limit` of their own are not considered: the limits are those that the game prints.

A variable counts how often something stands in the list (`chosen`, or `given` for free), copies of models included. One
model, the `sample`, is described by itself, because what belongs together on one model can't be seen in sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import NamedTuple

from listbuilder.base.records import replace
from listbuilder.building.prove.linear import Constraint, LinearSum, Program, at_least, at_most
from listbuilder.catalogue import Entry, Format, Grant, SizeField, Slot
from listbuilder.catalogue.entries import Rank, Unit
from listbuilder.catalogue.evaluation_order import all_grants
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.catalogue.rules import Rule
from listbuilder.catalogue.rules.agree import Agree, values_of
from listbuilder.catalogue.rules.companion import Companion
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.implied import currency_rules
from listbuilder.catalogue.rules.include import Include
from listbuilder.catalogue.rules.match import Match
from listbuilder.catalogue.rules.points import Points
from listbuilder.catalogue.rules.spread import Spread
from listbuilder.catalogue.rules.together import Together
from listbuilder.catalogue.rules.unique import Unique
from listbuilder.lists.document import MAX_COPIES, MAX_PICKS, MAX_ROWS
from listbuilder.loading.proofs.bounds import most_room, number
from listbuilder.loading.proofs.case import Case, On, PlacedRule, PossiblePick
from listbuilder.loading.proofs.satisfy import WIDE, bundle_of, quick_answer

# No list that the reader accepts has more of anything, so this bound excludes nothing.
MANY = MAX_COPIES * MAX_PICKS
Alternatives = list[list[Constraint]]
Weight = Callable[[PossiblePick, bool], tuple[int, int]]
"""What a pick weighs in a sum at least and at most; the second argument is whether it is given."""
Clause = tuple[bool, list[int]]
"""Something of these is there (true), or nothing of them is (false)."""


class Reason(NamedTuple):
    """Who demands a constraint, in words, and where that is written; those without words go without saying."""

    text: str = ""
    file: str | None = None
    line: int | None = None
    rule: str = ""


class SumBounds(NamedTuple):
    """Sums that a quantity never is below, and sums that it never is above."""

    low: list[LinearSum]
    high: list[LinearSum]


class Counts(NamedTuple):
    """How often each possible pick stands somewhere: the variables by the number of the pick."""

    chosen: dict[int, int]
    given: dict[int, int]

    def all(self, picks: Iterable[int]) -> list[int]:
        """The variables of some picks, chosen or given."""
        return [one for at in picks for one in (self.chosen.get(at), self.given.get(at)) if one is not None]


class Relaxation:
    """The constraints of one format; with `sample`, one model is described by itself, too."""

    def __init__(self, case: Case, format: Format | None, sample: bool = False) -> None:
        self.case, self.game, self.format = case, case.game, format
        self.picks: list[PossiblePick] = case.standing
        self.program = Program()
        self.limits = self.game.limits_of(format)
        self.sized = bool(self.game.model.of_type(SizeField))
        self.everywhere = Counts({}, {})
        self.sample = Counts({}, {})
        for at, one in enumerate(self.picks):
            self.add_variables(self.everywhere, at, one)
        self.head = next((id for id in self.heads_possible() if id), None)
        # Where every model has exactly one pick of a slot, the number of models is the number of those picks. Otherwise
        # it is a variable of its own, which knows nothing of what the models have.
        self.rows = (
            LinearSum.of(self.everywhere.all(self.in_slot("model", self.head)))
            if self.head
            else LinearSum.of([self.program.variable(MAX_COPIES)])
        )
        if sample:
            for at, one in enumerate(self.picks):
                if one.on == "model":
                    self.add_variables(self.sample, at, one)
        self.fixed: list[Constraint] = list(self.structure())
        if sample:
            self.fixed += self.sample_structure()

    def add_variables(self, counts: Counts, at: int, one: PossiblePick) -> None:
        """The variables of one possible pick."""
        gifts = self.case.gifts.get(one.slot, frozenset())
        if one.chosen:
            counts.chosen[at] = self.program.variable(MANY)
        # What stands in no slot, such as a keyword, can only be given.
        if not one.slot or one.entry.key in gifts:
            counts.given[at] = self.program.variable(MANY)

    def heads_possible(self) -> Iterator[str]:
        """The slots of which every model has exactly one pick."""
        for id in self.case.singles["model"]:
            slot = self.game.model.slots[id]
            if slot.min == 1 and slot.when is None and not slot.rolled:
                yield id

    def in_slot(self, on: str, id: str | None) -> list[int]:
        """The possible picks in a slot of a row."""
        return self.by_slot.get((on, id), [])

    @cached_property
    def by_slot(self) -> dict[tuple[str, str | None], list[int]]:
        """The possible picks in the slots of rows, by row and slot."""
        found: dict[tuple[str, str | None], list[int]] = {}
        for at, one in enumerate(self.picks):
            if one.holder is None:
                found.setdefault((one.on, one.slot), []).append(at)
        return found

    def at(self, *path: str | int) -> tuple[str | None, int | None]:
        """The file and line of something in the head."""
        found = self.case.head(path).problem("")
        return found.file, found.line

    # What slots, entries and gifts demand

    def structure(self) -> Iterator[Constraint]:
        """What holds in every list, whatever its rules."""
        most = Reason()
        yield at_least(self.rows, 1, most)
        yield at_most(self.rows, MAX_COPIES, most)
        for on, sheet in self.case.sheets():
            for id, slot in sheet.slots.items():
                here = Reason(f"the slot `{id}`", *self.at(on, "slots", id))
                if on == "list":
                    yield from self.room(self.everywhere, on, id, slot, LinearSum(constant=Fraction(1)), here)
                elif on == "model":
                    yield from self.room(self.everywhere, on, id, slot, self.rows, here)
        yield from self.inner_slots()
        yield from self.gifts()
        yield from self.bans()
        yield from self.offers()
        for at, one in enumerate(self.picks):
            if one.on != "group" and at in self.everywhere.chosen:
                for needs, reason in self.needs_of(one.entry):
                    yield from self.needed(self.everywhere, one, self.everywhere.chosen[at], needs, reason)

    def room(
        self, counts: Counts, on: On, id: str, slot: Slot, times: LinearSum, because: Reason
    ) -> Iterator[Constraint]:
        """A slot has no more than its room, no less than its least, and of each entry no more than its limit."""
        picks = self.in_slot(on, id)
        chosen = LinearSum.of(counts.chosen[at] for at in picks if at in counts.chosen)
        # An entry that fills two places of its slot, or none, makes the number of picks say nothing about the room.
        weighted = any(self.picks[at].entry.counts != 1 for at in picks) and slot.kind not in self.counted_kinds
        room = slot.max if id not in self.case.opened else most_room(self.case, on, id, slot)
        if isinstance(room, int) and not weighted:
            yield at_most(chosen.plus(times, -room), 0, because)
        # A slot that may be closed demands nothing while it is.
        if slot.min and slot.when is None and not weighted:
            yield at_least(LinearSum.of(counts.all(picks)).plus(times, -slot.min), 0, because)
        if not slot.repeats:
            for at in picks:
                limit = self.picks[at].entry.limit
                if at in counts.chosen and isinstance(limit, int):
                    yield at_most(LinearSum.of([counts.chosen[at]]).plus(times, -limit), 0, because)

    @cached_property
    def counted_kinds(self) -> set[str]:
        """The kinds whose `counts` is for counting models: it never fills two places of a slot."""
        return {one.kind for one in self.game.entries if isinstance(one, Unit | Rank)}

    def inner_slots(self) -> Iterator[Constraint]:
        """What stands inside a pick is there no more often than the pick has room for it."""
        holders = {one.holder.key: one.holder for one in self.picks if one.holder}
        for holder in holders.values():
            above = [at for at, one in enumerate(self.picks) if one.entry is holder]
            there = LinearSum.of(self.everywhere.all(above))
            for id, slot in holder.picks.items():
                place = self.case.at(holder)(("picks", id)).problem("")
                here = Reason(f"the choices inside {holder.name}", place.file, place.line)
                inside = [at for at, one in enumerate(self.picks) if one.holder is holder and one.slot == id]
                chosen = LinearSum.of(self.everywhere.chosen[at] for at in inside if at in self.everywhere.chosen)
                if isinstance(slot.max, int) and id not in self.case.opened and not self.sized:
                    yield at_most(chosen.plus(there, -slot.max), 0, here)
                for at in inside:
                    if at in self.everywhere.chosen:
                        yield at_least(there, 1, here, (self.everywhere.chosen[at],))

    def gifts(self) -> Iterator[Constraint]:
        """Something is given only where there is something that gives it."""
        for at, variable in self.everywhere.given.items():
            one = self.picks[at].entry
            # The game itself may give it, whatever the list has.
            if any(gives(grant, one) for grant in self.loose_grants):
                continue
            givers = [
                number
                for number, giver in enumerate(self.picks)
                if any(gives(grant, one) for grant in giver.entry.all_grants)
            ]
            because = Reason(f"{one.name} is only given by others")
            yield at_least(LinearSum.of(self.everywhere.all(givers)), 1, because, (variable,))

    @cached_property
    def loose_grants(self) -> list[Grant]:
        """The grants of the game and of fields, which no entry brings in."""
        fields = [
            grant
            for sheet in self.game.sheets.values()
            for id, field in sheet.fields.items()
            for grant in field.grants_of(id)
        ]
        return [*self.game.grants, *fields]

    def bans(self) -> Iterator[Constraint]:
        """What the game bans is not chosen."""
        for number_, selector in enumerate(self.game.ban):
            because = Reason("the game bans it", *self.at("ban", number_))
            banned = [at for at in self.everywhere.chosen if quick_answer(selector, self.picks[at])]
            yield at_most(LinearSum.of(self.everywhere.chosen[at] for at in banned), 0, because)

    def heads(self) -> list[int]:
        """The possible picks of which every model has exactly one."""
        return self.in_slot("model", self.head) if self.head else []

    def barred(self, at: int) -> list[int]:
        """The heads whose models may not choose a pick, because of what they offer."""
        one = self.picks[at]
        return [
            head
            for head in self.heads()
            if one.slot in self.picks[head].entry.offers
            and not any(offer.allows(one.entry) for offer in self.picks[head].entry.offers[one.slot])
        ]

    def offers(self) -> Iterator[Constraint]:
        """What is chosen is offered to some model of the list."""
        for at, variable in self.everywhere.chosen.items():
            one = self.picks[at]
            if one.on == "model" and one.holder is None and (barred := set(self.barred(at))):
                fine = [head for head in self.heads() if head not in barred]
                because = Reason(f"what models are offered under `{one.slot}`")
                slot = self.game.model.slots[one.slot]
                # Only models that are offered it can have it, and each so many times.
                limit = one.entry.limit if isinstance(one.entry.limit, int) and not slot.repeats else MAX_PICKS
                yield at_most(
                    LinearSum.of([variable]).plus(LinearSum.of(self.everywhere.all(fine)), -limit), 0, because
                )

    def needs_of(self, entry: Entry) -> Iterator[tuple[Selector, Reason]]:
        """What an entry and its keywords need."""
        for one in (entry, *self.game.demanding_keywords_of(entry)):
            if one.needs:
                place = self.case.at(one)(("needs",)).problem("")
                yield one.needs, Reason(f"what {one.name} needs", place.file, place.line)

    def needed(
        self, counts: Counts, pick: PossiblePick, variable: int, needs: Selector, because: Reason
    ) -> Iterator[Constraint]:
        """Where a pick is, its owner fits a selector."""
        alone = counts is self.sample
        for some, picks in self.clauses(needs, pick.on):
            # That something is there holds for sums over the whole list, too.
            if some:
                yield at_least(LinearSum.of(counts.all(picks)), 1, because, (variable,))
            # That something is not there is said of one owner only: another model of the list may have it.
            elif alone or pick.on == "list":
                yield at_most(LinearSum.of(counts.all(picks)), 0, because, (variable,))

    def sample_structure(self) -> Iterator[Constraint]:
        """What holds for the sample model."""
        for at, variable in (*self.sample.chosen.items(), *self.sample.given.items()):
            # The sample model is one of the list's: whatever it has is counted in the list as well.
            counts = self.everywhere.chosen if self.sample.chosen.get(at) == variable else self.everywhere.given
            yield at_most(LinearSum.of([variable]).plus(LinearSum.of([counts[at]]), -1), 0, Reason())
        one = LinearSum(constant=Fraction(1))
        for id, slot in self.game.model.slots.items():
            here = Reason(f"the slot `{id}`", *self.at("model", "slots", id))
            yield from self.room(self.sample, "model", id, slot, one, here)
        for at, variable in self.sample.chosen.items():
            pick = self.picks[at]
            because = Reason(f"what models are offered under `{pick.slot}`")
            for head in self.barred(at) if pick.holder is None else ():
                for there in self.sample.all([head]):
                    yield at_most(LinearSum.of([variable]), 0, because, (there,))
            for needs, reason in self.needs_of(pick.entry):
                yield from self.needed(self.sample, pick, variable, needs, reason)

    # Selectors

    def clauses(self, selector: Selector, on: str) -> list[Clause]:
        """What is true of the picks of a row (or of the rows inside it) wherever the row fits a selector."""
        found: list[Clause] = []
        sheets = WIDE[on]  # type: ignore[index]
        own = bundle_of(selector)
        if own is not None and not (on != "model" and own.fields):
            found.append((True, [at for at, one in enumerate(self.picks) if one.on in sheets and may(own, one)]))
        for part in (*selector.all, *([selector.has] if selector.has else ())):
            found += self.clauses(part, on)
        if selector.any:
            # One of the parts holds, so something that one of them demands is there. A part that demands nothing spoils
            # that.
            some = [next((picks for some, picks in self.clauses(one, on) if some), None) for one in selector.any]
            if all(picks is not None for picks in some):
                found.append((True, sorted({at for picks in some for at in picks or ()})))
        refused = selector.not_
        # `not: {has: …}` refuses the pick itself, so the layers of `has` around a plain selector change nothing.
        while refused and refused.has and refused == Selector(has=refused.has):
            refused = refused.has
        if refused and bundle_of(refused) == refused:
            found.append((False, [at for at, one in enumerate(self.picks) if one.on in sheets and sure(refused, one)]))
        return found

    # Quantities

    def amount(self, quantity: Quantity, counts: Counts | None = None) -> SumBounds | None:
        """Bounds of a quantity over the list, or over the sample model; None if there is no such limit."""
        counts = counts or self.everywhere
        if quantity.limit is not None:
            limit = self.limits.get(self.game.currency_id(quantity.limit))
            if limit is None:
                return None
            base = constant(limit)
        elif quantity.number is not None:
            base = constant(quantity.number)
        elif quantity.of is not None:
            found = self.amount(quantity.of, counts)
            if found is None:
                return None
            base = found
        else:
            base = self.base(quantity, counts)
        return self.derived(quantity, base, counts)

    def base(self, quantity: Quantity, counts: Counts) -> SumBounds:
        """Bounds of what is counted or added up."""
        wide = counts is self.everywhere
        if quantity.in_ not in (None, "list" if wide else "model") or quantity.different or quantity.part != "main":
            return UNKNOWN
        # What stands apart from the list is not counted with it, and the extremes of a list are no sums.
        if self.apart or quantity.highest or quantity.lowest:
            return UNKNOWN
        if quantity.count in ("models", "rows"):
            return self.models(quantity, counts) if wide else UNKNOWN
        if quantity.count == "picks" and not self.game.weighted:
            return self.weighted_sum(quantity.where, counts, lambda one, free: (1, 1))
        if quantity.count == "entries" and not self.game.weighted:
            return SumBounds([], self.weighted_sum(quantity.where, counts, lambda one, free: (1, 1)).high)
        if quantity.count == "groups":
            return SumBounds([LinearSum()], [LinearSum(constant=Fraction(MAX_ROWS))])
        if quantity.sum is None:
            return UNKNOWN
        return self.summed(quantity, counts)

    @cached_property
    def apart(self) -> bool:
        """Whether models can stand apart from the list, in a part of their own."""
        return any(field.can_move_to_part for field in self.game.model.fields.values())

    def models(self, quantity: Quantity, counts: Counts) -> SumBounds:
        """Bounds of how many models or rows fit."""
        # A row may stand for several miniatures, so the number of rows is no upper bound.
        rough = self.sized and quantity.count == "models"
        if quantity.count == "rows" or self.game.weighted:
            return UNKNOWN
        if quantity.where is None:
            return SumBounds([self.rows], [] if rough else [self.rows])
        high = [LinearSum.of(counts.all(picks)) for some, picks in self.clauses(quantity.where, "model") if some]
        low = [LinearSum()]
        # A model has at most one pick of such a slot, so these picks count models. A negation could be broken by
        # another pick.
        if not any(part.not_ for part in quantity.where.parts()):
            for id in self.case.singles["model"]:
                there = [at for at in self.in_slot("model", id) if sure(quantity.where, self.picks[at])]
                low.append(LinearSum.of(counts.all(there)))
        return SumBounds(low, [] if rough else [self.rows, *high])

    def weighted_sum(self, where: Selector | None, counts: Counts, weigh: Weight) -> SumBounds:
        """Bounds of a sum over picks, each of which weighs something between two numbers."""
        low: dict[int, Fraction] = {}
        high: dict[int, Fraction] = {}
        for at, one in enumerate(self.picks):
            fits = True if where is None else quick_answer(where, one)
            if fits is False:
                continue
            # What may or may not fit widens the bounds, each only in the direction of its sign.
            for variable, free in ((counts.chosen.get(at), False), (counts.given.get(at), True)):
                if variable is not None:
                    least, most = weigh(one, free)
                    low[variable] = Fraction(least if fits else min(least, 0))
                    high[variable] = Fraction(most if fits else max(most, 0))
        return SumBounds([LinearSum(low)], [] if self.sized else [LinearSum(high)])

    def summed(self, quantity: Quantity, counts: Counts) -> SumBounds:
        """Bounds of a sum of costs or printed numbers."""
        kind, name = self.game.number_of(quantity.sum or "")
        if kind not in ("cost", "field") or (kind, name) in self.changed:
            return UNKNOWN
        if quantity.where is not None and quantity.from_ != "picks":
            return UNKNOWN
        weigh = self.prices(name) if kind == "cost" else self.printed(name)
        found = self.weighted_sum(quantity.where, counts, weigh)
        negative = any(weigh(one, False)[0] < 0 for one in self.picks)
        # Without an upper bound on negative weights the lower bound of their sum is none.
        return UNKNOWN if negative and self.sized else found

    @cached_property
    def changed(self) -> set[tuple[str, str]]:
        """The printed numbers and costs that grants change."""
        return {
            self.game.printed_number(name)
            for grant in all_grants(self.game)
            for few in grant.fields.values()
            for name in few
        }

    def prices(self, currency: str) -> Weight:
        """What a pick costs: nothing if it is given, otherwise as printed or as some offer asks for it."""
        first = currency == self.game.first_currency
        asked: dict[tuple[str, str], list[int]] = {}
        for giver in self.game.entries:
            for id, offers in giver.offers.items():
                for offer in offers:
                    if isinstance(offer.cost, int) or offer.cost is None:
                        cost = offer.cost if first else None
                    else:
                        cost = offer.cost.get(currency, 0)
                    for entry in self.game.entries if cost is not None else ():
                        if offer.allows(entry):
                            asked.setdefault((id, entry.id), []).append(cost or 0)

        def price(one: PossiblePick, free: bool) -> tuple[int, int]:
            found = [one.entry.price(currency), *asked.get((one.slot, one.entry.id), ())]
            return (0, 0) if free else (min(found), max(found))

        return price

    def printed(self, name: str) -> Weight:
        """A printed number of a pick."""
        return lambda one, free: (number(one.entry.field(name)),) * 2

    def derived(self, quantity: Quantity, base: SumBounds, counts: Counts) -> SumBounds:
        """Bounds after share, `per`, rounding, `plus`, `less`, `least` and `most`."""
        # A negative factor would turn lower bounds into upper ones.
        if quantity.percent_of or quantity.ratio < 0 or (quantity.give or 1) < 0:
            return UNKNOWN
        factor = quantity.ratio / (quantity.per or 1)
        low, high = ([one.times(factor) for one in few] for few in base)
        if factor != 1:
            # Rounding moves a fraction with denominator n by at most 1 - 1/n, in one direction.
            up = quantity.round == "up"
            low = [one if up else one.add(Fraction(1, one.denominator) - 1) for one in low]
            high = [one.add(1 - Fraction(1, one.denominator)) if up else one for one in high]
        if quantity.per and quantity.give is not None:
            low, high = ([one.times(quantity.give) for one in few] for few in (low, high))
        for other, sign in ((quantity.plus, 1), (quantity.less, -1)):
            if other is None:
                continue
            more = self.amount(other, counts)
            if more is None:
                return UNKNOWN
            below, above = (more.low, more.high) if sign == 1 else (more.high, more.low)
            low = [one.plus(two, sign) for one, two in product(low, below)]
            high = [one.plus(two, sign) for one, two in product(high, above)]
        return clamped(quantity, low, high)

    # Rules

    def all_demands(self, without: Rule | None = None) -> list[Constraint]:
        """What everything demands that is in force in the format, but for one rule."""
        found = list(self.fixed)
        for rule in currency_rules(self.game):
            if rule.id not in self.moved and isinstance(rule, Points) and not self.apart:
                limit = self.limits.get(rule.field)
                place = self.limit_place(rule.field)
                because = Reason(f"the limit of {limit} {self.game.currency_name(rule.field)}", *place, rule.id)
                found += self.limited(rule, self.everywhere, because)
        for placed, entry in rules_of(self.case, self.format):
            if placed.rule is without:
                continue
            if entry is None:
                found += self.demands(placed)
            # The rule holds wherever its entry is. Rules about a single model or group can't be said in sums over the
            # list.
            elif placed.rule.over_what == "list" and any(placed.rule is one for one in entry.rules):
                there = [at for at, one in enumerate(self.picks) if one.entry is entry]
                for one in self.demands(placed):
                    found += [one._replace(given=(*one.given, each)) for each in self.everywhere.all(there)]
        return found

    def limit_place(self, currency: str) -> tuple[str | None, int | None]:
        """Where the limit of a currency is written."""
        for at, one in enumerate(self.game.formats):
            if one is self.format and (one.limit is not None or currency in one.limits):
                return self.at("formats", at, "limit" if one.limit is not None else "limits")
        return self.at("currencies", currency)

    def demands(self, placed: PlacedRule) -> list[Constraint]:
        """What a rule demands wherever it is in force; nothing where that is not understood."""
        rule = placed.rule
        if rule.severity != "error" or rule.when or rule.id in self.moved or self.apart:
            return []
        # A field that is still open makes the rule wait, so it demands nothing of such a list.
        if not rule.tested_fields.isdisjoint(self.game.model.open):
            return []
        return list(self.read_rule(rule, self.reason(placed)))

    @cached_property
    def moved(self) -> set[str]:
        """The rules whose limits grants change."""
        return {id for grant in all_grants(self.game) for id in grant.limits}

    def reason(self, placed: PlacedRule) -> Reason:
        """A rule as a reason."""
        found = placed.place(()).problem("")
        return Reason(f"the rule `{placed.rule.id}`", found.file, found.line, placed.rule.id)

    def read_rule(self, rule: Rule, because: Reason) -> Iterator[Constraint]:
        """The constraints of a rule."""
        counts, chosen = self.everywhere, self.everywhere.chosen
        if isinstance(rule, Points) or (isinstance(rule, Count) and rule.over == "list" and rule.by is None):
            yield from self.limited(rule, self.everywhere, because)
        elif isinstance(rule, Count) and rule.over == "list":
            for picks in self.split(rule):
                top = rule.max.fixed if rule.max else None
                if top is not None:
                    yield at_most(LinearSum.of(counts.all(picks)), top, because)
        elif isinstance(rule, Count) and rule.over == "model" and rule.by is None and self.sample.chosen:
            if rule.in_ is None:
                yield from self.limited(rule, self.sample, because)
        elif isinstance(rule, Unique):
            for picks in self.unique_entries(rule, certain=True):
                yield at_most(LinearSum.of(chosen[at] for at in picks), 1, because)
        elif isinstance(rule, Include):
            for id in rule.entries:
                there = [at for at, one in enumerate(self.picks) if one.entry.id == id]
                yield at_least(LinearSum.of(counts.all(there)), 1, because)
        elif isinstance(rule, Companion):
            yield from self.companions(rule, because)
        elif isinstance(rule, Together):
            yield from self.combinations(rule, because)
        elif isinstance(rule, Match):
            for source in (self.everywhere, self.sample):
                for at, variable in source.chosen.items():
                    if sure(rule.where, self.picks[at]) and self.picks[at].on != "group":
                        yield from self.needed(source, self.picks[at], variable, rule.needs, because)
        elif isinstance(rule, Agree):
            yield from self.agreements(rule, because)
        elif isinstance(rule, Spread):
            for picks in self.spread_values(rule):
                yield at_most(LinearSum.of(chosen[at] for at in picks).plus(self.rows, -rule.max), 0, because)
                mine = [self.sample.chosen[at] for at in picks if at in self.sample.chosen]
                yield at_most(LinearSum.of(mine), rule.max, because)

    def limited(self, rule: Count | Points, counts: Counts, because: Reason) -> Iterator[Constraint]:
        """A quantity from `min` to `max`."""
        of = self.amount(rule.of, counts)
        if of is None or rule.of.percent_of or rule.of.share is not None:
            return
        if rule.max and (most := self.amount(rule.max, counts)):
            yield from (at_most(one.plus(two, -1), 0, because) for one, two in product(of.low, most.high))
        if rule.min and (least := self.amount(rule.min, counts)):
            yield from (at_least(one.plus(two, -1), 0, because) for one, two in product(of.high, least.low))
        step = rule.step if isinstance(rule, Count) else None
        # Only a quantity that is known exactly can be said to come in steps.
        if step and of.low and of.low[-1:] == of.high[:1]:
            times = LinearSum.of([self.program.variable(MANY)], step)
            yield at_most(of.high[0].plus(times, -1), 0, because)
            yield at_least(of.high[0].plus(times, -1), 0, because)

    def split(self, rule: Count) -> list[list[int]]:
        """The heads that share a value of `by`, where heads alone decide it."""
        of, by = rule.of, rule.by
        if of.count not in ("models", "rows") or not of.is_bare or of.where or self.game.weighted or self.sized:
            return []
        if self.head is None or self.apart:
            return []
        if by == self.head or (by == "entry" and next(iter(self.game.model.slots)) == self.head):
            return [[at] for at in self.heads()]
        return []

    def unique_entries(self, rule: Unique, certain: bool) -> list[list[int]]:
        """The chosen picks of each entry that may be there once; those that surely fall under the rule, or may."""
        found: dict[tuple[str, str], list[int]] = {}
        for at in self.everywhere.chosen:
            one = self.picks[at]
            if rule.slot is not None and one.slot != rule.slot:
                continue
            where = True if rule.where is None else quick_answer(rule.where, one)
            free = False if rule.except_ is None else quick_answer(rule.except_, one)
            if (where is True and free is False) if certain else (where is not False and free is not True):
                found.setdefault(one.entry.key, []).append(at)
        return list(found.values())

    def companions(self, rule: Companion, because: Reason) -> Iterator[Constraint]:
        """Who is there surely and needs company has somebody who may be it."""
        if any(part.not_ for part in rule.where.parts()):
            return
        for at in self.heads():
            if not sure(rule.where, self.picks[at]):
                continue
            for some, picks in self.clauses(rule.needs, "model"):
                if not some:
                    continue
                shared = self.shared(rule.same, at, picks) if rule.same else picks
                for variable in self.everywhere.all([at]):
                    yield at_least(LinearSum.of(self.everywhere.all(shared)), 1, because, (variable,))

    def shared(self, name: str, at: int, picks: list[int]) -> list[int]:
        """Those of some picks that can have the same value of a field; all, where not heads alone decide it."""
        heads = set(self.heads())
        printing = {number_ for number_, one in enumerate(self.picks) if one.entry.field(name) is not None}
        rows = any(name in sheet.fields or name in sheet.slots for sheet in self.game.sheets.values())
        if rows or not printing <= heads or not set(picks) <= heads:
            return picks
        mine = set(values_of(self.picks[at].entry, name))
        return [one for one in picks if not mine.isdisjoint(values_of(self.picks[one].entry, name))]

    def combinations(self, rule: Together, because: Reason) -> Iterator[Constraint]:
        """Forbidden pairs, and sets that come as a whole."""
        # Three that may not be together are no pairs: two of them may.
        if rule.over == "group" or len(rule.never) > 2:
            return
        counts = self.everywhere if rule.over == "list" else self.sample
        wanted = rule.never or rule.always
        for first, second in product(wanted, wanted):
            if first is second:
                continue
            for at in counts.chosen:
                if not sure(first, self.picks[at]):
                    continue
                given = (counts.chosen[at],)
                if rule.never:
                    others = [one for one in counts.chosen if sure(second, self.picks[one])]
                    yield at_most(LinearSum.of(counts.chosen[one] for one in others), 0, because, given)
                else:
                    others = [one for one, pick in enumerate(self.picks) if may(second, pick)]
                    yield at_least(LinearSum.of(counts.all(others)), 1, because, given)

    def agreements(self, rule: Agree, because: Reason) -> Iterator[Constraint]:
        """A pick excludes the choices of the list that it does not agree with."""
        sheets = [on for on, sheet in self.case.sheets() if rule.with_ in sheet.slots]
        if sheets != ["list"] or rule.where or rule.with_ not in self.case.singles["list"]:
            return
        for at, variable in self.everywhere.chosen.items():
            one = self.picks[at]
            if one.slot == rule.slot:
                others = [
                    other
                    for other in self.in_slot("list", rule.with_)
                    if not rule.agrees(one.entry, {*rule.offered(self.picks[other].entry), *rule.or_})
                ]
                yield at_most(LinearSum.of(self.everywhere.all(others)), 0, because, (variable,))

    def spread_values(self, rule: Spread) -> list[list[int]]:
        """The picks of models that share a value, where each is there once at most."""
        slot = self.game.model.slots.get(rule.slot)
        if slot is None or slot.repeats:
            return []
        found: dict[str, list[int]] = {}
        for at in self.in_slot("model", rule.slot):
            value = self.picks[at].entry.field(rule.by)
            if at in self.everywhere.chosen and value is not None and self.picks[at].entry.limit == 1:
                found.setdefault(str(value), []).append(at)
        return list(found.values())

    def breaches(self, placed: PlacedRule) -> Alternatives | None:
        """The ways to break a rule, each as constraints that hold wherever it is broken so; None if not understood."""
        rule, because = placed.rule, Reason()
        chosen, counts = self.everywhere.chosen, self.everywhere
        if rule.id in self.moved or self.apart:
            return None
        if isinstance(rule, Points) or (isinstance(rule, Count) and rule.by is None and rule.over in ("list", "model")):
            if isinstance(rule, Count) and rule.step:
                return None
            inside = self.sample if isinstance(rule, Count) and rule.over == "model" else self.everywhere
            return self.outside(rule, inside, because)
        if isinstance(rule, Unique):
            several = self.unique_entries(rule, certain=False)
            return [[at_least(LinearSum.of(chosen[at] for at in picks), 2, because)] for picks in several]
        if isinstance(rule, Include) and rule.where is None:
            there = [[at for at in chosen if self.picks[at].entry.id == id] for id in rule.entries]
            return [[at_most(LinearSum.of(chosen[at] for at in picks), 0, because)] for picks in there]
        if isinstance(rule, Companion):
            asked = [picks for some, picks in self.clauses(rule.where, "model") if some]
            broken = [at_least(LinearSum.of(counts.all(picks)), 1, because) for picks in asked]
            if rule.same is None and not any(part.not_ for part in rule.needs.parts()):
                sure_ones = [at for at in chosen if self.picks[at].on == "model" and sure(rule.needs, self.picks[at])]
                broken.append(at_most(LinearSum.of(chosen[at] for at in sure_ones), 0, because))
            return [broken]
        if isinstance(rule, Together) and rule.never and rule.over != "group":
            there = [[at for at, one in enumerate(self.picks) if may(part, one)] for part in rule.never]
            inside = self.everywhere if rule.over == "list" else self.sample
            return [[at_least(LinearSum.of(inside.all(picks)), 1, because) for picks in there]]
        if isinstance(rule, Match):
            judged = [at for at, one in enumerate(self.picks) if may(rule.where, one)]
            return [[at_least(LinearSum.of(counts.all(judged)), 1, because)]]
        return None

    def outside(self, rule: Count | Points, counts: Counts, because: Reason) -> Alternatives | None:
        """A quantity above `max`, or below `min`."""
        of = self.amount(rule.of, counts)
        if of is None or rule.of.percent_of or rule.of.share is not None:
            return None
        ways: Alternatives = []
        if rule.max and (most := self.amount(rule.max, counts)):
            ways.append([at_least(one.plus(two, -1), 1, because) for one, two in product(of.high, most.low)])
        if rule.min and (least := self.amount(rule.min, counts)):
            ways.append([at_most(one.plus(two, -1), -1, because) for one, two in product(of.low, least.high)])
        return ways


UNKNOWN = SumBounds([], [])


def constant(value: int) -> SumBounds:
    """A number that is known."""
    return SumBounds([LinearSum(constant=Fraction(value))], [LinearSum(constant=Fraction(value))])


def clamped(quantity: Quantity, low: list[LinearSum], high: list[LinearSum]) -> SumBounds:
    """Bounds after `least` and `most`."""
    for bound, is_least in ((quantity.least, True), (quantity.most, False)):
        if bound is None:
            continue
        own = LinearSum(constant=Fraction(bound))
        clear = max if is_least else min
        known, other = (low, high) if is_least else (high, low)
        # The larger of a sum and a number is not linear: of the bounds on the other side only plain numbers remain.
        moved = [LinearSum(constant=clear(one.constant, Fraction(bound))) for one in other if not one.terms]
        low, high = ([*known, own], moved) if is_least else (moved, [*known, own])
    return SumBounds(low, high)


def gives(grant: Grant, entry: Entry) -> bool:
    """Whether a grant gives an entry, a tag or a keyword."""
    given = [one.entry for few in grant.entries.values() for one in few]
    return entry.id in given or not {entry.id, entry.name}.isdisjoint((*grant.tags, *grant.keywords))


def may(selector: Selector, pick: PossiblePick) -> bool:
    """Whether a pick may fit; words about its row and what it stands inside are left open."""
    return quick_answer(replace(selector, group=()), pick) is not False


def sure(selector: Selector, pick: PossiblePick) -> bool:
    """Whether a pick fits, whatever else there is."""
    return quick_answer(selector, pick) is True


def rules_of(case: Case, format: Format | None) -> Sequence[tuple[PlacedRule, Entry | None]]:
    """The rules that may be in force in a format, each with the entry that brings it in."""
    game = case.game
    chain = game.format_chain(format)
    dropped = {*game.without, *(id for one in chain for id in one.without)}
    own = {id(rule) for rules in (game.rules, *(one.rules for one in chain)) for rule in rules}
    by_entry: dict[int, Entry] = {}
    for entry in game.entries:
        for rules in (entry.rules, *(role.rules for role in entry.sides.values())):
            by_entry |= {id(rule): entry for rule in rules}
    return [
        (placed, by_entry.get(id(placed.rule)))
        for placed in case.rules()
        if placed.rule.id not in dropped and (id(placed.rule) in own or id(placed.rule) in by_entry)
    ]
