"""Draw faces as a tagged PDF. The same faces give the same bytes, on any machine and day."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Sequence
from struct import pack
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.loading.templates import PAPER, Theme, channels
from listbuilder.printing.marks import MM, Box, Face, Figure, LineMark, Mark, Part, Picture, Polygon, Style, Text
from listbuilder.printing.text_layout import REGULAR, Fonts

if TYPE_CHECKING:
    from listbuilder.printing.pages import CardCell

MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# The metadata hold the title only; they claim no standard, because nobody has certified one.
PACKET = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


class Properties(NamedTuple):
    """What the PDF says about itself."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    duplex: str = ""


def metadata(title: str) -> Any:
    """The metadata of a PDF as an uncompressed object, which other programs look for in the file."""
    from reportlab.pdfbase.pdfdoc import XMP  # type: ignore[import-untyped]

    # Escaped by hand: importing the XML package of the standard library would slow down every start.
    escaped = "".join(MARKUP.get(char, char) for char in title if char.isprintable())
    text = PACKET.format(title=escaped).encode("ascii", "xmlcharrefreplace").decode("ascii")
    return XMP(creator=lambda _: text)


def open_canvas(out: io.BytesIO, page: tuple[float, float], properties: Properties) -> Any:
    """A reportlab canvas that prints at real size and never writes the time of day."""
    from reportlab import rl_config  # type: ignore[import-untyped]
    from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

    # Reportlab reads settings from the environment and from files; this one has no argument to override them.
    rl_config.useA85 = 0

    canvas = Canvas(
        out,
        pagesize=(page[0] * MM, page[1] * MM),
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 7),
        lang="en-GB",
        initialFontName=REGULAR,
    )
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if properties.duplex:
        edge = "Long" if properties.duplex == "long" else "Short"
        canvas.setViewerPreference("Duplex", f"DuplexFlip{edge}Edge")
    canvas._doc.Catalog.Metadata = metadata(properties.title)
    canvas.setTitle(properties.title)
    canvas.setAuthor(properties.author)
    canvas.setSubject(properties.subject)
    canvas.setKeywords(", ".join(properties.keywords))
    canvas.setCreator("listbuilder")
    canvas.setProducer("listbuilder with reportlab")
    return canvas


