"""Lines that a barcode scanner types: strangers print the codes, so nothing in one may reach the shell behind us.

A stream goes in, lines come out. On a terminal, control characters are data: they end nothing and drive nothing, and
what is still being typed when the program ends is thrown away.
"""

from __future__ import annotations

import codecs
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

LONGEST = 8_192
# A scanner types a whole code within this many seconds, a person does not.
QUIET = 0.5
ENDS = ("\x03", "\x04")
ERASES = ("\x7f", "\b")


def scanned_lines(stream: BinaryIO, prompt: str) -> Iterator[str]:
    """The lines of a stream that are not blank, as they come; one that is too long is cut.

    At a terminal the prompt says when it is safe to scan.
    """
    typed = _keys(stream.fileno(), prompt) if sys.platform != "win32" and stream.isatty() else _lines(stream)
    return (line for line in typed if line.strip())


def _lines(stream: BinaryIO) -> Iterator[str]:
    while raw := stream.readline(LONGEST):
        yield raw.decode("utf-8", "replace").rstrip("\r\n")
        while raw and not raw.endswith(b"\n"):
            raw = stream.readline(LONGEST)


def _keys(terminal: int, prompt: str) -> Iterator[str]:
    """Lines that are typed into a terminal; Ctrl-C or Ctrl-D ends them where nothing is typed before or behind it."""
    decoder, line = codecs.getincrementaldecoder("utf-8")("replace"), ""
    with _quiet_terminal(terminal):
        _echo(f"{prompt}\n")
        while raw := os.read(terminal, LONGEST):
            text = decoder.decode(raw)
            if not line and text in ENDS and not _more(terminal):
                return
            for sign in text:
                if sign in "\r\n":
                    _echo("\n")
                    yield line
                    line = ""
                elif sign in ERASES:
                    _echo("\b \b" if line else "")
                    line = line[:-1]
                elif len(line) < LONGEST:
                    _echo(sign if sign.isprintable() else "")
                    line += sign


@contextmanager
def _quiet_terminal(terminal: int) -> Iterator[None]:
    """A terminal in which no key ends, stops or edits anything, until it is as it was."""
    import termios

    before = termios.tcgetattr(terminal)
    mode = [*before[:6], [*before[6]]]
    mode[0] &= ~termios.IXON
    mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(terminal, termios.TCSADRAIN, mode)
    try:
        yield
    finally:
        while _more(terminal) and os.read(terminal, LONGEST):
            pass  # a scanner is still typing, and a shell would run it
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def _more(terminal: int) -> bool:
    return bool(select.select([terminal], [], [], QUIET)[0])


def _echo(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
