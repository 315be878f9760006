"""Lay out sheets: sections and rules go on as few pages as possible, in the largest type that allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.judging.validator import Report
from listbuilder.printing.block_rows import BlockRow, ColumnSetting, TooSmallError, heading
from listbuilder.printing.card_style import CardStyle
from listbuilder.printing.marks import MM, Face, Mark, qr_marks, qr_side, translate
from listbuilder.printing.pdf_canvas import PdfPen, Properties
from listbuilder.printing.reference_cards import rule_item
from listbuilder.printing.sheet.roster import SheetRoster, roster_of
from listbuilder.printing.sheet.sheet_head import foot_marks, head_marks, top_marks, with_head_room
from listbuilder.printing.sheet.sheet_options import PrintedReceipt, SheetOptions, SheetStyle, sheet_style_of
from listbuilder.printing.sheet.sheet_rows import (
    Chain,
    Section,
    casualties_section,
    choices_section,
    notes_section,
    roster_sections,
    rules_chains,
)
from listbuilder.printing.text_layout import check_glyphs

# Between columns of rules.
BETWEEN = 7 * MM
# Of type sizes to try; how far type may grow beyond the usual size.
STEP, MORE = 0.5, 2.0
# The smallest body and the smallest label, unless one page is asked for.
SMALL, LEAST = 7.5, 7.0
# Up to this many pages, a last page less full than this is avoided with smaller type.
FEW, LITTLE = 4, 0.34
# The height at the end of a page from which rules may start there.
LEAST_STRIP = 90
# The side of a receipt's QR code; the least width of what stands beside a code.
SLIP, LEAST_ROOM = 22 * MM, 200
HALVINGS = 12
CODE, PROOF = "QR code that holds this list", "QR code of the receipt for this list"
Column = list[tuple[float, BlockRow]]
SectionMaker = Callable[[SheetRoster, ColumnSetting], Section | None]
# What may stand beside the QR code, and the share of the page up to which it may make the head taller than the code.
ASIDE: dict[SectionMaker, float] = {choices_section: 0.4, notes_section: 0.0, casualties_section: 0.0}


class PlacedMarks(NamedTuple):
    """Marks on one page; with `alt` they are one drawing with this alternative text."""

    page: int
    marks: tuple[Mark, ...]
    alt: str = ""


class Sheet(NamedTuple):
    """The laid out sheet of a list; `full` is how full its last page is, `before_rules` the pages before the rules."""

    report: Report
    options: SheetOptions
    placed: list[PlacedMarks]
    pages: int
    body: float
    full: float
    style: CardStyle
    before_rules: int


def chain_height(chain: Chain, first: bool) -> float:
    """The height of a chain; the first of a column has no gap above it."""
    return sum(row.height + row.gap for row in chain) - (chain[0].gap if first and chain else 0.0)


def paginate(sections: Sequence[Section], start: float, top: float, bottom: float) -> list[Column]:
    """The rows of sections page by page, each with its top; a section that continues on a page repeats its head."""
    pages: list[Column] = [[]]
    y = start
    for section in sections:
        headed = False
        for at, chain in enumerate(section.chains):
            first = not pages[-1]
            need = chain_height(chain, headed and first) + (0 if headed else chain_height(section.head, first))
            over = y + need > bottom or (headed and leaves_orphan(section, at, bottom - y, bottom - top))
            if over and (pages[-1] or y > top):
                pages.append([])
                y, headed = top, False
            for row in chain:
                if headed and y + row.gap + row.height > bottom + 1e-6:
                    pages.append([])
                    y, headed = top, False
                for one in (row,) if headed else (*section.head, row):
                    gap = one.gap if pages[-1] else 0.0
                    pages[-1].append((y + gap, one))
                    y += gap + one.height
                headed = True
                if y > bottom + 1e-6:
                    raise TooSmallError
    return pages


def leaves_orphan(section: Section, at: int, left: float, page: float) -> bool:
    """Whether the last chain of a section would be alone on a page that has room for the one before too."""
    if at != len(section.chains) - 2:
        return False
    last_two = sum(chain_height(chain, False) for chain in section.chains[at:])
    return left < last_two <= page - chain_height(section.head, True)


def fill_columns(chains: Sequence[Chain], count: int, first: float, room: float) -> list[list[Column]]:
    """Chains in columns page by page, with the height `first` on the first page; balanced on the last page."""
    pages: list[list[Column]] = []
    rest = list(chains)
    while rest:
        height = room if pages else first
        columns, left = fill(rest, count, height)
        if not left:
            columns = balance_columns(rest, count, height)
        elif len(left) == len(rest) and height >= room:
            raise TooSmallError
        pages.append(columns)
        rest = left
    return pages


def fill(chains: Sequence[Chain], count: int, height: float) -> tuple[list[Column], list[Chain]]:
    """Columns of a height, and the chains that do not fit into them."""
    columns: list[Column] = [[]]
    y = 0.0
    for at, chain in enumerate(chains):
        if y + chain_height(chain, not columns[-1]) > height + 1e-6:
            if len(columns) == count or not columns[-1]:
                return columns, list(chains[at:])
            columns.append([])
            y = 0.0
            if chain_height(chain, True) > height + 1e-6:
                return columns, list(chains[at:])
        for row in chain:
            gap = row.gap if columns[-1] else 0.0
            columns[-1].append((y + gap, row))
            y += gap + row.height
    return columns, []


def balance_columns(chains: Sequence[Chain], count: int, height: float) -> list[Column]:
    """The columns at the least height that holds all chains, found by bisection."""
    # Below the mean height, because gaps at the tops of columns are not counted.
    low, high = sum(chain_height(chain, False) for chain in chains) / count * 0.8, height
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if fill(chains, count, middle)[1]:
            low = middle
        else:
            high = middle
    return fill(chains, count, high)[0]


class SheetMaker:
    """Lays out the sheets of many lists; the style of each game is loaded once."""

    def __init__(self, options: SheetOptions) -> None:
        self.options = options
        self.styles: dict[str, SheetStyle] = {}

    def lay_out(self, report: Report, receipt: PrintedReceipt | None = None) -> Sheet:
        """The sheet of a list, with its receipt at an event; DocumentError if it can't be printed."""
        game = report.force.game.id
        if game not in self.styles:
            self.styles[game] = sheet_style_of(game, self.options)
        options = self.options._replace(receipt=receipt) if receipt else self.options
        # Made once and laid out at many sizes of type: making it for each size would be 40 % of the time.
        roster = roster_of(report, options, self.styles[game])
        return checked_sheet(roster, with_head_room(report, options, roster.style))


