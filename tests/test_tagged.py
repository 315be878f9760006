"""Tagged PDF: all text is in the structure, in reading order, with headings, regular tables and words for pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from printing import FONTS, ONE_EACH, STARTERS, TEMPLATES, judge, pdf_of, starter
from pypdf import PdfReader
from pypdf.generic import ContentStream

from listbuilder.printing.draw import Properties
from listbuilder.printing.sheet import SheetWishes, lay_out, print_sheets
from listbuilder.validator import Report

FROST = next(path for path in STARTERS if path.stem == "first-frost")
INSIDE = {"TR": {"Table"}, "TH": {"TR"}, "TD": {"TR"}}


def sheet_of(report: Report) -> bytes:
    """The PDF of a sheet."""
    wishes = SheetWishes(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
    return print_sheets([lay_out(report, wishes)], wishes, Properties("A title"))


def documents() -> Iterator[Any]:
    """Cards and sheets of each game."""
    for path in ONE_EACH:
        yield pytest.param(pdf_of(starter(path), reference=True, tokens=True), id=f"cards-{path.parts[-3]}")
        yield pytest.param(sheet_of(starter(path)), id=f"sheet-{path.parts[-3]}")


def marked(reader: PdfReader) -> dict[tuple[int, int], str]:
    """The text of each numbered piece of content; text that is in none is an error."""
    found: dict[tuple[int, int], str] = {}
    for at, page in enumerate(reader.pages):
        stack: list[int | None] = []
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator in (b"BDC", b"BMC"):
                assert not stack, f"marked content inside other content on page {at + 1}"
                number = operands[1].get("/MCID") if operator == b"BDC" else None
                stack.append(None if number is None else int(number))
                if number is not None:
                    assert (at, int(number)) not in found
                    found[at, int(number)] = ""
            elif operator == b"EMC":
                stack.pop()
            elif operator in (b"Tj", b"TJ", b"f", b"S", b"B", b"b", b"s", b"f*", b"Do", b"sh"):
                assert stack, f"{operator!r} outside of the structure on page {at + 1}"
                if operator == b"Tj" and stack[-1] is not None:
                    found[at, stack[-1]] += str(operands[0])
        assert not stack
    return found


def elements(node: Any, above: str = "") -> Iterator[tuple[str, Any, str]]:
    """Every element with its role and that of what it stands in, in reading order."""
    node = node.get_object()
    role = node["/S"][1:]
    yield role, node, above
    for kid in node.get("/K", ()):
        kid = kid.get_object()
        if isinstance(kid, dict) and "/S" in kid:
            yield from elements(kid, role)


@pytest.mark.parametrize("pdf", list(documents()))
def test_structure(pdf: bytes) -> None:
    """Each piece of content belongs to one element and the way back is there; tables are regular and have heads;
    headings begin at 1 and miss no step; drawings have words; nothing is empty; the title is shown.
    """
    reader = PdfReader(io.BytesIO(pdf))
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == "en-GB"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"] and reader.metadata and reader.metadata.title == "A title"
    assert not any("/Annots" in page for page in reader.pages)
    tree = root["/StructTreeRoot"]
    assert tree["/ParentTreeNextKey"] >= len(reader.pages)
    parents = tree["/ParentTree"]["/Nums"]
    back = {int(parents[at]): parents[at + 1].get_object() for at in range(0, len(parents), 2)}
    pages = {page.indirect_reference.idnum: at for at, page in enumerate(reader.pages) if page.indirect_reference}
    content = marked(reader)
    named: list[tuple[int, int]] = []
    last = 0
    for role, node, above in elements(tree["/K"][0]):
        assert above in INSIDE.get(role, {above})
        if role == "Figure":
            assert node["/Alt"]
        if role == "Sect":
            last = 0
        if role[0] == "H":
            assert int(role[1]) <= last + 1
            last = int(role[1])
        assert node["/K"], role
        if role == "TH":
            assert node["/A"]["/Scope"] in ("/Column", "/Row")
        if role == "Table":
            cells = [cell.get_object()["/S"] for row in node["/K"] for cell in row.get_object()["/K"]]
            assert "/TH" in cells
            widths = [sum(spans(cell) for cell in row.get_object()["/K"]) for row in node["/K"]]
            assert len(set(widths)) == 1, widths
        for where in pieces(node, pages):
            named.append(where)
            assert back[where[0]][where[1]].get_object() == node
    assert sorted(named) == sorted(content)
    for at, page in enumerate(reader.pages):
        own: Any = page
        assert own["/StructParents"] == at and own["/Tabs"] == "/S"


def pieces(node: Any, pages: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The content of an element: pages and numbers."""
    for kid in node.get("/K", ()):
        piece = kid.get_object()
        if isinstance(piece, int):
            yield pages[node.raw_get("/Pg").idnum], int(piece)
        elif piece.get("/Type") == "/MCR":
            yield pages[piece.raw_get("/Pg").idnum], int(piece["/MCID"])


