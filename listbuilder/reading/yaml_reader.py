"""Reading YAML: text goes in, calls on a `Builder` come out.

Only PyYAML's event stream is used, so that nothing is expanded, resolved or constructed behind our back. The
C parser's events are safe where its loader is not: they keep nesting on a heap, and reading stops at the limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from listbuilder.reading.builder import Builder
from listbuilder.reading.characters import show
from listbuilder.reading.scalars import resolve_plain
from listbuilder.reading.yaml_errors import explain

__all__ = ["PARSER", "read_yaml"]

# Of these only the parser half is used.
PARSER = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader

# A parser compares each of these with all before it, so that a file of them would take for ever.
_DIRECTIVE = re.compile(r"^%(?!YAML\b).*", re.MULTILINE)

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
        if isinstance(event, DocumentStartEvent):
            documents += 1
            if documents > 1:
                message = "the file holds more than one document"
                raise build.failure("file.documents", message, "Remove the `---` line and all below it.", _line(event))
        elif isinstance(event, NodeEvent):
            _node(event, build)
        elif isinstance(event, CollectionEndEvent):
            build.close()


def _events(text: str, build: Builder) -> Iterator[Event]:
    try:
        yield from yaml.parse(text, Loader=PARSER)
    except (yaml.YAMLError, *_LEAKS) as error:
        message, hint, line = explain(error, text)
        raise build.syntax_error(message, hint, line) from error


def _node(event: NodeEvent, build: Builder) -> None:
    line = _line(event)
    _refuse_references(event, build, line)
    if build.wants_key:
        _key(event, build, line)
    elif isinstance(event, ScalarEvent):
        build.scalar(event.value if event.style else resolve_plain(event.value), line)
    elif isinstance(event, MappingStartEvent):
        build.open({}, line)
    elif isinstance(event, SequenceStartEvent):
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
    build.key(event.value, line)
    name = show(event.value)
    if not event.style and event.value == "<<":
        build.report("file.merge", "`<<` (merge) isn't allowed", "Write the values out.", line)
    elif not event.style and not event.value:
        build.report("file.key", f"line {line} has a value without a name", "Write a name before the colon.", line)
    elif not event.style and not isinstance(resolve_plain(event.value), str):
        message = f"the name {name} would be read as a number or a special value"
        build.report("file.key", message, f'Write it in quotes: "{name}".', line)


def _line(event: Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
