"""Slots and entries: anything printed in a rulebook that can be picked or referred to, and the kinds of it.

YAML gives the printed fields. The loader adds what follows from them: `id` where it is left out, `prices` (the cost by
currency), `fields` (the game's own typed fields), `keyword_uses` (keywords with their values), `all_grants` (its own
and those of its keywords) and `text_templates` (texts before values are filled in, where they have places for some).
An entry that a list writes with values, such as `Rally (4,7)`, has that text in `written_as`; one that a grant takes
tags away from has them in `tags_taken`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from listbuilder.base.findings import Severity
from listbuilder.base.records import (
    EMPTY,
    CardText,
    PrintedName,
    Refers,
    Source,
    Text,
    derived,
    frozen_property,
    record,
)
from listbuilder.base.values import (
    NUMBER_IN_TEXT,
    BadFormError,
    BadKeyError,
    Count,
    Dice,
    Distance,
    Flag,
    Positive,
    RollTarget,
    Short,
    Split,
    Uses,
    Value,
    Whole,
    fraction,
    one_or_many,
)
from listbuilder.catalogue.effects.printed_values import Written
from listbuilder.catalogue.grants import GivenEntry, Grant
from listbuilder.catalogue.query import Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules import AnyRule


@record
class Slot:
    """A place that holds entries of one kind; grants may open more room than `max`."""

    kind: Annotated[str, Refers("kind")]
    """The kind of entries it holds."""
    min: Count = 0
    """The least allowed."""
    max: Count | Quantity | None = None
    """The most it holds, before grants: a number or a quantity."""
    repeats: Flag = False
    """Whether an entry may be taken more than once."""
    default: Annotated[tuple[GivenEntry, ...], Short(one_or_many)] = ()
    """What it holds if the key is left out: an entry, or several; each may have a `count`."""
    where: Selector | None = None
    """Which entries fit: a selector."""
    when: Condition | None = None
    """A condition: open or offered only where it holds."""
    each: Literal["model", "row"] | None = None
    """`model`: each miniature of the row has what is in it. `row`, inside an entry: all copies share it."""
    rolled: Annotated[str | None, Refers("table")] = None
    """The table to roll on for this slot."""
    unused: Severity | None = None
    """The severity of unused room; no finding by default."""
    secret: Flag = False
    """Whether it is hidden from opponents until it is played."""
    text: CardText = ""
    source: Source = ""
    repeat_source: Text = ""
    """The section that forbids repeats, if it is not `source`."""
    aliases: tuple[Text, ...] = ()
    """Other spellings of the key."""


def inner_slots(data: object) -> object:
    """The one slot of an entry is called `picks`; several have names of their own."""
    if isinstance(data, dict) and "picks" in data and len(data) > 1:
        raise ValueError("a slot called `picks` is the only one; give each of several another name")
    return {"picks": data} if isinstance(data, dict) and isinstance(data.get("kind"), str) else data


# Offers: what an entry lets its owner take in a slot, at which price, and what it has if nothing is said.


@record
class Offer:
    """`sling`, `{entry: bow, cost: 2}`, `{entry: hook, default: true}`, `{where: {tag: light}}`.

    `cost` is the price for this owner instead of the printed one; `when` is asked of the whole list.
    """

    entry: Annotated[str | None, Refers("context")] = None
    """The entry offered."""
    where: Selector | None = None
    """Or a selector: all entries that fit are offered."""
    cost: Annotated[Whole | Mapping[str, Whole] | None, Refers("price")] = None
    """The price for this owner, instead of the printed one."""
    default: Flag | Positive = False
    """Whether the owner has it if the slot is left out, or how many of it."""
    when: Condition | None = None
    """A condition: open or offered only where it holds."""

    @staticmethod
    def expand(data: object) -> object:
        """A name alone is offered at its printed price."""
        return {"entry": data} if isinstance(data, str) else data

    def __post_init__(self) -> None:
        if (self.entry is None) == (self.where is None):
            raise ValueError("an offer names an `entry`, or says `where`")
        if self.default and (self.entry is None or self.when is not None):
            raise BadKeyError(
                "default",
                "`default` needs an `entry`, and no `when`: what hangs on the list can't be taken for granted",
            )

    def allows(self, entry: Entry) -> bool:
        """Whether it offers an entry, as far as the entry alone decides."""
        # A selector about the row is asked when the offer is judged.
        return entry.id == self.entry if self.where is None else self.where.could_fit(entry)


Offers = Annotated[tuple[Offer, ...], Short(one_or_many)]


# Keywords as entries print them: the form, its values with their types, and the text with them filled in.


FieldValue = int | str | tuple[str, ...] | Dice | Distance | RollTarget | Split


@record
class KeywordUse:
    """A keyword as printed on an entry: `Piercing 1`, with its values typed and its text filled in.

    Keywords of two kinds may have one id, so it names both.
    """

    kind: str
    """Which kind it is."""
    keyword: str
    printed: str
    form: str = ""
    values: Mapping[str, FieldValue] = field(default_factory=dict)
    text: CardText = ""
    implied_by: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        """The key of its keyword in mappings."""
        return self.kind, self.keyword


@record
class Entry:
    """What every entry has. `stats` replace the base statline, `offers` is all that its owner may take in a slot."""

    id: Text
    """Made from the name if left out."""
    kind: Text
    """Which kind it is."""
    name: PrintedName
    cost: Whole = 0
    """A number of the first currency, or numbers by currency and budget; default 0."""
    text: CardText = ""
    values: Mapping[Text, Written] = field(default_factory=dict)
    """The numbers in its texts, grants and effects, each under a name: 3, 1d6+3, 12" or 4+."""
    category: Text | None = None
    """The heading under which it is printed."""
    tags: tuple[Text, ...] = ()
    """Words for selectors and search."""
    source: Source = ""
    aliases: tuple[Text, ...] = ()
    """Other spellings and former ids that still find it."""
    printed: Text = ""
    """The name in the rulebook, if another entry has the same and `name` differs for that reason."""
    limit: Positive | Quantity = 1
    """How often one model may take it; default once."""
    counts: Whole | Text = 1
    """How many picks it counts as: 2, or 1/2; default 1."""
    keywords: Annotated[tuple[str, ...], Refers("context")] = ()
    """Its keywords as printed, with their values."""
    grants: Annotated[tuple[Grant, ...], Short(one_or_many)] = ()
    """What it changes or gives."""
    needs: Selector | None = None
    """A selector that its model, group or list must fit."""
    rules: tuple[AnyRule, ...] = ()
    """Rules that are in force if it is picked."""
    picks: Annotated[Mapping[Text, Slot], Short(inner_slots)] = field(default_factory=dict)
    """Slots inside the entry: choices that come with it."""
    forms: tuple[Form, ...] = ()
    """The ways it is printed with values, such as `Piercing {x}`."""
    offers: Annotated[Mapping[str, Offers], Refers("context")] = field(default_factory=dict)
    """Everything that its owner may take, by slot."""
    stats: Annotated[Mapping[str, Whole], Refers("stat")] = field(default_factory=dict)
    """Its own statline, instead of base values."""
    size: Range | None = None
    """How many miniatures a row of it may have."""
    sample: Flag = False
    """Whether it is your own content, not the rulebook's."""
    flavour: Flag = False
    """Whether its text has no effect in play; sheets leave it out."""
    prices: Mapping[str, int] = derived(default_factory=dict)
    fields: Mapping[str, FieldValue] = derived(default_factory=dict)
    keyword_uses: tuple[KeywordUse, ...] = derived(default=())
    all_grants: tuple[Grant, ...] = derived(default=())
    text_templates: Mapping[str, str] = derived(default_factory=dict)
    unknown: bool = derived(default=False)
    written_as: str = derived(default="")
    tags_taken: tuple[str, ...] = derived(default=())
    is_mission: ClassVar[bool] = False

    def __post_init__(self) -> None:
        try:
            fraction(self.counts)
        except BadFormError as error:
            # Again with the key, so that the finding points at its line.
            raise BadFormError(error.value, error.expected, "counts") from None
        # Each use with values is an entry of its own, made while a list is read; grants and slots are planned once for
        # a game.
        if self.forms and (self.grants or self.picks) and not isinstance(self, Keyword):
            raise ValueError("what is picked with values (`forms`) has no `grants` and no `picks`")
        if any(slot.each == "model" for slot in self.picks.values()):
            raise BadKeyError(
                "each", "`each: model` is for slots of models; what is inside an entry is there for each copy of it"
            )

    @property
    def key(self) -> tuple[str, str]:
        """Its key in mappings: entries of two kinds may have one id."""
        return self.kind, self.id

    @cached_property
    def keyword_ids(self) -> frozenset[str]:
        """The ids of its keywords, implied ones included; a keyword carries itself."""
        return frozenset([self.id, *(use.keyword for use in self.keyword_uses)])

    @cached_property
    def weight(self) -> tuple[Fraction | int, object]:
        """How many picks it counts as, and what it is counted with."""
        return (1, None) if self.counts == 1 else (fraction(self.counts), self.key)

    @property
    def sides(self) -> Mapping[str, Role]:
        """The roles of a mission; anything else has none."""
        return EMPTY

    @frozen_property
    def always_offered(self) -> Mapping[str, frozenset[str]]:
        """For each slot that it offers something for, the ids that are offered unconditionally."""
        return {
            slot: frozenset(one.entry for one in offers if one.entry and one.when is None)
            for slot, offers in self.offers.items()
        }

    def price(self, currency: str) -> int:
        """What it is printed to cost in a currency."""
        return self.prices.get(currency, 0)

    def field(self, name: str) -> FieldValue | None:
        """A printed value by name: one of the game's own fields, or one the kind has."""
        # Cached: rules ask for the same few fields again and again.
        known = self._known_fields
        if name not in known:
            known[name] = self.look_up(name)
        return known[name]

    @cached_property
    def _known_fields(self) -> dict[str, FieldValue | None]:
        """The cache of `field`."""
        return {}

    def look_up(self, name: str) -> FieldValue | None:
        """A printed value, wherever it stands on the entry."""
        value = self.fields.get(name)
        if value is None:
            value = self.values.get(name)
        if value is None:
            # The fields of the kind itself, such as `range`; not methods and properties.
            key = name.replace("-", "_")
            value = getattr(self, key) if key in type(self).__dataclass_fields__ else None
        if value is None or type(value) is str:
            return value
        # Tuples of records, such as rules and grants, are no printed values.
        if isinstance(value, tuple):
            return value if all(isinstance(item, str) for item in value) else None
        return value if isinstance(value, int | Dice | Distance | RollTarget | Split) else None


