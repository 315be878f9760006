"""`event`: the desk of a tournament. A table of commands, each in a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from listbuilder.cli.lazy import LazyGroup

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["EVENT_COMMANDS", "group"]

EVENT_COMMANDS: Mapping[str, str] = {
    "new": "Make the folder of an event.",
    "check": "Look everything over: pack, players, ledger, files.",
    "players": "Sign players up from a form's export.",
    "links": "Make the personal links to hand lists in by.",
    "serve": "Serve the pages where players hand lists in.",
    "intake": "Take lists in: keep, read, judge.",
    "status": "Say where every player stands, and what to do next.",
    "messages": "Write what everybody should hear now, ready to send.",
    "approve": "Approve lists; each player gets a receipt.",
    "return": "Give lists back with the report on them.",
    "lock": "Close intake and seal all lists.",
    "verify": "Say whether something is what was locked.",
    "key": "Let the desk sign receipts, seals and the ledger's head.",
    "reveal": "Show lists to those who may see them now.",
    "publish": "Write the pages that may be public.",
    "pair": "Draw the next round, or swap two players of it.",
    "boards": "Note who meets whom in a match of teams.",
    "plays": "Note which of their lists players put on the table.",
    "score": "Note the result of a game, or correct it.",
    "standings": "Rank the players, and say what decided each tie.",
    "penalty": "Give a penalty, or see what it would do.",
    "drop": "Let a player leave.",
    "back": "Let a player come back.",
    "booklet": "Print all sheets for the judge, or slips to check models by.",
    "impact": "Say whom a change of catalogue or pack hits.",
    "meta": "Show what was taken and how it fared.",
    "backup": "Copy the folder while nobody writes.",
    "undo": "Take back what a line of the ledger did.",
    "forget": "Delete a person and all that they sent.",
    "close": "End the event.",
}


class EventGroup(LazyGroup):
    """The commands of the desk."""

    table = EVENT_COMMANDS
    package = "listbuilder.cli.event"


group = typer.Typer(
    cls=EventGroup,
    help="Run a tournament. An event is a folder; every command works in it, or in the one that --folder names.",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
)


@group.callback()
def event() -> None:
    """Run a tournament. An event is a folder; every command works in it, or in the one that --folder names."""
