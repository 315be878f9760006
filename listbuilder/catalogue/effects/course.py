"""The course of a game: what every model and every player has, how models are hurt, and who wins."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from listbuilder.catalogue.effects.parts import Amount, Names
from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import Short, one_or_many


@record
class Health:
    """How models are hurt: damage is taken `from` these stats in this order, `minus` a stat, but at least `min`.

    A model whose `out` is at 0 is out of the game. Steps of sequences that do not say `from` take all of this. `hurts`
    is the event of being damaged, `ends` that of being out.
    """

    from_: tuple[Names, ...]
    out: str
    hurts: str | None = None
    ends: str | None = None
    minus: Names = ()
    min: Amount | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Victory:
    """Who wins: the player with the `most` of the first of these; each further one breaks a tie."""

    most: Annotated[tuple[Amount, ...], Short(one_or_many)]
    text: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Course:
    """What holds for everybody, named by kind, by id, or by `kind/id` where several entries share the id.

    Every model has `models`, every player `players`. `table` is what nobody has from the start but play brings:
    terrain, and conditions that models come to have. What the list chooses, and what has the id of such a choice as a
    tag, holds only where that was chosen; all models share what was chosen, and its `uses` count for each pick.
    """

    models: Names = ()
    players: Names = ()
    table: Names = ()
    health: Health | None = None
    victory: Victory | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
