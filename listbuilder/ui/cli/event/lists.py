"""The lists of an event: taken in, looked at, decided on, locked, and judged again after a change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from listbuilder.base.wording import counted, join_names
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, FontFile, ForceFlag
from listbuilder.ui.cli.event.command import (
    CommandResult,
    PlayerNames,
    Reason,
    Rendered,
    ReportFile,
    clock,
    command,
    finding_documents,
    rows,
    write_outbox,
)
from listbuilder.ui.cli.report_text import report_text
from listbuilder.ui.cli.terminal import Progress, paragraph, style

if TYPE_CHECKING:
    from listbuilder.desk.decisions import Decision
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.impact import ImpactRow
    from listbuilder.desk.intake.arrivals import IntakeResult
    from listbuilder.desk.reports.report_files import DeskReport
    from listbuilder.desk.status import Standing

VERDICTS = {
    "legal": "legal",
    "illegal": "NOT LEGAL",
    "unread": "can't be read",
    "whose": "unknown player",
    "again": "received before",
    "same": "the same list",
    "closed": "lists are locked",
}
FINE = ("legal", "again", "same")
DONE = ("approved", "locked", "plays", "dropped", "gone")
IMPACT_HEADS = ("List", "Before", "After", "Cost", "Why")


@command(
    """Examples: listbuilder event intake | listbuilder event intake mails/ mira.txt | listbuilder event intake --player
    p07 arrived/043.yaml | listbuilder event intake - --player p07 < list.txt | listbuilder event intake --player p07
    --late "train was late" list.yaml | listbuilder event intake --player p07 --list 2 list.yaml. Without a path,
    everything in inbox/ is taken in and removed from there. Exit codes: 0 every list is legal and has a player, 1
    something needs attention, 2 wrong usage, 3 the folder can't be read."""
)
def intake(
    desk: Desk,
    paths: Annotated[list[Path] | None, Argument(metavar="[PATH…]", help="Files, folders, or - for stdin.")] = None,
    player: Annotated[str, Option(metavar="ID", help="Whose lists they are.")] = "",
    number: Annotated[
        int, Option("--list", metavar="N", help="Which of the player's lists, if players bring several.")
    ] = 0,
    at: Annotated[str, Option(metavar="TIME", help="When they arrived; now by default.")] = "",
    late: Annotated[str, Option(metavar="WHY", help="Allow this player to be late, for this reason.")] = "",
) -> CommandResult:
    """Take lists in: keep the original, read it, judge it, and find its player; nothing is guessed."""
    from listbuilder.desk.intake.arrivals import IntakeOptions, take_in
    from listbuilder.desk.intake.parcels import count_parcels, open_parcels
    from listbuilder.desk.intake.verdicts import clashes
    from listbuilder.desk.messages import arrival_message
    from listbuilder.ui.cli.common import open_bytes

    if at:
        _check_moment(at)
    stdin = open_bytes(Path("-")) if Path("-") in (paths or []) else None
    sources, terms, taken = paths or [desk.inbox], IntakeOptions(player=player, list=number, at=at, late=late), []
    with Progress("arrivals taken in", count_parcels(sources)) as progress:
        for one in take_in(desk, progress.over(open_parcels(sources, desk.arrived, stdin)), terms, clock()):
            taken.append(one)
            progress.wrong += one.verdict not in FINE
    outbox = write_outbox(desk, [message for one in taken if (message := arrival_message(desk, one))])
    shared = {id: [one.words for one in some] for id, some in clashes(desk).items()}
    summary = {verdict: sum(one.verdict == verdict for one in taken) for verdict in VERDICTS}
    arrivals = [_arrival_document(one) | {"shared": shared.get(one.player, [])} for one in taken]
    counts = ", ".join(f"{count} {VERDICTS[verdict]}" for verdict, count in summary.items() if count)
    cells = [_arrival_row(desk, one, shared.get(one.player, [])) for one in taken]
    text = [
        *([rows(cells, "NO.", "WHAT", "WHO", "VERDICT")] if taken else []),
        f"{counted(len(taken), 'arrival')}{': ' if counts else ''}{counts}.",
        *outbox.text,
    ]
    fine = all(one.verdict in FINE for one in taken)
    data = {"arrivals": arrivals, "summary": summary | {"messages": outbox.number}}
    return CommandResult(data, text, 0 if fine else ILLEGAL)


