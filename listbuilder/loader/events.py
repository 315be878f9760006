"""Read an event pack from its YAML file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from listbuilder.errors import CatalogueError
from listbuilder.event import Event
from listbuilder.finding import Finding
from listbuilder.reading import CATALOGUE_LIMITS, read_file

__all__ = ["read_event"]


def read_event(path: Path, catalogues: Iterable[Path] = ()) -> Event:
    """The event pack in a file, its rules checked against its game, or CatalogueError with every problem."""
    from listbuilder.loader import load_game
    from listbuilder.loader.check_types import build, with_rules
    from listbuilder.loader.parts import Origin
    from listbuilder.loader.references import References

    origin = Origin(read_file(path, limits=CATALOGUE_LIMITS))
    problems: list[Finding] = []
    data = with_rules(origin.document.data, origin, problems)
    event: Event | None = build(Event, data, lambda loc: origin.at(*loc), problems)
    if event is not None:
        game = load_game(event.game, catalogues)
        references = References(game, problems)
        for at, rule in enumerate(event.rules):
            references.check_rule(rule, origin.at("rules", at))
        event = replace(event, game=game.id)
    if problems or event is None:
        raise CatalogueError(f"{path} has {len(problems)} problem(s).", tuple(problems))
    return event
