"""Let the user's shell complete our words: print the script for it, or put it where the shell finds it."""

from __future__ import annotations

from pathlib import Path

import typer

__all__ = ["install", "show"]


def show(wanted: bool) -> None:
    """Print the script for the shell that this runs in, and stop."""
    if wanted:
        from listbuilder.cli.shells import script

        typer.echo(script(running_shell()))
        raise typer.Exit


def install(wanted: bool) -> None:
    """Put the script in the user's files and have the shell load it, and stop."""
    if wanted:
        from listbuilder.cli.shells import script
        from listbuilder.files import write_text

        shell = running_shell()
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


def running_shell() -> str:
    """The shell that this program was started from."""
    import os

    from shellingham import ShellDetectionFailure, detect_shell  # type: ignore[import-untyped]

    from listbuilder.cli.shells import SCRIPTS

    try:
        name = str(detect_shell()[0])
    except ShellDetectionFailure:
        name = Path(os.environ.get("SHELL", "")).name
    if name not in SCRIPTS:
        known = ", ".join(SCRIPTS)
        raise typer.BadParameter(f"there is completion for {known}; run this from one of them")
    return name
