"""Rules: each can be broken and kept, none repeats another, and what it judges can be in a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.base.findings import Finding
from listbuilder.base.records import replace
from listbuilder.catalogue import Format, SizeField
from listbuilder.catalogue.query import Condition, Quantity, Selector
from listbuilder.catalogue.rules import Points, Rule
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.include import Include
from listbuilder.loading.proofs.bounds import at_most, bounds, fixed, is_part, least_number
from listbuilder.loading.proofs.breakable import unbreakable
from listbuilder.loading.proofs.case import IDLE, RULE, TAKE_OUT, Case
from listbuilder.loading.proofs.satisfy import row_can
from listbuilder.loading.proofs.selector_proofs import scope_of
from listbuilder.loading.references import records_in
from listbuilder.loading.source_places import Place, place_below
from listbuilder.storage.reading import Path

SAYS_WHAT = ("count", "points", "companion", "match")
Limited = Count | Points


def same_ids(case: Case) -> Iterator[Finding]:
    """Rules in force together that share an id, so that a reference would be ambiguous."""
    for rule, place, before, _ in case.rules():
        if any(other.id == rule.id for other in before):
            yield place(("id",)).problem(f"Two rules have the id `{rule.id}`.", "Rename one.", RULE)


def repeated_rules(case: Case) -> Iterator[Finding]:
    """Rules without a limit, and rules that repeat, imply or contradict another; moved limits are left out."""
    moved = case.moved_limits
    # Large games have thousands of limits of different things: comparing all pairs would take minutes. Rules that count
    # different things are told apart by a text.
    counted = {id(one.rule): counted_by(one.rule) for one in case.rules() if isinstance(one.rule, Limited)}
    for rule, place, before, after in case.rules():
        own = counted.get(id(rule), ())
        if isinstance(rule, Limited) and has_no_limit(rule):
            yield place(()).problem(
                f"Rule {rule.id} changes nothing: it has no `min`, `max` or `step`.", "Add one.", RULE
            )
        for other in (*before, *after):
            others = counted.get(id(other), ())
            if (own and others and others[0] not in own) or ({rule.id, other.id} & moved and rule.id != other.id):
                continue
            first = not any(other is one for one in after)
            if first and rule == replace(other, id=rule.id, source=rule.source, text=rule.text, what=rule.what):
                fact = f"Rule {rule.id} repeats another ({other.id})."
                yield place(()).problem(fact, "Remove one of them.", RULE)
                break
            if isinstance(rule, Limited) and isinstance(other, Limited):
                repeated = compare_limits(case, rule, other, first)
                if repeated:
                    yield place(repeated[0]).problem(repeated[1], "Remove one of them, or correct a number.", RULE)
                    break


def counted_by(rule: Limited) -> tuple[str, ...]:
    """What a rule counts, as text, and what that may be a part of."""
    whole = (replace(rule.of, where=None, from_=None), replace(rule.of, inner=True))
    return tuple(map(repr, (rule.of, *whole)))


def has_no_limit(rule: Limited) -> bool:
    """Whether a rule has no limit."""
    step = rule.step if isinstance(rule, Count) else None
    return step in (None, 1) and rule.max is None and rule.min is None


def compare_limits(case: Case, rule: Limited, other: Limited, first: bool) -> tuple[tuple[str, ...], str] | None:
    """What is wrong with two limits: one that adds nothing to the `other`, or two that can't both be kept.

    Of two that say the same it is the later one that adds nothing: `first` tells that the other comes first.
    """
    same = same_quantity(rule, other)
    # The other rule must hold in every list, and breaking it must be an error.
    if not (same or part_of_other(case, rule, other)) or other.when is not None or other.severity != "error":
        return None
    least, most = fixed(rule.min), fixed(rule.max)
    floor, ceiling = fixed(other.min), fixed(other.max)
    ends = [("min", least, ceiling), *([("max", floor, most)] if same else [])]
    for key, wanted, bound in ends:
        if wanted is not None and bound is not None and wanted > bound and (first or not same):
            return (key,), f"Rules {rule.id} and {other.id} can't both be kept: at least {wanted}, at most {bound}."
    step = getattr(rule, "step", None)
    if step is not None:
        return None
    # Of two equal limits the later one is idle: for the first to be so, the other must be strictly tighter.
    behind = int(not first and same)
    if most is not None and rule.min is None and ceiling is not None and ceiling + behind <= most:
        return ("max",), f"Rule {rule.id} can't be broken: {other.id} already allows no more than {ceiling}."
    if same and least is not None and rule.max is None and floor is not None and floor - behind >= least:
        return ("min",), f"Rule {rule.id} can't be broken: {other.id} already asks for {floor}."
    return None


def part_of_other(case: Case, rule: Limited, other: Limited) -> bool:
    """Whether what a rule counts is a part of what another counts: those of it that fit `where`."""
    if not rule.of.is_bare or not judged_alike(rule, other):
        return False
    if not rule.of.inner and rule.of.count and replace(rule.of, inner=True) == other.of:
        return True
    if rule.of.where is None:
        return False
    whole = replace(rule.of, where=None, from_=None)
    return whole == other.of and is_part(case, replace(rule.of, percent_of=whole))


def judged_alike(rule: Limited, other: Limited) -> bool:
    """Whether two rules judge the same parts of a list."""
    one, two = (
        (getattr(each, "over", "list"), getattr(each, "in_", None), getattr(each, "by", None)) for each in (rule, other)
    )
    return one == two


def same_quantity(rule: Limited, other: Limited) -> bool:
    """Whether two rules count the same, part by part."""
    return rule.of == other.of and judged_alike(rule, other)


def idle_rules(case: Case) -> Iterator[Finding]:
    """Rules that can't be broken or can't be kept, and keys of theirs that have no effect."""
    always = tuple(rule for rule in case.game.rules if rule.when is None)
    for rule, place, _, _ in case.rules():
        if rule.what and rule.kind not in SAYS_WHAT:
            fact = f"`what` has no effect in a rule of kind {rule.kind}: it names entries itself."
            yield place(("what",)).problem(fact, "Say it in `text`.", IDLE)
        if isinstance(rule, Points) and rule.repeats_limit and rule not in always:
            fact = "`max` has no effect: the limit is judged without a rule, in every list."
            yield place(("max",)).problem(fact, TAKE_OUT, IDLE)
        elif isinstance(rule, Count) and rule.in_ and not fits_inside(case, rule.in_, rule.of):
            fact = f"Rule {rule.id} counts nothing: what fits `in` never holds what fits `where`."
            yield place(("in",)).problem(fact, "Correct one of them.", RULE)
        elif isinstance(rule, Limited):
            yield from impossible(case, rule, place, always)
        elif isinstance(rule, Include):
            yield from never_included(case, rule, place)
        yield from unbreakable(case, rule, place)
    yield from without_nothing(case)
    yield from unplayable(case)
    yield from closed_slots(case)


def impossible(case: Case, rule: Limited, place: Place, always: tuple[Rule, ...]) -> Iterator[Finding]:
    """A limit that no list can break, or none can keep."""
    least, most = fixed(rule.min), fixed(rule.max)
    if least is not None and most is not None and least > most:
        fact = f"Rule {rule.id} can't be kept: at least {least}, but at most {most}."
        yield place(("min",)).problem(fact, "Swap the two numbers, or correct one.", RULE)
        return
    # A grant may move the limit to where it can be kept or broken.
    if rule.id in case.moved_limits:
        return
    over = getattr(rule, "over", "list")
    beside = tuple(one for one in always if one is not rule)
    # Counted by value, each part may be anything from nothing up.
    low, high = bounds(case, rule.of, over, beside) if getattr(rule, "by", None) is None else (0, None)
    (asked, asked_most) = bounds(case, rule.min, over, beside) if rule.min else (None, None)
    (allowed_least, allowed) = bounds(case, rule.max, over, beside) if rule.max else (None, None)
    step = getattr(rule, "step", None)
    if step is not None and (few := [one for one in (high, most) if one is not None and one < step]):
        fact = f"Rule {rule.id} asks for full steps of {step}, and there are never more than {min(few)}."
        yield place(("step",)).problem(fact, "Lower `step`.", RULE)
    elif rule.min and rule.max and limits_cross(rule.min, rule.max):
        fact = f"Rule {rule.id} can't be kept: the least is always above the most."
        yield place(("min",)).problem(fact, "Swap the two numbers, or correct one.", RULE)
    # With `when`, asking for more than there can be is a way to forbid what `when` names.
    elif asked is not None and high is not None and asked > high and rule.when is None:
        fact = f"Rule {rule.id} can't be kept: it asks for {asked}, and no list can have more than {high}."
        yield place(("min",)).problem(fact, "Lower `min`.", RULE)
    elif allowed is not None and low is not None and low > allowed:
        fact = f"Rule {rule.id} can't be kept: it allows {allowed}, and every list has at least {low}."
        yield place(("max",)).problem(fact, "Raise `max`.", RULE)
    elif rule.min and part_of(case, rule.of, rule.min) and rule.min.ratio > 1:
        fact = f"Rule {rule.id} can't be kept: it asks for more than all there is."
        yield place(("min",)).problem(fact, "Lower `share`.", RULE)
    elif rule.max and not rule.min and part_of(case, rule.of, rule.max) and rule.max.ratio >= 1:
        fact = f"Rule {rule.id} can't be broken: it allows all there is."
        yield place(("max",)).problem(fact, "Lower `share`.", RULE)
    elif rule.max == rule.of and not rule.min:
        fact = f"Rule {rule.id} can't be broken: it compares a number with itself."
        yield place(("max",)).problem(fact, "Name another quantity.", RULE)
    elif beyond := beside_limit(case, rule):
        yield place(beyond[0]).problem(beyond[1], "Correct it, or take the rule out.", RULE)
    elif allowed is not None and allowed < 0 and rule.of.count:
        yield place(("max",)).problem(f"Rule {rule.id} can't be kept: nothing is below 0.", "Raise `max`.", RULE)
    elif rule.min is None or at_most(asked_most, low):
        if rule.max and at_most(high, allowed_least):
            fact = f"Rule {rule.id} can't be broken: no list can have more than {high}."
            yield place(("max",)).problem(fact, "Lower `max`, or take the rule out.", RULE)
        elif rule.min and rule.max is None:
            fact = f"Rule {rule.id} can't be broken: every list has at least {low}."
            yield place(("min",)).problem(fact, "Raise `min`, or take the rule out.", RULE)


def fits_inside(case: Case, around: Selector, of: Quantity) -> bool:
    """Whether models in a kind of group can be those that are counted there."""
    if of.count not in ("models", "rows") or of.where is None or around != Selector(group=around.group):
        return True
    return row_can(case, "model", (around, True), (of.where, True))


def beside_limit(case: Case, rule: Limited) -> tuple[tuple[str, ...], str] | None:
    """The problem of a limit on cost that the limit of the currency contradicts or makes idle."""
    of, game = rule.of, case.game
    id = spent_whole(case, rule)
    if id is None or (of.where and least_number(case, id) != 0):
        return None
    if rule.min and above_limit(case, rule.min, id, strictly=True):
        return ("min",), f"Rule {rule.id} can't be kept: it asks for more than the limit of {game.currency_name(id)}."
    repeats = isinstance(rule, Points) and rule.repeats_limit
    if rule.max and not rule.min and not repeats and above_limit(case, rule.max, id, strictly=False):
        return ("max",), f"Rule {rule.id} can't be broken: the limit of {game.currency_name(id)} allows no more anyway."
    return None


def spent_whole(case: Case, rule: Limited) -> str | None:
    """The currency that a rule adds up over the whole list, or over some of it."""
    of = rule.of
    whole = getattr(rule, "over", "list") == "list" and getattr(rule, "by", None) is None
    if not whole or of.sum is None or not of.is_bare or of.printed or of.part != "main" or of.in_ not in (None, "list"):
        return None
    kind, id = case.game.number_of(of.sum)
    return id if kind == "cost" and id in case.game.currencies else None


def above_limit(case: Case, quantity: Quantity, currency: str, strictly: bool) -> bool:
    """Whether a quantity is at least the limit of a currency, or strictly more."""
    base = quantity.of or quantity
    if base.limit is None or case.game.currency_id(base.limit) != currency or (quantity.of and not base.is_bare):
        return False
    if quantity.per or quantity.less or quantity.least is not None or quantity.most is not None:
        return False
    more = fixed(quantity.plus) if quantity.plus else 0
    if more is None or more < 0 or quantity.ratio < 1:
        return False
    return not strictly or more > 0 or quantity.ratio > 1


def limits_cross(least: Quantity, most: Quantity) -> bool:
    """Whether two limits differ by nothing but their number, and the least has the higher one."""
    if least.number is None or most.number is None:
        return False
    return replace(least, number=most.number) == most and least.number > most.number


def part_of(case: Case, of: Quantity, limit: Quantity) -> bool:
    """Whether a limit is a share of the whole that something is a part of."""
    whole = limit.of or replace(limit, share=None, round=None)
    alone = not (limit.per or limit.plus or limit.less or limit.least or limit.most)
    return bool(whole and alone and of.is_bare and is_part(case, replace(of, percent_of=whole)))


def never_included(case: Case, rule: Include, place: Place) -> Iterator[Finding]:
    """A required entry can be in a list."""
    for at, id in enumerate(rule.entries):
        named = [entry for entry in case.game.entries if entry.id == id]
        if not any(case.homes.get(entry.kind) or entry.id in case.given for entry in named):
            fact = f"Rule {rule.id} can't be kept: no slot holds {case.game.printed(id)}."
            yield place(("entries", at)).problem(fact, "Name another entry, or add a slot for it.", RULE)


def unplayable(case: Case) -> Iterator[Finding]:
    """Formats and events whose limit is below what the smallest list costs."""
    game, event = case.game, case.game.event
    terms = [(one, place_below(case.head, "formats", at), one.name or one.id) for at, one in enumerate(game.formats)]
    for format_, place, name in terms:
        chain = game.format_chain(format_)
        # Rules that the format switches off ask for nothing in it.
        without = {id for one in chain for id in one.without}
        rules = [one for one, _ in game.rules_in(format_) if one.id not in without]
        yield from too_dear(case, format_.limit, format_.limits, rules, place, name)
        yield from asks_too_much(case, format_.limit, format_.limits, rules, place, name)
        yield from allows_too_much(case, format_, place)
    if event and case.pack:
        rules = [one for one in (*game.rules, *event.rules) if one.id not in event.without]
        yield from too_dear(case, event.limit, event.limits, rules, case.pack, event.name)
        yield from asks_too_much(case, event.limit, event.limits, rules, case.pack, event.name)


def allows_too_much(case: Case, format_: Format, place: Place) -> Iterator[Finding]:
    """Each rule of a format that lets a part of the list cost as much as the format allows for all of it."""
    given = stated_limits(case, format_.limit, format_.limits)
    for at, rule in enumerate(format_.rules):
        if not isinstance(rule, Limited) or rule.min or not rule.of.where:
            continue
        most, currency = fixed(rule.max), spent_whole(case, rule)
        if most is None or currency not in given or most < given[currency] or least_number(case, currency) != 0:
            continue
        fact = f"Rule {rule.id} can't be broken: it allows {most}, and the format {given[currency]} in all."
        yield place(("rules", at, "max")).problem(fact, "Lower `max`, or take the rule out.", RULE)


def asks_too_much(
    case: Case, limit: int | None, limits: Mapping[str, int], rules: Sequence[Rule], place: Place, name: str
) -> Iterator[Finding]:
    """Each limit that is below what a rule asks the list to spend."""
    given = stated_limits(case, limit, limits)
    for rule in rules:
        least = fixed(rule.min) if isinstance(rule, Limited) and rule.severity == "error" and not rule.when else None
        currency = spent_whole(case, rule) if isinstance(rule, Limited) else None
        if least is not None and currency in given and least > given[currency]:
            price = f"{least} {case.game.currency_name(currency)}"
            fact = f"{name} can't be played: rule {rule.id} asks for {price}, and it allows {given[currency]}."
            path = ("limits", currency) if currency in limits else ("limit",)
            yield place(path).problem(fact, "Raise the limit, or correct the rule.", RULE)


def stated_limits(case: Case, limit: int | None, limits: Mapping[str, int]) -> dict[str, int]:
    """The limits of a format or an event by currency."""
    return {**limits, **({} if limit is None else {case.game.first_currency: limit})}


def too_dear(
    case: Case, limit: int | None, limits: Mapping[str, int], rules: Sequence[Rule], place: Place, name: str
) -> Iterator[Finding]:
    """Each limit that is below what the smallest list costs in its currency."""
    models = least_models(case, rules)
    for id, most in stated_limits(case, limit, limits).items():
        least = cheapest(case, id, models)
        if least > most:
            number = f"{models} model" + "s" * (models > 1)
            price = f"{least} {case.game.currency_name(id)}"
            fact = f"{name} can't be played: {number} cost at least {price}, and it allows {most}."
            path = ("limits", id) if id in limits else ("limit",)
            yield place(path).problem(fact, "Raise the limit, or ask for fewer models.", RULE)


def least_models(case: Case, rules: Sequence[Rule]) -> int:
    """How many models a list must have by its rules, where each counts as one; one in any case."""
    # With weights or squads a single row may be enough for any number.
    if case.game.weighted or case.game.model.of_type(SizeField):
        return 1
    moved = {id for grant, _, _ in case.grants() for id in grant.limits}
    asked = [
        fixed(one.min) or 0
        for one in rules
        if isinstance(one, Count) and one.over == "list" and one.by is None and one.severity == "error"
        if one.when is None and one.id not in moved and one.of.count == "models" and one.of.is_bare
        if one.of.different is None and one.of.part == "main"
    ]
    return max([1, *asked])


def cheapest(case: Case, currency: str, models: int) -> int:
    """What a list of so many models costs at least; 0 where prices change or something gives."""
    # A price below 0 or changed by grants could make up for any cost.
    if least_number(case, currency) != 0:
        return 0
    offered = {
        id
        for entry in case.game.entries
        for id, few in entry.offers.items()
        if any(one.cost is not None for one in few)
    }
    cost = {"list": 0, "model": 0}
    for on in cost:
        for few in case.required[on]:  # type: ignore[index]
            slot = case.game.sheets[on].slots[few[0].slot]
            if few[0].slot not in offered:
                cost[on] += slot.min * min(one.entry.price(currency) for one in few)
    return cost["list"] + models * cost["model"]


def closed_slots(case: Case) -> Iterator[Finding]:
    """Rules about slots that are closed in every format where the rule holds; each slot is reported once."""
    # Each slot once: all rules about a slot that is never open have the same cause.
    reported: set[str] = set()
    for rule, place, _, _ in case.rules():
        # Only formats in which the rule can be in force.
        chains = [chain for chain in formats_of(case, rule) if rule.when is None or may_hold(rule.when, chain)]
        for record, path in records_in(rule) if chains else ():
            slots = record.slot if isinstance(record, Selector) and reported.isdisjoint(record.slot) else ()
            held = [slot for id in slots for _, slot in case.slots_called(id)]
            if held and all(one.when and not any(may_hold(one.when, chain) for chain in chains) for one in held):
                fact = f"`{slots[0]}` is never open in the formats where rule {rule.id} holds."
                yield place((*path, "slot")).problem(fact, "Correct `when` of the slot, or the rule.", RULE)
                reported |= {*slots}


def formats_of(case: Case, rule: Rule) -> list[frozenset[str]]:
    """The formats in which a rule holds, each with those that it extends."""
    game = case.game
    chains = [frozenset(one.id for one in game.format_chain(format_)) for format_ in game.formats]
    homes = {one.id for one in game.formats if rule in one.rules}
    if game.event and rule in game.event.rules and game.event.format:
        homes = {game.event.format}
    return [chain for chain in chains if not homes or homes & chain]


def may_hold(condition: Condition, formats: frozenset[str]) -> bool:
    """Whether a condition may be true in a format; only the formats that it names are considered."""
    refused = condition.not_
    return (
        (not condition.format or not formats.isdisjoint(condition.format))
        and all(may_hold(one, formats) for one in condition.all)
        and (not condition.any or any(may_hold(one, formats) for one in condition.any))
        and not (
            refused and refused.format and refused == Condition(format=refused.format) and may_hold(refused, formats)
        )
        and may_hold_some(condition, formats)
    )


def may_hold_some(condition: Condition, formats: frozenset[str]) -> bool:
    """Whether as many of `some` may be true in a format as there must be."""
    least = fixed(condition.min) if condition.some else None
    return least is None or sum(may_hold(one, formats) for one in condition.some) >= least


def without_nothing(case: Case) -> Iterator[Finding]:
    """A format does without rules that would hold in it otherwise."""
    game = case.game
    for at, format_ in enumerate(game.formats):
        own = {rule.id for rule in format_.rules}
        others = {rule.id for one in game.formats if one not in game.format_chain(format_) for rule in one.rules}
        always = {rule.id for rule in game.rules}
        for n, id in enumerate(format_.without):
            if id in own:
                fact = f"{format_.id} has the rule {id} and does without it."
                yield case.head(("formats", at, "without", n)).problem(fact, "Take one of them out.", RULE)
            elif id in others - always:
                fact = f"The rule {id} is another format's: {format_.id} is without it anyway."
                yield case.head(("formats", at, "without", n)).problem(fact, TAKE_OUT, IDLE)
            elif id in format_.without[:n]:
                yield case.head(("formats", at, "without", n)).problem(f"{id} stands there twice.", "Keep one.", IDLE)


# Quantities: every step of a calculation changes something.


def idle_quantities(case: Case) -> Iterator[Finding]:
    """Steps that leave the number as it is, and bounds that exclude each other."""
    for holder, place, record, path in case.written():
        if isinstance(record, Quantity):
            yield from unreached_steps(case, holder, record, path, place)
            name = record.sum or record.highest or record.lowest
            if name and record.from_ == "picks" and case.game.number_of(name)[0] in ("stat", "value"):
                fact = f"`from: picks` has no effect: {name} is a number of models."
                yield place((*path, "from")).problem(fact, TAKE_OUT, IDLE)
            for key, fact in idle_steps(record):
                yield place((*path, key)).problem(fact, "Correct it, or take it out.", IDLE)


def unreached_steps(case: Case, holder: object, one: Quantity, path: Path, place: Place) -> Iterator[Finding]:
    """`per` is a number that what is counted can reach."""
    if one.per is None or one.round == "up" or one.share is not None:
        return
    scope = scope_of(holder, {way: record for record, way in case.records(holder)}, path, one.in_)
    whole = replace(one, per=None, give=None, round=None, plus=None, less=None, least=None, most=None)
    high = bounds(case, whole, scope)[1] if scope else None
    if high is not None and high < one.per:
        fact = f"`per: {one.per}` is never reached: there are never more than {high}."
        yield place((*path, "per")).problem(fact, "Lower it.", IDLE)


def idle_steps(one: Quantity) -> Iterator[tuple[str, str]]:
    """The keys of a quantity that have no effect, and why."""
    for key, more in (("plus", one.plus), ("less", one.less)):
        if more is not None and more.fixed == 0:
            yield key, f"`{key}: 0` changes nothing."
    if one.share is not None and one.ratio == 1:
        yield "share", f"`share: {one.share}` is all of it and changes nothing."
    if one.share is not None and one.ratio == 0:
        yield "share", f"`share: {one.share}` is never anything."
    if one.printed and one.until is not None:
        yield "until", "`until` has no effect: what is printed is before every change."
    if one.give == 0:
        yield "give", "`give: 0` is never anything."
    if one.least is not None and one.most is not None and one.least > one.most:
        yield "least", f"`least: {one.least}` is above `most: {one.most}`."
