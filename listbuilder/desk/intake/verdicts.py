"""Rules across lists: lists of one team, lists of one player, and a list against the one of the previous stage."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Literal

from listbuilder.base.errors import DocumentError, ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import slug
from listbuilder.base.wording import join_names
from listbuilder.catalogue import Game
from listbuilder.desk.folder import LEDGER, Desk
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.players import same_address, same_name
from listbuilder.desk.signing import is_receipt
from listbuilder.desk.state import Entrant
from listbuilder.exchange.formats.code import code_in
from listbuilder.exchange.formats.import_result import import_doubts
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.exchange.formats.list_files import list_text
from listbuilder.exchange.formats.qr import is_picture, read_marks
from listbuilder.judging.force import Force
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists.canonical import canonical
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.files import real_path
from listbuilder.storage.processes.budget import OverBudgetError, WorkFailure, bounded, failure_finding
from listbuilder.storage.reading import Document

NO_LIST = Finding(
    code="desk.parcel", message="This contains no list.", hint="Send the list as a file, as text or as a share code."
)
LONGEST_SIGNATURE = 6
BRACKETED = re.compile(r"[(,].*")
STRANGE = 8
"""Loose text with more findings than this is taken for prose, not for a list full of errors."""


@record
class ParcelContent:
    """The content of a parcel: a judged list, its text and the player it names, or why there is none."""

    report: Report | None = None
    text: str = ""
    player: str = ""
    findings: tuple[Finding, ...] = ()


def read_parcel(desk: Desk, parcel: Parcel, pack: Game | None = None) -> ParcelContent:
    """The list in a parcel, judged by the event's game or by `pack`. Never raises: an error becomes findings."""
    if parcel.problem is not None:
        return ParcelContent(findings=parcel.problem.findings)
    try:
        with bounded():
            return _read(desk, parcel, pack or desk.game)
    except ListbuilderError as error:
        if (shorter := _without_signature(desk, parcel, error.findings)) is not None:
            return read_parcel(desk, shorter, pack)
        none = parcel.loose and len(error.findings) > STRANGE
        return ParcelContent(findings=(NO_LIST,) if none else error.findings)
    # One parcel must not stop the others.
    except Exception as error:
        return ParcelContent(findings=(failure_finding(WorkFailure.FAILED, parcel.label, error),))
    except OverBudgetError as error:
        return ParcelContent(findings=(failure_finding(WorkFailure.over(error), parcel.label),))


def _without_signature(desk: Desk, parcel: Parcel, findings: tuple[Finding, ...]) -> Parcel | None:
    """A mail without what stands below the name of its player, if nothing but that kept it from being read.

    None if any line there is nearly an entry: it could be a part of the list.
    """
    faults = {one.line for one in findings if one.line}
    if parcel.suffix != ".txt" or not parcel.sender or not faults or not all(one.line for one in findings):
        return None
    lines = parcel.raw.decode("utf-8", "replace").split("\n")
    names = _names_of(desk, parcel.sender)
    for at in range(len(lines) - 1, 0, -1):
        if slug(BRACKETED.sub("", lines[at])) not in names:
            continue
        # Above the name may be one line that ends the message, in whatever language.
        first = at - 1 if lines[at - 1].strip() and at in faults else at
        tail = [number for number in range(first + 1, len(lines) + 1) if lines[number - 1].strip()]
        apart = first > 0 and not lines[first - 1].strip() and min(faults) > first and len(tail) <= LONGEST_SIGNATURE
        if apart and not any(_is_near(desk, lines[number - 1]) for number in tail if number != at + 1):
            return replace(parcel, raw="\n".join(lines[:first]).encode())
    return None


def _is_near(desk: Desk, line: str) -> bool:
    """Whether a line has the name of an entry of the game, or a part of it may be one that somebody misspelt."""
    names, words = [one.name for one in desk.game.entries], f"-{slug(line)}-"
    parts = [part.strip() for part in re.split("[,;:]", line)]
    return any(f"-{slug(name)}-" in words for name in names) or any(did_you_mean(part, names) for part in parts if part)


def _names_of(desk: Desk, sender: str) -> set[str]:
    """How the players whose mail address a sender has may sign: by their names, or by the first of them."""
    players = [one for one in desk.players.values() if same_address(one.contact, sender)]
    return {slug(name) for one in players for name in (one.name, one.shown, one.name.split()[0]) if name}


