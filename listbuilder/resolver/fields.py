"""The fields of a row: what its keys say becomes values, with defaults for what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from listbuilder.catalogue import Game, Place
from listbuilder.finding import Finding
from listbuilder.force import Model, Owner
from listbuilder.reading import Tree
from listbuilder.resolver.plan import SheetPlan


def read_fields(owner: Owner, sheet: SheetPlan, keys: Mapping[str, Tree], game: Game, problems: list[Finding]) -> None:
    """Give a row its values, its part of the list, and, where it is a model, how far its stats are raised."""
    found: dict[str, Any] = dict(sheet.defaults)
    for key, field in sheet.fields:
        raw = keys.get(key)
        if raw is not None and (value := field.read(raw, Place(game, key, (*owner.path, key), problems))) is not None:
            found[key] = value
    owner.values = found
    for key, field in sheet.apart:
        owner.part = field.part_of(key, found.get(key)) or owner.part
    for key, field in sheet.raises:
        raw = keys.get(key)
        if raw is not None and isinstance(owner, Model):
            owner.raises = cast("dict[str, int]", field.read(raw, Place(game, key, (*owner.path, key), problems)))
