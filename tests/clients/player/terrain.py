"""Terrain: its pieces, what lines meet, what can be seen and where nobody can stand. Pieces are rectangles."""

from __future__ import annotations

import math

from .board import Board, Spot
from .match import Match
from .world import Figure, Piece

__all__ = ["fits", "inside", "meets", "near", "overlap", "screens", "shelters", "through_gaps", "visible"]

EYES = 1.5
"""How high a figure looks from, in inches: nothing lower hides anybody."""
EDGE = 0.9
"""How far out on a base lines go, as a part of it."""


def meets(piece: Piece, one: Spot, two: Spot) -> bool:
    """Whether a line goes through a piece."""
    start, end = 0.0, 1.0
    for here, there, low, high in zip(one, two, piece.low, piece.high, strict=True):
        way = there - here
        if abs(way) < 1e-9:
            if not low < here < high:
                return False
            continue
        first, last = sorted(((low - here) / way, (high - here) / way))
        start, end = max(start, first), min(end, last)
    return start < end


def near(piece: Piece, spot: Spot) -> float:
    """How far a spot is from a piece."""
    return math.hypot(
        *(max(low - at, 0.0, at - high) for at, low, high in zip(spot, piece.low, piece.high, strict=True))
    )


def inside(board: Board, piece: Piece, spot: Spot) -> bool:
    """Whether a figure there would stand in a piece."""
    return near(piece, spot) < board.base / 2 - 0.01


def overlap(one: Piece, two: Piece) -> bool:
    """Whether two pieces are in the same place."""
    return all(
        low < other_high and other_low < high
        for low, high, other_low, other_high in zip(one.low, one.high, two.low, two.high, strict=True)
    )


def fits(match: Match, spot: Spot) -> bool:
    """Whether no piece is where a figure would stand."""
    return not any(inside(match.board, piece, spot) for piece in match.pieces)


def lines(board: Board, one: Spot, two: Spot) -> list[tuple[Spot, Spot]]:
    """The lines from a head to a base: to its middle and to both its sides."""
    length = math.hypot(two.x - one.x, two.y - one.y) or 1.0
    out = EDGE * board.base / 2 / length
    across, along = (two.y - one.y) * out, (one.x - two.x) * out
    return [(one, Spot(two.x + part * across, two.y + part * along)) for part in (0, 1, -1)]


def clear(match: Match, actor: Figure, target: Figure, gaps: bool) -> bool:
    """Whether some line to a figure meets nothing too high to look over; gaps are open to the eye or not."""
    walls = [piece for piece in match.pieces if piece.height >= EYES and not (gaps and piece.gaps)]
    ways = lines(match.board, actor.spot, target.spot)
    return any(not any(meets(piece, *way) for piece in walls) for way in ways)


def visible(match: Match, actor: Figure, target: Figure) -> bool:
    """Whether one figure sees another."""
    return actor is target or clear(match, actor, target, gaps=True)


def through_gaps(match: Match, actor: Figure, target: Figure, piece: Piece) -> bool:
    """Whether one figure sees another through gaps alone, those of a piece among them."""
    return piece.gaps and screens(match, actor, target, piece) and not clear(match, actor, target, gaps=False)


def screens(match: Match, actor: Figure, target: Figure, piece: Piece) -> bool:
    """Whether a line to a figure crosses a piece."""
    return any(meets(piece, *way) for way in lines(match.board, actor.spot, target.spot))


def shelters(match: Match, actor: Figure, target: Figure, far: float) -> list[Piece]:
    """The pieces close to a figure that lines to it cross."""
    return [
        piece
        for piece in match.pieces
        if near(piece, target.spot) - match.board.base / 2 <= far and screens(match, actor, target, piece)
    ]
