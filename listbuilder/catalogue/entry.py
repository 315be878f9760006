"""Entries: anything printed in a rulebook that can be picked or referred to, and the kinds of them.

YAML gives the printed fields. The loader adds what follows from them: `id` where it is left out, `prices` (the cost by
currency), `fields` (the game's own typed fields), `uses_of` (keywords with their values), `all_grants` (its own and
those of its keywords) and `places` (its texts before values were filled in, where they have places for some). What a
list writes with values, such as `Rally (4,7)`, has that in `said`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from listbuilder.catalogue.effects.values import Written
from listbuilder.catalogue.grant import Grant
from listbuilder.catalogue.offer import Offer
from listbuilder.catalogue.sheet import Slot, inner_slots
from listbuilder.catalogue.uses import FieldValue, KeywordUse
from listbuilder.quantity import Quantity
from listbuilder.record import record
from listbuilder.rules import AnyRule
from listbuilder.selectors import CONFIG, Range, Selector
from listbuilder.values import (
    Dice,
    Distance,
    Flag,
    Positive,
    Roll,
    Short,
    Split,
    Uses,
    Whole,
    fraction,
    one_or_many,
)


@record
class Entry:
    """What every entry has. `stats` replace the base statline, `offers` is all that its owner may take in a slot."""

    id: str
    kind: str
    name: str
    cost: Whole = 0
    text: str = ""
    values: Mapping[str, Written] = field(default_factory=dict)
    category: str | None = None
    tags: tuple[str, ...] = ()
    source: str = ""
    aliases: tuple[str, ...] = ()
    printed: str = ""
    limit: Positive | Quantity = 1
    counts: Whole | str = 1
    keywords: tuple[str, ...] = ()
    grants: Annotated[tuple[Grant, ...], Short(one_or_many)] = ()
    needs: Selector | None = None
    rules: tuple[AnyRule, ...] = ()
    picks: Annotated[Mapping[str, Slot], Short(inner_slots)] = field(default_factory=dict)
    forms: tuple[Form, ...] = ()
    offers: Mapping[str, Annotated[tuple[Offer, ...], Short(one_or_many)]] = field(default_factory=dict)
    stats: Mapping[str, Whole] = field(default_factory=dict)
    size: Range | None = None
    sample: Flag = False
    flavour: Flag = False
    prices: Mapping[str, int] = field(default_factory=dict)
    fields: Mapping[str, FieldValue] = field(default_factory=dict)
    uses_of: tuple[KeywordUse, ...] = ()
    all_grants: tuple[Grant, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    unknown: bool = False
    said: str = ""
    is_mission: ClassVar[bool] = False
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        try:
            fraction(self.counts)
        except ValueError as error:
            raise ValueError(f"`counts`: {error}") from None
        if self.forms and (self.grants or self.picks) and not isinstance(self, Keyword):
            raise ValueError("what is picked with values (`forms`) has no `grants` and no `picks`")
        if any(slot.each == "model" for slot in self.picks.values()):
            raise ValueError(
                "`each: model` is for slots of models; what is inside an entry is there for each copy of it"
            )

    @property
    def key(self) -> tuple[str, str]:
        """What it is found under: entries of two kinds may have one id."""
        return self.kind, self.id

    @cached_property
    def keyword_ids(self) -> frozenset[str]:
        """The ids of its keywords, implied ones included; a keyword carries itself."""
        return frozenset([self.id, *(use.keyword for use in self.uses_of)])

    @cached_property
    def weigh(self) -> tuple[Fraction | int, object]:
        """How many picks it counts as, and what it is counted with."""
        return (1, None) if self.counts == 1 else (fraction(self.counts), self.key)

    @property
    def sides(self) -> Mapping[str, Role]:
        """The roles of a mission; anything else has none."""
        return {}

    @cached_property
    def always_offered(self) -> Mapping[str, frozenset[str]]:
        """For each slot that it offers something for, the ids of what hangs on nothing else."""
        return {
            slot: frozenset(one.entry for one in offers if one.entry and one.when is None)
            for slot, offers in self.offers.items()
        }

    def price(self, currency: str) -> int:
        """What it is printed to cost in a currency."""
        return self.prices.get(currency, 0)

    def field(self, name: str) -> FieldValue | None:
        """A printed value by name: one of the game's own fields, or one the kind has."""
        known = self.known_fields
        if name not in known:
            known[name] = self.look_up(name)
        return known[name]

    @cached_property
    def known_fields(self) -> dict[str, FieldValue | None]:
        """The printed values that somebody asked for: rules ask for the same few again and again."""
        return {}

    def look_up(self, name: str) -> FieldValue | None:
        """A printed value, wherever it stands on the entry."""
        value = self.fields.get(name)
        if value is None:
            value = self.values.get(name)
        if value is None:
            value = self.__dict__.get(name.replace("-", "_"))
        if value is None or type(value) is str:
            return value
        if isinstance(value, tuple):
            return value if all(isinstance(item, str) for item in value) else None
        return value if isinstance(value, int | Dice | Distance | Roll | Split) else None


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
    damage: Split | Dice | None = None
    uses: Uses | None = None


@record
class Gear(Entry):
    """Something a model carries."""

    activation: Literal["passive", "active"] | None = None
    uses: Uses | None = None


@record
class Armour(Entry):
    """Something a model wears."""


@record
class Ability(Entry):
    """Something a model can do."""

    activation: Literal["passive", "active"] | None = None
    uses: Uses | None = None


@record
class Coalition(Entry):
    """Who fights together, at a price; `goals` are entries it scores by."""

    goals: tuple[str, ...] = ()


@record
class Role:
    """One side of a mission: what it does and the rules its list must keep."""

    text: str = ""
    rules: tuple[AnyRule, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Mission(Entry):
    """What a game is about: set-up, deployment, scoring, and roles where the sides differ."""

    pack: str | None = None
    setup: str = ""
    deployment: str = ""
    scoring: str = ""
    roles: Mapping[str, Role] = field(default_factory=dict)

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

    form: str
    id: str = ""
    also: tuple[str, ...] = ()
    text: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Keyword(Entry):
    """A word with a meaning: glossary words, conditions, terrain tags, weapon rules.

    `stacks` is what several of it on one entry are read as.
    """

    stacks: str = ""


@record
class Table(Entry):
    """A printed table that is rolled on."""

    dice: Dice | None = None
    rows: Mapping[str, str] = field(default_factory=dict)

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
