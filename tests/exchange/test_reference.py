"""The reference lists every key of every record, with what it takes and what it means."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest

from listbuilder import catalogue
from listbuilder.base.records import yaml_key
from listbuilder.catalogue import ENTRY_TYPES, FIELD_TYPES, Entry, Field, Form, Game
from listbuilder.catalogue.query import Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules import KINDS, Rule
from listbuilder.catalogue.rules.implied import STANDING
from listbuilder.exchange.schemas.reference import reference
from listbuilder.loading.raw_parts import HEAD, LISTS, MAPS

TEXT = reference()
SECTIONS = dict(re.findall(r"^#{3,4} (.+)\n\n((?:(?!^#{2,4} ).*\n)*)", TEXT, re.MULTILINE))
# Worked out by the loader, or written under names of their own: `Piercing {x}` has a key `x`, a selector `faction`.
UNWRITTEN = {
    Entry: {
        "kind",
        "prices",
        "fields",
        "keyword-uses",
        "all-grants",
        "text-templates",
        "unknown",
        "written-as",
        "tags-taken",
    },
    Game: {"below", "digest", "entries", "event", "given-keywords", "play"},
    Selector: {"fields"},
    Form: {"values"},
}
NOT_ALONE = (*ENTRY_TYPES.values(), *FIELD_TYPES.values(), Entry, catalogue.KeywordUse)
ALONE = [
    one
    for name in catalogue.__all__
    if isinstance(one := getattr(catalogue, name), type) and hasattr(one, "record_names") and one not in NOT_ALONE
]


def keys(cls: Any, inherited: Any = None) -> set[str]:
    """The keys of a record in YAML that it does not have from another."""
    own = {yaml_key(one.name) for one in fields(cls)}
    return own - UNWRITTEN.get(cls, set()) - ({yaml_key(one.name) for one in fields(inherited)} if inherited else set())


WANTED = {cls.__name__: keys(cls) for cls in (*ALONE, Condition, Quantity, Range, Selector)}
WANTED |= {"Every entry": keys(Entry), "Every rule": keys(Rule)}
WANTED |= {f"kind: {name}": keys(cls, Entry) for name, cls in ENTRY_TYPES.items()}
WANTED |= {f"type: {name}": keys(cls, Field) for name, cls in FIELD_TYPES.items()}
WANTED |= {name: keys(cls, Rule) for name, cls in KINDS.items()}


@pytest.mark.parametrize("section", WANTED)
def test_every_key_is_listed_with_its_meaning(section: str) -> None:
    """The section of a record has a row for each of its keys, no other, and no cell of it is unreadable."""
    rows = re.findall(r"^\| `([a-z-]+)` \| (.+) \| .* \| (.+) \|$", SECTIONS[section], re.MULTILINE)
    assert {key for key, _, _ in rows} == WANTED[section]
    for _, takes, means in rows:
        assert not re.search(r"[\[\]()]|Annotated|Mapping|tuple|str\b", takes)
        assert means.endswith(".")


def test_every_key_of_a_file_is_there() -> None:
    """What may stand at the top of a file of a game folder is listed, patches and entries included."""
    for key in (*HEAD, *MAPS, *LISTS, "kind", "defaults", "entries", "change", "remove", "without"):
        assert f"`{key}`" in TEXT


@pytest.mark.parametrize("kind", [*KINDS, *STANDING])
def test_every_finding_is_there(kind: str) -> None:
    """Each finding of a rule kind has its line in words."""
    for code, words in {**KINDS, **STANDING}[kind].codes.items():
        assert f"- `{kind}.{code}`: {words.about}\n" in TEXT
