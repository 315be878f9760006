"""What a read file becomes: a tree of plain values, the line of each node, and the limits it kept; and its builder.

It must not know which format the file was written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError, dataclass
from typing import Any, TypeAlias

from listbuilder.base.characters import CharacterProblem, check_text, show
from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding

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
CATALOGUE_LIMITS = Limits(bytes=4 * 1024 * 1024, depth=24, nodes=400_000, scalar=8_000)


class LineMap(Mapping[Path, int]):
    """The line of each node by its path. They are kept as a tree beside the data: few paths are ever asked for."""

    __slots__ = ("_count", "_root")

    def __init__(self, root: LineTree, count: int) -> None:
        object.__setattr__(self, "_root", root)
        object.__setattr__(self, "_count", count)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"LineMap is frozen: can't set {name}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"LineMap is frozen: can't delete {name}")

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
    """A file that was read; `lines` has the line of each node, for a mapping's value that of its key.

    `plain` says that every text in it was seen to be printable ASCII, so that nothing can hide in one.
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


# Turning findings into the one exception a reader raises.


def refuse(findings: Sequence[Finding]) -> DocumentError:
    """The error for these findings, the first of which is its message."""
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
    """The error for what a program handed over as a list and that is none of what one may be in."""
    return refuse_one("file.root", f"a list is {wanted}, not {type(source).__name__}", "Hand over one of these.", file)


# Building a document node by node: the calls of a YAML or JSON parser go in, a `Document` comes out.


MAX_FINDINGS = 20


class Builder:
    """Collects nodes in document order; what is wrong is kept until `finish`, a broken limit raises at once.

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
            message = f'"{show(text)}" is given on line {_own(first)} and again on line {line}'
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
        # What `_add` does with most values, without the call: this is where reading spends its time.
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
        """The error for text that is not of its format; problems found before may be its doing, and are dropped."""
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
        """Put a value where the next one belongs, and note its line beside that of what is `inside` it."""
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
        """The text as it is kept; when something is wrong with it, a stand-in that is safe to show."""
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


def _own(lines: Any) -> int:
    """The line of a node itself."""
    return int(lines[0] if isinstance(lines, tuple) else lines)


# What an unquoted YAML scalar or a JSON number means: text goes in, a value of a few safe types comes out.


MAX_NUMBER_LENGTH = 32

_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_FIRST = frozenset("-+0123456789")
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
