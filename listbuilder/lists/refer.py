"""Which row of a list a player means: a number, a name, what kind of model it is, or a place such as `models[2]`.

A word is never guessed at: one that fits several rows is refused with the number of each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from listbuilder.catalogue import Game
from listbuilder.errors import EditError
from listbuilder.lists.own_keys import LIST
from listbuilder.reading import Path, Tree, format_path
from listbuilder.spelling import did_you_mean, spelled

KINDS = tuple(LIST.rows)


def refer(tree: Mapping[str, Tree], word: str, game: Game) -> Path:
    """The path of the row that a word means; `()` for `list`."""
    word = word.strip()
    place = re.fullmatch(r"(models|groups)\[(\d{1,4})\]", word)
    if place and int(place[2]) < len(rows(tree, place[1])):
        return (place[1], int(place[2]))
    found = list(dict.fromkeys(meant(tree, word, game))) if word else []
    if len(found) == 1:
        return found[0]
    if found:
        raise several(tree, word, found, game)
    raise nobody(tree, word, game)


def meant(tree: Mapping[str, Tree], word: str, game: Game) -> Iterator[Path]:
    """Every row that a word could mean."""
    if re.fullmatch(r"\d{1,4}", word) and 1 <= int(word) <= len(rows(tree, "models")):
        yield ("models", int(word) - 1)
    if word.lower() == "list":
        yield ()
    for kind in KINDS:
        for at, row in enumerate(rows(tree, kind)):
            if isinstance(row, dict) and str(row.get("name", "")).casefold() == word.casefold():
                yield (kind, at)
    # A number is never what a model is, even where a rank can be written as one.
    for at, row in enumerate([] if word.isdigit() else rows(tree, "models")):
        if title(row, game) is not None and title(row, game) == title(word, game):
            yield ("models", at)


def title(row: Tree, game: Game) -> str | None:
    """What a model is first of all, by the id of the entry in the first slot; the same for a name alone."""
    first = next(iter(game.model.slots.items()), None)
    if first is None:
        return None
    value = row.get(first[0]) if isinstance(row, dict) else row
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    found = game.find(first[1].kind, str(value)) if isinstance(value, str | int) else None
    return found.id if found else None


def titles(tree: Mapping[str, Tree], game: Game) -> Counter[str]:
    """What the models are first of all, by printed name, and how many there are of each."""
    first = next(iter(game.model.slots.values()), None)
    found = [title(row, game) for row in rows(tree, "models")]
    return Counter(game.entry_name(first.kind, id) for id in found if id and first)


def several(tree: Mapping[str, Tree], word: str, found: list[Path], game: Game) -> EditError:
    """The refusal of a word that fits several rows; it names them all."""
    numbers = all(path and path[0] == "models" for path in found) and not word.isdigit()
    names = [str(int(path[1]) + 1) if numbers else format_path(path) or "list" for path in found]
    lines = [f"{name} ({described(tree, path)})" for name, path in zip(names, found, strict=True)]
    hint = f"Say which by its {'number' if numbers else 'place'}, such as {names[0]}."
    return unclear(f'"{word}" could be {", ".join(lines[:-1])} or {lines[-1]}.', hint)


def described(tree: Mapping[str, Tree], path: Path) -> str:
    """A row in a few words: its name and the first things on it."""
    if not path:
        return "the list itself"
    row = rows(tree, str(path[0]))[int(path[1])]
    values = [value for key, value in row.items() if key != "name"] if isinstance(row, dict) else []
    words = [str(value) for value in values if isinstance(value, str)][:2]
    name = str(row["name"]) if isinstance(row, dict) and row.get("name") is not None else ""
    return ": ".join(part for part in (name, ", ".join(words)) if part) or "nothing picked"


def nobody(tree: Mapping[str, Tree], word: str, game: Game) -> EditError:
    """The refusal of a word that fits no row; it says what would."""
    last = len(rows(tree, "models"))
    numbers = (
        f"a number from 1 to {last}" if last > 1 else "the number 1" if last else "no number, as there are no models"
    )
    known = list(dict.fromkeys([*row_names(tree), *titles(tree, game)]))
    inside = [name for name in known if word.casefold() in name.casefold()] if word else []
    hint = f"Did you mean {inside[0]}?" if len(inside) == 1 else did_you_mean(word, known) if word else ""
    hint = hint or f"Give {numbers}, a name, or `list` for the list itself; `listbuilder validate` shows them."
    return unclear(f'There is no model or group "{word}" in the list.', hint)


def row_at(tree: Mapping[str, Tree], path: Path) -> Mapping[str, Tree]:
    """What the file has at a row, or of the list itself; a row that has no keys at all is refused."""
    row = rows(tree, str(path[0]))[int(path[1])] if path else dict(tree)
    if isinstance(row, dict):
        return row
    hint = f"Write it as `key: value`, or take it out with `remove FILE {format_path(path)}`."
    raise unclear(f"{format_path(path)} of the file is {spelled(row)}, which is no row.", hint)


def rows(tree: Mapping[str, Tree], kind: str) -> list[Tree]:
    """The rows of a kind, none where the file has something else there."""
    found = tree.get(kind)
    return found if isinstance(found, list) else []


def row_names(tree: Mapping[str, Tree]) -> list[str]:
    """Every name that a model or group has."""
    both = [*rows(tree, "models"), *rows(tree, "groups")]
    return [str(row["name"]) for row in both if isinstance(row, dict) and row.get("name") is not None]


def unclear(message: str, hint: str) -> EditError:
    """The error for a word that means nothing, or more than one thing."""
    return EditError.of("edit.row", message, hint)
