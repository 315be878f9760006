"""Roll on the tables of a game: a slot that is rolled for and a seed go in, the pick as a list file has it comes out.

The same seed rolls the same on the same table. Nothing is judged here, and what a player wrote is never rolled over.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import NamedTuple

from listbuilder.catalogue import Entry, Game, Sheet, Slot
from listbuilder.catalogue.entry import Table
from listbuilder.errors import EditError
from listbuilder.lists.slots import single_slots
from listbuilder.reading import Tree

__all__ = ["SEEDS", "Rolled", "draw_seed", "roll_into", "roll_missing", "roll_on", "rolled_slots", "table_of"]

SEEDS = 1_000_000
TRIES = 200  # rolls before an entry is found that the slot does not hold yet


class Rolled(NamedTuple):
    """One roll: the slot it was for, the table, the number, the entry in that row, and the seed that repeats it."""

    slot: str
    table: Entry
    number: int
    entry: Entry
    seed: int


def draw_seed() -> int:
    """A seed for those who name none."""
    return SystemRandom().randrange(SEEDS)


def rolled_slots(sheet: Sheet) -> dict[str, Slot]:
    """The slots of a sheet that are rolled for."""
    return {id: slot for id, slot in sheet.slots.items() if slot.rolled}


def table_of(game: Game, slot: Slot) -> Table:
    """The table that a slot is rolled on."""
    return next(one for one in game.entries if isinstance(one, Table) and one.id == slot.rolled)


def roll_on(table: Table, seed: int) -> int:
    """What the table's dice show for a seed; each table has dice of its own."""
    assert table.dice is not None
    random = Random(f"{table.id}/{seed}")
    return sum(random.randint(1, table.dice.sides) for _ in range(table.dice.count)) + table.dice.bonus


def roll_slot(game: Game, id: str, slot: Slot, seed: int, held: frozenset[str]) -> Rolled:
    """A roll for one slot; what it may not hold twice is rolled again with the next seed."""
    table = table_of(game, slot)
    if table.dice is None:
        raise EditError.of("edit.word", f"{table.name} says no dice.", "Add `dice: 1d6` to the table.")
    for now in range(seed, seed + TRIES):
        number = roll_on(table, now)
        row = table.row(number)
        entry = game.find(slot.kind, row) if row else None
        if entry is None:
            told = f"has the row {row}, which is no {game.kind_name(slot.kind).lower()}" if row else "has no such row"
            raise EditError.of("name.unknown", f"A roll of {number} on {table.name} {told}.", "Mend the table.")
        if slot.repeats or entry.id not in held:
            return Rolled(id, table, number, entry, now)
    raise EditError.of("edit.word", f"{table.name} has nothing that `{id}` does not hold already.", "Leave it at that.")


def roll_into(row: Mapping[str, Tree], game: Game, sheet: Sheet, id: str, seed: int) -> tuple[Tree, Rolled]:
    """What is under the key of a slot after one more roll; a slot that is full is refused."""
    slot = sheet.slots[id]
    old = row.get(id)
    items: list[Tree] = list(old) if isinstance(old, list) else [] if old in (None, "none") else [old]
    if id in single_slots(game, sheet) and items:
        fact = f"`{id}` holds one, and has {_name(items[0])}."
        raise EditError.of("edit.word", fact, f"Take it out first: `{id}=` with `set`.")
    found = (game.find(slot.kind, _name(item)) for item in items)
    made = roll_slot(game, id, slot, seed, frozenset(one.id for one in found if one))
    pick: Tree = {"entry": made.entry.name, "rolled": made.number, "seed": made.seed}
    return (pick if id in single_slots(game, sheet) else [*items, pick]), made


def roll_missing(row: Mapping[str, Tree], game: Game, sheet: Sheet, seed: int) -> tuple[dict[str, Tree], list[Rolled]]:
    """A row with every slot rolled that is rolled once and has nothing yet, each with a seed of its own."""
    made, rolls = dict(row), list[Rolled]()
    for id, slot in rolled_slots(sheet).items():
        # Without bounds a slot fills up in play, such as injuries: it is rolled only when it is named.
        if made.get(id) is not None or (slot.max is None and not slot.min) or slot.max == 0:
            continue
        for _ in range(max(slot.min, 1)):
            made[id], rolled = roll_into(made, game, sheet, id, seed)
            rolls.append(rolled)
            seed = rolled.seed + 1
    return made, rolls


def _name(item: Tree) -> str:
    return str(item.get("entry") if isinstance(item, dict) else item)
