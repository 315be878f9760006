"""What only a judge needs on a sheet: where everything is printed, and what the list was committed to."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.printing.content import Item, Items
from listbuilder.secrecy import Reveal
from listbuilder.validator import Report


def judge_blocks(report: Report, reveals: tuple[Reveal, ...]) -> Iterator[Items]:
    """The commitment, then the sections of the rulebook with what in the list is printed there."""
    yield Items("Commitment", tuple(commitment(report, reveals)))
    if items := tuple(sources(report)):
        yield Items("Where it is printed", items)


def commitment(report: Report, reveals: tuple[Reveal, ...]) -> Iterator[Item]:
    """The seals that this list opens, and what identifies the list and the catalogue to the letter."""
    force = report.force
    fitting = [one for one in reveals if one.opens(force)]
    for one in fitting:
        yield Item(f"Seal {one.seal}", f"This list is what was sealed. Salt {one.salt}.")
    if reveals and not fitting:
        yield Item("No seal fits", "What was sealed is another list, or the catalogue has changed since.")
    yield Item("List", force.meaning)
    yield Item("Catalogue", force.game.digest)


def sources(report: Report) -> Iterator[Item]:
    """Each section of the rulebook with the entries of the list that it prints, in the order of the list."""
    found: dict[str, dict[str, None]] = {}
    for pick in report.force.picks:
        if pick.entry.source:
            found.setdefault(pick.entry.source, {})[pick.entry.name] = None
    yield from (Item(source, ", ".join(names)) for source, names in found.items())
