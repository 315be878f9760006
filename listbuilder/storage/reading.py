"""Reading documents: bytes, text or a file go in, a checked `Document` comes out, or a `DocumentError`.

A document is a tree of plain values with the line of each node. Text is UTF-8, with or without a byte order mark; its
line ends become `\\n`. `yaml_reader` and `json_reader` know the formats; nothing here knows games or lists.
"""

from __future__ import annotations

import os
import pathlib
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeAlias

from listbuilder.base.characters import CharacterProblem, check_text, find_forbidden, show
from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.base.records import refuse_change

if TYPE_CHECKING:
    from yaml.events import Event

Tree: TypeAlias = "str | int | float | bool | dict[str, Tree] | list[Tree] | None"
LineTree: TypeAlias = "int | tuple[int, dict[str, LineTree] | list[LineTree]]"
Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True)
class Limits:
    """How big a document may be: bytes in all, levels of nesting, values in all, characters in one text."""

    bytes: int
    depth: int
    nodes: int
    scalar: int


LIST_LIMITS = Limits(bytes=256 * 1024, depth=24, nodes=20_000, scalar=4_000)
# Lists come from strangers, games are the user's own. Games converted from other tools are large: 70 MB, ten thousand
# entries. The bounds of games only keep a wrong file from taking all memory.
CATALOGUE_LIMITS = Limits(bytes=80_000_000, depth=64, nodes=10_000_000, scalar=64_000)


class LineMap(Mapping[Path, int]):
    """The line of each node by its path. They are kept as a tree beside the data: few paths are ever asked for."""

    __slots__ = ("_count", "_root")

    def __init__(self, root: LineTree, count: int) -> None:
        object.__setattr__(self, "_root", root)
        object.__setattr__(self, "_count", count)

    __setattr__ = __delattr__ = refuse_change

    # Unpickling would set the slots, which `__setattr__` refuses.
    def __reduce__(self) -> tuple[type[LineMap], tuple[LineTree, int]]:
        return LineMap, (self._root, self._count)

    _root: LineTree
    _count: int

    def __getitem__(self, path: Path) -> int:
        found: LineTree = self._root
        try:
            for step in path:
                found = found[1][step]  # type: ignore[index]
        except (IndexError, TypeError):
            raise KeyError(path) from None
        return found[0] if isinstance(found, tuple) else found

    def __iter__(self) -> Iterator[Path]:
        ahead: list[tuple[Path, LineTree]] = [((), self._root)]
        while ahead:
            path, found = ahead.pop()
            yield path
            inside = found[1] if isinstance(found, tuple) else []
            steps = inside.items() if isinstance(inside, dict) else enumerate(inside)
            ahead += reversed([((*path, step), one) for step, one in steps])

    def __len__(self) -> int:
        return self._count


