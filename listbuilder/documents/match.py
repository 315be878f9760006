"""What `match --json` prints, as records with a sentence for each key: two lists side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.documents.dump import dump
from listbuilder.documents.report import OWN, Verdict
from listbuilder.documents.report_json import verdict_of
from listbuilder.play.matchup import side_names
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.play import Line
    from listbuilder.validator import Report

__all__ = ["MATCH", "MatchDocument", "match_document"]

MATCH = "1.0"


@record
class MatchLine:
    """One thing that is compared."""

    name: str
    """What is compared."""
    left: str
    """What the first list has of it, in words."""
    right: str
    """What the second list has of it, in words."""
    result: str = ""
    """What follows from both, in words."""
    text: str = ""
    """What that is for."""
    numbers: tuple[int, ...] = ()
    """The values of the two sides, where they are numbers and known."""
    amount: int | None = None
    """The number that follows from them."""
    to: str | None = None
    """The side that has it."""
    fits: bool | None = None
    """Whether the two go together, where that is the question."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
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
    lines: tuple[MatchLine, ...]
    """What is compared, line by line."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


def match_document(reports: Sequence[Report], files: Sequence[str], lines: Sequence[Line]) -> Any:
    """The comparison as data."""
    left, right = reports
    return dump(
        MatchDocument(
            game=left.force.game.id,
            sides=side_names(left.force, right.force),
            lists=(verdict_of(left, files[0]), verdict_of(right, files[1])),
            lines=tuple(MatchLine(**vars(line)) for line in lines),
        )
    )
