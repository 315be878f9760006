"""What engines ask beside a list's force: the rules of a game, a mission, two lists side by side, and exact odds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from listbuilder.base.errors import EditError
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.engine.importer import open_text
from listbuilder.judging.validator import Referee, Report
from listbuilder.play import MissionSheet, compare, missions_of, roll_mission
from listbuilder.play.odds.circumstances import parse_circumstances
from listbuilder.play.odds.odds_summary import odds_lines
from listbuilder.play.odds.table import AttackFilter, odds_between
from listbuilder.play.play_documents import match_document, mission_document
from listbuilder.storage.reading import Document
from listbuilder.ui.web.answers import RefusedError
from listbuilder.ui.web.api_types import OddsRequest
from listbuilder.ui.web.requests import SEARCH

QUERY = ("seed", "name", "pack")
SEED = re.compile("[0-9]{1,9}")


def mission_answer(game: Game, query: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The mission of a seed, or the one of a name, as `mission --json` has it."""
    asked, names = dict(query), [name for name, _ in query if name in QUERY]
    seed, pack, name = asked.get("seed", "0"), asked.get("pack") or None, asked.get("name")
    long = any(len(value) > SEARCH for _, value in query)
    if len(names) > len(set(names)) or long or not SEED.fullmatch(seed):
        raise RefusedError(
            422,
            "request.shape",
            f"Give {', '.join(QUERY)} once each; a seed has 1 to 9 digits, a name at most {SEARCH}.",
        )
    choices = missions_of(game, pack)
    if game.mission is None or not (choices or game.mission.draw == 0):
        raise RefusedError(404, "mission.unknown", f"{game.name} has no such missions.")
    if not name:
        return mission_document(roll_mission(game, int(seed), pack))
    found = game.find(game.mission.kind, name)
    if found is None or found not in choices:
        known = ", ".join(one.name for one in choices)
        raise RefusedError(404, "mission.unknown", f"{game.name} has no such mission; there are {known}.")
    return mission_document(MissionSheet(game=game, seed=None, roll=game.mission, drawn=(found,)))


def judged_pair(document: Document, other: dict[str, Any] | str, referee: Referee) -> tuple[Report, Report]:
    """The reports on two lists, which must be of one game."""
    reports = (
        referee.judge(document),
        referee.judge(Document(other, {}, None) if isinstance(other, dict) else open_text(other)),
    )
    games = [report.force.game.id for report in reports]
    if games[0] != games[1]:
        raise EditError(f"The list is for {games[0]}, the other for {games[1]}; only lists of one game can meet.")
    return reports


def match_answer(reports: tuple[Report, Report], files: tuple[str, str]) -> Any:
    """Two lists side by side, as `match --json` has them."""
    lines = (*compare(*reports), *odds_lines(reports[0].force, reports[1].force))
    return match_document(reports, files, lines)


def odds_answer(reports: tuple[Report, Report], asked: OddsRequest) -> Any:
    """The odds of one list's attacks on the other, as `odds --json` has them."""
    choice = AttackFilter(asked.attacker, asked.weapon, asked.target)
    return dump(odds_between(reports[0].force, reports[1].force, parse_circumstances(asked.with_), choice))
