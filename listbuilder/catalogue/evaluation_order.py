"""The order in which numbers are resolved: a number comes after those that its changes read.

The order depends on the catalogue alone. A number is a pair such as `("stat", "hp")`. A cycle is an error of the
catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.game import Game
from listbuilder.catalogue.grants import Grant, Step
from listbuilder.catalogue.query import Number, Quantity


def all_grants(game: Game) -> Iterator[Grant]:
    """Every grant of a game: its own, those of fields, and those of entries and their keywords."""
    yield from game.grants
    for sheet in (game.model, game.list, game.group):
        for id, field in sheet.fields.items():
            yield from field.grants_of(id)
    for entry in (*game.entries, *game.given_keywords):
        yield from entry.all_grants


def grant_steps(game: Game, grant: Grant) -> Iterator[tuple[Number, str, Step]]:
    """The operations of a grant: on which number, on which side of a limit or on what, and how."""
    for kind, changes in (("stat", grant.stats), ("room", grant.slots), ("budget", grant.budgets)):
        for name, change in changes.items():
            yield from (((kind, name), "", step) for step in change.steps())
    for name, limit in grant.limits.items():
        for side, one in (("min", limit.min), ("max", limit.max)):
            if one:
                yield from ((("limit", name), side, step) for step in one.steps())
    for slot, changes in grant.fields.items():
        for name, change in changes.items():
            yield from ((game.printed_number(name), slot, step) for step in change.steps())


def numbers_changed(game: Game, grant: Grant) -> Iterator[tuple[Number, list[Quantity]]]:
    """The numbers that a grant changes, each with the quantities that decide by how much."""
    # A condition or `each` decides how much is changed, so what it reads must be resolved first too.
    common = [*(grant.when.quantities() if grant.when else []), *([grant.each] if grant.each else [])]
    common += [grant.only.number] if grant.only else []
    for kind, changes in (("stat", grant.stats), ("room", grant.slots), ("budget", grant.budgets)):
        for name, change in changes.items():
            yield (kind, name), [*common, *(one for _, _, one in change.steps() if isinstance(one, Quantity))]
    for name, limit in grant.limits.items():
        own = [one for change in (limit.min, limit.max) if change for _, _, one in change.steps()]
        yield ("limit", name), [*common, *(one for one in own if isinstance(one, Quantity))]
    for changes in grant.fields.values():
        for name, change in changes.items():
            amounts = [one for _, _, one in change.steps() if isinstance(one, Quantity)]
            yield game.printed_number(name), [*common, *amounts]


def numbers_read(game: Game, quantities: Iterable[Quantity]) -> set[Number]:
    """The numbers that quantities read after grants."""
    found = set()
    for one in (part for quantity in quantities for part in quantity.parts()):
        for name in (one.sum, one.highest, one.lowest, one.different):
            if name and not one.printed:
                found.add(game.number_of(name))
    return found


def dependencies(game: Game) -> dict[Number, set[Number]]:
    """For each number that grants change, the changed numbers that must be resolved first."""
    found: dict[Number, set[Number]] = {}
    for grant in all_grants(game):
        for number, quantities in numbers_changed(game, grant):
            found.setdefault(number, set()).update(numbers_read(game, quantities))
    # Numbers that nothing changes are known from the start.
    return {number: {one for one in before if one in found} for number, before in found.items()}


def evaluation_levels(game: Game) -> list[list[Number]]:
    """The numbers that change, level by level; those in a cycle are left out."""
    left = dependencies(game)
    made: list[list[Number]] = []
    while ready := [number for number, before in left.items() if not before & left.keys()]:
        made.append(ready)
        left = {number: before for number, before in left.items() if number not in ready}
    return made


def find_cycle(game: Game) -> list[Number]:
    """A cycle: numbers that each depend on the next, and the last on the first; empty if there is none."""
    before = dependencies(game)
    settled = {number for level in evaluation_levels(game) for number in level}
    left = [number for number in before if number not in settled]
    if not left:
        return []
    path = [left[0]]
    while True:
        # Sorted, so that the same catalogue always gets the same message.
        following = next(one for one in sorted(before[path[-1]]) if one not in settled)
        if following in path:
            return path[path.index(following) :]
        path.append(following)
