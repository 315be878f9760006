"""The contents of the cards of a list: its models, those that it brings into play later, and the list itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from listbuilder.base.wording import counted
from listbuilder.catalogue import CardTable, Entry, Game, NumberField, print_stamp
from listbuilder.catalogue.effects.playbook import play_key
from listbuilder.catalogue.game import GIVEN_TAG
from listbuilder.judging.force import (
    Force,
    Group,
    Model,
    Pick,
    describe_headers,
    describe_other_costs,
    describe_other_totals,
    detached_pick,
)
from listbuilder.judging.resolver import resolve
from listbuilder.lists import read_list
from listbuilder.loading.effects.effect_names import names_in_play
from listbuilder.play.tracks import box_tracks, decay_steps
from listbuilder.printing.card_content import (
    Block,
    Boxes,
    Content,
    Decline,
    GroupMark,
    Item,
    Items,
    Paragraph,
    ProfileRow,
    ProfileTable,
    Ticks,
)
from listbuilder.printing.card_style import facts_of, list_facts, title_slot
from listbuilder.printing.entry_items import (
    cell_of,
    goals_of,
    id_as_heading,
    item_of,
    keyword_items,
    pick_merge_key,
    unfold_picks,
    with_counts,
    with_inner_picks,
)
from listbuilder.storage.reading import Tree


def model_contents(force: Force, merge: bool, texts: bool) -> Iterator[Content]:
    """A content for each model; with `merge`, identical models share one. Without `texts`, rules are only named."""
    priced = any(model.cost for model in force.models)
    if merge:
        for models in group_models(force, force.models):
            yield content_of(force, models[0], len(models), None, texts, priced)
        return
    called = [model.name or heading(force.game, model) for model in force.models]
    totals, so_far = Counter(called), Counter[str]()
    for model, name in zip(force.models, called, strict=True):
        so_far[name] += 1
        yield content_of(force, model, 1, so_far[name] if totals[name] > 1 else None, texts, priced)


def group_models(force: Force, models: Iterable[Model]) -> list[list[Model]]:
    """Models, those that share a card together."""
    found: dict[object, list[Model]] = {}
    for model in models:
        found.setdefault(model_merge_key(force, model), []).append(model)
    return list(found.values())


def model_merge_key(force: Force, model: Model) -> object:
    """Models with equal keys share a card: copies of a row, and unnamed rows with the same picks."""
    row = force.document.models[model.row] if model.row < len(force.document.models) else None
    values = tuple(sorted((key, str(value)) for key, value in model.values.items()))
    if model.name or model.notes or (row and row.art):
        # The values tell a leader, or a model that the list names, from other copies.
        return model.row, values
    picks = tuple((pick.slot, pick_merge_key(pick), pick.per_owner) for pick in model.entries)
    return picks, values, tuple(model.stats.items()), model.group, model.cost


def content_of(force: Force, model: Model, copies: int, number: int | None, texts: bool, priced: bool) -> Content:
    """The content of one model's card."""
    game = force.game
    group = model.squad.name if model.squad else None
    signs = [
        GroupMark(one.name, at, holds_post(game, model)) for at, one in enumerate(force.groups) if one.name == group
    ]
    blocks = [
        *tick_blocks(game, model, copies),
        *decline_blocks(game, model),
        *slot_blocks(game, model, copies, texts),
        *(keyword_items(game, [pick.entry for pick in model.inside]) if texts else []),
        *note_blocks(game, model, texts),
    ]
    return Content(
        row=model.row,
        owner=model.name or f"{heading(game, model)} (model {model.row + 1})",
        name=card_name(game, model, copies, number),
        title=title_of(force, model, copies),
        cost=str(model.cost) if priced else "",
        unit_of_cost=game.points,
        marks=tuple(mark.name for mark in game.card.marks if mark.where.fits(model)),
        group=signs[-1] if signs else None,
        stats=tuple(
            (stat.name, f"{model.stats[id]}{stat.suffix}")
            for id, stat in game.stats.items()
            if stat.shows(model.stats[id])
        ),
        blocks=tuple(blocks),
        art=force.document.models[model.row].art if model.row < len(force.document.models) else None,
        copies=copies,
        facts=facts_of(force, model),
    )