def _check_moment(at: str) -> None:
    from listbuilder.catalogue.event_pack import moment

    try:
        moment(at)
    except ValueError as error:
        raise click.BadParameter(str(error).removeprefix("`due`: "), param_hint="--at") from None


def _arrival_row(desk: Desk, taken: IntakeResult, shared: list[str]) -> tuple[str, str, str, str]:
    """An arrival as a row of a table; `shared` is what the list may not share with others but does."""
    if taken.player:
        who = f"{desk.list_label(taken.player)} {desk.list_title(taken.player)}"
    else:
        who = "which list?" if taken.names else "whose?"
    number = f"#{taken.number:03}" if taken.number else ""
    return number, taken.label, who, _arrival_verdict(desk, taken, shared)


def _arrival_verdict(desk: Desk, taken: IntakeResult, shared: list[str]) -> str:
    from listbuilder.base.findings import capped
    from listbuilder.judging.force import describe_totals

    if taken.verdict == "whose":
        player = " or ".join(f"--player {name}" for name in taken.names or ("ID",))
        again = f"listbuilder event intake {player} arrived/{desk.state.arrivals[taken.number].file}"
        return f"{taken.doubt}; run: {again}"
    parts = [f"version {taken.version}"] if taken.version else []
    parts.append(VERDICTS[taken.verdict])
    if taken.report is not None and taken.verdict in ("legal", "illegal"):
        parts += [
            words for words in (describe_totals(taken.report.force), "LATE" if taken.late else "in time") if words
        ]
        # A name that nobody knows is a matter of spelling, not of rules.
        unknown = sum(one.code == "name.unknown" for one in taken.findings)
        parts += [f"{counted(unknown, 'name')} misspelt"] if unknown else []
    if taken.sender:
        parts.append("known only by its sender")
    if taken.unsupported:
        parts.append(
            f"sent by {taken.sent_by or 'nobody'}, which is not the address of {desk.list_label(taken.player)}"
        )
    if taken.replaces:
        parts.append(f"version {taken.replaces} stays approved")
    if taken.together:
        parts.append("came together with another list, and is the newest by the date of its mail or by its name")
    if taken.twin:
        parts.append(f"the same list as {desk.list_label(taken.twin)}'s")
    parts += shared if taken.verdict == "legal" else []
    if taken.verdict == "closed":
        parts.append(f"to accept it: --player {desk.list_label(taken.player)} --late WHY")
    wrong = [one.message for one in capped(taken.findings) if one.severity == "error"]
    return ", ".join(parts) + "".join(f"; {one.rstrip('.')}" for one in wrong[:3])


def _arrival_document(taken: IntakeResult) -> dict[str, Any]:
    keys = ("number", "label", "verdict", "player", "version", "late", "sender", "unsupported", "replaces")
    data = {key: vars(taken)[key] for key in (*keys, "together", "doubt", "twin")} | {"lists": list(taken.names)}
    return data | {"findings": finding_documents(taken.findings)}


@command(
    """Examples: listbuilder event status | listbuilder event status p07 | listbuilder event status --report
    status.html. Exit codes: 0 every list is approved or locked, 1 something is left to do, 2 there is no such
    player."""
)
def status(
    desk: Desk,
    player: Annotated[str | None, Argument(metavar="[PLAYER]", help="Only this one, in full.")] = None,
    report: ReportFile = None,
    font: FontFile = None,
    force: ForceFlag = False,
) -> CommandResult:
    """Show where every player stands, and what to do next."""
    from listbuilder.desk.status import handed_in, next_steps, standings_of, unowned, unread

    found = standings_of(desk)
    if player is not None:
        ids = [one.id for one in desk.find_lists(player)]
        found = [one for one in found if one.player in ids]
    if report is not None:
        from listbuilder.desk.reports.report_files import write_report

        write_report(report, _status_report(desk, found), force, font)
    keys = ("player", "version", "late", "sender", "paid", "checked")
    players = [
        {
            "status": one.word,
            "of": desk.state.lists[one.player].player,
            "list": desk.state.lists[one.player].number,
            **{key: vars(one)[key] for key in keys},
            "doubts": list(one.doubts),
            "penalties": list(one.penalties),
        }
        for one in found
    ]
    lost, steps = unowned(desk.state), next_steps(desk)
    data = {
        "players": players,
        "unowned": [one.number for one in lost],
        "handed-in": {id: list(two) for id, two in handed_in(desk.state).items()},
        "unread": [one.number for one in unread(desk.state)],
        "next": steps,
        "head": desk.chain.code,
    }
    done = found and not lost and all(one.word in DONE for one in found)
    return CommandResult(data, _status_text(desk, found, steps, player is not None), 0 if done else ILLEGAL)


