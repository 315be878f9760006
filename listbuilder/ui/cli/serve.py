"""`serve`: the HTTP service for engines in any language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import click

from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import GameReader
from listbuilder.ui.cli.socket_options import HERE, AllowedHosts, BehindProxy, Host, Port, listener_at, need_fork

ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?|https?://\[[0-9a-fA-F:.]+\](:\d{1,5})?")


def serve(
    library: GameReader,
    host: Host = HERE,
    port: Port = 8000,
    allow_host: AllowedHosts = None,
    behind_proxy: BehindProxy = False,
    cors: Annotated[
        list[str] | None,
        Option(
            metavar="ORIGIN", help="A site whose pages may use the service, as https://name[:port]; may be repeated."
        ),
    ] = None,
    event: Annotated[
        list[Path] | None,
        Option(metavar="EVENT", help="An event pack that requests may name; may be repeated."),
    ] = None,
) -> None:
    """Serve the import API and the builder page over HTTP until Ctrl-C or SIGTERM.

    Examples: listbuilder serve | listbuilder serve --port 9000 | listbuilder serve --host 0.0.0.0 --allow-host
    lists.example:8000. The address and every request are logged on stderr, one JSON object a line; GET /openapi.json
    describes the service. Exit codes: 0 stopped by a signal, 2 the address can't be used, 3 a game can't be loaded.
    """
    from listbuilder.base.values import slug
    from listbuilder.loading.events import load_event
    from listbuilder.ui.web.server import run

    need_fork("The service needs")
    for origin in cors or ():
        if not ORIGIN.fullmatch(origin):
            raise click.BadParameter(
                f"{origin!r} is not written like https://name or https://name:8443", param_hint="--cors"
            )
    for id in library.folders:
        library.game(id)
    packs = [load_event(path, library.catalogues) for path in event or ()]
    names = [slug(one.event.name) for one in packs if one.event]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise click.BadParameter(f"two of them are called {twice}", param_hint="--event")
    listener = listener_at(host, port)
    run(
        listener,
        allow_host or (),
        library.catalogues,
        cors=cors or (),
        events=packs,
        behind_proxy=behind_proxy,
        offline=True,
    )
