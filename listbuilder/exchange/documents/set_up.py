"""How a table is set up, as published for engines: what is put on it, and where models start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from listbuilder.base.records import published
from listbuilder.catalogue import Layout, MissionRoll, Piece, Start
from listbuilder.exchange.documents.dump import DiceValue, DistanceValue, publish_value


@published
class SetPiece:
    """Something that is put on the table."""

    what: str
    """What it is, a word of the game."""
    count: int | None
    """How many in all, or for each player where each puts some; nothing where the rulebook does not say."""
    by: str
    """Who puts it there: both, each, or a role."""
    at: str
    """The place, a word of the game; empty where it is anywhere."""
    within: DistanceValue | None
    """How far from that place at most."""
    depth: DistanceValue | None
    """How deep that place is."""
    size: DistanceValue | None
    """How large it is."""
    away: Mapping[str, DistanceValue]
    """How far it stays from other things, by what they are."""
    tags: tuple[str, ...]
    """Words that rules ask about."""


@published
class SetStart:
    """Where models start."""

    who: str
    """Whose: each side's, those of a role, or those that a list names for something."""
    at: str
    """The place, a word of the game; empty where it is anywhere."""
    within: DistanceValue | None
    """How far from that place at most."""
    away: Mapping[str, DistanceValue]
    """How far they stay from other things, by what they are."""
    otherwise: Mapping[str, DistanceValue]
    """What else is allowed instead, by place."""
    order: Literal["turns", "thirds", "level", "first", "last", "whole"] | None
    """How the sides take turns."""


@published
class SetUp:
    """One set-up of a table."""

    pieces: tuple[SetPiece, ...]
    """What is put on it, in this order."""
    starts: tuple[SetStart, ...]
    """Where models start."""


@published
class MissionHead:
    """What holds for every mission of the game."""

    kind: str
    """The kind of entry that missions are; empty where none are drawn."""
    draw: int
    """How many are drawn."""
    text: str
    """What holds, in words."""
    deployment: str
    """How models are deployed, in words."""
    source: str
    """The section of the rulebook."""
    rounds: int | None
    """How long a game lasts, where the rulebook says it."""
    table: tuple[DistanceValue, ...]
    """How large the table is, side by side; empty where the rulebook does not say it."""
    roll: DiceValue | None
    """The dice of the roll-off."""
    layout: SetUp | None
    """The set-up of every mission."""


def set_up_head(roll: MissionRoll) -> MissionHead:
    """What holds for every mission, published."""
    return MissionHead(
        kind=roll.kind,
        draw=roll.draw,
        text=roll.text,
        deployment=roll.deployment,
        source=roll.source,
        rounds=roll.rounds,
        table=tuple(publish_value(one) for one in roll.table),
        roll=publish_value(roll.roll),
        layout=set_up(roll.layout) if roll.layout else None,
    )


def set_up(layout: Layout) -> SetUp:
    """A layout, published."""
    return SetUp(pieces=tuple(map(_piece, layout.pieces)), starts=tuple(map(_start, layout.starts)))


# By name, so that a field that only one of both records has fails at once and is not left out.
def _piece(one: Piece) -> SetPiece:
    return SetPiece(**{name: _value(value) for name, value in vars(one).items()})


def _start(one: Start) -> SetStart:
    return SetStart(**{name: _value(value) for name, value in vars(one).items()})


def _value(value: Any) -> Any:
    return (
        {key: publish_value(one) for key, one in value.items()} if isinstance(value, Mapping) else publish_value(value)
    )
