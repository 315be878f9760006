"""What an import comes to: the list, and what became of every line that is not in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.exchange.formats.text.prices import Price
from listbuilder.storage.reading import Tree


@record
class KeptLine:
    """A line that is in no list and is kept as a comment, above the row of the section it stood in."""

    line: int
    text: str
    section: str = ""
    row: int = 0


@record
class StatedPoints:
    """Points that a text states: of a row, or without one of the whole list; a `size` may be its limit as well."""

    line: int
    price: Price
    row: int | None = None
    size: bool = False


@record
class ImportedList:
    """A list that was read; `account` says of each line what it was understood as, `findings` what was left out.

    `notes` are readings that the player should check, and `stated` the points that the text states.

    `files` are those of a game that the list brings along, by their paths in a catalogue folder.
    """

    tree: Mapping[str, Tree]
    kept: tuple[KeptLine, ...] = ()
    findings: tuple[Finding, ...] = ()
    account: tuple[tuple[int, str], ...] = ()
    notes: tuple[Finding, ...] = ()
    stated: tuple[StatedPoints, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
