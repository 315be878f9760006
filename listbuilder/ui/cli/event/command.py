"""What the commands of the desk share: option declarations, how a function becomes a command, and how it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_type_hints

import click
from click.exceptions import Exit

from listbuilder.base.findings import Finding
from listbuilder.base.wording import counted, join_names
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import Catalogues, JsonFlag, folders
from listbuilder.ui.cli.terminal import paragraph, print_json, say, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from listbuilder.desk.folder import Desk
    from listbuilder.desk.messages import Message

Folder = Annotated[Path, Option("--folder", metavar="DIR", help="The folder of the event; the current one by default.")]
ReportFile = Annotated[
    Path | None,
    Option("--report", metavar="FILE", help="Also write it for others: .html, .pdf, .csv, .json or .md."),
]
PlayerName = Annotated[str, Argument(metavar="PLAYER", help="The player's id or name.")]
PlayerNames = Annotated[list[str] | None, Argument(metavar="[PLAYER…]", help="The players' ids or names.")]
RoundNumber = Annotated[int, Option("--round", metavar="N", help="Which round; the last by default.")]
Paper = Annotated[Literal["a4", "letter", "a5"], Option(help="The paper size.")]
Reason = Annotated[str, Option(help="The reason, in your own words.")]
SHARED: Mapping[str, tuple[Any, object]] = {
    "folder": (Folder, Path()),
    "json": (JsonFlag, False),
    "catalogue": (Catalogues, None),
}


class Rendered(str):
    """Text that is laid out for the terminal already."""

    __slots__ = ()


def rows(cells: Sequence[Sequence[str]], *heads: str) -> Rendered:
    """A table for the terminal."""
    return Rendered(table(cells, heads, "  "))


class CommandResult(NamedTuple):
    """What a command found: data for --json, text for people, of which only one is printed, and the exit code."""

    data: Mapping[str, Any]
    text: Iterable[str]
    code: int = 0

    def show(self, json: bool) -> None:
        """Print the answer."""
        if json:
            print_json(dict(self.data))
            return
        for one in self.text:
            say(one if isinstance(one, Rendered) else paragraph(one, "  ", ""))


class EventCommand(NamedTuple):
    """A command: the function that does its work, and the end of its help.

    A function with a parameter `desk` gets the desk of the folder; one that returns a `CommandResult` gets it printed.
    """

    work: Callable[..., CommandResult | None]
    epilog: str

    def callback(self) -> Callable[..., None]:
        """The function as click's layer takes it, with the options that every command has."""
        own = signature(self.work).parameters
        # The desk is imported only when a command runs: its modules take 0.8 s of processor time, help 0.15 s. So
        # the modules of commands import it inside functions, and its types have no names here.
        hints = get_type_hints(self.work, localns={"Desk": object}, include_extras=True)
        shared = (
            ("folder", "json", "catalogue") if "desk" in own else ("json",) if hints["return"] is CommandResult else ()
        )
        added = [name for name in shared if name not in own]

        def run(context: click.Context, **given: Any) -> None:
            common = {name: given.pop(name) for name in added}
            if "desk" in own:
                given["desk"] = open_desk(context, common["folder"], common.get("catalogue"))
            if "context" in own:
                given["context"] = context
            answer = self.work(**given)
            if answer is not None:
                answer.show(common["json"])
                raise Exit(answer.code)

        parameters = [_parameter("context", click.Context)]
        parameters += [
            _parameter(one.name, hints[one.name], one.default)
            for one in own.values()
            if one.name not in ("context", "desk")
        ]
        parameters += [_parameter(name, *SHARED[name]) for name in added]
        run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        run.__doc__ = self.work.__doc__
        return run


def _parameter(name: str, hint: Any, default: object = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def command(epilog: str) -> Callable[[Callable[..., CommandResult | None]], EventCommand]:
    """Make a function a command; `epilog` has its examples, remarks and exit codes."""
    return lambda work: EventCommand(work, epilog)


def open_desk(context: click.Context, folder: Path, catalogue: list[Path] | None) -> Desk:
    """The desk of the event that a folder belongs to."""
    from listbuilder.desk.folder import find_desk

    return find_desk(folder, folders(context, catalogue))


def clock() -> datetime:
    """The current time with its time zone."""
    return datetime.now(UTC).astimezone()


def finding_documents(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as data."""
    from listbuilder.exchange.documents.report_document import finding_document

    return [finding_document(one) for one in findings]


class Outbox(NamedTuple):
    """Messages that were written: how many, and into which folders."""

    number: int
    folders: list[Path]

    @property
    def text(self) -> list[str]:
        """Where the messages are; nothing if there are none."""
        where = join_names(map(str, self.folders))
        return [f"{counted(self.number, 'message')} in {where}, ready to send."] if self.folders else []


def write_outbox(desk: Desk, messages: Iterable[Message]) -> Outbox:
    """Write messages that are ready to send. Do it before printing: whoever reads the output may stop reading."""
    from listbuilder.desk.messages import write_messages

    some = list(messages)
    return Outbox(len(some), write_messages(desk, some))