def _status_text(desk: Desk, found: list[Standing], steps: list[str], alone: bool) -> Iterator[str]:
    """Where players stand, or one of them in full, and what to do next."""
    from listbuilder.desk.intake.verdicts import judge_version
    from listbuilder.desk.messages import unread_because
    from listbuilder.desk.status import handed_in, unowned, unread

    cells = [
        (desk.list_label(one.player), desk.list_title(one.player), str(one.version or ""), _standing_in_full(one))
        for one in found
    ]
    if cells:
        yield rows(cells, "ID", "PLAYER", "VERSION", "STATUS")
    for one in found if alone else ():
        for finding in unread_because(desk, one.player) if one.word == "unread" else ():
            yield f"Can't be read: {finding.message} {finding.hint}"
        if one.version and one.word != "gone":
            yield ""
            report = judge_version(desk, one.player, one.version)
            yield Rendered(report_text(report, desk.list_label(one.player), roster=True))
    some = [f"{id} ({here} of {of})" for id, (here, of) in handed_in(desk.state).items() if 0 < here < of]
    if some and not alone:
        yield f"Handed in only some of their lists: {join_names(some, 100)}."
    for lost in unowned(desk.state):
        yield f"Whose is arrived/{lost.file}?"
    junk = [f"arrived/{one.file}" for one in unread(desk.state)]
    if junk:
        yield f"From nobody, and not a readable list: {join_names(junk)}."
    for step in () if alone else steps:
        yield Rendered(paragraph(step, "  ", f"{style('next', 'bold')}: "))


def _standing(standing: Standing) -> str:
    return ", ".join([standing.word, *standing.doubts])


def _standing_in_full(standing: Standing) -> str:
    """Where a player stands, for the desk itself: with penalties and checks."""
    penalties = [f"penalised: {', '.join(standing.penalties)}"] if standing.penalties else []
    checked = [f"checked: {standing.checked}"] if standing.checked else []
    return "; ".join([_standing(standing), *penalties, *checked])


def _status_report(desk: Desk, found: list[Standing]) -> DeskReport:
    """Where everybody stands, for others: players appear under the name they agreed to."""
    from listbuilder.desk.reports.ranking import public_name
    from listbuilder.desk.reports.report_files import DeskReport

    named = {one.player: desk.title_with_number(one.player, partial(public_name, desk)) for one in found}
    cells = [(desk.list_label(one.player), named[one.player], str(one.version or ""), _standing(one)) for one in found]
    data = [
        {"player": one.player, "name": name, "version": version, "status": status}
        for (_, name, version, status), one in zip(cells, found, strict=True)
    ]
    title, heads = f"{desk.event.name}: lists", ("Id", "Player", "Version", "Status")
    return DeskReport(title=title, heads=heads, rows=cells, data={"event": desk.event.name, "players": data})


@command(
    """Examples: listbuilder event advanced messages | listbuilder event advanced messages p07. Players without a list
    get a reminder, the others the state of theirs. Nothing is recorded or sent: the messages are in out/messages, with
    messages.csv for a mail merge."""
)
def messages(desk: Desk, players: PlayerNames = None) -> CommandResult:
    """Write what every player should hear now, ready to send."""
    from listbuilder.desk.messages import current_messages

    lists = [one.id for name in players for one in desk.find_lists(name)] if players else list(desk.state.lists)
    found = current_messages(desk, lists)
    outbox = write_outbox(desk, found)
    kinds = {kind: [one.player for one in found if one.kind == kind] for kind in sorted({one.kind for one in found})}
    data = [{"player": one.player, "kind": one.kind, "subject": one.subject} for one in found]
    text = [*(f"{kind}: {', '.join(ids)}" for kind, ids in kinds.items()), *outbox.text]
    return CommandResult({"messages": data, "folders": [str(one) for one in outbox.folders]}, text)


