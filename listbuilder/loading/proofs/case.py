"""The game under proof, with the place of everything in it, and cached answers to what most proofs ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from listbuilder.catalogue import Entry, Game, Grant, RowSchema, Slot
from listbuilder.catalogue.evaluation_order import all_grants
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules import Rule
from listbuilder.loading.references import records_in
from listbuilder.loading.source_places import Place, place_below
from listbuilder.storage.reading import Path

IDLE = "catalogue.idle"
RULE = "catalogue.rule"
TAKE_OUT = "Take it out."

On = Literal["list", "model", "group"]
SHEETS: tuple[On, ...] = ("list", "model", "group")
Giver = Entry | On | None
"""Who grants: an entry, a field of a sheet, or the game itself."""
Spot = tuple[Entry, str]
"""An entry in a slot where it may stand."""


class PossiblePick(NamedTuple):
    """An entry in a slot of a row where a list may have it; `holder` is the entry that it stands inside of.

    `chosen`: a player may pick it there; otherwise it is only ever given.
    """

    entry: Entry
    slot: str
    on: On
    holder: Entry | None = None
    chosen: bool = True


class PlacedRule(NamedTuple):
    """A rule and its place; `before` are the rules in force with it that come first, `after` those behind it."""

    rule: Rule
    place: Place
    before: Sequence[Rule]
    after: Sequence[Rule]


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

    def sheets(self) -> Iterator[tuple[On, RowSchema]]:
        """The sheets by name."""
        for on in SHEETS:
            yield on, getattr(self.game, on)

    def slots(self) -> list[tuple[On | Entry, str, Slot, Place]]:
        """Every slot: whose it is, its key and its place."""
        return self._slots

    def slots_called(self, id: str) -> list[tuple[On | Entry, Slot]]:
        """Every slot of a name, and whose it is."""
        return self._slots_by_id.get(id, [])

    @cached_property
    def _slots_by_id(self) -> Mapping[str, list[tuple[On | Entry, Slot]]]:
        found: dict[str, list[tuple[On | Entry, Slot]]] = {}
        for owner, id, slot, _ in self._slots:
            found.setdefault(id, []).append((owner, slot))
        return found

    @cached_property
    def _slots(self) -> list[tuple[On | Entry, str, Slot, Place]]:
        return list(self._find_slots())

    def _find_slots(self) -> Iterator[tuple[On | Entry, str, Slot, Place]]:
        for on, sheet in self.sheets():
            for id, slot in sheet.slots.items():
                yield on, id, slot, place_below(self.head, on, "slots", id)
        for entry in self.game.entries:
            for id, slot in entry.picks.items():
                yield entry, id, slot, place_below(self.at(entry), "picks", id)

    def grants(self) -> list[tuple[Grant, Giver, Place]]:
        """Every written grant with its giver and its place."""
        return self._grants

    @cached_property
    def _grants(self) -> list[tuple[Grant, Giver, Place]]:
        return list(self._find_grants())

    @cached_property
    def moved_limits(self) -> frozenset[str]:
        """The rules whose limits grants change, by id."""
        return frozenset(id for grant, _, _ in self._grants for id in grant.limits)

    def _find_grants(self) -> Iterator[tuple[Grant, Giver, Place]]:
        for at, grant in enumerate(self.game.grants):
            yield grant, None, place_below(self.head, "grants", at)
        for on, sheet in self.sheets():
            for id, field in sheet.fields.items():
                for record, path in records_in(field):
                    if isinstance(record, Grant):
                        yield record, on, place_below(self.head, on, "fields", id, *path)
        for entry in self.game.entries:
            for at, grant in enumerate(entry.grants):
                yield grant, entry, place_below(self.at(entry), "grants", at)

    def rules(self) -> list[PlacedRule]:
        """Every rule with its place, and the rules that are in force whenever it is."""
        return self._rules

    @cached_property
    def _rules(self) -> list[PlacedRule]:
        return list(self._find_rules())

    @cached_property
    def rules_by_id(self) -> Mapping[str, Rule]:
        """Every rule by its id."""
        return {one.rule.id: one.rule for one in self._rules}

    def _find_rules(self) -> Iterator[PlacedRule]:
        game = self.game
        always: list[Rule] = list(game.rules)
        yield from placed_rules(always, place_below(self.head, "rules"), [])
        for at, format_ in enumerate(game.formats):
            below = [rule for one in game.format_chain(format_) if one is not format_ for rule in one.rules]
            before = [one for one in (*always, *below) if one.id not in format_.without]
            yield from placed_rules(format_.rules, place_below(self.head, "formats", at, "rules"), before)
        if game.event and self.pack:
            before = [one for one in always if one.id not in game.event.without]
            yield from placed_rules(game.event.rules, place_below(self.pack, "rules"), before)
        for entry in game.entries:
            place = self.at(entry)
            yield from placed_rules(entry.rules, place_below(place, "rules"), always)
            for name, role in entry.sides.items():
                here = place_below(place, "roles", name, "rules")
                yield from placed_rules(role.rules, here, [*always, *entry.rules])

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
        # Picks inside picks: repeat until no kind gets another home.
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
            for use in entry.keyword_uses:
                found.setdefault(use.key, set()).add(entry.kind)
        return {key: frozenset(kinds) for key, kinds in found.items()}

    @cached_property
    def printers(self) -> Mapping[tuple[str, str], list[Entry]]:
        """Per keyword, under (kind, id), the entries that print it."""
        found: dict[tuple[str, str], list[Entry]] = {}
        for entry in self.game.entries:
            for key in dict.fromkeys(use.key for use in entry.keyword_uses):
                found.setdefault(key, []).append(entry)
        return found

    @cached_property
    def holders_of(self) -> Mapping[str, list[Entry]]:
        """Per kind, the entries that have a slot for it inside them."""
        found: dict[str, list[Entry]] = {}
        for entry in self.game.entries:
            for kind in dict.fromkeys(slot.kind for slot in entry.picks.values()):
                found.setdefault(kind, []).append(entry)
        return found

    @cached_property
    def granted_keywords(self) -> frozenset[tuple[str, str]]:
        """The keywords that grants give to models, by (kind, id)."""
        return frozenset(use.key for entry in self.game.given_keywords for use in entry.keyword_uses)

    def stands(self, entry: Entry) -> frozenset[On]:
        """Where an entry, or one that prints it, can stand in a list."""
        found = set(self.homes.get(entry.kind, frozenset()))
        for kind in self.printing.get(entry.key, frozenset()):
            found |= self.homes.get(kind, frozenset())
        return frozenset(found | {"model"}) if entry.key in self.granted_keywords else frozenset(found)

    @cached_property
    def spots(self) -> list[Spot]:
        """Every entry in every slot that can hold it, and once without a slot, as keywords are held."""
        slots = dict.fromkeys((id, slot.kind) for _, id, slot, _ in self.slots())
        # With every set of tags that an entry may come to have.
        entries = [one for entry in self.game.entries for one in (entry, *self.untagged(entry))]
        found = [(entry, id) for entry in entries for id, kind in slots if kind == entry.kind]
        return [*found, *((entry, "") for entry in (*self.game.entries, *self.game.given_keywords))]

    @cached_property
    def standing(self) -> list[PossiblePick]:
        """Every possible pick: entries where they fit, where they are given, and inside others."""
        found = [
            one for on, sheet in self.sheets() for id, slot in sheet.slots.items() for one in self.in_(on, id, slot)
        ]
        # Entries that hold each other would never end.
        inside: set[tuple[tuple[str, str], On]] = set()
        # `found` grows during the loop: entries inside entries have slots of their own.
        for one in found:
            if one.entry.picks and (one.entry.key, one.on) not in inside:
                inside.add((one.entry.key, one.on))
                for id, slot in one.entry.picks.items():
                    found += self.in_(one.on, id, slot, one.entry)
        loose = (*self.game.given_keywords, *self.game.given_tags.values())
        return [*found, *(PossiblePick(entry, "", "model", None, False) for entry in loose)]

    def in_(self, on: On, id: str, slot: Slot, holder: Entry | None = None) -> list[PossiblePick]:
        """What may stand in a slot of a row, or of an entry on it."""
        gifts = self.gifts.get(id, frozenset())
        # A slot without room holds only what is given.
        shut = slot.max == 0 and id not in self.opened
        fitting = [] if shut else self.fitting(id, slot)
        chosen = {entry.key for entry in fitting} if gifts else frozenset[tuple[str, str]]()
        given = [entry for entry in self.of_kind.get(slot.kind, ()) if entry.key in gifts - chosen] if gifts else []
        return [
            PossiblePick(one, id, on, holder, one_of is fitting)
            for one_of in (fitting, given)
            for entry in one_of
            for one in (entry, *self.untagged(entry))
        ]

    def fitting(self, id: str, slot: Slot) -> list[Entry]:
        """The entries that fit a slot, as far as they alone decide."""
        where = slot.where
        if where is None:
            return self.of_kind.get(slot.kind, [])
        kind = slot.kind
        # By tag: comparing every entry with every slot does not finish for games of thousands of entries.
        few = self.of_tag.get((kind, where.tag[0]), ()) if len(where.tag) == 1 else self.of_kind.get(kind, ())
        return [entry for entry in few if where.could_fit(entry, id)]

    def called(self, kind: str, where: Selector) -> list[Entry]:
        """The entries of a kind that a selector may fit: fewer than all where it names one entry or tag."""
        if len(where.entry) == 1:
            entry = self.game.by_id.get((kind, where.entry[0]))
            return [entry] if entry else []
        if len(where.tag) == 1 and where.tag[0] not in self.given_tags:
            return self.of_tag.get((kind, where.tag[0]), [])
        return self.of_kind.get(kind, [])

    @cached_property
    def of_tag(self) -> Mapping[tuple[str, str], list[Entry]]:
        """The entries by their kind and each of their tags."""
        found: dict[tuple[str, str], list[Entry]] = {}
        for entry in self.game.entries:
            for tag in dict.fromkeys(entry.tags):
                found.setdefault((entry.kind, tag), []).append(entry)
        return found

    def untagged(self, entry: Entry) -> list[Entry]:
        """An entry without each of the tags that grants take away, and without all of them."""
        taken = [tag for tag in entry.tags if tag in self.removed_tags]
        few = {frozenset({tag}) for tag in taken} | ({frozenset(taken)} if taken else set())
        return [self.game.without_tags(entry, tags) for tags in sorted(few, key=sorted)]

    @cached_property
    def removed_tags(self) -> frozenset[str]:
        """The tags that grants take away."""
        return frozenset(tag for grant in all_grants(self.game) for tag in grant.remove_tags)

    @cached_property
    def of_kind(self) -> Mapping[str, list[Entry]]:
        """The entries by their kind."""
        found: dict[str, list[Entry]] = {}
        for entry in self.game.entries:
            found.setdefault(entry.kind, []).append(entry)
        return found

    @cached_property
    def gifts(self) -> Mapping[str, frozenset[tuple[str, str]]]:
        """The entries that grants give, under (kind, id), by the slot that they are given into."""
        found: dict[str, set[tuple[str, str]]] = {}
        for grant in all_grants(self.game):
            for id, few in grant.entries.items():
                kinds = {slot.kind for _, slot in self.slots_called(id)}
                found.setdefault(id, set()).update((kind, one.entry) for kind in kinds for one in few)
        return {id: frozenset(keys) for id, keys in found.items()}

    def standing_on(self, on: On) -> list[PossiblePick]:
        """What may stand on rows of one sheet."""
        return self.standing_in(frozenset({on}))

    def standing_in(self, sheets: frozenset[On]) -> list[PossiblePick]:
        """What may stand on rows of some sheets."""
        if sheets not in self.by_sheets:
            self.by_sheets[sheets] = [one for one in self.standing if one.on in sheets]
        return self.by_sheets[sheets]

    def fitting_stands(self, sheets: frozenset[On], words: Selector) -> list[PossiblePick]:
        """What may stand on rows of some sheets and fits the words of a selector about entries and slots."""
        key = (sheets, words.entry, words.kind, words.tag, words.category, words.keyword, words.cost, words.slot)
        if key not in self._fitting_stands:
            few = self.standing_in(sheets)
            # Looked up, not filtered: large games have thousands of entries and thousands of selectors.
            if len(words.entry) == 1 or len(words.tag) == 1:
                word = ("entry", words.entry[0]) if words.entry else ("tag", words.tag[0])
                few = self.stands_by_word(sheets).get(word, [])
            self._fitting_stands[key] = [
                one for one in few if words.matches_words(one.entry) and (not words.slot or one.slot in words.slot)
            ]
        return self._fitting_stands[key]

    def stands_by_word(self, sheets: frozenset[On]) -> Mapping[tuple[str, str], list[PossiblePick]]:
        """What may stand on rows of some sheets, by its entry and by each of its tags."""
        if sheets not in self._stands_by_word:
            found = self._stands_by_word[sheets] = {}
            for one in self.standing_in(sheets):
                for word in (("entry", one.entry.id), *(("tag", tag) for tag in dict.fromkeys(one.entry.tags))):
                    found.setdefault(word, []).append(one)
        return self._stands_by_word[sheets]

    @cached_property
    def _stands_by_word(self) -> dict[frozenset[On], dict[tuple[str, str], list[PossiblePick]]]:
        """What `stands_by_word` has found so far."""
        return {}

    @cached_property
    def _fitting_stands(self) -> dict[tuple[object, ...], list[PossiblePick]]:
        """What `fitting_stands` has found so far."""
        return {}

    @cached_property
    def by_sheets(self) -> dict[frozenset[On], list[PossiblePick]]:
        """What `standing_in` has found so far."""
        return {}

    @cached_property
    def singles(self) -> Mapping[On, list[str]]:
        """Per sheet, the slots that never hold more than one thing."""
        moved = self.opened | self.filled
        return {
            on: [id for id, slot in sheet.slots.items() if slot.max == 1 and id not in moved]
            for on, sheet in self.sheets()
        }

    @cached_property
    def required(self) -> Mapping[On, list[list[PossiblePick]]]:
        """Per sheet and slot that must hold something, what it may hold."""
        found: dict[On, list[list[PossiblePick]]] = {}
        for on, sheet in self.sheets():
            needed = [id for id, slot in sheet.slots.items() if slot.min >= 1 and slot.when is None]
            few = [[one for one in self.standing_on(on) if one.slot == id and one.holder is None] for id in needed]
            found[on] = [stands for stands in few if stands]
        return found

    @cached_property
    def group_kinds(self) -> tuple[str, ...]:
        """The words that say what kind of group a group is."""
        field = self.game.group.fields.get("kind")
        return field.choices if field else ()

    @cached_property
    def given_tags(self) -> frozenset[str]:
        """The tags that grants give."""
        return frozenset(tag for grant in all_grants(self.game) for tag in grant.tags)

    @cached_property
    def has_groups(self) -> bool:
        """Whether models can be in groups."""
        return self.game.model.group_key is not None


def placed_rules(rules: Sequence[Rule], place: Place, before: Sequence[Rule]) -> Iterator[PlacedRule]:
    """The rules of one list, behind others that are always in force with them."""
    for at, rule in enumerate(rules):
        yield PlacedRule(rule, place_below(place, at), [*before, *rules[:at]], rules[at + 1 :])
