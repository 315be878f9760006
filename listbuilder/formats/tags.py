"""HTML taken apart in one pass: each tag with its attributes and the text behind it. Nothing is loaded or run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import NamedTuple

LONGEST_TAG = 2000
ATTRIBUTE = re.compile(r'([a-zA-Z][\w-]{0,40})="([^"]*)"')


class Tag(NamedTuple):
    """A tag by its name, `/p` for one that closes; `text` is what stands between it and the next tag."""

    name: str
    attributes: Mapping[str, str]
    text: str
    line: int

    def words(self) -> str:
        """The text with every break as a space."""
        return " ".join(f"|{self.text}|".split())[1:-1]


def tags_of(text: str) -> Iterator[Tag]:
    """Every tag in order; comments have no name."""
    line, at = 1, text.find("<")
    while at >= 0:
        comment = text.startswith("<!--", at)
        end = text.find("-->" if comment else ">", at)
        if end < 0:
            return
        end += 3 if comment else 1
        after = text.find("<", end)
        after = len(text) if after < 0 else after
        yield _tag("" if comment else text[at + 1 : end - 1], unescape(text[end:after]), line)
        line += text.count("\n", at, after)
        at = after if after < len(text) else -1


def _tag(inside: str, text: str, line: int) -> Tag:
    inside = inside[:LONGEST_TAG]
    name = inside.split(None, 1)[0].rstrip("/").lower() if inside.strip() else ""
    return Tag(name, {key.lower(): unescape(value) for key, value in ATTRIBUTE.findall(inside)}, text, line)
