"""`build`: the builder, on the whole screen of the terminal or as a page in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import USAGE, CollectionFile, ListReader, check_file
from listbuilder.ui.cli.socket_options import HERE, lan_address
from listbuilder.ui.cli.terminal import columns, say, style

if TYPE_CHECKING:
    from listbuilder.building import Bench
    from listbuilder.ui.screen.list_file import ListFile


def build(
    reader: ListReader,
    file: Annotated[Path | None, Argument(metavar="[FILE]", help="A list file; created if it does not exist.")] = None,
    game: Annotated[str | None, Option(help="For a new list: the id or name of its game.")] = None,
    collection: CollectionFile = None,
    no_mouse: Annotated[
        bool, Option("--no-mouse", help="Leave the mouse to the terminal, to select and copy text.")
    ] = False,
    web: Annotated[bool, Option("--web", help="Open the builder in the browser.")] = False,
    port: Annotated[int, Option(min=0, max=65535, help="With --web: the port; 0 finds a free one.")] = 8000,
    no_open: Annotated[bool, Option("--no-open", help="With --web: print the address, open no browser.")] = False,
    lan: Annotated[
        bool, Option("--lan", help="With --web: for a phone in the same network, with a QR code to scan.")
    ] = False,
) -> None:
    """Build a list in the terminal, or with --web in the browser.

    Examples: listbuilder build squad.yaml | listbuilder build new.yaml --game GAME | listbuilder build --web
    squad.yaml | listbuilder build --web --lan. In the terminal every edit is saved at once and can be undone, also
    later with `undo`; comments stay; `?` shows the keys. The page keeps lists in the browser and does not write to
    FILE; open it at the same port to find them again. With --lan it answers one device in your network, the first
    that uses the link with its one-time key. For screen readers and Braille, `add`, `set`, `copy`, `move` and
    `remove` do the same line by line. Exit codes: 0 success, 2 there is no terminal or no such game, or the port
    can't be used, 3 a file can't be read or written.
    """
    if web:
        if game or collection:
            raise click.BadParameter("the page asks for the game and the collection itself", param_hint="--web")
        open_page(file, port, no_open, lan, reader)
        return
    if lan:
        raise click.BadParameter("it is for the page: add --web", param_hint="--lan")
    if file is not None and file.exists() and game is not None:
        raise click.BadParameter(f"{file} is there already and says its game", param_hint="--game")
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        say("`build` needs a terminal; `add`, `set` and `remove` build a list without one.", error=True)
        raise Exit(USAGE)
    bench, opened = open_file(file, game, reader, collection)
    import gc

    from listbuilder.ui.screen.screen_app import BuildApp

    # The game and the code stay for good: no key waits while garbage is looked for among them.
    gc.freeze()
    BuildApp(bench, opened, reader.catalogues).run(mouse=not no_mouse)
    say(f"{style(str(opened.path))} is saved." if opened.path.exists() else "Nothing was built, nothing is written.")


def open_file(
    file: Path | None, game: str | None, reader: ListReader, collection: Path | None = None
) -> tuple[Bench, ListFile]:
    """The list in a file, or a new list of a game, ready to be built on."""
    from listbuilder.building import open_bench
    from listbuilder.judging.collection import read_collection
    from listbuilder.lists import parse_list
    from listbuilder.storage.reading import read_bytes, read_raw, read_text
    from listbuilder.ui.screen.list_file import ListFile

    if file is not None and file.exists():
        check_file(file)
        raw = read_raw(file)
        document, text = read_bytes(raw, file=str(file)), raw.decode("utf-8-sig")
        book = reader.game(parse_list(document).game)
        opened = ListFile(file, raw)
    else:
        book = reader.game_played(game or ask_game(reader))
        path = file or free_name(book.id)
        text = f"game: {book.id}\nname: {path.stem}\n"
        document, opened = read_text(text), ListFile(path, None)
    owned = read_collection(collection, book) if collection else None
    return open_bench(document, book, reader.event, owned, text), opened


def free_name(game: str) -> Path:
    """A name for a new list that no file here has."""
    names = (Path(f"{game}{f'-{number}' if number > 1 else ''}.yaml") for number in range(1, 1000))
    return next(path for path in names if not path.exists())


def ask_game(reader: ListReader) -> str:
    """Ask for the game of a new list before the screen opens."""
    ids = list(reader.folders)
    for number, id in enumerate(ids, 1):
        say(f"{number:>3}. {style(reader.game(id).name)}")
    answer: int = click.prompt("Which game", type=int)
    if not 1 <= answer <= len(ids):
        raise click.BadParameter(f"there are {len(ids)} games", param_hint="--game")
    return ids[answer - 1]


def open_page(file: Path | None, port: int, no_open: bool, lan: bool, reader: ListReader) -> None:
    """Serve the page and open it, with a list if one is given; lists are judged for the event, if there is one."""
    from listbuilder.exchange.formats import write_list
    from listbuilder.ui.web.one_device import new_invitation
    from listbuilder.ui.web.server import listen, run

    address = lan_address() if lan else HERE
    if address is None:
        say(
            "This machine has no address in a private network. `publish` writes the page for any web server.",
            error=True,
        )
        raise Exit(USAGE)
    code = write_list(reader.judged_list(file), "code").strip() if file else ""
    try:
        listener = listen(address, port)
    except OSError as error:
        say(style(f"Port {port} can't be used: {error.strerror}. Try --port 0."), error=True)
        raise Exit(USAGE) from error
    host = f"http://{address}:{listener.getsockname()[1]}"
    place = f"/build/{'#' + code if code else ''}"
    invitation = new_invitation(place) if lan else None
    url = f"{host}/?key={invitation.key}" if invitation else host + place

    def ready() -> None:
        say(f"The builder is at {url}\n{qr_for_phone(url) if lan else ''}Ctrl-C stops it.")
        # Also where it is read by a program.
        sys.stdout.flush()
        if not no_open and not lan:
            click.launch(url)

    event = reader.event
    name = event.event.name if event and event.event else None
    run(
        listener,
        (),
        reader.catalogues,
        events=[event] if event else [],
        event=name,
        invitation=invitation,
        offline=True,
        ready=ready,
    )


def qr_for_phone(url: str) -> str:
    """The QR code of a link with what to do; without the code where the terminal would break its lines."""
    from listbuilder.exchange.formats.qr import terminal

    drawing, room = terminal(url), columns()
    fits = room is None or len(drawing.partition("\n")[0]) <= room
    code = f"{drawing}\nScan this with the phone" if fits else "Type that on the phone"
    return f"{code}; it must be in the same network. The key works once: the first device that uses it is let in.\n"
