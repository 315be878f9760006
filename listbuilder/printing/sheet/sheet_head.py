"""The head of a sheet, and the running head and foot of its pages: name, player, points, verdict, check code."""

from __future__ import annotations

from listbuilder.base.wording import counted
from listbuilder.catalogue import print_stamp
from listbuilder.judging.force import Force, describe_totals
from listbuilder.judging.secrecy import audience
from listbuilder.judging.validator import Report
from listbuilder.printing.card_style import CardStyle
from listbuilder.printing.check_code import check_code
from listbuilder.printing.marks import MM, Box, Figure, LineMark, Mark, Text, with_tag
from listbuilder.printing.pages import NOT_LEGAL
from listbuilder.printing.sheet.sheet_options import SheetOptions
from listbuilder.printing.text_layout import ASCENT, LEADING, LinePiece, Span, line_marks

STRIP, THIN = 2.4 * MM, 0.7 * MM
EMBLEM, SMALL_EMBLEM, BESIDE = 17, 11, 1.6
# The page number that a foot is measured with.
MANY = 99
# The least size of page numbers in a booklet.
NUMBER = 8.0


def with_head_room(report: Report, options: SheetOptions, style: CardStyle) -> SheetOptions:
    """The options with the room that the names of this list take in the running head and the foot."""
    # Measured with two digits, before the number of pages is known.
    above, below = running_lines(report, options, style), foot_lines(report, options, MANY, MANY)
    return options._replace(
        running=(len(above) - 1) * LEADING * options.running_size, foot=len(below) * LEADING * options.foot_size
    )


def foot_lines(report: Report, options: SheetOptions, page: int, pages: int) -> list[list[LinePiece]]:
    """The foot of a page: list, game, catalogue, check code, and a bad verdict."""
    force, size = report.force, options.foot_size
    words = [force.document.title, f"{force.game.name} {print_stamp(force.game)}", proof_of(force, options)]
    spans = [Span(" · ".join([*words, f"page {page} of {pages}"]), colour="muted")]
    spans = spans if report.valid else [Span(NOT_LEGAL, style="bold"), *spans]
    room = options.width - (max(NUMBER, size) * options.fonts.width("0000", "bold") if options.numbered else 0)
    return options.fonts.wrap(spans, room / size)


def foot_marks(
    report: Report, options: SheetOptions, style: CardStyle, page: int, pages: int, number: int = 0
) -> list[Mark]:
    """The foot of a page under a strip, with its number in a booklet on the right."""
    size, left, top = options.foot_size, options.margin, options.foot_top
    lines = foot_lines(report, options, page, pages)
    marks = strip_marks(options, style, top - 2.5, THIN)
    for at, line in enumerate(lines):
        marks += line_marks(line, left, top + at * LEADING * size, size)
    if number:
        words, tall = str(number), max(NUMBER, size)
        right = left + options.width - options.fonts.width(words, "bold") * tall
        marks.append(Text(right, top + ASCENT * size, words, tall, "bold"))
    return marks


def strip_marks(options: SheetOptions, style: CardStyle, y: float, tall: float) -> list[Mark]:
    """A strip of the list's colour across the page; a hairline on ink savers."""
    if options.saver:
        return [LineMark(options.margin, y + tall, options.margin + options.width, y + tall, 0.3, "muted")]
    return [Box(options.margin, y, options.width, tall, 0, style.accent)]


def top_marks(report: Report, options: SheetOptions, style: CardStyle, page: int) -> list[Mark]:
    """The top of a page: a strip, and on all but the first the running head."""
    marks = strip_marks(options, style, options.margin - STRIP - 1.2 * MM, STRIP)
    if page == 0:
        return marks
    size, left = options.running_size, options.margin
    if not options.saver:
        marks.append(Figure(left, left - 1, size * 1.25, style.emblem, style.accent))
        left += size * BESIDE
    for at, line in enumerate(running_lines(report, options, style)):
        marks += line_marks(line, left, options.margin + at * LEADING * size, size)
    return marks


def running_lines(report: Report, options: SheetOptions, style: CardStyle) -> list[list[LinePiece]]:
    """The running head: the list, its game and its player."""
    force = report.force
    about = [force.game.name, *([force.document.player] if force.document.player else [])]
    spans = [Span(force.document.title, "bold"), Span(" · ".join(about), "medium", style.accent)]
    return options.fonts.wrap(spans, options.width / options.running_size - (0 if options.saver else BESIDE))


def proof_of(force: Force, options: SheetOptions) -> str:
    """The code of a list: its check code, or at an event its receipt, with the seal if it has one."""
    if options.receipt is None:
        return check_code(force)
    sealed = f"{check_code(force)} · " if force.seal else ""
    return f"{sealed}receipt {options.receipt.code}"


def head_marks(report: Report, options: SheetOptions, style: CardStyle, room: float) -> tuple[list[Mark], float]:
    """Emblem, name, game, player, points and verdict; and their height."""
    fonts, marks, y = options.fonts, list[Mark](), 0.0
    side = 0.0 if options.saver else (EMBLEM if room > 300 else SMALL_EMBLEM) * MM
    left = side * 1.2
    for spans, most, least in head_lines(report, options, style):
        tag = "P" if marks else "H1"
        words = " ".join(span.text for span in spans)
        size, _ = fonts.fit(words, room - left, (most, (most + least) / 2, least), "bold")
        size = max(size, options.floor)
        for line in fonts.wrap(spans, (room - left) / size):
            marks += with_tag(line_marks(line, left, y, size), tag)
            y, tag = y + LEADING * size, ""
        y += 2.5 if spans else 0
    if side:
        marks.append(Figure(0, 3, side, style.emblem, style.accent))
    return marks, max(y, side) + 4


def head_lines(report: Report, options: SheetOptions, style: CardStyle) -> list[tuple[list[Span], float, float]]:
    """The lines of the head, each with its largest and smallest size."""
    force = report.force
    errors = sum(one.severity == "error" for one in report.findings)
    verdict = "Legal" if report.valid else f"{NOT_LEGAL}, {counted(errors, 'error')}"
    code = proof_of(force, options) if options.receipt or force.seal else f"check code {check_code(force)}"
    facts = [force.game.name, *([force.format.name] if force.format else [])]
    facts += [f"edition {force.game.edition}"] if force.game.edition else []
    catalogue = [f"Catalogue {print_stamp(force.game)}", code]
    catalogue += ["with sample content that is not the rulebook's"] if force.has_samples else []
    shown = audience(force)
    facts += [shown] if shown else []
    totals = " · ".join(part for part in (describe_totals(force), counted(force.size, "model")) if part)
    colour, ground = style.badge if report.valid or options.saver else ("paper", "ink")
    badge = Span(verdict, "bold", colour, badge=ground)
    player = [Span("Player:", colour="muted"), Span(force.document.player or "", "medium")]
    return [
        ([Span(force.document.title, "bold")], 24.0, 14.0),
        ([Span(" · ".join(facts), "medium", style.accent)], 9.5, 9.0),
        (player if force.document.player else [], 9.5, 9.5),
        ([Span(totals, "bold"), badge], 13.0, 11.0),
        ([Span(" · ".join(catalogue), colour="muted")], 8.5, 8.5),
    ]
