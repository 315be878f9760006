"""Tagged PDF: all text is in the structure, in reading order, with headings, regular tables and words for pictures."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, ContentStream, DecodedStreamObject, NameObject, NumberObject

from listbuilder.judging.secrecy import conceal
from listbuilder.judging.validator import Report
from listbuilder.printing.calibration import calibration
from listbuilder.printing.pages import PageOptions
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.sheet import LARGE, lay_out, print_sheets
from listbuilder.printing.text_layout import Fonts
from tests.support.pdfua import failures, walk
from tests.support.printing import FONTS, ONE_EACH, SHEET_OPTIONS, STARTERS, TEMPLATES, judge, pdf_of, starter

FROST = next(path for path in STARTERS if path.stem == "first-frost")


def sheet_of(report: Report, title: str = "A title", **more: Any) -> bytes:
    """The PDF of a sheet."""
    options = SHEET_OPTIONS._replace(**more)
    return print_sheets([lay_out(report, options)], options, Properties(title))


CARDS: dict[str, dict[str, Any]] = {
    "everything": {
        "reference": True,
        "missions": True,
        "everything": True,
        "tokens": True,
        "blank": 2,
        "backs": True,
    },
    "landscape": {"layout": "landscape", "size": "tarot"},
    "saver": {"layout": "saver"},
    "large": {"layout": "large", "large": True, "size": "large"},
    "mini": {"size": "mini"},
    "one-sided": {"one_sided": True, "merge": False, "rules": "appendix"},
    "folded": {"backs": True, "sheets": {"fold": True}},
    "alone": {"sheets": {"paper": None}},
}
SHEETS: dict[str, dict[str, Any]] = {
    "usual": {},
    "judge": {"judge": True, "paper": TEMPLATES.papers["letter"]},
    "saver": {"fonts": Fonts(lighter=True)},
    "a5": {"paper": TEMPLATES.papers["a5"]},
    "one-page": {"one_page": True},
    "large": {"body": LARGE + 1, "floor": LARGE, "contrast": 7},
}


@pytest.mark.sample(7)  # not 5 or 8, which would take the same kind of every game
@pytest.mark.parametrize("kind", CARDS)
@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_cards_pass(path: Path, kind: str) -> None:
    """Cards of every game and look have nothing that a machine would find wrong under PDF/UA-1."""
    pdf = pdf_of(starter(path), **CARDS[kind])
    assert not failures(pdf) and PdfReader(io.BytesIO(pdf)).outline


@pytest.mark.sample(7)
@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_sheets_pass(path: Path, kind: str) -> None:
    """So have sheets, what is sealed in them or not."""
    assert not failures(sheet_of(starter(path), **SHEETS[kind]))
    assert kind != "usual" or not failures(sheet_of(conceal(starter(path), "salt")))


@pytest.mark.parametrize("title", ["First & Last", "★ Žižka <Ω>"])
def test_other_letters_pass(title: str) -> None:
    """Signs and letters of other fonts, in a list that is not legal, with its odds; and nothing claims the standard."""
    report = judge({"game": "rogue-conflict", "name": title, "models": [{"rank": "I", "name": title}]})
    for pdf in (pdf_of(report, title=title, against=report.force), sheet_of(report, title=title)):
        assert not failures(pdf) and b"pdfuaid" not in pdf
        assert PdfReader(io.BytesIO(pdf)).metadata["/Title"] == title  # type: ignore[index]


def test_art_and_calibration_pass(tmp_path: Path) -> None:
    """A picture is a figure that has words; a test page is as good as any other."""
    Image.new("RGB", (40, 40), "red").save(tmp_path / "ann.png")
    report = judge({"game": "rogue-conflict", "models": [{"rank": "I", "name": "Ann"}]})
    pdf = pdf_of(report, art={"ann": tmp_path / "ann.png"})
    assert b"/Image" in pdf and not failures(pdf)
    how = PageOptions(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
    assert not failures(calibration(how, TEMPLATES.sizes["poker"], Properties("A test")))


Spoil = Callable[[Any, Any], object]


def first(root: Any, role: str) -> Any:
    """The first element of a role."""
    return next(piece.node for piece in walk(root["/StructTreeRoot"]) if piece.role == role)


def renamed(old: str, new: str) -> Spoil:
    """A slip: the first element of a role has another."""
    return lambda writer, root: first(root, old).__setitem__(NameObject("/S"), NameObject(f"/{new}"))


def dropped(role: str, key: str) -> Spoil:
    """A slip: the first element of a role lacks a key."""
    return lambda writer, root: first(root, role).pop(NameObject(key))


def drawn(words: bytes) -> Spoil:
    """A slip: something more is drawn on the first page."""

    def spoil(writer: Any, root: Any) -> None:
        stream = DecodedStreamObject()
        stream.set_data(writer.pages[0].get_contents().get_data() + words)
        writer.pages[0][NameObject("/Contents")] = writer._add_object(stream)

    return spoil


def font_of(writer: Any) -> Any:
    """The first font."""
    return next(iter(writer.pages[0]["/Resources"]["/Font"].values())).get_object()


SPOILS: dict[str, tuple[str, Spoil]] = {
    "language": ("11-001", lambda writer, root: root.pop("/Lang")),
    "shown title": ("07-001", lambda writer, root: root["/ViewerPreferences"].pop("/DisplayDocTitle")),
    "metadata": ("06-001", lambda writer, root: root.pop("/Metadata")),
    "mark": ("01-005", lambda writer, root: root.pop("/MarkInfo")),
    "suspects": (
        "01-007",
        lambda writer, root: root["/MarkInfo"].update({NameObject("/Suspects"): BooleanObject(True)}),
    ),
    "role": ("02-001", renamed("P", "Paragraph")),
    "heading": ("14-002", renamed("H1", "H2")),
    "skipped heading": ("14-003", renamed("H2", "H4")),
    "cell": ("09-004", renamed("TD", "P")),
    "row": ("09-004", renamed("TR", "Sect")),
    "words": ("13-004", dropped("Figure", "/Alt")),
    "scope": ("15-003", dropped("TH", "/A")),
    "parent": ("ISO the parent", dropped("P", "/P")),
    "kids": ("ISO a P is empty", dropped("P", "/K")),
    "way back": ("ISO page 1: the way back", lambda writer, root: writer.pages[0].pop("/StructParents")),
    "tabs": ("28-009", lambda writer, root: writer.pages[0].pop("/Tabs")),
    "untagged": ("01-005 page 1: f", drawn(b" 0 0 9 9 re f")),
    "unknown number": ("01-005 page 1: 999", drawn(b" /P <</MCID 999>> BDC EMC")),
    "number twice": ("ISO page 1: the number 0", drawn(b" /P <</MCID 0>> BDC EMC")),
    "artifact inside": ("01-003", drawn(b" /P <</MCID 999>> BDC /Artifact BMC EMC EMC")),
    "tagged inside": ("01-004", drawn(b" /Artifact BMC /P <</MCID 999>> BDC EMC EMC")),
    "no end": ("ISO page 1: marked content without an end", drawn(b" /Artifact BMC")),
    "letters": ("31-027", lambda writer, root: font_of(writer).pop("/ToUnicode")),
    "embedding": ("31-009", lambda writer, root: font_of(writer)["/FontDescriptor"].pop("/FontFile2")),
    "widths": ("31-011", lambda writer, root: font_of(writer)["/Widths"].__setitem__(32, NumberObject(5))),
}


@pytest.fixture(scope="module")
def good_file() -> bytes:
    """A sheet of one page with headings, tables and figures."""
    return sheet_of(starter(FROST), appendix=False)


@pytest.mark.sample(8)
@pytest.mark.parametrize("slip", SPOILS)
def test_slips_are_noticed(slip: str, good_file: bytes) -> None:
    """The check can fail: each slip in a good file is named."""
    expected, spoil = SPOILS[slip]
    writer = PdfWriter(clone_from=io.BytesIO(good_file))
    spoil(writer, writer._root_object)
    out = io.BytesIO()
    writer.write(out)
    found = failures(out.getvalue())
    assert any(one.startswith(expected) for one in found), found


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


def pieces(node: Any, pages: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The content of an element: pages and numbers."""
    for kid in node.get("/K", ()):
        piece = kid.get_object()
        if isinstance(piece, int):
            yield pages[node.raw_get("/Pg").idnum], int(piece)
        elif piece.get("/Type") == "/MCR":
            yield pages[piece.raw_get("/Pg").idnum], int(piece["/MCID"])


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
