"""Checking signatures: with the public key alone, or with the folder, whose ledger must still say what was signed."""

from __future__ import annotations

from listbuilder.desk.folder import Desk
from listbuilder.desk.seal import seal_code
from listbuilder.desk.signing.heads import posted_head, says_so
from listbuilder.desk.signing.keys import CAN_SIGN, checks, public_key
from listbuilder.desk.signing.notes import Note, PublicKey, read_note
from listbuilder.desk.signing.receipts import SignedReceipt, read_signed
from listbuilder.record import record


@record
class Signed:
    """Whether something was signed with a key, and what it says."""

    genuine: bool
    says: str


def check_alone(key: PublicKey, what: str) -> Signed | None:
    """A signed receipt, or the text of a signed note, checked without any folder; None where it is neither."""
    signed = read_signed(what)
    if signed is not None:
        at = signed.at.strftime("%Y-%m-%d at %H:%M:%S UTC")
        says = f"A list with the seal {seal_code(signed.receipt.seal.hex())} was received on {at}."
        return Signed(genuine=checks(key, signed.message, signed.signature), says=says)
    note = read_note(what)
    if note is None:
        return None
    return Signed(genuine=_is_by(note, key), says=note.text)


def signature_fault(desk: Desk, signed: SignedReceipt) -> str:
    """What is wrong with the signature on a receipt; nothing where it is the desk's."""
    key = public_key(desk)
    if key is None:
        return "This desk has no key, so it did not sign this."
    return "" if checks(key, signed.message, signed.signature) else "Its signature is not the desk's."


def note_fault(desk: Desk, note: Note) -> str:
    """What is wrong with a note that the desk should have signed; nothing where the ledger still says the same."""
    key = public_key(desk)
    if key is None or not _is_by(note, key):
        return "Its signature is not the desk's."
    posted = posted_head(note.text)
    if posted is None:
        return "It does not say how far the ledger was."
    if not says_so(desk.chain.lines, *posted):
        return f"The ledger was written anew: its line {posted[0]} is not the one that was signed."
    return ""


def unchecked() -> str:
    """What to say where signatures can't be checked here."""
    return "" if CAN_SIGN else " Its signature was not checked: pip install 'listbuilder[sign]'."


def _is_by(note: Note, key: PublicKey) -> bool:
    signature = note.by(key)
    return signature is not None and checks(key, note.text.encode(), signature)
