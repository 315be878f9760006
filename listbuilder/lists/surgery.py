"""Change single values of a YAML text: everything else, comments and spacing included, stays to the letter.

A text and a path go in, the new text comes out. It works on the places of nodes in the text, and knows no lists and
no games. Whoever calls it reads the result again and compares.
"""

from __future__ import annotations

import re
from typing import cast

import yaml

from listbuilder.lists.render import block_lines, flow, scalar
from listbuilder.reading import Path, Tree

__all__ = ["YamlText"]

GAP = re.compile(r"(?:\s|(?<!\S)#[^\n]*)*")


class YamlText:
    """A YAML text that is read already and known to be well-formed, with one change after another made to it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def node(self, path: Path) -> yaml.Node:
        """The node at a path."""
        found = yaml.compose(self.text, Loader=yaml.SafeLoader)
        for step in path:
            if isinstance(found, yaml.MappingNode):
                found = next(value for key, value in found.value if str(key.value) == str(step))
            else:
                found = cast("yaml.SequenceNode", found).value[cast("int", step)]
        return cast("yaml.Node", found)

    def put(self, path: Path, value: Tree, after: int | None = None) -> None:
        """Give a key of a mapping a value; a new key comes behind entry number `after`, or last."""
        mapping, key = cast("yaml.MappingNode", self.node(path[:-1])), str(path[-1])
        for _, old in (pair for pair in mapping.value if str(pair[0].value) == key):
            self.replace(old, value)
            return
        entry = f"{scalar(key)}: {flow(value)}"
        at = len(mapping.value) - 1 if after is None else min(after, len(mapping.value) - 1)
        if not mapping.value:
            self.splice(mapping.start_mark.index, end_of(mapping, self.text), "{" + entry + "}")
        elif mapping.flow_style:
            end = end_of(mapping.value[at][1], self.text)
            self.splice(end, end, f", {entry}")
        else:
            indent = " " * mapping.start_mark.column
            place = self.line_end(end_of(mapping.value[at][1], self.text))
            lines = self.rows(value, indent) if rows_of(value) else []
            head = f"{scalar(key)}:" if lines else entry
            self.splice(place, place, "".join(self.newline + line for line in [indent + head, *lines]))

    def rows(self, value: Tree, indent: str) -> list[str]:
        """A list of mappings as lines below its key."""
        return [f"{indent}  - {flow(item)}" for item in cast("list[Tree]", value)]

    def replace(self, old: yaml.Node, value: Tree) -> None:
        """Put a value in the place of a node."""
        start, end = old.start_mark.index, end_of(old, self.text)
        text = flow(value)
        if rows_of(value) and self.text[self.line_start(start) : start].strip().endswith(":"):
            indent = re.match(r"\s*", self.text[self.line_start(start) :])
            lines = self.rows(value, indent.group() if indent else "")
            start, text = len(self.text[:start].rstrip(" ")), "".join(self.newline + line for line in lines)
        elif isinstance(old, yaml.CollectionNode) and not old.flow_style:
            head = self.head_end(start)
            between = self.text[head:start].rstrip(" ")
            kept = between if "#" in between else ""
            self.splice(start, end, "")
            start, end, text = head, start, f" {text}{kept.rstrip()}"
        elif start == end and not self.text[:start].endswith(" "):
            text = f" {text}"
        self.splice(start, end, text)

    def head_end(self, start: int) -> int:
        """Where the key or dash before a block ends; comments may stand between the two."""
        end = start
        while end and not (self.text[end - 1] in ":-" and GAP.fullmatch(self.text, end, start)):
            end -= 1
        return end

    def drop(self, path: Path) -> None:
        """Take out a key of a mapping or an item of a list, with what follows it on its line."""
        parent = cast("yaml.CollectionNode", self.node(path[:-1]))
        if isinstance(parent, yaml.MappingNode):
            at = next(at for at, (key, _) in enumerate(parent.value) if str(key.value) == str(path[-1]))
            starts = [key.start_mark.index for key, _ in parent.value]
            ends = [end_of(value, self.text) for _, value in parent.value]
        else:
            items = cast("yaml.SequenceNode", parent).value
            at = cast("int", path[-1])
            starts = [self.item_start(cast("yaml.SequenceNode", parent), one) for one in range(len(items))]
            ends = [end_of(item, self.text) for item in items]
        if parent.flow_style:
            self.drop_flow(starts, ends, at)
        elif len(starts) == 1:
            empty = "{}" if isinstance(parent, yaml.MappingNode) else "[]"
            own_line = not self.text[self.line_start(starts[0]) : starts[0]].strip()
            start = len(self.text[: starts[0]].rstrip(" \r\n")) if own_line and path[:-1] else starts[0]
            clean = "#" not in self.text[start : starts[0]] and not self.comment_before(start)
            start = start if clean else starts[0]
            self.splice(start, ends[0], f" {empty}" if start != starts[0] else empty)
        else:
            self.drop_block(starts, ends, at)

    def comment_before(self, place: int) -> bool:
        """Whether the line of a place has a comment before it."""
        return re.search(r"(^|\s)#", self.text[self.line_start(place) : place]) is not None

    def drop_flow(self, starts: list[int], ends: list[int], at: int) -> None:
        """Take one entry out of brackets, with one comma."""
        start, end = starts[at], ends[at]
        gap = GAP.match(self.text, end)
        after = gap.end() if gap else end
        if self.text[after : after + 1] == ",":
            kept = self.text[end:after]
            rest = after + 1 + (self.text[after + 1 : after + 2] == " ")
            self.splice(start, rest, kept if "#" in kept else "")
        elif at and "#" not in self.text[ends[at - 1] : start]:
            self.splice(ends[at - 1], end, "")
        else:
            self.splice(start, end, "")

    def drop_block(self, starts: list[int], ends: list[int], at: int) -> None:
        """Take one entry out of a block: its lines, but no comment above it or below."""
        start, end = starts[at], self.line_end(ends[at])
        if not self.text[self.line_start(start) : start].strip():
            begin = self.line_start(start)
            self.splice(begin, min(end + len(self.newline), len(self.text)), "")
        elif at + 1 < len(starts) and "#" not in self.text[end : starts[at + 1]]:
            self.splice(start, starts[at + 1], "")
        else:
            self.splice(start, end, "")

    def insert(self, path: Path, at: int, value: Tree) -> None:
        """Put a new item before number `at` of a list; it is written like its neighbour."""
        node = cast("yaml.SequenceNode", self.node(path))
        items = node.value
        if not items:
            self.replace(node, [value])
        elif node.flow_style:
            edge = end_of(items[-1], self.text) if at >= len(items) else items[at].start_mark.index
            self.splice(edge, edge, f", {flow(value)}" if at >= len(items) else f"{flow(value)}, ")
        else:
            dash = " " * node.start_mark.column
            near = items[max(min(at, len(items)) - 1, 0)]
            wide = isinstance(near, yaml.MappingNode) and not near.flow_style
            inner = " " * (near.start_mark.column - node.start_mark.column - 1) if wide else " "
            lines = block_lines(value) if wide else [flow(value)]
            text = [f"{dash}-{inner}{lines[0]}", *(f"{dash} {inner}{line}" for line in lines[1:])]
            if at >= len(items):
                edge = self.line_end(end_of(items[-1], self.text))
                self.splice(edge, edge, "".join(self.newline + line for line in text))
            else:
                edge = self.chunk(node, at)[0]
                first = self.text[self.line_start(edge) : edge].strip()
                body = self.newline.join(text) + self.newline
                self.splice(edge, edge, body.lstrip(" ") + dash if first else body)

    def move(self, path: Path, source: int, target: int) -> None:
        """Put item `source` of a block list in place `target`, with the comments right above it."""
        node = cast("yaml.SequenceNode", self.node(path))
        chunks = [self.chunk(node, at) for at in range(len(node.value))]
        texts = [self.text[start:end] for start, end in chunks]
        between = [self.text[chunks[at][1] : chunks[at + 1][0]] for at in range(len(chunks) - 1)]
        texts.insert(target, texts.pop(source))
        body = "".join(text + gap for text, gap in zip(texts, [*between, ""], strict=True))
        self.splice(chunks[0][0], chunks[-1][1], body)

    def chunk(self, node: yaml.SequenceNode, at: int) -> tuple[int, int]:
        """The text of an item: in brackets its own; in a block its lines and the comment lines right above them."""
        if node.flow_style:
            return node.value[at].start_mark.index, end_of(node.value[at], self.text)
        start = self.item_start(node, at)
        if self.text[self.line_start(start) : start].strip():
            return start, self.line_end(end_of(node.value[at], self.text))
        start = self.line_start(start)
        floor = 0 if at == 0 else self.line_end(end_of(node.value[at - 1], self.text))
        while start > floor:
            above = self.line_start(max(start - 1, 0))
            if above < floor or not self.text[above:start].strip().startswith("#"):
                break
            start = above
        return start, self.line_end(end_of(node.value[at], self.text))

    def reorder(self, path: Path, order: list[str]) -> None:
        """Put the entries of a mapping in another order, each with its comments; what is between them stays."""
        node = cast("yaml.MappingNode", self.node(path))
        spans = [self.entry_span(node, at) for at in range(len(node.value))]
        texts = {str(key.value): self.text[slice(*span)] for (key, _), span in zip(node.value, spans, strict=True)}
        gaps = [self.text[spans[at][1] : spans[at + 1][0]] for at in range(len(spans) - 1)]
        body = "".join(texts[key] + gap for key, gap in zip(order, [*gaps, ""], strict=True))
        self.splice(spans[0][0], spans[-1][1], body)

    def entry_span(self, node: yaml.MappingNode, at: int) -> tuple[int, int]:
        """An entry from its key, or the comment lines right above it, to the end of its line; in brackets, bare."""
        key, value = node.value[at]
        start, end = cast("int", key.start_mark.index), end_of(value, self.text)
        if node.flow_style:
            return start, end
        floor = start if at == 0 else self.line_end(end_of(node.value[at - 1][1], self.text))
        line = self.line_start(start)
        while line > floor + 1:
            above = self.line_start(line - 1)
            if above <= floor or not self.text[above:line].strip().startswith("#"):
                break
            line, start = above, above + re.match(r"[ \t]*", self.text[above:]).end()  # type: ignore[union-attr]
        return start, self.line_end(end)

    def item_start(self, node: yaml.SequenceNode, at: int) -> int:
        """Where an item begins: at its dash in a block, at itself in brackets."""
        place = cast("int", node.value[at].start_mark.index)
        if node.flow_style:
            return place
        column = node.start_mark.column
        line = self.line_start(place)
        while line > node.start_mark.index and self.text[line + column : line + column + 1] != "-":
            line = self.line_start(line - 1)
        return line + column

    def line_start(self, place: int) -> int:
        """The first character of the line of a place."""
        return self.text.rfind("\n", 0, place) + 1

    def line_end(self, place: int) -> int:
        """The end of the line of a place, before the line break."""
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        return end - 1 if self.text[end - 1 : end] == "\r" and end > place else end

    def splice(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of another."""
        self.text = self.text[:start] + text + self.text[end:]


def rows_of(value: Tree) -> bool:
    """Whether a value is a list of mappings, which gets a line for each."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def end_of(node: yaml.Node, text: str) -> int:
    """Where a node really ends: PyYAML lets a block run on to the next token, over comments."""
    if isinstance(node, yaml.MappingNode) and not node.flow_style and node.value:
        return end_of(node.value[-1][1], text)
    if isinstance(node, yaml.SequenceNode) and not node.flow_style and node.value:
        return end_of(node.value[-1], text)
    end = cast("int", node.end_mark.index)
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return len(text[:end].rstrip())
    return end
