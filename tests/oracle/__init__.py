"""A second opinion: slow, plain validators for all games, written from their rulebooks alone.

They take a parsed list file (a dict) and share no code and no data with the package they check.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

__all__ = ["Roster", "Verdict", "canonical", "entries", "known", "over_limit", "spellings"]

Roster = dict[str, Any]


class Verdict(NamedTuple):
    """What a validator says: legal or not, the points, and the codes of errors and warnings."""

    legal: bool
    total: int
    errors: frozenset[str]
    warnings: frozenset[str]


def canonical(name: object) -> str:
    """One spelling for id, printed name, lower and upper case."""
    return str(name).lower().replace(" ", "-")


def known(printed: Iterable[str]) -> dict[str, str]:
    """Printed names by their canonical spelling."""
    return {canonical(name): name for name in printed}


def entries(model: Roster, slot: str, names: dict[str, str], errors: set[str]) -> list[str]:
    """The printed names in a slot; one name alone is a list of one, a name nobody knows is an empty text."""
    raw = model.get(slot)
    if raw is None:
        return []
    found = [names.get(canonical(name), "") for name in (raw if isinstance(raw, list) else [raw])]
    if "" in found:
        errors.add("name.unknown")
    return found


def over_limit(roster: Roster, total: int, formats: dict[str, int], default: str, errors: set[str]) -> bool:
    """Whether the points pass the agreed limit or else the format's; a format nobody knows has none."""
    format = str(roster.get("format", default)).lower()
    if format not in formats:
        errors.add("name.unknown")
    limit = roster.get("limit", formats.get(format))
    return limit is not None and total > limit


def spellings(printed: Iterable[str]) -> list[str]:
    """Every name as players may write it: printed, id, lower and upper case."""
    return [way for name in printed for way in (name, canonical(name), name.lower(), name.upper())]
