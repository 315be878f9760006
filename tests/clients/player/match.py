"""One game between two forces: what there is, the words of the game, the clock and the log."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from .board import Board, Spot
from .tally import Tally
from .values import Data, Rows, figure_of
from .world import Bearer, Figure, Held, Lasting, Marker, Player, Scene, Voice

__all__ = ["Match", "new_match"]

SORTS = ("actions", "events", "numbers", "states", "things", "places", "rules")


class Match:
    """The state of a game. Rules of the schema are in the other files; here is what they ask and change."""

    def __init__(self, forces: Rows, mission: Data | None, seed: int) -> None:
        self.dice = Random(seed)
        self.policies = ["bold", "bold"]
        self.terms: Data = forces[0]["terms"]
        self.sequences: Data = forces[0]["sequences"]
        self.course: Data = forces[0]["course"]
        self.mission: Data = mission or {"roll": {}, "drawn": [], "entries": {}}
        self.entries: Data = {}
        for part in (*forces, self.mission):
            self.entries |= part["entries"]
        self.players = [Player(title=force["list"]["name"] or f"Side {at}", side=at) for at, force in enumerate(forces)]
        self.figures: list[Figure] = []
        self.markers: list[Marker] = []
        self.lasting: list[Lasting] = []
        self.later: list[tuple[Data, Voice]] = []
        self.passing: list[tuple[Rows, Voice]] = []
        self.scenes: list[Scene] = []
        self.chain: set[tuple[int, int]] = set()
        self.clock: dict[str, int] = {}
        self.spent: dict[tuple[int, int], list[dict[str, int]]] = {}
        self.active: Figure | None = None
        self.over: set[str] = set()
        self.first = 0
        self.tally = Tally(self.entries)
        self.log: list[str] = []
        self.known: dict[str, frozenset[str]] = {}
        self.board = Board(self.unit, self._sides(), self._zone())

    def say(self, line: str) -> None:
        """Write a line of the play-by-play."""
        self.log.append(line)

    @cached_property
    def unit(self) -> str:
        """The unit that distances of this game are in."""
        numbers = [one.get("value") for one in self.terms.get("numbers", {}).values()]
        units = [one["unit"] for one in numbers if isinstance(one, dict) and one["type"] == "distance"]
        return "squares" if units.count("squares") else "inches"

    def _sides(self) -> tuple[float, float] | None:
        table = self.mission["roll"].get("table")
        return (float(table[0]["value"]), float(table[1]["value"])) if table else None

    def _zone(self) -> float | None:
        starts = (self.mission["roll"].get("layout") or {}).get("starts", [])
        depths = [figure_of(one["within"], self.dice) for one in starts if one.get("within")]
        return depths[0] if depths else None

    @cached_property
    def by_id(self) -> dict[str, Data]:
        """The entries that are words of play: conditions, actions and the like."""
        return {one["id"]: one for one in self.entries.values() if one["base"] == "keyword"}

    def sense(self, name: str) -> str | None:
        """What a word is on any table."""
        for sort in SORTS:
            if name in self.terms.get(sort, {}):
                return str(self.terms[sort][name].get("means", "")) or None
        return None

    def meaning(self, sense: str) -> frozenset[str]:
        """The words of the game that mean something, and the words for several things that they are among."""
        if sense not in self.known:
            every = [(name, one) for sort in SORTS for name, one in self.terms.get(sort, {}).items()]
            found = [name for name, one in every if one.get("means") == sense]
            self.known[sense] = frozenset(word for name in found for word in self.names(name))
        return self.known[sense]

    def names(self, name: str) -> frozenset[str]:
        """A word and the words for several things that it is among."""
        found = {name}
        for sort in SORTS:
            found |= {word for word, one in self.terms.get(sort, {}).items() if name in one.get("any", ())}
        return frozenset(found)

    def present(self) -> Iterator[Figure]:
        """The figures on the table."""
        away = self.meaning("off-board")
        return (one for one in self.figures if one.alive and not any(one.counts[word] > 0 for word in away))

    def bearers(self, first: int = 0) -> Iterator[Bearer]:
        """Everybody who has entries, one side first; who is out sets nothing off."""
        for side in (first, 1 - first):
            yield self.players[side]
            yield from (one for one in self.figures if one.side == side and one.alive)

    def held_by(self, bearer: Bearer) -> Iterator[Held]:
        """What somebody has: entries, and the conditions it is under."""
        yield from bearer.held
        for name, count in bearer.counts.items():
            if count > 0 and name in self.by_id:
                yield bearer.conditions.setdefault(name, Held(name, self.by_id[name]))

    def owner(self, name: str, bearer: Bearer) -> Bearer:
        """Who keeps a resource for somebody."""
        spec = self.terms.get("resources", {}).get(name)
        return self.players[bearer.side] if spec and spec.get("per") == "player" else bearer

    def stamp(self) -> dict[str, int]:
        """Which round, turn and activation it is."""
        return dict(self.clock)

    def during(self, stamp: dict[str, int], period: str) -> bool:
        """Whether something happened in the period that is now."""
        return period not in self.terms["periods"] or stamp.get(period) == self.clock.get(period)

    def newcomer(self, unit: Data, side: int, spot: Spot) -> Figure:
        """A model that enters play: its statline, and what every model has."""
        held = [Held(key, self.entries[key]) for key in self.course.get("models", [])]
        model: Data = {"weapons": [], "cost": 0}
        return Figure(
            title=unit["name"], side=side, held=held, model=model, stats={**unit["stats"]}, spot=spot, newcomer=True
        )

    def actions(self, figure: Figure) -> dict[str, Held]:
        """What a figure has by the id of its entry, where that is a word of play."""
        return {one.entry["id"]: one for one in self.held_by(figure) if one.entry["id"] in self.by_id}


def new_match(forces: Rows, mission: Data | None, seed: int) -> Match:
    """A game with all figures and markers on the table; nothing has happened yet."""
    match = Match(forces, mission, seed)
    for side, force in enumerate(forces):
        drawn = [one["entry"] for one in match.mission["drawn"]]
        keys = [*force["course"].get("players", []), *drawn]
        match.players[side].held = [Held(key, match.entries[key]) for key in keys]
        models = [model for model in force["models"] if model["deploy"]]
        for at, model in enumerate(models):
            spot = match.board.start_of(side, at, len(models), match.dice)
            match.figures.append(_figure(match, force, model, side, spot))
    names: dict[str, int] = {}
    for figure in match.figures:
        names[figure.title] = names.get(figure.title, 0) + 1
        figure.title += f" {names[figure.title]}" if names[figure.title] > 1 else ""
    layouts = [one.get("layout") or {} for one in (match.mission["roll"], *match.mission["drawn"])]
    for piece in (piece for layout in layouts for piece in layout.get("pieces", [])):
        _put(match, piece)
    return match


def _figure(match: Match, force: Data, model: Data, side: int, spot: Spot) -> Figure:
    several = [
        model["unit"],
        model["rank"],
        *(model[name] for name in ("weapons", "armour", "gear", "abilities", "options")),
    ]
    picks = [pick for one in several if one for pick in (one if isinstance(one, list) else [one])]
    held = [
        Held(pick["entry"], match.entries[pick["entry"]], pick) for pick in picks for _ in range(pick.get("count", 1))
    ]
    held += [Held(key, match.entries[key]) for key in force["course"].get("models", [])]
    figure = Figure(title=model["title"], side=side, held=held, model=model, stats=dict(model["stats"]), spot=spot)
    figure.goal = match.dice.randrange(3)
    return figure


def _put(match: Match, piece: Data) -> None:
    """Put the markers of a set-up on the table: in the middle, across it, or outside the zones."""
    if piece["what"] not in match.terms.get("things", {}):
        return
    board, sense = match.board, match.sense(piece.get("at", ""))
    each: list[Any] = [0, 1] if piece.get("by") == "each" else [None]
    for owner in each * (piece.get("count") or 1):
        if sense == "centre":
            spot = Spot(board.wide // 2, board.deep // 2)
        else:
            depth = figure_of(piece["depth"], match.dice) if piece.get("depth") else board.deep - 4 * board.zone
            middle = board.deep / 2
            spot = board.anywhere(middle - depth / 2, middle + depth / 2, match.dice)
        match.markers.append(Marker(piece["what"], spot, owner))
