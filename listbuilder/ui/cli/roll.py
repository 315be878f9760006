"""`roll`: roll for the slots that a game fills by dice, and write number and seed into the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.exchange.documents.edit_document import NOTHING, EditOutcome
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.ui.cli.editing import ListFile, make_change
from listbuilder.ui.cli.terminal import say, style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from listbuilder.building import Bench, Edit
    from listbuilder.catalogue import Game, RowSchema
    from listbuilder.lists.rolling import RollResult
    from listbuilder.storage.reading import Path as TreePath
    from listbuilder.storage.reading import Tree

EPILOG = """Examples: listbuilder roll squad.yaml | listbuilder roll squad.yaml Tod --seed 7 | listbuilder roll
squad.yaml Tod --slot injuries | listbuilder roll squad.yaml list. Only what has nothing yet is rolled, inside picks
too; --slot rolls once more where there is room. Number and seed stand beside the entry, so that anybody can check the
roll, and `undo` takes it back. Exit codes: 0 done, 2 a model or a slot is not understood, 3 the file can't be
read or written."""


def roll(
    context: click.Context,
    file: ListFile,
    model: Annotated[
        str | None,
        Argument(metavar="[MODEL]", help="A number or a name, `list` for the list itself; all of it otherwise."),
    ] = None,
    slot: Annotated[str | None, Option(metavar="SLOT", help="Roll once more for this slot.")] = None,
    seed: Annotated[int | None, Option(min=0, metavar="N", help="The same seed rolls the same.")] = None,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Roll for the slots that the game fills by dice."""
    from listbuilder.lists.rolling import draw_seed

    drawn = draw_seed() if seed is None else seed
    rolls: list[RollResult] = []

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        from listbuilder.building.edits import spell_own_names
        from listbuilder.lists.find_row import resolve_row

        game = bench.report.force.game
        tree = spell_own_names(bench.tree, game)
        paths = [resolve_row(tree, model, game)] if model is not None else all_rows(tree)
        touched: list[TreePath] = []
        edits: list[Edit] = []
        for path in paths:
            made, found = roll_row(bench, path, slot, rolls[-1].seed + 1 if rolls else drawn)
            edits += made
            touched += [path] if found else []
            rolls.extend(found)
        if not rolls and model is None:
            check_rolled(game)
        return edits, EditOutcome("Rolled for", tuple(touched)) if touched else NOTHING

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
    if not json:
        for one in rolls:
            say(style(f"  {one.table.name}: a roll of {one.number} is {one.entry.name} (seed {one.seed})."))


def all_rows(tree: Mapping[str, Tree]) -> list[TreePath]:
    """The list itself, its groups and its models."""
    from listbuilder.lists.find_row import rows_of_kind

    found: list[TreePath] = [()]
    for kind in ("groups", "models"):
        found += [(kind, at) for at, row in enumerate(rows_of_kind(tree, kind)) if isinstance(row, dict)]
    return found


def roll_row(bench: Bench, path: TreePath, slot: str | None, seed: int) -> tuple[Sequence[Edit], Sequence[RollResult]]:
    """Roll for one row of the list: what that changes, and the rolls."""
    from listbuilder.building.edits import schema_at
    from listbuilder.building.rolls import rolls

    game = bench.report.force.game
    id = None if slot is None else slot_named(slot, game, schema_at(game, path))
    return rolls(bench, path, seed, id) if slot is None or id is not None else ((), ())


def slot_named(word: str, game: Game, sheet: RowSchema) -> str | None:
    """The slot that a word means; None when it is a slot of other rows."""
    from listbuilder.base.errors import EditError
    from listbuilder.base.spelling import did_you_mean, same_word
    from listbuilder.lists.rolling import rolled_slots

    here = rolled_slots(sheet)
    found = next((id for id in here if same_word(word.lower(), id)), None)
    if found:
        return found
    known = [id for one in (game.list, game.group, game.model) for id in rolled_slots(one)]
    if any(same_word(word.lower(), id) for id in known):
        return None
    hint = did_you_mean(word, known) or (f"Rolled for are {', '.join(known)}." if known else "No slot is.")
    raise EditError.of("edit.word", f"`{word}` is no slot of {game.name} that is rolled for.", hint)


def check_rolled(game: Game) -> None:
    """Refuse to roll where the game rolls for nothing."""
    from listbuilder.base.errors import EditError
    from listbuilder.lists.rolling import rolls_for_anything

    if not rolls_for_anything(game):
        hint = "A slot says `rolled: TABLE` where it is rolled for."
        raise EditError.of("edit.word", f"{game.name} has nothing to roll for.", hint)