class PdfPen:
    """Writes marks in the colours of a theme as PDF operators, much faster than reportlab's drawing calls."""

    def __init__(self, page: tuple[float, float], fonts: Fonts, theme: Theme, properties: Properties) -> None:
        self.out = io.BytesIO()
        self.canvas = open_canvas(self.out, page, properties)
        self.fonts = fonts
        colours = {name: colour_operators(getattr(theme, name)) for name in ("ink", "muted", "line", "tint", "shade")}
        self.colours: dict[str, tuple[str, str]] = {**colours, "paper": colour_operators(PAPER)}
        self.images: dict[bytes, Any] = {}
        self.strings: dict[tuple[str, Style], list[tuple[str, str, float]]] = {}
        self.figures: dict[tuple[type, Mark, float, float], str] = {}
        self.tags = Tags()

    def show_page(self) -> None:
        """End the page."""
        self.canvas.showPage()
        self.tags.next_page()

    def save(self) -> bytes:
        """End the document and return it."""
        self.tags.write(self.canvas)
        self.canvas.save()
        return self.out.getvalue()

    def face(self, face: Face, cell: CardCell) -> None:
        """Draw a face in its place on the page, rotated as the place says."""
        x, y, width, height = (value * MM for value in cell[:4])
        turn = cell.turn % 360
        across, up = {0: (x, y), 90: (x + width, y), 180: (x + width, y + height), 270: (x, y + height)}[turn]
        matrix = {0: "1 0 0 1", 90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}[turn]
        self.tags.begin(face.title)
        self.parts(face.parts, face.height, f"{matrix} {across:.3f} {up:.3f} cm")

    def marks(self, marks: Sequence[Mark], height: float) -> None:
        """Draw marks on a page of this height."""
        self.parts(((0, 0, marks),), height, "1 0 0 1 0 0 cm")

    def artifact(self, marks: Sequence[Mark], height: float, alt: str = "") -> None:
        """Draw marks outside the reading order, such as guides; or one drawing with an alternative text."""
        self.canvas.addLiteral(self.tags.figure(alt) if alt else "/Artifact BMC")
        drawn = [self.figure(mark, 0, height) for mark in marks if not isinstance(mark, Text | Picture)]
        self.canvas.addLiteral("\n".join(["q", *drawn, *self.texts(((0, 0, marks),), height, tags=False), "Q", "EMC"]))

    def parts(self, parts: Sequence[Part], height: float, matrix: str) -> None:
        """Draw shapes first, then all text in reading order with the drawings that have an alternative text."""
        self.canvas.addLiteral(f"q {matrix}")
        figures: list[str] = []
        for x, y, marks in parts:
            for mark in marks:
                if isinstance(mark, Picture):
                    self.canvas.addLiteral(self.tags.figure(mark.alt) if mark.alt else "/Artifact BMC")
                    self.picture(mark, x, height - y)
                    self.canvas.addLiteral("EMC")
                elif not (isinstance(mark, Text) or (isinstance(mark, Figure) and mark.alt)):
                    figures.append(self.figure(mark, x, height - y))
        figures = ["/Artifact BMC", *figures, "EMC"] if figures else []
        self.canvas.addLiteral("\n".join([*figures, *self.texts(parts, height), "Q"]))

    def texts(self, parts: Sequence[Part], height: float, tags: bool = True) -> list[str]:
        """The operators of all text. Nothing in it is markup; tags tell which element of the structure it is."""
        out: list[str] = []
        colour, font, inside = "", ("", 0.0), False
        for left, down, marks in parts:
            for mark in marks:
                if isinstance(mark, Figure) and mark.alt and tags:
                    out += [*(["EMC", "ET"] if inside else []), self.tags.figure(mark.alt, True, mark.tag)]
                    out += [self.figure(mark, left, height - down), "EMC"]
                    colour, font, inside = "", ("", 0.0), False
                if not isinstance(mark, Text):
                    continue
                x, y, text, size, style, wanted, tag = mark
                if not inside or (tag and tags):
                    out += ["EMC"] if inside and tags else [] if inside else ["BT"]
                    out += [self.tags.number(tag)] if tags else []
                    inside = True
                if wanted != colour:
                    colour = wanted
                    out.append(self.colour(wanted)[0])
                x += left
                # The space is for screen readers: nothing else separates a piece from the next.
                for name, code, width in self.coded(f"{text} ", style):
                    if font != (name, size):
                        font = (name, size)
                        out.append(f"{name} {size:g} Tf")
                    out.append(f"1 0 0 1 {x:.2f} {height - down - y:.2f} Tm ({code}) Tj")
                    x += width * size
        return [*out, *(["EMC"] if tags else []), "ET"] if inside else out

    def coded(self, text: str, style: Style) -> list[tuple[str, str, float]]:
        """A string as the PDF encodes it: font, code and width of each run; cached."""
        found = self.strings.get((text, style))
        if found is None:
            runs = list(self.fonts.encode(text, style, self.canvas))
            alone = len(runs) == 1
            # Widths only place the next run, and most texts have a single one.
            found = [(name, code, 0.0 if alone else self.fonts.width(run, style)) for name, code, run in runs]
            self.strings[text, style] = found
        return found

    def colour(self, name: str) -> tuple[str, str]:
        """The operators for a colour of the theme, or for a value such as #1b2733."""
        if name not in self.colours:
            self.colours[name] = colour_operators(name)
        return self.colours[name]

    def figure(self, mark: Box | LineMark | Polygon | Figure, left: float, top: float) -> str:
        """The operators of a shape; cached, because most cards have it in the same place."""
        # The type too: marks are tuples, and two of different types may be equal.
        key = (type(mark), mark, left, top)
        if key not in self.figures:
            self.figures[key] = self.outline(mark, left, top)
        return self.figures[key]

    def outline(self, mark: Box | LineMark | Polygon | Figure, left: float, top: float) -> str:
        """The operators that draw a shape."""
        if isinstance(mark, LineMark):
            dash = ("[3 2] 0 d", "[] 0 d") if mark.dashed else ("", "")
            path = f"{left + mark.x:.2f} {top - mark.y:.2f} m {left + mark.to_x:.2f} {top - mark.to_y:.2f} l S"
            return f"{self.colour(mark.colour)[1]} {mark.width:g} w {dash[0]} {path} {dash[1]}"
        if isinstance(mark, Polygon):
            points = [f"{left + x:.2f} {top - y:.2f}" for x, y in mark.points]
            fill, stroke = self.colour(mark.colour)
            path = f"{points[0]} m {' '.join(f'{point} l' for point in points[1:])}"
            return f"{fill} {stroke} {mark.stroke:g} w {path} {'b' if mark.filled else 's'}"
        if isinstance(mark, Figure):
            place = f"{mark.side:.2f} 0 0 {mark.side:.2f} {left + mark.x:.2f} {top - mark.y - mark.side:.2f} cm"
            return f"q {self.colour(mark.colour)[0]} {place} {mark.path} f* Q"
        fill = self.colour(mark.fill)[0] if mark.fill else ""
        stroke = f"{self.colour(mark.line)[1]} {mark.stroke:g} w" if mark.stroke else ""
        how = "B" if mark.stroke and mark.fill else "S" if mark.stroke else "f"
        return f"{fill} {stroke} {box_path(mark, left, top)} {how}"

    def picture(self, mark: Picture, left: float, top: float) -> None:
        """Draw an image that `art` has checked; equal bytes are embedded once."""
        from reportlab.lib.utils import ImageReader  # type: ignore[import-untyped]

        image = self.images.setdefault(mark.image, ImageReader(io.BytesIO(mark.image)))
        x, y, width, height = mark.spot
        box = f"{left + mark.x:.2f} {top - mark.y - mark.height:.2f} {mark.width:.2f} {mark.height:.2f} re W n"
        self.canvas.addLiteral(f"q {box}")
        bottom = top - mark.y - y - height
        self.canvas.drawImage(image, left + mark.x + x, bottom, width, height, mask="auto")
        self.canvas.addLiteral("Q")


