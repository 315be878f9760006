"""Missions: which there are, and a roll that a seed repeats."""

from __future__ import annotations

import random

from listbuilder.base.records import record
from listbuilder.base.values import slug
from listbuilder.catalogue import Entry, Game, MissionRoll


@record
class MissionSheet:
    """What was rolled: the entries drawn and what holds for all of them."""

    game: Game
    seed: int | None
    roll: MissionRoll
    drawn: tuple[Entry, ...]


def missions_of(game: Game, pack: str | None = None) -> tuple[Entry, ...]:
    """The entries that a mission is drawn from, of one pack or all."""
    if game.mission is None:
        return ()
    found = tuple(entry for entry in game.entries if entry.kind == game.mission.kind)
    return found if pack is None else tuple(entry for entry in found if slug(str(entry.field("pack"))) == slug(pack))


def packs_of(game: Game) -> tuple[str, ...]:
    """The packs that missions come in."""
    packs = [entry.field("pack") for entry in missions_of(game)]
    return tuple(dict.fromkeys(str(pack) for pack in packs if pack))


def roll_mission(game: Game, seed: int, pack: str | None = None) -> MissionSheet:
    """Draw a mission; the same seed draws the same from the same catalogue."""
    assert game.mission is not None
    choices = missions_of(game, pack)
    drawn = random.Random(seed).sample(choices, min(game.mission.draw, len(choices)))
    return MissionSheet(game=game, seed=seed if drawn else None, roll=game.mission, drawn=tuple(drawn))
