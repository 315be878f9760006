"""A bare number before a model, `30 Hero`: so many of it, or its price? Where it could be either, it is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from listbuilder.formats.text.each import entries_of
from listbuilder.formats.text.line import Line

if TYPE_CHECKING:
    from listbuilder.formats.text.items import LineReader

BARE = re.compile(r"\d{1,3} ")


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
