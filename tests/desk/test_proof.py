"""From approval to the end: receipts lead to what was sealed, nothing sealed is shown, and people can be forgotten."""

from __future__ import annotations

import email
import hashlib
import json
import re
from pathlib import Path

import pytest

from listbuilder.desk.seal import from_code, read_receipt, seal_of, to_code, write_receipt
from tests.support import fast_yaml
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, cup, data, lines, put, run

THIRD = {"game": "constellation-warrior", "models": [{"unit": "Novice", "abilities": ["Warrior wall"]}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event with three legal lists and one that is not."""
    made = cup(tmp_path / "cup", penalties=[{"id": "late", "name": "Late", "points": -2}])
    for id, tree in (("p01", LEGAL), ("p02", OTHER), ("p03", THIRD), ("p04", ILLEGAL)):
        put(made, f"{id}.yaml", tree)
    run(made, "intake", code=1)
    return made


def locked(folder: Path) -> Path:
    """The same, with the legal lists locked and the other player gone."""
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    return folder


def show(folder: Path, **stages: str) -> None:
    """Say in the pack who sees lists when."""
    pack = fast_yaml.load((folder / "event.yaml").read_text("utf-8"))
    (folder / "event.yaml").write_text(fast_yaml.dump({**pack, "lists": {"show": stages}}), "utf-8")


def verdict(folder: Path, what: object) -> dict[str, object]:
    """What `verify` says."""
    found = data(folder, "verify", what, code=None)
    assert (found["verdict"] in ("MATCH", "COMPARE")) == (run(folder, "verify", what, code=None).exit_code == 0)
    return found


def test_codes_survive_people() -> None:
    """A code may be typed in any case, with dashes and spaces, with O for 0 and I or L for 1; one sign more is none."""
    data_ = bytes(range(17))
    code = to_code(data_)
    typed = code.lower().replace("0", "o").replace("1", "l")
    assert from_code(f"{typed[:5]}-{typed[5:9]} {typed[9:]}", 17) == data_
    assert from_code(code + "0", 17) is None and from_code("U" + code[1:], 17) is None
    token = write_receipt("ab" * 32, 70_000, "cd" * 32)
    assert len(token) == 32 and token.startswith("LBR1")
    found = read_receipt(token.lower())
    assert found is not None and (found.line, found.event.hex(), found.seal.hex()) == (70_000, "ab" * 4, "cd" * 10)


def test_approve_and_return(folder: Path) -> None:
    """Legal lists get a receipt, an illegal one is refused and comes back with its report; each has a message."""
    assert "not legal" in run(folder, "approve", "p04", code=2).stderr
    found = data(folder, "approve", "--all-legal")["approved"]
    assert [one["player"] for one in found] == ["p01", "p02", "p03"]
    message = (folder / "out/messages/p01-approved.txt").read_text("utf-8")
    assert found[0]["receipt"] in message and found[0]["code"] in message and "Mira Voss" in message
    run(folder, "return", "--all-illegal")
    draft = email.message_from_bytes((folder / "out/messages/p04-returned.eml").read_bytes())
    text = draft.get_payload(decode=True)
    assert isinstance(text, bytes) and b"too many" in text and b"LB1-" in text
    assert draft["To"] == "jon.brook@example.org" and draft["X-Unsent"] == "1"
    assert "legal" in run(folder, "return", "p01", code=2).stderr
    run(folder, "return", "p01", "--why", "Please sign it.")
    words = [one["status"] for one in data(folder, "status", code=1)["players"]]
    assert words == ["returned", "approved", "approved", "returned"]


def test_newer_version_waits_while_the_approved_one_counts(folder: Path) -> None:
    """Until a newer version is approved, the last approved one counts, and is what `lock` locks."""
    run(folder, "approve", "--all-legal")
    put(folder, "p01.yaml", ILLEGAL)
    run(folder, "intake", code=1)
    run(folder, "lock", code=1)
    found = next(one for one in lines(folder) if one["what"] == "locked")
    assert found["lists"][0][:2] == ["p01", 1]


def test_verify_by_anything(folder: Path, tmp_path: Path) -> None:
    """Receipt, its first signs, file, code and player lead to the locked list; another list is told apart from it."""
    run(folder, "approve", "p01")
    old = data(folder, "approve", "p02")["approved"][0]
    put(folder, "p02.yaml", {**OTHER, "models": [{"unit": "Novice"}, {"unit": "Soldier"}, {"unit": "Novice"}]})
    run(folder, "intake")
    new = data(folder, "approve", "p02")["approved"][0]
    run(folder, "lock", code=1)
    typed = (new["code"], new["code"].replace("-", "").lower(), new["code"][:9])
    for what in (new["receipt"], new["receipt"].lower(), *typed, "p02"):
        assert (verdict(folder, what)["verdict"], verdict(folder, what)["player"]) == ("COMPARE", "p02")
    stale = verdict(folder, old["receipt"])
    assert (stale["verdict"], stale["version"], stale["counts"]) == ("OLD", 1, 2) and stale["differences"]
    same = tmp_path / "paper.json"
    same.write_text(json.dumps({**LEGAL, "name": "On paper", "notes": "x"}), "utf-8")
    assert verdict(folder, same)["verdict"] == "MATCH"
    other = tmp_path / "other.yaml"
    other.write_text(fast_yaml.dump({**LEGAL, "player": "Mira Voss", "models": [{"unit": "Expert"}]}), "utf-8")
    changed = verdict(folder, other)
    assert changed["verdict"] == "CHANGED" and changed["player"] == "p01" and changed["differences"]
    assert verdict(folder, "ZZZZ-9999")["verdict"] == "UNKNOWN"
    assert verdict(folder, write_receipt("00" * 32, 5, "11" * 32))["verdict"] == "UNKNOWN"
    assert "no receipt, code, file or player" in run(folder, "verify", "nothing", code=2).stderr
    forged = new["receipt"][:-6] + "000000"
    assert verdict(folder, forged)["verdict"] == "UNKNOWN"


def test_changed_file_of_the_desk_does_not_match(folder: Path) -> None:
    """When the desk's own file was changed, even with the right code, it says so."""
    code = data(folder, "approve", "p01")["approved"][0]["code"]
    path = folder / "lists/p01/1.yaml"
    path.write_text(path.read_text("utf-8").replace("Expert", "Novice"), "utf-8")
    assert verdict(folder, code)["verdict"] == "CHANGED"


def test_nothing_sealed_is_in_out(folder: Path) -> None:
    """Before lists are revealed, no entry of a locked list is in any file of out/."""
    run(folder, "return", "p04")
    locked(folder)
    texts = [path.read_text("utf-8") for path in (folder / "out").rglob("*") if path.is_file()]
    assert texts and len({path.suffix for path in (folder / "out").rglob("*")}) > 2
    for name in ("Expert", "Swift", "Novice", "Soldier", "Warrior wall", "Hero", "LB1-"):
        assert not [text for text in texts if name.lower() in text.lower()], name
    assert "nobody" in run(folder, "reveal", code=2).stderr
    assert "Run `listbuilder event reveal` first." in run(folder, "publish", code=2).stderr


def test_publish_keeps_to_consent_and_secrets(folder: Path) -> None:
    """Public is what was revealed, of those who agreed; anybody can reckon the seals again from it."""
    players = folder / "players.yaml"
    rows = players.read_text("utf-8").split("\n")
    rows = [row.replace("[name, list]", "[list]") if "Okafor" in row else row for row in rows]
    players.write_text("\n".join(rows), "utf-8")
    locked(folder)
    show(folder, lock="everybody")
    run(folder, "reveal")
    found = data(folder, "publish")
    assert found["lists"] == ["p01", "p02", "p03"]
    page = (folder / "out/lists.html").read_text("utf-8")
    assert "Player 02" in page and "Okafor" not in page and "Swift shooter" in page
    assert "default-src &#x27;none&#x27;" in page and "<script" not in page and "example.org" not in page
    document = json.loads((folder / "out/lists.json").read_text("utf-8"))
    seals = (folder / "out/seals.txt").read_text("utf-8")
    for one in document["lists"]:
        parts = (b"listbuilder seal 1", bytes.fromhex(one["salt"]), document["id"].encode(), one["player"].encode())
        whole = (*parts, bytes.fromhex(one["meaning"]))
        seal = hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in whole)).hexdigest()
        assert seal == one["seal"] and seal in seals


