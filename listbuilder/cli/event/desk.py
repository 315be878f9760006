"""What the commands of the desk share: the folder, the clock, and words for the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import folders

if TYPE_CHECKING:
    from collections.abc import Iterable

    from listbuilder.desk.folder import Desk
    from listbuilder.finding import Finding

__all__ = ["Folder", "clock", "finding_documents", "open_desk"]

Folder = Annotated[Path, typer.Option("--folder", metavar="DIR", help="The folder of the event; this one unless said.")]


def open_desk(context: typer.Context, folder: Path, catalogue: list[Path] | None) -> Desk:
    """The desk of the event that a folder belongs to."""
    from listbuilder.desk.folder import find_desk

    return find_desk(folder, folders(context, catalogue))


def clock() -> datetime:
    """The desk's clock, with its time zone."""
    return datetime.now(UTC).astimezone()


def finding_documents(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as data."""
    from listbuilder.documents.report_json import finding_document

    return [finding_document(one) for one in findings]
