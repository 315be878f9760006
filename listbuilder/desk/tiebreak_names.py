"""What each tie-break is called."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["TELLING"]

TELLING: Mapping[str, str] = {
    "points": "points",
    "wins": "games won",
    "opponents": "the points of all opponents",
    "head-to-head": "the games among those who are level",
    "lot": "lot",
}
