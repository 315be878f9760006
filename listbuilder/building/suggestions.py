"""What `fill --json` and `mend --json` print, as records with a sentence for each key: the ways to change a list.

A list, the ways that were found and what was taken go in; a document comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from listbuilder.base.records import published
from listbuilder.building.generate import Filling, Mending, Score, Way
from listbuilder.building.generate.step_words import describe_edits
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.report_document import Verdict, verdict_of
from listbuilder.judging.validator import Report
from listbuilder.storage.reading import Tree, format_path

FILL, MEND = "1.1", "1.0"


@published
class WayChange:
    """One change that a way makes to the file."""

    do: Literal["put", "drop", "add", "insert", "move"]
    """Put a value at a place, drop what is there, add an item to the list that is there or insert it before what stands
    there, or move what is there to the place among its fellows that `value` has."""
    where: str
    """The place in the file, such as models[2].gear."""
    value: Any
    """What is put or added, as the file has it."""
    text: str
    """The change in words."""


@published
class WayPoints:
    """What the list costs after a way is taken."""

    total: int
    """The cost of the whole list then."""
    limit: int | None
    """The most it may cost, where there is a limit."""
    change: int
    """How much more that is than now; below 0 it is less."""


@published
class WayDocument:
    """One way to change a list; `--take N` writes the one that stands at N, counted from 1."""

    changes: tuple[WayChange, ...]
    """Its changes, one after another."""
    points: WayPoints
    """What the list costs then."""
    warnings: int
    """How many warnings the list has then."""


@published
class FillDocument:
    """The ways to complete a list, as `listbuilder fill --json` prints them."""

    document: Literal["listbuilder-fill"] = "listbuilder-fill"
    """What this document is."""
    schema: str = FILL
    """The version of this document's schema, MAJOR.MINOR."""
    list: Verdict
    """The verdict on the list as it is now, with the way that was taken."""
    left: int | None
    """How many points were left to spend; nothing where there is no limit."""
    ways: tuple[WayDocument, ...]
    """The ways, the best first."""
    gave_up: bool
    """Whether the search took all the steps that it may take: there may be other ways."""
    taken: int | None
    """The number of the way that was taken."""


@published
class MendDocument:
    """The ways to make a list legal, as `listbuilder mend --json` prints them."""

    document: Literal["listbuilder-mend"] = "listbuilder-mend"
    """What this document is."""
    schema: str = MEND
    """The version of this document's schema, MAJOR.MINOR."""
    list: Verdict
    """The verdict on the list as it is now, with the way that was taken."""
    ways: tuple[WayDocument, ...]
    """The ways, those with the fewest changes first."""
    all_single_changes_tried: bool
    """Whether every single change was tried."""
    all_pairs_tried: bool
    """Whether every two changes were tried."""
    least: int
    """How many changes it takes at least, as far as that is known."""
    taken: int | None
    """The number of the way that was taken."""


def fill_document(tree: Mapping[str, Tree], found: Filling, now: Report, file: str, taken: int | None) -> Any:
    """The ways to fill a list and the verdict on it as data."""
    ways = _ways(tree, found.before, found.ways, now.force.game)
    verdict = verdict_of(now, file)
    return dump(FillDocument(list=verdict, left=found.left, ways=ways, gave_up=found.gave_up, taken=taken))


def mend_document(tree: Mapping[str, Tree], found: Mending, now: Report, file: str, taken: int | None) -> Any:
    """The ways to mend a list and the verdict on it as data."""
    return dump(
        MendDocument(
            list=verdict_of(now, file),
            ways=_ways(tree, found.before, found.ways, now.force.game),
            all_single_changes_tried=found.all_single,
            all_pairs_tried=found.all_pairs,
            least=found.least,
            taken=taken,
        )
    )


def _ways(tree: Mapping[str, Tree], before: Score, ways: Iterable[Way], game: Game) -> tuple[WayDocument, ...]:
    """Each way with its changes in words and what the list costs then."""
    return tuple(
        WayDocument(
            changes=tuple(
                WayChange(do=edit.what, where=format_path(edit.path), value=edit.value, text=text)
                for edit, text in zip(way.edits, describe_edits(tree, way.edits, game), strict=True)
            ),
            points=WayPoints(total=way.score.cost, limit=way.score.force.limit, change=way.score.cost - before.cost),
            warnings=sum(1 for one in way.score.findings if one.severity == "warning"),
        )
        for way in ways
    )
