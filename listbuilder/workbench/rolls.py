"""What a game leaves to dice: edits that fill rolled slots. A seed goes in, for there are no dice in this room."""

from __future__ import annotations

from listbuilder.lists.rolling import Rolled, roll_into, roll_missing
from listbuilder.record import changed
from listbuilder.workbench.bench import Bench
from listbuilder.workbench.edits import Add, Edit, Many, Place, Set
from listbuilder.workbench.steps import row_at, sheet_of, spelt

__all__ = ["rolls", "with_rolls"]


def rolls(bench: Bench, at: Place, seed: int, slot: str | None = None) -> tuple[tuple[Set, ...], tuple[Rolled, ...]]:
    """Rolls for a row or the list, and the edits that write them: for every slot without one, or once more for one."""
    game = bench.report.force.game
    tree, sheet = spelt(bench.tree, game), sheet_of(game, at)
    row = row_at(tree, at) if at else tree
    if slot is None:
        made, found = roll_missing(row, game, sheet, seed)
    else:
        value, one = roll_into(row, game, sheet, slot, seed)
        made, found = {slot: value}, [one]
    keys = dict.fromkeys(one.slot for one in found)
    return tuple(Set(at=at, key=key, value=made[key]) for key in keys), tuple(found)


def with_rolls(bench: Bench, edit: Edit, seed: int) -> Edit:
    """An edit with every row that it adds rolled for, each roll with a seed of its own."""
    made: list[Edit] = []
    for one in edit.edits if isinstance(edit, Many) else (edit,):
        if isinstance(one, Add):
            game = bench.report.force.game
            row, found = roll_missing(one.row, game, sheet_of(game, (one.kind, 0)), seed)
            seed = found[-1].seed + 1 if found else seed
            made.append(changed(one, row=row) if found else one)
        else:
            made.append(one)
    return changed(edit, edits=tuple(made)) if isinstance(edit, Many) else made[0]
