"""Cards and sheets over HTTP: a list goes in, the bytes of a PDF come out, on A4 and in the usual size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.catalogue import print_stamp
from listbuilder.exchange.engine.importer import refuse_illegal
from listbuilder.judging.secrecy import conceal
from listbuilder.judging.validator import Referee
from listbuilder.storage.reading import Document, Tree, read_text
from listbuilder.ui.web.shelf import Shelf

if TYPE_CHECKING:
    from listbuilder.judging.validator import Report
    from listbuilder.loading.templates import Templates
    from listbuilder.printing.pdf_canvas import Properties


class PrintRequest(NamedTuple):
    """A list to print; `secret` is the salt that seals what an opponent may not know."""

    list: Document
    allow_illegal: bool = False
    event: str | None = None
    secret: str | None = None
    collection: str | None = None


def print_list(what: str, asked: PrintRequest, shelf: Shelf) -> bytes:
    """The `cards` or the `sheet` of a list as a PDF; pictures are left out, for a client has no files here."""
    document = Document(_without_art(asked.list.data), {}, None)
    owned = read_text(asked.collection) if asked.collection else None
    report = Referee(shelf.load, shelf.event(asked.event), owned).judge(document)
    refuse_illegal(report, allow_illegal=asked.allow_illegal)
    if asked.secret:
        report = conceal(report, asked.secret)
    return PRINTS[what](report, shelf.templates(report.force.game.id))


def report_pdf(report: Report, templates: Templates) -> bytes:
    """A card for each model of a list that was judged."""
    from listbuilder.printing.deck import CardOptions, make_batches
    from listbuilder.printing.pages import PageOptions, print_batches
    from listbuilder.printing.text_layout import Fonts

    fonts = Fonts(None, templates.symbols)
    fonts.use(templates.font)
    type_ = templates.type["normal"]
    theme, paper = templates.themes["ink"], templates.papers["a4"]
    sheets = PageOptions(fonts, theme, paper, templates.margin, 0, "marks", "long", False, (0, 0), type_.floor)
    size = templates.sizes[templates.default["size"]]
    layout = templates.layouts[templates.default["layout"]]
    options = CardOptions(fonts, templates, layout, theme, size, type_)
    return print_batches(make_batches([report], options), sheets, _properties(report, "cards"))


def sheet_pdf(report: Report, templates: Templates) -> bytes:
    """The sheet of a list that was judged, for the other side of the table."""
    from listbuilder.printing.sheet import SheetOptions, lay_out, print_sheets
    from listbuilder.printing.text_layout import Fonts

    options = SheetOptions(Fonts(None), templates.themes["ink"], templates.papers["a4"], loaded=templates)
    return print_sheets([lay_out(report, options)], options, _properties(report, "sheet"))


# What can be printed, by the word in its address.
PRINTS = {"cards": report_pdf, "sheet": sheet_pdf}


def _without_art(data: Mapping[str, Tree]) -> dict[str, Tree]:
    """The list without the names of image files, which would be looked for on this machine."""
    made = {key: value for key, value in data.items() if key != "art"}
    rows = made.get("models")
    if isinstance(rows, list):
        made["models"] = [
            {key: value for key, value in row.items() if key != "art"} if isinstance(row, dict) else row for row in rows
        ]
    return made


def _properties(report: Report, what: str) -> Properties:
    from listbuilder.printing.check_code import check_code
    from listbuilder.printing.pdf_canvas import Properties

    force = report.force
    name = f"{force.document.title}: {what}"
    game = f"{force.game.name} {print_stamp(force.game)}"
    return Properties(name, force.document.player or "", game, (check_code(force),), "")
