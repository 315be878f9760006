"""The command line: one file per command, put together here. Heavy modules load inside the commands that use them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli import catalogue_check, games, new, rules, schema, show, validate

__all__ = ["app", "main"]

app = typer.Typer(
    name="listbuilder",
    help="Build, judge and print lists for skirmish games that are described in YAML.",
    epilog="Example: listbuilder validate squad.yaml",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (games, show, new, validate, rules, schema):
    app.command(epilog=command.EPILOG)(getattr(command, command.__name__.rpartition(".")[2]))
app.add_typer(catalogue_check.group, name="catalogue")


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
