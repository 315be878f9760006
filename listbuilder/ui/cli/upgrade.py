"""`upgrade`: a list brought up to date with its catalogue, change by change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import Catalogues, EventPack, JsonFlag, folders, open_event, open_game, print_json
from listbuilder.ui.cli.editing import ListFile, say_unnoted
from listbuilder.ui.cli.report_text import report_text
from listbuilder.ui.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.validator import Report

EPILOG = """Examples: listbuilder upgrade squad.yaml --dry-run | listbuilder upgrade squad.yaml --old last-year/GAME.
Renames are known from aliases; prices are compared with --old, or with the game below where the list is older than an
overlay or an event; an unknown name is reported and stays. Exit codes: 0 fine, 3 a file can't be read or written."""


def upgrade(
    context: click.Context,
    file: ListFile,
    old: Annotated[Path | None, Option(metavar="DIR", help="The folder of the older game, to compare prices.")] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Only report; change nothing.")] = False,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Report what changed since a list was built, and write current names and the catalogue version into it."""
    from listbuilder.catalogue import stamp
    from listbuilder.exchange.documents.list_documents import upgrade_document
    from listbuilder.judging.validator import Referee
    from listbuilder.lists import parse_list
    from listbuilder.lists.file_editor import Editor, edit_file
    from listbuilder.lists.upgrade import UpgradeStep, changes_since, upgrade_list
    from listbuilder.loading import check_folder
    from listbuilder.storage.reading import read_raw

    named = folders(context, catalogue)
    pack = open_event(event, named)
    former = check_folder(old, named) if old else None
    steps: list[UpgradeStep] = []
    outcome: list[tuple[Report, object]] = []

    def change(editor: Editor) -> None:
        game = open_game(parse_list(editor.document).game, named, pack)
        before = former or price_base(str(editor.tree.get("catalogue", "")), game, named)
        steps.extend(changes_since(editor.tree, game, before))
        upgrade_list(editor, game)
        # All work comes before the file is written: whatever ends it, the list is as it was.
        report = Referee(game, pack).judge((editor.before if dry_run else editor.text()).encode(), file=str(file))
        told = (report, str(file), stamp(report.force.game), not dry_run)
        outcome.append((report, upgrade_document(steps, *told) if json else None))

    if dry_run:
        change(Editor(read_raw(file), str(file)))
    else:
        say_unnoted(edit_file(file, change))
    report, document = outcome[0]
    game = report.force.game
    if json:
        print_json(document)
        return
    for step in steps:
        say(paragraph(f"{step.kind}: {step.text} ({step.where})", "  ", ""))
    if not steps:
        say(style(f"{file} is up to date with catalogue {stamp(game)}."))
    say(report_text(report, str(file), roster=False).rstrip("\n"))


def price_base(said: str, game: Game, catalogues: list[Path]) -> Game | None:
    """The game whose prices a list had: one that was made before an overlay or an event had those of the game below."""
    from listbuilder.catalogue import stamp

    if not said or said == stamp(game):
        return None
    version, _, event = said.partition(" · ")
    if game.below and "+" not in version:
        return open_game(game.below[-1], catalogues)
    return open_game(game.id, catalogues) if game.event and event != game.event.name else None