@record
class Option(Entry):
    """Anything that can be picked and needs no fields of its own."""


@record
class Rank(Entry):
    """How experienced a model is."""


@record
class Unit(Entry):
    """What a model is; it has every stat that has no base."""


@record
class Weapon(Entry):
    """Something to attack with."""

    range: Distance | None = None
    """How far a weapon reaches."""
    damage: Split | Dice | None = None
    """What a weapon does."""
    uses: Uses | None = None
    """How often it can be used."""


@record
class Gear(Entry):
    """Something a model carries."""

    activation: Literal["passive", "active"] | None = None
    """Passive or active."""
    uses: Uses | None = None
    """How often it can be used."""


@record
class Armour(Entry):
    """Something a model wears."""


@record
class Ability(Entry):
    """Something a model can do."""

    activation: Literal["passive", "active"] | None = None
    """Passive or active."""
    uses: Uses | None = None
    """How often it can be used."""


@record
class Coalition(Entry):
    """Who fights together, at a price; `goals` are entries it scores by."""

    goals: Annotated[tuple[str, ...], Refers("entry")] = ()
    """Ids of the entries by which it scores."""


@record
class Role:
    """One side of a mission: what it does and the rules its list must keep."""

    text: CardText = ""
    rules: tuple[AnyRule, ...] = ()
    """Rules that are in force if it is picked."""


