"""`fill`: the ways to complete an unfinished list and to spend what is left; nothing in it is changed or taken out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from listbuilder.cli.common import (
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
from listbuilder.cli.editing import ListFile, judge_text
from listbuilder.cli.inputs import open_bytes
from listbuilder.cli.progress import Progress
from listbuilder.cli.report_text import finding_text, points_text, verdict_text
from listbuilder.cli.taking import Take, edited_text, show_ways, take_way, tell_take, tell_taken
from listbuilder.cli.terminal import paragraph, safe, say
from listbuilder.finding import capped
from listbuilder.reading.source import read_raw
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.generate import Filling, Way
    from listbuilder.reading import Tree

EPILOG = """Examples: listbuilder fill squad.yaml | listbuilder fill squad.yaml --take 2 | listbuilder fill squad.yaml
--keep --collection collection.yaml --take 1 -o full.yaml. Ways only add: models, things for models that have room for
them, and what the list itself lacks; with --keep, models that are there get nothing. A list with something wrong in it
is for `mend`. Exit codes: 0 fine, 1 the list is not legal or there is no way to fill it, 3 a file can't be read or
written."""


class Found(NamedTuple):
    """A file as it was looked at, and the ways to fill it."""

    raw: bytes
    tree: dict[str, Tree]
    game: Game
    filling: Filling


class Wish(NamedTuple):
    """What is asked for."""

    catalogues: list[Path]
    event: Game | None
    collection: Path | None
    seed: int
    keep: bool
    most: int


def fill(
    context: typer.Context,
    file: ListFile,
    take: Take = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", help="Give the models that are there nothing; add new ones, and what the list lacks."),
    ] = False,
    seed: Annotated[int, typer.Option(help="Another seed finds other ways; the same seed the same.")] = 0,
    most: Annotated[int, typer.Option(min=1, max=100, metavar="N", help="How many ways to show.")] = 8,
    collection: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take only what you own, `owned: {name: number}`.")
    ] = None,
    event: EventPack = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="OUT", help="Write here, keep FILE; way 1 unless --take.")
    ] = None,
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Show the ways to complete a list and to spend what is left; `--take N` writes one of them."""
    from listbuilder.files import check_target, write_text

    if output:
        check_target(output, replace=force, inputs=files_read(context))
        take = take or 1
    named = folders(context, catalogue)
    wish = Wish(named, open_event(event, named), collection, seed, keep, max(most, take or 1))
    found: list[Found] = []

    def find(raw: bytes) -> Sequence[Way]:
        if not found or found[-1].raw != raw:
            found.append(look(raw, file, wish))
        return found[-1].filling.ways

    text = None
    with Progress("looking for ways"):
        ways = find(open_bytes(file))
        taken = None
        if take and ways and (output or str(file) == "-"):
            taken, text = edited_text(found[-1].raw, file, ways, take)
            if output:
                write_text(output, text, replace=force, inputs=files_read(context))
        elif take and ways:
            taken = take_way(file, find, take)
    last = found[-1]
    after = last.raw if not taken else text.encode() if text is not None else read_raw(file)
    if json:
        from listbuilder.documents.ways import fill_document

        now = output or file if taken else file
        report = judge_text(after.decode("utf-8-sig"), now, last.game, wish.event)
        print_json(fill_document(last.tree, last.filling, report, str(now), take if taken else None))
    elif taken and text is not None and not output:
        say(safe(text.rstrip("\n")))
    elif taken:
        tell_taken(last.tree, taken, output or file, last.game, wish.event)
    else:
        tell(last, file, wish, event)
    raise typer.Exit(0 if taken or not (last.filling.before.errors or take) else ILLEGAL)


def look(raw: bytes, file: Path, wish: Wish) -> Found:
    """Look for ways to fill what a file holds."""
    from listbuilder.collection import read_collection
    from listbuilder.generate import Judge
    from listbuilder.generate import fill as find
    from listbuilder.lists import parse_list
    from listbuilder.loader import load_game
    from listbuilder.reading import read_bytes

    document = read_bytes(raw, file=str(file))
    game = load_game(parse_list(document).game, wish.catalogues)
    owned = read_collection(wish.collection, game) if wish.collection else None
    judge = Judge(game, owned, wish.event)
    return Found(raw, document.data, judge.game, find(document.data, judge, wish.seed, wish.keep, wish.most))


def tell(found: Found, file: Path, wish: Wish, named: Path | None) -> None:
    """What is left, and the ways to spend it, or why there are none."""
    from listbuilder.generate import unfinished

    before, left, ways = found.filling
    report = judge_text(found.raw.decode("utf-8-sig"), file, found.game, wish.event)
    say(verdict_text(f"{file}: {points_text(report)}: ", report))
    more = f" --event {quote(str(named))}" if named else ""
    if not unfinished(before):
        for one in capped(one for one in before.findings if one.severity == "error"):
            say(finding_text(one))
        say(paragraph(f"That is not merely unfinished. `listbuilder mend {quote(str(file))}{more}` shows what to do."))
        return
    if left is not None and left <= 0 and not before.errors:
        say(paragraph(f"No {found.game.points} are left to spend."))
        return
    say(paragraph(head_text(found, wish.keep)))
    show_ways(found.tree, before, ways, found.game)
    if ways:
        kept = " --keep" if wish.keep else ""
        seed = f" --seed {wish.seed}" if wish.seed else ""
        owned = f" --collection {quote(str(wish.collection))}" if wish.collection else ""
        tell_take(f"listbuilder fill {quote(str(file))}{kept}{seed}{owned}{more}", file)


def head_text(found: Found, keep: bool) -> str:
    """What is left and what the ways may touch."""
    _, left, ways = found.filling
    start = f"{left} {found.game.points} left. " if left is not None else ""
    if not ways:
        return f"{start}No way to add anything was found."
    models = "models that are there stay as they are" if keep else "models that are there may get more"
    own = "the list itself may get what it lacks"
    return f"{start}{counted(len(ways), 'way')} to fill it. Nothing is taken out or replaced; {models}, and {own}."
