"""The parts of a converted game → the files of a folder that people can read and go on editing.

One file a kind, and for units and options one a faction: short entries on one line, long ones with a key a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from listbuilder.base.values import ascii_id
from listbuilder.exchange.battlescribe.translate import EntryPart, GameParts
from listbuilder.lists.yaml_surgery import scalar_text
from listbuilder.storage.reading import Tree

WIDTH = 118
SPLIT = ("unit", "option")
# Below what the loader reads as one file, and as one folder.
MOST_BYTES, MOST_FILES = 3_000_000, 150
SHARED = "shared"
# The rules of the game; `rules.yaml` are the entries that data call rules.
RULES = "limits.yaml"


def game_files(parts: GameParts, id: str) -> dict[str, str]:
    """The text of each file, by its name."""
    head = {**parts.head, "id": id}
    made = {"game.yaml": "\n".join(_block(_flow(head))) + "\n"}
    if parts.rules:
        made[RULES] = "\n".join(["rules:", *(line for one in parts.rules for line in _row(one))]) + "\n"
    for (kind, group), entries in _by_file(parts.entries).items():
        kinds = kind if kind.endswith("s") else f"{kind}s"
        name = ascii_id(f"{kinds} {group}".strip(), kind)
        name = f"{name}-entries" if f"{name}.yaml" in made else name
        for number, text in enumerate(_entry_files(kind, entries), 1):
            made[f"{name}.yaml" if number == 1 else f"{name}-{number}.yaml"] = text
    return made


def _by_file(entries: Iterable[EntryPart]) -> dict[tuple[str, str], list[EntryPart]]:
    """The entries of each file: units and options by faction, unless that makes too many files."""
    made: dict[tuple[str, str], list[EntryPart]] = {}
    entries = list(entries)
    names = {str(one.content["aliases"][0]): str(one.content["id"]) for one in entries if one.kind == "faction"}  # type: ignore[index]
    split = 2 * len(names) < MOST_FILES
    for one in entries:
        group = ""
        if one.kind in SPLIT and names:
            alone = one.factions[0] if len(one.factions) == 1 else None
            group = names.get(alone or "", SHARED) if split else SHARED
        made.setdefault((one.kind, group), []).append(one)
    return made


def _entry_files(kind: str, entries: Iterable[EntryPart]) -> Iterable[str]:
    """The text of the files of a kind's entries, none of them too large."""
    head = [f"kind: {kind}", "entries:"]
    lines, size = [*head], 0
    for one in entries:
        comment = [f"  # {one.comment}"] if one.comment else []
        row = [*comment, *_row(one.content)]
        length = sum(len(line) + 1 for line in row)
        if size and size + length > MOST_BYTES:
            yield "\n".join(lines) + "\n"
            lines, size = [*head], 0
        lines += row
        size += length
    yield "\n".join(lines) + "\n"


class _Flow(NamedTuple):
    """A value in flow style, with those of its parts: a text is made once, however deep the value it stands in."""

    text: str
    rows: Mapping[str, _Flow] | None = None
    items: Sequence[_Flow] | None = None


def _flow(value: Tree) -> _Flow:
    if isinstance(value, dict):
        rows = {scalar_text(key): _flow(one) for key, one in value.items()}
        return _Flow("{" + ", ".join(f"{key}: {one.text}" for key, one in rows.items()) + "}", rows=rows)
    if isinstance(value, list):
        items = [_flow(one) for one in value]
        return _Flow("[" + ", ".join(one.text for one in items) + "]", items=items)
    return _Flow(scalar_text(value))


def _row(content: Mapping[str, Tree]) -> list[str]:
    """A row of a list: on one line where it fits, else a key a line."""
    whole = _flow(dict(content))
    if len(whole.text) + 4 <= WIDTH:
        return [f"  - {whole.text}"]
    first, *rest = _block(whole)
    return [f"  - {first}", *(f"    {line}" for line in rest)]


def _block(whole: _Flow, depth: int = 0) -> list[str]:
    """Keys one below the other; a value that does not fit on its line is a block of its own."""
    lines: list[str] = []
    pad = "  " * depth
    for key, value in (whole.rows or {}).items():
        start = f"{pad}{key}:"
        if len(start) + len(value.text) + 1 <= WIDTH or depth > 2:
            lines.append(f"{start} {value.text}")
        elif value.rows is not None:
            lines += [start, *_block(value, depth + 1)]
        elif value.items is not None:
            lines += [start, *(f"{pad}  - {one.text}" for one in value.items)]
        else:
            lines.append(f"{start} {value.text}")
    return lines
