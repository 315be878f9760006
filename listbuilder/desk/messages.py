"""Messages to players, made from templates and written as texts, mail drafts and a table. Nothing is ever sent.

Templates are in `templates/messages`; files of the same name in the event's own `messages/` replace them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from listbuilder.base.characters import on_one_line
from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding, capped
from listbuilder.base.records import record, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.wording import counted
from listbuilder.catalogue.event_pack import moment_words
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.arrivals import IntakeResult
from listbuilder.desk.intake.parcels import open_parcels
from listbuilder.desk.intake.unpacking import unpack
from listbuilder.desk.intake.verdicts import NO_LIST, judge_version, read_parcel
from listbuilder.desk.ledger import read_reason
from listbuilder.desk.reports.report_files import inert
from listbuilder.desk.seal import seal_code, write_receipt
from listbuilder.desk.signing import has_key, write_signed
from listbuilder.desk.state import Entrant, Version
from listbuilder.desk.status import standing_of, unread_of
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.exchange.formats import write_list
from listbuilder.judging.force import describe_totals
from listbuilder.judging.validator import Report
from listbuilder.loading import shipped
from listbuilder.storage.files import make_folder, write_bytes, write_text

WORD = re.compile(r"\{([a-z]+)\}")
KNOWN = (
    "code", "due", "event", "head", "late", "link", "list", "name", "opponent", "receipt", "report", "share", "verdict",
    "version", "which", "why",
)  # fmt: skip


TABLE = "messages.csv"
# Messages that show what is in a list. The one about an opponent does too, but that list was revealed.
SEALED = ("errata", "returned", "unread")


@record
class Message:
    """One message: its list, kind, address, subject and text."""

    player: str
    kind: str
    contact: str
    subject: str
    body: str


def message_to(desk: Desk, id: str, kind: str, **words: str) -> Message:
    """The message to the player of a list, from the template of its kind."""
    own = desk.state.lists[id]
    player = desk.players.get(own.player)
    about = {"event": desk.event.name, "name": player.name if player else id, "due": due_sentence(desk)}
    values = {**about, "which": desk.list_suffix(own), **words}
    head, _, body = _filled(_template(desk, kind), values).partition("\n\n")
    subject = on_one_line(head.removeprefix("Subject:").strip())
    contact = player.contact if player else ""
    return Message(player=id, kind=kind, contact=contact, subject=subject, body=re.sub(r"\n{3,}", "\n\n", body))


def due_sentence(desk: Desk) -> str:
    """When lists are due, as a sentence; empty if the pack does not say."""
    due = desk.event.lists.due
    return f"Lists are due on {moment_words(due)}." if due else ""


def findings_text(findings: Iterable[Finding]) -> str:
    """Findings as text for a player, each with its hint and its source."""
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
    """Write messages: a text and a draft each, and one table of all for a mail merge; the folders.

    Once lists are locked, messages that show what is in one go to the judges' folder: nothing sealed is in `out/`.
    """
    sealed = [one for one in messages if desk.state.locked and one.kind in SEALED]
    shown = [one for one in messages if one not in sealed]
    return [_write(folder / "messages", some) for folder, some in ((desk.out, shown), (desk.judge, sealed)) if some]


def _write(folder: Path, messages: list[Message]) -> Path:
    make_folder(folder.parent)
    make_folder(folder)
    for one in messages:
        text = f"{one.subject}\n\n{one.body}".encode("utf-8", "replace")
        # Not forced to the disk one by one, because they can be made again.
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


def delete_sealed_messages(desk: Desk) -> None:
    """Delete messages that show what is in a list, because lists that were returned earlier are sealed now."""
    folder = desk.out / "messages"
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name == TABLE or path.stem.rpartition("-")[2] in SEALED:
            path.unlink()


def _draft(message: Message) -> bytes:
    made = EmailMessage(policy=SMTP)
    # Anything but an address could inject headers.
    if re.fullmatch(r"[\w.+-]{1,64}@[\w.-]{1,255}", message.contact, re.ASCII):
        made["To"] = message.contact
    made["Subject"] = message.subject
    made["X-Unsent"] = "1"
    made.set_content(message.body)
    return made.as_bytes()


# One function for each event in the life of a list, and all messages that are due now.


def receipt_of(desk: Desk, version: Version) -> str:
    """The receipt for a version, which leads to the line that sealed it."""
    return write_receipt(desk.state.event, version.line, version.seal)


def received_message(desk: Desk, id: str, version: Version, report: Report) -> Message:
    """A legal list arrived. It is sealed, so the message does not repeat it."""
    late = "It came after the deadline.\n" if version.late else ""
    totals = ", ".join(filter(None, (describe_totals(report.force), counted(report.force.size, "model"))))
    return message_to(desk, id, "received", version=str(version.number), verdict=f"legal: {totals}", late=late)


def unread_message(desk: Desk, id: str, findings: Iterable[Finding]) -> Message:
    """What arrived can't be read."""
    return message_to(desk, id, "unread", report=findings_text(findings))