def _refuse_receipt(parcel: Parcel) -> None:
    """Refuse a picture of a receipt, with the command that checks it."""
    marks = read_marks(parcel.raw, parcel.label) if is_picture(parcel.raw) else []
    receipts = [mark for mark in marks if is_receipt(mark)]
    if receipts and not any(map(code_in, marks)):
        message = "This is a picture of a receipt, not a list."
        hint = f"Check it with `listbuilder event verify {receipts[0]}`, or send the list."
        raise DocumentError.of("desk.parcel", message, hint)


def _read(desk: Desk, parcel: Parcel, pack: Game) -> ParcelContent:
    _refuse_receipt(parcel)
    load = partial(_load, desk, pack)
    file = f"list{parcel.suffix}"
    found = find_lists(parcel.raw, load, list(game_folders(desk.catalogues)), pack.id, file)
    if len(found) > 1:
        message = f"This contains {len(found)} lists."
        raise DocumentError.of("import.several", message, "Send only the one that counts.")
    imported = found[0].read(False)
    tree = dict(imported.tree)
    player = tree.pop("player", None)
    report = Referee(load(found[0].game), pack).judge(Document(tree, {}, None))
    # What else is wrong with a list for another game says nothing to its player.
    foreign = tuple(one for one in report.findings if one.code == "event.game")
    if foreign or report.malformed:
        return ParcelContent(findings=foreign or report.findings)
    if not report.force.rows:
        return ParcelContent(findings=(NO_LIST,))
    text = list_text(canonical(tree, report.force.game))
    doubts = [replace(one, message=f"Line {one.line}: {one.message}") for one in import_doubts(imported, report)]
    return ParcelContent(report=report, text=text, player=str(player or ""), findings=(*report.findings, *doubts))


def _load(desk: Desk, pack: Game, name: str) -> Game:
    """A game by id or name; the event's own is loaded already."""
    return pack if slug(name) in (pack.id, slug(pack.name)) else load_game(name, desk.catalogues)


def meaning_of(desk: Desk, id: str, version: int) -> str:
    """The canonical meaning of a version of a player's list, cached: a version never changes."""
    known = desk.meanings.get((id, version))
    if known is None:
        known = desk.meanings[id, version] = judge_alone(desk, id, version).force.meaning
    return known


def judge_alone(desk: Desk, id: str, version: int, game: Game | None = None) -> Report:
    """The report on a version of a player's list without the rules across lists, by the event's game or another."""
    pack = game or desk.game
    return Referee(partial(_load, desk, pack), pack).judge(desk.document(id, version))


Picks = Counter[tuple[str, str]]
Rule = Literal["team", "once", "same"]
Known = dict[tuple[str, int], Picks]


@record
class Clash:
    """A conflict between a list and another one of its team or player: what both have, or what only one of them has.

    `mate` is the id of the other list and `called` its label; `settled` is whether that one is approved. `rule` names
    the key of the pack that compares them.
    """

    mate: str
    called: str
    names: tuple[str, ...]
    settled: bool
    rule: Rule = "team"

    @property
    def words(self) -> str:
        """The clash in a few words, for the status table."""
        if self.rule == "same":
            return f"{join_names(self.names)} not in both this list and {self.called}"
        return f"{join_names(self.names)} also in {'the list of ' if self.rule == 'team' else ''}{self.called}"

    def finding(self, desk: Desk) -> Finding:
        """The clash as a finding in the player's report."""
        has, other = "is" if len(self.names) == 1 else "are", desk.list_title(self.mate)
        message, hint = {
            "team": (f"{has} also in the list of {other}; only one list of a team may have it", "Agree who takes it."),
            "once": (
                f"{has} also in the other list ({other}); only one of a player's lists may have it",
                "Take another.",
            ),
            "same": (f"{has} not in both this list and {other}; they must be the same", "Take the same in both."),
        }[self.rule]
        code = "desk.team" if self.rule == "team" else "desk.lists"
        return Finding(code=code, message=f"{join_names(self.names)} {message}.", hint=hint, brought_by=desk.event.name)


def picks_of(force: Force) -> Picks:
    """How many of each entry a list has, by kind and name. Granted entries don't count: nobody picked them."""
    found: Picks = Counter()
    owners = [(force.root, 1), *((model, model.count) for model in (*force.groups, *force.rows))]
    for owner, times in owners:
        for pick in owner.entries:
            if not pick.given_by:
                found[pick.entry.kind, pick.entry.name] += pick.count * times
    return found


