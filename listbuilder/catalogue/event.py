"""Event packs: what an organiser changes in a game for one event.

A pack is laid over the game before it is typed, like an overlay: `change` and `remove` are gone by then. What stays
is judged beside the game's own rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, ClassVar

from listbuilder.catalogue.format import Ruling
from listbuilder.catalogue.tournament import ListTerms, Penalty, Result, Rounds, ScoreCount, Teams
from listbuilder.record import record
from listbuilder.rules import AnyRule
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Count, Short, one_or_many

RUNNING = frozenset(
    {"catalogue", "counts", "follows", "lists", "order", "penalties", "result", "rounds", "rulings", "teams", "text"}
)
"""Keys that say how the event is run: a list is judged the same whatever they say."""


@record
class Event:
    """An event: its game, format and limits, rules on top of the game's, rules it does without, bans and allowances.

    `limit` is that of the first currency; `allow` leaves only what it names of each kind that it names something of.
    `catalogue` is the version of the game that the event is played with, `secret` names slots and fields of lists that
    opponents may not see, on top of the game's own. `follows` is the folder of the event whose lists each player's list
    must contain. The other keys say how the event is run.
    """

    name: str
    game: str
    text: str = ""
    catalogue: str | None = None
    format: str | None = None
    limit: Count | None = None
    limits: Mapping[str, Count] = field(default_factory=dict)
    rules: tuple[AnyRule, ...] = ()
    without: tuple[str, ...] = ()
    ban: Annotated[tuple[Selector, ...], Short(one_or_many)] = ()
    allow: Annotated[tuple[Selector, ...], Short(one_or_many)] = ()
    rulings: tuple[Ruling, ...] = ()
    secret: tuple[str, ...] = ()
    lists: ListTerms = ListTerms()
    penalties: tuple[Penalty, ...] = ()
    teams: Teams | None = None
    follows: str | None = None
    rounds: Rounds | None = None
    result: Result = Result()
    counts: tuple[ScoreCount, ...] = ()
    order: tuple[str, ...] = ("points", "opponents", "lot")
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
