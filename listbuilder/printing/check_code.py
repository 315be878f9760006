"""The check code: a few characters that change whenever what the list is or the catalogue does."""

from __future__ import annotations

import hashlib

from listbuilder.judging.force import Force
from listbuilder.judging.validator import Report

LONGEST = 1200


def check_code(force: Force) -> str:
    """Eight digits over the list's meaning and the catalogue; of a list with secrets left out, its seal."""
    if force.seal is not None:
        return f"seal {force.seal}"
    return hashlib.sha256(f"{force.meaning} {force.game.digest}".encode()).hexdigest()[:8]


def share_text(report: Report) -> str | None:
    """The list as a code that `import` reads, for a QR code; None when no QR code could hold it."""
    from listbuilder.base.errors import DocumentError
    from listbuilder.exchange.documents.judged import list_from_report
    from listbuilder.exchange.formats.code import write_code

    try:
        text = write_code(list_from_report(report)).strip()
    except DocumentError:
        return None
    return text if len(text) <= LONGEST else None
