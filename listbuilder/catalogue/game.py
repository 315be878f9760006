"""The game: everything that a catalogue folder says, checked, frozen and indexed for lookup.

Row schemas, stats, currencies and budgets stand here too: they are keys of game.yaml and nothing else holds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from listbuilder.base.characters import on_one_line
from listbuilder.base.findings import Severity
from listbuilder.base.records import (
    CardText,
    FrozenDict,
    PrintedName,
    Refers,
    Source,
    Text,
    derived,
    frozen_property,
    record,
    replace,
)
from listbuilder.base.values import BadKeyError, Count, Flag, Short, Whole, one_or_many, slug
from listbuilder.base.wording import as_words, plural
from listbuilder.catalogue.card_design import Card
from listbuilder.catalogue.entries import Entry, FieldType, KindSpec, Option, Slot
from listbuilder.catalogue.event_pack import Accepted, Event, Format, Ruling
from listbuilder.catalogue.fields import AnyField, Field, FlagField, GroupField, MemberField, ModelsField
from listbuilder.catalogue.fields.field_type import RowValue
from listbuilder.catalogue.game_setup import Comparison, Header, MissionRoll
from listbuilder.catalogue.grants import Grant
from listbuilder.catalogue.printed_names import read_printed
from listbuilder.catalogue.query import Number, Quantity, Selector
from listbuilder.catalogue.rules import AnyRule, Rule
from listbuilder.catalogue.rules.agree import Agree

if TYPE_CHECKING:
    from listbuilder.catalogue.effects.playbook import Playbook
    from listbuilder.catalogue.entry_facts import EntryFacts


F = TypeVar("F", bound=Field)


@record
class RowSchema:
    """The slots and fields of a model, a group or the list: the keys of a row in a list file."""

    slots: Mapping[Text, Slot] = field(default_factory=dict)
    """Places that hold entries."""
    fields: Mapping[Text, AnyField] = field(default_factory=dict)
    """Values that are not entries."""

    def __post_init__(self) -> None:
        if any(slot.each == "row" for slot in self.slots.values()):
            raise BadKeyError(
                "each", "`each: row` is for slots inside entries; every other slot belongs to the row anyway"
            )

    def of_type(self, type_: type[F]) -> dict[str, F]:
        """The fields of one type, by key."""
        return {id: one for id, one in self.fields.items() if isinstance(one, type_)}

    @frozen_property
    def aliases(self) -> Mapping[str, str]:
        """The keys of slots, by alias."""
        return {alias: id for id, slot in self.slots.items() for alias in slot.aliases}

    def spell(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with aliases replaced by their keys; a key that is there twice stays as it is."""
        if self.aliases.keys().isdisjoint(row):
            return row
        made: dict[str, Any] = {}
        for key, value in row.items():
            own = self.aliases.get(key, key)
            # Both would mean one key: renaming would lose the value of one of them.
            made[key if own in row or own in made else own] = value
        return made

    def describe(self, values: Mapping[str, RowValue], usual_texts: bool = False) -> Iterator[tuple[str, str]]:
        """The values of a row in words, by key. Defaults are left out; `usual_texts` keeps those that are texts."""
        for id, one in self.fields.items():
            value = values.get(id)
            if value is not None and (value != one.default_value or (usual_texts and isinstance(value, str))):
                yield id, one.describe(value)

    @cached_property
    def group_key(self) -> str | None:
        """The field that names the group a model is in."""
        return next(iter(self.of_type(GroupField)), None)

    def holds(self, slot: str) -> bool:
        """Whether grants can open room under a key."""
        return slot in self.slots or (slot in self.fields and self.fields[slot].room is not None)

    @cached_property
    def posts(self) -> tuple[str, ...]:
        """The fields of a group that each name the model which holds a post in it."""
        return tuple(self.of_type(MemberField))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The fields that name other rows, in the order of their names."""
        return tuple(sorted(id for id, one in self.fields.items() if one.links))

    @frozen_property
    def named(self) -> Mapping[str, ModelsField]:
        """The fields that name models."""
        return self.of_type(ModelsField)

    @frozen_property
    def open(self) -> Mapping[str, bool]:
        """The flags that may be undecided, with their defaults."""
        return {id: bool(one.default) for id, one in self.of_type(FlagField).items() if one.open}

    @cached_property
    def opened(self) -> frozenset[str]:
        """The slots in which a field opens room."""
        grants = [grant for id, one in self.fields.items() for grant in one.grants_of(id)]
        return frozenset(slot for grant in grants for slot in grant.slots)


@record
class Stat:
    """One number of the statline; nothing takes it below `minimum` or above `maximum`, and shares of it are rounded.

    `before` is what it is called before changes of a later `order`, where the game asks for both.
    """

    name: PrintedName
    text: CardText = ""
    base: Whole | None = None
    """The number a model has before anything changes it."""
    minimum: Whole | None = None
    """The lower bound after all changes."""
    maximum: Whole | None = None
    """The upper bound after all changes."""
    round: Literal["up", "down"] = "up"
    """Which way to round shares of it."""
    suffix: Text = ""
    """What is printed after the number."""
    boxes: Flag = False
    """Whether cards have boxes to tick it off."""
    hide_zero: Flag = False
    """Whether cards leave it out, and sheets print a dash, where it is 0."""
    before: Text = ""
    """The name of its value before changes of a later order; shown beside it if set."""
    source: Source = ""

    def shows(self, value: int) -> bool:
        """Whether a value of it is printed."""
        return value != 0 or not self.hide_zero

    @property
    def bounded(self) -> bool:
        """Whether it has a floor or a ceiling."""
        return self.minimum is not None or self.maximum is not None


@record
class Currency:
    """Something that a list pays with, such as points; with a limit in force it is judged without a rule."""

    name: PrintedName = ""
    short: Text = ""
    """A short name."""
    limit: Count | Quantity | None = None
    """The most a list may spend: a number, or a quantity of the list's own number fields."""
    supply: Flag = False
    """Whether negative costs count as a supply: totals are shown as `13 of 16 seats`, what is used of what there is."""
    round: Literal["up", "down"] = "up"
    """Which way to round shares of it."""
    text: CardText = ""
    source: Source = ""


