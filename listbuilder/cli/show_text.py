"""A game, a kind or an entry as people read it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from listbuilder.cli.terminal import heading, paragraph, table

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry, Game, Grant, Ruling

__all__ = ["entries_text", "entry_text", "game_text"]

WIDEST = 24


def game_text(game: Game) -> str:
    """A game in one screen: what it has and how to look further."""
    parts = [heading(f"{game.name} ({game.edition}), catalogue {game.version}"), paragraph(game.text), ""]
    counts = Counter(entry.kind for entry in game.entries)
    rows = [(kind, str(count), game.kind_name(kind, many=True)) for kind, count in counts.items()]
    parts += [table(rows, ("KIND", "ENTRIES", "NAME")), ""]
    if game.stats:
        rows = [
            (stat.name, "" if stat.base is None else f"{stat.base}{stat.suffix}", stat.text)
            for stat in game.stats.values()
        ]
        parts += [table(rows, ("STAT", "BASE", "MEANS")), ""]
    formats = [(one.id, "none" if one.limit is None else str(one.limit), one.name) for one in game.formats]
    if formats:
        parts += [table(formats, ("FORMAT", "LIMIT", "NAME")), ""]
    parts.append(
        paragraph(
            f"`listbuilder show {game.id} KIND` lists a kind, `show {game.id} NAME` shows one entry, "
            f"`rules {game.id}` the rules and {len(game.rulings)} rulings."
        )
    )
    return "\n".join(parts)


def entries_text(game: Game, entries: tuple[Entry, ...]) -> str:
    """Entries as tables, one for each kind."""
    kinds = list(dict.fromkeys(entry.kind for entry in entries))
    return "\n\n".join(kind_table(game, kind, [entry for entry in entries if entry.kind == kind]) for kind in kinds)


def kind_table(game: Game, kind: str, entries: list[Entry]) -> str:
    """One kind as a table; columns that would be empty are left out."""
    details = [detail_columns(game, entry) for entry in entries]
    heads = list(dict.fromkeys(head for row in details for head in row))
    heads = [head for head in heads if all(len(row.get(head, "")) <= WIDEST for row in details)]
    priced = any(entry.cost for entry in entries)
    grouped = any(entry.category not in (None, kind) for entry in entries)
    rows = [
        (
            entry.name,
            *([str(entry.cost)] * priced),
            *([entry.category or ""] * grouped),
            *(row.get(head, "") for head in heads),
            text_of(entry),
        )
        for entry, row in zip(entries, details, strict=True)
    ]
    titles = (
        game.kind_name(kind).upper(),
        *(["COST"] * priced),
        *(["CATEGORY"] * grouped),
        *(head.upper() for head in heads),
    )
    return table(rows, (*titles, "TEXT"))


def detail_columns(game: Game, entry: Entry) -> dict[str, str]:
    """The short printed values of an entry, by name."""
    found = {
        game.stats[id].name: f"{value}{game.stats[id].suffix}" for id, value in getattr(entry, "stats", {}).items()
    }
    for name in ("range", "damage", "activation", "uses", "pack"):
        if (value := getattr(entry, name, None)) is not None:
            found[name] = str(value)
    return {**found, **{name: spelled(own) for name, own in entry.fields.items()}}


def spelled(value: object) -> str:
    """A field's value in words."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def text_of(entry: Entry) -> str:
    """An entry's text for a table row, samples marked."""
    text = entry.text or next((form.text for form in getattr(entry, "forms", ())), "")
    return f"[sample] {text}" if entry.sample else text


def entry_text(game: Game, entry: Entry) -> str:
    """One entry with everything known about it."""
    parts = [heading(entry.name, f"{game.kind_name(entry.kind)} of {game.name}, id {entry.id}")]
    if entry.sample:
        parts.append(paragraph("Sample content of this catalogue, not printed in the rulebook."))
    parts += [paragraph(entry.text)] if entry.text else []
    rows = [(name, value) for name, value in facts(game, entry) if value]
    parts += ["", *(paragraph(value, " " * 16, f"  {name:<13} ") for name, value in rows)]
    for use in entry.uses_of:
        implied = f" (from {use.implied_by})" if use.implied_by else ""
        parts.append(paragraph(f"{use.printed}{implied}: {use.text}", "    ", "  "))
    rulings = [ruling for ruling in game.rulings if entry.id in ruling.about]
    parts += [line for ruling in rulings for line in ("", ruling_text(ruling))]
    return "\n".join(parts)


