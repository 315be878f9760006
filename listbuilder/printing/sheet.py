"""The sheet for the opponent or the organiser: who is in the list, its cost, the verdict, then every rule in use."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import NamedTuple

from listbuilder.catalogue import laid
from listbuilder.errors import DocumentError
from listbuilder.finding import capped
from listbuilder.force import Force, Model
from listbuilder.force.totals import other_costs, total_words
from listbuilder.printing.check_code import check_code, share_text
from listbuilder.printing.content import Block, Item, Items, Note, Profile, Table
from listbuilder.printing.draw import Pen, Properties, open_canvas
from listbuilder.printing.entries import in_words, spread, with_counts
from listbuilder.printing.faces import check_glyphs
from listbuilder.printing.geometry import MM
from listbuilder.printing.holding import group_items, heading, line_of, sameness
from listbuilder.printing.marks import Line, Mark, moved
from listbuilder.printing.pages import NOT_LEGAL
from listbuilder.printing.qr import qr_marks
from listbuilder.printing.rows import Row, Setting, block_rows, flow
from listbuilder.printing.rulebook import rule_item, rules_in_use
from listbuilder.printing.text import LEADING, Fonts, Span, line_marks
from listbuilder.templates import Paper, Theme
from listbuilder.validator import Report

__all__ = ["Sheet", "SheetWishes", "lay_out", "print_sheets"]

MARGIN, BETWEEN, CODE = 14 * MM, 7 * MM, 36 * MM


class SheetWishes(NamedTuple):
    """How to make sheets."""

    fonts: Fonts
    theme: Theme
    paper: Paper
    body: float = 8.5
    floor: float = 6.5
    appendix: bool = True
    qr: bool = True


class Placed(NamedTuple):
    """Marks on one page."""

    page: int
    marks: tuple[Mark, ...]


class Sheet(NamedTuple):
    """The sheet of a list, laid out."""

    report: Report
    placed: list[Placed]


def lay_out(report: Report, wishes: SheetWishes) -> Sheet:
    """The sheet of a list, or DocumentError when some of its text can't be printed."""
    placed = list(sheet_marks(report, wishes))
    name = report.force.document.name or "Unnamed list"
    if problems := check_glyphs(wishes.fonts, name, report.force.document.file):
        raise DocumentError(problems[0].message, tuple(problems))
    return Sheet(report, placed)


def print_sheets(sheets: Iterable[Sheet], wishes: SheetWishes, properties: Properties) -> bytes:
    """The PDF of the sheets of all lists."""
    out = io.BytesIO()
    canvas = open_canvas(out, (wishes.paper.width, wishes.paper.height), properties)
    pen = Pen(canvas, wishes.fonts, wishes.theme)
    height, number = wishes.paper.height * MM, 0
    for report, placed in sheets:
        pages = 1 + max(one.page for one in placed)
        for page in range(pages):
            marks = [mark for one in placed if one.page == page for mark in one.marks]
            pen.marks([*marks, *foot(report, wishes, page + 1, pages)], height)
            canvas.addPageLabel(number, style="ARABIC_NUMBERS", start=page + 1)
            if page == 0:
                canvas.bookmarkPage(f"sheet-{number}")
                canvas.addOutlineEntry(report.force.document.name or "Unnamed list", f"sheet-{number}", 0)
            number += 1
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def foot(report: Report, wishes: SheetWishes, page: int, pages: int) -> list[Mark]:
    """The last line of each page: list, game, catalogue, check code; and whether it is legal."""
    force, size = report.force, max(7.0, wishes.floor)
    y = wishes.paper.height * MM - MARGIN + size + 4
    words = [force.document.name or "Unnamed list", f"{force.game.name} {laid(force.game)}", check_code(force)]
    spans = [Span(" · ".join([*words, f"page {page} of {pages}"]), colour="muted")]
    spans = spans if report.valid else [Span(NOT_LEGAL, style="bold"), *spans]
    width = wishes.paper.width * MM - 2 * MARGIN
    lines = wishes.fonts.wrap(spans, width / size)
    rule = Line(MARGIN, y - size - 1, MARGIN + width, y - size - 1, 0.3, "muted")
    return [
        rule,
        *(mark for at, line in enumerate(lines) for mark in line_marks(line, MARGIN, y - size + at * 9, size)),
    ]


