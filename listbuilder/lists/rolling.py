"""Roll on the tables of a game: a slot that is rolled for and a seed go in, the pick as a list file has it comes out.

The same seed rolls the same on the same table, inside picks too. Nothing is judged here, and what a player wrote is
never rolled over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random, SystemRandom
from typing import NamedTuple

from listbuilder.base.errors import EditError
from listbuilder.catalogue import Entry, Game, RowSchema, Slot
from listbuilder.catalogue.entries import Table
from listbuilder.lists.key_values import item_name, single_slots
from listbuilder.storage.reading import Tree

SEEDS = 1_000_000
TRIES = 200  # rolls before an entry is found that the slot does not hold yet
DEEPEST = 8  # picks inside picks, where a table gives what is rolled for again


class RollResult(NamedTuple):
    """One roll: the slot it was for, the table, the number, the entry in that row, and the seed that repeats it."""

    slot: str
    table: Entry
    number: int
    entry: Entry
    seed: int


def draw_seed() -> int:
    """A random seed, for rolls without a given one."""
    return SystemRandom().randrange(SEEDS)


def rolled_slots(sheet: RowSchema) -> dict[str, Slot]:
    """The slots of a sheet that are rolled for."""
    return {id: slot for id, slot in sheet.slots.items() if slot.rolled}


def table_of(game: Game, slot: Slot) -> Table:
    """The table that a slot is rolled on."""
    return next(one for one in game.entries if isinstance(one, Table) and one.id == slot.rolled)


def roll_on(table: Table, seed: int) -> int:
    """What the table's dice show for a seed; each table has dice of its own."""
    assert table.dice is not None
    # The id makes the dice of each table its own: one seed must not give the same number everywhere.
    random = Random(f"{table.id}/{seed}")
    return sum(random.randint(1, table.dice.sides) for _ in range(table.dice.count)) + table.dice.bonus


def roll_slot(game: Game, id: str, slot: Slot, seed: int, held: frozenset[str]) -> RollResult:
    """A roll for one slot; what it may not hold twice is rolled again with the next seed."""
    table = table_of(game, slot)
    if table.dice is None:
        raise EditError.of("edit.word", f"{table.name} says no dice.", "Add `dice: 1d6` to the table.")
    # The seed that fits is written into the list, so that the roll can be repeated from it alone.
    for now in range(seed, seed + TRIES):
        number = roll_on(table, now)
        row = table.row(number)
        entry = game.find(slot.kind, row) if row else None
        if entry is None:
            reason = f"has the row {row}, which is no {game.kind_name(slot.kind).lower()}" if row else "has no such row"
            raise EditError.of("name.unknown", f"A roll of {number} on {table.name} {reason}.", "Mend the table.")
        if slot.repeats or entry.id not in held:
            return RollResult(id, table, number, entry, now)
    raise EditError.of("edit.word", f"{table.name} has nothing that `{id}` does not hold already.", "Leave it at that.")


def roll_into(row: Mapping[str, Tree], game: Game, sheet: RowSchema, id: str, seed: int) -> tuple[Tree, RollResult]:
    """What is under the key of a slot after one more roll; a slot that is full is refused."""
    single, items = id in single_slots(game, sheet), _items(row.get(id))
    if single and items:
        fact = f"`{id}` holds one, and has {item_name(items[0])}."
        raise EditError.of("edit.word", fact, f"Take it out first: `{id}=` with `set`.")
    pick, made = roll_more(items, game, id, sheet.slots[id], seed)
    return (pick if single else [*items, pick]), made


def roll_more(items: Sequence[Tree], game: Game, id: str, slot: Slot, seed: int) -> tuple[Tree, RollResult]:
    """One more roll for a slot that holds some items: the pick as a list file has it."""
    found = (game.find(slot.kind, item_name(item)) for item in items)
    made = roll_slot(game, id, slot, seed, frozenset(one.id for one in found if one))
    return {"entry": made.entry.name, "rolled": made.number, "seed": made.seed}, made


def roll_missing(
    row: Mapping[str, Tree], game: Game, sheet: RowSchema, seed: int, room: Mapping[str, int | None] | None = None
) -> tuple[dict[str, Tree], list[RollResult]]:
    """A row with every slot rolled that is rolled once and has nothing yet, each with a seed of its own.

    So are the slots inside its picks. `room` is what the row has room for where it has been judged; where it has not,
    a slot whose room is reckoned from the list, such as advances from experience, is not rolled for.
    """
    # The room may not be known yet: rolling for a slot without room would make the list illegal.
    slots = {id: slot for id, slot in sheet.slots.items() if (room.get(id) != 0 if room else _always_has_room(slot))}
    return _roll_slots(row, game, slots, frozenset(single_slots(game, sheet)), seed, 0)


def _always_has_room(slot: Slot) -> bool:
    """Whether a slot has room whatever else the list has."""
    return slot.max is None or isinstance(slot.max, int)


def roll_inside(pick: Tree, game: Game, kind: str, seed: int, depth: int = 0) -> tuple[Tree, list[RollResult]]:
    """A pick with the slots inside it rolled; the same object if none of them is rolled for."""
    entry = game.find(kind, item_name(pick)) if isinstance(pick, str | dict) else None
    if entry is None or not entry.picks or depth > DEEPEST:
        return pick, []
    old = pick.get("picks") if isinstance(pick, dict) else None
    row = old if isinstance(old, dict) else {"picks": old} if old is not None else {}
    made, rolls = _roll_slots(row, game, entry.picks, frozenset(), seed, depth + 1)
    if not rolls:
        return pick, []
    opened = pick if isinstance(pick, dict) else {"entry": pick}
    return {**opened, "picks": made["picks"] if "picks" in entry.picks else made}, rolls


def _roll_slots(
    row: Mapping[str, Tree], game: Game, slots: Mapping[str, Slot], single: frozenset[str], seed: int, depth: int
) -> tuple[dict[str, Tree], list[RollResult]]:
    """Roll the slots of a row or pick, and those inside their picks."""
    made, rolls = dict(row), list[RollResult]()
    for id, slot in slots.items():
        # Without bounds a slot fills up in play, such as injuries: it is rolled only when it is named.
        bounded = slot.max != 0 and (slot.max is not None or slot.min)
        for _ in range(max(slot.min, 1)) if slot.rolled and bounded and row.get(id) is None else ():
            pick, rolled = roll_more(_items(made.get(id)), game, id, slot, seed)
            rolls.append(rolled)
            seed = rolled.seed + 1
            made[id] = pick if id in single else [*_items(made.get(id)), pick]
        for at, item in enumerate(_items(made.get(id))):
            pick, inner = roll_inside(item, game, slot.kind, seed, depth)
            if inner:
                rolls += inner
                seed = inner[-1].seed + 1
                old = made[id]
                made[id] = [*old[:at], pick, *old[at + 1 :]] if isinstance(old, list) else pick
    return made, rolls


def rolls_for_anything(game: Game) -> bool:
    """Whether a game leaves anything to dice, on its sheets or inside what is picked."""
    sheets = (game.list.slots, game.group.slots, game.model.slots, *(one.picks for one in game.entries))
    return any(slot.rolled for slots in sheets for slot in slots.values())


def _items(value: Tree) -> list[Tree]:
    return value if isinstance(value, list) else [] if value in (None, "none") else [value]
