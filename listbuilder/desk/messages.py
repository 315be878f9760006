"""Messages to players, ready to send: a template and what it is about in, texts, drafts and a table out.

Templates are data: those in `templates/messages`, or files of the same name in the event's own `messages/`. The desk
never sends anything.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from listbuilder.catalogue.tournament import moment_words
from listbuilder.desk.folder import Desk
from listbuilder.desk.reports.tables import inert
from listbuilder.errors import DocumentError
from listbuilder.files import make_folder, write_bytes, write_text
from listbuilder.finding import Finding, capped
from listbuilder.letters import on_one_line
from listbuilder.loader import shipped
from listbuilder.record import record
from listbuilder.spelling import did_you_mean

WORD = re.compile(r"\{([a-z]+)\}")
KNOWN = (
    "code", "due", "event", "head", "late", "link", "list", "name", "opponent", "receipt", "report", "share", "verdict",
    "version", "which", "why",
)  # fmt: skip


TABLE = "messages.csv"
# These say what is in a list; so does the one about an opponent's list, but that was revealed.
SEALED = ("errata", "returned", "unread")


@record
class Message:
    """One message: to whom, what it is about, its subject and its text."""

    player: str
    kind: str
    contact: str
    subject: str
    body: str


def message_to(desk: Desk, id: str, kind: str, **words: str) -> Message:
    """A message to the player of a list, made from the template of its kind."""
    own = desk.state.lists[id]
    player = desk.players.get(own.player)
    about = {"event": desk.event.name, "name": player.name if player else id, "due": due_words(desk)}
    said = {**about, "which": desk.which(own), **words}
    head, _, body = _filled(_template(desk, kind), said).partition("\n\n")
    subject = on_one_line(head.removeprefix("Subject:").strip())
    contact = player.contact if player else ""
    return Message(player=id, kind=kind, contact=contact, subject=subject, body=re.sub(r"\n{3,}", "\n\n", body))


def due_words(desk: Desk) -> str:
    """When lists are due, as a sentence; nothing where the pack does not say."""
    due = desk.event.lists.due
    return f"Lists are due on {moment_words(due)}." if due else ""


def findings_text(findings: Iterable[Finding]) -> str:
    """What is wrong with a list, as a player reads it: each with its rule and what to do."""
    lines = []
    for one in capped(findings):
        if one.severity == "info":
            continue
        lines.append(f"- {one.severity}: {one.message}")
        lines += [f"  {one.hint}"] if one.hint else []
        place = [f"line {one.line}" if one.line else "", one.where, one.source or ""]
        lines += [f"  ({', '.join(filter(None, place))})"] if any(place) else []
    return "\n".join(lines)


def _template(desk: Desk, kind: str) -> str:
    own = desk.root / "messages" / f"{kind}.txt"
    path = own if own.is_file() else shipped("templates") / "messages" / f"{kind}.txt"
    text = path.read_text("utf-8")
    for line, content in enumerate(text.splitlines(), 1):
        for word in WORD.findall(content):
            if word not in KNOWN:
                hint = did_you_mean(word, KNOWN) or f"There are {', '.join(KNOWN)}."
                raise DocumentError.of(
                    "desk.message", f"Nothing is called {{{word}}}.", hint, file=str(path), line=line
                )
    return text


def _filled(template: str, words: Mapping[str, str]) -> str:
    return WORD.sub(lambda found: words.get(found[1], ""), template)


def write_messages(desk: Desk, messages: list[Message]) -> list[Path]:
    """Put messages where they are ready to send: a text and a draft each, and one table of all for a mail merge.

    Once lists are locked, what says what is in one goes to the judges' folder: nothing sealed is in `out/`.
    """
    sealed = [one for one in messages if desk.state.locked and one.kind in SEALED]
    shown = [one for one in messages if one not in sealed]
    return [_write(folder / "messages", some) for folder, some in ((desk.out, shown), (desk.judge, sealed)) if some]


def _write(folder: Path, messages: list[Message]) -> Path:
    make_folder(folder.parent)
    make_folder(folder)
    for one in messages:
        text = f"{one.subject}\n\n{one.body}".encode("utf-8", "replace")
        write_bytes(folder / f"{one.player}-{one.kind}.txt", text, replace=True, private=True, lasting=False)
        write_bytes(folder / f"{one.player}-{one.kind}.eml", _draft(one), replace=True, private=True, lasting=False)
    write_text(folder / TABLE, messages_table(messages), replace=True, private=True)
    return folder


def messages_table(messages: Iterable[Message]) -> str:
    """Messages as a table for a mail merge."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(("id", "contact", "subject", "text"))
    writer.writerows((one.player, inert(one.contact), inert(one.subject), inert(one.body)) for one in messages)
    return table.getvalue()


def delete_showing(desk: Desk) -> None:
    """Delete the messages that say what is in a list: what was returned before may show what is sealed now."""
    folder = desk.out / "messages"
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name == TABLE or path.stem.rpartition("-")[2] in SEALED:
            path.unlink()


def _draft(message: Message) -> bytes:
    made = EmailMessage(policy=SMTP)
    # What is no address stays in the text: a header must not be anything else.
    if re.fullmatch(r"[\w.+-]{1,64}@[\w.-]{1,255}", message.contact, re.ASCII):
        made["To"] = message.contact
    made["Subject"] = message.subject
    made["X-Unsent"] = "1"
    made.set_content(message.body)
    return made.as_bytes()
