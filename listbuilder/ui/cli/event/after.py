"""What is shown, published and cleaned up: mostly after the rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from listbuilder.base.wording import counted, join_names
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import FontFile, ForceFlag
from listbuilder.ui.cli.event.command import (
    CommandResult,
    PlayerName,
    Reason,
    Rendered,
    ReportFile,
    clock,
    command,
    rows,
    write_outbox,
)
from listbuilder.ui.cli.terminal import style

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.log import LogLine


@command(
    """Examples: listbuilder event reveal | listbuilder event reveal --to p07 --to p11. The pack decides who sees
    lists (`lists: show`): everybody, the opponents of the current round, or nobody, which is refused (exit code 2).
    Both lists of a pair are shown in one line of the ledger. What the game or the pack keeps secret is left out
    until the end."""
)
def reveal(
    desk: Desk,
    to: Annotated[list[str] | None, Option(metavar="PLAYER", help="Two players who see each other's lists.")] = None,
) -> CommandResult:
    """Show lists to those who may see them now."""
    from listbuilder.desk.publishing import reveal as show

    found = show(desk, to or [], clock())
    outbox = write_outbox(desk, found.messages)
    data = {"lists": list(found.lists), "to": list(found.to), "full": found.full, "messages": outbox.number}
    whom = "their opponents" if found.to else "everybody"
    hidden = "" if found.full else " Secrets stay hidden until the end."
    text = [f"{counted(len(found.lists), 'list')} shown to {whom}.{hidden}", *outbox.text]
    return CommandResult(data, text if found.to else [*text, "Next: listbuilder event publish"])


@command(
    """Examples: listbuilder event publish. It includes only lists that were revealed to everybody, of players who
    agreed (`consent: [list]`); players who did not agree to their name appear as a number. Nothing is uploaded."""
)
def publish(
    desk: Desk,
    pdf: Annotated[bool, Option("--pdf", help="Also print them, with contents: lists.pdf.")] = False,
    font: FontFile = None,
) -> CommandResult:
    """Write the lists that may be public into out/: a page, data with the proof of each list, and text."""
    from listbuilder.desk.publishing import publish as write

    found = write(desk, clock(), pdf, font)
    files = join_names([str(desk.out / one) for one in found.files])
    text = [f"{counted(len(found.players), 'list')} in {files}."]
    text += [f"Withheld: {desk.list_title(id)} ({desk.list_label(id)}): {why}." for id, why in found.withheld.items()]
    return CommandResult({"lists": list(found.players), "withheld": found.withheld, "files": list(found.files)}, text)


@command(
    """Examples: listbuilder event advanced meta | listbuilder event advanced meta --report field.csv. Entries in fewer
    than five lists are merged, so that nobody's list shows. Lists must have been revealed to everybody. out/field.html
    has the same with plots, which are also there as SVG: what was taken, what lists cost, and the share of games won
    with its 95% confidence interval."""
)
def meta(desk: Desk, report: ReportFile = None, font: FontFile = None, force: ForceFlag = False) -> CommandResult:
    """Show what was taken by how many, and how they did."""
    from listbuilder.desk.reports.field import field_report, table_of, write_field
    from listbuilder.desk.reports.report_files import write_report

    taken, lists, files = write_field(desk)
    made = field_report(desk, taken, lists)
    if report is not None:
        write_report(report, made, force, font)
    page = desk.out / "field.html"
    # The name last, because only the last column wraps.
    cells = [(row[0], *row[2:], row[1]) for row in table_of(taken)]
    text = f"{' '.join(made.notes)} The page: {page}, and {counted(len(files) - 1, 'plot')} as SVG."
    return CommandResult(
        {**made.data, "page": str(page), "files": sorted(files)},
        [rows(cells, "KIND", "LISTS", "IN ALL", "WON", "NAME"), text],
    )


@command(
    """Examples: listbuilder event log | listbuilder event log p07 | listbuilder event log --last 0. Lines that can be
    undone are marked: `listbuilder event undo SEQ`. Undone lines stay and say which line undid them. --json says for
    each line why it can't be undone."""
)
def log(
    desk: Desk,
    player: Annotated[str, Argument(metavar="[PLAYER]", help="Only lines about this player.")] = "",
    last: Annotated[int, Option(metavar="N", help="How many lines, the latest; 0 for all.")] = 30,
) -> CommandResult:
    """Show what was done, line by line, and what can be undone."""
    from listbuilder.desk.log import read_log

    every = read_log(desk, player)
    found = every[-last:] if last > 0 else every
    keys = ("seq", "at", "by", "what", "text", "why", "undone_by", "fixed")
    data = {"lines": [{key: getattr(one, key) for key in keys} for one in found], "head": desk.chain.code}
    cells = [(str(one.seq), one.at[5:16].replace("T", " "), one.by, _log_mark(one), _log_words(one)) for one in found]
    text: list[str] = [rows(cells, "LINE", "WHEN", "BY", "UNDO", "WHAT")]
    if len(found) < len(every):
        text.append(f"{counted(len(every) - len(found), 'earlier line')}: listbuilder event log --last 0")
    return CommandResult(data, text)


