"""One slip, one message: also in games unlike the five, in an overlay and in an event pack.

`designs` has games of our own invention with an overlay and an event pack; `slips/designs.txt` an edit per line.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.base.errors import ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.loading.events import load_event
from tests.loading.test_catalogue_slips import Slip, amiss, check, make_slip, read_slips
from tests.support.paths import DESIGNS

HERE = DESIGNS
SLIPS = read_slips("designs.txt")
WHOLE = (
    "brass-lance",
    "brass-night",
    "gale-convoy",
    "gale-house",
    "lantern-court",
    "thunderhoof",
    "tide-ledger",
    "windward",
)


@pytest.fixture(scope="module")
def designs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the games to make slips in."""
    folder = tmp_path_factory.mktemp("slips") / "designs"
    shutil.copytree(HERE, folder)
    return folder


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def found_in(slip: Slip, folder: Path) -> tuple[Finding, ...]:
    """What is said of the game, the overlay or the pack that a slip is in."""
    name = slip.file.partition("/")[0]
    if not name.endswith(".yaml"):
        return check(folder / name)
    try:
        load_event(folder / name, [folder])
    except ListbuilderError as error:
        return error.findings
    return ()


@pytest.mark.parametrize("name", WHOLE)
def test_the_games_are_right_before(name: str) -> None:
    """The games and the overlay that slips spoil have no problem."""
    assert check(HERE / name) == ()


@pytest.mark.parametrize("name", ["cup.yaml", "tern-cup.yaml"])
def test_the_event_is_right_before(name: str) -> None:
    """The packs that slips spoil have no problem."""
    assert load_event(HERE / name, [HERE]).event is not None


def test_there_are_many_slips() -> None:
    """Slips in every sort of file, none of them twice."""
    assert len(set(SLIPS)) == len(SLIPS) >= 150
    assert {slip.file.partition("/")[0] for slip in SLIPS} == {
        "brass-lance",
        "brass-night",
        "cup.yaml",
        "gale-convoy",
        "gale-house",
        "lantern-court",
        "tern-cup.yaml",
        "thunderhoof",
        "tide-ledger",
        "windward",
    }


@pytest.mark.sample(50)
@pytest.mark.parametrize("slip", SLIPS, ids=[f"{one.file} {one.old[:30]} {one.new[-30:]}" for one in SLIPS])
def test_one_slip_one_message(slip: Slip, designs: Path) -> None:
    """A slip gives one message, at its line, that says what is wrong."""
    text = make_slip(slip, designs)
    try:
        found = found_in(slip, designs)
        assert amiss(slip, text, designs, found) == []
    finally:
        (designs / slip.file).write_text(text, "utf-8")
