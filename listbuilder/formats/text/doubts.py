"""A bare number before a model, `30 Hero`: so many of it, or its price? Where it could be either, it is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from listbuilder.formats.text.each import entries_of
from listbuilder.formats.text.line import Line

if TYPE_CHECKING:
    from listbuilder.formats.text.items import LineReader

__all__ = ["doubt_count"]

BARE = re.compile(r"\d{1,3} ")


def doubt_count(reader: LineReader, text: str, line: Line) -> None:
    """Note that a number may be a price: it is that of the model, or so many would cost more than any list may."""
    number = line.count or 0
    if number < 2 or not BARE.match(text) or reader.head not in line.keys or reader.without_points(text) != text:
        return
    things = entries_of(reader, line)
    costs = {things[0].cost, sum(one.cost for one in things)} if things else set()
    most = max((one.limit for one in reader.names.game.formats if one.limit is not None), default=None)
    if number in costs or (most is not None and number * max(costs, default=0) > most):
        points = reader.names.game.points
        fact = f"{number} may be so many models, or the {points} of one."
        rest = BARE.sub("", text, count=1)
        line.problems.append((fact, f"Write `{number}x {rest}` or `{rest} [{number}]`."))
