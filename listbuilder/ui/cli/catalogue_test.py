"""`catalogue test`: run the cases of a game, or record a list as one."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, GameReader
from listbuilder.ui.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.judging.game_cases import CaseResult
    from listbuilder.judging.validator import Report

# Dots in a line.
WIDTH = 60
HEAD = "# Lists with their verdicts: `listbuilder catalogue test` runs them.\ncases:\n"


def test(
    library: GameReader,
    folder: Annotated[
        Path | None, Argument(metavar="[DIR]", help="The folder of a game; with --add, by default that of the list.")
    ] = None,
    add: Annotated[
        Path | None, Option(metavar="FILE", help="Record a list with today's verdict, after asking.")
    ] = None,
    name: Annotated[str | None, Option(help="With --add: what the case is about; by default the list's name.")] = None,
    yes: Annotated[bool, Option("--yes", help="With --add: do not ask.")] = False,
) -> None:
    """Run the cases in tests.yaml: lists with the verdicts that they must have.

    A case is a list, written out or a file, and its verdict: `{name: At the limit, list: lists/first.yaml, total: 100}`
    is legal and costs so much, `{name: One over, list: {models: […]}, codes: [points.over]}` has exactly these errors.
    `stats: {Ada: {hp: 5}}` compares final stats, `warnings: []` the codes of warnings.

    Examples: listbuilder catalogue test my-game | listbuilder catalogue test --add my-game/lists/first.yaml. Exit
    codes: 0 every case passes, 1 some case fails, 3 tests.yaml or the game can't be read.
    """
    from listbuilder.judging.game_cases import run_cases, summary
    from listbuilder.loading import load_folder
    from listbuilder.loading.folders import CASES

    game_folder = folder or folder_near(add or Path())
    if not (game_folder / "game.yaml").is_file():
        raise click.BadParameter(f"{game_folder} has no game.yaml", param_hint="DIR")
    start = time.monotonic()
    game = load_folder(game_folder, library.catalogues)
    if add:
        from listbuilder.judging.validator import Referee

        record_case(game_folder, add, name, Referee(game).judge(add), yes)
        return
    if not (game_folder / CASES).is_file():
        fact = f"{game_folder} has no {CASES}; record a list with `listbuilder catalogue test --add FILE`"
        raise click.BadParameter(fact, param_hint="DIR")
    results = list(run_cases(game_folder, game))
    dots = "".join("." if one.passed else "F" for one in results)
    for at in range(0, len(dots), WIDTH):
        say(f"{style(str(game_folder / CASES))} {dots[at : at + WIDTH]}")
    for one in results:
        if not one.passed:
            print_failure(one)
    seconds = f"{time.monotonic() - start:.1f} s"
    failed = any(not one.passed for one in results)
    say(style(f"{summary(results)} in {seconds}", "red" if failed else "green"))
    raise Exit(ILLEGAL if failed else 0)


def folder_near(path: Path) -> Path:
    """The folder of the game that a list lies in or beside, or the one that somebody works in."""
    from listbuilder.loading.folders import near_games
    from listbuilder.ui.cli.common import names_game

    near = near_games(path)
    inside = [one for one in near.values() if one in path.resolve().parents or one == path.resolve()]
    meant = inside or [one for id, one in near.items() if path.is_file() and names_game(path, id)]
    if not meant:
        raise click.BadParameter("name the folder of a game", param_hint="DIR")
    return Path(os.path.relpath(meant[0]))


def print_failure(result: CaseResult) -> None:
    """One case that failed: where it is, what was expected, what came out, and what the judge says."""
    say()
    say(style(f"{result.file}:{result.line}: {result.case.name}", "bold"))
    say(paragraph(", ".join(result.expected), "            ", "  expected: "))
    say(paragraph(", ".join(result.got), "            ", "  got:      "))
    for one in result.findings:
        if one.code not in result.case.codes and one.severity == "error":
            say(paragraph(f"{one.code}: {one.message}", "    ", "  "))


def record_case(folder: Path, file: Path, name: str | None, report: Report, yes: bool) -> None:
    """Add a list to the cases with the verdict that it has, if its author agrees."""
    from listbuilder.judging.game_cases import codes_of, verdict
    from listbuilder.lists.yaml_surgery import flow_text, scalar_text
    from listbuilder.loading.folders import CASES
    from listbuilder.storage.files import real_path, write_text
    from listbuilder.storage.reading import read_file

    codes, total = codes_of(report, "error"), report.force.cost
    title = name or str(report.force.document.name or file.stem)
    say(f"{style(title)}: {verdict(codes)}, {total} {report.force.game.points}.")
    if not yes and not click.confirm("Is that right?"):
        say("Nothing is recorded.")
        return
    own = real_path(folder) in real_path(file).parents
    tree = {key: value for key, value in read_file(file).data.items() if key not in ("game", "name")}
    shown = real_path(file).relative_to(real_path(folder)).as_posix() if own else tree
    wrong = f", codes: {flow_text(list(codes))}" if codes else ""
    line = f"  - {{name: {scalar_text(title)}, list: {flow_text(shown)}, total: {total}{wrong}}}\n"
    target = folder / CASES
    # Appended as text, so that the author's comments and layout stay.
    before = target.read_text("utf-8") if target.is_file() else HEAD
    write_text(target, before + ("" if before.endswith("\n") else "\n") + line, replace=True)
    say(f"Recorded in {style(str(target))}.")
