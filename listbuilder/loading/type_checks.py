"""Pydantic at the border: raw YAML in, typed values out, or findings with file and line for every mistake."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from listbuilder.base.findings import Finding
from listbuilder.base.records import file_keys, yaml_key
from listbuilder.base.spelling import did_you_mean, is_rest_of_text, read_as_key, rest_of_text, spelled
from listbuilder.base.values import BadFormError, BadKeyError
from listbuilder.base.wording import join_choices
from listbuilder.catalogue import FIELD_TYPES
from listbuilder.catalogue.effects.sequence import STEPS, Step
from listbuilder.catalogue.effects.verbs import VERBS, Effect
from listbuilder.catalogue.phrasing import NOUNS
from listbuilder.catalogue.rules import KINDS, Rule
from listbuilder.loading.raw_parts import Origin
from listbuilder.storage.reading import Tree

# Pydantic's errors in plain words: one fact about one key, and what may stand there instead.


PathStep = str | int
FORMS = {
    "Quantity": ("a number, `limit`, `models` or the like, or keys such as `{count: models}`", ("limit", *NOUNS)),
    "Selector": ("keys such as `{tag: heavy}`", ()),
    "Condition": ("keys such as `{count: models, min: 3}`", ()),
    "Range": ("a range such as `{min: 2, max: 5}`", ()),
    "NumberChange": ("a number, or keys such as `{set: 3}`", ()),
    "ValueChange": ("a number, or keys such as `{set: 3}` or `{write: 5+}`", ()),
}
"""Per record that has short forms: what may be written, and the words among that."""
EXAMPLES = {
    "Stat": "keys and values such as `{name: HP, base: 3}`",
    "Currency": "keys and values such as `{name: gold}`",
    "Grant": "keys and values such as `{stats: {hp: 1}}`",
    "Slot": "keys and values such as `{kind: gear, max: 2}`",
}
"""Per other record that authors often give one value: what it looks like."""
SHOULD = {
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be keys and values",
    "dataclass_type": "must be keys and values",
    "greater_than_equal": "must be {ge} or more",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be {le} or less",
}


def causes(errors: Iterable[Any]) -> list[Any]:
    """Pydantic's errors without noise: if a value may have several forms, only the errors of the one that was meant."""
    found: list[Any] = []
    groups: dict[tuple[PathStep, ...], list[Any]] = {}
    for item in errors:
        at = next((at for at, step in enumerate(item["loc"]) if is_form(step)), None)
        if at is None:
            found.append(item)
        else:
            key = item["loc"][:at]
            if key not in groups:
                groups[key] = []
                found.append(groups[key])
            groups[key].append(item)
    return [one for item in found for one in (closest_form(item) if isinstance(item, list) else [item])]


def is_form(step: PathStep) -> bool:
    """Whether a step in pydantic's path names one of several forms instead of a key of the file."""
    return isinstance(step, str) and ("[" in step or step.startswith("constrained-") or step in ("int", "str", "bool"))


def closest_form(items: list[Any]) -> list[Any]:
    """The errors of the form that a value comes nearest to."""
    deepest = max(len(item["loc"]) for item in items)
    # An error of our own comes from a form that had the right keys. Otherwise the form that was read deepest is meant.
    own = [item for item in items if item["type"] == "value_error"]
    kept = own or [item for item in items if len(item["loc"]) == deepest]
    if own or len(kept) < len(items) or len(items) == 1:
        return causes({**one, "loc": tuple(step for step in one["loc"] if not is_form(step))} for one in kept)
    return [{**items[0], "type": "forms", "loc": items[0]["loc"][:-1], "forms": items}]


def value_fact(item: Any, key: str) -> tuple[str, str]:
    """What is wrong with a value, and what to write: a fact without its key, and a hint."""
    given, kind, context = item.get("input"), item["type"], item.get("ctx") or {}
    if kind == "literal_error":
        # Pydantic gives the allowed values only as text.
        words = re.findall(r"'([^']+)'", str(context.get("expected")))
        return f"can't be {spelled(given)}", did_you_mean(str(given), words) or f"Write {join_choices(words, 12)}."
    if kind in ("forms", "dataclass_type"):
        return form_fact(item.get("forms") or [item], given)
    if kind in SHOULD:
        shown = f", not {spelled(given)}" if isinstance(given, str | int | float | bool) or given is None else ""
        return f"{SHOULD[kind].format_map(context)}{shown}", plain_hint(kind, given)
    return "", ""


