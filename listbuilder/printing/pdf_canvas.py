"""Drawing: faces on pages become the bytes of a PDF. The same faces give the same bytes, on any machine and day."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from listbuilder.loading.templates import PAPER, Theme, channels
from listbuilder.printing.geometry import MM, CardCell
from listbuilder.printing.marks import Box, Face, Figure, LineMark, Mark, Part, Picture, Polygon, Style, Text
from listbuilder.printing.tagged_pdf import Tags
from listbuilder.printing.text_layout import Fonts
from listbuilder.printing.typefaces import REGULAR

# What a PDF says about itself to machines: its title. It is tagged, and claims no standard that nobody certified.


MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
PACKET = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def metadata(title: str) -> Any:
    """The object for the catalogue of a PDF; plain bytes, which other programs look for in the file."""
    from reportlab.pdfbase.pdfdoc import XMP  # type: ignore[import-untyped]

    # By hand: what the standard library has for XML loads half of it.
    said = "".join(MARKUP.get(char, char) for char in title if char.isprintable())
    text = PACKET.format(title=said).encode("ascii", "xmlcharrefreplace").decode("ascii")
    return XMP(creator=lambda _: text)


class Properties(NamedTuple):
    """What the PDF says about itself."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    duplex: str = ""


def open_canvas(out: io.BytesIO, page: tuple[float, float], properties: Properties) -> Any:
    """A reportlab canvas that prints at its real size and never writes the time of day."""
    from reportlab import rl_config  # type: ignore[import-untyped]
    from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

    # Reportlab can be set up from outside, and this setting has no argument; streams go in as they are.
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
    """Writes marks in the colours of a theme as PDF operators; much faster than reportlab's calls, one by one."""

    def __init__(self, canvas: Any, fonts: Fonts, theme: Theme) -> None:
        self.canvas = canvas
        self.fonts = fonts
        colours = {name: colour_operators(getattr(theme, name)) for name in ("ink", "muted", "line", "tint", "shade")}
        self.colours: dict[str, tuple[str, str]] = {**colours, "paper": colour_operators(PAPER)}
        self.images: dict[bytes, Any] = {}
        self.strings: dict[tuple[str, Style], list[tuple[str, str, float]]] = {}
        self.figures: dict[tuple[type, Mark, float, float], str] = {}
        self.tags = Tags()

    def show_page(self) -> None:
        """The page is done."""
        self.canvas.showPage()
        self.tags.next_page()

    def save(self) -> None:
        """The document is done."""
        self.tags.write(self.canvas)
        self.canvas.save()

    def face(self, face: Face, cell: CardCell) -> None:
        """A face in its place on the page, turned as the place says."""
        x, y, width, height = (value * MM for value in cell[:4])
        turn = cell.turn % 360
        across, up = {0: (x, y), 90: (x + width, y), 180: (x + width, y + height), 270: (x, y + height)}[turn]
        matrix = {0: "1 0 0 1", 90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}[turn]
        self.tags.begin(face.title)
        self.parts(face.parts, face.height, f"{matrix} {across:.3f} {up:.3f} cm")

    def marks(self, marks: Sequence[Mark], height: float) -> None:
        """Marks where they are."""
        self.parts(((0, 0, marks),), height, "1 0 0 1 0 0 cm")

    def aside(self, marks: Sequence[Mark], height: float, alt: str = "") -> None:
        """Marks that are no part of the text, such as guides; or a drawing that words stand for."""
        self.canvas.addLiteral(self.tags.figure(alt) if alt else "/Artifact BMC")
        drawn = [self.figure(mark, 0, height) for mark in marks if not isinstance(mark, Text | Picture)]
        self.canvas.addLiteral("\n".join(["q", *drawn, *self.texts(((0, 0, marks),), height, tags=False), "Q", "EMC"]))

    def parts(self, parts: Sequence[Part], height: float, matrix: str) -> None:
        """Shapes first, then all text, in its order, and among it drawings that words stand for."""
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
        """Lines of text as they are; nothing in them is markup. Each says which part of the structure it is."""
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
                # The space behind each piece is for ears: nothing else parts it from the next.
                for name, code, width in self.coded(f"{text} ", style):
                    if font != (name, size):
                        font = (name, size)
                        out.append(f"{name} {size:g} Tf")
                    out.append(f"1 0 0 1 {x:.2f} {height - down - y:.2f} Tm ({code}) Tj")
                    x += width * size
        return [*out, *(["EMC"] if tags else []), "ET"] if inside else out

    def coded(self, text: str, style: Style) -> list[tuple[str, str, float]]:
        """A string as the PDF spells it: font, code and width of each run."""
        found = self.strings.get((text, style))
        if found is None:
            runs = list(self.fonts.encode(text, style, self.canvas))
            alone = len(runs) == 1
            found = [(name, code, 0.0 if alone else self.fonts.width(run, style)) for name, code, run in runs]
            self.strings[text, style] = found
        return found

    def colour(self, name: str) -> tuple[str, str]:
        """The operators for a colour of the theme, or for one such as #1b2733."""
        if name not in self.colours:
            self.colours[name] = colour_operators(name)
        return self.colours[name]

    def figure(self, mark: Box | LineMark | Polygon | Figure, left: float, top: float) -> str:
        """Anything that is neither text nor image; it is often in the same place on the next card."""
        key = (type(mark), mark, left, top)
        if key not in self.figures:
            self.figures[key] = self.outline(mark, left, top)
        return self.figures[key]

    def outline(self, mark: Box | LineMark | Polygon | Figure, left: float, top: float) -> str:
        """The operators that draw a figure."""
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
        """An image whose bytes were checked before; the same bytes are embedded once."""
        from reportlab.lib.utils import ImageReader  # type: ignore[import-untyped]

        image = self.images.setdefault(mark.image, ImageReader(io.BytesIO(mark.image)))
        x, y, width, height = mark.spot
        box = f"{left + mark.x:.2f} {top - mark.y - mark.height:.2f} {mark.width:.2f} {mark.height:.2f} re W n"
        self.canvas.addLiteral(f"q {box}")
        bottom = top - mark.y - y - height
        self.canvas.drawImage(image, left + mark.x + x, bottom, width, height, mask="auto")
        self.canvas.addLiteral("Q")


