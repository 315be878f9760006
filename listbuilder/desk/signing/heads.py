"""The head of the ledger as a text to post: how many lines there are, and the hash of the last; signed where there is a
key. Who has one can prove later that the ledger was written anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger import Line
from listbuilder.desk.signing.keys import CAN_SIGN, sign_note, signs, write_public
from listbuilder.files import make_folder, write_text

HEAD = "head.txt"
POSTED = re.compile(r"[^\n]*\nLedger: (\d{1,9}) lines, head [^\n]*\n([0-9a-f]{64})\n")

SAID = re.compile(r"\bhead(?:\": \"| )([0-9A-Z]{4}(?:-[0-9A-Z]{4})+)\b")


def heads_in(text: str) -> list[str]:
    """The heads of the ledger that a page, a table or data of `out/` names."""
    return SAID.findall(text)


def head_lines(desk: Desk, title: str) -> list[str]:
    """The first lines of what is posted."""
    lines = f"Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}"
    return [f"{desk.event.name}: {title}", lines, desk.chain.head]


def posted_head(text: str) -> tuple[int, str] | None:
    """How many lines a posted text says there are, and the hash of the last."""
    found = POSTED.match(text)
    return (int(found[1]), found[2]) if found else None


def says_so(lines: Sequence[Line], number: int, hash: str) -> bool:
    """Whether a ledger still has the line that was posted as its head."""
    return 0 < number <= len(lines) and lines[number - 1].hash == hash


def write_head(desk: Desk) -> None:
    """Sign how far the ledger is, and put it into `out/` with the public key.

    A desk without a key writes nothing; one that has lost the part that signs leaves what it signed last.
    """
    if CAN_SIGN and signs(desk):
        make_folder(desk.out)
        text = sign_note(desk, "\n".join(head_lines(desk, "ledger")) + "\n")
        write_text(desk.out / HEAD, text, replace=True, private=True)
        write_public(desk)
