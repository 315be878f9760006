"""Random rosters cost the same and have the same verdict here and in a judge that reads the XML by itself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from listbuilder.exchange.battlescribe.conversion_record import read_record
from listbuilder.exchange.battlescribe.markup import read_xml
from listbuilder.exchange.battlescribe.roster_lists import ConvertedGame, roster_list
from listbuilder.exchange.formats.list_files import list_text
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from tests.exchange.battlescribe.converted import SYSTEMS, convert_into
from tests.oracle.battlescribe import Data, random_roster, roster_xml
from tests.support.effort import rounds


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return convert_into(tmp_path_factory.mktemp("oracle"), "lantern-watch")


def test_cost_and_verdict_are_those_of_the_data(game: Path) -> None:
    data = Data(SYSTEMS / "lantern-watch")
    loaded = load_game(game.name, [game.parent])
    converted = ConvertedGame(game.name, read_record(game) or {})
    referee = Referee(loaded)
    verdicts = set()
    for seed in range(rounds(600, 60)):
        roster = random_roster(data, random.Random(seed))
        imported = roster_list(read_xml(roster_xml(roster, data).encode()), loaded, converted, None)
        assert not imported.kept, seed
        report = referee.judge(read_list(list_text(imported.tree).encode()))
        faults = sorted(roster.faults())
        told = [one.message for one in report.findings if one.severity == "error"]
        assert report.force.cost == roster.cost("c-coins") * 2, (seed, list_text(imported.tree))
        assert report.valid == (not faults), (seed, faults, told, list_text(imported.tree))
        verdicts.add(report.valid)
    assert verdicts == {True, False}
