"""From contents to faces: the regions of the deck, and everything else flowing between them.

Pure data: what is drawn where. Sizes are points. One size of type for a deck where that can be, and one manner: where
one card has headings, all have. A card with too much to say has another face, or smaller type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.content import Content
from listbuilder.printing.frame import Deck, Frame, make_frame, shown, still
from listbuilder.printing.laying import ALL, BARE, LEAST, PLAIN, Laying, Manner, told
from listbuilder.printing.marks import Face, Figure, Line, Part, in_place
from listbuilder.printing.regions import Place, Rect
from listbuilder.printing.rows import Row

STEP, ROOMY, OPENED = 0.5, 1.0, 0.28
FILLED, WIDEST, LEAST_EMBLEM = 0.8, 0.42, 28  # how much of an empty room an emblem takes, and from which side on


class Body(NamedTuple):
    """How the text of a deck is set: its size, and what there is room for."""

    size: float
    manner: Manner = ALL


def sizes(most: float, least: float) -> list[float]:
    """The sizes of type to try, the largest first."""
    steps = max(0, int((most - least) / STEP + 1e-6))
    return [least + STEP * at for at in range(steps, -1, -1)]


def body_of(deck: Deck, two_sided: bool = False) -> Body:
    """The largest type with which every card of a deck that could do with one face does; others have two or more.

    All that cards have to say is told where type need not be small for it. Else flavour goes, then headings.
    """
    steady = deck.type.steady
    most = max(deck.points(deck.layout.body) if deck.layout.body else deck.size.body, steady)
    layings = [Laying(deck, content) for content in deck.contents]
    deck.known.update((id(one.content), one) for one in layings)
    roomy = min(most, steady + ROOMY)
    for manner in (ALL, PLAIN):
        size = common(layings, most, roomy, manner, two_sided)
        if size:
            return Body(size, manner)
    tried = [(common(layings, most, steady, one, two_sided), one) for one in (PLAIN, BARE)]
    return max((Body(size, one) for size, one in tried if size), key=lambda one: min(one.size, roomy))


def common(layings: Sequence[Laying], most: float, least: float, manner: Manner, two_sided: bool) -> float | None:
    """The largest size at which cards have one face that can have; None where it is less than the least."""
    size, steady = most, layings[0].deck.type.steady if layings else most
    for laying in layings:
        if laying.fits(size, manner):
            continue
        if laying.fits(steady, LEAST):
            noted = least > steady  # where there is much room, notes stay
            found = [
                one for one in sizes(size, least) if (laying.fits(one, manner) if noted else laying.on_one(one, manner))
            ]
        elif two_sided:
            found = [one for one in sizes(size, least) if laying.within(2, one, manner._replace(note=False))]
            found = found or [min(size, max(least, steady + STEP))]
        else:
            found = [min(size, max(least, steady + STEP))]
        if not found:
            return None
        size = found[0]
    return size


def make_faces(deck: Deck, content: Content, body: Body, two_sided: bool = False) -> list[Face]:
    """All faces of a content: with the type of the deck on one face, else on the back, smaller, or on more faces."""
    laying = deck.known.pop(id(content), None) or Laying(deck, content)
    chosen = choose(laying, body, two_sided)
    laying.even_out(*chosen)
    total = laying.faces(laying.pages(*chosen))
    return [finish(laying, at, total, chosen) for at in range(total)]


def choose(laying: Laying, body: Body, two_sided: bool) -> Body:
    """How a card is set: backs are used before type is smaller than steady, further cards after."""
    floor, steady = laying.deck.type.floor, laying.deck.type.steady
    size, manner = body
    on_one = laying.on_one(size, manner)
    if on_one:
        return Body(size, on_one)
    if not two_sided:
        for one in sizes(min(size, steady), floor):
            if laying.fits(one, LEAST):
                return Body(one, laying.on_one(one, BARE) or LEAST)
    without = manner._replace(flavour=False, note=False)
    if not laying.within(2 if two_sided else 1, size, without):
        fewest = laying.count(steady, without)
        size = next(one for one in sizes(size, steady) if one == steady or laying.within(fewest, one, without))
    return Body(size, laying.on_more(size, manner))


def finish(laying: Laying, at: int, total: int, body: Body) -> Face:
    """A face with everything on it."""
    deck, content, pages = laying.deck, laying.content, laying.pages(*body)
    frame = laying.further if at else laying.first
    first, further = len(laying.first.flows), len(laying.further.flows)
    start = 0 if at == 0 else first + (at - 1) * further
    columns = pages[start : start + len(frame.flows)]
    words = f"{at + 1}/{total}" if total > 1 else ""
    flowing: list[Part] = []
    for column, place in enumerate(frame.flows):
        page = columns[column] if column < len(columns) else []
        rows = settled(page, place.inner, body.size)
        flowing += [(place.inner.x, place.inner.y + y, row.marks) for y, row in rows]
        flowing += watermark(deck, content, place, rows) if at == total - 1 else ()
    made = face_of(deck, content, frame, flowing, words, body.size)
    return made._replace(terse=told(laying.blocks, body.manner) != laying.blocks)


def watermark(deck: Deck, content: Content, place: Place, rows: Sequence[tuple[float, Row]]) -> Iterator[Part]:
    """A pale emblem in the room that text leaves at its end, where that is much and the region asks for it."""
    if not place.region.empty:
        return
    top = max((y + row.height for y, row in rows if not row.sinks), default=0.0)
    bottom = min((y for y, row in rows if row.sinks), default=place.inner.height)
    side = min((bottom - top) * FILLED, place.inner.width * WIDEST)
    if side >= LEAST_EMBLEM * deck.scale:
        dress = deck.dress(content)
        x, y = (place.inner.width - side) / 2, (top + bottom - side) / 2
        yield place.inner.x, place.inner.y, (Figure(x, y, side, dress.emblem, dress.wash),)


def face_of(deck: Deck, content: Content, frame: Frame, flowing: Sequence[Part], number: str, size: float) -> Face:
    """A face of a card, its foot last."""
    feet = in_place(shown(deck, content, place, number) for place in frame.feet)
    parts: tuple[Part, ...] = ((0, 0, in_place(still(deck, content, frame))), *flowing, (0, 0, feet))
    title = f"{content.name} ({number})" if number else content.name
    return Face(deck.card.width, deck.card.height, parts, title, size)


def settled(page: list[tuple[float, Row]], room: Rect, size: float) -> list[tuple[float, Row]]:
    """Rows in their room: gaps are opened a little, alike on all cards but the fullest; what sinks is at the foot."""
    used = max((y + row.height for y, row in page), default=0.0)
    spare = max(0.0, room.height - used)
    gaps = [at for at, (_, row) in enumerate(page) if at and row.gap and not row.sinks]
    each = min(spare * 0.8 / len(gaps), size * OPENED) if gaps else 0.0
    out, opened = [], 0.0
    for at, (y, row) in enumerate(page):
        opened += each if at in gaps else 0.0
        if row.rule and at:
            middle = -(row.gap + each) / 2
            row = row._replace(marks=(*row.marks, Line(0, middle, room.width, middle, 0.5, row.rule)))
        out.append((y + (spare if row.sinks else opened), row))
    return out


def make_back(deck: Deck, content: Content) -> Face:
    """The back of a card that has nothing more to say."""
    frame = make_frame(deck, content, deck.layout.back)
    return face_of(deck, content, frame, (), "", 0)._replace(title="")
