"""What is ticked off in play: the boxes of a stat, from which of them its mark applies, and stats that wear away."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from listbuilder.catalogue import Decay, Game
from listbuilder.judging.force import Model


class BoxTrack(NamedTuple):
    """One stat to tick off: how many boxes, after how many of them the mark applies, the mark and what it means."""

    stat: str
    name: str
    number: int
    after: int | None = None
    mark: str = ""
    text: str = ""


def box_tracks(game: Game, model: Model) -> Iterator[BoxTrack]:
    """Each stat that is ticked off, in the order the card gives."""
    boxed = [id for id, stat in game.stats.items() if stat.boxes]
    first = [id for id in game.card.tracks if id in boxed]
    for id in (*first, *(id for id in boxed if id not in first)):
        count, track = max(model.stats[id], 0), game.card.tracks.get(id)
        if track is None:
            yield BoxTrack(id, game.stats[id].name, count)
            continue
        # With fewer left than the share of the track, its mark applies.
        after = count - (ceil(Fraction(track.below) * count) - 1) if track.below else None
        yield BoxTrack(id, game.stats[id].name, count, after, track.mark, track.text)


def decay_steps(decay: Decay, stats: dict[str, int]) -> Iterator[dict[str, int]]:
    """The stats after each turn, down to the one where nothing is left."""
    for turn in range(1, decay.turns + 1):
        changes = [decay.each] + ([decay.more] if decay.every and turn % decay.every == 0 else [])
        for change in changes:
            for id, amount in change.items():
                # The minimum of a stat bounds choices of players; decay may take all of it.
                stats[id] = max(stats[id] + amount, 0)
        yield dict(stats)
        if decay.until and stats[decay.until] <= 0:
            return
