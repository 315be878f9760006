"""Event packs: what an organiser adds to a game for one event."""

from __future__ import annotations

from typing import Any, ClassVar

from listbuilder.record import record
from listbuilder.rules import AnyRule
from listbuilder.selectors import CONFIG
from listbuilder.values import Positive

__all__ = ["Event"]


@record
class Event:
    """An event: the game it is for, its own points limit, rules on top of the game's, and rules it does without."""

    name: str
    game: str
    limit: Positive | None = None
    text: str = ""
    rules: tuple[AnyRule, ...] = ()
    without: tuple[str, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
