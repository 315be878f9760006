"""The reference of game files as Markdown, read off the typed catalogue and the rule kinds."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields

from listbuilder.catalogue import (
    ENTRY_TYPES,
    FIELD_TYPES,
    Budget,
    Card,
    CardMark,
    CardTable,
    Change,
    Comparison,
    Currency,
    Decay,
    Entry,
    Event,
    Field,
    FieldType,
    Form,
    Format,
    Game,
    Given,
    Grant,
    Header,
    KindSpec,
    Layout,
    LimitChange,
    MissionRoll,
    Offer,
    Only,
    Piece,
    Role,
    Ruling,
    Sheet,
    Slot,
    Start,
    Stat,
    Token,
    Track,
)
from listbuilder.catalogue.effects.course import Course, Health, Victory
from listbuilder.catalogue.effects.effect import Effect
from listbuilder.catalogue.effects.moment import Moment, Thing
from listbuilder.catalogue.effects.parts import Amount, Often, Spot, Test, Who
from listbuilder.catalogue.effects.senses import SENSES
from listbuilder.catalogue.effects.sequence import STEPS, Rate, Sequence, Summand
from listbuilder.catalogue.effects.terms import NumberTerm, Period, Resource, RollTerm, Term, Terms
from listbuilder.catalogue.effects.use import Use
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.catalogue.tournament import (
    Band,
    Boards,
    Bye,
    ListTerms,
    Penalty,
    Result,
    Rounds,
    ScoreCount,
    Showing,
    Teams,
)
from listbuilder.conditions import Condition
from listbuilder.documents.schemas.hovers import HOVERS
from listbuilder.documents.schemas.play_hovers import PLAY_HOVERS
from listbuilder.loader.patches import TARGETS
from listbuilder.quantity import Quantity
from listbuilder.rules import KINDS, STANDING, Rule
from listbuilder.selectors import Range, Selector
from listbuilder.values import yaml_key

PARTS = (
    Game,
    Currency,
    Stat,
    Budget,
    KindSpec,
    FieldType,
    Sheet,
    Slot,
    Field,
    Format,
    MissionRoll,
    Layout,
    Piece,
    Start,
    Comparison,
    Header,
    Ruling,
    Card,
    CardTable,
    Track,
    Decay,
    CardMark,
    Token,
    Grant,
    Change,
    LimitChange,
    Only,
    Given,
    Offer,
    Condition,
    Selector,
    Range,
    Quantity,
    Form,
    Role,
    Event,
    ListTerms,
    Showing,
    Teams,
    Boards,
    Rounds,
    Bye,
    Result,
    Band,
    ScoreCount,
    Penalty,
)
# What the loader works out; nobody writes it.
DERIVED = frozenset({"prices", "fields", "uses_of", "all_grants", "places", "unknown", "said", "kind"})
HIDDEN: dict[type, frozenset[str]] = {
    Game: frozenset({"below", "digest", "entries", "event", "given_keywords", "play"}),
    Selector: frozenset({"fields"}),
    Form: frozenset({"values"}),
}
PATCHED = ("change", "remove")


def reference() -> str:
    """The whole document."""
    parts = ["# Every key of a game", "", "Made by `make schemas`; the guide is README.md beside this file.", ""]
    parts += ["## Parts of game.yaml and what they hold", ""]
    for cls in PARTS:
        parts += [f"### {cls.__name__}", "", *_described(cls), *_table(cls, HIDDEN.get(cls, frozenset()))]
        parts += _field_types() if cls is Field else []
        parts += _patches() if cls in (Game, Event) else []
    parts += ["## Entries", "", *_files(), "### Every entry", "", *_described(Entry), *_table(Entry, DERIVED)]
    for kind, entry in ENTRY_TYPES.items():
        own = DERIVED | {one.name for one in fields(Entry)}
        parts += [f"### kind: {kind}", "", *_described(entry), *_table(entry, own, "Entry")]
    parts += ["## Play", "", *_play()]
    parts += ["## Rule kinds", "", "### Every rule", "", *_table(Rule, frozenset())]
    common = frozenset(one.name for one in fields(Rule))
    for kind, rule in KINDS.items():
        parts += [f"### {kind}", "", *_described(rule), *_table(rule, common), *_codes(kind, rule)]
    parts += ["## Standing rules", "", "Judged without being written as rules.", ""]
    for kind, rule in STANDING.items():
        parts += [f"### {kind} (standing)", "", *_described(rule), *_codes(kind, rule)]
    return "\n".join(parts).rstrip() + "\n"


def _play() -> Iterator[str]:
    """The records of play: terms, uses, effects and what they are put together from."""
    yield from (
        "`terms`, `course`, `use`, `sequences` stand in any file of a game, `use` and `effects` on entries and forms.",
        "",
    )
    yield from ("### Senses", "", "What a term may mean, so that an engine plays it without its text.", "")
    yield from ("| means | what |", "|---|---|", *(f"| `{one}` | {text} |" for one, text in SENSES.items()), "")
    for cls in (
        Terms,
        Term,
        NumberTerm,
        Period,
        RollTerm,
        Resource,
        Course,
        Health,
        Victory,
        Use,
        Amount,
        Who,
        Spot,
        Test,
        Moment,
        Often,
        Thing,
    ):
        yield from (f"### {cls.__name__}", "", *_described(cls), *_table(cls, frozenset()))
    yield from (f"### {Sequence.__name__}", "", *_described(Sequence), *_table(Sequence, frozenset()))
    for part in (Summand, Rate, *(step for word, step in STEPS.items() if word != "do")):
        yield from (f"### {part.__name__}", "", *_described(part), *_table(part, frozenset()))
    yield from ("### Every effect", "", *_described(Effect), *_table(Effect, frozenset()))
    common = frozenset(one.name for one in fields(Effect))
    for verb, effect in VERBS.items():
        yield from (f"### do: {verb}", "", *_described(effect), *_table(effect, common))


def _files() -> Iterator[str]:
    """The keys of a file with entries."""
    yield from ("| key of the file | means |", "|---|---|")
    yield from (f"| `{key}` | {HOVERS['EntryFile'][key]} |" for key in ("kind", "defaults", "entries"))
    yield ""


def _patches() -> Iterator[str]:
    """What may also stand in an overlay or an event."""
    yield from (f"- `{key}`: {HOVERS[''][key]}" for key in PATCHED)
    yield f"- Each item of these names one of {', '.join(f'`{one}`' for one in TARGETS)}."
    yield ""


def _field_types() -> Iterator[str]:
    """The keys that each type of field has besides."""
    common = frozenset(one.name for one in fields(Field))
    for name, cls in FIELD_TYPES.items():
        yield from (f"#### type: {name}", "", *_described(cls), *_table(cls, common))


def _described(cls: type) -> Iterator[str]:
    """A class's own words."""
    yield inspect.getdoc(cls) or ""
    yield ""


