"""What only some kinds of entries have, asked of any entry: one that is of another kind has none of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from listbuilder.base.values import Dice, Uses
from listbuilder.catalogue.entries import Ability, Coalition, Entry, Gear, Mission, Table, Weapon


def activation_of(entry: Entry) -> Literal["passive", "active"] | None:
    """How a piece of gear or an ability works."""
    return entry.activation if isinstance(entry, Gear | Ability) else None


def use_of(entry: Entry) -> Uses | None:
    """How often a weapon, a piece of gear or an ability works."""
    return entry.uses if isinstance(entry, Weapon | Gear | Ability) else None


def short_values(entry: Entry) -> dict[str, object]:
    """The printed values that its kind brings along and that say something, by their keys."""
    weapon = entry if isinstance(entry, Weapon) else None
    found = {
        "range": weapon.range if weapon else None,
        "damage": weapon.damage if weapon else None,
        "activation": activation_of(entry),
        "uses": use_of(entry),
        "pack": entry.pack if isinstance(entry, Mission) else None,
    }
    return {key: value for key, value in found.items() if value is not None}


def goal_ids(entry: Entry) -> tuple[str, ...]:
    """The ids of the entries that a coalition scores by."""
    return entry.goals if isinstance(entry, Coalition) else ()


def rows_of(entry: Entry) -> Mapping[str, str]:
    """The results of a table by number."""
    return entry.rows if isinstance(entry, Table) else {}


def dice_of(entry: Entry) -> Dice | None:
    """What is rolled on a table."""
    return entry.dice if isinstance(entry, Table) else None


def mission_texts(entry: Entry, worded: Callable[[str, str], str] = lambda name, text: text) -> dict[str, str]:
    """The texts of a mission that say something, by their keys; a pick words them with its own values."""
    if not isinstance(entry, Mission):
        return {}
    found = {"setup": entry.setup, "deployment": entry.deployment, "scoring": entry.scoring}
    return {key: worded(key, text) for key, text in found.items() if text}
