"""`schema`: JSON Schemas for editors and other tools, and documents checked against them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, ForceFlag, JsonFlag, folders, open_game, print_json
from listbuilder.cli.schema_check import check_files
from listbuilder.cli.terminal import say, style

EPILOG = """Examples: listbuilder schema GAME | listbuilder schema report | listbuilder schema --write schemas |
listbuilder schema check squad.yaml force.json | listbuilder schema check my-game --json. Exit codes of check: 0 every
file fits its schema, 1 some file does not, 3 a file can't be read or nothing tells what it is."""


def schema(
    context: typer.Context,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME or DOCUMENT] or check FILE…",
            help="A game, for its lists; or event, force, report …; or `check` and files of any kind.",
        ),
    ] = None,
    as_: Annotated[
        str | None, typer.Option("--as", metavar="DOCUMENT", help="Check the files as this, where nothing tells.")
    ] = None,
    write: Annotated[Path | None, typer.Option(metavar="DIR", help="Write all schemas into a folder.")] = None,
    reference: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the reference of game files.")] = None,
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Print the JSON Schema of a game's lists or of a document, write them all, or check files against them."""
    from listbuilder.documents.schemas.published import DOCUMENTS, all_schemas, published_list_schema, published_schema
    from listbuilder.loader import game_folders

    named = folders(context, catalogue)
    first, *rest = what or [""]
    if first == "check":
        raise typer.Exit(check_files(files_in(rest), kind_in(as_), json, named))
    if rest:
        from listbuilder.spelling import did_you_mean

        hint = did_you_mean(first, ["check"])
        fact = "name one game or document, or say `check` before files"
        raise typer.BadParameter(f"{fact}. {hint}" if hint else fact, param_hint=rest[0])
    if write:
        from listbuilder.files import write_text

        made = all_schemas([open_game(id, named) for id in game_folders(named)])
        for name, text in made.items():
            write_text(write / name, text, replace=force)
        say(f"Wrote {len(made)} schemas into {style(str(write))}.")
    elif reference:
        from listbuilder.documents.schemas.reference import reference as reference_text
        from listbuilder.files import write_text

        write_text(reference, reference_text(), replace=force)
        say(f"Wrote {style(str(reference))}.")
    elif not first:
        raise typer.BadParameter(
            f"name a game, or one of {', '.join(DOCUMENTS)}; or say --write DIR or --reference FILE"
        )
    elif first in DOCUMENTS:
        print_json(published_schema(first))
    else:
        print_json(published_list_schema(open_game(first, named)))


def files_in(names: list[str]) -> list[Path]:
    """The files to check; there must be one."""
    if not names:
        raise typer.BadParameter("name the files to check", param_hint="check")
    return [Path(name) for name in names]


def kind_in(name: str | None) -> str | None:
    """A kind of document that was named."""
    from listbuilder.documents.schemas.check import KINDS
    from listbuilder.spelling import did_you_mean

    if name is not None and name not in KINDS:
        hint = did_you_mean(name, KINDS) or f"There are {', '.join(KINDS)}."
        raise typer.BadParameter(f"{name!r} is no document with a schema. {hint}", param_hint="--as")
    return name
