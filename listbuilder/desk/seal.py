"""Codes that people read out and type (Crockford's Base32), seals on lists, and receipts."""

from __future__ import annotations

import hashlib
import secrets

from listbuilder.base.records import record

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE = str.maketrans("OIL", "011", "- \t\n")
FEWEST, GROUP, SHORT_BYTES = 8, 4, 10
"""The fewest characters of a short code to type, the size of a group, and the bytes that a short code shows."""


def to_code(data: bytes) -> str:
    """Encode bytes, five bits a character, padded with zero bits."""
    bits = int.from_bytes(data, "big")
    length = -(-len(data) * 8 // 5)
    bits <<= length * 5 - len(data) * 8
    return "".join(SIGNS[bits >> 5 * at & 31] for at in reversed(range(length)))


def from_code(text: str, size: int) -> bytes | None:
    """Decode a code of a given number of bytes, however it was typed; None if it is not one."""
    signs = normalise_code(text)
    length = -(-size * 8 // 5)
    if len(signs) != length or not set(signs) <= set(SIGNS):
        return None
    bits = 0
    for sign in signs:
        bits = bits << 5 | SIGNS.index(sign)
    # The bits that fill the last character must be zero, so that a value has one code only.
    spare = length * 5 - size * 8
    return None if bits & ((1 << spare) - 1) else (bits >> spare).to_bytes(size, "big")


def normalise_code(text: str) -> str:
    """A code in upper case without dashes, with look-alike letters replaced by digits."""
    return text.upper().translate(ALIKE)


def short_code(data: bytes) -> str:
    """The first 16 characters, as people read them out: `7QK2-M9XA-4C0D-TR8E`.

    A collision of eight characters takes seconds to find; one of sixteen needs many machines.
    """
    signs = to_code(data[:SHORT_BYTES])
    return "-".join(signs[at : at + GROUP] for at in range(0, len(signs), GROUP))


# Seals and receipts: a salted hash of what a list is, and the short token that leads a referee to it.


RECEIPT_PREFIX = "LBR1"
DOMAIN = b"listbuilder seal 1"
SALT_BYTES, EVENT_BYTES, LINE_BYTES, SEAL_BYTES = 16, 4, 3, 10


@record
class ReceiptToken:
    """The content of a receipt: the event, a line number of its ledger, and the beginning of a seal."""

    event: bytes
    line: int
    seal: bytes


def new_salt() -> bytes:
    """A random salt."""
    return secrets.token_bytes(SALT_BYTES)


def seal_of(meaning: str, salt: bytes, event: str, player: str) -> str:
    """The seal on a player's list at an event; `meaning` is the hash of what the list is, `event` that of its start."""
    parts = (DOMAIN, salt, event.encode(), player.encode(), bytes.fromhex(meaning))
    # The length before each part: otherwise bytes moved from one part to the next would give the same seal.
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(whole).hexdigest()


def seal_code(seal: str) -> str:
    """The code of a seal that people compare; the first eight characters are enough to look it up."""
    return short_code(bytes.fromhex(seal))


def write_receipt(event: str, line: int, seal: str) -> str:
    """The receipt for a list, as it stands in the QR code."""
    data = bytes.fromhex(event)[:EVENT_BYTES] + line.to_bytes(LINE_BYTES, "big") + bytes.fromhex(seal)[:SEAL_BYTES]
    return RECEIPT_PREFIX + to_code(data)


def read_receipt(token: str) -> ReceiptToken | None:
    """The content of a receipt, however it was typed; None if it is not one."""
    # Normalising turns the L of the prefix into 1, so the prefix is normalised too.
    signs, head = normalise_code(token), normalise_code(RECEIPT_PREFIX)
    if not signs.startswith(head):
        return None
    data = from_code(signs[len(head) :], EVENT_BYTES + LINE_BYTES + SEAL_BYTES)
    if data is None:
        return None
    line = int.from_bytes(data[EVENT_BYTES : EVENT_BYTES + LINE_BYTES], "big")
    return ReceiptToken(event=data[:EVENT_BYTES], line=line, seal=data[EVENT_BYTES + LINE_BYTES :])
