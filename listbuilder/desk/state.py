"""The state of an event: a pure fold over the lines of its ledger. It knows no files, no clock and no chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from listbuilder.desk.ledger import Line
from listbuilder.desk.records import Arrival, Entrant, Fault, Round, State, Team, Version, list_id
from listbuilder.desk.seats import change_places, places_of, put_down, score_game
from listbuilder.desk.shapes import UNDOABLE, stranger
from listbuilder.errors import DocumentError
from listbuilder.record import changed


def fold(lines: Iterable[Line]) -> State:
    """The state after some lines; a line that was undone counts for nothing."""
    return Folding(lines).state()


class Folding:
    """What is known so far, while lines are read."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.keys: dict[str, Any] = {"each": 1}
        self.entrants: dict[str, Entrant] = {}
        self.further: dict[str, Entrant] = {}
        self.arrivals: dict[int, Arrival] = {}
        self.rounds: list[Round] = []
        self.teams: dict[str, Team] = {}
        self.revealed: dict[str, frozenset[str]] = {}
        self.whats: list[str] = []
        every = list(lines)
        self.undone = frozenset(int(one.said["line"]) for one in every if one.what == "undone")
        for line in every:
            self.add(line)

    def add(self, line: Line) -> None:
        """One line more."""
        try:
            if line.seq not in self.undone:
                self.refuse((line.what == "opened") == bool(self.whats))
                STEPS[line.what](self, line)
                self.refuse(stranger(line.what, line.said, self.entrants, self.teams, self.further))
        except LookupError as error:
            message = f"Line {line.seq} of the ledger speaks of what no line before it has."
            hint = "Take the folder from a backup."
            raise DocumentError.of("desk.ledger", message, hint, line=line.seq) from error
        self.whats.append(line.what)

    def refuse(self, fault: object) -> None:
        """A line that does not fit those before it is not taken."""
        if fault:
            raise LookupError(fault)

    def state(self) -> State:
        """The state that came of it; the lists of a player go where the player goes."""
        owners = {id: self.entrants[one.of] for id, one in self.further.items()}
        return State(
            entrants=self.entrants,
            further={
                id: changed(one, dropped=owners[id].dropped, forgotten=owners[id].forgotten)
                for id, one in self.further.items()
            },
            arrivals=self.arrivals,
            rounds=tuple(self.rounds),
            teams=self.teams,
            revealed=self.revealed,
            undone=self.undone,
            lines=len(self.whats),
            **self.keys,
        )

    def bring(self, *players: str) -> None:
        """Players bring as many lists as the pack asks for."""
        for id in players:
            for number in range(2, self.keys["each"] + 1):
                one = Entrant(id=list_id(id, number), of=id, number=number)
                self.refuse(one.id in self.entrants)
                self.further.setdefault(one.id, one)

    def list(self, id: str) -> Entrant:
        """What is known of a list, be it the first one of a player or a further one."""
        return self.further.get(id) or self.entrants[id]

    def set(self, id: str, **changes: Any) -> None:
        """Change what is known of a player or a list."""
        (self.further if id in self.further else self.entrants)[id] = changed(self.list(id), **changes)

    def decide(self, id: str, number: int, **changes: Any) -> None:
        """Change what is known of a list on account of a version that was handed in."""
        self.refuse(self.list(id).version(number) is None)
        self.set(id, **changes)

    def opened(self, line: Line) -> None:
        """The event begins; it is known by the hash of this line."""
        self.keys |= {"event": line.hash, "game": line.said["game"], "name": line.said["name"]}

    def pack(self, line: Line) -> None:
        """The pack as it is from now on; a list that was handed in stays known where fewer are asked for."""
        self.keys |= {"pack": line.said["digest"], "each": line.said.get("each", 1)}
        self.further = {id: one for id, one in self.further.items() if one.versions or one.number <= self.keys["each"]}
        self.bring(*self.entrants)

    def player(self, line: Line) -> None:
        """Somebody signed up."""
        id = line.said["player"]
        self.refuse(id in self.further)
        self.entrants.setdefault(id, Entrant(id=id))
        self.bring(id)

    def received(self, line: Line) -> None:
        """Something came in."""
        said = line.said
        whose = {"player": said.get("player", ""), "at": line.at, "list": bool(said["list"])}
        self.arrivals[said["arrival"]] = Arrival(number=said["arrival"], hash=said["hash"], file=said["file"], **whose)

    def owned(self, line: Line) -> None:
        """It is known whose an arrival is that is no new list."""
        number = line.said["arrival"]
        self.arrivals[number] = changed(self.arrivals[number], player=line.said["player"])

    def judged(self, line: Line) -> None:
        """An arrival is a player's list."""
        said = line.said
        entrant = self.list(said["player"])
        arrival = self.arrivals[said["arrival"]]
        self.arrivals[arrival.number] = changed(arrival, player=entrant.id, read=True)
        version = Version(
            number=said["version"],
            arrival=arrival.number,
            line=line.seq,
            at=arrival.at,
            seal=said["seal"],
            errors=said["errors"],
            late=bool(said["late"]),
            sender=bool(said.get("sender", 0)),
            together=bool(said.get("together", 0)),
            unsupported=bool(said.get("unsupported", 0)),
            vouched=bool(said.get("vouched", 0)),
        )
        self.set(entrant.id, versions=(*entrant.versions, version))

    def approved(self, line: Line) -> None:
        """The desk takes a version."""
        last = self.list(line.said["player"]).last
        number, settled = line.said["version"], last.number if last else 0
        self.decide(line.said["player"], number, approved=number, settled=settled, returned=0)

    def returned(self, line: Line) -> None:
        """The desk gives a version back."""
        entrant, number = self.list(line.said["player"]), line.said["version"]
        kept = 0 if entrant.approved == number else entrant.approved
        self.decide(entrant.id, number, returned=number, approved=kept, why=line.said.get("why", ""))

    def late_allowed(self, line: Line) -> None:
        """A player may hand in after the deadline, and after the lock."""
        self.set(line.said["player"], late_allowed=True)

    def locked(self, line: Line) -> None:
        """Lists are closed; the last approved version of each player counts."""
        pinned = {key: line.said[key] for key in ("catalogue", "pack")}
        self.keys |= {"locked": line.seq, "locked_at": line.at, "pinned": pinned}
        for id, number, *_ in line.said["lists"]:
            self.decide(id, number, locked=number, late_allowed=False)

    def late_locked(self, line: Line) -> None:
        """One more list is locked, after the others."""
        number = line.said["version"]
        self.decide(line.said["player"], number, locked=number, late_allowed=False)

    def revealed_(self, line: Line) -> None:
        """Lists are shown: whose, and to whom; nobody named is everybody."""
        for id in line.said["lists"]:
            self.revealed[id] = self.revealed.get(id, frozenset()) | frozenset(line.said["to"] or ["everybody"])

    def published(self, line: Line) -> None:
        """Lists are public: whose."""
        self.keys["published"] = tuple(line.said["lists"])

    def penalty(self, line: Line) -> None:
        """A player is penalised."""
        said = line.said
        fault = Fault(id=said["penalty"], line=line.seq, round=said["round"], remedy=said.get("remedy", ""))
        self.set(said["player"], faults=(*self.entrants[said["player"]].faults, fault))

    def dropped(self, line: Line) -> None:
        """A player leaves."""
        self.set(line.said["player"], dropped=True, left_after=len(self.rounds))

    def back(self, line: Line) -> None:
        """A player comes back."""
        self.set(line.said["player"], dropped=False)

    def paired(self, line: Line) -> None:
        """A round is drawn."""
        said = line.said
        self.refuse(said["round"] != len(self.rounds) + 1 or self.strange_bye(said))
        terms = {"boards": said.get("boards", 0), "choice": bool(said.get("choice"))}
        one = Round(number=said["round"], line=line.seq, seed=said["seed"], **terms, **places_of(said, ()))
        self.rounds.append(one)

    def strange_bye(self, said: Mapping[str, Any]) -> bool:
        """Whether a player is without an opponent where teams are drawn, or a team where players are."""
        return said["bye"] not in ("", *(self.teams if said.get("matches") else self.entrants))

    def team(self, line: Line) -> None:
        """A team has these players from now on, by seat."""
        said = line.said
        self.teams[said["team"]] = Team(id=said["team"], mark=said["mark"], players=tuple(said["players"]))

    def boards(self, line: Line) -> None:
        """Who meets whom in matches of the round at hand is changed; a game that stays keeps its result."""
        now = self.rounds[-1] if self.rounds else None
        self.refuse(self.strange_bye(line.said))
        if now is not None and now.line == line.said["draw"]:
            self.rounds[-1] = changed(now, **places_of(line.said, now.games))

    def swapped(self, line: Line) -> None:
        """Two players of the round at hand change places; not where that draw was taken back."""
        if len(self.rounds) < line.said["round"]:
            return
        self.rounds[-1] = change_places(self.rounds[-1], line.said["one"], line.said["two"])

    def scored(self, line: Line) -> None:
        """A game has a result; a later line for the same table is a correction."""
        at = line.said["round"] - 1
        self.rounds[at] = score_game(self.rounds[at], line.said, line.seq)

    def plays(self, line: Line) -> None:
        """Which lists are played at a table; not where others sit there since."""
        lists = [self.list(id) for id in line.said["lists"]]
        self.refuse(not all(one.locked for one in lists))
        self.rounds = [put_down(one, line.said, lists) for one in self.rounds]

    def linked(self, line: Line) -> None:
        """A player has a new personal link; one from before opens nothing any more."""
        self.set(line.said["player"], link=line.said["mark"])

    def unlinked(self, line: Line) -> None:
        """The link of a player opens nothing any more."""
        self.set(line.said["player"], link="")

    def forgotten(self, line: Line) -> None:
        """A person is gone with all lists; what they played stays."""
        nothing: dict[str, Any] = {
            "versions": (),
            "approved": 0,
            "settled": 0,
            "returned": 0,
            "locked": 0,
            "link": "",
            "why": "",
        }
        self.set(line.said["player"], forgotten=True, **nothing)
        theirs = [one.id for one in self.further.values() if one.of == line.said["player"]]
        self.further |= {id: changed(self.further[id], **nothing) for id in theirs}

    def undone_(self, line: Line) -> None:
        """A line before this one counts for nothing."""
        self.refuse(self.whats[line.said["line"] - 1] not in UNDOABLE)

    def checked(self, line: Line) -> None:
        """Somebody held a list against what was locked."""
        if "player" in line.said:
            self.set(line.said["player"], checked=line.said["verdict"])

    def keyed(self, line: Line) -> None:
        """The desk signs from now on; this is its public key."""
        self.keys["key"] = line.said["key"]

    def closed(self, line: Line) -> None:
        """The event is over."""
        self.keys["closed"] = True


STEPS: Mapping[str, Callable[[Folding, Line], None]] = {
    "approved": Folding.approved,
    "back": Folding.back,
    "boards": Folding.boards,
    "checked": Folding.checked,
    "closed": Folding.closed,
    "dropped": Folding.dropped,
    "forgotten": Folding.forgotten,
    "judged": Folding.judged,
    "keyed": Folding.keyed,
    "late-allowed": Folding.late_allowed,
    "late-locked": Folding.late_locked,
    "linked": Folding.linked,
    "locked": Folding.locked,
    "opened": Folding.opened,
    "owned": Folding.owned,
    "pack": Folding.pack,
    "paired": Folding.paired,
    "penalty": Folding.penalty,
    "player": Folding.player,
    "plays": Folding.plays,
    "published": Folding.published,
    "received": Folding.received,
    "returned": Folding.returned,
    "revealed": Folding.revealed_,
    "scored": Folding.scored,
    "swapped": Folding.swapped,
    "team": Folding.team,
    "undone": Folding.undone_,
    "unlinked": Folding.unlinked,
}
