"""Every draw reckoned again from the lines before it: what the ledger says was drawn is what must have been drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.catalogue import Event
from listbuilder.desk.ledger import Line
from listbuilder.desk.rounds.boards import seat
from listbuilder.desk.rounds.matches import team_points
from listbuilder.desk.rounds.pairing import draw
from listbuilder.desk.rounds.running import field_of
from listbuilder.desk.rounds.tiebreaks import make_table
from listbuilder.desk.state import fold
from listbuilder.finding import Finding


def check_draws(lines: Sequence[Line], event: Event, file: str) -> Iterator[Finding]:
    """What is wrong with draws."""
    for line in lines:
        if line.what == "paired":
            fault = _fault(lines, line, event)
            if fault:
                message = f"The draw of round {line.said['round']} (line {line.seq}) {fault}."
                hint = "Draws are made by the desk; a change by hand is a swap with its reason."
                yield Finding(code="desk.draw", message=message, hint=hint, file=file, line=line.seq)


def _fault(lines: Sequence[Line], line: Line, event: Event) -> str:
    """What is wrong with one draw."""
    said = line.said
    if said["seed"] != line.prev:
        return "has another seed than the line before it"
    before = fold(lines[: line.seq - 1])
    made = seat(before, draw(field_of(before, said)), said.get("boards", 0), bool(said.get("choice")))
    if any(made[key] != said.get(key) for key in made):
        return "is not the one that follows from its seed"
    points = team_points(before, event) if "matches" in said else make_table(before, event).points
    if any(points.get(id) != number for id, number in said["points"]):
        return "was made with other points than the results give"
    return ""
