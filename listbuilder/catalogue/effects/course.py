"""The course of a game: what every model and every player has, how models are hurt, and who wins."""

from __future__ import annotations

from typing import Annotated

from listbuilder.base.records import record
from listbuilder.base.values import Short, one_or_many
from listbuilder.catalogue.effects.parts import Amount, Names, PlayTerm


@record
class Health:
    """How models are hurt: damage is taken `from` these stats in this order, `minus` a stat, but at least `min`.

    A model whose `out` is at 0 is out of the game. Steps of sequences that do not say `from` take all of this. `hurts`
    is the event of being damaged, `ends` that of being out.
    """

    from_: tuple[Names, ...]
    """The stats that damage is taken from, the first ones first."""
    out: Annotated[str, PlayTerm("stats")]
    """The stat without which a model is out of the game."""
    hurts: Annotated[str | None, PlayTerm("events")] = None
    """The event of being damaged."""
    ends: Annotated[str | None, PlayTerm("events")] = None
    """The event of being out."""
    minus: Annotated[Names, PlayTerm("stats")] = ()
    """The stats that lower damage."""
    min: Amount | None = None
    """How much damage there is at least."""


@record
class Victory:
    """Who wins: the player with the `most` of the first of these; each further one breaks a tie."""

    most: Annotated[tuple[Amount, ...], Short(one_or_many)]
    """The number that decides, then those that break ties."""
    text: str = ""
    """In your own words."""
    source: str = ""
    """The section of the rulebook."""


@record
class Course:
    """What holds for everybody, named by kind, by id, or by `kind/id` where several entries share the id.

    Every model has `models`, every player `players`. `table` is what nobody has from the start but play brings:
    terrain, and conditions that models come to have. What the list chooses, and what has the id of such a choice as a
    tag, holds only where that was chosen; all models share what was chosen, and its `uses` count for each pick.
    """

    models: Annotated[Names, PlayTerm("kinds", "entries", "keys")] = ()
    """Kinds and entries that every model has."""
    players: Annotated[Names, PlayTerm("kinds", "entries", "keys")] = ()
    """Kinds and entries that every player has."""
    table: Annotated[Names, PlayTerm("kinds", "entries", "keys")] = ()
    """Kinds and entries that play brings: terrain, conditions that models come to have."""
    health: Health | None = None
    """How models are hurt."""
    victory: Victory | None = None
    """Who wins."""