def lay_out(report: Report, options: SheetOptions) -> Sheet:
    """The sheet of one list."""
    return SheetMaker(options).lay_out(report)


def checked_sheet(roster: SheetRoster, options: SheetOptions) -> Sheet:
    """The sheet of a list; DocumentError if it does not fit or has characters that no font has."""
    document = roster.report.force.document
    try:
        made = fit_sheet(roster, options)
    except TooSmallError:
        message = (
            f"{document.title}: paper of {options.paper.name} is too small for a part of it that can't be divided."
        )
        raise DocumentError.of("print.size", message, "Take larger paper, or leave out --large-print.") from None
    if problems := check_glyphs(options.fonts, document.title, document.file):
        raise DocumentError(problems[0].message, tuple(problems))
    if options.one_page and made.pages > 1:
        message = f"{document.title} does not fit on one page of {options.paper.name}: it takes {made.pages}."
        raise DocumentError.of("print.size", message, "Say --rules none, take larger paper, or leave out --one-page.")
    return made


def fit_sheet(roster: SheetRoster, options: SheetOptions) -> Sheet:
    """The sheet in smaller type if that saves a nearly empty page, else in the largest that needs no more pages."""
    # Smaller type saves ink, and no page is worth larger type again.
    if options.saver and not options.one_page:
        return arrange_sheet(roster, options, max(options.floor, options.body - STEP))
    made = arrange_sheet(roster, options, options.body)
    if made.pages > FEW:
        # No readable type brings this down to one page, and saving one page of many is not worth it.
        return made
    least = options.floor if options.one_page else max(SMALL, options.floor)
    for tight in (False, True):
        body = options.body
        while body - STEP >= least and made.pages > 1 and (options.one_page or made.full < LITTLE):
            body -= STEP
            smaller = arrange_sheet(roster, options, body, tight)
            made = smaller if smaller.pages < made.pages else made
    return enlarge_type(roster, options, made) if made.body >= options.body else made


