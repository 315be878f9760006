"""`event serve`: the pages where players hand their lists in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import USAGE, Catalogues
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import say, style

NEEDED = ("fastapi", "segno", "uvicorn")
EPILOG = """Examples: listbuilder event serve | listbuilder event serve --host 0.0.0.0 --allow-host 192.168.1.20:8080 |
listbuilder event serve --allow-host lists.example.org. Links to hand out are made by `event links`. Requests are
logged on stderr, one JSON object a line, without links and lists. EVENTS.md says how to run it in a hall and behind
a proxy. Exit codes: 0 stopped by a signal, 2 the address can't be used, 3 the folder can't be read."""


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on: this machine only unless you say otherwise.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 finds a free one.")] = 8080,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:PORT]", help="A name that browsers call it by, as in `Host`; may be repeated."),
    ] = None,
    folder: Folder = Path(),
    catalogue: Catalogues = None,
) -> None:
    """Serve the pages where players hand lists in, see the verdict and get a receipt, until Ctrl-C or SIGTERM."""
    from importlib.util import find_spec

    from listbuilder.desk.pages.warming import warm
    from listbuilder.workers.child import CAN_FORK

    if not all(map(find_spec, NEEDED)):
        say(style("The pages need parts that are not installed: pip install 'listbuilder[serve,qr]'."), error=True)
        raise typer.Exit(USAGE)
    from listbuilder.service.desk_app import create_desk_app
    from listbuilder.service.server import host_names, listen, run_app

    if not CAN_FORK:
        say("The pages need a system that can fork, such as Linux or macOS.", error=True)
        raise typer.Exit(USAGE)
    desk = open_desk(context, folder, catalogue)
    warm(desk, clock())
    try:
        listener = listen(host, port)
    # TypeError: a name that can't be written as one.
    except (OSError, TypeError) as error:
        say(style(f"{host}:{port} can't be used: {getattr(error, 'strerror', error)}."), error=True)
        raise typer.Exit(USAGE) from error
    hosts = host_names(host, listener.getsockname()[1], allow_host or ())
    run_app(listener, create_desk_app(desk, hosts), hosts)
