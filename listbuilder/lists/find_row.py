"""Find the row of a list that a player refers to: by number, name, first entry, or a path such as `models[2]`.

Nothing is guessed: a word that matches several rows is an error that lists them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from listbuilder.base.errors import EditError
from listbuilder.base.spelling import did_you_mean, spelled
from listbuilder.catalogue import Game
from listbuilder.lists.document import LIST
from listbuilder.storage.reading import Path, Tree, format_path

KINDS = tuple(LIST.rows)


def resolve_row(tree: Mapping[str, Tree], word: str, game: Game) -> Path:
    """The path of the row that `word` refers to; `()` for `list`. Raises EditError unless exactly one row matches."""
    word = word.strip()
    # A path is exact: it is taken before names, which could look alike.
    place = re.fullmatch(r"(models|groups)\[(\d{1,4})\]", word)
    if place and int(place[2]) < len(rows_of_kind(tree, place[1])):
        return (place[1], int(place[2]))
    # A row may match by its name and by its first entry; that is still one row.
    found = list(dict.fromkeys(matching_rows(tree, word, game))) if word else []
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous_row_error(tree, word, found, game)
    raise unknown_row_error(tree, word, game)


def matching_rows(tree: Mapping[str, Tree], word: str, game: Game) -> Iterator[Path]:
    """The paths of all rows that `word` could refer to."""
    if re.fullmatch(r"\d{1,4}", word) and 1 <= int(word) <= len(rows_of_kind(tree, "models")):
        yield ("models", int(word) - 1)
    if word.lower() == "list":
        yield ()
    for kind in KINDS:
        for at, row in enumerate(rows_of_kind(tree, kind)):
            if isinstance(row, dict) and str(row.get("name", "")).casefold() == word.casefold():
                yield (kind, at)
    # A bare number is a row number, even in games where the first entry (a rank) can be written as a number.
    for at, row in enumerate([] if word.isdigit() else rows_of_kind(tree, "models")):
        if first_entry_id(row, game) is not None and first_entry_id(row, game) == first_entry_id(word, game):
            yield ("models", at)


def first_entry_id(row: Tree, game: Game) -> str | None:
    """The id of the entry in the first slot of a model, such as its unit. A plain name is looked up in that slot."""
    first = next(iter(game.model.slots.items()), None)
    if first is None:
        return None
    value = row.get(first[0]) if isinstance(row, dict) else row
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    found = game.find(first[1].kind, str(value)) if isinstance(value, str | int) else None
    return found.id if found else None


def count_first_entries(tree: Mapping[str, Tree], game: Game) -> Counter[str]:
    """How many models have each entry in their first slot, by printed name."""
    first = next(iter(game.model.slots.values()), None)
    found = [first_entry_id(row, game) for row in rows_of_kind(tree, "models")]
    return Counter(game.entry_name(first.kind, id) for id in found if id and first)


def ambiguous_row_error(tree: Mapping[str, Tree], word: str, found: list[Path], game: Game) -> EditError:
    """The error for a word that matches several rows; it lists them all."""
    # A number is the shortest way to choose, but only models have one, and a digit was what was ambiguous.
    numbers = all(path and path[0] == "models" for path in found) and not word.isdigit()
    names = [str(int(path[1]) + 1) if numbers else format_path(path) or "list" for path in found]
    lines = [f"{name} ({describe_row(tree, path)})" for name, path in zip(names, found, strict=True)]
    hint = f"Choose one by its {'number' if numbers else 'place'}, such as {names[0]}."
    return row_error(f'"{word}" could be {", ".join(lines[:-1])} or {lines[-1]}.', hint)


def describe_row(tree: Mapping[str, Tree], path: Path) -> str:
    """A short description of a row: its name and its first two values."""
    if not path:
        return "the list itself"
    row = rows_of_kind(tree, str(path[0]))[int(path[1])]
    values = [value for key, value in row.items() if key != "name"] if isinstance(row, dict) else []
    words = [str(value) for value in values if isinstance(value, str)][:2]
    name = str(row["name"]) if isinstance(row, dict) and row.get("name") is not None else ""
    return ": ".join(part for part in (name, ", ".join(words)) if part) or "nothing picked"


def unknown_row_error(tree: Mapping[str, Tree], word: str, game: Game) -> EditError:
    """The error for a word that matches no row, with suggestions."""
    last = len(rows_of_kind(tree, "models"))
    numbers = (
        f"a number from 1 to {last}" if last > 1 else "the number 1" if last else "no number, as there are no models"
    )
    known = list(dict.fromkeys([*row_names(tree), *count_first_entries(tree, game)]))
    # Part of a name is a better guess than a similar spelling.
    inside = [name for name in known if word.casefold() in name.casefold()] if word else []
    hint = f"Did you mean {inside[0]}?" if len(inside) == 1 else did_you_mean(word, known) if word else ""
    hint = hint or f"Give {numbers}, a name, or `list` for the list itself; `listbuilder validate` shows them."
    return row_error(f'There is no model or group "{word}" in the list.', hint)


def row_at(tree: Mapping[str, Tree], path: Path) -> Mapping[str, Tree]:
    """The mapping at a path, or the whole list for `()`. Raises EditError if the row is not a mapping."""
    row = rows_of_kind(tree, str(path[0]))[int(path[1])] if path else dict(tree)
    if isinstance(row, dict):
        return row
    hint = f"Write it as `key: value`, or take it out with `remove FILE {format_path(path)}`."
    raise row_error(f"{format_path(path)} of the file is {spelled(row)}, which is no row.", hint)


def rows_of_kind(tree: Mapping[str, Tree], kind: str) -> list[Tree]:
    """The rows under `models` or `groups`; empty if the file has anything but a list there."""
    found = tree.get(kind)
    return found if isinstance(found, list) else []


def row_names(tree: Mapping[str, Tree]) -> list[str]:
    """The names of all named models and groups."""
    both = [*rows_of_kind(tree, "models"), *rows_of_kind(tree, "groups")]
    return [str(row["name"]) for row in both if isinstance(row, dict) and row.get("name") is not None]


def row_error(message: str, hint: str) -> EditError:
    """An `edit.row` error."""
    return EditError.of("edit.row", message, hint)
