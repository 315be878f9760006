"""What every record of play says besides its verb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar

from listbuilder.catalogue.effects.moment import Moment, Moments
from listbuilder.catalogue.effects.parts import Amount, Often, Tests, Who
from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import Flag


def need(holds: object, words: str) -> None:
    """A ValueError where a record does not say what it must."""
    if not holds:
        raise ValueError(words)


@record
class Effect:
    """What every record may say: when, if, during what, whom, how long, how often.

    Whom it affects is `to`; unless said, whoever does what it counts `during`, or else the bearer.
    Without `when` it is in force as long as its entry is. `pick` is a choice that is made first; later words call it
    `chosen`. `later` puts it off to the next such moment. `rule` is the named rule it belongs to, so that `ignore` can
    switch it off.
    """

    do: str
    when: Moments = ()
    if_: Tests = ()
    during: Moments = ()
    pick: Who | None = None
    to: Who | None = None
    until: Moments = ()
    later: Moment | None = None
    may: Flag = False
    uses: Often | None = None
    price: Mapping[str, Amount] = field(default_factory=dict)
    rule: str | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        for key, moments, kinds in (
            ("when", self.when, ("use", "start", "end", "before", "after")),
            ("until", self.until, ("start", "end", "before", "after")),
            ("during", self.during, ("event",)),
            ("later", (self.later,) if self.later else (), ("start", "end", "before", "after")),
        ):
            for one in moments:
                need(one.kind in kinds, f"`{key}` takes {' or '.join(kinds)}, not {one.kind}")
        need(not self.later or self.when, "`later` goes with `when`")
        self.check()

    def check(self) -> None:
        """What its own verb must say."""

    @property
    def lasts(self) -> bool:
        """Whether it stays in force, and is not done at once."""
        return not self.when or bool(self.during or self.until)
