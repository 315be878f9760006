"""`cards`: print a card for each model."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from listbuilder.cli.card_options import Prepared
from listbuilder.cli.common import Catalogues, EventPack, FontFile, ForceFlag, files_read, folders, open_event
from listbuilder.cli.inputs import Files, ListReader, Recursive, find_inputs
from listbuilder.cli.picture_files import faces_of, need_pictures, open_file, preview_path, write_pngs, write_svgs
from listbuilder.cli.print_options import (
    TemplateFolders,
    ThemeName,
    Writing,
    file_of,
    judged,
    laid_out,
    properties_of,
    usage,
)
from listbuilder.cli.progress import Progress
from listbuilder.cli.terminal import say, style, table
from listbuilder.wording import counted, listed

if TYPE_CHECKING:
    from listbuilder.force import Force
    from listbuilder.printing.pages import Batch, Sheets
    from listbuilder.validator import Report

NO_FLAVOUR = "no room for flavour"
NO_INK = "How much ink that takes is told with listbuilder[png] installed."
EPILOG = """Examples: listbuilder cards squad.yaml -o squad.pdf | listbuilder cards squad.yaml -o squad.pdf --size tarot
--backs --duplex long | listbuilder cards squad.yaml --png cards/ | listbuilder cards squad.yaml --open | listbuilder
cards squad.yaml --dry-run | listbuilder cards squad.yaml -o squad.pdf --against rivals.yaml. Exit codes: 0 fine, 1 a
list is illegal, 2 wrong usage, 3 a file can't be read or a card can't be printed."""


def cards(
    context: typer.Context,
    files: Files,
    out: Annotated[str | None, typer.Option("-o", "--output", metavar="OUT.pdf", help="The PDF; - for stdout.")] = None,
    size: Annotated[
        str | None,
        typer.Option(metavar="SIZE", help="poker (63x88), us-poker, tarot, bridge, mini, large, a6, a5, or WxH in mm."),
    ] = None,
    paper: Annotated[
        Literal["a4", "letter", "card"], typer.Option(help="What to print on; card puts each on a page of its own.")
    ] = "a4",
    copies: Annotated[
        Literal["merge", "each"], typer.Option(help="Identical models on one card with ×n, or a card for each.")
    ] = "merge",
    rules: Annotated[
        Literal["card", "appendix", "both", "none"], typer.Option(help="Where the texts of rules go.")
    ] = "card",
    backs: Annotated[
        bool, typer.Option("--backs", help="A back for every card, not only where one is needed.")
    ] = False,
    one_sided: Annotated[bool, typer.Option("--one-sided", help="No backs: smaller type, then a second card.")] = False,
    duplex: Annotated[Literal["long", "short"], typer.Option(help="The edge your printer turns paper over.")] = "long",
    fold: Annotated[bool, typer.Option("--fold", help="Front and back side by side, to fold and glue.")] = False,
    back_offset: Annotated[str, typer.Option(metavar="X,Y", help="Shift backs by so many mm, right and up.")] = "0,0",
    bleed: Annotated[float, typer.Option(metavar="MM", min=0, max=6, help="Colour beyond the cut.")] = 0,
    guides: Annotated[Literal["marks", "lines", "none"], typer.Option(help="What to cut along.")] = "marks",
    layout: Annotated[
        str | None, typer.Option(metavar="NAME", help="standard, landscape, saver, large, or a layout of your own.")
    ] = None,
    templates: TemplateFolders = None,
    theme: ThemeName = None,
    ink: Annotated[Literal["full", "saver"], typer.Option(help="saver prints dense cards without colour.")] = "full",
    large_print: Annotated[
        bool,
        typer.Option("--large-print", help="Postcards: text of 12 points, labels of 10, strong colours."),
    ] = False,
    font: FontFile = None,
    art: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder of pictures, named like models or units.")
    ] = None,
    png: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write each card as a PNG there.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write each card as an SVG there.")] = None,
    opened: Annotated[bool, typer.Option("--open", help="Show the result; without -o it is only looked at.")] = False,
    reference: Annotated[bool, typer.Option("--reference", help="Add cards of what players look up.")] = False,
    against: Annotated[
        Path | None, typer.Option(metavar="LIST", help="Print the odds against this list on the backs.")
    ] = None,
    missions: Annotated[bool, typer.Option("--missions", help="Add cards of the missions.")] = False,
    blank: Annotated[int, typer.Option(metavar="N", min=0, max=90, help="Add so many blank cards.")] = 0,
    tokens: Annotated[bool, typer.Option("--tokens", help="Add sheets of tokens.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="All there is on reference cards and tokens, not only what these lists need.")
    ] = False,
    calibration: Annotated[
        bool, typer.Option("--calibration", help="Only a test page for both sides of the paper.")
    ] = False,
    allow_illegal: Annotated[
        bool, typer.Option("--allow-illegal", help="Print an illegal list, marked NOT LEGAL.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be printed.")] = False,
    event: EventPack = None,
    recursive: Recursive = False,
    force: ForceFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Print a card for each model: stats, boxes to cross off, weapons, and every rule in full."""
    chosen = {**locals(), "backs": backs or against is not None}
    if not (out or png or svg or dry_run):
        out = preview_path("cards", opened)
    need_pictures(png)
    inputs = find_inputs(files, recursive)
    writing = Writing(force, [*inputs.files, *files_read(context)])
    writing.check(out)
    named = folders(context, catalogue)
    reader = ListReader(named, open_event(event, named))
    reports, code = judged(inputs, reader, allow_illegal)
    made = Prepared({**chosen, "enemy": enemy_of(reports, reader, against) if against else None}, named)
    if calibration:
        from listbuilder.printing.calibration import calibration as test_page

        if out:
            pdf = test_page(made.sheets, made.size, properties_of(reports, "calibration", duplex))
            writing.result(pdf, out)
        raise typer.Exit(code)
    from listbuilder.printing.cards import make_batches
    from listbuilder.printing.pages import print_batches

    reports, laid, code = laid_out(reports, code, reader, lambda one: make_batches([one], made.wishes(one)), against)
    writing.read.extend([*(path for report in reports for path in art_files(report)), *made.art.values()])
    batches = [batch for one in laid for batch in one]
    properties = properties_of(reports, "cards", duplex if backed(batches) and not fold else "")
    if out or dry_run:
        with Progress("drawing pages"), reader.drawing(map(file_of, reports)):
            pdf = print_batches(batches, made.sheets, properties)
        if dry_run:
            say(layout_report(batches, made.sheets, pdf))
            raise typer.Exit(code)
        writing.result(pdf, str(out))
        say_paper(batches, made.sheets, chosen["backs"] or fold)
    shown = [Path(out)] if out and out != "-" else []
    shown += [write_pngs(batches, made.sheets, properties, png, writing)] if png else []
    shown += [write_svgs([*faces_of(batches)], (made.sheets.fonts, made.sheets.theme), svg, writing)] if svg else []
    if opened and shown:
        open_file(shown[0])
    raise typer.Exit(code)


