"""Edits as values: what a player does to a list, each a record with its JSON, its words and the steps it takes.

A tree, the force that it makes and an edit go in; steps come out, which `lists.edit` makes to the tree and to its
file. What is merely illegal is let through; what is not there is refused.

In JSON an edit says what it does and has the fields of its record, places as lists; what has a default may be left out:

    {"do": "add", "row": {"unit": "Scout"}, "kind": "models", "to": null}   a row; `to` is its place, last otherwise
    {"do": "copy", "at": ["models", 0]}                                     one more like it, right behind it
    {"do": "move", "at": ["models", 4], "to": 1}                            a row to another place
    {"do": "remove", "at": ["models", 4]}                                   a row goes
    {"do": "pick", "at": ["models", 0], "slot": "gear", "entry": "Rope"}    one more in a slot
    {"do": "drop", "at": ["models", 0], "slot": "gear", "nth": 1}           one goes out of a slot
    {"do": "swap", "at": ["models", 0], "slot": "weapon", "nth": 0, "entry": "Bow"}   one for another, in its place
    {"do": "set", "at": [], "key": "format", "value": "small"}              any other key; null takes it out
    {"do": "many", "edits": [...], "words": "…"}                            several, one step of undo

A place is `[]` for the list itself, `["models", 2]`, `["groups", 0]`, or that of a pick with slots of its own, such as
`["models", 2, "gear", 0]`. An entry is named as in a list file: `"Rope"`, `{"entry": "Belt", "picks": ["Knife"]}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeGuard, cast

from listbuilder.base.errors import EditError
from listbuilder.base.records import record
from listbuilder.base.spelling import did_you_mean, spelled
from listbuilder.building.generate.moves import picks_in, write_entry
from listbuilder.building.generate.step_words import pick_words, row_words, value_words
from listbuilder.catalogue import Game, RowSchema, Slot
from listbuilder.judging.force import Force, Owner
from listbuilder.judging.force import Pick as ForcePick
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import Editor, EditStep, value_at
from listbuilder.lists.find_row import rows_of_kind
from listbuilder.lists.key_values import WordReader, single_slots
from listbuilder.storage.data_reader import read_mapping
from listbuilder.storage.reading import Path, Tree, format_path

Place: TypeAlias = Path
# Edits in one step: requests come from strangers, and each edit of a step is judged.
MOST = 500


@record
class Add:
    """One more row: a model, or a group with `kind` groups."""

    row: Mapping[str, Tree]
    kind: str = "models"
    to: int | None = None


@record
class CopyRow:
    """One more row like another, right behind it and without its name."""

    at: Place


@record
class MoveRow:
    """A row goes to another place, counted from nothing."""

    at: Place
    to: int


@record
class Remove:
    """A row goes."""

    at: Place


@record
class AddPick:
    """One more entry in a slot, behind what is in it."""

    at: Place
    slot: str
    entry: Tree


@record
class Drop:
    """What is at a place of a slot goes out of it."""

    at: Place
    slot: str
    nth: int


@record
class Swap:
    """Another entry stands where one is in a slot."""

    at: Place
    slot: str
    nth: int
    entry: Tree


@record
class Set:
    """A key gets a value: a name, a count, a field of the game, a whole slot; nothing takes the key out."""

    at: Place
    key: str
    value: Tree = None


@record
class Many:
    """Several edits, each in the list that those before it made, as one step of undo."""

    edits: tuple[Edit, ...]
    words: str = ""


Edit: TypeAlias = Add | CopyRow | MoveRow | Remove | AddPick | Drop | Swap | Set | Many
EDITS: Mapping[str, Any] = {
    "add": Add,
    "copy": CopyRow, "drop": Drop, "many": Many, "move": MoveRow, "pick": AddPick, "remove": Remove, "set": Set,
    "swap": Swap,
}  # fmt: skip
NAMES = {kind: name for name, kind in EDITS.items()}


# As JSON


def edit_document(edit: Edit) -> dict[str, Any]:
    """An edit as JSON has it."""
    made: dict[str, Any] = {"do": NAMES[type(edit)]}
    for name, value in vars(edit).items():
        inner = name == "edits"
        made[name] = [edit_document(one) for one in value] if inner else list(value) if name == "at" else value
    return made


def read_edit(data: object) -> Edit:
    """The edit that JSON describes; what is none is refused with the reason."""
    if not isinstance(data, Mapping):
        raise edit_form_error("An edit is an object with `do`.", 'Write it like {"do": "remove", "at": ["models", 0]}.')
    return _read(read_mapping(data).data, deep=False)


def _read(data: Mapping[str, Tree], deep: bool) -> Edit:
    do = data.get("do")
    kind = EDITS.get(do) if isinstance(do, str) else None
    # One level only, so that the depth of a request is bounded.
    if kind is None or (deep and kind is Many):
        raise edit_form_error("An edit says what it does under `do`.", f"Write one of {', '.join(EDITS)}.")
    usual = {key for key, value in kind.record_defaults.items() if value is None}
    given = {key: value for key, value in data.items() if key != "do" and not (value is None and key in usual)}
    for key in given:
        if key not in kind.record_names:
            raise edit_form_error(f"`{do}` has no key `{key}`.", f"Its keys are {', '.join(kind.record_names)}.")
    missing = [key for key in kind.record_names if key not in given and key not in kind.record_defaults]
    if missing:
        raise edit_form_error(f"`{do}` needs `{missing[0]}`.", f"Its keys are {', '.join(kind.record_names)}.")
    made: Edit = kind(**{key: READ[key](key, value) for key, value in given.items()})
    return made


def _place(key: str, value: Tree) -> Place:
    if isinstance(value, list) and all(isinstance(one, str) or _is_number(one) for one in value):
        return tuple(one for one in value if isinstance(one, str | int))
    raise wrong_form_error(key, 'a place such as ["models", 0]')


def _text(key: str, value: Tree) -> str:
    if isinstance(value, str):
        return value
    raise wrong_form_error(key, "text")


def _number(key: str, value: Tree) -> int:
    if _is_number(value):
        return value
    raise wrong_form_error(key, "a whole number from 0")


def _is_number(value: Tree) -> TypeGuard[int]:
    # `isinstance` would take true for the number 1.
    return type(value) is int and value >= 0


def _any(key: str, value: Tree) -> Tree:
    return value


def _entry(key: str, value: Tree) -> Tree:
    if isinstance(value, str | dict):
        return value
    raise wrong_form_error(key, "the name of an entry")


def _row(key: str, value: Tree) -> Mapping[str, Tree]:
    if isinstance(value, dict):
        return value
    raise wrong_form_error(key, "an object, such as a model of a list file")


def _several(key: str, value: Tree) -> tuple[Edit, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise wrong_form_error(key, f"a list of edits, {MOST} at most")
    if not all(isinstance(one, dict) for one in value):
        raise wrong_form_error(key, "a list of edits")
    return tuple(_read(one, deep=True) for one in value if isinstance(one, dict))


READ: Mapping[str, Callable[[str, Tree], Any]] = {
    "at": _place, "edits": _several, "entry": _entry, "key": _text, "kind": _text, "nth": _number, "row": _row,
    "slot": _text, "to": _number, "value": _any, "words": _text,
}  # fmt: skip


def wrong_form_error(key: str, form: str) -> EditError:
    """The error for a value of the wrong form."""
    return edit_form_error(f"`{key}` of an edit has the wrong form.", f"Write {form}.")


def edit_form_error(message: str, hint: str) -> EditError:
    """The error for what is no edit."""
    return EditError.of("edit.form", message, hint)


def row_edit(at: Place, old: Mapping[str, Tree], new: Mapping[str, Tree]) -> Edit:
    """The edit that turns one row into another."""
    edits = row_edits(at, old, new)
    return edits[0] if len(edits) == 1 else Many(edits=edits)


def row_edits(at: Place, old: Mapping[str, Tree], new: Mapping[str, Tree]) -> tuple[Set, ...]:
    """The edits that turn one row into another, key by key."""
    gone = [Set(at=at, key=key) for key in old if key not in new]
    come = [
        Set(at=at, key=key, value=value)
        for key, value in new.items()
        if key not in old or old[key] != value or type(old[key]) is not type(value)
    ]
    return (*gone, *come)


# The steps of an edit


class SlotPlace:
    """A slot somewhere in a list: where its value stands, what the file has there, and its items one by one.

    Defaults count as items, so that an edit of one of them writes the others into the file.
    """

    def __init__(self, tree: Mapping[str, Tree], force: Force, at: Place, slot: str) -> None:
        self.at, self.id, self.game = at, slot, force.game
        self.pick = None if is_row(at) else pick_at(force, at)
        self.owner: Owner | None = None if self.pick else owner_at(force, at)
        slots = self.pick.entry.picks if self.pick else schema_at(force.game, at).slots
        if slot not in slots:
            raise missing_error(f"There is no slot `{slot}` {place_words(at)}.", did_you_mean(slot, slots))
        self.slot: Slot = slots[slot]
        inside: Path = ("picks",) if slot == "picks" else ("picks", slot)
        self.path: Path = (*at, *inside) if self.pick else (*at, slot)
        self.raw = value_at(tree, self.path)
        self.single = self.pick is None and slot in single_slots(force.game, schema_at(force.game, at))
        self.items = (
            picks_in(self.raw) if self.raw is not None else [write_entry(self.game, one.entry) for one in self.held]
        )

    @property
    def held(self) -> tuple[ForcePick, ...]:
        """The picks in it."""
        if self.pick:
            return tuple(one for one in self.pick.picks if one.slot == self.id)
        return self.owner.slots.get(self.id, ()) if self.owner else ()

    @property
    def usual(self) -> bool:
        """Whether it has a default."""
        givers = [self.pick] if self.pick else self.owner.inside if self.owner else []
        offers = (offer for giver in givers for offer in giver.entry.offers.get(self.id, ()))
        return bool(self.slot.default) or any(offer.default for offer in offers)

    def nth(self, nth: int) -> int:
        """A place of the slot that something is in."""
        if nth < len(self.items):
            return nth
        raise missing_error(
            f"`{self.id}` {place_words(self.at)} has no number {nth + 1}.", "Look at what it holds now."
        )

    def step(self, items: list[Tree]) -> EditStep:
        """The step that gives it some items; it stays written with brackets or without, as it was."""
        value: Tree = items[0] if self.single and len(items) == 1 and not isinstance(self.raw, list) else items
        # Without the key the default would come back, so an empty slot with one is said to have none.
        if not items:
            value = "none" if self.usual else None
        return EditStep("put", self.path, value) if value is not None else EditStep("drop", self.path)


def add_steps(edit: Add, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """One more row."""
    if edit.kind not in LIST.rows:
        raise missing_error(f"A list has no `{edit.kind}`.", f"Write {' or '.join(LIST.rows)}.")
    there = tree.get(edit.kind)
    row: Tree = dict(edit.row)
    if there is not None and not isinstance(there, list):
        raise missing_error(f"`{edit.kind}` of the file is {spelled(there)} and no list.", "Mend that first.")
    if not there:
        return [EditStep("put", (edit.kind,), [row])]
    to = len(there) if edit.to is None else min(edit.to, len(there))
    return [EditStep("insert", (edit.kind, to), row)]


def copy_steps(edit: CopyRow, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """One more row like another."""
    row = copy_of_row(row_at(tree, edit.at))
    return [EditStep("insert", (edit.at[0], int(edit.at[1]) + 1), row)]


def move_steps(edit: MoveRow, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """A row in another place."""
    several = rows_at(tree, edit.at)
    if edit.to >= len(several):
        raise missing_error(
            f"There is no place {edit.to + 1} under `{edit.at[0]}`.", f"Give a number from 1 to {len(several)}."
        )
    return [EditStep("move", edit.at, edit.to)] if edit.to != edit.at[1] else []


def remove_steps(edit: Remove, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """A row less."""
    rows_at(tree, edit.at)
    return [EditStep("drop", edit.at)]


def pick_steps(edit: AddPick, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """One more in a slot."""
    spot = slot_place(tree, force, edit.at, edit.slot)
    return wrap_pick(tree, spot, spot.step([*spot.items, edit.entry]))


def drop_steps(edit: Drop, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """One less in a slot."""
    spot = slot_place(tree, force, edit.at, edit.slot)
    nth = spot.nth(edit.nth)
    return wrap_pick(tree, spot, spot.step([one for at, one in enumerate(spot.items) if at != nth]))


def swap_steps(edit: Swap, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """One for another in a slot."""
    spot = slot_place(tree, force, edit.at, edit.slot)
    nth = spot.nth(edit.nth)
    return wrap_pick(tree, spot, spot.step([edit.entry if at == nth else one for at, one in enumerate(spot.items)]))


def set_steps(edit: Set, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """A key with another value, or without."""
    if not is_row(edit.at):
        raise missing_error(f"{format_path(edit.at)} has no keys to set.", "Name the list, a model or a group.")
    row = row_at(tree, edit.at) if edit.at else tree
    reader = WordReader(force.game, str(edit.at[0]) if edit.at else "list")
    if edit.key == "game" or isinstance(row.get(edit.key) if edit.key in LIST.rows else None, list):
        reader.check_own(edit.key)
    if edit.key not in row and edit.key not in reader.keys and not edit.key.startswith("x-"):
        hint = did_you_mean(edit.key, reader.keys) or f"The keys are {', '.join(reader.keys)}."
        raise EditError.of("key.unknown", f"Unknown key `{edit.key}`.", hint)
    # Types as well, because 1 == True: an edit that changes nothing makes no step of undo.
    if edit.key in row and row[edit.key] == edit.value and type(row[edit.key]) is type(edit.value):
        return []
    if edit.value is None:
        return [EditStep("drop", (*edit.at, edit.key))] if edit.key in row else []
    return [EditStep("put", (*edit.at, edit.key), edit.value)]


PLANS: Mapping[type, Callable[[Any, Mapping[str, Tree], Force], list[EditStep]]] = {
    Add: add_steps, AddPick: pick_steps, CopyRow: copy_steps, Drop: drop_steps, MoveRow: move_steps,
    Remove: remove_steps, Set: set_steps, Swap: swap_steps,
}  # fmt: skip


def steps_of(edit: Edit, tree: Mapping[str, Tree], force: Force) -> list[EditStep]:
    """The steps of an edit, but not of several: the caller judges the list between those."""
    return PLANS[type(edit)](edit, tree, force)


def slot_place(tree: Mapping[str, Tree], force: Force, at: Place, slot: str) -> SlotPlace:
    """A slot of the list, of a row or of a pick."""
    if at and is_row(at):
        row_at(tree, at)
    return SlotPlace(tree, force, at, slot)


def wrap_pick(tree: Mapping[str, Tree], spot: SlotPlace, step: EditStep) -> list[EditStep]:
    """The steps for a slot inside a pick; a pick that is written as a name only becomes a mapping."""
    item = value_at(tree, spot.at)
    if spot.pick is None or isinstance(item, dict):
        return [step]
    name: Tree = item if item is not None else spot.pick.entry.name
    value: Tree = step.value if spot.id == "picks" else {spot.id: step.value}
    return [EditStep("put", spot.at, {"entry": name, "picks": value})] if step.what == "put" else []


def is_row(at: Place) -> bool:
    """Whether a place is that of the list itself or of a row, and not of a pick."""
    return not at or (len(at) == 2 and at[0] in LIST.rows)


def schema_at(game: Game, at: Place) -> RowSchema:
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
        # What is given stands nowhere in the file, although it has the path of its slot.
        if pick.giver is None and pick.path == at:
            return pick
    raise missing_error(f"There is nothing at {format_path(at)}.", "Look at what the list holds now.")


def copy_of_row(row: Mapping[str, Tree]) -> dict[str, Tree]:
    """A row to be copied: names and ids tell rows apart, so a copy has none of its own."""
    return {key: value for key, value in row.items() if key not in ("name", "id")}


def rows_at(tree: Mapping[str, Tree], at: Place) -> list[Tree]:
    """The rows among which a place is; one that is not there is refused."""
    kind, nth = (at[0], at[1]) if len(at) == 2 else (None, None)
    several = rows_of_kind(tree, kind) if isinstance(kind, str) and kind in LIST.rows else []
    if not isinstance(nth, int) or not 0 <= nth < len(several):
        raise missing_error(f"There is no row {format_path(at) or 'list'}.", "Name a model or a group that is there.")
    return several


def row_at(tree: Mapping[str, Tree], at: Place) -> dict[str, Tree]:
    """What the list has at a row; one without keys is refused."""
    row = rows_at(tree, at)[int(at[1])]
    if isinstance(row, dict):
        return row
    raise missing_error(f"{format_path(at)} is {spelled(row)}, which is no row.", "Take it out and add another.")


def place_words(at: Place) -> str:
    """A place in a sentence."""
    return f"at {format_path(at)}" if at else "of the list"


def missing_error(message: str, hint: str) -> EditError:
    """The error for what is not there."""
    return EditError.of("edit.place", message, hint)


def make_steps(editor: Editor, steps: Iterable[EditStep], game: Game) -> None:
    """Make steps in an open file; new keys go where the game's own order has them."""

    def order(path: Path) -> Iterable[str]:
        kind = str(path[0]) if path[0] in LIST.rows else "list"
        return WordReader(game, kind).keys if len(path) == (1 if kind == "list" else 3) else ()

    for step in steps:
        editor.make(step, order)


