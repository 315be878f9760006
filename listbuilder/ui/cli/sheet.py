"""`sheet`: print one or two pages for the opponent or the organiser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import (
    Catalogues,
    EventPack,
    FontFile,
    ForceFlag,
    files_read,
    folders,
    open_event,
    say_audience,
)
from listbuilder.ui.cli.inputs import Files, ListReader, Recursive, find_inputs
from listbuilder.ui.cli.print_options import (
    OutputOptions,
    TemplateFolders,
    ThemeName,
    file_of,
    judged,
    laid_out,
    need_pictures,
    open_file,
    preview_path,
    properties_of,
    theme_of,
    write_pages,
    write_svgs,
)
from listbuilder.ui.cli.progress import Progress
from listbuilder.ui.cli.terminal import say, style

if TYPE_CHECKING:
    from listbuilder.judging.secrecy import Reveal
    from listbuilder.judging.validator import Report
    from listbuilder.printing.marks import Face
    from listbuilder.printing.sheet import PrintedReceipt, Sheet, SheetOptions

EPILOG = """Examples: listbuilder sheet squad.yaml -o sheet.pdf | listbuilder sheet lists/ -o event.pdf --rules none |
listbuilder sheet squad.yaml -o small.pdf --paper a5 | listbuilder sheet team.yaml -o for-opponent.pdf --secret |
listbuilder sheet team.yaml -o for-judge.pdf --judge --reveal for-opponent.reveal.json. Exit codes: 0 fine, 1 a list is
illegal, 2 wrong usage, 3 a file can't be read or printed."""


class SheetArguments(NamedTuple):
    """What the command line says about sheets: what is on them and how they look."""

    paper: Annotated[Literal["a4", "letter", "a5"], Option(help="What to print on.")] = "a4"
    one_page: Annotated[
        bool, Option("--one-page", help="Shrink the type to fit one page; fail if that is impossible.")
    ] = False
    judge: Annotated[
        bool, Option("--judge", help="Say where everything is printed, and what the list was committed to.")
    ] = False
    rules: Annotated[Literal["appendix", "none"], Option(help="Print every rule in use, or none.")] = "appendix"
    qr: Annotated[bool, Option("--qr/--no-qr", help="A QR code that holds the list.")] = True
    ink: Annotated[
        Literal["full", "saver"], Option(help="full: colours and emblems of the cards; saver: black on white.")
    ] = "full"
    theme: ThemeName = None
    templates: TemplateFolders = None
    large_print: Annotated[bool, Option("--large-print", help="No type under 12 points, rules in one column.")] = False
    font: FontFile = None


