"""The game: everything a catalogue folder says, checked, frozen and ready to look things up in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from listbuilder.base.characters import on_one_line
from listbuilder.base.records import FrozenDict, Refers, Text, derived, frozen_property, record
from listbuilder.base.values import Short, one_or_many, slug
from listbuilder.base.wording import as_words, plural
from listbuilder.catalogue.card_design import Card
from listbuilder.catalogue.entries import Entry, Keyword, Option
from listbuilder.catalogue.event_pack import Event
from listbuilder.catalogue.formats import Format, Ruling
from listbuilder.catalogue.game_setup import Comparison, Header, MissionRoll
from listbuilder.catalogue.grants import Grant
from listbuilder.catalogue.kinds import KindSpec
from listbuilder.catalogue.printed_names import read_printed
from listbuilder.catalogue.query.quantities import Number
from listbuilder.catalogue.query.selectors import Selector
from listbuilder.catalogue.row_schema import Budget, Currency, RowSchema, Stat
from listbuilder.catalogue.rules import Agree, AnyRule

if TYPE_CHECKING:
    from listbuilder.catalogue.effects.playbook import Playbook


EMPTY, PLAIN = RowSchema(), Card()
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
    source: Text = ""
    """The section of the rulebook."""
    currencies: Mapping[Text, Currency] = field(default_factory=lambda: FrozenDict(points=Currency(name="points")))
    """What a list pays with; the first is that of a plain cost."""
    stats: Mapping[Text, Stat] = field(default_factory=dict)
    """The statline, in the order it is printed."""
    budgets: Mapping[Text, Budget] = field(default_factory=dict)
    """What a model spends besides points."""
    kinds: Mapping[Text, KindSpec] = field(default_factory=dict)
    """Kinds of entries, where they differ from the built-in ones."""
    model: RowSchema = EMPTY
    """The slots and fields of a model in a list file."""
    list: RowSchema = EMPTY
    """The slots and fields of the list itself."""
    group: RowSchema = EMPTY
    """The slots and fields of a group of models."""
    formats: tuple[Format, ...] = ()
    """Battle sizes; the first is the default."""
    grants: Annotated[tuple[Grant, ...], Short(one_or_many)] = ()
    """What every model has for free."""
    mission: MissionRoll | None = None
    """How missions are rolled."""
    match: tuple[Comparison, ...] = ()
    """What two lists compare before a game."""
    card: Card = PLAIN
    """How cards are printed."""
    rules: tuple[AnyRule, ...] = ()
    """What a list must keep."""
    ban: Annotated[tuple[Selector, ...], Short(one_or_many)] = ()
    """Entries that are known, but may not be taken."""
    without: Annotated[tuple[str, ...], Refers("rule")] = ()
    """Ids of rules that do not hold."""
    rulings: tuple[Ruling, ...] = ()
    """How you read what the rulebook leaves open."""
    headers: tuple[Header, ...] = ()
    """Numbers that stand in the head of a list."""
    entries: tuple[Entry, ...] = derived(default=())
    given_keywords: tuple[Entry, ...] = derived(default=())
    event: Event | None = derived(default=None)
    play: str = derived(default="")
    digest: str = derived(default="")
    below: tuple[str, ...] = derived(default=())
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
            names[slug(entry.name)] = (*names.get(slug(entry.name), ()), entry)
        return {
            kind: {name: several for name, several in names.items() if len(several) > 1}
            for kind, names in found.items()
        }

    @frozen_property
    def twins(self) -> Mapping[tuple[str, str], Entry]:
        """The entry that is printed under the name of another, by the kind and id of that other."""
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
        if found or slug(name) in self.shared.get(kind, {}):
            return found
        return spellings.get(slug(name)) or read_printed(self, kind, name)

    @frozen_property
    def with_forms(self) -> Mapping[str, tuple[Entry, ...]]:
        """Per kind, what can be picked with values beside its name."""
        found: dict[str, tuple[Entry, ...]] = {}
        for entry in self.entries:
            if entry.forms and not isinstance(entry, Keyword):
                found[entry.kind] = (*found.get(entry.kind, ()), entry)
        return found

    @frozen_property
    def by_id(self) -> Mapping[tuple[str, str], Entry]:
        """Every entry under (kind, id)."""
        return {entry.key: entry for entry in self.entries}

    def as_printed(self, entry: Entry) -> Entry:
        """The entry of the catalogue that one with values from a list, such as `Rally (4,7)`, is made of."""
        return self.by_id[entry.key] if entry.written_as else entry

    def entry_name(self, kind: str, id: str) -> str:
        """The printed name of an entry, or the id itself where there is none."""
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
        while chosen is not None and chosen not in chain:
            chain.insert(0, chosen)
            chosen = self.format(chosen.extends) if chosen.extends else None
        return tuple(chain)

    def limits_of(self, chosen: Format | None) -> dict[str, int]:
        """The limits in a format by currency: its own, those of the formats it extends, those of the game."""
        found = {id: one.limit for id, one in self.currencies.items() if one.limit is not None}
        for format_ in self.format_chain(chosen):
            found.update(format_.limits)
            if format_.limit is not None:
                found[self.first_currency] = format_.limit
        return found

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
        """What each name stands for that can be added up."""
        found: dict[str, Number] = {"cost": ("cost", self.first_currency)}
        found |= {id: ("cost", id) for id in (*self.budgets, *self.currencies)}
        for sheet in (self.list, self.group, self.model):
            found |= {id: ("value", id) for id, one in sheet.fields.items() if one.counts and not one.limited}
        return found | {id: ("stat", id) for id in self.stats}

    def number_of(self, name: str) -> Number:
        """The number that a name stands for: a stat, a value of a row, a currency, or else a printed number."""
        return self.numbers.get(name, ("field", name))

    def printed_number(self, name: str) -> Number:
        """The number of a pick that a name stands for: what it costs, or one that is printed on it."""
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
        spec = self.kinds.get(kind)
        known = spec.fields.get(name) if spec else None
        return known is None or known.round == "up"

    @cached_property
    def playbook(self) -> Playbook:
        """What the game says about play."""
        from listbuilder.catalogue.effects.playbook import unpack_playbook

        return unpack_playbook(self.play)

    @cached_property
    def weighted(self) -> bool:
        """Whether something counts as more or less than one."""
        return any(entry.counts != 1 for entry in self.entries)

    @cached_property
    def agreements(self) -> tuple[Agree, ...]:
        """The rules that tie what is in a slot to what the list has chosen."""
        return tuple(rule for rule in self.rules if isinstance(rule, Agree))

    @frozen_property
    def names_by_id(self) -> Mapping[str, str]:
        """The printed name of each id, whatever its kind."""
        return {entry.id: entry.name for entry in reversed(self.entries)}

    def printed(self, id: str) -> str:
        """The printed name of an entry, or the id in words where there is none."""
        return self.names_by_id.get(id) or as_words(id)

    @frozen_property
    def keywords_given(self) -> Mapping[str, Entry]:
        """The keywords that grants give, as they are printed."""
        return {entry.name: entry for entry in self.given_keywords}

    @frozen_property
    def given_tags(self) -> Mapping[str, Entry]:
        """The tags that grants give, each as something on a model; made once, for selectors remember entries."""
        from listbuilder.catalogue.evaluation_order import all_grants

        tags = dict.fromkeys(tag for grant in all_grants(self) for tag in grant.tags)
        return {tag: Option(id=tag, kind="tag", name=tag, tags=(tag,)) for tag in tags}

    @frozen_property
    def demanding_keywords(self) -> Mapping[tuple[str, str], Entry]:
        """The keywords that need something or bring rules in, under (kind, id)."""
        return {key: one for key, one in self.by_id.items() if isinstance(one, Keyword) and (one.needs or one.rules)}

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


# What a catalogue is made of, in words: its version, and where it is an overlay or played at an event, that too.


def stamp(game: Game) -> str:
    """What lists and reports say of their catalogue: version, what is laid over what, the event it is played at."""
    return _describe_version(game, game.version)


def print_stamp(game: Game) -> str:
    """The same as cards and sheets print it, beside other things."""
    return _describe_version(game, f"v{game.version}")


def _describe_version(game: Game, version: str) -> str:
    layers = f"{'+'.join((*game.below, game.id))} " if game.below else ""
    return f"{layers}{version}" + (f" · {on_one_line(game.event.name)}" if game.event else "")
