"""Pydantic at the border: raw YAML in, typed values out, or findings with file and line for every mistake."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from listbuilder.catalogue import FIELD_TYPES
from listbuilder.catalogue.effects.effect import Effect
from listbuilder.catalogue.effects.sequence import STEPS, Step
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.finding import Finding
from listbuilder.loader.parts import Origin
from listbuilder.loader.value_words import causes, value_fact
from listbuilder.reading import Tree
from listbuilder.rules import KINDS, Rule
from listbuilder.spelling import did_you_mean, is_rest_of_text, rest_of_text
from listbuilder.values import yaml_key

Problems = list[Finding]
TYPELESS = ("model_attributes_type", "union_tag_invalid", "union_tag_not_found")
Hidden = frozenset(
    {"fields", "prices", "uses-of", "all-grants", "places", "unknown", "said", "given-keywords", "event", "digest"}
)


@lru_cache(maxsize=128)
def adapter(type_: type) -> TypeAdapter[Any]:
    """Pydantic's reader of a type."""
    return TypeAdapter(type_)


def build(
    type_: type, data: dict[str, Any], place: Callable[[tuple[str | int, ...]], Origin], problems: Problems
) -> Any:
    """A value of `type_`, or None and the problems that prevented it."""
    try:
        return adapter(type_).validate_python(data)
    except ValidationError as error:
        problems += explain_all(type_, error, place)
        return None


def explain_all(
    type_: type, error: ValidationError, place: Callable[[tuple[str | int, ...]], Origin]
) -> Iterator[Finding]:
    """All of pydantic's errors in plain words; what none of several forms fits is one error."""
    told: dict[tuple[str | int, ...], Finding] = {}
    for item in causes(error.errors(include_url=False)):
        loc = tuple(item["loc"])
        path = untagged(type_, loc)
        said = re.match(r"(?:Value error, )?`([\w-]+)[`:]", str(item["msg"]))
        found = explain(type_, item, loc, place((*path, said[1]) if said else path))
        before, _, form = found.message.rpartition(" like ")
        if before and loc in told and told[loc].message.startswith(before):
            told[loc] = replace(told[loc], message=f"{told[loc].message[:-1]} or {form}")
        else:
            told[(*loc, len(told)) if loc in told else loc] = found
    yield from told.values()


