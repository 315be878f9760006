"""Verify a list: a receipt, its first characters, a file, a share code or a player in, a verdict out.

A receipt can be copied onto any paper, so it is never a match: the verdict names its player and shows what must be on
the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

from listbuilder.base.characters import on_one_line
from listbuilder.base.errors import DocumentError, EditError, ListbuilderError
from listbuilder.base.findings import capped
from listbuilder.base.records import record, replace
from listbuilder.base.wording import join_names
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel, open_parcels
from listbuilder.desk.intake.verdicts import judge_alone, read_parcel
from listbuilder.desk.players import same_name
from listbuilder.desk.seal import FEWEST, ReceiptToken, normalise_code, read_receipt, seal_code, seal_of
from listbuilder.desk.signing import (
    CAN_SIGN,
    SignedNote,
    is_receipt,
    note_fault,
    read_note,
    read_signed,
    signature_fault,
    unchecked_hint,
)
from listbuilder.desk.state import Entrant, Version
from listbuilder.exchange.documents.difference import Difference, compare_lists, difference_lines
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.exchange.formats.importing import LARGE_FILES
from listbuilder.exchange.formats.qr import is_picture, read_marks
from listbuilder.judging.validator import Report
from listbuilder.storage.reading import read_raw

Verdict = Literal["MATCH", "COMPARE", "SIGNED", "CHANGED", "OLD", "UNKNOWN"]
FINE = ("MATCH", "COMPARE", "SIGNED")
MOST_NOTE = 1 << 20
PICTURES = (".jpeg", ".jpg", ".png")
TYPED = re.compile("[0-9A-Za-z]{4}(?:[- ]?[0-9A-Za-z]{4}){1,3}")
LONGEST_SHOWN = 60


@record
class Verified:
    """The verdict: the list, the version that was shown, the one that counts, and their differences."""

    verdict: Verdict
    why: str
    player: str = ""
    version: int = 0
    counts: int = 0
    differences: tuple[str, ...] = ()
    report: Report | None = None


def version_that_counts(entrant: Entrant) -> Version | None:
    """The version that counts: the locked one, else the approved one."""
    return entrant.version(entrant.locked or entrant.approved)


def verify(desk: Desk, what: str, stdin: bytes | None = None) -> Verified:
    """Check whether something is what was locked."""
    if what == "-":
        text = (stdin or b"")[:MOST_NOTE].decode("utf-8", "replace").strip()
        found = _by_code(desk, text)
        return found or _list(desk, _parcel(desk, what, stdin))
    what = _photographed(what)
    # A file may be named like a code; then the file is meant.
    found = _by_code(desk, what) if not is_file(what) or is_receipt(what) else None
    if found is not None:
        return found
    note = _note(what)
    if note is not None:
        fault = note_fault(desk, note)
        return Verified(
            verdict="CHANGED" if fault else "SIGNED", why=fault or "The desk signed it, and the ledger agrees."
        )
    if what.startswith("LB") or is_file(what):
        return _list(desk, _parcel(desk, what, stdin))
    return _by_name(desk, what)


def verify_scanned(desk: Desk, line: str) -> Verified:
    """The verdict on a line that a scanner typed: a code or a player, never a file: anybody can print a QR code.

    A share code can be copied onto any paper too, so it never counts as a match. Every line gets a verdict.
    """
    desk.refresh()
    try:
        found = _by_code(desk, line)
        if found is None and line.startswith("LB"):
            found = _list(desk, Parcel(label="code", raw=line.encode("utf-8", "replace"), suffix=".txt"))
        if found is None:
            found = _by_name(desk, line)
    except ListbuilderError as error:
        return Verified(verdict="UNKNOWN", why=str(error))
    return replace(found, verdict="COMPARE") if found.verdict == "MATCH" else found


def _by_code(desk: Desk, what: str) -> Verified | None:
    """The verdict on a receipt, or on the first characters of a seal; None if it is neither."""
    signed = read_signed(what)
    receipt = signed.receipt if signed else read_receipt(what)
    if receipt is not None:
        fault = signature_fault(desk, signed) if signed and CAN_SIGN else ""
        found_by = Verified(verdict="UNKNOWN", why=fault) if fault else _receipt(desk, receipt)
        return replace(found_by, why=found_by.why + unchecked_hint()) if signed else found_by
    if TYPED.fullmatch(what.strip()) is None or len(signs := normalise_code(what)) < FEWEST:
        return None
    found = [one for one in _versions(desk) if normalise_code(seal_code(one[1].seal)).startswith(signs)]
    if len(found) > 1:
        which = join_names([f"version {version.number} of {desk.list_label(entrant.id)}" for entrant, version in found])
        return Verified(verdict="UNKNOWN", why=f"These signs could be {which}. Type more of them, or scan the receipt.")
    return _version(desk, *found[0]) if found else None


def _by_name(desk: Desk, what: str) -> Verified:
    """The verdict on a player: the list that counts, to compare with the table."""
    try:
        entrant = desk.find_list(what)
    except EditError as error:
        if TYPED.fullmatch(what.strip()) and re.search("[0-9-]", what):
            return Verified(verdict="UNKNOWN", why="No list of this event has this code.")
        if any(same_name(what, name) for one in desk.players.values() for name in (one.id, one.name, one.shown)):
            raise
        shown = on_one_line(what if len(what) <= LONGEST_SHOWN else f"{what[:LONGEST_SHOWN]}…")
        message = f'"{shown}" is no receipt, code, file or player.'
        raise EditError.of("desk.verify", message, _hint(error)) from error
    version = version_that_counts(entrant)
    if version is None:
        return Verified(
            verdict="UNKNOWN", why=f"No list of {desk.list_label(entrant.id)} is approved.", player=entrant.id
        )
    return _version(desk, entrant, version)


def is_file(what: str) -> bool:
    """Whether a text is the name of a file; False for names that no file can have."""
    try:
        return Path(what).is_file()
    except (OSError, ValueError):
        return False


def record_check(desk: Desk, found: Verified, now: datetime) -> int:
    """Record the result of a check; the number of its line."""
    with desk.writer(now) as ledger:
        return ledger.append(
            ledger_kinds.Checked(
                verdict=found.verdict,
                player=found.player or None,
                version=found.version if found.player else None,
            )
        )


def _receipt(desk: Desk, receipt: ReceiptToken) -> Verified:
    """The verdict on a receipt, by the line that it leads to."""
    if bytes.fromhex(desk.state.event)[: len(receipt.event)] != receipt.event:
        return Verified(verdict="UNKNOWN", why="This receipt is of another event.")
    found = [one for one in _versions(desk) if one[1].line == receipt.line]
    if not found or bytes.fromhex(found[0][1].seal)[: len(receipt.seal)] != receipt.seal:
        return Verified(verdict="UNKNOWN", why="No line of the ledger has sealed this.")
    return _version(desk, *found[0])


def _photographed(what: str) -> str:
    """The receipt in a picture; any other argument unchanged."""
    path = Path(what)
    if path.suffix.lower() not in PICTURES or not is_file(what):
        return what
    raw = read_raw(path, limits=LARGE_FILES)
    marks = read_marks(raw, what) if is_picture(raw) else []
    found = list(dict.fromkeys(filter(is_receipt, marks)))
    if len(found) > 1:
        message = f"There are {len(found)} receipts in this picture."
        raise DocumentError.of("desk.verify", message, "Take a picture of one sheet.", file=what)
    return found[0] if found else what


def _note(what: str) -> SignedNote | None:
    """The signed note in a file; None if it is not one."""
    path = Path(what)
    if path.suffix != ".txt" or not is_file(what) or path.stat().st_size > MOST_NOTE:
        return None
    return read_note(path.read_text("utf-8", "replace"))


def _hint(error: EditError) -> str:
    return error.findings[0].hint


def _parcel(desk: Desk, what: str, stdin: bytes | None) -> Parcel:
    if what.startswith("LB") and not is_file(what):
        return Parcel(label="code", raw=what.encode("utf-8", "replace"), suffix=".txt")
    return next(iter(open_parcels([Path(what)], desk.arrived, stdin)))


def _versions(desk: Desk) -> Iterator[tuple[Entrant, Version]]:
    for entrant in desk.state.lists.values():
        yield from ((entrant, version) for version in reversed(entrant.versions))


def _version(desk: Desk, entrant: Entrant, version: Version, given: bool = False) -> Verified:
    """The verdict on a version; its file must still be what was sealed. Only a `given` list can be a match."""
    counts = version_that_counts(entrant)
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
    # The desk itself may have changed its files, so its own copy is checked against the seal first.
    if seal_of(report.force.meaning, salt, desk.state.event, entrant.id) != version.seal:
        fact = f"The desk's own file of version {version.number} is not what line {version.line} sealed."
        return replace(known, verdict="CHANGED", why=fact)
    if counts is None:
        return known
    when = f"locked on {desk.state.locked_at}" if entrant.locked else "approved, and not locked yet"
    if number == version.number:
        return replace(known, verdict="MATCH" if given else "COMPARE", why=f"Version {number}, {when}.")
    now = judge_alone(desk, entrant.id, number)
    fact = f"Version {version.number} of {version.at[:10]}. Version {number} counts: {when}."
    return replace(known, verdict="OLD", why=fact, differences=_lines(_compare(report, now)), report=now)


def _list(desk: Desk, parcel: Parcel) -> Verified:
    """The verdict on a list, found by its meaning; if nobody has it, the closest list is shown."""
    reading = read_parcel(desk, parcel)
    if reading.report is None:
        raise DocumentError("The list can't be read.", tuple(capped(reading.findings, 3)))
    locked = [(one, version) for one in desk.state.lists.values() if (version := version_that_counts(one))]
    judged = [(one, version, judge_alone(desk, one.id, version.number)) for one, version in locked]
    meaning = reading.report.force.meaning
    same = [(entrant, version) for entrant, version, report in judged if report.force.meaning == meaning]
    named = [one for one in judged if _named(desk, one[0].id, reading.player)]
    own = [one for one in same if one[0] in [entrant for entrant, _, _ in named]]
    if same and named and not own:
        whose = join_names([f"{desk.list_title(one.id)} ({desk.list_label(one.id)})" for one, _ in same])
        return _nearest(desk, reading.report, named, f"It names {reading.player}, and is the list of {whose}.")
    if same:
        first, *rest = [*own, *(one for one in same if one not in own)]
        found = _version(desk, *first, given=True)
        others = [f"{desk.list_title(one.id)} ({desk.list_label(one.id)})" for one, _ in rest]
        return replace(found, why=f"{found.why} The same list: {join_names(others)}.") if others else found
    for entrant, version in _versions(desk):
        if judge_alone(desk, entrant.id, version.number).force.meaning == meaning:
            return _version(desk, entrant, version, given=True)
    return _nearest(desk, reading.report, named or judged)


def _named(desk: Desk, id: str, name: str) -> bool:
    player = desk.players.get(desk.state.lists[id].player)
    return player is not None and (same_name(player.name, name) or same_name(player.shown, name))


def _nearest(
    desk: Desk, shown: Report, judged: list[tuple[Entrant, Version, Report]], fact: str = "Nobody's list."
) -> Verified:
    """The verdict CHANGED, with the differences from the closest list."""
    compared = [(one, version, report, _compare(report, shown)) for one, version, report in judged]
    if not compared:
        return Verified(verdict="UNKNOWN", why="No list is approved.")
    entrant, version, report, found = min(compared, key=lambda one: len(_lines(one[3])))
    return Verified(
        verdict="CHANGED",
        why=f"{fact} Shown is version {version.number} of {desk.list_label(entrant.id)}, the nearest.",
        player=entrant.id,
        counts=version.number,
        differences=_lines(found),
        report=report,
    )


def _compare(before: Report, after: Report) -> Difference:
    return compare_lists(list_from_report(before), list_from_report(after))


def _lines(found: Difference) -> tuple[str, ...]:
    """The differences, without the heading."""
    return tuple(difference_lines(found)[1:])
