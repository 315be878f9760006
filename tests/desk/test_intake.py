"""Taking lists in: the original stays, nobody is guessed, spelling, format and legality are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.desk.ledger import read_reason
from tests.support import fast_yaml
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, STARTERS, cup, data, lines, put, run
from tests.support.work import counted


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event with four players."""
    return cup(tmp_path / "cup")


def arrivals(folder: Path, *words: object, code: int = 0) -> list[dict[str, object]]:
    """What an intake made of what came."""
    found: list[dict[str, object]] = data(folder, "intake", *words, code=code)["arrivals"]
    return found


def verdicts(folder: Path, *words: object, code: int = 0) -> dict[object, object]:
    """The verdicts of an intake by name."""
    return {one["label"]: one["verdict"] for one in arrivals(folder, *words, code=code)}


def test_new_event_is_whole(tmp_path: Path) -> None:
    """A new folder can be checked at once; one that holds anything is left alone."""
    run(tmp_path, "new", tmp_path / "cup", "--game", "constellation-warrior")
    found = data(tmp_path / "cup", "check")
    assert found["ok"] and found["lines"] == 2 and any("Cup is an event" in one for one in found["pack"])
    run(tmp_path, "new", tmp_path / "cup", "--game", "constellation-warrior", code=3)
    run(tmp_path, "status", code=3)


def test_every_key_of_a_new_pack_works(tmp_path: Path) -> None:
    """What a new pack shows behind # is right: with all of it in force the pack still loads."""
    run(tmp_path, "new", tmp_path / "cup", "--game", "constellation-warrior")
    path = tmp_path / "cup" / "event.yaml"
    shown = [line.removeprefix("# ") for line in path.read_text("utf-8").splitlines() if not line.startswith("#   ")]
    keys = ("limit:", "rules:", "rulings:", "lists:", "counts:", "order:")
    wanted = [line for line in shown if line.startswith(keys)]
    assert len(wanted) == len(keys)
    path.write_text(path.read_text("utf-8") + "\n".join(wanted) + "\n", "utf-8")
    sentences = " ".join(data(tmp_path / "cup", "check")["pack"])
    for word in ("at most 200", "no-twins", "Ties", "Friday, 1 May 2026, 20:00 (UTC+02:00)", "Victory Points", "head"):
        assert word in sentences or word == "head"


def test_whose_list_it_is(folder: Path) -> None:
    """An id in the file's name, or the name in the list, says whose it is; nothing else does, and doubts are asked."""
    put(folder, "p01.yaml", LEGAL)
    put(folder, "final (2).yaml", OTHER, player="tom  OKAFOR")
    put(folder, "ines.yaml", OTHER)
    put(folder, "p01-p02.yaml", {**OTHER, "format": "big"})
    put(folder, "who.yaml", ILLEGAL, player="Tom Okafr")
    found = {one["label"]: one for one in arrivals(folder, code=1)}
    assert found["p01.yaml"]["player"] == "p01" and found["p01.yaml"]["verdict"] == "legal"
    assert found["final (2).yaml"]["player"] == "p02"
    assert found["ines.yaml"]["verdict"] == "whose" and found["ines.yaml"]["doubt"] == "no player named"
    assert found["p01-p02.yaml"]["doubt"] == "could be p01 or p02"
    assert "perhaps Tom Okafor" in str(found["who.yaml"]["doubt"])
    file = f"arrived/{found['ines.yaml']['number']:03}.yaml"
    assert verdicts(folder, "--player", "p03", folder / file) == {Path(file).name: "legal"}
    assert not list((folder / "inbox").iterdir())


