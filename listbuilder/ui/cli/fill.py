"""`fill`: the ways to complete an unfinished list and to spend what is left; nothing in it is changed or taken out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click
from click.exceptions import Exit

from listbuilder.base.findings import capped
from listbuilder.base.wording import counted
from listbuilder.judging.validator import Referee
from listbuilder.storage.reading import read_raw
from listbuilder.ui.cli.apply_suggestion import Take, edited_text, say_how_to_take, say_taken, show_ways, take_way
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import (
    ILLEGAL,
    Catalogues,
    EventPack,
    ForceFlag,
    JsonFlag,
    files_read,
    folders,
    open_event,
    print_json,
)
from listbuilder.ui.cli.editing import ListFile, bench_of
from listbuilder.ui.cli.inputs import open_bytes
from listbuilder.ui.cli.progress import Progress
from listbuilder.ui.cli.report_text import finding_text, points_text, verdict_text
from listbuilder.ui.cli.terminal import paragraph, safe, say

if TYPE_CHECKING:
    from listbuilder.building import Bench, Fills, Fix
    from listbuilder.building.generate import Filling
    from listbuilder.catalogue import Game

EPILOG = """Examples: listbuilder fill squad.yaml | listbuilder fill squad.yaml --take 2 | listbuilder fill squad.yaml
--keep --collection collection.yaml --take 1 -o full.yaml. Ways only add: models, options for models that have room,
and what the list itself lacks; with --keep, existing models get nothing. If an addition can't fix what is wrong with
the list, use `mend`. Exit codes: 0 success, 1 the list is not legal or there is no way to fill it, 3 a
file can't be read or written."""


class FillResult(NamedTuple):
    """A file as it was looked at, and the ways to fill it."""

    raw: bytes
    bench: Bench
    fills: Fills


class Wish(NamedTuple):
    """What is asked for."""

    catalogues: list[Path]
    event: Game | None
    collection: Path | None
    seed: int
    keep: bool
    most: int


def fill(
    context: click.Context,
    file: ListFile,
    take: Take = None,
    keep: Annotated[
        bool,
        Option("--keep", help="Leave existing models alone; add new ones, and what the list lacks."),
    ] = False,
    seed: Annotated[int, Option(help="The same seed finds the same ways.")] = 0,
    most: Annotated[int, Option(min=1, max=100, metavar="N", help="How many ways to show.")] = 8,
    collection: Annotated[
        Path | None, Option(metavar="FILE", help="Use only what you own; the file has `owned: {name: number}`.")
    ] = None,
    event: EventPack = None,
    output: Annotated[
        Path | None, Option("-o", "--output", metavar="OUT", help="Write here instead of FILE; way 1 unless --take.")
    ] = None,
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Suggest ways to complete a list and spend what is left; `--take N` writes one of them."""
    from listbuilder.storage.files import check_target, write_text

    if output:
        check_target(output, replace=force, inputs=files_read(context))
        take = take or 1
    named = folders(context, catalogue)
    wish = Wish(named, open_event(event, named), collection, seed, keep, max(most, take or 1))
    found: list[FillResult] = []

    def find(raw: bytes) -> tuple[Bench, Sequence[Fix]]:
        if not found or found[-1].raw != raw:
            found.append(find_ways(raw, file, wish))
        return found[-1].bench, found[-1].fills.ways

    bench, ways = find(open_bytes(file))
    text = edited_text(bench, ways, take) if take and ways and (output or str(file) == "-") else None
    if text is not None and output:
        write_text(output, text, replace=force, inputs=files_read(context))
    elif text is None and take and ways:
        take_way(file, find, take)
    last = found[-1]
    filling = last.fills.found
    taken = filling.ways[take - 1] if take and filling.ways else None
    game = last.bench.report.force.game
    after = last.raw if not taken else text.encode() if text is not None else read_raw(file)
    if json:
        from listbuilder.building.suggestions import fill_document

        now = output or file if taken else file
        report = Referee(game, wish.event).judge(after, file=str(now))
        print_json(fill_document(last.bench.tree, filling, report, str(now), take if taken else None))
    elif taken and text is not None and not output:
        say(safe(text.rstrip("\n")))
    elif taken:
        say_taken(last.bench.tree, taken, output or file, game, wish.event)
    else:
        say_ways(last, file, wish, event)
    raise Exit(0 if taken or not (filling.before.errors or take) else ILLEGAL)


def find_ways(raw: bytes, file: Path, wish: Wish) -> FillResult:
    """Look for ways to fill what a file holds."""
    from listbuilder.building import fills
    from listbuilder.building.fixes import own_keys

    with Progress("looking for ways"):
        bench = own_keys(bench_of(raw, file, wish.catalogues, wish.event, wish.collection))
        return FillResult(raw, bench, fills(bench, wish.seed, wish.keep, wish.most))


def say_ways(found: FillResult, file: Path, wish: Wish, named: Path | None) -> None:
    """What is left, and the ways to spend it, or why there are none."""
    before, left, ways, wrong, _ = found.fills.found
    game = found.bench.report.force.game
    report = Referee(game, wish.event).judge(found.raw, file=str(file))
    say(verdict_text(f"{file}: {points_text(report)}: ", report))
    more = f" --event {quote(str(named))}" if named else ""
    if wrong:
        for one in capped(wrong):
            say(finding_text(one))
        say(paragraph(wrong_text(found.bench, wish, quote(str(file)), more)))
        return
    if left is not None and left <= 0 and not before.errors and not ways:
        rest = ", and nothing that is free ends a warning" if before.warnings else ""
        say(paragraph(f"No {game.points} are left to spend{rest}."))
        return
    say(paragraph(head_text(found.fills.found, game, wish.keep)))
    show_ways(found.bench.tree, before, ways, game)
    if not ways and before.errors:
        say(paragraph(f"`listbuilder mend {quote(str(file))}{more}` looks for other changes."))
    if ways:
        kept = " --keep" if wish.keep else ""
        seed = f" --seed {wish.seed}" if wish.seed else ""
        owned = f" --collection {quote(str(wish.collection))}" if wish.collection else ""
        say_how_to_take(f"listbuilder fill {quote(str(file))}{kept}{seed}{owned}{more}", file)


def wrong_text(bench: Bench, wish: Wish, file: str, more: str) -> str:
    """What to do about a list that additions do not complete: give its models more after all, or mend it."""
    from listbuilder.building import fills

    if wish.keep and fills(bench, wish.seed, most=1).ways:
        return f"Only models that are there can end that: `listbuilder fill {file}{more}` without --keep shows how."
    return f"That is not merely unfinished. `listbuilder mend {file}{more}` looks for changes."


def head_text(filling: Filling, game: Game, keep: bool) -> str:
    """What is left and what the ways may touch."""
    left, ways = filling.left, filling.ways
    start = "" if left is None else f"{left} {game.points} left. " if left >= 0 else f"{-left} {game.points} too many. "
    if not ways:
        more = " in the steps that a search may take; there may be one" if filling.gave_up else ""
        return f"{start}No way to add anything was found{more}."
    models = "models that are there stay as they are" if keep else "models that are there may get more"
    own = "the list itself may get what it lacks"
    return f"{start}{counted(len(ways), 'way')} to fill it. Nothing is taken out or replaced; {models}, and {own}."
