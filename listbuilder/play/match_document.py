"""What `match --json` prints, as records with a sentence for each key: two lists side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from listbuilder.base.records import published
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.report_document import Verdict, verdict_of
from listbuilder.play.matchup import ComparisonLine, side_names

if TYPE_CHECKING:
    from listbuilder.judging.validator import Report

MATCH = "1.0"


@published
class MatchDocument:
    """Two lists side by side, as `listbuilder match --json` prints them."""

    document: Literal["listbuilder-match"] = "listbuilder-match"
    """What this document is."""
    schema: str = MATCH
    """The version of this document's schema, MAJOR.MINOR."""
    game: str
    """The id of the game."""
    sides: tuple[str, str]
    """What the two sides are called."""
    lists: tuple[Verdict, Verdict]
    """The verdicts on the two lists."""
    lines: tuple[ComparisonLine, ...]
    """What is compared, line by line."""


def match_document(reports: Sequence[Report], files: Sequence[str], lines: Sequence[ComparisonLine]) -> Any:
    """The comparison as data."""
    left, right = reports
    return dump(
        MatchDocument(
            game=left.force.game.id,
            sides=side_names(left.force, right.force),
            lists=(verdict_of(left, files[0]), verdict_of(right, files[1])),
            lines=tuple(lines),
        )
    )