@dataclass(frozen=True)
class Document:
    """A file that was read; `lines` has the line of each node, for a value in a mapping that of its key.

    `plain` says that every text in it is printable ASCII, so none needs to be searched for hidden characters.
    """

    data: dict[str, Tree]
    lines: Mapping[Path, int]
    file: str | None = None
    plain: bool = False

    def line(self, path: Path) -> int:
        """The line of a node, or of its nearest parent that is in the file."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return self.lines[()]


def format_path(path: Path) -> str:
    """A path as people write it: `models[2].gear[1]`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{show(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def refuse(findings: Sequence[Finding]) -> DocumentError:
    """The error for some findings; its message is that of the first."""
    first = findings[0]
    place = [show(first.file, 200)] if first.file else []
    place += [f"line {first.line}"] if first.line and f"line {first.line}" not in first.message else []
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    start = ", ".join(place) + ": " if place else ""
    return DocumentError(start + first.message + more, tuple(findings))


def refuse_one(code: str, message: str, hint: str, file: str | None, line: int | None = None) -> DocumentError:
    """The error for a single problem of the file as a whole."""
    return refuse([Finding(code=code, message=message, hint=hint, file=file, line=line)])


def refuse_source(source: object, wanted: str, file: str | None = None) -> DocumentError:
    """The error for a source of a type that can't hold a list."""
    return refuse_one("file.root", f"a list is {wanted}, not {type(source).__name__}", "Hand over one of these.", file)


# Building a document node by node: the calls of a YAML or JSON parser go in, a `Document` comes out.


# Later findings are often consequences of the first ones.
MAX_FINDINGS = 20


class Builder:
    """Collects nodes in document order; problems are collected until `finish`, a broken limit raises at once.

    `_node` is the innermost open mapping or list and `_lines` has the lines of what is in it; `_outer` are those around
    it, each with the step that leads inside. The root stands in a list of its own.
    """

    def __init__(self, file: str | None, limits: Limits) -> None:
        self.file = file
        self._limits = limits
        self._longest, self._left = limits.scalar, limits.nodes
        self._findings: list[Finding] = []
        self._plain = True
        self._root: list[Tree] = []
        self._root_lines: list[Any] = []
        self._node: Any = self._root
        self._lines: Any = self._root_lines
        self._outer: list[tuple[Any, Any, str | int]] = []
        self._key: str | None = None
        self._key_line = 0

    @property
    def top(self) -> dict[str, Tree] | list[Tree] | None:
        """The innermost open mapping or list."""
        return self._node if self._outer else None

    @property
    def wants_key(self) -> bool:
        """Whether the next node must be a key."""
        return self._key is None and type(self._node) is dict

    def open(self, node: dict[str, Tree] | list[Tree], line: int) -> None:
        """Start an empty mapping or list."""
        if len(self._outer) >= self._limits.depth:
            message = f"line {line} is nested more than {self._limits.depth} levels deep"
            raise self.failure("file.too-deep", message, "Remove brackets or indentation.", line)
        step = self._step
        lines: Any = {} if type(node) is dict else []
        self._add(node, line, lines)
        self._outer.append((self._node, self._lines, step))
        self._node, self._lines = node, lines

    def close(self) -> None:
        """End the innermost mapping or list."""
        self._node, self._lines, _ = self._outer.pop()

    def key(self, text: str, line: int) -> None:
        """Name the next value of the innermost mapping."""
        if not (text.isascii() and text.isprintable() and len(text) <= self._longest):
            text = self._checked(text, line)
        if text in self._node:
            first = self._lines[text]
            message = f'"{show(text)}" is given on line {_node_line(first)} and again on line {line}'
            self.report("file.duplicate-key", message, "Keep one of them.", line, (*self._path(), text))
        self._key, self._key_line = text, line

    def scalar(self, value: str | float | bool | None, line: int) -> None:
        """Add a single value."""
        key = self._key
        if type(value) is str and not (value.isascii() and value.isprintable() and len(value) <= self._longest):
            value = self._checked(value, line if key is None else self._key_line)
        if key is None or self._left <= 0:
            self._add(value, line)
            return
        # What `_add` does with most values, inlined: this is where reading spends its time.
        self._left -= 1
        self._node[key] = value
        self._lines[key] = self._key_line
        self._key = None

    def report(self, code: str, message: str, hint: str, line: int, path: Path | None = None) -> None:
        """Keep a problem; the place is the next node unless a path is given."""
        where = format_path(self._next_path() if path is None else path)
        self._findings.append(Finding(code=code, message=message, hint=hint, where=where, file=self.file, line=line))
        if len(self._findings) >= MAX_FINDINGS:
            raise refuse(self._findings)

    def failure(self, code: str, message: str, hint: str, line: int) -> DocumentError:
        """The error for a problem after which reading can't go on."""
        where = format_path(self._next_path())
        return refuse(
            [*self._findings, Finding(code=code, message=message, hint=hint, where=where, file=self.file, line=line)]
        )

    def syntax_error(self, message: str, hint: str, line: int) -> DocumentError:
        """The error for a syntax error; earlier problems may be consequences of it and are dropped."""
        return refuse_one("file.syntax", message, hint, self.file, line)

    def finish(self) -> Document:
        """The document, when nothing was wrong."""
        if self._findings:
            raise refuse(self._findings)
        root = self._root[0] if self._root else None
        if not isinstance(root, dict):
            raise refuse_one("file.empty", "the file is empty", "Write a list in it.", self.file, 1)
        lines = LineMap(self._root_lines[0], self._limits.nodes - self._left)
        return Document(root, lines, self.file, self._plain)

    @property
    def _step(self) -> str | int:
        """The step that leads from the innermost mapping or list to the next node."""
        return len(self._node) if self._key is None else self._key

    def _path(self) -> Path:
        """The path of the innermost mapping or list; the list around the root is no part of it."""
        return tuple(step for _, _, step in self._outer[1:])

    def _next_path(self) -> Path:
        if not self._outer:
            return ()
        return self._path() if self.wants_key else (*self._path(), self._step)

    def _add(self, value: Tree, line: int, inside: object = None) -> None:
        """Add the next value and its line, together with the lines of what is `inside` it."""
        if self._left <= 0:
            message = f"the file has more than {self._limits.nodes:,} values"
            raise self.failure("file.too-large", message, "Split it, or remove what isn't needed.", line)
        self._left -= 1
        key = self._key
        if key is not None:
            self._node[key], self._key = value, None
            self._lines[key] = self._key_line if inside is None else (self._key_line, inside)
            return
        if not self._outer and value is not None and not isinstance(value, dict):
            kind = "a list" if isinstance(value, list) else "a single value"
            message = f"the file is {kind}, not a set of names and values"
            raise self.failure("file.root", message, "Start the file with `name: value` lines.", line)
        self._node.append(value)
        self._lines.append(line if inside is None else (line, inside))

    def _checked(self, text: str, line: int) -> str:
        """The text in NFC; if something is wrong with it, an escaped form that is safe to show."""
        self._plain = False
        if len(text) > self._longest:
            message = f"a text has {len(text):,} characters; at most {self._longest:,} are allowed"
            self.report("file.too-large", message, "Shorten it.", line)
            return ascii(text)
        checked = check_text(text)
        if isinstance(checked, CharacterProblem):
            self.report(*checked, line)
            return ascii(text)
        return checked


def _node_line(lines: Any) -> int:
    """The line of a node itself."""
    return int(lines[0] if isinstance(lines, tuple) else lines)


# The value of an unquoted YAML scalar or a JSON number: text goes in, a value of a few safe types comes out.


MAX_NUMBER_LENGTH = 32

# Not yes, no and on of YAML 1.1, nor its octal and sexagesimal numbers: they are names and texts of players.
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_FIRST = frozenset("-+0123456789")
# Longer numbers stay text: they are ids, not amounts.
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,8})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:e[-+][0-9]+)?|e[-+][0-9]+)")