def explain(type_: type, item: Any, loc: tuple[str | int, ...], origin: Origin) -> Finding:
    """One of pydantic's errors in plain words."""
    key = next((str(step) for step in reversed(loc) if isinstance(step, str)), "")
    if item["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        if is_rest_of_text(key, item.get("input")):
            return origin.problem(*rest_of_text(key), "catalogue.key")
        known = [yaml_key(name) for name in keys_of(type_, loc[:-1]) if yaml_key(name) not in Hidden]
        hint = did_you_mean(key, known) or (f"The keys are {', '.join(known)}." if known else "Remove it.")
        return origin.problem(f"Unknown key `{key}`.", hint, "catalogue.key")
    if item["type"] in ("missing", "missing_argument", "missing_keyword_only_argument"):
        return origin.problem(f"`{key}` is missing.", f"Add `{key}: …`.", "catalogue.missing")
    if item["type"] in TYPELESS:
        found = leads_to(type_, loc)
        if found is Step:
            return explain_step(origin)
        return explain_verb(item, origin) if found is Effect else explain_type(item, key, origin)
    fact, hint = value_fact(item, key)
    if fact:
        return origin.problem(f"`{key}` {fact}.", hint, "catalogue.value")
    message = str(item["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    given = item.get("input")
    shown = f", not {given!r}" if isinstance(given, str | int | float | bool) and repr(given) not in message else ""
    fact = f"{message}{shown}."
    return origin.problem(f"`{key}`: {fact}" if key else fact[0].upper() + fact[1:], "", "catalogue.value")


def explain_type(item: Any, key: str, origin: Origin) -> Finding:
    """What is wrong with a field whose type can't be told."""
    types_ = f"the types are {', '.join(FIELD_TYPES)}."
    if item["type"] == "union_tag_not_found":
        return origin.problem("`type` is missing.", f"Add `type: …`; {types_}", "catalogue.missing")
    if item["type"] == "model_attributes_type":
        return origin.problem(f"`{key}` must be keys and values.", f"Write `{key}: {{type: …}}`; {types_}")
    tag = str(item["ctx"]["tag"])
    hint = did_you_mean(tag, FIELD_TYPES) or types_.capitalize()
    return origin.problem(f"`type`: there is no type of field `{tag}`.", hint)


def explain_step(origin: Origin) -> Finding:
    """What is wrong with a step whose kind can't be told."""
    known = ", ".join(STEPS)
    return origin.problem("A step begins with a word that says what it does.", f"Write one of {known}.")


def explain_verb(item: Any, origin: Origin) -> Finding:
    """What is wrong with an effect whose verb can't be told."""
    verbs = f"The verbs are {', '.join(VERBS)}."
    if item["type"] == "union_tag_not_found":
        return origin.problem("`do` is missing.", f"Add `do: …`. {verbs}", "catalogue.missing")
    if item["type"] == "model_attributes_type":
        return origin.problem("An effect must be keys and values.", "Write `{do: …}`.")
    tag = str(item["ctx"]["tag"])
    return origin.problem(f"`do`: there is no verb `{tag}`.", did_you_mean(tag, VERBS) or verbs)


def keys_of(type_: type, loc: tuple[str | int, ...]) -> list[str]:
    """The fields of the dataclass that a path leads to, as far as it can be told."""
    found = leads_to(type_, loc)
    if not dataclasses.is_dataclass(found):
        return []
    return [*dict.fromkeys((*(one.name for one in dataclasses.fields(found)), *getattr(found, "also", ())))]


def untagged(type_: type, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """A path of pydantic's as the file has it: without the steps that name a type of field."""
    found: Any = type_
    path: list[str | int] = []
    for step in loc:
        if not by_type(found):
            path.append(step)
        found = inside(found, step)
    return tuple(path)


def inside(found: Any, step: str | int) -> Any:
    """The type of what is one step inside a type."""
    if tags := by_type(found):
        return tags.get(str(step))
    if isinstance(found, type) and dataclasses.is_dataclass(found):
        found = types_inside(found).get(str(step))
    else:
        parts = typing.get_args(found)
        found = parts[-1] if parts and parts[-1] is not Ellipsis else parts[0] if parts else None
    return found if by_type(found) else next((one for one in options(found) if one is not type(None)), None)


@lru_cache(maxsize=256)
def types_inside(found: Any) -> dict[str, Any]:
    """The types of a dataclass's fields, by their keys in a file; reading them takes long, and many problems ask."""
    return {yaml_key(name): hint for name, hint in typing.get_type_hints(found).items()}


def options(found: Any) -> tuple[Any, ...]:
    """The types of a union, or the one type there is."""
    return typing.get_args(found) if typing.get_origin(found) in (typing.Union, types.UnionType) else (found,)


def by_type(found: Any) -> Mapping[str, Any]:
    """The types that a union is told apart by: those of fields, or the verbs of effects; none for anything else."""
    if found is Effect or found is Step:
        return VERBS if found is Effect else STEPS
    return FIELD_TYPES if set(options(found)) == set(FIELD_TYPES.values()) else {}


def leads_to(type_: type, loc: tuple[str | int, ...]) -> Any:
    """The type that a path leads to."""
    found: Any = type_
    for step in loc:
        found = inside(found, step)
    return found


def build_rules(raw: Tree, origin: Origin, problems: Problems) -> list[Rule]:
    """The rules of a list, each by its kind."""
    if not isinstance(raw, list):
        problems.append(origin.problem("`rules` must be a list.", "Start each rule with `- `."))
        return []
    rules = [build_rule(item, origin.at(index), problems) for index, item in enumerate(raw)]
    return [rule for rule in rules if rule]


def build_rule(item: Tree, origin: Origin, problems: Problems) -> Rule | None:
    """One rule by its kind."""
    kind = item.get("kind") if isinstance(item, dict) else None
    if not isinstance(item, dict) or not isinstance(kind, str) or kind not in KINDS:
        hint = did_you_mean(str(kind), KINDS) or f"The kinds are {', '.join(KINDS)}."
        problems.append(origin.problem(f"A rule needs a `kind` that exists, not {kind!r}.", hint, "catalogue.rule"))
        return None
    rule: Rule | None = build(KINDS[str(kind)], item, lambda loc: origin.at(*loc), problems)
    return rule


def with_rules(data: dict[str, Any], origin: Origin, problems: Problems) -> dict[str, Any]:
    """Raw data with its short forms in full and its rules typed, also those of a mission's roles."""
    data = dict(data)
    if "rules" in data:
        data["rules"] = build_rules(data["rules"], origin.at("rules"), problems)
    if isinstance(data.get("grants"), dict):
        data["grants"] = [data["grants"]]
    if isinstance(data.get("roles"), dict):
        data["roles"] = {
            name: with_rules(role, origin.at("roles", name), problems) if isinstance(role, dict) else role
            for name, role in data["roles"].items()
        }
    return data
