"""`cards` and `sheet`: print lists as PDF, PNG and SVG: a card for each model, or a sheet for the opponent or judge."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, NoReturn, TypeVar

import click
from click.exceptions import Exit

from listbuilder.base.wording import counted, join_names
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import (
    ILLEGAL,
    UNREADABLE,
    USAGE,
    Files,
    FontFile,
    ForceFlag,
    Inputs,
    ListReader,
    OutputFiles,
    Recursive,
    SkippedFile,
    display_name,
    find_inputs,
    left_text,
    report_code,
)
from listbuilder.ui.cli.report_text import print_audience, report_text, unreadable_text
from listbuilder.ui.cli.terminal import Progress, print_error, say, style, table

if TYPE_CHECKING:
    from listbuilder.judging.force import Force
    from listbuilder.judging.secrecy import Reveal
    from listbuilder.judging.validator import Report
    from listbuilder.loading.templates import CardLayout, CardSize, Templates, Theme
    from listbuilder.printing.deck import CardOptions
    from listbuilder.printing.marks import Face
    from listbuilder.printing.pages import Batch, PageOptions
    from listbuilder.printing.pdf_canvas import Properties
    from listbuilder.printing.sheet import PrintedReceipt, Sheet, SheetOptions
    from listbuilder.printing.text_layout import Fonts

T = TypeVar("T")
# The theme that saves ink.
SAVER = "mono"
OWN_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)[xX×](\d{1,3}(?:\.\d{1,2})?)")
PAIR = re.compile(r"(-?\d{1,2}(?:\.\d{1,2})?),(-?\d{1,2}(?:\.\d{1,2})?)")
# Objects; hardly anything that a card is made of becomes garbage.
GARBAGE = 200_000
NO_FLAVOUR = "no room for flavour"
NO_INK = "Install listbuilder[png] to see how much ink that takes."
TemplateFolders = Annotated[
    list[Path] | None,
    Option("--templates", metavar="DIR", help="A folder of templates of your own; may be repeated."),
]
ThemeName = Annotated[
    str | None,
    Option("--theme", metavar="NAME", help="ink (the default), mono, slate, ember, moss, or one of yours."),
]


class PrintJob:
    """The lists to print, and where the result goes."""

    def __init__(
        self,
        files: Files,
        out: Annotated[str | None, Option("-o", "--output", metavar="OUT.pdf", help="The PDF; - for stdout.")] = None,
        png: Annotated[Path | None, Option(metavar="DIR", help="Also write each card or page as a PNG.")] = None,
        svg: Annotated[Path | None, Option(metavar="DIR", help="Also write each card or page as an SVG.")] = None,
        opened: Annotated[
            bool, Option("--open", help="Open the result in a viewer; without -o, keep no file.")
        ] = False,
        allow_illegal: Annotated[
            bool, Option("--allow-illegal", help="Print an illegal list, marked NOT LEGAL.")
        ] = False,
        recursive: Recursive = False,
        force: ForceFlag = False,
    ) -> None:
        self.files, self.out, self.png, self.svg, self.opened = files, out, png, svg, opened
        self.allow_illegal, self.recursive, self.force = allow_illegal, recursive, force
        self.code = 0
        if png:
            # Fail before the work if it is not installed.
            import_module("pypdfium2")

    def preview(self, what: str) -> None:
        """Print to a temporary file that is opened; without --open, ask for a file."""
        if not self.opened:
            usage(f"name the PDF, such as -o {what}.pdf", "-o")
        # Never deleted here: the viewer opens it after this command has ended.
        self.out = str(Path(mkdtemp(prefix="listbuilder-")) / f"{what}.pdf")

    def judge(self, reader: ListReader, *more: Path | None) -> list[Report]:
        """The reports on the lists that can be printed; the others are reported on stderr.

        Stops before that if the PDF or one of `more` files can't be written, and afterwards if no list can be printed.
        """
        inputs = find_inputs(self.files, self.recursive)
        self.writing = OutputFiles(self.force, [*inputs.files, *reader.files_read])
        self.writing.check(self.out, *more)
        self.reader = reader
        reports: list[Report] = []
        codes: list[int] = []
        with Progress("lists judged", len(inputs.files)) as progress:
            for path in progress.over(inputs.files):
                found = self.judge_file(path, inputs)
                if isinstance(found, tuple):
                    codes.append(found[0])
                    progress.say(found[1], error=True)
                elif found:
                    reports.append(found)
        for one in inputs.left:
            say(left_text(*one), error=True)
        if codes:
            total = len(reports) + len(codes)
            printed = f"{len(reports)} of {total} lists are printed." if reports else "Nothing was printed."
            mark = " Say --allow-illegal to print illegal lists marked NOT LEGAL." if ILLEGAL in codes else ""
            say(style(printed + mark), error=True)
        if not reports:
            raise Exit(max(codes, default=UNREADABLE))
        self.code = max(codes, default=0)
        return reports

    def judge_file(self, path: Path, inputs: Inputs) -> Report | tuple[int, str] | None:
        """The report on a list, or the exit code and the reason why it is not printed; None if it is no list at all."""
        from listbuilder.base.errors import ListbuilderError

        try:
            report = self.reader.judge(path)
        except ListbuilderError as error:
            if why := inputs.no_list(path, error):
                inputs.left.append(SkippedFile(str(path), why))
                return None
            return UNREADABLE, unreadable_text(display_name(path), error.findings)
        if not report.malformed and (report.valid or self.allow_illegal):
            return report
        return report_code(report), report_text(report, display_name(path), roster=False)

    def lay_out(
        self, reports: list[Report], make: Callable[[Report], T], against: Path | None = None
    ) -> tuple[list[Report], list[T]]:
        """The lists that can be laid out, with what was made of each; the others are reported."""
        from listbuilder.base.errors import DocumentError

        # What was read stays until the end; collecting among it takes longer than laying out a card.
        gc.freeze()
        gc.set_threshold(GARBAGE)
        fine: list[Report] = []
        made: list[T] = []
        with Progress("lists laid out", len(reports)) as progress:
            for report in progress.over(reports):
                try:
                    with self.reader.working(file_of(report), str(against) if against else None):
                        one = make(report)
                    made.append(one)
                    fine.append(report)
                except DocumentError as error:
                    progress.clear()
                    print_error(error)
                    self.code = UNREADABLE
        if not fine:
            raise Exit(self.code)
        if len(fine) < len(reports):
            say(f"{len(fine)} of {len(reports)} lists are printed.", error=True)
        return fine, made

    def write_pdf(self, pdf: bytes) -> None:
        """Write the PDF into its file, or to stdout for `-`."""
        if self.out == "-":
            if sys.stdout.isatty():
                usage("a PDF is not for the terminal; name a file", "-o")
            sys.stdout.buffer.write(pdf)
            sys.stdout.buffer.flush()
        elif self.out:
            self.writing.write(Path(self.out), pdf)
            say(f"Wrote {style(self.out)}.", error=True)

    def write_svgs(self, faces: Sequence[tuple[str, Face]], fonts: Fonts, theme: Theme) -> list[Path]:
        """Write each face as an SVG if wanted; the first file."""
        if not self.svg:
            return []
        from listbuilder.printing.svg import face_svg

        drawn = (face_svg(face, fonts, theme).encode() for _, face in faces)
        return self.write_pictures([title for title, _ in faces], drawn, self.svg, "svg")

    def write_pictures(self, titles: list[str], drawn: Iterable[bytes], folder: Path, ending: str) -> list[Path]:
        """Write pictures into a folder, each named by its number and title; the first file."""
        from listbuilder.base.values import ascii_id

        if folder.exists() and not folder.is_dir():
            say(style(f"{folder} is not a folder."), error=True)
            raise Exit(USAGE)
        folder.mkdir(parents=True, exist_ok=True)
        targets = [folder / f"{at:03d}-{ascii_id(title, 'card')}.{ending}" for at, title in enumerate(titles, 1)]
        self.writing.check(*targets)
        with Progress("pictures written", len(titles)) as progress:
            for target, data in progress.over(zip(targets, drawn, strict=True)):
                self.writing.write(target, data)
        say(f"Wrote {counted(len(titles), 'picture')} to {style(str(folder))}.", error=True)
        return targets[:1]

    def show(self, pictures: Sequence[Path] = ()) -> None:
        """Open the result if wanted; if nothing opens it, say where it is."""
        shown = [Path(self.out)] if self.out and self.out != "-" else pictures
        if self.opened and shown and (not has_screen() or click.launch(str(shown[0]))):
            say(f"Nothing here opens {style(str(shown[0]))}; look at it there.", error=True)


# Cards


class CardArguments(NamedTuple):
    """What the command line says about cards: how they look, what is on them and how they go on paper."""

    size: Annotated[
        str | None,
        Option(metavar="SIZE", help="poker (63x88), us-poker, tarot, bridge, mini, large, a6, a5, or WxH in mm."),
    ] = None
    paper: Annotated[
        Literal["a4", "letter", "card"], Option(help="What to print on; card puts each on a page of its own.")
    ] = "a4"
    copies: Annotated[
        Literal["merge", "each"], Option(help="Identical models on one card with ×n, or a card for each.")
    ] = "merge"
    rules: Annotated[Literal["card", "appendix", "both", "none"], Option(help="Where the texts of rules go.")] = "card"
    backs: Annotated[bool, Option("--backs", help="A back for every card, not only where one is needed.")] = False
    one_sided: Annotated[bool, Option("--one-sided", help="No backs: smaller type, then a second card.")] = False
    duplex: Annotated[Literal["long", "short"], Option(help="The edge along which your printer flips the paper.")] = (
        "long"
    )
    fold: Annotated[bool, Option("--fold", help="Front and back side by side, to fold and glue.")] = False
    back_offset: Annotated[str, Option(metavar="X,Y", help="Shift backs by X mm right and Y mm up.")] = "0,0"
    bleed: Annotated[float, Option(metavar="MM", min=0, max=6, help="Print colour this far beyond the cut.")] = 0
    guides: Annotated[Literal["marks", "lines", "none"], Option(help="What to cut along.")] = "marks"
    layout: Annotated[
        str | None, Option(metavar="NAME", help="standard, landscape, saver, large, or a layout of your own.")
    ] = None
    templates: TemplateFolders = None
    theme: ThemeName = None
    ink: Annotated[Literal["full", "saver"], Option(help="saver: dense cards without colour.")] = "full"
    large_print: Annotated[
        bool,
        Option("--large-print", help="Postcards: text of 12 points, labels of 10, strong colours."),
    ] = False
    font: FontFile = None
    art: Annotated[Path | None, Option(metavar="DIR", help="A folder of pictures, named like models or units.")] = None
    reference: Annotated[bool, Option("--reference", help="Add cards with the rules that players look up.")] = False
    calibration: Annotated[
        bool, Option("--calibration", help="Print only a test page for both sides of the paper.")
    ] = False
    dry_run: Annotated[bool, Option("--dry-run", help="Report what would be printed; write nothing.")] = False
    against: Annotated[Path | None, Option(metavar="LIST", help="Print the odds against this list on the backs.")] = (
        None
    )
    missions: Annotated[bool, Option("--missions", help="Add cards of the missions.")] = False
    blank: Annotated[int, Option(metavar="N", min=0, max=90, help="Add this many blank cards.")] = 0
    tokens: Annotated[bool, Option("--tokens", help="Add sheets of tokens.")] = False
    everything: Annotated[
        bool, Option("--all", help="Put everything on reference cards and tokens, not only what these lists need.")
    ] = False

    @property
    def backed(self) -> bool:
        """Whether every card has a back; the odds against another list are printed there."""
        return self.backs or self.against is not None

    @property
    def saver(self) -> bool:
        """Whether ink is saved."""
        return self.ink == "saver"

    @property
    def type(self) -> str:
        """Which sizes of type."""
        return "large" if self.large_print else "normal"


def cards(job: PrintJob, options: CardArguments, reader: ListReader) -> None:
    """Print a card for each model: stats, boxes to cross off, weapons, and every rule in full.

    Examples: listbuilder cards squad.yaml -o squad.pdf | listbuilder cards squad.yaml -o squad.pdf --size tarot --backs
    --duplex long | listbuilder cards squad.yaml --png cards/ | listbuilder cards squad.yaml --open | listbuilder cards
    squad.yaml --dry-run | listbuilder cards squad.yaml -o squad.pdf --against rivals.yaml. Exit codes: 0 success, 1 a
    list is illegal, 2 wrong usage, 3 a file can't be read or a card can't be printed.
    """
    if not (job.out or job.png or job.svg or options.dry_run):
        job.preview("cards")
    reports = job.judge(reader)
    enemy = enemy_of(reports, reader, options.against) if options.against else None
    setup = CardSetup(options, enemy, reader.catalogues)
    if options.calibration:
        from listbuilder.printing.calibration import calibration

        if job.out:
            job.write_pdf(calibration(setup.pages, setup.size, properties_of(reports, "calibration", options.duplex)))
        raise Exit(job.code)
    from listbuilder.printing.deck import make_batches
    from listbuilder.printing.pages import print_batches

    reports, laid = job.lay_out(reports, lambda one: make_batches([one], setup.card_options(one)), options.against)
    # Pictures are files that were read, so no result may be written over one.
    job.writing.read.extend([*(path for report in reports for path in art_files(report)), *setup.art.values()])
    batches = [batch for one in laid for batch in one]
    properties = properties_of(reports, "cards", options.duplex if backs_text(batches) and not options.fold else "")
    if job.out or options.dry_run:
        with Progress("drawing pages"), reader.drawing(map(file_of, reports)):
            pdf = print_batches(batches, setup.pages, properties)
        if options.dry_run:
            say(layout_report(batches, setup.pages, pdf))
            raise Exit(job.code)
        job.write_pdf(pdf)
        print_paper(batches, setup.pages, options.backed or options.fold)
    faces = list(faces_of(batches))
    pictures: list[Path] = []
    if job.png:
        from listbuilder.printing.png import page_pngs

        single = print_batches(
            without_copies(batches), setup.pages._replace(paper=None, bleed=0, fold=False), properties
        )
        pictures += job.write_pictures([title for title, _ in faces], page_pngs(single), job.png, "png")
    pictures += job.write_svgs(faces, setup.pages.fonts, setup.pages.theme)
    job.show(pictures)
    raise Exit(job.code)


def enemy_of(reports: list[Report], reader: ListReader, path: Path) -> Force:
    """The list that the odds on the backs are against: one of the same game."""
    enemy = reader.judge(path).force
    for report in reports:
        if report.force.game.id != enemy.game.id:
            usage(f"{path} is a list for {enemy.game.id}, and this is one for {report.force.game.id}", "--against")
    return enemy


def backs_text(batches: list[Batch]) -> str:
    """How many cards and tokens have something on their back, in words; nothing where none has."""
    found = Counter(batch.noun for batch in batches for card in batch.cards if card.back)
    words = join_names(counted(number, noun) for noun, number in found.items())
    return f"{words} {'has a back' if found.total() == 1 else 'have backs'}" if found else ""


def print_paper(batches: list[Batch], sheets: PageOptions, wanted: bool) -> None:
    """How many cards a sheet holds, where bleed makes them fewer; and where cards have backs that nobody asked for."""
    from listbuilder.printing.pages import grid_for

    if sheets.bleed and sheets.paper:
        count = len(grid_for(sheets, batches[0].size).cells)
        say(f"With {sheets.bleed:g} mm of bleed a sheet of {style(sheets.paper.name)} holds {count} cards.", error=True)
    if (words := backs_text(batches)) and not wanted:
        say(f"{words}: print on both sides, or say --one-sided.", error=True)


def layout_report(batches: list[Batch], sheets: PageOptions, pdf: bytes) -> str:
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
    from listbuilder.base.errors import DocumentError
    from listbuilder.printing.art import find_image

    document = report.force.document
    found: list[Path] = []
    for name in filter(None, [document.art, *(row.art for row in document.models)]):
        # A picture that can't be found was not read, and printing reports it.
        with suppress(DocumentError):
            found.append(find_image(name, document.file))
    return found


def without_copies(batches: Sequence[Batch]) -> list[Batch]:
    """Batches in which a token or a blank card that is printed often is there once."""
    # Copies are the same object; comparing cards by value would compare all of their marks.
    return [batch._replace(cards=tuple({id(card): card for card in batch.cards}.values())) for batch in batches]


def faces_of(batches: Sequence[Batch]) -> Iterator[tuple[str, Face]]:
    """Every different face with its title."""
    for batch in without_copies(batches):
        for card in batch.cards:
            yield card.front.title, card.front
            if card.back:
                yield f"{card.back.title or card.front.title} (back)", card.back


class CardSetup:
    """The options with every name looked up in the templates of the program, the game and the user."""

    def __init__(self, options: CardArguments, enemy: Force | None, catalogues: Sequence[Path]) -> None:
        from listbuilder.printing.art import art_folder
        from listbuilder.printing.pages import PageOptions
        from listbuilder.printing.text_layout import Fonts

        if options.one_sided and (options.backed or options.fold):
            usage("goes with no backs", "--one-sided")
        self.options, self.enemy, self.catalogues = options, enemy, catalogues
        self.known: dict[str, CardOptions] = {}
        self.fonts = Fonts(options.font)
        self.art = art_folder(options.art) if options.art else {}
        templates = self.templates("")
        kind = templates.type[self.options.type]
        self.size = card_size(self.layout(templates), options, templates)
        self.pages = PageOptions(
            self.fonts,
            self.theme(templates),
            templates.papers.get(options.paper),
            templates.margin,
            options.bleed,
            options.guides,
            options.duplex,
            options.fold,
            pair_of(options.back_offset),
            kind.floor,
        )

    def templates(self, game: str) -> Templates:
        """The templates for the cards of a game."""
        from listbuilder.loading.templates import load_templates, template_folders

        return load_templates(*template_folders(game, self.catalogues), *(self.options.templates or ()))

    def layout(self, templates: Templates) -> CardLayout:
        """The layout by its name."""
        large = "large" if self.options.large_print else "layout"
        usual = templates.default["saver" if self.options.saver else large]
        name = self.options.layout or usual
        if name not in templates.layouts:
            usage(f"{name!r} is none of {', '.join(templates.layouts)}", "--layout")
        return templates.layouts[name]

    def theme(self, templates: Templates) -> Theme:
        """The theme by its name; saving ink means the one without colour."""
        return theme_of(self.options.theme, self.options.saver, templates, templates.type[self.options.type].contrast)

    def card_options(self, report: Report) -> CardOptions:
        """What the cards of a list are to be."""
        from listbuilder.printing.deck import CardOptions

        options, game = self.options, report.force.game.id
        if game not in self.known:
            templates = self.templates(game)
            layout = self.layout(templates)
            self.fonts.draw(templates.symbols)
            self.fonts.use(templates.font)
            self.known[game] = CardOptions(
                self.fonts,
                templates,
                layout,
                self.theme(templates),
                card_size(layout, options, templates),
                templates.type[self.options.type],
                options.bleed,
                options.copies == "merge",
                options.rules,
                options.backed or options.fold,
                options.reference,
                options.missions,
                options.blank,
                options.tokens,
                options.everything,
                self.art,
                self.enemy,
                options.one_sided,
            )
        return self.known[game]


def card_size(layout: CardLayout, options: CardArguments, templates: Templates) -> CardSize:
    """The size of cards: the one asked for, or the usual one of the layout; on its side where the layout is."""
    from listbuilder.base.records import replace

    size = size_of(options.size or layout.size or templates.default["size"], templates)
    lies = layout.landscape and size.width < size.height
    return replace(size, width=size.height, height=size.width) if lies else size


# Sheets


class SheetArguments(NamedTuple):
    """What the command line says about sheets: what is on them and how they look."""

    paper: Annotated[Literal["a4", "letter", "a5"], Option(help="What to print on.")] = "a4"
    one_page: Annotated[
        bool, Option("--one-page", help="Shrink the type to fit one page; fail if that is impossible.")
    ] = False
    judge: Annotated[
        bool, Option("--judge", help="Print where each rule comes from, and what the list was committed to.")
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
    secret: Annotated[bool, Option("--secret", help="Leave out what an opponent may not know, and seal it.")] = False
    reveal: Annotated[
        Path | None,
        Option(
            "--reveal", metavar="FILE", help="The file that opens the seal: written with --secret, read with --judge."
        ),
    ] = None


def sheet(job: PrintJob, options: SheetArguments, reader: ListReader) -> None:
    """Print a list for your opponent or a judge: models with weapons and costs, the verdict, the rules in use.

    Examples: listbuilder sheet squad.yaml -o sheet.pdf | listbuilder sheet lists/ -o event.pdf --rules none |
    listbuilder sheet squad.yaml -o small.pdf --paper a5 | listbuilder sheet team.yaml -o for-opponent.pdf --secret |
    listbuilder sheet team.yaml -o for-judge.pdf --judge --reveal for-opponent.reveal.json. Exit codes: 0 success, 1 a
    list is illegal, 2 wrong usage, 3 a file can't be read or printed.
    """
    if not job.out and (job.opened or not (job.png or job.svg)):
        job.preview("sheet")
    if options.secret and options.judge:
        usage("a judge sees all that a list has; print two sheets", "--judge")
    opens = reveal_path(job.out, options.reveal) if options.secret else None
    reports = job.judge(reader, opens)
    receipts = receipts_at(reader, reports)
    from listbuilder.exchange.documents.reveal_document import read_reveals, write_reveals
    from listbuilder.printing.sheet import SheetMaker, page_face, print_sheets

    design = sheet_options(options)._replace(catalogues=tuple(reader.catalogues))
    if options.judge and options.reveal:
        design = design._replace(reveals=tuple(read_reveals(options.reveal)))
    maker = SheetMaker(design)

    def make(report: Report) -> tuple[Sheet, list[Reveal]]:
        shown, reveals = sealed(report) if options.secret else (report, [])
        return maker.lay_out(shown, receipts.get(id(report))), reveals

    reports, laid = job.lay_out(reports, make)
    sheets = [one for one, _ in laid]
    with Progress("drawing pages"), reader.drawing(map(file_of, reports)):
        pdf = print_sheets(sheets, design, properties_of([one.report for one in sheets], "sheet"))
        pages = [page_face(one, page) for one in sheets for page in range(one.pages)] if job.png or job.svg else []
    job.write_pdf(pdf)
    if job.png:
        from listbuilder.printing.png import page_pngs

        job.write_pictures([face.title for face in pages], page_pngs(pdf, 150), job.png, "png")
    job.write_svgs([(face.title, face) for face in pages], design.fonts, design.theme)
    job.show()
    print_audience(one.report.force for one in sheets)
    if opens:
        job.writing.write(opens, write_reveals([one for _, reveals in laid for one in reveals]).encode())
        say(f"Wrote {style(str(opens))}: keep it to yourself; `listbuilder reveal` opens the seal with it.", error=True)
    raise Exit(job.code)


def receipts_at(reader: ListReader, reports: list[Report]) -> dict[int, PrintedReceipt | None]:
    """The receipts of lists that were handed in at an event, whose pack lies in the folder of its desk, by report."""
    from listbuilder.desk.folder import LEDGER, Desk
    from listbuilder.storage.files import real_path

    if reader.event_file is None or not (real_path(reader.event_file).parent / LEDGER).is_file():
        return {}
    from listbuilder.desk.event_booklet import find_receipts

    receipts = find_receipts(Desk(real_path(reader.event_file).parent, tuple(reader.catalogues)), reports)
    return {id(report): receipt for report, receipt in zip(reports, receipts, strict=True)}


def sealed(report: Report) -> tuple[Report, list[Reveal]]:
    """A list without what an opponent may not know, and what opens the seal on it."""
    from listbuilder.exchange.documents.reveal_document import reveal_of
    from listbuilder.judging.secrecy import conceal, new_salt

    salt = new_salt()
    return conceal(report, salt), [reveal_of(report, salt)]


def sheet_options(options: SheetArguments) -> SheetOptions:
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


def reveal_path(out: str | None, named: Path | None) -> Path:
    """Where to keep what opens a seal; the default is beside the sheet."""
    if named is None and (not out or out == "-"):
        usage("a sheet without a file needs --reveal FILE, to open its seal later", "--reveal")
    return named or Path(str(out)).with_suffix(".reveal.json")


# What both share


def file_of(report: Report) -> str:
    """The file that a list is from."""
    return report.force.document.file or "-"


def usage(message: str, option: str) -> NoReturn:
    """Wrong usage of an option."""
    raise click.BadParameter(message, param_hint=option)


def size_of(name: str, templates: Templates) -> CardSize:
    """A size by name, or one in millimetres such as 70x120."""
    from listbuilder.loading.templates import CardSize

    if name.lower() in templates.sizes:
        return templates.sizes[name.lower()]
    match = OWN_SIZE.fullmatch(name)
    if match is None:
        usage(f"{name!r} is none of {', '.join(templates.sizes)} and not written like 70x120", "--size")
    width, height = float(match[1]), float(match[2])
    if not (20 <= width <= 600 and 20 <= height <= 900):
        usage("a card is from 20 to 600 mm wide and from 20 to 900 mm high", "--size")
    return CardSize(name=f"{width:g} × {height:g} mm", width=width, height=height, body=body_for(width))


def body_for(width: float) -> float:
    """The size of type that a card of that width starts with."""
    # By the square root of the width: larger cards get more text as well as larger type. 63 mm is the poker card.
    best: float = min(13.0, max(7.5, 8 * (width / 63) ** 0.5))
    return round(best * 2) / 2


def theme_of(named: str | None, saver: bool, templates: Templates, least: float) -> Theme:
    """A theme by name, or the usual one; with enough contrast for the type, and without colour for a saver of ink."""
    if saver and named not in (None, SAVER):
        usage(f"--ink saver means the theme {SAVER}; leave out one of the two options", "--theme")
    name = SAVER if saver else named or templates.default["theme"]
    if name not in templates.themes:
        usage(f"{name!r} is none of {', '.join(templates.themes)}", "--theme")
    theme = templates.themes[name]
    if weak := theme.weak(least):
        usage(f"{theme.name} is too pale for large print ({', '.join(weak)})", "--theme")
    return theme


def pair_of(text: str) -> tuple[float, float]:
    """Two numbers of millimetres, such as 0.5,-1."""
    match = PAIR.fullmatch(text.replace(" ", ""))
    if match is None:
        usage(f"{text!r} is not written like 0.5,-1", "--back-offset")
    return float(match[1]), float(match[2])


def properties_of(reports: list[Report], what: str, duplex: str = "") -> Properties:
    """What the PDF says about itself."""
    from listbuilder.catalogue import print_stamp
    from listbuilder.printing.check_code import check_code
    from listbuilder.printing.pdf_canvas import Properties

    names = [report.force.document.title for report in reports]
    players = dict.fromkeys(report.force.document.player for report in reports if report.force.document.player)
    games = dict.fromkeys(f"{one.force.game.name} {print_stamp(one.force.game)}" for one in reports)
    codes = [check_code(report.force) for report in reports]
    return Properties(f"{', '.join(names[:5])}: {what}", ", ".join(players), ", ".join(games), tuple(codes), duplex)


def has_screen() -> bool:
    """Whether there is a screen to show something on; in a terminal on another machine there is none."""
    return sys.platform in ("darwin", "win32") or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "WSL_INTEROP"))
    )
