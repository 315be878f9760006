"""Raw entries to typed ones: ids from names, the game's own fields, the built-in kind they are built like."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from listbuilder.base.findings import Finding
from listbuilder.base.records import derived_file_keys, yaml_key
from listbuilder.base.spelling import did_you_mean, nearest
from listbuilder.base.values import BadFormError, entry_id, slug
from listbuilder.catalogue import ENTRY_TYPES, Entry, FieldType, FieldValue, KindSpec
from listbuilder.loading.effects.amounts import named_amounts
from listbuilder.loading.raw_parts import Origin, RawEntry
from listbuilder.loading.source_places import entry_place
from listbuilder.loading.type_checks import build, with_rules

FORM_KEYS = ("form", "id", "also", "text")
PLAYED = ("use", "effects")
"""The keys of play of an entry or a form; `read_effects` reads them."""


def type_of(kind: str, kinds: dict[str, KindSpec]) -> type[Entry] | None:
    """The class of a kind: its own, or that of the built-in kind it is built like."""
    return ENTRY_TYPES.get((kinds[kind].is_ if kind in kinds else "") or kind)


def own_fields(kind: str, kinds: dict[str, KindSpec]) -> dict[str, FieldType]:
    """The fields the game adds to a kind, those of the kind it is built like included."""
    spec = kinds.get(kind, KindSpec())
    base = kinds[spec.is_].fields if spec.is_ in kinds and spec.is_ != kind else {}
    return {**base, **spec.fields}


def build_entry(
    raw: RawEntry, kinds: dict[str, KindSpec], currencies: Iterable[str], problems: list[Finding]
) -> Entry | None:
    """One entry, or None and its problems."""
    type_ = type_of(raw.kind, kinds)
    if type_ is None and raw.kind in kinds:
        # The kind itself is wrong, which has been reported.
        return None
    if type_ is None:
        problems.append(no_kind(raw, kinds))
        return None
    place = entry_place(raw.origin)
    data = named_amounts(with_rules(raw.data, raw.origin, problems))
    data = {key: one for key, one in data.items() if key not in PLAYED}
    # They are fields of the record, so pydantic would take them; but only the loader may fill them in.
    for key in sorted(derived_file_keys(type_) & data.keys()):
        problems.append(raw.origin.at(key).unknown_key(key, ()))
        data.pop(key)
    fields = {}
    for name, spec in own_fields(raw.kind, kinds).items():
        if name in data:
            value = field_value(spec, name, data.pop(name), place((name,)), problems)
            if value is not None:
                fields[name] = value
    read_cost(data, currencies, raw.origin, problems)
    printed = data.get("name")
    if isinstance(data.get("forms"), list):
        data["forms"] = with_ids([form_values(form) for form in data["forms"]])
    # Before `data`, so that a written id wins.
    made = {"id": entry_id(printed)} if isinstance(printed, str) else {}
    before = len(problems)
    entry: Entry | None = build(
        type_,
        {**made, **data, "kind": raw.kind, "fields": fields},
        place,
        problems,
    )
    problems[before:] = [_near(one, own_fields(raw.kind, kinds)) for one in problems[before:]]
    if entry is not None and (entry.id != slug(entry.id) or not entry.id.isascii()):
        problems.append(
            raw.origin.problem(f"`{entry.id}` is no id.", f"Write `id: {entry_id(entry.id)}`.", "catalogue.id")
        )
    return entry


def no_kind(raw: RawEntry, kinds: Iterable[str]) -> Finding:
    """The finding for an entry of a kind that the game does not have."""
    near = did_you_mean(raw.kind, [one for one in (*ENTRY_TYPES, *kinds) if one != raw.kind])
    hint = near or f"Declare it in game.yaml: `kinds: {{{raw.kind}: {{is: option}}}}`."
    return raw.origin.problem(f"There is no kind `{raw.kind}`.", hint, "catalogue.kind", name=raw.kind)


def _near(problem: Finding, own: Iterable[str]) -> Finding:
    """An unknown key may be one of the game's own fields, misspelt."""
    if problem.code != "catalogue.key" or problem.data.get("suggestion"):
        return problem
    near = nearest(str(problem.data.get("name")), own)
    return (
        replace(problem, hint=f"Did you mean {near}?", data={**problem.data, "suggestion": near}) if near else problem
    )


def read_cost(data: dict[str, Any], currencies: Iterable[str], origin: Origin, problems: list[Finding]) -> None:
    """A cost by currency: `10` is in the first, `{points: 10, beds: -4}` says which."""
    known = list(currencies)
    cost = data.get("cost", 0)
    if not isinstance(cost, dict):
        data["prices"] = {known[0]: cost} if type(cost) is int and cost else {}
        return
    for name, price in cost.items():
        if name not in known:
            problems.append(origin.at("cost", name).unknown_name("currency", name, known))
        elif type(price) is not int:
            fact = f"`{name}: {price!r}` is not a whole number."
            problems.append(origin.at("cost", name).problem(fact, "", "catalogue.value"))
    prices = {name: price for name, price in cost.items() if type(price) is int and price and name in known}
    data["cost"], data["prices"] = prices.get(known[0], 0), prices


def form_values(form: Any) -> Any:
    """A keyword form with the types of its values gathered under `values`."""
    if not isinstance(form, dict):
        return {"form": form}
    named = {key: value for key, value in form.items() if key not in (*FORM_KEYS, *PLAYED)}
    return {**{key: form[key] for key in FORM_KEYS if key in form}, **({"values": named} if named else {})}


def with_ids(forms: list[Any]) -> list[Any]:
    """The forms of a keyword, each with an id: its fixed words, and the names of its values where others have those."""
    plain = [slug(re.sub(r"\{[^}]*\}", " ", str(one.get("form")))) for one in forms]
    made = []
    for words, one in zip(plain, forms, strict=True):
        alone = plain.count(words) == 1 or not one.get("values")
        made.append({"id": words if alone else "-".join([words, *one["values"]]).strip("-"), **one})
    return made


def field_value(spec: FieldType, name: str, raw: Any, origin: Origin, problems: list[Finding]) -> FieldValue | None:
    """A field of the game's own, typed."""
    try:
        return spec.read(raw)
    except ValueError as error:
        near = did_you_mean(str(raw), spec.of) if spec.of else ""
        near = near or f"Correct it, or the field `{yaml_key(name)}` under `kinds`."
        expected = error.expected if isinstance(error, BadFormError) else ""
        problems.append(
            origin.problem(f"`{yaml_key(name)}`: {error}.", near, "catalogue.value", name=name, expected=expected)
        )
        return None
