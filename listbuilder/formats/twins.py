"""Entries that a rulebook prints under one name: that name, written once for each, means all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from listbuilder.catalogue import Game, Sheet
from listbuilder.reading import Tree

__all__ = ["name_twins"]


def name_twins(tree: Mapping[str, Tree], game: Game) -> dict[str, Tree]:
    """A canonical list in which no twin is written twice where the other was meant."""
    if not any(entry.printed for entry in game.entries):
        return dict(tree)
    made = _row(tree, game, game.list)
    for key, sheet in (("models", game.model), ("groups", game.group)):
        rows = tree.get(key)
        if isinstance(rows, list):
            made[key] = [_row(row, game, sheet) if isinstance(row, dict) else row for row in rows]
    return made


def _row(row: Mapping[str, Tree], game: Game, sheet: Sheet) -> dict[str, Tree]:
    made = dict(row)
    for id, slot in sheet.slots.items():
        value = row.get(id)
        if isinstance(value, list) and not slot.repeats:
            made[id] = _told_apart(value, game, slot.kind)
    return made


def _told_apart(picks: list[Tree], game: Game, kind: str) -> list[Tree]:
    """Picks with each name that stands for several entries replaced by them, in printed order."""
    counts = Counter(pick for pick in picks if isinstance(pick, str))
    made, seen = list(picks), Counter[str]()
    for at, pick in enumerate(picks):
        if not isinstance(pick, str) or counts[pick] < 2:
            continue
        twins = [one.name for one in game.entries if one.kind == kind and pick in (one.name, one.printed)]
        if counts[pick] == len(twins):
            made[at] = twins[seen[pick]]
            seen[pick] += 1
    return made
