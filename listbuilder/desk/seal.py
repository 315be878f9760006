"""Seals and receipts: a salted hash of what a list is, and the short token that leads a referee to it.

The desk draws the salt, so a seal gives nothing away; with list and salt anybody can reckon it again. A receipt is
`LBR1` and 28 signs: the event, the line of the ledger and the beginning of the seal.
"""

from __future__ import annotations

import hashlib
import secrets

from listbuilder.desk.codes import from_code, plain_code, short_code, to_code
from listbuilder.record import record

HEAD = "LBR1"
DOMAIN = b"listbuilder seal 1"
SALT_BYTES, EVENT_BYTES, LINE_BYTES, SEAL_BYTES = 16, 4, 3, 10


@record
class Receipt:
    """What a token says: the event, the number of a line of its ledger, the beginning of a seal."""

    event: bytes
    line: int
    seal: bytes


def new_salt() -> bytes:
    """A salt that nobody can guess."""
    return secrets.token_bytes(SALT_BYTES)


def seal_of(meaning: str, salt: bytes, event: str, player: str) -> str:
    """The seal on a player's list at an event; `meaning` is the hash of what the list is, `event` that of its start."""
    parts = (DOMAIN, salt, event.encode(), player.encode(), bytes.fromhex(meaning))
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(whole).hexdigest()


def seal_code(seal: str) -> str:
    """The signs of a seal that people compare; the first eight are enough to look it up."""
    return short_code(bytes.fromhex(seal))


def write_receipt(event: str, line: int, seal: str) -> str:
    """The token for a list: what stands in the QR code."""
    data = bytes.fromhex(event)[:EVENT_BYTES] + line.to_bytes(LINE_BYTES, "big") + bytes.fromhex(seal)[:SEAL_BYTES]
    return HEAD + to_code(data)


def read_receipt(token: str) -> Receipt | None:
    """What a token says, however it was typed; None where it is none."""
    # The sign for 1 stands for L and I as well, so the head is compared as it is read.
    signs, head = plain_code(token), plain_code(HEAD)
    if not signs.startswith(head):
        return None
    data = from_code(signs[len(head) :], EVENT_BYTES + LINE_BYTES + SEAL_BYTES)
    if data is None:
        return None
    line = int.from_bytes(data[EVENT_BYTES : EVENT_BYTES + LINE_BYTES], "big")
    return Receipt(event=data[:EVENT_BYTES], line=line, seal=data[EVENT_BYTES + LINE_BYTES :])
