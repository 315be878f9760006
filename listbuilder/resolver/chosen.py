"""What a player chose: the keys of a list file become the tree, before anything is given or changed.

Names become entries, slots picks, fields values; what is left out is filled in where the game says with what. What
can't be understood is a problem beside a stand-in; nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.catalogue import Entry, Game, Offer, SizeField, Slot
from listbuilder.catalogue.twins import told_apart
from listbuilder.finding import Finding
from listbuilder.force import Model, Owner, Pick, Root
from listbuilder.reading import Path, Tree
from listbuilder.resolver.closed import Filled
from listbuilder.resolver.fields import read_fields
from listbuilder.resolver.names import unclear_name, unknown_entry, unknown_name
from listbuilder.resolver.notes import Notes
from listbuilder.resolver.plan import Plan, SheetPlan
from listbuilder.wording import listed

PICK_KEYS = ("entry", "count", "picks", "rolled", "seed")
NONE = "none"


class Chooser(Notes):
    """Reads the keys of one list onto its rows."""

    def __init__(self, plan: Plan, problems: list[Finding]) -> None:
        super().__init__(problems)
        self.plan = plan
        self.game: Game = plan.game
        self.filled: list[Filled] = []  # defaults in slots that may turn out to be closed
        self.root: Root | None = None
        self.absent = False  # whether some pick may stand for nothing
        self.unsure: list[tuple[str, str, tuple[Entry, ...], Path]] = []

    def read(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree], words: tuple[str, ...]) -> None:
        """Everything that one row says: its values, then its picks."""
        if sheet.fields or sheet.raises:
            read_fields(owner, sheet, keys, self.game, self.problems)
        self.slots(owner, sheet, keys)
        if not sheet.known.issuperset(keys):
            for key in keys:
                if key not in sheet.known:
                    known = (*words, *sheet.sheet.slots, *sheet.sheet.fields)
                    self.unknown_key(key, keys[key], known, (*owner.path, key))

    # Slots

    def slots(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """What is in the slots of a row, in the order of its sheet, with what it has if nothing is said."""
        slots, inside = owner.slots, owner.inside
        for id, slot, spellings in sheet.slots:
            raw = keys.get(id)
            if raw is None:
                continue
            if type(raw) is list:
                # A plain name is looked up here: this is where reading a list spends its time.
                found = [
                    Pick(entry, id, at, owner, owner)
                    if type(item) is str and (entry := spellings.get(item)) and not entry.picks
                    else self.named(owner, slot, id, item, at, owner.path)
                    for at, item in enumerate(raw)
                ]
                if len(found) > 1 and len({pick.entry.id for pick in found}) < len(found):
                    owner.doubled = True
            elif type(raw) is str and (entry := spellings.get(raw)) and not entry.picks:
                found = [Pick(entry, id, None, owner, owner)]
            elif raw == NONE and NONE not in spellings:
                found = []
            else:
                found = [self.named(owner, slot, id, raw, None, owner.path)]
            slots[id] = tuple(found)
            inside += found
        if self.absent:
            self.leave_out(owner)
        if sheet.fills:
            self.fill(owner, sheet, keys)
        if self.unsure:
            self.tell_apart(owner)
        plan = self.plan
        if plan.twins and owner.doubled:
            self.part_twins(owner, sheet, keys)
        if plan.size and isinstance(owner, Model):
            self.set_size(owner, sheet, keys, *plan.size)
        if plan.nested and any(pick.picks for pick in inside):
            inside[:] = [deep for pick in inside for deep in _deep(pick)]
            owner.doubled = True

    def leave_out(self, owner: Owner) -> None:
        """Take out the picks whose number can't be read."""
        slots = {id: tuple(pick for pick in picks if pick.count) for id, picks in owner.slots.items()}
        owner.slots.update(slots)
        owner.inside[:] = [pick for pick in owner.inside if pick.count]
        self.absent = False

    def set_size(self, model: Model, sheet: SheetPlan, keys: Mapping[str, Tree], key: str, field: SizeField) -> None:
        """How many miniatures a row is: what it says, or else the least that something on it allows."""
        said = model.values.get(key)
        sizes = (pick.entry.size for pick in model.inside if pick.entry.size)
        least = next((one.min for one in sizes if one.min is not None), field.min)
        model.values[key] = model.size = said if type(said) is int else least
        if said is None and keys.get(key) is not None:
            model.count = 0  # a size that can't be read is nobody
        for pick in model.inside if model.size != 1 else ():
            if pick.slot in sheet.each_model:
                _for_each(pick, model.size)

    def named(self, up: Owner | Pick, slot: Slot, id: str, raw: Tree, at: int | None, path: Path) -> Pick:
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
        pick = Pick(self.entry(owner, slot, id, raw, here), id, at, up, owner, self.count(said, here))
        if pick.count != 1:
            owner.repeated = owner.doubled = self.absent = True
        if isinstance(up, Pick) and slot.each != "row":
            pick.rel = pick.live = pick.count * up.rel
        if "rolled" in said or "seed" in said:
            pick.rolled = (self.whole(said, "rolled", here), self.whole(said, "seed", here))
        if pick.entry.picks or said.get("picks", []) not in ([], None):
            self.inner(pick, said.get("picks"), here)
        return pick

    def inner(self, pick: Pick, raw: Tree, path: Path) -> None:
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
                names = self.usual(slot, pick.entry.offers.get(id, ()))
                self.filled += [(pick, id, slot)] if names and slot.when else []
            elif value == NONE and NONE not in spellings:
                names = []
            placed = value is not None and (single or isinstance(value, list))
            found += [self.named(pick, slot, id, name, at if placed else None, above) for at, name in enumerate(names)]
        for key in said:
            if key not in slots:
                self.unknown_key(key, said[key], tuple(slots), (*here, key))
        pick.picks = tuple(one for one in found if one.count)

    # Names

    def entry(self, owner: Owner, slot: Slot, id: str, raw: Tree, path: Path) -> Entry:
        """The entry that a name means, or a stand-in and a problem."""
        if isinstance(raw, bool | dict | list) or raw is None:
            self.wrong(path, f"`{id}` takes names", "Write the printed name of an entry, or its id.")
            return unknown_entry(slot.kind, "?")
        found = self.game.find(slot.kind, str(raw))
        if found is not None:
            return found
        several = self.game.several(slot.kind, str(raw))
        if several:
            fitting = [one for one in several if self.allowed(owner, slot, id, one)]
            if len(fitting) == 1:
                return fitting[0]
            return self.unclear(id, str(raw), fitting or several, path)
        self.problems.append(unknown_name(self.game, slot.kind, str(raw), path, id))
        return unknown_entry(slot.kind, str(raw))

    def allowed(self, owner: Owner, slot: Slot, id: str, entry: Entry) -> bool:
        """Whether the list's own choices, the slot and the row's offers allow an entry here."""
        if slot.where and not slot.where.could_fit(entry, id):
            return False
        for offers in self.offers(owner, id):
            if not any(offer.allows(entry) for offer in offers):
                return False
        root = self.root or owner
        return all(rule.allows(entry, id, rule.beside(owner, root)) for rule in self.game.agreements)

    def unclear(self, id: str, name: str, meant: list[Entry] | tuple[Entry, ...], path: Path) -> Entry:
        """A name with several meanings, to be looked at again when the whole slot is read."""
        self.unsure.append((id, name, tuple(meant), path))
        return unknown_entry(meant[0].kind, name)

    def tell_apart(self, owner: Owner) -> None:
        """A name written as often as it has meanings stands for each of them; otherwise it must be said which."""
        for id, name, meant, path in self.unsure:
            here = [pick for pick in owner.inside if pick.slot == id and pick.entry.unknown and pick.entry.name == name]
            if len(here) == len(meant) > 0:
                for pick, entry in zip(here, meant, strict=True):
                    pick.entry, pick.price, pick.prices = entry, entry.cost, entry.prices
            elif any(pick.path == path for pick in here):
                self.problems.append(unclear_name(name, meant, path))
        self.unsure.clear()

    def part_twins(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """A name that is printed for two entries means both when it is written twice."""
        for id, picks in owner.slots.items():
            raw = keys.get(id)
            if len(picks) < 2 or not isinstance(raw, list) or sheet.sheet.slots[id].repeats:
                continue
            items = [raw[pick.at] if pick.at is not None else None for pick in picks]
            words = [str(one.get("entry") if isinstance(one, dict) else one) for one in items]
            written = [(word, pick.entry) for word, pick in zip(words, picks, strict=True)]
            for pick, entry in zip(picks, told_apart(written, self.game), strict=True):
                if pick.entry is not entry:
                    pick.entry, pick.price, pick.prices = entry, entry.cost, entry.prices

    # What is there if nothing is said

    def fill(self, owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree]) -> None:
        """Defaults: what an entry on the row offers as one, or else what the slot says."""
        for id, slot, _ in sheet.slots:
            if keys.get(id) is not None:
                continue
            offers = [offer for some in self.offers(owner, id) for offer in some]
            if usual := self.usual(slot, offers):
                found = tuple(self.named(owner, slot, id, one, None, owner.path) for one in usual)
                owner.slots[id] = found
                owner.doubled |= len(usual) > 1
                self.filled += [(owner, id, slot)] if slot.when else []
        ordered = {id: owner.slots[id] for id in sheet.spellings if id in owner.slots}
        owner.slots.clear()
        owner.slots.update(ordered)
        owner.inside[:] = [pick for picks in ordered.values() for pick in picks]

    def offers(self, owner: Owner, id: str) -> Iterator[tuple[Offer, ...]]:
        """What is offered for a slot of a row by what it holds, or by its group and the list."""
        group = owner.group
        above = [one for one in (group, *group.chain) if one.inside] if group and group is not owner else []
        for one in (owner, *above, *([self.root] if self.root and self.root is not owner else [])):
            if one is not owner and id in (self.plan.list if one is self.root else self.plan.group).spellings:
                continue
            for entry in (deep.entry for picks in one.slots.values() for pick in picks for deep in _deep(pick)):
                if id in entry.offers and id not in entry.picks:
                    yield entry.offers[id]

    def usual(self, slot: Slot, offers: Sequence[Offer]) -> list[Tree]:
        """What is offered as the default, or else what the slot says where the offers allow it; one fills its `min`."""
        found = [offer.entry for offer in offers if offer.default and offer.entry]
        if not found and slot.default is not None:
            entry = self.game.find(slot.kind, slot.default)
            found = [slot.default] if entry and (not offers or any(one.allows(entry) for one in offers)) else []
        if slot.min > 1 and len(found) == 1:
            return [{"entry": found[0], "count": slot.min}]
        return list(found)


def _for_each(pick: Pick, size: int) -> None:
    """Let every miniature of a row have a pick, and all inside it that copies do not share."""
    pick.rel *= size
    pick.live, pick.sized = pick.rel, size
    for one in pick.picks:
        if pick.entry.picks[one.slot].each != "row":
            _for_each(one, size)


def _deep(pick: Pick) -> Iterator[Pick]:
    """A pick and every pick inside it."""
    yield pick
    for one in pick.picks:
        yield from _deep(one)
