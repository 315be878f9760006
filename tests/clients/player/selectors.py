"""Selectors: whether an entry that somebody holds fits, or anything that a figure holds."""

from __future__ import annotations

from typing import Any

from .values import Data
from .world import Figure, Held

__all__ = ["fits_figure", "fits_held"]


def fits_held(where: Data, held: Held) -> bool:
    """Whether a held entry fits a selector."""
    facts: dict[str, Any] = {
        "entry": [held.entry["id"]],
        "kind": [held.entry["kind"]],
        "slot": [held.pick.get("slot")],
        "tag": held.entry.get("tags", []),
        "category": [held.entry.get("category")],
        "keyword": [one["id"] for one in held.entry.get("keywords", [])],
    }
    if "given" in where and where["given"] is not held.pick.get("granted", False):
        return False
    if "any" in where and not any(fits_held(one, held) for one in where["any"]):
        return False
    if "all" in where and not all(fits_held(one, held) for one in where["all"]):
        return False
    if "not" in where and fits_held(where["not"], held):
        return False
    facts |= {key: [one] for key, one in held.entry.get("fields", {}).items() if isinstance(one, str)}
    asked = {key: wanted for key, wanted in where.items() if key not in ("given", "any", "all", "not")}
    return all({*facts.get(key, ())} & {*wanted} for key, wanted in asked.items())


def fits_figure(where: Data, figure: Figure) -> bool:
    """Whether something that a figure was given or bought fits."""
    return any(fits_held(where, held) for held in figure.held if held.pick)
