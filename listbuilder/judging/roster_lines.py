"""Who is in a list, line by line: the number that edits call it by, what it costs, and everything on it.

A force goes in, lines come out whose costs add up to the force's; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.base.wording import counted

if TYPE_CHECKING:
    from listbuilder.catalogue import RowSchema
    from listbuilder.judging.force import Force, Group, Model, ModelValue, Pick

NOTHING: Mapping[str, int] = {}


class RosterLine(NamedTuple):
    """One row of a list file: what to call it on the command line, its cost with all copies, what is on it.

    `more` is what it costs in the game's other currencies.
    """

    number: str
    cost: int
    text: str
    more: Mapping[str, int] = NOTHING

    def price(self, cost: int) -> str:
        """A cost to print; empty for what is free by nature, such as a group."""
        return str(cost) if cost or self.number.isdigit() else ""


def roster_lines(force: Force) -> Iterator[RosterLine]:
    """The models, then the groups, then what the list itself has; together they cost what the list costs."""
    lines = [model_line(force, row) for row in dict.fromkeys(model.row for model in force.written)]
    lines += [group_line(force, group) for group in force.groups]
    lines += list_lines(force)
    yield from lines
    first = force.game.first_currency
    # What stands apart is on a row with its cost, but not in the totals: a last line evens that out.
    rest = {
        id: total - sum(line.cost if id == first else line.more.get(id, 0) for line in lines)
        for id, total in force.totals.items()
    }
    if any(rest.values()):
        yield line_in_currencies(force, "", rest, "stands apart, not in the total")


def line_in_currencies(force: Force, number: str, costs: Mapping[str, int], text: str) -> RosterLine:
    """A line that costs something in some currencies."""
    first = force.game.first_currency
    return RosterLine(number, costs.get(first, 0), text, {id: cost for id, cost in costs.items() if id != first})


def model_line(force: Force, row: int) -> RosterLine:
    """One row of models: its name, its picks, its raises and its values."""
    written = [model for model in force.written if model.row == row]
    # A row that was split, because one copy is the leader, is still one row of the file.
    first, copies = written[0], sum(model.count for model in written)
    # What the game gives every model would only lengthen each line.
    parts = picks_text([pick for pick in first.entries if pick.given_by != force.game.name])
    parts += [f"{force.game.stats[stat].name} {steps:+d}" for stat, steps in first.raises.items() if steps]
    parts += values_text(force.game.model, first.values)
    parts += posts_text(force, written)
    times = f"{copies} × " if copies > 1 else "" if copies else "not counted: "
    name = f"{first.name}: " if first.name else ""
    text = f"{times}{name}{', '.join(parts) or 'nothing picked'}"
    return line_in_currencies(force, str(row + 1), {id: cost * copies for id, cost in first.costs().items()}, text)


def group_line(force: Force, group: Group) -> RosterLine:
    """One group: its name, how many are in it, its picks and its values."""
    picks = [pick for picks in group.slots.values() for pick in picks]
    parts = [
        counted(group.strength, "model"),
        *(f"{pick.slot}: {pick_text(pick)}" for pick in picks),
        *values_text(force.game.group, group.values),
    ]
    return line_in_currencies(force, "group", group.costs(), f"{group.name}: {', '.join(parts)}")


def list_lines(force: Force) -> Iterator[RosterLine]:
    """What the list itself has: a line for each slot that is filled, and one for its values."""
    for slot in dict.fromkeys(pick.slot for pick in force.entries):
        picks = [pick for pick in force.entries if pick.slot == slot]
        inside = [one for pick in picks for one in pick.picks_of(force)]
        costs = {id: sum(one.cost_in(id) for one in inside) for id in force.game.currencies}
        yield line_in_currencies(force, "list", costs, f"{slot}: {', '.join(picks_text(picks))}")
    if values := values_text(force.game.list, force.values):
        yield RosterLine("list", 0, ", ".join(values))


def picks_text(picks: Sequence[Pick]) -> list[str]:
    """Entries as a player picked them, each with what it brings along for free."""
    givers = {pick.entry.name for pick in picks}
    first = {name: next(at for at, pick in enumerate(picks) if pick.entry.name == name) for name in givers}

    def text(at: int) -> str:
        gifts = [text(one) for one, pick in enumerate(picks) if one != at and first.get(str(pick.given_by)) == at]
        return pick_text(picks[at]) + (f" (brings {', '.join(gifts)})" if gifts else "")

    return [text(at) for at, pick in enumerate(picks) if not pick.given_by or pick.given_by not in givers]


def pick_text(pick: Pick) -> str:
    """One entry, how many of it, and the picks inside it."""
    inner = f" ({', '.join(map(pick_text, pick.picks))})" if pick.picks else ""
    return (f"{pick.count} × " if pick.count > 1 else "") + pick.entry.name + inner


def values_text(sheet: RowSchema, values: Mapping[str, ModelValue]) -> list[str]:
    """The values of a row that are not what everybody has: `deploy: no`, `level: 3`."""
    return [f"{id}: {words}" for id, words in sheet.describe(values)]


def posts_text(force: Force, written: Sequence[Model]) -> list[str]:
    """The posts that copies of a row hold in their group, such as its leader, or in the list: `leader (1 of 3)`."""
    copies, found = sum(model.count for model in written), []
    for id in (*force.game.group.posts, *force.game.list.named):
        holding = sum(model.count for model in written if model.values.get(id) is True)
        if holding:
            found.append(id if holding == copies else f"{id} ({holding} of {copies})")
    return found
