"""Optional signatures: anybody with the desk's public key can check what the desk stated, without its folder."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import record
from listbuilder.base.values import slug
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger_kinds import LedgerLine
from listbuilder.desk.seal import ReceiptToken, from_code, normalise_code, read_receipt, seal_code, to_code
from listbuilder.desk.state import Version
from listbuilder.storage.files import make_folder, write_bytes, write_text

# Signed notes: a text, an empty line, and a line for each signature on it; and public keys as one line of text.


ED25519 = b"\x01"
MARK = "\u2014 "
# The format of C2SP signed notes, so that others' tools can verify ours.
LINE = re.compile(f"{MARK}([^\\s+]+) ([A-Za-z0-9+/=]+)")


@record
class PublicKey:
    """A public key and the name of its owner."""

    name: str
    key: bytes

    @property
    def id(self) -> bytes:
        """Four bytes with which a signature names its key."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.key).digest()[:4]

    @property
    def line(self) -> str:
        """The key as one line of text."""
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(ED25519 + self.key).decode()}"


@record
class SignedNote:
    """A text and the signatures on it, each with the id of its key."""

    text: str
    signatures: tuple[tuple[bytes, bytes], ...]

    def by(self, key: PublicKey) -> bytes | None:
        """The signature of a key; None if there is none."""
        return next((signature for id, signature in self.signatures if id == key.id), None)


def read_key(line: str) -> PublicKey | None:
    """The key in a line; None if it is not one, or its id is wrong."""
    name, _, rest = line.strip().partition("+")
    id, _, data = rest.partition("+")
    raw = _decoded(data)
    if not name or raw is None or len(raw) != 33 or raw[:1] != ED25519:
        return None
    key = PublicKey(name=name, key=raw[1:])
    return key if key.id.hex() == id.lower() else None


def write_note(text: str, key: PublicKey, signature: bytes) -> str:
    """A signed note; the text must end with a line break."""
    return f"{text}\n{MARK}{key.name} {base64.b64encode(key.id + signature).decode()}\n"


def read_note(note: str) -> SignedNote | None:
    """Parse a signed note; None if it is not one."""
    text, mark, below = note.replace("\r\n", "\n").rpartition("\n\n")
    lines = below.strip("\n").split("\n")
    found = [LINE.fullmatch(line) for line in lines]
    if not mark or not all(found):
        return None
    raws = [_decoded(one[2]) for one in found if one]
    return SignedNote(text=f"{text}\n", signatures=tuple((raw[:4], raw[4:]) for raw in raws if raw and len(raw) == 68))


def _decoded(data: str) -> bytes | None:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None


# The key of a desk: the private half in `desk.key`, for its owner alone, the public half in the ledger and in
# `out/`.


KEY, PUBLIC = "desk.key", "desk.pub"
CAN_SIGN = find_spec("nacl") is not None
HINT = "Install it with `pip install 'listbuilder[sign]'`."


def make_key(desk: Desk, now: datetime) -> PublicKey:
    """The key of the desk; a new one if it has none, recorded in the ledger before it is used."""
    from nacl.signing import SigningKey

    known = public_key(desk)
    if known is not None:
        _private(desk)
        return known
    seed = SigningKey.generate()
    with desk.writer(now) as ledger:
        # A key without a line was left by a killed run and has signed nothing, so it may be replaced.
        write_bytes(desk.root / KEY, bytes(seed).hex().encode() + b"\n", replace=True, private=True)
        os.chmod(desk.root / KEY, 0o600)
        ledger.append(ledger_kinds.Keyed(key=bytes(seed.verify_key).hex()))
    made = public_key(desk)
    assert made is not None
    return made


def public_key(desk: Desk) -> PublicKey | None:
    """The public key of the desk, from the ledger; None if the desk does not sign."""
    if not desk.state.key:
        return None
    return PublicKey(name=slug(desk.state.name) or "event", key=bytes.fromhex(desk.state.key))


def has_key(desk: Desk) -> bool:
    """Whether this desk signs: it has a key, and the private key is in the folder."""
    return bool(desk.state.key) and (desk.root / KEY).is_file()


