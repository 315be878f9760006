"""`event intake`: take lists in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, finding_documents, keep_messages, open_desk
from listbuilder.cli.progress import Progress
from listbuilder.cli.terminal import say, table
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.intake.take import Taken
    from listbuilder.desk.messages import Message

EPILOG = """Examples: listbuilder event intake | listbuilder event intake mails/ mira.txt | listbuilder event
intake --player p07 arrived/043.yaml | listbuilder event intake - --player p07 < list.txt | listbuilder event
intake --player p07 --late "train was late" list.yaml | listbuilder event intake --player p07 --list 2 list.yaml.
Without a path, what lies in inbox/ is taken in, and goes from there. Exit codes: 0 every list is legal and
somebody's, 1 something is to be done, 2 wrong usage, 3 the folder can't be read."""
WORDS = {
    "legal": "legal",
    "illegal": "NOT LEGAL",
    "unread": "can't be read",
    "whose": "whose?",
    "again": "came before",
    "same": "the same list",
    "closed": "lists are locked",
}
FINE = ("legal", "again", "same")


def intake(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH…]", help="Files, folders, or - for stdin.")
    ] = None,
    player: Annotated[str, typer.Option(metavar="ID", help="Whose they are.")] = "",
    number: Annotated[
        int, typer.Option("--list", metavar="N", help="Which of a player's lists, where one brings several.")
    ] = 0,
    at: Annotated[str, typer.Option(metavar="TIME", help="When they came, where it was not now.")] = "",
    late: Annotated[str, typer.Option(metavar="WHY", help="Let this player hand in late, and say why.")] = "",
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Take lists in: keep the original, read it, judge it, and say whose it is; nothing is guessed."""
    from listbuilder.cli.inputs import open_bytes
    from listbuilder.desk.intake.across import clashes
    from listbuilder.desk.intake.parcels import count_parcels, open_parcels
    from listbuilder.desk.intake.take import Terms, take_in

    desk = open_desk(context, folder, catalogue)
    if at:
        check_moment(at)
    stdin = open_bytes(Path("-")) if Path("-") in (paths or []) else None
    sources, terms, taken = paths or [desk.inbox], Terms(player=player, list=number, at=at, late=late), []
    with Progress("arrivals taken in", count_parcels(sources)) as progress:
        for one in take_in(desk, progress.over(open_parcels(sources, desk.arrived, stdin)), terms, clock()):
            taken.append(one)
            progress.wrong += one.verdict not in FINE
    kept = keep_messages(desk, [message for one in taken if (message := message_on(desk, one))])
    shared = {id: [one.words for one in some] for id, some in clashes(desk).items()}
    if json:
        counts = {"messages": kept.number}
        rows = [document(one) | {"shared": shared.get(one.player, [])} for one in taken]
        print_json({"arrivals": rows, "summary": summary(taken) | counts})
    elif taken:
        rows_told = [row(desk, one, shared.get(one.player, [])) for one in taken]
        say(table(rows_told, ("NO.", "WHAT", "WHO", "VERDICT"), "  "))
    if not json:
        told = ", ".join(f"{number} {WORDS[word]}" for word, number in summary(taken).items() if number)
        say(f"{counted(len(taken), 'arrival')}{': ' if told else ''}{told}.")
        kept.say()
    raise typer.Exit(0 if all(one.verdict in FINE for one in taken) else ILLEGAL)


def check_moment(at: str) -> None:
    """Refuse a time that is none."""
    from listbuilder.catalogue.tournament import moment

    try:
        moment(at)
    except ValueError as error:
        raise typer.BadParameter(str(error).removeprefix("`due`: "), param_hint="--at") from None


def row(desk: Desk, taken: Taken, shared: list[str]) -> tuple[str, str, str, str]:
    """An arrival as a row of a table; `shared` is what the list has and a team mate's too."""
    who = (
        f"{desk.spoken(taken.player)} {desk.title_of(taken.player)}"
        if taken.player
        else "which list?"
        if taken.names
        else "whose?"
    )
    return f"#{taken.number:03}" if taken.number else "", taken.label, who, told(desk, taken, shared)


def told(desk: Desk, taken: Taken, shared: list[str]) -> str:
    """What is to be said of an arrival."""
    from listbuilder.finding import capped
    from listbuilder.force.totals import total_words

    if taken.verdict == "whose":
        player = " or ".join(f"--player {name}" for name in taken.names or ("ID",))
        again = f"say: listbuilder event intake {player} arrived/{desk.state.arrivals[taken.number].file}"
        return f"{taken.doubt}; {again}"
    parts = [f"version {taken.version}"] if taken.version else []
    parts.append(WORDS[taken.verdict])
    if taken.report is not None and taken.verdict in ("legal", "illegal"):
        parts += [words for words in (total_words(taken.report.force), "LATE" if taken.late else "in time") if words]
        parts += misspelt(taken)
    if taken.sender:
        parts.append("only the sender says whose it is")
    if taken.unsupported:
        parts.append(f"sent by {taken.sent_by or 'nobody'}, which is not the address of {desk.spoken(taken.player)}")
    if taken.replaces:
        parts.append(f"version {taken.replaces} stays approved")
    if taken.together:
        parts.append("came together with another list, and is the newest by the date of its mail or by its name")
    if taken.twin:
        parts.append(f"the same list as {desk.spoken(taken.twin)}'s")
    parts += shared if taken.verdict == "legal" else []
    if taken.verdict == "closed":
        parts.append(f"say: --player {desk.spoken(taken.player)} --late WHY")
    wrong = [one.message for one in capped(taken.findings) if one.severity == "error"]
    return ", ".join(parts) + "".join(f"; {one.rstrip('.')}" for one in wrong[:3])


def misspelt(taken: Taken) -> list[str]:
    """How many names nobody knows: a matter of spelling, not of rules."""
    number = sum(one.code == "name.unknown" for one in taken.findings)
    return [f"{counted(number, 'name')} misspelt"] if number else []


def message_on(desk: Desk, taken: Taken) -> Message | None:
    """What the player should hear at once: that a list is here, or can't be read; an illegal one is given back."""
    from listbuilder.desk.telling import tell_received, tell_unread

    version = desk.state.lists[taken.player].version(taken.version) if taken.player else None
    if taken.verdict == "legal" and version is not None and taken.report is not None:
        return tell_received(desk, taken.player, version, taken.report)
    if taken.verdict == "unread" and taken.player:
        return tell_unread(desk, taken.player, taken.findings)
    return None


def document(taken: Taken) -> dict[str, Any]:
    """An arrival as data."""
    keys = ("number", "label", "verdict", "player", "version", "late", "sender", "unsupported", "replaces")
    data = {key: vars(taken)[key] for key in (*keys, "together", "doubt", "twin")} | {"lists": list(taken.names)}
    return data | {"findings": finding_documents(taken.findings)}


def summary(taken: list[Taken]) -> dict[str, int]:
    """How many arrivals of each verdict."""
    return {word: sum(one.verdict == word for one in taken) for word in WORDS}
