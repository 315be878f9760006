"""`event serve`: the pages where players hand their lists in."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import typer

from listbuilder.cli.common import Catalogues
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.listening import HERE, AllowedHosts, BehindProxy, Host, Port, listener_at, need_fork

EPILOG = """Examples: listbuilder event serve | listbuilder event serve --host 0.0.0.0 --allow-host 192.168.1.20:8080 |
listbuilder event serve --allow-host lists.example.org. Links to hand out are made by `event links`. Requests are
logged on stderr, one JSON object a line, without links and lists. EVENTS.md says how to run it in a hall and behind
a proxy. Exit codes: 0 stopped by a signal, 2 the address can't be
used or a part is missing, 3 the folder can't be read."""


def serve(
    context: typer.Context,
    host: Host = HERE,
    port: Port = 8080,
    allow_host: AllowedHosts = None,
    behind_proxy: BehindProxy = False,
    folder: Folder = Path(),
    catalogue: Catalogues = None,
) -> None:
    """Serve the pages where players hand lists in, see the verdict and get a receipt, until Ctrl-C or SIGTERM."""
    import_module("segno")  # for the codes on receipts
    from listbuilder.desk.pages.warming import warm
    from listbuilder.service.desk_app import create_desk_app
    from listbuilder.service.server import host_names, run_app

    need_fork("The pages need")
    desk = open_desk(context, folder, catalogue)
    warm(desk, clock())
    listener = listener_at(host, port)
    hosts = host_names(host, listener.getsockname()[1], allow_host or ())
    run_app(listener, create_desk_app(desk, hosts, behind_proxy=behind_proxy), hosts)
