"""The card of a model as it would be, in text: its numbers before and after, and every rule on it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.force import Force, Model
from listbuilder.letters import on_one_line
from listbuilder.workbench import Change, Place

__all__ = ["card_lines", "stat_words"]


def card_lines(force: Force, at: Place, change: Change | None = None) -> Iterator[tuple[str, str]]:
    """Lines with a style each: the title, the stats, then everything on the model with its text."""
    model = next((one for one in force.written if one.path == at), None)
    if model is None:
        return
    times = f" × {model.count}" if model.count > 1 else ""
    yield on_one_line(f"{model.name or model.title}{times}").upper() + f"  {model.cost}", "title"
    if model.name:
        yield on_one_line(model.title), "dim"
    yield _stats(force, model, change), "stats"
    if change:
        yield stat_words(change, at, force), "new"
    for pick in model.inside:
        if pick.holder is not None:
            continue
        inner = ", ".join(one.entry.name for one in pick.picks)
        values = "  ".join(f"{key} {value}" for key, value in _printed(pick))
        head = f"{pick.entry.name}{f' ({inner})' if inner else ''}"
        yield "", ""
        yield on_one_line(f"{head}  {values}".rstrip()), "bold"
        if pick.text:
            yield on_one_line(" ".join(pick.text.split())), ""


def _printed(pick: object) -> Iterator[tuple[str, object]]:
    """The short printed values of a pick."""
    from listbuilder.catalogue.asking import short_values
    from listbuilder.force import Pick

    if isinstance(pick, Pick):
        for key in short_values(pick.entry):
            yield key, pick.field(key)


def _stats(force: Force, model: Model, change: Change | None) -> str:
    stats = force.game.stats
    return "  ".join(f"{stats[id].name} {value}{stats[id].suffix}" for id, value in model.stats.items() if id in stats)


def stat_words(change: Change, at: Place, force: Force) -> str:
    """The numbers of a row that a change moves: `Dod 3 → 4, room for gear 1 → 2`."""
    names = {id: stat.name for id, stat in force.game.stats.items()}
    stats = next((one.numbers for one in change.stats if one.at == at), {})
    room = next((one.numbers for one in change.room if one.at == at), {})
    told = [f"{names.get(id, id)} {old} → {new}" for id, (old, new) in stats.items()]
    told += [
        f"room for {id} {'∞' if old is None else old} → {'∞' if new is None else new}"
        for id, (old, new) in room.items()
    ]
    return on_one_line(", ".join(told))
