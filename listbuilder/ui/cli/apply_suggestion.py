"""Ways to change a list: shown with their prices, and the one that is taken written into the file.

What was shown is what is written: ways are looked for in what the file holds, and a file that something else changed in
the meantime is looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.base.wording import counted
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.editing import say_unnoted
from listbuilder.ui.cli.report_text import points_text, verdict_text
from listbuilder.ui.cli.terminal import paragraph, say

if TYPE_CHECKING:
    from listbuilder.building import Bench, Fix
    from listbuilder.building.generate import Score, Way
    from listbuilder.catalogue import Game
    from listbuilder.storage.reading import Tree

AGAIN = 5
Take = Annotated[int | None, Option(min=1, metavar="N", help="Write way number N into the file.")]


def show_ways(tree: Mapping[str, Tree], before: Score, ways: Sequence[Way], game: Game) -> None:
    """The ways as people read them, each with what the list costs then."""
    for number, way in enumerate(ways, 1):
        said = [f"{text} ({times} times)" if times > 1 else text for text, times in count_changes(tree, way, game)]
        price = price_text(before, way.score)
        if len(said) == 1:
            say(paragraph(f"{said[0][:1].upper()}{said[0][1:]}: {price}.", "     ", f"{number:>3}. "))
            continue
        say(paragraph(f"{price}:", "     ", f"{number:>3}. "))
        for text in said:
            say(paragraph(text, "         ", "       - "))


def count_changes(tree: Mapping[str, Tree], way: Way, game: Game) -> list[tuple[str, int]]:
    """What a way changes, and how often each is said where all of them only add."""
    from listbuilder.building.generate import say_edits

    said = say_edits(tree, way.edits, game)
    adds = all(edit.what == "add" for edit in way.edits)
    return [(text, said.count(text)) for text in dict.fromkeys(said)] if adds else [(text, 1) for text in said]


def say_how_to_take(command: str, file: Path) -> None:
    """How to take the first way."""
    piped = str(file) == "-"
    what = "prints the list with the first." if piped else "writes the first; `undo` takes it back."
    say(paragraph(f"`{command} --take 1` {what}"))


def price_text(before: Score, after: Score) -> str:
    """What a list costs after a change, and what is still to be said about it."""
    change = after.cost - before.cost
    moved = f", {abs(change)} {'more' if change > 0 else 'less'}" if change else ""
    warnings = sum(1 for one in after.findings if one.severity == "warning")
    return f"{after.cost} {after.force.game.points}{moved}" + (f", {counted(warnings, 'warnings')}" if warnings else "")


def say_taken(tree: Mapping[str, Tree], way: Way, file: Path, game: Game, event: Game | None) -> None:
    """What was written, and the verdict on it."""
    from listbuilder.building.generate import say_edits
    from listbuilder.judging.validator import Referee
    from listbuilder.storage.reading import read_raw

    for text in say_edits(tree, way.edits, game):
        say(paragraph(f"Done: {text}.", "  ", ""))
    after = Referee(game, event).judge(read_raw(file), file=str(file))
    say(verdict_text(f"{file}: {points_text(after)}: ", after))


def edited_text(bench: Bench, ways: Sequence[Fix], take: int) -> str:
    """The text of the list with one of some ways."""
    from listbuilder.building import apply

    if take > len(ways):
        raise click.BadParameter(f"there {number_text(len(ways))} to take", param_hint="--take")
    return apply(bench, ways[take - 1].edit).text or ""


def take_way(file: Path, find: Callable[[bytes], tuple[Bench, Sequence[Fix]]], take: int) -> None:
    """Write one of the ways that are found in what the file holds, under its lock."""
    from listbuilder.lists.file_editor import decode_list_text, rewrite_file
    from listbuilder.storage.reading import read_raw

    raw = read_raw(file)
    for _ in range(AGAIN):
        made = edited_text(*find(raw), take)
        held: list[bytes] = []

        def change(now: bytes, raw: bytes = raw, made: str = made, held: list[bytes] = held) -> str:
            held.append(now)
            return made if now == raw else decode_list_text(now)

        say_unnoted(rewrite_file(file, change))
        if held[0] == raw:
            return
        raw = held[0]
    raise click.BadParameter(f"{file} is changed by something else all the time", param_hint="FILE")


def number_text(number: int) -> str:
    """How many ways there are."""
    return "is no way" if not number else "is only one way" if number == 1 else f"are only {number} ways"