def spell_own_names(tree: Mapping[str, Tree], game: Game) -> dict[str, Tree]:
    """A tree with every key under its own name, as an edit writes it; what has its own names already is shared."""
    made = dict(game.list.spell(tree))
    for kind, sheet in (("models", game.model), ("groups", game.group)):
        found = rows_of_kind(tree, kind)
        if sheet.aliases and found:
            made[kind] = [cast("Tree", sheet.spell(row)) if isinstance(row, dict) else row for row in found]
    return made


# In words


def edit_words(tree: Mapping[str, Tree], edit: Edit, force: Force) -> str:
    """An edit in a few words: `Shield for Corin`, `Bow instead of Rifle for Corin`."""
    match edit:
        case Many():
            return edit.words or " and ".join(edit_words(tree, one, force) for one in edit.edits[:3])
        case Add():
            return f"add {row_words(dict(edit.row))}"
        case CopyRow():
            return f"copy {row_title(tree, edit.at, force)}"
        case MoveRow():
            return f"move {row_title(tree, edit.at, force)} to place {edit.to + 1}"
        case Remove():
            return f"remove {row_title(tree, edit.at, force)}"
        case AddPick():
            return f"{pick_words(edit.entry)} for {row_title(tree, edit.at, force)}"
        case Drop():
            return f"{_held(tree, edit.at, edit.slot, edit.nth, force)} off {row_title(tree, edit.at, force)}"
        case Swap():
            old = _held(tree, edit.at, edit.slot, edit.nth, force)
            return f"{pick_words(edit.entry)} instead of {old} for {row_title(tree, edit.at, force)}"
        case Set():
            what = "nothing" if edit.value is None else value_words(edit.value)
            return f"{edit.key} of {row_title(tree, edit.at, force)}: {what}"


def row_title(tree: Mapping[str, Tree], at: Place, force: Force) -> str:
    """What to call the list, a row or a pick."""
    if not at:
        return "the list"
    if not is_row(at):
        whose = at[:2] if at[0] in LIST.rows else ()
        return f"{pick_words(value_at(tree, at))} of {row_title(tree, whose, force)}"
    owners = force.groups if at[0] == "groups" else force.written
    return next((one.label for one in owners if one.path == at), f"row {int(at[1]) + 1}")


def _held(tree: Mapping[str, Tree], at: Place, slot: str, nth: int, force: Force) -> str:
    """What is at a place of a slot, by name."""
    inside: Path = at if is_row(at) else (*at, "picks")
    found = picks_in(value_at(tree, (*inside, slot) if slot != "picks" else inside))
    if nth < len(found):
        return pick_words(found[nth])
    owner = next((one for one in (*force.written, *force.groups, force.root) if one.path == at), None)
    usual = owner.slots.get(slot, ()) if owner else ()
    return usual[nth].entry.name if nth < len(usual) else slot
