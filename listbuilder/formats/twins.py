"""Imported lists in which a name that a rulebook prints for two entries, written twice, names both."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.catalogue import Game, Sheet
from listbuilder.catalogue.twins import told_apart
from listbuilder.reading import Tree


def name_twins(tree: Mapping[str, Tree], game: Game) -> dict[str, Tree]:
    """A canonical list in which no twin is written twice where the other was meant."""
    if not game.twins:
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
            made[id] = _named_apart(value, game, slot.kind)
    return made


def _named_apart(picks: list[Tree], game: Game, kind: str) -> list[Tree]:
    """Picks in which a name that is written again for its twin is that of the twin."""
    found = {at: entry for at, pick in enumerate(picks) if isinstance(pick, str) and (entry := game.find(kind, pick))}
    made = list(picks)
    for at, entry in zip(found, told_apart(list(found.values()), game), strict=True):
        made[at] = entry.name if entry is not found[at] else picks[at]
    return made
