"""The first pass of the resolver: the keys of a list file become the tree of what the player chose.

Names become entries, slots picks, fields values; what is left out is filled in where the game says with what. What
can't be understood is a problem beside a stand-in; nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, cast

from listbuilder.base.findings import Finding
from listbuilder.base.records import FrozenDict
from listbuilder.base.spelling import did_you_mean, is_rest_of_text, rest_of_text, spelled
from listbuilder.base.values import slug
from listbuilder.base.wording import either, listed
from listbuilder.catalogue import ENTRY_TYPES, Entry, FieldPlace, Game, Offer, SizeField, Slot
from listbuilder.catalogue.printed_names import assign_shared_names
from listbuilder.judging.force import Force, Model, Owner, Pick, PickDraft, Root
from listbuilder.judging.force.force import collect_picks
from listbuilder.judging.force.rows import NOTHING
from listbuilder.judging.resolver.number_resolver import base_stats
from listbuilder.judging.resolver.plan import Plan, SheetPlan
from listbuilder.lists.document import MAX_PICKS
from listbuilder.storage.reading import Path, Tree, format_path

# Defaults of slots that are closed: nobody wrote them, so they are not there.


FilledDefault = tuple[Owner | Pick, str, Slot]
"""A slot with `when` that was filled with its default: whose, its key, the slot."""


def remove_closed_defaults(force: Force, plan: Plan, filled: list[FilledDefault]) -> None:
    """Take out the defaults of closed slots, until those that are left stand in open ones."""
    for row in force.rows:  # as with what is given, conditions look at printed numbers
        row.bases = row.stats = base_stats(plan, row)
    while filled:
        is_open = [slot.when is None or slot.when.holds(force, up) for up, _, slot in filled]
        if all(is_open):
            return
        for (up, id, _), stays in zip(filled, is_open, strict=True):
            if not stays:
                _empty_slot(up, id)
        filled = list(compress(filled, is_open))
        collect_picks(force)


def _empty_slot(up: Owner | Pick, id: str) -> None:
    """Take everything out of one slot of a row or of a pick."""
    owner = up.owner
    gone = {pick for pick in owner.inside if pick.slot == id and pick.up is up}
    if isinstance(up, Pick):
        up.picks = tuple(pick for pick in up.picks if pick not in gone)
    else:
        owner.slots = FrozenDict({key: picks for key, picks in owner.slots.items() if key != id})
    owner.inside = tuple(pick for pick in owner.inside if not gone.intersection((pick, *_enclosing_picks(pick))))
    owner.entry_ids = NOTHING


def _enclosing_picks(pick: Pick) -> Iterator[Pick]:
    """The picks that a pick is inside of."""
    up = pick.up
    while isinstance(up, Pick):
        yield up
        up = up.up


# The fields of a row: what its keys say becomes values, with defaults for what is left out.


def read_fields(owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree], game: Game, problems: list[Finding]) -> None:
    """Give a row its values, its part of the list, and, where it is a model, how far its stats are raised."""
    found: dict[str, Any] = {}
    written = keys.get
    for key, field in sheet.fields:
        raw = written(key)
        if (
            raw is not None
            and (value := field.read(raw, FieldPlace(game, key, (*owner.path, key), problems))) is not None
        ):
            found[key] = value
    owner.values = FrozenDict({**sheet.defaults, **found}) if found else sheet.defaults
    for key, field in sheet.apart:
        owner.part = field.part_of(key, owner.values.get(key)) or owner.part
    for key, field in sheet.raises:
        raw = keys.get(key)
        if raw is not None and isinstance(owner, Model):
            raises = cast("dict[str, int]", field.read(raw, FieldPlace(game, key, (*owner.path, key), problems)))
            owner.raises = FrozenDict(raises)


# Names in a list file: the entry a player means, or a finding that says what they may have meant.


def placeholder_entry(kind: str, name: str) -> Entry:
    """A stand-in that keeps a name the catalogue does not know; it costs nothing and does nothing.

    A name of nothing but blanks can't be seen or printed, so that a mark stands for it.
    """
    return ENTRY_TYPES["option"](id=slug(name), kind=kind, name=name if name.strip() else "?", unknown=True)


def unknown_name_finding(game: Game, kind: str, name: str, path: Path, slot: str) -> Finding:
    """The finding for a name that is not an entry of the slot's kind."""
    noun = game.kind_name(kind).lower()
    elsewhere = [other for other in game.names if other != kind and game.find(other, name)]
    places = [
        id for sheet in (game.model, game.list, game.group) for id, one in sheet.slots.items() if one.kind in elsewhere
    ]
    if places:
        hint = f"{name} goes under `{places[0]}:`, not `{slot}:`."
    else:
        known = [entry.name for entry in game.entries if entry.kind == kind]
        hint = did_you_mean(name, known) or f"`listbuilder show {game.id} {kind}` lists them."
    return Finding(
        code="name.unknown",
        message=f'{game.name} has no {noun} "{name}".',
        hint=hint,
        where=format_path(path),
        path=path,
        data={"name": name, "kind": kind, "slot": slot},
    )