def test_secrets_stay_until_the_end(tmp_path: Path) -> None:
    """What the pack keeps secret is in no public file while rounds are to come, and neither is the salt."""
    folder = cup(tmp_path / "cup", secret=["weapon"])
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    show(folder, lock="everybody")
    run(folder, "reveal")
    run(folder, "publish")
    for path in (folder / "out").glob("lists.*"):
        text = path.read_text("utf-8")
        assert "Long" not in text and "Expert" in text and "salt" not in text
    run(folder, "close")
    assert "closed" in run(folder, "intake", code=2).stderr


def test_hostile_names_are_inert(tmp_path: Path) -> None:
    """Markup in names and lists is text on the page, and a name that begins like a formula is none in the table."""
    folder = cup(tmp_path / "cup", (("<img src=x onerror=alert(1)>", ""), ("=HYPERLINK(1)", "")))
    put(folder, "p01.yaml", {**LEGAL, "name": "</h2><script>alert(1)</script>"})
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    show(folder, lock="everybody")
    run(folder, "reveal")
    run(folder, "publish")
    page = (folder / "out/lists.html").read_text("utf-8")
    assert "<script" not in page and "<img" not in page and "&lt;script&gt;" in page
    assert not re.search(r'(^|,|")[=+@-]', (folder / "out/messages/messages.csv").read_text("utf-8").replace("\n-", ""))


