"""What a command prints: text made safe for a terminal, tables that fit it, plain text in a pipe, JSON, progress."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from click.exceptions import Exit

from listbuilder.base.characters import HIDDEN, on_one_line, visible
from listbuilder.base.errors import ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.storage.processes.budget import stop_clock
from listbuilder.ui.cli.start import STOPPED

if TYPE_CHECKING:
    from typing import Self


# Columns of text that still read as text.
RIBBON = 24
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
JSON_WORDS: dict[bool | None, str] = {None: "null", True: "true", False: "false"}
T = TypeVar("T")


class OutputError(OSError):
    """Stdout takes no more, such as on a full disk. A closed pipe is a BrokenPipeError instead."""


class Output(io.FileIO):
    """Stdout. Its errors get a type of their own, since other OSErrors are about files."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from error


def open_output() -> None:
    """Make both streams usable, even if the program was started with them closed; writing to a closed stdout fails."""
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "r")
    if isinstance(given := sys.stdout, io.TextIOWrapper):
        buffer = io.BufferedWriter(Output(given.fileno(), "w", closefd=False))
        lines, through = given.line_buffering, given.write_through
        sys.stdout = io.TextIOWrapper(buffer, given.encoding, given.errors, None, lines, through)


def leave(stream: TextIO) -> None:
    """Redirect a stream that takes no more to nowhere; otherwise Python would complain when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def safe(text: str) -> str:
    """A text of several lines with whatever hides in visible form, so that no name can drive the terminal."""
    return visible(text)


def flowing(text: str) -> str:
    """Text that may be wrapped again: its own line breaks become spaces."""
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
        # The message is lost; what was done and the exit code still count.
        leave(stream)


def colour(stream: TextIO) -> bool:
    """Whether colours may be used: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def style(text: str, *names: str) -> str:
    """One line of safe text in a style, which `say` strips where colours may not be used."""
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
    """Rows in aligned columns; the last column wraps to the terminal, or goes below the others if that is narrow."""
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


def print_error(error: ListbuilderError) -> None:
    """Print every finding of an error on stderr."""
    for finding in error.findings:
        place = f"{finding.file}:{finding.line}: " if finding.file and finding.line else ""
        place = place or (f"{finding.file}: " if finding.file and finding.file not in finding.message else "")
        say(paragraph(f"{place}{fact_of(finding)} {finding.hint}".rstrip(), "  ", ""), error=True)
    if not error.findings:
        say(style(str(error)), error=True)


def fact_of(finding: Finding) -> str:
    """What a finding says, as a sentence with its full stop, so that the hint can follow."""
    return finding.message if finding.message.endswith((".", "!", "?")) else f"{finding.message}."


# JSON


def json_text(document: object, encoding: str = "utf-8") -> str:
    """A document as JSON, the same for the same data; characters that could hide are escaped."""
    from json.encoder import encode_basestring, encode_basestring_ascii

    encode = encode_basestring if encoding.lower().replace("-", "") == "utf8" else encode_basestring_ascii

    def quote(text: str) -> str:
        quoted = encode(text)
        if quoted.isascii() and quoted.isprintable():
            # Nearly every text; the search below takes ten times as long.
            return quoted
        return HIDDEN.sub(lambda found: encode_basestring_ascii(found[0])[1:-1], quoted)

    return _indented(document, "\n", quote) + "\n"


def _indented(value: object, line: str, quote: Callable[[str], str]) -> str:
    """What `json.dumps` writes with an indent of two; that takes several times as long, which shows with many lists."""
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return JSON_WORDS[value]
    inner = f"{line}  "
    if isinstance(value, dict) and value:
        items = [f"{quote(str(key))}: {_indented(one, inner, quote)}" for key, one in value.items()]
        return f"{{{inner}{f',{inner}'.join(items)}{line}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner}{f',{inner}'.join([_indented(one, inner, quote) for one in value])}{line}]"
    return repr(value) if isinstance(value, int | float) else "{}" if isinstance(value, dict) else "[]"


def print_json(document: object) -> None:
    """One JSON document on stdout."""
    encoding = sys.stdout.encoding or "utf-8"
    text = json_text(document, encoding).encode(encoding, "backslashreplace").decode(encoding)
    stop_clock()
    sys.stdout.write(text)


# Progress


# Seconds until the first line, and between two.
FIRST, NEXT = 1.0, 0.25
CLEAR = "\r\x1b[K"
# Steps; before so many, an estimate of the time left is worthless.
ENOUGH = 5


class Progress:
    """How far a command is, as a line on a terminal's stderr, for work that takes longer than a second.

    `what` is what happens to `total` things, such as "lists judged"; without `total` only the time is shown. A timer
    draws the line, so that it moves even while a step takes long. Ctrl-C stops the work and says what was done.
    """

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what = what
        self.total = total
        self.done = self.wrong = 0
        self.drawn = False
        self.before: Any = None
        self.start = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and hasattr(signal, "setitimer"):
            self.before = signal.signal(signal.SIGALRM, self.draw)
            signal.setitimer(signal.ITIMER_REAL, FIRST, NEXT)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.before)
        self.clear()
        if kind is KeyboardInterrupt:
            did = f"{self.done} of {self.total} {self.what}" if self.total is not None else "nothing was written"
            say(f"Stopped: {did}.", error=True)
            raise Exit(STOPPED) from error

    def step(self, wrong: bool = False) -> None:
        """Count one more as done."""
        self.done += 1
        self.wrong += wrong

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """The items in order; each counts as done when the next is requested."""
        for item in items:
            yield item
            self.step()

    def say(self, text: str, *, error: bool = False) -> None:
        """Print something while the work goes on."""
        self.clear()
        say(text, error=error)

    def clear(self) -> None:
        """Erase the line, so that something else can be written there."""
        if self.drawn:
            self.drawn = False
            os.write(2, CLEAR.encode())

    def draw(self, number: int, frame: FrameType | None) -> None:
        """Draw the line anew; straight to the terminal, since a signal may interrupt code that holds the stream."""
        width = shutil.get_terminal_size((80, 24)).columns - 1
        os.write(2, f"{CLEAR}{self.text()[:width]}".encode())
        self.drawn = True

    def text(self) -> str:
        """How far the work is, in words."""
        spent = time.monotonic() - self.start
        if self.total is None:
            return f"{self.what} … {spent:.0f} s"
        wrong = f", {self.wrong} wrong" if self.wrong else ""
        left = spent / self.done * (self.total - self.done) if self.done >= ENOUGH else 0
        return f"{self.done} of {self.total} {self.what}{wrong}{f', about {left:.0f} s left' if left >= 1 else ''}"
