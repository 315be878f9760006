"""The reference of game files as Markdown, read off the typed catalogue and the rule kinds."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from listbuilder.base.records import Refers, field_docs, file_keys, references, yaml_key
from listbuilder.base.values import Exact, Short, one_or_many
from listbuilder.base.wording import either
from listbuilder.catalogue import (
    ENTRY_TYPES,
    FIELD_TYPES,
    Budget,
    Card,
    CardMark,
    CardTable,
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
    GivenEntry,
    Grant,
    Header,
    KindSpec,
    Layout,
    LimitChange,
    MissionRoll,
    NumberChange,
    Offer,
    Only,
    Piece,
    Role,
    RowSchema,
    Ruling,
    Slot,
    Start,
    Stat,
    Token,
    Track,
)
from listbuilder.catalogue.effects.parts import Amount, Moment, Often, PlayTerm, Spot, Test, Thing, Who
from listbuilder.catalogue.effects.playbook import Course, Health, Use, Victory
from listbuilder.catalogue.effects.printed_values import Written
from listbuilder.catalogue.effects.sequence import STEPS, AnyStep, Rate, Sequence, Summand, summands
from listbuilder.catalogue.effects.terms import SENSES, NumberTerm, Period, Resource, RollTerm, Term, Terms
from listbuilder.catalogue.effects.verbs import VERBS, AnyEffect, Effect
from listbuilder.catalogue.event_pack import (
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
from listbuilder.catalogue.fields import AnyField
from listbuilder.catalogue.query import Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules import KINDS, AnyRule, Rule
from listbuilder.catalogue.rules.implied import STANDING
from listbuilder.exchange.schemas.game_schemas import ENTRY_FILE, PATCHES
from listbuilder.loading.effects.effect_names import one_of
from listbuilder.loading.patches import TARGETS
from listbuilder.loading.references import SORT_WORDS

PARTS = (
    Game,
    Currency,
    Stat,
    Budget,
    KindSpec,
    FieldType,
    RowSchema,
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
    NumberChange,
    LimitChange,
    Only,
    GivenEntry,
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
# Written under names of their own: `Piercing {x}` has a key `x`, a selector a key `faction`; a file has one kind.
HIDDEN: dict[type, frozenset[str]] = {
    Entry: frozenset({"kind"}),
    Selector: frozenset({"fields"}),
    Form: frozenset({"values"}),
}


def reference() -> str:
    """The whole document."""
    parts = ["# Every key of a game", "", "Made by `make schemas`; the guide is README.md beside this file.", ""]
    parts += [
        "Under `takes`, a lower-case word such as stat or slot asks for the id of one, and a capital for a part below."
    ]
    parts += ["", "## Parts of game.yaml and what they hold", ""]
    for cls in PARTS:
        parts += [f"### {cls.__name__}", "", *_docstring_lines(cls), *_table(cls, HIDDEN.get(cls, frozenset()))]
        parts += _field_types() if cls is Field else []
        parts += _patches() if cls in (Game, Event) else []
    parts += [
        "## Entries",
        "",
        *_files(),
        "### Every entry",
        "",
        *_docstring_lines(Entry),
        *_table(Entry, HIDDEN[Entry]),
    ]
    for kind, entry in ENTRY_TYPES.items():
        own = frozenset(one.name for one in fields(Entry))
        parts += [f"### kind: {kind}", "", *_docstring_lines(entry), *_table(entry, own)]
    parts += ["## Play", "", *_play()]
    parts += ["## Rule kinds", "", "### Every rule", "", *_table(Rule, frozenset())]
    common = frozenset(one.name for one in fields(Rule))
    for kind, rule in KINDS.items():
        parts += [f"### {kind}", "", *_docstring_lines(rule), *_table(rule, common), *_codes(kind, rule)]
    parts += ["## Standing rules", "", "Judged without being written as rules.", ""]
    for kind, rule in STANDING.items():
        parts += [f"### {kind} (standing)", "", *_docstring_lines(rule), *_codes(kind, rule)]
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
        yield from (f"### {cls.__name__}", "", *_docstring_lines(cls), *_table(cls, frozenset()))
    yield from (f"### {Sequence.__name__}", "", *_docstring_lines(Sequence), *_table(Sequence, frozenset()))
    for part in (Summand, Rate, *(step for word, step in STEPS.items() if word != "do")):
        yield from (f"### {part.__name__}", "", *_docstring_lines(part), *_table(part, frozenset()))
    yield from ("### Every effect", "", *_docstring_lines(Effect), *_table(Effect, frozenset()))
    common = frozenset(one.name for one in fields(Effect))
    for verb, effect in VERBS.items():
        yield from (f"### do: {verb}", "", *_docstring_lines(effect), *_table(effect, common))


def _files() -> Iterator[str]:
    """The keys of a file with entries."""
    yield from ("| key of the file | means |", "|---|---|")
    yield from (f"| `{key}` | {text} |" for key, text in ENTRY_FILE.items())
    yield ""


def _patches() -> Iterator[str]:
    """What may also stand in an overlay or an event."""
    yield from (f"- `{key}`: {text}" for key, text in PATCHES.items())
    yield f"- Each item of these names one of {', '.join(f'`{one}`' for one in TARGETS)}."
    yield ""


def _field_types() -> Iterator[str]:
    """The keys that each type of field has besides."""
    common = frozenset(one.name for one in fields(Field))
    for name, cls in FIELD_TYPES.items():
        yield from (f"#### type: {name}", "", *_docstring_lines(cls), *_table(cls, common))


def _docstring_lines(cls: type) -> Iterator[str]:
    """A class's own words."""
    yield inspect.getdoc(cls) or ""
    yield ""