def colour_operators(colour: str) -> tuple[str, str]:
    """The operators that select a colour for fills and for lines; greys print with black ink alone."""
    red, green, blue = channels(colour)
    # In RGB many printers mix greys from all colours.
    if red == green == blue:
        return f"0 0 0 {1 - red:.4g} k", f"0 0 0 {1 - red:.4g} K"
    return f"{red:.4g} {green:.4g} {blue:.4g} rg", f"{red:.4g} {green:.4g} {blue:.4g} RG"


def box_path(mark: Box, left: float, top: float) -> str:
    """The outline of a rectangle, with rounded corners if it has a radius."""
    x, y, width, height = left + mark.x, top - mark.y - mark.height, mark.width, mark.height
    if not mark.radius:
        return f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"
    # The control points of a quarter circle.
    r, k = mark.radius, mark.radius * 0.4477
    right, upper = x + width, y + height
    return (
        f"{x + r:.2f} {y:.2f} m {right - r:.2f} {y:.2f} l "
        f"{right - k:.2f} {y:.2f} {right:.2f} {y + k:.2f} {right:.2f} {y + r:.2f} c {right:.2f} {upper - r:.2f} l "
        f"{right:.2f} {upper - k:.2f} {right - k:.2f} {upper:.2f} {right - r:.2f} {upper:.2f} c "
        f"{x + r:.2f} {upper:.2f} l {x + k:.2f} {upper:.2f} {x:.2f} {upper - k:.2f} {x:.2f} {upper - r:.2f} c "
        f"{x:.2f} {y + r:.2f} l {x:.2f} {y + k:.2f} {x + k:.2f} {y:.2f} {x + r:.2f} {y:.2f} c h"
    )


# The structure tree, which screen readers follow: headings, paragraphs, tables and figures in reading order.
#
# A text starts an element with its tag: H1 to H3, P, TH (head of a column), RH (head of a row), TD, or SPAN (a row of
# one cell as wide as the table; a paragraph if the table has no heads). Text without a tag continues the last element.

COLUMN = "/Scope /Column"


