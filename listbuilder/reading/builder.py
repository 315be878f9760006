"""Building a document node by node: the calls of a YAML or JSON parser go in, a `Document` comes out.

All rules that hold for both formats are here: limits, duplicate keys, characters, one mapping as the root.
"""

from __future__ import annotations

from typing import Any

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.reading.characters import Problem, check_text, show
from listbuilder.reading.document import Document, Limits, Lines, Path, Tree, format_path
from listbuilder.reading.refusal import refuse, refuse_one

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
        lines = Lines(self._root_lines[0], self._limits.nodes - self._left)
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
        if isinstance(checked, Problem):
            self.report(*checked, line)
            return ascii(text)
        return checked


def _own(lines: Any) -> int:
    """The line of a node itself."""
    return int(lines[0] if isinstance(lines, tuple) else lines)
