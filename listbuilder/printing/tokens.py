"""Tokens and markers of a game: round, square and hexagonal faces with a word on each side."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import NamedTuple

from listbuilder.base.wording import as_words
from listbuilder.catalogue import Token
from listbuilder.judging.force import Force
from listbuilder.printing.card_style import PLAIN, CardStyle
from listbuilder.printing.entry_items import explained_keywords
from listbuilder.printing.marks import MM, Box, Face, Mark, Polygon, Style, Text
from listbuilder.printing.reference_cards import carriers, reference_kinds
from listbuilder.printing.text_layout import ASCENT, LEADING, Fonts, Span

# Copies of one token at most, and of markers whose number is unknown.
MOST, FEW = 30, 3
# The largest type as a share of the token; the steps to smaller ones.
LARGEST, STEP = 0.4, 0.5
# Points from the cut to the outline, from there to words, and to the inner ground.
EDGE, INSIDE, RING = 2.0, 4.5, 2.4
# Words fill at most this share beside straight rims, if they can.
AIRY = 0.88
MARKER = "marker"
# Front, back, and how many models share one.
NUMBERS = (("1", "2", 1), ("3", "5", 2))


class TokenWord(NamedTuple):
    """One sort of token: the words on its sides, a subtitle, number and shape; `wide` if it has a size of its own."""

    word: str
    back: str
    sort: str
    number: int
    shape: str
    wide: float = 0


def token_words(force: Force, everything: bool = False) -> Iterator[TokenWord]:
    """The tokens that a list needs, or all of its game."""
    game = force.game
    for token in game.card.tokens:
        count = min(token.count if isinstance(token.count, int) else token.count.evaluate(force, force.root) or 0, MOST)
        if token.kind:
            names = kind_names(force, token.kind, everything)
            yield from (TokenWord(name, "", game.kind_name(token.kind), count, token.shape) for name in names)
        elif token.stat:
            yield from stat_numbers(force, token)
        elif count:
            yield TokenWord(token.name, token.back, "", count, token.shape)
    yield from mission_markers(force, everything)


def mission_markers(force: Force, everything: bool) -> Iterator[TokenWord]:
    """The markers of the mission in play, or of all missions, in their printed size."""
    roll = force.game.mission
    if roll is None:
        return
    picked = {pick.entry.id for pick in force.entries}
    layouts = [roll.layout, *(one for id, one in roll.layouts.items() if everything or id in picked)]
    pieces = [piece for layout in layouts if layout for piece in layout.pieces if piece.what.endswith(MARKER)]
    most: dict[tuple[str, float], int] = {}
    for piece in pieces:
        wide = piece.size.value if piece.size and piece.size.unit == "mm" else 0
        key = (as_words(piece.what).capitalize(), wide)
        most[key] = min(MOST, max(most.get(key, 0), piece.count or FEW))
    for (word, wide), count in most.items():
        yield TokenWord(word, "", f"{wide:g} mm" if wide else "", count, "round", wide + 2 * EDGE / MM if wide else 0)


def stat_numbers(force: Force, token: Token) -> Iterator[TokenWord]:
    """Numbers for a stat, enough for the models of the list."""
    name = force.game.stats[token.stat or ""].name
    for front, back, models in NUMBERS:
        if force.size:
            yield TokenWord(front, back, name, min(ceil(force.size / models), MOST), token.shape)


def kind_names(force: Force, kind: str, everything: bool) -> list[str]:
    """The names of a kind: all, or those that the picks of the list or common rules mention."""
    game = force.game
    entries = [entry for entry in game.entries if entry.kind == kind]
    if everything:
        return [entry.name for entry in entries]
    common = [entry for entry in game.entries if entry.kind in reference_kinds(game) and entry.kind != kind]
    used = [printed for sort, printed, _ in explained_keywords(game, [*carriers(force), *common]) if sort == kind]
    return [one.name for one in entries if any(f"{word} ".startswith(f"{one.name} ") for word in used)]


def token_face(
    fonts: Fonts, side: float, floor: float, token: TokenWord, word: str, style: CardStyle = PLAIN
) -> Face | None:
    """A token in the colour of its list, with its word as large as fits unbroken; None if it does not fit."""
    most = max(floor, LARGEST * side)
    sizes = [most - at * STEP for at in range(int((most - floor) / STEP) + 1)]
    # Room beside the rim is given up only for the smallest type, before the token is refused.
    for size, air in [*((size, AIRY) for size in sizes), (floor, 1.0)]:
        placed = token_text(fonts, side, size, floor, (word, token.sort), token.shape, air)
        if placed is not None:
            marks = (token_outline(token.shape, side, style, 0), token_outline(token.shape, side, style, RING), *placed)
            return Face(side, side, ((0, 0, marks if style.accent != "ink" else (marks[0], *placed)),), f"{word} token")
    return None


def token_outline(shape: str, side: float, style: CardStyle, inset: float) -> Mark:
    """The outline of a token, filled with the colour of the list; with an inset, the pale ground inside the rim."""
    plain, fill = style.accent == "ink", style.wash if inset else style.accent
    away = EDGE + inset
    if shape == "hexagon":
        return Polygon(tuple(hexagon(side, away)), not plain, colour="line" if plain else fill)
    radius = side / 2 - away if shape == "round" else 3
    stroke = 0.7 if plain else 0
    return Box(away, away, side - 2 * away, side - 2 * away, stroke, None if plain else fill, radius)


def hexagon(side: float, away: float) -> Iterator[tuple[float, float]]:
    """The corners of a hexagon that stands on one of them."""
    middle, r = side / 2, side / 2 - away
    for x, y in ((0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5)):
        yield middle + x * r, middle + y * r


def half_room(shape: str, side: float, away: float, air: float) -> float:
    """How far words may reach from the middle, at this vertical distance `away` from it."""
    r = side / 2 - EDGE - INSIDE
    if shape == "square":
        return r * air
    if away >= r:
        return 0.0
    return sqrt(r * r - away * away) if shape == "round" else air * min(r * sqrt(3) / 2, (r - away) * sqrt(3))


def token_text(
    fonts: Fonts, side: float, size: float, floor: float, words: tuple[str, str], shape: str, air: float
) -> list[Mark] | None:
    """The word and its subtitle, centred; None if a line does not fit."""
    widest = 2 * half_room(shape, side, 0, air) / size
    if any(fonts.width(part, "bold") > widest for part in words[0].split()):
        return None
    lines = [" ".join(piece.text for piece in line) for line in fonts.wrap([Span(words[0], "bold")], widest)]
    rows: list[tuple[str, float, Style]] = [(line, size, "bold") for line in lines]
    rows += [(words[1], floor, "regular")] if words[1] else []
    y = (side - sum(LEADING * one for _, one, _ in rows)) / 2
    marks: list[Mark] = []
    for text, one, style in rows:
        wide = fonts.width(text, style) * one
        base = y + ASCENT * one
        away = max(abs(base - 0.7 * one - side / 2), abs(base - side / 2))
        if wide / 2 > half_room(shape, side, away, air):
            return None
        marks.append(Text((side - wide) / 2, base, text, one, style))
        y += LEADING * one
    return marks
