"""Two forces, a mission and a seed in; the play-by-play, the winner and what was played out."""

from __future__ import annotations

from collections.abc import Sequence

from . import turns
from .match import Match, new_match
from .values import Data, Rows

__all__ = ["BOLD", "play_game", "played"]


BOLD = ("bold", "bold")


def play_game(
    forces: Rows, mission: Data | None, seed: int, policies: Sequence[str] = BOLD, table: Data | None = None
) -> Data:
    """Play a game to its end."""
    return result(played(forces, mission, seed, policies, table))


def played(
    forces: Rows, mission: Data | None, seed: int, policies: Sequence[str] = BOLD, table: Data | None = None
) -> Match:
    """A game that has been played to its end, each side by its policy."""
    match = new_match(forces, mission, seed, table)
    match.policies = [*policies]
    turns.play(match)
    return match


def result(match: Match) -> Data:
    """How a game ended, as data."""
    side = turns.winner(match)
    match.say(f"{match.players[side].title} wins." if side is not None else "A draw.")
    return {
        "winner": side,
        "periods": match.clock,
        "players": [{"title": one.title, "counts": dict(sorted(one.counts.items()))} for one in match.players],
        "figures": [
            {"title": one.title, "side": one.side, "alive": one.alive, "lost": dict(sorted(one.lost.items()))}
            for one in match.figures
        ],
        "effects": match.tally.report(),
        "log": match.log,
    }