def judge_version(desk: Desk, id: str, version: int) -> Report:
    """The report on a version of a player's list, with the rules across lists."""
    return judge_across(desk, id, judge_alone(desk, id, version))


def judge_across(desk: Desk, id: str, report: Report) -> Report:
    """A report with the findings of the rules across lists added; only approved and locked lists count against it."""
    settled = [one.finding(desk) for one in _clashing(desk, id, picks_of(report.force), {}) if one.settled]
    found = [*settled, *_stage(desk, id, report.force)]
    return replace(report, findings=(*report.findings, *found)) if found else report


def own_list_clashes(desk: Desk, id: str, force: Force) -> list[Finding]:
    """Warnings about clashes between a player's own undecided lists: not all of them can be approved."""
    found = [one for one in _clashing(desk, id, picks_of(force), {}) if not one.settled and one.rule != "team"]
    return [replace(one.finding(desk), severity="warning") for one in found]


def clashes(desk: Desk) -> dict[str, list[Clash]]:
    """The clashes of every list that waits for a decision, by list id."""
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
    """The picks of a version of a player's list; `known` is the cache, so that each version is judged once."""
    if (id, version) not in known:
        known[id, version] = picks_of(judge_alone(desk, id, version).force)
    return known[id, version]


def compares(desk: Desk) -> bool:
    """Whether the pack has rules across the lists of a team or a player."""
    terms = desk.event.lists
    return bool(terms.once or terms.same or (desk.event.teams and desk.event.teams.once))


def _clashing(desk: Desk, id: str, picks: Picks, known: Known) -> Iterator[Clash]:
    """The clashes of a list. Others are compared by the version that counts, else by the one that waits."""
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
                called = desk.list_label(other.id)
                yield Clash(mate=other.id, called=called, names=names, settled=bool(settled), rule=rule)


def _compared(desk: Desk, own: Entrant) -> Iterator[tuple[Entrant, Rule, tuple[str, ...]]]:
    """The lists to compare a list with, of team mates and of its own player, each with the rule and its kinds."""
    terms, once = desk.event.lists, desk.event.teams.once if desk.event.teams else ()
    for mate in desk.team_mates(own.player) if once else ():
        for other in desk.state.lists_of(mate) if mate in desk.state.entrants else ():
            yield other, "team", once
    for other in desk.state.lists_of(own.player):
        if other.id != own.id:
            yield from ((other, "once", terms.once), (other, "same", terms.same))


def stage_before(desk: Desk) -> Desk | None:
    """The previous stage, if the pack names one under `follows`."""
    follows = desk.event.follows
    if follows is None:
        return None
    folder = desk.root / follows
    if not (folder / LEDGER).is_file():
        message = f"The pack follows {follows}, which is not the folder of an event."
        hint = f"Write its path relative to {desk.root}."
        raise DocumentError.of("desk.stage", message, hint, file=str(desk.pack_file))
    return Desk(real_path(folder), desk.catalogues)


def _stage(desk: Desk, id: str, force: Force) -> Iterator[Finding]:
    """The finding for what was in the list locked at the previous stage and is missing from this one."""
    before = desk.before
    entrant = before.state.lists.get(id) if before else None
    if before is None or entrant is None or not entrant.locked:
        return
    _refuse_another(desk, before, entrant.player)
    gone = picks_of(judge_alone(before, id, entrant.locked).force) - picks_of(force)
    if gone:
        names = [f"{number} × {name}" if number > 1 else name for (_, name), number in sorted(gone.items())]
        fact = (
            f"{join_names(names, 12)} of the list for {before.event.name} {'is' if len(names) == 1 else 'are'} missing"
        )
        message = f"{fact}; a list must contain the one of the stage before."
        yield Finding(code="desk.stage", message=message, hint="Add it again.", brought_by=desk.event.name)


def _refuse_another(desk: Desk, before: Desk, id: str) -> None:
    """Refuse to compare if an id means different people at the two stages."""
    names = [one.players[id].name for one in (before, desk) if id in one.players]
    if len(names) == 2 and not same_name(*names):
        message = f"{id} is {names[1]} here and {names[0]} at {before.event.name}."
        raise DocumentError.of(
            "desk.stage", message, "Give people the same id at every stage.", file=str(desk.players_file)
        )
