"""`new`: a list file to start from, with every key of the game explained in comments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import USAGE, Catalogues, folders, open_game
from listbuilder.cli.terminal import HIDDEN_PATTERN, say, style

EPILOG = """Examples: listbuilder new GAME squad.yaml | listbuilder new GAME --starter NAME squad.yaml |
listbuilder new GAME --starters"""


def new(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The id or name of a game.")],
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Where to write; stdout otherwise.")] = None,
    name: Annotated[str | None, typer.Option(help="The name of the list.")] = None,
    format: Annotated[str | None, typer.Option(help="A format of the game, such as its battle size.")] = None,
    starter: Annotated[str | None, typer.Option(metavar="NAME", help="Begin with a starter list of the game.")] = None,
    starters: Annotated[bool, typer.Option("--starters", help="List the starter lists of the game and stop.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="The same as FILE.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")] = False,
    catalogue: Catalogues = None,
) -> None:
    """Write a new list: a skeleton of the game, or one of its starter lists."""
    from listbuilder.files import write_text
    from listbuilder.lists.skeleton import skeleton
    from listbuilder.loader import game_folders
    from listbuilder.values import slug

    named = folders(context, catalogue)
    book = open_game(game, named)
    shipped = {path.stem: path for path in sorted((game_folders(named)[book.id] / "lists").glob("*.yaml"))}
    if starters:
        say("\n".join(shipped) or f"{style(book.name)} has no starter lists.")
        return
    starter = slug(starter) if starter else None
    if starter is not None and starter not in shipped:
        say(
            f"{style(book.name)} has no starter list {style(starter)}; there are {', '.join(shipped) or 'none'}.",
            error=True,
        )
        raise typer.Exit(USAGE)
    if name is not None and (starter or HIDDEN_PATTERN.search(name) or not name.isprintable()):
        raise typer.BadParameter("a starter list has its own name; other names are printable text", param_hint="--name")
    if format is not None and book.format(format) is None:
        known = ", ".join(one.id for one in book.formats)
        raise typer.BadParameter(f"{format!r} is not a format; there are {known}", param_hint="--format")
    text = shipped[starter].read_text("utf-8") if starter else skeleton(book, name or "My list", format)
    if file and output:
        raise typer.BadParameter("give the file once", param_hint="-o")
    target = file or output
    if target is None or str(target) == "-":
        say(text.rstrip("\n"))
        return
    write_text(target, text, replace=force)
    say(f"Wrote {style(str(target))}. Judge it with `listbuilder validate {style(str(target))}`.")
