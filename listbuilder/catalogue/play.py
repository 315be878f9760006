"""What a game says about preparing to play: how missions are rolled, and what two lists compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Positive, Whole

__all__ = ["Comparison", "MissionRoll"]


@record
class MissionRoll:
    """Draw so many different entries of a kind; `text` and `deployment` hold for every mission."""

    kind: str = "mission"
    draw: Positive = 1
    text: str = ""
    deployment: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Comparison:
    """One line of two lists side by side.

    `each` is a number both sides have. `count` counts models or picks on each side; with `to`, the side with fewer
    (or more) gets the difference. `highest` is the highest stat on either side, before what the slots under
    `without` change, plus `plus`. `beats` says which pick in `slot` wins against which.
    """

    name: str
    text: str = ""
    source: str = ""
    each: Whole | None = None
    count: Literal["models", "picks"] | None = None
    where: Selector | None = None
    to: Literal["fewer", "more"] | None = None
    highest: str | None = None
    without: tuple[str, ...] = ()
    plus: Whole = 0
    slot: str | None = None
    beats: Mapping[str, str] = field(default_factory=dict)
    tie: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        ways = [self.each is not None, self.count is not None, self.highest is not None, bool(self.beats)]
        if sum(ways) != 1:
            raise ValueError("give exactly one of `each`, `count`, `highest` and `beats`")
        if self.beats and not self.slot:
            raise ValueError("`beats` needs `slot`")