@command(
    """Examples: listbuilder event approve p07 p11 | listbuilder event approve --all-legal | listbuilder event approve
    p07 --version 1. Each player gets a receipt, and a message that is ready to send is in out/messages. --all-legal
    skips lists that somebody should look at: late ones, those known only by the sender of a mail, those sent from
    another address than the player's, those that would replace an approved list, and those that came together with
    another list of the player. Approve those by name. If players bring several lists, p07 means all that wait, p07-2
    one of them. Exit codes: 0 fine, 2 a list is not legal or missing."""
)
def approve(
    desk: Desk,
    players: PlayerNames = None,
    version: Annotated[int, Option(metavar="N", min=0, help="This version of one list, instead of the last.")] = 0,
    every: Annotated[bool, Option("--all-legal", help="Every legal list that waits for a decision.")] = False,
) -> CommandResult:
    """Approve the last list of players. Until lists are locked, the one approved last counts."""
    from listbuilder.desk.decisions import approve as decide
    from listbuilder.desk.decisions import skipped_lists

    if version and (every or len(players or []) != 1):
        raise click.BadParameter("name one list", param_hint="--version")
    if version:
        desk.find_list((players or [""])[0])
    made = decide(desk, players or [], every, clock(), version)
    return _decisions(desk, made, "approved", skipped_lists(desk) if every and not players else {})


@command(
    """Examples: listbuilder event return p11 | listbuilder event return --all-illegal | listbuilder event return p07
    --why "Please name the mission". A message with the report is in out/messages, ready to send; nothing is sent. If
    players bring several lists, p07 means all that wait, p07-2 one of them."""
)
def return_(
    desk: Desk,
    players: PlayerNames = None,
    every: Annotated[bool, Option("--all-illegal", help="Every illegal list that waits for a decision.")] = False,
    why: Reason = "",
) -> CommandResult:
    """Return the last list of players, with the report on it. A legal list needs a reason."""
    from listbuilder.desk.decisions import return_lists

    return _decisions(desk, return_lists(desk, players or [], every, why, clock()), "returned", {})


def _decisions(desk: Desk, made: list[Decision], word: str, skipped: Mapping[str, list[str]]) -> CommandResult:
    """What was decided, and what was skipped and why; writes the messages about it."""
    outbox = write_outbox(desk, [one.message for one in made])
    done = [{"player": one.player, "version": one.version, "receipt": one.receipt, "code": one.code} for one in made]
    left = [{"player": id, "why": why} for id, why in skipped.items()]
    text = [*_decisions_text(desk, made, word, skipped), *outbox.text]
    return CommandResult({word: done, "left": left, "messages": outbox.number}, text)


def _decisions_text(desk: Desk, made: list[Decision], word: str, skipped: Mapping[str, list[str]]) -> Iterator[str]:
    from listbuilder.desk.decisions import CLASHES

    for one in made:
        receipt = f", receipt {one.code}" if one.code else ""
        yield f"{desk.list_label(one.player)} {desk.list_title(one.player)}: version {one.version} {word}{receipt}."
    if not made:
        yield f"Nothing was {word}."
    for id, why in skipped.items():
        yield f"{desk.list_label(id)} {desk.list_title(id)}: skipped, {', '.join(why)}."
    doubtful = [id for id, why in skipped.items() if CLASHES not in why]
    if doubtful:
        yield f"Look at them, then run: listbuilder event approve {' '.join(map(desk.list_label, doubtful))}"
    if any(len(desk.state.lists[id].versions) > 1 for id in doubtful):
        yield "To approve an earlier version: listbuilder event approve PLAYER --version N"
    others = [id for id in skipped if id not in doubtful]
    if others:
        yield f"To return them with the reason: listbuilder event return {' '.join(map(desk.list_label, others))}"


