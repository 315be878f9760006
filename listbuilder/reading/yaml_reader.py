"""Reading YAML: text goes in, calls on a `Builder` come out.

Only PyYAML's event stream is used, so that nothing is expanded, resolved or constructed behind our back. The
C parser's events are safe where its loader is not: they keep nesting on a heap, and reading stops at the limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
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

from listbuilder.reading.builder import Builder
from listbuilder.reading.characters import show
from listbuilder.reading.scalars import resolve_plain
from listbuilder.reading.yaml_errors import explain

# Of these only the parser half is used.
PARSER = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader

# A parser compares each of these with all before it, so that a file of them would take for ever.
_DIRECTIVE = re.compile(r"^%(?!YAML\b).*", re.MULTILINE)

_NODES = frozenset({AliasEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent})

# PyYAML lets these through for bad escapes, bad percent-codes in tags and absurd version numbers.
_LEAKS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def read_yaml(text: str, build: Builder) -> None:
    """Feed every node of the text to the builder."""
    if found := _DIRECTIVE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        message = f"the directive `{show(found[0], 30)}` isn't allowed"
        raise build.failure("file.tag", message, "Remove the line, or put the text in quotes.", line)
    documents = 0
    for event in _events(text, build):
        kind = type(event)
        if kind is ScalarEvent and event.anchor is None and event.tag is None:  # as most are
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
