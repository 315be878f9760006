"""Models that come into play during a game: units that something in a list names in its effects or keywords."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Entry
from listbuilder.catalogue.effects.playbook import play_key
from listbuilder.force import Force
from listbuilder.lists import read_list
from listbuilder.loader.effects.names import names_in_play
from listbuilder.printing.facts import title_slot
from listbuilder.reading import Tree
from listbuilder.resolver import resolve


def spawned(force: Force) -> list[Entry]:
    """The units that picks of a list bring into play, each once, without those that the list has itself."""
    game = force.game
    slot = game.model.slots.get(title_slot(game))
    if slot is None:
        return []
    there = {pick.entry.id for row in force.rows for pick in row.slots.get(title_slot(game), ())}
    found: dict[str, Entry] = {}
    picked = {(pick.entry.kind, pick.entry.id): pick.entry for pick in force.picks}
    for one in picked.values():
        for name in named_by(force, one):
            entry = game.find(slot.kind, name)
            if entry and entry.id not in there and entry is not one:
                found.setdefault(entry.id, entry)
    return list(found.values())


def named_by(force: Force, entry: Entry) -> Iterator[str]:
    """The names that the keywords and effects of an entry have in them."""
    for use in entry.uses_of:
        yield from (value for value in use.values.values() if isinstance(value, str))
    play = force.game.playbook.entries.get(play_key(entry.kind, entry.id))
    if play:
        yield from (one.name for one in names_in_play(play) if "entries" in one.sorts)


def spawned_force(force: Force) -> Force | None:
    """A force of one model for each of those units, as the game makes it; None where there are none."""
    units = spawned(force)
    if not units:
        return None
    rows: list[Tree] = [{title_slot(force.game): unit.id} for unit in units]
    return resolve(read_list({"game": force.game.id, "models": rows}), force.game)
