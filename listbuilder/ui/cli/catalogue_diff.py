"""`catalogue diff`: release notes for players, from two versions of a game folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument
from listbuilder.ui.cli.common import ILLEGAL, GameReader
from listbuilder.ui.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game


def diff(
    old: Annotated[str, Argument(metavar="OLD", help="A game folder, DIR@REV for a git revision, or REV1..REV2.")],
    new: Annotated[str, Argument(metavar="NEW", help="The same; after REV1..REV2, the folder.")],
    library: GameReader,
) -> None:
    """Write release notes: what changed for players from one version of a game to the next.

    Costs, stats, rules, options, texts, what is new, gone or renamed; the starter lists that are no longer legal or
    cost something else; and whether the version number was raised enough.

    Examples: listbuilder catalogue diff old/my-game my-game | listbuilder catalogue diff my-game@v1.0.0 my-game |
    listbuilder catalogue diff v1.0.0..HEAD my-game. Exit codes: 0 the version fits the changes, 1 it must be raised
    further, 2 there is no such revision, 3 a game can't be read.
    """
    from listbuilder.exchange.documents.game_difference import HEADINGS, compare_games, level_of
    from listbuilder.loading import check_folder

    with ExitStack() as stack:
        sources = (
            (f"{new}@{old.partition('..')[0]}", f"{new}@{old.partition('..')[2] or 'HEAD'}")
            if is_range(old)
            else (old, new)
        )
        folders = [stack.enter_context(opened(source)) for source in sources]
        before, after = (check_folder(one, library.catalogues) for one in folders)
        if before.id != after.id:
            raise click.BadParameter(f"{before.name} and {after.name} are two games", param_hint="NEW")
        notes = compare_games(before, after)
        lists = list(list_notes(folders[0], before, after))
    say(f"# {style(after.name, 'bold')} {style(after.version)}")
    say(f"Since {style(before.version)}:" if notes or lists else f"Nothing changed since {style(before.version)}.")
    for heading in HEADINGS:
        some = [note.text for note in notes if note.heading == heading]
        print_section(heading, some)
    print_section("Starter lists", lists)
    level = level_of(notes)
    raise Exit(check_version(before.version, after.version, level) if notes else 0)


def is_range(text: str) -> bool:
    """Whether an argument is two revisions, and no path such as `../game`."""
    first, dots, _ = text.partition("..")
    return bool(first and dots) and not os.path.lexists(text) and "@" not in text and not first.endswith("/")


def print_section(heading: str, lines: list[str]) -> None:
    """One heading with its notes."""
    if lines:
        say(f"\n## {heading}\n")
    for line in lines:
        say(paragraph(line, "  ", "- "))


def check_version(before: str, after: str, level: str) -> int:
    """Say whether the version was raised enough, and give back the exit code."""
    from listbuilder.exchange.documents.game_difference import least_version, numbers_of

    least = least_version(before, level)  # type: ignore[arg-type]
    reason = {
        "major": "lists can become illegal or change their cost",
        "minor": "something is new or plays differently",
    }
    why = reason.get(level, "only words changed")
    if numbers_of(after) >= numbers_of(least):
        say(paragraph(f"Version {after} fits: {why}.", "", "\n"))
        return 0
    say(paragraph(f"Raise `version` from {after} to {least} or more: {why}.", "", "\n"), error=True)
    return ILLEGAL


def list_notes(folder: Path, before: Game, after: Game) -> Iterator[str]:
    """What becomes of the starter lists that were legal."""
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.judging.validator import Referee

    for path in sorted((folder / "lists").glob("*.yaml")):
        try:
            one, other = Referee(before).judge(path), Referee(after).judge(path)
        except ListbuilderError as error:
            yield f"{path.name} can't be read: {error.findings[0].message}"
            continue
        name = f"{one.force.document.name or path.stem} ({path.name})"
        if one.valid and not other.valid:
            wrong = [found for found in other.findings if found.severity == "error"]
            yield f"{name} is no longer legal: {' '.join(found.message for found in wrong)}"
        elif one.valid and one.force.cost != other.force.cost:
            yield f"{name} costs {other.force.cost} {after.points} instead of {one.force.cost}"


@contextmanager
def opened(source: str) -> Iterator[Path]:
    """The folder of a version: itself, or a copy of it as it was at a git revision."""
    path, at, revision = source.rpartition("@")
    # The name of a folder may have an @ in it.
    if not at or os.path.isdir(source):
        if not os.path.isfile(Path(source) / "game.yaml"):  # noqa: PTH113
            raise click.BadParameter(f"{source} is not the folder of a game", param_hint="OLD and NEW")
        yield Path(source)
        return
    from listbuilder.storage.revisions import RevisionError, at_revision

    try:
        with at_revision(Path(path), revision) as folder:
            yield folder
    except RevisionError as error:
        raise click.BadParameter(str(error), param_hint="OLD and NEW") from error