def spans(cell: Any) -> int:
    """How many columns a cell is wide."""
    return int(cell.get_object().get("/A", {}).get("/ColSpan", 1))


@pytest.mark.parametrize("name", ["First & Last", "★ Žižka <Ω>"])
def test_what_machines_check_besides(name: str) -> None:
    """The title is in the metadata; every font is embedded and says which letters it draws."""
    report = judge({"game": "rogue-conflict", "name": name, "models": [{"rank": "I", "name": name}]})
    reader = PdfReader(io.BytesIO(pdf_of(report, title=name)))
    root: Any = reader.trailer["/Root"]
    tree = ElementTree.fromstring(root["/Metadata"].get_object().get_data())
    assert [one.text for one in tree.iter("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}li")] == [name]
    for page in reader.pages:
        own: Any = page
        for font in (one.get_object() for one in own["/Resources"]["/Font"].values()):
            described = font["/FontDescriptor"].get_object()
            assert "/ToUnicode" in font and ("/FontFile2" in described or font["/Subtype"] == "/Type3")
        assert "\0" not in page.extract_text()


def test_cards_are_read_one_by_one() -> None:
    """A card is a part of its own that begins with its name; stats are pairs of a label and a value."""
    reader = PdfReader(io.BytesIO(pdf_of(starter(FROST))))
    root: Any = reader.trailer["/Root"]
    sections = [one.get_object() for one in root["/StructTreeRoot"]["/K"][0].get_object()["/K"]]
    assert sections[0]["/T"].startswith("Captain Rowan Hask")
    roles = [role for role, _, _ in elements(sections[0])]
    assert roles[:2] == ["Sect", "H1"] and "Table" in roles and "TH" in roles


@pytest.mark.parametrize("size", ["poker", "mini"])
def test_the_icon_of_a_weapon_is_in_the_head_of_its_row(size: str) -> None:
    """Whoever hears a card hears "ranged, Long Pistol", and not what the cell before it has."""
    reader = PdfReader(io.BytesIO(pdf_of(starter(FROST), size=size)))
    root: Any = reader.trailer["/Root"]
    content = marked(reader)
    pages = {page.indirect_reference.idnum: at for at, page in enumerate(reader.pages) if page.indirect_reference}
    heads = {}
    for role, node, above in elements(root["/StructTreeRoot"]["/K"][0]):
        if role == "Figure" and node["/Alt"] in ("ranged", "melee"):
            whose = node["/P"].get_object()
            assert above in ("TH", "TD") and whose["/K"][0].get_object() == node
            heads["".join(content[one] for one in pieces(whose, pages)).strip()] = str(node["/Alt"])
    assert heads["Long Pistol"] == "ranged" and heads["Sword Cane"] == "melee"


def test_words_do_not_run_together() -> None:
    """Pieces of a line have a space between them for whoever hears them."""
    found = marked(PdfReader(io.BytesIO(sheet_of(starter(FROST)))))
    assert any('Range 8", Accurate 1 ' in text for text in found.values())
    assert any("Abilities Steady the Rows" in text for text in found.values())


def test_structure_takes_little_room() -> None:
    """Parts of the structure are packed, and a strict reader finds every object where the index says it is."""
    pdf = pdf_of(starter(FROST))
    reader = PdfReader(io.BytesIO(pdf), strict=True)
    assert pdf.startswith(b"%PDF-1.7") and len(reader.xref_objStm) > 100
    assert b"/StructElem" not in pdf and b"/S /TD" not in pdf
    for number in [*reader.xref[0], *reader.xref_objStm]:
        assert number == 0 or reader.get_object(number) is not None


@pytest.mark.parametrize("path", [FROST], ids=["labels"])
def test_page_labels_are_numbers(path: Path) -> None:
    """Labels are in a style that PDF knows."""
    for pdf in (pdf_of(starter(path)), sheet_of(starter(path))):
        reader = PdfReader(io.BytesIO(pdf))
        root: Any = reader.trailer["/Root"]
        assert root["/PageLabels"]["/Nums"][1].get_object()["/S"] == "/D"
        assert reader.page_labels[0] == "1"
