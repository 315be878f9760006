"""The head of a sheet and the foot of each of its pages: whose list it is, what it costs, whether it is legal."""

from __future__ import annotations

from listbuilder.catalogue import laid
from listbuilder.force import Force
from listbuilder.force.totals import total_words
from listbuilder.printing.check_code import check_code
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Line, Mark, tagged
from listbuilder.printing.pages import NOT_LEGAL
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.printing.text import LEADING, Span, line_marks
from listbuilder.validator import Report
from listbuilder.wording import counted

__all__ = ["foot", "head_marks"]


def foot(report: Report, wishes: SheetWishes, page: int, pages: int) -> list[Mark]:
    """The last line of each page: list, game, catalogue, check code; and whether it is legal."""
    force, size = report.force, max(7.0, wishes.floor)
    y = wishes.paper.height * MM - wishes.margin + size + 4
    code = proof(force, wishes)
    words = [force.document.name or "Unnamed list", f"{force.game.name} {laid(force.game)}", code]
    spans = [Span(" · ".join([*words, f"page {page} of {pages}"]), colour="muted")]
    spans = spans if report.valid else [Span(NOT_LEGAL, style="bold"), *spans]
    lines = wishes.fonts.wrap(spans, wishes.width / size)
    left = wishes.margin
    rule = Line(left, y - size - 1, left + wishes.width, y - size - 1, 0.3, "muted")
    text = [mark for at, line in enumerate(lines) for mark in line_marks(line, left, y - size + at * 9, size)]
    return [rule, *text]


def proof(force: Force, wishes: SheetWishes) -> str:
    """What a list is known by: its receipt at an event, or its own code; what was sealed is said beside a receipt."""
    if wishes.receipt is None:
        return check_code(force)
    sealed = f"{check_code(force)} · " if force.seal else ""
    return f"{sealed}receipt {wishes.receipt.code}"


def head_marks(report: Report, wishes: SheetWishes, room: float) -> tuple[list[Mark], float]:
    """Name, game, player, points and verdict; and how tall this is."""
    fonts, marks, y = wishes.fonts, list[Mark](), 0.0
    for spans, size in head_lines(report, wishes):
        tag = "P" if marks else "H1"
        size = max(size, wishes.floor)
        for line in fonts.wrap(spans, room / size):
            marks += tagged(line_marks(line, 0, y, size), tag)
            y, tag = y + LEADING * size, ""
        y += 2 if spans else 0
    return marks, y + 4


def head_lines(report: Report, wishes: SheetWishes) -> list[tuple[list[Span], float]]:
    """The lines of the head with their sizes."""
    force = report.force
    errors = sum(one.severity == "error" for one in report.findings)
    verdict = "Legal" if report.valid else f"{NOT_LEGAL}, {counted(errors, 'error')}"
    code = proof(force, wishes) if wishes.receipt or force.seal else f"check code {check_code(force)}"
    facts = [force.game.name, *([force.format.name] if force.format else [])]
    facts += [f"edition {force.game.edition}"] if force.game.edition else []
    facts += ["with sample content that is not the rulebook's"] if force.has_samples else []
    totals = (total_words(force), counted(force.size, "model"), verdict)
    return [
        ([Span(force.document.name or "Unnamed list", style="bold")], 20.0),
        ([Span(" · ".join(facts), colour="muted")], 9.0),
        ([Span(f"Player: {force.document.player}", colour="muted")] if force.document.player else [], 9.0),
        ([Span(" · ".join(part for part in totals if part), style="bold")], 12.0),
        ([Span(f"Catalogue {laid(force.game)} · {code}", colour="muted")], 9.0),
    ]
