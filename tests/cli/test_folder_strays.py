"""What else lies in folders: links in circles, other documents of ours, art and games: none is lost or mistaken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.support.cli import invoke

LIST = "game: rogue-conflict\nname: Squad\nmodels: [{rank: I, weapon: Slug Pistol, count: 5, name: Ann, art: %s}]\n"
PACK = "name: Cup\ngame: rogue-conflict\nban: [{entry: medkit}]\n"


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """A folder with a list, links and documents of other kinds."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "a.yaml").write_text(LIST.replace(", art: %s", ""), "utf-8")
    (folder / "cup.yaml").write_text(PACK, "utf-8")
    (folder / "owned.yaml").write_text("game: rogue-conflict\nowned: {Medkit: 1}\n", "utf-8")
    (folder / "report.json").write_text(json.dumps({"lists": [], "summary": {}}), "utf-8")
    (folder / "loop.yaml").symlink_to("loop.yaml")
    (folder / "lost.yaml").symlink_to("nowhere")
    (folder / "nope.yaml").write_text("game: nope\nmodels: []\n", "utf-8")
    (folder / "notes.md").write_text("Bring dice.\n", "utf-8")
    return folder


def test_links_and_other_documents_are_named(inbox: Path) -> None:
    """A link in circles is a file that can't be read; packs, collections and reports are told from lists."""
    found = json.loads(invoke("validate", inbox, "--json").stdout)
    left = {Path(one["file"]).name: one["reason"] for one in found["summary"]["left_out"]}
    assert left["cup.yaml"] == "this is an event pack, and no list"
    assert left["owned.yaml"] == "this is a collection, and no list"
    assert left["report.json"] == "this is a report, and no list"
    judged = {Path(one["file"]).name: one["valid"] for one in found["lists"]}
    assert judged == {"a.yaml": True, "loop.yaml": False, "lost.yaml": False, "nope.yaml": False}


@pytest.mark.parametrize("command", ["cards", "sheet"])
def test_printing_goes_on(command: str, inbox: Path, tmp_path: Path) -> None:
    """The list is printed whatever lies beside it."""
    result = invoke(command, inbox, "-o", tmp_path / "out.pdf")
    assert result.exit_code == 3
    assert (tmp_path / "out.pdf").is_file()
    assert "this is an event pack" in result.stderr


def test_fmt_leaves_other_documents_alone(inbox: Path) -> None:
    """An organiser's pack is not put in the order of a list, and an unknown game is named with its file."""
    result = invoke("fmt", inbox)
    assert (inbox / "cup.yaml").read_text("utf-8") == PACK
    assert "nope.yaml:1: There is no game" in result.stderr
    assert "cup.yaml: this is an event pack" in result.stderr
    assert invoke("fmt", inbox / "cup.yaml").exit_code == 3


def test_schema_check_names_what_it_does_not_read(inbox: Path) -> None:
    """Files that are no YAML and no JSON are named."""
    result = invoke("schema", "check", inbox)
    assert "notes.md: not YAML or JSON" in result.stderr
    assert "a.yaml: fits" in result.stdout
    found = json.loads(invoke("schema", "check", inbox, "--json").stdout)
    assert [Path(one["file"]).name for one in found["summary"]["left_out"]] == ["notes.md"]


def test_pictures_never_replace_the_art(tmp_path: Path) -> None:
    """`cards --png --force` writes over old pictures, but not over the art of the list."""
    art = tmp_path / "pictures" / "001-ann.png"
    art.parent.mkdir()
    Image.new("RGB", (20, 20), "red").save(art)
    before = art.read_bytes()
    squad = tmp_path / "squad.yaml"
    squad.write_text(LIST.replace("count: 5, ", "") % "pictures/001-ann.png", "utf-8")
    result = invoke("cards", squad, "--png", art.parent, "--force")
    assert result.exit_code == 3
    assert art.read_bytes() == before
    assert [one.name for one in art.parent.iterdir()] == [art.name]
    assert invoke("cards", squad, "-o", art, "--force").exit_code == 3
    assert art.read_bytes() == before


@pytest.mark.parametrize("command", [["export"], ["sheet"], ["cards"], ["fill", "--take", "1"]])
def test_games_and_packs_are_never_written_over(command: list[str], inbox: Path, tmp_path: Path) -> None:
    """The files of a game and the pack of an event are inputs as well."""
    game = tmp_path / "games" / "mine"
    game.mkdir(parents=True)
    head = "id: mine\nextends: rogue-conflict\nname: Mine\nversion: 1.0.0\n"
    (game / "game.yaml").write_text(head, "utf-8")
    for target, text in ((game / "game.yaml", head), (inbox / "cup.yaml", PACK)):
        more = ["--event", inbox / "cup.yaml", "--catalogue", game, "-o", target, "--force"]
        result = invoke(command[0], inbox / "a.yaml", *command[1:], *more)
        assert result.exit_code in (2, 3), result.output
        assert target.read_text("utf-8") == text


def test_reveals_are_replaced_when_told(tmp_path: Path) -> None:
    """What a command writes is no input of it, however it is named."""
    listed = tmp_path / "a.yaml"
    listed.write_text(LIST.replace(", art: %s", ""), "utf-8")
    words = ["sheet", listed, "-o", tmp_path / "s.pdf", "--secret", "--reveal", tmp_path / "r.json", "--force"]
    assert invoke(*words).exit_code == 0
    assert invoke(*words).exit_code == 0


def test_a_folder_named_like_a_list_has_a_finding(inbox: Path) -> None:
    """It stands where a list is expected, so it is no stray; --recursive opens it."""
    (inbox / "late.yaml").mkdir()
    (inbox / "late.yaml" / "b.yaml").write_text(LIST.replace(", art: %s", ""), "utf-8")
    found = json.loads(invoke("validate", inbox, "--json").stdout)["lists"]
    assert [[finding["code"] for finding in one["findings"]] for one in found if one["file"].endswith("late.yaml")] == [
        ["file.not-a-file"]
    ]
    deeper = json.loads(invoke("validate", inbox, "--json", "--recursive").stdout)["lists"]
    assert [one["valid"] for one in deeper if "late.yaml" in one["file"]] == [True]


def test_folders_that_hold_nothing_or_have_no_end(inbox: Path) -> None:
    """With --recursive an empty folder is named, and so is one that lies deeper than folders do."""
    (inbox / "deep" / "/".join("d" * 30)).mkdir(parents=True)
    (inbox / "empty").mkdir()
    result = invoke("validate", inbox, "--recursive", "--json")
    reasons = {Path(one["file"]).name: one["reason"] for one in json.loads(result.stdout)["summary"]["left_out"]}
    assert reasons["empty"] == "the folder is empty"
    assert reasons["d"] == "more than 24 folders deep; name it to open it"
    assert result.exit_code in (0, 1, 3)
