"""A group of commands that asks back when a command or an option is misspelt, and answers shells that complete."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

from typer._click.exceptions import NoSuchOption, UsageError
from typer.core import TyperGroup

from listbuilder.cli.shell_setup import THIS_SHELL

if TYPE_CHECKING:
    from typer._click import Command, Context

EPILOG = re.compile(r"Examples?: (.*?)(?:\.\s+(?=[A-Z])(.*))?")
NARROW = 52  # columns below which help would be wrapped for a wider terminal
LEAST = 22  # columns of the narrowest terminal that help is laid out for; narrower ones break its lines


class HelpfulGroup(TyperGroup):
    """Says which command or option was probably meant; wrong usage exits with 2 as always."""

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """The command that a word names."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            from listbuilder.spelling import did_you_mean

            hint = did_you_mean(args[0], known) or f"There are {', '.join(known)}."
            ctx.fail(f"There is no command {args[0]!r}. {hint}")
        return super().resolve_command(ctx, args)

    def _main_shell_completion(self, ctx_args: Any, prog_name: str, complete_var: str | None = None) -> None:
        """Answer a shell: the script it loads, or what could stand at the cursor."""
        import os
        import sys

        task, _, shell = os.environ.get("_LISTBUILDER_COMPLETE", "").partition("_")
        if task not in ("complete", "source"):
            return
        from listbuilder.cli.shells import SCRIPTS, script, tell

        if shell not in SCRIPTS:
            sys.exit(f"There is no completion for {shell}; there is for {', '.join(SCRIPTS)}.")
        sys.stdout.write(f"{tell(self, shell) if task == 'complete' else script(shell)}\n")
        sys.exit(0)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **more: Any) -> Context:
        """The context for the options before the command; help fits terminals of any width."""
        more |= {"terminal_width": wide() - 2} if wide() < NARROW else {}
        if args[-1:] in (["--install-completion"], ["--show-completion"]) and not more.get("resilient_parsing"):
            # These options may go without a value, which the parser does not know.
            args = [*args, THIS_SHELL]
        try:
            return super().make_context(info_name, args, parent, **more)
        except NoSuchOption as error:
            raise unknown_option(error) from None

    def invoke(self, ctx: Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except NoSuchOption as error:
            raise unknown_option(error) from None


def unknown_option(error: NoSuchOption) -> UsageError:
    """The same error with one question instead of a list of possibilities."""
    from listbuilder.spelling import did_you_mean

    params = error.ctx.command.get_params(error.ctx) if error.ctx else []
    known = [name for param in params for name in param.opts if name.startswith("--")]
    hint = did_you_mean(error.option_name, known)
    return UsageError(f"There is no option {error.option_name}. {hint}".rstrip(), error.ctx)


def wide() -> int:
    """How many columns help may take."""
    return max(shutil.get_terminal_size().columns, LEAST)


def laid_out(epilog: str) -> str:
    """`Examples: one | another. Remarks.` with each example on a line of its own, as it is typed."""
    found = EPILOG.fullmatch(" ".join(epilog.split()))
    if found is None:
        return epilog
    room = min(wide(), 100) - 4
    lines = [broken(example, room) for example in found[1].split(" | ")]
    # A paragraph that begins with \b is printed as it is.
    return "\b\n" + "\n".join(["Examples:", *lines]) + (f"\n\n{found[2]}" if found[2] else "")


def broken(example: str, room: int) -> str:
    """A command on as many lines as it needs, each but the last ended as a shell wants it."""
    from textwrap import wrap

    whole = re.sub('"[^"]*"', lambda found: found[0].replace(" ", "\xa0"), example)
    lines = wrap(whole, room - 2, subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
    return " \\\n".join(f"  {line}" for line in lines).replace("\xa0", " ")
