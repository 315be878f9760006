"""What the commands on two lists share: both are judged and of one game; the worse of them decides the exit code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.base.errors import EditError
from listbuilder.ui.cli.common import ILLEGAL, UNREADABLE, folders, judge_file, open_event

if TYPE_CHECKING:
    from listbuilder.judging.validator import Report


def judge_two(
    context: click.Context, a: Path, b: Path, event: Path | None, catalogues: list[Path] | None
) -> tuple[Report, Report]:
    """The reports on two lists of one game."""
    from listbuilder.storage.processes.budget import within_budget

    if str(a) == str(b) == "-":
        raise click.BadParameter("only one of the two lists can come from stdin", param_hint="A and B")
    named = folders(context, catalogues)
    pack = open_event(event, named)
    with within_budget(f"{a} and {b}"):
        left, right = judge_file(a, named, pack), judge_file(b, named, pack)
    games = [report.force.game.id for report in (left, right)]
    if games[0] != games[1]:
        raise EditError(f"{a} is a list for {games[0]}, {b} for {games[1]}; only lists of one game can meet.")
    return left, right


def exit_code(reports: tuple[Report, Report], fit: bool = True) -> int:
    """0 where both are legal and fit together."""
    if any(one.malformed for one in reports):
        return UNREADABLE
    return 0 if fit and all(one.valid for one in reports) else ILLEGAL
