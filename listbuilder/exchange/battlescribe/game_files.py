"""The parts of a converted game → the files of a folder that people can read and go on editing.

One file a kind, and for units and options one a faction: short entries on one line, long ones with a key a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from listbuilder.base.values import ascii_id
from listbuilder.exchange.battlescribe.translate import EntryPart, GameParts
from listbuilder.lists.yaml_surgery import flow_text, scalar_text
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
    made = {"game.yaml": "\n".join(_block(head)) + "\n"}
    if parts.rules:
        made[RULES] = "\n".join(["rules:", *(line for one in parts.rules for line in _row(one))]) + "\n"
    for (kind, group), entries in _by_file(parts.entries).items():
        name = ascii_id(f"{kind}s {group}".strip(), kind)
        name = f"{name}-entries" if f"{name}.yaml" in made else name
        for number, chunk in enumerate(_chunks(entries), 1):
            made[f"{name}.yaml" if number == 1 else f"{name}-{number}.yaml"] = _entry_file(kind, chunk)
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


def _chunks(entries: list[EntryPart]) -> Iterable[list[EntryPart]]:
    """The entries in files that are not too large."""
    found: list[EntryPart] = []
    size = 0
    for one in entries:
        size += len(flow_text(one.content)) + 40
        if found and size > MOST_BYTES:
            yield found
            found, size = [], 0
        found.append(one)
    yield found


def _entry_file(kind: str, entries: list[EntryPart]) -> str:
    lines = [f"kind: {kind}", "entries:"]
    for one in entries:
        if one.comment:
            lines.append(f"  # {one.comment}")
        lines += _row(one.content)
    return "\n".join(lines) + "\n"


def _row(content: Mapping[str, Tree]) -> list[str]:
    """A row of a list: on one line where it fits, else a key a line."""
    whole = flow_text(dict(content))
    if len(whole) + 4 <= WIDTH:
        return [f"  - {whole}"]
    first, *rest = _block(content)
    return [f"  - {first}", *(f"    {line}" for line in rest)]


def _block(content: Mapping[str, Tree], depth: int = 0) -> list[str]:
    """Keys one below the other; a value that does not fit on its line is a block of its own."""
    lines: list[str] = []
    pad = "  " * depth
    for key, value in content.items():
        start = f"{pad}{scalar_text(key)}:"
        text = flow_text(value)
        if len(start) + len(text) + 1 <= WIDTH or not isinstance(value, dict | list) or depth > 2:
            lines.append(f"{start} {text}")
        elif isinstance(value, dict):
            lines += [start, *_block(value, depth + 1)]
        else:
            lines += [start, *(f"{pad}  - {flow_text(one)}" for one in value)]
    return lines
