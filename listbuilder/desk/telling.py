"""What players should hear: for each thing that can happen to a list the message about it, and all that hold now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.across import judge_version
from listbuilder.desk.intake.parcels import open_parcels
from listbuilder.desk.intake.reading import NOTHING, read_parcel
from listbuilder.desk.intake.unpacking import unpack
from listbuilder.desk.messages import Message, findings_text, message_to
from listbuilder.desk.reasons import read_reason
from listbuilder.desk.records import Entrant, Version
from listbuilder.desk.seal import seal_code, write_receipt
from listbuilder.desk.signing.keys import signs
from listbuilder.desk.signing.receipts import write_signed
from listbuilder.desk.status import standing_of
from listbuilder.documents.judged import judged_list
from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.force.totals import total_words
from listbuilder.formats import write_list
from listbuilder.record import changed
from listbuilder.validator import Report
from listbuilder.wording import counted


def receipt_of(desk: Desk, version: Version) -> str:
    """The receipt for a version: it leads to the line that sealed it."""
    return write_receipt(desk.state.event, version.line, version.seal)


def tell_received(desk: Desk, id: str, version: Version, report: Report) -> Message:
    """A legal list is here; what it holds is not repeated, for it is sealed."""
    late = "It came after the deadline.\n" if version.late else ""
    told = ", ".join(filter(None, (total_words(report.force), counted(report.force.size, "model"))))
    return message_to(desk, id, "received", version=str(version.number), verdict=f"legal: {told}", late=late)


def tell_unread(desk: Desk, id: str, findings: Iterable[Finding]) -> Message:
    """What came can't be read."""
    return message_to(desk, id, "unread", report=findings_text(findings))


def tell_approved(desk: Desk, id: str, version: Version) -> Message:
    """A list is approved: its receipt."""
    return message_to(desk, id, "approved", **_receipt(desk, version))


def tell_locked(desk: Desk, id: str, version: Version, head: str) -> Message:
    """A list is locked: its receipt, and how far the ledger is."""
    return message_to(desk, id, "locked", head=head, **_receipt(desk, version))


def tell_returned(desk: Desk, id: str, version: Version, report: Report, why: str) -> Message:
    """A list comes back: what is wrong with it, and how it was read."""
    return message_to(
        desk,
        id,
        "returned",
        version=str(version.number),
        verdict="legal" if report.valid else "not legal",
        why=f"\n{why}\n" if why else "",
        # Lines are those of our own copy, which the player has not.
        report=findings_text(changed(one, line=None) for one in report.findings),
        list=write_list(judged_list(report), "text"),
        share=_share(report),
    )


def _receipt(desk: Desk, version: Version) -> dict[str, str]:
    receipt = write_signed(desk, version) if signs(desk) else receipt_of(desk, version)
    return {"version": str(version.number), "receipt": receipt, "code": seal_code(version.seal)}


def _share(report: Report) -> str:
    """The list as a code; one that is too long for a code came in a file, which the player has."""
    try:
        return write_list(judged_list(report), "code").strip()
    except DocumentError:
        return "(too long for a code)"


def messages_now(desk: Desk, ids: Iterable[str]) -> list[Message]:
    """What some players should hear as things stand; who waits for the desk hears nothing."""
    some = [desk.state.lists[id] for id in ids]
    place = {one.id: at for at, one in enumerate(some)}
    told = []
    for kind in ("missing", "reminder"):
        told += tell_lacking(desk, [one.id for one in some if _lacks(desk, one) == kind], kind)
    told += [message for one in some for message in _now(desk, one)]
    return sorted(told, key=lambda message: place[message.player])


def _lacks(desk: Desk, entrant: Entrant) -> str:
    """What a player should hear of a list that is not there; nothing where it is."""
    word = standing_of(desk.state, entrant).word
    if desk.state.locked and word not in ("locked", "dropped", "gone") and not entrant.locked:
        return "missing"
    return "reminder" if word == "nothing" else ""


def tell_lacking(desk: Desk, ids: Iterable[str], kind: str) -> list[Message]:
    """Lists are not there: one message to each player, whatever the number of lists."""
    lacking: dict[str, list[Entrant]] = {}
    for one in (desk.state.lists[id] for id in ids):
        lacking.setdefault(one.player, []).append(one)
    numbers = {id: " or ".join(str(one.number) for one in some) for id, some in lacking.items()}
    more = {id: {"which": f" {numbers[id]}"} if desk.state.each > 1 else {} for id in lacking}
    return [message_to(desk, some[0].id, kind, **more[id]) for id, some in lacking.items()]


def _now(desk: Desk, entrant: Entrant) -> Iterator[Message]:
    word, version = standing_of(desk.state, entrant).word, entrant.last
    if word == "unread" and not _lacks(desk, entrant):
        yield tell_unread(desk, entrant.id, _unread_because(desk, entrant.id))
    if version is None:
        return
    if word == "legal":
        report = judge_version(desk, entrant.id, version.number)
        yield tell_received(desk, entrant.id, version, report)
    elif word == "approved":
        yield tell_approved(desk, entrant.id, entrant.version(entrant.approved) or version)
    elif word == "returned":
        report = judge_version(desk, entrant.id, version.number)
        yield tell_returned(desk, entrant.id, version, report, read_reason(desk.root, entrant.why))
    locked = entrant.version(entrant.locked)
    if word == "locked" and locked is not None:
        yield tell_locked(desk, entrant.id, locked, desk.chain.code)


def _unread_because(desk: Desk, id: str) -> tuple[Finding, ...]:
    """Why the last thing that came from a player can't be read; it is read once more."""
    last = [one for one in desk.state.arrivals.values() if one.player == id and not one.read][-1]
    parcel = next(iter(open_parcels([desk.arrived / last.file], desk.arrived)))
    try:
        inside = unpack(parcel)
    except DocumentError as error:
        return error.findings
    parts = inside if inside is not None else [parcel]
    first = next(iter(sorted(parts, key=lambda one: one.beside)), None)
    return read_parcel(desk, first).findings if first is not None else (NOTHING,)
