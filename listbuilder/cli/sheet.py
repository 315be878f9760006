"""`sheet`: print one or two pages for the opponent or the organiser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from listbuilder.cli.common import (
    Catalogues,
    EventPack,
    FontFile,
    ForceFlag,
    files_read,
    folders,
    open_event,
    say_audience,
)
from listbuilder.cli.inputs import Files, ListReader, Recursive, find_inputs
from listbuilder.cli.picture_files import need_pictures, open_file, preview_path, write_pages, write_svgs
from listbuilder.cli.print_options import (
    TemplateFolders,
    ThemeName,
    Writing,
    file_of,
    judged,
    laid_out,
    properties_of,
    theme_of,
)
from listbuilder.cli.progress import Progress
from listbuilder.cli.terminal import say, style

if TYPE_CHECKING:
    from listbuilder.printing.marks import Face
    from listbuilder.printing.sheet import Receipt, Sheet, SheetWishes
    from listbuilder.secrecy import Reveal
    from listbuilder.validator import Report

EPILOG = """Examples: listbuilder sheet squad.yaml -o sheet.pdf | listbuilder sheet lists/ -o event.pdf --rules none |
listbuilder sheet squad.yaml -o small.pdf --paper a5 | listbuilder sheet team.yaml -o for-opponent.pdf --secret |
listbuilder sheet team.yaml -o for-judge.pdf --judge --reveal for-opponent.reveal.json. Exit codes: 0 fine, 1 a list is
illegal, 2 wrong usage, 3 a file can't be read or printed."""


def sheet(
    context: typer.Context,
    files: Files,
    out: Annotated[str | None, typer.Option("-o", "--output", metavar="OUT.pdf", help="The PDF; - for stdout.")] = None,
    paper: Annotated[Literal["a4", "letter", "a5"], typer.Option(help="What to print on.")] = "a4",
    one_page: Annotated[
        bool, typer.Option("--one-page", help="Shrink type until all is on one page, or stop where that can't be.")
    ] = False,
    secret: Annotated[
        bool, typer.Option("--secret", help="Leave out what an opponent may not know, and seal it.")
    ] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="Say where everything is printed, and what the list was committed to.")
    ] = False,
    reveal: Annotated[
        Path | None,
        typer.Option("--reveal", metavar="FILE", help="Where to keep what opens the seal; with --judge, where it is."),
    ] = None,
    rules: Annotated[Literal["appendix", "none"], typer.Option(help="Print every rule in use, or none.")] = "appendix",
    qr: Annotated[bool, typer.Option("--qr/--no-qr", help="A QR code that holds the list.")] = True,
    ink: Annotated[
        Literal["full", "saver"], typer.Option(help="full: colours and emblems of the cards; saver: black on white.")
    ] = "full",
    theme: ThemeName = None,
    templates: TemplateFolders = None,
    large_print: Annotated[
        bool, typer.Option("--large-print", help="No type under 12 points, rules in one column.")
    ] = False,
    png: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write each page as a PNG there.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write each page as an SVG there.")] = None,
    opened: Annotated[bool, typer.Option("--open", help="Show the result; without -o it is only looked at.")] = False,
    font: FontFile = None,
    allow_illegal: Annotated[
        bool, typer.Option("--allow-illegal", help="Print an illegal list, marked NOT LEGAL.")
    ] = False,
    event: EventPack = None,
    recursive: Recursive = False,
    force: ForceFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Print a list for the other side of the table: models with weapons and costs, the verdict, the rules in use."""
    need_pictures(png)
    if not out and (opened or not (png or svg)):
        out = preview_path("sheet", opened)
    if secret and judge:
        raise typer.BadParameter("a judge sees all that a list has; print two sheets", param_hint="--judge")
    inputs = find_inputs(files, recursive)
    writing = Writing(force, [*inputs.files, *files_read(context)])
    opens = reveal_path(out, reveal) if secret else None
    writing.check(out, opens)
    named = folders(context, catalogue)
    reader = ListReader(named, open_event(event, named))
    reports, code = judged(inputs, reader, allow_illegal)
    proofs = receipts_at(event, named, reports)
    from listbuilder.documents.reveals import read_reveals, write_reveals
    from listbuilder.printing.sheet import SheetMaker, page_face, print_sheets

    looks = Looks(font, theme, ink == "saver", tuple(templates or ()), paper, large_print)
    wishes = wishes_of(looks)._replace(appendix=rules == "appendix", qr=qr, one_page=one_page, judge=judge)
    opened_by = tuple(read_reveals(reveal)) if judge and reveal else wishes.reveals
    maker = SheetMaker(wishes := wishes._replace(catalogues=tuple(named), reveals=opened_by))

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
    raise typer.Exit(code)


class Pictures(NamedTuple):
    """What pictures of pages are made of, and where they go."""

    pdf: bytes
    wishes: SheetWishes
    png: Path | None
    svg: Path | None


def write_pictures(pages: list[Face], made: Pictures, writing: Writing) -> None:
    """Each page as a picture, in the forms that are asked for."""
    if made.png:
        write_pages(made.pdf, [face.title for face in pages], made.png, writing)
    if made.svg:
        looks = (made.wishes.fonts, made.wishes.theme)
        write_svgs([(face.title, face) for face in pages], looks, made.svg, writing)


def receipts_at(event: Path | None, catalogues: list[Path], reports: list[Report]) -> dict[int, Receipt | None]:
    """The receipts of lists that were handed in at an event, whose pack lies in the folder of its desk, by report."""
    from listbuilder.desk.folder import LEDGER, Desk
    from listbuilder.files import real_path

    if event is None or not (real_path(event).parent / LEDGER).is_file():
        return {}
    from listbuilder.desk.sheets import receipts_of

    receipts = receipts_of(Desk(real_path(event).parent, tuple(catalogues)), reports)
    return {id(report): receipt for report, receipt in zip(reports, receipts, strict=True)}


def sealed(report: Report) -> tuple[Report, list[Reveal]]:
    """A list without what an opponent may not know, and what opens the seal on it."""
    from listbuilder.documents.reveals import reveal_of
    from listbuilder.secrecy import conceal, new_salt

    salt = new_salt()
    return conceal(report, salt), [reveal_of(report, salt)]


class Looks(NamedTuple):
    """What the command line says about how a sheet looks."""

    font: Path | None
    theme: str | None
    saver: bool
    templates: tuple[Path, ...]
    paper: str
    large: bool


def wishes_of(looks: Looks) -> SheetWishes:
    """The wishes of the command line, with what they name looked up in the templates."""
    from listbuilder.printing.sheet import LARGE, SheetWishes
    from listbuilder.printing.text import Fonts
    from listbuilder.templates import load_templates

    templates = load_templates(*looks.templates)
    type_ = templates.type["large" if looks.large else "normal"]
    theme = theme_of(looks.theme, looks.saver, templates, type_.contrast)
    body, floor = (LARGE + 1, LARGE) if looks.large else (8.5, type_.floor)
    fonts = Fonts(looks.font, lighter=looks.saver)
    wishes = SheetWishes(fonts, theme, templates.papers[looks.paper], body, floor)
    return wishes._replace(contrast=type_.contrast, templates=looks.templates)


def reveal_path(out: str | None, said: Path | None) -> Path:
    """Where to keep what opens a seal: beside the sheet, unless said."""
    if said is not None:
        return said
    if not out or out == "-":
        raise typer.BadParameter(
            "a sheet without a file needs --reveal FILE, to open its seal later", param_hint="--reveal"
        )
    return Path(out).with_suffix(".reveal.json")
