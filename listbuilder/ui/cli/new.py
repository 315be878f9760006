"""`new`: a list file to start from, with every key of the game explained in comments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.base.characters import on_one_line
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import USAGE, ForceFlag, GameName, ListReader
from listbuilder.ui.cli.terminal import Progress, safe, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game


def new(
    game: GameName,
    reader: ListReader,
    file: Annotated[Path | None, Argument(metavar="[FILE]", help="The file to write; the default is stdout.")] = None,
    name: Annotated[str | None, Option(help="The name of the list.")] = None,
    format: Annotated[str | None, Option(help="A format of the game, such as its battle size.")] = None,
    starter: Annotated[str | None, Option(metavar="NAME", help="Start from one of the game's starter lists.")] = None,
    starters: Annotated[bool, Option("--starters", help="List the starter lists of the game and exit.")] = False,
    random: Annotated[bool, Option("--random", help="Generate a random legal list.")] = False,
    seed: Annotated[int | None, Option(help="The same seed makes the same random list.")] = None,
    collection: Annotated[
        Path | None,
        Option(metavar="FILE", help="With --random: use only what you own; the file has `owned: {name: number}`."),
    ] = None,
    output: Annotated[Path | None, Option("-o", "--output", metavar="FILE", help="The same as FILE.")] = None,
    force: ForceFlag = False,
) -> None:
    """Write a new list: a skeleton of the game, or one of its starter lists.

    Examples: listbuilder new GAME squad.yaml | listbuilder new GAME --starters | listbuilder new GAME --starter NAME
    squad.yaml | listbuilder new GAME --random --seed 7 squad.yaml. See `listbuilder games` for the games. Exit codes: 0
    success, 2 there is no such game, format or starter list, 3 no legal list was found or the file can't be written.
    """
    from listbuilder.base.values import slug
    from listbuilder.lists.skeleton import skeleton
    from listbuilder.storage.files import write_text

    book = reader.game_played(game)
    shipped = {path.stem: path for path in sorted((reader.folders[book.id] / "lists").glob("*.yaml"))}
    if starters:
        say("\n".join(map(style, shipped)) or f"{style(book.name)} has no starter lists.")
        return
    starter = slug(starter) if starter else None
    if starter is not None and starter not in shipped:
        known = ", ".join(shipped) or "none"
        say(style(f"{book.name} has no starter list {starter}; there are {known}."), error=True)
        raise Exit(USAGE)
    if name is not None:
        check_name(name, starter)
    if format is not None and book.format(format) is None:
        known = ", ".join(one.id for one in book.formats)
        raise click.BadParameter(f"{format!r} is not a format; there are {known}", param_hint="--format")
    if not random and (seed is not None or collection):
        raise click.BadParameter("only a random list takes a seed or a collection", param_hint="--random")
    if starter and reader.event:
        fact = "a starter list is for the game itself; `validate --event` says what the event makes of it"
        raise click.BadParameter(fact, param_hint="--event")
    if random:
        text = random_text(book, seed, format, name, collection, reader.event)
    else:
        text = read_starter(shipped[starter]) if starter else skeleton(book, name or "My list", format)
    if file and output:
        raise click.BadParameter("give the file once", param_hint="-o")
    target = file or output
    if target is None or str(target) == "-":
        say(safe(text.rstrip("\n")))
        return
    write_text(target, text, replace=force, inputs=[*filter(None, (collection, reader.event_file)), *reader.files])
    say(f"Wrote {style(str(target))}. Judge it with `listbuilder validate {style(str(target))}`.")


def check_name(name: str, starter: str | None) -> None:
    """Refuse a name that no list may have, or a starter list not."""
    from listbuilder.lists.document import MAX_NAME

    if len(name) > MAX_NAME:
        raise click.BadParameter(f"a name has at most {MAX_NAME} letters", param_hint="--name")
    if starter or on_one_line(name) != name:
        raise click.BadParameter("a starter list has its own name; other names are printable text", param_hint="--name")


def read_starter(path: Path) -> str:
    """The text of a starter list."""
    from listbuilder.storage.reading import read_raw

    return read_raw(path).decode("utf-8-sig", "replace")


def random_text(
    game: Game, seed: int | None, format: str | None, name: str | None, collection: Path | None, event: Game | None
) -> str:
    """A random list as a file; without a seed, one is drawn and kept in the name of the list."""
    from random import SystemRandom

    from listbuilder.building.generate import random_list
    from listbuilder.exchange.formats.list_files import list_text
    from listbuilder.judging.collection import read_collection

    owned = read_collection(collection, game) if collection else None
    drawn = SystemRandom().randrange(1_000_000) if seed is None else seed
    with Progress("looking for a legal list"):
        return list_text(random_list(game, drawn, format, owned, name, event))
