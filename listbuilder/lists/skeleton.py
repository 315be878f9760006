"""A starter list for any game: required slots filled with the cheapest choice, everything else as comments."""

from __future__ import annotations

import json

from listbuilder.catalogue import Game, RowSchema, Slot, stamp
from listbuilder.lists.key_values import open_slots


def skeleton(game: Game, name: str, format_id: str | None = None) -> str:
    """A list file as text, with comments."""
    chosen = game.format(format_id or (game.event.format if game.event else None))
    lines = [
        f"# A list for {game.name}. `listbuilder show {game.id}` shows all there is to pick.",
        f"game: {game.id}",
        f"name: {quote_name(name)}",
        "# player: your name",
    ]
    if chosen:
        formats = ", ".join(f"{one.id} ({one.limit})" if one.limit is not None else one.id for one in game.formats)
        lines += [f"format: {chosen.id}  # {formats}"]
    # The name of an event, which is part of the stamp, may contain any character.
    version = json.dumps(stamp(game), ensure_ascii=False) if game.event else stamp(game)
    lines += ["# limit: an agreed limit instead of the format's", f"catalogue: {version}"]
    lines += sheet_lines(game, game.list, "")
    lines += ["models:"]
    body = ["# name: optional", *sheet_lines(game, game.model, ""), "# count: 2  # for identical models"]
    lines += [f"  - {body[0]}", *(f"    {line}" for line in body[1:])]
    if game.group.slots or game.group.fields:
        lines += ["# groups:", *(f"#   {line}" for line in ("- name: First", *sheet_lines(game, game.group, "  ")))]
    return "\n".join(lines) + "\n"


def sheet_lines(game: Game, sheet: RowSchema, indent: str) -> list[str]:
    """The keys of a schema: required slots with their cheapest choice, the others as comments."""
    lines = [slot_line(game, id, slot) for id, slot in open_slots(game, sheet).items()]
    for id, field in sheet.fields.items():
        lines.append(f"# {id}: {field.example}" + (f"  # {field.remark}" if field.remark else ""))
    return [indent + line for line in lines]


def slot_line(game: Game, id: str, slot: Slot) -> str:
    """One slot as a line."""
    if slot.rolled:
        return f"# {id}: rolled for; `listbuilder roll FILE` writes it"
    entries = [entry for entry in game.entries if entry.kind == slot.kind]
    names = ", ".join(entry.name for entry in entries[:4]) + (", …" if len(entries) > 4 else "")
    if slot.min and entries:
        # The cheapest, so that the list is as far from its limit as it can be.
        first = min(entries, key=lambda entry: entry.cost)
        value = quote_name(first.name) if slot.max == 1 else f"[{', '.join([quote_name(first.name)] * slot.min)}]"
        return f"{id}: {value}  # {names}"
    example = quote_name(entries[0].name) if entries else "…"
    return f"# {id}: {example if slot.max == 1 else f'[{example}]'}  # {names}"


def quote_name(name: str) -> str:
    """A name as YAML text, in quotes only if needed."""
    safe = name.replace(" ", "").replace("-", "").replace("'", "")
    special = name.lower() in ("true", "false", "null", "yes", "no", "on", "off")
    plain = safe.isalpha() and safe.isascii() and not special and name == name.strip("- '")
    return name if plain else json.dumps(name, ensure_ascii=False)
