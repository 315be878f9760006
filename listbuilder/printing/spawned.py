"""Models that come into play during a game: units that something in a list names in its effects or keywords."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Entry
from listbuilder.catalogue.effects.playbook import play_key
from listbuilder.judging.force import Force
from listbuilder.judging.resolver import resolve
from listbuilder.lists import read_list
from listbuilder.loading.effects.effect_names import names_in_play
from listbuilder.printing.card_style import title_slot
from listbuilder.storage.reading import Tree


def spawned_units(force: Force) -> list[Entry]:
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
    for use in entry.keyword_uses:
        yield from (value for value in use.values.values() if isinstance(value, str))
    play = force.game.playbook.entries.get(play_key(entry.kind, entry.id))
    if play:
        yield from (one.name for one in names_in_play(play) if "entries" in one.sorts)


def spawned_force(force: Force) -> Force | None:
    """A force of one model for each of those units, as the game makes it; None where there are none."""
    units = spawned_units(force)
    if not units:
        return None
    rows: list[Tree] = [{title_slot(force.game): unit.id} for unit in units]
    return resolve(read_list({"game": force.game.id, "models": rows}), force.game)
