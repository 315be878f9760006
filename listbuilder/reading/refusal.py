"""Turning findings into the one exception a reader raises.

Findings go in, a `DocumentError` comes out whose message is fit to be shown alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.reading.characters import show


def refuse(findings: Sequence[Finding]) -> DocumentError:
    """The error for these findings, the first of which is its message."""
    first = findings[0]
    place = [show(first.file, 200)] if first.file else []
    place += [f"line {first.line}"] if first.line and f"line {first.line}" not in first.message else []
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    start = ", ".join(place) + ": " if place else ""
    return DocumentError(start + first.message + more, tuple(findings))


def refuse_one(code: str, message: str, hint: str, file: str | None, line: int | None = None) -> DocumentError:
    """The error for a single problem of the file as a whole."""
    return refuse([Finding(code=code, message=message, hint=hint, file=file, line=line)])


def refuse_source(source: object, wanted: str, file: str | None = None) -> DocumentError:
    """The error for what a program handed over as a list and that is none of what one may be in."""
    return refuse_one("file.root", f"a list is {wanted}, not {type(source).__name__}", "Hand over one of these.", file)
