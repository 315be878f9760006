"""Signed receipts: `LBS1` and 152 signs that say which event took which list when; the signature proves it alone.

A QR code of 41 modules holds one. What is signed is what the token says, so that neither folder nor ledger is needed
to check it.
"""

from __future__ import annotations

from datetime import UTC, datetime

from listbuilder.desk.codes import from_code, plain_code, to_code
from listbuilder.desk.folder import Desk
from listbuilder.desk.records import Version
from listbuilder.desk.seal import Receipt, read_receipt
from listbuilder.desk.signing.keys import sign
from listbuilder.record import record

HEAD = "LBS1"
DOMAIN = b"listbuilder receipt 1\n"
EVENT_BYTES, LINE_BYTES, TIME_BYTES, SEAL_BYTES, SIGNATURE_BYTES = 8, 3, 4, 16, 64
SAID = EVENT_BYTES + LINE_BYTES + TIME_BYTES + SEAL_BYTES


@record
class SignedReceipt:
    """What a token says, when the list came, and the signature on it."""

    receipt: Receipt
    at: datetime
    message: bytes
    signature: bytes


def write_signed(desk: Desk, version: Version) -> str:
    """The signed receipt for a version."""
    came = int(datetime.fromisoformat(version.at).timestamp())
    said = bytes.fromhex(desk.state.event)[:EVENT_BYTES] + version.line.to_bytes(LINE_BYTES, "big")
    said += came.to_bytes(TIME_BYTES, "big") + bytes.fromhex(version.seal)[:SEAL_BYTES]
    return HEAD + to_code(said + sign(desk, DOMAIN + said))


def is_receipt(text: str) -> bool:
    """Whether a text is a receipt, signed or not."""
    return read_receipt(text) is not None or read_signed(text) is not None


def read_signed(token: str) -> SignedReceipt | None:
    """What a token says, however it was typed; None where it is no signed receipt."""
    signs, head = plain_code(token), plain_code(HEAD)
    data = from_code(signs[len(head) :], SAID + SIGNATURE_BYTES) if signs.startswith(head) else None
    if data is None:
        return None
    rest = data[EVENT_BYTES:SAID]
    line, came = rest[:LINE_BYTES], rest[LINE_BYTES : LINE_BYTES + TIME_BYTES]
    receipt = Receipt(event=data[:EVENT_BYTES], line=int.from_bytes(line, "big"), seal=rest[LINE_BYTES + TIME_BYTES :])
    at = datetime.fromtimestamp(int.from_bytes(came, "big"), UTC)
    return SignedReceipt(receipt=receipt, at=at, message=DOMAIN + data[:SAID], signature=data[SAID:])
