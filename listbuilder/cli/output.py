"""What a command prints on: whatever goes wrong there is told from everything else that the system refuses."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO


class OutputError(OSError):
    """What was to be printed could not be; a reader who has left is not meant."""


class Output(io.FileIO):
    """Where stdout leads."""

    def write(self, data: Any, /) -> int:
        """Write some of it."""
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from error


def open_output() -> None:
    """Let both streams be there, whatever the program was started with; a closed stdout takes nothing and says so."""
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "r")
    if isinstance(given := sys.stdout, io.TextIOWrapper):
        buffer = io.BufferedWriter(Output(given.fileno(), "w", closefd=False))
        lines, through = given.line_buffering, given.write_through
        sys.stdout = io.TextIOWrapper(buffer, given.encoding, given.errors, None, lines, through)


def leave(stream: TextIO) -> None:
    """Let go of a stream that nobody reads or that takes no more, so that the end of the program is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
