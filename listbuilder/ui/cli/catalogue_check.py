"""`catalogue check`: look a game folder over for its author."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from listbuilder.base.wording import counted, listed
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, EventPack, GameReader
from listbuilder.ui.cli.report_text import report_text, unreadable_text
from listbuilder.ui.cli.terminal import Progress, paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game


def check(
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder of a game, with game.yaml in it.")],
    library: GameReader,
    event: EventPack = None,
    why: Annotated[bool, Option("--why", help="Show what each overlay or event changed, with file and line.")] = False,
) -> None:
    """Check a game: every file, every name, every rule, and that its starter lists are legal.

    With --event the pack is checked too, and the starter lists are judged as at the event.

    Only what can be proved wrong is an error. A rule that no list broke in a search, or a format for which no legal
    list was found, is reported as information.

    Examples: listbuilder catalogue check my-games/skyfall | listbuilder catalogue check my-games/homebrew --why |
    listbuilder catalogue check my-games/skyfall --event cup.yaml --why
    """
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.judging.validator import Referee
    from listbuilder.loading import check_folder
    from listbuilder.loading.events import load_event
    from listbuilder.storage.files import real_path
    from listbuilder.storage.reading import read_file

    if not (folder / "game.yaml").is_file():
        raise click.BadParameter(f"{folder} has no game.yaml", param_hint="DIR")
    with Progress("looking the game over"):
        game = check_folder(folder, library.catalogues, thorough=True)
    check_templates(folder, library.catalogues)
    played = load_event(event, [real_path(folder).parent, *library.catalogues]) if event else None
    if played and played.id != game.id:
        raise click.BadParameter(f"{event} is an event of {played.name}, not of {game.name}", param_hint="--event")
    if why:
        say_layers(folder, event, library.catalogues)
    bad = 0
    trees: list[Mapping[str, Any]] = []
    lists = sorted((folder / "lists").glob("*.yaml"))
    referee = Referee(game, played)
    for path in lists:
        try:
            report = referee.judge(path)
        except ListbuilderError as error:
            say(unreadable_text(str(path), error.findings))
            bad += 1
            continue
        trees.append(read_file(path).data)
        if not report.valid:
            say(report_text(report, str(path), roster=False))
            bad += 1
    at = f" at {played.event.name}" if played and played.event else ""
    say(
        f"{style(game.name)} {style(game.version)}: {len(game.entries)} entries, {len(game.rules)} rules, "
        f"{len(lists) - bad} of {len(lists)} starter lists legal{at}."
    )
    show_play(game)
    show_unseen(game, trees)
    raise Exit(ILLEGAL if bad else 0)


def check_templates(folder: Path, catalogues: list[Path]) -> None:
    """Check the templates for cards that a game brings along."""
    from listbuilder.loading import chain_of
    from listbuilder.loading.templates import load_templates

    load_templates(*(one / "templates" for one in chain_of(folder, catalogues) if (one / "templates").is_dir()))


def say_layers(folder: Path, event: Path | None, catalogues: list[Path]) -> None:
    """Say what the overlays and the event do."""
    from listbuilder.loading import chain_of
    from listbuilder.loading.overlay_report import layers_of
    from listbuilder.storage.reading import CATALOGUE_LIMITS, read_file

    pack = read_file(event, limits=CATALOGUE_LIMITS) if event else None
    found = list(layers_of(chain_of(folder, catalogues), pack))
    for one in found:
        over = f" ({one.over} said otherwise)" if one.over else ""
        say(paragraph(f"{one.place}: {one.text}{over}", "  ", ""))
    if not found:
        say("Nothing is laid over this game.")


def show_play(game: Game) -> None:
    """Report how many rules of play are data, and which are left in words."""
    from listbuilder.loading.effects.coverage import coverage_of

    found = coverage_of(game)
    if found.entries or found.terms:
        say(
            f"Play: {counted(found.records, 'record')} on {counted(found.entries, 'entry')}, "
            f"{counted(found.terms, 'term')}, {len(found.special)} special."
        )
    for name, tag in found.special:
        say(f"info: {name} is special ({tag}).")
    if found.alone:
        names = listed([f"{name} ({', '.join(terms)})" for name, terms in found.alone.items()], most=200)
        say(paragraph(f"info: {len(found.alone)} need a term of their own: {names}.", "  ", ""))
    if found.unused:
        say(paragraph(f"info: nothing uses the terms {listed(found.unused)}.", "  ", ""))


def show_unseen(game: Game, trees: list[Mapping[str, Any]]) -> None:
    """Report what no list has shown; it may be right nevertheless."""
    from listbuilder.building.generate import unseen

    with Progress("trying lists"):
        found = unseen(game, trees)
    for format_ in found.formats:
        say(f"info: no legal list was found for {format_}; there may be one.")
    if found.rules:
        say(f"info: no list that was tried breaks {listed(found.rules)}; there may be one.")
