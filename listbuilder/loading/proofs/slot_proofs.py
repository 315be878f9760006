"""Slots and fields: keys that need another key, impossible room, names that clash."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Entry, Field, ModelsField, SizeField, Slot
from listbuilder.catalogue.query import Quantity
from listbuilder.lists.document import GROUP, LIST, ROW, OwnKeys
from listbuilder.loading.proofs.case import IDLE, RULE, TAKE_OUT, Case, On
from listbuilder.loading.source_places import Place

CLASH = "catalogue.id"
RENAME = "Call it something else."
OWN_KEYS: dict[On, OwnKeys] = {"list": LIST, "model": ROW, "group": GROUP}


def clashing_keys(case: Case) -> Iterator[Finding]:
    """Keys of a row with two meanings, of which a list could write only one."""
    for on, sheet in case.sheets():
        keys: list[tuple[str, tuple[str | int, ...]]] = [(id, (on, "slots", id)) for id in sheet.slots]
        keys += [(id, (on, "fields", id)) for id in sheet.fields]
        for id, slot in sheet.slots.items():
            keys += [(alias, (on, "slots", id, "aliases", at)) for at, alias in enumerate(slot.aliases)]
        # The built-in keys come first: a list file could never mean the game's own.
        meanings = dict.fromkeys(OWN_KEYS[on].all, f"a key of every {on}")
        for key, path in keys:
            if key.startswith("x-"):
                fact = f"`{key}` is never read: keys that begin with `x-` belong to other tools."
                yield case.head(path).problem(fact, RENAME, CLASH)
            elif key in meanings:
                yield case.head(path).problem(f"`{key}` is already {meanings[key]}.", RENAME, CLASH)
            else:
                meanings[key] = f"a {path[1][:-1]} here" if len(path) == 3 else "another name of a slot here"  # type: ignore[index]


def idle_slots(case: Case) -> Iterator[Finding]:
    """Keys of slots that have no effect or are impossible."""
    for owner, id, slot, place in case.slots():
        yield from wrong_room(case, id, slot, place)
        yield from idle_slot_keys(case, owner, slot, place)
        yield from wrong_entries(case, owner, id, slot, place)


def wrong_room(case: Case, id: str, slot: Slot, place: Place) -> Iterator[Finding]:
    """`min` and `max` do not contradict each other, and no key depends on room that the slot never has."""
    if isinstance(slot.max, Quantity) and slot.max.fixed is not None and slot.max.fixed < 0:
        yield place(("max",)).problem(f"`max: {slot.max.fixed}` is below 0: nothing fits.", "Write 0 or more.")
    elif isinstance(slot.max, int) and slot.min > slot.max and id not in case.opened:
        fact = f"`min: {slot.min}` is above `max: {slot.max}`: no list can keep that."
        yield place(("min",)).problem(fact, "Correct one of them.", RULE)
    # A slot without room is also how given things are shown.
    elif slot.max == 0 and id not in case.opened | case.filled and not (slot.unused or slot.repeats or slot.default):
        fact = f"The slot `{id}` stays empty: `max` is 0, and nothing grants room."
        yield place(("max",)).problem(fact, "Raise `max`, or grant room.", IDLE)
    elif slot.unused and slot.max is None:
        yield place(("unused",)).problem("`unused` has no effect without `max`.", "Add `max`.", IDLE)
    elif slot.unused and isinstance(slot.max, int) and slot.max <= slot.min and id not in case.opened:
        fact = "`unused` has no effect: the slot has no room that could stay free."
        yield place(("unused",)).problem(fact, TAKE_OUT, IDLE)
    elif slot.repeats and slot.max in (0, 1) and id not in case.opened:
        fact = f"`repeats` has no effect with `max: {slot.max}`: nothing can be there twice."
        yield place(("repeats",)).problem(fact, "Raise `max`, or take it out.", IDLE)


def idle_slot_keys(case: Case, owner: On | Entry, slot: Slot, place: Place) -> Iterator[Finding]:
    """Keys that work on some sheets only."""
    inner = isinstance(owner, Entry)
    if slot.each == "model" and (owner != "model" or not case.game.model.of_type(SizeField)):
        fact = "`each: model` has no effect: it is for slots of models that have a size."
        yield place(("each",)).problem(fact, "Add `size: {type: size}` to the model's fields, or take it out.", IDLE)
    if slot.each == "row" and not inner:
        yield place(("each",)).problem("`each: row` has no effect outside an entry.", TAKE_OUT, IDLE)


def wrong_entries(case: Case, owner: On | Entry, id: str, slot: Slot, place: Place) -> Iterator[Finding]:
    """Some entries fit the slot, `where` excludes some, and the default fits."""
    kind, fitting = case.of_kind.get(slot.kind, []), case.fitting(id, slot)
    if not kind:
        fact = f"The slot `{id}` stays empty: there are no entries of kind {slot.kind}."
        yield place(("kind",)).problem(fact, f"Add some in a file with `kind: {slot.kind}`.", IDLE)
        return
    if not fitting:
        fact = f"Nothing of kind {slot.kind} fits `where`: the slot `{id}` stays empty."
        yield place(("where",)).problem(fact, "Correct the selector.", RULE)
        return
    # A selector that also asks about the row may exclude some there.
    if slot.where and slot.where.is_about_entries and len(fitting) == len(kind):
        fact = f"`where` has no effect: everything of kind {slot.kind} fits it."
        yield place(("where",)).problem(fact, TAKE_OUT, IDLE)
    number = sum(one.count for one in slot.default)
    outside = [one.entry for one in slot.default if case.game.find(slot.kind, one.entry) not in fitting]
    if outside:
        fact = f"The default {outside[0]} does not fit `where`."
        yield place(("default",)).problem(fact, "Choose one that does.", RULE)
    elif isinstance(slot.max, int) and number > slot.max and id not in case.opened:
        yield place(("default",)).problem(f"`default` has no room: `max` is {slot.max}.", "Raise `max`.", RULE)
    # A limit that is computed may be anything.
    room = sum(entry.limit if isinstance(entry.limit, int) else 999 for entry in fitting)
    if not slot.repeats and slot.min > room:
        fact = f"`min: {slot.min}` can't be reached: only {room} can be taken there."
        yield place(("min",)).problem(fact, "Lower `min`, or add `repeats: true`.", RULE)


# Fields


def idle_fields(case: Case) -> Iterator[Finding]:
    """Keys of fields that have no effect on their sheet."""
    for on, sheet in case.sheets():
        for id, field in sheet.fields.items():
            at = (on, "fields", id)
            if on not in field.homes:
                whose = " or ".join("the list" if one == "list" else f"{one}s" for one in field.homes)
                fact = f"A field of type `{field.type}` has no effect here: it is for {whose}."
                yield case.head((*at, "type")).problem(fact, f"Move it to `{field.homes[0]}`.", IDLE)
                continue
            if field.only_one and id != next(iter(sheet.of_type(type(field)))):
                fact = f"There is a field of type `{field.type}` already."
                yield case.head((*at, "type")).problem(fact, "Keep one of them.", IDLE)
            yield from idle_field_keys(case, on, field, at)
            yield from idle_each(case, on, id)
            yield from idle_least(case, on, id)
            if field.counts and not field.limited:
                yield from one_number(case, id, at)


def idle_each(case: Case, on: On, id: str) -> Iterator[Finding]:
    """Room for miniatures is for models that are several, or count as more or less than one."""
    field = case.game.sheets[on].of_type(ModelsField).get(id)
    sized = case.game.model.of_type(SizeField) or case.game.weighted
    if field and field.each and (on == "list" or not sized):
        fact = "`each: model` has no effect: it is for models that name rows of several miniatures."
        yield case.head((on, "fields", id, "each")).problem(fact, TAKE_OUT, IDLE)


def idle_least(case: Case, on: On, id: str) -> Iterator[Finding]:
    """How many must be named is for the list, and more than the one that every name means."""
    field = case.game.sheets[on].of_type(ModelsField).get(id)
    if field and field.min and (on != "list" or field.min == 1):
        fact = "`min` has no effect: it is for a list that must name two models or more."
        yield case.head((on, "fields", id, "min")).problem(fact, TAKE_OUT, IDLE)


def one_number(case: Case, id: str, at: tuple[str, ...]) -> Iterator[Finding]:
    """The name of a number field is no stat, currency or budget, so that sums of it are unambiguous."""
    game = case.game
    others = (("stat", game.stats), ("currency", game.currencies), ("budget", game.budgets))
    for what, named in others:
        if id in named:
            fact = f"`{id}` is a {what} too: what adds it up could mean either."
            yield case.head(at).problem(fact, "Call one of them something else.", "catalogue.id")


def idle_field_keys(case: Case, on: On, field: Field, at: tuple[str, ...]) -> Iterator[Finding]:
    """Keys of one field that work on other sheets only, or are impossible."""
    if field.required and (on != "group" or not case.has_groups):
        fact = "`required` has no effect here: it is judged for fields of groups."
        yield case.head((*at, "required")).problem(fact, TAKE_OUT, IDLE)
    elif field.required and field.default_value is not None:
        yield case.head((*at, "required")).problem("`required` has no effect beside `default`.", "Keep one.", IDLE)
    if field.limited and on != "list":
        fact = "`limits` has no effect here: players agree on limits in the list."
        yield case.head((*at, "limits")).problem(fact, "Move the field to `list`, or take `limits` out.", IDLE)
    elif field.limited == case.game.first_currency:
        fact = f"Every list has a key for an agreed limit of {field.limited}: `limit`."
        yield case.head((*at, "limits")).problem(fact, "Take the field out.", IDLE)
    if field.can_move_to_part and on != "model":
        fact = "`apart` has no effect here: it is for fields of models."
        yield case.head((*at, "apart")).problem(fact, "Move the field to `model`, or take `apart` out.", IDLE)
    if on != "model" and at[-1] in case.game.sheets[on].open:
        fact = "`open` has no effect here: it is for flags of models."
        yield case.head((*at, "open")).problem(fact, "Move the field to `model`, or take `open` out.", IDLE)
    if field.room == 0 and at[-1] not in case.opened:
        fact = f"Nobody can be named under `{at[-1]}`: `max` is 0, and nothing grants room."
        yield case.head(at).problem(fact, "Write `max: 1` or more, or grant room.", IDLE)
    for key, fact, hint in field.mistakes():
        yield case.head((*at, key)).problem(fact, hint, RULE)