@record
class Mission(Entry):
    """What a game is about: set-up, deployment, scoring, and roles where the sides differ."""

    pack: Text | None = None
    """The mission pack it is from."""
    setup: Text = ""
    """How the table is set up."""
    deployment: Text = ""
    """Where the sides start."""
    scoring: Text = ""
    """How it is won."""
    roles: Annotated[Mapping[str, Role], Refers("role")] = field(default_factory=dict)
    """The roles of a mission, if the sides differ."""

    is_mission: ClassVar[bool] = True

    @property
    def sides(self) -> Mapping[str, Role]:
        """Its roles."""
        return self.roles


@record
class Form:
    """One way an entry is printed: `Piercing {x}`, what its values are, and its text with them filled in.

    A value is `number`, `coordinate`, `distance`, `dice`, `text`, `entry`, or an entry of a kind by the kind's id. The
    id is made of the form where it is left out: `piercing`, `piercing-crits`. `also` are other ways to print the same.
    """

    form: Text
    """As printed, with values in braces."""
    id: Text = ""
    """Made from the form if left out."""
    also: tuple[Text, ...] = ()
    """Other ways to print the same."""
    text: CardText = ""
    values: Annotated[Mapping[str, str], Refers("context")] = field(default_factory=dict)
    """The type of each value."""


