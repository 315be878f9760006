"""What people see: text made safe for a terminal, tables that fit it, and nothing but text in a pipe."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Sequence

__all__ = ["columns", "paragraph", "safe", "say", "style", "table", "width_of"]

HIDDEN = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x200E, 0x200F, 0x061C, 0x2028, 0x2029, 0xFEFF}
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


def safe(text: str) -> str:
    """The text with control and direction characters in visible form, so that no name can drive the terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char
        if char == "\n" or not (unicodedata.category(char) in ("Cc", "Cs") or ord(char) in HIDDEN)
        else char.encode("unicode_escape").decode()
        for char in text
    )


def say(text: str = "", *, error: bool = False) -> None:
    """Print text that `safe`, `style`, `paragraph` or `table` has made."""
    stream = sys.stderr if error else sys.stdout
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def colour(stream: object = None) -> bool:
    """Whether colours may be used: a terminal, and nobody said NO_COLOR."""
    target = stream if stream is not None else sys.stdout
    return (
        bool(getattr(target, "isatty", lambda: False)())
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def style(text: str, *names: str) -> str:
    """Text in a style where colours may be used."""
    codes = ";".join(STYLES[name] for name in names)
    return f"\x1b[{codes}m{safe(text)}\x1b[0m" if colour() else safe(text)


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
    import textwrap

    start = indent if first is None else first
    width = columns()
    if width is None:
        return start + safe(text)
    return textwrap.fill(
        safe(text),
        max(width, len(indent) + 20),
        initial_indent=start,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def table(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> str:
    """Rows in aligned columns; the last column wraps to the terminal."""
    cells = [[safe(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(width_of(row[at]) for row in cells) for at in range(len(heads))]
    lines = []
    for number, row in enumerate(cells):
        start = "  ".join(cell + " " * (widths[at] - width_of(cell)) for at, cell in enumerate(row[:-1]))
        start = f"{start}  " if start else ""
        room = columns()
        narrow = room is not None and width_of(start) > room - 20
        line = (
            start.rstrip() + "\n" + paragraph(row[-1], "    ")
            if narrow
            else paragraph(row[-1], " " * width_of(start), start)
        )
        lines.append(_bold(line) if number == 0 else line.rstrip())
    return "\n".join(lines)


def _bold(line: str) -> str:
    return f"\x1b[1m{line.rstrip()}\x1b[0m" if colour() else line.rstrip()