def sheet(
    context: click.Context,
    files: Files,
    options: SheetArguments,
    out: Annotated[str | None, Option("-o", "--output", metavar="OUT.pdf", help="The PDF; - for stdout.")] = None,
    secret: Annotated[bool, Option("--secret", help="Leave out what an opponent may not know, and seal it.")] = False,
    reveal: Annotated[
        Path | None,
        Option("--reveal", metavar="FILE", help="Where to keep what opens the seal; with --judge, where it is."),
    ] = None,
    png: Annotated[Path | None, Option(metavar="DIR", help="Also write each page as a PNG there.")] = None,
    svg: Annotated[Path | None, Option(metavar="DIR", help="Also write each page as an SVG there.")] = None,
    opened: Annotated[bool, Option("--open", help="Open the result in a viewer; without -o, keep no file.")] = False,
    allow_illegal: Annotated[bool, Option("--allow-illegal", help="Print an illegal list, marked NOT LEGAL.")] = False,
    event: EventPack = None,
    recursive: Recursive = False,
    force: ForceFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Print a list for the other side of the table: models with weapons and costs, the verdict, the rules in use."""
    need_pictures(png)
    if not out and (opened or not (png or svg)):
        out = preview_path("sheet", opened)
    if secret and options.judge:
        raise click.BadParameter("a judge sees all that a list has; print two sheets", param_hint="--judge")
    inputs = find_inputs(files, recursive)
    writing = OutputOptions(force, [*inputs.files, *files_read(context)])
    opens = reveal_path(out, reveal) if secret else None
    writing.check(out, opens)
    named = folders(context, catalogue)
    reader = ListReader(named, open_event(event, named))
    reports, code = judged(inputs, reader, allow_illegal)
    proofs = receipts_at(event, named, reports)
    from listbuilder.exchange.documents.reveal_document import read_reveals, write_reveals
    from listbuilder.printing.sheet import SheetMaker, page_face, print_sheets

    wishes = wishes_of(options)._replace(catalogues=tuple(named))
    if options.judge and reveal:
        wishes = wishes._replace(reveals=tuple(read_reveals(reveal)))
    maker = SheetMaker(wishes)

    def lay_out(report: Report) -> tuple[Sheet, list[Reveal]]:
        shown, reveals = sealed(report) if secret else (report, [])
        return maker.lay_out(shown, proofs.get(id(report))), reveals

    reports, laid, code = laid_out(reports, code, reader, lay_out)
    sheets = [one for one, _ in laid]
    with Progress("drawing pages"), reader.drawing(map(file_of, reports)):
        pdf = print_sheets(sheets, wishes, properties_of([one.report for one in sheets], "sheet"))
        pages = [page_face(one, page) for one in sheets for page in range(one.pages)] if png or svg else []
    if out:
        writing.result(pdf, out)
    write_pictures(pages, Pictures(pdf, wishes, png, svg), writing)
    if opened and out and out != "-":
        open_file(Path(out))
    say_audience(one.report.force for one in sheets)
    if opens:
        writing.write(opens, write_reveals([one for _, reveals in laid for one in reveals]).encode())
        say(f"Wrote {style(str(opens))}: keep it to yourself; `listbuilder reveal` opens the seal with it.", error=True)
    raise Exit(code)


class Pictures(NamedTuple):
    """What pictures of pages are made of, and where they go."""

    pdf: bytes
    wishes: SheetOptions
    png: Path | None
    svg: Path | None


def write_pictures(pages: list[Face], made: Pictures, writing: OutputOptions) -> None:
    """Each page as a picture, in the forms that are asked for."""
    if made.png:
        write_pages(made.pdf, [face.title for face in pages], made.png, writing)
    if made.svg:
        looks = (made.wishes.fonts, made.wishes.theme)
        write_svgs([(face.title, face) for face in pages], looks, made.svg, writing)


def receipts_at(event: Path | None, catalogues: list[Path], reports: list[Report]) -> dict[int, PrintedReceipt | None]:
    """The receipts of lists that were handed in at an event, whose pack lies in the folder of its desk, by report."""
    from listbuilder.desk.folder import LEDGER, Desk
    from listbuilder.storage.files import real_path

    if event is None or not (real_path(event).parent / LEDGER).is_file():
        return {}
    from listbuilder.desk.event_booklet import find_receipts

    receipts = find_receipts(Desk(real_path(event).parent, tuple(catalogues)), reports)
    return {id(report): receipt for report, receipt in zip(reports, receipts, strict=True)}


def sealed(report: Report) -> tuple[Report, list[Reveal]]:
    """A list without what an opponent may not know, and what opens the seal on it."""
    from listbuilder.exchange.documents.reveal_document import reveal_of
    from listbuilder.judging.secrecy import conceal, new_salt

    salt = new_salt()
    return conceal(report, salt), [reveal_of(report, salt)]


def wishes_of(options: SheetArguments) -> SheetOptions:
    """How to make sheets, with what the command line names looked up in the templates."""
    from listbuilder.loading.templates import load_templates
    from listbuilder.printing.sheet import LARGE, SheetOptions
    from listbuilder.printing.text_layout import Fonts

    folders, saver = tuple(options.templates or ()), options.ink == "saver"
    templates = load_templates(*folders)
    type_ = templates.type["large" if options.large_print else "normal"]
    body, floor = (LARGE + 1, LARGE) if options.large_print else (8.5, type_.floor)
    return SheetOptions(
        Fonts(options.font, lighter=saver),
        theme_of(options.theme, saver, templates, type_.contrast),
        templates.papers[options.paper],
        body,
        floor,
        appendix=options.rules == "appendix",
        qr=options.qr,
        one_page=options.one_page,
        judge=options.judge,
        contrast=type_.contrast,
        templates=folders,
    )


def reveal_path(out: str | None, said: Path | None) -> Path:
    """Where to keep what opens a seal: beside the sheet, unless said."""
    if said is not None:
        return said
    if not out or out == "-":
        raise click.BadParameter(
            "a sheet without a file needs --reveal FILE, to open its seal later", param_hint="--reveal"
        )
    return Path(out).with_suffix(".reveal.json")
