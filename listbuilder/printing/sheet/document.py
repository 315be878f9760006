"""Sections and rules put on pages: as few as hold them, in type as large as that allows, heads on every page."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.errors import DocumentError
from listbuilder.printing.draw import Pen, Properties, open_canvas
from listbuilder.printing.faces import check_glyphs
from listbuilder.printing.geometry import MM
from listbuilder.printing.look import Dress
from listbuilder.printing.marks import Face, Mark, moved
from listbuilder.printing.qr import qr_marks, qr_side
from listbuilder.printing.rows import Row, Setting, TooSmallError, heading
from listbuilder.printing.rulebook import rule_item
from listbuilder.printing.sheet.columns import fill_columns, on_pages
from listbuilder.printing.sheet.dressing import Wardrobe, wardrobe_of
from listbuilder.printing.sheet.head import foot, framed, head_marks, running
from listbuilder.printing.sheet.roster import Roster, roster_of
from listbuilder.printing.sheet.rows import (
    Chain,
    Section,
    choices_section,
    fallen_section,
    notes_section,
    roster_sections,
    rules_chains,
)
from listbuilder.printing.sheet.wishes import Receipt, SheetWishes
from listbuilder.validator import Report

BETWEEN, STEP, SMALL, LEAST_STRIP = 7 * MM, 0.5, 7.5, 90
MORE, FEW, LEAST = 2.0, 4, 7.0
SLIP = 22 * MM
LITTLE = 0.34
"""A last page that is less full than this is one to do without."""
LEAST_ROOM = 200
"""What stands beside the QR code has so much room at least."""
SectionMaker = Callable[[Roster, Setting], Section | None]
ASIDE: dict[SectionMaker, float] = {choices_section: 0.4, notes_section: 0.0, fallen_section: 0.0}
"""What may stand beside the QR code, and up to which part of the page it may make the head longer than the code is."""

CODE, PROOF = "QR code that holds this list", "QR code of the receipt for this list"


class Placed(NamedTuple):
    """Marks on one page; with `alt` they are a drawing that these words stand for."""

    page: int
    marks: tuple[Mark, ...]
    alt: str = ""


class Head(NamedTuple):
    """The head of a sheet: what is drawn, where the rest begins, and which sections stand `beside` the QR code."""

    parts: list[Placed]
    start: float
    beside: set[SectionMaker]


class Sheet(NamedTuple):
    """The sheet of a list, laid out as it was wished for: how many pages it takes, and how full the last is.

    All but its rules is on the first `before_rules` of them.
    """

    report: Report
    wishes: SheetWishes
    placed: list[Placed]
    pages: int
    body: float
    full: float
    dress: Dress
    before_rules: int


class SheetMaker:
    """Lays out the sheets of many lists; what those of one game wear is looked up once."""

    def __init__(self, wishes: SheetWishes) -> None:
        self.wishes = wishes
        self.wardrobes: dict[str, Wardrobe] = {}

    def lay_out(self, report: Report, receipt: Receipt | None = None) -> Sheet:
        """The sheet of a list, with its receipt at an event; DocumentError when some of its text can't be printed."""
        game = report.force.game.id
        if game not in self.wardrobes:
            self.wardrobes[game] = wardrobe_of(game, self.wishes)
        wishes = self.wishes._replace(receipt=receipt) if receipt else self.wishes
        roster = roster_of(report, wishes, self.wardrobes[game])
        return checked(roster, framed(report, wishes, roster.dress))


def lay_out(report: Report, wishes: SheetWishes) -> Sheet:
    """The sheet of one list."""
    return SheetMaker(wishes).lay_out(report)


def checked(roster: Roster, wishes: SheetWishes) -> Sheet:
    """The sheet of a list, or DocumentError when it does not fit or has characters that no font has."""
    document = roster.report.force.document
    try:
        made = fitted(roster, wishes)
    except TooSmallError:
        message = f"{document.title}: paper of {wishes.paper.name} is too small for a part of it that can't be divided."
        raise DocumentError.of("print.size", message, "Take larger paper, or leave out --large-print.") from None
    if problems := check_glyphs(wishes.fonts, document.title, document.file):
        raise DocumentError(problems[0].message, tuple(problems))
    if wishes.one_page and made.pages > 1:
        message = f"{document.title} does not fit on one page of {wishes.paper.name}: it takes {made.pages}."
        raise DocumentError.of("print.size", message, "Say --rules none, take larger paper, or leave out --one-page.")
    return made