def card_name(game: Game, model: Model, copies: int, number: int | None = None) -> str:
    """The name on the card of a model, with the number of copies or the number of this copy."""
    name = model.name or heading(game, model)
    return name + (f" ×{copies}" if copies > 1 else f" {number}" if number else "")


def title_of(force: Force, model: Model, copies: int) -> str:
    """The line under the name: what a named model is, its fields, and other costs than the points in the box."""
    game = force.game
    what = [heading(game, model)] if model.name else []
    costs = [f"{cost} each" if copies > 1 else cost for cost in describe_other_costs(game, model.costs())]
    return " · ".join([*what, *squad_of(model), *line_of(force, model), *costs])


def squad_of(model: Model) -> list[str]:
    """The number of miniatures of a squad."""
    return [counted(model.size, "model")] if model.size > 1 else []


def heading(game: Game, model: Model) -> str:
    """What a model is, in a few words."""
    picks = model.slots.get(title_slot(game)) or ()
    word = picks[0].entry.name if picks else model.title
    return f"{game.card.prefix} {word}".strip()


def line_of(force: Force, model: Model) -> Iterator[str]:
    """The fields under the name, numbers with their label; and earlier values of stats."""
    game = force.game
    early = [(game.stats[id], number) for id, number in force.early_stats(model).items() if number != model.stats[id]]
    yield from (f"{stat.before} {number}{stat.suffix}" for stat, number in early)
    for name in line_fields(game):
        value, usual = model.values.get(name), game.model.fields.get(name)
        if usual and value == usual.default_value:
            continue
        found = (str(value),) if value is not None else model.field(name)[:1]
        for one in found:
            yield f"{id_as_heading(name)} {one}" if one.lstrip("-").isdigit() else one


@lru_cache(maxsize=4)
def line_fields(game: Game) -> tuple[str, ...]:
    """The fields under the name: those the game lists, or the numbers of the unit and of the model itself."""
    if game.card.line is not None:
        return game.card.line
    title = game.model.slots.get(title_slot(game))
    spec = game.kinds.get(title.kind) if title else None
    printed = [id for id, one in spec.fields.items() if one.is_number and id not in game.card.badges] if spec else []
    return (*printed, *game.model.of_type(NumberField))


def holds_post(game: Game, model: Model) -> bool:
    """Whether a model holds a post in its group."""
    return any(model.values.get(post) is True for post in game.group.posts)


def tick_blocks(game: Game, model: Model, copies: int) -> Iterator[Ticks]:
    """Boxes for each stat that is crossed off."""
    tracks = tuple(
        Boxes(one.name, one.number, one.after, one.mark, one.text or mark_text(game, one.mark))
        for one in box_tracks(game, model)
    )
    if tracks:
        several = copies * model.size
        yield Ticks(tracks, tuple(str(number + 1) for number in range(several)) if several > 1 else ("",))


def mark_text(game: Game, mark: str) -> str:
    """The text of the entry that explains a mark."""
    return next((detached_pick(one).text for one in game.entries if mark and one.name == mark), "")


def decline_blocks(game: Game, model: Model) -> Iterator[Decline]:
    """The tables of stats that decay."""
    for decay in game.card.decay:
        if decay.where.fits(model):
            steps = list(decay_steps(decay, dict(model.stats)))
            names = [id for id in game.stats if id in {**decay.each, **decay.more}]
            rows = tuple((game.stats[id].name, tuple(str(step[id]) for step in steps)) for id in names)
            yield Decline(decay.name, tuple(str(turn) for turn in range(1, len(steps) + 1)), rows)


