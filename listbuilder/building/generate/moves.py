"""Every single change that can be made to a list: what may go, what may take its place, what may be added.

A tree and the force that it makes go in, edits come out. Nothing is judged here; only what no judge could ever allow
is left out, such as an entry of another kind or one that the model's unit does not offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice, product
from typing import NamedTuple

from listbuilder.catalogue import Entry, Game, Offer, RowSchema, Slot
from listbuilder.catalogue.fields.field_type import ValueContext
from listbuilder.judging.force import Force, Owner
from listbuilder.lists.document import LIST, ROW, OwnKeys, own_keys
from listbuilder.lists.file_editor import EditStep
from listbuilder.lists.find_row import row_names, rows_of_kind
from listbuilder.lists.key_values import growing_slots, single_slots
from listbuilder.storage.reading import Path, Tree

# How many copies more than now a row is tried with.
COPIES = 10
# Picks in one another at most; a list has room for no more.
INSIDE = 2_000
NONE = "none"


class OpenSlot(NamedTuple):
    """One slot of a row or of a pick: where it stands, what it holds, and what its holder offers for it."""

    id: str
    slot: Slot
    path: Path
    raw: Tree
    offers: Sequence[tuple[Entry, Sequence[Offer]]]
    single: bool
    fixed: bool


def all_edits(tree: Mapping[str, Tree], force: Force, models: Iterable[Tree] = ()) -> Iterator[EditStep]:
    """Every edit of a list; `models` are whole models that could be added."""
    game = force.game
    near = ValueContext(row_names(tree), [group.name for group in force.groups], force.root)
    yield from format_edits(tree, game)
    yield from row_edits(game, game.list, tree, (), near, LIST)
    for kind, sheet, owners in (("models", game.model, force.written), ("groups", game.group, force.groups)):
        if tree.get(kind) is not None and not isinstance(tree[kind], list):
            yield EditStep("drop", (kind,))
        # Copies of a row share its path: reversed, so that the first of them is kept.
        first = {owner.path: owner for owner in reversed(owners)}
        for at, row in enumerate(rows_of_kind(tree, kind)):
            path: Path = (kind, at)
            yield EditStep("drop", path)
            if isinstance(row, dict):
                yield from row_edits(game, sheet, row, path, near._replace(row=first.get(path)), own_keys(kind))
    yield from (add_step(tree, "models", row) for row in models)
    yield from group_edits(tree, force)


def add_step(tree: Mapping[str, Tree], kind: str, row: Tree) -> EditStep:
    """One more row of a kind."""
    return EditStep("add", (kind,), row) if isinstance(tree.get(kind), list) else EditStep("put", (kind,), [row])


def format_edits(tree: Mapping[str, Tree], game: Game) -> Iterator[EditStep]:
    """Another format, or none; at an event there is one at most."""
    written = tree.get("format")
    now = game.format(str(written) if written is not None else None)
    if not (game.event and game.event.format):
        yield from (EditStep("put", ("format",), one.id) for one in game.formats if one is not now)
    if written is not None:
        yield EditStep("drop", ("format",))


def row_edits(
    game: Game, sheet: RowSchema, row: Mapping[str, Tree], path: Path, near: ValueContext, own: OwnKeys
) -> Iterator[EditStep]:
    """Every edit inside one row, or of what the list itself says."""
    known = {*own.all, *sheet.slots, *sheet.fields}
    for key in row:
        if key not in known and not key.startswith("x-"):
            yield from unknown_key_edits(row, path, key, known)
    for key in own.numbers:
        yield from number_edits(row, path, key)
    if own is not LIST:
        yield from name_edits(game, row, path, near)
    for shelf in open_slots(game, sheet, row, path, near.row):
        yield from slot_edits(game, shelf)
    for id, field in sheet.fields.items():
        old = row.get(id)
        if old is not None:
            yield EditStep("drop", (*path, id))
        yield from (EditStep("put", (*path, id), value) for value in field.candidates(old, game, near) if value != old)


def unknown_key_edits(row: Mapping[str, Tree], path: Path, key: str, known: set[str]) -> Iterator[EditStep]:
    """A key that nothing reads goes, or becomes one that looks like it."""
    yield EditStep("drop", (*path, key))
    # Keys of the list itself only go: there is no edit that puts the whole list.
    for meant in get_close_matches(key, sorted(known - row.keys())) if path else ():
        yield EditStep("put", path, {meant if one == key else one: value for one, value in row.items()})


def number_edits(row: Mapping[str, Tree], path: Path, key: str) -> Iterator[EditStep]:
    """Fewer or more copies of a row; a number of the list itself, such as its limit, only goes where it is wrong."""
    old = row.get(key)
    wrong = old is not None and (type(old) is not int or old < 1)
    if wrong or (path and old is not None):
        yield EditStep("drop", (*path, key))
    if path:
        now = old if type(old) is int and 1 <= old <= ROW.numbers[key] else 1
        top = min(now + COPIES, ROW.numbers[key])
        yield from (EditStep("put", (*path, key), number) for number in range(2, top + 1) if number != old)


def name_edits(game: Game, row: Mapping[str, Tree], path: Path, near: ValueContext) -> Iterator[EditStep]:
    """A name for whoever has none or shares it, in games where rows name each other."""
    sheets = (game.model, game.group)
    if not any(field.links for sheet in sheets for field in sheet.fields.values()):
        return
    name = row.get("name")
    folded = [one.casefold() for one in near.models]
    if path[0] == "models" and (name is None or folded.count(str(name).casefold()) > 1):
        title = str(name) if name is not None else next((one for one in row.values() if isinstance(one, str)), "Model")
        fresh = [f"{title} {number}" for number in range(1, len(folded) + 2)]
        yield EditStep("put", (*path, "name"), next(one for one in fresh if one.casefold() not in folded))


def open_slots(
    game: Game, sheet: RowSchema, row: Mapping[str, Tree], path: Path, owner: Owner | None
) -> Iterator[OpenSlot]:
    """The slots of a row."""
    growing, single = growing_slots(game, sheet), single_slots(game, sheet)
    inside = owner.inside if owner else []
    for id, slot in sheet.slots.items():
        offers = [(pick.entry, pick.entry.offers[id]) for pick in inside if id in pick.entry.offers]
        fixed = isinstance(slot.max, int) and id not in growing
        yield OpenSlot(id, slot, (*path, id), row.get(id), offers, id in single, fixed)


def picks_in(raw: Tree) -> list[Tree]:
    """What a slot holds, one by one."""
    return list(raw) if isinstance(raw, list) else [] if raw is None or raw == NONE else [raw]


def slot_edits(game: Game, shelf: OpenSlot) -> Iterator[EditStep]:
    """Every edit of one slot and of what is inside the picks in it."""
    items = picks_in(shelf.raw)
    for at, item in enumerate(items):
        place: Path = (*shelf.path, at) if isinstance(shelf.raw, list) else shelf.path
        yield EditStep("drop", place if len(items) > 1 else shelf.path)
        yield from pick_edits(game, shelf, item, place)
    # A slot with a default is only empty if the list says `none`.
    usual = bool(shelf.slot.default) or any(one.default for _, offers in shelf.offers for one in offers)
    if shelf.raw == NONE:
        yield EditStep("drop", shelf.path)
    elif usual:
        yield EditStep("put", shelf.path, NONE)
    # Only where nothing can grant more room: otherwise the judge has to say whether the slot is full.
    if shelf.fixed and isinstance(shelf.slot.max, int) and len(items) >= shelf.slot.max:
        return
    for entry in candidates(game, shelf):
        one = write_entry(game, entry)
        if isinstance(shelf.raw, list):
            yield EditStep("add", shelf.path, one)
        else:
            yield EditStep("put", shelf.path, one if shelf.single and not items else [*items, one])


def pick_edits(game: Game, shelf: OpenSlot, item: Tree, place: Path) -> Iterator[EditStep]:
    """Every edit of one pick: another entry, another count, other picks inside it."""
    row = item if isinstance(item, dict) else {}
    name = row.get("entry") if row else item
    entry = game.find(shelf.slot.kind, str(name)) if isinstance(name, str | int) else None
    count = row.get("count")
    for other in candidates(game, shelf, entry):
        if other is not entry:
            made = write_entry(game, other)
            yield EditStep("put", place, with_count(made, count) if type(count) is int else made)
    if "count" in row:
        yield EditStep("drop", (*place, "count"))
        top = (count if type(count) is int else 1) + 3
        yield from (EditStep("put", (*place, "count"), number) for number in range(2, top) if number != count)
    yield from (EditStep("drop", (*place, key)) for key in row if key not in ("entry", "count"))
    if entry is not None and entry.picks:
        yield from inner_edits(game, entry, item, place)


def with_count(made: Tree, count: int) -> Tree:
    """A pick with a count."""
    return {**(made if isinstance(made, dict) else {"entry": made}), "count": count}


def inner_edits(game: Game, entry: Entry, item: Tree, place: Path) -> Iterator[EditStep]:
    """The edits of the picks inside a pick."""
    # A pick that is written as a name only becomes a mapping with the first pick inside it.
    if not isinstance(item, dict):
        full = write_entry(game, entry)
        if isinstance(full, dict):
            yield EditStep("put", place, {**full, "entry": item})
        item = {"entry": item}
        for edit in inner_edits(game, entry, item, ()):
            if edit.what == "put" and edit.path[:1] == ("picks",):
                inside: Tree = edit.value if len(edit.path) == 1 else {str(edit.path[1]): edit.value}
                yield EditStep("put", place, {**item, "picks": inside})
        return
    for id, slot in entry.picks.items():
        raw = item.get("picks")
        path: Path = (*place, "picks") if id == "picks" else (*place, "picks", id)
        value = raw if id == "picks" else raw.get(id) if isinstance(raw, dict) else None
        offers = [(entry, entry.offers[id])] if id in entry.offers else []
        fixed = isinstance(slot.max, int) and id not in growing_slots(game, game.model)
        yield from slot_edits(game, OpenSlot(id, slot, path, value, offers, False, fixed))


def candidates(game: Game, shelf: OpenSlot, instead: Entry | None = None) -> Iterator[Entry]:
    """What a slot could hold, in the order of the catalogue; an entry that is replaced offers nothing any more."""
    slot = shelf.slot
    for entry in game.entries:
        if entry.kind == slot.kind and (slot.where is None or slot.where.could_fit(entry, shelf.id)):
            offers = [several for giver, several in shelf.offers if giver is not instead]
            if all(any(offer.allows(entry) for offer in several) for several in offers):
                yield entry


def write_entry(game: Game, entry: Entry, around: frozenset[Entry] = frozenset(), most: int = INSIDE) -> Tree:
    """An entry as a list names it, with the picks inside it that it asks for; nothing is put in one of itself.

    A slot that asks for more than there may be in all is left empty: no list could hold it.
    """
    # A printed name that several entries share would be refused as unclear.
    name = entry.id if game.find_all(entry.kind, entry.name) else entry.name
    inside: dict[str, Tree] = {}
    for id, slot in entry.picks.items():
        if 0 < slot.min <= most and not slot.default:
            shelf = OpenSlot(
                id, slot, (), None, [(entry, entry.offers[id])] if id in entry.offers else [], False, False
            )
            above = around | {entry}
            # Each of `slot.min` picks gets an equal part of the room, so that the whole never holds more than `most`.
            room = most // slot.min
            fitting = (write_entry(game, one, above, room) for one in candidates(game, shelf) if one not in above)
            first = list(islice(fitting, 1 if slot.repeats else slot.min))
            if first:
                inside[id] = first * slot.min if slot.repeats else first
    return {"entry": name, "picks": inside.get("picks", inside)} if inside else name


def group_edits(tree: Mapping[str, Tree], force: Force) -> Iterator[EditStep]:
    """A group that models are said to be in and that is not described, or a first one; or another gets its name."""
    game, key = force.game, force.game.model.group_key
    if key is None:
        return
    known = {group.name.casefold() for group in force.groups}
    named = {str(model.written_group): None for model in force.rows if model.written_group}
    strays = [name for name in named if name.casefold() not in known]
    for name in strays or ([] if force.groups else ["First"]):
        for made in group_rows(tree, game, key, name):
            yield add_step(tree, "groups", made)
        for at in range(len(rows_of_kind(tree, "groups"))):
            yield EditStep("put", ("groups", at, "name"), name)


def group_rows(tree: Mapping[str, Tree], game: Game, key: str, name: str) -> Iterator[Tree]:
    """A group of a name with every combination of what it must say."""
    members = [row for row in rows_of_kind(tree, "models") if isinstance(row, dict) and row.get("name") is not None]
    here = [str(row["name"]) for row in members if str(row.get(key, name)).casefold() == name.casefold()]
    near = ValueContext(here, (), None)
    must = {id: list(field.candidates(None, game, near)) for id, field in game.group.fields.items() if field.required}
    for values in product(*must.values()):
        yield {"name": name, **dict(zip(must, values, strict=True))}


def more_groups(tree: Mapping[str, Tree], force: Force) -> Iterator[EditStep]:
    """One more group: as plain as can be, then with each choice or value that it could have besides."""
    game, key = force.game, force.game.model.group_key
    if key is None:
        return
    name = fresh_group_name(force)
    near = ValueContext(row_names(tree), [group.name for group in force.groups], None)
    sorts: list[dict[str, Tree]] = [{}]
    sorts += [
        {shelf.id: write_entry(game, entry)}
        for shelf in open_slots(game, game.group, {}, ("groups", 0), None)
        for entry in candidates(game, shelf)
    ]
    sorts += [{id: value} for id, field in game.group.fields.items() for value in field.candidates(None, game, near)]
    plain = [row for row in group_rows(tree, game, key, name) if isinstance(row, dict)]
    yield from (add_step(tree, "groups", {**row, **sort}) for row in plain for sort in sorts if not row.keys() & sort)


def fresh_group_name(force: Force) -> str:
    """A name for one more group: one that models say already, or the next number."""
    known = {group.name for group in force.groups}
    written = [str(one.written_group) for one in force.rows if one.written_group]
    fresh = (f"Group {number}" for number in range(1, len(known) + 2))
    return next((one for one in (*written, *fresh) if one not in known), "Group")
