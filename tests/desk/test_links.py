"""Personal links that are written down: what can't be written is not noted, and links from before still open."""

from pathlib import Path

import pytest

from listbuilder.desk.folder import Desk
from listbuilder.desk.links import holder_of
from tests.support.desk_setup import cup, lines, run

STRANGE = (("Mira Voss", ""), ("Ὀδυσσεὺς 𓀀", ""))


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event in which the name of one player has letters that no font of ours has."""
    return cup(tmp_path_factory.mktemp("links") / "cup", STRANGE)


def linked(folder: Path) -> int:
    """How many links the ledger has."""
    return sum(one["what"] == "linked" for one in lines(folder))


def test_slips_that_fail_note_no_link(harbour: Path, tmp_path: Path) -> None:
    """A font that is not there: nobody has a link that nobody saw."""
    pytest.importorskip("segno")
    run(harbour, "links", "p01", "--revoke")
    before = linked(harbour)
    run(harbour, "links", "-o", tmp_path / "links.pdf", "--font", "nowhere.ttf", code=3)
    assert not (tmp_path / "links.pdf").exists()
    assert linked(harbour) == before


def test_link_from_before_opens_where_the_new_one_was_not_written(harbour: Path, tmp_path: Path) -> None:
    """A table that can't be written ends nobody's link."""
    run(harbour, "links", "p02", "-o", tmp_path / "first.csv")
    token = (tmp_path / "first.csv").read_text("utf-8").partition("/l/")[2].split()[0]
    run(harbour, "links", "p02", "-o", tmp_path / "no-folder" / "links.csv", code=None)
    run(harbour, "links", "p02", "-o", tmp_path / "links.pdf", "--font", "nowhere.ttf", code=3)
    holder = holder_of(Desk(harbour), token)
    assert holder is not None and holder.id == "p02"


def test_nobody_to_write_for_writes_no_file(harbour: Path, tmp_path: Path) -> None:
    """Where everybody has a link there is nothing to hand out."""
    run(harbour, "links", "-o", tmp_path / "all.csv")
    told = run(harbour, "links", "-o", tmp_path / "more.csv").stdout
    assert "Everybody has a link" in told and not (tmp_path / "more.csv").exists()
