"""Pydantic's errors in plain words: one fact about one key, and what may stand there instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from listbuilder.phrases import NOUNS
from listbuilder.spelling import did_you_mean, spelled
from listbuilder.wording import either

Step = str | int
FORMS = {
    "Quantity": ("a number, `limit`, `models` or the like, or keys such as `{count: models}`", ("limit", *NOUNS)),
    "Selector": ("keys such as `{tag: heavy}`", ()),
    "Condition": ("keys such as `{count: models, min: 3}`", ()),
    "Range": ("a range such as `{min: 2, max: 5}`", ()),
    "Change": ("a number, or keys such as `{set: 3}`", ()),
}
"""Per record that has short forms: what may be written, and the words among that."""
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
    """The errors that say what is wrong: where one of several forms was meant, only what is wrong with that one."""
    found: list[Any] = []
    groups: dict[tuple[Step, ...], list[Any]] = {}
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
    return [one for item in found for one in (meant(item) if isinstance(item, list) else [item])]


def is_form(step: Step) -> bool:
    """Whether a step of pydantic's names one of several forms, and no key of the file."""
    return isinstance(step, str) and ("[" in step or step.startswith("constrained-") or step in ("int", "str", "bool"))


def meant(items: list[Any]) -> list[Any]:
    """Of several forms that a value might have had, the one that it comes nearest to."""
    deepest = max(len(item["loc"]) for item in items)
    own = [item for item in items if item["type"] == "value_error"]
    said = own or [item for item in items if len(item["loc"]) == deepest]
    if own or len(said) < len(items) or len(items) == 1:
        return causes({**one, "loc": tuple(step for step in one["loc"] if not is_form(step))} for one in said)
    return [{**items[0], "type": "forms", "loc": items[0]["loc"][:-1], "forms": items}]


def value_fact(item: Any, key: str) -> tuple[str, str]:
    """What is wrong with a value, and what to write: a fact without its key, and a hint."""
    given, kind, context = item.get("input"), item["type"], item.get("ctx") or {}
    if kind == "literal_error":
        words = re.findall(r"'([^']+)'", str(context.get("expected")))
        return f"can't be {spelled(given)}", did_you_mean(str(given), words) or f"Write {either(words, 12)}."
    if kind in ("forms", "dataclass_type"):
        return form_fact(item.get("forms") or [item], given)
    if kind in SHOULD:
        quotes = "Put it in quotes." if kind == "string_type" and isinstance(given, int | float) else ""
        shown = f", not {spelled(given)}" if isinstance(given, str | int | float | bool) or given is None else ""
        return f"{SHOULD[kind].format_map(context)}{shown}", quotes
    return "", ""


def form_fact(items: list[Any], given: object) -> tuple[str, str]:
    """A value that has none of the forms that it may have."""
    words: list[str] = []
    forms: list[str] = []
    for item in items:
        context = item.get("ctx") or {}
        words += re.findall(r"'([^']+)'", str(context.get("expected", "")))
        form, more = FORMS.get(str(context.get("class_name")), ("", ()))
        words += more
        forms += [form] if form else []
        plain = SHOULD.get(item["type"], "").removeprefix("must be ")
        forms += [plain] if plain and not form and item["type"] != "dataclass_type" else []
    near = did_you_mean(str(given), words) if isinstance(given, str) else ""
    told = either([*(word for word in words if not forms), *dict.fromkeys(forms)], 12) or "keys and values"
    return f"can't be {spelled(given)}", near or f"Write {told}."