@command(
    """Examples: listbuilder event lock | listbuilder event lock --key. Run it again to lock lists that came late and
    were approved since. Post out/seals.txt on the wall: it proves later that no list was changed, and gives nothing
    away. --key makes a key first if the desk has none, so that the seals are signed; `event check --key` makes it in
    time for receipts too. Exit codes: 0 everybody has a list, 1 somebody has none, 2 an approved list is no longer
    legal, or the catalogue is another."""
)
def lock(
    desk: Desk,
    key: Annotated[bool, Option("--key", help="Make a key first, so that the desk signs.")] = False,
) -> CommandResult:
    """Close intake, pin pack and catalogue, and lock the approved list of everybody."""
    from listbuilder.desk.decisions import lock_lists

    public = ""
    if key:
        from listbuilder.ui.cli.event.before import add_key

        public = add_key(desk)
    found = lock_lists(desk, clock())
    outbox = write_outbox(desk, found.messages)
    seals = desk.out / "seals.txt"
    data: dict[str, Any] = {"locked": list(found.players), "missing": list(found.missing), "head": found.head}
    text: list[str] = [f"Publish the key in {desk.out / 'desk.pub'}: {public}"] if public else []
    text.append(Rendered(f"{counted(len(found.players), 'list')} locked. Ledger head: {style(found.head, 'bold')}."))
    text.append(f"Post {seals} on the wall.")
    if found.missing:
        names = [f"{desk.list_title(id)} ({desk.list_label(id)})" for id in found.missing]
        hint = "listbuilder event intake --player ID --late WHY FILE, or listbuilder event drop PLAYER"
        text += [f"Without a list: {join_names(names, 100)}.", f"For each of them: {hint}"]
    data |= {"messages": outbox.number, "seals": str(seals)} | ({"key": public} if public else {})
    return CommandResult(data, [*text, *outbox.text], ILLEGAL if found.missing else 0)


@command(
    """Examples: listbuilder event impact --catalogue new/skyfall | listbuilder event impact --pack cup-2.yaml |
    listbuilder event impact --pack cup-2.yaml --lists lists/ --report impact.csv. Every list is judged before and
    after the change; messages to those affected are in out/messages. Exit codes: 0 no list breaks, 1 some list is
    illegal only after the change, 2 wrong usage, 3 something can't be read."""
)
def impact(
    desk: Desk,
    catalogue: Annotated[
        Path | None, Option(metavar="DIR", help="The changed folder of the game, or one that contains it.")
    ] = None,
    pack: Annotated[Path | None, Option(metavar="FILE", help="The changed pack.")] = None,
    lists: Annotated[
        list[Path] | None, Option(metavar="PATH", help="These lists instead of the event's; may be repeated.")
    ] = None,
    report: ReportFile = None,
    font: FontFile = None,
    force: ForceFlag = False,
) -> CommandResult:
    """Judge every list that counts before and after a change, and show which break and whose points change."""
    from listbuilder.desk.impact import changed_game, errata_messages, impact_on_files, impact_on_lists
    from listbuilder.desk.intake.parcels import open_parcels
    from listbuilder.desk.reports.report_files import DeskReport, write_report

    after = changed_game(desk, catalogue, pack)
    found = list(
        impact_on_files(desk, after, open_parcels(lists, desk.arrived)) if lists else impact_on_lists(desk, after)
    )
    outbox = write_outbox(desk, errata_messages(desk, found))
    moved, breaks = [one for one in found if not one.same], sum(one.breaks for one in found)
    data = {
        "lists": [_impact_document(one) for one in found],
        "summary": {"lists": len(found), "breaks": breaks, "hit": len(moved)},
    }
    if report:
        cells = [_impact_row(one) for one in found]
        write_report(report, DeskReport(title="Impact", heads=IMPACT_HEADS, rows=cells, data=data), force, font)
    text: list[str] = [rows([_impact_row(one) for one in moved], *map(str.upper, IMPACT_HEADS))] if moved else []
    text += [f"{len(found)} lists: {breaks} break, {len(moved)} are affected.", *outbox.text]
    return CommandResult({**data, "messages": outbox.number}, text, ILLEGAL if breaks else 0)


def _impact_row(one: ImpactRow) -> tuple[str, ...]:
    words = ["legal" if legal else "NOT LEGAL" for legal in one.legal]
    cost = str(one.points[0]) if one.points[0] == one.points[1] else f"{one.points[0]} → {one.points[1]}"
    return one.label, *words, cost, " ".join(finding.message for finding in one.findings)


def _impact_document(one: ImpactRow) -> dict[str, Any]:
    return {
        "list": one.label,
        "player": one.player,
        "legal": list(one.legal),
        "points": list(one.points),
        "breaks": one.breaks,
        "findings": finding_documents(one.findings),
    }