def ambiguous_name_finding(name: str, meant: Iterable[Entry], path: Path) -> Finding:
    """The finding for a name that could be several entries."""
    ids = [entry.id for entry in meant]
    return Finding(
        code="name.unclear",
        message=f'"{name}" can mean {either(ids)}.',
        hint=f"Write the id of the one that is meant, such as `{ids[0]}`.",
        where=format_path(path),
        path=path,
        data={"name": name, "ids": ids},
    )


# What can't be understood in a list, noted beside what could be read: unknown keys, wrong types, wild counts.


UNTIL = "Until then it counts as nothing."
PICK_KEYS = ("entry", "count", "picks", "rolled", "seed")
NONE = "none"


class RowReader:
    """Reads the keys of one list onto its rows."""

    def __init__(self, plan: Plan, problems: list[Finding]) -> None:
        self.problems = problems
        self.plan = plan
        self.game: Game = plan.game
        self.filled: list[FilledDefault] = []  # defaults in slots that may turn out to be closed
        self.root: Root | None = None
        self.absent = False  # whether some pick may stand for nothing
        self.unsure: list[tuple[str, str, tuple[Entry, ...], Path]] = []

    def read(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree], words: tuple[str, ...]) -> None:
        """Everything that one row says: its values, then its picks."""
        if sheet.fields or sheet.raises:
            read_fields(owner, sheet, keys, self.game, self.problems)
        self.read_slots(owner, sheet, keys)
        if not sheet.known.issuperset(keys):
            for key in keys:
                if key not in sheet.known:
                    known = (*words, *sheet.sheet.slots, *sheet.sheet.fields)
                    self.unknown_key(key, keys[key], known, (*owner.path, key))

    # Slots

    def read_slots(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """What is in the slots of a row, in the order of its sheet, with what it has if nothing is said."""
        slots: dict[str, tuple[Pick, ...]] = {}
        inside: list[Pick] = []
        owner.slots = slots  # offers look at it while it is read; it is frozen at the end
        written = keys.get
        for id, slot, spellings in sheet.slots:
            raw = written(id)
            if raw is None:
                continue
            if isinstance(raw, list):
                # A plain name is looked up here: this is where reading a list spends its time.
                found = [
                    PickDraft(entry, id, at, owner, owner)
                    if type(item) is str and (entry := spellings.get(item)) and not entry.picks
                    else self.read_pick(owner, slot, id, item, at, owner.path)
                    for at, item in enumerate(raw)
                ]
                if len(found) > 1 and len({pick.entry.id for pick in found}) < len(found):
                    owner.doubled = True
            elif type(raw) is str and (entry := spellings.get(raw)) and not entry.picks:
                found = [PickDraft(entry, id, None, owner, owner)]
            elif raw == NONE and NONE not in spellings:
                found = []
            else:
                found = [self.read_pick(owner, slot, id, raw, None, owner.path)]
            slots[id] = tuple(found)
            inside += found
        owner.inside = tuple(inside)
        if self.absent:
            self.drop_uncounted(owner)
        if sheet.fills:
            self.fill_defaults(owner, sheet, keys)
        owner.slots = FrozenDict(owner.slots)
        if self.unsure:
            self.resolve_ambiguous(owner)
        plan = self.plan
        if plan.has_shared_names and owner.doubled:
            self.resolve_shared_names(owner, sheet, keys)
        if plan.size and isinstance(owner, Model):
            self.set_size(owner, sheet, keys, *plan.size)
        if plan.nested and any(pick.picks for pick in owner.inside):
            owner.inside = tuple([deep for pick in owner.inside for deep in _with_inner(pick)])
            owner.doubled = True

    def drop_uncounted(self, owner: Owner) -> None:
        """Take out the picks whose number can't be read."""
        owner.slots = {id: tuple(pick for pick in picks if pick.count) for id, picks in owner.slots.items()}
        owner.inside = tuple(pick for pick in owner.inside if pick.count)
        self.absent = False

    def set_size(self, model: Model, sheet: SheetPlan, keys: Mapping[str, Tree], key: str, field: SizeField) -> None:
        """How many miniatures a row is: what it says, or else the least that something on it allows."""
        said = model.values.get(key)
        sizes = (pick.entry.size for pick in model.inside if pick.entry.size)
        least = next((one.min for one in sizes if one.min is not None), field.min)
        model.size = said if type(said) is int else least
        model.values = FrozenDict({**model.values, key: model.size})
        if said is None and keys.get(key) is not None:
            model.count = 0  # a size that can't be read is nobody
        for pick in model.inside if model.size != 1 else ():
            if pick.slot in sheet.each_model:
                _multiply(pick, model.size)

    def read_pick(self, up: Owner | Pick, slot: Slot, id: str, raw: Tree, at: int | None, path: Path) -> Pick:
        """One name in a slot of a row or of a pick, or `{entry: name, count: 2, picks: [...]}`."""
        owner = up.owner if isinstance(up, Pick) else up
        here: Path = (*path, id) if at is None else (*path, id, at)
        said: Mapping[str, Tree] = {}
        if isinstance(raw, dict):
            said = raw
            for key in raw:
                if key not in PICK_KEYS:
                    self.unknown_key(key, raw[key], PICK_KEYS, (*here, key))
            raw = raw.get("entry")
        pick = PickDraft(self.find_entry(owner, slot, id, raw, here), id, at, up, owner, self.count(said, here))
        if pick.count != 1:
            owner.repeated = owner.doubled = self.absent = True
        if isinstance(up, Pick) and slot.each != "row":
            pick.per_owner = pick.active = pick.count * up.per_owner
        if "rolled" in said or "seed" in said:
            pick.rolled = (self.whole(said, "rolled", here), self.whole(said, "seed", here))
        if pick.entry.picks or said.get("picks", []) not in ([], None):
            self.read_inner(pick, said.get("picks"), here)
        return pick

    def read_inner(self, pick: Pick, raw: Tree, path: Path) -> None:
        """The picks inside a pick: a list where it has one slot of its own, by slot where it has several."""
        slots = pick.entry.picks
        here: Path = (*path, "picks")
        if not slots:
            if not pick.entry.unknown:
                self.wrong(here, f"{pick.entry.name} has no picks of its own", "Remove `picks:`.")
            return
        single = slots.get("picks")
        said: Mapping[str, Tree] = {"picks": raw} if single else raw if isinstance(raw, dict) else {}
        if not single and raw is not None and not isinstance(raw, dict):
            known = ", ".join(f"{id}: …" for id in slots)
            self.wrong(
                here, f"The picks of {pick.entry.name} stand under {listed(slots)}", f"Write `picks: {{{known}}}`."
            )
            said = dict.fromkeys(slots, raw) if len(slots) == 1 else said
        found: list[Pick] = []
        for id, slot in slots.items():
            value = said.get(id)
            spellings = self.game.names.get(slot.kind, {})
            above = path if single else here
            names = value if isinstance(value, list) else [value]
            if value is None:
                names = self.default_names(slot, pick.entry.offers.get(id, ()))
                self.filled += [(pick, id, slot)] if names and slot.when else []
            elif value == NONE and NONE not in spellings:
                names = []
            placed = value is not None and (single or isinstance(value, list))
            found += [
                self.read_pick(pick, slot, id, name, at if placed else None, above) for at, name in enumerate(names)
            ]
        for key in said:
            if key not in slots:
                self.unknown_key(key, said[key], tuple(slots), (*here, key))
        pick.picks = tuple(one for one in found if one.count)

    # Names

    def find_entry(self, owner: Owner, slot: Slot, id: str, raw: Tree, path: Path) -> Entry:
        """The entry that a name means, or a stand-in and a problem."""
        if isinstance(raw, bool | dict | list) or raw is None:
            self.wrong(path, f"`{id}` takes names", "Write the printed name of an entry, or its id.")
            return placeholder_entry(slot.kind, "?")
        found = self.game.find(slot.kind, str(raw))
        if found is not None:
            return found
        several = self.game.find_all(slot.kind, str(raw))
        if several:
            fitting = [one for one in several if self.allowed(owner, slot, id, one)]
            if len(fitting) == 1:
                return fitting[0]
            return self.defer_ambiguous(id, str(raw), fitting or several, path)
        self.problems.append(unknown_name_finding(self.game, slot.kind, str(raw), path, id))
        return placeholder_entry(slot.kind, str(raw))

    def allowed(self, owner: Owner, slot: Slot, id: str, entry: Entry) -> bool:
        """Whether the list's own choices, the slot and the row's offers allow an entry here."""
        if slot.where and not slot.where.could_fit(entry, id):
            return False
        for offers in self.offers(owner, id):
            if not any(offer.allows(entry) for offer in offers):
                return False
        root = self.root or owner
        return all(rule.allows(entry, id, rule.beside(owner, root)) for rule in self.game.agreements)

    def defer_ambiguous(self, id: str, name: str, meant: list[Entry] | tuple[Entry, ...], path: Path) -> Entry:
        """A name with several meanings, to be looked at again when the whole slot is read."""
        self.unsure.append((id, name, tuple(meant), path))
        return placeholder_entry(meant[0].kind, name)

    def resolve_ambiguous(self, owner: Owner) -> None:
        """A name written as often as it has meanings stands for each of them; otherwise it must be said which."""
        for id, name, meant, path in self.unsure:
            here = [pick for pick in owner.inside if pick.slot == id and pick.entry.unknown and pick.entry.name == name]
            if len(here) == len(meant) > 0:
                for pick, entry in zip(here, meant, strict=True):
                    pick.entry, pick.price, pick.prices = entry, entry.cost, entry.prices
            elif any(pick.path == path for pick in here):
                self.problems.append(ambiguous_name_finding(name, meant, path))
        self.unsure.clear()

    def resolve_shared_names(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """A name that is printed for two entries means both when it is written twice."""
        for id, picks in owner.slots.items():
            raw = keys.get(id)
            if len(picks) < 2 or not isinstance(raw, list) or sheet.sheet.slots[id].repeats:
                continue
            items = [raw[pick.at] if pick.at is not None else None for pick in picks]
            words = [str(one.get("entry") if isinstance(one, dict) else one) for one in items]
            written = [(word, pick.entry) for word, pick in zip(words, picks, strict=True)]
            for pick, entry in zip(picks, assign_shared_names(written, self.game), strict=True):
                if pick.entry is not entry:
                    pick.entry, pick.price, pick.prices = entry, entry.cost, entry.prices

    # What is there if nothing is said

    def fill_defaults(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """Defaults: what an entry on the row offers as one, or else what the slot says."""
        slots = dict(owner.slots)
        owner.slots = slots  # what is filled in first may offer a default for what comes later
        for id, slot, _ in sheet.slots:
            if keys.get(id) is not None:
                continue
            offers = [offer for some in self.offers(owner, id) for offer in some]
            if usual := self.default_names(slot, offers):
                found = tuple(self.read_pick(owner, slot, id, one, None, owner.path) for one in usual)
                slots[id] = found
                owner.doubled |= len(usual) > 1
                self.filled += [(owner, id, slot)] if slot.when else []
        owner.slots = {id: slots[id] for id in sheet.spellings if id in slots}
        owner.inside = tuple([pick for picks in owner.slots.values() for pick in picks])

    def offers(self, owner: Owner, id: str) -> Iterator[tuple[Offer, ...]]:
        """What is offered for a slot of a row by what it holds, or by its group and the list."""
        group = owner.group
        above = [one for one in (group, *group.chain) if one.inside] if group and group is not owner else []
        for one in (owner, *above, *([self.root] if self.root and self.root is not owner else [])):
            if one is not owner and id in (self.plan.list if one is self.root else self.plan.group).spellings:
                continue
            for entry in (deep.entry for picks in one.slots.values() for pick in picks for deep in _with_inner(pick)):
                if id in entry.offers and id not in entry.picks:
                    yield entry.offers[id]

    def default_names(self, slot: Slot, offers: Sequence[Offer]) -> list[Tree]:
        """What is offered as the default, or else what the slot says where the offers allow it; one fills its `min`."""
        found = [offer.entry for offer in offers if offer.default and offer.entry]
        if not found and slot.default is not None:
            entry = self.game.find(slot.kind, slot.default)
            found = [slot.default] if entry and (not offers or any(one.allows(entry) for one in offers)) else []
        if slot.min > 1 and len(found) == 1:
            return [{"entry": found[0], "count": slot.min}]
        return list(found)

    # Problems: what cannot be understood is noted beside what could be read

    def count(self, said: Mapping[str, Tree], path: Path) -> int:
        """How many of a pick there are; none where that can't be read."""
        number = said.get("count", 1)
        if type(number) is int and 1 <= number <= MAX_PICKS:
            return number
        fact = f"`count` must be a whole number from 1 to {MAX_PICKS}, not {spelled(number)}"
        self.wrong((*path, "count"), fact, f"Write how many there are, or leave it out for one. {UNTIL}")
        return 0

    def whole(self, said: Mapping[str, Tree], key: str, path: Path) -> int | None:
        """A whole number of a rolled pick."""
        value = said.get(key)
        if value is None or type(value) is int:
            return value
        self.wrong((*path, key), f"`{key}` can't be {spelled(value)}", "Write a whole number.")
        return None

    def unknown_key(self, key: str, value: Tree, known: tuple[str, ...], path: Path) -> None:
        """Note one key that nothing reads."""
        if is_rest_of_text(key, value):
            self.note("key.unknown", path, *rest_of_text(key))
            return
        hint = did_you_mean(key, known) or f"The keys are {', '.join(known)}; data of other tools begins with `x-`."
        self.note("key.unknown", path, f"Unknown key `{key}`.", hint)

    def wrong(self, path: Path, fact: str, hint: str) -> None:
        """Note a value of the wrong type or out of bounds."""
        self.note("key.type", path, f"{fact}.", hint)

    def note(self, code: str, path: Path, message: str, hint: str) -> None:
        """Note a problem."""
        self.problems.append(Finding(code=code, message=message, hint=hint, where=format_path(path), path=path))


def _multiply(pick: Pick, size: int) -> None:
    """Let every miniature of a row have a pick, and all inside it that copies do not share."""
    pick.per_owner *= size
    pick.active, pick.sized = pick.per_owner, size
    for one in pick.picks:
        if pick.entry.picks[one.slot].each != "row":
            _multiply(one, size)


def _with_inner(pick: Pick) -> Iterator[Pick]:
    """A pick and every pick inside it."""
    yield pick
    for one in pick.picks:
        yield from _with_inner(one)
