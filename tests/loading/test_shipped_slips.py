"""One slip, one message: also in the games that ship, whose cards and rules of play are larger than any design's.

`slips/shipped.txt` has an edit per line.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.loading.test_catalogue_slips import Slip, amiss, check, make_slip, read_slips
from tests.support.paths import CATALOGUE

SLIPS = read_slips("shipped.txt")


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{one.file} {one.new[-30:]}" for one in SLIPS])
def test_one_slip_one_message(slip: Slip, tmp_path: Path) -> None:
    """A slip gives one message, at its line, that says what is wrong."""
    id = slip.file.partition("/")[0]
    shutil.copytree(CATALOGUE / id, tmp_path / id)
    text = make_slip(slip, tmp_path)
    assert amiss(slip, text, tmp_path, check(tmp_path / id)) == []
