"""Reading YAML: text goes in, calls on a `Builder` come out.

Only PyYAML's event stream is used: it expands no aliases, resolves no types and constructs no objects. The
C parser's events are safe where its loader is not: they keep nesting on a heap, and reading stops at the limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml
from yaml import MarkedYAMLError
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from listbuilder.base.characters import show
from listbuilder.storage.reading import Builder, resolve_plain

_LINE_UP = "Give the lines that belong together the same number of spaces."


class _Explanation(NamedTuple):
    """A parser error in plain English; `{line}` is its line, or, if `at_start`, where the broken part starts."""

    needle: str
    message: str
    hint: str
    at_start: bool = False


# The first that matches wins, so the special ones stand first: an invalid Unicode escape matches two of them.
_EXPLANATIONS = (
    _Explanation(
        "mapping values are not allowed",
        "line {line} has a `:` where none can be",
        "Check the indentation, or put text that holds `: ` in quotes.",
    ),
    _Explanation(
        "could not find expected ':'",
        "line {line} is not of the form `name: value`",
        "Put a colon and a space after the name, or indent the text under the line above.",
        at_start=True,
    ),
    _Explanation(
        "end of stream", "a quote opened on line {line} is never closed", "Add the missing quote.", at_start=True
    ),
    _Explanation(
        "unexpected document", "a quote opened on line {line} is never closed", "Add the quote.", at_start=True
    ),
    _Explanation("',' or ']'", "the `[` on line {line} has no `]`, or a comma is missing", "Add it.", at_start=True),
    _Explanation("',' or '}'", "the `{{` on line {line} has no `}}`, or a comma is missing", "Add it.", at_start=True),
    _Explanation("Unicode", "line {line} has a `\\` code that is no character", "Type the character itself."),
    _Explanation("escape", "line {line} has a `\\` that means nothing in double quotes", "Write `\\\\` instead."),
    _Explanation("expected key", "line {line} does not line up with the lines above it", _LINE_UP),
    _Explanation("'-' indicator", "line {line} does not line up with the list above it", _LINE_UP),
    _Explanation("expected <block end>", "line {line} does not line up with the lines above it", _LINE_UP),
    _Explanation("sequence entries", "line {line} has a `-` where none can be", "Start a new line before the `-`."),
    _Explanation(
        "document start", "line {line} comes after the end of the list", "Remove it, or check its indentation."
    ),
    _Explanation(
        "cannot start any token",
        "line {line} has text that starts with a special character",
        "Put the text in quotes.",
    ),
)
_OTHER = _Explanation(
    "", "line {line} can't be read as YAML", "Compare it with the lines above it, and check the quotes."
)


def explain(error: Exception, text: str) -> tuple[str, str, int]:
    """The message, hint and line for an error that PyYAML raised on this text."""
    if not isinstance(error, MarkedYAMLError):
        return "the file can't be read as YAML", "Check the `\\` in quotes and the `%` lines.", 1
    problem = error.problem or ""
    known = next((one for one in _EXPLANATIONS if one.needle in problem), _OTHER)
    lines = text.split("\n")
    # Where the parser gave up, and where the broken part starts.
    marks = (error.problem_mark or error.context_mark, error.context_mark or error.problem_mark)
    found, started = (min(mark.line + 1 if mark else 1, len(lines)) for mark in marks)
    # A tab is the likelier cause, whatever the parser complains about.
    for line in (found, started):
        written = lines[line - 1]
        if "\t" in written[: len(written) - len(written.lstrip("- \t"))]:
            return f"line {line} is indented with a tab; YAML wants spaces", "Replace the tab with spaces.", line
    for line in dict.fromkeys((found, started)):
        if slip := unquoted(lines[line - 1]):
            return f"line {line} {slip[0]}", f"Put the text in quotes: {slip[1]}", line
    line = started if known.at_start else found
    written = lines[line - 1].strip()
    quoted = f": {show(written, 50)}" if written else ""
    return known.message.format(line=line) + quoted, known.hint, line


_FLOW_VALUE = re.compile(
    r"(?P<key>[{,]\s*[\w-]+:\s+)"
    r"(?P<text>'[^,}]*|\"[^\"]*\"[^,}]*|\[[^\]]*\][^,}]*|[^\s\"'\[{](?:[^,{}]|\{[^{},]*\})*)(?=[,}]|$)"
)
_SPECIAL = "@`*&!%|>"


def unquoted(line: str) -> tuple[str, str] | None:
    """Why an unquoted text between braces ends too early, and the line with that text in quotes."""
    for found in _FLOW_VALUE.finditer(line) if "{" in line else ():
        text = found["text"].rstrip()
        if re.fullmatch(r"'(?:[^']|'')*'|\"[^\"]*\"|\[[^\]]*\]", text):
            continue
        if " #" in text:
            fact = "has ` #` in a text between braces, which starts a comment"
        elif text.startswith(('"', "[")):
            fact = (
                f"has text behind `{text[: text.index(text[0] if text[0] != '[' else ']', 1) + 1]}`, which ends there"
            )
        elif ": " in text or text.endswith(":"):
            fact = "has `: ` in a text between braces, which starts another value"
        elif text.startswith("'"):
            fact = "has `'` in a text between braces, which opens or closes a quote"
        elif "{" in text:
            fact = "has `{` in a text between braces, which opens others"
        elif text[0] in _SPECIAL:
            fact = f"has a text that begins with `{text[0]}`, which means something else"
        else:
            continue
        whole = len(text) > 1 and text.startswith("'") and text.endswith("'")
        bare = text[1:-1] if whole else text
        quoted = "'" + bare.replace("'", "''") + "'" if '"' in bare else f'"{bare}"'
        mended = f"{line[: found.start()]}{found['key']}{quoted}{line[found.start('text') + len(text) :]}"
        return fact, show(mended.strip(), 100)
    return None


# Of these only the parser half is used.
PARSER = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader

# The parser compares each tag directive with all before it: a file of them takes quadratic time.
_DIRECTIVE = re.compile(r"^%(?!YAML\b).*", re.MULTILINE)

_NODES = frozenset({AliasEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent})

# PyYAML lets these through for bad escapes, bad percent-codes in tags and absurd version numbers.
_LEAKS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def read_yaml(text: str, build: Builder, events: list[Event] | None = None) -> None:
    """Feed every node of the text to the builder; `events` gets those of the parser, which have positions."""
    if found := _DIRECTIVE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        message = f"the directive `{show(found[0], 30)}` isn't allowed"
        raise build.failure("file.tag", message, "Remove the line, or put the text in quotes.", line)
    documents = 0
    for event in _events(text, build) if events is None else _recorded(_events(text, build), events):
        kind = type(event)
        # Most events are plain scalars, which need none of the checks in `_node`.
        if kind is ScalarEvent and event.anchor is None and event.tag is None:
            line = event.start_mark.line + 1
            if build.wants_key:
                _key(event, build, line)
            else:
                build.scalar(event.value if event.style else resolve_plain(event.value), line)
        elif kind in _NODES:
            _node(event, kind, build)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            build.close()
        elif kind is DocumentStartEvent:
            documents += 1
            if documents > 1:
                line = event.start_mark.line + 1
                message = "the file holds more than one document"
                raise build.failure(
                    "file.documents", message, "Put what is below the `---` line into a file of its own.", line
                )


def _events(text: str, build: Builder) -> Iterator[Any]:
    try:
        parser = PARSER(text)
        try:
            yield from iter(parser.get_event, None)
        finally:
            parser.dispose()
    except (yaml.YAMLError, *_LEAKS) as error:
        message, hint, line = explain(error, text)
        raise build.syntax_error(message, hint, line) from error


def _recorded(stream: Iterator[Any], events: list[Event]) -> Iterator[Any]:
    for event in stream:
        events.append(event)
        yield event


def _node(event: Any, kind: type[Event], build: Builder) -> None:
    line = event.start_mark.line + 1
    if event.anchor is not None or (kind is not AliasEvent and event.tag is not None):
        _refuse_references(event, build, line)
    if build.wants_key:
        _key(event, build, line)
    elif kind is ScalarEvent:
        build.scalar(event.value if event.style else resolve_plain(event.value), line)
    elif kind is MappingStartEvent:
        build.open({}, line)
    elif kind is SequenceStartEvent:
        build.open([], line)
    else:
        # An alias was reported; a placeholder lets reading go on to the next problem.
        build.scalar(None, line)


def _refuse_references(event: NodeEvent, build: Builder, line: int) -> None:
    if isinstance(event, AliasEvent):
        message = f"`*{show(str(event.anchor))}` stands for text elsewhere in the file, which isn't allowed"
        build.report("file.anchor", message, "Write the text out, or put it in quotes.", line)
        return
    if event.anchor is not None:
        message = f"`&{show(event.anchor)}` marks text for use elsewhere, which isn't allowed"
        build.report("file.anchor", message, "Remove the mark, or put the text in quotes.", line)
    if isinstance(event, (CollectionStartEvent, ScalarEvent)) and event.tag is not None:
        message = f"the tag `{show(event.tag)}` isn't allowed"
        build.report("file.tag", message, "Remove the tag, or put the text in quotes.", line)


def _key(event: NodeEvent, build: Builder, line: int) -> None:
    if isinstance(event, AliasEvent):
        build.key(str(event.anchor), line)
        return
    if not isinstance(event, ScalarEvent):
        message = f"line {line} has a list or a mapping where a name belongs"
        raise build.failure("file.key", message, "Use plain text as the name.", line)
    name = event.value
    build.key(name, line)
    if event.style or (type(resolve_plain(name)) is str and name != "<<"):
        return
    if name == "<<":
        build.report("file.merge", "`<<` (merge) isn't allowed", "Write the values out.", line)
    elif not name:
        build.report("file.key", f"line {line} has a value without a name", "Write a name before the colon.", line)
    else:
        name = show(name)
        message = f"the name {name} would be read as a number or a special value"
        build.report("file.key", message, f'Write it in quotes: "{name}".', line)
