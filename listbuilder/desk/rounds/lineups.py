"""The teams of an event: noted in the ledger by number and seat, named from `players.yaml` alone."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.desk.folder import Desk
from listbuilder.desk.players import same_name
from listbuilder.desk.records import State, Team
from listbuilder.desk.rounds.boards import line_up
from listbuilder.desk.rounds.standings import stays
from listbuilder.desk.writing import Pen
from listbuilder.errors import EditError
from listbuilder.spelling import did_you_mean


def teams_playing(state: State, width: int) -> dict[str, list[str]]:
    """The teams of which somebody is there, with those who sit down."""
    found = {id: line_up(state, id, width) for id in state.teams}
    return {id: some for id, some in found.items() if some}


def note_teams(desk: Desk, pen: Pen) -> None:
    """Note every team that is new or has other players than before; nobody may be without one.

    A team is the one of its name, or else the one that had these very players under another name. One that is gone
    has no players any more.
    """
    teams = desk.teams
    named = {id for ids in teams.values() for id in ids}
    alone = [id for id in desk.state.entrants if stays(desk.state, id) and id not in named]
    if alone:
        hint = f"Write `team` for each of them in {desk.players_file}."
        raise EditError.of("desk.team", f"Without a team: {', '.join(alone)}.", hint)
    known, there = dict(desk.state.teams), set()
    for name, ids in teams.items():
        mark, players = _mark(desk, name), tuple(ids)
        old = next((one for one in known.values() if one.mark == mark), None)
        old = old or next((one for one in known.values() if one.players == players), None)
        team = Team(id=old.id if old else f"t{len(known) + 1}", mark=mark, players=players)
        if team != old:
            pen.note("team", team=team.id, mark=mark, players=list(players))
            known[team.id] = team
        there.add(team.id)
    for one in known.values():
        if one.id not in there and one.players:
            pen.note("team", team=one.id, mark=one.mark, players=[])
    desk.take_over(pen)


def _mark(desk: Desk, name: str) -> str:
    """A keyed hash of a team's name: the ledger has no names."""
    return desk.mark(f"team {' '.join(name.casefold().split())}".encode())


def team_names(desk: Desk) -> dict[str, str]:
    """What each team that was drawn is called; one whose name is gone has its number."""
    marked = {_mark(desk, name): name for name in desk.teams}
    return {id: marked.get(one.mark, f"Team {id.removeprefix('t')}") for id, one in desk.state.teams.items()}


def team_found(names: Mapping[str, str], said: str) -> str:
    """The team of these that has an id or a name; nothing where there is none."""
    return next((id for id, name in names.items() if said == id or same_name(name, said)), "")


def team_named(desk: Desk, said: str) -> str:
    """A team that was drawn, by its name or id; EditError where there is none."""
    names = team_names(desk)
    found = team_found(names, said)
    if not found:
        hint = did_you_mean(said, names.values()) or f"There are {', '.join(names.values())}."
        raise EditError.of("desk.team", f'There is no team "{said}".', hint)
    return found