def _log_words(one: LogLine) -> str:
    return f"{one.text} ({one.why})" if one.why else one.text


def _log_mark(one: LogLine) -> str:
    """Whether a line can be undone, or which line undid it."""
    return f"by {one.undone_by}" if one.undone_by else "" if one.fixed else "can be"


@command(
    """Examples: listbuilder event undo 214 | listbuilder event undo 214 --why "wrong table". The line stays in the
    ledger; a new one cancels it. What arrived, was shown or was forgotten has happened and can't be undone."""
)
def undo(
    desk: Desk, line: Annotated[int, Argument(metavar="SEQ", help="The number of the line.")], why: Reason = ""
) -> CommandResult:
    """Undo a line of the ledger."""
    from listbuilder.desk.log import undo as cancel

    found = cancel(desk, line, why, clock())
    data = {"undone": found.seq, "what": found.what, "head": desk.chain.code}
    return CommandResult(data, [f"Line {found.seq} is undone: {found.entry.describe(desk.list_title)}."])


@command(
    """Examples: listbuilder event advanced forget p07. The person, what they sent, their lists and salts are deleted.
    Originals from several people, or from nobody known, are reported if they still contain the name or contact;
    --original arrived/019.mbox deletes one too, since each list in it was also kept by itself. Games and seals stay
    under the id and can't be linked to a person or a list. The ledger still verifies. Delete your own copies
    yourself."""
)
def forget(
    desk: Desk,
    player: PlayerName,
    original: Annotated[
        list[str] | None,
        Option("--original", metavar="FILE", help="Also delete this original; may be repeated."),
    ] = None,
) -> CommandResult:
    """Delete a person and everything they sent."""
    from listbuilder.desk.closing import forget as delete
    from listbuilder.desk.closing import originals_naming
    from listbuilder.desk.ledger import lines_about, lines_with_words

    id = desk.entrant(player).id
    # Before the deletion: afterwards nobody knows which name and contact to look for.
    named = originals_naming(desk, id)
    gone = delete(desk, id, original or [], clock())
    still = [file for file in named if file not in gone]
    kept = lines_with_words(lines_about(desk.chain.lines, [one.id for one in desk.state.lists_of(id)]))
    data = {"forgotten": id, "gone": gone, "still": still, "lines": kept, "head": desk.chain.code}
    return CommandResult(data, _forget_text(id, gone, still, kept))


def _forget_text(id: str, gone: list[str], still: list[str], kept: list[int]) -> Iterator[str]:
    yield f"Deleted: {join_names(gone, 50)}."
    yield f"What stays: the lines about {id} in the ledger, which name nobody, and the results of their games."
    if kept:
        numbers = join_names(map(str, kept), 50)
        yield f"An older version wrote reasons into the ledger itself, where they stay: line {numbers}."
    if still:
        more = " ".join(f"--original {file}" for file in still)
        fact = f"Still named in {join_names(still, 50)}, which came from several people or from nobody known."
        yield f"{fact} Look at them, then run: listbuilder event advanced forget {id} {more}"


@command(
    """Examples: listbuilder event advanced close. To reopen it, undo that line with `listbuilder event undo`; `forget`
    works on a closed event too."""
)
def close(desk: Desk) -> CommandResult:
    """End the event: nothing more is recorded. Shows what to keep and what to delete."""
    from listbuilder.desk.closing import close_event
    from listbuilder.desk.rounds.top_cut import rounds_in_all

    close_event(desk, clock())
    lines, drawn, rounds = len(desk.chain.lines), len(desk.state.rounds), rounds_in_all(desk.state, desk.event)
    text = [f"{drawn} of {rounds} rounds were drawn."] if drawn < rounds else []
    text += [
        Rendered(f"Closed with line {lines}, head {style(desk.chain.code, 'bold')}."),
        "Keep: event.yaml, ledger.jsonl and out/.",
        "Delete once nobody can object any more: arrived/ and inbox/ (what people sent), contacts in players.yaml, "
        "out/messages/ and judge/. Delete lists/ with the salts when no list needs proof any more.",
    ]
    return CommandResult({"closed": True, "lines": lines, "head": desk.chain.code}, text)