def _table(cls: Any, hidden: frozenset[str]) -> Iterator[str]:
    """The keys of a record: what each takes, its default, and what it means."""
    shown = [one for one in fields(cls) if one.name in file_keys(cls) and one.name not in hidden]
    if not shown:
        return
    hints, texts, named = get_type_hints(cls, include_extras=True), field_docs(cls), references(cls)
    yield from ("| key | takes | unless said | means |", "|---|---|---|---|")
    for one in shown:
        # The id of an entry is made of its name.
        needed = one.default is MISSING and one.default_factory is MISSING and (cls, one.name) != (Entry, "id")
        default = "must be said" if needed else "" if one.default in (None, "", (), MISSING) else f"`{one.default}`"
        default = "" if "(" in default else default.replace("`False`", "`false`").replace("`True`", "`true`")
        takes = _type_words(hints[one.name], _named_things(named.get(one.name)))
        yield f"| `{yaml_key(one.name)}` | {takes} | {default} | {texts[one.name]} |"
    yield ""


def _named_things(mark: Refers | None) -> str:
    """What a key may name, in words; empty for text that names nothing."""
    if isinstance(mark, PlayTerm):
        return either([one_of(sort) for sort in dict.fromkeys(mark.sorts)], 12)
    if mark is None:
        return ""
    sort = mark.sorts[0]
    return "name" if sort == "context" else SORT_WORDS.get(sort, sort)


WORDS: dict[Any, str] = {
    Written: "number, dice, distance or roll",
    AnyRule: "rule",
    AnyField: "Field",
    AnyStep: "step",
    AnyEffect: "effect",
    Fraction: "share",
    str: "text",
    int: "whole number",
    bool: "true or false",
}


def _type_words(hint: Any, named: str) -> str:
    """A type in an author's words; `named` is what the texts in it name."""
    if hint in WORDS:
        return named if hint is str and named else WORDS[hint]
    if metadata := getattr(hint, "__metadata__", ()):
        bounds = [one.bounds for one in metadata if isinstance(one, Exact) and one.bounds]
        inner = _type_words(hint.__origin__, named)
        if any(isinstance(one, Short) and one.tidy in (one_or_many, summands) for one in metadata):
            return f"{inner.removeprefix('list of ')} or list of them"
        return f"{inner} from {bounds[0]['ge']}" if bounds else inner
    parts = get_args(hint)
    if get_origin(hint) is Literal:
        return either([f"`{one}`" for one in parts], 30)
    if get_origin(hint) is tuple:
        several = [_type_words(one, named) for one in parts if one is not Ellipsis]
        return f"list of {several[0]}" if Ellipsis in parts else f"list of {len(several)}: {', '.join(several)}"
    if get_origin(hint) is Mapping:
        held = _type_words(parts[1], "")
        return f"by {named}: {held}" if named else f"names with {held}"
    if parts:
        return either([_type_words(one, named) for one in parts if one is not NoneType])
    return str(hint.__name__)


def _codes(kind: str, rule: type[Rule]) -> Iterator[str]:
    """The findings a kind makes."""
    yield from (f"- `{kind}.{code}`: {words.about}" for code, words in rule.codes.items())
    yield ""