def facts(game: Game, entry: Entry) -> list[tuple[str, str]]:
    """The fields of an entry in words."""
    found = [("cost", f"{entry.cost} {game.points}" if entry.cost else "")]
    found += [("category", entry.category if entry.category not in (None, entry.kind) else "")]
    found += [(name, value) for name, value in detail_columns(game, entry).items()]
    for name in ("setup", "deployment", "scoring", "dice"):
        found.append((name, str(getattr(entry, name, "") or "")))
    found += [(f"role {name}", role.text) for name, role in getattr(entry, "roles", {}).items()]
    found += [(row, value) for row, value in getattr(entry, "rows", {}).items()]
    found += [(form.form, form.text) for form in getattr(entry, "forms", ())]
    found += [
        ("offers", ", ".join(game.entry_name(game.model.slots[slot].kind, id) for id in ids))
        for slot, ids in getattr(entry, "offers", {}).items()
    ]
    goals = [one.name for one in game.entries if one.id in getattr(entry, "goals", ())]
    found += [("goals", ", ".join(goals)), ("picks", picks_text(game, entry))]
    found += [("gives", grant_text(game, grant)) for grant in entry.grants]
    found += [("needs", str(entry.needs) if entry.needs else "")]
    found += [("may be taken", f"{entry.limit} times by one model" if entry.limit > 1 else "")]
    found += [("rule", rule.text or f"{rule.kind} {rule.id}") for rule in entry.rules]
    found += [("tags", ", ".join(entry.tags)), ("also called", ", ".join(entry.aliases)), ("source", entry.source)]
    return found


def picks_text(game: Game, entry: Entry) -> str:
    """The choices inside an entry."""
    slot = entry.picks
    if slot is None:
        return ""
    offered = [
        one for one in game.entries if one.kind == slot.kind and (not slot.where or slot.where.fits_entry(one, "picks"))
    ]
    number = str(slot.min) if slot.min == slot.max else f"{slot.min} or more"
    return f"{number} of {', '.join(one.name for one in offered)}{', repeats allowed' * slot.repeats}"


def grant_text(game: Game, grant: Grant) -> str:
    """A grant in words."""
    parts = [f"{game.stats[id].name} {_signed(amount)}" for id, amount in grant.stats.items()]
    parts += [f"{slot} {_signed(amount)}" for slot, amount in grant.slots.items()]
    parts += [f"{game.budgets[id].name} {_signed(amount)}" for id, amount in grant.budgets.items()]
    parts += [f"{slot} {name} {_signed(amount)}" for slot, one in grant.fields.items() for name, amount in one.items()]
    for slot, ids in grant.entries.items():
        sheet = game.model if slot in game.model.slots else game.list
        parts.append(", ".join(game.entry_name(sheet.slots[slot].kind, id) for id in ids) + " for free")
    condition = f" when the list has {_bounds(grant)} {grant.when.where}" if grant.when else ""
    return "; ".join(parts) + condition


def _signed(amount: int | str) -> str:
    return f"{amount:+d}" if isinstance(amount, int) else f"+{amount}"


def _bounds(grant: Grant) -> str:
    assert grant.when is not None
    return f"{grant.when.min} to {grant.when.max}" if grant.when.max is not None else f"{grant.when.min} or more"


def ruling_text(ruling: Ruling) -> str:
    """How something open is read."""
    return paragraph(
        f"Ruling, {ruling.name}: {ruling.text} ({ruling.source})"
        if ruling.source
        else f"Ruling, {ruling.name}: {ruling.text}",
        "  ",
        "  ",
    )
