"""Building a document node by node: the calls of a YAML or JSON parser go in, a `Document` comes out.

All rules that hold for both formats are here: limits, duplicate keys, characters, one mapping as the root.
"""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.reading.characters import Problem, check_text, show
from listbuilder.reading.document import Document, Limits, Path, Tree, format_path
from listbuilder.reading.refusal import refuse, refuse_one

__all__ = ["Builder"]

MAX_FINDINGS = 20


@dataclass
class _Frame:
    """A mapping or list that is still open; a mapping waits for a key while `key` is None."""

    node: dict[str, Tree] | list[Tree]
    path: Path
    key: str | None = None
    key_line: int = 0


class Builder:
    """Collects nodes in document order; what is wrong is kept until `finish`, a broken limit raises at once."""

    def __init__(self, file: str | None, limits: Limits) -> None:
        self.file = file
        self._limits = limits
        self._findings: list[Finding] = []
        self._frames: list[_Frame] = []
        self._lines: dict[Path, int] = {}
        self._root: dict[str, Tree] | None = None

    @property
    def top(self) -> dict[str, Tree] | list[Tree] | None:
        """The innermost open mapping or list."""
        return self._frames[-1].node if self._frames else None

    @property
    def wants_key(self) -> bool:
        """Whether the next node must be a key."""
        return bool(self._frames) and self._frames[-1].key is None and isinstance(self._frames[-1].node, dict)

    def open(self, node: dict[str, Tree] | list[Tree], line: int) -> None:
        """Start an empty mapping or list."""
        if len(self._frames) >= self._limits.depth:
            message = f"line {line} is nested more than {self._limits.depth} levels deep"
            raise self.failure("file.too-deep", message, "Remove brackets or indentation.", line)
        self._frames.append(_Frame(node, self._add(node, line)))

    def close(self) -> None:
        """End the innermost mapping or list."""
        self._frames.pop()

    def key(self, text: str, line: int) -> None:
        """Name the next value of the innermost mapping."""
        frame = self._frames[-1]
        key = self._checked(text, frame.path, line)
        path = (*frame.path, key)
        if key in frame.node:
            message = f'"{show(key)}" is given on line {self._lines[path]} and again on line {line}'
            self.report("file.duplicate-key", message, "Keep one of them.", line, path)
        frame.key, frame.key_line = key, line

    def scalar(self, value: str | float | bool | None, line: int) -> None:
        """Add a single value."""
        if isinstance(value, str):
            value = self._checked(value, self._next_path(), self._line_of_next(line))
        self._add(value, line)

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
        if self._root is None:
            raise refuse_one("file.empty", "the file is empty", "Write a list in it.", self.file, 1)
        return Document(self._root, self._lines, self.file)

    def _next_path(self) -> Path:
        if not self._frames:
            return ()
        frame = self._frames[-1]
        if isinstance(frame.node, list):
            return (*frame.path, len(frame.node))
        return frame.path if frame.key is None else (*frame.path, frame.key)

    def _line_of_next(self, line: int) -> int:
        """The line to note for the next node, which itself starts on `line`."""
        keyed = bool(self._frames) and self._frames[-1].key is not None
        return self._frames[-1].key_line if keyed else line

    def _add(self, value: Tree, line: int) -> Path:
        """Put a value where the next one belongs, and note its line."""
        if len(self._lines) >= self._limits.nodes:
            message = f"the file has more than {self._limits.nodes:,} values"
            raise self.failure("file.too-large", message, "Split it, or remove what isn't needed.", line)
        path = self._next_path()
        self._lines[path] = self._line_of_next(line)
        if not self._frames:
            self._set_root(value, line)
            return path
        frame = self._frames[-1]
        if isinstance(frame.node, list):
            frame.node.append(value)
        elif frame.key is not None:
            frame.node[frame.key], frame.key = value, None
        return path

    def _set_root(self, value: Tree, line: int) -> None:
        if isinstance(value, dict):
            self._root = value
        elif value is not None:
            kind = "a list" if isinstance(value, list) else "a single value"
            message = f"the file is {kind}, not a set of names and values"
            raise self.failure("file.root", message, "Start the file with `name: value` lines.", line)

    def _checked(self, text: str, path: Path, line: int) -> str:
        """The text as it is kept; when something is wrong with it, a stand-in that is safe to show."""
        if len(text) > self._limits.scalar:
            message = f"a text has {len(text):,} characters; at most {self._limits.scalar:,} are allowed"
            self.report("file.too-large", message, "Shorten it.", line, path)
            return ascii(text)
        checked = check_text(text)
        if isinstance(checked, Problem):
            self.report(*checked, line, path)
            return ascii(text)
        return checked
