"""Selectors: each fits something where it is asked, and has the number that is looked for.

A selector is asked of picks or of rows: of the models that a rule counts, the groups that it judges, the list. Who
holds it and under which key decides that, here and nowhere else among the proofs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.records import replace
from listbuilder.catalogue import Entry, Grant, Slot
from listbuilder.catalogue.card_design import CardMark, Decay
from listbuilder.catalogue.entries import Offer
from listbuilder.catalogue.query import Condition, Quantity, Selector
from listbuilder.catalogue.rules import Points, Rule
from listbuilder.catalogue.rules.companion import Companion
from listbuilder.catalogue.rules.count import Count
from listbuilder.catalogue.rules.include import Include
from listbuilder.catalogue.rules.link import Link
from listbuilder.catalogue.rules.match import Match
from listbuilder.catalogue.rules.together import Together
from listbuilder.catalogue.rules.unique import Unique
from listbuilder.loading.proofs.case import RULE, SHEETS, Case, On, Spot
from listbuilder.loading.proofs.satisfy import WIDE, fits_some, row_can
from listbuilder.loading.raw_parts import Origin
from listbuilder.loading.source_places import Place
from listbuilder.storage.reading import Path

Sheets = tuple[On, ...]
NOWHERE: dict[Sheets, str] = {
    ("model",): "on a model",
    ("group",): "in a group",
    ("group", "model"): "in a group or on a model",
    ("list",): "in the list",
}


class SelectorUse(NamedTuple):
    """How a selector is asked: of each pick on rows of some sheets, or of the rows; `part` of the list alone.

    `movable`: with `in` it could be asked elsewhere.
    """

    level: Literal["pick", "row"]
    on: Sheets
    part: str = "all"
    movable: bool = False

    def can(self, case: Case, selector: Selector) -> bool:
        """Whether something can fit a selector that is asked so."""
        if self.level == "pick":
            return fits_some(case, selector, self.on, self.part)
        return any(row_can(case, on, (selector, True), part=self.part) for on in self.on)


def empty_selectors(case: Case) -> Iterator[Finding]:
    """Every selector that nothing fits; selectors inside it are not reported again."""
    for holder, place in case.holders():
        records = {path: record for record, path in case.records(holder)}
        for path, record in records.items():
            if isinstance(record, Selector) and not isinstance(around(records, path)[0], Selector):
                for use in uses(case, holder, records, path):
                    yield from impossible(case, use, record, path, place)


def impossible(case: Case, use: SelectorUse, selector: Selector, path: Path, place: Place) -> Iterator[Finding]:
    """The finding about a selector that nothing fits, or else those about the selectors inside it."""
    if found := empty(case, use, selector, place(path)):
        yield found
        return
    for key in ("all", "any"):
        for at, one in enumerate(getattr(selector, key)):
            yield from impossible(case, use, one, (*path, key, at), place)
    if selector.not_:
        yield from impossible(case, use, selector.not_, (*path, "not"), place)
    if selector.has:
        yield from impossible(case, SelectorUse("row", use.on, use.part), selector.has, (*path, "has"), place)
    if selector.under:
        yield from impossible(case, SelectorUse("pick", use.on), selector.under, (*path, "under"), place)


def empty(case: Case, use: SelectorUse, selector: Selector, place: Origin) -> Finding | None:
    """The finding about one selector that nothing fits."""
    if selector.group and not case.has_groups:
        fact = "`group` fits nothing: models are in no groups."
        return place.problem(fact, "Add a field of type `group` to models.", RULE)
    # Before the search, because this reason is the clearest to an author.
    if selector.given and not (case.given or case.granted_keywords or case.given_tags):
        return place.problem("`given: true` fits nothing: no grant gives anything.", "Take it out.", RULE)
    if use.can(case, selector):
        return None
    words = selector.describe(case.game)
    # It fits something elsewhere: then the place is wrong and not the words.
    if SelectorUse("pick", SHEETS).can(case, selector) and (where := NOWHERE.get(use.on)):
        fact = f"Nothing fits this selector ({words}): there is no such thing {where}."
        hint = "Write `in: list` beside it." if use.movable else "Ask for something that can be there."
        return place.problem(fact, hint, RULE)
    fact = f"Nothing fits this selector ({words}): no entry has all that it says."
    return place.problem(fact, "Take a word out, or correct one.", RULE)


# Where a selector is asked


def around(records: Mapping[Path, object], path: Path) -> tuple[object, Path, str]:
    """The record that holds what is at a path, its own path, and the key."""
    # From the innermost record outwards.
    for length in range(len(path) - 1, -1, -1):
        if path[:length] in records:
            return records[path[:length]], path[:length], str(path[length])
    return None, (), ""


def uses(case: Case, holder: object, records: Mapping[Path, object], path: Path) -> Iterator[SelectorUse]:
    """How the selector at a path is used; nothing for those that other proofs check."""
    record, at, key = around(records, path)
    if isinstance(record, Quantity):
        scope = scope_of(holder, records, at, record.in_)
        yield of_quantity(case, record, scope)
    elif isinstance(record, Points):
        yield of_quantity(case, record.of, "list")
    elif isinstance(record, Condition):
        yield from of_condition(case, holder, records, at, record)
    elif isinstance(record, Count):
        yield SelectorUse("pick", SHEETS) if record.over == "pick" else SelectorUse("row", (record.over,))
    elif isinstance(record, Unique):
        yield SelectorUse("pick", SHEETS, "main")
    elif isinstance(record, Together):
        yield SelectorUse("pick", tuple(sorted(WIDE[record.over])), "main" if record.over == "list" else "all")
    elif isinstance(record, Companion | Link | CardMark | Decay):
        yield SelectorUse("row", ("model",))
    elif isinstance(record, Match):
        yield SelectorUse("pick", SHEETS) if key == "where" else SelectorUse("row", standing_on(case, record.where))
    elif isinstance(record, Include):
        yield SelectorUse("row", ("model", "list", "group"))
    elif isinstance(record, Entry):
        homes = tuple(on for on in SHEETS if on in case.stands(record))
        if homes:
            yield SelectorUse("row", homes)
    elif not isinstance(record, Grant | Slot | Offer):
        yield SelectorUse("pick", SHEETS)


def standing_on(case: Case, selector: Selector) -> Sheets:
    """The sheets whose rows can have a pick that fits."""
    return tuple(on for on in SHEETS if fits_some(case, selector, (on,))) or SHEETS


def of_quantity(case: Case, quantity: Quantity, scope: On | None) -> SelectorUse:
    """How a quantity uses its selector."""
    part = quantity.part if scope in ("list", "group") else "all"
    name = quantity.sum or quantity.highest or quantity.lowest
    kind = case.game.number_of(name)[0] if name else ""
    inside: Sheets = tuple(sorted(WIDE[scope])) if scope else SHEETS
    if quantity.count in ("models", "rows") or kind == "stat":
        return SelectorUse("row", ("model",), part)
    if quantity.count == "groups":
        return SelectorUse("row", ("group",))
    if kind == "value" or (name and quantity.from_ == "models"):
        return SelectorUse("row", inside, part)
    return SelectorUse("pick", inside, part)


def of_condition(
    case: Case, holder: object, records: Mapping[Path, object], at: Path, condition: Condition
) -> Iterator[SelectorUse]:
    """How a condition uses `has`: at what `in` names, or at the row where the condition is evaluated."""
    if condition.in_ == "pick" or condition.in_ == "holder":
        yield SelectorUse("pick", SHEETS)
        return
    if condition.in_:
        yield SelectorUse("row", (condition.in_,), movable=True)
        return
    rule = rule_around(records, at)
    if rule and rule[0].one_by_one:
        over = rule[0].over_what
        on: Sheets = SHEETS if over == "pick" else (over,)  # type: ignore[assignment]
        yield SelectorUse("row", on, movable=True)
    elif isinstance(holder, Entry):
        homes = tuple(on for on in SHEETS if on in case.stands(holder))
        yield SelectorUse("row", homes or SHEETS, movable=True)
    else:
        # A condition in the head stands on a slot or field of the list, a group or a model, or on a rule.
        here: On = at[0] if at and at[0] in ("model", "group") else "list"  # type: ignore[assignment]
        yield SelectorUse("row", (here,), movable=True)


def scope_of(holder: object, records: Mapping[Path, object], at: Path, in_: str | None) -> On | None:
    """The part of the list that a quantity looks at; None where only a list can tell."""
    if in_:
        return in_ if in_ in SHEETS else None
    found = rule_around(records, at)
    if found is None:
        return "list"
    rule, key = found
    # `when` of a rule that judges one by one is asked of each part, any other once of the list.
    over = rule.over_what if rule.one_by_one or key != "when" else "list"
    return over if over in SHEETS else None


def rule_around(records: Mapping[Path, object], path: Path) -> tuple[Rule, str] | None:
    """The rule that something is part of, and the key of the rule that it stands under."""
    for length in range(len(path) - 1, -1, -1):
        found = records.get(path[:length])
        if isinstance(found, Rule):
            return found, str(path[length])
    return None


# Numbers, and entries alone


def missing_numbers(case: Case) -> Iterator[Finding]:
    """Every printed number that is looked for among picks of which none has it."""
    for holder, place, record, path in case.written():
        key = next((one for one in ("sum", "highest", "lowest") if getattr(record, one, None)), "")
        if not isinstance(record, Quantity) or not key or record.from_ == "models":
            continue
        kind, name = case.game.number_of(getattr(record, key))
        if kind != "field":
            continue
        if record.where and all(entry.field(name) is None for entry, _ in fitting(case, record.where)):
            fact = f"`{key}: {name}` is always 0: nothing that fits `where` has it."
            hint = "Write `from: models` if models that have it are meant, or correct `where`."
            yield place((*path, key)).problem(fact, hint, RULE)
        elif record.in_ == "value":
            found = rule_around({way: one for one, way in case.records(holder)}, path)
            by = getattr(found[0], "by", None) if found else None
            held = [one.entry for one in case.standing if one.slot == by]
            if held and all(entry.field(name) is None for entry in held):
                fact = f"`{key}: {name}` is always 0: nothing that `{by}` holds has it."
                yield place((*path, key)).problem(fact, "Name a number that they have.", RULE)


def fitting(case: Case, selector: Selector) -> list[Spot]:
    """Every entry in every slot that may fit the selector's own words; possibly more than really fit.

    What stands under `all` and `any` may be other picks of the same model, and is looked at by itself.
    """
    own = replace(selector, all=(), any=(), not_=None)
    if not (own.is_on_entry or own.slot or own.fields):
        return case.spots
    return [spot for spot in case.spots if could_fit(case, own, spot)]


def could_fit(case: Case, selector: Selector, spot: Spot) -> bool:
    """Whether an entry in a slot may fit, as far as the catalogue can tell."""
    entry, slot = spot
    if selector.tag and not case.given_tags.isdisjoint(selector.tag):
        # A given tag is a pick of its own on the model.
        return True
    return (not selector.slot or slot in selector.slot) and selector.could_fit(entry, slot)
