"""What the commands of the desk share: the folder, the clock, and words for the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from listbuilder.cli.common import folders, print_json
from listbuilder.cli.terminal import paragraph, say
from listbuilder.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from listbuilder.desk.decide import Decision
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.messages import Message
    from listbuilder.finding import Finding

ReportFile = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write it for others to see: .html, .pdf, .csv, .json or .md."),
]
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


class Kept(NamedTuple):
    """Messages that were written: how many, and where they lie."""

    number: int
    where: list[Path]

    def say(self) -> None:
        """Say that they are ready to send."""
        if self.where:
            told = f"{counted(self.number, 'message')} in {listed(map(str, self.where))}, ready to send."
            say(paragraph(told, "  ", ""))


def keep_messages(desk: Desk, messages: Iterable[Message]) -> Kept:
    """Write messages that are ready to send, before anything is said: whoever reads it may stop reading."""
    from listbuilder.desk.messages import write_messages

    some = list(messages)
    return Kept(len(some), write_messages(desk, some))


def say_decisions(desk: Desk, made: list[Decision], word: str, left: Mapping[str, list[str]], json: bool) -> None:
    """Say what was decided and what was left alone, and keep the messages about it."""
    from listbuilder.desk.decide import BESIDE

    kept = keep_messages(desk, [one.message for one in made])
    if json:
        rows = [
            {"player": one.player, "version": one.version, "receipt": one.receipt, "code": one.code} for one in made
        ]
        alone = [{"player": id, "why": why} for id, why in left.items()]
        print_json({word: rows, "left": alone, "messages": kept.number})
        return
    for one in made:
        receipt = f", receipt {one.code}" if one.code else ""
        say(
            paragraph(
                f"{desk.spoken(one.player)} {desk.title_of(one.player)}: version {one.version} {word}{receipt}.",
                "  ",
                "",
            )
        )
    if not made:
        say(f"Nothing was {word}.")
    for id, why in left.items():
        say(paragraph(f"{desk.spoken(id)} {desk.title_of(id)}: left alone, {', '.join(why)}.", "  ", ""))
    doubtful = [id for id, why in left.items() if BESIDE not in why]
    if doubtful:
        say(
            paragraph(
                f"Look at them, then say: listbuilder event approve {' '.join(map(desk.spoken, doubtful))}", "  ", ""
            )
        )
    if any(len(desk.state.lists[id].versions) > 1 for id in doubtful):
        say(paragraph("To let an earlier version count: listbuilder event approve PLAYER --version N", "  ", ""))
    if len(doubtful) < len(left):
        others = [id for id in left if id not in doubtful]
        say(
            paragraph(
                f"Give back with the reason: listbuilder event return {' '.join(map(desk.spoken, others))}", "  ", ""
            )
        )
    kept.say()
