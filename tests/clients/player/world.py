"""Who and what there is in a game: players, their figures, what they hold, and what is going on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from .board import Spot
from .values import Data

__all__ = ["Bearer", "Figure", "Held", "Lasting", "Marker", "Piece", "Player", "Scene", "Voice"]

Stamp = dict[str, int]


@dataclass(eq=False)
class Held:
    """An entry that somebody has: as picked, whether it is switched on, when it was used."""

    key: str
    entry: Data
    pick: Data = field(default_factory=dict)
    on: bool = False
    sequence: str = ""
    on_what: Held | None = None
    """What it is printed on, for a keyword; what an attack is made with, for the attack."""
    used: list[Stamp] = field(default_factory=list)
    keywords: list[Held] = field(default_factory=list)

    @cached_property
    def always(self) -> dict[str, list[Data]]:
        """What it does without being set off, by verb."""
        made: dict[str, list[Data]] = {}
        for effect in self.entry.get("effects", []):
            if not effect.get("when"):
                made.setdefault(effect["do"], []).append(effect)
        return made

    @cached_property
    def waiting(self) -> dict[str, list[Data]]:
        """What it does when it is set off, by the kind of moment that does so."""
        made: dict[str, list[Data]] = {}
        for effect in self.entry.get("effects", []):
            for kind in {key for moment in effect.get("when", []) for key in moment}:
                made.setdefault(kind, []).append(effect)
        return made

    @property
    def works(self) -> bool:
        """Whether what it does besides its use is in force."""
        return self.on or not self.entry.get("use", {}).get("lasts")


@dataclass(eq=False)
class Bearer:
    """Somebody who has entries, resources, conditions and markers."""

    title: str
    side: int
    held: list[Held] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    conditions: dict[str, Held] = field(default_factory=dict)


@dataclass(eq=False)
class Player(Bearer):
    """One of the two players."""


@dataclass(eq=False)
class Piece(Bearer):
    """A piece of terrain: its corners, its height, and whether one can see through it. What it holds are its traits."""

    low: Spot = field(default_factory=lambda: Spot(0, 0))
    high: Spot = field(default_factory=lambda: Spot(0, 0))
    height: float = 0
    gaps: bool = False


@dataclass(eq=False)
class Figure(Bearer):
    """A model on the table: its card, what it lost, where it is and what it did."""

    model: Data = field(default_factory=dict)
    stats: dict[str, int] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    spot: Spot = field(default_factory=lambda: Spot(0, 0))
    alive: bool = True
    did: list[tuple[frozenset[str], Stamp]] = field(default_factory=list)
    was: list[tuple[frozenset[str], Stamp]] = field(default_factory=list)
    moves: list[tuple[float, Stamp]] = field(default_factory=list)
    goal: int = 0
    newcomer: bool = False


@dataclass(eq=False)
class Marker:
    """A marker on the table."""

    name: str
    spot: Spot
    owner: int | None = None


@dataclass(eq=False)
class Scene:
    """An action or event that is going on: who does it to whom, with what, and what came out so far."""

    names: frozenset[str]
    actor: Bearer | None = None
    target: Figure | None = None
    held: Held | None = None
    answer: Held | None = None
    """What the target answers with."""
    result: str = ""
    """How the die came out that it is about."""
    numbers: dict[tuple[str, str], float] = field(default_factory=dict)
    raised: set[str] = field(default_factory=set)
    shows: int | None = None
    amount: float = 0
    cancelled: bool = False
    last: bool = False
    ignoring: tuple[str, ...] = ()


@dataclass(eq=False)
class Voice:
    """Whose effect speaks, and in which scene; `chosen` were picked, `spot` and `line` are where it points."""

    bearer: Bearer
    held: Held | None = None
    scene: Scene | None = None
    chosen: list[Figure] = field(default_factory=list)
    about: Bearer | None = None
    spot: Spot | None = None
    line: Spot | None = None


@dataclass(eq=False)
class Lasting:
    """An effect that stays in force: of whom, on whom, until when; `left` counts how often that must come."""

    effect: Data
    voice: Voice
    until: list[Data]
    affected: list[Bearer] | None = None
    given: tuple[str, int] | None = None
    left: int = 1
