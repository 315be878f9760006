"""Archives with damage anywhere are refused in words: rosters, and what players send to an event."""

from __future__ import annotations

import io
import zipfile
from random import Random

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.unpacking import unpack
from listbuilder.exchange.formats.rosters import unpack_roster

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def packed(method: int, name: str, content: str) -> bytes:
    """An archive with one file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr(name, content)
    return made.getvalue()


def damaged(raw: bytes, chance: Random) -> bytes:
    """The same with some bytes changed, and now and then some gone."""
    made = bytearray(raw)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(made))
        made[at : at + 1] = bytes([chance.randrange(256)]) if chance.random() < 0.9 else b""
    return bytes(made)


@pytest.mark.parametrize("method", METHODS)
def test_damage_is_told(method: int) -> None:
    """Whatever was damaged, an archive is unpacked or refused."""
    refused = 0
    for name, content in (("a.yaml", "game: rogue-conflict\n" * 20), ("a.ros", "<roster/>" * 40)):
        raw, chance = packed(method, name, content), Random(method)
        for _ in range(300):
            hurt = damaged(raw, chance)
            for read in (lambda: unpack(Parcel(label="x", raw=hurt, suffix=".zip")), lambda: unpack_roster(hurt)):  # noqa: B023
                try:
                    read()
                except DocumentError:
                    refused += 1
    assert refused > 300


def test_file_without_a_name_is_damage() -> None:
    """A file whose name is empty is no file."""
    raw = packed(zipfile.ZIP_DEFLATED, "a", "x").replace(b"\x01\x00\x00\x00a", b"\x00\x00\x00\x00a")
    at = raw.index(b"PK\x01\x02")
    nameless = raw[: at + 28] + b"\x00\x00" + raw[at + 30 :]
    for read in (lambda: unpack(Parcel(label="x", raw=nameless, suffix=".zip")), lambda: unpack_roster(nameless)):
        with pytest.raises(DocumentError):
            read()
