"""What a machine can check of PDF/UA-1, as the Matterhorn Protocol counts the ways to fail it: bytes in, failures out.

Each failure begins with its number there; `ISO` stands before what the PDF standard itself asks of tagged files. Left
out are conditions on what our files never have (lists, formulas, notes, ruby, forms, media, optional content,
encryption: having one is said as a failure, so that nobody forgets to check it), and 06-002: that a file claims to be
PDF/UA, which ours do not.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple
from xml.etree import ElementTree

from pypdf import PdfReader
from pypdf.generic import ContentStream

from tests.support.pdfua_fonts import font_failures

__all__ = ["failures", "walk"]

STANDARD = frozenset(
    re.findall(
        r"\w+",
        """Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl
        LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu RB RT RP
        WT WP Figure Formula Form""",
    )
)
INSIDE = {"TR": {"Table", "THead", "TBody", "TFoot"}, "TH": {"TR"}, "TD": {"TR"}, "THead": {"Table"}}
HOLDS = {"Table": {"TR", "THead", "TBody", "TFoot", "Caption"}, "TR": {"TH", "TD"}}
UNCHECKED = frozenset(re.findall(r"\w+", "L LI Lbl LBody TOC TOCI Ruby Warichu Formula Note Form Link Annot"))
PAINTS = frozenset([*b"Tj TJ ' \" f F f* B B* b b* S s Do sh".split(), b"INLINE IMAGE"])
DC = "{http://purl.org/dc/elements/1.1/}title"


class Piece(NamedTuple):
    """An element of the structure: its role, what it says, the element around it."""

    role: str
    node: Any
    above: Any


def failures(pdf: bytes) -> list[str]:
    """Everything that is wrong with a PDF, in words."""
    reader = PdfReader(io.BytesIO(pdf), strict=True)
    root: Any = reader.trailer["/Root"]
    found = [] if re.match(rb"%PDF-1\.[0-7]\r?\n", pdf) else ["ISO the header is not that of PDF 1.0 to 1.7"]
    found += catalogue_failures(reader, root)
    if "/StructTreeRoot" not in root:
        return [*found, "01-005 there is no structure"]
    pieces = list(walk(root["/StructTreeRoot"]))
    content, wrong = marked(reader)
    found += [*wrong, *role_failures(root, pieces), *parent_failures(reader, root, pieces, content)]
    found += [*table_failures(pieces), *heading_failures(pieces), *page_failures(reader), *font_failures(reader)]
    return found


def catalogue_failures(reader: PdfReader, root: Any) -> Iterator[str]:
    """What the document says about itself."""
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "01-005 the document is not marked as tagged"
    if root.get("/MarkInfo", {}).get("/Suspects"):
        yield "01-007 Suspects is true"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "07-001 the title is not shown"
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", str(root.get("/Lang", ""))):
        yield "11-001 the language can't be told"
    yield from metadata_failures(root)
    if not reader.metadata or not reader.metadata.title:
        yield "06-003 the document has no title"
    for key in ("/OCProperties", "/AcroForm", "/AF"):
        if key in root:
            yield f"20-001 {key} is there, which is not checked"
    if "/EmbeddedFiles" in root.get("/Names", {}):
        yield "21-001 there are embedded files, which are not checked"
    if "/Encrypt" in reader.trailer:
        yield "26-001 the document is encrypted"


def metadata_failures(root: Any) -> Iterator[str]:
    """The metadata stream: there, XML, and with a title whose language is said."""
    if "/Metadata" not in root:
        yield "06-001 there is no metadata stream"
        return
    stream = root["/Metadata"].get_object()
    if stream.get("/Subtype") != "/XML" or stream.get("/Type") != "/Metadata":
        yield "06-001 the metadata stream is not of XML"
    titles = [one for title in ElementTree.fromstring(stream.get_data()).iter(DC) for one in title.iter() if one.text]
    if not [one for one in titles if one.text and one.text.strip()]:
        yield "06-003 the metadata have no title"
    if any("{http://www.w3.org/XML/1998/namespace}lang" not in one.attrib for one in titles if not len(one)):
        yield "11-006 the language of the metadata can't be told"


def walk(tree: Any) -> Iterator[Piece]:
    """Every element in reading order; one that comes twice ends the walk."""
    seen: set[int] = set()
    waiting: list[tuple[Any, Any]] = [(kid, None) for kid in reversed(listed(tree.get("/K")))]
    while waiting:
        kid, above = waiting.pop()
        node = kid.get_object()
        if not isinstance(node, dict) or "/S" not in node:
            continue
        if id(node) in seen:
            yield Piece("twice", node, above)
            return
        seen.add(id(node))
        yield Piece(str(node["/S"])[1:], node, above)
        waiting += [(one, node) for one in reversed(listed(node.get("/K")))]


def listed(kids: Any) -> list[Any]:
    """Kids, of which there may be none, one or several."""
    kids = kids.get_object() if hasattr(kids, "get_object") else kids
    return [] if kids is None else list(kids) if isinstance(kids, list) else [kids]


def marked(reader: PdfReader) -> tuple[set[tuple[int, int]], list[str]]:
    """The numbered content of each page, and what is wrong with how content is marked."""
    found: set[tuple[int, int]] = set()
    wrong: list[str] = []
    for at, page in enumerate(reader.pages):
        stack: list[str] = []
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator in (b"BDC", b"BMC"):
                number = properties(page, operands[1]).get("/MCID") if operator == b"BDC" else None
                kind = "artifact" if operands[0] == "/Artifact" else "tagged" if number is not None else "plain"
                if kind == "artifact" and "tagged" in stack:
                    wrong.append(f"01-003 page {at + 1}: an artifact inside tagged content")
                if kind == "tagged" and stack:
                    wrong.append(f"01-004 page {at + 1}: tagged content inside {stack[-1]} content")
                if number is not None and (at, int(number)) in found:
                    wrong.append(f"ISO page {at + 1}: the number {number} is there twice")
                found |= set() if number is None else {(at, int(number))}
                stack.append(kind)
            elif operator == b"EMC":
                wrong += [] if stack else [f"ISO page {at + 1}: an end without a beginning"]
                stack = stack[:-1]
            elif operator in PAINTS and not {"artifact", "tagged"} & set(stack):
                wrong.append(f"01-005 page {at + 1}: {operator.decode()} is neither tagged nor an artifact")
        wrong += [f"ISO page {at + 1}: marked content without an end"] if stack else []
    return found, wrong


def properties(page: Any, named: Any) -> Any:
    """The properties of marked content, in place or by name."""
    return named if isinstance(named, dict) else page["/Resources"]["/Properties"][named].get_object()


def role_failures(root: Any, pieces: list[Piece]) -> Iterator[str]:
    """Roles that no reader knows, elements in the wrong place or empty, drawings without words."""
    roles = root["/StructTreeRoot"].get("/RoleMap", {})
    yield from (f"02-004 the standard type {name} is mapped" for name in roles if str(name)[1:] in STANDARD)
    if [piece.role for piece in pieces if piece.above is None] != ["Document"]:
        yield "ISO the root is not one Document"
    for role, node, above in pieces:
        around = str(above["/S"])[1:] if above is not None else ""
        if role == "twice":
            yield "ISO an element stands in the structure twice"
        elif role not in STANDARD:
            yield f"02-001 {role} is no standard type"
        elif role in UNCHECKED:
            yield f"09-005 {role} is there, which is not checked"
        if above is not None and ("/P" not in node or node["/P"].get_object() is not above):
            yield f"ISO the parent of a {role} is another one than it says"
        if around not in INSIDE.get(role, {around}):
            yield f"09-004 a {role} stands in a {around}"
        inside = {str(kid.get_object()["/S"])[1:] for kid in listed(node.get("/K")) if is_element(kid)}
        if role in HOLDS and not inside <= HOLDS[role]:
            yield f"09-004 a {role} holds {', '.join(sorted(inside - HOLDS[role]))}"
        if not listed(node.get("/K")):
            yield f"ISO a {role} is empty"
        if role == "Figure" and not (str(node.get("/Alt", "")).strip() or "/ActualText" in node):
            yield "13-004 a Figure has no words"


def is_element(kid: Any) -> bool:
    """Whether a kid is an element, not content."""
    kid = kid.get_object()
    return isinstance(kid, dict) and "/S" in kid


def parent_failures(reader: PdfReader, root: Any, pieces: list[Piece], content: set[tuple[int, int]]) -> Iterator[str]:
    """Each piece of content belongs to one element, and the way back from the page leads to it."""
    pages = {page.indirect_reference.idnum: at for at, page in enumerate(reader.pages) if page.indirect_reference}
    nums = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    back = {int(nums[at]): listed(nums[at + 1]) for at in range(0, len(nums), 2)}
    keys = [page.get("/StructParents") for page in reader.pages]
    named: Counter[tuple[int, int]] = Counter()
    for role, node, _ in pieces:
        for page, number in contents(node, pages):
            named[page, number] += 1
            key = keys[page]
            parents = back.get(int(key), []) if key is not None else []
            if number >= len(parents) or parents[number].get_object() is not node:
                yield f"ISO page {page + 1}: the way back from {number} does not lead to its {role}"
    yield from (f"ISO page {page + 1}: {number} is in several elements" for (page, number), n in named.items() if n > 1)
    yield from (f"01-005 page {page + 1}: {number} is in no element" for page, number in sorted(content - set(named)))
    yield from (f"ISO page {page + 1}: there is no {number}" for page, number in sorted(set(named) - content))
    used = [key for key in keys if key is not None]
    if len(set(used)) < len(used) or root["/StructTreeRoot"].get("/ParentTreeNextKey", 0) <= max(used, default=-1):
        yield "ISO pages share a key of the parent tree, or the next one is not free"
    if {page for page, _ in content} - {at for at, key in enumerate(keys) if key is not None}:
        yield "ISO a page with tagged content has no key in the parent tree"


def contents(node: Any, pages: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The content of an element itself: pages and numbers."""
    for kid in listed(node.get("/K")):
        one = kid.get_object()
        if isinstance(one, int):
            yield pages[node.raw_get("/Pg").idnum], int(one)
        elif one.get("/Type") == "/MCR":
            yield pages[(one if "/Pg" in one else node).raw_get("/Pg").idnum], int(one["/MCID"])


