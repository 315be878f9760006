"""Signed notes: a text, an empty line, and a line for each signature on it; and public keys as one line of text.

Both are written as the C2SP signed-note format has them, so that other tools read them. Pure: keys and files are
elsewhere.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re

from listbuilder.record import record

ED25519 = b"\x01"
MARK = "\u2014 "
LINE = re.compile(f"{MARK}([^\\s+]+) ([A-Za-z0-9+/=]+)")


@record
class PublicKey:
    """A public key and the name of whose it is."""

    name: str
    key: bytes

    @property
    def id(self) -> bytes:
        """Four bytes by which signatures say which key made them."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.key).digest()[:4]

    @property
    def line(self) -> str:
        """The key as one line of text."""
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(ED25519 + self.key).decode()}"


@record
class Note:
    """A text and the signatures on it, each with the id of its key."""

    text: str
    signatures: tuple[tuple[bytes, bytes], ...]

    def by(self, key: PublicKey) -> bytes | None:
        """The signature that a key should have made."""
        return next((signature for id, signature in self.signatures if id == key.id), None)


def read_key(line: str) -> PublicKey | None:
    """The key in a line; None where it is none, or its id does not fit it."""
    name, _, rest = line.strip().partition("+")
    id, _, data = rest.partition("+")
    raw = _decoded(data)
    if not name or raw is None or len(raw) != 33 or raw[:1] != ED25519:
        return None
    key = PublicKey(name=name, key=raw[1:])
    return key if key.id.hex() == id.lower() else None


def write_note(text: str, key: PublicKey, signature: bytes) -> str:
    """A text with a signature on it; the text ends with a line break."""
    return f"{text}\n{MARK}{key.name} {base64.b64encode(key.id + signature).decode()}\n"


def read_note(note: str) -> Note | None:
    """The text and the signatures of a note; None where it is none."""
    text, mark, below = note.replace("\r\n", "\n").rpartition("\n\n")
    lines = below.strip("\n").split("\n")
    found = [LINE.fullmatch(line) for line in lines]
    if not mark or not all(found):
        return None
    raws = [_decoded(one[2]) for one in found if one]
    return Note(text=f"{text}\n", signatures=tuple((raw[:4], raw[4:]) for raw in raws if raw and len(raw) == 68))


def _decoded(data: str) -> bytes | None:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None
