"""What-if and what-was: whom a change hits, and what the field took; reports in every form, hostile names inert."""

from __future__ import annotations

import csv
import json
import random
import re
import shutil
from pathlib import Path

import pytest

from listbuilder.loading import shipped
from tests.desk.test_rounds import play, ready
from tests.support import fast_yaml
from tests.support.desk_setup import GAME, ILLEGAL, LEGAL, OTHER, cup, data, put, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event with two legal lists and one that is not."""
    made = cup(tmp_path / "cup")
    for id, tree in (("p01", LEGAL), ("p02", OTHER), ("p03", ILLEGAL)):
        put(made, f"{id}.yaml", tree)
    run(made, "intake", code=1)
    run(made, "approve", "--all-legal")
    return made


def changed_pack(folder: Path, **keys: object) -> Path:
    """The pack with something changed, beside it."""
    pack = fast_yaml.load((folder / "event.yaml").read_text("utf-8"))
    path = folder / "changed.yaml"
    path.write_text(fast_yaml.dump({**pack, **keys}), "utf-8")
    return path


def test_changed_pack(folder: Path) -> None:
    """A ban breaks who took it, a price moves points; who is hit gets a message, and nothing is noted."""
    before = (folder / "ledger.jsonl").read_bytes()
    pack = changed_pack(folder, ban=[{"entry": "expert"}], change=[{"entry": "novice", "cost": 9}])
    found = data(folder, "impact", "--pack", pack, code=1)
    rows = {one["player"]: one for one in found["lists"]}
    assert rows["p01"]["breaks"] and rows["p01"]["legal"] == [True, False]
    assert "ban.taken" in [one["code"] for one in rows["p01"]["findings"]]
    assert not rows["p02"]["breaks"] and rows["p02"]["points"][0] != rows["p02"]["points"][1]
    assert rows["p03"]["legal"] == [False, False] and not rows["p03"]["breaks"]
    assert found["summary"]["breaks"] == 1 and found["messages"] == 2
    assert "not legal any more" in (folder / "out/messages/p01-errata.txt").read_text("utf-8")
    assert (folder / "ledger.jsonl").read_bytes() == before
    assert data(folder, "impact", "--pack", folder / "event.yaml")["summary"]["hit"] == 0
    run(folder, "impact", code=2)


def test_changed_catalogue(folder: Path, tmp_path: Path) -> None:
    """A changed folder of a shipped game is judged beside the one that is installed."""
    games = tmp_path / "new"
    shutil.copytree(shipped("catalogue") / GAME, games / GAME)
    for path in (games / GAME).glob("*.yaml"):
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"(name: Expert\b.*?cost: )\d+", r"\g<1>99", text, count=1, flags=re.DOTALL), "utf-8")
    found = data(folder, "impact", "--catalogue", games, code=1)
    assert [one["player"] for one in found["lists"] if one["breaks"]] == ["p01"]
    run(folder, "impact", "--catalogue", tmp_path / "cup", code=3)


def test_any_folder_of_lists(folder: Path, tmp_path: Path) -> None:
    """Lists that never came to the desk are judged as well; the report has the form of its ending."""
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "a.yaml").write_text(fast_yaml.dump(LEGAL), "utf-8")
    (lists / "b <x>.yaml").write_text(fast_yaml.dump(OTHER), "utf-8")
    pack = changed_pack(folder, ban=[{"entry": "expert"}])
    words = ("impact", "--pack", pack, "--lists", lists)
    for ending in ("html", "csv", "md", "json"):
        run(folder, *words, "--report", tmp_path / f"r.{ending}", code=1)
    assert "b &lt;x&gt;.yaml" in (tmp_path / "r.html").read_text("utf-8")
    rows = list(csv.reader((tmp_path / "r.csv").read_text("utf-8").splitlines()))
    assert rows[1][:3] == ["a.yaml", "legal", "NOT LEGAL"]
    assert json.loads((tmp_path / "r.json").read_text("utf-8"))["summary"]["breaks"] == 1
    assert (tmp_path / "r.md").read_text("utf-8").startswith("# Impact\n")
    run(folder, *words, "--report", tmp_path / "r.md", code=3)
    run(folder, *words, "--report", tmp_path / "r.docx", code=2)


def test_status_for_others(folder: Path, tmp_path: Path) -> None:
    """Where everybody stands is written for the public, without contacts."""
    for ending in ("html", "csv", "md", "json"):
        run(folder, "status", "--report", tmp_path / f"s.{ending}", code=1)
        assert "example.org" not in (tmp_path / f"s.{ending}").read_text("utf-8")
    assert "not legal" in (tmp_path / "s.html").read_text("utf-8")


def test_field(tmp_path: Path) -> None:
    """What was taken and how it fared, after the lists are open; what few have is merged."""
    folder = ready(tmp_path / "cup", 6, rounds={"count": 1})
    assert "reveal" in run(folder, "meta", code=2).stderr
    play(folder, random.Random(2))
    run(folder, "reveal")
    found = data(folder, "meta")
    novice = next(one for one in found["taken"] if one["name"] == "Novice")
    assert (novice["lists"], novice["copies"], novice["games"], novice["won"]) == (6, 6, 6, 0.5)
    page = (folder / "out/field.html").read_text("utf-8")
    assert "<svg" in page and "Novice in 6 of 6 lists" in page and "<script" not in page


def test_small_numbers_are_merged(tmp_path: Path) -> None:
    """An entry in fewer than five lists is named nowhere."""
    folder = cup(tmp_path / "cup", lists={"show": {"lock": "everybody"}})
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    run(folder, "reveal")
    run(folder, "meta")
    text = (folder / "out/field.html").read_text("utf-8")
    assert "Expert" not in text and "others, each in fewer than 5 lists" in text


def test_public_files_name_people_as_they_agreed(tmp_path: Path) -> None:
    """Standings and draws in out/ call who did not agree by number; formulas and markup in names are text."""
    folder = ready(tmp_path / "cup", 4, rounds={"count": 1})
    players = folder / "players.yaml"
    rows = players.read_text("utf-8").split("\n")
    rows = [row.replace("[name, list]", "[list]") if "p02" in row else row for row in rows]
    rows = [row.replace("Player Aa", "'=cmd <b>|x'") if "p01" in row else row for row in rows]
    players.write_text("\n".join(rows), "utf-8")
    play(folder, random.Random(5))
    run(folder, "standings")
    texts = {path.name: path.read_text("utf-8") for path in (folder / "out").iterdir() if path.is_file()}
    for name in ("standings.html", "standings.csv", "standings.md", "results.json", "round-1.html"):
        assert "Player Ab" not in texts[name] and "Player 02" in texts[name]
        assert "<b>" not in texts[name] or name not in ("standings.html", "round-1.html")
    assert "'=cmd" in texts["standings.csv"] and "&lt;b&gt;" in texts["standings.html"]