@lru_cache(maxsize=4)
def tables_of(game: Game) -> dict[str, CardTable]:
    """The tables of a card by slot: those the game declares, or one for each slot of weapons, also inside units."""
    declared, slots = {table.slot: table for table in game.card.tables}, game.model.slots
    title = title_slot(game)
    kind = slots[title].kind if title in slots else ""
    inner = {id: slot for entry in game.entries if entry.kind == kind for id, slot in entry.picks.items()}
    shown = inner if declared else inner | dict(slots)
    found = dict(declared)
    for id, slot in shown.items():
        like = [one for one in declared.values() if one.slot in slots and slots[one.slot].kind == slot.kind]
        if id not in {*declared, *(slots if declared else ())}:
            columns = like[0].columns if like else weapon_columns(game, slot.kind)
            found |= {id: CardTable(slot=id, columns=columns)} if columns else {}
    return found


def weapon_columns(game: Game, kind: str) -> dict[str, str]:
    """The default columns for a kind of weapon; none for other kinds."""
    spec = game.kinds.get(kind)
    if ((spec and spec.is_) or kind) != "weapon":
        return {}
    fields = spec.fields if spec else {}
    short = {name: one.name or id_as_heading(name) for name, one in fields.items() if one.is_short}
    return {"range": "Range", "damage": "Damage", **short}


def held_by_slot(game: Game, model: Model) -> dict[str, list[Pick]]:
    """The picks of a model by slot, in printing order: tables, texts, the rest, then those inside its unit."""
    title = title_slot(game)
    order = [*tables_of(game), *game.card.texts, *game.model.slots]
    found: dict[str, list[Pick]] = {slot: [] for slot in order if slot != title}
    for pick in model.entries:
        for one in pick.picks if pick.slot == title else [pick]:
            if one.entry.kind == GIVEN_TAG:
                # A tag is for selectors; its entry has no text.
                continue
            found.setdefault(one.slot, []).append(one)
    return {slot: picks for slot, picks in found.items() if picks}


def slot_words(game: Game, slot: str, picks: list[Pick]) -> str:
    """The heading of a slot; the anonymous slot `picks` is named after the kind of its entries."""
    return id_as_heading(slot if slot != "picks" else game.kind_name(picks[0].entry.kind, many=True))


def slot_blocks(game: Game, model: Model, copies: int, texts: bool) -> Iterator[Block]:
    """The tables and lists of rules of a model, then its fields with several values."""
    tables = tables_of(game)
    for slot, picks in held_by_slot(game, model).items():
        several = list(unfold_picks(picks))
        if slot in tables:
            yield table_block(game, tables[slot], several, copies, model.title, texts)
        else:
            items = (without_text(item_of(game, one, n, copies=copies, giver=model.title), texts) for one, n in several)
            yield Items(slot_words(game, slot, picks), tuple(items))
    for name, value in model.values.items():
        if isinstance(value, tuple) and value:
            yield Paragraph(", ".join(value), id_as_heading(name))


def table_block(
    game: Game, table: CardTable, picks: list[tuple[Pick, int]], copies: int, giver: str, texts: bool
) -> ProfileTable:
    """A table of picks; a column that no row fills is left out."""
    columns = {id: head for id, head in table.columns.items() if any(pick.field(id) is not None for pick, _ in picks)}
    rows = []
    for pick, n in picks:
        item = item_of(game, pick, n, copies=copies, shown=table.columns, giver=giver)
        rows.append(ProfileRow(without_text(item, texts), tuple(cell_of(pick.field(id)) for id in columns)))
    return ProfileTable(id_as_heading(table.slot), tuple(columns.values()), tuple(rows))


def without_text(item: Item, texts: bool) -> Item:
    """An item without its text, unless `texts` are printed here."""
    return item if texts else item._replace(text="")