def plain_hint(kind: str, given: object) -> str:
    """How to write a value that is of another type than it should be, where that is plain."""
    if kind == "string_type" and isinstance(given, int | float):
        return "Put it in quotes."
    if kind in ("int_type", "int_parsing") and isinstance(given, str):
        number = re.match(r"[+-]?\d+(?![\d.,/])", given)
        return f"Write `{number[0]}`, a number alone." if number else ""
    if kind in ("tuple_type", "list_type"):
        bare = isinstance(given, dict) and all(one is None for one in given.values())
        words = [given] if isinstance(given, str) else list(map(str, given)) if bare and isinstance(given, dict) else []
        return f"Write `[{', '.join(words)}]`." if words else ""
    if kind in ("dict_type", "dataclass_type") and isinstance(given, str):
        meant = re.fullmatch(r"([\w-]+) *[ =] *([+-]?\d+)", given)
        return f"Write `{{{meant[1]}: {meant[2]}}}`." if meant else ""
    return ""


def form_fact(items: list[Any], given: object) -> tuple[str, str]:
    """A value that has none of the forms that it may have."""
    words: list[str] = []
    forms: list[str] = []
    for item in items:
        context = item.get("ctx") or {}
        words += re.findall(r"'([^']+)'", str(context.get("expected", "")))
        form, more = FORMS.get(str(context.get("class_name")), ("", ()))
        words += more
        form = form or EXAMPLES.get(str(context.get("class_name")), "")
        forms += [form] if form else []
        plain = SHOULD.get(item["type"], "").removeprefix("must be ")
        forms += [plain] if plain and not form and item["type"] != "dataclass_type" else []
    near = did_you_mean(str(given), words) if isinstance(given, str) else ""
    forms_text = join_choices([*(word for word in words if not forms), *dict.fromkeys(forms)], 12) or "keys and values"
    return f"can't be {spelled(given)}", near or f"Write {forms_text}."


Problems = list[Finding]
TYPELESS = ("model_attributes_type", "union_tag_invalid", "union_tag_not_found")


# Building a reader takes far longer than using it.
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
    by_place: dict[tuple[str | int, ...], Finding] = {}
    for item in causes(error.errors(include_url=False)):
        loc = tuple(item["loc"])
        path = untagged(type_, loc)
        cause = cause_of(item)
        found = explain(type_, item, loc, place((*path, cause.key) if cause and cause.key else path))
        example, first = found.data.get("example"), by_place.get(loc)
        # Several typed values were tried for one text: one finding names all forms.
        if first and example and first.data.get("example"):
            by_place[loc] = replace(first, message=f"{first.message[:-1]} or {example}.")
        else:
            # Two errors at one place are both kept.
            by_place[(*loc, len(by_place)) if loc in by_place else loc] = found
    yield from by_place.values()


