"""Which texts of records of play name something, and what: the one table, and the one walk over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from listbuilder.catalogue.effects.course import Health
from listbuilder.catalogue.effects.parts import Test
from listbuilder.catalogue.effects.sequence import DamageStep
from listbuilder.catalogue.effects.texts import places_in
from listbuilder.catalogue.effects.verbs import Roll
from listbuilder.reading import Path
from listbuilder.selectors import Selector
from listbuilder.values import yaml_key

DEEDS = ("actions", "events", "keywords")
HELD = ("keywords", "things", "resources", "states")
COUNTED = ("stats", "numbers", "resources", "values", "fields")
IGNORED = ("states", "numbers", "stats", "things", "rules", *DEEDS, "resources", "places")

REFERS: dict[str, dict[str, tuple[str, ...]]] = {
    "Amount": {
        "of": ("own", "stats", "numbers", "resources", "fields", "keywords", "things"),
        "held": ("things", "places"),
        "in_": ("periods",),
    },
    "Often": {"per": ("periods",)},
    "Spot": {"name": ("places", "things", "states")},
    "Who": {"is_": ("states",), "has": HELD, "in_": ("places",)},
    "Test": {"is_": ("states",), "has": HELD, "did": DEEDS, "was": DEEDS, "in_": ("places",)},
    "Moment": {
        "start": ("periods",),
        "end": ("periods",),
        "before": DEEDS,
        "after": DEEDS,
        "event": DEEDS,
        "is_": ("states",),
        "result": ("results",),
    },
    "Use": {"price": ("resources",), "as_": ("actions", "keywords")},
    "Effect": {"price": ("resources",), "rule": ("rules",)},
    "Change": {"what": COUNTED},
    "Treat": {
        "what": ("states", "things", "places", "roles", *DEEDS),
        "as_": ("states", "things", "places", *DEEDS),
        "like": ("entries",),
    },
    "Ignore": {"what": IGNORED},
    "Damage": {"ignoring": IGNORED},
    "Heal": {"what": ("stats", "resources")},
    "Move": {"ignoring": IGNORED},
    "Place": {"what": ("own", "things", "states", "entries", "roles")},
    "Act": {"what": ("actions", "keywords")},
    "Give": {"what": ("own", *HELD, "numbers")},
    "Take": {"what": ("own", *HELD, "numbers")},
    "Allow": {"what": (*DEEDS, "things", "places", "states")},
    "Forbid": {"what": (*DEEDS, *HELD, "verbs"), "except_": (*DEEDS, *HELD, "verbs")},
    "Reroll": {"roll": ("rolls",), "from_": ("results",)},
    "Turn": {"roll": ("rolls",), "from_": ("results",), "into": ("results",)},
    "Cancel": {"per": ("periods",), "what": ("periods",)},
    "PoolStep": {"reach": ("results",), "faces": ("results",), "raises": ("results",), "action": ("actions",)},
    "CheckStep": {"check": ("events",), "of": ("numbers",)},
    "PairStep": {"pair": ("rolls",), "against": ("rolls",), "strike": ("events",)},
    "Rate": {"stop": ("results",), "with_": ("results",), "action": ("actions",)},
    "DamageStep": {"needs": ("events",)},
    "NumberTerm": {"of": ("fields",)},
    "Sequence": {"ruling": ("rulings",)},
    "Term": {"any": (*IGNORED, "keywords")},
    "Period": {"in_": ("periods",)},
    "Resource": {"each": ("periods",)},
    "Course": dict.fromkeys(("models", "players", "table"), ("kinds", "entries", "keys")),
    "Health": {"out": ("stats",), "hurts": ("events",), "ends": ("events",), "minus": ("stats",)},
}
"""Per record and key, the sorts of words that may stand there; for a mapping, as its keys."""


class Name(NamedTuple):
    """One name: what it may be, and the way to it."""

    sorts: tuple[str, ...]
    name: str
    path: Path


def names_in_play(value: object, path: Path = ()) -> Iterator[Name]:
    """Every name in a record of play and in all records inside it; selectors are checked where all of them are."""
    if isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from names_in_play(item, (*path, at))
    elif names := getattr(value, "record_names", ()):
        if not isinstance(value, Selector):
            yield from _own(value, path)
            for name in names:
                item = getattr(value, name)
                if not isinstance(item, str | int | None):
                    yield from names_in_play(item, (*path, yaml_key(name)))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from names_in_play(item, (*path, key))


def _own(value: object, path: Path) -> Iterator[Name]:
    """The names that a record itself uses."""
    if isinstance(value, DamageStep | Health):
        yield from (Name(("stats",), one, (*path, "from", at)) for at, row in enumerate(value.from_) for one in row)
    if isinstance(value, Roll):
        spans = (name for row in value.rows for name, _ in places_in(row))
        yield from (Name(("own", "numbers"), name, (*path, "rows")) for name in spans)
    for cls in type(value).__mro__:
        for key, sorts in REFERS.get(cls.__name__, {}).items():
            said = getattr(value, key)
            if isinstance(value, Test) and key == "in_" and (value.did or value.was):
                sorts = ("periods",)
            if isinstance(said, str):
                yield Name(sorts, said, (*path, yaml_key(key)))
            elif said:
                yield from (Name(sorts, one, (*path, yaml_key(key))) for one in said)
