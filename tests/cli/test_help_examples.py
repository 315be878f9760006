"""Every example in a help text can be typed: the parser of that command takes it, and no remark hangs on it."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.ui.cli.app import app


def below(command: Any) -> list[str]:
    """The names of the commands below one."""
    return list(command.list_commands(None)) if hasattr(command, "list_commands") else []


def examples(command: Any) -> Iterator[str]:
    """The examples in the help of a command and of those below it."""
    for name in below(command):
        yield from examples(command.get_command(None, name))
    shown = (command.epilog or "").split("Examples:\n")[1:]
    for line in shown[0].split("\n\n")[0].replace("\\\n", " ").splitlines() if shown else ():
        yield " ".join(line.split())


@pytest.mark.parametrize("example", list(examples(app)))
def test_example_is_a_command(example: str) -> None:
    """It begins with a command, and everything after it is understood."""
    typed = [word for word in shlex.split(re.split(" [<>] ", example)[0]) if word != "listbuilder"]
    command: Any = app
    while below(command):
        command = command.get_command(None, typed.pop(0))
    assert not example.rstrip('"').endswith((".", ")"))
    command.make_context("listbuilder", typed, resilient_parsing=False)
