"""`mend`: the fewest changes that make a list legal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click
from click.exceptions import Exit

from listbuilder.base.findings import capped
from listbuilder.judging.validator import Referee
from listbuilder.storage.reading import read_raw
from listbuilder.ui.cli.apply_suggestion import Take, edited_text, say_how_to_take, say_taken, show_ways, take_way
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import ILLEGAL, Catalogues, EventPack, JsonFlag, folders, open_event, print_json
from listbuilder.ui.cli.editing import ListFile, bench_of
from listbuilder.ui.cli.inputs import open_bytes
from listbuilder.ui.cli.progress import Progress
from listbuilder.ui.cli.report_text import finding_text, points_text, verdict_text
from listbuilder.ui.cli.terminal import paragraph, safe, say

if TYPE_CHECKING:
    from listbuilder.building import Bench, Fix, Mends
    from listbuilder.building.generate import Mending
    from listbuilder.catalogue import Game

EPILOG = """Examples: listbuilder mend squad.yaml | listbuilder mend squad.yaml --take 2 | listbuilder mend squad.yaml
--event cup.yaml. One change removes, replaces or adds one pick or one model, or changes one value, such as a count, a
raise, a flag, a group or the format. All single changes are tried before any two, and all pairs before it reports that
two are not enough; if there are too many to try, it says so. Exit codes: 0 the list is or was made legal, 1 it is not
legal, 3 a file can't be read or written."""


class MendResult(NamedTuple):
    """A file as it was looked at, and what was found in it."""

    raw: bytes
    bench: Bench
    mends: Mends


def mend(
    context: click.Context,
    file: ListFile,
    take: Take = None,
    most: Annotated[int, Option(min=1, max=100, metavar="N", help="How many ways to show.")] = 8,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Show the ways to make a list legal with the fewest changes; `--take N` writes one of them."""
    named = folders(context, catalogue)
    pack = open_event(event, named)
    found: list[MendResult] = []

    def find(raw: bytes) -> tuple[Bench, Sequence[Fix]]:
        found.append(find_ways(raw, file, named, pack, max(most, take or 1)))
        return found[-1].bench, found[-1].mends.ways

    text: str | None = None
    raw = open_bytes(file)
    if take and str(file) == "-":
        text = edited_text(*find(raw), take)
    elif take:
        take_way(file, find, take)
    else:
        find(raw)
    last = found[-1]
    mending, game = last.mends.found, last.bench.report.force.game
    taken = mending.ways[take - 1] if take else None
    after = raw if not taken else text.encode() if text is not None else read_raw(file)
    if json:
        from listbuilder.building.suggestions import mend_document

        report = Referee(game, pack).judge(after, file=str(file))
        print_json(mend_document(last.bench.tree, mending, report, str(file), take if taken else None))
    elif taken and text is not None:
        say(safe(text.rstrip("\n")))
    elif taken:
        say_taken(last.bench.tree, taken, file, game, pack)
    else:
        say_ways(last, file, pack, event)
    raise Exit(0 if taken or not mending.before.errors else ILLEGAL)


def find_ways(raw: bytes, file: Path, catalogues: list[Path], event: Game | None, most: int) -> MendResult:
    """Look for ways to mend what a file holds."""
    from listbuilder.building import mends
    from listbuilder.building.fixes import own_keys

    with Progress("looking for changes"):
        bench = own_keys(bench_of(raw, file, catalogues, event))
        return MendResult(raw, bench, mends(bench, most))


def say_ways(found: MendResult, file: Path, event: Game | None, named: Path | None) -> None:
    """What is wrong, and the ways to mend it."""
    mending, game = found.mends.found, found.bench.report.force.game
    before, ways = mending.before, mending.ways
    report = Referee(game, event).judge(found.raw, file=str(file))
    say(verdict_text(f"{file}: {points_text(report)}: ", report))
    if not before.errors:
        say(paragraph("There is nothing to mend."))
        return
    for one in capped(one for one in report.findings if one.severity == "error"):
        say(finding_text(one))
    say(paragraph(head_text(mending)))
    show_ways(found.bench.tree, before, ways, game)
    more = f" --event {quote(str(named))}" if named else ""
    if ways:
        say_how_to_take(f"listbuilder mend {quote(str(file))}{more}", file)
    else:
        say(paragraph(next_text(found.bench, quote(str(file)), more)))


def next_text(bench: Bench, file: str, more: str) -> str:
    """What to do about a list that no way was found for; `fill` is named only where it does it."""
    from listbuilder.building import fills

    if fills(bench, most=1).ways:
        return f"Nothing has to be changed, only added: `listbuilder fill {file}{more}` shows how."
    return f"`listbuilder build {file}{more}` goes from error to error and offers changes for each of them."


def head_text(mending: Mending) -> str:
    """What can be said of the ways for certain."""
    fewest = len(mending.ways[0].edits) if mending.ways else 0
    if fewest == 1:
        return "One change makes it legal:" if len(mending.ways) == 1 else "One change makes it legal, any of these:"
    single = "No single change makes it legal" if mending.all_single else "Not every single change could be tried"
    if fewest == 2:
        return f"{single}; two changes do:"
    if fewest and fewest == mending.least:
        return f"It takes {fewest} changes, one for each place that can't be read. These do:"
    pairs = ", and no two do" if mending.all_pairs else ". Not every two changes could be tried: there are too many"
    least = f"It takes {mending.least} changes at least" if mending.least > 2 else f"{single}{pairs}"
    if not fewest:
        return f"{least}. No changes that are enough were found in the steps that a search may take."
    known = mending.all_pairs and fewest == 3
    return f"{least}. These {fewest} together do{'' if known else '; fewer may be enough'}:"
