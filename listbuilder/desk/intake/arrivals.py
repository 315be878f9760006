"""Take parcels in: keep the original, read it, judge it, record it.

Files are written before the ledger line that names them, so a killed run leaves spare files, never dangling lines.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path, PurePath
from typing import Literal

from listbuilder.base.characters import whole_number
from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.wording import counted
from listbuilder.catalogue.event_pack import moment
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.unpacking import unpack
from listbuilder.desk.intake.verdicts import NO_LIST, ParcelContent, judge_across, meaning_of, read_parcel
from listbuilder.desk.ledger import LedgerWriter
from listbuilder.desk.ledger_kinds import CONTAINER
from listbuilder.desk.players import Player, same_address, same_name
from listbuilder.desk.seal import new_salt, seal_of
from listbuilder.desk.state import Arrival, Entrant, Version, list_id
from listbuilder.judging.validator import Report
from listbuilder.storage.files import make_folder, real_path, write_bytes, write_text

# The owner of a list, and which of the player's lists it is. Nothing is guessed.


NUMBER = re.compile(r"(?<![a-z0-9])list[ _-]?([1-9])(?![a-z0-9])", re.IGNORECASE)
NUMBERED = re.compile(r"(?:-|,? *list *)[1-9]$", re.IGNORECASE)
"""The number of a list at the end of a player's name: `p07-2`, `Mira, list 2`."""


@record
class ListOwner:
    """The id of the list that a parcel is, or in `doubt` why it is not known.

    `sender`: only the sender of the mail tells whose it is. `unsupported`: it came from an address that is not the
    player's. `vouched`: the desk or the player's own link says whose it is. `names`: if the player is known and the
    list is not, the lists that it could be.
    """

    id: str = ""
    doubt: str = ""
    sender: bool = False
    unsupported: bool = False
    vouched: bool = False
    names: tuple[str, ...] = ()


def owner_of(desk: Desk, parcel: Parcel, player: str) -> ListOwner:
    """The player who owns a parcel; `player` is the name in the list itself."""
    players = [one for one in desk.players.values() if one.id in desk.state.entrants]
    in_name = set(re.split(r"[^a-z0-9]+", PurePath(parcel.label).stem.lower()))
    by_id = [one for one in players if one.id in in_name]
    named = NUMBERED.sub("", player) if desk.state.each > 1 else player
    by_list = [one for one in players if _called(one, named) or _called(one, parcel.named)]
    senders = {parcel.sender, *parcel.carriers}
    by_sender = [one for one in players if any(same_address(one.contact, sender) for sender in senders)]
    # All three are compared and none outranks another: a mail that names two people is asked about.
    candidates = {one.id for some in (by_id, by_list, by_sender) for one in some}
    if len(candidates) == 1:
        id = candidates.pop()
        # Every mail around it: a forwarded mail has the player's address inside and the forwarder's outside.
        supported = all(same_address(desk.players[id].contact, sender) for sender in parcel.carriers)
        return ListOwner(id=id, sender=not by_id and not by_list, unsupported=not supported)
    if candidates:
        return ListOwner(doubt=f"could be {' or '.join(sorted(candidates))}")
    given = player or parcel.named or parcel.sender
    if not given:
        return ListOwner(doubt="no player named")
    hint = did_you_mean(given, [one.name for one in players]).removeprefix("Did you mean ").rstrip("?")
    return ListOwner(doubt=f"nobody is called {given}" + (f"; perhaps {hint}" if hint else ""))


