"""Reading JSON: text goes in, calls on a `Builder` come out.

We parse ourselves, because the standard parser keeps no line numbers and has no limit on nesting. The parser does not
recurse: the builder's open mappings and lists are its stack.
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder

from listbuilder.base.characters import show
from listbuilder.base.errors import DocumentError
from listbuilder.storage.reading import Builder, resolve_plain

_DECODER = JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_NOT_A_NUMBER = re.compile(r"-?(?:NaN|Infinity)\b")
_WORD = re.compile(r"(?:true|false|null)\b")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


def read_json(text: str, build: Builder) -> None:
    """Feed every node of the text to the builder."""
    reader = _JsonReader(text, build)
    if not reader.peek():
        return
    reader.value()
    while build.top is not None:
        if isinstance(build.top, dict):
            reader.member()
        else:
            reader.item()
    if reader.peek():
        raise reader.syntax_error("there is more text after the last bracket", "Remove it.")


class _JsonReader:
    """An offset in the text, its line, and whether the innermost mapping or list was just opened."""

    def __init__(self, text: str, build: Builder) -> None:
        self._text = text
        self._build = build
        self._at = 0
        self._line = 1
        self._fresh = False

    def peek(self) -> str:
        """The next character that is not white space, or nothing at the end."""
        match = _SPACE.match(self._text, self._at)
        self._move(match.end() if match else self._at)
        return self._text[self._at : self._at + 1]

    def member(self) -> None:
        """Read one name and value of a mapping, or its end."""
        if self._ends("}"):
            return
        if self.peek() != '"':
            raise self.syntax_error("a name in double quotes is missing", 'Write "name": value, without a last comma.')
        line = self._line
        self._build.key(self._string(), line)
        if self.peek() != ":":
            raise self.syntax_error("a `:` is missing after a name", "Add the colon.")
        self._move(self._at + 1)
        self.value()

    def item(self) -> None:
        """Read one value of a list, or its end."""
        if not self._ends("]"):
            self.value()

    def value(self) -> None:
        """Read a single value, or the start of a mapping or list."""
        char = self.peek()
        line = self._line
        if char == '"':
            self._build.scalar(self._string(), line)
        elif char in {"{", "["}:
            self._build.open({} if char == "{" else [], line)
            self._fresh = True
            self._move(self._at + 1)
        else:
            self._build.scalar(self._word_or_number(), line)

    def syntax_error(self, message: str, hint: str) -> DocumentError:
        """The error for the text at the current offset."""
        rest = self._text[self._at : self._at + 100].split("\n")[0]
        found = f"`{show(rest, 30)}`" if rest else "the end of the line"
        return self._build.syntax_error(f"{message} at {found}", hint, self._line)

    def _ends(self, bracket: str) -> bool:
        """Whether the innermost mapping or list ends here; when not, step over the comma."""
        char = self.peek()
        fresh, self._fresh = self._fresh, False
        if char == bracket:
            self._move(self._at + 1)
            self._build.close()
            return True
        if not fresh and char != ",":
            raise self.syntax_error(f"a comma or `{bracket}` is missing", "Add it.")
        if not fresh:
            self._move(self._at + 1)
        return False

    def _string(self) -> str:
        try:
            # The standard decoder knows all escapes and is written in C; a text between quotes has no line break.
            text, end = _DECODER.raw_decode(self._text, self._at)
        except JSONDecodeError as error:
            self._move(max(self._at, error.pos))
            hint = "Close the quotes on the same line, and write `\\\\` for a backslash."
            raise self.syntax_error("a text in quotes is broken", hint) from error
        self._move(end)
        return str(text)

    def _word_or_number(self) -> str | int | float | bool | None:
        if match := _WORD.match(self._text, self._at):
            self._move(match.end())
            return _WORDS[match.group()]
        if match := _NOT_A_NUMBER.match(self._text, self._at):
            self._move(match.end())
            # Not JSON, but many programs write it: worth a message of its own.
            message = f"the number {show(match.group(), 30)} isn't allowed"
            self._build.report("file.number", message, "Write a number, or put it in double quotes.", self._line)
            return None
        if match := _NUMBER.match(self._text, self._at):
            self._move(match.end())
            return resolve_plain(match.group())
        raise self.syntax_error("a value is missing", "Write a number, true, false, null or text in double quotes.")

    def _move(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end
