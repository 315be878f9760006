"""Putting PyYAML's complaints in plain English: an error and the text go in, message, hint and line come out.

The needles below are parts of what both of PyYAML's parsers say.
"""

from __future__ import annotations

from typing import NamedTuple

from yaml import MarkedYAMLError

from listbuilder.reading.characters import show

_LINE_UP = "Give the lines that belong together the same number of spaces."


class _Saying(NamedTuple):
    """How to say a complaint; `{line}` is its line, or, when `at_start`, the line where the broken part starts."""

    needle: str
    message: str
    hint: str
    at_start: bool = False


_SAYINGS = (
    _Saying(
        "mapping values are not allowed",
        "line {line} has a `:` where none can be",
        "Check the indentation, or put text that holds `: ` in quotes.",
    ),
    _Saying(
        "could not find expected ':'",
        "line {line} is not of the form `name: value`",
        "Put a colon and a space after the name, or indent the text under the line above.",
        at_start=True,
    ),
    _Saying("end of stream", "a quote opened on line {line} is never closed", "Add the missing quote.", at_start=True),
    _Saying("unexpected document", "a quote opened on line {line} is never closed", "Add the quote.", at_start=True),
    _Saying("',' or ']'", "the `[` on line {line} has no `]`, or a comma is missing", "Add it.", at_start=True),
    _Saying("',' or '}'", "the `{{` on line {line} has no `}}`, or a comma is missing", "Add it.", at_start=True),
    _Saying("Unicode", "line {line} has a `\\` code that is no character", "Type the character itself."),
    _Saying("escape", "line {line} has a `\\` that means nothing in double quotes", "Write `\\\\` instead."),
    _Saying("expected key", "line {line} does not line up with the lines above it", _LINE_UP),
    _Saying("'-' indicator", "line {line} does not line up with the list above it", _LINE_UP),
    _Saying("expected <block end>", "line {line} does not line up with the lines above it", _LINE_UP),
    _Saying("sequence entries", "line {line} has a `-` where none can be", "Start a new line before the `-`."),
    _Saying("document start", "line {line} comes after the end of the list", "Remove it, or check its indentation."),
    _Saying(
        "cannot start any token",
        "line {line} has text that starts with a special character",
        "Put the text in quotes.",
    ),
)
_OTHER = _Saying("", "line {line} can't be read as YAML", "Compare it with the lines above it, and check the quotes.")


def explain(error: Exception, text: str) -> tuple[str, str, int]:
    """The message, hint and line for an error that PyYAML raised on this text."""
    if not isinstance(error, MarkedYAMLError):
        return "the file can't be read as YAML", "Check the `\\` in quotes and the `%` lines.", 1
    problem = error.problem or ""
    saying = next((saying for saying in _SAYINGS if saying.needle in problem), _OTHER)
    lines = text.split("\n")
    found, started = (min(line, len(lines)) for line in _marks(error))
    for line in (found, started):
        if _is_tab_indented(lines[line - 1]):
            return f"line {line} is indented with a tab; YAML wants spaces", "Replace the tab with spaces.", line
    line = started if saying.at_start else found
    return saying.message.format(line=line) + _quote(lines[line - 1]), saying.hint, line


def _marks(error: MarkedYAMLError) -> tuple[int, int]:
    """The line where the parser gave up and the line where the broken part starts."""
    found = error.problem_mark or error.context_mark
    started = error.context_mark or error.problem_mark
    return (found.line + 1 if found else 1), (started.line + 1 if started else 1)


def _is_tab_indented(line: str) -> bool:
    return "\t" in line[: len(line) - len(line.lstrip())]


def _quote(line: str) -> str:
    return f": {show(line.strip(), 50)}" if line.strip() else ""
