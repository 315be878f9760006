"""A bare number beside a model, `30 Hero` or `Hero (2)`: so many of it, or its price? If it could be either, ask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from listbuilder.formats.text.each import entries_of
from listbuilder.formats.text.line import Line
from listbuilder.formats.text.prices import Price

if TYPE_CHECKING:
    from listbuilder.formats.text.items import LineReader

BARE = re.compile(r"\d{1,3} ")
BEHIND = re.compile(r"(.*[\w)\]\"]) (\d{1,5})", re.DOTALL)
BREAKS = re.compile(r"[,:;]")
# No list counts more of one row in brackets; a higher number is a price.
MOST_COUNTED = 24


def doubt_count(reader: LineReader, text: str, line: Line) -> None:
    """Note that a number may be a price: it is that of the model, or so many would cost more than any list may."""
    number = line.count or 0
    plain = BARE.match(text) and reader.without_points(text) == text
    if number < 2 or not plain or reader.head not in line.keys or line.heads > 1:
        return
    things = entries_of(reader, line)
    cost = sum(one.cost for one in things)
    game = reader.names.game
    most = max((game.limits_of(one).get(game.first_currency, 0) for one in game.formats), default=0) or None
    if number == cost or (most is not None and number * cost > most):
        fact = f"{number} may be so many models, or the {game.points} of one."
        rest = BARE.sub("", text, count=1)
        line.problems.append((fact, f"Write `{number}x {rest}` or `{rest} [{number}]`."))


def take_bare_price(reader: LineReader, text: str, line: Line) -> str:
    """A line without the bare number behind it, which is its price or is asked about; any other line as it is."""
    found = BEHIND.fullmatch(text) if line.price is None and not reader.names.find(text) else None
    if found is None or not reader.head or found[1].rpartition(" ")[2].isdecimal():
        return text
    if reader.names.find(BREAKS.split(text)[-1].strip()):
        return text
    read = reader.read(found[1])
    if read.unknown or read.problems or reader.head not in read.keys or reader.phrase(_last_item(text), Line()):
        return text
    line.price = Price(points=int(found[2]), bare=True)
    return found[1]


def _last_item(text: str) -> str:
    """The last two words, which a stat or a level may be."""
    return " ".join(text.replace(",", " ").split()[-2:])


def doubt_price(reader: LineReader, text: str, line: Line) -> None:
    """Note that a bare number behind a model may count it; in square brackets, as exports have it, it is a price."""
    price = line.price
    if price is None or not price.bare or price.of or text.rstrip().endswith("]") or line.heads != 1:
        return
    printed = reader.names.find(BREAKS.split(text)[-1].strip())
    if any(entry.cost == price.points for _, entry in printed):
        return
    cost = sum(one.cost for one in entries_of(reader, line))
    if price.points in (cost, cost * (line.count or 1)) or not 1 < price.points <= MOST_COUNTED:
        return
    fact = f"{price.points} may be so many models, or the {reader.names.game.points} of one."
    line.problems.append((fact, f"Write `x{price.points}` or `[{price.points}]` behind it."))
