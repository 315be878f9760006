"""`event desk`: the organiser's page, on this computer."""

from __future__ import annotations

import shutil
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Annotated

import click

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import Catalogues, folders
from listbuilder.ui.cli.event.command import command
from listbuilder.ui.cli.socket_options import HERE, lan_address, listener_at, need_fork
from listbuilder.ui.cli.terminal import say, style


@command(
    """Examples: listbuilder event desk | listbuilder event desk harbour-cup | listbuilder event desk --port 0
    --no-open. Without an event in the folder, the page begins with a form that creates one. Only this computer can open
    the page, and only with the link in the terminal, which works once; the page makes links for other browsers. It
    records the same lines as the commands, which can be used at the same time. Exit codes: 0 stopped by a signal, 2 the
    port can't be used, 3 the folder can't be read."""
)
def desk(
    context: click.Context,
    folder: Annotated[
        Path, Argument(metavar="[FOLDER]", help="The folder of the event, or where it will be.")
    ] = Path(),
    port: Annotated[int, Option(min=0, max=65535, help="The port; 0 finds a free one.")] = 8020,
    no_open: Annotated[bool, Option("--no-open", help="Print the link, open no browser.")] = False,
    catalogue: Catalogues = None,
) -> None:
    """Run the whole event on a page in the browser, until Ctrl-C or SIGTERM."""
    from listbuilder.ui.web.organiser_app import create_organiser_app
    from listbuilder.ui.web.server import host_names, run_app
    from listbuilder.ui.web.session_keys import SessionKeys

    need_fork("The page needs")
    named = tuple(folders(context, catalogue))
    root = event_root(folder, named)
    listener = listener_at(HERE, port)
    hosts = host_names(HERE, listener.getsockname()[1])
    door = Path(tempfile.mkdtemp(prefix="listbuilder-desk-"))
    # The file that leads to the page has a key in it, so it goes as soon as the key is used.
    keys = SessionKeys(on_use=lambda: shutil.rmtree(door, ignore_errors=True))
    url = f"http://{hosts[0]}/?key={keys.invite()}"

    def ready() -> None:
        say(f"The desk of {style(str(root))} is at {url}\nThe link works once. Ctrl-C stops the desk.")
        # Also where it is read by a program.
        sys.stdout.flush()
        if not no_open:
            click.launch(private_door(door, url))

    address = f"http://{lan_address() or HERE}:8080"
    run_app(listener, create_organiser_app(root, named, keys, hosts, address), hosts, ready)


def event_root(folder: Path, catalogues: tuple[Path, ...]) -> Path:
    """The folder of the event that a folder belongs to, or the folder itself where there is none yet."""
    from listbuilder.base.errors import DocumentError
    from listbuilder.desk.folder import LEDGER, find_desk
    from listbuilder.storage.files import real_path

    try:
        return find_desk(folder, catalogues).root
    except DocumentError as error:
        here = real_path(folder)
        # Only a folder without an event gets the form that creates one: a broken event must not be taken for none.
        if error.findings[0].code != "desk.folder" or (here / LEDGER).exists():
            raise
        return here


def private_door(folder: Path, url: str) -> str:
    """A file of our own that leads to the page: other users can see what a browser is started with."""
    file = folder / "desk.html"
    file.write_text(f'<!doctype html><meta http-equiv="refresh" content="0;url={escape(url)}">', "utf-8")
    return str(file)
