"""The PDF itself: the same bytes each time, fonts embedded, nothing that could be clicked, little ink."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from listbuilder.base.errors import DocumentError
from listbuilder.printing.pages import PageOptions, arrange
from listbuilder.printing.png import ink_of_pages, page_pngs
from tests.support.printing import FONTS, MM, ONE_EACH, STARTERS, TEMPLATES, batches, judge, pdf_of, starter

LIST = ONE_EACH[-1]
HOSTILE = [
    '<font color="white">hidden',
    '<img src="/etc/passwd"/>',
    '<a href="javascript:alert(1)">x</a>',
    '<onDraw name="showPage"/>',
    "<b>unclosed",
    "&#0; &bogus; &lt;",
    ") Tj ET /Evil (",
    "back\\slash (paren",
    'Range <12" & AP>2',
    "</para>x",
    "{curly} %percent [square]",
]


def plain(text: str) -> str:
    """Text without white space."""
    return "".join(text.split())


def one_model(name: str, notes: str = "") -> dict[str, object]:
    """A list of one model with a certain name."""
    return {
        "game": "rogue-conflict",
        "name": "Names",
        "models": [{"name": name, "rank": "I", "weapon": "slug-pistol", **({"notes": notes} if notes else {})}],
    }


@pytest.mark.slow
def test_same_list_same_bytes(tmp_path: Path) -> None:
    """Two processes with different hash seeds, time zones and folders write the same bytes."""
    script = Path(sys.executable).with_name("listbuilder")
    made = []
    for seed, zone in (("1", "UTC"), ("77", "Asia/Tokyo")):
        folder = tmp_path / seed
        folder.mkdir()
        env = {"PYTHONHASHSEED": seed, "TZ": zone, "PATH": "/usr/bin:/bin", "HOME": str(folder)}
        subprocess.run(
            [script, "cards", LIST, "-o", "a.pdf", "--backs"], cwd=folder, env=env, check=True, capture_output=True
        )
        made.append((folder / "a.pdf").read_bytes())
    assert made[0] == made[1]


def test_says_what_it_is() -> None:
    """Title, language, print scaling, bookmarks for each card, page labels; all fonts embedded; no links or scripts."""
    data = pdf_of(starter(LIST))
    reader = PdfReader(io.BytesIO(data))
    root: Any = reader.trailer["/Root"]
    assert reader.metadata is not None and reader.metadata.title == "A title"
    assert root["/Lang"] == "en-GB"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert "/PageLabels" in root
    inner = reader.outline[1]
    assert isinstance(inner, list) and len(inner) == sum(len(batch.cards) for batch in batches(starter(LIST)))
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            descriptor = font.get_object()["/FontDescriptor"].get_object()
            assert "/FontFile2" in descriptor
    for word in (b"/URI", b"/JavaScript", b"/Launch", b"/EmbeddedFile", b"/XObject <<"):
        assert word not in data


def test_text_comes_out_card_by_card() -> None:
    """Extracted text has the whole of one card before the next begins."""
    text = PdfReader(io.BytesIO(pdf_of(starter(LIST)))).pages[0].extract_text()
    titles = [card.front.title.partition(" (")[0] for batch in batches(starter(LIST)) for card in batch.cards][:6]
    places = [text.index(title) for title in titles]
    assert places == sorted(places)


@pytest.mark.sample(5)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_ink(path: Path) -> None:
    """No page of any starter list is darker than thirteen per cent."""
    assert max(ink_of_pages(pdf_of(starter(path)), 150)) <= 0.13


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_is_only_text(text: str) -> None:
    """What looks like markup or PDF syntax is printed to the letter, in names and in notes."""
    data = pdf_of(judge(one_model(text, notes=text)))
    found = plain(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages))
    assert found.count(plain(text)) >= 3
    assert b"/URI" not in data


@pytest.mark.parametrize("name", ["Žižka", "Ωmega Жук", "Ångström ½ ″", "Đặng Thị", "fi ffl"])
def test_letters_of_many_languages(name: str) -> None:
    """Names in Latin, Greek, Cyrillic and Vietnamese letters print and extract."""
    found = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf_of(judge(one_model(name))))).pages)
    assert name in found


@pytest.mark.parametrize(("name", "sign"), [("Bob 名", "U+540D"), ("名前", "U+540D"), ("שלום", "U+05E9")])
def test_missing_glyph_is_an_error_that_names_it(name: str, sign: str) -> None:
    """A character that no font has stops the printing, with its number and whose name it is in."""
    with pytest.raises(DocumentError) as error:
        pdf_of(judge(one_model(name)))
    finding = error.value.findings[0]
    assert finding.code == "print.glyph"
    assert sign in finding.message and name in finding.message


def test_pages_are_as_large_as_they_say() -> None:
    """A4 sheets are A4; a card alone is its size with bleed, and says where it is trimmed."""
    page = PdfReader(io.BytesIO(pdf_of(starter(LIST)))).pages[0]
    assert [float(one) / MM for one in page.mediabox[2:]] == pytest.approx([210, 297], abs=0.1)
    alone = PdfReader(io.BytesIO(pdf_of(starter(LIST), sheets={"paper": None, "bleed": 3}))).pages[0]
    assert [float(one) / MM for one in alone.mediabox[2:]] == pytest.approx([69, 94], abs=0.1)
    assert [float(one) / MM for one in alone.trimbox] == pytest.approx([3, 3, 66, 91], abs=0.1)


def test_backs_lie_behind_their_fronts() -> None:
    """Page by page a back has the place of its front, mirrored; what flows on is on the back of its own card."""
    how = PageOptions(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
    made = batches(starter(LIST), backs=True)
    pages = arrange(made, how)
    assert len(pages) % 2 == 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for (one, cell), (other, behind) in zip(front.faces, back.faces, strict=True):
            assert behind.x == pytest.approx(210 - cell.x - cell.width)
            assert behind.y == pytest.approx(cell.y)
            if "(1/2)" in one.title:
                assert other.title == one.title.replace("(1/2)", "(2/2)")


def test_pictures() -> None:
    """Each card becomes a PNG of its size at 300 dots an inch."""
    first = next(iter(page_pngs(pdf_of(starter(LIST), sheets={"paper": None}))))
    assert first.startswith(b"\x89PNG")
    width, height = int.from_bytes(first[16:20], "big"), int.from_bytes(first[20:24], "big")
    assert (width, height) == pytest.approx((63 / 25.4 * 300, 88 / 25.4 * 300), abs=2)
