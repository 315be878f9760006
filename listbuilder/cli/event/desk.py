"""What the commands of the desk share: the folder, the clock, and words for the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import folders, print_json
from listbuilder.cli.terminal import paragraph, say
from listbuilder.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from listbuilder.desk.decide import Decision
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.messages import Message
    from listbuilder.finding import Finding

__all__ = ["Folder", "clock", "finding_documents", "keep_messages", "open_desk", "say_decisions"]

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


def keep_messages(desk: Desk, messages: Iterable[Message], quiet: bool) -> int:
    """Write messages that are ready to send, and say where they are; how many there are."""
    from listbuilder.desk.messages import write_messages

    some = list(messages)
    where = write_messages(desk, some)
    if where is not None and not quiet:
        say(paragraph(f"{counted(len(some), 'message')} in {where}, ready to send.", "  ", ""))
    return len(some)


def say_decisions(desk: Desk, made: list[Decision], word: str, json: bool) -> None:
    """Say what was decided, and keep the messages about it."""
    if json:
        rows = [
            {"player": one.player, "version": one.version, "receipt": one.receipt, "code": one.code} for one in made
        ]
        print_json({word: rows, "messages": keep_messages(desk, [one.message for one in made], True)})
        return
    for one in made:
        receipt = f", receipt {one.code}" if one.code else ""
        say(paragraph(f"{one.player} {desk.name_of(one.player)}: version {one.version} {word}{receipt}.", "  ", ""))
    if not made:
        say(f"Nothing was {word}.")
    keep_messages(desk, [one.message for one in made], False)
