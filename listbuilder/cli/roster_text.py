"""Who is in a list, line by line: the number that edits call it by, what it costs, and everything on it.

A force goes in, lines come out whose costs add up to the force's; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.cli.terminal import table

if TYPE_CHECKING:
    from listbuilder.catalogue import Sheet
    from listbuilder.force import Force, Group, Model, ModelValue, Pick

__all__ = ["Line", "group_line", "list_lines", "model_line", "roster_lines", "roster_text"]


class Line(NamedTuple):
    """One row of a list file: what to call it on the command line, its cost with all copies, what is on it."""

    number: str
    cost: int
    text: str

    @property
    def price(self) -> str:
        """The cost to print; what is free by nature, such as a group, has none."""
        return str(self.cost) if self.cost or self.number.isdigit() else ""


def roster_text(force: Force) -> str:
    """The whole list as a table; games without prices have no column for them."""
    return lines_text(list(roster_lines(force)), priced=force.cost != 0)


def lines_text(lines: list[Line], priced: bool) -> str:
    """Some lines as a table."""
    heads = ("NO.", "COST", "MODEL") if priced else ("NO.", "MODEL")
    rows = [(line.number, *([line.price] * priced), line.text) for line in lines]
    return table(rows, heads, "  ")


def roster_lines(force: Force) -> Iterator[Line]:
    """The models, then the groups, then what the list itself has; together they cost what the list costs."""
    lines = [model_line(force, model.row) for model in force.rows]
    lines += [group_line(force, group) for group in force.groups]
    lines += list_lines(force)
    yield from lines
    rest = force.cost - sum(line.cost for line in lines)
    if rest:
        yield Line("", rest, "counted besides" if rest > 0 else "not counted in the total")


def model_line(force: Force, row: int) -> Line:
    """One row of models: its name, its picks, its raises and whatever else was said about it."""
    copies = [model for model in force.models if model.row == row]
    first = copies[0]
    parts = picks_text([pick for pick in first.entries if pick.granted_by != force.game.name])
    parts += [f"{force.game.stats[stat].name} {steps:+d}" for stat, steps in first.raises.items() if steps]
    parts += values_text(force.game.model, first.values)
    parts += posts_text(force, first)
    times = f"{len(copies)} × " if len(copies) > 1 else ""
    name = f"{first.name}: " if first.name else ""
    text = f"{times}{name}{', '.join(parts) or 'nothing picked'}"
    return Line(str(row + 1), sum(model.cost for model in copies), text)


def group_line(force: Force, group: Group) -> Line:
    """One group: its name, how many are in it, its picks and its values."""
    picks = [pick for picks in group.slots.values() for pick in picks]
    size = f"{len(group.members)} {'model' if len(group.members) == 1 else 'models'}"
    parts = [size, *(f"{pick.slot}: {pick_text(pick)}" for pick in picks), *values_text(force.game.group, group.values)]
    return Line("group", sum(map(whole_cost, picks)), f"{group.name}: {', '.join(parts)}")


def list_lines(force: Force) -> Iterator[Line]:
    """What the list itself has: a line for each slot that is filled, and one for its values."""
    for slot in dict.fromkeys(pick.slot for pick in force.entries):
        picks = [pick for pick in force.entries if pick.slot == slot]
        yield Line("list", sum(map(whole_cost, picks)), f"{slot}: {', '.join(picks_text(picks))}")
    if values := values_text(force.game.list, force.values):
        yield Line("list", 0, ", ".join(values))


def picks_text(picks: Sequence[Pick]) -> list[str]:
    """Entries as a player picked them, each with what it brings along for free."""
    givers = {pick.entry.name for pick in picks}
    first = {name: next(at for at, pick in enumerate(picks) if pick.entry.name == name) for name in givers}

    def text(at: int) -> str:
        gifts = [text(one) for one, pick in enumerate(picks) if one != at and first.get(str(pick.granted_by)) == at]
        return pick_text(picks[at]) + (f" (brings {', '.join(gifts)})" if gifts else "")

    return [text(at) for at, pick in enumerate(picks) if not pick.granted_by or pick.granted_by not in givers]


def pick_text(pick: Pick) -> str:
    """One entry with the picks inside it."""
    inner = f" ({', '.join(map(pick_text, pick.picks))})" if pick.picks else ""
    return pick.entry.name + inner


def whole_cost(pick: Pick) -> int:
    """What an entry costs with the picks inside it."""
    return pick.cost + sum(map(whole_cost, pick.picks))


def values_text(sheet: Sheet, values: Mapping[str, ModelValue]) -> list[str]:
    """The values of a row that are not what everybody has: `deploy: no`, `level: 3`."""
    found = {id: values[id] for id in sheet.fields if id in values}
    own = sheet.fields
    return [f"{id}: {own[id].say(value)}" for id, value in found.items() if value != own[id].usual]


def posts_text(force: Force, model: Model) -> list[str]:
    """The posts that a model holds in its group, such as its leader."""
    return [id for id in force.game.group.posts if model.values.get(id) is True]
