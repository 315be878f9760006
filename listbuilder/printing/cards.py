"""The deck: judged lists and wishes go in, batches of cards come out, ready to be put on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.catalogue import laid
from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.printing.art import load_art
from listbuilder.printing.check_code import check_code
from listbuilder.printing.content import Content
from listbuilder.printing.faces import check_glyphs
from listbuilder.printing.frame import Deck, make_deck
from listbuilder.printing.geometry import MM
from listbuilder.printing.holding import list_content, model_contents
from listbuilder.printing.layout import make_faces
from listbuilder.printing.marks import Face, Mark, Sign, Text, sign_shape
from listbuilder.printing.pages import NOT_LEGAL, Batch, Printed
from listbuilder.printing.reference import (
    blank_content,
    mission_contents,
    reference_contents,
    rules_content,
    token_words,
)
from listbuilder.printing.rows import TooSmallError
from listbuilder.printing.text import ASCENT, LEADING, Fonts, Span, line_marks
from listbuilder.templates import CardSize, Typeface
from listbuilder.validator import Report

__all__ = ["Wishes", "make_batches"]


class Wishes(NamedTuple):
    """What to make cards of, and how."""

    fonts: Fonts
    size: CardSize
    type: Typeface
    token: CardSize
    safe: float = 3
    merge: bool = True
    rules: str = "card"
    backs: bool = False
    reference: bool = False
    missions: bool = False
    blank: int = 0
    tokens: bool = False


def make_batches(reports: Sequence[Report], wishes: Wishes) -> list[Batch]:
    """The cards of all lists, or one DocumentError that names every card that can't be printed."""
    problems: list[Finding] = []
    batches: list[Batch] = []
    for report in reports:
        batches += list_batches(report, wishes, problems)
    if problems:
        raise DocumentError(problems[0].message, tuple(problems))
    return batches


def contents_of(report: Report, wishes: Wishes) -> list[Content]:
    """Everything that becomes a card of a list, in the order it is printed."""
    force = report.force
    texts = wishes.rules in ("card", "both")
    contents = [*model_contents(force, wishes.merge, texts), list_content(force, texts)]
    if wishes.rules in ("appendix", "both"):
        contents.append(rules_content(force))
    if wishes.missions:
        contents += mission_contents(force)
    if wishes.reference:
        contents += reference_contents(force)
    return contents


def footer_of(report: Report) -> list[Span]:
    """The words at the foot of each card."""
    force = report.force
    name = force.document.name or "Unnamed list"
    sample = " · sample content" * force.has_samples
    words = Span(f"{name} · {laid(force.game)} · {check_code(force)}{sample}", colour="muted")
    return [words] if report.valid else [Span(NOT_LEGAL, style="bold"), words]


def list_batches(report: Report, wishes: Wishes, problems: list[Finding]) -> Iterator[Batch]:
    """The batches of one list: its cards, then tokens."""
    force = report.force
    contents, title = contents_of(report, wishes), force.document.name or "Unnamed list"
    try:
        deck = make_deck(wishes.fonts, wishes.size, wishes.type, wishes.safe, contents, footer_of(report))
        wishes.fonts.lacking.clear()
        cards = [card for one in contents for card in printed(deck, one, report, wishes, problems)]
        cards += blanks(deck, report, wishes)
    except TooSmallError:
        problems.append(too_small(wishes.size, title))
        return
    yield Batch(title, wishes.size, tuple(cards), report.valid)
    if wishes.tokens:
        faces = [token_face(wishes, word, sort) for word, sort in token_words(force)]
        problems += check_glyphs(wishes.fonts, "a token", force.document.file)
        yield Batch(f"{title}: tokens", wishes.token, tuple(Printed(face) for face in faces), report.valid)


def too_small(size: CardSize, what: str) -> Finding:
    """The finding for a size that can't hold a name and a few lines."""
    message = f"{what}: a card of {size.width:g} × {size.height:g} mm is too small for its name, stats and text."
    return Finding(code="print.size", message=message, hint="Choose a larger --size.", model=what)


