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
RARE = "What is needed rarely: more about players, lists, rounds and results."
SECTIONS: Mapping[str, Mapping[str, str]] = {
    "Before the event": {
        "desk": "Run the whole event on a page in the browser.",
        "new": "Create the folder of an event.",
        "players": "Sign players up from a form's export.",
        "serve": "Serve the pages where players hand in lists and report results.",
        "check": "Check everything: pack, players, ledger, files.",
    },
    "Lists": {
        "intake": "Take lists in: keep, read and judge them.",
        "status": "Show where every player stands, and what to do next.",
        "approve": "Approve lists; each player gets a receipt.",
        "return": "Return lists to their players with the report.",
        "lock": "Close intake and seal all lists.",
    },
    "On the day": {
        "check-in": "Check players in, or show who is missing.",
        "pair": "Draw the next round, swap players, or set the boards of a match.",
        "score": "Enter results, or which lists are played.",
        "standings": "Rank the players, and show what broke each tie.",
        "drop": "Let a player drop out, or come back.",
        "booklet": "Print all lists for the judge, or slips for tables.",
    },
    "Whenever you need it": {
        "publish": "Write the pages that may be public.",
        "log": "Show what was done, line by line.",
        "undo": "Undo a line of the ledger.",
        "advanced": RARE,
    },
}
ADVANCED: Mapping[str, Mapping[str, str]] = {
    "Players": {
        "links": "Make personal links for handing in lists.",
        "messages": "Write messages to players, ready to send.",
        "forget": "Delete a person and everything they sent.",
    },
    "Lists": {
        "impact": "Show which lists a change of catalogue or pack affects.",
        "reveal": "Show lists to those who may see them now.",
        "verify": "Check whether a list is the one that was locked.",
    },
    "Rounds": {
        "clock": "Show, start or pause the clock of the round.",
        "penalty": "Give a penalty, or preview its effect.",
        "meta": "Show what was taken and how it did.",
    },
    "The folder": {
        "backup": "Copy the folder safely, even during the event.",
        "close": "End the event.",
    },
}
SHORT = ("impact", "reveal", "verify")
"""Commands of `event advanced` that work without that word too."""
MODULES = {
    **dict.fromkeys(("new", "players", "serve", "check", "links", "backup"), "before"),
    **dict.fromkeys(("intake", "status", "approve", "return", "lock", "messages", "impact"), "lists"),
    **dict.fromkeys(("check-in", "pair", "score", "standings", "drop", "booklet", "clock", "penalty"), "rounds"),
    **dict.fromkeys(("publish", "log", "undo", "reveal", "meta", "forget", "close"), "after"),
    "desk": "page",
    "verify": "verify",
}
FUNCTIONS = {"check-in": "check_in", "clock": "round_clock", "return": "return_"}
"""The functions of commands whose names a function can't have."""


class EventGroup(LazyGroup):
    """The commands of the desk; `short` are commands of `event advanced` that work here too."""

    def __init__(self, name: str, sections: Mapping[str, Mapping[str, str]], short: tuple[str, ...], about: str):
        super().__init__(name, __name__, sections, help=about)
        self.short = short

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.table, *self.short]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        if cmd_name == "advanced":
            return advanced
        module = import_module(f"{self.package}.{MODULES[cmd_name]}")
        found: EventCommand = getattr(module, FUNCTIONS.get(cmd_name, cmd_name))
        return command_from(found.callback(), cmd_name, found.epilog)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in advanced.table and args[0] not in self.list_commands(ctx):
            ctx.fail(f"There is no command {args[0]!r} here. Say `listbuilder event advanced {args[0]}`.")
        return super().resolve_command(ctx, args)


advanced = EventGroup("advanced", ADVANCED, (), RARE)
group = EventGroup("event", SECTIONS, SHORT, HELP)