@record
class Keyword(Entry):
    """A word with a meaning: glossary words, conditions, terrain tags, weapon rules.

    `stacks` is what several of it on one entry are read as.
    """

    stacks: Annotated[str, Refers("context")] = ""
    """How several uses of the keyword on one entry combine."""


@record
class Table(Entry):
    """A printed table that is rolled on."""

    dice: Dice | None = None
    """What is rolled on a table."""
    rows: Annotated[Mapping[str, str], Refers("context")] = field(default_factory=dict)
    """The results by number."""

    def row(self, rolled: int) -> str | None:
        """What stands in the row of a roll: `3`, `2-4` or `5+`."""
        for printed, text in self.rows.items():
            low, high = row_bounds(printed)
            if low <= rolled and (high is None or rolled <= high):
                return text
        return None


def row_bounds(printed: str) -> tuple[int, int | None]:
    """The lowest and the highest roll of a row; no highest for one that is open upwards."""
    match = re.fullmatch(r"(\d{1,3})(?:\s?[-–]\s?(\d{1,3})|(\+))?", printed.strip())
    # A range that holds nothing; the checks of the catalogue report it.
    if match is None:
        return (0, -1)
    return int(match[1]), None if match[3] else int(match[2] or match[1])


ENTRY_TYPES: dict[str, type[Entry]] = {
    "ability": Ability,
    "armour": Armour,
    "coalition": Coalition,
    "gear": Gear,
    "keyword": Keyword,
    "mission": Mission,
    "option": Option,
    "rank": Rank,
    "table": Table,
    "unit": Unit,
    "weapon": Weapon,
}


def whole(raw: object) -> int:
    """A whole number as YAML has it."""
    if type(raw) is not int:
        raise BadFormError(raw, "not a whole number")
    return raw


NUMBERS: dict[str, Callable[[Any], FieldValue]] = {
    "dice": Dice.parse,
    "distance": Distance.parse,
    "number": whole,
    "roll": RollTarget.parse,
    "split": Split.parse,
}


