"""What an event pack says, typed and checked against the game that it is laid over."""

from __future__ import annotations

from listbuilder.catalogue import Event, Game
from listbuilder.finding import Finding
from listbuilder.loader.check_types import build, with_rules
from listbuilder.loader.parts import Origin
from listbuilder.loader.references import References
from listbuilder.reading import Document

__all__ = ["PATCHES", "read_pack"]

PATCHES = ("change", "remove")


def read_pack(document: Document, game: Game, problems: list[Finding]) -> Event | None:
    """The event of a pack; its patches have been made to the game already."""
    origin = Origin(document)
    data = {key: value for key, value in document.data.items() if key not in PATCHES}
    event: Event | None = build(Event, with_rules(data, origin, problems), lambda loc: origin.at(*loc), problems)
    if event is not None:
        references = References(game, problems)
        for at, rule in enumerate(event.rules):
            references.check_rule(rule, origin.at("rules", at))
        for key in ("ban", "allow"):
            for at, selector in enumerate(getattr(event, key)):
                references.check_selector(selector, origin.at(key, at))
        for at, id in enumerate(event.without):
            references.known("rule", id, references.rule_ids(), origin.at("without", at))
        if event.format:
            references.known("format", event.format, {one.id for one in game.formats}, origin.at("format"))
        for id in event.limits:
            references.known("currency", id, set(game.currencies), origin.at("limits", id))
    return event
