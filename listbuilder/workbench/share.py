"""A bench as a share code, the same for the same list."""

from __future__ import annotations

from listbuilder.documents.judged import judged_list
from listbuilder.errors import DocumentError
from listbuilder.formats.code import write_code
from listbuilder.workbench.bench import Bench


def share(bench: Bench) -> str | None:
    """The share code of the list; None for one that is too long for a code."""
    try:
        return write_code(judged_list(bench.report)).strip()
    except DocumentError:
        return None