def table_failures(pieces: list[Piece]) -> Iterator[str]:
    """Heads say what they are above or before, rows are equally long, and every cell has a head."""
    for table in (piece.node for piece in pieces if piece.role == "Table"):
        rows = [[cell.get_object() for cell in listed(row.get_object()["/K"])] for row in listed(table["/K"])]
        widths = {sum(wide(cell) for cell in row) for row in rows}
        if len(widths) > 1:
            yield f"01-006 the rows of a table have {sorted(widths)} cells"
        above: set[int] = set()
        for row in rows:
            at, headed = 0, any(scope(cell) in ("/Row", "/Both") for cell in row)
            for cell in row:
                columns = set(range(at, at + wide(cell)))
                if cell["/S"] == "/TH" and scope(cell) not in ("/Row", "/Column", "/Both"):
                    yield "15-003 a TH has no Scope"
                if scope(cell) in ("/Column", "/Both"):
                    above |= columns
                if cell["/S"] == "/TD" and not headed and not columns & above:
                    yield "15-003 a TD has no head"
                at += wide(cell)


def attributes(cell: Any) -> Iterator[Any]:
    """The attributes of a cell."""
    yield from (one.get_object() for one in listed(cell.get("/A")))


def wide(cell: Any) -> int:
    """How many columns a cell is wide."""
    return next((int(one["/ColSpan"]) for one in attributes(cell) if "/ColSpan" in one), 1)


