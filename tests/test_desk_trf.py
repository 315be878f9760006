"""Results for chess programs: fixed columns, read back here by their positions alone."""

from __future__ import annotations

import random
from pathlib import Path

from desk_setup import data, run
from test_desk_rounds import play, ready


def test_columns_read_back(tmp_path: Path) -> None:
    """Number, name, points, rank, opponents, colours and results stand where TRF16 has them, and agree."""
    folder = ready(tmp_path / "cup", 5, rounds={"count": 3, "bye": {"result": "draw"}})
    dice = random.Random(4)
    for _ in range(2):
        play(folder, dice)
    run(folder, "standings", "--report", tmp_path / "cup.trf")
    raw = (tmp_path / "cup.trf").read_bytes().decode("utf-8")
    assert raw.endswith("\r\n")
    lines = raw.splitlines()
    assert "012 Harbour Cup" in lines and "062 5" in lines and "XXR 3" in lines
    rows = {int(line[4:8]): line for line in lines if line.startswith("001")}
    ranks = {one["name"]: one["rank"] for one in data(folder, "standings")["standings"]}
    byes = 0
    for number, line in rows.items():
        assert ranks[line[14:47].strip()] == int(line[85:89])
        total = 0.0
        for at in (91, 101):
            other, colour, result = int(line[at : at + 4]), line[at + 5], line[at + 7]
            total += {"1": 1, "=": 0.5, "0": 0, "H": 0.5}[result]
            if not other:
                byes += 1
                assert (colour, result) == ("-", "H")
                continue
            theirs = rows[other]
            assert int(theirs[at : at + 4]) == number and {colour, theirs[at + 5]} == {"w", "b"}
            assert {result, theirs[at + 7]} in ({"1", "0"}, {"="})
        assert float(line[80:84]) == total and len(line) == 109
    assert byes == 2
