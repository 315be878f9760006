"""The result of an import: the list, what became of every line that is not in it, and what the player should check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.exchange.formats.text.counts_and_prices import Price
from listbuilder.judging.validator import Report
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
    """A list that was read.

    `account` says of each line what it was understood as, `findings` what was left out. `notes` are readings that the
    player should check, and `stated` the points that the text states. `files` are those of a game that the list brings
    along, by their paths in a catalogue folder.
    """

    tree: Mapping[str, Tree]
    kept: tuple[KeptLine, ...] = ()
    findings: tuple[Finding, ...] = ()
    account: tuple[tuple[int, str], ...] = ()
    notes: tuple[Finding, ...] = ()
    stated: tuple[StatedPoints, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def import_doubts(imported: ImportedList, report: Report) -> tuple[Finding, ...]:
    """The readings to check and the points that differ, by line.

    A price or a total that a player wrote is never trusted and never ignored: where it differs, that is a finding.
    """
    doubts = list(imported.notes)
    for stated in imported.stated:
        points = stated.price.points
        hint = f"If {points} is an agreed limit, write `limit: {points}`." if stated.size else ""
        if reasons := " ".join(_differences(stated, report)):
            hint = hint or "Check which of them is right."
            doubts.append(
                Finding(code="import.price", severity="warning", message=reasons, hint=hint, line=stated.line)
            )
    return tuple(sorted(doubts, key=lambda one: one.line or 0))


def _differences(stated: StatedPoints, report: Report) -> Iterator[str]:
    """How stated points differ from those of the list, in words."""
    force, price, word = report.force, stated.price, report.force.game.points
    if stated.row is not None:
        costs = [model.cost for model in force.models if model.row == stated.row]
        if costs and price.points not in ((costs[0],) if price.each else (costs[0], costs[0] * len(costs))):
            yield f"The text states {price.points} {word}; this costs {costs[0]}{' each' * (len(costs) > 1)}."
        return
    if price.points != force.cost and not (stated.size and price.of is None and price.points == force.limit):
        yield f"The text states {price.points} {word}; the list costs {force.cost}."
    if price.of is not None and price.of != force.limit:
        limit = "none" if force.limit is None else force.limit
        yield f"The text states a limit of {price.of} {word}; it is {limit}."
