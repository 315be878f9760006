"""Let the user's shell complete our words: print the script for it, or put it where the shell finds it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

THIS_SHELL = "this"


def show(wanted: str | None) -> None:
    """Print the script for a shell, and stop."""
    if wanted:
        from listbuilder.cli.shells import script

        typer.echo(script(shell_named(wanted)))
        raise typer.Exit


def install(wanted: str | None) -> None:
    """Put the script in the user's files and have the shell load it, and stop."""
    if wanted:
        from listbuilder.cli.shells import script
        from listbuilder.files import write_text

        shell = shell_named(wanted)
        home = Path.home()
        target = home / f".local/share/listbuilder/completion.{shell}"
        if shell == "fish":
            target = home / ".config/fish/completions/listbuilder.fish"
        target.parent.mkdir(parents=True, exist_ok=True)
        write_text(target, f"{script(shell)}\n", replace=True)
        told = "" if shell == "fish" else f", which {load_at_start(home / f'.{shell}rc', target)} loads"
        typer.echo(f"Wrote {target}{told}. Open a new {shell} to use it.")
        raise typer.Exit


def load_at_start(start: Path, target: Path) -> Path:
    """Have a shell load a file when it starts: one line at the end of its own start file, once."""
    from shlex import quote

    from listbuilder.files import write_text

    line = f"source {quote(str(target))}"
    text = start.read_text("utf-8") if start.exists() else ""
    if line not in text.splitlines():
        gap = "" if not text or text.endswith("\n") else "\n"
        write_text(start, f"{text}{gap}{line}\n", replace=True)
    return start


def shell_named(wanted: str) -> str:
    """A shell by its name, or the one that this program was started from."""
    from listbuilder.cli.shells import SCRIPTS

    name = running_shell() if wanted == THIS_SHELL else wanted.lower()
    if name not in SCRIPTS:
        known = ", ".join(SCRIPTS)
        raise typer.BadParameter(f"there is no completion for {name or 'this shell'}; name one of {known}")
    return name


def running_shell() -> str:
    """The shell that this program was started from; nothing if there is none."""
    import os

    from shellingham import ShellDetectionFailure, detect_shell  # type: ignore[import-untyped]

    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        return Path(os.environ.get("SHELL", "")).name


InstallCompletion = Annotated[
    str | None,
    typer.Option(metavar="[SHELL]", callback=install, is_eager=True, help="Let Tab complete in bash, zsh or fish."),
]
ShowCompletion = Annotated[
    str | None,
    typer.Option(metavar="[SHELL]", callback=show, is_eager=True, help="Print the script for it."),
]
