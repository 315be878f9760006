"""Named amounts: a grant may say `farther` and mean the number of that value of its entry.

The set-up of missions names constants of the game in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from listbuilder.catalogue.effects.printed_values import amount_of, is_value, read_value

NUMBERS = ("stats", "slots", "budgets")
STEPS = ("set", "add", "least", "most")
SETUP = ("draw", "rounds", "table", "roll", "count", "within", "depth", "size", "away", "otherwise")
Work = Callable[[Any], Any]


def named_amounts(data: dict[str, Any]) -> dict[str, Any]:
    """An entry's raw data with numbers where its grants and its limit name its values."""
    declared = data.get("values")
    known = (
        {name: read_value(raw) for name, raw in declared.items() if is_value(raw)} if isinstance(declared, dict) else {}
    )
    return _worked(data, lambda raw: _number(raw, known)) if known else data


def named_numbers(data: Any, constants: Mapping[str, object], own: Mapping[str, Mapping[str, object]]) -> Any:
    """The raw set-up of missions with numbers where it names constants of the game, or values of the mission itself."""
    layouts = data.get("layouts") if isinstance(data, dict) else None
    if not isinstance(layouts, dict):
        return _numbered(data, constants)
    each = {id: _numbered(one, {**constants, **own.get(id, {})}) for id, one in layouts.items()}
    return {**_numbered(data, constants), "layouts": each}


def _numbered(data: Any, known: Mapping[str, object]) -> Any:
    """Raw data of a set-up with numbers for names."""

    def number(raw: Any) -> Any:
        if isinstance(raw, dict | list):
            return _each(raw, number) if isinstance(raw, dict) else [number(one) for one in raw]
        found = known.get(raw) if isinstance(raw, str) else None
        return raw if found is None else found if isinstance(found, int) else str(found)

    if isinstance(data, list):
        return [_numbered(one, known) for one in data]
    if not isinstance(data, dict):
        return data
    return {key: number(one) if key in SETUP else _numbered(one, known) for key, one in data.items()}


def used_amounts(data: Mapping[str, Any]) -> set[str]:
    """The names that an entry's raw grants and its limit use as amounts."""
    found: set[str] = set()

    # The same walk as for filling names in, so that both agree on what an amount is.
    def note(raw: Any) -> Any:
        if isinstance(raw, str):
            found.add(raw.removeprefix("-"))
        return raw

    _worked(dict(data), note)
    return found


def _number(raw: Any, known: Mapping[str, object]) -> Any:
    """The number of a named value; anything else is returned unchanged."""
    if not isinstance(raw, str):
        return raw
    number = amount_of(known.get(raw.removeprefix("-")))
    return raw if number is None else -number if raw.startswith("-") else number


def _worked(data: dict[str, Any], work: Work) -> dict[str, Any]:
    """Raw data with `work` applied to every amount of its grants and to its limit."""
    grants = data.get("grants")
    made = {**data, **({"limit": work(data["limit"])} if "limit" in data else {})}
    if isinstance(grants, dict):
        return {**made, "grants": _grant(grants, work)}
    return {**made, "grants": [_grant(one, work) for one in grants]} if isinstance(grants, list) else made


def _grant(grant: Any, work: Work) -> Any:
    if not isinstance(grant, dict):
        return grant
    made = dict(grant)
    for key in NUMBERS:
        if key in made:
            made[key] = _each(made[key], lambda one: _change(one, work))
    if "limits" in made:
        made["limits"] = _each(made["limits"], lambda one: _limit(one, work))
    if "fields" in made:
        made["fields"] = _each(made["fields"], lambda bonus: _each(bonus, lambda one: _change(one, work)))
    if "entries" in made:
        made["entries"] = _each(made["entries"], lambda given: _given(given, work))
    return made


def _each(held: Any, work: Work) -> Any:
    return {key: work(one) for key, one in held.items()} if isinstance(held, dict) else held


def _change(raw: Any, work: Work) -> Any:
    return {key: work(one) if key in STEPS else one for key, one in raw.items()} if isinstance(raw, dict) else work(raw)


def _limit(raw: Any, work: Work) -> Any:
    both = isinstance(raw, dict) and raw.keys() <= {"min", "max"}
    return _each(raw, lambda one: _change(one, work)) if both else _change(raw, work)


def _given(raw: Any, work: Work) -> Any:
    several = raw if isinstance(raw, list) else [raw]
    return [
        {**one, "count": work(one["count"])} if isinstance(one, dict) and "count" in one else one for one in several
    ]
