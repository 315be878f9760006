"""`build`: the builder, as a page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import USAGE, Catalogues, folders
from listbuilder.cli.terminal import say, style

EPILOG = """Examples: listbuilder build --web | listbuilder build --web squad.yaml | listbuilder build --web --no-open
--port 9000. Lists are kept in the browser, under the address it was opened at: use the same port again. The page does
not write to FILE; save from the page, or share a link. Exit codes: 0 stopped by a signal, 2 the address can't be used
or a part is missing, 3 the file can't be read."""


def build(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A list to begin with.")] = None,
    web: Annotated[bool, typer.Option("--web", help="Open the builder in the browser.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 finds a free one.")] = 8000,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address and open nothing.")] = False,
    catalogue: Catalogues = None,
) -> None:
    """Build a list: search, prices, reasons, undo, cards, play mode."""
    if not web:
        raise typer.BadParameter("say --web: the builder is a page in the browser", param_hint="--web")
    named = folders(context, catalogue)
    code = _code(file, named) if file else ""
    try:
        from listbuilder.service.server import listen, run
    except ImportError as error:
        say(style("The page needs the service: pip install 'listbuilder[serve]'."), error=True)
        raise typer.Exit(USAGE) from error
    try:
        listener = listen("127.0.0.1", port)
    except OSError as error:
        say(style(f"Port {port} can't be used: {error.strerror}. Try --port 0."), error=True)
        raise typer.Exit(USAGE) from error
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/build/{'#' + code if code else ''}"
    say(f"The builder is at {url}\nCtrl-C stops it.")
    if not no_open:
        typer.launch(url)
    run(listener, (), named)


def _code(file: Path, catalogues: list[Path]) -> str:
    """The share code of a list file, which the page opens."""
    from listbuilder.cli.export import open_list
    from listbuilder.formats import write_list

    return write_list(open_list(file, catalogues), "code").strip()
