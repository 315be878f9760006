"""Cards and sheets over HTTP: a list goes in, the bytes of a PDF come out, on A4 and in the usual size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.catalogue import Game, print_stamp
from listbuilder.exchange.engine.importer import refuse_illegal
from listbuilder.exchange.engine.referee import make_referee
from listbuilder.storage.reading import Document, Tree

if TYPE_CHECKING:
    from listbuilder.judging.validator import Report
    from listbuilder.printing.pdf_canvas import Properties


def judged(
    document: Document, *, allow_illegal: bool = False, event: Game | None = None, catalogues: Iterable[Path] = ()
) -> Report:
    """A legal list, judged to be printed; pictures are left out, for a client has no files here."""
    report = make_referee(catalogues, event).judge(Document(_without_art(document.data), {}, None))
    refuse_illegal(report, allow_illegal=allow_illegal)
    return report


def report_pdf(report: Report, catalogues: Iterable[Path] = ()) -> bytes:
    """A card for each model of a list that was judged."""
    from listbuilder.loading.templates import load_templates, template_folders
    from listbuilder.printing.deck import CardOptions, make_batches
    from listbuilder.printing.pages import PageOptions, print_batches
    from listbuilder.printing.text_layout import Fonts

    templates = load_templates(*template_folders(report.force.game.id, catalogues))
    fonts = Fonts(None, templates.symbols)
    fonts.use(templates.font)
    type_ = templates.type["normal"]
    theme, paper = templates.themes["ink"], templates.papers["a4"]
    sheets = PageOptions(fonts, theme, paper, templates.margin, 0, "marks", "long", False, (0, 0), type_.floor)
    size = templates.sizes[templates.default["size"]]
    layout = templates.layouts[templates.default["layout"]]
    options = CardOptions(fonts, templates, layout, theme, size, type_)
    return print_batches(make_batches([report], options), sheets, _properties(report, "cards"))


def sheet_pdf(report: Report, catalogues: Iterable[Path] = ()) -> bytes:
    """The sheet of a list that was judged, for the other side of the table."""
    from listbuilder.loading.templates import load_templates
    from listbuilder.printing.sheet import SheetOptions, lay_out, print_sheets
    from listbuilder.printing.text_layout import Fonts

    templates = load_templates()
    options = SheetOptions(Fonts(None), templates.themes["ink"], templates.papers["a4"], catalogues=tuple(catalogues))
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