def resolve_plain(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _FIRST or len(text) > MAX_NUMBER_LENGTH:
        return text
    if _INT.fullmatch(text):
        return int(text)
    # `1.50` may be a version or a price: a float would print as something the player did not write.
    if _DECIMAL.fullmatch(text) and repr(float(text)) == text:
        return float(text)
    return text


_SAVE_AS_UTF8 = "Save the file as UTF-8 in your editor."
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
# What people give by mistake; named, so that the message helps.
_OTHER_FILES = {
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a ZIP archive",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x1f\x8b": "a compressed file",
}


def decode(raw: bytes, file: str | None) -> str:
    """The bytes as text."""
    for start, kind in _OTHER_FILES.items():
        if raw.startswith(start):
            message = f"the file is {kind}, not text"
            raise refuse_one("file.encoding", message, "Give the YAML or JSON file instead.", file, 1)
    if raw.startswith(_UTF16_MARKS):
        raise refuse_one("file.encoding", "the file is saved as UTF-16, not UTF-8", _SAVE_AS_UTF8, file, 1)
    if b"\x00" in raw:
        raise _nul_error(raw, file)
    try:
        # With or without the byte order mark that Windows editors write.
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = _line_at(raw, error.start)
        message = f"line {line} has a letter (byte 0x{raw[error.start]:02X}) that is not saved as UTF-8"
        raise refuse_one("file.encoding", message, _SAVE_AS_UTF8, file, line) from error


def clean_text(text: str, file: str | None) -> str:
    """The text with `\\n` as its only line end, when it holds no hidden or control character, not even in a comment."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    # Nearly every text is such; the search below takes ten times as long.
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    findings = [
        Finding(code=code, message=message, hint=hint, file=file, line=text.count("\n", 0, place) + 1)
        for place, (code, message, hint) in islice(find_forbidden(text), MAX_FINDINGS)
    ]
    if findings:
        raise refuse(findings)
    return text


def _nul_error(raw: bytes, file: str | None) -> DocumentError:
    # UTF-16 without a mark has a NUL in nearly every second byte of Latin text.
    start = raw[:400]
    if start.count(0) * 3 > len(start):
        return refuse_one("file.encoding", "the file looks like UTF-16, not UTF-8", _SAVE_AS_UTF8, file, 1)
    line = _line_at(raw, raw.index(0))
    return refuse_one("file.encoding", f"line {line} has a NUL byte, so this is not a text", _SAVE_AS_UTF8, file, line)


def _line_at(raw: bytes, place: int) -> int:
    before = raw[:place].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1


# Files and texts


STDIN = "<stdin>"

_LOOKS_LIKE_JSON = re.compile(r'[ \t\n]*\{[ \t\n]*["}]')
# Without O_NONBLOCK, opening a fifo that was swapped in after the check would block.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Parsed(NamedTuple):
    """A list file that was read, with the events of the YAML parser in order; None for JSON."""

    document: Document
    events: list[Event] | None


def read_bytes(raw: bytes, *, file: str | None = None, limits: Limits = LIST_LIMITS) -> Document:
    """Read a whole YAML or JSON file."""
    _check_size(len(raw), file, limits)
    return _parse(clean_text(decode(raw, file), file), file, limits)


def read_text(text: str, *, file: str | None = None, limits: Limits = LIST_LIMITS) -> Document:
    """Read YAML or JSON that is already text."""
    _check_size(len(text), file, limits)
    # The number of characters was checked first: encoding an endless text would take its memory again.
    clean = clean_text(text, file)
    _check_size(len(clean.encode()), file, limits)
    return _parse(clean, file, limits)


def read_parsed(raw: bytes, *, file: str | None = None) -> Parsed:
    """Read a list file as `read_bytes` does, and keep the parser events, which have the positions of its nodes."""
    _check_size(len(raw), file, LIST_LIMITS)
    events: list[Event] = []
    return Parsed(_parse(clean_text(decode(raw, file), file), file, LIST_LIMITS, events), events or None)


def read_file(path: pathlib.Path, *, limits: Limits = LIST_LIMITS) -> Document:
    """Read a YAML or JSON file from disk; folders, pipes and devices are refused."""
    return read_bytes(read_raw(path, limits=limits), file=str(path), limits=limits)


def read_stream(stream: BinaryIO | None, *, limits: Limits = LIST_LIMITS) -> bytes:
    """What a stream holds, one byte more than the limit at most, so that it may be endless."""
    if stream is None:
        raise refuse_one("file.unreadable", "stdin is closed", "Name a file, or send a list.", STDIN)
    try:
        return stream.read(limits.bytes + 1)
    except OSError as error:
        message = f"stdin can't be read: {error.strerror}"
        raise refuse_one("file.unreadable", message, "Name a file, or send a list.", STDIN) from error


def read_raw(path: pathlib.Path, *, limits: Limits = LIST_LIMITS) -> bytes:
    """The bytes of a file, one more than the limit at most; folders, pipes and devices are refused."""
    file = str(path)
    try:
        raw = _read_regular(path, limits.bytes + 1)
    except FileNotFoundError as error:
        raise refuse_one("file.missing", "there is no such file", "Check its name and folder.", file) from error
    except IsADirectoryError as error:
        raise refuse_one("file.not-a-file", "this is a folder", "Give a file in it instead.", file) from error
    except PermissionError as error:
        message = "you are not allowed to read this file"
        raise refuse_one("file.unreadable", message, "Change its permissions, or copy it.", file) from error
    # ValueError: a NUL in the path.
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not a possible file name"
        message = f"the file can't be read: {reason}"
        raise refuse_one("file.unreadable", message, "Check the path and the disk.", file) from error
    if raw is None:
        message = "this is a pipe or a device, not a file"
        raise refuse_one("file.not-a-file", message, "Give an ordinary file.", file)
    return raw


def _read_regular(path: pathlib.Path, size: int) -> bytes | None:
    """The first `size` bytes of a regular file, or None when it is something else."""
    # Asked before opening: opening a device may have effects of its own.
    if not _is_regular(path.stat().st_mode):
        return None
    with open(os.open(path, _OPEN_FLAGS), "rb") as stream:
        about = os.fstat(stream.fileno())
        if not _is_regular(about.st_mode):
            return None
        # Asking for all that is allowed takes twice as long: Python allocates room for all of it.
        found = stream.read(min(size, about.st_size + 1))
        # The file may have grown since it was asked for its size.
        return found if len(found) <= about.st_size else found + stream.read(size - len(found))


def _is_regular(mode: int) -> bool:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    return stat.S_ISREG(mode)


def real_path(path: pathlib.Path) -> pathlib.Path:
    """The path with links followed. `Path.resolve` raises for links in a circle, which is no error here."""
    return pathlib.Path(os.path.realpath(path))


def _check_size(size: int, file: str | None, limits: Limits) -> None:
    if size > limits.bytes:
        message = f"the file is larger than {limits.bytes // 1024} kB"
        raise refuse_one("file.too-large", message, "Split it, or remove what isn't needed.", file)


def _parse(text: str, file: str | None, limits: Limits, events: list[Event] | None = None) -> Document:
    """The document of a checked text; `events` receives those of the YAML parser, nothing for JSON."""
    is_json = file is not None and file.lower().endswith(".json")
    build = Builder(file, limits)
    if is_json or _LOOKS_LIKE_JSON.match(text):
        from listbuilder.storage.json_reader import read_json

        try:
            read_json(text, build)
            return build.finish()
        except DocumentError as error:
            # YAML reads more than JSON, but must not let through what a rule of ours refused.
            if is_json or any(finding.code != "file.syntax" for finding in error.findings):
                raise
            build = Builder(file, limits)
    # A command that reads no YAML starts without the parser.
    from listbuilder.storage.yaml_reader import read_yaml

    read_yaml(text, build, events)
    return build.finish()
