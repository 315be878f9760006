"""A ranking written a second time, from the published results and the rules of the pack; it imports nothing of ours."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from functools import cmp_to_key
from typing import Any


class Oracle:
    """Reckons standings from results.json, a pack and the hash of the ledger's first line."""

    def __init__(self, results: dict[str, Any], pack: dict[str, Any], event: str) -> None:
        self.pack, self.event = pack, event
        self.bye = {"result": "win", "counts": "average", **pack.get("rounds", {}).get("bye", {})}
        penalties: dict[str, int] = {}
        for one in results["penalties"]:
            penalties[one["player"]] = penalties.get(one["player"], 0) + one["points"]
        self.lost = [one for one in results["penalties"] if one["remedy"].startswith("lose")]
        self.counts = [one["id"] for one in pack.get("counts", [])]
        self.games = [self.after_remedies(game) for game in results["games"]]
        self.byes = [one["player"] for one in results["byes"]]
        self.ids = [one["player"] for one in results["standings"]]
        self.total = {id: penalties.get(id, 0) for id in self.ids}
        for game in self.games:
            for side in (0, 1):
                self.total[game["players"][side]] += self.worth(game, side)
        for id in self.byes:
            self.total[id] += pack["result"][self.bye["result"]]

    def after_remedies(self, game: dict[str, Any]) -> dict[str, Any]:
        """A game as it counts: who must lose it has scored nothing, and the other has won; both may have to."""
        losing = [
            any(
                one["player"] == id and (one["remedy"] == "lose-all" or one["round"] == game["round"])
                for one in self.lost
            )
            for id in game["players"]
        ]
        if not any(losing):
            return game
        scores = [[0] * len(side) if lost else side for side, lost in zip(game["scores"], losing, strict=True)]
        return {**game, "scores": scores, "said": ["loss" if lost else "win" for lost in losing]}

    def worth(self, game: dict[str, Any], side: int) -> int:
        """What one game gives one side."""
        result = self.pack["result"]
        if game["said"][0]:
            return int(result[game["said"][side]])
        mine, other = game["scores"][side][0], game["scores"][1 - side][0]
        for band in result.get("bands", []):
            low, _, high = band["lead"].rstrip("+").partition("-")
            if int(low) <= abs(mine - other) and (band["lead"].endswith("+") or abs(mine - other) <= int(high or low)):
                if mine == other:
                    return int(sum(band["gives"]) // 2)
                return int(band["gives"][0 if mine > other else 1])
        return int(result["win"] if mine > other else result["loss"] if mine < other else result["draw"])

    def of(self, id: str) -> list[tuple[dict[str, Any], int]]:
        """The games of a player, with the side."""
        return [(game, game["players"].index(id)) for game in self.games if id in game["players"]]

    def key(self, name: str, id: str, level: list[str]) -> Fraction:
        """One tie-break."""
        mine = self.of(id)
        byes = self.byes.count(id)
        if name == "points":
            return Fraction(self.total[id])
        if name == "wins":
            won = [self.outcome(game, side) for game, side in mine].count(1)
            return Fraction(won + byes * (self.bye["result"] == "win"))
        if name == "opponents":
            own = self.total[id] - byes * int(self.pack["result"][self.bye["result"]])
            return Fraction(sum(self.total[game["players"][1 - side]] for game, side in mine) + byes * own)
        if name == "lot":
            return Fraction(int(hashlib.sha256(f"lot {self.event} {id}".encode()).hexdigest(), 16) - byes * 2**256)
        if name == "head-to-head":
            for one in level:
                met = {game["players"][1 - side] for game, side in self.of(one)}
                if set(level) - {one} - met:
                    return Fraction(0)
            return Fraction(sum(self.worth(game, side) for game, side in mine if game["players"][1 - side] in level))
        at = self.counts.index(name.replace("-lead", ""))
        scored = [game["scores"][side][at] for game, side in mine]
        if name.endswith("-lead"):
            scored = [own - game["scores"][1 - side][at] for own, (game, side) in zip(scored, mine, strict=True)]
        average = Fraction(sum(scored), len(scored)) if scored and self.bye["counts"] == "average" else Fraction(0)
        return Fraction(sum(scored)) + byes * average

    def outcome(self, game: dict[str, Any], side: int) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        if game["said"][0]:
            return {"win": 1, "draw": 0, "loss": -1}[game["said"][side]]
        one, two = game["scores"][side][0], game["scores"][1 - side][0]
        return int(one > two) - int(one < two)

    def ranking(self) -> list[str]:
        """Everybody in order: whoever is level so far is compared by the next key."""

        def compare(one: str, two: str) -> int:
            level = list(self.ids)
            for name in self.pack["order"]:
                mine, other = self.key(name, one, level), self.key(name, two, level)
                if mine != other:
                    return -1 if mine > other else 1
                level = [id for id in level if self.key(name, id, level) == mine]
            return 0

        return sorted(self.ids, key=cmp_to_key(compare))


class TeamOracle(Oracle):
    """The ranking of teams that play teams: matches are their games, what the boards add up to is scored first."""

    def __init__(self, results: dict[str, Any], pack: dict[str, Any], event: str) -> None:
        super().__init__(results, pack, event)
        terms = {"sum": "points", "result": {"win": 2, "draw": 1, "loss": 0}, **pack["teams"]["boards"]}
        boards = {(game["round"], game["table"]): game for game in self.games}
        matches = [self.match(match, boards, terms["sum"]) for match in results["matches"]]
        sides = [{"players": match["teams"], "scores": self.scores(match)} for match in matches if match["whole"]]
        self.pack = {**pack, "order": terms["order"], "result": terms["result"]}
        self.ids = [one["id"] for one in results["teams"]]
        self.counts = ["boards", *self.counts]
        self.games = [{**side, "said": [""]} for side in sides]
        drawn = [(match["round"], team) for match in results["matches"] for team in match["teams"]]
        mates = {id: one["id"] for one in results["teams"] for id in one["players"]}
        rests = {(one["round"], mates[one["player"]]) for one in results["byes"]}
        self.byes = [team for number, team in rests if (number, team) not in drawn]
        self.total = dict.fromkeys(self.ids, 0)
        for game in self.games:
            for side in (0, 1):
                self.total[game["players"][side]] += self.worth(game, side)
        for id in self.byes:
            self.total[id] += self.pack["result"][self.bye["result"]]

    def match(self, match: dict[str, Any], boards: dict[Any, Any], sum_of: str) -> dict[str, Any]:
        """A match with what each side of every board has, and who has a board without an opponent."""
        found = [boards.get((match["round"], table)) for table in match["tables"]]
        games = [game for game in found if game]
        whole = len(games) == len(found) and bool(games or any(match["free"]))
        free = self.pack["result"][self.bye["result"]] if sum_of == "points" else int(self.bye["result"] == "win")
        sums = [len(match["free"][side]) * free for side in (0, 1)]
        for game in games:
            for side in (0, 1):
                won = int(Oracle.outcome(self, game, side) == 1)
                sums[side] += self.worth(game, side) if sum_of == "points" else won
        return {**match, "games": games, "whole": whole, "sums": sums}

    def scores(self, match: dict[str, Any]) -> list[list[int]]:
        """What both sides of a match have: the sum of its boards, and each count added up."""
        counts = range(len(self.counts))
        return [
            [match["sums"][side], *(sum(game["scores"][side][at] for game in match["games"]) for at in counts)]
            for side in (0, 1)
        ]

    def outcome(self, game: dict[str, Any], side: int) -> int:
        """As with players, but a band that gives both as much is a draw."""
        both = [self.worth(game, at) for at in (0, 1)]
        return 0 if both[0] == both[1] and self.pack["result"].get("bands") else super().outcome(game, side)