def enlarge_type(roster: SheetRoster, options: SheetOptions, made: Sheet) -> Sheet:
    """A sheet in type as large as its pages hold, without spreading its models over more of them."""
    while made.body < options.body + MORE:
        larger = arrange_sheet(roster, options, made.body + STEP)
        if larger.pages > made.pages or larger.before_rules > made.before_rules:
            break
        made = larger
    return made


def arrange_sheet(roster: SheetRoster, options: SheetOptions, body: float, tight: bool = False) -> Sheet:
    """The sheet in type of one size; a tight one has less space between things."""
    headings = "line" if options.saver else "band"
    floor = options.floor if options.one_page else max(LEAST, options.floor)
    setting = ColumnSetting(options.fonts, options.width, body, floor, tight, roster.style, headings)
    parts, start, beside = head_parts(roster, options, setting)
    choices = choices_section(roster, setting) if choices_section not in beside else None
    sections = [*([choices] if choices else []), *roster_sections(roster, setting, notes_section not in beside)]
    pages = paginate(sections, start, options.top, options.bottom)
    parts += [PlacedMarks(page, stack_marks(rows, options.margin, 0)) for page, rows in enumerate(pages)]
    last, end = len(pages) - 1, max((y + row.height for y, row in pages[-1]), default=start)
    for page, rows, down in rule_pages(roster, options, setting, (last, end + body)):
        parts.append(PlacedMarks(page, rows))
        last, end = page, down if page > last else max(end, down)
    return Sheet(roster.report, options, parts, last + 1, body, end / options.bottom, roster.style, len(pages))


def head_parts(
    roster: SheetRoster, options: SheetOptions, setting: ColumnSetting
) -> tuple[list[PlacedMarks], float, set[SectionMaker]]:
    """The head of the first page with its QR code, where the rest begins, and the sections beside the code."""
    code, left = options.receipt.token if options.receipt else roster.code, options.margin
    side = SLIP if options.receipt else qr_side(code, options.code) if code else 0.0
    room = options.width - (side + 2 * MM if code else 0)
    marks, down = head_marks(roster.report, options, setting.style, room)
    beside: set[SectionMaker] = set()
    for make, most in ASIDE.items() if code and room >= LEAST_ROOM else ():
        made = make(roster, setting._replace(width=room))
        rows = section_rows(made) if made else []
        if rows and down + sum(row.height + row.gap for row in rows) <= max(side, most * options.bottom):
            beside.add(make)
            for row in rows:
                marks += [translate(mark, 0, down + row.gap) for mark in row.marks]
                down += row.gap + row.height
    parts = [PlacedMarks(0, tuple(translate(mark, left, left) for mark in marks))]
    if code:
        # The quiet zone of the code may lie in the right margin.
        drawn = tuple(qr_marks(code, left + options.width - side + side / 20, left - 2, side))
        parts.append(PlacedMarks(0, drawn, PROOF if options.receipt else CODE))
        down = max(down, side - side / 20)
    return parts, left + down + setting.size, beside


def section_rows(section: Section) -> list[BlockRow]:
    """All rows of a section."""
    return [*section.head, *(row for chain in section.chains for row in chain)]


