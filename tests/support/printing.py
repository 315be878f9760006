"""What the printing tests share: lists judged, cards laid out, PDFs made, all without a process of their own."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.base.records import replace
from listbuilder.judging.validator import Report
from listbuilder.loading import shipped
from listbuilder.loading.templates import load_templates, template_folders
from listbuilder.printing.deck import CardOptions, make_batches
from listbuilder.printing.marks import Face, Text
from listbuilder.printing.pages import Batch, PageOptions, print_batches
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.sheet import Sheet, SheetOptions, lay_out, print_sheets
from listbuilder.printing.text_layout import Fonts

STARTERS = sorted(shipped("catalogue").glob("*/lists/*.yaml"))
ONE_EACH = [
    next(path for path in STARTERS if path.parts[-3] == game) for game in sorted({p.parts[-3] for p in STARTERS})
]
TEMPLATES = load_templates()
FONTS = Fonts()
SHEET_OPTIONS = SheetOptions(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
SIZES = [name for name in TEMPLATES.sizes if name != "token"]
MM = 72 / 25.4
ABOVE, BELOW = 0.729, 0.271  # how far a glyph's box reaches from its line, as PDF readers see Roboto
FIGURES = frozenset('0123456789+-–"′″% ')  # these stand on their line


def judge(source: Path | dict[str, Any], catalogues: tuple[Path, ...] = ()) -> Report:
    """The report on a list."""
    document = read_list(source)
    return validate(resolve(document, load_game(document.game, catalogues)))


@lru_cache(maxsize=64)
def starter(path: Path) -> Report:
    """The report on a starter list, made once."""
    return judge(path)


@lru_cache(maxsize=128)
def starter_sheet(path: Path, options: SheetOptions = SHEET_OPTIONS) -> Sheet:
    """The sheet of a starter list, laid out once."""
    return lay_out(starter(path), options)


@lru_cache(maxsize=64)
def starter_pages(path: Path) -> tuple[str, ...]:
    """The text of each page of the sheet of a starter list, as a PDF reader gives it."""
    pdf = print_sheets([starter_sheet(path)], SHEET_OPTIONS, Properties("A title"))
    return tuple(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def batches(*reports: Report, size: str = "poker", large: bool = False, **options: Any) -> list[Batch]:
    """The cards of lists."""
    found: list[Batch] = []
    for report in reports:
        path = Path(report.force.document.file or "")
        if path in STARTERS and report is starter(path) and not {"art", "against"} & options.keys():
            found += starter_batches(path, size, large, **options)
        else:
            found += cards_of(report, size, large, **options)
    return found


@lru_cache(maxsize=256)
def starter_batches(path: Path, size: str, large: bool, **options: Any) -> list[Batch]:
    """The cards of a starter list, laid out once for each set of options."""
    return cards_of(starter(path), size, large, **options)


def cards_of(report: Report, size: str, large: bool, **options: Any) -> list[Batch]:
    """The cards of one list."""
    type_ = TEMPLATES.type["large" if large else "normal"]
    theme = TEMPLATES.themes[options.pop("theme", TEMPLATES.default["theme"])]
    templates = load_templates(*template_folders(report.force.game.id))
    layout, card = templates.layouts[options.pop("layout", TEMPLATES.default["layout"])], templates.sizes[size]
    card = replace(card, width=card.height, height=card.width) if layout.landscape else card
    return make_batches([report], CardOptions(FONTS, templates, layout, theme, card, type_, **options))


def pdf_of(
    *reports: Report, size: str = "poker", sheets: dict[str, Any] | None = None, title: str = "A title", **options: Any
) -> bytes:
    """The PDF of cards on A4."""
    how = PageOptions(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])._replace(**(sheets or {}))
    return print_batches(batches(*reports, size=size, **options), how, Properties(title))


def faces(made: list[Batch]) -> Iterator[Face]:
    """Every face of some batches."""
    for batch in made:
        for card in batch.cards:
            yield card.front
            if card.back:
                yield card.back


def texts(face: Face) -> list[Text]:
    """The text on a face."""
    return [mark for mark in face.marks if isinstance(mark, Text)]


def flowing(made: list[Batch]) -> str:
    """All that flows on the cards, without the names and feet that stand on every face, as one line."""
    parts = [
        mark.text
        for face in faces(made)
        for _, _, marks in face.parts[1:-1]
        if not any(isinstance(mark, Text) and mark.tag == "H1" for mark in marks)
        for mark in marks
        if isinstance(mark, Text)
    ]
    return squeezed(" ".join(parts))


def squeezed(text: str) -> str:
    """Text without any white space, so that line breaks do not matter."""
    return "".join(text.split())
