"""Take parcels in: keep the original, read it, judge it, note it. Files come first, then the line in the ledger."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

from listbuilder.catalogue.tournament import moment
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.across import across
from listbuilder.desk.intake.owner import Owner, owner_of, which_list
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.reading import NOTHING, Reading, meaning_of, read_parcel
from listbuilder.desk.intake.unpacking import unpack
from listbuilder.desk.records import Arrival, Entrant, Version
from listbuilder.desk.seal import new_salt, seal_of
from listbuilder.desk.shapes import CONTAINER
from listbuilder.desk.state import Folding
from listbuilder.desk.writing import Pen
from listbuilder.errors import DocumentError, EditError
from listbuilder.files import make_folder, real_path, write_bytes, write_text
from listbuilder.finding import Finding
from listbuilder.letters import whole_number
from listbuilder.record import changed, record
from listbuilder.validator import Report
from listbuilder.wording import counted

PACKED = (".eml", ".zip")
DEEPEST_PARCEL = 4
TOO_DEEP = Finding(
    code="desk.parcel",
    message=f"This lies in more than {DEEPEST_PARCEL} mails and archives inside each other.",
    hint="Ask for the list alone, as text or as a file.",
)
Verdict = Literal["legal", "illegal", "unread", "whose", "again", "same", "closed"]


@record
class Terms:
    """How the desk takes parcels in: for which player, as which of the player's lists, when they came, why late.

    `anew`: what a player sent before and sends again is meant, and not the same mail read twice.
    """

    player: str = ""
    list: int = 0
    at: str = ""
    late: str = ""
    anew: bool = False


@record
class Taken:
    """What became of a parcel: its number, whose it is, which version, the verdict and all that is to be said.

    `sent_by` is the address that does not support whose it is, `replaces` the approved version that it does not replace
    until it is approved by name.
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


def take_in(desk: Desk, parcels: Iterable[Parcel], terms: Terms, now: datetime) -> Iterator[Taken]:
    """Take parcels in one after the other; each is noted before the next is looked at."""
    if terms.late and not terms.player:
        raise EditError.of("desk.player", "--late says why one player may be late.", "Say --player too.")
    with desk.writer(now) as pen:
        taking = _Taking(desk, pen, terms)
        if terms.late:
            for id in taking.given:
                taking.note("late-allowed", player=id, why=terms.late)
        for parcel in parcels:
            found = taking.take_all(parcel)
            pen.write()
            in_inbox = parcel.path is not None and real_path(parcel.path.parent) == real_path(desk.inbox)
            if in_inbox and parcel.path is not None and all(one.number for one in found):
                parcel.path.unlink()
            yield from found
        taking.drop_copies()


def _given(desk: Desk, terms: Terms) -> list[str]:
    """The lists that parcels are as the desk says: one, all of a player, or none where nothing was said."""
    some = desk.lists_named(terms.player) if terms.player else []
    if terms.list and not 1 <= terms.list <= desk.state.each:
        message = f"A player brings {counted(desk.state.each, 'list')}, and there is no list {terms.list}."
        raise EditError.of("desk.player", message, "`lists: {each: 2}` in the pack asks for two.")
    found = [one.id for one in some if terms.list in (0, one.number)]
    if some and not found:
        raise EditError.of("desk.player", f"{terms.player} is not list {terms.list}.", "Say one of them.")
    return found


def _different(lists: list[tuple[Parcel, Reading]]) -> list[tuple[Parcel, Reading]]:
    """The lists of a mail without those that mean the same: most mails say everything twice, as text and as a page."""
    found: dict[str, tuple[Parcel, Reading]] = {}
    for one, reading in lists:
        if reading.report is not None:
            found.setdefault(reading.report.force.meaning, (one, reading))
    return list(found.values())


def _inside(taken: Taken, kept: int) -> Taken:
    """What became of a parcel in another one: where it could not be kept by itself, it lies in that arrival."""
    return taken if taken.number else changed(taken, number=kept)


