"""Rules across lists: of a team or of a player beside each other, and a list beside the one of the stage before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from listbuilder.desk.folder import LEDGER, Desk
from listbuilder.desk.intake.reading import judge_alone
from listbuilder.desk.players import same_name
from listbuilder.desk.records import Entrant
from listbuilder.errors import DocumentError
from listbuilder.files import real_path
from listbuilder.finding import Finding
from listbuilder.force import Force
from listbuilder.record import changed, record
from listbuilder.validator import Report
from listbuilder.wording import listed

Picks = Counter[tuple[str, str]]
Rule = Literal["team", "once", "same"]
Known = dict[tuple[str, int], Picks]


@record
class Clash:
    """What a list has that another list has too, of a team mate or of the same player; or has not, and should.

    `mate` is the other list, `called` what to say for it, `settled` whether it is approved already, `rule` which key of
    the pack compares them.
    """

    mate: str
    called: str
    names: tuple[str, ...]
    settled: bool
    rule: Rule = "team"

    @property
    def words(self) -> str:
        """The clash as a status says it."""
        if self.rule == "same":
            return f"{listed(self.names)} not in both this list and {self.called}"
        return f"{listed(self.names)} also in {'the list of ' if self.rule == 'team' else ''}{self.called}"

    def finding(self, desk: Desk) -> Finding:
        """The clash as a player reads it."""
        has, other = "is" if len(self.names) == 1 else "are", desk.title_of(self.mate)
        message, hint = {
            "team": (f"{has} in the list of {other} too; in a team one list may have it", "Agree who takes it."),
            "once": (f"{has} in the other list ({other}) too; one of a player's lists may have it", "Take another."),
            "same": (f"{has} not in both this list and {other}; both must agree", "Take the same in both."),
        }[self.rule]
        code = "desk.team" if self.rule == "team" else "desk.lists"
        return Finding(code=code, message=f"{listed(self.names)} {message}.", hint=hint, brought_by=desk.event.name)


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
    settled = [one.finding(desk) for one in _clashing(desk, id, picks_of(report.force), {}) if one.settled]
    found = [*settled, *_stage(desk, id, report.force)]
    return changed(report, findings=(*report.findings, *found)) if found else report


def own_warnings(desk: Desk, id: str, force: Force) -> list[Finding]:
    """What a player should know of two own lists that wait: they can't both be approved."""
    found = [one for one in _clashing(desk, id, picks_of(force), {}) if not one.settled and one.rule != "team"]
    return [changed(one.finding(desk), severity="warning") for one in found]


def clashes(desk: Desk) -> dict[str, list[Clash]]:
    """What every list that waits for a decision has against others of its team or player."""
    if not compares(desk):
        return {}
    waiting = {
        one.id: one.last.number
        for one in desk.state.lists.values()
        if one.last and not one.dropped and (one.waits or one.last.number == one.returned)
    }
    known: Known = {}
    found = {id: list(_clashing(desk, id, _known_picks(desk, known, id, one), known)) for id, one in waiting.items()}
    return {id: some for id, some in found.items() if some}


def _known_picks(desk: Desk, known: Known, id: str, version: int) -> Picks:
    """What a version of a player's list has; each is judged once."""
    if (id, version) not in known:
        known[id, version] = picks_of(judge_alone(desk, id, version).force)
    return known[id, version]


def compares(desk: Desk) -> bool:
    """Whether the pack has rules across the lists of a team or a player."""
    terms = desk.event.lists
    return bool(terms.once or terms.same or (desk.event.teams and desk.event.teams.once))


def _clashing(desk: Desk, id: str, picks: Picks, known: Known) -> Iterator[Clash]:
    """What a list has against others by each rule: the version of them that counts, or else the one that waits."""
    for other, rule, kinds in _compared(desk, desk.state.lists[id]) if compares(desk) else ():
        if other.dropped or other.last is None:
            continue
        settled = other.locked or other.approved
        waits = other.last.number if other.waits else 0
        if settled or waits:
            theirs = _known_picks(desk, known, other.id, settled or waits)
            found = set(picks) ^ set(theirs) if rule == "same" else set(picks) & set(theirs)
            names = tuple(sorted(name for kind, name in found if kind in kinds))
            if names:
                called = desk.spoken(other.id)
                yield Clash(mate=other.id, called=called, names=names, settled=bool(settled), rule=rule)


def _compared(desk: Desk, own: Entrant) -> Iterator[tuple[Entrant, Rule, tuple[str, ...]]]:
    """The lists that a list is judged beside, of team mates and of its own player, with the rule and its kinds."""
    terms, once = desk.event.lists, desk.event.teams.once if desk.event.teams else ()
    for mate in desk.mates(own.player) if once else ():
        for other in desk.state.lists_of(mate) if mate in desk.state.entrants else ():
            yield other, "team", once
    for other in desk.state.lists_of(own.player):
        if other.id != own.id:
            yield from ((other, "once", terms.once), (other, "same", terms.same))


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
    entrant = before.state.lists.get(id) if before else None
    if before is None or entrant is None or not entrant.locked:
        return
    _refuse_another(desk, before, entrant.player)
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