def fitted(roster: Roster, wishes: SheetWishes) -> Sheet:
    """The sheet in the type that suits it: smaller where that saves a page with little on it, else as large as fits."""
    if wishes.saver and not wishes.one_page:
        return arranged(roster, wishes, max(wishes.floor, wishes.body - STEP))
    made = arranged(roster, wishes, wishes.body)
    if made.pages > FEW:
        return made  # no type that can be read makes one page of it, and one page less of many saves nothing
    least = wishes.floor if wishes.one_page else max(SMALL, wishes.floor)
    for tight in (False, True):
        body = wishes.body
        while body - STEP >= least and made.pages > 1 and (wishes.one_page or made.full < LITTLE):
            body -= STEP
            smaller = arranged(roster, wishes, body, tight)
            made = smaller if smaller.pages < made.pages else made
    return grown(roster, wishes, made) if made.body >= wishes.body else made


def grown(roster: Roster, wishes: SheetWishes, made: Sheet) -> Sheet:
    """A sheet in type as large as its pages hold, without spreading its models over more of them."""
    while made.body < wishes.body + MORE:
        larger = arranged(roster, wishes, made.body + STEP)
        if larger.pages > made.pages or larger.before_rules > made.before_rules:
            break
        made = larger
    return made


def arranged(roster: Roster, wishes: SheetWishes, body: float, tight: bool = False) -> Sheet:
    """The sheet in type of one size; a tight one has less space between things."""
    headings = "line" if wishes.saver else "band"
    floor = wishes.floor if wishes.one_page else max(LEAST, wishes.floor)
    setting = Setting(wishes.fonts, wishes.width, body, floor, tight, roster.dress, headings)
    parts, start, beside = head_parts(roster, wishes, setting)
    choices = choices_section(roster, setting) if choices_section not in beside else None
    sections = [*([choices] if choices else []), *roster_sections(roster, setting, notes_section not in beside)]
    pages = on_pages(sections, start, wishes.top, wishes.bottom)
    parts += [Placed(page, stacked(rows, wishes.margin, 0)) for page, rows in enumerate(pages)]
    last, end = len(pages) - 1, max((y + row.height for y, row in pages[-1]), default=start)
    for page, rows, down in rule_pages(roster, wishes, setting, (last, end + body)):
        parts.append(Placed(page, rows))
        last, end = page, down if page > last else max(end, down)
    return Sheet(roster.report, wishes, parts, last + 1, body, end / wishes.bottom, roster.dress, len(pages))


def head_parts(roster: Roster, wishes: SheetWishes, setting: Setting) -> Head:
    """The head of the first page with its QR code and what has room beside that."""
    code, left = wishes.receipt.token if wishes.receipt else roster.code, wishes.margin
    side = SLIP if wishes.receipt else qr_side(code, wishes.code) if code else 0.0
    room = wishes.width - (side + 2 * MM if code else 0)
    marks, down = head_marks(roster.report, wishes, setting.dress, room)
    beside: set[SectionMaker] = set()
    for make, most in ASIDE.items() if code and room >= LEAST_ROOM else ():
        made = make(roster, setting._replace(width=room))
        rows = whole(made) if made else []
        if rows and down + sum(row.height + row.gap for row in rows) <= max(side, most * wishes.bottom):
            beside.add(make)
            for row in rows:
                marks += [moved(mark, 0, down + row.gap) for mark in row.marks]
                down += row.gap + row.height
    parts = [Placed(0, tuple(moved(mark, left, left) for mark in marks))]
    if code:
        # The white around a code may lie in the margin at the right.
        drawn = tuple(qr_marks(code, left + wishes.width - side + side / 20, left - 2, side))
        parts.append(Placed(0, drawn, PROOF if wishes.receipt else CODE))
        down = max(down, side - side / 20)
    return Head(parts, left + down + setting.size, beside)


def whole(section: Section) -> list[Row]:
    """All rows of a section."""
    return [*section.head, *(row for chain in section.chains for row in chain)]


