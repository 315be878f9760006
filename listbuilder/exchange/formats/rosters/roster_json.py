"""Rosters in JSON, as New Recruit exports them and as converters make them of XML: the same small tree comes out."""

from __future__ import annotations

import json
import re
from typing import Any

from listbuilder.exchange.formats.rosters.roster_xml import DEEPEST, MOST_NODES, MOST_TEXT, XmlNode
from listbuilder.storage.reading import refuse_one

ROSTER = re.compile(rb'\s*\{\s*"roster"\s*:\s*\{')
MOST_BYTES = 12 * 1024 * 1024
# Each group of elements, and what one of them is called.
GROUPS = {
    "costs": "cost",
    "costLimits": "costLimit",
    "forces": "force",
    "selections": "selection",
    "profiles": "profile",
    "characteristics": "characteristic",
    "rules": "rule",
    "categories": "category",
}
TEXTS = frozenset({"$text", "__text", "#text", "_text", "_"})
SIGNS = "_@"


def is_roster_json(raw: bytes) -> bool:
    """Whether some bytes are a roster in JSON."""
    return ROSTER.match(raw[:400].removeprefix(b"\xef\xbb\xbf")) is not None


def read_json_tree(raw: bytes, file: str | None = None) -> XmlNode:
    """The root of a roster in JSON, or DocumentError with the line that is wrong."""
    if len(raw) > MOST_BYTES:
        raise refuse_one("roster.too-large", "the roster is larger than any", "Split it.", file)
    hint = "Export the roster again from the program that made it."
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        message = f"this is no whole JSON: {error if isinstance(error, ValueError) else 'it is too deep'}"
        raise refuse_one("roster.syntax", message, hint, file, line) from error
    return _Tree(file).node("roster", data["roster"])


class _Tree:
    """Builds the tree, and stops at the limits."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.nodes = self.letters = 0

    def node(self, name: str, value: Any, depth: int = 0) -> XmlNode:
        """An object as an element: its plain values are attributes, its lists are groups of elements."""
        made = XmlNode(name, {}, 1)
        self.count(depth)
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
                made.children.append(
                    self.node(bare, inner[0] if isinstance(inner, list) and inner else inner, depth + 1)
                )
            elif not isinstance(inner, list | dict):
                made.attributes[bare] = self.plain(inner)
        return made

    def group(self, name: str, value: list[Any] | dict[str, Any], depth: int) -> XmlNode:
        """A group of elements: a list of them, or an object with that list inside."""
        made = XmlNode(name, {}, 1)
        self.count(depth)
        one = GROUPS[name]
        found = value.get(one, []) if isinstance(value, dict) else value
        # What a converter makes of a group with a single element, or of one with a list of such groups.
        several = found if isinstance(found, list) else [found]
        for each in several:
            if isinstance(each, dict) and set(each) == {one}:
                made.children += self.group(name, each, depth + 1).children
            else:
                made.children.append(self.node(one, each, depth + 1))
        return made

    def plain(self, value: Any) -> str:
        """A plain value as XML has it."""
        text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        self.letters += len(text)
        return text if not isinstance(value, list | dict) else ""

    def count(self, depth: int) -> None:
        """Count an element, and refuse more than any roster has."""
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > DEEPEST or self.letters > MOST_TEXT:
            raise refuse_one("roster.too-large", "the roster is larger than any", "Split it.", self.file)
