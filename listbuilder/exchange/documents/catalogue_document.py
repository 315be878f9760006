"""The catalogue as JSON: what `show --json` and `games --json` print."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from listbuilder.base.records import yaml_key
from listbuilder.catalogue import Entry, Game
from listbuilder.exchange.documents.dump import dump

# The keys that every entry of the document has, also where they are empty.
SHAPE = ("kind", "id", "name", "cost", "category", "tags", "text", "source")
# Made by the loader, or shown in another form below.
DERIVED = ("fields", "keyword_uses", "all_grants", "text_templates", "unknown")


def game_summary(game: Game) -> dict[str, Any]:
    """A game in a few fields."""
    return {
        "id": game.id,
        "name": game.name,
        "edition": game.edition,
        "version": game.version,
        "digest": game.digest,
        "text": game.text,
        "points": game.points,
        "formats": [
            {"id": one.id, "name": one.name, "limit": game.limits_of(one).get(game.first_currency)}
            for one in game.formats
        ],
    }


def catalogue_document(game: Game, entries: tuple[Entry, ...]) -> dict[str, Any]:
    """A game with its statline, rules and rulings, and some or all of its entries."""
    head = {
        **game_summary(game),
        "source": game.source,
        "formats": [
            {**one, **dump(full, sparse=True), "limits": game.limits_of(full), "limit": one["limit"]}
            for one, full in zip(game_summary(game)["formats"], game.formats, strict=True)
        ],
        "currencies": [{"id": id, **dump(one, sparse=True)} for id, one in game.currencies.items()],
        "budgets": [{"id": id, **dump(one, sparse=True)} for id, one in game.budgets.items()],
        "stats": [{"id": id, **dump(stat, sparse=True)} for id, stat in game.stats.items()],
        "headers": [dump(one, sparse=True) for one in game.headers],
        "match": [dump(one, sparse=True) for one in game.match],
        "rules": [dump(rule, sparse=True) for rule in game.rules],
        "course": dump(game.playbook.course),
        "terms": dump(game.playbook.terms),
        "sequences": dump(game.playbook.sequences),
        "rulings": [dump(ruling, sparse=True) for ruling in game.rulings],
    }
    return {"game": head, "entries": [entry_document(entry) for entry in entries]}


def entry_document(entry: Entry) -> dict[str, Any]:
    """One entry with everything known about it; the game's own fields stand beside the built-in ones."""
    found: dict[str, Any] = {name: dump(getattr(entry, name), sparse=True) for name in SHAPE}
    found["category"] = entry.category or entry.kind
    for one in fields(entry):
        value = dump(getattr(entry, one.name), sparse=True)
        if one.name not in SHAPE and one.name not in DERIVED and value not in (None, {}, [], "", False):
            found[yaml_key(one.name)] = value
    found |= {name: dump(value, sparse=True) for name, value in entry.fields.items()}
    if entry.keyword_uses:
        found["keywords"] = [dump(use, sparse=True) for use in entry.keyword_uses]
    return found
