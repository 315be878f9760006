"""`new`: a list file to start from, with every key of the game explained in comments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import USAGE, Catalogues, EventPack, ForceFlag, folders, game_files, open_event, open_game
from listbuilder.cli.progress import Progress
from listbuilder.cli.terminal import safe, say, style
from listbuilder.letters import on_one_line

if TYPE_CHECKING:
    from listbuilder.catalogue import Game

EPILOG = """Examples: listbuilder new GAME squad.yaml | listbuilder new GAME --starter NAME squad.yaml |
listbuilder new GAME --starters | listbuilder new GAME --random --seed 7 squad.yaml"""


def new(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The id or name of a game.")],
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Where to write; stdout otherwise.")] = None,
    name: Annotated[str | None, typer.Option(help="The name of the list.")] = None,
    format: Annotated[
        str | None,
        typer.Option(help="A format of the game, such as its battle size."),
    ] = None,
    starter: Annotated[str | None, typer.Option(metavar="NAME", help="Begin with a starter list of the game.")] = None,
    starters: Annotated[bool, typer.Option("--starters", help="List the starter lists of the game and stop.")] = False,
    random: Annotated[bool, typer.Option("--random", help="A random legal list instead of a skeleton.")] = False,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the same random list.")] = None,
    collection: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --random: only what you own, `owned: {name: number}`.")
    ] = None,
    event: EventPack = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="The same as FILE.")] = None,
    force: ForceFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Write a new list: a skeleton of the game, or one of its starter lists."""
    from listbuilder.files import write_text
    from listbuilder.lists.skeleton import skeleton
    from listbuilder.loader import game_folders
    from listbuilder.values import slug

    named = folders(context, catalogue)
    pack = open_event(event, named)
    book = open_game(game, named, pack)
    shipped = {path.stem: path for path in sorted((game_folders(named)[book.id] / "lists").glob("*.yaml"))}
    if starters:
        say("\n".join(map(style, shipped)) or f"{style(book.name)} has no starter lists.")
        return
    starter = slug(starter) if starter else None
    if starter is not None and starter not in shipped:
        known = ", ".join(shipped) or "none"
        say(style(f"{book.name} has no starter list {starter}; there are {known}."), error=True)
        raise typer.Exit(USAGE)
    if name is not None:
        check_name(name, starter)
    if format is not None and book.format(format) is None:
        known = ", ".join(one.id for one in book.formats)
        raise typer.BadParameter(f"{format!r} is not a format; there are {known}", param_hint="--format")
    if not random and (seed is not None or collection):
        raise typer.BadParameter("only a random list takes a seed or a collection", param_hint="--random")
    if starter and pack:
        fact = "a starter list is for the game itself; `validate --event` says what the event makes of it"
        raise typer.BadParameter(fact, param_hint="--event")
    if random:
        text = random_text(book, seed, format, name, collection, pack)
    else:
        text = starter_text(shipped[starter]) if starter else skeleton(book, name or "My list", format)
    if file and output:
        raise typer.BadParameter("give the file once", param_hint="-o")
    target = file or output
    if target is None or str(target) == "-":
        say(safe(text.rstrip("\n")))
        return
    write_text(target, text, replace=force, inputs=[*filter(None, (collection, event)), *game_files(context)])
    say(f"Wrote {style(str(target))}. Judge it with `listbuilder validate {style(str(target))}`.")


def check_name(name: str, starter: str | None) -> None:
    """Refuse a name that no list may have, or a starter list not."""
    from listbuilder.lists.own_keys import MAX_NAME

    if len(name) > MAX_NAME:
        raise typer.BadParameter(f"a name has at most {MAX_NAME} letters", param_hint="--name")
    if starter or on_one_line(name) != name:
        raise typer.BadParameter("a starter list has its own name; other names are printable text", param_hint="--name")


def starter_text(path: Path) -> str:
    """A starter list as it lies in the game's folder."""
    from listbuilder.reading.source import read_raw

    return read_raw(path).decode("utf-8-sig", "replace")


def random_text(
    game: Game, seed: int | None, format: str | None, name: str | None, collection: Path | None, event: Game | None
) -> str:
    """A random list as a file; without a seed, one is drawn and kept in the name of the list."""
    from random import SystemRandom

    from listbuilder.collection import read_collection
    from listbuilder.formats.yaml_list import list_text
    from listbuilder.generate import random_list

    owned = read_collection(collection, game) if collection else None
    drawn = SystemRandom().randrange(1_000_000) if seed is None else seed
    with Progress("looking for a legal list"):
        return list_text(random_list(game, drawn, format, owned, name, event))
