"""`add`: one more model or group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile, make_change
from listbuilder.documents.edit import Done

if TYPE_CHECKING:
    from listbuilder.lists.words import WordReader
    from listbuilder.reading import Tree
    from listbuilder.workbench import Bench, Edit

EPILOG = """Examples: listbuilder add squad.yaml UNIT weapon=WEAPON gear=GEAR | listbuilder add squad.yaml UNIT WEAPON
name=Tod x2 | listbuilder add squad.yaml UNIT UNIT UNIT | listbuilder add squad.yaml group name=Vanguard. Words in
capitals stand for names of your game, in quotes if there are blanks in them. Each name for the first slot of the game
begins another model; `listbuilder show GAME` has the names. Several entries go with commas: gear=ONE,OTHER. `x2`
counts the model. A slot that must be filled and has one choice is filled. What the game leaves to dice is rolled. The
list is written even when it is illegal, and `undo` takes it back. Exit codes: 0 done, 2 a key or a name is not
understood, 3 the file can't be read or written."""


def add(
    context: typer.Context,
    file: ListFile,
    words: Annotated[
        list[str],
        typer.Argument(metavar="key=value…", help="What it has; names alone go where they fit."),
    ],
    at: Annotated[int | None, typer.Option(min=1, metavar="N", help="Its number in the list; last otherwise.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="For slots that are rolled for: the same rolls again.")
    ] = None,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Add a model by what it has, or a group with the word `group` first."""

    def change(bench: Bench) -> tuple[list[Edit], Done]:
        from listbuilder.lists.refer import rows as rows_of
        from listbuilder.lists.rolling import draw_seed
        from listbuilder.lists.words import WordReader
        from listbuilder.workbench import Add, Many, with_only_choices, with_rolls

        game = bench.report.force.game
        kind = "groups" if words[0].lower() == "group" else "models"
        reader = WordReader(game, kind)
        rows = added_models(reader, words) if kind == "models" else [reader.read(words[1:], {})]
        size = len(rows_of(bench.tree, kind))
        place = size if at is None else min(at - 1, size)
        edits = Many(edits=tuple(Add(row=row, kind=kind, to=place + more) for more, row in enumerate(rows)))
        rolled = with_only_choices(bench, with_rolls(bench, edits, draw_seed() if seed is None else seed))
        return [rolled], Done("Added", tuple((kind, place + more) for more in range(len(rows))))

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)


def added_models(reader: WordReader, words: list[str]) -> list[dict[str, Tree]]:
    """The models that words ask for: `key=value` and names, or else a line as the builders and `import` read it."""
    from listbuilder.errors import EditError
    from listbuilder.formats.text.rows import typed_rows

    try:
        return reader.rows(words)
    except EditError as error:
        known = [any(reader.knows(slot, word) for slot in reader.sheet.slots.values()) for word in words]
        line = " ".join(f'"{word}"' if name and " " in word else word for word, name in zip(words, known, strict=True))
        try:
            return typed_rows(reader.game, line)
        except EditError:
            raise error from None