def test_original_is_kept_byte_for_byte(folder: Path) -> None:
    """What came lies there as it came, read-only; the same bytes again are seen, and so is the same list."""
    raw = b"game: constellation-warrior  \r\nplayer: Mira Voss\r\nmodels: [{unit: novice}]\r\n"
    (folder / "inbox" / "a.yaml").write_bytes(raw)
    run(folder, "intake")
    kept = folder / "arrived" / "001.yaml"
    assert kept.read_bytes() == raw and kept.stat().st_mode & 0o222 == 0
    (folder / "inbox" / "b.yaml").write_bytes(raw)
    put(folder, "c.yaml", {"game": "Constellation Warrior", "models": [{"unit": "Novice"}]}, player="Mira Voss")
    assert verdicts(folder) == {"b.yaml": "again", "c.yaml": "same"}
    assert "player" not in fast_yaml.load((folder / "lists/p01/1.yaml").read_text("utf-8"))
    assert (folder / "lists/p01/1.salt").stat().st_mode & 0o077 == 0


def test_spelling_format_and_legality_are_three_things(folder: Path) -> None:
    """A misspelt name, a broken file and an illegal list are told apart, each with its reason."""
    put(folder, "p01.yaml", {**LEGAL, "models": [{"unit": "Expart"}]})
    (folder / "inbox" / "p02.yaml").write_text("game: [\n", "utf-8")
    put(folder, "p03.yaml", ILLEGAL)
    (folder / "inbox" / "p04.bin").write_bytes(b"\xff\xfe\x00")
    found = {str(one["player"]): one for one in arrivals(folder, code=1)}
    codes = {id: [each["code"] for each in one["findings"]] for id, one in found.items()}  # type: ignore[attr-defined]
    assert "name.unknown" in codes["p01"] and found["p01"]["verdict"] == "illegal"
    assert found["p02"]["verdict"] == "unread" and codes["p02"][0].startswith("file.")
    assert found["p03"]["verdict"] == "illegal" and codes["p03"] == ["points.over"]
    assert found["p04"]["verdict"] == "unread"


def test_twins_and_new_versions(folder: Path) -> None:
    """The same list of two players is seen; another list of one player is a new version."""
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", LEGAL)
    assert [one["twin"] for one in arrivals(folder)] == ["", "p01"]
    put(folder, "p01.yaml", OTHER)
    assert arrivals(folder)[0]["version"] == 2
    assert [one["version"] for one in data(folder, "status", code=1)["players"]] == [2, 1, 0, 0]


def test_late_lists(tmp_path: Path) -> None:
    """After deadline and grace a list is late, unless the desk says when it came, or lets one player."""
    folder = cup(tmp_path / "cup", lists={"due": "2020-01-01T20:00Z", "grace": "2h"})
    put(folder, "p01.yaml", LEGAL)
    assert arrivals(folder)[0]["late"] is True
    put(folder, "p02.yaml", OTHER)
    assert arrivals(folder, "--at", "2020-01-01T21:59Z")[0]["late"] is False
    put(folder, "x.yaml", OTHER)
    assert arrivals(folder, "--player", "p03", "--late", "train")[0]["late"] is False
    allowed = next(one for one in lines(folder) if one["what"] == "late-allowed")
    assert read_reason(folder, allowed["why"]) == "train"
    run(folder, "intake", "--late", "why", code=2)
    run(folder, "intake", "--at", "noon", code=2)


def test_no_personal_data_and_no_list_in_the_ledger(folder: Path) -> None:
    """Names, contacts, clubs, file names and entries are in no line; nor is a hash that anybody could try out."""
    put(folder, "mira-final.yaml", {**LEGAL, "name": "Secret Spear"}, player="Mira Voss")
    run(folder, "intake")
    text = (folder / "ledger.jsonl").read_text("utf-8").lower()
    for word in ("mira", "voss", "example.org", 'harbour"', "expert", "swift", "spear", "final"):
        assert word not in text
    found = data(folder, "status", "p01", code=1)["players"][0]
    assert found["status"] == "legal"


