"""Cards and sheets over HTTP: a list goes in, the bytes of a PDF come out, or the first card as an SVG to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.catalogue import print_stamp
from listbuilder.exchange.engine.importer import refuse_illegal
from listbuilder.judging.secrecy import conceal
from listbuilder.judging.validator import Referee, Report
from listbuilder.storage.reading import Document, Tree, read_text
from listbuilder.ui.web.shelf import Shelf

if TYPE_CHECKING:
    from listbuilder.loading.templates import CardSize, Paper, Templates, Theme
    from listbuilder.printing.deck import CardOptions
    from listbuilder.printing.pdf_canvas import Properties


class PrintRequest(NamedTuple):
    """A list to print; `secret` is the salt that seals what an opponent may not know."""

    list: Document
    allow_illegal: bool = False
    event: str | None = None
    secret: str | None = None
    collection: str | None = None
    theme: str | None = None
    paper: str | None = None
    size: str | None = None


class PrintLook(NamedTuple):
    """Colours, paper and size of the cards."""

    theme: Theme
    paper: Paper
    size: CardSize


def usual_look(
    templates: Templates, theme: str | None = None, paper: str | None = None, size: str | None = None
) -> PrintLook:
    """How something is printed: as was asked for, else as usual."""
    usual = templates.default
    return PrintLook(
        templates.themes[_known("theme", theme or usual["theme"], templates.themes)],
        templates.papers[_known("paper", paper or usual["paper"], templates.papers)],
        templates.sizes[_known("size", size or usual["size"], templates.sizes)],
    )


def _known(what: str, id: str, several: Mapping[str, object]) -> str:
    if id not in several:
        raise DocumentError.of("print.option", f"There is no {what} {id!r}.", f"Use {', '.join(several)}.")
    return id


def print_list(what: str, asked: PrintRequest, shelf: Shelf) -> bytes:
    """The `cards` or the `sheet` of a list as a PDF; pictures are left out, for a client has no files here."""
    report = _judged(asked, shelf)
    templates = shelf.templates(report.force.game.id)
    return PRINTS[what](report, templates, usual_look(templates, asked.theme, asked.paper, asked.size))


def print_preview(asked: PrintRequest, shelf: Shelf) -> dict[str, Any]:
    """The first card as an SVG, how it is printed, and every other way to print it."""
    from listbuilder.printing.deck import make_batches
    from listbuilder.printing.svg import face_svg

    report = _judged(asked, shelf)
    templates = shelf.templates(report.force.game.id)
    look = usual_look(templates, asked.theme, asked.paper, asked.size)
    options = _card_options(templates, look)
    first = next((card for batch in make_batches([report], options) for card in batch.cards), None)
    several: dict[str, Mapping[str, Theme | Paper | CardSize]] = {
        "theme": templates.themes,
        "paper": templates.papers,
        "size": templates.sizes,
    }
    return {
        "card": face_svg(first.front, options.fonts, look.theme) if first else None,
        **{key: next(id for id, one in those.items() if one is getattr(look, key)) for key, those in several.items()},
        **{f"{key}s": [{"id": id, "name": one.name} for id, one in those.items()] for key, those in several.items()},
    }


def _judged(asked: PrintRequest, shelf: Shelf) -> Report:
    document = Document(_without_art(asked.list.data), {}, None)
    owned = read_text(asked.collection) if asked.collection else None
    report = Referee(shelf.load, shelf.event(asked.event), owned).judge(document)
    refuse_illegal(report, allow_illegal=asked.allow_illegal)
    return conceal(report, asked.secret) if asked.secret else report


def report_pdf(report: Report, templates: Templates, look: PrintLook) -> bytes:
    """A card for each model of a list that was judged."""
    from listbuilder.printing.deck import make_batches
    from listbuilder.printing.pages import PageOptions, print_batches

    options = _card_options(templates, look)
    margin, floor = templates.margin, options.type.floor
    sheets = PageOptions(options.fonts, look.theme, look.paper, margin, 0, "marks", "long", False, (0, 0), floor)
    return print_batches(make_batches([report], options), sheets, _properties(report, "cards"))


def _card_options(templates: Templates, look: PrintLook) -> CardOptions:
    from listbuilder.printing.deck import CardOptions
    from listbuilder.printing.text_layout import Fonts

    fonts = Fonts(None, templates.symbols)
    fonts.use(templates.font)
    layout = templates.layouts[templates.default["layout"]]
    return CardOptions(fonts, templates, layout, look.theme, look.size, templates.type["normal"])


def sheet_pdf(report: Report, templates: Templates, look: PrintLook) -> bytes:
    """The sheet of a list that was judged, for the other side of the table."""
    from listbuilder.printing.sheet import SheetOptions, lay_out, print_sheets
    from listbuilder.printing.text_layout import Fonts

    options = SheetOptions(Fonts(None), look.theme, look.paper, loaded=templates)
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
