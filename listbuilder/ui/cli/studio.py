"""`studio`: the designer's window on a game's folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import USAGE, GameReader
from listbuilder.ui.cli.terminal import say, style


def studio(
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder of a game, with game.yaml in it.")],
    library: GameReader,
    port: Annotated[int, Option(min=0, max=65535, help="The port; 0 finds a free one.")] = 8010,
    no_open: Annotated[bool, Option("--no-open", help="Print the address, open no browser.")] = False,
) -> None:
    """Open a page that shows a game while you write it, up to date after each save.

    It shows what the check says, each message with a link to its line; the starter lists with their verdicts; the card
    of the entry that you changed last, drawn as it prints; a table of all entries that can be sorted by cost or stat;
    and the rules in words. Nothing is written.

    Examples: listbuilder studio my-games/skyfall | listbuilder studio . --port 0 --no-open. Only this machine can open
    the page. Exit codes: 0 success, 2 there is no game in the folder, or the port can't be used.
    """
    from listbuilder.storage.files import real_path
    from listbuilder.ui.web.server import host_names, listen, run_app
    from listbuilder.ui.web.studio.studio_app import create_studio_app

    if not (folder / "game.yaml").is_file():
        raise click.BadParameter(f"{folder} has no game.yaml", param_hint="DIR")
    try:
        listener = listen("127.0.0.1", port)
    except OSError as error:
        say(style(f"Port {port} can't be used: {error.strerror}. Try --port 0."), error=True)
        raise Exit(USAGE) from error
    port = listener.getsockname()[1]
    hosts = host_names("127.0.0.1", port)
    url = f"http://127.0.0.1:{port}/"

    def ready() -> None:
        say(f"The studio of {style(str(folder))} is at {url}\nCtrl-C stops it.")
        # Also where it is read by a program.
        sys.stdout.flush()
        if not no_open:
            click.launch(url)

    run_app(listener, create_studio_app(real_path(folder), library.catalogues, hosts), hosts, ready)
