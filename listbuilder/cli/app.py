"""The command line: a table of commands, each in a file of its own that is loaded only when it is used."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from listbuilder.cli.lazy import LazyGroup
from listbuilder.cli.output import leave, open_output
from listbuilder.cli.plain_values import settle_plainly
from listbuilder.cli.shell_setup import InstallCompletion, ShowCompletion
from listbuilder.cli.start import STOPPED
from listbuilder.workers.budget import OverBudgetError, bounded

GARBAGE = 50_000  # a command that starts makes things that stay; to look for garbage among them takes a while

COMMANDS = {
    "games": "List the games.",
    "show": "Show a game, a kind, or one entry in full.",
    "new": "Write a new list file to start from.",
    "build": "Build a list on the whole screen, or in the browser.",
    "add": "Add a model or a group to a list.",
    "set": "Change a model, a group or the list itself.",
    "remove": "Take models or groups out of a list.",
    "copy": "Add a copy of a model.",
    "move": "Put a model in another place.",
    "roll": "Roll for what a game leaves to the dice.",
    "undo": "Take back the last edits of a list.",
    "redo": "Make edits again that were taken back.",
    "validate": "Judge lists and say how to mend them.",
    "cards": "Print a card for each model.",
    "sheet": "Print a list for the opponent or the organiser.",
    "reveal": "Open the seal on a list whose secrets were left out.",
    "export": "Write a list as text, a code, a table or a page.",
    "import": "Read a list from text, a code, JSON or YAML.",
    "diff": "Compare two lists by model, option and points.",
    "fmt": "Put lists in canonical order and spelling.",
    "upgrade": "Bring a list up to date with its catalogue.",
    "fill": "Complete an unfinished list.",
    "mend": "Make a list legal with the fewest changes.",
    "mission": "Roll a mission, or list them.",
    "match": "Put two lists side by side before a game.",
    "odds": "Reckon the chances of one list's attacks on another.",
    "deploy": "Choose who of a drafted list is deployed.",
    "event": "Run a tournament: lists in, lists judged, everything noted.",
    "rules": "Explain a rule kind, a finding code or a game's rules.",
    "schema": "Print JSON Schemas for editors and other tools.",
    "serve": "Serve the import API over HTTP, for game engines.",
    "catalogue": "Check a game folder, for authors of games.",
}

# What bounds each of several lists by itself, runs until it is told to end, or reads no list of a stranger.
FREE = frozenset({"build", "cards", "catalogue", "event", "fmt", "games", "match", "mission", "new"}) | frozenset(
    {"odds", "rules", "schema", "serve", "sheet", "show", "validate"}
)


def asked_for(words: list[str]) -> list[str]:
    """What a command line asks for: `help cards` is `cards --help`, and `--out` is an old name of `--output`."""
    if words[:1] == ["help"]:
        return [*words[1:], "--help"]
    end = words.index("--") if "--" in words else len(words)
    made = [f"--output{word[5:]}" if word == "--out" or word.startswith("--out=") else word for word in words[:end]]
    return [*made, *words[end:]]


class RootGroup(LazyGroup):
    """All commands; whatever one raises becomes a message and an exit code."""

    table = COMMANDS
    package = "listbuilder.cli"

    def invoke(self, ctx: Any) -> Any:
        """Run a command; Ctrl-C in one that does not say what it has done by then is said here."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            from listbuilder.cli.terminal import say

            say("Stopped.", error=True)
            raise typer.Exit(STOPPED) from error

    def within(self, name: str, work: Callable[..., None]) -> Callable[..., None]:
        """A command on one list has one budget for all of its work; what it says and writes is not cut off."""

        @wraps(work)
        def bounded_work(*args: Any, **more: Any) -> None:
            with bounded():
                work(*args, **more)

        return work if name in FREE else bounded_work

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; whatever it raises becomes a message and an exit code."""
        words = asked_for(sys.argv[1:] if args is None else list(args))
        settle_plainly(self)
        try:
            code = super().main(words, prog_name, complete_var, False, windows_expand_args, **extra)
        except SystemExit as ended:
            # Output that nobody reads any more: typer's code for that would say that a list is illegal.
            if not isinstance(ended.__context__, BrokenPipeError):
                raise
            code = 0
        except (Exception, OverBudgetError) as error:
            from listbuilder.cli.failure import report_failure

            code = report_failure(error, words)
        if standalone_mode:
            sys.exit(code)
        return code


app = typer.Typer(
    cls=RootGroup,
    name="listbuilder",
    epilog="""Example: listbuilder validate squad.yaml. Exit codes: 0 fine, 1 some list is illegal, 2 wrong usage, 3 a
file can't be read or written, 4 a mistake of listbuilder's own.""",
    no_args_is_help=True,
    add_completion=False,
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
    install_completion: InstallCompletion = None,
    show_completion: ShowCompletion = None,
) -> None:
    """Build, judge and print lists for skirmish games that are described in YAML."""
    context.obj = catalogue or []


def main() -> None:
    """The console script. Output that nobody reads any more ends it quietly; output that can't be written does not."""
    gc.set_threshold(GARBAGE)
    open_output()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        from listbuilder.cli.failure import report_failure

        leave(sys.stdout)
        sys.exit(0 if isinstance(error, BrokenPipeError) else report_failure(error, []))
