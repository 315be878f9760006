"""Choices: a simple player who means well. Every decision that the rules leave open is made here."""

from __future__ import annotations

from . import deeds
from .board import Spot
from .match import Match
from .policies import POLICIES
from .values import Data
from .world import Figure, Marker, Voice

__all__ = ["aim", "aim_line", "flat", "foe", "goal", "outlook", "promising", "wanted"]


def wanted(match: Match, effect: Data, voice: Voice) -> bool:
    """Whether a player makes use of what it may do: nearly always."""
    return match.dice.random() < 0.9


def foe(match: Match, one: Figure) -> Figure | None:
    """The nearest enemy."""
    found = [other for other in match.present() if other.side != one.side]
    return min(found, key=lambda other: (match.board.gap(one.spot, other.spot), other.title), default=None)


def aim(match: Match, voice: Voice, far: float) -> Spot:
    """A point within reach: on an enemy, or as near to one as can be."""
    here = voice.bearer.spot if isinstance(voice.bearer, Figure) else Spot(0, 0)
    enemy = foe(match, voice.bearer) if isinstance(voice.bearer, Figure) else None
    if enemy is None:
        return here
    return match.board.toward(here, enemy.spot, min(far, match.board.apart(here, enemy.spot)))


def aim_line(match: Match, voice: Voice, far: float) -> Spot:
    """The end of a line at the nearest enemy."""
    here = voice.bearer.spot if isinstance(voice.bearer, Figure) else Spot(0, 0)
    enemy = foe(match, voice.bearer) if isinstance(voice.bearer, Figure) else None
    return match.board.toward(here, enemy.spot, far) if enemy else here


def goal(match: Match, one: Figure) -> Spot:
    """Where a figure wants to go: at the enemy, to a marker, or across the table."""
    enemy, markers = foe(match, one), [mark for mark in match.markers if mark.spot]
    if one.goal == 1 and markers:
        return min(markers, key=lambda mark: near(match, one, mark)).spot
    if one.goal == 2 or enemy is None:
        return Spot(one.spot.x, match.board.deep - 1 if one.side == 0 else 0)
    return enemy.spot


def near(match: Match, one: Figure, mark: Marker) -> tuple[float, str]:
    """How far a marker is; one that a friend stands at is farther."""
    taken = any(other.side == one.side and other is not one and other.spot == mark.spot for other in match.present())
    return (match.board.apart(one.spot, mark.spot) + 20 * taken, mark.name)


def promising(match: Match, effect: Data, voice: Voice) -> bool:
    """Whether an effect would do any good now: nobody heals who is not hurt."""
    about = voice.scene.target if voice.scene and voice.scene.target else voice.bearer
    if effect["do"] == "heal":
        wounded = about.lost if isinstance(about, Figure) else {}
        return any(wounded.get(name) for name in effect.get("what", wounded))
    if effect["do"] == "take":
        return any(about.counts[name] > 0 for name in flat(match, effect["what"]))
    if effect["do"] == "choose":
        return any(promising(match, one, voice) for option in effect["options"] for one in option)
    return True


def outlook(match: Match, options: list[list[Data]], voice: Voice) -> list[Data]:
    """Of options that only change a figure's own states, the one after which it can attack most; else nothing."""
    figure = voice.about or voice.bearer
    plain = all(one["do"] in ("give", "take") and "to" not in one for option in options for one in option)
    if not plain or not isinstance(figure, Figure) or len(options) < 2:
        return []
    kept, made = figure.counts.copy(), []
    for option in options:
        for one in option:
            for name in one["what"]:
                figure.counts[name] = int(one["do"] == "give")
        made.append(sum(deeds.able(match, figure, one) for one in deeds.attacks(match, figure)))
        figure.counts = kept.copy()
    shy = POLICIES[match.policies[figure.side]].waits
    order = list(range(len(options)))
    return options[max(reversed(order) if shy else order, key=lambda at: made[at])]


def flat(match: Match, names: list[str]) -> list[str]:
    """Words, and those that they stand for."""
    states = match.terms.get("states", {})
    return [one for name in names for one in (name, *states.get(name, {}).get("any", ()))]
