"""Sections and rules put on pages: as few as hold them, in type as large as that allows, heads on every page."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.errors import DocumentError
from listbuilder.printing.check_code import share_text
from listbuilder.printing.draw import Pen, Properties, open_canvas
from listbuilder.printing.faces import check_glyphs
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Mark, moved
from listbuilder.printing.qr import qr_marks, qr_side
from listbuilder.printing.rows import Row, Setting, heading
from listbuilder.printing.rulebook import rule_item, rules_in_use
from listbuilder.printing.sheet.columns import fill_columns, on_pages
from listbuilder.printing.sheet.head import foot, head_marks
from listbuilder.printing.sheet.judge import judge_sections
from listbuilder.printing.sheet.roster import roster_sections
from listbuilder.printing.sheet.rows import Chain, Section, rules_chains
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.validator import Report

__all__ = ["Sheet", "lay_out", "print_sheets"]

BETWEEN, STEP, SMALL, LEAST_STRIP = 7 * MM, 0.5, 7.0, 90
MORE, FEW = 2.0, 4
SLIP = 22 * MM
LITTLE = 0.34
"""A last page that is less full than this is one to do without."""


CODE, PROOF = "QR code that holds this list", "QR code of the receipt for this list"


class Placed(NamedTuple):
    """Marks on one page; with `alt` they are a drawing that these words stand for."""

    page: int
    marks: tuple[Mark, ...]
    alt: str = ""


class Sheet(NamedTuple):
    """The sheet of a list, laid out as it was wished for: how many pages it takes, and how full the last is."""

    report: Report
    wishes: SheetWishes
    placed: list[Placed]
    pages: int
    body: float
    full: float


def lay_out(report: Report, wishes: SheetWishes) -> Sheet:
    """The sheet of a list, or DocumentError when some of its text can't be printed."""
    made = fitted(report, wishes)
    name = report.force.document.name or "Unnamed list"
    if problems := check_glyphs(wishes.fonts, name, report.force.document.file):
        raise DocumentError(problems[0].message, tuple(problems))
    if wishes.one_page and made.pages > 1:
        message = f"{name} does not fit on one page of {wishes.paper.name}: it takes {made.pages}."
        raise DocumentError.of("print.size", message, "Say --rules none, take larger paper, or leave out --one-page.")
    return made


def fitted(report: Report, wishes: SheetWishes) -> Sheet:
    """The sheet in the type that suits it: smaller where that saves a page with little on it, else as large as fits."""
    made = arranged(report, wishes, wishes.body)
    least = wishes.floor if wishes.one_page else max(SMALL, wishes.floor)
    body = wishes.body
    while body - STEP >= least and made.pages > 1 and (wishes.one_page or made.full < LITTLE):
        body -= STEP
        smaller = arranged(report, wishes, body)
        made = smaller if smaller.pages < made.pages else made
    while made.body >= wishes.body and made.body < wishes.body + MORE and made.pages <= FEW:
        larger = arranged(report, wishes, made.body + STEP)
        if larger.pages > made.pages:
            break
        made = larger
    return made


def arranged(report: Report, wishes: SheetWishes, body: float) -> Sheet:
    """The sheet in type of one size."""
    placed = list(head_parts(report, wishes))
    start = wishes.margin + max(top for top, _ in placed)
    setting = Setting(wishes.fonts, wishes.width, body, wishes.floor)
    pages = on_pages(list(sections_of(report, wishes, setting)), start, wishes.margin, wishes.bottom)
    parts = [one for _, one in placed]
    parts += [Placed(page, stacked(rows, wishes.margin, 0)) for page, rows in enumerate(pages)]
    last, end = len(pages) - 1, max((y + row.height for y, row in pages[-1]), default=start)
    if wishes.appendix:
        for page, rows, down in rule_pages(report, wishes, body, (last, end + body)):
            parts.append(Placed(page, rows))
            last, end = page, down if page > last else max(end, down)
    return Sheet(report, wishes, parts, last + 1, body, end / wishes.bottom)