def stack_marks(rows: Iterable[tuple[float, BlockRow]], x: float, y: float) -> tuple[Mark, ...]:
    """The marks of rows in their places."""
    return tuple(translate(mark, x, y + top) for top, row in rows for mark in row.marks)


def rule_pages(
    roster: SheetRoster, options: SheetOptions, setting: ColumnSetting, after: tuple[int, float]
) -> Iterator[tuple[int, tuple[Mark, ...], float]]:
    """The rules page by page, with the end of each: after the roster if that saves a page, else on new pages."""
    users = not (options.saver or (options.one_page and setting.tight))
    rules = [rule_item(rule, options.judge, users) for rule in roster.rules]
    if not rules:
        return
    count, left = options.rule_columns, options.margin
    wide = (options.width - BETWEEN * (count - 1)) / count
    size = max(setting.floor, setting.size - STEP)
    chains = list(rules_chains(setting._replace(width=wide, size=size), rules))
    (head,) = heading(setting, "Rules in use")
    page, top, columns = first_page(options, chains, head.height, after)
    for at, several in enumerate(columns):
        down = top if at == 0 else options.top
        marks = [translate(mark, left, down) for mark in head.marks]
        for n, column in enumerate(several):
            marks += stack_marks(column, left + n * (wide + BETWEEN), down + head.height)
        longest = max(y + row.height for column in several for y, row in column)
        yield page + at, tuple(marks), down + head.height + longest


def first_page(
    options: SheetOptions, chains: Sequence[Chain], head: float, after: tuple[int, float]
) -> tuple[int, float, list[list[list[tuple[float, BlockRow]]]]]:
    """Page and top of the first rules, and their columns: on new pages, unless continuing saves one."""
    page, top = after
    whole, strip = options.bottom - options.top - head, options.bottom - top - head
    fresh = fill_columns(chains, options.rule_columns, whole, whole)
    if strip > LEAST_STRIP:
        straight = fill_columns(chains, options.rule_columns, strip, whole)
        if len(straight) <= len(fresh):
            return page, top, straight
    return page + 1, options.top, fresh


def draw_page(pen: PdfPen, sheet: Sheet, page: int, number: int = 0) -> None:
    """Draw one page of a sheet; `number` is its page number in a booklet."""
    height = sheet.options.paper.height * MM
    pen.artifact(top_marks(sheet.report, sheet.options, sheet.style, page), height)
    for one in sheet.placed:
        if one.page == page:
            pen.artifact(one.marks, height, one.alt) if one.alt else pen.marks(one.marks, height)
    pen.artifact(foot_marks(sheet.report, sheet.options, sheet.style, page + 1, sheet.pages, number), height)


def page_face(sheet: Sheet, page: int) -> Face:
    """One page of a sheet as a face, for pictures."""
    options = sheet.options
    placed = (mark for one in sheet.placed if one.page == page for mark in one.marks)
    top = top_marks(sheet.report, options, sheet.style, page)
    end = foot_marks(sheet.report, options, sheet.style, page + 1, sheet.pages)
    title = f"{sheet.report.force.document.title} page {page + 1}"
    return Face(options.paper.width * MM, options.paper.height * MM, ((0, 0, (*top, *placed, *end)),), title)


def print_sheets(sheets: Iterable[Sheet], options: SheetOptions, properties: Properties) -> bytes:
    """The PDF of the sheets of all lists."""
    pen = PdfPen((options.paper.width, options.paper.height), options.fonts, options.theme, properties)
    number = 0
    for sheet in sheets:
        title = sheet.report.force.document.title
        pen.tags.begin(title)
        for page in range(sheet.pages):
            draw_page(pen, sheet, page)
            pen.canvas.addPageLabel(number, style="ARABIC", start=page + 1)
            if page == 0:
                pen.canvas.bookmarkPage(f"sheet-{number}")
                pen.canvas.addOutlineEntry(title, f"sheet-{number}", 0)
            number += 1
            pen.show_page()
    return pen.save()