def enemy_of(reports: list[Report], reader: ListReader, path: Path) -> Force:
    """The list that the odds on the backs are against: one of the same game."""
    enemy = reader.judge(path).force
    for report in reports:
        if report.force.game.id != enemy.game.id:
            usage(f"{path} is a list for {enemy.game.id}, and this is one for {report.force.game.id}", "--against")
    return enemy


def backed(batches: list[Batch]) -> str:
    """How many cards and tokens have something on their back, in words; nothing where none has."""
    found = Counter(batch.noun for batch in batches for card in batch.cards if card.back)
    words = listed(counted(number, noun) for noun, number in found.items())
    return f"{words} {'has a back' if found.total() == 1 else 'have backs'}" if found else ""


def say_paper(batches: list[Batch], sheets: Sheets, wanted: bool) -> None:
    """How many cards a sheet holds, where bleed makes them fewer; and where cards have backs that nobody asked for."""
    from listbuilder.printing.pages import grid_for

    if sheets.bleed and sheets.paper:
        count = len(grid_for(sheets, batches[0].size).cells)
        say(f"With {sheets.bleed:g} mm of bleed a sheet of {style(sheets.paper.name)} holds {count} cards.", error=True)
    if (words := backed(batches)) and not wanted:
        say(f"{words}: print on both sides, or say --one-sided.", error=True)


def layout_report(batches: list[Batch], sheets: Sheets, pdf: bytes) -> str:
    """What would be printed: cards, faces that overflow, size of type, pages and their ink."""
    from listbuilder.printing.pages import arrange, grid_for
    from listbuilder.printing.png import ink_of_pages

    faces = [face for batch in batches for card in batch.cards for face in (card.front, card.back)]
    rows = [(f"{face.body:g}", face.title, NO_FLAVOUR * face.terse) for face in faces if face and face.body]
    dark = f"Ink on the darkest page: {max(ink_of_pages(pdf), default=0):.1%}." if find_spec("pypdfium2") else NO_INK
    counts = []
    for batch in batches:
        per = len(grid_for(sheets, batch.size).cells)
        counts.append(f"{len(batch.cards)} of {batch.size.width:g} × {batch.size.height:g} mm, {per} to a page")
    last = f"{counted(len(arrange(batches, sheets)), 'page')}; {'; '.join(counts)}. {dark}"
    return f"{table(rows, ('TYPE', 'CARD', ''))}\n\n{style(last)}"


def art_files(report: Report) -> list[Path]:
    """The pictures that a list names, which have been opened by now."""
    from listbuilder.errors import DocumentError
    from listbuilder.printing.art import find

    document = report.force.document
    found: list[Path] = []
    for name in filter(None, [document.art, *(row.art for row in document.models)]):
        with suppress(DocumentError):  # what can't be found has not been read
            found.append(find(name, document.file))
    return found
