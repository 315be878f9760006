"""`import`: a list from text, a share code, JSON or YAML."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, folders
from listbuilder.cli.inputs import open_bytes
from listbuilder.cli.report_text import report_text
from listbuilder.cli.terminal import safe, say, style

EPILOG = """Examples: listbuilder import pasted.txt -o squad.yaml | listbuilder import LB1-… -o squad.yaml | listbuilder
import - --game GAME < post.txt. Exit codes: 0 fine, 1 the list was written and is illegal, 3 it can't be read: every
problem is named with its line."""


def import_(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, a share code or link, or - for stdin.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The list file to write.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="The game, where the text does not name it."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")] = False,
    catalogue: Catalogues = None,
) -> None:
    """Read a list that somebody pasted, sent or typed, and write it as a list file."""
    import json

    from listbuilder.files import write_text
    from listbuilder.formats.importing import import_list
    from listbuilder.formats.yaml_list import list_text
    from listbuilder.lists import read_list
    from listbuilder.loader import game_folders, load_game
    from listbuilder.resolver import resolve
    from listbuilder.validator import validate

    named = folders(context, catalogue)
    raw, file = open_source(source)
    tree = import_list(raw, lambda name: load_game(name, named), list(game_folders(named)), game, file)
    as_json = output is not None and output.suffix.lower() == ".json"
    text = json.dumps(tree, ensure_ascii=False, indent=2) + "\n" if as_json else list_text(tree)
    document = read_list(text.encode(), file=str(output) if output else None)
    report = validate(resolve(document, load_game(document.game, named)))
    if output is None or str(output) == "-":
        say(safe(text.rstrip("\n")))
    else:
        write_text(output, text, replace=force, inputs=[file] if file else [])
        say(f"Wrote {style(str(output))}.")
        say(report_text(report, str(output), roster=False).rstrip("\n"))
    raise typer.Exit(0 if report.valid else ILLEGAL)


def open_source(source: str) -> tuple[bytes, str | None]:
    """The bytes that a source means, and the file they come from."""
    from listbuilder.formats.code import code_in
    from listbuilder.reading.source import STDIN

    if source != "-" and code_in(source):
        return source.encode(), None
    return open_bytes(Path(source)), STDIN if source == "-" else source
