"""`fill`: an unfinished list made complete, and the ways to spend exactly what is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, ForceFlag, JsonFlag, files_read, folders, judge_file, print_json
from listbuilder.cli.editing import ListFile
from listbuilder.cli.progress import Progress
from listbuilder.cli.report_text import report_text
from listbuilder.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.generate.ways import Way

EPILOG = """Examples: listbuilder fill squad.yaml --ways | listbuilder fill squad.yaml --seed 7 | listbuilder fill
squad.yaml --collection collection.yaml -o full.yaml. Exit codes: 0 fine, 1 the list is still illegal, 3 a
file can't be read or written."""


def fill(
    context: typer.Context,
    file: ListFile,
    seed: Annotated[int, typer.Option(help="The same seed fills the same list the same way.")] = 0,
    ways: Annotated[bool, typer.Option("--ways", help="Only list the ways to spend exactly what is left.")] = False,
    collection: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take only what you own, `owned: {name: number}`.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="Write here, keep FILE.")] = None,
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Complete an unfinished list with random legal models; nothing that is in it is changed."""
    from listbuilder.collection import read_collection
    from listbuilder.errors import DocumentError
    from listbuilder.files import check_target
    from listbuilder.generate import fill_list, spend_exactly
    from listbuilder.lists import parse_list
    from listbuilder.loader import load_game
    from listbuilder.reading import read_file

    named = folders(context, catalogue)
    document = read_file(file)
    parsed = parse_list(document)
    if wrong := tuple(one for one in parsed.problems if one.severity == "error"):
        raise DocumentError(f"{file} can't be filled before it is mended.", wrong)
    if output:
        check_target(output, replace=force, inputs=files_read(context))
    game = load_game(parsed.game, named)
    owned = read_collection(collection, game) if collection else None
    tree = rows_in(document.data)
    with Progress("looking for ways"):
        left, found = spend_exactly(tree, game, collection=owned)
    if not json:
        show_ways(left, found, tree, game)
    if not ways:
        with Progress("looking for models"):
            write(file, output, force, lambda now: fill_list(now, game, seed, owned))
    report = judge_file(output if output and not ways else file, named)
    if json:
        print_json(document_of(left, found, report_of(report, file)))
    elif not ways:
        say(report_text(report, str(output or file), roster=True).rstrip("\n"))
    raise typer.Exit(0 if report.valid or ways else ILLEGAL)


def show_ways(left: int, found: list[Way], tree: dict[str, Any], game: Game) -> None:
    """The ways as people read them."""
    if not left:
        say(style(f"No {game.points} are left to spend."))
        return
    say(style(f"{left} {game.points} left." + ("" if found else " Nothing legal costs exactly that.")))
    names = {at: str(row.get("name")) for at, row in enumerate(tree["models"]) if row.get("name")}
    for number, way in enumerate(found, 1):
        say(paragraph(way.text(names), "     ", f"  {number}. "))


def document_of(left: int, found: list[Way], report: dict[str, Any]) -> dict[str, Any]:
    """The ways and the verdict as data."""
    ways = [
        [{"row": one.row, "slot": one.slot, "name": one.name, "cost": one.cost} for one in way.options] for way in found
    ]
    return {"left": left, "ways": ways, "list": report}


def report_of(report: Any, file: Path) -> dict[str, Any]:
    """The verdict as data."""
    from listbuilder.documents.report_json import report_document

    return report_document(report, str(file))


def rows_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a file says, with the rows that may be missing in it."""
    return {**data, "models": data.get("models") or []}


def write(file: Path, output: Path | None, force: bool, filled: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Put what was added into the file, or the whole list into another; what counts is what is in the file then."""
    from listbuilder.files import write_text
    from listbuilder.lists.edit import Editor, edit_file
    from listbuilder.lists.own_keys import LIST
    from listbuilder.reading.source import read_raw

    def change(editor: Editor) -> None:
        for key, value in filled(rows_in(editor.tree)).items():
            if value != editor.tree.get(key) and not (value == [] and key not in editor.tree):
                editor.assign((key,), value, LIST.head)

    if output is None:
        edit_file(file, change)
        return
    editor = Editor(read_raw(file), str(file))
    change(editor)
    write_text(output, editor.text(), replace=force, inputs=[file])
