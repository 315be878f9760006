"""The structure of a PDF for those who can't see it: headings, paragraphs, tables and pictures in reading order.

A text begins an element with its tag: H1 to H3, P, TH (a head above a column), RH (the head of a row), TD, or SPAN (a
row of one cell as wide as the table; a paragraph where no heads stand above). One without a tag goes on with the
element before it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from struct import pack
from typing import Any

# The end of a PDF: objects that reportlab wrote, then thousands of small ones packed together, then an index of
# all.


UNKNOWN = "0000000000 0 R"  # stands for the first of the objects that are packed, as long as nobody knows its number
PACKED = 500  # objects in a pack: a reader opens a whole pack for one of them
QUICK = 4  # of zlib; the last levels take long and save little


def append_objects(document: Any, written: bytes, objects: Sequence[str]) -> bytes:
    """A PDF with more objects, the first of which its catalogue is to name; `written` has an index of the old kind."""
    first, numbers = len(document.numberToId) + 1, document.idToObjectNumberAndVersion
    index = {numbers[name][0]: pack(">BIH", 1, offset, 0) for name, offset in document.idToOffset.items()}
    parts = [with_number(document, written[: written.rindex(b"xref\n0 ")], first)]
    free, place = first, len(parts[0])
    packs = [objects[at : at + PACKED] for at in range(0, len(objects), PACKED)]
    for number, some in enumerate(packs, first + len(objects)):
        index |= {free + at: pack(">BIH", 2, number, at) for at in range(len(some))}
        index[number] = pack(">BIH", 1, place, 0)
        parts.append(pack_objects(number, free, some))
        place, free = place + len(parts[-1]), free + len(some)
    number = first + len(objects) + len(packs)
    index[number] = pack(">BIH", 1, place, 0)
    parts.append(object_index(document, number, index))
    return b"".join([*parts, f"startxref\n{place}\n%%EOF\n".encode()])


def with_number(document: Any, body: bytes, first: int) -> bytes:
    """What was written, with a number where that was unknown; it takes as much room, so that nothing moves."""
    unknown, known = UNKNOWN.encode(), f"{first} 0 R".ljust(len(UNKNOWN)).encode()
    at = body.index(unknown, document.idToOffset[document.Reference(document.Catalog).name])
    return b"".join([body[:at], known, body[at + len(unknown) :]])


def pack_objects(number: int, free: int, objects: Sequence[str]) -> bytes:
    """Objects as one, with where each begins."""
    starts, offset = [], 0
    for at, one in enumerate(objects, free):
        starts.append(f"{at} {offset}")
        offset += len(one) + 1
    head = " ".join(starts) + "\n"
    content = (head + "\n".join(objects)).encode("latin-1")
    return stream_object(number, f"/Type /ObjStm /N {len(objects)} /First {len(head)}", content)


def object_index(document: Any, number: int, index: dict[int, bytes]) -> bytes:
    """Where every object is, and which of them the document begins with."""
    root, info = (document.Reference(one).format(document).decode() for one in (document.Catalog, document.info))
    seal = document.ID().split(b"%", 1)[0].strip().decode("latin-1")
    rows = b"".join([pack(">BIH", 0, 0, 65535), *[index[at] for at in range(1, number + 1)]])
    head = f"/Type /XRef /Size {number + 1} /W [1 4 2] /Root {root} /Info {info} /ID {seal}"
    return stream_object(number, head, rows)


def stream_object(number: int, head: str, content: bytes) -> bytes:
    """An object that is a compressed stream."""
    data = zlib.compress(content, QUICK)
    begin = f"{number} 0 obj\n<<{head} /Filter /FlateDecode /Length {len(data)}>>\nstream\n".encode("latin-1")
    return b"".join([begin, data, b"\nendstream\nendobj\n"])


COLUMN = "/Scope /Column"


class Element:
    """A part of the structure; its kids are other parts, or numbers of content on a page."""

    __slots__ = ("alt", "attributes", "kids", "parent", "ref", "role", "title")

    def __init__(self, role: str, parent: Element | None, alt: str = "", title: str = "") -> None:
        self.role, self.parent, self.alt, self.title = role, parent, alt, title
        self.kids: list[Element | tuple[int, int]] = []
        self.attributes = ""
        self.ref = ""
        if parent is not None:
            parent.kids.append(self)


class Tags:
    """The structure tree as it grows: `begin` opens a part for a card or a sheet, `number` marks what is drawn."""

    def __init__(self) -> None:
        self.root = Element("Document", None)
        self.section = self.root
        self.table: Element | None = None
        self.row: Element | None = None
        self.open: Element | None = None
        self.pages: list[list[Element]] = [[]]

    def begin(self, title: str) -> None:
        """A new part, such as a card, under the whole."""
        self.section = Element("Sect", self.root, title=title)
        self.leave()

    def leave(self) -> None:
        """What comes next goes on with nothing."""
        self.table = self.row = self.open = None

    def number(self, tag: str) -> str:
        """The operator that begins content with a tag."""
        if tag or self.open is None:
            self.open = self.element(tag or "P")
        return self.content(self.open)

    def figure(self, alt: str, among: bool = False, tag: str = "") -> str:
        """The operator that begins a drawing, which words stand for: by itself, or among the words of a text.

        With a tag it begins that text.
        """
        self.open = self.element(tag) if tag else self.open
        return self.content(Element("Figure", (self.open if among else None) or self.section, alt))

    def content(self, element: Element) -> str:
        """The operator for more content of an element on this page."""
        numbers = self.pages[-1]
        element.kids.append((len(self.pages) - 1, len(numbers)))
        numbers.append(element)
        return f"/{element.role} <</MCID {len(numbers) - 1}>> BDC"

    def element(self, tag: str) -> Element:
        """A new element in its place; cells find their row, rows their table."""
        plain = tag in ("TD", "SPAN") and (
            self.table is None or (tag == "SPAN" and not is_head_row(first_row(self.table)))
        )
        if tag not in ("TH", "RH", "TD", "SPAN") or plain:
            self.leave()
            return Element(tag if tag[0] == "H" else "P", self.section)
        if tag == "TH" and (self.row is None or not is_head_row(self.row)):
            self.table = Element("Table", self.section)
            self.row = Element("TR", self.table)
        if tag in ("RH", "SPAN") or self.row is None:
            self.table = self.table or Element("Table", self.section)
            self.row = Element("TR", self.table)
        made = Element("TH" if tag in ("TH", "RH") else "TD", self.row)
        if made.role == "TH":
            made.attributes = COLUMN if tag == "TH" else "/Scope /Row"
        if tag == "TD" and self.table and self.row and starts_other_table(self.table, self.row):
            self.table.kids.remove(self.row)
            self.table = self.row.parent = Element("Table", self.section)
            self.table.kids.append(self.row)
        return made

    def next_page(self) -> None:
        """What comes now stands on another page."""
        self.pages.append([])
        self.leave()

    def write(self, canvas: Any) -> None:
        """Put the tree into the document, and on each page where its content belongs."""
        from reportlab.pdfbase import pdfdoc  # type: ignore[import-untyped]

        document = canvas._doc
        document.Catalog.StructTreeRoot = UNKNOWN
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})
        for at, page in enumerate(document.Pages.pages):
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            page.StructParents, page.Tabs = at, pdfdoc.PDFName("S")
        write = document.format
        document.format = lambda: append_objects(document, write(), self.spelt(document))

    def spelt(self, document: Any) -> list[str]:
        """The root of the tree and all elements as the PDF spells them, numbered from the first number that is free."""
        first = len(document.numberToId) + 1
        numbers = document.idToObjectNumberAndVersion
        pages = [f"{numbers[f'Page{at}'][0]} 0 R" if found else "" for at, found in enumerate(self.pages, 1)]
        whole = list(walk(self.root))
        for one in whole:
            if one.role == "Table":
                widen_last_cell(one)
        for at, one in enumerate(whole, first + 1):
            one.ref = f"{at} 0 R"
        nums = " ".join(
            [f"{at} [{' '.join([one.ref for one in found])}]" for at, found in enumerate(self.pages) if found]
        )
        body = f"<</Type /StructTreeRoot /K [{self.root.ref}] /ParentTree <</Nums [{nums}]>>"
        root = f"{body} /ParentTreeNextKey {len(self.pages)}>>"
        return [root, *[element_text(one, pages, f"{first} 0 R") for one in whole]]


def first_row(table: Element) -> Element:
    """The row that a table begins with."""
    row = table.kids[0]
    assert isinstance(row, Element)
    return row


def is_head_row(row: Element) -> bool:
    """Whether a row has nothing but heads of columns."""
    return all(isinstance(kid, Element) and kid.attributes == COLUMN for kid in row.kids)


def starts_other_table(table: Element, row: Element) -> bool:
    """Whether a row no longer goes with those before it, which have no heads above them: it is of another table."""
    first = first_row(table)
    return first is not row and not is_head_row(first) and len(row.kids) > len(first.kids)


def widen_last_cell(table: Element) -> None:
    """Make the last cell of a short row as wide as takes it to the end: one for the whole row, or one cut off."""
    rows = [row for row in table.kids if isinstance(row, Element)]
    wide = max(len(row.kids) for row in rows)
    for row in rows:
        last, short = row.kids[-1], wide - len(row.kids)
        if short and isinstance(last, Element):
            last.attributes = f"{last.attributes} /ColSpan {short + 1}".strip()


def walk(element: Element) -> Iterator[Element]:
    """An element and all below it, without a limit to how many there are."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += [kid for kid in reversed(one.kids) if isinstance(kid, Element)]