def test_late_entry_after_the_lock(folder: Path) -> None:
    """After the lock nothing comes in, unless the desk lets one player; only that one is locked then."""
    locked(folder)
    put(folder, "p04.yaml", THIRD)
    assert data(folder, "intake", code=1)["arrivals"][0]["verdict"] == "closed"
    put(folder, "x.yaml", {**THIRD, "name": "Again"})
    found = data(folder, "intake", "--player", "p04", "--late", "walk-in")["arrivals"][0]
    assert found["verdict"] == "legal" and found["late"] is False
    run(folder, "approve", "p04")
    assert data(folder, "lock")["locked"] == ["p04"]
    put(folder, "p04.yaml", OTHER)
    assert data(folder, "intake", code=1)["arrivals"][0]["verdict"] == "closed"


def test_undo(folder: Path) -> None:
    """What a line did can be taken back, once; the line stays. What has happened can't."""
    run(folder, "approve", "p01")
    seq = len(lines(folder))
    assert data(folder, "undo", seq, "--why", "too soon")["what"] == "approved"
    assert data(folder, "status", "p01", code=1)["players"][0]["status"] == "legal"
    assert lines(folder)[seq - 1]["what"] == "approved" and lines(folder)[-1]["what"] == "undone"
    for wrong in (seq, 1, 999, seq + 1):
        run(folder, "undo", wrong, code=2)
    locked(folder)
    seq = len(lines(folder))
    run(folder, "undo", seq)
    assert data(folder, "status", "p01")["players"][0]["status"] == "approved"
    run(folder, "close")
    run(folder, "undo", len(lines(folder)))
    run(folder, "approve", "p02")


def test_forget(folder: Path) -> None:
    """Person, originals, lists and salts go; the chain still verifies, and no file has a word of them."""
    locked(folder)
    show(folder, lock="everybody")
    run(folder, "reveal")
    run(folder, "publish")
    run(folder, "close")
    seal = data(folder, "verify", "p01")["version"]
    assert seal == 1
    run(folder, "forget", "Mira Voss")
    assert data(folder, "check")["ok"]
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_bytes().lower()
            assert b"mira" not in text and b"voss" not in text, path
    assert not (folder / "lists/p01").exists() and not (folder / "arrived/001.yaml").exists()
    assert data(folder, "status", code=1)["players"][0]["status"] == "gone"
    run(folder, "verify", "Mira Voss", code=2)


def test_lock_holds_pack_and_catalogue(folder: Path) -> None:
    """A list that is not legal any more is not locked; another pack after the lock is said by `check`."""
    run(folder, "approve", "--all-legal")
    pack = folder / "event.yaml"
    before = pack.read_text("utf-8")
    pack.write_text(before + "limit: 8\n", "utf-8")
    assert "not legal any more" in run(folder, "lock", code=2).stderr
    pack.write_text(before + "catalogue: 9.9.9\n", "utf-8")
    assert "9.9.9" in run(folder, "lock", code=2).stderr
    pack.write_text(before, "utf-8")
    run(folder, "lock", code=1)
    pack.write_text(before + "limit: 45\n", "utf-8")
    assert any("otherwise than when they were locked" in one["message"] for one in data(folder, "check")["findings"])


def test_own_templates(folder: Path) -> None:
    """An event may word its messages itself; a word that there is not is named with file and line."""
    (folder / "messages").mkdir()
    own = folder / "messages" / "approved.txt"
    own.write_text("Subject: Yes\n\n{name}: {code}\n", "utf-8")
    code = data(folder, "approve", "p01")["approved"][0]["code"]
    assert (folder / "out/messages/p01-approved.txt").read_text("utf-8") == f"Yes\n\nMira Voss: {code}\n"
    own.write_text("Subject: Yes\n\n{nmae}\n", "utf-8")
    before = len(lines(folder))
    assert "Did you mean name?" in run(folder, "approve", "p02", code=3).stderr
    assert len(lines(folder)) == before


def test_seal_depends_on_all_of_it() -> None:
    """Another list, salt, event or player is another seal."""
    base = ("ab" * 32, b"salt", "event", "p01")
    others = [
        ("ac" * 32, b"salt", "event", "p01"),
        ("ab" * 32, b"sal", "tevent", "p01"),
        ("ab" * 32, b"salt", "event", "p02"),
    ]
    assert len({seal_of(*one) for one in [base, *others]}) == 4