def refuse_wrong_key(desk: Desk) -> None:
    """Refuse a key that does not fit the ledger, before anything is recorded that it should sign."""
    if CAN_SIGN and has_key(desk):
        _private(desk)


def sign(desk: Desk, message: bytes) -> bytes:
    """The desk's signature."""
    return _private(desk)(message)


def sign_note(desk: Desk, text: str) -> str:
    """A text with the desk's signature; the text itself if the desk does not sign."""
    key = public_key(desk)
    return write_note(text, key, sign(desk, text.encode())) if key and has_key(desk) else text


def write_public(desk: Desk) -> None:
    """Write the public key to `out/`."""
    key = public_key(desk)
    if key is not None:
        make_folder(desk.out)
        write_text(desk.out / PUBLIC, f"{key.line}\n", replace=True, private=True)


def is_signed_by(key: PublicKey, message: bytes, signature: bytes) -> bool:
    """Whether a key made a signature."""
    _need()
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(key.key).verify(message, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


def _need() -> None:
    if not CAN_SIGN:
        raise DocumentError.of("desk.sign", "Signatures need a part that is not installed.", HINT)


def _private(desk: Desk) -> Callable[[bytes], bytes]:
    """A function that signs with the desk's key, which must be the one in the ledger."""
    _need()
    from nacl.signing import SigningKey

    path = desk.root / KEY
    try:
        key = SigningKey(bytes.fromhex(path.read_text("ascii").strip()))
    except (OSError, ValueError) as error:
        message = f"{KEY} can't be read, and without it nothing can be signed."
        raise DocumentError.of("desk.file", message, "Restore it from a backup.", file=str(path)) from error
    if bytes(key.verify_key).hex() != desk.state.key:
        message = f"{KEY} is not the key that the ledger has."
        raise DocumentError.of("desk.file", message, "Restore it from a backup.", file=str(path))
    return lambda message: bytes(key.sign(message).signature)


# The head of the ledger as a text to post: the number of lines and the hash of the last, signed if there is a key. It
# proves later whether the ledger was rewritten.


HEAD_FILE = "head.txt"
POSTED = re.compile(r"[^\n]*\nLedger: (\d{1,9}) lines, head [^\n]*\n([0-9a-f]{64})\n")

WRITTEN_HEAD = re.compile(r"\bhead(?:\": \"| )([0-9A-Z]{4}(?:-[0-9A-Z]{4})+)\b")


def heads_in(text: str) -> list[str]:
    """The heads of the ledger that a file of `out/` states."""
    return WRITTEN_HEAD.findall(text)


def head_lines(desk: Desk, title: str) -> list[str]:
    """The first lines of what is posted."""
    lines = f"Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}"
    return [f"{desk.event.name}: {title}", lines, desk.chain.head]


def posted_head(text: str) -> tuple[int, str] | None:
    """The number of lines that a posted text states, and the hash of the last."""
    found = POSTED.match(text)
    return (int(found[1]), found[2]) if found else None


def head_matches(lines: Sequence[LedgerLine], number: int, hash: str) -> bool:
    """Whether a ledger still contains the line that was posted as its head."""
    return 0 < number <= len(lines) and lines[number - 1].hash == hash


def write_head(desk: Desk) -> None:
    """Write the signed head of the ledger and the public key to `out/`.

    Nothing is written without a key, or without the package that signs.
    """
    if CAN_SIGN and has_key(desk):
        make_folder(desk.out)
        text = sign_note(desk, "\n".join(head_lines(desk, "ledger")) + "\n")
        write_text(desk.out / HEAD_FILE, text, replace=True, private=True)
        write_public(desk)


# Signed receipts: `LBS1` and 152 characters that state which event received which list when, with a signature.


RECEIPT_PREFIX = "LBS1"
DOMAIN = b"listbuilder receipt 1\n"
# Four bytes of seconds last until the year 2106.
EVENT_BYTES, LINE_BYTES, TIME_BYTES, SEAL_BYTES, SIGNATURE_BYTES = 8, 3, 4, 16, 64
SIGNED_BYTES = EVENT_BYTES + LINE_BYTES + TIME_BYTES + SEAL_BYTES


@record
class SignedReceipt:
    """A signed receipt: its content, the time of arrival, and the signature."""

    receipt: ReceiptToken
    at: datetime
    message: bytes
    signature: bytes


def write_signed(desk: Desk, version: Version) -> str:
    """The signed receipt for a version."""
    came = int(datetime.fromisoformat(version.at).timestamp())
    payload = bytes.fromhex(desk.state.event)[:EVENT_BYTES] + version.line.to_bytes(LINE_BYTES, "big")
    payload += came.to_bytes(TIME_BYTES, "big") + bytes.fromhex(version.seal)[:SEAL_BYTES]
    # With a domain, so that no signature on a receipt can be presented as one on a note.
    return RECEIPT_PREFIX + to_code(payload + sign(desk, DOMAIN + payload))


def is_receipt(text: str) -> bool:
    """Whether a text is a receipt, signed or not."""
    return read_receipt(text) is not None or read_signed(text) is not None


def read_signed(token: str) -> SignedReceipt | None:
    """Parse a signed receipt, however it was typed; None if it is not one."""
    code, head = normalise_code(token), normalise_code(RECEIPT_PREFIX)
    data = from_code(code[len(head) :], SIGNED_BYTES + SIGNATURE_BYTES) if code.startswith(head) else None
    if data is None:
        return None
    rest = data[EVENT_BYTES:SIGNED_BYTES]
    line, came = rest[:LINE_BYTES], rest[LINE_BYTES : LINE_BYTES + TIME_BYTES]
    receipt = ReceiptToken(
        event=data[:EVENT_BYTES], line=int.from_bytes(line, "big"), seal=rest[LINE_BYTES + TIME_BYTES :]
    )
    at = datetime.fromtimestamp(int.from_bytes(came, "big"), UTC)
    return SignedReceipt(receipt=receipt, at=at, message=DOMAIN + data[:SIGNED_BYTES], signature=data[SIGNED_BYTES:])


# Checking signatures: with the public key alone, or with the folder, whose ledger must agree.


@record
class Signed:
    """The result of a check with a public key: whether the signature is genuine, and what was signed."""

    genuine: bool
    says: str


def check_alone(key: PublicKey, what: str) -> Signed | None:
    """Check a signed receipt or a signed note without a folder; None if it is neither."""
    signed = read_signed(what)
    if signed is not None:
        at = signed.at.strftime("%Y-%m-%d at %H:%M:%S UTC")
        says = f"A list with the seal {seal_code(signed.receipt.seal.hex())} was received on {at}."
        return Signed(genuine=is_signed_by(key, signed.message, signed.signature), says=says)
    note = read_note(what)
    if note is None:
        return None
    return Signed(genuine=_is_by(note, key), says=note.text)


def signature_fault(desk: Desk, signed: SignedReceipt) -> str:
    """What is wrong with the signature of a receipt; empty if it is the desk's."""
    key = public_key(desk)
    if key is None:
        return "This desk has no key, so it did not sign this."
    return "" if is_signed_by(key, signed.message, signed.signature) else "Its signature is not the desk's."


def note_fault(desk: Desk, note: SignedNote) -> str:
    """What is wrong with a note of the desk; empty if it is signed and the ledger agrees."""
    key = public_key(desk)
    if key is None or not _is_by(note, key):
        return "Its signature is not the desk's."
    posted = posted_head(note.text)
    if posted is None:
        return "It does not say how far the ledger was."
    if not head_matches(desk.chain.lines, *posted):
        return f"The ledger was written anew: its line {posted[0]} is not the one that was signed."
    return ""


def unchecked_hint() -> str:
    """A hint if the package that checks signatures is not installed."""
    return "" if CAN_SIGN else " Its signature was not checked: pip install 'listbuilder[sign]'."


def _is_by(note: SignedNote, key: PublicKey) -> bool:
    signature = note.by(key)
    return signature is not None and is_signed_by(key, note.text.encode(), signature)
