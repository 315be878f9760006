"""The head of a sheet and the foot of each of its pages: whose list it is, what it costs, whether it is legal."""

from __future__ import annotations

from listbuilder.catalogue import laid
from listbuilder.force import Force
from listbuilder.force.totals import total_words
from listbuilder.printing.check_code import check_code
from listbuilder.printing.geometry import MM
from listbuilder.printing.look import Dress
from listbuilder.printing.marks import Box, Figure, Line, Mark, tagged
from listbuilder.printing.pages import NOT_LEGAL
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.printing.text import LEADING, Span, line_marks
from listbuilder.validator import Report
from listbuilder.wording import counted

__all__ = ["foot", "head_marks", "running"]

STRIP, THIN = 2.4 * MM, 0.7 * MM
EMBLEM, SMALL_EMBLEM = 17, 11
NUMBERED = 24
"""The room at the end of the last line for the number of a page in a booklet."""


def foot(report: Report, wishes: SheetWishes, dress: Dress, page: int, pages: int) -> list[Mark]:
    """The last line of each page: list, game, catalogue, check code; and whether it is legal."""
    force, size = report.force, max(7.0, wishes.floor)
    y = wishes.paper.height * MM - wishes.margin + size + 4
    code = proof(force, wishes)
    words = [force.document.name or "Unnamed list", f"{force.game.name} {laid(force.game)}", code]
    spans = [Span(" · ".join([*words, f"page {page} of {pages}"]), colour="muted")]
    spans = spans if report.valid else [Span(NOT_LEGAL, style="bold"), *spans]
    lines = wishes.fonts.wrap(spans, (wishes.width - NUMBERED) / size)
    left = wishes.margin
    text = [mark for at, line in enumerate(lines) for mark in line_marks(line, left, y - size + at * 9, size)]
    return [*strip(wishes, dress, y - size - 2.5, THIN), *text]


def strip(wishes: SheetWishes, dress: Dress, y: float, tall: float) -> list[Mark]:
    """A strip of the list's colour across the page; a hairline where ink is saved."""
    if wishes.saver:
        return [Line(wishes.margin, y + tall, wishes.margin + wishes.width, y + tall, 0.3, "muted")]
    return [Box(wishes.margin, y, wishes.width, tall, 0, dress.accent)]


def running(report: Report, wishes: SheetWishes, dress: Dress, page: int) -> list[Mark]:
    """The top of a page: the strip, and on all but the first whose sheet it is, on one line."""
    marks = strip(wishes, dress, wishes.margin - STRIP - 1.2 * MM, STRIP)
    if page == 0:
        return marks
    force, size, left = report.force, max(8.0, wishes.floor), wishes.margin
    if not wishes.saver:
        marks.append(Figure(left, left - 1, size * 1.25, dress.emblem, dress.accent))
        left += size * 1.6
    said = [force.game.name, *([force.document.player] if force.document.player else [])]
    spans = [Span(force.document.name or "Unnamed list", "bold"), Span(" · ".join(said), "medium", dress.accent)]
    lines = wishes.fonts.wrap(spans, (wishes.margin + wishes.width - left) / size)
    return [*marks, *line_marks(lines[0], left, wishes.margin, size)]


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
    totals = " · ".join(part for part in (total_words(force), counted(force.size, "model")) if part)
    badge = Span(verdict, "bold", "paper", badge=dress.accent if report.valid else "ink")
    player = [Span("Player:", colour="muted"), Span(force.document.player or "", "medium")]
    return [
        ([Span(force.document.name or "Unnamed list", "bold")], 24.0, 14.0),
        ([Span(" · ".join(facts), "medium", dress.accent)], 9.5, 9.0),
        (player if force.document.player else [], 9.5, 9.5),
        ([Span(totals, "bold"), badge], 13.0, 11.0),
        ([Span(" · ".join(catalogue), colour="muted")], 8.5, 8.5),
    ]