@record
class FieldType:
    """The type of a field that a game adds to a kind; shares of a number are rounded."""

    type: Literal["number", "text", "word", "words", "dice", "distance", "roll", "split"]
    """What the value is."""
    name: PrintedName = ""
    of: tuple[Text, ...] = ()
    """The words to choose from."""
    round: Literal["up", "down"] = "up"
    """Which way to round shares of it."""

    @property
    def idle_keys(self) -> tuple[str, ...]:
        """The keys that are set but have no effect for its type."""
        idle = ("of",) if self.of and self.type not in ("word", "words") else ()
        return (*idle, "round") if self.round != "up" and not self.is_number else idle

    @property
    def is_number(self) -> bool:
        """Whether its values can be added up and changed."""
        return self.type in NUMBERS

    @property
    def empty(self) -> FieldValue | None:
        """The value of a text or a list of words that is not printed; a number has none."""
        return None if self.is_number else () if self.type == "words" else ""

    @property
    def is_short(self) -> bool:
        """Whether its values fit into a column of a table."""
        return self.is_number or self.type == "word"

    @property
    def is_free_word(self) -> bool:
        """Whether its value is any single word, not one of a list."""
        return self.type == "word" and not self.of

    def read(self, raw: object) -> FieldValue:
        """A value as YAML has it, typed; raises ValueError with what is wrong."""
        if self.type in NUMBERS:
            return NUMBERS[self.type](raw)
        if self.type == "words":
            return tuple(self.word(one) for one in (raw if isinstance(raw, list) else [raw]))
        return self.word(raw)

    def word(self, raw: object) -> str:
        """A word of the field's list, or any text if it has none."""
        if isinstance(raw, dict | list) or raw is None:
            raise BadFormError(raw, "not text")
        if self.of and raw not in self.of:
            raise BadFormError(raw, f"none of {', '.join(self.of)}")
        return str(raw)


def has_number(value: FieldValue) -> bool:
    """Whether there is a number in a printed value that a grant can change."""
    if isinstance(value, str):
        return NUMBER_IN_TEXT.search(value) is not None
    return isinstance(value, int) or (isinstance(value, Value) and value.number is not None)


def value_of_text(text: str, value: FieldValue | None, typed: FieldType | None) -> FieldValue | None:
    """The value of a text, read by the field's type, or else in the form of the value that it replaces."""
    if isinstance(value, int) or (typed and typed.type == "number"):
        if not re.fullmatch(r"-?\d{1,6}", text):
            raise BadFormError(text, "not a whole number")
        return int(text)
    if typed is not None:
        return typed.read(text)
    return type(value).parse(text) if isinstance(value, Value) else text if isinstance(value, str) else value


@record
class KindSpec:
    """How a game defines a kind of entry: its names, the built-in kind it is based on, its own fields."""

    is_: Annotated[str, Refers("built-in kind")] = ""
    """The built-in kind that it is based on."""
    name: PrintedName = ""
    plural: Text = ""
    """The plural of the name."""
    fields: Mapping[Text, FieldType] = field(default_factory=dict)
    """Printed values of your own, by name."""
    keywords: Annotated[tuple[str, ...], Refers("kind of keyword")] = ()
    """Kinds whose entries are the keywords of this kind."""


def activation_of(entry: Entry) -> Literal["passive", "active"] | None:
    """How a piece of gear or an ability works."""
    return entry.activation if isinstance(entry, Gear | Ability) else None


def use_of(entry: Entry) -> Uses | None:
    """How often a weapon, a piece of gear or an ability works."""
    return entry.uses if isinstance(entry, Weapon | Gear | Ability) else None


def short_values(entry: Entry) -> dict[str, object]:
    """The printed values of its built-in kind that are not empty, by key."""
    weapon = entry if isinstance(entry, Weapon) else None
    found = {
        "range": weapon.range if weapon else None,
        "damage": weapon.damage if weapon else None,
        "activation": activation_of(entry),
        "uses": use_of(entry),
        "pack": entry.pack if isinstance(entry, Mission) else None,
    }
    return {key: value for key, value in found.items() if value is not None}


def goal_ids(entry: Entry) -> tuple[str, ...]:
    """The ids of the entries that a coalition scores by."""
    return entry.goals if isinstance(entry, Coalition) else ()


def rows_of(entry: Entry) -> Mapping[str, str]:
    """The results of a table by number."""
    return entry.rows if isinstance(entry, Table) else {}


def dice_of(entry: Entry) -> Dice | None:
    """What is rolled on a table."""
    return entry.dice if isinstance(entry, Table) else None


def mission_texts(entry: Entry, worded: Callable[[str, str], str] = lambda name, text: text) -> dict[str, str]:
    """The texts of a mission that are not empty, by key; `worded` fills in the values of a pick."""
    if not isinstance(entry, Mission):
        return {}
    found = {"setup": entry.setup, "deployment": entry.deployment, "scoring": entry.scoring}
    return {key: worded(key, text) for key, text in found.items() if text}
