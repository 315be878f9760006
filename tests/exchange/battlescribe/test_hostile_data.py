"""Data that are damaged, hostile or wrong are refused in words, or their faults are reported; nothing is raised."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.battlescribe.conversion import convert
from listbuilder.exchange.battlescribe.data_files import find_game_data
from tests.exchange.battlescribe.converted import SYSTEMS
from tests.support.cli import run

HEAD = '<gameSystem id="s" name="Small" battleScribeVersion="2.03"><costTypes><costType id="c" name="pts"/></costTypes>'


def refused(folder: Path, name: str, raw: bytes | str) -> str:
    """The code with which a file is refused."""
    path = folder / name
    path.write_bytes(raw.encode() if isinstance(raw, str) else raw)
    with pytest.raises(DocumentError) as caught:
        find_game_data([path])
    return caught.value.findings[0].code


def packed(**files: bytes) -> bytes:
    """An archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            archive.writestr(name.replace("_", "."), raw)
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "raw", "code"),
    [
        ("a.gst", '<!DOCTYPE x [<!ENTITY a "b">]><gameSystem id="s" name="&a;"/>', "data.unsafe"),
        ("a.gst", "<gameSystem id='s'><costTypes>", "data.syntax"),
        ("a.gst", "<gameSystem>" + "<x>" * 300 + "</x>" * 300 + "</gameSystem>", "data.too-large"),
        ("a.gst", '<gameSystem id="s" battleScribeVersion="1.15"/>', "data.old"),
        ("a.cat", '<catalogue id="s" battleScribeVersion="2.00"><entries/></catalogue>', "data.old"),
        ("a.gst", "<roster id='s'/>", "data.shape"),
        ("a.cat", '<catalogue id="s" gameSystemId="other" battleScribeVersion="2.03"/>', "data.system"),
        ("a.gst", '{"gameSystem": [', "data.syntax"),
        ("a.gst", '{"other": {}}', "data.syntax"),
        ("a.gstz", b"PK\x03\x04 and no more", "data.archive"),
    ],
)
def test_what_can_not_be_read_is_refused_in_words(tmp_path: Path, name: str, raw: bytes | str, code: str) -> None:
    assert refused(tmp_path, name, raw) == code


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("listbuilder.exchange.battlescribe.data_files.MOST_UNPACKED", 100_000)
    assert refused(tmp_path, "a.gstz", packed(a_gst=b" " * 1_000_000)) == "data.archive"


def test_archives_and_json_hold_the_same_data(tmp_path: Path) -> None:
    raw = (HEAD + "</gameSystem>").encode()
    (tmp_path / "a.gstz").write_bytes(packed(a_gst=raw))
    data = {"gameSystem": {"id": "s", "name": "Small", "costTypes": [{"id": "c", "name": "pts"}]}}
    (tmp_path / "b.json").write_text(json.dumps(data))
    found = [find_game_data([tmp_path / name]).system for name in ("a.gstz", "b.json")]
    assert [(one.id, one.name, [each.name for each in one.cost_types]) for one in found] == [
        ("s", "Small", ["pts"])
    ] * 2


def test_faults_of_the_data_are_reported_with_their_places(tmp_path: Path) -> None:
    model = '<selectionEntry id="{id}" name="{name}" type="model">{inner}</selectionEntry>'
    link = '<entryLinks><entryLink id="l-{id}" name="Link" targetId="{id}" type="selectionEntry"/></entryLinks>'
    tops = (
        model.format(id="e-a", name="Astra", inner=link.format(id="e-nowhere"))
        + model.format(id="e-b", name="Brant", inner=link.format(id="e-loop"))
        + model.format(id="e-b", name="Brant again", inner="")
    )
    shared = model.format(id="e-loop", name="Loop", inner=link.format(id="e-loop"))
    text = f"{HEAD}<selectionEntries>{tops}</selectionEntries>"
    text += f"<sharedSelectionEntries>{shared}</sharedSelectionEntries></gameSystem>"
    (tmp_path / "a.gst").write_text(text)
    made = convert([tmp_path / "a.gst"], "small")
    problems = made.report["problems"]
    assert isinstance(problems, list)
    told = " / ".join(sorted({str(one["message"]) for one in problems if isinstance(one, dict)}))
    assert "nothing has the id e-nowhere" in told
    assert "the id e-b is used twice" in told
    assert "Loop: it holds itself" in told
    assert "e-nowhere" in made.files["import.md"]


def test_the_command_refuses_what_it_should_not_overwrite(tmp_path: Path) -> None:
    folder = tmp_path / "watch"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    told = run("catalogue", "import", SYSTEMS / "lantern-watch", "-o", folder, code=2)
    assert "--force" in told.stderr
    run("catalogue", "import", SYSTEMS / "lantern-watch", "-o", folder, "--force")
    assert (folder / "mine.txt").read_text() == "mine"
    assert (
        "no faction"
        in run(
            "catalogue", "import", SYSTEMS / "lantern-watch", "-o", tmp_path / "x", "--only", "Dokers", code=3
        ).stderr
    )


def test_the_command_reports_as_json(tmp_path: Path) -> None:
    told = run("catalogue", "import", SYSTEMS / "lantern-watch", "-o", tmp_path / "watch", "--json")
    assert json.loads(told.stdout)["counts"]["constraint"]["not said"] == 0
