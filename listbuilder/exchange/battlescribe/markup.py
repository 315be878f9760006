"""Markup of other tools, XML or JSON, read within bounds into one kind of tree: elements with attributes and lines.

Nothing here knows what the elements mean. Document types and entities are refused, since they can hide other files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.parsers import expat

from listbuilder.storage.reading import refuse_one


class MarkupLimits(NamedTuple):
    """How large a document may be, and what it is called where it is refused."""

    noun: str
    code: str
    again: str
    nodes: int
    depth: int
    letters: int
    bytes: int


ROSTER = MarkupLimits(
    "roster",
    "roster",
    "Export the roster again from the program that made it.",
    60_000,
    60,
    4_000_000,
    12 * 1024 * 1024,
)
# The largest public system has 250,000 elements in its largest file.
GAME_DATA = MarkupLimits("file", "data", "Get the file again.", 3_000_000, 200, 200_000_000, 256 << 20)


class XmlNode:
    """An element: its name without a prefix, its attributes, its children and text, and its line."""

    __slots__ = ("attributes", "children", "line", "name", "text")

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name, self.attributes, self.line = name, attributes, line
        self.children: list[XmlNode] = []
        self.text = ""

    def get(self, key: str) -> str:
        """An attribute on one line, or nothing."""
        return " ".join(self.attributes.get(key, "").split())

    def within(self, group: str, name: str) -> Iterator[XmlNode]:
        """The elements of a name inside the groups of a name: each `cost` in `costs`."""
        for child in self.children:
            if child.name == group:
                yield from (one for one in child.children if one.name == name)


class _Budget:
    """Counts elements and letters, and refuses more than any document of its sort has."""

    def __init__(self, limits: MarkupLimits, file: str | None) -> None:
        self.limits, self.file = limits, file
        self.nodes = self.letters = 0

    def spend(self, depth: int, line: int | None, nodes: int = 0, letters: int = 0) -> None:
        self.nodes += nodes
        self.letters += letters
        most = self.limits
        if self.nodes > most.nodes or depth > most.depth or self.letters > most.letters:
            raise too_large(most, self.file, line)


class _XmlBuilder(_Budget):
    """Builds the tree from the calls of the parser."""

    def __init__(self, parser: expat.XMLParserType, limits: MarkupLimits, file: str | None) -> None:
        super().__init__(limits, file)
        self.parser = parser
        self.root: XmlNode | None = None
        self.open: list[XmlNode] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        self.spend(len(self.open) + 1, line, nodes=1, letters=sum(map(len, attributes.values())))
        node = XmlNode(name.rpartition(":")[2], attributes, line)
        if self.open:
            self.open[-1].children.append(node)
        self.root = self.root or node
        self.open.append(node)

    def end(self, name: str) -> None:
        self.open.pop()

    def text(self, text: str) -> None:
        self.spend(0, self.parser.CurrentLineNumber, letters=len(text))
        self.open[-1].text += text

    def forbid(self, *_: object) -> int:
        """Refuse a document type or an entity, which no such document needs."""
        message = f"the {self.limits.noun} declares a document type or an entity, which can hide other files"
        line = self.parser.CurrentLineNumber
        raise refuse_one(f"{self.limits.code}.unsafe", message, self.limits.again, self.file, line)


def too_large(limits: MarkupLimits, file: str | None, line: int | None = None) -> Exception:
    """What is raised for a document that is larger than any."""
    return refuse_one(f"{limits.code}.too-large", f"the {limits.noun} is larger than any", "Split it.", file, line)


def read_xml(raw: bytes, file: str | None = None, limits: MarkupLimits = ROSTER) -> XmlNode:
    """The root of an XML document, or DocumentError with the line that is wrong."""
    if len(raw) > limits.bytes:
        raise too_large(limits, file)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    tree = _XmlBuilder(parser, limits, file)
    parser.StartElementHandler, parser.EndElementHandler = tree.start, tree.end
    parser.CharacterDataHandler = tree.text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = tree.forbid
    parser.ExternalEntityRefHandler = tree.forbid
    try:
        parser.Parse(raw, True)
    # LookupError and ValueError: an encoding that nobody knows.
    except (expat.ExpatError, LookupError, ValueError) as error:
        line = getattr(error, "lineno", 1)
        message = f"this is no whole XML: {error}"
        raise refuse_one(f"{limits.code}.syntax", message, limits.again, file, line) from error
    assert tree.root is not None
    return tree.root


JSON_ROSTER = re.compile(rb'\s*\{\s*"roster"\s*:\s*\{')
# What the root of a document in JSON may be called.
ROOTS = ("roster", "gameSystem", "catalogue")
# Each group of elements, and what one of them is called.
GROUPS = {
    "catalogueLinks": "catalogueLink",
    "categories": "category",
    "categoryEntries": "categoryEntry",
    "categoryLinks": "categoryLink",
    "characteristicTypes": "characteristicType",
    "characteristics": "characteristic",
    "conditionGroups": "conditionGroup",
    "conditions": "condition",
    "constraints": "constraint",
    "costLimits": "costLimit",
    "costTypes": "costType",
    "costs": "cost",
    "entryLinks": "entryLink",
    "forceEntries": "forceEntry",
    "forces": "force",
    "infoGroups": "infoGroup",
    "infoLinks": "infoLink",
    "localConditionGroups": "localConditionGroup",
    "modifierGroups": "modifierGroup",
    "modifiers": "modifier",
    "profileTypes": "profileType",
    "profiles": "profile",
    "publications": "publication",
    "repeats": "repeat",
    "rules": "rule",
    "selectionEntries": "selectionEntry",
    "selectionEntryGroups": "selectionEntryGroup",
    "selections": "selection",
    "sharedInfoGroups": "infoGroup",
    "sharedProfiles": "profile",
    "sharedRules": "rule",
    "sharedSelectionEntries": "selectionEntry",
    "sharedSelectionEntryGroups": "selectionEntryGroup",
}
# Where converters put the text of an element, and what they put before the names of attributes.
TEXTS = frozenset({"$text", "__text", "#text", "_text", "_"})
SIGNS = "_@"


def is_roster_json(raw: bytes) -> bool:
    """Whether some bytes are a roster in JSON."""
    return JSON_ROSTER.match(raw[:400].removeprefix(b"\xef\xbb\xbf")) is not None


def read_json_tree(raw: bytes, file: str | None = None, limits: MarkupLimits = ROSTER) -> XmlNode:
    """The root of a document in JSON, or DocumentError with the line that is wrong."""
    if len(raw) > limits.bytes:
        raise too_large(limits, file)
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        message = f"this is no whole JSON: {error if isinstance(error, ValueError) else 'it is too deep'}"
        raise refuse_one(f"{limits.code}.syntax", message, limits.again, file, line) from error
    root = next((one for one in ROOTS if isinstance(data, dict) and isinstance(data.get(one), dict)), None)
    if root is None:
        message = f"this is JSON and no {limits.noun} of a list builder"
        raise refuse_one(f"{limits.code}.syntax", message, limits.again, file, 1)
    return _JsonBuilder(limits, file).node(root, data[root])


class _JsonBuilder(_Budget):
    """Builds the tree from parsed JSON."""

    def node(self, name: str, value: Any, depth: int = 0) -> XmlNode:
        """An object as an element: its plain values are attributes, its lists are groups of elements."""
        made = XmlNode(name, {}, 1)
        self.spend(depth, None, nodes=1)
        if not isinstance(value, dict):
            made.text = self.plain(value)
            return made
        for key, inner in value.items():
            bare = key if key in TEXTS else key.lstrip(SIGNS)
            if key == "$" and isinstance(inner, dict):
                made.attributes |= {str(one): self.plain(each) for one, each in inner.items()}
            elif key in TEXTS:
                made.text = self.plain(inner)
            elif isinstance(inner, list | dict) and bare in GROUPS:
                made.children.append(self.group(bare, inner, depth + 1))
            elif bare == "description":
                text = inner[0] if isinstance(inner, list) and inner else inner
                made.children.append(self.node(bare, text, depth + 1))
            elif not isinstance(inner, list | dict):
                made.attributes[bare] = self.plain(inner)
        return made

    def group(self, name: str, value: list[Any] | dict[str, Any], depth: int) -> XmlNode:
        """A group of elements: a list of them, or an object with that list inside."""
        made = XmlNode(name, {}, 1)
        self.spend(depth, None, nodes=1)
        one = GROUPS[name]
        found = value.get(one, []) if isinstance(value, dict) else value
        # What a converter makes of a group with a single element, or of one with a list of such groups.
        for each in found if isinstance(found, list) else [found]:
            if isinstance(each, dict) and set(each) == {one}:
                made.children += self.group(name, each, depth + 1).children
            else:
                made.children.append(self.node(one, each, depth + 1))
        return made

    def plain(self, value: Any) -> str:
        """A plain value as XML has it. Its letters count from the next element on."""
        text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        self.letters += len(text)
        return text if not isinstance(value, list | dict) else ""
