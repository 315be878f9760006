"""Signatures: the desk signs receipts, seals and heads; anybody with its public key checks them, and nobody forges."""

from __future__ import annotations

import base64
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.base.records import replace
from listbuilder.desk import signing
from listbuilder.desk.folder import find_desk
from listbuilder.desk.seal import from_code, to_code
from listbuilder.desk.signing import PublicKey, read_key, read_note, write_note
from tests.support.desk_setup import LEGAL, OTHER, cup, data, lines, put, run, sign


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event whose desk signs, with two locked lists."""
    folder = cup(tmp_path_factory.mktemp("sign") / "cup")
    sign(folder)
    for id, tree in (("p01", LEGAL), ("p02", OTHER)):
        put(folder, f"{id}.yaml", tree)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    return folder


def token(folder: Path, id: str = "p01") -> str:
    """The signed receipt of a player, from the message."""
    text = (folder / "out" / "messages" / f"{id}-locked.txt").read_text("utf-8")
    return next(word for word in text.split() if word.startswith("LBS1"))


def test_receipt_is_checked_with_folder_and_without(signed: Path, tmp_path: Path) -> None:
    """A signed receipt matches at the desk, and with nothing but the public key."""
    found = token(signed)
    assert len(found) == 156
    assert data(signed, "verify", found)["verdict"] == "COMPARE"
    assert data(signed, "verify", found.lower())["player"] == "p01"
    public = shutil.copy(signed / "out" / "desk.pub", tmp_path / "desk.pub")
    alone = data(tmp_path, "verify", found, "--key", public)
    assert (alone["verdict"], alone["by"]) == ("SIGNED", "harbour-cup")
    version = next(line for line in lines(signed) if line["what"] == "judged")
    assert version["at"][:10] in alone["says"]


def test_no_changed_receipt_is_genuine(signed: Path) -> None:
    """Any byte of a receipt that changes makes it a forgery; so does the key of another desk."""
    found = token(signed)
    raw = from_code(found[4:], 95)
    assert raw is not None
    public = signed / "out" / "desk.pub"
    for at in range(0, 95, 6):
        forged = "LBS1" + to_code(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
        assert data(signed, "verify", forged, "--key", public, code=1)["verdict"] == "FORGED"
        assert data(signed, "verify", forged, code=1)["verdict"] == "UNKNOWN"


@pytest.mark.parametrize("name", ["seals.txt", "head.txt"])
def test_posted_texts_are_signed(signed: Path, name: str, tmp_path: Path) -> None:
    """What is posted on the wall carries the signature, and the ledger must still say the same."""
    posted = signed / "out" / name
    assert data(signed, "verify", posted, "--key", signed / "out" / "desk.pub")["verdict"] == "SIGNED"
    assert data(signed, "verify", posted)["verdict"] == "SIGNED"
    forged = tmp_path / name
    forged.write_text(posted.read_text("utf-8").replace("Harbour", "Harbor", 1), "utf-8")
    assert data(signed, "verify", forged, "--key", signed / "out" / "desk.pub", code=1)["verdict"] == "FORGED"
    assert data(signed, "verify", forged, code=1)["verdict"] == "CHANGED"


def test_a_ledger_written_anew_is_found_out(signed: Path, tmp_path: Path) -> None:
    """An organiser who writes the whole chain anew, with the same key, is contradicted by a head that was posted."""
    from listbuilder.desk.ledger import Chain, next_line

    folder = shutil.copytree(signed, tmp_path / "cup")
    chain, raw = Chain(), b""
    for line in find_desk(folder).chain.lines:
        entry = replace(line.entry, late=1) if line.what == "judged" else line.entry
        made, chain = next_line(chain, line.at, line.by, entry)
        raw += made
    (folder / "ledger.jsonl").write_bytes(raw)
    found = data(folder, "verify", signed / "out" / "head.txt", code=1)
    assert (found["verdict"], "written anew" in found["why"]) == ("CHANGED", True)


def test_the_private_key_stays_private(signed: Path) -> None:
    """Only its owner can read it; it is in no other file, and none of `out/`; `check` says where that is not so."""
    key = signed / "desk.key"
    assert key.stat().st_mode & 0o777 == 0o600
    secret = key.read_text("ascii").strip()
    others = [one for one in signed.rglob("*") if one.is_file() and one != key]
    assert not [one for one in others if secret in one.read_text("utf-8", "replace")]
    assert data(signed, "check")["findings"] == []
    key.chmod(0o644)
    assert "chmod 600" in data(signed, "check")["findings"][0]["hint"]
    key.chmod(0o600)


def test_check_makes_a_key_for_an_event_that_exists(tmp_path: Path) -> None:
    """`check --key` makes a key once, reports the head with its line, and leaves a broken event alone."""
    folder = cup(tmp_path / "cup")
    pack = folder / "event.yaml"
    good = pack.read_text("utf-8")
    pack.write_text("name: [", "utf-8")
    assert "key" not in data(folder, "check", "--key", code=3)
    assert not (folder / "desk.key").exists()
    pack.write_text(good, "utf-8")
    made = data(folder, "check", "--key")
    assert read_key(made["key"]) is not None
    assert (folder / "out" / "desk.pub").read_text("utf-8") == f"{made['key']}\n"
    assert made["lines"] == len(lines(folder))
    assert [one["what"] for one in lines(folder)].count("keyed") == 1
    assert made["head"] in (folder / "out" / "head.txt").read_text("utf-8")
    again = data(folder, "check", "--key")
    assert (again["key"], again["head"]) == (made["key"], made["head"])


def test_another_key_signs_nothing(signed: Path, tmp_path: Path) -> None:
    """A key that the ledger does not have is refused; a folder without the private key signs nothing, and verifies."""
    folder = shutil.copytree(signed, tmp_path / "cup")
    (folder / "desk.key").write_text("00" * 32, "ascii")
    assert "is not the key that the ledger has" in run(folder, "lock", "--key", code=3).output
    (folder / "desk.key").unlink()
    assert data(folder, "verify", token(signed))["verdict"] == "COMPARE"
    put(folder, "p03.yaml", {**OTHER, "name": "x", "limit": 49})
    run(folder, "intake", "--player", "p03", "--late", "walk-in")
    run(folder, "approve", "p03")
    assert "LBR1" in (folder / "out" / "messages" / "p03-approved.txt").read_text("utf-8")


def test_without_the_part_hashes_are_still_checked(signed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge without the part verifies the list, and is told that the signature was not checked."""
    monkeypatch.setattr(signing, "CAN_SIGN", False)
    monkeypatch.setattr("listbuilder.desk.signing.CAN_SIGN", False)
    monkeypatch.setattr("listbuilder.desk.verifying.CAN_SIGN", False)
    found = data(signed, "verify", token(signed))
    assert found["verdict"] == "COMPARE"
    assert "listbuilder[sign]" in found["why"]
    monkeypatch.setitem(sys.modules, "nacl", None)
    assert "listbuilder[sign]" in run(signed, "lock", "--key", code=2).output


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_is_a_note_and_back(text: str) -> None:
    """A note gives back its text and its signature, whatever the text."""
    key = PublicKey(name="a-cup", key=bytes(range(32)))
    body = text.replace("\r", "") + "\n"
    note = read_note(write_note(body, key, b"s" * 64))
    assert note is not None
    assert (note.text, note.by(key)) == (body, b"s" * 64)
    assert read_key(key.line) == key
    assert read_key(key.line.replace("a-cup", "b-cup")) is None


def test_notes_are_as_others_write_them() -> None:
    """A key and a note that follow the published format to the byte."""
    import hashlib

    key = PublicKey(name="example.com/cup", key=b"7" * 32)
    id = hashlib.sha256(b"example.com/cup\n\x01" + b"7" * 32).digest()[:4]
    told = base64.b64encode(b"\x01" + b"7" * 32).decode()
    assert key.line == f"example.com/cup+{id.hex()}+{told}"
    below = base64.b64encode(id + b"9" * 64).decode()
    assert write_note("one\ntwo\n", key, b"9" * 64) == f"one\ntwo\n\n— example.com/cup {below}\n"
