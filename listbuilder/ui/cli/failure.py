"""Turns whatever a command raises into a message on stderr, an exit code and, with --json, one JSON document.

An unforeseen exception is an internal error: one line, with an exit code of its own.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from listbuilder.base.errors import EditError, ListbuilderError, UnknownGameError
from listbuilder.storage.processes.budget import OverBudgetError
from listbuilder.ui.cli.common import FAILED, UNREADABLE, USAGE
from listbuilder.ui.cli.start import STOPPED
from listbuilder.ui.cli.terminal import OutputError, leave, print_error, print_json, safe, say, style

if TYPE_CHECKING:
    from types import TracebackType

VARIABLE = "LISTBUILDER_TRACEBACK"
# Parts whose module is not called as they are.
CALLED = {"nacl": "pynacl", "zxingcpp": "zxing-cpp"}


def report_failure(error: BaseException, words: Sequence[str]) -> int:
    """Say what went wrong with a command of these words, and give back its exit code."""
    if isinstance(error, OutputError):
        leave(sys.stdout)
        _print_message(f"The output can't be written: {error.strerror}.")
        return UNREADABLE
    if isinstance(error, OverBudgetError):
        from listbuilder.storage.processes.budget import over_budget_error

        error = over_budget_error(error, " and ".join(_files(words)) or None)
    code, message = _describe(error, words)
    if "--json" in words:
        print_json(_document(code, message, error))
    return code


def _describe(error: BaseException, words: Sequence[str]) -> tuple[int, str]:
    """Print what went wrong; the exit code and the message."""
    if isinstance(error, ListbuilderError):
        print_error(error)
        return USAGE if isinstance(error, EditError | UnknownGameError) else UNREADABLE, str(error)
    if isinstance(error, click.ClickException):
        return _print_usage(error)
    if isinstance(error, click.Abort):
        return STOPPED, _print_message("Stopped.")
    if isinstance(error, ModuleNotFoundError) and (extra := _extra_with(error.name or "")):
        return USAGE, _print_message(
            f"This needs {error.name}, which is not installed: pip install 'listbuilder[{extra}]'."
        )
    if isinstance(error, OSError):
        return UNREADABLE, _print_message(_system(error))
    if os.environ.get(VARIABLE):
        import traceback

        say(safe("".join(traceback.format_exception(error))), error=True)
    return FAILED, _print_message(_internal_error(error, words))


def _extra_with(module: str) -> str | None:
    """The part of the program, installed on request, that brings in a module."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        known = requires("listbuilder") or []
    except PackageNotFoundError:
        return None
    top = module.partition(".")[0]
    pattern = re.compile(rf"{re.escape(CALLED.get(top, top))}\b.*extra == ['\"]((?!all|dev)[a-z]+)['\"]")
    return next((found[1] for one in known if (found := pattern.match(one))), None)


def _print_message(message: str) -> str:
    say(style(message), error=True)
    return message


def _print_usage(error: click.ClickException) -> tuple[int, str]:
    """Wrong usage: how it is used, then what was wrong. What the user typed is shown on one line."""
    message = " ".join(error.format_message().split())
    # No words at all: the message is the whole help.
    if type(error).__name__ == "NoArgsIsHelpError":
        say(error.format_message(), error=True)
        return error.exit_code, "no command"
    context: Any = getattr(error, "ctx", None)
    if context is not None:
        say(context.get_usage(), error=True)
        say(f"Try '{context.command_path} --help' for help.\n", error=True)
    _print_message(f"Error: {message}")
    return error.exit_code, message


def _system(error: OSError) -> str:
    """What the system refused, and about which file."""
    reason = error.strerror or type(error).__name__
    if error.filename is not None:
        return f"{error.filename}: {reason}."
    return f"The system refused: {reason}."


def _internal_error(error: BaseException, words: Sequence[str]) -> str:
    """An internal error in one line."""
    files = _files(words)
    place = f"{type(error).__name__}{_place(error.__traceback__)}"
    about = f" on {files[0]}" if files else ""
    keep = "Please report it with that file" if files else "Please report it"
    return f"Internal error{about} ({place}). Your files are intact. {keep}; {VARIABLE}=1 shows where it happened."


def _files(words: Sequence[str]) -> list[str]:
    """The files that a command names; a word may be too long to be asked for as a path."""
    found = [word for word in words if not word.startswith("-") and os.path.lexists(word)]
    return [word for word in found if Path(word).is_file()]


def _place(trace: TracebackType | None) -> str:
    """The innermost line of our own code."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    found = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith(package):
            found = f" in {os.path.relpath(file, package)}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return found


def _document(code: int, message: str, error: BaseException) -> dict[str, Any]:
    """The same as data."""
    from listbuilder.exchange.documents.report_document import finding_document

    findings = error.findings if isinstance(error, ListbuilderError) else ()
    return {"error": {"exit": code, "message": message, "findings": [finding_document(one) for one in findings]}}