def approved_message(desk: Desk, id: str, version: Version) -> Message:
    """A list is approved: its receipt."""
    return message_to(desk, id, "approved", **_receipt(desk, version))


def locked_message(desk: Desk, id: str, version: Version, head: str) -> Message:
    """A list is locked: its receipt and the head of the ledger."""
    return message_to(desk, id, "locked", head=head, **_receipt(desk, version))


def returned_message(desk: Desk, id: str, version: Version, report: Report, why: str) -> Message:
    """A list is returned: its report, and the list as the desk read it."""
    return message_to(
        desk,
        id,
        "returned",
        version=str(version.number),
        verdict="legal" if report.valid else "not legal",
        why=f"\n{why}\n" if why else "",
        # Line numbers refer to the desk's copy, which the player does not have.
        report=findings_text(replace(one, line=None) for one in report.findings),
        list=write_list(list_from_report(report), "text"),
        share=_share(report),
    )


def _receipt(desk: Desk, version: Version) -> dict[str, str]:
    receipt = write_signed(desk, version) if has_key(desk) else receipt_of(desk, version)
    return {"version": str(version.number), "receipt": receipt, "code": seal_code(version.seal)}


def _share(report: Report) -> str:
    """The share code of a list, if it is short enough for one."""
    try:
        return write_list(list_from_report(report), "code").strip()
    except DocumentError:
        return "(too long for a code)"


def arrival_message(desk: Desk, taken: IntakeResult) -> Message | None:
    """What the player should hear at once: a list arrived, or can't be read. An illegal one is returned later."""
    version = desk.state.lists[taken.player].version(taken.version) if taken.player else None
    if taken.verdict == "legal" and version is not None and taken.report is not None:
        return received_message(desk, taken.player, version, taken.report)
    if taken.verdict == "unread" and taken.player:
        return unread_message(desk, taken.player, taken.findings)
    return None


def current_messages(desk: Desk, ids: Iterable[str]) -> list[Message]:
    """The messages that some lists call for now."""
    some = [desk.state.lists[id] for id in ids]
    place = {one.id: at for at, one in enumerate(some)}
    found = []
    for kind in ("missing", "reminder"):
        found += missing_messages(desk, [one.id for one in some if _missing_kind(desk, one) == kind], kind)
    found += [message for one in some for message in _now(desk, one)]
    return sorted(found, key=lambda message: place[message.player])


def _missing_kind(desk: Desk, entrant: Entrant) -> str:
    """The kind of message about a missing list; empty if it is not missing."""
    word = standing_of(desk.state, entrant).word
    if desk.state.locked and word not in ("locked", "dropped", "gone") and not entrant.locked:
        return "missing"
    return "reminder" if word == "nothing" else ""


def missing_messages(desk: Desk, ids: Iterable[str], kind: str) -> list[Message]:
    """Lists are missing: one message to each player, whatever the number of lists."""
    lacking: dict[str, list[Entrant]] = {}
    for one in (desk.state.lists[id] for id in ids):
        lacking.setdefault(one.player, []).append(one)
    numbers = {id: " or ".join(str(one.number) for one in some) for id, some in lacking.items()}
    more = {id: {"which": f" {numbers[id]}"} if desk.state.each > 1 else {} for id in lacking}
    return [message_to(desk, some[0].id, kind, **more[id]) for id, some in lacking.items()]


def _now(desk: Desk, entrant: Entrant) -> Iterator[Message]:
    word, version = standing_of(desk.state, entrant).word, entrant.last
    if word == "unread" and not _missing_kind(desk, entrant):
        yield unread_message(desk, entrant.id, unread_because(desk, entrant.id))
    if version is None:
        return
    if word == "legal":
        report = judge_version(desk, entrant.id, version.number)
        yield received_message(desk, entrant.id, version, report)
    elif word == "approved":
        yield approved_message(desk, entrant.id, entrant.version(entrant.approved) or version)
    elif word == "returned":
        report = judge_version(desk, entrant.id, version.number)
        yield returned_message(desk, entrant.id, version, report, read_reason(desk.root, entrant.why))
    locked = entrant.version(entrant.locked)
    if word == "locked" and locked is not None:
        yield locked_message(desk, entrant.id, locked, desk.chain.code)


def unread_because(desk: Desk, id: str) -> tuple[Finding, ...]:
    """Why the last arrival of a player can't be read; it is read again."""
    last = unread_of(desk.state, id)[-1]
    parcel = next(iter(open_parcels([desk.arrived / last.file], desk.arrived)))
    try:
        inside = unpack(parcel)
    except DocumentError as error:
        return error.findings
    parts = inside if inside is not None else [parcel]
    first = next(iter(sorted(parts, key=lambda one: one.beside)), None)
    return read_parcel(desk, first).findings if first is not None else (NO_LIST,)