def printed(deck: Deck, content: Content, report: Report, wishes: Wishes, problems: list[Finding]) -> list[Printed]:
    """One content as pieces of card; with backs, every second face is the back of the one before."""
    file = report.force.document.file
    art = load_art(content.art, file) if content.art else None
    try:
        faces = make_faces(deck, content, art)
    except TooSmallError:
        problems.append(too_small(wishes.size, content.owner))
        return []
    problems += check_glyphs(wishes.fonts, content.owner, file)
    if not wishes.backs:
        return [Printed(face) for face in faces]
    plain = back_face(deck, report, content)
    return [Printed(faces[at], faces[at + 1] if at + 1 < len(faces) else plain) for at in range(0, len(faces), 2)]


def blanks(deck: Deck, report: Report, wishes: Wishes) -> Iterable[Printed]:
    """Blank cards, with as many lines as fit on one face."""
    if not wishes.blank:
        return []
    lines = 1
    while len(make_faces(deck, blank_content(report.force.game, lines + 1))) == 1:
        lines += 1
    content = blank_content(report.force.game, lines)
    face = make_faces(deck, content)[0]._replace(title="Blank card")
    plain = back_face(deck, report, content) if wishes.backs else None
    return [Printed(face, plain)] * wishes.blank


def back_face(deck: Deck, report: Report, content: Content) -> Face:
    """The back of a card that has nothing more to say: its game, its list, the sign of its group."""
    force, fonts = report.force, deck.fonts
    size, width = deck.type.least_name + 1, deck.width
    lines = [(line, size) for line in fonts.wrap([Span(force.game.name, style="bold")], width / size)]
    small = max(deck.type.floor, size - 2)
    words = [force.document.name or "Unnamed list", content.name.strip()]
    lines += [
        (line, small) for word in words if word for line in fonts.wrap([Span(word, colour="muted")], width / small)
    ]
    tall = sum(LEADING * one for _, one in lines)
    y = max(0.0, (deck.height - tall) / 2)
    marks: list[Mark] = []
    for line, one in lines:
        wide = (line[-1].x + fonts.width(line[-1].text, line[-1].style)) * one
        marks += line_marks(line, (width - wide) / 2, y, one)
        y += LEADING * one
    if content.group:
        side = min(width * 0.25, (deck.height - tall) / 2 - 12)
        marks.append(sign_shape(Sign(content.group.number), (width - side) / 2, y + 6, side))
    if not report.valid:
        marks.append(Text(0, ASCENT * deck.type.floor, NOT_LEGAL, deck.type.floor, "bold"))
    return Face(deck.size.width * MM, deck.size.height * MM, ((deck.safe, deck.safe, marks),))


def token_face(wishes: Wishes, word: str, sort: str) -> Face:
    """A token: its word as large as it fits, what sort it is, a ring to cut along."""
    fonts, size = wishes.fonts, wishes.token
    side, floor = size.width * MM, wishes.type.floor
    room = side - 14
    steps = [14 - at * 0.5 for at in range(int((14 - floor) / 0.5) + 1)]
    big, needed = fonts.fit(word, room, steps, style="bold", lines=1 if len(word) < 10 else 2)
    lines = fonts.wrap([Span(word, style="bold")], room / big)
    tall = needed * LEADING * big + LEADING * floor
    y = (side - tall) / 2
    marks: list[Mark] = [sign_shape(Sign(0), 2, 2, side - 4)]
    for line in lines:
        wide = (line[-1].x + fonts.width(line[-1].text, "bold")) * big
        marks += line_marks(line, (side - wide) / 2, y, big)
        y += LEADING * big
    wide = fonts.width(sort) * floor
    if wide <= room - 8:
        marks.append(Text((side - wide) / 2, y + ASCENT * floor, sort, floor, "regular", "muted"))
    return Face(side, side, ((0, 0, marks),))