def stacked(rows: Iterable[tuple[float, Row]], x: float, y: float) -> tuple[Mark, ...]:
    """The marks of rows, placed."""
    return tuple(moved(mark, x, y + top) for top, row in rows for mark in row.marks)


def rule_pages(
    roster: Roster, wishes: SheetWishes, setting: Setting, after: tuple[int, float]
) -> Iterator[tuple[int, tuple[Mark, ...], float]]:
    """The rules page by page, each with how far down it goes: after the roster if all fit there, else on new pages."""
    users = not (wishes.saver or (wishes.one_page and setting.tight))
    rules = [rule_item(rule, wishes.judge, users) for rule in roster.rules]
    if not rules:
        return
    count, left = wishes.rule_columns, wishes.margin
    wide = (wishes.width - BETWEEN * (count - 1)) / count
    size = max(setting.floor, setting.size - STEP)
    chains = list(rules_chains(setting._replace(width=wide, size=size), rules))
    (head,) = heading(setting, "Rules in use")
    page, top, columns = first_page(wishes, chains, head.height, after)
    for at, several in enumerate(columns):
        down = top if at == 0 else wishes.top
        marks = [moved(mark, left, down) for mark in head.marks]
        for n, column in enumerate(several):
            marks += stacked(column, left + n * (wide + BETWEEN), down + head.height)
        longest = max(y + row.height for column in several for y, row in column)
        yield page + at, tuple(marks), down + head.height + longest


def first_page(
    wishes: SheetWishes, chains: Sequence[Chain], head: float, after: tuple[int, float]
) -> tuple[int, float, list[list[list[tuple[float, Row]]]]]:
    """Where the rules begin, and their columns page by page: on whole pages, unless going on at once saves one."""
    page, top = after
    whole, strip = wishes.bottom - wishes.top - head, wishes.bottom - top - head
    fresh = fill_columns(chains, wishes.rule_columns, whole, whole)
    if strip > LEAST_STRIP:
        straight = fill_columns(chains, wishes.rule_columns, strip, whole)
        if len(straight) <= len(fresh):
            return page, top, straight
    return page + 1, wishes.top, fresh


def draw_page(pen: Pen, sheet: Sheet, page: int, number: int = 0) -> None:
    """One page of a sheet with its top and its foot; `number` is the one it has in a booklet."""
    height = sheet.wishes.paper.height * MM
    pen.aside(running(sheet.report, sheet.wishes, sheet.dress, page), height)
    for one in sheet.placed:
        if one.page == page:
            pen.aside(one.marks, height, one.alt) if one.alt else pen.marks(one.marks, height)
    pen.aside(foot(sheet.report, sheet.wishes, sheet.dress, page + 1, sheet.pages, number), height)


def page_face(sheet: Sheet, page: int) -> Face:
    """One page of a sheet as a picture."""
    wishes = sheet.wishes
    placed = (mark for one in sheet.placed if one.page == page for mark in one.marks)
    top = running(sheet.report, wishes, sheet.dress, page)
    end = foot(sheet.report, wishes, sheet.dress, page + 1, sheet.pages)
    title = f"{sheet.report.force.document.title} page {page + 1}"
    return Face(wishes.paper.width * MM, wishes.paper.height * MM, ((0, 0, (*top, *placed, *end)),), title)


def print_sheets(sheets: Iterable[Sheet], wishes: SheetWishes, properties: Properties) -> bytes:
    """The PDF of the sheets of all lists."""
    out = io.BytesIO()
    canvas = open_canvas(out, (wishes.paper.width, wishes.paper.height), properties)
    pen = Pen(canvas, wishes.fonts, wishes.theme)
    number = 0
    for sheet in sheets:
        for page in range(sheet.pages):
            if page == 0:
                pen.tags.begin(sheet.report.force.document.title)
            draw_page(pen, sheet, page)
            canvas.addPageLabel(number, style="ARABIC", start=page + 1)
            if page == 0:
                canvas.bookmarkPage(f"sheet-{number}")
                canvas.addOutlineEntry(sheet.report.force.document.title, f"sheet-{number}", 0)
            number += 1
            pen.show_page()
    pen.save()
    return out.getvalue()