def sheet_marks(report: Report, wishes: SheetWishes) -> Iterator[Placed]:
    """Head, roster, findings, then the rules in two columns from wherever the roster ends."""
    width, bottom = wishes.paper.width * MM - 2 * MARGIN, wishes.paper.height * MM - MARGIN - 6
    code = share_text(report) if wishes.qr and report.force.seal is None else None
    head, top = head_marks(report, wishes, width - (CODE + 8 if code else 0))
    yield Placed(0, tuple(moved(mark, MARGIN, MARGIN) for mark in head))
    if code:
        yield Placed(0, tuple(qr_marks(code, MARGIN + width - CODE, MARGIN - 6, CODE)))
        top = max(top, CODE - 4)
    start = MARGIN + top
    setting = Setting(wishes.fonts, width, wishes.body, wishes.floor)
    rows = [row for block in roster_blocks(report, wishes) for row in block_rows(setting, block)]
    pages = flow(rows, chain([bottom - start], iter(lambda: bottom - MARGIN, None)))
    for page, one in enumerate(pages):
        yield Placed(page, stacked(one, MARGIN, start if page == 0 else MARGIN))
    if wishes.appendix:
        last = len(pages) - 1
        end = (start if last == 0 else MARGIN) + max((y + row.height for y, row in pages[-1]), default=0) + 10
        yield from appendix(report, wishes, last, end, bottom)


def stacked(rows: Sequence[tuple[float, Row]], x: float, y: float) -> tuple[Mark, ...]:
    """The marks of rows, placed."""
    return tuple(moved(mark, x, y + top) for top, row in rows for mark in row.marks)