def which_list(desk: Desk, owner: ListOwner, parcel: Parcel, reading: ParcelContent, given: int = 0) -> ListOwner:
    """Which of the player's lists a parcel is, if players bring several; `given` is the number from `--list`."""
    if not owner.id or desk.state.each == 1:
        return owner
    names = tuple(desk.list_names(owner.id))
    candidates = {given} if given else _numbers(owner.id, parcel, reading)
    number = candidates.pop() if len(candidates) == 1 else 0
    if 1 <= number <= len(names):
        return replace(owner, id=list_id(owner.id, number))
    who = f"{desk.name_of(owner.id)} ({owner.id}) brings {len(names)} lists, and"
    some = " and ".join(f"list {one}" for one in sorted(candidates | {number} - {0}))
    doubt = f"{who} it is called {some}" if some else f"{who} nothing says which it is"
    return replace(owner, id="", doubt=doubt, names=names)


def _numbers(player: str, parcel: Parcel, reading: ParcelContent) -> set[int]:
    """The list numbers in a parcel's texts: `p07-2` or `list 2` in the file name, the subject or the list itself."""
    called = reading.report.force.document.name if reading.report else ""
    texts = (PurePath(parcel.label).stem, parcel.about, reading.player, called or "")
    ways = (NUMBER, re.compile(rf"(?<![a-z0-9]){re.escape(player)}[-_]([1-9])(?![a-z0-9])", re.IGNORECASE))
    return {int(found) for text in texts for way in ways for found in way.findall(text)}


def _called(player: Player, given: str) -> bool:
    return bool(given) and (given == player.id or same_name(player.name, given) or same_name(player.shown, given))


PACKED = (".eml", ".zip")
DEEPEST_PARCEL = 4
TOO_DEEP = Finding(
    code="desk.parcel",
    message=f"This is nested in more than {DEEPEST_PARCEL} mails or archives.",
    hint="Ask for the list alone, as text or as a file.",
)
Verdict = Literal["legal", "illegal", "unread", "whose", "again", "same", "closed"]


@record
class IntakeOptions:
    """The options of an intake: the player, the number of the list, the time of arrival, and why it may be late.

    `anew`: bytes that were received before are a new hand-in, not the same mail read twice.
    """

    player: str = ""
    list: int = 0
    at: str = ""
    late: str = ""
    anew: bool = False


@record
class IntakeResult:
    """The result for one parcel: its arrival number, player, version and verdict, and what the desk should know.

    `sent_by` is the sender's address if it is not the player's. `replaces` is the approved version, which counts until
    this one is approved by name.
    """

    number: int
    label: str
    verdict: Verdict
    player: str = ""
    version: int = 0
    late: bool = False
    sender: bool = False
    unsupported: bool = False
    sent_by: str = ""
    replaces: int = 0
    together: bool = False
    doubt: str = ""
    names: tuple[str, ...] = ()
    twin: str = ""
    report: Report | None = None
    findings: tuple[Finding, ...] = ()


def take_in(desk: Desk, parcels: Iterable[Parcel], terms: IntakeOptions, now: datetime) -> Iterator[IntakeResult]:
    """Take parcels in, one after the other; each is recorded before the next is read."""
    if terms.late and not terms.player:
        raise EditError.of("desk.player", "--late allows one player to be late.", "Add --player.")
    desk.require_lists()
    with desk.writer(now) as ledger:
        taking = _Intake(desk, ledger, terms)
        if terms.late:
            for id in taking.given:
                taking.append(ledger_kinds.LateAllowed(player=id, why=terms.late))
        for parcel in parcels:
            found = taking.take_all(parcel)
            ledger.flush()
            # Only files of the inbox are deleted, and only when all that was in them is recorded.
            in_inbox = parcel.path is not None and real_path(parcel.path.parent) == real_path(desk.inbox)
            if in_inbox and parcel.path is not None and all(one.number for one in found):
                parcel.path.unlink()
            yield from found
        taking.drop_copies()


def _given(desk: Desk, terms: IntakeOptions) -> list[str]:
    """The lists that the options name: one, all of a player, or none."""
    some = desk.find_lists(terms.player) if terms.player else []
    if terms.list and not 1 <= terms.list <= desk.state.each:
        message = f"A player brings {counted(desk.state.each, 'list')}, and there is no list {terms.list}."
        raise EditError.of("desk.player", message, "`lists: {each: 2}` in the pack asks for two.")
    found = [one.id for one in some if terms.list in (0, one.number)]
    if some and not found:
        raise EditError.of("desk.player", f"{terms.player} is not list {terms.list}.", "Give one of the two.")
    return found