class _Taking:
    """One intake: the desk, what its ledger says by now, and the pen."""

    def __init__(self, desk: Desk, pen: Pen, terms: Terms) -> None:
        self.desk, self.pen, self.terms = desk, pen, terms
        self.state = Folding(pen.chain.lines)
        self.given = _given(desk, terms)
        last = desk.event.lists.last
        came = moment(terms.at) if terms.at else pen.now
        self.late = last is not None and came > last
        lying = [whole_number(one.stem) or 0 for one in desk.arrived.iterdir()]
        self.last = max([0, *lying, *self.state.arrivals])
        # What others handed in, by what it means: twins are seen without saying whose list it is in the ledger.
        self.meanings = dict(self._meanings())
        self.handed_in: set[str] = set()

    def _meanings(self) -> Iterator[tuple[str, str]]:
        for entrant in self.desk.state.lists.values():
            if entrant.last and self.desk.list_file(entrant.id, entrant.last.number).is_file():
                yield entrant.id, meaning_of(self.desk, entrant.id, entrant.last.number)

    def note(self, what: str, **said: object) -> int:
        """A line in the ledger, and what follows from it."""
        seq = self.pen.note(what, **said)
        self.state.add(self.pen.chain.lines[-1])
        return seq

    def take_all(self, parcel: Parcel, depth: int = 0) -> list[Taken]:
        """One parcel, or all that are in it: one list in a mail is the mail's, several are arrivals of their own."""
        if depth > DEEPEST_PARCEL:
            return [self.take(parcel, Reading(findings=(TOO_DEEP,)))]
        try:
            inside = None if parcel.problem else unpack(parcel)
        except DocumentError as error:
            return [self.take(parcel, Reading(findings=error.findings))]
        if inside is None:
            return [self.take(parcel, read_parcel(self.desk, parcel))]
        if any(one.suffix in PACKED for one in inside):
            kept = self.contain(parcel)
            # What a mail says around its attachments is no arrival of its own unless it is a list.
            some = [one for one in inside if one.suffix in PACKED or parcel.suffix != ".eml" or self.holds_list(one)]
            return [_inside(taken, kept) for one in some for taken in self.take_all(one, depth + 1)]
        read = [(one, read_parcel(self.desk, one)) for one in inside]
        lists = [(one, reading) for one, reading in read if reading.report is not None]
        if parcel.suffix == ".eml":
            lists = _different(lists)
        if len(lists) > 1 or (len(read) > 1 and parcel.suffix in (".zip", ".csv", ".tsv")):
            kept = self.contain(parcel)
            told = lists if parcel.suffix == ".eml" else read
            return [_inside(self.take(one, reading), kept) for one, reading in told]
        telling = sorted(read, key=lambda one: one[0].beside)
        one, reading = (lists or telling or [(parcel, Reading(findings=(NOTHING,)))])[0]
        label = one.label if parcel.suffix in PACKED else parcel.label
        known = {"sender": one.sender, "carriers": one.carriers, "named": one.named, "about": one.about}
        whole = changed(parcel, label=label, **known)
        return [self.take(whole, reading)]

    def holds_list(self, parcel: Parcel) -> bool:
        """Whether a part of a mail is worth a word: it holds a list, or a file that should hold one can't be read."""
        return not parcel.beside or read_parcel(self.desk, parcel).report is not None

    def contain(self, parcel: Parcel) -> int:
        """Keep what several lists came in; the number of that arrival."""
        hash = self.desk.mark(parcel.raw)
        kept = next((one for one in self.state.arrivals.values() if one.hash == hash), None)
        return (kept or self.keep(parcel, hash, CONTAINER, False)).number

    def take(self, parcel: Parcel, reading: Reading) -> Taken:
        """One parcel that was read."""
        if parcel.problem is not None:
            return Taken(number=0, label=parcel.label, verdict="unread", findings=parcel.problem.findings)
        hash = self.desk.mark(parcel.raw)
        owner = self.owner(parcel, reading)
        if reading.report is None and owner.unsupported:
            # Nobody hears of an unreadable mail that a stranger sent in their name.
            owner = Owner(doubt=f"names {owner.id}, whose address is another")
        # The same bytes of somebody else are a list of theirs.
        theirs = [one for one in self.state.arrivals.values() if one.hash == hash and not owner.id]
        theirs += [one for one in self.state.arrivals.values() if one.hash == hash and one.player in ("", owner.id)]
        if self.terms.anew:
            theirs = [one for one in theirs if not self.replaced(one)]
        before = theirs[0] if theirs else None
        if before is not None and (before.read or not owner.id or (reading.report is None and before.player)):
            return Taken(number=before.number, label=parcel.label, verdict="again", player=before.player)
        arrival = before or self.keep(parcel, hash, owner.id, reading.report is not None)
        if reading.report is None:
            self.own(arrival, owner.id)
            return Taken(
                number=arrival.number,
                label=parcel.label,
                verdict="unread",
                player=owner.id,
                doubt=owner.doubt,
                findings=reading.findings,
            )
        if not owner.id:
            doubt, names, report = owner.doubt, owner.names, reading.report
            whose = Taken(number=arrival.number, label=parcel.label, verdict="whose", doubt=doubt, names=names)
            return changed(whose, report=report)
        return self.version(parcel, arrival, owner, reading)

    def owner(self, parcel: Parcel, reading: Reading) -> Owner:
        """Which list of which player a parcel is, as the desk says or the parcel itself."""
        if len(self.given) == 1:
            return Owner(id=self.given[0], vouched=True)
        known = Owner(id=self.given[0], vouched=True) if self.given else owner_of(self.desk, parcel, reading.player)
        if reading.report is None:
            return known  # it is of a player, and of no list in particular
        found = which_list(self.desk, known, parcel, reading, self.terms.list)
        lists = [one.id for one in self.desk.state.lists_of(known.id)] if found.names else []
        same = [id for id in lists if self.meanings.get(id) == reading.report.force.meaning]
        return changed(known, id=same[0]) if len(same) == 1 else found

    def own(self, arrival: Arrival, id: str) -> None:
        """Note whose an arrival is where nobody knew; it goes when the player is forgotten."""
        if arrival.player != id:
            self.note("owned", arrival=arrival.number, player=id)

    def replaced(self, arrival: Arrival) -> bool:
        """Whether a player has handed in another list after this one."""
        last = self.state.list(arrival.player).last if arrival.read else None
        return last is not None and last.arrival != arrival.number

    def keep(self, parcel: Parcel, hash: str, player: str, is_list: bool) -> Arrival:
        """Keep the original, byte for byte and read-only, and note that it came."""
        self.last += 1
        number, file = self.last, f"{self.last:03}{parcel.suffix}"
        write_bytes(self.desk.arrived / file, parcel.raw, private=True)
        os.chmod(self.desk.arrived / file, 0o400)
        more = {"came": self.terms.at, "player": player}
        said = {"arrival": number, "file": file, "hash": hash, "list": int(is_list)}
        self.note("received", **said, **{key: value for key, value in more.items() if value})
        return self.state.arrivals[number]

    def drop_copies(self) -> None:
        """Delete what a killed run kept and never noted, where the same was taken in since under another number."""
        files = {one.file: one.hash for one in self.state.arrivals.values()}
        kept = {hash for file, hash in files.items() if (self.desk.arrived / file).is_file()}
        for path in self.desk.arrived.iterdir():
            if path.name not in files and path.is_file() and self.desk.mark(path.read_bytes()) in kept:
                path.unlink()

    def version(self, parcel: Parcel, arrival: Arrival, owner: Owner, reading: Reading) -> Taken:
        """A list of a player: a new version, unless it is the one that is there or lists are closed."""
        assert reading.report is not None
        report = across(self.desk, owner.id, reading.report)
        reading = changed(reading, report=report)
        entrant = self.state.list(owner.id)
        known = Taken(number=arrival.number, label=parcel.label, verdict="closed", player=owner.id, report=report)
        if self.desk.state.locked and not entrant.late_allowed:
            self.own(arrival, owner.id)
            return known
        if entrant.last and self.meanings.get(owner.id) == report.force.meaning:
            self.own(arrival, owner.id)
            return changed(known, verdict="same", version=entrant.last.number)
        twin = next((id for id, one in self.meanings.items() if one == report.force.meaning and id != owner.id), "")
        late = self.late and not entrant.late_allowed
        made = self.hand_in(entrant, arrival, owner, reading, late)
        self.meanings[owner.id] = report.force.meaning
        return changed(
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

    def hand_in(self, entrant: Entrant, arrival: Arrival, owner: Owner, reading: Reading, late: bool) -> Version:
        """Write a version with its salt, then note it."""
        assert reading.report is not None
        number = (entrant.last.number if entrant.last else 0) + 1
        salt = new_salt()
        make_folder(self.desk.lists / entrant.id)
        # Nobody has noted a file that is there already: a run was killed.
        write_text(self.desk.list_file(entrant.id, number), reading.text, replace=True, private=True)
        write_bytes(self.desk.salt_file(entrant.id, number), salt.hex().encode() + b"\n", replace=True, private=True)
        seal = seal_of(reading.report.force.meaning, salt, self.desk.state.event, entrant.id)
        said = {"player": entrant.id, "version": number, "arrival": arrival.number, "seal": seal, "late": int(late)}
        flags = {
            "together": entrant.id in self.handed_in,
            "unsupported": owner.unsupported,
            "vouched": owner.vouched,
        }
        self.handed_in.add(entrant.id)
        set_flags = {key: 1 for key, holds in flags.items() if holds}
        self.note("judged", errors=reading.report.errors, sender=int(owner.sender), **said, **set_flags)
        found = self.state.list(entrant.id).last
        assert found is not None
        return found
