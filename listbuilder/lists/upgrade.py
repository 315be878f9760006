"""Bring a list up to date with its catalogue: what was renamed, repriced or removed since it was written.

A list knows only the version it was built against. Renames are known from aliases; prices only when the older
catalogue is at hand; a name that nothing knows is reported and stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from listbuilder.catalogue import Entry, Game, Sheet, Slot, stamp
from listbuilder.lists.edit import Editor
from listbuilder.lists.formatting import respell, rows_of
from listbuilder.lists.own_keys import LIST
from listbuilder.reading import Tree
from listbuilder.values import slug


class Step(NamedTuple):
    """One change, with its place in the file."""

    kind: Literal["version", "renamed", "repriced", "unknown"]
    where: str
    text: str


def changes_since(tree: Mapping[str, Tree], game: Game, old: Game | None = None) -> list[Step]:
    """Everything that changed for this list, as far as it can be known."""
    steps = [*version_step(tree, game)]
    for path, sheet, _ in rows_of(tree, game):
        row: Tree = dict(tree)
        for step in path:
            row = row[step]  # type: ignore[index]
        assert isinstance(row, dict)
        where = f"{path[0]}[{path[1]}]." if path else ""
        steps += [one for key, value in row.items() for one in value_steps(key, value, sheet, where, game, old)]
    return steps


def version_step(tree: Mapping[str, Tree], game: Game) -> Iterator[Step]:
    """What the list says of its catalogue."""
    before = tree.get("catalogue")
    if before is None:
        yield Step("version", "catalogue", f"The list does not say its catalogue version; it is now {stamp(game)}.")
    elif str(before) != stamp(game):
        yield Step("version", "catalogue", f"Catalogue {before} → {stamp(game)}.")


def value_steps(key: str, value: Tree, sheet: Sheet, where: str, game: Game, old: Game | None) -> Iterator[Step]:
    """The changes to what is under one key."""
    yield from slot_steps(value, sheet.slots.get(key), f"{where}{key}", game, old)


def slot_steps(value: Tree, slot: Slot | None, where: str, game: Game, old: Game | None) -> Iterator[Step]:
    """The changes to what is in one slot, and inside that."""
    if slot is None:
        return
    for at, item in enumerate(value if isinstance(value, list) else [value]):
        place = f"{where}[{at}]" if isinstance(value, list) else where
        name = item.get("entry") if isinstance(item, dict) else item
        if isinstance(name, str | int) and not isinstance(name, bool):
            yield from name_steps(str(name), slot.kind, place, game, old)
        found = game.find(slot.kind, str(name))
        if isinstance(item, dict) and found and item.get("picks") is not None:
            said = item["picks"] if isinstance(item["picks"], dict) else {"picks": item["picks"]}
            for id, inner in said.items():
                deep = f"{place}.picks" if id == "picks" else f"{place}.picks.{id}"
                yield from slot_steps(inner, found.picks.get(id), deep, game, old)


def name_steps(name: str, kind: str, place: str, game: Game, old: Game | None) -> Iterator[Step]:
    """The changes to one entry."""
    entry = game.find(kind, name)
    if entry is None:
        yield Step("unknown", place, f"{name} is not in the catalogue any more, or never was; it stays in the list.")
        return
    if slug(name) not in (entry.id, slug(entry.name)):
        yield Step("renamed", place, f"{name} → {entry.name}.")
    before = former(entry, name, kind, old) if old else None
    if before is None:
        return
    for id in game.currencies:
        was, now = before.price(id), entry.price(id)
        if was != now:
            yield Step("repriced", place, f"{entry.name}: {was} → {now} {game.currency_name(id)}.")


def former(entry: Entry, name: str, kind: str, old: Game) -> Entry | None:
    """The entry as the older catalogue has it."""
    spellings = (name, entry.id, entry.name, *entry.aliases)
    return next((found for one in spellings if (found := old.find(kind, one))), None)


def upgrade_list(editor: Editor, game: Game) -> None:
    """Write current names and the current version into a list."""
    respell(editor, game)
    if editor.tree.get("catalogue") != stamp(game):
        editor.assign(("catalogue",), stamp(game), LIST.head)