def _different(lists: list[tuple[Parcel, ParcelContent]]) -> list[tuple[Parcel, ParcelContent]]:
    """The lists of a mail without duplicates: most mails contain everything twice, as text and as HTML."""
    found: dict[str, tuple[Parcel, ParcelContent]] = {}
    for one, reading in lists:
        if reading.report is not None:
            found.setdefault(reading.report.force.meaning, (one, reading))
    return list(found.values())


def _inside(taken: IntakeResult, kept: int) -> IntakeResult:
    """The result for a parcel inside another; one that was not kept separately has the number of its container."""
    return taken if taken.number else replace(taken, number=kept)


def _names_in(folder: Path) -> list[str]:
    with os.scandir(folder) as entries:
        return [one.name for one in entries]


class _Intake:
    """One intake: the desk, its ledger, and the state after the lines so far."""

    def __init__(self, desk: Desk, ledger: LedgerWriter, terms: IntakeOptions) -> None:
        self.desk, self.ledger, self.terms = desk, ledger, terms
        self.state = desk.reducer.copy()
        self.given = _given(desk, terms)
        last = desk.event.lists.last
        came = moment(terms.at) if terms.at else ledger.now
        self.late = last is not None and came > last
        # Files without a line count too: a killed run may have left them, and originals are never overwritten.
        lying = [whole_number(name.partition(".")[0]) or 0 for name in _names_in(desk.arrived)]
        self.last = max([0, *lying, *self.state.arrivals])
        # What others handed in, by what it means: twins are seen without saying whose list it is in the ledger.
        self.meanings = dict(self._meanings())
        self.handed_in: set[str] = set()

    def _meanings(self) -> Iterator[tuple[str, str]]:
        known = self.desk.meanings
        for id, last in ((one.id, one.last.number) for one in self.desk.state.lists.values() if one.last):
            if (id, last) in known or self.desk.list_file(id, last).is_file():
                yield id, meaning_of(self.desk, id, last)

    def append(self, entry: ledger_kinds.LedgerEntry) -> None:
        """Add a line to the ledger, and apply it."""
        self.ledger.append(entry)
        self.state.add(self.ledger.chain.lines[-1])

    def take_all(self, parcel: Parcel, depth: int = 0) -> list[IntakeResult]:
        """Take in one parcel, or all parcels inside it. A mail with one list stays one arrival."""
        if depth > DEEPEST_PARCEL:
            return [self.take(parcel, ParcelContent(findings=(TOO_DEEP,)))]
        try:
            inside = None if parcel.problem else unpack(parcel)
        except DocumentError as error:
            return [self.take(parcel, ParcelContent(findings=error.findings))]
        if inside is None:
            return [self.take(parcel, read_parcel(self.desk, parcel))]
        if any(one.suffix in PACKED for one in inside):
            kept = self.contain(parcel)
            # The text around attachments is an arrival only if it is a list.
            some = [one for one in inside if one.suffix in PACKED or parcel.suffix != ".eml" or self.holds_list(one)]
            return [_inside(taken, kept) for one in some for taken in self.take_all(one, depth + 1)]
        read = [(one, read_parcel(self.desk, one)) for one in inside]
        lists = [(one, reading) for one, reading in read if reading.report is not None]
        if parcel.suffix == ".eml":
            lists = _different(lists)
        if len(lists) > 1 or (len(read) > 1 and parcel.suffix in (".zip", ".csv", ".tsv")):
            kept = self.contain(parcel)
            shown = lists if parcel.suffix == ".eml" else read
            return [_inside(self.take(one, reading), kept) for one, reading in shown]
        # Without a list, the findings of what is most likely meant as one: an attachment rather than the mail's text.
        candidates = sorted(read, key=lambda one: one[0].beside)
        one, reading = (lists or candidates or [(parcel, ParcelContent(findings=(NO_LIST,)))])[0]
        label = one.label if parcel.suffix in PACKED else parcel.label
        known = {"sender": one.sender, "carriers": one.carriers, "named": one.named, "about": one.about}
        whole = replace(parcel, label=label, **known)
        return [self.take(whole, reading)]

    def holds_list(self, parcel: Parcel) -> bool:
        """Whether a part of a mail is reported: it has a list, or is an attachment that should have one."""
        return not parcel.beside or read_parcel(self.desk, parcel).report is not None

    def contain(self, parcel: Parcel) -> int:
        """Keep the container of several lists; the number of its arrival."""
        hash = self.desk.keyed_hash(parcel.raw)
        kept = next((one for one in self.state.arrivals.values() if one.hash == hash), None)
        return (kept or self.keep(parcel, hash, CONTAINER, False)).number

    def take(self, parcel: Parcel, reading: ParcelContent) -> IntakeResult:
        """Take in one parcel that was read."""
        if parcel.problem is not None:
            return IntakeResult(number=0, label=parcel.label, verdict="unread", findings=parcel.problem.findings)
        hash = self.desk.keyed_hash(parcel.raw)
        owner = self.owner(parcel, reading)
        if reading.report is None and owner.unsupported:
            # A player must not get a message about an unreadable mail that a stranger sent in their name.
            owner = ListOwner(doubt=f"names {owner.id}, whose address is another")
        # The same bytes from another player are that player's own list, not a duplicate.
        theirs = [one for one in self.state.arrivals.values() if one.hash == hash and not owner.id]
        theirs += [one for one in self.state.arrivals.values() if one.hash == hash and one.player in ("", owner.id)]
        if self.terms.anew:
            theirs = [one for one in theirs if not self.replaced(one)]
        before = theirs[0] if theirs else None
        if before is not None and (before.read or not owner.id or (reading.report is None and before.player)):
            return IntakeResult(number=before.number, label=parcel.label, verdict="again", player=before.player)
        arrival = before or self.keep(parcel, hash, owner.id, reading.report is not None)
        if reading.report is None:
            self.record_owner(arrival, owner.id)
            return IntakeResult(
                number=arrival.number,
                label=parcel.label,
                verdict="unread",
                player=owner.id,
                doubt=owner.doubt,
                findings=reading.findings,
            )
        if not owner.id:
            doubt, names, report = owner.doubt, owner.names, reading.report
            whose = IntakeResult(number=arrival.number, label=parcel.label, verdict="whose", doubt=doubt, names=names)
            return replace(whose, report=report)
        return self.version(parcel, arrival, owner, reading)

    def owner(self, parcel: Parcel, reading: ParcelContent) -> ListOwner:
        """The owner of a parcel, from the options or from the parcel itself."""
        if len(self.given) == 1:
            return ListOwner(id=self.given[0], vouched=True)
        known = ListOwner(id=self.given[0], vouched=True) if self.given else owner_of(self.desk, parcel, reading.player)
        if reading.report is None:
            # Unreadable: it has a player, but no list number.
            return known
        found = which_list(self.desk, known, parcel, reading, self.terms.list)
        lists = [one.id for one in self.desk.state.lists_of(known.id)] if found.names else []
        same = [id for id in lists if self.meanings.get(id) == reading.report.force.meaning]
        return replace(known, id=same[0]) if len(same) == 1 else found

    def record_owner(self, arrival: Arrival, id: str) -> None:
        """Record the owner of an arrival, so that it is deleted when the player is forgotten."""
        if arrival.player != id:
            self.append(ledger_kinds.Owned(arrival=arrival.number, player=id))

    def replaced(self, arrival: Arrival) -> bool:
        """Whether a player has handed in another list after this one."""
        last = self.state.list(arrival.player).last if arrival.read else None
        return last is not None and last.arrival != arrival.number

    def keep(self, parcel: Parcel, hash: str, player: str, is_list: bool) -> Arrival:
        """Keep the original, byte for byte and read-only, and record its arrival."""
        self.last += 1
        number, file = self.last, f"{self.last:03}{parcel.suffix}"
        write_bytes(self.desk.arrived / file, parcel.raw, private=True)
        os.chmod(self.desk.arrived / file, 0o400)
        self.append(
            ledger_kinds.Received(
                arrival=number,
                file=file,
                hash=hash,
                list=int(is_list),
                player=player or None,
                came=self.terms.at or None,
            )
        )
        return self.state.arrivals[number]

    def drop_copies(self) -> None:
        """Delete files of a killed run that no line names, if the same bytes were taken in since."""
        files = {one.file: one.hash for one in self.state.arrivals.values()}
        there = set(_names_in(self.desk.arrived))
        kept = {hash for file, hash in files.items() if file in there}
        for path in (self.desk.arrived / name for name in there - files.keys()):
            if path.is_file() and self.desk.keyed_hash(path.read_bytes()) in kept:
                path.unlink()

    def version(self, parcel: Parcel, arrival: Arrival, owner: ListOwner, reading: ParcelContent) -> IntakeResult:
        """Make a new version of a player's list, unless it equals the last one or lists are locked."""
        assert reading.report is not None
        report = judge_across(self.desk, owner.id, reading.report)
        reading = replace(reading, report=report)
        entrant = self.state.list(owner.id)
        known = IntakeResult(
            number=arrival.number, label=parcel.label, verdict="closed", player=owner.id, report=report
        )
        if self.desk.state.locked and not entrant.late_allowed:
            self.record_owner(arrival, owner.id)
            return known
        if entrant.last and self.meanings.get(owner.id) == report.force.meaning:
            self.record_owner(arrival, owner.id)
            return replace(known, verdict="same", version=entrant.last.number)
        twin = next((id for id, one in self.meanings.items() if one == report.force.meaning and id != owner.id), "")
        late = self.late and not entrant.late_allowed
        made = self.hand_in(entrant, arrival, owner, reading, late)
        self.meanings[owner.id] = report.force.meaning
        return replace(
            known,
            verdict="legal" if report.valid else "illegal",
            version=made.number,
            late=late,
            sender=owner.sender,
            unsupported=owner.unsupported,
            sent_by=parcel.sender if owner.unsupported else "",
            replaces=entrant.approved if not owner.vouched else 0,
            together=made.together,
            twin=twin,
            findings=report.findings,
        )

    def hand_in(
        self, entrant: Entrant, arrival: Arrival, owner: ListOwner, reading: ParcelContent, late: bool
    ) -> Version:
        """Write a version with its salt, then record it."""
        assert reading.report is not None
        number = (entrant.last.number if entrant.last else 0) + 1
        salt = new_salt()
        make_folder(self.desk.lists / entrant.id)
        # No line names a file that is there already: a run was killed. So it may be replaced.
        write_text(self.desk.list_file(entrant.id, number), reading.text, replace=True, private=True)
        write_bytes(self.desk.salt_file(entrant.id, number), salt.hex().encode() + b"\n", replace=True, private=True)
        seal = seal_of(reading.report.force.meaning, salt, self.desk.state.event, entrant.id)
        self.append(
            ledger_kinds.Judged(
                player=entrant.id,
                version=number,
                arrival=arrival.number,
                seal=seal,
                errors=reading.report.errors,
                late=int(late),
                sender=int(owner.sender),
                together=1 if entrant.id in self.handed_in else None,
                unsupported=1 if owner.unsupported else None,
                vouched=1 if owner.vouched else None,
            )
        )
        self.handed_in.add(entrant.id)
        found = self.state.list(entrant.id).last
        assert found is not None
        return found