def test_hostile_parcels_end(folder: Path) -> None:
    """Whatever is put into the inbox, an answer comes, names are ours, and nothing leaves the folder."""
    (folder / "inbox" / "p01.yaml").write_text("a: &a [x]\nb: *a\n", "utf-8")
    (folder / "inbox" / "..p02;rm.yaml").write_text("x", "utf-8")
    (folder / "inbox" / "p03.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 50)
    (folder / "inbox" / "p04.rosz").write_bytes(b"PK\x03\x04" + b"\0" * 50)
    (folder / "inbox" / "big.txt").write_bytes(b"a" * (13 << 20))
    (folder / "inbox" / "link.yaml").symlink_to("/etc/hostname")
    found = verdicts(folder, code=1)
    assert set(found.values()) == {"unread"} and len(found) == 5
    assert {path.name[:3] for path in (folder / "arrived").iterdir()} <= {f"{at:03}" for at in range(9)}


def test_changed_files_are_named(folder: Path) -> None:
    """A changed original, list or salt, a file that is gone, and one that no line names: `check` names each."""
    for at, path in enumerate(STARTERS[:4], 1):
        put(folder, f"p{at:02}.yaml", fast_yaml.load(path.read_text("utf-8")))
    run(folder, "intake")
    assert data(folder, "check")["ok"]
    original = folder / "arrived" / "001.yaml"
    original.chmod(0o644)
    original.write_text("x", "utf-8")
    listed = folder / "lists/p02/1.yaml"
    listed.write_text(listed.read_text("utf-8") + "  - {unit: Novice}\n", "utf-8")
    (folder / "lists/p03/1.salt").write_text("00" * 16, "ascii")
    (folder / "arrived" / "004.yaml").unlink()
    (folder / "arrived" / "009.yaml").write_text("x", "utf-8")
    (folder / "lists/p04/1.yaml").unlink()
    findings = data(folder, "check", code=3)["findings"]
    messages = [one["message"] for one in findings]
    assert [one["hint"] for one in findings if one["message"] == "lists/p04/1.yaml is gone."] == [
        "Restore it from a backup."
    ]
    for word in (
        "001.yaml is not what",
        "p02/1.yaml is not",
        "p03/1.yaml is not",
        "004.yaml is gone",
        "009.yaml is in no",
    ):
        assert any(word in one for one in messages), (word, messages)


def test_sign_ups(tmp_path: Path) -> None:
    """Players are known by contact; a twin name, a borrowed contact and a missing name are doubtful."""
    folder = cup(tmp_path / "cup")
    table = "Full name;E-Mail;Club;Diet\nMira Voss;MIRA.voss@example.org;Mill;none\nMira Voss;m2@example.org;;\n"
    (folder / "s.csv").write_text(
        table + "Ann Lee;tom.okafor@example.org;;\n;x@example.org;;\nZoe Finn;zoe@example.org;;\n", "utf-8"
    )
    found = data(folder, "players", folder / "s.csv", code=1)
    assert found["added"] == ["p05"] and found["changed"] == ["p01"] and found["unread"] == ["Diet"]
    assert len(found["doubtful"]) == 3
    (folder / "t.csv").write_text("Who,Mail\nBea Hall,bea@example.org\n", "utf-8")
    assert "--column name" in run(folder, "players", folder / "t.csv", code=3).stderr
    assert data(folder, "players", folder / "t.csv", "--column", "name=Who")["added"] == ["p06"]
    players = folder / "players.yaml"
    players.write_text(players.read_text("utf-8") + "  - {id: guest, name: Walk In, clbu: X}\n", "utf-8")
    assert "Did you mean club?" in run(folder, "status", code=3).stderr
    players.write_text(players.read_text("utf-8").replace(", clbu: X", ""), "utf-8")
    assert data(folder, "players")["added"] == ["guest"]


def test_many_arrivals_are_quick(tmp_path: Path) -> None:
    """A hundred arrivals are taken in at once; the work grows with their number alone."""
    people = tuple((f"Player {at}", "") for at in range(100))
    folder = cup(tmp_path / "cup", people)
    for at in range(1, 101):
        put(folder, f"p{at:02}.yaml", {**LEGAL, "limit": 50 + at})
    with counted() as work:
        assert data(folder, "intake")["summary"]["legal"] == 100
    assert work.calls < 5_000_000
