"""`upgrade`: a list brought up to date with its catalogue, change by change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from listbuilder.catalogue import Game
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import JsonFlag, ListFile, ListReader, warn_without_undo
from listbuilder.ui.cli.report_text import report_text
from listbuilder.ui.cli.terminal import paragraph, print_json, say, style

if TYPE_CHECKING:
    from listbuilder.judging.validator import Report


def upgrade(
    file: ListFile,
    reader: ListReader,
    old: Annotated[Path | None, Option(metavar="DIR", help="The folder of the older game, to compare prices.")] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Only report; change nothing.")] = False,
    json: JsonFlag = False,
) -> None:
    """Report what changed since a list was built, and write current names and the catalogue version into it.

    Examples: listbuilder upgrade squad.yaml --dry-run | listbuilder upgrade squad.yaml --old last-year/GAME. Renamed
    entries are found by their aliases; unknown names are reported and stay. Prices are compared with --old; without it,
    a list that is older than an overlay or an event is compared with the game below that. Exit codes: 0 success, 3 a
    file can't be read or written.
    """
    from listbuilder.catalogue import stamp
    from listbuilder.exchange.documents.list_documents import upgrade_document
    from listbuilder.judging.validator import Referee
    from listbuilder.lists import parse_list
    from listbuilder.lists.catalogue_changes import UpgradeStep, changes_since, upgrade_list
    from listbuilder.lists.file_editor import Editor, edit_file
    from listbuilder.loading import check_folder
    from listbuilder.storage.reading import read_raw

    former = check_folder(old, reader.catalogues) if old else None
    steps: list[UpgradeStep] = []
    outcome: list[tuple[Report, object]] = []

    def change(editor: Editor) -> None:
        game = reader.game_played(parse_list(editor.document).game)
        before = former or price_base(str(editor.tree.get("catalogue", "")), game, reader)
        steps.extend(changes_since(editor.tree, game, before))
        upgrade_list(editor, game)
        # All work comes before the file is written: if anything stops it, the list is unchanged.
        report = Referee(game, reader.event).judge(
            (editor.before if dry_run else editor.text()).encode(), file=str(file)
        )
        facts = (report, str(file), stamp(report.force.game), not dry_run)
        outcome.append((report, upgrade_document(steps, *facts) if json else None))

    if dry_run:
        change(Editor(read_raw(file), str(file)))
    else:
        warn_without_undo(edit_file(file, change))
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


def price_base(written: str, game: Game, reader: ListReader) -> Game | None:
    """The game whose prices a list had: a list older than an overlay or an event had those of the game below."""
    from listbuilder.catalogue import stamp

    if not written or written == stamp(game):
        return None
    version, _, event = written.partition(" · ")
    if game.below and "+" not in version:
        return reader.game(game.below[-1])
    return reader.game(game.id) if game.event and event != game.event.name else None
