"""`schema`: JSON Schemas for editors and other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, ForceFlag, folders, open_game, print_json
from listbuilder.cli.terminal import say, style

EPILOG = "Examples: listbuilder schema GAME | listbuilder schema report | listbuilder schema --write schemas"


def schema(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(metavar="[GAME or DOCUMENT]", help="A game, for its lists; or event, force, report …"),
    ] = None,
    write: Annotated[Path | None, typer.Option(metavar="DIR", help="Write all schemas into a folder.")] = None,
    reference: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the reference of game files.")] = None,
    force: ForceFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Print the JSON Schema of a game's lists or of a document, or write them all."""
    from listbuilder.documents.schemas.published import DOCUMENTS, all_schemas, published_list_schema, published_schema
    from listbuilder.loader import game_folders

    named = folders(context, catalogue)
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
    elif what is None:
        raise typer.BadParameter(
            f"name a game, or one of {', '.join(DOCUMENTS)}; or say --write DIR or --reference FILE"
        )
    elif what in DOCUMENTS:
        print_json(published_schema(what))
    else:
        print_json(published_list_schema(open_game(what, named)))
