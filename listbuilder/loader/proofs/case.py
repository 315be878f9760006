"""The game under proof, with the place of everything in it, and the few questions that most proofs ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

from listbuilder.catalogue import Entry, Game, Grant, Sheet, Slot
from listbuilder.catalogue.order import all_grants
from listbuilder.loader.named import records_in
from listbuilder.loader.parts import Origin
from listbuilder.loader.places import Place
from listbuilder.reading import Path
from listbuilder.rules import Rule

On = Literal["list", "model", "group"]
SHEETS: tuple[On, ...] = ("list", "model", "group")
Giver = Entry | On | None
"""Who grants: an entry, a field of a sheet, or the game itself."""
Spot = tuple[Entry, str]
"""An entry in a slot where it may stand."""


@dataclass(frozen=True, eq=False)
class Case:
    """A game and where its pieces stand."""

    game: Game
    head: Place
    places: Mapping[int, Place]
    pack: Place | None = None

    def at(self, entry: Entry) -> Place:
        """The places of one entry."""
        return self.places[id(entry)]

    def holders(self) -> Iterator[tuple[object, Place]]:
        """Everything that is written, with its places: the head, the entries and the event pack."""
        yield self.game, self.head
        yield from ((entry, self.at(entry)) for entry in self.game.entries)
        if self.game.event and self.pack:
            yield self.game.event, self.pack

    def written(self) -> Iterator[tuple[object, Place, object, Path]]:
        """Every record that is written: in what, where that is, the record and the way to it."""
        for holder, place in self.holders():
            yield from ((holder, place, record, path) for record, path in self.records(holder))

    def records(self, holder: object) -> list[tuple[object, Path]]:
        """The records in something, found once for all proofs."""
        if id(holder) not in self.found:
            self.found[id(holder)] = list(records_in(holder))
        return self.found[id(holder)]

    @cached_property
    def found(self) -> dict[int, list[tuple[object, Path]]]:
        """What `records` has found so far."""
        return {}

    def sheets(self) -> Iterator[tuple[On, Sheet]]:
        """The sheets by name."""
        for on in SHEETS:
            yield on, getattr(self.game, on)

    def slots(self) -> Iterator[tuple[On | Entry, str, Slot, Place]]:
        """Every slot: whose it is, its key and its place."""
        for on, sheet in self.sheets():
            for id, slot in sheet.slots.items():
                yield on, id, slot, partial(self.under, (on, "slots", id))
        for entry in self.game.entries:
            for id, slot in entry.picks.items():
                yield entry, id, slot, partial(_further, self.at(entry), ("picks", id))

    def under(self, start: Path, path: Path) -> Origin:
        """A place of the head."""
        return self.head((*start, *path))

    def grants(self) -> Iterator[tuple[Grant, Giver, Place]]:
        """Every grant that is written, who gives it and where it stands."""
        for at, grant in enumerate(self.game.grants):
            yield grant, None, partial(self.under, ("grants", at))
        for on, sheet in self.sheets():
            for id, field in sheet.fields.items():
                for record, path in records_in(field):
                    if isinstance(record, Grant):
                        yield record, on, partial(self.under, (on, "fields", id, *path))
        for entry in self.game.entries:
            for at, grant in enumerate(entry.grants):
                yield grant, entry, partial(_further, self.at(entry), ("grants", at))

    def rules(self) -> Iterator[tuple[Rule, Place, list[Rule], Entry | None]]:
        """Every rule with its place, the rules before it that are in force whenever it is, and who carries it."""
        game = self.game
        always: list[Rule] = list(game.rules)
        for at, rule in enumerate(game.rules):
            yield rule, partial(self.under, ("rules", at)), always[:at], None
        for at, format_ in enumerate(game.formats):
            below = [rule for one in game.format_chain(format_) if one is not format_ for rule in one.rules]
            for n, rule in enumerate(format_.rules):
                before = [one for one in (*always, *below) if one.id not in format_.without]
                yield rule, partial(self.under, ("formats", at, "rules", n)), [*before, *format_.rules[:n]], None
        if game.event and self.pack:
            before = [one for one in always if one.id not in game.event.without]
            for n, rule in enumerate(game.event.rules):
                yield rule, partial(_further, self.pack, ("rules", n)), [*before, *game.event.rules[:n]], None
        for entry in game.entries:
            place = self.at(entry)
            for n, rule in enumerate(entry.rules):
                yield rule, partial(_further, place, ("rules", n)), [*always, *entry.rules[:n]], entry
            for name, role in entry.sides.items():
                for n, rule in enumerate(role.rules):
                    before = [*always, *entry.rules, *role.rules[:n]]
                    yield rule, partial(_further, place, ("roles", name, "rules", n)), before, entry

    @cached_property
    def given(self) -> frozenset[str]:
        """The ids of entries that grants give."""
        return frozenset(one.entry for grant in all_grants(self.game) for few in grant.entries.values() for one in few)

    @cached_property
    def filled(self) -> frozenset[str]:
        """The slots that grants give entries into."""
        return frozenset(slot for grant in all_grants(self.game) for slot in grant.entries)

    @cached_property
    def opened(self) -> frozenset[str]:
        """The slots that grants open or close room in."""
        return frozenset(slot for grant in all_grants(self.game) for slot in grant.slots)

    @cached_property
    def homes(self) -> Mapping[str, frozenset[On]]:
        """Per kind, on which sheets something of that kind can stand, inside other picks included."""
        found: dict[str, set[On]] = {}
        for on, sheet in self.sheets():
            for slot in sheet.slots.values():
                found.setdefault(slot.kind, set()).add(on)
        while True:
            size = sum(map(len, found.values()))
            for entry in self.game.entries:
                for slot in entry.picks.values():
                    found.setdefault(slot.kind, set()).update(found.get(entry.kind, set()))
            if sum(map(len, found.values())) == size:
                return {kind: frozenset(homes) for kind, homes in found.items()}

    @cached_property
    def printing(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """Per keyword, under (kind, id), the kinds of the entries that print it."""
        found: dict[tuple[str, str], set[str]] = {}
        for entry in self.game.entries:
            for use in entry.uses_of:
                found.setdefault(use.key, set()).add(entry.kind)
        return {key: frozenset(kinds) for key, kinds in found.items()}

    @cached_property
    def worn(self) -> frozenset[tuple[str, str]]:
        """The keywords that grants give to models, by (kind, id)."""
        return frozenset(use.key for entry in self.game.given_keywords for use in entry.uses_of)

    def stands(self, entry: Entry) -> frozenset[On]:
        """Where an entry, or one that prints it, can stand in a list."""
        found = set(self.homes.get(entry.kind, frozenset()))
        for kind in self.printing.get(entry.key, frozenset()):
            found |= self.homes.get(kind, frozenset())
        return frozenset(found | {"model"}) if entry.key in self.worn else frozenset(found)

    @cached_property
    def spots(self) -> list[Spot]:
        """Every entry in every slot that can hold it, and once in none: keywords are worn without a slot."""
        slots = [(id, slot) for _, id, slot, _ in self.slots()]
        found = [(entry, id) for entry in self.game.entries for id, slot in slots if slot.kind == entry.kind]
        return [*found, *((entry, "") for entry in (*self.game.entries, *self.game.given_keywords))]

    @cached_property
    def given_tags(self) -> frozenset[str]:
        """The tags that grants give."""
        return frozenset(tag for grant in all_grants(self.game) for tag in grant.tags)

    @cached_property
    def has_groups(self) -> bool:
        """Whether models can be in groups."""
        return self.game.model.group_key is not None


def _further(place: Place, start: Path, path: Path) -> Origin:
    return place((*start, *path))
