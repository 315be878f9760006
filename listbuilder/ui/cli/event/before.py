"""Before the event: its folder, its players, their links, the pages they use, and backups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.base.wording import as_words, counted, join_names
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, UNREADABLE, Catalogues, FontFile, ForceFlag, folders, open_game
from listbuilder.ui.cli.event.command import (
    CommandResult,
    Folder,
    Paper,
    PlayerNames,
    Rendered,
    clock,
    command,
    finding_documents,
    open_desk,
    rows,
)
from listbuilder.ui.cli.socket_options import HERE, AllowedHosts, BehindProxy, Host, Port, listener_at, need_fork
from listbuilder.ui.cli.terminal import fact_of, paragraph, style

if TYPE_CHECKING:
    from listbuilder.desk.checking import CheckResult
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.players import SignUps

ADDRESS = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?(/[a-z0-9-]+)?/?")
RESERVED = ("", "healthz", "l", "metrics", "published", "t")
"""Names that addresses of the pages have already."""


@command(
    """Examples: listbuilder event new harbour-cup --game GAME | listbuilder event new harbour-cup --game GAME
    --name "Harbour Cup" --key. Everything about the event is in that folder. --key makes an Ed25519 key, with which
    the desk signs receipts, seals and the head of the ledger: publish out/desk.pub before the event, and keep
    desk.key to yourself. Exit codes: 0 fine, 2 wrong usage, 3 the folder can't be written."""
)
def new(
    context: click.Context,
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder to create.")],
    game: Annotated[str, Option(metavar="GAME", help="The game that is played.")],
    name: Annotated[str | None, Option(help="The event's name; the folder's name by default.")] = None,
    key: Annotated[bool, Option("--key", help="Make a key, so that the desk signs what it writes.")] = False,
    catalogue: Catalogues = None,
) -> CommandResult:
    """Create the folder of an event, with a pack that explains every key."""
    from listbuilder.desk.event_setup import new_event
    from listbuilder.storage.files import real_path

    # Fails here, before anything is written, if the package that signs is missing.
    if key:
        import_module("nacl")
    named = folders(context, catalogue)
    title = name or as_words(real_path(folder).name).title()
    desk = new_event(folder, open_game(game, named), title, tuple(named), clock())
    data = {"folder": str(folder), "name": title, "game": desk.state.game}
    text = [
        f"{title} is in {folder}.",
        f"Next: edit {folder / 'event.yaml'}, then run `listbuilder event check --folder {folder}`.",
        "Sign players up with `listbuilder event players signup.csv`, and put lists into inbox/.",
    ]
    if key:
        line = add_key(desk)
        data["key"] = line
        text.append(_publish_hint(desk, line))
    return CommandResult({**data, "head": desk.chain.code}, text)


def _publish_hint(desk: Desk, line: str) -> str:
    return f"The desk signs with a key. Publish {desk.out / 'desk.pub'} before the event: {line}"


def add_key(desk: Desk) -> str:
    """Make the desk's key if it has none, and sign the head of the ledger; the public key as text."""
    from listbuilder.desk.signing import make_key, write_head

    import_module("nacl")
    made = make_key(desk, clock())
    write_head(desk)
    return made.line


@command(
    """Examples: listbuilder event check | listbuilder event check --folder harbour-cup --json | listbuilder event
    check --key. With --key, it makes the desk's key if all is well and there is none; nothing else is ever written.
    Make it before lists come in, so that every receipt is signed. Exit codes: 0 all is well, 2 wrong usage,
    3 something is broken; each fault has its file and line."""
)
def check(
    desk: Desk,
    key: Annotated[bool, Option("--key", help="If all is well, make a key, so that the desk signs.")] = False,
) -> CommandResult:
    """Check everything: the pack, the players, the ledger's chain, every file and every seal."""
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.desk.checking import check_desk
    from listbuilder.desk.event_setup import explain_pack

    if key:
        import_module("nacl")
    found = check_desk(desk)
    public = add_key(desk) if key and not found.broken else ""
    if public:
        # The key may have added a line, and the head must be the new one.
        found = check_desk(desk)
    try:
        sentences = explain_pack(desk.event, desk.game)
    except ListbuilderError:
        # What is wrong with the pack is among the findings.
        sentences = []
    head = {"lines": len(found.chain.lines), "head": found.chain.code, "pack": sentences}
    data = {"ok": not found.broken, **head, "findings": finding_documents(found.findings)}
    text = [*_check_text(found, sentences), *([_publish_hint(desk, public)] if public else [])]
    return CommandResult(data | ({"key": public} if public else {}), text, UNREADABLE if found.broken else 0)


