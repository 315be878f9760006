"""The command line: the table of commands. Each is a module that is imported only when it is called."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NoReturn

import click
from click.exceptions import Exit

from listbuilder.storage.processes.budget import OverBudgetError, bounded
from listbuilder.ui.cli.commands import LazyGroup, Option, settings_from
from listbuilder.ui.cli.start import STOPPED
from listbuilder.ui.cli.terminal import leave, open_output

# Objects; start-up makes many that stay, and collecting among them only costs time.
GARBAGE = 50_000

SECTIONS = {
    "Commands": {
        "games": "List the games.",
        "show": "Show a game, a kind of entry, or one entry in full.",
        "new": "Start a new list file.",
        "build": "Build a list in the terminal or in the browser.",
        "publish": "Publish games as a page that opens from a link.",
        "add": "Add a model or a group to a list.",
        "set": "Change a model, a group or the list itself.",
        "remove": "Remove models or groups from a list.",
        "copy": "Duplicate a model or a group.",
        "move": "Move a model to another position.",
        "undo": "Undo the last edits of a list.",
        "redo": "Redo edits that were undone.",
        "validate": "Check lists and explain every problem.",
        "cards": "Print a card for each model.",
        "sheet": "Print a list for the opponent or the organiser.",
        "export": "Write a list as text, a share code, a table or a page.",
        "import": "Read a list from text, a share code, JSON or YAML.",
        "diff": "Compare two lists by model, option and points.",
        "fmt": "Format lists: canonical order and spelling.",
        "upgrade": "Update a list to the current catalogue.",
        "fill": "Suggest how to spend the points that are left.",
        "mend": "Make a list legal with the fewest changes.",
        "mission": "Roll a mission, or list all missions.",
        "match": "Compare two lists side by side before a game.",
        "odds": "Calculate the odds of one list's attacks on another.",
        "event": "Run a tournament: collect lists, check them, record results.",
        "rules": "Explain a rule kind, a finding code or a game's rules.",
        "catalogue": "Start, check, test and compare games, for their authors.",
        "studio": "Watch a game while you write it, in the browser.",
    },
    "Advanced": {
        "roll": "Roll for what the game leaves to dice.",
        "deploy": "Choose which models of a drafted list to deploy.",
        "match seal": "Seal a list, to reveal it together with your opponent.",
        "match open": "Open your opponent's sealed list.",
        "reveal": "Show what --secret hid, and prove that it is unchanged.",
        "schema": "Print JSON Schemas for editors and other tools.",
        "serve": "Run the HTTP service: the import API and the builder page.",
    },
}

# Commands that share a module; any other is in a module of its own name.
MODULES = {
    **dict.fromkeys(("add", "copy", "move", "remove", "roll", "set"), "edit"),
    **dict.fromkeys(("fill", "mend"), "suggest"),
    **dict.fromkeys(("redo", "undo"), "undo_redo"),
    **dict.fromkeys(("cards", "sheet"), "print_lists"),
    "match": "side_by_side",
}

# Commands without a budget of their own: they bound each list by itself, run until stopped, or read no untrusted list.
UNBOUNDED = {
    "build",
    "cards",
    "catalogue",
    "event",
    "fmt",
    "games",
    "match",
    "mission",
    "new",
    "odds",
    "rules",
    "schema",
}
UNBOUNDED |= {"publish", "serve", "sheet", "show", "studio", "validate"}


def expand_help(words: list[str]) -> list[str]:
    """The arguments with `help COMMAND` written as `COMMAND --help`."""
    return [*words[1:], "--help"] if words[:1] == ["help"] else words


class RootGroup(LazyGroup):
    """All commands; whatever one raises becomes a message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command. Ctrl-C that the command does not handle itself is reported here."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            from listbuilder.ui.cli.terminal import say

            say("Stopped.", error=True)
            raise Exit(STOPPED) from error
        except BrokenPipeError as error:
            # Nobody reads the output any more. Click would exit with 1, which says that a list is illegal.
            leave(sys.stdout)
            raise Exit(0) from error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, within one budget for all of its work unless it needs none; its output is never cut off."""
        command = super().get_command(ctx, cmd_name)
        if command is None or cmd_name in UNBOUNDED:
            return command
        work: Callable[..., None] = command.callback  # type: ignore[assignment]

        def bounded_work(**options: Any) -> None:
            with bounded():
                work(**options)

        command.callback = bounded_work
        return command

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
        words = expand_help(sys.argv[1:] if args is None else list(args))
        try:
            code = super().main(words, prog_name, complete_var, standalone_mode=False, **extra)
        except (Exception, OverBudgetError) as error:
            from listbuilder.ui.cli.failure import report_failure

            code = report_failure(error, words)
        if standalone_mode:
            sys.exit(code)
        return code


def show_version(wanted: bool) -> NoReturn:
    """Print the version and stop."""
    from listbuilder import __version__

    click.echo(f"listbuilder {__version__}")
    raise Exit


def install_script(shell: str) -> None:
    """Install tab completion for a shell, and stop."""
    from listbuilder.ui.cli.shells import install

    install(shell)


def print_script(shell: str) -> None:
    """Print a shell's completion script, and stop."""
    from listbuilder.ui.cli.shells import show

    show(shell)


# The shell's name is optional; the default is the shell that runs this program.
CompletionScript = partial(Option, metavar="[SHELL]", is_flag=False, flag_value="this", is_eager=True)


def root(
    context: click.Context,
    catalogue: Annotated[
        list[Path] | None, Option("--catalogue", metavar="DIR", help="A folder of more games; may be repeated.")
    ] = None,
    version: Annotated[
        bool, Option("--version", callback=show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    install_completion: Annotated[
        str | None, CompletionScript(callback=install_script, help="Install tab completion for bash, zsh or fish.")
    ] = None,
    show_completion: Annotated[
        str | None, CompletionScript(callback=print_script, help="Print the completion script.")
    ] = None,
) -> None:
    """Build, check and print lists for skirmish games that are described in YAML."""
    context.obj = catalogue or []


app = RootGroup(
    "listbuilder",
    "listbuilder.ui.cli",
    SECTIONS,
    modules=MODULES,
    epilog="""Example: listbuilder validate squad.yaml. Exit codes: 0 success, 1 a list is illegal, 2 wrong usage, 3 a
file can't be read or written, 4 an internal error.""",
    **settings_from(root),
)


def main() -> None:
    """Run the command line. A closed pipe ends it quietly; output that can't be written is an error."""
    gc.set_threshold(GARBAGE)
    open_output()
    try:
        try:
            if request := os.environ.get("_LISTBUILDER_COMPLETE"):
                from listbuilder.ui.cli.shells import serve_shell

                serve_shell(app, request)
            else:
                app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        from listbuilder.ui.cli.failure import report_failure

        leave(sys.stdout)
        sys.exit(0 if isinstance(error, BrokenPipeError) else report_failure(error, []))