def scope(cell: Any) -> str:
    """What a head is the head of."""
    return next((str(one["/Scope"]) for one in attributes(cell) if "/Scope" in one and one.get("/O") == "/Table"), "")


def heading_failures(pieces: list[Piece]) -> Iterator[str]:
    """The first is H1, none goes down by more than one, and there are no H beside them."""
    levels = [piece.role for piece in pieces if re.fullmatch("H[1-6]?", piece.role)]
    if "H" in levels:
        yield "14-007 there are H, which are not checked"
    numbers = [int(level[1]) for level in levels if level != "H"]
    if numbers and numbers[0] != 1:
        yield f"14-002 the first heading is H{numbers[0]}"
    for first, second in pairwise(numbers):
        if second > first + 1:
            yield f"14-003 H{second} follows H{first}"


def page_failures(reader: PdfReader) -> Iterator[str]:
    """Tab order, annotations, and drawings that are used again."""
    for at, page in enumerate(reader.pages):
        own: Any = page
        if own.get("/Tabs") != "/S":
            yield f"28-009 page {at + 1}: the tab order is not that of the structure"
        if "/Annots" in own:
            yield f"28-002 page {at + 1}: there are annotations, which are not checked"
        for one in own["/Resources"].get("/XObject", {}).values():
            if one.get_object()["/Subtype"] != "/Image":
                yield f"30-001 page {at + 1}: there are drawings of their own, which are not checked"
