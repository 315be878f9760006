"""Rules about who has what: each can be broken by some list, and kept by some other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.base.findings import Finding
from listbuilder.base.records import replace
from listbuilder.catalogue import Entry
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.catalogue.rules import Rule
from listbuilder.catalogue.rules.agree import Agree, values_of
from listbuilder.catalogue.rules.companion import Companion
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.link import Link
from listbuilder.catalogue.rules.match import Match
from listbuilder.catalogue.rules.spread import Spread
from listbuilder.catalogue.rules.together import Together
from listbuilder.catalogue.rules.unique import Unique
from listbuilder.loading.proofs.bounds import most_room
from listbuilder.loading.proofs.case import IDLE, RULE, SHEETS, Case, On, PossiblePick
from listbuilder.loading.proofs.satisfy import bundles_of, can_be, fits_some, quick_answer, row_can
from listbuilder.loading.proofs.selector_proofs import of_quantity
from listbuilder.loading.source_places import Place

WHERE: dict[On, str] = {"list": "in one list", "model": "on one model", "group": "in one group"}


def unbreakable(case: Case, rule: Rule, place: Place) -> Iterator[Finding]:
    """The finding for a rule that no list can break, or that none can keep."""
    proof = PROOFS.get(type(rule))
    return proof(case, rule, place) if proof else iter(())


def fitting_stands(case: Case, selector: Selector, on: tuple[On, ...] = SHEETS) -> list[PossiblePick]:
    """What can fit a selector, wherever it stands."""
    return [stand for stand in case.standing if stand.on in on and can_be(case, stand.on, (selector, stand))]


def check_match(case: Case, rule: Match, place: Place) -> Iterator[Finding]:
    """Something that fits `where` can have what it needs, and something can lack it."""
    stands = fitting_stands(case, rule.where)
    if not any(can_be(case, one.on, (rule.where, one), [(rule.needs, True)]) for one in stands):
        fact = f"Rule {rule.id} can't be kept: nothing that fits `where` can have what it needs."
        yield place(("needs",)).problem(fact, "Ask for something that can be there.", RULE)
    elif not any(can_be(case, one.on, (rule.where, one), [(rule.needs, False)]) for one in stands):
        fact = f"Rule {rule.id} can't be broken: whatever fits `where` has what it needs."
        yield place(("needs",)).problem(fact, "Ask for something else.", RULE)


def check_needs(case: Case, entry: Entry) -> Iterator[Finding]:
    """What an entry needs can be there beside it, and can be missing."""
    assert entry.needs is not None
    # A keyword's `needs` are asked of whoever prints it.
    prints = {one.key for one in case.game.entries if any(use.key == entry.key for use in one.keyword_uses)}
    stands = [one for one in case.standing if one.entry.key == entry.key or one.entry.key in prints]
    anything = Selector()
    place = case.at(entry)(("needs",))
    if not any(can_be(case, one.on, (anything, one), [(entry.needs, True)]) for one in stands):
        fact = f"{entry.name} can never be taken: what it needs can't be there beside it."
        yield place.problem(fact, "Ask for something that can be there.", RULE)
    elif not any(can_be(case, one.on, (anything, one), [(entry.needs, False)]) for one in stands):
        fact = f"`needs` has no effect: wherever {entry.name} can be, it has what it needs."
        yield place.problem(fact, "Name another thing.", IDLE)


def check_companion(case: Case, rule: Companion, place: Place) -> Iterator[Finding]:
    """A model that needs company is not what it needs."""
    if (rule.same is None or always_have(case, rule.same)) and not row_can(
        case, "model", (rule.where, True), (rule.needs, False)
    ):
        fact = f"Rule {rule.id} can't be broken: who needs company is what it needs."
        yield place(("needs",)).problem(fact, "Name other company.", RULE)
    yield from check_shared_field(case, rule, "same", rule.same, place)


def always_have(case: Case, name: str) -> bool:
    """Whether every model has something under a name, so that it shares it with itself."""
    few = next((few for few in case.required["model"] if few[0].slot == name), None)
    return bool(few) or any(all(one.entry.field(name) is not None for one in few) for few in case.required["model"])


def check_link(case: Case, rule: Link, place: Place) -> Iterator[Finding]:
    """Some model that could be named does not fit `to`."""
    if rule.to and rule.same is None and not row_can(case, "model", (rule.to, False)):
        fact = f"Rule {rule.id} can't be broken: every model fits `to`."
        yield place(("to",)).problem(fact, "Ask for something else.", RULE)
    yield from check_shared_field(case, rule, "same", rule.same, place)


def check_shared_field(case: Case, rule: Rule, key: str, name: str | None, place: Place) -> Iterator[Finding]:
    """What models must share is something that models have."""
    if name is not None and not models_have(case, name):
        fact = f"Rule {rule.id} compares nothing: no model has `{name}`."
        yield place((key,)).problem(fact, "Name a slot or a field that models have.", RULE)


def models_have(case: Case, name: str) -> bool:
    """Whether models have something under a name: their group, a slot, a field, or what is printed on their picks."""
    model = case.game.model
    own = {"entry", "name", "group", *model.slots, *model.fields, *case.game.group.posts, *case.game.list.named}
    return name in own or any(one.entry.field(name) is not None for one in case.standing_on("model"))


def check_together(case: Case, rule: Together, place: Place) -> Iterator[Finding]:
    """What is never, or always, together are different things that can be together."""
    key, named = ("never", rule.never) if rule.never else ("always", rule.always)
    for at, one in enumerate(named):
        if one in named[:at]:
            fact = f"Rule {rule.id} names the same twice under `{key}`."
            yield place((key, at)).problem(fact, "Name another thing, or take it out.", RULE)
            return
    if rule.never:
        for at, one in enumerate(named):
            if any(all(quick_answer(one, pick) for pick in few) for few in case.required[rule.over]):
                fact = f"Rule {rule.id} forbids the rest of what it names: {one.describe(case.game)} is always there."
                yield place((key, at)).problem(fact, "Name something that can be missing.", RULE)
                return
            for other in (*named[:at], *named[at + 1 :]):
                if all_are(case, one, other):
                    fact = f"Rule {rule.id} never allows {one.describe(case.game)}: that alone fits both."
                    yield place((key, at)).problem(fact, "Leave it out of the other one with `not`.", RULE)
                    return
    elif all(all_are(case, one, other) for one in named for other in named if one is not other):
        fact = f"Rule {rule.id} can't be broken: all that it names is the same."
        yield place((key,)).problem(fact, "Name another thing, or take it out.", RULE)
        return
    words = [(bundle, True) for one in named for bundle in bundles_of(plain(one))]
    if not row_can(case, rule.over, *words):
        verb = "broken" if rule.never else "kept"
        fact = f"Rule {rule.id} can't be {verb}: what it names can't be together {WHERE[rule.over]}."
        yield place((key,)).problem(fact, "Correct a selector, or `over`.", RULE)


def plain(selector: Selector) -> Selector:
    """The words that must hold of one pick in any case: without alternatives and what is ruled out."""
    inner = tuple(plain(one) for one in selector.all)
    return replace(selector, all=inner, any=(), not_=None, has=None, group=())


def all_are(case: Case, one: Selector, other: Selector) -> bool:
    """Whether every pick that fits one selector fits another too."""
    return not fits_some(case, Selector(all=(one,), not_=other), SHEETS)


def check_unique(case: Case, rule: Unique, place: Place) -> Iterator[Finding]:
    """Something that the rule is about can be taken twice, and what it leaves out is something it is about."""
    slot = Selector(slot=(rule.slot,)) if rule.slot else Selector()
    about = Selector(all=(slot, *([rule.where] if rule.where else [])))
    stands = [one for one in fitting_stands(case, about) if one.chosen]
    if not stands:
        fact = f"Rule {rule.id} is about nothing: no player can pick anything that fits `slot` and `where`."
        yield place(("where" if rule.where else "slot",)).problem(fact, "Correct one of them.", RULE)
        return
    singles = case.singles["list"]
    places: dict[tuple[str, str], set[str]] = {}
    for one in stands:
        # A single slot of the list holds it once; any other place may be there twice.
        alone = one.on == "list" and one.holder is None and one.slot in singles
        places.setdefault(one.entry.key, set()).update({one.slot} if alone else {one.slot, "…"})
    # Each entry has one place, and that holds it once.
    if all(len(few) == 1 for few in places.values()):
        fact = f"Rule {rule.id} can't be broken: the list has room for one of each."
        yield place(("slot" if rule.slot else "where",)).problem(fact, "Take the rule out.", RULE)
    if rule.except_:
        free = [one for one in stands if can_be(case, one.on, (rule.except_, one))]
        stands = [one for one in stands if can_be(case, one.on, (Selector(not_=rule.except_), one))]
        if not free or not stands:
            reason = "it leaves out nothing that the rule is about" if not free else "it leaves out all there is"
            fact = f"`except` of rule {rule.id} makes no sense: {reason}."
            yield place(("except",)).problem(fact, "Correct the selector, or take it out.", RULE)
            return


def check_spread(case: Case, rule: Spread, place: Place) -> Iterator[Finding]:
    """The slot has room for more than the rule allows, and what it holds has the field."""
    slots = [(on, slot) for on, id, slot, _ in case.slots() if id == rule.slot]
    rooms = [most_room(case, on, rule.slot, one) for on, one in slots]
    if rule.slot not in case.filled and all(room is not None and room <= rule.max for room in rooms):
        fact = f"Rule {rule.id} can't be broken: `{rule.slot}` has room for no more than {rule.max}."
        yield place(("max",)).problem(fact, "Lower `max`, or take the rule out.", RULE)
        return
    held = [one.entry for one in case.standing if one.slot == rule.slot]
    # That so far too few entries share a value is no mistake: more may come.
    if all(entry.field(rule.by) is None for entry in held):
        fact = f"Rule {rule.id} can't be broken: nothing that `{rule.slot}` holds has `{rule.by}`."
        yield place(("by",)).problem(fact, "Name a field that they have.", RULE)


def check_agree(case: Case, rule: Agree, place: Place) -> Iterator[Finding]:
    """What must agree has the field, and each can agree with something."""
    where = rule.where or Selector()
    mine = {one.entry.key: one.entry for one in case.standing if one.slot == rule.slot and one.chosen}
    about = [
        entry
        for entry in mine.values()
        if values_of(entry, rule.field)
        and any(can_be(case, one.on, (where, one)) for one in case.standing if one.entry is entry)
    ]
    if not about:
        fact = f"Rule {rule.id} can't be broken: nothing that `{rule.slot}` holds has `{rule.field}`."
        yield place(("field",)).problem(fact, "Name a field that they have.", RULE)
        return
    if all(rule.agrees(entry, {*rule.or_}) for entry in about):
        fact = f"Rule {rule.id} can't be broken: `or` names every `{rule.field}`."
        yield place(("or",)).problem(fact, "Take out what must agree.", RULE)
        return
    # Of everything that may be chosen there, not only of what is chosen now.
    theirs = {value for one in case.standing if one.slot == rule.with_ for value in rule.offered(one.entry)}
    allowed = theirs | {*rule.or_}
    lost = [entry for entry in about if not rule.agrees(entry, allowed)]
    if not any(rule.agrees(entry, theirs) for entry in about):
        other_side = (
            f"`{rule.their}` of what `{rule.with_}` holds" if rule.their else f"anything that `{rule.with_}` holds"
        )
        fact = f"Rule {rule.id} can't be kept: no `{rule.field}` agrees with {other_side}."
        yield place(("their" if rule.their else "with",)).problem(fact, "Name another field or slot.", RULE)
        return
    # If the slot may stay empty, entries that agree with nothing can still be taken.
    needed = any(slot.min >= 1 and slot.when is None for _, id, slot, _ in case.slots() if id == rule.with_)
    for entry in lost if needed else ():
        values = " or ".join(values_of(entry, rule.field))
        fact = f"{entry.name} can never be taken: `{rule.field}: {values}` agrees with nothing under `{rule.with_}`."
        yield case.at(entry)((rule.field,)).problem(fact, f"Correct it, or rule {rule.id}.", RULE)


def check_count(case: Case, rule: Count, place: Place) -> Iterator[Finding]:
    """What is counted by `by` or `different` has that field or slot."""
    for path, name, of in (
        (("by",), rule.by, rule.of),
        *(((key, "different"), one.different, one) for key, one in quantities(rule)),
    ):
        if name is not None and not has_name(case, of, rule.over, name):
            fact = f"Rule {rule.id} counts nothing: none of what it counts has `{name}`."
            yield place(path).problem(fact, "Name something that they have.", RULE)


def quantities(rule: Count) -> Iterator[tuple[str, Quantity]]:
    """The quantities of a rule, by their keys."""
    yield from ((key, one) for key, one in (("of", rule.of), ("min", rule.min), ("max", rule.max)) if one)


def has_name(case: Case, of: Quantity, over: str, name: str) -> bool:
    """Whether something that is counted has something under a name."""
    if name in ("entry", "group", "name"):
        return True
    base = of.of or of
    scope = base.in_ or over
    use = of_quantity(case, base, scope if scope in SHEETS else None)
    if base.count == "groups":
        return name in {*case.game.group.slots, *case.game.group.fields}
    if use.level == "row":
        return models_have(case, name)
    where = base.where or Selector()
    for one in case.standing:
        known = one.entry.field(name) is not None or name in case.game.sheets[one.on].fields
        if known and one.on in use.on and can_be(case, one.on, (where, one)):
            return True
    return False


PROOFS: dict[type[Rule], Callable[..., Iterator[Finding]]] = {
    Agree: check_agree,
    Companion: check_companion,
    Count: check_count,
    Link: check_link,
    Match: check_match,
    Spread: check_spread,
    Together: check_together,
    Unique: check_unique,
}
"""Per kind of rule, what is proved of it."""
