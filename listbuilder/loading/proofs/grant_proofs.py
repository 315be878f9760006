"""Grants: each has a receiver and an effect, and two that set the same number have an order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Entry, Grant, NumberChange, ValueChange
from listbuilder.catalogue.effects.printed_values import amount_of
from listbuilder.catalogue.entries import Keyword, has_number
from listbuilder.catalogue.grants import OWN_TARGETS
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.loading.proofs.case import IDLE, RULE, TAKE_OUT, Case, Giver
from listbuilder.loading.proofs.satisfy import can_be, row_can
from listbuilder.loading.proofs.selector_proofs import could_fit
from listbuilder.loading.raw_parts import Origin
from listbuilder.loading.source_places import Place


def idle_grants(case: Case) -> Iterator[Finding]:
    """Grants, or parts of them, that change nothing."""
    for grant, giver, place in case.grants():
        for path, name, change in changes(grant):
            yield from idle_change(giver, place, path, name, change)
        yield from idle_room(case, grant, place)
        yield from idle_limits(case, grant, place)
        yield from idle_numbers(case, grant, giver, place)
        yield from unreached_receivers(case, grant, giver, place)
        yield from idle_only(case, grant, place)
        if grant.each and grant.each.fixed is not None:
            fact = f"`each: {grant.each.fixed}` is the same number for every list."
            yield place(("each",)).problem(fact, "Grant that many times as much, or name a quantity.", IDLE)


def changes(grant: Grant) -> Iterator[tuple[tuple[str, ...], str, NumberChange]]:
    """Every change to a number, with the way to it."""
    maps: list[tuple[tuple[str, ...], Mapping[str, NumberChange]]] = [
        (("stats",), grant.stats),
        (("slots",), grant.slots),
        (("budgets",), grant.budgets),
        *((("fields", slot), bonus) for slot, bonus in grant.fields.items()),
    ]
    for path, changed in maps:
        yield from (((*path, name), name, change) for name, change in changed.items())
    for rule, limit in grant.limits.items():
        both = (("min", limit.min), ("max", limit.max))
        yield from ((("limits", rule, key), rule, change) for key, change in both if change)


def idle_change(
    giver: Giver, place: Place, path: tuple[str, ...], name: str, change: NumberChange
) -> Iterator[Finding]:
    """An operation that leaves every number as it is, or an amount that is no number."""
    if isinstance(change.add, str):
        # A name is filled in for each use of a keyword, with a value of its form.
        forms = giver.forms if isinstance(giver, Keyword) else ()
        known = {value for form in forms for value in form.values}
        if change.add.removeprefix("-") not in known:
            known |= (
                {value for value, one in giver.values.items() if amount_of(one)} if isinstance(giver, Entry) else set()
            )
            fact = f"`{name}: {change.add}` is not a whole number."
            hint = f"Write a number, or {' or '.join(sorted(known))}." if known else "Write a number."
            yield place(path).problem(fact, hint, "catalogue.value")
        return
    for _, what, amount in change.steps():
        fixed = amount.fixed if isinstance(amount, Quantity) else amount
        if what == "append" and not amount:
            yield place(path).problem(f"`{name}` stays as it is: nothing is appended.", TAKE_OUT, IDLE)
        if (what == "add" and fixed == 0) or (what == "times" and fixed == Fraction(1)):
            fact = f"`{name}` stays as it is: {'adding 0' if what == 'add' else 'times 1'} changes nothing."
            yield place(path).problem(fact, "Correct the number, or take it out.", IDLE)


def idle_room(case: Case, grant: Grant, place: Place) -> Iterator[Finding]:
    """Room is opened where room is limited."""
    for id in grant.slots:
        slots = [sheet.slots[id] for _, sheet in case.sheets() if id in sheet.slots]
        # Room may also be granted inside entries.
        slots = slots or [slot for _, slot in case.slots_called(id)]
        if slots and all(slot.max is None for slot in slots):
            fact = f"The slot `{id}` has no `max`, so there is nothing to open."
            yield place(("slots", id)).problem(fact, f"Give `{id}` a `max`, or take this out.", IDLE)


def idle_limits(case: Case, grant: Grant, place: Place) -> Iterator[Finding]:
    """A rule whose limit is changed has such a limit."""
    for id, limit in grant.limits.items():
        rule = case.rules_by_id.get(id)
        for key, change in (("min", limit.min), ("max", limit.max)):
            judged = rule is None or rule.kind in ("count", "points")
            if change and rule is not None and (not judged or getattr(rule, key, None) is None):
                fact = f"Rule {id} has no `{key}` that could change."
                hint = f"Give the rule a `{key}`." if judged else "Only the limits of count and points rules change."
                yield place(("limits", id, key)).problem(fact, hint, IDLE)


def idle_numbers(case: Case, grant: Grant, giver: Giver, place: Place) -> Iterator[Finding]:
    """A printed number that is changed is printed on something in the slot, and some of that fits `where`."""
    for slot, bonus in grant.fields.items():
        held = holding(case, slot, giver)
        fits = [entry for entry in held if grant.where is None or could_fit(case, grant.where, (entry, slot))]
        if slot in OWN_TARGETS and isinstance(giver, Entry) and not held:
            fact = f"`{slot}`: there is never anything {'around' if slot == 'holder' else 'inside'} {giver.name}."
            yield place(("fields", slot)).problem(fact, "Name a slot.", IDLE)
        if grant.where and held and not fits:
            fact = f"Nothing that the slot `{slot}` holds fits `where`."
            yield place(("where",)).problem(fact, "Correct one of them.", RULE)
            continue
        stands = [one for one in case.standing_on("model") if one.slot == slot and one.entry in fits]
        if isinstance(grant.to, Selector) and grant.where and stands:
            # Both must be possible on one model: what fits `where` may never be carried by who fits `to`.
            asked, where = [(grant.to, True)], grant.where
            if all(not can_be(case, "model", (where, one), asked) for one in stands):
                fact = f"Nothing that fits `where` is ever in `{slot}` of a model that fits `to`."
                yield place(("to",)).problem(fact, "Correct one of them.", RULE)
                continue
        for name, change in bonus.items():
            if held and case.game.printed_number(name)[0] != "cost":
                yield from idle_value(case, slot, fits, (name, change), place(("fields", slot, name)))


def idle_value(
    case: Case, slot: str, fits: list[Entry], changed: tuple[str, ValueChange], origin: Origin
) -> Iterator[Finding]:
    """Something that fits has the value, or may have it written; where its number changes, a number."""
    name, change = changed
    wordy = change.write is not None or change.append is not None
    typed = any(case.game.field_type(entry.kind, name) for entry in fits)
    there = [value for entry in fits if (value := entry.field(name)) is not None]
    if not there and not (wordy and typed):
        fact = f"Nothing that the slot `{slot}` holds has `{name}`."
        if slot in OWN_TARGETS:
            fact = f"Nothing that is meant by `{slot}` has `{name}`."
        yield origin.problem(fact, "Change another value, or that of another slot.", IDLE)
    elif not wordy and not any(map(has_number, there)):
        fact = f"`{name}` has no number that could change."
        yield origin.problem(fact, "Use `write` or `append`.", IDLE)


def idle_only(case: Case, grant: Grant, place: Place) -> Iterator[Finding]:
    """`only` chooses by price, so what changes is a price, for one at least."""
    if grant.only is None:
        return
    for slot, bonus in grant.fields.items():
        for name in bonus:
            if case.game.printed_number(name)[0] != "cost":
                fact = f"`only` chooses by price, and `{name}` is no price."
                yield place(("fields", slot, name)).problem(fact, "Change a cost, or write a grant of its own.", IDLE)
    if grant.only.number.fixed == 0:
        fact = "`only` leaves nothing to change: none is chosen."
        yield place(("only",)).problem(fact, "Correct the number.", IDLE)


def holding(case: Case, slot: str, giver: Giver) -> list[Entry]:
    """What a slot can hold; `self` is the giver, `holder` what may hold it, `inside` what it may hold or gives."""
    if slot in OWN_TARGETS:
        if not isinstance(giver, Entry):
            return []
        # A grant of a keyword works on the entries that print it.
        givers = [giver, *case.printers.get(giver.key, ())]
        if slot == "holder":
            inner = sorted({one.kind for one in givers})
            return [one for kind in inner for one in case.holders_of.get(kind, ())]
        return givers if slot == "self" else list(held_by(case, givers))
    kinds = {one.kind for _, one in case.slots_called(slot)}
    return [entry for kind in kinds for entry in case.of_kind.get(kind, ())]


def held_by(case: Case, givers: list[Entry]) -> Iterator[Entry]:
    """What may stand inside some entries, to any depth, or is given by them."""
    kinds = {kind for giver in givers for kind in given_kinds(case, giver)}
    new = {slot.kind for giver in givers for slot in giver.picks.values()}
    while not new <= kinds:
        kinds |= new
        new = {slot.kind for one in case.game.entries if one.kind in new for slot in one.picks.values()}
    yield from (one for one in case.game.entries if one.kind in kinds)


def given_kinds(case: Case, giver: Entry) -> Iterator[str]:
    """The kinds of what an entry gives."""
    slots = {slot for grant in giver.all_grants for slot in grant.entries}
    for _, sheet in case.sheets():
        yield from (sheet.slots[slot].kind for slot in slots if slot in sheet.slots)


def unreached_receivers(case: Case, grant: Grant, giver: Giver, place: Place) -> Iterator[Finding]:
    """What is given or opened is on a sheet that the grant reaches."""
    homes = case.stands(giver) if isinstance(giver, Entry) else frozenset({giver} if giver else {"list"})
    if grant.to == "model" and "model" not in homes:
        fact = "`to: model` reaches nobody: this is never on a model."
        yield place(("to",)).problem(fact, "Write `to: list`, or a selector.", RULE)
    # On models only, a grant reaches at least its own.
    if isinstance(giver, Entry) and homes == {"model"} and grant.to is None:
        return
    yield from wrong_receivers(case, grant, place)
    for target in OWN_TARGETS:
        if target in grant.fields and not isinstance(giver, Entry):
            fact = f"`{target}` is seen from the pick that grants; only entries are picks."
            yield place(("fields", target)).problem(fact, "Name a slot.", IDLE)


def wrong_receivers(case: Case, grant: Grant, place: Place) -> Iterator[Finding]:
    """`to` names models that can be there, and the slots that it changes are theirs."""
    if isinstance(grant.to, Selector) and not row_can(case, "model", (grant.to, True)):
        fact = "`to` reaches nobody: nothing that fits it is ever on a model."
        yield place(("to",)).problem(fact, "Correct the selector, or write `to: list`.", RULE)
    elif grant.to not in (None, "list", "group"):
        for id in (*grant.slots, *grant.entries):
            if case.game.list.holds(id) and not case.game.model.holds(id):
                fact = f"`to` has no effect here: the slot `{id}` is the list's, and `to` names models."
                yield place(("to",)).problem(fact, "Take it out, or write `to: list`.", IDLE)
        changed = (grant.stats, grant.slots, grant.budgets, grant.fields, grant.entries, grant.keywords, grant.tags)
        others = any(changed) or bool(grant.remove_tags)
        if grant.limits and not others:
            fact = "`to` has no effect here: the limits of rules hold for the list."
            yield place(("to",)).problem(fact, TAKE_OUT, IDLE)


def conflicting_sets(case: Case) -> Iterator[Finding]:
    """Two grants that set the same number of one receiver without an `order` that decides."""
    first: dict[tuple[str, ...], tuple[Giver, Grant]] = {}
    for grant, giver, place in case.grants():
        for path, _, change in changes(grant):
            if value_set(grant, path) is None:
                continue
            # `self` is another pick for each entry.
            own = giver.key if path[1] == "self" and isinstance(giver, Entry) else ()
            key = (*path, str(change.order), *own)
            other = first.setdefault(key, (giver, grant))
            # Two conditions may exclude each other; whether they do is not proved.
            apart = grant.when is not None and other[1].when is not None
            if (
                other[1] is not grant
                and not apart
                and meet(case, giver, other[0])
                and value_set(grant, path) != value_set(other[1], path)
            ):
                name = other[0].name if isinstance(other[0], Entry) else "another grant"
                fact = f"`{path[-1]}` is set here and by {name}: which of them comes last is not said."
                yield place(path).problem(fact, "Write `order: 1` in the one that comes last.", RULE)


def value_set(grant: Grant, path: tuple[str, ...]) -> Quantity | str | None:
    """What a grant sets a number to, or writes in the place of a value."""
    found = next((change for way, _, change in changes(grant) if way == path), None)
    return (found.set or (found.write if isinstance(found, ValueChange) else None)) if found else None


def meet(case: Case, one: Giver, other: Giver) -> bool:
    """Whether two givers can be on one model: not two entries that share a single place."""
    if not (isinstance(one, Entry) and isinstance(other, Entry)) or one.kind != other.kind:
        return True
    slots = [(id, slot) for _, id, slot, _ in case.slots() if slot.kind == one.kind]
    # Two entries of one kind that share a slot for one are never together.
    return not (len(slots) == 1 and slots[0][1].max == 1 and slots[0][0] not in case.opened)
