"""`build`: the builder, on the whole screen of the terminal or as a page in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import USAGE, Catalogues, EventPack, folders, open_event, open_game
from listbuilder.ui.cli.terminal import say, style

if TYPE_CHECKING:
    from listbuilder.building import Bench
    from listbuilder.catalogue import Game
    from listbuilder.ui.screen.list_file import ListFile


EPILOG = """Examples: listbuilder build squad.yaml | listbuilder build new.yaml --game GAME | listbuilder build --web
squad.yaml. On the screen every edit is saved at once and can be undone, here or with `undo` later; comments stay, and
`?` shows the keys. A file that does not exist is created. The page keeps lists in the browser, under the address it
was opened at: use the same port again; it does not write to FILE; an --event is chosen beside the format.
For speech and Braille the commands `add`, `set`, `copy`, `move` and `remove` do the same line by line. Exit codes: 0
done, 2 no terminal, no such game, the address can't be used or a part is missing, 3 a file can't be read or written."""


def build(
    context: click.Context,
    file: Annotated[Path | None, Argument(metavar="[FILE]", help="A list file; created if it does not exist.")] = None,
    game: Annotated[str | None, Option(help="For a new list: the id or name of its game.")] = None,
    collection: Annotated[
        Path | None,
        Option(metavar="FILE", help="Warn about what you do not own; the file has `owned: {name: number}`."),
    ] = None,
    event: EventPack = None,
    no_mouse: Annotated[
        bool, Option("--no-mouse", help="Leave the mouse to the terminal, to select and copy text.")
    ] = False,
    web: Annotated[bool, Option("--web", help="Open the builder in the browser.")] = False,
    port: Annotated[int, Option(min=0, max=65535, help="With --web: the port; 0 finds a free one.")] = 8000,
    no_open: Annotated[bool, Option("--no-open", help="With --web: print the address, open no browser.")] = False,
    catalogue: Catalogues = None,
) -> None:
    """Build a list in the terminal, or with --web in the browser."""
    named = folders(context, catalogue)
    if web:
        if game or collection:
            raise click.BadParameter("the page asks for the game and the collection itself", param_hint="--web")
        open_page(file, port, no_open, named, open_event(event, named))
        return
    if file is not None and file.exists() and game is not None:
        raise click.BadParameter(f"{file} is there already and says its game", param_hint="--game")
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        say("`build` needs a terminal; `add`, `set` and `remove` build a list without one.", error=True)
        raise Exit(USAGE)
    bench, opened = open_file(file, game, named, open_event(event, named), collection)
    import gc

    from listbuilder.ui.screen.screen_app import BuildApp

    # The game and the code stay for good: no key waits while garbage is looked for among them.
    gc.freeze()
    BuildApp(bench, opened, named).run(mouse=not no_mouse)
    say(f"{style(str(opened.path))} is saved." if opened.path.exists() else "Nothing was built, nothing is written.")


def open_file(
    file: Path | None, game: str | None, catalogues: list[Path], event: Game | None, collection: Path | None
) -> tuple[Bench, ListFile]:
    """The list in a file, or a new one of a game, on the bench; a broken file ends the command here."""
    from listbuilder.building import open_bench
    from listbuilder.judging.collection import read_collection
    from listbuilder.lists import parse_list
    from listbuilder.loading import load_game
    from listbuilder.storage.reading import read_bytes, read_raw, read_text
    from listbuilder.ui.cli.editing import check_file
    from listbuilder.ui.screen.list_file import ListFile

    if file is not None and file.exists():
        check_file(file)
        raw = read_raw(file)
        document, text = read_bytes(raw, file=str(file)), raw.decode("utf-8-sig")
        book = load_game(parse_list(document).game, catalogues)
        opened = ListFile(file, raw)
    else:
        book = open_game(game or chosen_game(catalogues), catalogues, event)
        path = file or free_name(book.id)
        text = f"game: {book.id}\nname: {path.stem}\n"
        document, opened = read_text(text), ListFile(path, None)
    owned = read_collection(collection, book) if collection else None
    return open_bench(document, book, event, owned, text), opened


def free_name(game: str) -> Path:
    """A name for a new list that no file here has."""
    names = (Path(f"{game}{f'-{number}' if number > 1 else ''}.yaml") for number in range(1, 1000))
    return next(path for path in names if not path.exists())


def chosen_game(catalogues: list[Path]) -> str:
    """The game of a new list, asked for before the screen opens."""
    from listbuilder.loading import game_folders

    ids = list(game_folders(catalogues))
    for number, id in enumerate(ids, 1):
        say(f"{number:>3}. {style(open_game(id, catalogues).name)}")
    answer: int = click.prompt("Which game", type=int)
    if not 1 <= answer <= len(ids):
        raise click.BadParameter(f"there are {len(ids)} games", param_hint="--game")
    return ids[answer - 1]


# The builder as a page in the browser: `build --web`.


def open_page(file: Path | None, port: int, no_open: bool, named: list[Path], event: Game | None) -> None:
    """Serve the page and open it, with a list if one is given; lists are judged for the event, if there is one."""
    from listbuilder.ui.web.server import listen, run

    code = _code(file, named, event) if file else ""
    try:
        listener = listen("127.0.0.1", port)
    except OSError as error:
        say(style(f"Port {port} can't be used: {error.strerror}. Try --port 0."), error=True)
        raise Exit(USAGE) from error
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/build/{'#' + code if code else ''}"

    def ready() -> None:
        say(f"The builder is at {url}\nCtrl-C stops it.")
        sys.stdout.flush()  # also where it is read by a program
        if not no_open:
            click.launch(url)

    name = event.event.name if event and event.event else None
    run(listener, (), named, events=[event] if event else [], event=name, ready=ready)


def _code(file: Path, catalogues: list[Path], event: Game | None) -> str:
    """The share code of a list file, which the page opens."""
    from listbuilder.exchange.formats import write_list
    from listbuilder.ui.cli.export import open_list

    return write_list(open_list(file, catalogues, event), "code").strip()
