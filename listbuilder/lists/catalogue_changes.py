"""Update a list to the current catalogue: what was renamed, repriced or removed since it was written.

A list records only the version it was built against. Renames are found by aliases, price changes only if the older
catalogue is available. An unknown name is reported and stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from listbuilder.base.values import slug
from listbuilder.catalogue import Game, Slot, stamp
from listbuilder.lists.canonical import respell_names, rows_with_schemas
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import Editor
from listbuilder.lists.find_row import row_at
from listbuilder.storage.reading import Tree


class UpgradeStep(NamedTuple):
    """One change, with its place in the file."""

    kind: Literal["version", "renamed", "repriced", "unknown"]
    where: str
    text: str


def changes_since(tree: Mapping[str, Tree], game: Game, old: Game | None = None) -> list[UpgradeStep]:
    """The changes that affect this list, as far as they can be known."""
    steps = [*version_step(tree, game)]
    for path, sheet, _ in rows_with_schemas(tree, game):
        row = row_at(tree, path)
        where = f"{path[0]}[{path[1]}]." if path else ""
        for key, value in row.items():
            steps += slot_steps(value, sheet.slots.get(key), f"{where}{key}", game, old)
    return steps


def version_step(tree: Mapping[str, Tree], game: Game) -> Iterator[UpgradeStep]:
    """The step that updates the catalogue version, if it differs."""
    before = tree.get("catalogue")
    if before is None:
        text = f"The list does not say its catalogue version; it is now {stamp(game)}."
        yield UpgradeStep("version", "catalogue", text)
    elif str(before) != stamp(game):
        yield UpgradeStep("version", "catalogue", f"Catalogue {before} → {stamp(game)}.")


def slot_steps(value: Tree, slot: Slot | None, where: str, game: Game, old: Game | None) -> Iterator[UpgradeStep]:
    """The changes to the picks in a slot, inner picks included."""
    if slot is None:
        return
    for at, item in enumerate(value if isinstance(value, list) else [value]):
        place = f"{where}[{at}]" if isinstance(value, list) else where
        name = item.get("entry") if isinstance(item, dict) else item
        if isinstance(name, str | int) and not isinstance(name, bool):
            yield from name_steps(str(name), slot.kind, place, game, old)
        found = game.find(slot.kind, str(name))
        if isinstance(item, dict) and found and item.get("picks") is not None:
            by_slot = item["picks"] if isinstance(item["picks"], dict) else {"picks": item["picks"]}
            for id, inner in by_slot.items():
                deep = f"{place}.picks" if id == "picks" else f"{place}.picks.{id}"
                yield from slot_steps(inner, found.picks.get(id), deep, game, old)


def name_steps(name: str, kind: str, place: str, game: Game, old: Game | None) -> Iterator[UpgradeStep]:
    """The changes to one entry."""
    entry = game.find(kind, name)
    if entry is None:
        text = f"{name} is not in the catalogue any more, or never was; it stays in the list."
        yield UpgradeStep("unknown", place, text)
        return
    # Found by an alias: the name that the list has is a former one.
    if slug(name) not in (entry.id, slug(entry.name)):
        yield UpgradeStep("renamed", place, f"{name} → {entry.name}.")
    # The older catalogue may know the entry only by a former name, which is an alias now.
    spellings = (name, entry.id, entry.name, *entry.aliases)
    before = next((found for one in spellings if (found := old.find(kind, one))), None) if old else None
    if before is None:
        return
    for id in game.currencies:
        was, now = before.price(id), entry.price(id)
        if was != now:
            yield UpgradeStep("repriced", place, f"{entry.name}: {was} → {now} {game.currency_name(id)}.")


def upgrade_list(editor: Editor, game: Game) -> None:
    """Write current names and the current version into a list."""
    # Nothing is removed: an unknown name may come back, and only the player knows what to take instead.
    respell_names(editor, game)
    if editor.tree.get("catalogue") != stamp(game):
        editor.assign(("catalogue",), stamp(game), LIST.head)
