"""Is this what was locked? A receipt, eight signs, a file, a share code or a player in, a verdict out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

from listbuilder.desk.codes import plain_code
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel, open_parcels
from listbuilder.desk.intake.reading import judge_alone, read_parcel
from listbuilder.desk.players import same_name
from listbuilder.desk.records import Entrant, Version
from listbuilder.desk.seal import Receipt, read_receipt, seal_code, seal_of
from listbuilder.desk.signing.checking import note_fault, signature_fault, unchecked
from listbuilder.desk.signing.keys import CAN_SIGN
from listbuilder.desk.signing.notes import Note, read_note
from listbuilder.desk.signing.receipts import is_receipt, read_signed
from listbuilder.documents.difference import Difference, compare_lists
from listbuilder.documents.judged import judged_list
from listbuilder.errors import DocumentError, EditError
from listbuilder.finding import capped
from listbuilder.formats.difference_text import difference_lines
from listbuilder.formats.importing import LARGE_FILES
from listbuilder.formats.qr import is_picture, read_marks
from listbuilder.reading.source import read_raw
from listbuilder.record import changed, record
from listbuilder.validator import Report
from listbuilder.wording import listed

Verdict = Literal["MATCH", "CHANGED", "OLD", "UNKNOWN"]
MOST_NOTE = 1 << 20
PICTURES = (".jpeg", ".jpg", ".png")
TYPED = re.compile("[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}")


@record
class Verified:
    """The verdict: whose list it is, which version was shown, which one counts, and what differs between them."""

    verdict: Verdict
    why: str
    player: str = ""
    version: int = 0
    counts: int = 0
    differences: tuple[str, ...] = ()
    report: Report | None = None


def counting(entrant: Entrant) -> Version | None:
    """The version that counts: the locked one, else the approved one."""
    return entrant.version(entrant.locked or entrant.approved)


def verify(desk: Desk, what: str, stdin: bytes | None = None) -> Verified:
    """Whether something is what was locked; the chain of the ledger is checked on the way."""
    what = _photographed(what)
    signed = read_signed(what)
    receipt = signed.receipt if signed else read_receipt(what)
    if receipt is not None:
        fault = signature_fault(desk, signed) if signed and CAN_SIGN else ""
        found_by = Verified(verdict="UNKNOWN", why=fault) if fault else _receipt(desk, receipt)
        return changed(found_by, why=found_by.why + unchecked()) if signed else found_by
    signs = plain_code(what)
    typed = TYPED.fullmatch(what.strip()) is not None
    if typed and not Path(what).exists():
        found = [one for one in _versions(desk) if plain_code(seal_code(one[1].seal)) == signs]
        if found:
            return _version(desk, *found[0])
    note = _note(what)
    if note is not None:
        fault = note_fault(desk, note)
        return Verified(
            verdict="CHANGED" if fault else "MATCH", why=fault or "The desk signed it, and the ledger agrees."
        )
    if what == "-" or what.startswith("LB") or Path(what).is_file():
        return _list(desk, _parcel(desk, what, stdin))
    try:
        entrant = desk.list_named(what)
    except EditError as error:
        if typed and re.search("[0-9-]", what):
            return Verified(verdict="UNKNOWN", why="No list of this event has this code.")
        if any(same_name(what, name) for one in desk.players.values() for name in (one.id, one.name, one.shown)):
            raise
        raise EditError.of("desk.verify", f"{what!r} is no receipt, code, file or player.", _hint(error)) from error
    version = counting(entrant)
    if version is None:
        return Verified(verdict="UNKNOWN", why=f"No list of {desk.spoken(entrant.id)} is approved.", player=entrant.id)
    return _version(desk, entrant, version)


def note_check(desk: Desk, found: Verified, now: datetime) -> int:
    """Note what came of a check; the number of its line."""
    about = {"player": found.player, "version": found.version} if found.player else {}
    with desk.writer(now) as pen:
        return pen.note("checked", verdict=found.verdict, **about)


def _receipt(desk: Desk, receipt: Receipt) -> Verified:
    """The verdict on a receipt: the line that it leads to has sealed a version."""
    if bytes.fromhex(desk.state.event)[: len(receipt.event)] != receipt.event:
        return Verified(verdict="UNKNOWN", why="This receipt is of another event.")
    found = [one for one in _versions(desk) if one[1].line == receipt.line]
    if not found or bytes.fromhex(found[0][1].seal)[: len(receipt.seal)] != receipt.seal:
        return Verified(verdict="UNKNOWN", why="No line of the ledger has sealed this.")
    return _version(desk, *found[0])


def _photographed(what: str) -> str:
    """The receipt in a picture; anything else as it is."""
    path = Path(what)
    if path.suffix.lower() not in PICTURES or not path.is_file():
        return what
    raw = read_raw(path, limits=LARGE_FILES)
    marks = read_marks(raw, what) if is_picture(raw) else []
    return next(filter(is_receipt, marks), what)


def _note(what: str) -> Note | None:
    """The signed note in a file, where it is one."""
    path = Path(what)
    if path.suffix != ".txt" or not path.is_file() or path.stat().st_size > MOST_NOTE:
        return None
    return read_note(path.read_text("utf-8", "replace"))


def _hint(error: EditError) -> str:
    return error.findings[0].hint


def _parcel(desk: Desk, what: str, stdin: bytes | None) -> Parcel:
    if what.startswith("LB") and not Path(what).is_file():
        return Parcel(label="code", raw=what.encode(), suffix=".txt")
    return next(iter(open_parcels([Path(what)], desk.arrived, stdin)))


def _versions(desk: Desk) -> Iterator[tuple[Entrant, Version]]:
    for entrant in desk.state.lists.values():
        yield from ((entrant, version) for version in reversed(entrant.versions))


def _version(desk: Desk, entrant: Entrant, version: Version) -> Verified:
    """The verdict on a version that was handed in; its file must still be what was sealed."""
    counts = counting(entrant)
    report = judge_alone(desk, entrant.id, version.number)
    salt = desk.salt(entrant.id, version.number)
    number = counts.number if counts else 0
    known = Verified(
        verdict="UNKNOWN",
        why="It was handed in and never approved.",
        player=entrant.id,
        version=version.number,
        counts=number,
        report=report,
    )
    if seal_of(report.force.meaning, salt, desk.state.event, entrant.id) != version.seal:
        fact = f"The desk's own file of version {version.number} is not what line {version.line} sealed."
        return changed(known, verdict="CHANGED", why=fact)
    if counts is None:
        return known
    when = f"locked on {desk.state.locked_at}" if entrant.locked else "approved, and not locked yet"
    if number == version.number:
        return changed(known, verdict="MATCH", why=f"Version {number}, {when}.")
    now = judge_alone(desk, entrant.id, number)
    fact = f"Version {version.number} of {version.at[:10]}. Version {number} counts: {when}."
    return changed(known, verdict="OLD", why=fact, differences=_lines(_compare(report, now)), report=now)


def _list(desk: Desk, parcel: Parcel) -> Verified:
    """The verdict on a list: looked up by what it means; where nobody has it, the nearest is shown."""
    reading = read_parcel(desk, parcel)
    if reading.report is None:
        raise DocumentError("The list can't be read.", tuple(capped(reading.findings, 3)))
    locked = [(one, version) for one in desk.state.lists.values() if (version := counting(one))]
    judged = [(one, version, judge_alone(desk, one.id, version.number)) for one, version in locked]
    meaning = reading.report.force.meaning
    same = [(entrant, version) for entrant, version, report in judged if report.force.meaning == meaning]
    if same:
        found = _version(desk, *same[0])
        others = [f"{desk.title_of(one.id)} ({one.id})" for one, _ in same[1:]]
        return changed(found, why=f"{found.why} The same list: {listed(others)}.") if others else found
    for entrant, version in _versions(desk):
        if judge_alone(desk, entrant.id, version.number).force.meaning == meaning:
            return _version(desk, entrant, version)
    named = [one for one in judged if _named(desk, one[0].id, reading.player)]
    return _nearest(desk, reading.report, named or judged)


def _named(desk: Desk, id: str, said: str) -> bool:
    player = desk.players.get(desk.state.lists[id].player)
    return player is not None and (same_name(player.name, said) or same_name(player.shown, said))


def _nearest(desk: Desk, shown: Report, judged: list[tuple[Entrant, Version, Report]]) -> Verified:
    """What differs from the list that is nearest."""
    compared = [(one, version, report, _compare(report, shown)) for one, version, report in judged]
    if not compared:
        return Verified(verdict="UNKNOWN", why="No list is approved.")
    entrant, version, report, found = min(compared, key=lambda one: len(_lines(one[3])))
    return Verified(
        verdict="CHANGED",
        why=f"Nobody's list. The nearest is version {version.number} of {desk.spoken(entrant.id)}.",
        player=entrant.id,
        counts=version.number,
        differences=_lines(found),
        report=report,
    )


def _compare(before: Report, after: Report) -> Difference:
    return compare_lists(judged_list(before), judged_list(after))


def _lines(found: Difference) -> tuple[str, ...]:
    """What differs, without the head line."""
    return tuple(difference_lines(found)[1:])
