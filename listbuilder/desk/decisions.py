"""Decisions on lists: approve, return, lock. Each writes lines to the ledger and makes messages."""

from __future__ import annotations

from datetime import datetime

from listbuilder.base.errors import EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.verdicts import clashes, compares, judge_version
from listbuilder.desk.messages import (
    Message,
    approved_message,
    delete_sealed_messages,
    locked_message,
    missing_messages,
    receipt_of,
    returned_message,
)
from listbuilder.desk.seal import seal_code
from listbuilder.desk.signing import head_lines, sign_note, write_head
from listbuilder.desk.state import Entrant, Version
from listbuilder.desk.status import standing_of
from listbuilder.storage.files import make_folder, write_text

CLASHES = "not legal beside the lists of others"
"""Why a list that was legal when it came is not approved: one that was approved since has something against it."""


@record
class Decision:
    """A decision on one list: the version, its receipt and code, and the message about it."""

    player: str
    version: int
    message: Message
    receipt: str = ""
    code: str = ""


def select_lists(desk: Desk, named: list[str], every: bool, legal: bool) -> list[str]:
    """The named lists, or all legal (or all illegal) ones that wait for a decision."""
    if named:
        return list(dict.fromkeys(one.id for name in named for one in _meant(desk, name)))
    if not every:
        raise EditError.of("desk.player", "Nobody is named.", "Name players, or say it of all with the option.")
    waiting = [one for one in desk.state.lists.values() if one.waits and not one.dropped]
    found = [one for one in waiting if one.last and (one.last.errors == 0) is legal]
    if not legal:
        settled = [id for id, some in clashes(desk).items() if any(one.settled for one in some)]
        return [one.id for one in waiting if one in found or one.id in settled]
    # A doubtful list is approved by name only: then somebody looked at it.
    return [one.id for one in found if not one.doubts]


def _meant(desk: Desk, named: str) -> list[Entrant]:
    """The lists that a name means: of a player with several lists, those that wait, or else all that arrived."""
    some = desk.find_lists(named)
    came = [one for one in some if one.last]
    return [one for one in came if one.waits or (one.last and one.last.number == one.returned)] or came or some[:1]


def skipped_lists(desk: Desk) -> dict[str, list[str]]:
    """The legal lists that somebody must look at, and why."""
    waiting = [one for one in desk.state.lists.values() if standing_of(desk.state, one).word == "legal"]
    return {one.id: one.doubts or [CLASHES] for one in waiting}


def approve(desk: Desk, named: list[str], every: bool, now: datetime, number: int = 0) -> list[Decision]:
    """Approve the last version of some lists, or version `number` of one; nothing at all if a named list is illegal."""
    made = []
    with desk.writer(now) as ledger:
        # The state after each approval is needed only if the pack has rules across lists.
        reducer = desk.reducer.copy() if compares(desk) else None
        for id in select_lists(desk, named, every, legal=True):
            version = _numbered(desk, id, number) if number else _last(desk, id)
            report = judge_version(desk, id, version.number)
            if not report.valid and every and not named:
                # A list that was approved since has something against it.
                continue
            # The lines of the lists before it are still in the writer's buffer, and go with it.
            if not report.valid:
                hint = f"Give it back with `listbuilder event return {desk.list_label(id)}`, or change the pack."
                raise EditError.of("desk.illegal", f"The list of {desk.list_label(id)} is not legal.", hint)
            ledger.append(ledger_kinds.Approved(player=id, version=version.number))
            if reducer is not None:
                reducer.add(ledger.chain.lines[-1])
                # The next list is judged beside this one.
                desk.adopt(ledger, reducer.state())
            receipt, code = receipt_of(desk, version), seal_code(version.seal)
            message = approved_message(desk, id, version)
            made.append(Decision(player=id, version=version.number, message=message, receipt=receipt, code=code))
    return made


def return_lists(desk: Desk, named: list[str], every: bool, why: str, now: datetime) -> list[Decision]:
    """Return the last version of some lists with their reports; a legal list needs a reason."""
    made = []
    with desk.writer(now) as ledger:
        for id in select_lists(desk, named, every, legal=False):
            version = _last(desk, id)
            if version.number == desk.state.lists[id].locked:
                hint = "Let the player hand in another with `intake --player ID --late WHY`."
                raise EditError.of("desk.locked", f"The list of {desk.list_label(id)} is locked.", hint)
            report = judge_version(desk, id, version.number)
            if report.valid and not why:
                raise EditError.of(
                    "desk.player", f"The list of {desk.list_label(id)} is legal.", "Say why it comes back: --why."
                )
            ledger.append(ledger_kinds.Returned(player=id, version=version.number, why=why or None))
            made.append(
                Decision(player=id, version=version.number, message=returned_message(desk, id, version, report, why))
            )
    return made


