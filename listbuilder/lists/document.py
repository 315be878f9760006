"""The list document: what a player's file says, typed as far as that needs no game. Made by `lists.read`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from listbuilder.finding import Finding
from listbuilder.reading import Path, Tree
from listbuilder.record import record

MAX_COPIES = 300  # of a model
MAX_PICKS = 1000  # of one pick, such as rounds for a gun


@record
class Row:
    """One model or group of the file; `keys` holds what only the game can read."""

    id: str | None = None
    name: str | None = None
    count: int = 1
    notes: str | None = None
    art: str | None = None
    keys: Mapping[str, Tree] = field(default_factory=dict)
    extras: Mapping[str, Tree] = field(default_factory=dict)


@record
class ListDocument:
    """A list file. `problems` are wrong keys and types; what could be read is here all the same."""

    game: str
    name: str | None = None
    player: str | None = None
    format: str | None = None
    limit: int | None = None
    catalogue: str | None = None
    notes: str | None = None
    art: str | None = None
    models: tuple[Row, ...] = ()
    groups: tuple[Row, ...] = ()
    keys: Mapping[str, Tree] = field(default_factory=dict)
    extras: Mapping[str, Tree] = field(default_factory=dict)
    file: str | None = None
    lines: Mapping[Path, int] = field(default_factory=dict)
    problems: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        """What the list is called where it must be called something."""
        return self.name or "Unnamed list"
