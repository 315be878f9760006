"""Cards in text: a model with its numbers before and after and every rule on it, a group, or the list at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from listbuilder.base.characters import on_one_line
from listbuilder.building import EditResult, Place, costs_by_kind
from listbuilder.catalogue.entries import short_values
from listbuilder.judging.force import Force, Group, Model, Pick, describe_totals
from listbuilder.judging.roster_lines import model_line

# Of a bar.
WIDEST = 12
FULL = "█"
CARD = {"title": "bold", "stats": "", "new": "bold green", "dim": "dim", "bold": "bold", "": ""}


def card_text(force: Force, at: Place, change: EditResult | None = None) -> Text:
    """The card of a model, a group or the list; `change` is marked on it."""
    text = Text()
    for line, style in card_lines(force, at, change):
        text.append(f"{line}\n", style=CARD[style])
    return text


def card_lines(force: Force, at: Place, change: EditResult | None = None) -> Iterator[tuple[str, str]]:
    """Lines with a style each: the title, the numbers, then everything on it with its text."""
    if not at:
        yield from _list_lines(force)
        return
    if at[0] == "groups":
        yield from (line for group in force.groups if group.path == at for line in _group_lines(force, group))
        return
    model = next((one for one in force.written if one.path == at), None)
    if model is None:
        return
    times = f" × {model.count}" if model.count > 1 else ""
    yield on_one_line(f"{model.name or model.title}{times}").upper() + f"  {model.cost}", "title"
    if model.name:
        yield on_one_line(model.title), "dim"
    yield _stats(force, model), "stats"
    if change:
        yield stat_words(change, at, force), "new"
    yield from _pick_lines(model.inside)


def _list_lines(force: Force) -> Iterator[tuple[str, str]]:
    """The list: what it comes to, what costs how much, and what it has itself."""
    yield on_one_line(force.document.name or force.game.name).upper(), "title"
    yield on_one_line(describe_totals(force, always=True)), "stats"
    rows = [(model_line(force, one.row).cost, one.name or one.title, one.count) for one in force.written]
    yield from _bars("By model", [(cost, f"{count} × {name}" if count > 1 else name) for cost, name, count in rows])
    yield from _bars("By kind", [(cost, kind) for kind, cost in costs_by_kind(force)])
    yield from _pick_lines(force.entries)


def _group_lines(force: Force, group: Group) -> Iterator[tuple[str, str]]:
    """A group: its kind, who is in it, and what it has itself."""
    yield on_one_line(group.name).upper(), "title"
    values = (f"{id} {force.game.group.fields[id].describe(value)}" for id, value in group.values.items())
    yield on_one_line(" · ".join(values)), "dim"
    rows = [(model_line(force, one.row).cost, one.name or one.title) for one in group.rows]
    yield from _bars("In it", rows)
    if not rows:
        yield "Nobody is in it yet.", "dim"
    yield from _pick_lines(group.inside)


def _bars(title: str, rows: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """What each of some things costs, as a number and as a bar; without bars where nothing costs anything."""
    rows = list(rows)
    most = max((cost for cost, _ in rows), default=0)
    if rows:
        yield "", ""
        yield title, "bold"
    for cost, name in rows:
        bar = FULL * max(round(WIDEST * cost / most), 0) if most else ""
        yield on_one_line(f"{cost:>5} {bar:<{WIDEST}} {name}" if most else name), ""


def _pick_lines(picks: Iterable[Pick]) -> Iterator[tuple[str, str]]:
    """Each thing with its printed values, and its text under it."""
    for pick in picks:
        if pick.holder is not None:
            continue
        inner = ", ".join(one.entry.name for one in pick.picks)
        values = "  ".join(f"{key} {pick.field(key)}" for key in short_values(pick.entry))
        head = f"{pick.entry.name}{f' ({inner})' if inner else ''}"
        yield "", ""
        yield on_one_line(f"{head}  {values}".rstrip()), "bold"
        if pick.text:
            yield on_one_line(" ".join(pick.text.split())), ""


def _stats(force: Force, model: Model) -> str:
    stats = force.game.stats
    shown = {id: value for id, value in model.stats.items() if id in stats and stats[id].shows(value)}
    return "  ".join(f"{stats[id].name} {value}{stats[id].suffix}" for id, value in shown.items())


def stat_words(change: EditResult, at: Place, force: Force) -> str:
    """The numbers of a row that a change moves: `Dod 3 → 4, room for gear 1 → 2`."""
    names = {id: stat.name for id, stat in force.game.stats.items()}
    stats = next((one.numbers for one in change.stats if one.at == at), {})
    room = next((one.numbers for one in change.room if one.at == at), {})
    moved = [f"{names.get(id, id)} {old} → {new}" for id, (old, new) in stats.items()]
    moved += [
        f"room for {id} {'∞' if old is None else old} → {'∞' if new is None else new}"
        for id, (old, new) in room.items()
    ]
    return on_one_line(", ".join(moved))
