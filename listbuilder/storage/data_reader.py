"""Reading data that a program passes in: a mapping goes in, a `Document` without lines comes out.

The limits and the checks of text are those of files, so later code can trust both alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from listbuilder.base.characters import CharacterProblem, check_text, show
from listbuilder.base.errors import DocumentError, ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import EMPTY
from listbuilder.storage.reading import (
    LIST_LIMITS,
    MAX_FINDINGS,
    Document,
    Limits,
    Path,
    Tree,
    format_path,
    refuse,
    refuse_one,
    resolve_plain,
)

SHORT, MOST = 10**9, 10**4_000
"""A whole number below the first is a number in a file too; one from the second on is too long even as text."""


def read_mapping(source: Mapping[str, object], *, file: str | None = None, limits: Limits = LIST_LIMITS) -> Document:
    """Check everything in a mapping, and copy it so that the caller can't change it afterwards."""
    reader = _MappingReader(file, limits)
    try:
        data = reader.mapping(source, ())
    except ListbuilderError:
        raise
    except Exception as error:
        raise _raising(error, file) from error
    if reader.findings:
        raise refuse(reader.findings)
    return Document(data, EMPTY, file, reader.plain)


def plain_mapping(source: Mapping[str, object], *, file: str | None = None, limits: Limits) -> dict[str, object]:
    """A mapping of any class as a plain dict; of an endless one, enough to show that it is too long."""
    if type(source) is dict:
        return source
    try:
        return dict(islice(source.items(), limits.nodes + 1))
    except Exception as error:
        raise _raising(error, file) from error


def _raising(error: Exception, file: str | None) -> DocumentError:
    """The error for data whose objects raise exceptions of their own."""
    message = f"the data can't be read: it raises {type(error).__name__}"
    return refuse_one("file.root", message, "Use plain text, numbers, lists and mappings.", file)


class _MappingReader:
    """Copies one tree; problems are collected until the end, a broken limit raises at once."""

    def __init__(self, file: str | None, limits: Limits) -> None:
        self.file = file
        self.limits = limits
        self.nodes = 0
        self.plain = True
        self.findings: list[Finding] = []

    def mapping(self, source: Mapping[str, object], path: Path) -> dict[str, Tree]:
        """A mapping with text as its keys."""
        plain = plain_mapping(source, file=self.file, limits=self.limits)
        self.enter(len(plain), path)
        made: dict[str, Tree] = {}
        longest = self.limits.scalar
        for key, value in plain.items():
            if not isinstance(key, str):
                self.report("file.key", f"the name {_shown(key)} is not text", "Use text as the name.", path)
                continue
            # A subclass of `str` may override any method; `str.__str__` returns the characters themselves.
            name = key if type(key) is str else str.__str__(key)
            if not (name.isascii() and name.isprintable() and len(name) <= longest):
                name = self.text(name, path)
            # Most values are plain text; building the path of each would take most of the time.
            if type(value) is str and value.isascii() and value.isprintable() and len(value) <= longest:
                made[name] = value
            else:
                made[name] = self.value(value, (*path, name))
        return made

    def value(self, value: object, path: Path) -> Tree:
        """Any value of a tree."""
        if type(value) is int and -SHORT < value < SHORT:
            return value
        if value is None or value is True or value is False:
            return value
        # `isinstance` with the abstract `Mapping`, further down, takes far longer.
        if type(value) is dict:
            return self.mapping(value, path)
        if isinstance(value, list | tuple):
            return self.several(value, path)
        if isinstance(value, str):
            return self.text(value, path)
        if isinstance(value, int | float):
            return self.number(value, path)
        if isinstance(value, Mapping):
            return self.mapping(value, path)
        message = f"{type(value).__name__} is no value of a list"
        self.report("file.root", message, "Use text, numbers, true, false, lists and mappings.", path)
        return None

    def several(self, values: list[object] | tuple[object, ...], path: Path) -> list[Tree]:
        """Values one after the other."""
        # A subclass may iterate without an end.
        if type(values) is not list and type(values) is not tuple:
            values = list(islice(values, self.limits.nodes + 1))
        self.enter(len(values), path)
        longest = self.limits.scalar
        return [
            item
            if type(item) is str and item.isascii() and item.isprintable() and len(item) <= longest
            else self.value(item, (*path, at))
            for at, item in enumerate(values)
        ]

    def enter(self, size: int, path: Path) -> None:
        """Keep the limits on nesting and on the number of values."""
        self.nodes += size
        if len(path) >= self.limits.depth:
            message = f"the data is nested more than {self.limits.depth} levels deep"
            raise refuse_one("file.too-deep", message, "Remove brackets.", self.file)
        if self.nodes > self.limits.nodes:
            message = f"the data has more than {self.limits.nodes:,} values"
            raise refuse_one("file.too-large", message, "Split it, or remove what isn't needed.", self.file)

    def text(self, text: str, path: Path) -> str:
        """Text in NFC without hidden characters; of a subclass only the characters count."""
        text = str.__str__(text)
        if len(text) > self.limits.scalar:
            message = f"a text has {len(text):,} characters; at most {self.limits.scalar:,} are allowed"
            self.report("file.too-large", message, "Shorten it.", path)
            return ascii(text[:20])
        self.plain = self.plain and text.isascii() and text.isprintable()
        checked = check_text(text)
        if isinstance(checked, CharacterProblem):
            self.report(*checked, path)
            return ascii(text)
        return checked

    def number(self, number: float, path: Path) -> Tree:
        """A number as a file would have it: whole numbers of ten digits or more are text there."""
        # Without the methods of a subclass, which may lie about the number.
        plain = int(number) if isinstance(number, int) else float(number)
        if -MOST < plain < MOST:
            return resolve_plain(repr(plain))
        self.report("file.number", "a number has no end or too many digits", "Write a number of few digits.", path)
        return None

    def report(self, code: str, message: str, hint: str, path: Path) -> None:
        """Keep a problem."""
        self.findings.append(Finding(code=code, message=message, hint=hint, where=format_path(path), file=self.file))
        if len(self.findings) >= MAX_FINDINGS:
            raise refuse(self.findings)


def _shown(key: object) -> str:
    """A key that is not text, for a message."""
    try:
        return show(repr(key))
    except Exception:  # a number of thousands of digits, or a foreign object
        return f"of type {type(key).__name__}"