def colour_operators(colour: str) -> tuple[str, str]:
    """The operators that choose a colour for filling and for lines; greys are black ink alone."""
    red, green, blue = channels(colour)
    if red == green == blue:
        return f"0 0 0 {1 - red:.4g} k", f"0 0 0 {1 - red:.4g} K"
    return f"{red:.4g} {green:.4g} {blue:.4g} rg", f"{red:.4g} {green:.4g} {blue:.4g} RG"


def box_path(mark: Box, left: float, top: float) -> str:
    """The outline of a rectangle, its corners rounded where it says so."""
    x, y, width, height = left + mark.x, top - mark.y - mark.height, mark.width, mark.height
    if not mark.radius:
        return f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"
    r, k = mark.radius, mark.radius * 0.4477
    right, upper = x + width, y + height
    steps = (
        (f"{x + r:.2f} {y:.2f} m", f"{right - r:.2f} {y:.2f} l"),
        (
            f"{right - k:.2f} {y:.2f} {right:.2f} {y + k:.2f} {right:.2f} {y + r:.2f} c",
            f"{right:.2f} {upper - r:.2f} l",
        ),
        (f"{right:.2f} {upper - k:.2f} {right - k:.2f} {upper:.2f} {right - r:.2f} {upper:.2f} c",),
        (f"{x + r:.2f} {upper:.2f} l", f"{x + k:.2f} {upper:.2f} {x:.2f} {upper - k:.2f} {x:.2f} {upper - r:.2f} c"),
        (f"{x:.2f} {y + r:.2f} l", f"{x:.2f} {y + k:.2f} {x + k:.2f} {y:.2f} {x + r:.2f} {y:.2f} c h"),
    )
    return " ".join(part for step in steps for part in step)