def _check_text(found: CheckResult, sentences: list[str]) -> Iterator[str]:
    yield from sentences
    for fault in found.findings:
        where = f"{fault.file}:{fault.line}: " if fault.line else f"{fault.file}: " if fault.file else ""
        word = style(fault.severity, "red" if fault.severity == "error" else "yellow")
        yield Rendered(paragraph(f"{where}{fact_of(fault)} {fault.hint}", "  ", f"{word}: "))
    verdict = "something is wrong" if found.broken else "all is well"
    yield Rendered(f"{len(found.chain.lines):,} lines, head {style(found.chain.code, 'bold')}: {verdict}.")


@command(
    """Examples: listbuilder event players signup.csv | listbuilder event players signup.csv --column "name=Your
    full name". Columns are recognised by their headers: name, email, club, nation, team, paid, consent, id. Without
    a file, players that you added to players.yaml by hand are signed up. Exit codes: 0 fine, 1 something is
    ambiguous, 3 the file can't be read."""
)
def players(
    desk: Desk,
    file: Annotated[Path | None, Argument(metavar="[FILE]", help="A table (CSV), or - for stdin.")] = None,
    column: Annotated[
        list[str] | None, Option(metavar="KEY=HEADER", help="Which column has a key; may be repeated.")
    ] = None,
) -> CommandResult:
    """Sign players up from a form's export. Ambiguous rows are reported and left out."""
    from listbuilder.desk.players import SignUps
    from listbuilder.ui.cli.common import open_bytes

    if file is not None:
        found = desk.sign_up(open_bytes(file), _columns(column or []), str(file), clock())
    else:
        before = set(desk.state.entrants)
        # Opening the ledger signs up whoever is new in the file.
        with desk.writer(clock()):
            known = desk.players
        found = SignUps(players=tuple(known.values()), added=tuple(id for id in known if id not in before))
    lists = {"added": found.added, "changed": found.changed, "doubtful": found.doubtful, "unread": found.unread}
    data = {key: list(value) for key, value in lists.items()} | {"players": len(found.players)}
    return CommandResult(data, _signup_text(desk, found), ILLEGAL if found.doubtful else 0)


def _columns(given: list[str]) -> dict[str, str]:
    """`name=Your full name` as a key and a header."""
    wrong = [one for one in given if "=" not in one]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is not like name=Header", param_hint="--column")
    return {key.strip(): head.strip() for key, _, head in (one.partition("=") for one in given)}


def _signup_text(desk: Desk, found: SignUps) -> Iterator[str]:
    names = {one.id: one.name for one in found.players}
    for word, ids in (("Added", found.added), ("Changed", found.changed)):
        if ids:
            yield f"{word} {join_names([f'{names[id]} ({id})' for id in ids], 60)}."
    for doubt in found.doubtful:
        yield Rendered(paragraph(doubt, "  ", f"{style('ambiguous', 'yellow')}: "))
    if found.doubtful:
        yield f"These rows were left out. Add the right players to {desk.players_file} by hand."
    if found.unread:
        columns = "column" if len(found.unread) == 1 else "columns"
        unread = join_names(found.unread, 20)
        yield f"Ignored {columns}: {unread}. To read one, use for example --column consent=HEADER."
    yield f"{counted(len(found.players), 'player')}."


