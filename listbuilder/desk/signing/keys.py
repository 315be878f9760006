"""The key of a desk: the private half in `desk.key`, for its owner alone, the public half in the ledger and in `out/`.

Signing needs PyNaCl, which is only installed when asked for. Whoever lacks it still checks every hash.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from importlib.util import find_spec

from listbuilder.desk.folder import Desk
from listbuilder.desk.signing.notes import PublicKey, write_note
from listbuilder.errors import DocumentError
from listbuilder.files import make_folder, write_bytes, write_text
from listbuilder.values import slug

KEY, PUBLIC = "desk.key", "desk.pub"
CAN_SIGN = find_spec("nacl") is not None
HINT = "Install it with `pip install 'listbuilder[sign]'`."


def make_key(desk: Desk, now: datetime) -> PublicKey:
    """The key of the desk; a new one where it has none, noted in the ledger before it is used."""
    from nacl.signing import SigningKey

    known = public_key(desk)
    if known is not None:
        _private(desk)
        return known
    seed = SigningKey.generate()
    with desk.writer(now) as pen:
        # A run that was killed before the line left a key that signed nothing.
        write_bytes(desk.root / KEY, bytes(seed).hex().encode() + b"\n", replace=True, private=True)
        os.chmod(desk.root / KEY, 0o600)
        pen.note("keyed", key=bytes(seed.verify_key).hex())
    made = public_key(desk)
    assert made is not None
    return made


def public_key(desk: Desk) -> PublicKey | None:
    """The public key of the desk, as the ledger has it; None for a desk that does not sign."""
    if not desk.state.key:
        return None
    return PublicKey(name=slug(desk.state.name) or "event", key=bytes.fromhex(desk.state.key))


def signs(desk: Desk) -> bool:
    """Whether this desk signs: it has a key, and the private half is here."""
    return bool(desk.state.key) and (desk.root / KEY).is_file()


def need_key(desk: Desk) -> None:
    """Refuse a key that can't sign for this ledger, before anything is noted that it should sign."""
    if CAN_SIGN and signs(desk):
        _private(desk)


def sign(desk: Desk, message: bytes) -> bytes:
    """The desk's signature."""
    return _private(desk)(message)


def sign_note(desk: Desk, text: str) -> str:
    """A text with the desk's signature below it; the text itself where the desk does not sign."""
    key = public_key(desk)
    return write_note(text, key, sign(desk, text.encode())) if key and signs(desk) else text


def write_public(desk: Desk) -> None:
    """Put the public key where it can be published from."""
    key = public_key(desk)
    if key is not None:
        make_folder(desk.out)
        write_text(desk.out / PUBLIC, f"{key.line}\n", replace=True, private=True)


def checks(key: PublicKey, message: bytes, signature: bytes) -> bool:
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
    """What signs with the desk's key, which must be the one that the ledger has."""
    _need()
    from nacl.signing import SigningKey

    path = desk.root / KEY
    try:
        key = SigningKey(bytes.fromhex(path.read_text("ascii").strip()))
    except (OSError, ValueError) as error:
        message = f"{KEY} can't be read, and without it nothing can be signed."
        raise DocumentError.of("desk.file", message, "Take it from a backup.", file=str(path)) from error
    if bytes(key.verify_key).hex() != desk.state.key:
        message = f"{KEY} is not the key that the ledger has."
        raise DocumentError.of("desk.file", message, "Take it from a backup.", file=str(path))
    return lambda message: bytes(key.sign(message).signature)
