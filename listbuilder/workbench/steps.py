"""From an edit to steps: what an edit does to a list, place by place, in its tree and in the text of its file.

A tree, the force that it makes and an edit go in; steps come out. What is merely illegal is let through; what is not
there is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from listbuilder.catalogue import Game, Sheet, Slot
from listbuilder.errors import EditError
from listbuilder.force import Force, Owner
from listbuilder.force import Pick as ForcePick
from listbuilder.generate.choices import held_in, named
from listbuilder.generate.edits import Step, value_at
from listbuilder.lists.edit import Editor
from listbuilder.lists.own_keys import LIST
from listbuilder.lists.refer import rows
from listbuilder.lists.slots import single_slots
from listbuilder.lists.words import WordReader
from listbuilder.reading import Path, Tree, format_path
from listbuilder.spelling import did_you_mean, spelled
from listbuilder.workbench.edits import Add, Copy, Drop, Edit, Move, Pick, Place, Remove, Set, Swap


class Spot:
    """A slot somewhere in a list: where its value stands, what the file has there, and what it holds, one by one.

    What is there because nothing is said counts as held, so that an edit of it writes the rest of it down.
    """

    def __init__(self, tree: Mapping[str, Tree], force: Force, at: Place, slot: str) -> None:
        self.at, self.id, self.game = at, slot, force.game
        self.pick = None if is_row(at) else pick_at(force, at)
        self.owner: Owner | None = None if self.pick else owner_at(force, at)
        slots = self.pick.entry.picks if self.pick else sheet_of(force.game, at).slots
        if slot not in slots:
            raise missing(f"There is no slot `{slot}` {here(at)}.", did_you_mean(slot, slots))
        self.slot: Slot = slots[slot]
        inside: Path = ("picks",) if slot == "picks" else ("picks", slot)
        self.path: Path = (*at, *inside) if self.pick else (*at, slot)
        self.raw = value_at(tree, self.path)
        self.single = self.pick is None and slot in single_slots(force.game, sheet_of(force.game, at))
        self.items = held_in(self.raw) if self.raw is not None else [named(self.game, one.entry) for one in self.held]

    @property
    def held(self) -> tuple[ForcePick, ...]:
        """The picks in it."""
        if self.pick:
            return tuple(one for one in self.pick.picks if one.slot == self.id)
        return self.owner.slots.get(self.id, ()) if self.owner else ()

    @property
    def usual(self) -> bool:
        """Whether it holds something when nothing is said."""
        givers = [self.pick] if self.pick else self.owner.inside if self.owner else []
        offers = (offer for giver in givers for offer in giver.entry.offers.get(self.id, ()))
        return self.slot.default is not None or any(offer.default for offer in offers)

    def nth(self, nth: int) -> int:
        """A place of the slot that something is in."""
        if nth < len(self.items):
            return nth
        raise missing(f"`{self.id}` {here(self.at)} has no number {nth + 1}.", "Look at what it holds now.")

    def step(self, items: list[Tree]) -> Step:
        """The step that makes it hold some items; it is written as it was, with brackets or without."""
        value: Tree = items[0] if self.single and len(items) == 1 and not isinstance(self.raw, list) else items
        if not items:
            value = "none" if self.usual else None
        return Step("put", self.path, value) if value is not None else Step("drop", self.path)


def add_steps(edit: Add, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """One more row."""
    if edit.kind not in LIST.rows:
        raise missing(f"A list has no `{edit.kind}`.", f"Write {' or '.join(LIST.rows)}.")
    there = tree.get(edit.kind)
    row: Tree = dict(edit.row)
    if there is not None and not isinstance(there, list):
        raise missing(f"`{edit.kind}` of the file is {spelled(there)} and no list.", "Mend that first.")
    if not there:
        return [Step("put", (edit.kind,), [row])]
    to = len(there) if edit.to is None else min(edit.to, len(there))
    return [Step("insert", (edit.kind, to), row)]


def copy_steps(edit: Copy, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """One more row like another."""
    row = copied_row(row_at(tree, edit.at))
    return [Step("insert", (edit.at[0], int(edit.at[1]) + 1), row)]


def move_steps(edit: Move, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """A row in another place."""
    several = rows_at(tree, edit.at)
    if edit.to >= len(several):
        raise missing(
            f"There is no place {edit.to + 1} under `{edit.at[0]}`.", f"Give a number from 1 to {len(several)}."
        )
    return [Step("move", edit.at, edit.to)] if edit.to != edit.at[1] else []


def remove_steps(edit: Remove, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """A row less."""
    rows_at(tree, edit.at)
    return [Step("drop", edit.at)]


def pick_steps(edit: Pick, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """One more in a slot."""
    spot = spot_of(tree, force, edit.at, edit.slot)
    return around(tree, spot, spot.step([*spot.items, edit.entry]))


def drop_steps(edit: Drop, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """One less in a slot."""
    spot = spot_of(tree, force, edit.at, edit.slot)
    nth = spot.nth(edit.nth)
    return around(tree, spot, spot.step([one for at, one in enumerate(spot.items) if at != nth]))


def swap_steps(edit: Swap, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """One for another in a slot."""
    spot = spot_of(tree, force, edit.at, edit.slot)
    nth = spot.nth(edit.nth)
    return around(tree, spot, spot.step([edit.entry if at == nth else one for at, one in enumerate(spot.items)]))


def set_steps(edit: Set, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """A key with another value, or without."""
    if not is_row(edit.at):
        raise missing(f"{format_path(edit.at)} has no keys to set.", "Name the list, a model or a group.")
    row = row_at(tree, edit.at) if edit.at else tree
    reader = WordReader(force.game, str(edit.at[0]) if edit.at else "list")
    if edit.key == "game" or isinstance(row.get(edit.key) if edit.key in LIST.rows else None, list):
        reader.check_own(edit.key)
    if edit.key not in row and edit.key not in reader.keys and not edit.key.startswith("x-"):
        hint = did_you_mean(edit.key, reader.keys) or f"The keys are {', '.join(reader.keys)}."
        raise EditError.of("key.unknown", f"Unknown key `{edit.key}`.", hint)
    if edit.key in row and row[edit.key] == edit.value and type(row[edit.key]) is type(edit.value):
        return []
    if edit.value is None:
        return [Step("drop", (*edit.at, edit.key))] if edit.key in row else []
    return [Step("put", (*edit.at, edit.key), edit.value)]


PLANS: Mapping[type, Callable[[Any, Mapping[str, Tree], Force], list[Step]]] = {
    Add: add_steps, Copy: copy_steps, Drop: drop_steps, Move: move_steps, Pick: pick_steps, Remove: remove_steps,
    Set: set_steps, Swap: swap_steps,
}  # fmt: skip


def steps_of(edit: Edit, tree: Mapping[str, Tree], force: Force) -> list[Step]:
    """The steps of an edit; several edits are taken one after another by whoever has the judge."""
    return PLANS[type(edit)](edit, tree, force)


def spot_of(tree: Mapping[str, Tree], force: Force, at: Place, slot: str) -> Spot:
    """A slot of the list, of a row or of a pick."""
    if at and is_row(at):
        row_at(tree, at)
    return Spot(tree, force, at, slot)


def around(tree: Mapping[str, Tree], spot: Spot, step: Step) -> list[Step]:
    """A step inside a pick that is only a name so far makes it a mapping first."""
    item = value_at(tree, spot.at)
    if spot.pick is None or isinstance(item, dict):
        return [step]
    name: Tree = item if item is not None else spot.pick.entry.name
    value: Tree = step.value if spot.id == "picks" else {spot.id: step.value}
    return [Step("put", spot.at, {"entry": name, "picks": value})] if step.what == "put" else []


def is_row(at: Place) -> bool:
    """Whether a place is that of the list itself or of a row, and not of a pick."""
    return not at or (len(at) == 2 and at[0] in LIST.rows)


def sheet_of(game: Game, at: Place) -> Sheet:
    """What can be written on the list itself, on a model or on a group."""
    return game.list if not at else game.group if at[0] == "groups" else game.model


def owner_at(force: Force, at: Place) -> Owner | None:
    """The list itself, or the model or group of a row."""
    if not at:
        return force.root
    owners: Iterable[Owner] = force.groups if at[0] == "groups" else force.written
    return next((one for one in owners if one.path == at), None)


def pick_at(force: Force, at: Place) -> ForcePick:
    """The pick at a place, which has slots of its own."""
    for pick in force.picks:
        if pick.giver is None and pick.path == at:
            return pick
    raise missing(f"There is nothing at {format_path(at)}.", "Look at what the list holds now.")


def copied_row(row: Mapping[str, Tree]) -> dict[str, Tree]:
    """A row to be copied: names and ids tell rows apart, so a copy has none of its own."""
    return {key: value for key, value in row.items() if key not in ("name", "id")}


def rows_at(tree: Mapping[str, Tree], at: Place) -> list[Tree]:
    """The rows among which a place is; one that is not there is refused."""
    kind, nth = (at[0], at[1]) if len(at) == 2 else (None, None)
    several = rows(tree, kind) if isinstance(kind, str) and kind in LIST.rows else []
    if not isinstance(nth, int) or not 0 <= nth < len(several):
        raise missing(f"There is no row {format_path(at) or 'list'}.", "Name a model or a group that is there.")
    return several


def row_at(tree: Mapping[str, Tree], at: Place) -> dict[str, Tree]:
    """What the list has at a row; one without keys is refused."""
    row = rows_at(tree, at)[int(at[1])]
    if isinstance(row, dict):
        return row
    raise missing(f"{format_path(at)} is {spelled(row)}, which is no row.", "Take it out and add another.")


def here(at: Place) -> str:
    """A place in a sentence."""
    return f"at {format_path(at)}" if at else "of the list"


def missing(message: str, hint: str) -> EditError:
    """The error for what is not there."""
    return EditError.of("edit.place", message, hint)


# In a file


def write_steps(editor: Editor, steps: Iterable[Step], game: Game) -> None:
    """Make steps to a file that is open; new keys go where the game's own order has them."""
    for step in steps:
        path = step.path
        if step.what == "drop":
            editor.drop(path)
        elif step.what == "add":
            editor.insert(path, len(editor.at(path)), step.value)
        elif step.what == "insert":
            editor.insert(path[:-1], int(path[-1]), step.value)
        elif step.what == "move":
            editor.move(path[:-1], int(path[-1]), cast("int", step.value))
        else:
            put_value(editor, step, game)


def put_value(editor: Editor, step: Step, game: Game) -> None:
    """Put a value in its place, with what must stand around it."""
    path, value = step.path, step.value
    while len(path) > 1 and value_at(editor.tree, path[:-1]) is None:
        value, path = {str(path[-1]): value}, path[:-1]
    in_row = bool(path) and path[0] in LIST.rows
    kind = str(path[0]) if in_row else "list"
    ordered = len(path) == (3 if in_row else 1)
    editor.assign(path, value, WordReader(game, kind).keys if ordered else ())


def spelt(tree: Mapping[str, Tree], game: Game) -> dict[str, Tree]:
    """A tree with every key under its own name, as an edit writes it; what has its own names already is shared."""
    made = dict(game.list.spell(tree))
    for kind, sheet in (("models", game.model), ("groups", game.group)):
        found = rows(tree, kind)
        if sheet.aliases and found:
            made[kind] = [cast("Tree", sheet.spell(row)) if isinstance(row, dict) else row for row in found]
    return made
