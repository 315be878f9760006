"""What a game says about preparing to play: how missions are rolled, what two lists compare, what heads show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.catalogue.layout import Layout
from listbuilder.quantity import Quantity
from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import Count, Dice, Distance, Positive


@record
class MissionRoll:
    """Draw so many different entries of a kind; `text`, `deployment` and `layout` hold for every mission.

    `rounds` is how long a game lasts, `table` how large it is, `roll` the die of the roll-off; `layouts` has the set-up
    of each mission by its id.
    """

    kind: str = "mission"
    draw: Count = 1
    text: str = ""
    deployment: str = ""
    source: str = ""
    rounds: Positive | None = None
    table: tuple[Distance, ...] = ()
    roll: Dice | None = None
    layout: Layout | None = None
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if not self.draw:
            self.__dict__["kind"] = ""


@record
class Header:
    """A number that stands in the head of a list: in reports, on cards, sheets and in the force."""

    name: str
    of: Quantity
    text: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Comparison:
    """One line of two lists side by side.

    `of` is reckoned for each side; `take` says what follows: `both` stand as they are, or their `sum`, `difference`,
    the `highest` or `lowest` of the two, and with `to` the side with `fewer` or `more` gets the difference. `plus` is
    added to what follows. Or `beats` says which pick in `slot` wins against which, `tie` what happens otherwise. Or
    both sides must have the `same` in a slot or field of the list, or must `differ` in it.
    """

    name: str
    text: str = ""
    source: str = ""
    of: Quantity | None = None
    take: Literal["both", "sum", "difference", "highest", "lowest"] = "both"
    to: Literal["fewer", "more"] | None = None
    plus: Quantity | None = None
    slot: str | None = None
    beats: Mapping[str, str] = field(default_factory=dict)
    tie: str = ""
    same: str | None = None
    differ: str | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if sum(map(bool, (self.of, self.beats, self.same, self.differ))) != 1:
            raise ValueError("say `of`, a quantity of each side, or `slot` and `beats`, or `same`, or `differ`")
        if bool(self.beats) != bool(self.slot):
            raise ValueError("`beats` and `slot` go together")
        if self.to and self.take != "difference":
            raise ValueError("`to` needs `take: difference`")
        if self.plus and self.take == "both":
            raise ValueError("`plus` has no effect with `take: both`")
        if self.tie and not self.beats:
            raise ValueError("`tie` goes with `beats`")