class Element:
    """A node of the structure tree; its kids are other elements, or page and number of marked content."""

    __slots__ = ("alt", "attributes", "kids", "parent", "ref", "role", "title")

    def __init__(self, role: str, parent: Element | None, alt: str = "", title: str = "") -> None:
        self.role, self.parent, self.alt, self.title = role, parent, alt, title
        self.kids: list[Element | tuple[int, int]] = []
        self.attributes = ""
        self.ref = ""
        if parent is not None:
            parent.kids.append(self)


class Tags:
    """Builds the structure tree: `begin` opens a section for a card or sheet, `number` marks what is drawn."""

    def __init__(self) -> None:
        self.root = Element("Document", None)
        self.section = self.root
        self.table: Element | None = None
        self.row: Element | None = None
        self.open: Element | None = None
        self.pages: list[list[Element]] = [[]]

    def begin(self, title: str) -> None:
        """Open a new section."""
        self.section = Element("Sect", self.root, title=title)
        self.leave()

    def leave(self) -> None:
        """Close the current table, row and text."""
        self.table = self.row = self.open = None

    def number(self, tag: str) -> str:
        """The operator that begins content with a tag."""
        if tag or self.open is None:
            self.open = self.element(tag or "P")
        return self.content(self.open)

    def figure(self, alt: str, among: bool = False, tag: str = "") -> str:
        """The operator that begins a figure, alone or `among` the words of a text; with a tag it starts that text."""
        self.open = self.element(tag) if tag else self.open
        return self.content(Element("Figure", (self.open if among else None) or self.section, alt))

    def content(self, element: Element) -> str:
        """The operator for more content of an element on this page."""
        numbers = self.pages[-1]
        element.kids.append((len(self.pages) - 1, len(numbers)))
        numbers.append(element)
        return f"/{element.role} <</MCID {len(numbers) - 1}>> BDC"

    def element(self, tag: str) -> Element:
        """A new element in its place; cells find their row, and rows their table."""
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
        # PDF/UA asks for regular tables: all rows of one have the same number of cells.
        if tag == "TD" and self.table and self.row and starts_other_table(self.table, self.row):
            self.table.kids.remove(self.row)
            self.table = self.row.parent = Element("Table", self.section)
            self.table.kids.append(self.row)
        return made

    def next_page(self) -> None:
        """Go to the next page."""
        self.pages.append([])
        self.leave()

    def write(self, canvas: Any) -> None:
        """Put the tree into the document, and link each page to it."""
        from reportlab.pdfbase import pdfdoc  # type: ignore[import-untyped]

        document = canvas._doc
        document.Catalog.StructTreeRoot = UNKNOWN
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})
        for at, page in enumerate(document.Pages.pages):
            # Reportlab writes only the page keys that it knows or that are listed here.
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            page.StructParents, page.Tabs = at, pdfdoc.PDFName("S")
        write = document.format
        # The numbers of pages are known only after reportlab has written its objects, so the tree is added to the
        # result.
        document.format = lambda: append_objects(document, write(), self.serialise(document))

    def serialise(self, document: Any) -> list[str]:
        """The root and all elements as PDF objects, numbered from the first free object number."""
        first = len(document.numberToId) + 1
        numbers = document.idToObjectNumberAndVersion
        pages = [f"{numbers[f'Page{at}'][0]} 0 R" if found else "" for at, found in enumerate(self.pages, 1)]
        elements = list(walk(self.root))
        for one in elements:
            if one.role == "Table":
                widen_last_cells(one)
        for at, one in enumerate(elements, first + 1):
            one.ref = f"{at} 0 R"
        nums = " ".join(
            [f"{at} [{' '.join([one.ref for one in found])}]" for at, found in enumerate(self.pages) if found]
        )
        body = f"<</Type /StructTreeRoot /K [{self.root.ref}] /ParentTree <</Nums [{nums}]>>"
        root = f"{body} /ParentTreeNextKey {len(self.pages)}>>"
        return [root, *[element_text(one, pages, f"{first} 0 R") for one in elements]]


def first_row(table: Element) -> Element:
    """The first row of a table."""
    row = table.kids[0]
    assert isinstance(row, Element)
    return row


def is_head_row(row: Element) -> bool:
    """Whether all cells of a row are heads of columns."""
    return all(isinstance(kid, Element) and kid.attributes == COLUMN for kid in row.kids)


