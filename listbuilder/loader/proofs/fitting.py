"""Selectors: each fits some entry, with the number looked for; groups and gifts are asked for where there are some."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Slot
from listbuilder.finding import Finding
from listbuilder.loader.parts import Origin
from listbuilder.loader.proofs.case import Case, Spot
from listbuilder.quantity import Quantity
from listbuilder.reading import Path
from listbuilder.record import changed
from listbuilder.selectors import Selector


def empty_selectors(case: Case) -> Iterator[Finding]:
    """Every selector that nothing fits; one inside another is told by the outermost that is about the same thing."""
    for holder, place in case.holders():
        told: list[Path] = []
        for record, path in case.records(holder):
            if isinstance(record, Slot):
                told.append((*path, "where"))
            if isinstance(record, Selector) and not any(path[: len(one)] == one for one in told):
                found = empty(case, record, place(path))
                if found:
                    told.append(path)
                    yield found


def missing_numbers(case: Case) -> Iterator[Finding]:
    """Every printed number that is looked for among picks of which none has it."""
    for _, place, record, path in case.written():
        if not isinstance(record, Quantity) or record.where is None or record.from_ == "models":
            continue
        key = next((one for one in ("sum", "highest", "lowest") if getattr(record, one)), "")
        kind, name = case.game.number_of(getattr(record, key)) if key else ("", "")
        if kind == "field" and all(entry.field(name) is None for entry, _ in fitting(case, record.where)):
            fact = f"`{key}: {name}` is always 0: nothing that fits `where` has it."
            hint = "Write `from: models` if models that have it are meant, or correct `where`."
            yield place((*path, key)).problem(fact, hint, "catalogue.rule")


def empty(case: Case, selector: Selector, place: Origin) -> Finding | None:
    """The finding about one selector that nothing fits."""
    said = selector.say(case.game)
    if not fitting(case, selector):
        fact = f"Nothing fits this selector ({said}): no entry has all that it says."
        return place.problem(fact, "Take a word out, or correct one.", "catalogue.rule")
    gives = case.given or case.worn or case.given_tags
    if selector.given and not gives:
        return place.problem("`given: true` fits nothing: no grant gives anything.", "Take it out.", "catalogue.rule")
    if selector.group and not case.has_groups:
        fact = "`group` fits nothing: models are in no groups."
        return place.problem(fact, "Add a field of type `group` to models.", "catalogue.rule")
    return None


def fitting(case: Case, selector: Selector) -> list[Spot]:
    """Every entry that may fit the selector's own words, in every slot where it may stand; never fewer than do.

    What stands under `all` and `any` may be other picks of the same model, and is looked at by itself.
    """
    own = changed(selector, all=(), any=(), not_=None)
    if not (own.tells_entries or own.slot or own.fields):
        return case.spots
    return [spot for spot in case.spots if could_fit(case, own, spot)]


def could_fit(case: Case, selector: Selector, spot: Spot) -> bool:
    """Whether an entry in a slot may fit, as far as the catalogue can tell."""
    entry, slot = spot
    if selector.tag and not case.given_tags.isdisjoint(selector.tag):
        return True  # a tag that is given stands on the model by itself
    return (not selector.slot or slot in selector.slot) and selector.could_fit(entry, slot)
