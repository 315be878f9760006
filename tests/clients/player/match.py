"""One game between two forces: what there is, the words of the game, the clock and the log."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from .board import Board, Spot
from .tally import Tally
from .values import Data, Rows, figure_of
from .world import Bearer, Figure, Held, Lasting, Marker, Piece, Player, Scene, Voice

__all__ = ["Match", "new_match"]

SORTS = ("actions", "events", "numbers", "states", "things", "places", "rules")


class Match:
    """The state of a game. Rules of the schema are in the other files; here is what they ask and change."""

    def __init__(self, forces: Rows, mission: Data | None, seed: int, table: Data) -> None:
        self.dice = Random(seed)
        self.table = table
        self.policies = ["bold", "bold"]
        self.terms: Data = forces[0]["terms"]
        self.sequences: Data = forces[0]["sequences"]
        self.course: Data = forces[0]["course"]
        self.mission: Data = mission or {"roll": {}, "drawn": [], "entries": {}}
        self.entries: Data = {}
        for part in (*forces, self.mission):
            self.entries |= {key: self.spelled_out(entry) for key, entry in part["entries"].items()}
        self.players = [Player(title=force["list"]["name"] or f"Side {at}", side=at) for at, force in enumerate(forces)]
        self.figures: list[Figure] = []
        self.markers: list[Marker] = []
        self.pieces: list[Piece] = []
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
        self.among: dict[str, frozenset[str]] = {}
        self.board = Board(self.unit, table.get("sides") or self._sides(), table.get("zone") or self._zone())

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
        if name not in self.among:
            found = {name}
            for sort in SORTS:
                found |= {word for word, one in self.terms.get(sort, {}).items() if self.stands_for(one, name)}
            self.among[name] = frozenset(found)
        return self.among[name]

    def stands_for(self, term: Data, name: str) -> bool:
        """Whether a word for several things is also one for this: it lists it, or its sense takes it in."""
        if term.get("means") == "others":
            several, but = term["about"]
            return name != but and name in self.terms["actions"].get(several, {}).get("any", ())
        if term.get("means") == "priced" and name in self.by_id:
            price = self.by_id[name].get("use", {}).get("price", {}).get(term["about"][0], {}).get("value", 0)
            most = self.constant(term["max"]) if "max" in term else price
            return bool(0 < price <= most)
        return name in term.get("any", ())

    def spelled_out(self, entry: Data) -> Data:
        """An entry in which each word for the others of several, but for one that it names, is those others."""
        ids, actions = entry.get("ids", {}), self.terms.get("actions", {})
        found: dict[str, list[str]] = {}
        for name, one in actions.items():
            if one.get("means") == "others" and one["about"][1] in ids:
                found[name] = [each for each in actions[one["about"][0]]["any"] if each != ids[one["about"][1]]]

        def spelled(part: Any) -> Any:
            if isinstance(part, dict):
                return {key: spelled(one) for key, one in part.items()}
            if isinstance(part, list):
                return [
                    each for one in part for each in (found.get(one, [one]) if isinstance(one, str) else [spelled(one)])
                ]
            return part

        return {**entry, "effects": spelled(entry.get("effects", []))} if found else entry

    def constant(self, amount: Data) -> float:
        """An amount that is the same in the whole game."""
        value = amount.get("value") or self.terms["numbers"][amount["of"]]["value"]
        return figure_of(value, self.dice)

    def agreed(self, line: str, side: int) -> int:
        """What a line of the match between the two lists gives a player."""
        agreed = self.table.get("match", {"sides": ["", ""], "lines": []})
        found = [one for one in agreed["lines"] if one["name"] == line and one["to"] == agreed["sides"][side]]
        return sum(int(one["amount"]) for one in found)

    def present(self) -> Iterator[Figure]:
        """The figures on the table."""
        away = self.meaning("off-board")
        return (one for one in self.figures if one.alive and not any(one.counts[word] > 0 for word in away))

    def bearers(self, first: int = 0) -> Iterator[Bearer]:
        """Everybody who has entries, one side first; who is out sets nothing off."""
        for side in (first, 1 - first):
            yield self.players[side]
            yield from (one for one in self.figures if one.side == side and one.alive)
        yield from self.pieces

    def held_by(self, bearer: Bearer) -> Iterator[Held]:
        """What somebody has: entries, and the conditions it is under."""
        for held in bearer.held:
            yield held
            yield from held.keywords
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

    @cached_property
    def near_events(self) -> list[tuple[frozenset[str], Data, float]]:
        """The events of coming near to somebody or something, with how near."""
        events = self.terms.get("events", {})
        return [
            (self.names(name), one, self.constant({"of": one["about"][0]}))
            for name, one in events.items()
            if one.get("means") == "comes-near"
        ]

    @cached_property
    def short_periods(self) -> list[str]:
        """The periods inside that of a model that have no number: each run of a sequence is one."""
        periods = self.terms["periods"]
        return [
            name for name, one in periods.items() if "number" not in one and periods.get(one.get("in"), {}).get("of")
        ]

    def raise_piece(self, name: str, shape: Data, at: Spot) -> None:
        """Raise a piece of terrain with its near left corner at a spot."""
        held = [Held(key, self.entries[key]) for key in shape.get("traits", [])]
        end = Spot(at.x + shape["size"][0], at.y + shape["size"][1])
        self.pieces.append(
            Piece(name, -1, held, low=at, high=end, height=shape["height"], gaps=shape.get("gaps", False))
        )

    def actions(self, figure: Figure) -> dict[str, Held]:
        """What a figure has by the id of its entry, where that is a word of play."""
        return {one.entry["id"]: one for one in self.held_by(figure) if one.entry["id"] in self.by_id}


def new_match(forces: Rows, mission: Data | None, seed: int, table: Data | None = None) -> Match:
    """A game with all figures and markers on the table; nothing has happened yet.

    `table` is what no rulebook prints and players bring: its `sides`, how deep a `zone` is, the `areas` of each side by
    the word for them, and `pieces` of terrain, each with its corner `at`, its `size`, `height`, `traits` and whether
    one sees through its `gaps`. `shapes` says the same of what is put down in play. `match` is what `match --json`
    says, and `rounds` how many are played where it is not the whole game.
    """
    match = Match(forces, mission, seed, table or {})
    for piece in (table or {}).get("pieces", []):
        match.raise_piece(piece["name"], piece, Spot(*piece["at"]))
    roll = match.mission["roll"]
    for side, force in enumerate(forces):
        drawn = [one["entry"] for one in match.mission["drawn"]]
        keys = [*force["course"].get("players", []), *drawn]
        match.players[side].held = [Held(key, match.entries[key]) for key in keys]
        chosen = [pick for picks in force["slots"].values() for pick in picks if pick["kind"] != roll.get("kind")]
        match.players[side].held += [Held(pick["entry"], match.entries[pick["entry"]], pick) for pick in chosen]
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
    for one in held:
        printed = [word["entry"] for word in one.pick.get("keywords") or one.entry.get("keywords") or []]
        own = [key for key in printed if key not in match.course.get("table", ())]
        one.keywords = [Held(key, match.entries[key], on_what=one) for key in own]
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
