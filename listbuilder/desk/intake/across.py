"""Rules across lists: those of a team beside each other, and a player's list beside the one of the stage before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.desk.folder import LEDGER, Desk
from listbuilder.desk.intake.reading import judge_alone
from listbuilder.desk.players import same_name
from listbuilder.errors import DocumentError
from listbuilder.files import real_path
from listbuilder.finding import Finding
from listbuilder.force import Force
from listbuilder.record import changed, record
from listbuilder.validator import Report
from listbuilder.wording import listed

__all__ = ["Clash", "across", "clashes", "judge_version", "picks_of", "stage_before"]

Picks = Counter[tuple[str, str]]
Known = dict[tuple[str, int], Picks]


@record
class Clash:
    """What a list has that a list of the same team has too; `settled` where that one is approved already."""

    mate: str
    names: tuple[str, ...]
    settled: bool

    @property
    def words(self) -> str:
        """The clash as a status says it."""
        return f"{listed(self.names)} also in the list of {self.mate}"


def picks_of(force: Force) -> Picks:
    """How many of each entry a list has, by kind and name; what came for free was not picked."""
    found: Picks = Counter()
    owners = [(force.root, 1), *((model, model.count) for model in (*force.groups, *force.rows))]
    for owner, times in owners:
        for pick in owner.entries:
            if not pick.given_by:
                found[pick.entry.kind, pick.entry.name] += pick.count * times
    return found


def judge_version(desk: Desk, id: str, version: int) -> Report:
    """The report on a version of a player's list as it is judged at the event, beside other lists too."""
    return across(desk, id, judge_alone(desk, id, version))


def across(desk: Desk, id: str, report: Report) -> Report:
    """A report with what other lists have against the list of a player."""
    found = [*_team(desk, id, report.force), *_stage(desk, id, report.force)]
    return changed(report, findings=(*report.findings, *found)) if found else report


def _team(desk: Desk, id: str, force: Force) -> Iterator[Finding]:
    """What team mates have whose lists are approved, of the kinds that a team may have once."""
    for clash in _clashing(desk, id, picks_of(force), {}):
        if clash.settled:
            has, mate = "is" if len(clash.names) == 1 else "are", desk.name_of(clash.mate)
            message = f"{listed(clash.names)} {has} in the list of {mate} too; in a team one list may have it."
            yield Finding(code="desk.team", message=message, hint="Agree who takes it.", brought_by=desk.event.name)


def clashes(desk: Desk) -> dict[str, list[Clash]]:
    """What every list that waits for a decision shares with others of its team, of what a team may have once."""
    if not desk.event.teams or not desk.event.teams.once:
        return {}
    waiting = {
        one.id: one.last.number
        for one in desk.state.entrants.values()
        if one.last and not one.dropped and one.last.number not in (one.approved, one.locked)
    }
    known: Known = {}
    found = {id: list(_clashing(desk, id, _known_picks(desk, known, id, one), known)) for id, one in waiting.items()}
    return {id: some for id, some in found.items() if some}


def _known_picks(desk: Desk, known: Known, id: str, version: int) -> Picks:
    """What a version of a player's list has; each is judged once."""
    if (id, version) not in known:
        known[id, version] = picks_of(judge_alone(desk, id, version).force)
    return known[id, version]


def _clashing(desk: Desk, id: str, picks: Picks, known: Known) -> Iterator[Clash]:
    """What a list shares with those of team mates: the one that counts, or else the one that waits."""
    once = desk.event.teams.once if desk.event.teams else ()
    mine = [one for one in picks if one[0] in once]
    for mate in desk.mates(id) if mine else ():
        entrant = desk.state.entrants.get(mate)
        if entrant is None or entrant.dropped or entrant.last is None:
            continue
        settled = entrant.locked or entrant.approved
        waits = entrant.last.number if entrant.last.number != entrant.returned else 0
        if settled or waits:
            theirs = _known_picks(desk, known, mate, settled or waits)
            both = tuple(name for kind, name in mine if (kind, name) in theirs)
            if both:
                yield Clash(mate=mate, names=both, settled=bool(settled))


def stage_before(desk: Desk) -> Desk | None:
    """The event that this one follows, where the pack names one."""
    said = desk.event.follows
    if said is None:
        return None
    folder = desk.root / said
    if not (folder / LEDGER).is_file():
        message = f"The pack follows {said}, which is not the folder of an event."
        hint = f"Name the folder as it is seen from {desk.root}."
        raise DocumentError.of("desk.stage", message, hint, file=str(desk.pack_file))
    return Desk(real_path(folder), desk.catalogues)


def _stage(desk: Desk, id: str, force: Force) -> Iterator[Finding]:
    """What the list that was locked at the stage before had, and this one has not."""
    before = desk.before
    entrant = before.state.entrants.get(id) if before else None
    if before is None or entrant is None or not entrant.locked:
        return
    _refuse_another(desk, before, id)
    gone = picks_of(judge_alone(before, id, entrant.locked).force) - picks_of(force)
    if gone:
        names = [f"{number} × {name}" if number > 1 else name for (_, name), number in sorted(gone.items())]
        message = f"{listed(names, 12)} of the list for {before.event.name} left; a list contains the one before it."
        yield Finding(code="desk.stage", message=message, hint="Put it in again.", brought_by=desk.event.name)


def _refuse_another(desk: Desk, before: Desk, id: str) -> None:
    """An id is the same person at both stages, or nothing is compared."""
    names = [one.players[id].name for one in (before, desk) if id in one.players]
    if len(names) == 2 and not same_name(*names):
        message = f"{id} is {names[1]} here and {names[0]} at {before.event.name}."
        raise DocumentError.of(
            "desk.stage", message, "Give people the same id at every stage.", file=str(desk.players_file)
        )
