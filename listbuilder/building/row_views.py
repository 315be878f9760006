"""What a builder shows of one row: its slots and what is in them, its fields and what they can be.

A bench goes in, plain records come out: names as printed, prices as they are here, places for edits to name.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.records import record
from listbuilder.base.wording import as_words
from listbuilder.building.bench import Bench
from listbuilder.building.edits import (
    Place,
    SlotPlace,
    is_row,
    owner_at,
    pick_at,
    row_at,
    schema_at,
    slot_place,
    spell_own_names,
)
from listbuilder.building.generate.distance import place_of
from listbuilder.building.generate.step_words import value_words
from listbuilder.catalogue import Field, RowSchema
from listbuilder.judging.force import Force, Model, Owner
from listbuilder.judging.force import Pick as ForcePick
from listbuilder.lists.document import own_keys
from listbuilder.lists.find_row import row_names
from listbuilder.lists.key_values import open_slots
from listbuilder.storage.reading import Tree


@record
class HeldView:
    """Something in a slot: `nth` is what edits call it; what is given or usual is not written in the file."""

    nth: int | None
    name: str
    entry: str
    price: int
    count: int
    at: Place
    unknown: bool
    given_by: str | None
    usual: bool
    inside: tuple[str, ...]
    """The ids of its own slots, where it has some."""


@record
class SlotView:
    """A slot: the room in it (None is without end), the least it must hold, and what it holds."""

    at: Place
    id: str
    name: str
    kind: str
    room: int | None
    least: int
    held: tuple[HeldView, ...]
    full: bool
    open: bool
    rolled: bool
    secret: bool
    text: str
    errors: int


@record
class RaiseView:
    """A stat that can be raised: how far it is, what it is then, and what one more step costs of the budget."""

    id: str
    name: str
    steps: int
    value: int
    price: int


@record
class FieldView:
    """A key that holds a value: what it is in the file, in words, and what to choose where there is an end of it."""

    at: Place
    id: str
    type: str
    value: Tree
    words: str
    options: tuple[str, ...]
    most: int | None
    required: bool
    text: str
    raises: tuple[RaiseView, ...]
    budget: str
    """What is spent of a budget, in words, where the field spends from one."""
    errors: int
    rare: bool = False
    counted: bool = False
    """Whether it is a number that goes up and down by one."""


# Slots


def slots(bench: Bench, at: Place) -> tuple[SlotView, ...]:
    """The slots of the list, of a row or of a pick; one that nothing can be chosen for only if it holds something."""
    force = bench.report.force
    tree = spell_own_names(bench.tree, force.game)
    ids = schema_at(force.game, at).slots if is_row(at) else pick_at(force, at).entry.picks
    views = (_slot(bench, slot_place(tree, force, at, id)) for id in ids)
    return tuple(view for view in views if view.open or view.held)


def _slot(bench: Bench, spot: SlotPlace) -> SlotView:
    force, slot = bench.report.force, spot.slot
    room = force.room_in(spot.pick, spot.id) if spot.pick else spot.owner.room.get(spot.id) if spot.owner else None
    held = [_held(one, nth, spot.raw is None) for nth, one in enumerate(spot.held)]
    given = [_held(one, None, False) for one in _given(spot)]
    able = spot.slot.max != 0 if spot.pick else spot.id in open_slots(force.game, schema_at(force.game, spot.at))
    return SlotView(
        at=spot.at,
        id=spot.id,
        name=as_words(spot.id) if spot.id != "picks" else force.game.kind_name(slot.kind, many=True).lower(),
        kind=slot.kind,
        room=room,
        least=slot.min,
        held=(*held, *given),
        full=room is not None and sum(one.count for one in spot.held) >= room,
        open=able,
        rolled=slot.rolled is not None,
        secret=slot.secret,
        text=slot.text,
        errors=sum(
            one.severity == "error" and place_of(one)[: len(spot.path)] == spot.path for one in bench.report.findings
        ),
    )


def _given(spot: SlotPlace) -> Iterator[ForcePick]:
    """What stands in a slot because something gives it."""
    inside = spot.pick.picks if spot.pick else spot.owner.inside if spot.owner else ()
    above = spot.pick or spot.owner
    return (one for one in inside if one.slot == spot.id and one.given_by is not None and one.up is above)


def _held(pick: ForcePick, nth: int | None, usual: bool) -> HeldView:
    return HeldView(
        nth=nth,
        name=pick.entry.name,
        entry=pick.entry.id,
        price=pick.cost,
        count=pick.count,
        at=pick.path,
        unknown=pick.entry.unknown,
        given_by=pick.given_by,
        usual=usual and pick.given_by is None,
        inside=tuple(pick.entry.picks) if pick.given_by is None else (),
    )


# Fields


def fields(bench: Bench, at: Place) -> tuple[FieldView, ...]:
    """The keys of the list or of a row that hold values: those of every game, then the game's own."""
    force = bench.report.force
    sheet, kind = schema_at(force.game, at), str(at[0]) if at else "list"
    row = row_at(spell_own_names(bench.tree, force.game), at) if at else bench.tree
    own = own_keys(kind)
    found = [_own(bench, at, key, row.get(key)) for key in own.all if own.all[key].holds in ("text", "number")]
    owner = owner_at(force, at)
    return (*found, *(_field(bench, at, sheet, id, row.get(id), owner) for id in sheet.fields))


