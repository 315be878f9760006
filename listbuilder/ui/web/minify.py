"""Scripts and styles without what only their readers need: comments, indents, spaces around signs.

For our own files, as a test holds them: no text over several lines, and comments on lines of their
own. A script's line with a regular expression, a division or a template within a template keeps its spaces.
"""

from __future__ import annotations

import re

COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)
TEXT = re.compile(r"""("(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)""")
NOT_PLAIN = frozenset("`'/")
SPACES = (
    (re.compile(r" (=>|[-+*]?=|[=!]==|[<>]=|&&|\|\||\?\?|[=?:<>*]) "), r"\1"),
    (re.compile(r" ([-+]) (?![-+])"), r"\1"),
    (re.compile(r"([,:;{(}]) "), r"\1"),
    (re.compile(r" ([}{])"), r"\1"),
    (re.compile(r"\b(if|for|while|switch|return|catch|of|await) (?=[(\[{!])"), r"\1"),
)
STYLE_SPACES = ((re.compile(r"\s+"), " "), (re.compile(r" ?([{};,>]) ?"), r"\1"), (re.compile(r": "), ":"))


def minify_script(source: str) -> str:
    """A module that does the same, a seventh smaller."""
    lines = (line.strip() for line in COMMENT.sub("", source).splitlines())
    return "\n".join(_line(line) for line in lines if line and not line.startswith("//")) + "\n"


def _line(line: str) -> str:
    parts = TEXT.split(line)
    code, texts = parts[::2], parts[1::2]
    if any(not NOT_PLAIN.isdisjoint(one) for one in code) or any(one.count("{") != one.count("}") for one in texts):
        return line
    return "".join(part if at % 2 else _squeezed(part) for at, part in enumerate(parts))


def _squeezed(code: str) -> str:
    for pattern, replacement in SPACES:
        code = pattern.sub(replacement, code)
    return code


def minify_style(source: str) -> str:
    """A style sheet with the same rules."""
    made = COMMENT.sub("", source)
    for pattern, replacement in STYLE_SPACES:
        made = pattern.sub(replacement, made)
    return made.strip() + "\n"
