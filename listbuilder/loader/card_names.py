"""The names under `card:` must exist: slots, stats, fields, kinds; otherwise a card would silently lack something."""

from __future__ import annotations

from listbuilder.loader.parts import Parts
from listbuilder.loader.references import References

__all__ = ["check_card"]


def check_card(references: References, parts: Parts) -> None:
    """Note every name of the card that leads nowhere."""
    card, game = references.game.card, references.game
    model, stats = set(game.model.slots), set(game.stats)
    for what, names, known, key in (
        ("slot", [card.title] if card.title else [], model, "title"),
        ("slot", [table.slot for table in card.tables], model, "tables"),
        ("slot", card.texts, model, "texts"),
        ("stat", card.tracks, stats, "tracks"),
        ("kind", card.reference, references.kinds, "reference"),
        ("kind", card.tokens, references.kinds, "tokens"),
        ("slot", card.secret, set(game.list.slots) | set(game.list.fields), "secret"),
        ("field", card.line, set(references.values), "line"),
        ("field", [name for table in card.tables for name in table.columns], set(references.values), "tables"),
    ):
        for name in names:
            references.known(what, name, known, parts.origin(("card", key)))
    for id in card.tracks:
        if id in stats and not game.stats[id].boxes:
            place, message = parts.origin(("card", "tracks", id)), f"`{id}` has a track, but no boxes to tick off."
            references.problems.append(place.problem(message, "Add `boxes: true` to the stat."))
    for decay in card.decay:
        for name in (*decay.each, *decay.more, *([decay.until] if decay.until else [])):
            references.known("stat", name, stats, parts.origin(("card", "decay")))
        references.check_selector(decay.where, parts.origin(("card", "decay")))
    for mark in card.marks:
        references.check_selector(mark.where, parts.origin(("card", "marks")))