def _table(cls: type, hidden: frozenset[str], part: str = "") -> Iterator[str]:
    """The keys of a class, with what editors say about them."""
    in_play = cls.__module__.startswith("listbuilder.catalogue.effects.")
    hovers = PLAY_HOVERS[cls.__name__] if in_play else HOVERS.get(part or cls.__name__, HOVERS[""])
    shown = [one for one in fields(cls) if one.name not in hidden]
    if not shown:
        return
    yield from ("| key | takes | unless said | means |", "|---|---|---|---|")
    for one in shown:
        # The id of an entry is made of its name.
        needed = one.default is MISSING and one.default_factory is MISSING and (cls, one.name) != (Entry, "id")
        default = "must be said" if needed else "" if one.default in (None, "", (), MISSING) else f"`{one.default}`"
        default = "" if "(" in default else default.replace("`False`", "`false`").replace("`True`", "`true`")
        yield f"| `{yaml_key(one.name)}` | {_words(str(one.type))} | {default} | {hovers[yaml_key(one.name)]} |"
    yield ""


def _words(annotation: str) -> str:
    """A type in an author's words."""
    text = annotation.replace(" | None", "").replace("Fraction", "share")
    text = re.sub(r"Annotated\[(.*), Short\(\w+\)\]", r"\1", text)
    while "Mapping[" in text:
        text = re.sub(r"Mapping\[str, (.*)\]", r"names with \1", text)
    text = re.sub(r"tuple\[([^\[\]]*), \.\.\.\]", r"list of \1", text)
    text = re.sub(r"Literal\[([^\]]*)\]", lambda found: " or ".join(re.sub("['\"]", "`", found[1]).split(", ")), text)
    words = {
        "str": "text",
        "int": "whole number",
        "bool": "true or false",
        "Whole": "whole number",
        "Flag": "true or false",
        "Positive": "whole number from 1",
        "Count": "whole number from 0",
        "AnyField": "Field",
        "Names": "name or list of names",
        "Moments": "Moment or list of them",
        "Tests": "Test or list of them",
        "Effects": "effect or list of them",
        "Sum": "Summand or list of them",
        "AnyStep": "steps",
        "Written": "number, dice, distance or roll",
        "AnyRule": "rules",
        "Severity": "`error`, `warning` or `info`",
    }
    for name, word in words.items():
        text = re.sub(rf"\b{name}\b", word, text)
    return text.replace("|", "or")


def _codes(kind: str, rule: type[Rule]) -> Iterator[str]:
    """The findings a kind makes."""
    yield from (f"- `{kind}.{code}`: {words.about}" for code, words in rule.codes.items())
    yield ""
