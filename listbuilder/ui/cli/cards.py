"""`cards`: print a card for each model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import click
from click.exceptions import Exit

from listbuilder.base.wording import counted, listed
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import Catalogues, EventPack, FontFile, ForceFlag, files_read, folders, open_event
from listbuilder.ui.cli.inputs import Files, ListReader, Recursive, find_inputs
from listbuilder.ui.cli.print_options import (
    OutputOptions,
    TemplateFolders,
    ThemeName,
    faces_of,
    file_of,
    judged,
    laid_out,
    need_pictures,
    open_file,
    pair_of,
    preview_path,
    properties_of,
    size_of,
    theme_of,
    usage,
    write_pngs,
    write_svgs,
)
from listbuilder.ui.cli.progress import Progress
from listbuilder.ui.cli.terminal import say, style, table

if TYPE_CHECKING:
    from listbuilder.judging.force import Force
    from listbuilder.judging.validator import Report
    from listbuilder.loading.templates import CardLayout, CardSize, Templates, Theme
    from listbuilder.printing.deck import CardOptions
    from listbuilder.printing.pages import Batch, PageOptions

NO_FLAVOUR = "no room for flavour"
NO_INK = "How much ink that takes is told with listbuilder[png] installed."
EPILOG = """Examples: listbuilder cards squad.yaml -o squad.pdf | listbuilder cards squad.yaml -o squad.pdf --size tarot
--backs --duplex long | listbuilder cards squad.yaml --png cards/ | listbuilder cards squad.yaml --open | listbuilder
cards squad.yaml --dry-run | listbuilder cards squad.yaml -o squad.pdf --against rivals.yaml. Exit codes: 0 success, 1 a
list is illegal, 2 wrong usage, 3 a file can't be read or a card can't be printed."""


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
    bleed: Annotated[float, Option(metavar="MM", min=0, max=6, help="Colour beyond the cut.")] = 0
    guides: Annotated[Literal["marks", "lines", "none"], Option(help="What to cut along.")] = "marks"
    layout: Annotated[
        str | None, Option(metavar="NAME", help="standard, landscape, saver, large, or a layout of your own.")
    ] = None
    templates: TemplateFolders = None
    theme: ThemeName = None
    ink: Annotated[Literal["full", "saver"], Option(help="saver prints dense cards without colour.")] = "full"
    large_print: Annotated[
        bool,
        Option("--large-print", help="Postcards: text of 12 points, labels of 10, strong colours."),
    ] = False
    font: FontFile = None
    art: Annotated[Path | None, Option(metavar="DIR", help="A folder of pictures, named like models or units.")] = None
    reference: Annotated[bool, Option("--reference", help="Add cards of what players look up.")] = False
    against: Annotated[Path | None, Option(metavar="LIST", help="Print the odds against this list on the backs.")] = (
        None
    )
    missions: Annotated[bool, Option("--missions", help="Add cards of the missions.")] = False
    blank: Annotated[int, Option(metavar="N", min=0, max=90, help="Add this many blank cards.")] = 0
    tokens: Annotated[bool, Option("--tokens", help="Add sheets of tokens.")] = False
    everything: Annotated[
        bool, Option("--all", help="All there is on reference cards and tokens, not only what these lists need.")
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


def cards(
    context: click.Context,
    files: Files,
    options: CardArguments,
    out: Annotated[str | None, Option("-o", "--output", metavar="OUT.pdf", help="The PDF; - for stdout.")] = None,
    png: Annotated[Path | None, Option(metavar="DIR", help="Also write each card as a PNG there.")] = None,
    svg: Annotated[Path | None, Option(metavar="DIR", help="Also write each card as an SVG there.")] = None,
    opened: Annotated[bool, Option("--open", help="Open the result in a viewer; without -o, keep no file.")] = False,
    calibration: Annotated[bool, Option("--calibration", help="Only a test page for both sides of the paper.")] = False,
    allow_illegal: Annotated[bool, Option("--allow-illegal", help="Print an illegal list, marked NOT LEGAL.")] = False,
    dry_run: Annotated[bool, Option("--dry-run", help="Report what would be printed; write nothing.")] = False,
    event: EventPack = None,
    recursive: Recursive = False,
    force: ForceFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Print a card for each model: stats, boxes to cross off, weapons, and every rule in full."""
    if not (out or png or svg or dry_run):
        out = preview_path("cards", opened)
    need_pictures(png)
    inputs = find_inputs(files, recursive)
    writing = OutputOptions(force, [*inputs.files, *files_read(context)])
    writing.check(out)
    named = folders(context, catalogue)
    reader = ListReader(named, open_event(event, named))
    reports, code = judged(inputs, reader, allow_illegal)
    enemy = enemy_of(reports, reader, options.against) if options.against else None
    made = CardSetup(options, enemy, named)
    if calibration:
        from listbuilder.printing.calibration import calibration as test_page

        if out:
            pdf = test_page(made.sheets, made.size, properties_of(reports, "calibration", options.duplex))
            writing.result(pdf, out)
        raise Exit(code)
    from listbuilder.printing.deck import make_batches
    from listbuilder.printing.pages import print_batches

    reports, laid, code = laid_out(
        reports, code, reader, lambda one: make_batches([one], made.card_options(one)), options.against
    )
    writing.read.extend([*(path for report in reports for path in art_files(report)), *made.art.values()])
    batches = [batch for one in laid for batch in one]
    properties = properties_of(reports, "cards", options.duplex if backs_text(batches) and not options.fold else "")
    if out or dry_run:
        with Progress("drawing pages"), reader.drawing(map(file_of, reports)):
            pdf = print_batches(batches, made.sheets, properties)
        if dry_run:
            say(layout_report(batches, made.sheets, pdf))
            raise Exit(code)
        writing.result(pdf, str(out))
        say_paper(batches, made.sheets, options.backed or options.fold)
    shown = [Path(out)] if out and out != "-" else []
    shown += [write_pngs(batches, made.sheets, properties, png, writing)] if png else []
    shown += [write_svgs([*faces_of(batches)], (made.sheets.fonts, made.sheets.theme), svg, writing)] if svg else []
    if opened and shown:
        open_file(shown[0])
    raise Exit(code)


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
    words = listed(counted(number, noun) for noun, number in found.items())
    return f"{words} {'has a back' if found.total() == 1 else 'have backs'}" if found else ""


def say_paper(batches: list[Batch], sheets: PageOptions, wanted: bool) -> None:
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
        with suppress(DocumentError):  # what can't be found has not been read
            found.append(find_image(name, document.file))
    return found


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
        self.sheets = PageOptions(
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
        """The theme by its name; whoever saves ink has the one without colour."""
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
