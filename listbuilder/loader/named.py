"""Which texts of a catalogue's records name something, and what: the one table, and the one walk over records.

A text that is in neither table is a mistake of ours; a test holds that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache

from listbuilder.catalogue import Entry, Game
from listbuilder.reading import Path
from listbuilder.values import yaml_key

NAMES: dict[str, dict[str, str]] = {
    "Agree": {"slot": "slot", "field": "entry field", "with_": "sheet slot", "their": "entry field", "or_": "here"},
    "Card": {
        "title": "model slot",
        "line": "field",
        "texts": "model slot",
        "tracks": "stat",
        "reference": "kind",
        "badges": "entry field",
        "boxes_per": "time of use",
    },
    "CardTable": {"slot": "model slot", "columns": "here"},
    "Coalition": {"goals": "entry"},
    "Companion": {"same": "shared field"},
    "Comparison": {"slot": "list slot", "beats": "here", "same": "here", "differ": "here"},
    "Condition": {"format": "format", "value": "here"},
    "Count": {"by": "field or slot"},
    "Decay": {"each": "stat", "more": "stat", "until": "stat"},
    "Entry": {"offers": "here", "stats": "stat", "keywords": "here"},
    "Event": {"format": "format", "limits": "currency", "without": "rule", "order": "here", "secret": "here"},
    "Form": {"values": "here"},
    "Format": {"limits": "currency", "extends": "format", "without": "rule"},
    "Game": {"without": "rule"},
    "Given": {"entry": "here"},
    "Grant": {
        "stats": "stat",
        "slots": "room",
        "budgets": "budget",
        "limits": "rule",
        "fields": "slot or self",
        "entries": "sheet slot",
        "keywords": "here",
    },
    "Include": {"entries": "entry"},
    "Keyword": {"stacks": "here"},
    "KindSpec": {"is_": "built-in kind", "keywords": "kind of keyword"},
    "Link": {"field": "field of models", "same": "shared field"},
    "Mission": {"roles": "role"},
    "MissionRoll": {"kind": "kind", "layouts": "entry"},
    "NumberField": {"limits": "currency"},
    "Offer": {"entry": "here", "cost": "price"},
    "Points": {"field": "number", "part": "part"},
    "Quantity": {
        "sum": "number",
        "highest": "number",
        "lowest": "number",
        "limit": "limit",
        "part": "part",
        "different": "field or slot",
    },
    "ListTerms": {"once": "here", "same": "here"},
    "Teams": {"once": "here"},
    "Boards": {"order": "here"},
    "Token": {"kind": "kind", "stat": "stat"},
    "RaiseField": {"budget": "budget", "prices": "stat"},
    "Ruling": {"about": "subject"},
    "Selector": {
        "entry": "entry",
        "kind": "kind",
        "slot": "slot",
        "tag": "tag",
        "category": "category",
        "keyword": "keyword",
        "group": "kind of group",
        "fields": "here",
    },
    "Slot": {"kind": "kind", "default": "here", "rolled": "table"},
    "Spread": {"slot": "slot", "by": "entry field"},
    "Table": {"rows": "here"},
    "Unique": {"slot": "slot"},
}
"""Per record and key, what it names; for a mapping, its keys. `here`: it depends on what stands around it."""

TEXTS: dict[str, tuple[str, ...]] = {
    "Band": ("lead",),
    "Card": ("prefix",),
    "CardTable": ("columns",),
    "Change": ("add", "times"),
    "Comparison": ("name", "text", "source", "tie"),
    "Currency": ("name", "short", "text", "source"),
    "Entry": (
        "id",
        "kind",
        "name",
        "text",
        "category",
        "tags",
        "source",
        "aliases",
        "printed",
        "counts",
        "picks",
        "values",
    ),
    "Event": ("name", "game", "text", "catalogue", "follows"),
    "Field": ("type", "text", "source"),
    "FieldType": ("name", "of"),
    "Form": ("form", "id", "also", "text"),
    "Format": ("id", "name", "text", "source"),
    "Game": (
        "id",
        "name",
        "edition",
        "version",
        "text",
        "extends",
        "source",
        *("currencies", "stats", "budgets", "kinds"),
    ),
    "Grant": ("tags",),
    "GroupField": ("default",),
    "Header": ("name", "text"),
    "KindSpec": ("name", "plural", "fields"),
    "ListTerms": ("due", "grace"),
    "Mission": ("pack", "setup", "deployment", "scoring"),
    "MissionRoll": ("text", "deployment", "source"),
    "Penalty": ("id", "name", "text"),
    "Piece": ("what", "by", "at", "away", "tags"),
    "Role": ("text",),
    "Rule": ("id", "kind", "source", "text", "what"),
    "Ruling": ("id", "name", "text", "source"),
    "ScoreCount": ("id", "name"),
    "Sheet": ("slots", "fields"),
    "Slot": ("text", "source", "repeat_source", "aliases"),
    "Start": ("who", "at", "away", "otherwise", "order"),
    "Stat": ("name", "text", "suffix", "before", "source"),
    "Budget": ("name", "text", "source"),
    "CardMark": ("name",),
    "Decay": ("name",),
    "Quantity": ("share",),
    "TextField": ("default",),
    "Token": ("name", "back"),
    "Track": ("below", "mark", "text"),
    "WordField": ("of", "default"),
    "Dice": ("spelt",),
    "Distance": ("unit",),
    "Uses": ("per",),
}
"""Per record, the texts that name nothing: words for people, ids and keys that the author makes up, numbers as text."""

HIDDEN = frozenset(
    {
        "prices",
        "uses_of",
        "all_grants",
        "places",
        "unknown",
        "said",
        "entries",
        "given_keywords",
        "event",
        "play",
        "digest",
        "below",
        "fields",
    }
)
"""What the loader fills in itself; it is checked where it was written."""


@cache
def what_it_names(record: type) -> tuple[tuple[str, str], ...]:
    """The keys of a record that name something, and what."""
    found: dict[str, str] = {}
    for cls in reversed(record.__mro__):
        found |= NAMES.get(cls.__name__, {})
    return tuple((key, what) for key, what in found.items() if what != "here")


def names_in(record: object) -> Iterator[tuple[str, str, Path]]:
    """Every name that a record itself uses: what it names, the name, and the way to it."""
    for key, what in what_it_names(type(record)):  # type: ignore[arg-type]
        value = getattr(record, key)
        if isinstance(value, str) and value:
            yield what, value, (yaml_key(key),)
        elif isinstance(value, tuple):
            yield from ((what, name, (yaml_key(key), at)) for at, name in enumerate(value))
        elif isinstance(value, Mapping):
            yield from ((what, name, (yaml_key(key), name)) for name in value)


def records_in(value: object, path: Path = ()) -> Iterator[tuple[object, Path]]:
    """Every record in a value, itself included, with the way to it; what the loader filled in is left out."""
    if isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from records_in(item, (*path, at))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from records_in(item, (*path, key))
    elif is_dataclass(value) and not isinstance(value, type):
        yield value, path
        own = HIDDEN if isinstance(value, Entry | Game) else ()
        for one in fields(value):
            if one.name not in own:
                yield from records_in(getattr(value, one.name), (*path, yaml_key(one.name)))
