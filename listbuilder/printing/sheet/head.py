"""The head of a sheet and the foot of each of its pages: whose list it is, what it costs, whether it is legal."""

from __future__ import annotations

from listbuilder.catalogue import laid
from listbuilder.force import Force
from listbuilder.force.totals import total_words
from listbuilder.printing.check_code import check_code
from listbuilder.printing.geometry import MM
from listbuilder.printing.look import Dress
from listbuilder.printing.marks import Box, Figure, Line, Mark, Text, tagged
from listbuilder.printing.pages import NOT_LEGAL
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.printing.text import ASCENT, LEADING, Piece, Span, line_marks
from listbuilder.secrecy import audience
from listbuilder.validator import Report
from listbuilder.wording import counted

STRIP, THIN = 2.4 * MM, 0.7 * MM
EMBLEM, SMALL_EMBLEM, BESIDE = 17, 11, 1.6
MANY = 99
"""A foot has room for so many pages."""
NUMBER = 8.0
"""The least size of the number of a page in a booklet."""


def framed(report: Report, wishes: SheetWishes, dress: Dress) -> SheetWishes:
    """The wishes with as much room at the top and the foot of pages as the names of this list take there."""
    above, below = running_lines(report, wishes, dress), foot_lines(report, wishes, MANY, MANY)
    return wishes._replace(
        running=(len(above) - 1) * LEADING * wishes.running_size, foot=len(below) * LEADING * wishes.foot_size
    )


def foot_lines(report: Report, wishes: SheetWishes, page: int, pages: int) -> list[list[Piece]]:
    """What stands below each page: list, game, catalogue, check code; and whether it is legal."""
    force, size = report.force, wishes.foot_size
    words = [force.document.title, f"{force.game.name} {laid(force.game)}", proof(force, wishes)]
    spans = [Span(" · ".join([*words, f"page {page} of {pages}"]), colour="muted")]
    spans = spans if report.valid else [Span(NOT_LEGAL, style="bold"), *spans]
    room = wishes.width - (max(NUMBER, size) * wishes.fonts.width("0000", "bold") if wishes.numbered else 0)
    return wishes.fonts.wrap(spans, room / size)


def foot(report: Report, wishes: SheetWishes, dress: Dress, page: int, pages: int, number: int = 0) -> list[Mark]:
    """The foot of a page under a strip, with the number it has in a booklet at the right."""
    size, left, top = wishes.foot_size, wishes.margin, wishes.foot_top
    lines = foot_lines(report, wishes, page, pages)
    marks = strip(wishes, dress, top - 2.5, THIN)
    for at, line in enumerate(lines):
        marks += line_marks(line, left, top + at * LEADING * size, size)
    if number:
        words, tall = str(number), max(NUMBER, size)
        right = left + wishes.width - wishes.fonts.width(words, "bold") * tall
        marks.append(Text(right, top + ASCENT * size, words, tall, "bold"))
    return marks


def strip(wishes: SheetWishes, dress: Dress, y: float, tall: float) -> list[Mark]:
    """A strip of the list's colour across the page; a hairline where ink is saved."""
    if wishes.saver:
        return [Line(wishes.margin, y + tall, wishes.margin + wishes.width, y + tall, 0.3, "muted")]
    return [Box(wishes.margin, y, wishes.width, tall, 0, dress.accent)]


def running(report: Report, wishes: SheetWishes, dress: Dress, page: int) -> list[Mark]:
    """The top of a page: the strip, and on all but the first whose sheet it is."""
    marks = strip(wishes, dress, wishes.margin - STRIP - 1.2 * MM, STRIP)
    if page == 0:
        return marks
    size, left = wishes.running_size, wishes.margin
    if not wishes.saver:
        marks.append(Figure(left, left - 1, size * 1.25, dress.emblem, dress.accent))
        left += size * BESIDE
    for at, line in enumerate(running_lines(report, wishes, dress)):
        marks += line_marks(line, left, wishes.margin + at * LEADING * size, size)
    return marks


def running_lines(report: Report, wishes: SheetWishes, dress: Dress) -> list[list[Piece]]:
    """Whose sheet it is: the list, its game and its player."""
    force = report.force
    said = [force.game.name, *([force.document.player] if force.document.player else [])]
    spans = [Span(force.document.title, "bold"), Span(" · ".join(said), "medium", dress.accent)]
    return wishes.fonts.wrap(spans, wishes.width / wishes.running_size - (0 if wishes.saver else BESIDE))


def proof(force: Force, wishes: SheetWishes) -> str:
    """What a list is known by: its receipt at an event, or its own code; what was sealed is said beside a receipt."""
    if wishes.receipt is None:
        return check_code(force)
    sealed = f"{check_code(force)} · " if force.seal else ""
    return f"{sealed}receipt {wishes.receipt.code}"


def head_marks(report: Report, wishes: SheetWishes, dress: Dress, room: float) -> tuple[list[Mark], float]:
    """Emblem, name, game, player, points and verdict; and how tall this is."""
    fonts, marks, y = wishes.fonts, list[Mark](), 0.0
    side = 0.0 if wishes.saver else (EMBLEM if room > 300 else SMALL_EMBLEM) * MM
    left = side * 1.2
    for spans, most, least in head_lines(report, wishes, dress):
        tag = "P" if marks else "H1"
        words = " ".join(span.text for span in spans)
        size, _ = fonts.fit(words, room - left, (most, (most + least) / 2, least), "bold")
        size = max(size, wishes.floor)
        for line in fonts.wrap(spans, (room - left) / size):
            marks += tagged(line_marks(line, left, y, size), tag)
            y, tag = y + LEADING * size, ""
        y += 2.5 if spans else 0
    if side:
        marks.append(Figure(0, 3, side, dress.emblem, dress.accent))
    return marks, max(y, side) + 4


def head_lines(report: Report, wishes: SheetWishes, dress: Dress) -> list[tuple[list[Span], float, float]]:
    """The lines of the head with the largest and the smallest size of each."""
    force = report.force
    errors = sum(one.severity == "error" for one in report.findings)
    verdict = "Legal" if report.valid else f"{NOT_LEGAL}, {counted(errors, 'error')}"
    code = proof(force, wishes) if wishes.receipt or force.seal else f"check code {check_code(force)}"
    facts = [force.game.name, *([force.format.name] if force.format else [])]
    facts += [f"edition {force.game.edition}"] if force.game.edition else []
    catalogue = [f"Catalogue {laid(force.game)}", code]
    catalogue += ["with sample content that is not the rulebook's"] if force.has_samples else []
    shown = audience(force)
    facts += [shown] if shown else []
    totals = " · ".join(part for part in (total_words(force), counted(force.size, "model")) if part)
    colour, ground = dress.badge if report.valid or wishes.saver else ("paper", "ink")
    badge = Span(verdict, "bold", colour, badge=ground)
    player = [Span("Player:", colour="muted"), Span(force.document.player or "", "medium")]
    return [
        ([Span(force.document.title, "bold")], 24.0, 14.0),
        ([Span(" · ".join(facts), "medium", dress.accent)], 9.5, 9.0),
        (player if force.document.player else [], 9.5, 9.5),
        ([Span(totals, "bold"), badge], 13.0, 11.0),
        ([Span(" · ".join(catalogue), colour="muted")], 8.5, 8.5),
    ]
