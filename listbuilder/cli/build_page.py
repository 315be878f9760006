"""The builder as a page in the browser: `build --web`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from listbuilder.cli.common import USAGE
from listbuilder.cli.terminal import say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game


def open_page(file: Path | None, port: int, no_open: bool, named: list[Path], event: Game | None) -> None:
    """Serve the page and open it, with a list if one is given; lists are judged for the event, if there is one."""
    from listbuilder.service.server import listen, run

    code = _code(file, named, event) if file else ""
    try:
        listener = listen("127.0.0.1", port)
    except OSError as error:
        say(style(f"Port {port} can't be used: {error.strerror}. Try --port 0."), error=True)
        raise typer.Exit(USAGE) from error
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/build/{'#' + code if code else ''}"

    def ready() -> None:
        say(f"The builder is at {url}\nCtrl-C stops it.")
        sys.stdout.flush()  # also where it is read by a program
        if not no_open:
            typer.launch(url)

    name = event.event.name if event and event.event else None
    run(listener, (), named, events=[event] if event else [], event=name, ready=ready)


def _code(file: Path, catalogues: list[Path], event: Game | None) -> str:
    """The share code of a list file, which the page opens."""
    from listbuilder.cli.export import open_list
    from listbuilder.formats import write_list

    return write_list(open_list(file, catalogues, event), "code").strip()