@record
class Budget:
    """Something a model spends besides points, such as stat points: on raises, or on entries that cost some of it."""

    name: PrintedName
    text: CardText = ""
    unspent: Severity | None = None
    """The severity of an unspent rest; no finding by default."""
    source: Source = ""


EMPTY, PLAIN = RowSchema(), Card()
# The kind of what stands on a model for a tag that a grant gives.
GIVEN_TAG = "tag"
PLURALS = {"armour": "Armour", "gear": "Gear"}


@record
class Game:
    """A whole catalogue. `digest` identifies its content to the letter, `below` are the games it is laid over.

    `play` is the playbook packed as text, since judging a list does not need it.
    """

    id: Text
    """The game's id: the name of its folder."""
    name: Text
    """The game's name."""
    version: Text
    """The catalogue's version, MAJOR.MINOR.PATCH."""
    text: Text
    """The game in a sentence."""
    edition: Text = ""
    """The rulebook's own version, where it prints one."""
    extends: Text | None = None
    """The game that this folder adds to."""
    source: Source = ""
    currencies: Mapping[Text, Currency] = field(default_factory=lambda: FrozenDict(points=Currency(name="points")))
    """What a list pays with; a plain `cost` is in the first."""
    stats: Mapping[Text, Stat] = field(default_factory=dict)
    """The statline, in the order it is printed."""
    budgets: Mapping[Text, Budget] = field(default_factory=dict)
    """What a model spends besides points."""
    kinds: Mapping[Text, KindSpec] = field(default_factory=dict)
    """Kinds of entries that differ from the built-in ones."""
    model: RowSchema = EMPTY
    """The slots and fields of a model in a list file."""
    list: RowSchema = EMPTY
    """The slots and fields of the list itself."""
    group: RowSchema = EMPTY
    """The slots and fields of a group of models."""
    formats: tuple[Format, ...] = ()
    """Battle sizes; the first is the default."""
    grants: Annotated[tuple[Grant, ...], Short(one_or_many)] = ()
    """Grants for every model."""
    mission: MissionRoll | None = None
    """How missions are rolled."""
    match: tuple[Comparison, ...] = ()
    """What two lists compare before a game."""
    card: Card = PLAIN
    """How cards are printed."""
    rules: tuple[AnyRule, ...] = ()
    """The rules of list building."""
    ban: Annotated[tuple[Selector, ...], Short(one_or_many)] = ()
    """Entries that may not be taken."""
    without: Annotated[tuple[str, ...], Refers("rule")] = ()
    """Ids of rules that are not in force."""
    rulings: tuple[Ruling, ...] = ()
    """How you interpret what the rulebook leaves open."""
    headers: tuple[Header, ...] = ()
    """Numbers to show in the header of a list."""
    accepted: tuple[Accepted, ...] = ()
    """Findings of `catalogue prove` that are meant, each with a reason."""
    entries: tuple[Entry, ...] = derived(default=())
    given_keywords: tuple[Entry, ...] = derived(default=())
    event: Event | None = derived(default=None)
    play: str = derived(default="")
    digest: str = derived(default="")
    below: tuple[str, ...] = derived(default=())
    # By identity: comparing thousands of entries would be slow, and caches are keyed by the game.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def titled(self) -> str:
        """Its name, with the edition of the rulebook where one is printed."""
        return f"{self.name} ({self.edition})" if self.edition else self.name

    @frozen_property
    def sheets(self) -> Mapping[str, RowSchema]:
        """What can be written on each sort of row: the list itself, a group, a model."""
        return {"list": self.list, "group": self.group, "model": self.model}

    @frozen_property
    def names(self) -> Mapping[str, Mapping[str, Entry]]:
        """Per kind, every spelling that finds one entry: id, printed name in usual cases, slugs of aliases."""
        found: dict[str, dict[str, Entry]] = {}
        for entry in self.entries:
            spellings = found.setdefault(entry.kind, {})
            shared = self.shared.get(entry.kind, {})
            # All usual spellings are keys, so that most names of a list are found without making a slug of them.
            # First come, first served: ids and names that clash are refused when the game is loaded.
            for name in (entry.id, entry.name, *entry.aliases):
                for spelling in (name, name.lower(), name.upper(), slug(name)):
                    if slug(name) not in shared:
                        spellings.setdefault(spelling, entry)
            spellings.setdefault(entry.id, entry)
        return found

    @frozen_property
    def shared(self) -> Mapping[str, Mapping[str, tuple[Entry, ...]]]:
        """Per kind, the printed names that several entries have, and which."""
        found: dict[str, dict[str, tuple[Entry, ...]]] = {}
        for entry in self.entries:
            names = found.setdefault(entry.kind, {})
            # By slug, so that names which differ in punctuation alone count as shared.
            names[slug(entry.name)] = (*names.get(slug(entry.name), ()), entry)
        return {
            kind: {name: several for name, several in names.items() if len(several) > 1}
            for kind, names in found.items()
        }

    @frozen_property
    def homonyms(self) -> Mapping[tuple[str, str], Entry]:
        """The entry whose printed name is that of another, by the kind and id of the other."""
        return {
            (entry.kind, found.id): entry
            for entry in self.entries
            if entry.printed and (found := self.find(entry.kind, entry.printed)) and found is not entry
        }

    def find_all(self, kind: str, name: str) -> tuple[Entry, ...]:
        """The entries of a kind that share a printed name."""
        return self.shared.get(kind, {}).get(slug(name), ())

    def find(self, kind: str, name: str) -> Entry | None:
        """The entry of a kind by id, printed name or alias, in any case."""
        spellings = self.names.get(kind, {})
        found = spellings.get(name)
        # A shared name finds nobody here: only the caller knows the slot that may tell the entries apart.
        if found or slug(name) in self.shared.get(kind, {}):
            return found
        return spellings.get(slug(name)) or read_printed(self, kind, name)

    @frozen_property
    def with_forms(self) -> Mapping[str, tuple[Entry, ...]]:
        """Per kind, what can be picked with values beside its name."""
        found: dict[str, tuple[Entry, ...]] = {}
        for kind, id in self.facts.with_forms:
            found[kind] = (*found.get(kind, ()), self.by_id[kind, id])
        return found

    @cached_property
    def facts(self) -> EntryFacts:
        """What is true of its entries taken together."""
        from listbuilder.catalogue.entry_facts import facts_of

        return facts_of(self)

    @frozen_property
    def by_id(self) -> Mapping[tuple[str, str], Entry]:
        """The entries by (kind, id)."""
        return {entry.key: entry for entry in self.entries}

    def as_printed(self, entry: Entry) -> Entry:
        """The entry of the catalogue from which one with values, or without some tags, was made."""
        return self.by_id.get(entry.key, entry) if entry.written_as or entry.tags_taken else entry

    def without_tags(self, entry: Entry, tags: frozenset[str]) -> Entry:
        """An entry without some of its tags; each is made once, because selectors cache their answers by entry."""
        taken = tuple(tag for tag in entry.tags if tag in tags)
        # An entry with values belongs to one list; caching it would keep it for as long as the game.
        if not taken or entry.written_as:
            return replace(entry, tags=tuple(tag for tag in entry.tags if tag not in tags)) if taken else entry
        key = (id(entry), taken)
        if key not in self._without_tags:
            left = tuple(tag for tag in entry.tags if tag not in tags)
            self._without_tags[key] = replace(entry, tags=left, tags_taken=taken)
        return self._without_tags[key]

    @cached_property
    def _without_tags(self) -> dict[tuple[int, tuple[str, ...]], Entry]:
        """The entries that `without_tags` made."""
        return {}

    def entry_name(self, kind: str, id: str) -> str:
        """The printed name of an entry, or the id if it is unknown."""
        entry = self.by_id.get((kind, id))
        return entry.name if entry else id

    def format(self, name: str | None) -> Format | None:
        """A format by id or name; the first one when no name is given."""
        if name is None:
            return next(iter(self.formats), None)
        return next((one for one in self.formats if slug(name) in (one.id, slug(one.name))), None)

    def format_chain(self, chosen: Format | None) -> tuple[Format, ...]:
        """A format and those it extends, the most basic first."""
        chain: list[Format] = []
        # Formats that extend each other in a circle are reported when the game is loaded.
        while chosen is not None and chosen not in chain:
            chain.insert(0, chosen)
            chosen = self.format(chosen.extends) if chosen.extends else None
        return tuple(chain)

    def rules_in(self, chosen: Format | None) -> tuple[tuple[Rule, Format | None], ...]:
        """The rules of the game and of a format and those it extends, as they are in it, with who brings each in."""
        chain = self.format_chain(chosen)
        found: dict[str, tuple[Rule, Format | None]] = {rule.id: (rule, None) for rule in self.rules}
        for format_ in chain:
            # By id: a format replaces a rule of the game or of a format that it extends.
            found |= {rule.id: (rule, format_) for rule in format_.rules}
            found |= {id: (change.apply(found[id][0]), format_) for id, change in format_.change.items() if id in found}
        return tuple(found.values())

    def limits_of(self, chosen: Format | None) -> dict[str, int]:
        """The limits in a format by currency: its own, those of the formats it extends, those of the game."""
        found = {id: one.limit for id, one in self.currencies.items() if isinstance(one.limit, int)}
        for format_ in self.format_chain(chosen):
            found.update(format_.limits)
            if format_.limit is not None:
                found[self.first_currency] = format_.limit
        return found

    @frozen_property
    def computed_limits(self) -> Mapping[str, Quantity]:
        """The limits that grow with number fields of the list, by currency."""
        return {id: one.limit for id, one in self.currencies.items() if isinstance(one.limit, Quantity)}

    @frozen_property
    def agreed(self) -> Mapping[str, str]:
        """The keys of a list under which players write limits they agreed, each with its currency; `limit` apart."""
        return {id: one.limited for id, one in self.list.fields.items() if one.limited}

    @cached_property
    def first_currency(self) -> str:
        """The currency that a plain cost is in."""
        return next(iter(self.currencies), "points")

    @property
    def points(self) -> str:
        """What players call the first currency."""
        return self.currency_name(self.first_currency)

    def currency_id(self, name: str) -> str:
        """A currency by its id; `cost` is the first."""
        return self.first_currency if name == "cost" else name

    def currency_name(self, name: str) -> str:
        """What players call a currency or a budget."""
        id = self.currency_id(name)
        known = self.currencies.get(id) or self.budgets.get(id)
        return known.name if known and known.name else as_words(id)

    @frozen_property
    def numbers(self) -> Mapping[str, Number]:
        """What each name that can be added up refers to."""
        found: dict[str, Number] = {"cost": ("cost", self.first_currency)}
        # Later kinds of number win over earlier ones; `catalogue check` refuses names that clash.
        found |= {id: ("cost", id) for id in (*self.budgets, *self.currencies)}
        for sheet in (self.list, self.group, self.model):
            found |= {id: ("value", id) for id, one in sheet.fields.items() if one.counts and not one.limited}
        return found | {id: ("stat", id) for id in self.stats}

    def number_of(self, name: str) -> Number:
        """The number that a name refers to: a stat, a value of a row, a currency, or else a printed number."""
        return self.numbers.get(name, ("field", name))

    def printed_number(self, name: str) -> Number:
        """The number of a pick that a name refers to: a cost, or a number that is printed on it."""
        id = self.currency_id(name)
        return ("cost", id) if id in self.currencies or id in self.budgets else ("field", name)

    def number_name(self, name: str) -> str:
        """What players call a number."""
        kind, id = self.number_of(name)
        if kind == "stat":
            return self.stats[id].name
        return self.currency_name(id) if kind == "cost" else as_words(id)

    def rounds_up(self, kind: str, name: str) -> bool:
        """Whether shares of a printed number are rounded up."""
        known = self.field_type(kind, name)
        return known is None or known.round == "up"

    def field_type(self, kind: str, name: str) -> FieldType | None:
        """The type of a printed value, where the game declares it for a kind."""
        spec = self.kinds.get(kind)
        # A kind based on another one of the game has its fields too.
        base = self.kinds.get(spec.is_) if spec else None
        return next((one.fields[name] for one in (spec, base) if one and name in one.fields), None)

    @cached_property
    def playbook(self) -> Playbook:
        """What the game says about play."""
        # Imported here: judging a list never needs these classes.
        from listbuilder.catalogue.effects.playbook import unpack_playbook

        return unpack_playbook(self.play)

    @cached_property
    def weighted(self) -> bool:
        """Whether something counts as more or less than one."""
        return self.facts.weighted

    @cached_property
    def agreements(self) -> tuple[Agree, ...]:
        """The rules that tie what is in a slot to what the list has chosen."""
        return tuple(rule for rule in self.rules if isinstance(rule, Agree))

    @frozen_property
    def names_by_id(self) -> Mapping[str, str]:
        """The printed name of each id, whatever its kind."""
        # Reversed, so that the first entry of an id gives the name.
        return {entry.id: entry.name for entry in reversed(self.entries)}

    def printed(self, id: str) -> str:
        """The printed name of an id, or the id in words if no entry has it."""
        return self.names_by_id.get(id) or as_words(id)

    @frozen_property
    def keywords_given(self) -> Mapping[str, Entry]:
        """The keywords that grants give, as they are printed."""
        return {entry.name: entry for entry in self.given_keywords}

    @frozen_property
    def given_tags(self) -> Mapping[str, Entry]:
        """The tags that grants give, each as an entry; made once, because selectors cache their answers by entry."""
        return {tag: Option(id=tag, kind=GIVEN_TAG, name=tag, tags=(tag,)) for tag in self.facts.given_tags}

    @frozen_property
    def demanding_keywords(self) -> Mapping[tuple[str, str], Entry]:
        """The keywords that need something or bring rules in, under (kind, id)."""
        return {key: self.by_id[key] for key in self.facts.demanding}

    def demanding_keywords_of(self, entry: Entry) -> tuple[Entry, ...]:
        """The keywords of an entry that need something or bring rules in."""
        if not self.demanding_keywords or not entry.keyword_uses:
            return ()
        keys = dict.fromkeys(use.key for use in entry.keyword_uses if use.key != entry.key)
        return tuple(self.demanding_keywords[key] for key in keys if key in self.demanding_keywords)

    def kind_name(self, kind: str, many: bool = False) -> str:
        """What players call a kind, one or many of them."""
        spec = self.kinds.get(kind)
        one = spec.name if spec and spec.name else as_words(kind).capitalize()
        if not many:
            return one
        own = f"{one}es" if one.endswith(("ss", "us")) else f"{one}s" if one.endswith("ing") else plural(one)
        return (spec.plural if spec else "") or PLURALS.get(kind) or own


# The stamp of a catalogue: its version, its layers if it is an overlay, and its event.


def stamp(game: Game) -> str:
    """The catalogue as lists and reports name it: its version, its layers and its event."""
    return _describe_version(game, game.version)


def print_stamp(game: Game) -> str:
    """The same as cards and sheets print it, among other text."""
    return _describe_version(game, f"v{game.version}")


def _describe_version(game: Game, version: str) -> str:
    layers = f"{'+'.join((*game.below, game.id))} " if game.below else ""
    return f"{layers}{version}" + (f" · {on_one_line(game.event.name)}" if game.event else "")
