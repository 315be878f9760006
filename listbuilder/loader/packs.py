"""What an event pack says, typed and checked against the game that it is laid over."""

from __future__ import annotations

from listbuilder.catalogue import Event, Game
from listbuilder.finding import Finding
from listbuilder.loader.check_types import build, with_rules
from listbuilder.loader.pack_checks import check_pack
from listbuilder.loader.parts import Origin
from listbuilder.loader.places import entry_place
from listbuilder.loader.references import References
from listbuilder.reading import Document

PATCHES = ("change", "extends", "remove")


def read_pack(document: Document, game: Game, problems: list[Finding]) -> Event | None:
    """The event of a pack; its patches have been made to the game already, and the pack it extends is laid below it."""
    origin = Origin(document)
    data = {key: value for key, value in document.data.items() if key not in PATCHES}
    event: Event | None = build(Event, with_rules(data, origin, problems), lambda loc: origin.at(*loc), problems)
    if event is not None:
        References(game, problems).check(event, entry_place(origin))
        problems += check_pack(event, game, entry_place(origin))
    return event
