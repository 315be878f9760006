"""XML read safely: bytes go in, a small tree comes out. No document types, no entities, no network, bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from listbuilder.storage.reading import refuse_one

MOST_NODES, DEEPEST, MOST_TEXT = 60_000, 60, 4_000_000


class XmlNode:
    """An element: its name without a prefix, its attributes, what stands in it, and its line."""

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


class _Tree:
    """Builds the tree as the parser goes on, and stops it at the limits."""

    def __init__(self, parser: expat.XMLParserType, file: str | None) -> None:
        self.parser, self.file = parser, file
        self.root: XmlNode | None = None
        self.open: list[XmlNode] = []
        self.nodes = self.letters = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self.nodes += 1
        self.letters += sum(map(len, attributes.values()))
        if self.nodes > MOST_NODES or len(self.open) >= DEEPEST or self.letters > MOST_TEXT:
            raise self.refuse("roster.too-large", "the roster is larger than any", "Split it.")
        node = XmlNode(name.rpartition(":")[2], attributes, self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].children.append(node)
        self.root = self.root or node
        self.open.append(node)

    def end(self, name: str) -> None:
        """An element ends."""
        self.open.pop()

    def text(self, text: str) -> None:
        """Text between elements."""
        self.letters += len(text)
        if self.letters > MOST_TEXT:
            raise self.refuse("roster.too-large", "the roster is larger than any", "Split it.")
        self.open[-1].text += text

    def forbid(self, *_: object) -> int:
        """A document type or an entity, which no roster needs."""
        message = "the roster declares a document type or an entity, which can hide other files"
        raise self.refuse("roster.unsafe", message, "Export it again from the program that made it.")

    def refuse(self, code: str, message: str, hint: str) -> Exception:
        """The error at the place that was reached."""
        return refuse_one(code, message, hint, self.file, self.parser.CurrentLineNumber)


def read_xml(raw: bytes, file: str | None = None) -> XmlNode:
    """The root of an XML document, or DocumentError with the line that is wrong."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    tree = _Tree(parser, file)
    parser.StartElementHandler, parser.EndElementHandler = tree.start, tree.end
    parser.CharacterDataHandler = tree.text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = tree.forbid
    parser.ExternalEntityRefHandler = tree.forbid
    try:
        parser.Parse(raw, True)
    # LookupError and ValueError: an encoding that nobody knows.
    except (expat.ExpatError, LookupError, ValueError) as error:
        line = getattr(error, "lineno", 1)
        hint = "Export the roster again from the program that made it."
        raise refuse_one("roster.syntax", f"this is no whole XML: {error}", hint, file, line) from error
    assert tree.root is not None
    return tree.root