def note_blocks(game: Game, model: Model, texts: bool) -> Iterator[Paragraph]:
    """The player's notes, and the text of the unit."""
    if model.notes:
        yield Paragraph(model.notes, "Notes")
    for pick in model.slots.get(title_slot(game), ()):
        if pick.text and texts:
            yield Paragraph(pick.text, quiet=pick.entry.flavour)


def list_content(force: Force, texts: bool) -> Content:
    """The card of the list itself: its picks, groups, notes and roster."""
    game, document = force.game, force.document
    role = str(force.values.get("role") or "")
    blocks: list[Block] = []
    for slot in game.list.slots:
        picks = with_counts(pick for pick in force.entries if pick.slot == slot)
        goals = [(goal, 1) for pick, _ in picks for goal in goals_of(game, pick.entry)]
        inner = [(one, n) for pick, n in picks for one in with_inner_picks([pick])]
        if picks:
            items = tuple(without_text(item_of(game, one, n, role=role), texts) for one, n in [*inner, *goals])
            blocks.append(Items(id_as_heading(slot), items))
    blocks += [group_items(game, group, texts) for group in force.groups]
    goals_in_play = [goal for pick in force.entries for goal in goals_of(game, pick.entry)]
    entries = [pick.entry for pick in (*with_inner_picks(force.entries), *goals_in_play)]
    blocks += keyword_items(game, entries) if texts else []
    blocks += [Paragraph(document.notes, "Notes")] if document.notes else []
    blocks.append(roster_table(force))
    values = [f"{id_as_heading(id)}: {words}" for id, words in game.list.describe(force.values, True)]
    format_name = [force.format.name] if force.format else []
    about = [f"{game.name} {print_stamp(game)}", *format_name, *values]
    about += [*describe_other_totals(force), *describe_headers(force)]
    return Content(
        owner=document.name or "the list",
        name=document.title,
        title=" · ".join(about),
        cost=str(force.cost) if force.cost else "",
        unit_of_cost=game.points,
        blocks=tuple(blocks),
        art=document.art,
        marks=(document.player,) if document.player else (),
        sort="list",
        facts=list_facts(force),
    )


def roster_table(force: Force) -> ProfileTable:
    """The models of the list with their costs, identical ones together."""
    priced = any(model.cost for model in force.models)
    rows = []
    for models in group_models(force, force.models):
        model, count = models[0], len(models)
        title = title_of(force, model, count)
        item = Item(card_name(force.game, model, count), meta=(title,) if title else ())
        rows.append(ProfileRow(item, (str(model.cost * count),) if priced else ()))
    return ProfileTable("Roster", (id_as_heading(force.game.points),) if priced else (), tuple(rows))


def group_items(game: Game, group: Group, texts: bool) -> Items:
    """A group with its size, fields and picks."""
    facts = [f"{id_as_heading(id)}: {words}" for id, words in game.group.describe(group.values, True) if id != "kind"]
    size = counted(len(group.members), "model")
    first = Item(group.name, "", (*([group.kind] if group.kind else []), size, *facts))
    rest = tuple(
        without_text(item_of(game, one, n), texts)
        for pick, n in with_counts(group.entries)
        for one in with_inner_picks([pick])
    )
    return Items("Group", (first, *rest))


# Models that come into play during a game: units that something in a list names in its effects or keywords.


def spawned_units(force: Force) -> list[Entry]:
    """The units that the picks of a list bring into play, without those that the list has."""
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
    """The names in the keywords and effects of an entry."""
    for use in entry.keyword_uses:
        yield from (value for value in use.values.values() if isinstance(value, str))
    play = force.game.playbook.entries.get(play_key(entry.kind, entry.id))
    if play:
        yield from (one.name for one in names_in_play(play) if "entries" in one.sorts)


def spawned_force(force: Force) -> Force | None:
    """A force with one model for each unit brought into play; None if there are none."""
    units = spawned_units(force)
    if not units:
        return None
    rows: list[Tree] = [{title_slot(force.game): unit.id} for unit in units]
    return resolve(read_list({"game": force.game.id, "models": rows}), force.game)
