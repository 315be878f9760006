"""Which row of a list a player means: a number, a name, or a place such as `models[2]` or `groups[0]`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from listbuilder.errors import EditError
from listbuilder.finding import Finding
from listbuilder.reading import Path, Tree
from listbuilder.spelling import did_you_mean

__all__ = ["refer", "row_names"]


def refer(tree: Mapping[str, Tree], word: str) -> Path:
    """The path of the row that a word means; `()` for `list`. A word that fits two rows is refused."""
    place = re.fullmatch(r"(models|groups)\[(\d{1,4})\]", word.strip())
    if place and int(place[2]) < len(rows(tree, place[1])):
        return (place[1], int(place[2]))
    found: list[Path] = [
        (kind, at)
        for kind in ("models", "groups")
        for at, row in enumerate(rows(tree, kind))
        if isinstance(row, dict) and str(row.get("name", "")).casefold() == word.strip().casefold() != ""
    ]
    number = int(word) if re.fullmatch(r"\d{1,4}", word.strip()) else 0
    if 1 <= number <= len(rows(tree, "models")) and ("models", number - 1) not in found:
        found.append(("models", number - 1))
    if word.strip().lower() == "list":
        found.append(())
    if len(found) == 1:
        return found[0]
    known = row_names(tree)
    if found:
        places = " or ".join(f"{one[0]}[{one[1]}]" if one else "list" for one in found)
        raise unclear(f'"{word}" could be {places}.', "Say which with its place.")
    raise unclear(
        f'There is no model or group "{word}" in the list.',
        did_you_mean(word, known) or f"Give a number from 1 to {len(rows(tree, 'models'))}, a name, or `list`.",
    )


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
    return EditError(message, (Finding(code="edit.row", message=message, hint=hint),))