def element_text(one: Element, pages: list[str], root: str) -> str:
    """An element as the PDF spells it; what it has on one page is named by number alone."""
    above = one.parent.ref if one.parent else root
    more = f" /A <</O /Table {one.attributes}>>" if one.attributes else ""
    more += f" /Alt {pdf_string(one.alt)}" if one.alt else ""
    more += f" /T {pdf_string(one.title)}" if one.title else ""
    if len(one.kids) == 1 and isinstance(one.kids[0], tuple):
        page, number = one.kids[0]
        return f"<</S /{one.role} /P {above} /Pg {pages[page]} /K [{number}]{more}>>"
    on = {kid[0] for kid in one.kids if isinstance(kid, tuple)}
    at = pages[on.pop()] if len(on) == 1 else ""
    kids = " ".join([kid.ref if isinstance(kid, Element) else content_text(kid, pages, at) for kid in one.kids])
    return f"<</S /{one.role} /P {above} /K [{kids}]{f' /Pg {at}' if at else ''}{more}>>"


def content_text(kid: tuple[int, int], pages: list[str], page: str) -> str:
    """Content on a page: its number where the element says which page, else both."""
    return str(kid[1]) if page else f"<</Type /MCR /Pg {pages[kid[0]]} /MCID {kid[1]}>>"


def pdf_string(text: str) -> str:
    """Any text as a PDF spells it; other letters than those of ASCII in digits."""
    if text.isascii() and text.isprintable():
        return "({})".format(text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)"))
    return f"<feff{text.encode('utf-16-be', 'replace').hex()}>"
