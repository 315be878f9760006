"""`event links`: personal links to hand lists in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import typer

from listbuilder.cli.common import Catalogues, FontFile, ForceFlag, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say, style, table
from listbuilder.wording import counted, listed

ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?/?|https?://\[[0-9a-fA-F:.]+\](:\d{1,5})?/?")
ENDINGS = (".csv", ".pdf")
EPILOG = """Examples: listbuilder event links --url https://lists.example.org -o links.csv | listbuilder event links
--url http://192.168.1.20:8080 -o links.pdf, slips with a QR code for each player to cut and hand out | listbuilder
event links p07 --url http://192.168.1.20:8080 | listbuilder event links p07 --revoke. Without players, everybody
who has no link gets one. A link is shown once: the folder keeps a keyed hash of it. Who gets a new one can't use the
old one any more. Exit codes: 0 fine, 2 wrong usage, 3 something can't be read or written."""


def links(
    context: typer.Context,
    players: Annotated[list[str] | None, typer.Argument(metavar="[PLAYER…]", help="For whom.")] = None,
    url: Annotated[
        str, typer.Option(metavar="URL", help="Where the pages are, as players call it.")
    ] = "http://127.0.0.1:8080",
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="A table of messages for a mail merge (.csv), or slips to print (.pdf).",
        ),
    ] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="Let the links of these players open nothing.")] = False,
    paper: Annotated[Literal["a4", "letter", "a5"], typer.Option(help="What slips are printed on.")] = "a4",
    font: FontFile = None,
    force: ForceFlag = False,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Make the links by which players hand their lists in; each opens the page of one player."""
    from listbuilder.desk.link_slips import link_slips
    from listbuilder.desk.links import Link, make_links, revoke_links
    from listbuilder.desk.messages import messages_table
    from listbuilder.files import check_target, write_bytes

    desk = open_desk(context, folder, catalogue)
    if revoke:
        gone = revoke_links(desk, players or [], clock())
        print_json({"revoked": gone}) if json else say(f"Taken back: {listed(gone, 60) or 'no link'}.")
        return
    if not ADDRESS.fullmatch(url):
        raise typer.BadParameter(f"{url!r} is not written like https://name or http://name:8080", param_hint="--url")
    if out:
        if out.suffix.lower() not in ENDINGS:
            raise typer.BadParameter(f"{out} ends neither in .csv nor in .pdf", param_hint="--output")
        check_target(out, replace=force)
    pdf = out is not None and out.suffix.lower() == ".pdf"

    def deliver(some: list[Link]) -> None:
        if out and some:
            told = "" if pdf else messages_table(one.message for one in some)
            raw = link_slips(desk, some, paper, font) if pdf else told.encode("utf-8", "replace")
            write_bytes(out, raw, replace=force, private=True)

    made = make_links(desk, players or [], url, clock(), deliver)
    if json:
        print_json({"links": [{"player": one.player, "link": one.address} for one in made]})
    elif out and made:
        use = "cut and hand them out" if pdf else "send them"
        say(paragraph(f"{counted(len(made), 'link')} in {out}: {use}, then delete the file.", "  ", ""))
    elif made:
        say(table([(one.player, desk.name_of(one.player), one.address) for one in made], ("ID", "NAME", "LINK"), "  "))
        say(style("They are not shown again.", "yellow"))
    else:
        say("Everybody has a link; name a player to make another.")
