"""`serve`: the HTTP service for engines in any language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import USAGE, Catalogues, folders, open_game
from listbuilder.cli.terminal import say, style

ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?|https?://\[[0-9a-fA-F:.]+\](:\d{1,5})?")
EPILOG = """Examples: listbuilder serve | listbuilder serve --port 9000 | listbuilder serve --host 0.0.0.0 --allow-host
lists.example:8000. The address and every request are logged on stderr, one JSON object a line; GET /openapi.json
describes the service. Exit codes: 0 stopped by a signal, 2 the address can't be used, 3 a game can't be loaded."""


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on: this machine only unless you say otherwise.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 finds a free one.")] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:PORT]", help="A name that clients call it by, as in `Host`; may be repeated."),
    ] = None,
    cors: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="A site whose pages may use it, as https://name[:port]; may be repeated."),
    ] = None,
    event: Annotated[
        list[Path] | None,
        typer.Option(metavar="EVENT", help="An event pack that requests may name; may be repeated."),
    ] = None,
    catalogue: Catalogues = None,
) -> None:
    """Serve the import API over HTTP until Ctrl-C or SIGTERM."""
    from listbuilder.loader import game_folders
    from listbuilder.loader.events import load_event
    from listbuilder.service.server import listen, run
    from listbuilder.values import slug
    from listbuilder.workers.child import CAN_FORK

    if not CAN_FORK:
        say("The service needs a system that can fork, such as Linux or macOS.", error=True)
        raise typer.Exit(USAGE)
    for origin in cors or ():
        if not ORIGIN.fullmatch(origin):
            raise typer.BadParameter(
                f"{origin!r} is not written like https://name or https://name:8443", param_hint="--cors"
            )
    named = folders(context, catalogue)
    for id in game_folders(named):
        open_game(id, named)
    packs = [load_event(path, named) for path in event or ()]
    names = [slug(one.event.name) for one in packs if one.event]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise typer.BadParameter(f"two of them are called {twice}", param_hint="--event")
    try:
        listener = listen(host, port)
    # TypeError: a name that can't be written as one.
    except (OSError, TypeError) as error:
        say(style(f"{host}:{port} can't be used: {getattr(error, 'strerror', error)}."), error=True)
        raise typer.Exit(USAGE) from error
    run(listener, allow_host or (), named, cors=cors or (), events=packs)
