"""A count with a price for each at the end of a line, `Hero, Rope (4x) [35 each]`: of the model or of the last thing?

The price says which: it is that of the whole model or that of the thing. Where it is neither or both, it is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.catalogue import Entry
from listbuilder.formats.text.counts import count_of, leading_count
from listbuilder.formats.text.line import Line
from listbuilder.formats.text.prices import price_for_each
from listbuilder.formats.text.tokens import pieces_of, split_top

if TYPE_CHECKING:
    from listbuilder.formats.text.items import LineReader


def take_each(reader: LineReader, text: str, line: Line) -> str:
    """A line without such a count where it counts the model, which is noted; any other line as it is."""
    price = price_for_each(text, reader.names.game.points)
    number, rest = (1, text) if price is None or leading_count(text)[0] else count_of(reader.without_points(text))
    if number < 2:
        return text
    whole, last = reader.read(rest), last_of(reader, rest)
    things = entries_of(reader, whole)
    if last is None or len(things) < 2 or reader.head not in whole.keys:
        return text
    total = sum(one.cost for one in things)
    if price == last.cost != total:
        line.counts_last = True
        return text
    if price != total or last.cost == total:
        fact = f"{number} may be so many of {last.name} or so many models."
        line.problems.append((fact, f"Write `{number}x` before what is meant."))
    line.count = number
    return rest


def last_of(reader: LineReader, text: str) -> Entry | None:
    """The last thing that a line names, where that is one."""
    name = pieces_of(split_top(text)[-1])[-1].rpartition(":")[2].strip()
    found = reader.names.find(name)
    return found[0][1] if len(found) == 1 else None


def entries_of(reader: LineReader, line: Line) -> list[Entry]:
    """The entries that a line names."""
    slots = reader.names.sheet.slots
    named = [(slots[key].kind, str(one)) for key, many in line.keys.items() if key in slots for one in as_list(many)]
    return [one for kind, name in named if (one := reader.names.within(kind, name))]


def as_list(value: object) -> list[object]:
    """The values under a key."""
    return value if isinstance(value, list) else [value]
