"""The reference of game files as Markdown, read off the typed catalogue and the rule kinds."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from listbuilder import catalogue
from listbuilder.base.records import Refers, field_docs, file_keys, references, yaml_key
from listbuilder.base.values import Exact, Short, one_or_many
from listbuilder.base.wording import join_choices
from listbuilder.catalogue import ENTRY_TYPES, FIELD_TYPES, Entry, Event, Field, Form, Game, event_pack
from listbuilder.catalogue.effects import parts, playbook, terms
from listbuilder.catalogue.effects.parts import PlayTerm
from listbuilder.catalogue.effects.playbook import Use
from listbuilder.catalogue.effects.printed_values import Written
from listbuilder.catalogue.effects.sequence import STEPS, AnyStep, Rate, Sequence, Summand, summands
from listbuilder.catalogue.effects.terms import SENSES
from listbuilder.catalogue.effects.verbs import VERBS, AnyEffect, Effect
from listbuilder.catalogue.fields import AnyField
from listbuilder.catalogue.query import Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules import KINDS, AnyRule, Rule
from listbuilder.catalogue.rules.implied import STANDING
from listbuilder.exchange.schemas.game_schemas import ENTRY_FILE, PATCHES
from listbuilder.loading.effects.effect_names import one_of
from listbuilder.loading.patches import TARGETS
from listbuilder.loading.references import SORT_WORDS

# The order of the document: what a designer meets first comes first.
PARTS: tuple[type, ...] = (
    Game, catalogue.Currency, catalogue.Stat, catalogue.Budget, catalogue.KindSpec, catalogue.FieldType,
    catalogue.RowSchema, catalogue.Slot, Field, catalogue.Format, event_pack.RuleChange,
    catalogue.MissionRoll, catalogue.Layout,
    catalogue.Piece, catalogue.Start, catalogue.Comparison, catalogue.Header, catalogue.Ruling, catalogue.Accepted,
    catalogue.Card,
    catalogue.CardTable, catalogue.Track, catalogue.Decay, catalogue.CardMark, catalogue.Token, catalogue.Grant,
    catalogue.NumberChange, catalogue.ValueChange,
    catalogue.LimitChange, catalogue.Only, catalogue.GivenEntry, catalogue.Offer, Condition,
    Selector, Range, Quantity, Form, catalogue.Role,
    Event, event_pack.ListTerms, event_pack.Showing, event_pack.Teams, event_pack.Boards, event_pack.Rounds,
    event_pack.Bye, event_pack.Result, event_pack.Band, event_pack.ScoreCount, event_pack.Penalty,
)  # fmt: skip
PLAY_PARTS: tuple[type, ...] = (
    terms.Terms, terms.Term, terms.NumberTerm, terms.Period, terms.RollTerm, terms.Resource,
    playbook.Course, playbook.Health, playbook.Victory, Use,
    parts.Amount, parts.Who, parts.Spot, parts.Test, parts.Moment, parts.Often, parts.Thing,
    Sequence, Summand, Rate, *(step for word, step in STEPS.items() if word != "do"),
)  # fmt: skip
# Written under names of their own: `Piercing {x}` has a key `x`, a selector a key `faction`; a file has one kind.
HIDDEN: dict[type, frozenset[str]] = {
    Entry: frozenset({"kind"}),
    Selector: frozenset({"fields"}),
    Form: frozenset({"values"}),
}


def reference() -> str:
    """The whole document."""
    lines = [
        *("# Every key of a game", "", "Made by `make schemas`; the guide is language.md beside this file.", ""),
        "Under `type`, a lower-case word such as stat or slot is the id of one, and a capitalised word a part below.",
        *("", "## Parts of game.yaml", ""),
    ]
    for cls in PARTS:
        lines += _section(f"### {cls.__name__}", cls)
        if cls is Field:
            for name, field_type in FIELD_TYPES.items():
                lines += _section(f"#### type: {name}", field_type, Field)
        if cls in (Game, Event):
            lines += [f"- `{key}`: {text}" for key, text in PATCHES.items()]
            lines += [f"- Each item of these names one of {', '.join(f'`{one}`' for one in TARGETS)}.", ""]
    lines += ["## Entries", "", "| key of the file | means |", "|---|---|"]
    lines += [*(f"| `{key}` | {text} |" for key, text in ENTRY_FILE.items()), "", *_section("### Every entry", Entry)]
    for kind, entry in ENTRY_TYPES.items():
        lines += _section(f"### kind: {kind}", entry, Entry)
    lines += _play()
    lines += ["## Rule kinds", "", "### Every rule", "", *_table(Rule, frozenset())]
    for kind, rule in KINDS.items():
        lines += [*_section(f"### {kind}", rule, Rule), *_codes(kind, rule)]
    lines += ["## Standing rules", "", "Judged without being written as rules.", ""]
    for kind, rule in STANDING.items():
        lines += [f"### {kind} (standing)", "", inspect.getdoc(rule) or "", "", *_codes(kind, rule)]
    return "\n".join(lines).rstrip() + "\n"


def _play() -> Iterator[str]:
    """The records of play: terms, uses, effects and what they are put together from."""
    yield from ("## Play", "")
    yield "`terms`, `course`, `use`, `sequences` stand in any file of a game, `use` and `effects` on entries and forms."
    yield from ("", "### Senses", "", "What a term may mean, so that an engine plays it without its text.", "")
    yield from ("| means | what |", "|---|---|", *(f"| `{one}` | {text} |" for one, text in SENSES.items()), "")
    for cls in PLAY_PARTS:
        yield from _section(f"### {cls.__name__}", cls)
    yield from _section("### Every effect", Effect)
    for verb, effect in VERBS.items():
        yield from _section(f"### do: {verb}", effect, Effect)


def _section(title: str, cls: type, base: type | None = None) -> Iterator[str]:
    """A record with its own words and its keys, without those of a base that has a section of its own."""
    yield from (title, "", inspect.getdoc(cls) or "", "")
    inherited: Any = base
    yield from _table(cls, frozenset(one.name for one in fields(inherited)) if base else HIDDEN.get(cls, frozenset()))


def _table(cls: Any, hidden: frozenset[str]) -> Iterator[str]:
    """The keys of a record: what each takes, its default, and what it means."""
    shown = [one for one in fields(cls) if one.name in file_keys(cls) and one.name not in hidden]
    if not shown:
        return
    hints, texts, named = get_type_hints(cls, include_extras=True), field_docs(cls), references(cls)
    yield from ("| key | type | default | meaning |", "|---|---|---|---|")
    for one in shown:
        # The id of an entry is made of its name.
        needed = one.default is MISSING and one.default_factory is MISSING and (cls, one.name) != (Entry, "id")
        default = "required" if needed else "" if one.default in (None, "", (), MISSING) else f"`{one.default}`"
        # A record as a default would be shown as Python; its own section has the defaults of its keys.
        default = "" if "(" in default else default.replace("`False`", "`false`").replace("`True`", "`true`")
        takes = _type_words(hints[one.name], _named_things(named.get(one.name)))
        yield f"| `{yaml_key(one.name)}` | {takes} | {default} | {texts[one.name]} |"
    yield ""


def _named_things(mark: Refers | None) -> str:
    """What a key may name, in words; empty for text that names nothing."""
    if isinstance(mark, PlayTerm):
        return join_choices([one_of(sort) for sort in dict.fromkeys(mark.sorts)], 12)
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
        return join_choices([f"`{one}`" for one in parts], 30)
    if get_origin(hint) is tuple:
        several = [_type_words(one, named) for one in parts if one is not Ellipsis]
        return f"list of {several[0]}" if Ellipsis in parts else f"list of {len(several)}: {', '.join(several)}"
    if get_origin(hint) is Mapping:
        held = _type_words(parts[1], "")
        return f"by {named}: {held}" if named else f"names with {held}"
    if parts:
        return join_choices([_type_words(one, named) for one in parts if one is not NoneType])
    return str(hint.__name__)


def _codes(kind: str, rule: type[Rule]) -> Iterator[str]:
    """The findings a kind makes."""
    yield from (f"- `{kind}.{code}`: {words.about}" for code, words in rule.codes.items())
    yield ""