def _numbered(desk: Desk, id: str, number: int) -> Version:
    """A version by its number."""
    found = desk.state.lists[id].version(number)
    if found is None:
        count = len(desk.state.lists[id].versions)
        message = f"There is no version {number} of the list of {desk.list_label(id)}."
        raise EditError.of("desk.player", message, f"It has versions 1 to {count}." if count else "Nothing came yet.")
    return found


def _last(desk: Desk, id: str) -> Version:
    entrant = desk.state.lists[id]
    if entrant.last is None:
        raise EditError.of(
            "desk.player", f"There is no list of {desk.list_label(id)}.", "Take one in with `listbuilder event intake`."
        )
    return entrant.last


# Locking: intake closes, pack and catalogue are pinned, and the approved versions count.


@record
class LockResult:
    """The result of a lock: the locked lists, the missing ones, and the messages about them."""

    players: tuple[str, ...]
    missing: tuple[str, ...]
    messages: tuple[Message, ...]
    head: str


def lock_lists(desk: Desk, now: datetime) -> LockResult:
    """Lock the approved lists; later, those approved since. For a closed event, only write the seals again."""
    if desk.state.closed and desk.state.locked:
        write_seals(desk)
        return LockResult(players=(), missing=(), messages=(), head=desk.chain.code)
    desk.require_lists()
    with desk.writer(now) as ledger:
        pinned = desk.event.catalogue
        if pinned is not None and pinned != desk.game.version:
            fact = f"The event is played with {desk.game.name} {pinned}, and here is {desk.game.version}."
            raise EditError.of("desk.pack", fact, "Name its folder with --catalogue, or change `catalogue`.")
        taken = [one for one in desk.state.lists.values() if one.approved and not one.dropped]
        # Another catalogue locks every list again, because each is pinned to it; else only new approvals are added.
        whole = not desk.state.locked or desk.state.pinned["catalogue"] != desk.game.digest
        some = taken if whole else [one for one in taken if one.approved != one.locked]
        _refuse_illegal(desk, some)
        if whole:
            lists = [[one.id, one.approved, _seal(one)] for one in taken]
            ledger.append(
                ledger_kinds.Locked(
                    catalogue=desk.game.digest, pack=desk.pack_digest, lists=lists, missing=desk.state.missing
                )
            )
        for one in () if whole else some:
            ledger.append(ledger_kinds.LateLocked(player=one.id, version=one.approved, seal=_seal(one)))
    head = desk.chain.code
    delete_sealed_messages(desk)
    messages = [locked_message(desk, one.id, _counting(one), head) for one in some]
    messages += missing_messages(desk, desk.state.missing, "missing")
    write_seals(desk)
    missing = tuple(desk.state.missing)
    return LockResult(players=tuple(one.id for one in some), missing=missing, messages=tuple(messages), head=head)


def _refuse_illegal(desk: Desk, some: list[Entrant]) -> None:
    """Refuse lists that became illegal after they were approved."""
    wrong = [one.id for one in some if not judge_version(desk, one.id, one.approved).valid]
    if wrong:
        findings = tuple(
            Finding(
                code="desk.illegal",
                message=f"The approved list of {desk.list_label(id)} is not legal any more.",
                hint=f"Give it back with `listbuilder event return {desk.list_label(id)}`.",
            )
            for id in wrong
        )
        raise EditError(findings[0].message, findings)


def _seal(entrant: Entrant) -> str:
    return _counting(entrant).seal


def _counting(entrant: Entrant) -> Version:
    version = entrant.version(entrant.approved)
    assert version is not None
    return version


def write_seals(desk: Desk) -> None:
    """Write the seals of locked lists and the head of the ledger."""
    make_folder(desk.out)
    write_text(desk.out / "seals.txt", seals_text(desk), replace=True, private=True)
    write_head(desk)


def seals_text(desk: Desk) -> str:
    """What to post on the wall: the head of the ledger and the seal of every locked list, which reveal nothing."""
    rows = [
        f"{one.id:8}  {seal_code(version.seal)}  {version.seal}"
        for one in desk.state.lists.values()
        if one.locked and (version := one.version(one.locked))
    ]
    return sign_note(desk, "\n".join([*head_lines(desk, "seals on lists"), "", *rows]) + "\n")