def starts_other_table(table: Element, row: Element) -> bool:
    """Whether a row has more cells than a table without heads allows, and so belongs to another table."""
    first = first_row(table)
    return first is not row and not is_head_row(first) and len(row.kids) > len(first.kids)


def widen_last_cells(table: Element) -> None:
    """Make the last cell of each short row span the missing columns."""
    rows = [row for row in table.kids if isinstance(row, Element)]
    wide = max(len(row.kids) for row in rows)
    for row in rows:
        last, short = row.kids[-1], wide - len(row.kids)
        if short and isinstance(last, Element):
            last.attributes = f"{last.attributes} /ColSpan {short + 1}".strip()


def walk(element: Element) -> Iterator[Element]:
    """An element and all below it; not recursive, because nesting has no limit."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += [kid for kid in reversed(one.kids) if isinstance(kid, Element)]


def element_text(one: Element, pages: list[str], root: str) -> str:
    """An element as a PDF object. Content on the element's only page is listed by number alone."""
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
    """Marked content: its number if the element names the page, else both."""
    return str(kid[1]) if page else f"<</Type /MCR /Pg {pages[kid[0]]} /MCID {kid[1]}>>"


def pdf_string(text: str) -> str:
    """A text as a PDF string; in hexadecimal UTF-16 unless it is plain ASCII."""
    if text.isascii() and text.isprintable():
        return "({})".format(text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)"))
    return f"<feff{text.encode('utf-16-be', 'replace').hex()}>"


# The end of the file. A deck has thousands of elements; as ordinary objects they would be half of the file, so they go
# into compressed object streams, which reportlab can't write.

# A placeholder for the tree's root: its number is known only when all else is written.
UNKNOWN = "0000000000 0 R"
# Objects per stream: a reader decompresses a whole stream for one of them.
PACKED = 500
# The level of zlib; higher ones take long and save little.
QUICK = 4


def append_objects(document: Any, written: bytes, objects: Sequence[str]) -> bytes:
    """A PDF with more objects, and a cross-reference stream in place of its table; the first is the tree's root."""
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
    parts.append(cross_references(document, number, index))
    return b"".join([*parts, f"startxref\n{place}\n%%EOF\n".encode()])


def with_number(document: Any, body: bytes, first: int) -> bytes:
    """The written bytes with the placeholder filled in; the length stays, so that no offset changes."""
    unknown, known = UNKNOWN.encode(), f"{first} 0 R".ljust(len(UNKNOWN)).encode()
    at = body.index(unknown, document.idToOffset[document.Reference(document.Catalog).name])
    return b"".join([body[:at], known, body[at + len(unknown) :]])


def pack_objects(number: int, free: int, objects: Sequence[str]) -> bytes:
    """Objects as one object stream, which begins with the offset of each."""
    starts, offset = [], 0
    for at, one in enumerate(objects, free):
        starts.append(f"{at} {offset}")
        offset += len(one) + 1
    head = " ".join(starts) + "\n"
    content = (head + "\n".join(objects)).encode("latin-1")
    return stream_object(number, f"/Type /ObjStm /N {len(objects)} /First {len(head)}", content)


def cross_references(document: Any, number: int, index: dict[int, bytes]) -> bytes:
    """The cross-reference stream, with root, info and id of the document."""
    root, info = (document.Reference(one).format(document).decode() for one in (document.Catalog, document.info))
    file_id = document.ID().split(b"%", 1)[0].strip().decode("latin-1")
    rows = b"".join([pack(">BIH", 0, 0, 65535), *[index[at] for at in range(1, number + 1)]])
    head = f"/Type /XRef /Size {number + 1} /W [1 4 2] /Root {root} /Info {info} /ID {file_id}"
    return stream_object(number, head, rows)


def stream_object(number: int, head: str, content: bytes) -> bytes:
    """An object that is a compressed stream."""
    data = zlib.compress(content, QUICK)
    begin = f"{number} 0 obj\n<<{head} /Filter /FlateDecode /Length {len(data)}>>\nstream\n".encode("latin-1")
    return b"".join([begin, data, b"\nendstream\nendobj\n"])
