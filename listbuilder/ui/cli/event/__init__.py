"""`event`: the desk of a tournament. A table of commands, grouped by when they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from listbuilder.ui.cli.commands import LazyGroup, command_from

if TYPE_CHECKING:
    from collections.abc import Mapping

    from listbuilder.ui.cli.event.command import EventCommand


HELP = "Run a tournament. An event is a folder: every command works in the current one, or in the one --folder names."
SECTIONS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "before": (
        "Before the event",
        {
            "desk": "Run the whole event on a page in the browser.",
            "new": "Create the folder of an event.",
            "check": "Check everything: pack, players, ledger, files.",
            "players": "Sign players up from a form's export.",
            "links": "Make personal links for handing in lists.",
            "serve": "Serve the pages where players hand in lists.",
            "backup": "Copy the folder safely, even during the event.",
        },
    ),
    "lists": (
        "Lists",
        {
            "intake": "Take lists in: keep, read and judge them.",
            "status": "Show where every player stands, and what to do next.",
            "messages": "Write messages to players, ready to send.",
            "approve": "Approve lists; each player gets a receipt.",
            "return": "Return lists to their players with the report.",
            "lock": "Close intake and seal all lists.",
            "impact": "Show which lists a change of catalogue or pack affects.",
        },
    ),
    "rounds": (
        "Rounds",
        {
            "check-in": "Check players in, or show who is missing.",
            "pair": "Draw the next round, swap players, or set the boards of a match.",
            "clock": "Show, start or pause the clock of the round.",
            "score": "Enter results, or which lists are played.",
            "standings": "Rank the players, and show what broke each tie.",
            "penalty": "Give a penalty, or preview its effect.",
            "drop": "Let a player drop out, or come back.",
            "booklet": "Print all lists for the judge, or slips for checking models.",
            "verify": "Check whether a list is the one that was locked.",
        },
    ),
    "after": (
        "Afterwards",
        {
            "reveal": "Show lists to those who may see them now.",
            "publish": "Write the pages that may be public.",
            "meta": "Show what was taken and how it did.",
            "log": "Show what was done, line by line.",
            "undo": "Undo a line of the ledger.",
            "forget": "Delete a person and everything they sent.",
            "close": "End the event.",
        },
    ),
}
EVENT_COMMANDS: Mapping[str, str] = {name: text for _, some in SECTIONS.values() for name, text in some.items()}
OWN_MODULES = {"desk": "page", "verify": "verify"}
MODULES = {name: module for module, (_, some) in SECTIONS.items() for name in some} | OWN_MODULES
FUNCTIONS = {"check-in": "check_in", "clock": "round_clock", "return": "return_"}
"""The functions of commands whose names a function can't have."""


class EventGroup(LazyGroup):
    """The commands of the desk."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        module = import_module(f"{self.package}.{MODULES[cmd_name]}")
        found: EventCommand = getattr(module, FUNCTIONS.get(cmd_name, cmd_name))
        return command_from(found.callback(), cmd_name, found.epilog)


group = EventGroup("event", __name__, dict(SECTIONS.values()), help=HELP)
