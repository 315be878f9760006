"""`catalogue check`: look a game folder over for its author."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from listbuilder.base.wording import counted, join_names
from listbuilder.catalogue import Game
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, UNREADABLE, EventPack, GameReader
from listbuilder.ui.cli.report_text import report_text, unreadable_text
from listbuilder.ui.cli.terminal import Progress, paragraph, print_error, say, style

# Seconds between two looks at the files.
PAUSE = 0.3
HANDFUL = 5


def check(
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder of a game, with game.yaml in it.")],
    library: GameReader,
    event: EventPack = None,
    why: Annotated[bool, Option("--why", help="Show what each overlay or event changed, with file and line.")] = False,
    coverage: Annotated[
        bool,
        Option(
            "--coverage",
            help="List the terms of play that only a sentence defines, with the reason, and all texts with numbers in "
            "words only.",
        ),
    ] = False,
    watch: Annotated[bool, Option("--watch", help="On a terminal: check again after each save, until Ctrl-C.")] = False,
) -> None:
    """Check a game: every file, every name, every rule, that its starter lists are legal and that its cases pass.

    With --event the pack is checked too, and the starter lists are judged as at the event.

    Only what can be proved wrong is an error. A rule that no list broke in a search, or a format for which no legal
    list was found, is reported as information.

    Examples: listbuilder catalogue check my-games/skyfall | listbuilder catalogue check my-games/homebrew --why |
    listbuilder catalogue check my-games/skyfall --event cup.yaml --why | listbuilder catalogue check my-game --watch |
    listbuilder catalogue check my-game --coverage
    """
    if watch:
        watch_folder(folder, lambda: check_once(folder, library, event, why, coverage))
    raise Exit(check_once(folder, library, event, why, coverage))


def watch_folder(folder: Path, run: Callable[[], int]) -> None:
    """Check a folder now and after each save, until somebody stops it."""
    from listbuilder.base.errors import ListbuilderError

    if not sys.stdout.isatty():
        raise click.BadParameter("only a terminal can show what changes", param_hint="--watch")
    try:
        while True:
            # Before the check: a save while it runs leads to another.
            before = saved(folder)
            click.clear()
            try:
                run()
            except ListbuilderError as error:
                print_error(error)
            say()
            say(style("Watching for the next save; Ctrl-C stops.", "dim"))
            sys.stdout.flush()  # the output of a command is buffered until it ends
            wait_for_save(folder, before)
    except KeyboardInterrupt:
        raise Exit(0) from None


def saved(folder: Path) -> dict[Path, tuple[int, int]]:
    """When each file of a game folder was saved last, and its size."""
    found = {}
    for path in folder.glob("**/*.yaml"):
        # An editor may be about to replace it.
        with suppress(OSError):
            now = path.stat()
            found[path] = (now.st_mtime_ns, now.st_size)
    return found


def wait_for_save(
    folder: Path, before: Mapping[Path, tuple[int, int]], sleep: Callable[[float], None] = time.sleep
) -> None:
    """Wait until a file of a folder differs from before; `sleep` waits between two looks."""
    while saved(folder) == before:
        sleep(PAUSE)


def check_once(folder: Path, library: GameReader, event: Path | None, why: bool, coverage: bool = False) -> int:
    """Check a game and say everything about it; the exit code."""
    from listbuilder.base.errors import CatalogueError, ListbuilderError
    from listbuilder.judging.validator import Referee
    from listbuilder.loading import check_folder
    from listbuilder.loading.events import load_event
    from listbuilder.storage.files import real_path
    from listbuilder.storage.reading import read_file

    if not (folder / "game.yaml").is_file():
        raise click.BadParameter(f"{folder} has no game.yaml", param_hint="DIR")
    try:
        with Progress("looking the game over"):
            game = check_folder(folder, library.catalogues, thorough=True)
    except CatalogueError as error:
        print_error(error)
        say("Next: correct these, the first one first, and check again.", error=True)
        return UNREADABLE
    check_templates(folder, library.catalogues)
    played = load_event(event, [real_path(folder).parent, *library.catalogues]) if event else None
    if played and played.id != game.id:
        raise click.BadParameter(f"{event} is an event of {played.name}, not of {game.name}", param_hint="--event")
    if why:
        print_layers(folder, event, library.catalogues)
    bad = 0
    trees: dict[str, Mapping[str, Any]] = {}
    lists = sorted((folder / "lists").glob("*.yaml"))
    referee = Referee(game, played)
    for path in lists:
        try:
            report = referee.judge(path)
        except ListbuilderError as error:
            say(unreadable_text(str(path), error.findings))
            bad += 1
            continue
        trees[f"lists/{path.name}"] = read_file(path).data
        if not report.valid:
            say(report_text(report, str(path), roster=False))
            bad += 1
    at = f" at {played.event.name}" if played and played.event else ""
    say(
        f"{style(game.name)} {style(game.version)}: {len(game.entries)} entries, {len(game.rules)} rules, "
        f"{len(lists) - bad} of {len(lists)} starter lists legal{at}."
    )
    show_play(game)
    if coverage:
        show_sentences(game)
    show_digits(game, folder, library.catalogues, coverage)
    show_unseen(game, trees)
    failed = show_failed_cases(folder, game)
    say(f"Next: {next_step(folder, game, lists, bad, failed)}")
    return ILLEGAL if bad or failed else 0


def show_failed_cases(folder: Path, game: Game) -> int:
    """Say which cases of the game fail, and how; how many."""
    from listbuilder.judging.game_cases import run_cases
    from listbuilder.loading.folders import CASES
    from listbuilder.ui.cli.catalogue_test import print_failure

    failed = [one for one in run_cases(folder, game) if not one.passed] if (folder / CASES).is_file() else []
    for one in failed:
        print_failure(one)
    return len(failed)


def next_step(folder: Path, game: Game, lists: list[Path], bad: int, failed: int) -> str:
    """What an author does after a check."""
    from listbuilder.loading.folders import CASES

    shown = style(str(folder))
    if bad:
        return "correct the starter lists above, or the rules that they break."
    if failed:
        return "correct the failed cases above, or what they are about."
    if not lists:
        parent = style(str(folder.parent))
        return f"write a list: `listbuilder --catalogue {parent} new {game.id} {shown}/lists/first-list.yaml`."
    if not (folder / CASES).is_file():
        return f"record a list as a case: `listbuilder catalogue test --add {style(str(lists[0]))}`."
    return f"prove what it allows: `listbuilder catalogue prove {shown}`."


def show_digits(game: Game, folder: Path, catalogues: list[Path], every: bool) -> None:
    """Say which texts have numbers in words only; from version 1.0.0 on, that is a problem."""
    from listbuilder.loading import chain_of
    from listbuilder.loading.effects.text_checks import digits_of

    if not game.version.startswith("0."):
        return
    found = digits_of(chain_of(folder, catalogues))
    shown = found if every or len(found) <= HANDFUL else found[:HANDFUL]
    for one in shown:
        say(paragraph(f"info: {one.file}:{one.line}: {one.message} {one.hint} Version 1.0.0 needs it.", "  ", ""))
    if rest := len(found) - len(shown):
        texts = counted(rest, "more text")
        say(f"info: {texts} with numbers in words only; {style('--coverage')} lists all.")


def check_templates(folder: Path, catalogues: list[Path]) -> None:
    """Check the templates for cards that a game brings along."""
    from listbuilder.loading import chain_of
    from listbuilder.loading.templates import load_templates

    load_templates(*(one / "templates" for one in chain_of(folder, catalogues) if (one / "templates").is_dir()))


def print_layers(folder: Path, event: Path | None, catalogues: list[Path]) -> None:
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
        names = join_names([f"{name} ({', '.join(terms)})" for name, terms in found.alone.items()], most=200)
        say(paragraph(f"info: {len(found.alone)} need a term of their own: {names}.", "  ", ""))
    if found.unused:
        say(paragraph(f"info: nothing uses the terms {join_names(found.unused)}.", "  ", ""))


def show_sentences(game: Game) -> None:
    """List the terms of play that only a sentence defines, with the reason where the game gives one."""
    from listbuilder.loading.effects.coverage import coverage_of, sentence_terms

    found, terms = list(sentence_terms(game)), coverage_of(game).terms
    if terms:
        bare = sum(not one.narrative for one in found)
        share, open_ = (f"{100 * number / terms:.0f} %" for number in (len(found), bare))
        say(
            f"Coverage: {len(found)} of {counted(terms, 'term')} ({share}) say in words alone what they mean, "
            f"{bare} of them ({open_}) without a reason."
        )
    for one in sorted(found, key=lambda one: not one.narrative):
        reason = f"narrative, {one.narrative}" if one.narrative else "no reason given; say `narrative`, or use data."
        say(paragraph(f"{one.sort} {one.name}: {reason}", "    ", "  "))


def show_unseen(game: Game, trees: Mapping[str, Mapping[str, Any]]) -> None:
    """Report what no list has shown; it may be right nevertheless."""
    from listbuilder.building.generate import unseen

    with Progress("trying lists"):
        found = unseen(game, trees.values())
    for format_ in found.formats:
        say(f"info: no legal list was found for {format_}; there may be one.")
    carriers: list[Any] = [game, *game.formats, *game.entries]
    texts = {rule.id: rule.text for one in carriers for rule in one.rules}
    # Those that a list comes near to first: they say most.
    ids = sorted(found.rules, key=lambda rule: rule not in found.nearest)
    for id in ids[:HANDFUL]:
        says = f" ({texts[id].rstrip('.')})" if texts.get(id) else ""
        number, words = found.nearest.get(id, (0, ""))
        near = f" Nearest is {list(trees)[number]} with {words}." if words else ""
        say(paragraph(f"info: no list that was tried breaks {id}{says}; there may be one.{near}", "  ", ""))
    if rest := ids[HANDFUL:]:
        say(
            paragraph(
                f"info: the same holds of {counted(len(rest), 'more rule')}: {join_names(rest, most=20)}.", "  ", ""
            )
        )
