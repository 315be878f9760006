"""The content of the card of the list itself: its choices, its groups, its notes and who is in it."""

from __future__ import annotations

from listbuilder.catalogue import Game, print_stamp
from listbuilder.judging.force import Force, Group, describe_other_costs
from listbuilder.printing.card_content import Block, Content, Item, Items, Paragraph, ProfileRow, ProfileTable
from listbuilder.printing.card_style import list_facts
from listbuilder.printing.entry_items import (
    goals_of,
    id_as_heading,
    item_of,
    keyword_items,
    with_counts,
    with_inner_picks,
)
from listbuilder.printing.model_cards import card_name, group_models, title_of, without_text


def list_content(force: Force, texts: bool) -> Content:
    """The card of the list itself: its picks, groups, notes and who is in it."""
    game = force.game
    role = str(force.values.get("role") or "")
    blocks: list[Block] = []
    for slot in game.list.slots:
        picks = with_counts(pick for pick in force.entries if pick.slot == slot)
        goals = [(goal, 1) for pick, _ in picks for goal in goals_of(game, pick.entry)]
        inner = [(one, n) for pick, n in picks for one in (pick, *with_inner_picks(pick.picks))]
        if picks:
            items = tuple(without_text(item_of(game, one, n, role=role), texts) for one, n in [*inner, *goals])
            blocks.append(Items(id_as_heading(slot), items))
    blocks += [group_items(game, group, texts) for group in force.groups]
    entries = [pick.entry for pick in with_inner_picks(force.entries)] + [
        goal.entry for pick in force.entries for goal in goals_of(game, pick.entry)
    ]
    blocks += keyword_items(game, entries) if texts else []
    if force.document.notes:
        blocks.append(Paragraph(force.document.notes, "Notes"))
    blocks.append(roster_items(force))
    values = [f"{id_as_heading(id)}: {words}" for id, words in game.list.describe(force.values, True)]
    costs = describe_other_costs(game, force.totals)
    title = " · ".join(
        [f"{game.name} {print_stamp(game)}", *([force.format.name] if force.format else []), *values, *costs]
    )
    points = str(force.cost) if force.cost else ""
    return Content(
        owner=force.document.name or "the list",
        name=force.document.title,
        title=title,
        cost=points,
        unit_of_cost=game.points,
        blocks=tuple(blocks),
        art=force.document.art,
        marks=(force.document.player,) if force.document.player else (),
        sort="list",
        facts=list_facts(force),
    )


def roster_items(force: Force) -> ProfileTable:
    """Who is in the list, identical models together."""
    priced = any(model.cost for model in force.models)
    rows = tuple(
        ProfileRow(
            Item(
                card_name(force.game, models[0], len(models)),
                meta=tuple(filter(None, [title_of(force, models[0], len(models))])),
            ),
            (str(models[0].cost * len(models)),) if priced else (),
        )
        for models in group_models(force)
    )
    return ProfileTable("Roster", (id_as_heading(force.game.points),) if priced else (), rows)


def group_items(game: Game, group: Group, texts: bool) -> Items:
    """A group with its leader and orders."""
    facts = [f"{id_as_heading(id)}: {words}" for id, words in game.group.describe(group.values, True) if id != "kind"]
    size = f"{len(group.members)} {'model' if len(group.members) == 1 else 'models'}"
    first = Item(group.name, "", (*([group.kind] if group.kind else []), size, *facts))
    rest = tuple(
        without_text(item_of(game, one, n), texts)
        for pick, n in with_counts(group.entries)
        for one in with_inner_picks([pick])
    )
    return Items("Group", (first, *rest))
