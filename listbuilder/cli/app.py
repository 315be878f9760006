"""The command line: a table of commands, each in a file of its own that is loaded only when it is used."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter

__all__ = ["COMMANDS", "app", "main"]

COMMANDS = {
    "games": "List the games.",
    "show": "Show a game, a kind, or one entry in full.",
    "new": "Write a new list file to start from.",
    "validate": "Judge lists and say how to mend them.",
    "mission": "Roll a mission, or list them.",
    "match": "Put two lists side by side before a game.",
    "deploy": "Choose who of a drafted list is deployed.",
    "rules": "Explain a rule kind, a finding code or a game's rules.",
    "schema": "Print JSON Schemas for editors and other tools.",
    "catalogue": "Check a game folder, for authors of games.",
}


class LazyGroup(TyperGroup):
    """A group that knows its commands by name and loads only the one that is called."""

    def list_commands(self, ctx: Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"listbuilder.cli.{cmd_name}")
        if hasattr(module, "group"):
            return typer.main.get_command(module.group)
        alone = typer.Typer(rich_markup_mode=None, add_completion=False)
        alone.command(name=cmd_name, epilog=module.EPILOG)(getattr(module, cmd_name))
        return typer.main.get_command(alone)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=LazyGroup,
    name="listbuilder",
    epilog="Example: listbuilder validate squad.yaml",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        from listbuilder import __version__

        typer.echo(f"listbuilder {__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    catalogue: Annotated[
        list[Path] | None, typer.Option("--catalogue", metavar="DIR", help="A folder of more games; may be repeated.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Build, judge and print lists for skirmish games that are described in YAML."""
    context.obj = catalogue or []


def main() -> None:
    """The console script. A reader that closes the pipe early ends the program quietly."""
    import os
    import sys

    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
