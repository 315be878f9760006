"""Mails with heads that no mail should have are taken in like others: what they bring is read, and nothing fails."""

from __future__ import annotations

import pytest

from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.unpacking import unpack

BODY = b"\n\ngame: rogue-conflict\n"
HEADS = {
    "day that is no day": b"From: a@b.c\nDate: Mon, 16 Nov 99999999999 10:00:00 +0000",
    "zone beyond all": b"From: a@b.c\nDate: Mon, 16 Nov 2026 10:00:00 +99999999999900",
    "group of senders": b"From: a: b:c;, <a@b.c>\nDate: x",
    "sender in quotes": b'From: "" <a@b.c>\nDate: x',
    "encoding with a NUL": b'From: a@b.c\nContent-Type: text/plain; charset="a\x00b"',
    "bytes in the sender": b"From: \xff\xfe <a@b.c>",
    "no heads": b"",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_mail_is_taken_in(head: bytes) -> None:
    """The text of the mail comes out."""
    found = unpack(Parcel(label="mail", raw=head + BODY, suffix=".eml"))
    assert found
    assert b"game: rogue-conflict" in found[0].raw


def test_sender_is_read() -> None:
    """The address stands among what is said around it."""
    raw = b"From: =?utf-8?q?J=C3=B6rg?=\n <joerg@example.org>" + BODY
    found = unpack(Parcel(label="mail", raw=raw, suffix=".eml")) or []
    assert [one.sender for one in found] == ["joerg@example.org"]
