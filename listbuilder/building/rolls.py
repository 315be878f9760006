"""What a game leaves to dice: edits that fill rolled slots. A seed goes in, for there are no dice in this room."""

from __future__ import annotations

from listbuilder.base.errors import EditError
from listbuilder.base.records import replace
from listbuilder.building.bench import Bench
from listbuilder.building.edits import (
    Add,
    AddPick,
    Edit,
    Many,
    Place,
    Set,
    Swap,
    is_row,
    owner_at,
    pick_at,
    row_at,
    schema_at,
    slot_place,
    spell_own_names,
)
from listbuilder.lists.rolling import RollResult, roll_inside, roll_into, roll_missing, roll_more
from listbuilder.storage.reading import Tree


def rolls(
    bench: Bench, at: Place, seed: int, slot: str | None = None
) -> tuple[tuple[Edit, ...], tuple[RollResult, ...]]:
    """Rolls for a row, the list or a slot of a pick, and the edits that write them.

    Every slot without one is rolled for, those inside picks too; or one slot once more, with what is inside that.
    """
    game = bench.report.force.game
    tree = spell_own_names(bench.tree, game)
    if not is_row(at):
        return _inside(bench, at, seed, slot)
    sheet, row = schema_at(game, at), row_at(tree, at) if at else tree
    owner = owner_at(bench.report.force, at)
    made: dict[str, Tree] = dict(row)
    found: list[RollResult] = []
    if slot is not None:
        if owner is not None and owner.room.get(slot) == 0:
            raise EditError.of("edit.word", f"`{slot}` has no room yet.", "`validate` says what it depends on.")
        made[slot], one = roll_into(row, game, sheet, slot, seed)
        found, seed, row = [one], one.seed + 1, {**row, slot: None}
        sheet = replace(sheet, slots={slot: sheet.slots[slot]})
    made, inner = roll_missing(made, game, sheet, seed, owner.room if owner else None)
    keys = [key for key in made if made[key] is not row.get(key)]
    return tuple(Set(at=at, key=key, value=made[key]) for key in keys), (*found, *inner)


def _inside(bench: Bench, at: Place, seed: int, slot: str | None) -> tuple[tuple[Edit, ...], tuple[RollResult, ...]]:
    """One more roll for a slot of a pick; all of the row where none is named."""
    force = bench.report.force
    if slot is None:
        return rolls(bench, at[:2] if is_row(at[:2]) else (), seed)
    spot = slot_place(spell_own_names(bench.tree, force.game), force, at, slot)
    assert spot.pick is not None
    room = force.room_in(spot.pick, slot)
    if room is not None and len(spot.items) >= room:
        raise EditError.of("edit.word", f"`{slot}` of {spot.pick.label} is full.", "Take something out first.")
    pick, one = roll_more(spot.items, force.game, slot, spot.slot, seed)
    pick, more = roll_inside(pick, force.game, spot.slot.kind, one.seed + 1)
    return (AddPick(at=at, slot=slot, entry=pick),), (one, *more)


def with_rolls(bench: Bench, edit: Edit, seed: int) -> Edit:
    """An edit with every row and pick that it adds rolled for, inside picks too, each roll with a seed of its own."""
    made: list[Edit] = []
    game = bench.report.force.game
    for one in edit.edits if isinstance(edit, Many) else (edit,):
        found: list[RollResult] = []
        if isinstance(one, Add):
            row, found = roll_missing(one.row, game, schema_at(game, (one.kind, 0)), seed)
            made.append(replace(one, row=row) if found else one)
        elif isinstance(one, AddPick | Swap) and (kind := _kind_at(bench, one.at, one.slot)):
            pick, found = roll_inside(one.entry, game, kind, seed)
            made.append(replace(one, entry=pick) if found else one)
        else:
            made.append(one)
        seed = found[-1].seed + 1 if found else seed
    return replace(edit, edits=tuple(made)) if isinstance(edit, Many) else made[0]


def _kind_at(bench: Bench, at: Place, slot: str) -> str | None:
    """What a slot of a row or of a pick takes; None where there is no such slot, which the edit itself will say."""
    force = bench.report.force
    try:
        slots = schema_at(force.game, at).slots if is_row(at) else pick_at(force, at).entry.picks
    except EditError:
        return None
    return slots[slot].kind if slot in slots else None