def _own(bench: Bench, at: Place, key: str, value: Tree) -> FieldView:
    own = own_keys(str(at[0]) if at else "list").all[key]
    force = bench.report.force
    formats = tuple(one.id for one in force.game.formats) if key == "format" else ()
    words = "" if value is None else value_words(value)
    return FieldView(
        at=at,
        id=key,
        type="format" if key == "format" else own.holds,
        value=value,
        words=force.format.name if key == "format" and force.format else words,
        options=formats,
        most=own.most,
        required=False,
        text=own.text.format(points=force.game.points, what="group" if at[:1] == ("groups",) else "model"),
        raises=(),
        budget="",
        errors=_errors(bench, (*at, key)),
        rare=own.rare,
        counted=own.holds == "number",
    )


def _field(bench: Bench, at: Place, sheet: RowSchema, id: str, value: Tree, owner: Owner | None) -> FieldView:
    field: Field = sheet.fields[id]
    force = bench.report.force
    stated = owner.values.get(id) if owner else None
    models = row_names({"models": bench.tree.get("models")})
    groups = [group.name for group in force.groups]
    raises = tuple(_raises(force, field, owner)) if isinstance(owner, Model) else ()
    return FieldView(
        at=at,
        id=id,
        type=field.type,
        value=value,
        words=", ".join(f"{one.name} {one.steps:+d}" for one in raises if one.steps)
        or (field.describe(stated) if stated is not None else ""),
        options=() if raises else tuple(field.offers(force.game, models, groups)),
        most=None,
        required=field.required,
        text=field.text,
        raises=raises,
        budget=_budget(force, field, owner),
        errors=_errors(bench, (*at, id)),
        counted=field.counts,
    )


def _raises(force: Force, field: Field, model: Model) -> Iterator[RaiseView]:
    for stat, price in field.step_prices.items():
        name = force.game.stats[stat].name
        yield RaiseView(
            id=stat, name=name, steps=model.raises.get(stat, 0), value=model.stats.get(stat, 0), price=price
        )


def _budget(force: Force, field: Field, owner: Owner | None) -> str:
    id = field.budget_id
    if id is None or not isinstance(owner, Model) or id not in owner.budgets:
        return ""
    allowed, spent = owner.budgets[id]
    return f"{spent} of {allowed} {force.game.currency_name(id)}"


def _errors(bench: Bench, path: Place) -> int:
    wrong = (one for one in bench.report.findings if one.severity == "error")
    return sum(place_of(one)[: len(path)] == path for one in wrong)
