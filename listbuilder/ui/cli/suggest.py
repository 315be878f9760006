"""`fill` and `mend`: ways to complete a list or to make it legal, shown with their prices, or one of them written.

What was shown is what is written: ways are searched for in the bytes of the file, and if another program changes the
file in the meantime, they are searched for again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import click
from click.exceptions import Exit

from listbuilder.base.findings import capped
from listbuilder.base.wording import counted
from listbuilder.building import Bench, Fix, apply, fills, mends, open_bench
from listbuilder.building.fixes import own_keys
from listbuilder.building.generate import Filling, Mending, Score, Way, describe_edits
from listbuilder.building.suggestions import fill_document, mend_document
from listbuilder.catalogue import Game
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists.file_editor import decode_list_text, rewrite_file
from listbuilder.storage.reading import Tree, read_bytes, read_raw
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import (
    ILLEGAL,
    ForceFlag,
    JsonFlag,
    ListFile,
    ListReader,
    OutputFiles,
    open_bytes,
    warn_without_undo,
)
from listbuilder.ui.cli.report_text import finding_text, points_text, verdict_text
from listbuilder.ui.cli.terminal import Progress, paragraph, print_json, safe, say

# Searches, if something else keeps changing the file.
AGAIN = 5
Take = Annotated[int | None, Option(min=1, metavar="N", help="Write way number N into the file.")]
Most = Annotated[int, Option(min=1, max=100, metavar="N", help="How many ways to show.")]
R = TypeVar("R", bound=Filling | Mending)


class SearchOutcome(NamedTuple, Generic[R]):
    """The bytes of a file, the list in them, what a search found, and each way as one edit."""

    raw: bytes
    bench: Bench
    result: R
    ways: Sequence[Fix]

    @property
    def game(self) -> Game:
        """The game as it is played."""
        return self.bench.report.force.game

    def judge(self, raw: bytes, file: Path) -> Report:
        """The report on a version of the list."""
        return Referee(self.game, self.bench.event).judge(raw, file=str(file))


def fill(
    file: ListFile,
    reader: ListReader,
    take: Take = None,
    keep: Annotated[
        bool,
        Option("--keep", help="Leave existing models alone; add new ones, and what the list lacks."),
    ] = False,
    seed: Annotated[int, Option(help="The same seed finds the same ways.")] = 0,
    most: Most = 8,
    collection: Annotated[
        Path | None, Option(metavar="FILE", help="Use only what you own; the file has `owned: {name: number}`.")
    ] = None,
    output: Annotated[
        Path | None, Option("-o", "--output", metavar="OUT", help="Write here instead of FILE; way 1 unless --take.")
    ] = None,
    force: ForceFlag = False,
    json: JsonFlag = False,
) -> None:
    """Suggest ways to complete a list and spend what is left; `--take N` writes one of them.

    Examples: listbuilder fill squad.yaml | listbuilder fill squad.yaml --take 2 | listbuilder fill squad.yaml --keep
    --collection collection.yaml --take 1 -o full.yaml. Ways only add: models, options for models that have room, and
    what the list itself lacks; with --keep, existing models get nothing. If an addition can't fix what is wrong with
    the list, use `mend`. Exit codes: 0 success, 1 the list is not legal or there is no way to fill it, 3 a file can't
    be read or written.
    """
    writing = OutputFiles(force, reader.files_read if output else [])
    writing.check(output)
    if output:
        take = take or 1

    def search(raw: bytes) -> SearchOutcome[Filling]:
        with Progress("looking for ways"):
            bench = bench_of(raw, file, reader, collection)
            found = fills(bench, seed, keep, max(most, take or 1))
        return SearchOutcome(raw, bench, found.found, found.ways)

    found = search(open_bytes(file))
    text: str | None = None
    if take and found.ways:
        found, text = take_way(file, found, search, take, elsewhere=output is not None)
    if text is not None and output:
        writing.write(output, text)
    if show_taken(found, file, take, text, output, fill_document if json else None):
        return
    kept = " --keep" * keep + (f" --seed {seed}" if seed else "")
    owned = f" --collection {quote(str(collection))}" if collection else ""
    show_fills(found, file, keep, seed, f"{kept}{owned}", event_option(reader))
    raise Exit(ILLEGAL if found.result.before.errors or take else 0)


def mend(
    file: ListFile,
    reader: ListReader,
    take: Take = None,
    most: Most = 8,
    json: JsonFlag = False,
) -> None:
    """Show the ways to make a list legal with the fewest changes; `--take N` writes one of them.

    Examples: listbuilder mend squad.yaml | listbuilder mend squad.yaml --take 2 | listbuilder mend squad.yaml --event
    cup.yaml. One change removes, replaces or adds one pick or one model, or changes one value, such as a count, a
    raise, a flag, a group or the format. All single changes are tried before any two, and all pairs before it reports
    that two are not enough; if there are too many to try, it says so. Exit codes: 0 the list is or was made legal, 1 it
    is not legal, 3 a file can't be read or written.
    """

    def search(raw: bytes) -> SearchOutcome[Mending]:
        with Progress("looking for changes"):
            bench = bench_of(raw, file, reader)
            found = mends(bench, max(most, take or 1))
        return SearchOutcome(raw, bench, found.found, found.ways)

    found = search(open_bytes(file))
    text: str | None = None
    if take:
        found, text = take_way(file, found, search, take)
    if show_taken(found, file, take, text, None, mend_document if json else None):
        return
    show_mends(found, file, event_option(reader))
    raise Exit(ILLEGAL if found.result.before.errors else 0)


def bench_of(raw: bytes, file: Path, reader: ListReader, collection: Path | None = None) -> Bench:
    """The list in a file, to be built on."""
    from listbuilder.judging.collection import read_collection
    from listbuilder.lists import parse_list

    document = read_bytes(raw, file=str(file))
    game = reader.game(parse_list(document).game)
    owned = read_collection(collection, game) if collection else None
    return own_keys(open_bench(document, game, reader.event, owned, decode_list_text(raw)))


def event_option(reader: ListReader) -> str:
    """The option that names the event, for a command to type."""
    return f" --event {quote(str(reader.event_file))}" if reader.event_file else ""


# Taking a way


def take_way(
    file: Path, found: SearchOutcome[R], search: Callable[[bytes], SearchOutcome[R]], take: int, elsewhere: bool = False
) -> tuple[SearchOutcome[R], str | None]:
    """Write one of the ways into the file, under its lock; `elsewhere` or from stdin, give back the text instead."""
    if elsewhere or str(file) == "-":
        return found, edited_text(found, take)
    for _ in range(AGAIN):
        made = edited_text(found, take)
        held: list[bytes] = []

        def change(now: bytes, raw: bytes = found.raw, text: str = made, held: list[bytes] = held) -> str:
            held.append(now)
            # Another program was faster: the file keeps its text, and ways are searched for in that.
            return text if now == raw else decode_list_text(now)

        warn_without_undo(rewrite_file(file, change))
        if held[0] == found.raw:
            return found, None
        found = search(held[0])
    raise click.BadParameter(f"{file} is changed by something else all the time", param_hint="FILE")


def edited_text(found: SearchOutcome[R], take: int) -> str:
    """The text of the list with one of the ways."""
    many = len(found.ways)
    if take > many:
        there = "is no way" if not many else "is only one way" if many == 1 else f"are only {many} ways"
        raise click.BadParameter(f"there {there} to take", param_hint="--take")
    return apply(found.bench, found.ways[take - 1].edit).text or ""


def show_taken(
    found: SearchOutcome[R],
    file: Path,
    take: int | None,
    text: str | None,
    output: Path | None,
    document: Callable[[Mapping[str, Tree], R, Report, str, int | None], Any] | None,
) -> bool:
    """Print the way that was taken, or everything as a JSON document. False if the ways are still to be shown."""
    way = found.result.ways[take - 1] if take and found.result.ways else None
    now = (output or file) if way else file
    if document:
        after = found.raw if not way else text.encode() if text is not None else read_raw(file)
        taken = take if way else None
        print_json(document(found.bench.tree, found.result, found.judge(after, now), str(now), taken))
        raise Exit(0 if way or not (found.result.before.errors or take) else ILLEGAL)
    if way and text is not None and not output:
        say(safe(text.rstrip("\n")))
    elif way:
        for line in describe_edits(found.bench.tree, way.edits, found.game):
            say(paragraph(f"Done: {line}.", "  ", ""))
        report = found.judge(read_raw(now), now)
        say(verdict_text(f"{now}: {points_text(report)}: ", report))
    return way is not None


# Showing ways


def show_ways(tree: Mapping[str, Tree], before: Score, ways: Sequence[Way], game: Game) -> None:
    """The ways as people read them, each with what the list costs then."""
    for number, way in enumerate(ways, 1):
        lines = describe_edits(tree, way.edits, game)
        if all(edit.what == "add" for edit in way.edits):
            times = {text: lines.count(text) for text in lines}
            lines = [f"{text} ({many} times)" if many > 1 else text for text, many in times.items()]
        price = price_text(before, way.score)
        if len(lines) == 1:
            say(paragraph(f"{lines[0][:1].upper()}{lines[0][1:]}: {price}.", "     ", f"{number:>3}. "))
            continue
        say(paragraph(f"{price}:", "     ", f"{number:>3}. "))
        for text in lines:
            say(paragraph(text, "         ", "       - "))


def price_text(before: Score, after: Score) -> str:
    """What a list costs after a change, and its warnings."""
    change = after.cost - before.cost
    moved = f", {abs(change)} {'more' if change > 0 else 'less'}" if change else ""
    warnings = sum(1 for one in after.findings if one.severity == "warning")
    return f"{after.cost} {after.force.game.points}{moved}" + (f", {counted(warnings, 'warnings')}" if warnings else "")


def print_how_to_take(command: str, file: Path) -> None:
    """How to take the first way."""
    what = "prints the list with the first." if str(file) == "-" else "writes the first; `undo` takes it back."
    say(paragraph(f"`{command} --take 1` {what}"))


def show_fills(found: SearchOutcome[Filling], file: Path, keep: bool, seed: int, options: str, event: str) -> None:
    """What is left, and the ways to spend it, or why there are none."""
    before, left, ways, wrong, gave_up = found.result
    report, points = found.judge(found.raw, file), found.game.points
    say(verdict_text(f"{file}: {points_text(report)}: ", report))
    command = f"{quote(str(file))}{event}"
    if wrong:
        for one in capped(wrong):
            say(finding_text(one))
        if keep and fills(found.bench, seed, most=1).ways:
            advice = f"`listbuilder fill {command}` without --keep shows how."
            say(paragraph(f"Only models that are there can end that: {advice}"))
        else:
            say(paragraph(f"That is not merely unfinished. `listbuilder mend {command}` looks for changes."))
        return
    if left is not None and left <= 0 and not before.errors and not ways:
        rest = ", and nothing that is free ends a warning" if before.warnings else ""
        say(paragraph(f"No {points} are left to spend{rest}."))
        return
    start = "" if left is None else f"{left} {points} left. " if left >= 0 else f"{-left} {points} too many. "
    if not ways:
        more = " in the steps that a search may take; there may be one" if gave_up else ""
        say(paragraph(f"{start}No way to add anything was found{more}."))
        if before.errors:
            say(paragraph(f"`listbuilder mend {command}` looks for other changes."))
        return
    models = "models that are there stay as they are" if keep else "models that are there may get more"
    touched = f"Nothing is taken out or replaced; {models}, and the list itself may get what it lacks."
    say(paragraph(f"{start}{counted(len(ways), 'way')} to fill it. {touched}"))
    show_ways(found.bench.tree, before, ways, found.game)
    print_how_to_take(f"listbuilder fill {quote(str(file))}{options}{event}", file)


def show_mends(found: SearchOutcome[Mending], file: Path, event: str) -> None:
    """What is wrong, and the ways to mend it."""
    mending = found.result
    report = found.judge(found.raw, file)
    say(verdict_text(f"{file}: {points_text(report)}: ", report))
    if not mending.before.errors:
        say(paragraph("There is nothing to mend."))
        return
    for one in capped(one for one in report.findings if one.severity == "error"):
        say(finding_text(one))
    say(paragraph(mend_heading(mending)))
    show_ways(found.bench.tree, mending.before, mending.ways, found.game)
    command = f"{quote(str(file))}{event}"
    if mending.ways:
        print_how_to_take(f"listbuilder mend {command}", file)
    elif fills(found.bench, most=1).ways:
        say(paragraph(f"Nothing has to be changed, only added: `listbuilder fill {command}` shows how."))
    else:
        say(paragraph(f"`listbuilder build {command}` goes from error to error and offers changes for each of them."))


def mend_heading(mending: Mending) -> str:
    """What is certain about the ways."""
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