def sections_of(report: Report, wishes: SheetWishes, setting: Setting) -> Iterator[Section]:
    """All that stands above the rules."""
    yield from roster_sections(report, setting, wishes.judge)
    if wishes.judge:
        yield from judge_sections(report, wishes.reveals, setting)


def head_parts(report: Report, wishes: SheetWishes) -> Iterator[tuple[float, Placed]]:
    """The head and the QR code of the first page, each with how tall it is."""
    code = share_text(report) if wishes.qr and report.force.seal is None else None
    left, side = wishes.margin, qr_side(code, wishes.code) if code else 0.0
    if wishes.receipt:
        code, side = wishes.receipt.token, SLIP
    # The white around a code may lie in the margin.
    quiet = side / 20
    marks, top = head_marks(report, wishes, wishes.width - (side + 4 if code else 0))
    yield top, Placed(0, tuple(moved(mark, left, left) for mark in marks))
    if code:
        x, y = left + wishes.width - side + quiet, left - quiet
        yield side - 2 * quiet + 4, Placed(0, tuple(qr_marks(code, x, y, side)), PROOF if wishes.receipt else CODE)


def stacked(rows: Iterable[tuple[float, Row]], x: float, y: float) -> tuple[Mark, ...]:
    """The marks of rows, placed."""
    return tuple(moved(mark, x, y + top) for top, row in rows for mark in row.marks)


def rule_pages(
    report: Report, wishes: SheetWishes, body: float, after: tuple[int, float]
) -> Iterator[tuple[int, tuple[Mark, ...], float]]:
    """The rules page by page, each with how far down it goes: after the roster if all fit there, else on new pages."""
    rules = [rule_item(rule, wishes.judge) for rule in rules_in_use(report.force)]
    if not rules:
        return
    count, left = wishes.rule_columns, wishes.margin
    wide = (wishes.width - BETWEEN * (count - 1)) / count
    size = max(wishes.floor, body - STEP)
    chains = list(rules_chains(Setting(wishes.fonts, wide, size, wishes.floor), rules))
    (head,) = heading(Setting(wishes.fonts, wishes.width, body, wishes.floor), "Rules in use")
    page, top, columns = first_page(wishes, chains, head.height, after)
    for at, several in enumerate(columns):
        down = top if at == 0 else wishes.margin
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
    whole, strip = wishes.bottom - wishes.margin - head, wishes.bottom - top - head
    fresh = fill_columns(chains, wishes.rule_columns, whole, whole)
    if strip > LEAST_STRIP:
        straight = fill_columns(chains, wishes.rule_columns, strip, whole)
        if len(straight) <= len(fresh):
            return page, top, straight
    return page + 1, wishes.margin, fresh


def print_sheets(sheets: Iterable[Sheet], wishes: SheetWishes, properties: Properties) -> bytes:
    """The PDF of the sheets of all lists."""
    out = io.BytesIO()
    canvas = open_canvas(out, (wishes.paper.width, wishes.paper.height), properties)
    pen = Pen(canvas, wishes.fonts, wishes.theme)
    height, number = wishes.paper.height * MM, 0
    for sheet in sheets:
        for page in range(sheet.pages):
            if page == 0:
                pen.tags.begin(sheet.report.force.document.name or "Unnamed list")
            for one in sheet.placed:
                if one.page == page:
                    pen.aside(one.marks, height, one.alt) if one.alt else pen.marks(one.marks, height)
            pen.aside(foot(sheet.report, sheet.wishes, page + 1, sheet.pages), height)
            canvas.addPageLabel(number, style="ARABIC", start=page + 1)
            if page == 0:
                canvas.bookmarkPage(f"sheet-{number}")
                canvas.addOutlineEntry(sheet.report.force.document.name or "Unnamed list", f"sheet-{number}", 0)
            number += 1
            pen.show_page()
    pen.save()
    return out.getvalue()
