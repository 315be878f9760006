"""A list as a share code, the same for the same list."""

from __future__ import annotations

from listbuilder.documents.judged import judged_list
from listbuilder.errors import DocumentError
from listbuilder.formats.code import write_code
from listbuilder.validator import Report
from listbuilder.workbench.bench import Bench


def share(bench: Bench) -> str | None:
    """The share code of the list on a bench; None for one that is too long for a code."""
    return share_code(bench.report)


def share_code(report: Report) -> str | None:
    """The share code of a list; None for one that is too long for a code."""
    try:
        return write_code(judged_list(report)).strip()
    except DocumentError:
        return None