@command(
    """Examples: listbuilder event advanced links --url https://lists.example.org -o links.csv | listbuilder event
    advanced links --url http://192.168.1.20:8080 -o links.pdf, slips with a QR code for each player to cut and hand out
    | listbuilder event advanced links p07 --url http://192.168.1.20:8080 | listbuilder event advanced links p07
    --revoke. Without players, everybody without a link gets one. A link is shown once, because the folder keeps only a
    keyed hash of it. A new link replaces the old one. Exit codes: 0 fine, 2 wrong usage, 3 something can't be read or
    written."""
)
def links(
    desk: Desk,
    players: PlayerNames = None,
    url: Annotated[
        str, Option(metavar="URL", help="The address of the pages, as players reach it.")
    ] = "http://127.0.0.1:8080",
    out: Annotated[
        Path | None,
        Option(
            "-o",
            "--output",
            metavar="FILE",
            help="A table of messages for a mail merge (.csv), or slips to print (.pdf).",
        ),
    ] = None,
    revoke: Annotated[bool, Option("--revoke", help="Disable the links of these players.")] = False,
    paper: Paper = "a4",
    font: FontFile = None,
    force: ForceFlag = False,
) -> CommandResult:
    """Make the links by which players hand in their lists; each opens the page of one player."""
    from listbuilder.desk.links import PlayerLink, link_slips, make_links, revoke_links
    from listbuilder.desk.messages import messages_table
    from listbuilder.storage.files import check_target, write_bytes

    if revoke:
        gone = revoke_links(desk, players or [], clock())
        return CommandResult({"revoked": gone}, [f"Revoked: {join_names(gone, 60) or 'no link'}."])
    if not ADDRESS.fullmatch(url):
        raise click.BadParameter(f"{url!r} is not written like https://name or http://name:8080", param_hint="--url")
    suffix = out.suffix.lower() if out else ""
    if out:
        if suffix not in (".csv", ".pdf"):
            raise click.BadParameter(f"{out} ends neither in .csv nor in .pdf", param_hint="--output")
        check_target(out, replace=force)

    def deliver(some: list[PlayerLink]) -> None:
        if out and some:
            text = "" if suffix == ".pdf" else messages_table(one.message for one in some)
            raw = text.encode("utf-8", "replace") if text else link_slips(desk, some, paper, font)
            write_bytes(out, raw, replace=force, private=True)

    made = make_links(desk, players or [], url, clock(), deliver)
    if not made:
        text = ["Everybody has a link. Name a player to make another."]
    elif out:
        use = "cut and hand them out" if suffix == ".pdf" else "send them"
        text = [f"{counted(len(made), 'link')} in {out}: {use}, then delete the file."]
    else:
        cells = [(one.player, desk.name_of(one.player), one.address) for one in made]
        text = [rows(cells, "ID", "NAME", "LINK"), Rendered(style("They are not shown again.", "yellow"))]
    return CommandResult({"links": [{"player": one.player, "link": one.address} for one in made]}, text)


@command(
    """Examples: listbuilder event serve | listbuilder event serve --host 0.0.0.0 --allow-host 192.168.1.20:8080 |
    listbuilder event serve spring-cup autumn-cup --allow-host lists.example.org. One event has its pages at /, several
    have theirs under the names of their folders: make links with --url https://lists.example.org/spring-cup. Make the
    links to hand out with `event advanced links`. GET /healthz says whether it is well, GET /metrics what was answered.
    Requests are logged on stderr, one JSON object a line, without links and lists. docs/deploying says how to run it
    behind a proxy. Exit codes: 0 stopped by a signal, 2 the address can't be used, 3 the folder can't be read."""
)
def serve(
    context: click.Context,
    host: Host = HERE,
    port: Port = 8080,
    allow_host: AllowedHosts = None,
    behind_proxy: BehindProxy = False,
    events: Annotated[
        list[Path] | None,
        Argument(metavar="[FOLDER…]", help="The folders of several events; each has its pages under its own name."),
    ] = None,
    folder: Folder = Path(),
    catalogue: Catalogues = None,
) -> None:
    """Serve the pages where players hand in lists, see the verdict and get a receipt, until Ctrl-C or SIGTERM."""
    from listbuilder.base.values import slug
    from listbuilder.desk.player_pages.personal import preload
    from listbuilder.ui.web.desk_app import create_desk_app
    from listbuilder.ui.web.server import host_names, run_app

    need_fork("The pages need")
    desks: dict[str, Desk] = {}
    for one in events or [folder]:
        desk = open_desk(context, one, catalogue)
        name = slug(desk.root.name)
        if name in desks or (events and name in RESERVED):
            raise click.BadParameter(f"{desk.root.name!r} is taken; rename the folder", param_hint="FOLDER")
        desks[name] = desk
        preload(desk, clock())
    listener = listener_at(host, port)
    hosts = host_names(host, listener.getsockname()[1], allow_host or ())
    run_app(listener, create_desk_app(desks, hosts, behind_proxy=behind_proxy), hosts)


@command(
    """Examples: listbuilder event advanced backup /media/stick/cup-0930. The copy is a complete event in which every
    command works, but only one of the two may be continued. It contains personal data and keys. Exit codes: 0 fine, 3
    it can't be written."""
)
def backup(
    desk: Desk,
    to: Annotated[Path, Argument(metavar="DIR", help="Where the copy goes; it must not exist yet.")],
) -> CommandResult:
    """Copy the event's folder while nothing writes to it, even while the pages are being served."""
    from listbuilder.desk.folder import back_up

    head = back_up(desk, to)
    lines = len(desk.chain.lines)
    return CommandResult({"folder": str(to), "lines": lines, "head": head}, [f"{to} has {lines} lines, head {head}."])
