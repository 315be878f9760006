"""Locking: intake closes, pack and catalogue are held fast, the last approved version of everybody counts."""

from __future__ import annotations

from datetime import datetime

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake.across import judge_version
from listbuilder.desk.messages import Message, delete_showing
from listbuilder.desk.records import Entrant, Version
from listbuilder.desk.seal import seal_code
from listbuilder.desk.signing.heads import head_lines, write_head
from listbuilder.desk.signing.keys import sign_note
from listbuilder.desk.telling import tell_lacking, tell_locked
from listbuilder.errors import EditError
from listbuilder.files import make_folder, write_text
from listbuilder.finding import Finding
from listbuilder.record import record


@record
class Locked:
    """What a lock did: whose lists are locked now, who is missing, and the messages about it."""

    players: tuple[str, ...]
    missing: tuple[str, ...]
    messages: tuple[Message, ...]
    head: str


def lock_lists(desk: Desk, now: datetime) -> Locked:
    """Lock what is approved; later, only what came late and was approved since. A closed event gets its seals again."""
    if desk.state.closed and desk.state.locked:
        write_seals(desk)
        return Locked(players=(), missing=(), messages=(), head=desk.chain.code)
    with desk.writer(now) as pen:
        pinned = desk.event.catalogue
        if pinned is not None and pinned != desk.game.version:
            fact = f"The event is played with {desk.game.name} {pinned}, and here is {desk.game.version}."
            raise EditError.of("desk.pack", fact, "Name its folder with --catalogue, or change `catalogue`.")
        taken = [one for one in desk.state.lists.values() if one.approved and not one.dropped]
        whole = not desk.state.locked or desk.state.pinned["catalogue"] != desk.game.digest
        some = taken if whole else [one for one in taken if one.approved != one.locked]
        _refuse_illegal(desk, some)
        if whole:
            lists = [[one.id, one.approved, _seal(one)] for one in taken]
            pen.note(
                "locked", catalogue=desk.game.digest, pack=desk.pack_digest, lists=lists, missing=desk.state.missing
            )
        for one in () if whole else some:
            pen.note("late-locked", player=one.id, version=one.approved, seal=_seal(one))
    head = desk.chain.code
    delete_showing(desk)
    messages = [tell_locked(desk, one.id, _counting(one), head) for one in some]
    messages += tell_lacking(desk, desk.state.missing, "missing")
    write_seals(desk)
    missing = tuple(desk.state.missing)
    return Locked(players=tuple(one.id for one in some), missing=missing, messages=tuple(messages), head=head)


def _refuse_illegal(desk: Desk, some: list[Entrant]) -> None:
    """A list that was legal when it was approved may not be so any more."""
    wrong = [one.id for one in some if not judge_version(desk, one.id, one.approved).valid]
    if wrong:
        findings = tuple(
            Finding(
                code="desk.illegal",
                message=f"The approved list of {desk.spoken(id)} is not legal any more.",
                hint=f"Give it back with `listbuilder event return {desk.spoken(id)}`.",
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
    """Write what is posted about locked lists and the ledger."""
    make_folder(desk.out)
    write_text(desk.out / "seals.txt", seals_text(desk), replace=True, private=True)
    write_head(desk)


def seals_text(desk: Desk) -> str:
    """What to post on the wall: the head of the ledger and the seal on every locked list, which gives nothing away."""
    rows = [
        f"{one.id:8}  {seal_code(version.seal)}  {version.seal}"
        for one in desk.state.lists.values()
        if one.locked and (version := one.version(one.locked))
    ]
    return sign_note(desk, "\n".join([*head_lines(desk, "seals on lists"), "", *rows]) + "\n")