def explain(type_: type, item: Any, loc: tuple[str | int, ...], origin: Origin) -> Finding:
    """One of pydantic's errors in plain words."""
    key = next((str(step) for step in reversed(loc) if isinstance(step, str)), "")
    if item["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        known = keys_of(type_, loc[:-1])
        meant = read_as_key(key, item.get("input"), known)
        if meant or is_rest_of_text(key, item.get("input")):
            return origin.problem(*(meant or rest_of_text(key)), "catalogue.key", name=key)
        found = origin.unknown_key(key, known)
        return replace(found, data={**found.data, "value": item.get("input"), "known": known})
    if item["type"] in ("missing", "missing_argument", "missing_keyword_only_argument"):
        return origin.problem(f"`{key}` is missing.", f"Add `{key}: …`.", "catalogue.missing", name=key)
    if item["type"] in TYPELESS:
        found = leads_to(type_, loc)
        if found is Step:
            return explain_step(origin)
        return explain_verb(item, origin) if found is Effect else explain_type(item, key, origin)
    if meant := read_as_key(key, item.get("input")):
        return origin.problem(*meant, "catalogue.key", name=key)
    fact, hint = value_fact(item, key)
    # The singular of a key with a mapping is most likely its plural.
    if isinstance(item.get("input"), dict) and f"{key}s" in keys_of(type_, loc[:-1]):
        hint = f"Write `{key}s: {flow(item['input'])}`."
    if fact:
        return origin.problem(f"`{key}` {fact}.", hint, "catalogue.value")
    cause = cause_of(item)
    message = str(cause or item["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    given = item.get("input")
    shown = f", not {given!r}" if isinstance(given, str | int | float | bool) and repr(given) not in message else ""
    fact = f"{message}{shown}."
    data: dict[str, object] = {"name": key or (cause.key if cause else "")}
    if isinstance(cause, BadFormError):
        data |= {"value": cause.value, "expected": cause.expected, "example": cause.example}
    return origin.problem(f"`{key}`: {fact}" if key else fact[0].upper() + fact[1:], "", "catalogue.value", **data)


def flow(given: Mapping[str, Any]) -> str:
    """A mapping as an author would write it on one line."""
    shown = ", ".join(
        f"{key}: {spelled(value) if not isinstance(value, str) else value}" for key, value in given.items()
    )
    return f"{{{shown}}}"


def cause_of(item: Any) -> BadKeyError | None:
    """What a record of ours found wrong with its own keys, where that is the error."""
    error = (item.get("ctx") or {}).get("error")
    return error if isinstance(error, BadKeyError) else None


def explain_type(item: Any, key: str, origin: Origin) -> Finding:
    """What is wrong with a field without a known type."""
    types_ = f"the types are {', '.join(FIELD_TYPES)}."
    if item["type"] == "union_tag_not_found":
        return origin.problem("`type` is missing.", f"Add `type: …`; {types_}", "catalogue.missing", name="type")
    if item["type"] == "model_attributes_type":
        return origin.problem(f"`{key}` must be keys and values.", f"Write `{key}: {{type: …}}`; {types_}")
    tag = str(item["ctx"]["tag"])
    hint = did_you_mean(tag, FIELD_TYPES) or types_.capitalize()
    return origin.problem(f"`type`: there is no type of field `{tag}`.", hint)


def explain_step(origin: Origin) -> Finding:
    """What is wrong with a step without a known kind."""
    known = ", ".join(STEPS)
    return origin.problem("A step begins with a word that says what it does.", f"Write one of {known}.")


def explain_verb(item: Any, origin: Origin) -> Finding:
    """What is wrong with an effect without a known verb."""
    verbs = f"The verbs are {', '.join(VERBS)}."
    if item["type"] == "union_tag_not_found":
        return origin.problem("`do` is missing.", f"Add `do: …`. {verbs}", "catalogue.missing", name="do")
    if item["type"] == "model_attributes_type":
        return origin.problem("An effect must be keys and values.", "Write `{do: …}`.")
    tag = str(item["ctx"]["tag"])
    return origin.problem(f"`do`: there is no verb `{tag}`.", did_you_mean(tag, VERBS) or verbs)


def keys_of(type_: type, loc: tuple[str | int, ...]) -> list[str]:
    """The keys of the record that a path leads to, as far as the path is known."""
    found = leads_to(type_, loc)
    if not isinstance(found, type) or not dataclasses.is_dataclass(found):
        return []
    return [*dict.fromkeys(map(yaml_key, (*file_keys(found), *getattr(found, "also", ()))))]


def untagged(type_: type, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """A path of pydantic's as the file has it: without the steps that name a type of field."""
    found: Any = type_
    path: list[str | int] = []
    for step in loc:
        if not by_type(found):
            # Steps of pydantic that only name the tag of a union are no keys of the file.
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
        # The last argument: the value of a mapping, or the item of a tuple.
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
    """The tagged types of a union: those of fields, or the verbs of effects; none for anything else."""
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