def appendix(report: Report, wishes: SheetWishes, page: int, top: float, bottom: float) -> Iterator[Placed]:
    """The rules in two columns; on the page of the roster when a decent strip is left of it."""
    width = (wishes.paper.width * MM - 2 * MARGIN - BETWEEN) / 2
    rules = Items("Rules in use", tuple(rule_item(rule) for rule in rules_in_use(report.force)))
    if not rules.items:
        return
    rows = block_rows(Setting(wishes.fonts, width, max(wishes.floor, wishes.body - 1), wishes.floor), rules)
    if bottom - top < 120:
        page, top = page + 1, MARGIN
    strips = [(page, top), (page, top)]
    rooms = chain([bottom - top] * 2, iter(lambda: bottom - MARGIN, None))
    for at, column in zip(count(), balanced(rows, rooms, bottom - top), strict=False):
        where, y = strips[at] if at < 2 else (page + at // 2, MARGIN)
        yield Placed(where, stacked(column, MARGIN + (at % 2) * (width + BETWEEN), y))


def balanced(rows: Sequence[Row], rooms: Iterator[float], first: float) -> list[list[tuple[float, Row]]]:
    """Columns of rows; where two are enough, both are about as long."""
    total = sum(row.height + row.gap for row in rows)
    if total < 2 * first:
        for share in (0.5, 0.53, 0.56, 0.6, 0.7, 0.85):
            columns = flow(rows, iter([total * share + 6] * 2 + [first] * 50))
            if len(columns) <= 2 and total * share + 6 <= first:
                return columns
    columns = flow(rows, rooms)
    if len(columns) < 3:
        return columns
    whole = columns[: (len(columns) - 1) // 2 * 2]
    rest = [row for column in columns[len(whole) :] for _, row in column]
    tall = sum(row.height + row.gap for row in rest)
    for share in (0.5, 0.55, 0.6, 0.7, 1.0):
        last = flow(rest, iter([tall * share + 6] * 50))
        if len(last) <= 2:
            return [*whole, *last]
    return columns


def head_marks(report: Report, wishes: SheetWishes, room: float) -> tuple[list[Mark], float]:
    """Name, game, player, points and verdict; and how tall this is."""
    force = report.force
    fonts, marks, y = wishes.fonts, list[Mark](), 0.0
    errors = sum(one.severity == "error" for one in report.findings)
    verdict = "Legal" if report.valid else f"{NOT_LEGAL}, {errors} {'error' if errors == 1 else 'errors'}"
    code = f"check code {check_code(force)}" if force.seal is None else check_code(force)
    models = f"{len(force.models)} {'model' if len(force.models) == 1 else 'models'}"
    facts = [force.game.name, *([force.format.name] if force.format else [])]
    facts += [f"edition {force.game.edition}"] if force.game.edition else []
    facts += ["with sample content that is not the rulebook's"] if force.has_samples else []
    lines = [
        ([Span(force.document.name or "Unnamed list", style="bold")], 20.0),
        ([Span(" · ".join(facts), colour="muted")], 9.0),
        ([Span(f"Player: {force.document.player}", colour="muted")] if force.document.player else [], 9.0),
        ([Span(" · ".join(part for part in (total_words(force), models, verdict) if part), style="bold")], 12.0),
        ([Span(f"Catalogue {laid(force.game)} · {code}", colour="muted")], 9.0),
    ]
    for spans, size in lines:
        size = max(size, wishes.floor)
        for line in fonts.wrap(spans, room / size):
            marks += line_marks(line, 0, y, size)
            y += LEADING * size
        y += 2 if spans else 0
    return marks, y + 4


def roster_blocks(report: Report, wishes: SheetWishes) -> Iterator[Block]:
    """Findings, the list's own picks, its groups, its models."""
    force = report.force
    if report.findings:
        items = tuple(
            Item(
                f"{one.severity.capitalize()}: {one.model or in_words(one.where) or 'List'}",
                f"{one.message} {one.hint}".strip(),
            )
            for one in capped(report.findings)
        )
        yield Items("Findings", items)
    picks = with_counts(force.entries)
    secret = [id for id, slot in force.game.list.slots.items() if slot.secret and force.seal is not None]
    if picks or secret:
        slots = dict.fromkeys(pick.slot for pick, _ in picks)
        shown = [
            Item(in_words(slot), ", ".join(names([one], n) for one, n in picks if one.slot == slot)) for slot in slots
        ]
        shown += [Item(in_words(slot), "Secret.") for slot in secret]
        yield Items("Choices", tuple(shown))
    values = [f"{in_words(id)}: {words}" for id, words in force.game.list.said(force.values, True)]
    if values:
        yield Note(", ".join(values))
    for group in force.groups:
        yield group_items(force.game, group, texts=False)._replace(
            title=f"{in_words(group.kind or 'group')} {group.name}"
        )
    yield models_table(force) if force.models else Note("This list has none.", "Models")
    if force.document.notes:
        yield Note(force.document.notes, "Notes")


def names(picks: Sequence, n: int = 1) -> str:  # type: ignore[type-arg]
    """Picks by name, with those inside them and how many there are."""
    parts = []
    for pick in picks:
        inner = f" ({', '.join(one.entry.name for one in spread(pick.picks))})" if pick.picks else ""
        parts.append(f"{pick.entry.name}{f' ×{n}' if n > 1 else ''}{inner}")
    return ", ".join(parts)


def models_table(force: Force) -> Table:
    """A row for each model, identical ones together: stats, cost, and all that is on it."""
    bundles: dict[object, list[Model]] = {}
    for model in force.models:
        bundles.setdefault(sameness(force, model), []).append(model)
    stats = tuple(stat.name for stat in force.game.stats.values())
    priced = any(model.cost for model in force.models)
    rows = []
    for models in bundles.values():
        model, n = models[0], len(models)
        what = heading(force.game, model)
        cells = tuple(f"{model.stats[id]}{stat.suffix}" for id, stat in force.game.stats.items())
        cost = (f"{model.cost * n}" if n == 1 else f"{n} × {model.cost}",) if priced else ()
        title = f"{model.name}, {what}" if model.name else what
        options = ", ".join(
            names([pick], times) for pick, times in with_counts(model.entries) if pick.entry.name != model.title
        )
        marks = [*line_of(force, model), *(mark.name for mark in force.game.card.marks if mark.where.fits(model))]
        more = other_costs(force.game, {id: cost * n for id, cost in model.costs().items()})
        meta = (*marks, *([model.squad.name] if model.squad else []), *more)
        rows.append(
            Profile(Item(f"{n} × {title}" if n > 1 else title, options or "No options.", meta), (*cells, *cost))
        )
    return Table("Models", (*stats, *((in_words(force.game.points),) if priced else ())), tuple(rows))
