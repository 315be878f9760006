"""`add`: one more model or group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.exchange.documents.edit_document import EditOutcome
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.ui.cli.editing import ListFile, make_change

if TYPE_CHECKING:
    from listbuilder.building import Bench, Edit
    from listbuilder.lists.key_values import WordReader
    from listbuilder.storage.reading import Tree

EPILOG = """Examples: listbuilder add squad.yaml UNIT weapon=WEAPON gear=GEAR | listbuilder add squad.yaml UNIT WEAPON
name=Tod x2 | listbuilder add squad.yaml UNIT UNIT UNIT | listbuilder add squad.yaml group name=Vanguard. Words in
capitals stand for names of your game, in quotes if they contain blanks. Each name for the first slot of the game
starts another model; `listbuilder show GAME` lists the names. Separate several entries by commas: gear=ONE,OTHER. `x2`
adds two. A required slot with one choice is filled for you. What the game leaves to dice is rolled. The list is
written even if it is illegal; `undo` reverts it. Exit codes: 0 success, 2 a key or a name is unknown, 3 the file can't
be read or written."""


def add(
    context: click.Context,
    file: ListFile,
    words: Annotated[
        list[str],
        Argument(metavar="key=value…", help="Its options; a name without a key goes where it fits."),
    ],
    at: Annotated[int | None, Option(min=1, metavar="N", help="Its position in the list; the default is last.")] = None,
    seed: Annotated[int | None, Option(min=0, metavar="N", help="Repeat the rolls for slots that are rolled.")] = None,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Add a model, described by its options; or a group, with the word `group` first."""

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        from listbuilder.building import Add, Many, with_only_choices, with_rolls
        from listbuilder.lists.find_row import rows_of_kind as rows_of
        from listbuilder.lists.key_values import WordReader
        from listbuilder.lists.rolling import draw_seed

        game = bench.report.force.game
        kind = "groups" if words[0].lower() == "group" else "models"
        reader = WordReader(game, kind)
        rows = added_models(reader, words) if kind == "models" else [reader.read(words[1:], {})]
        size = len(rows_of(bench.tree, kind))
        place = size if at is None else min(at - 1, size)
        edits = Many(edits=tuple(Add(row=row, kind=kind, to=place + more) for more, row in enumerate(rows)))
        rolled = with_only_choices(bench, with_rolls(bench, edits, draw_seed() if seed is None else seed))
        return [rolled], EditOutcome("Added", tuple((kind, place + more) for more in range(len(rows))))

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)


def added_models(reader: WordReader, words: list[str]) -> list[dict[str, Tree]]:
    """The models that words ask for: `key=value` and names, or else a line as the builders and `import` read it."""
    from listbuilder.base.errors import EditError
    from listbuilder.exchange.formats.text.text_rows import typed_rows

    try:
        return reader.rows(words)
    except EditError as error:
        known = [any(reader.knows(slot, word) for slot in reader.sheet.slots.values()) for word in words]
        line = " ".join(f'"{word}"' if name and " " in word else word for word, name in zip(words, known, strict=True))
        try:
            return typed_rows(reader.game, line)
        except EditError:
            raise error from None
