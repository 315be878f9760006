"""How an entry is switched on, apart from what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar

from listbuilder.catalogue.effects.moment import Moments
from listbuilder.catalogue.effects.parts import Amount, Often, Spot, Tests, Who
from listbuilder.catalogue.effects.verbs import Effects
from listbuilder.record import record
from listbuilder.selectors import CONFIG


@record
class Use:
    """Who may use it (`by`) on whom (`to`), measured `from` where, in which window (`at`), `if` what holds, for which
    `price`, how often (`uses`), and how long it `lasts`. `as` is the action that using it is.

    The use of a kind, of an entry's keywords and of the entry come together; the entry's own words win.
    """

    by: Who | None = None
    to: Who | None = None
    from_: Spot | None = None
    at: Moments = ()
    if_: Tests = ()
    price: Mapping[str, Amount] = field(default_factory=dict)
    uses: Often | None = None
    lasts: Moments = ()
    as_: str | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Play:
    """What an entry, or a form of a keyword, is in play: how it is used, and what it does."""

    use: Use | None = None
    effects: Effects = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


def merged_use(below: Use, above: Use) -> Use:
    """One use laid over another: what the upper one says holds, prices by resource; tests of both must hold."""
    return Use(
        by=above.by or below.by,
        to=above.to or below.to,
        from_=above.from_ or below.from_,
        at=above.at or below.at,
        if_=(*below.if_, *above.if_),
        price={**below.price, **above.price},
        uses=above.uses or below.uses,
        lasts=above.lasts or below.lasts,
        as_=above.as_ or below.as_,
    )
