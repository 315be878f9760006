"""Offers: what an entry lets its owner take in a slot, at which price, and what it has if nothing is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from listbuilder.conditions import Condition
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Flag, Whole, tidied

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

    from listbuilder.catalogue.entry import Entry


@record
class Offer:
    """`sling`, `{entry: bow, cost: 2}`, `{entry: hook, default: true}`, `{where: {tag: light}}`.

    `cost` is the price for this owner instead of the printed one; `when` is asked of the whole list.
    """

    entry: str | None = None
    where: Selector | None = None
    cost: Whole | Mapping[str, Whole] | None = None
    default: Flag = False
    when: Condition | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(lambda data: {"entry": data} if isinstance(data, str) else data, handler, source)

    def __post_init__(self) -> None:
        if (self.entry is None) == (self.where is None):
            raise ValueError("an offer names an `entry`, or says `where`")
        if self.default and (self.entry is None or self.when is not None):
            raise ValueError(
                "`default` needs an `entry`, and no `when`: what hangs on the list can't be taken for granted"
            )

    def allows(self, entry: Entry) -> bool:
        """Whether it offers an entry, as far as the entry can tell."""
        return entry.id == self.entry if self.where is None else self.where.could_fit(entry)
