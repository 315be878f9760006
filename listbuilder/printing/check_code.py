"""The codes of a list on paper: a check code that changes with the list or its catalogue, and a share code."""

from __future__ import annotations

import hashlib

from listbuilder.judging.force import Force
from listbuilder.judging.validator import Report

# Characters that a QR code on a sheet can hold and a phone can still read.
LONGEST = 1200


def check_code(force: Force) -> str:
    """Eight digits of a hash over the list's meaning and the catalogue; the seal if secrets are left out."""
    if force.seal is not None:
        return f"seal {force.seal}"
    return hashlib.sha256(f"{force.meaning} {force.game.digest}".encode()).hexdigest()[:8]


def share_text(report: Report) -> str | None:
    """The list as a code that `import` reads; None if it is too long for a QR code."""
    from listbuilder.base.errors import DocumentError
    from listbuilder.exchange.documents.judged import list_from_report
    from listbuilder.exchange.formats.code import write_code

    try:
        text = write_code(list_from_report(report)).strip()
    except DocumentError:
        return None
    return text if len(text) <= LONGEST else None
