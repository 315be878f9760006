"""What people see: text made safe for a terminal, tables that fit it, and nothing but text in a pipe."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any, TextIO

from listbuilder.base.characters import on_one_line, visible
from listbuilder.storage.processes.budget import stop_clock

# What a command prints on: whatever goes wrong there is told from everything else that the system refuses.


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


RIBBON = 24  # columns of text that still read as text
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


def safe(text: str) -> str:
    """A text of several lines with whatever hides in visible form, so that no name can drive the terminal."""
    return visible(text)


def flowing(text: str) -> str:
    """Text that may be broken anew: its own line breaks are spaces."""
    return on_one_line(" ".join(text.split("\n")) if "\n" in text else text)


def say(text: str = "", *, error: bool = False) -> None:
    """Print text that `safe`, `style`, `paragraph` or `table` has made."""
    stream = sys.stderr if error else sys.stdout
    if not error:
        stop_clock()
    if not colour(stream):
        text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    except OSError:
        if not error:
            raise
        # Nobody can be told; what is done, and the exit code, stay.
        leave(stream)


def colour(stream: TextIO) -> bool:
    """Whether colours may be used: a terminal, and nobody said NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def style(text: str, *names: str) -> str:
    """One line of safe text in a style, which `say` takes off again where colours may not be used."""
    codes = ";".join(STYLES[name] for name in names)
    return f"\x1b[{codes}m{on_one_line(text)}\x1b[0m" if codes else on_one_line(text)


def columns() -> int | None:
    """The width of the terminal; None in a pipe, where lines are never broken."""
    if not sys.stdout.isatty():
        return None
    return max(shutil.get_terminal_size((80, 24)).columns, 20)


def width_of(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(1 for char in text if unicodedata.east_asian_width(char) in "WF")
    marks = sum(1 for char in text if unicodedata.combining(char))
    return len(text) + wide - marks


def paragraph(text: str, indent: str = "", first: str | None = None) -> str:
    """Text wrapped to the terminal, later lines indented; one line in a pipe."""
    start = indent if first is None else first
    width = columns()
    if width is None or width_of(start) + width_of(text) <= width:
        return start + flowing(text)
    lines, line = [], start
    for word in flowing(text).split():
        if width_of(line) + width_of(word) > width and line not in (start, indent):
            lines.append(line.rstrip())
            line = indent
        line += f"{word} "
    return "\n".join([*lines, line.rstrip()])


def heading(text: str, more: str = "") -> str:
    """A title in bold, and what else is said in its line; wrapped like a paragraph."""
    whole = paragraph(f"{text}  {more}" if more else text)
    if not more or not whole.startswith(f"{flowing(text)} "):
        return "\n".join(style(line, "bold") for line in whole.split("\n"))
    rest = whole[len(flowing(text)) :].split("\n")
    return style(text, "bold") + "\n".join(style(line, "dim") for line in rest)


def table(rows: Sequence[Sequence[str]], heads: Sequence[str], indent: str = "") -> str:
    """Rows in aligned columns; the last one wraps to the terminal, and where that is narrow, some go below."""
    cells = [[flowing(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(width_of(row[at]) for row in cells) for at in range(len(heads))]
    room = columns()
    taken = len(indent) + sum(widths[:-1]) + 2 * (len(widths) - 1)
    # Where the last column would be a thin ribbon, it goes below the others instead.
    if room is None or taken + widths[-1] <= room or room - taken >= RIBBON:
        starts = [indent + aligned(row[:-1], widths) for row in cells]
        lines = [paragraph(row[-1], " " * taken, start).rstrip() for row, start in zip(cells, starts, strict=True)]
    else:
        parts = folded(widths[:-1], room - len(indent))
        lines = [folded_row(row, widths, parts, indent) for row in cells]
    head = "\n".join(f"\x1b[1m{line}\x1b[0m" for line in lines[0].split("\n"))
    return "\n".join([head, *lines[1:]])


def aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Cells side by side, each as wide as its column."""
    return "".join(cell + " " * (width + 2 - width_of(cell)) for cell, width in zip(cells, widths, strict=False))


def folded(widths: Sequence[int], room: int) -> list[slice]:
    """The columns that go on each line where not all of them go on one."""
    parts, start, used = [], 0, 0
    for at, width in enumerate(widths):
        if at > start and used + width > room:
            parts.append(slice(start, at))
            start, used = at, 2
        used += width + 2
    return [*parts, slice(start, len(widths))]


def folded_row(row: Sequence[str], widths: Sequence[int], parts: Sequence[slice], indent: str) -> str:
    """A row of a table whose columns are on several lines, with its text below them."""
    lines = [(indent + "  " * (at > 0) + aligned(row[part], widths[part])).rstrip() for at, part in enumerate(parts)]
    lines.append(paragraph(row[-1], indent + "    ") if row[-1] else "")
    return "\n".join(line for line in lines if line.strip())
